"""Which estimator comes closest on a Stäubli TX40 whose sensors' noise goes through its control loop.

    PYTHONPATH=src OPENBLAS_NUM_THREADS=1 python -m bench.estimators --runs 20

The arm, with 1.5 kg in its hand that its file does not know, follows a motion of five harmonics by computed torque with
the file's model, sampled at 1 kHz. Friction is compensated at the measured velocity, or at the desired one. Encoders
have noise and steps, velocities are filtered differences of what they read, and so the torques know the noise of the
positions they are regressed on. Torques are read with noise too. Every estimator fits every run; each fit predicts the
torques, free of noise, of another motion. DIDIM simulates the same loop without noise, which takes 4 to 20 s a fit:

    python -m bench.estimators --loops desired --estimators didim --fits 4

With --write, the runs go to bench/results/estimators.json, from which docs/draw_pictures.py draws, beside those that
are there.
"""

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

import linkwise
from linkwise.control import Controller
from linkwise.errors import LinkwiseError
from linkwise.identify import ESTIMATORS, Filter, Log, Loop, simulated_log
from linkwise.model import FREE, Smooth

from . import recorded
from .machine import machine
from .recorded import Table

STEP, SAMPLE, KEPT = 5e-4, 1e-3, 2e-3
DURATION, START = 12.0, 2.0
WIDTH = 0.02
KP, KD, SMOOTHED = 400.0, 40.0, 0.3
"""Gains, and how much of each new difference goes into the velocity: some 60 Hz."""
LEVELS = {"fine encoders": (1e-5, 2e-5, 0.01), "coarse encoders": (3e-4, 5e-4, 0.04)}
"""Noise in rad, steps in rad, noise of torques as a share of each."""

LOOPS = ("measured", "desired")
"""The velocity at which the controller compensates friction."""

FILTERS = {
    "none, positions 50 Hz": Filter(parallel=None, position=50.0),
    "parallel 5 Hz": Filter(parallel=5.0),
    "parallel 20 Hz": Filter(parallel=20.0, position=50.0),
}


def arm(payload: float) -> linkwise.Robot:
    """The TX40 with smooth dry friction and something in its hand."""
    robot = linkwise.load("tx40")
    laws = {body.joint.name: Smooth(body.joint.friction, WIDTH) for body in robot.tree.bodies}
    return robot.with_payload(payload, com=[0.02, 0.0, 0.08]).with_friction(laws) if payload else robot


def bare() -> linkwise.Robot:
    """The TX40 without friction, where fits begin."""
    robot = linkwise.load("tx40")
    return robot.with_friction({body.joint.name: FREE for body in robot.tree.bodies})


@cache
def reference() -> Log:
    """The motion that the loop follows, at each of its samples."""
    return simulated_log(arm(0.0), DURATION, 1.0 / SAMPLE, seed=1)


@cache
def friction(at: str) -> np.ndarray:
    """Forces that the controller adds to what its model asks for, at each of its samples."""
    desired = reference()
    return arm(0.0).friction_forces(desired.qd, desired.q) if at == "desired" else np.zeros_like(desired.q)


def believed(at: str) -> linkwise.Robot:
    """The model in the controller."""
    return arm(0.0).without_friction() if at == "desired" else arm(0.0)


