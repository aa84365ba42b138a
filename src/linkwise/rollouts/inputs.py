"""The inputs of a compiled loop: those of its controller, open parameters, wrenches; their kinds, sizes and values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import finite, names
from ..calls.question_checks import PARAMETERS
from ..calls.question_program import QuestionProgram
from ..calls.scalar_system import ScalarSystem
from ..contact import AbstractContact
from ..contact.acting import contacts_of
from ..errors import BadArray, InvalidModel, LinkwiseError, UnknownName, shown
from ..model import rewrite
from ..program import Input
from .in_loop import InLoop, kind_of
from .input_values import InputValues, is_trajectory, sampled, shared_numbers

KindAndValue = tuple[str, Any]
"""An input as it was declared: "same", "each" or "timed", and its value until a call gives another."""


@dataclass(frozen=True, eq=False, repr=False)
class Inputs:
    """What a loop takes besides the state: inputs of the controller, parameters by shape, wrenches by frame.

    Parameters and wrenches are given for each rollout, except wrenches that are functions of time. `defaults` are
    values of parameters that were given when the loop was compiled.
    """

    system: ScalarSystem
    controller: dict[str, KindAndValue]
    parameters: dict[str, tuple[int, ...]]
    wrenches: dict[str, KindAndValue]
    defaults: dict[str, Any]
    contacts: dict[str, tuple[AbstractContact, ...]] = field(default_factory=dict)
    """Contacts by frame, which are part of the equations."""

    @staticmethod
    def of(system: ScalarSystem, controller: InLoop, parameters: Any, wrenches: Any) -> "Inputs":
        """From a controller, and from names (or values by name) of parameters and wrenches.

        >>> import linkwise
        >>> from linkwise.rollouts.in_loop import torque_input
        >>> Inputs.of(linkwise.load("pendulum").scalar_system, torque_input([0.0]), ["gravity"], ()).specs
        (Input(name='tau', size=1, kind='each'), Input(name='parameter gravity', size=3, kind='each'))
        """
        asked = names("parameters", parameters, "a dict of values by name works too.")
        tree, own = system.tree, {name: np.shape(system.own[name]) for name in asked if name in system.own}
        of_tree = tuple(name for name in asked if name not in own)
        for name in of_tree if system.own else ():
            if name not in PARAMETERS:
                raise UnknownName("parameter", name, f"robot {shown(tree.name)}", (*PARAMETERS, *system.own))
        ports = QuestionProgram(tree, ("inverse_dynamics",), parameters=of_tree).signature.takes[3:]
        frames = names("wrenches", wrenches, "a dict of wrenches by frame works too.")
        contacts = {tree.frame(name).name: contacts for name, contacts in _contacts(wrenches).items()}
        return Inputs(
            system,
            {name: kind_of(value) for name, value in controller.inputs.items()},
            {port.name: port.shape for port in ports} | own,
            {tree.frame(name).name: _wrench(wrenches, name) for name in frames if name not in contacts},
            dict(parameters) if isinstance(parameters, Mapping) else {},
            contacts,
        )

    @cached_property
    def specs(self) -> tuple[Input, ...]:
        """Name, size and kind of all inputs: the controller's, then parameters, then wrenches."""
        return (
            *(Input(name, self._size(name, *declared), declared[0]) for name, declared in self.controller.items()),
            *(Input(f"parameter {name}", prod(shape), "each") for name, shape in self.parameters.items()),
            *(Input(f"wrench at {frame}", 6, kind) for frame, (kind, _) in self.wrenches.items()),
        )

    @cached_property
    def trajectories(self) -> frozenset[str]:
        """The inputs of the controller that are trajectories."""
        return frozenset(
            name for name, (kind, value) in self.controller.items() if kind == "timed" and is_trajectory(value)
        )

    def _size(self, name: str, kind: str, value: Any) -> int:
        if kind == "same":
            return len(shared_numbers(name, value))
        if kind == "timed":
            return sampled(name, value, np.zeros(1), self.system.inputs).shape[1]
        shape = np.shape(value)
        if not shape:
            raise BadArray(
                f"the input {shown(name)} of each rollout is a number.",
                "An array (…, m) with a row for each rollout was expected.",
                'leave out "each" if all rollouts share it.',
            )
        return int(shape[-1])

    # ---- the values of a call ---------------------------------------------------------------------------------------

    def values(self, inputs: Any = None, parameters: Any = None, wrenches: Any = None) -> InputValues:
        """The values of one call: those it names, else those given when compiling, else the robot's own."""
        open_parameters = self.defaults | _named("parameter", self.parameters, parameters)
        rows: list[tuple[KindAndValue, tuple[int, ...] | None]] = [
            *((declared, None) for declared in self._updated("input", self.controller, inputs).values()),
            *((("each", open_parameters.get(name)), shape) for name, shape in self.parameters.items()),
            *((declared, None) for declared in self._updated_wrenches(wrenches).values()),
        ]
        each: dict[str, Array] = {}
        shared: list[Array] = [np.empty(0)]
        timed: dict[str, tuple[Any, int]] = {}
        for spec, ((kind, value), shape) in zip(self.specs, rows, strict=True):
            if kind == "timed":
                timed[spec.name] = (value, spec.size)
            elif kind == "same":
                shared.append(shared_numbers(spec.name, value))
                if len(shared[-1]) != spec.size:
                    raise BadArray(
                        f"{spec.name} has {len(shared[-1])} numbers.",
                        f"{spec.size} were expected, as when the rollouts were compiled.",
                    )
            else:
                if value is None:
                    value = nominal_value(self.system, spec.name.removeprefix("parameter "))
                last = (spec.size,) if shape is None else shape
                array = finite(spec.name, value, last, "for each rollout, or for all")
                if spec.name == "parameter payload" and not (array[..., 9] >= 0.0).all():
                    raise InvalidModel(
                        f"a payload has a mass of {array[..., 9].min():g} kg.",
                        "The last of its ten numbers, the mass, must not be negative.",
                        'to take weight off a robot, give its links other masses: parameters={"inertia": …}.',
                    )
                each[spec.name] = array.reshape(*array.shape[: array.ndim - len(last)], spec.size)
        return InputValues(each, np.concatenate(shared), timed)

    def _updated_wrenches(self, wrenches: Any) -> dict[str, KindAndValue]:
        """New wrenches; contacts are those the loop was compiled with."""
        contacts = _contacts(wrenches)
        for frame, given in contacts.items():
            if self.contacts.get(frame) != given:
                raise LinkwiseError(
                    f"the contact at {shown(frame)} is not the one the rollouts were compiled with.",
                    "Contacts are part of the compiled equations.",
                    "compile the rollouts again.",
                )
        if isinstance(wrenches, Mapping):
            wrenches = {frame: wrench for frame, wrench in wrenches.items() if frame not in contacts}
        return self._updated("wrench", self.wrenches, wrenches)

    def _updated(self, what: str, declared: Mapping[str, KindAndValue], new: Any) -> dict[str, KindAndValue]:
        """Inputs with new values of the same kind; plain numbers are fine for an input of each rollout."""
        updated = dict(declared)
        for name, replacement in _named(what, declared, new).items():
            kind, value = kind_of(replacement)
            if kind == "same" and declared[name][0] == "each":
                kind = "each"
            if kind != declared[name][0]:
                raise LinkwiseError(
                    f"the {what} {shown(name)} is of the kind {kind}.",
                    f"It was compiled as {declared[name][0]}.",
                    "compile the rollouts again.",
                )
            if kind == "timed" and what == "input" and is_trajectory(value) != (name in self.trajectories):
                was, now = ("function", "trajectory") if is_trajectory(value) else ("trajectory", "function")
                raise LinkwiseError(
                    f"the input {shown(name)} is a {now}.",
                    f"It was compiled as a {was}.",
                    "compile the rollouts again.",
                )
            updated[name] = (kind, value)
        return updated


