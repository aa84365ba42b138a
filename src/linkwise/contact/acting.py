"""Contacts on a system: as functions of time and state for simulations, within the equations for rollouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..algebra import Scalar
from ..algebra.matrices import plus
from ..calls.arrays import Array
from ..calls.equations import Equations
from ..calls.function_program import FunctionProgram
from ..errors import NotForThisRobot, UnknownName, plain, shown
from .contact import AbstractContact

MOST_BODIES = 60
"""The longest robot whose contacts are compiled with its kinematics; for longer ones these are asked separately."""


class ActingContact:
    """Contacts at one frame of a system, as a function (t, q, qd) of the wrench.

    >>> import linkwise
    >>> floor = linkwise.contact.PlaneContact(1000.0, normal=[0, 1, 0])
    >>> acting = ActingContact(linkwise.load("planar2r"), "tip", (floor,))
    >>> acting(0.0, [-0.1, 0.0], [0.0, 0.0])[4].round(3)
    np.float64(159.733)
    """

    def __init__(self, system: Any, frame: str, contacts: tuple[AbstractContact, ...]):
        if not hasattr(system, "forward_kinematics"):
            raise NotForThisRobot(
                f"{shown(system.name)} has no forward kinematics.", "A contact needs to know where its frame is."
            )
        self.system, self.frame, self.contacts = system, frame, contacts
        tree = getattr(system, "tree", None)
        self._compiled: Callable[..., Any] | None = None
        if tree is not None and len(tree.bodies) <= MOST_BODIES:
            n, name = (tree.n,), "contact"
            self._compiled = FunctionProgram(tree, self._wrench, {"q": n, "qd": n}, {"wrench": (6,)}, name).kernel()

    def __call__(self, t: float, q: Any, qd: Any) -> Array:
        """The sum of the wrenches."""
        if self._compiled is not None:
            return np.asarray(self._compiled(q, qd))
        return np.sum([contact.at(self.system, q, qd, self.frame) for contact in self.contacts], axis=0)

    def _wrench(self, eq: Equations, q: Sequence[Scalar], qd: Sequence[Scalar]) -> list[Scalar]:
        return summed(eq, q, qd, self.frame, self.contacts)

    def __repr__(self) -> str:
        return plain(f"ActingContact({shown(self.frame)}: {', '.join(map(repr, self.contacts))})", 100)


def summed(
    eq: Equations, q: Sequence[Scalar], qd: Sequence[Scalar], frame: str, contacts: Sequence[AbstractContact]
) -> list[Scalar]:
    """The wrenches of all contacts at a frame together, over scalars."""
    wrench: list[Scalar] = [0.0] * 6
    for contact in contacts:
        wrench = plus(wrench, contact.on(eq, q, qd, frame))
    return wrench


def contacts_of(wrench: Any) -> tuple[AbstractContact, ...]:
    """The contacts given in place of a wrench: one, or a list of them; none if it is something else.

    >>> contacts_of([0.0] * 6)
    ()
    """
    if isinstance(wrench, AbstractContact):
        return (wrench,)
    if isinstance(wrench, tuple | list) and wrench and all(isinstance(each, AbstractContact) for each in wrench):
        return tuple(wrench)
    return ()


def acting(system: Any, wrenches: Any) -> Any:
    """Wrenches by frame with functions of the state in place of contacts; what is wrong with others is found later."""
    if not isinstance(wrenches, Mapping):
        return wrenches
    found = dict(wrenches)
    for frame, wrench in wrenches.items():
        contacts = contacts_of(wrench)
        if contacts:
            frames = getattr(system, "frames", (frame,))
            if frame not in frames:
                raise UnknownName("frame", frame, f"robot {shown(system.name)}", frames)
            found[frame] = ActingContact(system, frame, contacts)
    return found