@cache
def loop(at: str) -> Loop:
    """The control loop without noise, from the log's first sample on."""
    desired, model = reference(), believed(at)
    assert desired.qd is not None and desired.qdd is not None
    motion, n = np.stack([desired.q, desired.qd, desired.qdd, friction(at)], axis=1), model.n

    def law(eq: Any, t: Any, q: Any, qd: Any, z: Any, wanted: Any) -> dict[str, Any]:
        """Computed torque; the states are the last positions and the velocities filtered from them."""
        speed = [v + SMOOTHED * ((x - last) / SAMPLE - v) for x, last, v in zip(q, z[:n], z[n:], strict=True)]
        q_d, qd_d, qdd_d, added = (wanted[k * n : (k + 1) * n] for k in range(4))
        each = zip(q_d, qd_d, qdd_d, q, speed, strict=True)
        tau = eq.inverse_dynamics(q, speed, [a + KD * (v - dx) + KP * (p - x) for p, v, a, x, dx in each])
        return {"tau": [x + y for x, y in zip(tau, added, strict=True)], "next": [*q, *speed]}

    states = (2 * n, lambda eq, q, qd: [*[x - SAMPLE * v for x, v in zip(q, qd, strict=True)], *qd])
    inputs = {"wanted": ("timed", lambda t: motion[min(round((t + START) / SAMPLE), len(motion) - 1)].ravel())}
    controller = Controller(model, law, inputs, "computed torque", states=states)
    return Loop(controller, sample=SAMPLE, qd0=desired.qd[round(START / SAMPLE)])


def simulated(level: str, runs: int, seed: int, at: str = "measured") -> list[Log]:
    """The logs of all runs, which differ by their noise, at one level of it."""
    noise, quantum, share = LEVELS[level]
    real, model, desired, added = arm(1.5), believed(at), reference(), friction(at)
    assert desired.qd is not None and desired.qdd is not None
    rng = np.random.default_rng(seed)
    q, qd = np.tile(desired.q[0], (runs, 1)), np.tile(desired.qd[0], (runs, 1))
    read, speed = q.copy(), qd.copy()
    logged: list[tuple[np.ndarray, np.ndarray]] = []
    for k in range(len(desired.q) - 1):
        before, read = read, quantum * np.round((q + noise * rng.normal(size=q.shape)) / quantum)
        if k:
            speed = speed + SMOOTHED * ((read - before) / SAMPLE - speed)
        wanted = desired.qdd[k] + KD * (desired.qd[k] - speed) + KP * (desired.q[k] - read)
        tau = model.inverse_dynamics(read, speed, wanted) + added[k]
        logged.append((read, tau))
        for _ in range(round(SAMPLE / STEP)):
            q, qd = runge_kutta(real, q, qd, tau)
    positions, torques = (np.array(each) for each in zip(*logged, strict=True))
    torques = torques + share * torques.std(axis=0) * rng.normal(size=torques.shape)
    every = slice(round(START / SAMPLE), None, round(KEPT / SAMPLE))  # after the load has been picked up
    t = desired.time[:-1][every] - START
    return [Log(t, positions[every, run], torques[every, run], joints=real.joint_names) for run in range(runs)]


