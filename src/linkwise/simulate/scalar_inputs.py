"""What drives a robot, where machine code can follow it: numbers, controllers over scalars, trajectories, contacts.

A controller's function is part of the program; numbers and the polynomials of trajectories are given to it, so that the
same code serves other gains and other motions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.lasting import identity, lasting_text
from ..contact.acting import contacts_of
from ..errors import LinkwiseError
from ..rollouts.in_loop import controller_of, kind_of, pass_torques
from ..trajectories import AbstractTrajectory
from ..trajectories.polynomials import Pieces
from ..trajectories.taylor import as_polynomials


@dataclass(frozen=True)
class Asked:
    """Numbers that a Python function gives at every time and state."""

    size: int


Value = Array | Pieces | Asked
"""Numbers that do not change, a trajectory, or numbers that are asked for."""


@dataclass(frozen=True, eq=False)
class ScalarInputs:
    """A function (eq, t, q, qd, *inputs) of joint forces, and what it and the robot are given."""

    function: Any
    values: tuple[Value, ...]
    """The function's inputs, effort limits if there are any, wrenches: in this order."""
    count: int
    """How many of them are the function's."""
    saturated: bool
    wrenches: tuple[str, ...]
    """The frames of wrenches that are numbers."""
    contacts: tuple[tuple[str, tuple[Any, ...]], ...]
    owner: Any
    """The object the function came from, by which it is remembered if it has no lasting name."""
    slides: tuple[int, ...] | None = None
    """The joints with dry friction, if the modes of all joints are the last of the values."""
    held: int = 0
    """How many of the first numbers the code asks for itself when a stretch of time begins: sampled torques."""

    @property
    def sizes(self) -> tuple[tuple[str, int], ...]:
        """What each value is: so many numbers, or a trajectory of polynomials with so many coefficients."""
        kinds = {Pieces: "path", Asked: "asked"}
        counts = (x.coefficients.shape[1] if isinstance(x, Pieces) else x.size for x in self.values)
        return tuple((kinds.get(type(x), "numbers"), k) for x, k in zip(self.values, counts, strict=True))

    @property
    def asks(self) -> int:
        """How many numbers are asked for."""
        return sum(value.size for value in self.values if isinstance(value, Asked))

    @property
    def key(self) -> Hashable:
        """What the program depends on, within this process."""
        function = identity(self.function)
        named = identity(self.owner) if function is None else function
        contacts = tuple((frame, tuple(identity(each) or id(each) for each in some)) for frame, some in self.contacts)
        shape = (self.sizes, self.count, self.saturated, self.slides, self.held)
        return named or id(self.owner), shape, self.wrenches, contacts

    @property
    def text(self) -> str | None:
        """The same for all time; None if a function has no lasting name."""
        parts = [self.function, *(each for _, some in self.contacts for each in some)]
        texts = [lasting_text(part) for part in parts]
        if None in texts:
            return None
        shape = (self.sizes, self.count, self.saturated, self.wrenches, tuple((f, len(c)) for f, c in self.contacts))
        shape = shape if self.slides is None else (*shape, self.slides)  # type: ignore[assignment]
        shape = (*shape, "held", self.held) if self.held else shape  # type: ignore[assignment]
        return "\n".join([repr(shape), *(text for text in texts if text is not None)])

    def with_modes(self, slides: tuple[int, ...], modes: Array) -> ScalarInputs:
        """The same, given the modes of joints that slide or are held."""
        return replace(self, values=(*self.values, modes), slides=slides)


def scalar_inputs(robot: Any, tau: Any, controller: Any, wrenches: Any, most: Array | None) -> ScalarInputs | None:
    """What was given to `simulate`, checked before; None if it has states, or functions of time over scalars.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> scalar_inputs(arm, [1.0, 2.0], None, None, None).sizes
    (('numbers', 2),)
    >>> scalar_inputs(arm, lambda t, q, qd: -qd, None, None, None).sizes
    (('asked', 2),)
    """
    function, values = pass_torques, list[Value | None]()
    if callable(tau) or (controller is not None and not _over_scalars(controller)):
        values.append(Asked(robot.n))
    elif controller is None:
        values.append(np.zeros(robot.n) if tau is None else np.asarray(tau, float))
    else:
        loop = controller_of(controller)
        function, values = loop.function, [_value(robot, value) for value in loop.inputs.values()]
        if any(value is None for value in values):
            function, values = pass_torques, [Asked(robot.n)]  # its inputs are functions of time
    count, frames, contacts = len(values), list[str](), list[tuple[str, tuple[Any, ...]]]()
    if most is not None:
        values.append(np.asarray(most, float))
    for frame, wrench in (wrenches if isinstance(wrenches, Mapping) else {}).items():
        name = robot.tree.frame(frame).name
        if some := contacts_of(wrench):
            contacts.append((name, some))
        else:
            frames.append(name)
            values.append(Asked(6) if callable(wrench) else np.asarray(wrench, float).ravel())
    if len({*frames, *(frame for frame, _ in contacts)}) < len(frames) + len(contacts):
        return None  # two names of one frame
    known = tuple(value for value in values if value is not None)
    if len(known) < len(values):
        return None
    return ScalarInputs(
        function,
        known,
        count,
        most is not None,
        tuple(frames),
        tuple(contacts),
        tau if controller is None else controller,
    )


def _over_scalars(controller: Any) -> bool:
    """Whether a controller is a function over scalars with inputs, and has no state of its own."""
    return (
        hasattr(controller, "function")
        and hasattr(controller, "inputs")
        and not (hasattr(controller, "rate") or getattr(controller, "states", None) is not None)
    )


def _value(robot: Any, declared: Any) -> Value | None:
    """An input as numbers or as polynomials; None if it is a function of time."""
    try:
        kind, value = kind_of(declared)
    except LinkwiseError:
        return None
    if kind == "timed":
        ours = isinstance(value, AbstractTrajectory) and value.n == robot.n
        return as_polynomials(value) if ours else None
    array = np.asarray(value, float)
    return None if kind == "each" and array.ndim > 1 else array.ravel()
