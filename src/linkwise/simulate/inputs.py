"""What drives the system: torques, controllers, wrenches, companions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, InvalidModel, LinkwiseError, UnknownName, shown
from .given import Answer, Trouble, state
from .system import Companion, System, torques

Sized = dict[str, tuple[Companion, slice]]
"""Companions with their places in z, the vector of all their states."""


@dataclass(frozen=True)
class Inputs:
    """All that acts on a system during one run."""

    force: Callable[[float, Array, Array, Array], Array]
    pressing: dict[str, Array | Answer]
    companions: Sized
    most: Array | None
    """The effort limits that torques are cut at, or None."""
    trouble: Trouble

    constant: bool = False
    """Whether the torques are constant, and nothing else acts."""

    @property
    def size(self) -> int:
        """The entries of z."""
        return sum(place.stop - place.start for _, place in self.companions.values())

    @property
    def steady(self) -> bool:
        """Whether wrenches do not depend on the state, and no companion runs along."""
        return not self.companions and not any(isinstance(w, Answer) for w in self.pressing.values())

    def torques(self, t: float, q: Array, qd: Array, z: Array) -> Array:
        """τ, cut at the effort limits where that was asked for."""
        tau = self.force(t, q, qd, z)
        return tau if self.most is None else np.clip(tau, -self.most, self.most)

    def wrenches(self, t: float, q: Array, qd: Array) -> dict[str, Array]:
        """What presses at each frame."""
        return {name: w(t, q, qd) if isinstance(w, Answer) else w for name, w in self.pressing.items()}

    def rates(self, t: float, q: Array, qd: Array, tau: Array, z: Array) -> Array:
        """ż of all companions."""
        out = np.empty(self.size)
        for name, (companion, place) in self.companions.items():
            size = place.stop - place.start
            rate = Answer(f"the rate of {shown(name)}", companion.rate, size, self.trouble, "(t, q, qd, tau, z)")
            out[place] = rate(t, q, qd, tau, z[place])
        return out


def inputs(
    system: System,
    tau: Any,
    controller: Any,
    wrenches: Mapping[str, Any] | None,
    along: Mapping[str, Any] | None,
    saturate: bool,
) -> Inputs:
    """All inputs, checked."""
    driven, trouble = torques(system), Trouble()
    m = driven.stop - driven.start
    if not isinstance(saturate, bool | np.bool_):
        raise BadArray(f"saturate is {shown(repr(saturate))}.", "True or False.")
    if tau is not None and controller is not None:
        raise BadArray("tau and controller were both given.", "One of them.", "let the controller add the torque.")
    every = _checked_companions(along)
    stateful = hasattr(controller, "rate") and hasattr(controller, "force")
    if stateful:
        if "controller" in every:
            raise BadArray("along has a companion called 'controller'.", "The controller has that name.")
        every |= _checked_companions({"controller": controller})
    placed: Sized = {}
    used = 0
    for name, companion in every.items():
        size = _size(name, companion)
        placed[name], used = (companion, slice(used, used + size)), used + size
    if stateful:
        own = placed["controller"][1]
        steer = Answer("controller", controller.force, m, trouble, "(t, q, qd, z)", system.joint_names[driven])
        force = lambda t, q, qd, z: steer(t, q, qd, z[own])  # noqa: E731
    else:
        force = _force(system, tau, controller, m, trouble)
    most = np.array(system.limits.effort)[driven] if saturate else None
    if most is not None and np.isinf(most).all():
        raise BadArray(
            f"{shown(system.name)} has no effort limits to cut torques at.",
            "saturate=True needs some.",
            "robot.with_limits gives them; otherwise leave it out.",
        )
    pressing = _pressing(system, wrenches, trouble)
    constant = controller is None and not callable(tau) and not pressing and not placed
    return Inputs(force, pressing, placed, most, trouble, constant)


def _force(
    system: System, tau: Any, controller: Any, m: int, trouble: Trouble
) -> Callable[[float, Array, Array, Array], Array]:
    given = controller if controller is not None else tau
    name = "controller" if controller is not None else "tau"
    if callable(given):
        by = Answer(name, given, m, trouble, entries=system.joint_names[torques(system)])
        return lambda t, q, qd, z: by(t, q, qd)
    if controller is not None:
        raise BadArray(
            f"the controller is {shown(repr(controller))}.",
            "A function (t, q, qd) -> tau was expected, or an object with size, start, rate and force.",
        )
    constant = np.zeros(m) if tau is None else state("tau", tau, m, f"one torque or force per input of {system.name}")
    return lambda t, q, qd, z: constant


def _pressing(system: System, wrenches: Mapping[str, Any] | None, trouble: Trouble) -> dict[str, Array | Answer]:
    if wrenches is not None and not isinstance(wrenches, Mapping):
        raise BadArray(f"wrenches is {shown(repr(wrenches))}.", "A dict {frame: six numbers or a function}.")
    found: dict[str, Array | Answer] = {}
    for name, wrench in (wrenches or {}).items():
        frames = getattr(system, "frames", None)
        if frames is not None and name not in frames:
            raise UnknownName("frame", name, f"robot {shown(system.name)}", frames)
        what = f"the wrench at {shown(name)}"
        meaning = "moment about the frame's origin and force, base axes"
        found[name] = Answer(what, wrench, 6, trouble) if callable(wrench) else state(what, wrench, 6, meaning)
    return found


def _checked_companions(along: Mapping[str, Any] | None) -> dict[str, Companion]:
    if along is not None and not isinstance(along, Mapping):
        raise BadArray(f"along is {shown(repr(along))}.", "A dict {name: companion} was expected.")
    for name, companion in (along or {}).items():
        if not isinstance(name, str) or not isinstance(companion, Companion):
            raise InvalidModel(
                f"{shown(repr(companion))} cannot run along as {shown(repr(name))}.",
                "A name, and an object with size, start(q0, qd0) and rate(t, q, qd, tau, z) were expected.",
            )
    return dict(along or {})


def _size(name: str, companion: Companion) -> int:
    size = companion.size
    if not isinstance(size, int | np.integer) or isinstance(size, bool) or size < 1:
        raise LinkwiseError(f"the size of {shown(name)} is {shown(repr(size))}.", "An integer above 0 was expected.")
    return int(size)
