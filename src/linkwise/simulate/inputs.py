"""What drives the system: torques, controllers, wrenches, companions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import vector, whole
from ..contact.acting import ActingContact
from ..errors import BadArray, InvalidModel, UnknownName, plain, shown
from ..rollouts.sampled import require_driven, sampled_of
from .breaks import Stretch
from .caller_function import CallerFunction, OfState, Trouble
from .sampled import HeldStates, SampledTorques
from .system import Companion, System, driven_coordinates, driven_names

Placed = dict[str, tuple[Companion, slice]]
"""Companions with their slices of z, the vector of all their states."""

Torques = Callable[[float, Array, Array, Array], Array]
"""A function (t, q, qd, z) -> tau."""


@dataclass(frozen=True)
class Inputs:
    """Everything that acts on a system during one run."""

    force: Torques
    acting: dict[str, Array | CallerFunction]
    """Wrenches by frame."""
    companions: Placed
    most: Array | None
    """The effort limits that torques are clipped at, or None."""
    trouble: Trouble

    constant: bool = False
    """Whether the torques are constant, and nothing else acts."""
    stretch: Stretch = field(default_factory=Stretch)
    """The stretch of time between two breaks that the run is in."""
    sampler: SampledTorques | None = None
    """What holds the torques, if the controller samples."""

    @property
    def size(self) -> int:
        """The entries of z."""
        return sum(place.stop - place.start for _, place in self.companions.values())

    @property
    def steady(self) -> bool:
        """Whether wrenches do not depend on the state, and there are no companions."""
        return not self.companions and not any(isinstance(w, CallerFunction) for w in self.acting.values())

    @property
    def touching(self) -> bool:
        """Whether some wrenches are those of contacts."""
        functions = (w.function for w in self.acting.values() if isinstance(w, CallerFunction))
        return any(isinstance(function, ActingContact) for function in functions)

    def start(self, q0: Array, qd0: Array) -> Array:
        """The state z of all companions at the beginning."""
        z = np.empty(self.size)
        for name, (companion, place) in self.companions.items():
            begin = companion.start(q0.copy(), qd0.copy())
            z[place] = vector(f"the start of {shown(name)}", begin, place.stop - place.start, "as many as its size")
        return z

    def torques(self, t: float, q: Array, qd: Array, z: Array) -> Array:
        """τ, clipped at the effort limits if `saturate` was given."""
        tau = self.force(self.stretch.inside(t), q, qd, z)
        return tau if self.most is None else np.clip(tau, -self.most, self.most)

    def wrenches(self, t: float, q: Array, qd: Array) -> dict[str, Array]:
        """The wrench at each frame."""
        t = self.stretch.inside(t)
        return {name: w(t, q, qd) if isinstance(w, CallerFunction) else w for name, w in self.acting.items()}

    def rates(self, t: float, q: Array, qd: Array, tau: Array, z: Array) -> Array:
        """ż of all companions."""
        t, out = self.stretch.inside(t), np.empty(self.size)
        for name, (companion, place) in self.companions.items():
            size, what = place.stop - place.start, f"the rate of {shown(name)}"
            rate = CallerFunction(what, companion.rate, size, self.trouble, "(t, q, qd, tau, z)")
            out[place] = rate(t, q, qd, tau, z[place])
        return out


def inputs(
    system: System,
    tau: Any,
    controller: Any,
    wrenches: Mapping[str, Any] | None,
    companions: Mapping[str, Any] | None,
    saturate: bool,
    sample: Any = None,
) -> Inputs:
    """All inputs of a run, checked."""
    require_driven(sample, tau, controller)
    sampled, controller = sampled_of(sample), getattr(controller, "stateful", None) or controller
    driven, trouble = driven_coordinates(system), Trouble()
    m = len(driven_names(system))
    if not isinstance(saturate, bool | np.bool_):
        raise BadArray(f"saturate is {plain(repr(saturate), 60)}.", "True or False was expected.")
    if tau is not None and controller is not None:
        raise BadArray(
            "tau and controller were both given.", "One of them was expected.", "let the controller add the torque."
        )
    checked = _checked_companions(companions)
    updates = hasattr(controller, "update") and not hasattr(controller, "rate")
    stateful = hasattr(controller, "force") and (updates or hasattr(controller, "rate"))
    if stateful and updates and sampled is None:
        raise BadArray(
            "the controller has states that change at samples.", "A sample period was expected.", "sample=0.001, say."
        )
    if stateful:
        if "controller" in checked:
            raise BadArray(
                "companions has one called 'controller'.",
                "That name belongs to the controller, which has a state of its own.",
                "call it something else.",
            )
        checked |= _checked_companions({"controller": HeldStates(controller) if updates else controller})
    placed: Placed = {}
    used = 0
    for name, companion in checked.items():
        size = whole(f"the size of {shown(name)}", companion.size, 1)
        placed[name], used = (companion, slice(used, used + size)), used + size
    if stateful:
        force = _stateful(system, controller, placed["controller"][1], m, trouble)
    else:
        force = _force(system, tau, controller, m, trouble)
    most = np.array(system.limits.effort)[driven] if saturate else None
    if most is not None and np.isinf(most).all():
        raise BadArray(
            f"{shown(system.name)} has no effort limits to clip torques at.",
            "saturate=True needs at least one.",
            "robot.with_limits(…) sets them; otherwise leave out saturate.",
        )
    acting = _wrenches(system, wrenches, trouble)
    constant = (sampled is not None or (controller is None and not callable(tau))) and not acting and not placed
    if sampled is None:
        return Inputs(force, acting, placed, most, trouble, constant)
    sampler = SampledTorques(sampled, force, (system.n, m))
    if stateful and updates:
        place = placed["controller"][1]
        what, size = "the update of the controller", place.stop - place.start
        sampler.update = CallerFunction(what, controller.update, size, trouble, "(t, q, qd, z)")
        sampler.place = place
    return Inputs(sampler, acting, placed, most, trouble, constant, sampler=sampler)


def _stateful(system: System, controller: Any, place: slice, m: int, trouble: Trouble) -> Torques:
    """The torques of a controller whose state is a part of z."""
    names = driven_names(system)
    function = CallerFunction("controller", controller.force, m, trouble, "(t, q, qd, z)", names)
    return lambda t, q, qd, z: function(t, q, qd, z[place])


def _force(system: System, tau: Any, controller: Any, m: int, trouble: Trouble) -> Torques:
    """Torques from constants, or from a function of time and state."""
    names = driven_names(system)
    drive, name = (tau, "tau") if controller is None else (controller, "controller")
    if callable(drive):
        return OfState(CallerFunction(name, drive, m, trouble, entries=names))
    if controller is not None:
        raise BadArray(
            f"the controller is {plain(repr(controller), 60)}.",
            "A function (t, q, qd) -> tau was expected, or an object with size, start, force and rate or update.",
        )
    meaning = f"one torque or force per input of {shown(system.name)}"
    constant = np.zeros(m) if tau is None else vector("tau", tau, m, meaning, entries=names)
    return lambda t, q, qd, z: constant


def _wrenches(
    system: System, wrenches: Mapping[str, Any] | None, trouble: Trouble
) -> dict[str, Array | CallerFunction]:
    """Wrenches by frame, constant or functions of time and state."""
    if wrenches is not None and not isinstance(wrenches, Mapping):
        raise BadArray(
            f"wrenches is {plain(repr(wrenches), 60)}.", "A dict {frame: six numbers, or a function} was expected."
        )
    acting: dict[str, Array | CallerFunction] = {}
    for name, wrench in (wrenches or {}).items():
        frames = getattr(system, "frames", None)
        if frames is not None and name not in frames:
            raise UnknownName("frame", name, f"robot {shown(system.name)}", frames)
        what = f"the wrench at {shown(name)}"
        meaning = "moment about the frame's origin and force, base axes"
        acting[name] = (
            CallerFunction(what, wrench, 6, trouble) if callable(wrench) else vector(what, wrench, 6, meaning)
        )
    return acting


def _checked_companions(companions: Mapping[str, Any] | None) -> dict[str, Companion]:
    if companions is not None and not isinstance(companions, Mapping):
        raise BadArray(f"companions is {plain(repr(companions), 60)}.", "A dict {name: companion} was expected.")
    for name, companion in (companions or {}).items():
        if not isinstance(name, str) or not isinstance(companion, Companion):
            raise InvalidModel(
                f"{plain(repr(companion), 60)} cannot be a companion called {plain(repr(name), 60)}.",
                "A name, and an object with size, start(q0, qd0) and rate(t, q, qd, tau, z) were expected.",
            )
    return dict(companions or {})
