"""Work that costs nothing, and sweeps small enough for tests."""

from dataclasses import astuple, dataclass, field

import numpy as np

import linkwise
from linkwise.rollouts import InLoop
from linkwise.sweep import Normal, Sweep, Uniform
from linkwise.sweep.bins import AbstractBins, Relative
from linkwise.sweep.block import Merger, RolloutNumbers, Summary, summarised
from linkwise.sweep.random_numbers import uniforms

FAILING = 97
"""Of the fake's rollouts, those with this index, twice it, and so on, fail."""


@dataclass
class Fake:
    """Blocks of numbers by a formula, with failures and gaps, and a list of the blocks that were run."""

    bins: AbstractBins = field(default_factory=Relative)
    keep: bool = False
    asked: list = field(default_factory=list)

    def numbers(self, first: int, count: int) -> RolloutNumbers:
        """Three numbers a rollout: spread over octaves, around a far mean, and with some that are not finite."""
        u = uniforms(5, "fake", first, count, 3)
        index = first + np.arange(count)
        x = np.stack([np.exp(9.0 * u[:, 0] - 4.0) * np.sign(u[:, 1] - 0.3), 1e6 + u[:, 1], u[:, 2]], axis=1)
        x[index % 41 == 7, 2] = np.nan
        why = np.where((index % FAILING == 0) & (index > 0), 1 + index % 2, 0).astype(np.int8)
        return RolloutNumbers({"x": x}, why, np.where(why > 0, 10 + index, -1))

    def block(self, first: int, count: int, threads: int = 1) -> Summary:
        """The summary of a block, as the real work gives it."""
        self.asked.append((first, count))
        return summarised(self.numbers(first, count), first, {"x": self.bins}, self.keep)


def merged(blocks: list[Summary], rollouts: int) -> Merger:
    """Blocks in any order, as one."""
    merger = Merger(rollouts)
    for block in blocks:
        merger.add(block)
    return merger


def spring(eq, t, q, qd, stiffness, rest):
    """A spring, a damper and the weight."""
    return [
        k * (r - x) - 0.5 * v + g for k, r, x, v, g in zip(stiffness, rest, q, qd, eq.gravity_forces(q), strict=True)
    ]


def height(eq, t, q, qd, tau):
    """The height of the tip."""
    return eq.forward_kinematics(q)[1][3]


def forces(eq, t, q, qd, tau):
    """The forces of the controller."""
    return tau


SPREADS = {
    "q0": Normal([0.3, 0.6], [0.1, 0.2]),
    "qd0": {"joint2": Uniform(-0.5, 0.5)},
    "payload.mass": Uniform(0.0, 2.0),
    "payload.com": Normal([0.1, 0.0, 0.0], 0.02),
    "controller.rest": Uniform(-0.2, 0.2),
}


def small(rollouts: int = 300, spreads: dict | None = None, **options) -> Sweep:
    """A planar arm under a spring."""
    asked: dict = {
        "step": 2e-3,
        "steps": 60,
        "outputs": {"height": height, "tau": forces},
        "reduce": {"top": ("max", "height"), "peak": ("max", "tau")},
        "block": 64,
        "seed": 11,
    }
    asked["controller"] = InLoop(spring, {"stiffness": [40.0, 20.0], "rest": [0.0, 0.0]})
    return linkwise.load("planar2r").sweep(rollouts, SPREADS if spreads is None else spreads, **(asked | options))


def bits(sweep: Sweep) -> dict[str, bytes]:
    """Everything a sweep found, to the last bit."""
    found = {"failed": repr(astuple(sweep.failed)).encode(), "rollouts": repr(sweep.rollouts).encode()}
    for name, one in sweep.statistics.items():
        found |= {f"{name}.{key}": array.tobytes() for key, array in one.tally.arrays.items()}
        if one.kept is not None:
            found[f"{name}.kept"] = one.kept.tobytes()
    return found
