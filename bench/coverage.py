"""How often intervals of two deviations hold the truth, over many simulated runs of one motion.

    PYTHONPATH=src OPENBLAS_NUM_THREADS=1 python bench/coverage.py --runs 1000

The columns of a Panda's regression are computed once; each run adds noise to the torques, fits them, and asks whether
each true parameter is within 1.96 standard deviations. Kinds of noise, at 100 Hz, 5 % of each torque's own deviation:

white      independent from sample to sample
ar         autoregressive of order one, 0.95
real       as residuals of real arms look: most of it slower than 1 Hz, a line at 7 Hz, a little white noise
"""

import argparse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import numpy as np
from scipy.signal import lfilter

import linkwise
from linkwise.identify import ESTIMATORS, Filter, Log, simulated_log
from linkwise.identify.accumulation import Rows
from linkwise.identify.accumulation.squares import squares
from linkwise.identify.columns import Regressor, Request
from linkwise.identify.deviations import covariance
from linkwise.identify.estimators import Problem
from linkwise.identify.processing import windows
from linkwise.model import FREE

RATE, SHARE, INSIDE = 100.0, 0.05, 1.96


def autoregressive(rng: np.random.Generator, shape: tuple[int, int], memory: float) -> np.ndarray:
    """Noise of deviation 1 whose correlation falls by `memory` at each sample, begun where it has settled."""
    start = rng.normal(size=(1, shape[1]))
    fresh = np.sqrt(1.0 - memory**2) * rng.normal(size=shape)
    found: np.ndarray = lfilter([1.0], [1.0, -memory], fresh, axis=0, zi=memory * start)[0]
    return found


def real(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Most of it slow, a line at 7 Hz whose phase drifts, a little white noise."""
    t = np.arange(shape[0])[:, None] / RATE
    phase = 2.0 * np.pi * rng.random((1, shape[1])) + 0.1 * np.cumsum(rng.normal(size=shape), axis=0)
    line = np.sqrt(2.0) * np.sin(2.0 * np.pi * 7.0 * t + phase)
    return 0.9 * autoregressive(rng, shape, 0.97) + 0.3 * line + 0.3 * rng.normal(size=shape)


NOISE: dict[str, Callable[[np.random.Generator, tuple[int, int]], np.ndarray]] = {
    "white": lambda rng, shape: rng.normal(size=shape),
    "ar": lambda rng, shape: autoregressive(rng, shape, 0.95),
    "real": real,
}


class Runs:
    """One motion, its columns, and fits to it with noise that differs from run to run."""

    def __init__(self, robot: linkwise.Robot, duration: float, choices: Filter) -> None:
        self.regressor = Regressor(robot, Request.of(["viscous", "coulomb", "offset"]))
        plain = simulated_log(robot, duration, RATE, seed=1)
        tau = plain.tau - 0.0  # the robot has no friction: its columns' coefficients are 0
        self.log = Log(plain.time, plain.q, tau, plain.qd, plain.qdd, joints=plain.joints)
        self.choices = choices
        rows = Rows(self.regressor, [self.log], choices)
        self.pieces = list(rows)
        self.windows = list(windows(self.log, choices))
        self.true = self.regressor.start
        self.size = SHARE * tau.std(axis=0)

    def problem(self, noise: np.ndarray) -> Problem:
        """The fit with this noise in the torques."""
        rows = Rows(self.regressor, [self.log], self.choices)
        pieces = zip(self.pieces, self.windows, strict=True)
        assert len(self.pieces) == 1  # so that the window has all of the noise
        rows._kept = [replace(piece, tau=piece.tau + window.filtered(self.size * noise)) for piece, window in pieces]
        return Problem(squares(rows), rows, 1e-5)

    def inside(self, seed: int, kind: str, estimators: list[str], ways: list[str]) -> np.ndarray:
        """For each estimator, way and parameter whether the interval holds the truth, and the deviation."""
        problem = self.problem(NOISE[kind](np.random.default_rng([seed, 7]), self.log.tau.shape))
        found = []
        for name in estimators:
            estimate = ESTIMATORS[name](problem)
            for way in ways:
                sigma = np.sqrt(np.diag(covariance(problem, estimate, way)[0]))
                found.append([np.abs(estimate.x - self.true) < INSIDE * sigma, sigma, estimate.x])
        return np.array(found)


def main() -> None:
    """Print coverage by kind of noise, filter, estimator and way to the deviations."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--runs", type=int, default=1000)
    asked.add_argument("--robot", default="panda")
    asked.add_argument("--duration", type=float, default=20.0)
    asked.add_argument("--threads", type=int, default=2)
    asked.add_argument("--noise", default=",".join(NOISE))
    asked.add_argument("--estimators", default="ols,wls")
    asked.add_argument("--ways", default="correlated,blocks,bootstrap,white")
    asked.add_argument("--filters", default="none,5")
    given = asked.parse_args()
    robot = linkwise.load(given.robot)
    robot = robot.with_friction({body.joint.name: FREE for body in robot.tree.bodies})
    estimators, ways = given.estimators.split(","), given.ways.split(",")
    print(f"{given.robot}, {given.duration} s at {RATE:.0f} Hz, {given.runs} runs; coverage in % (aim: 95)")
    print(f"{'noise':6} {'filter':6} {'fit':4} {'way':11} {'pooled':>6} {'least':>6} {'most':>6}  deviation / scatter")
    for cutoff in given.filters.split(","):
        runs = Runs(robot, given.duration, Filter(parallel=None if cutoff == "none" else float(cutoff)))
        for kind in given.noise.split(","):
            with ThreadPoolExecutor(given.threads) as pool:
                one = partial(runs.inside, kind=kind, estimators=estimators, ways=ways)
                each = list(pool.map(one, range(given.runs)))
            found = np.array(each)  # runs, estimators × ways, three, parameters
            for k, (name, way) in enumerate((name, way) for name in estimators for way in ways):
                inside = 100.0 * found[:, k, 0].mean(axis=0)
                ratio = np.sqrt(np.mean(found[:, k, 1] ** 2, axis=0)) / found[:, k, 2].std(axis=0)
                shown = f"{inside.mean():6.1f} {inside.min():6.1f} {inside.max():6.1f}"
                print(f"{kind:6} {cutoff:6} {name:4} {way:11} {shown}  {np.median(ratio):.2f}", flush=True)


if __name__ == "__main__":
    main()
