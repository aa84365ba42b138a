"""Every contestant must give the answers of Pinocchio's Python calls before it is measured."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.tolerances import AGREEMENT, solving

import linkwise
from linkwise.calls.sampling import fixed_states
from linkwise.costs.measure.pinocchio import Pinocchio

from .cpp_loop import Loop
from .quantities import QUANTITIES

Array = NDArray[np.float64]
STATES = 5


class Disagreement(Exception):
    """Two answers differ by more than rounding."""


def agreement(robot: linkwise.Robot, peer: Pinocchio, loops: Mapping[str, Loop], key: str) -> dict[str, float]:
    """The largest relative difference of linkwise and of each C++ build; raises Disagreement.

    >>> from bench.robots import robot
    >>> agreement(robot("panda"), Pinocchio.of(robot("panda")), {}, "g")["linkwise"] < 1e-12
    True
    """
    quantity = QUANTITIES[key]
    worst: dict[str, float] = {}
    kernel = robot.compile(quantity.question)
    takes = len(kernel.signature.takes)
    for state in zip(*fixed_states(robot.n, 3, STATES), strict=True):
        reference = comparable(robot, key, peer.answer(quantity.question, *state), state, peer)
        allowed = AGREEMENT
        if key == "qdd":
            M = peer.answer("mass_matrix", state[0])
            allowed = 8.0 * max(allowed, solving(M))  # Pinocchio's own two ways differ by six times that on iCub
        answers = {"linkwise": comparable(robot, key, _flat(kernel(*state[:takes]), key), state, None)}
        for build, loop in loops.items():
            for name in quantity.loops:
                given = loop.answer(name, *state)
                answers[f"{build} {name}"] = comparable(robot, key, given, state, peer)
        for who, answer in answers.items():
            off = float(np.max(np.abs(answer - reference)) / np.max(np.abs(reference)))
            worst[who] = max(worst.get(who, 0.0), off)
            if not off <= allowed:
                what = f"{quantity.question} of {robot.name}"
                raise Disagreement(f"{what}: {who} is off by {off:.1e} of the largest entry, {allowed:.1e} is allowed")
    return worst


def _flat(answer: Any, key: str) -> Array:
    return np.hstack([answer[0], answer[1]]) if key == "dtau" else np.asarray(answer)


def comparable(
    robot: linkwise.Robot, key: str, answer: Array, state: tuple[Array, ...], peer: Pinocchio | None
) -> Array:
    """The part of an answer that must agree, as a flat array: C is not unique, but C q̇ is; Y depends on the order of
    parameters, but Y π does not (`peer` is given if the order is Pinocchio's)."""
    if key == "C":
        return np.asarray(answer.reshape(robot.n, robot.n) @ state[1])
    if key == "Y":
        ours = [p for body in robot.tree.bodies for p in body.inertia.parameters]
        theirs = [p for inertia in list(peer.model.inertias)[1:] for p in inertia.toDynamicParameters()] if peer else []
        return np.asarray(answer.reshape(robot.n, -1) @ np.array(theirs if peer else ours, float))
    return answer.reshape(-1)