def _named(what: str, declared: Mapping[str, Any], values: Any) -> dict[str, Any]:
    """A call's values by name, each of which was declared when the loop was compiled."""
    wrench = what == "wrench"
    if values is not None and not isinstance(values, Mapping):
        several, key = ("wrenches", "frame") if wrench else (f"{what}s", "name")
        raise LinkwiseError(f"{several} are {shown(repr(values))}.", f"A dict of values by {key} was expected.")
    for name in values or {}:
        if name not in declared:
            kind = "wrench frame" if wrench else what
            raise UnknownName(kind, name, "a rollout kernel", declared, "name it when the rollouts are compiled.")
    return dict(values or {})


def _contacts(wrenches: Any) -> dict[str, tuple[AbstractContact, ...]]:
    """The contacts among wrenches, by frame."""
    if not isinstance(wrenches, Mapping):
        return {}
    return {frame: contacts_of(wrench) for frame, wrench in wrenches.items() if contacts_of(wrench)}


def _wrench(wrenches: Any, frame: str) -> KindAndValue:
    kind, value = kind_of(wrenches[frame] if isinstance(wrenches, Mapping) else np.zeros(6))
    if is_trajectory(value):
        raise LinkwiseError(
            f"the wrench at {shown(frame)} is a trajectory.", "Six numbers, or a function of t, were expected."
        )
    return ("timed" if kind == "timed" else "each"), value


def nominal_value(system: ScalarSystem, parameter: str) -> Array:
    """The robot's own value of an open parameter.

    >>> import linkwise
    >>> nominal_value(linkwise.load("pendulum").scalar_system, "gravity")
    array([ 0.  ,  0.  , -9.81])
    """
    if parameter in system.own:
        return system.own[parameter]
    tree = system.tree
    if parameter == "gravity":
        return np.array(tree.gravity.components, float)
    if parameter == "inertia":
        return np.array([body.inertia.parameters for body in tree.bodies], float)
    if parameter == "friction":
        return np.array(rewrite.friction_sizes(tree), float)
    return np.zeros(10)