def runge_kutta(robot: linkwise.Robot, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One step of order four with held torques."""
    h = STEP
    a1 = robot.forward_dynamics(q, qd, tau)
    v2 = qd + 0.5 * h * a1
    a2 = robot.forward_dynamics(q + 0.5 * h * qd, v2, tau)
    v3 = qd + 0.5 * h * a2
    a3 = robot.forward_dynamics(q + 0.5 * h * v2, v3, tau)
    v4 = qd + h * a3
    a4 = robot.forward_dynamics(q + h * v3, v4, tau)
    return q + h / 6.0 * (qd + 2.0 * v2 + 2.0 * v3 + v4), qd + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)


def one(log: Log, estimator: str, choices: str, at: str) -> dict[str, float] | str:
    """How far a fit's torques are from the true ones on another motion, in %, and dry friction from the true one."""
    real = arm(1.5)
    test = simulated_log(real, 10.0, 100.0, seed=9)
    given = {"filter": FILTERS[choices], "estimator": estimator, "rotors": True, "width": WIDTH, "suggest": False}
    given |= {"loop": loop(at)} if estimator == "didim" else {}
    try:
        fit = bare().identify(log, accept=["lag"], **given)  # type: ignore[arg-type]
    except LinkwiseError as error:
        return str(error).splitlines()[0]
    found = fit.predict(test.q, test.qd, test.qdd)
    off = 100.0 * np.sqrt(np.sum((found - test.tau) ** 2) / np.sum(test.tau**2))
    values = dict(zip(fit.names, fit.values.tolist(), strict=True))
    true = [body.joint.friction.numbers[1] for body in linkwise.load("tx40").tree.bodies]
    dry = [abs(values[f"FC{j}"] / value - 1.0) for j, value in enumerate(true, 1)]
    return {"elsewhere": float(off), "training": 100.0 * fit.errors[0].total, "dry": 100.0 * float(np.mean(dry))}


NOTE = "Errors on another motion in % of the torques: mean ± standard deviation over the runs; the best is bold."


def tables(runs: dict[str, Any]) -> dict[str, Table]:
    """The errors by loop: a row for each level of noise and filter, a column for each estimator."""
    found = {}
    for at in LOOPS:
        names, rows = [*ESTIMATORS, "didim"], []
        for level in LEVELS:
            for choices, by in runs.get(f"{level}, friction compensated at the {at} velocity", {}).items():
                best = min(by, key=lambda name, by=by: float(np.mean(by[name])))
                cells = [_cell(by[name], name == best) if name in by else "refused" for name in names]
                rows.append([level.removesuffix(" encoders"), choices, *cells])
        found[at] = Table(["encoders", "filter", *names], rows)
    return found


def _cell(errors: list[float], best: bool) -> str:
    text = f"{np.mean(errors):.2f}" + (f" ± {np.std(errors):.2f}" if len(errors) > 1 else "")
    return f"**{text}**" if best else text


def main() -> None:
    """Simulate, fit, print a table, write the figures."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--runs", type=int, default=20)
    asked.add_argument("--fits", type=int, help="only to the first of these runs")
    asked.add_argument("--threads", type=int, default=2)
    asked.add_argument("--estimators", default=",".join([*ESTIMATORS, "didim"]))
    asked.add_argument("--write", action="store_true", help="into bench/results, beside what is there")
    asked.add_argument("--loops", default=",".join(LOOPS))
    given = asked.parse_args()
    results: dict[str, dict[str, dict[str, list[float]]]] = {}
    for at, level in [(at, level) for at in given.loops.split(",") for level in LEVELS]:
        logs = simulated(level, given.runs, seed=3, at=at)[: given.fits]
        case = f"{level}, friction compensated at the {at} velocity"
        for choices in FILTERS:
            print(f"\n{case}; {choices}: % on another motion, training, dry friction", flush=True)
            for estimator in given.estimators.split(","):
                begun = time.perf_counter()
                with ThreadPoolExecutor(given.threads) as pool:
                    each = list(pool.map(lambda log, e=estimator, c=choices, a=at: one(log, e, c, a), logs))
                good = [found for found in each if isinstance(found, dict)]
                refused = sorted({found for found in each if isinstance(found, str)})
                if good:
                    table = {name: [found[name] for found in good] for name in good[0]}
                    results.setdefault(case, {}).setdefault(choices, {})[estimator] = table["elsewhere"]
                    spread = f"{np.mean(table['elsewhere']):7.2f} ± {np.std(table['elsewhere']):.2f}"
                    print(f"  {estimator:12} {spread}", *(f"{np.mean(table[x]):7.2f}" for x in ("training", "dry")))
                taken = (time.perf_counter() - begun) / len(logs)
                print(f"  {'':12} {len(good)} of {len(logs)} fits, {taken:.2f} s each", flush=True)
                for why in refused:
                    print(f"  {estimator:12} refused: {why}")
    if given.write:
        path = recorded.RESULTS / "estimators.json"
        runs = json.loads(path.read_text(encoding="utf-8"))["runs"] if path.exists() else {}
        for case, by_filter in results.items():
            for choices, found in by_filter.items():
                runs.setdefault(case, {}).setdefault(choices, {}).update(found)
        plain = {at: table._asdict() for at, table in tables(runs).items()}
        kept = {"machine": machine(), "by": "python -m bench.estimators", "note": NOTE, "tables": plain, "runs": runs}
        recorded.written("estimators", kept)


if __name__ == "__main__":
    main()
