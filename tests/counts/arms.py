"""The arms whose operations are counted: from files, and with the geometry the sources count for."""

import math

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Inertia
from linkwise.model import Body, Model, Revolute, rewrite
from linkwise.model.dh import DHRow
from tests.robots import example_robots

QUARTER = math.pi / 2


def for_programs(model: Model) -> Model:
    """The model that programs are traced on: base parameters, Denavit–Hartenberg frames, links alone."""
    bare = rewrite.without_rotors(rewrite.without_friction(rewrite.merge_fixed(model)))
    return rewrite.regroup(rewrite.dh_gauge(bare))


def from_file(name: str, held: dict[str, float]) -> Model:
    path = example_robots().get(name)
    if path is None:
        pytest.skip("example-robot-data is not installed: pip install 'linkwise[test]'")
    robot = linkwise.load(path)
    return for_programs((robot.lock(held) if held else robot).model)


def chain(alpha: list[float], d: list[float], r: list[float], parameters: list[list[float]]) -> Model:
    """Revolute joints from Khalil's constants, and the ten parameters of each link."""
    bodies = []
    for j, (a, along, up, ten) in enumerate(zip(alpha, d, r, parameters, strict=True)):
        name, parent = f"link{j + 1}", f"link{j}" if j else "base"
        T = DHRow(j - 1, alpha=a, d=along, r=up).constant.tagged(parent, name)
        bodies.append(Body(name, j - 1, T, Revolute(f"joint{j + 1}"), Inertia.of_parameters(ten, name)))
    return for_programs(Model("arm", tuple(bodies)))


def generic(seed: int) -> list[list[float]]:
    """Ten parameters for each of six links, none zero and no two alike; no body need have them."""
    return np.random.default_rng(seed).uniform(0.5, 2.0, (6, 10)).tolist()


def rx90(parameters: list[list[float]]) -> Model:
    """The geometry of Khalil & Dombre, Example 9.1."""
    alpha = [0.0, QUARTER, 0.0, -QUARTER, QUARTER, -QUARTER]
    return chain(alpha, [0.0, 0.0, 0.45, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.45, 0.0, 0.0], parameters)


def simplified() -> list[list[float]]:
    """Example 9.3: diagonal tensors and few first moments, whose base parameters are the 19 of Table 9.4."""
    moments = ["z", "xy", "y", "z", "y", "z"]
    kept = [[k in (0, 3, 5, 9) or (6 <= k < 9 and "xyz"[k - 6] in axes) for k in range(10)] for axes in moments]
    return (np.array(generic(2)) * kept).tolist()


def general(alpha: list[float], seed: int = 3) -> Model:
    """Six revolute joints with all constants; the base frame stands in the first joint, its axis along gravity."""
    d, r = np.random.default_rng(seed).uniform(0.1, 1.0, (2, 5)).tolist()
    return chain([0.0, *alpha], [0.0, *d], [0.0, *r], generic(4))


ARMS = {
    "panda": lambda: from_file("panda", {"panda_finger_joint1": 0.0}),
    "ur5": lambda: from_file("ur5_robot", {}),
    "rx90": lambda: rx90(generic(1)),
    "rx90 simplified": lambda: rx90(simplified()),
    "general 6R": lambda: general([0.3, 0.5, 0.7, 0.9, 1.1]),
    "general 6R, quarter turns": lambda: general([-QUARTER, QUARTER, -QUARTER, QUARTER, -QUARTER]),
}
"""Every arm by name."""
