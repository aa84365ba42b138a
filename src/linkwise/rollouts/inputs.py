"""The inputs of a loop: those of its controller, open parameters, wrenches; their kinds, sizes and values."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.question_program import QuestionProgram
from ..errors import BadArray, LinkwiseError, UnknownName, shown
from ..model import Model, rewrite
from ..program import Input
from .given import finite, names, same, timed
from .in_loop import InLoop, kind_of

TABLE = 2**24
"""Bytes that tables of functions of time may take: a long motion is done window after window."""


@dataclass(frozen=True)
class Values:
    """The inputs of a call: (…, m) arrays of each rollout, numbers that all share, functions of time."""

    each: dict[str, Array]
    same: Array
    timed: dict[str, tuple[Any, int]]

    def window(self, nodes: tuple[float, ...], steps: int) -> int:
        """How many steps' tables are made at a time: all, unless they would take more than `TABLE` bytes."""
        row = 8 * len(nodes) * sum(size for _, size in self.timed.values())
        return min(steps, max(1, TABLE // row)) if row else steps

    def table(self, nodes: tuple[float, ...], step: float, first: int, last: int, n: int) -> Array:
        """What is a function of time, at the times some steps need it: (steps · nodes + 1, m)."""
        parts = (np.arange(first, last)[:, None] + np.array(nodes)).ravel() if self.timed else np.empty(0)
        t = step * np.append(parts, last)
        columns = [np.empty((len(t), 0))]
        for name, (function, size) in self.timed.items():
            columns.append(timed(name, function, t, n)[0])
            if columns[-1].shape[1] != size:
                raise BadArray(f"{name} gives {columns[-1].shape[1]} numbers.", f"{size} were expected, as compiled.")
        return np.concatenate(columns, axis=1)


@dataclass(frozen=True)
class Inputs:
    """Kinds and first values by name; parameters and wrenches are inputs of each rollout unless a wrench is timed."""

    tree: Model
    own: dict[str, tuple[str, Any]]
    parameters: dict[str, tuple[int, ...]]
    wrenches: dict[str, tuple[str, Any]]
    first: dict[str, Any]

    @staticmethod
    def of(tree: Model, law: InLoop, parameters: Any, wrenches: Any) -> "Inputs":
        """From a law's own, and names (or values by name) of parameters and wrenches."""
        opened = names("parameters", parameters)
        ports = QuestionProgram(tree, ("inverse_dynamics",), parameters=opened).signature.takes[3:]
        pressed = {tree.frame(name).name: _pressed(wrenches, name) for name in names("wrenches", wrenches)}
        first = dict(parameters) if isinstance(parameters, Mapping) else {}
        own = {name: kind_of(given) for name, given in law.inputs.items()}
        return Inputs(tree, own, {port.name: port.shape for port in ports}, pressed, first)

    @cached_property
    def listed(self) -> tuple[Input, ...]:
        """All inputs: the controller's, parameters, wrenches."""
        found = [Input(name, self._size(name, kind, given), kind) for name, (kind, given) in self.own.items()]
        found += [Input(f"parameter {name}", int(np.prod(s)), "each") for name, s in self.parameters.items()]
        return (*found, *(Input(f"wrench at {name}", 6, kind) for name, (kind, _) in self.wrenches.items()))

    @cached_property
    def trajectories(self) -> frozenset[str]:
        """Inputs of the controller that are trajectories."""
        return frozenset(n for n, (kind, x) in self.own.items() if kind == "timed" and hasattr(x, "derivatives"))

    def _size(self, name: str, kind: str, given: Any) -> int:
        if kind == "same":
            return len(same(name, given))
        if kind == "timed":
            return int(timed(name, given, np.zeros(1), self.tree.n)[0].shape[1])
        shape = np.shape(given)
        if not shape:
            raise BadArray(f"the input {shown(name)} of each rollout is a number.", "An array (…, m) was expected.")
        return int(shape[-1])

    def given(self, inputs: Any = None, parameters: Any = None, wrenches: Any = None) -> Values:
        """The values of a call: what it names, else what the kernel was compiled with, else the robot's own."""
        own = self._renewed("input", self.own, inputs)
        pressed = self._renewed("wrench", self.wrenches, wrenches)
        opened = {**self.first, **_checked("parameter", self.parameters, parameters)}
        each: dict[str, Array] = {}
        shared: list[Array] = [np.empty(0)]
        functions: dict[str, tuple[Any, int]] = {}
        given = [*own.values(), *((("each", opened.get(name))) for name in self.parameters), *pressed.values()]
        shapes = [None] * len(own) + list(self.parameters.values()) + [None] * len(pressed)
        for spec, (kind, value), shape in zip(self.listed, given, shapes, strict=True):
            if kind == "timed":
                functions[spec.name] = (value, spec.size)
            elif kind == "same":
                shared.append(same(spec.name, value))
                if len(shared[-1]) != spec.size:
                    raise BadArray(f"{spec.name} has {len(shared[-1])} numbers.", f"{spec.size}, as compiled.")
            else:
                if value is None:
                    value = robots_own(self.tree, spec.name.removeprefix("parameter "))
                last = (spec.size,) if shape is None else shape
                array = finite(spec.name, value, last, "for each rollout, or for all")
                each[spec.name] = array.reshape(*array.shape[: array.ndim - len(last)], spec.size)
        return Values(each, np.concatenate(shared), functions)

    def _renewed(self, what: str, known: Mapping[str, tuple[str, Any]], given: Any) -> dict[str, tuple[str, Any]]:
        """New values in place of the first ones, of the same kind; plain numbers do for each rollout too."""
        found = dict(known)
        for name, value in _checked(what, known, given).items():
            kind, new = kind_of(value)
            if kind == "same" and known[name][0] == "each":
                kind = "each"
            if kind != known[name][0]:
                raise LinkwiseError(
                    f"the {what} {shown(name)} is {kind}.",
                    f"It was compiled as {known[name][0]}.",
                    "compile the rollouts anew.",
                )
            if kind == "timed" and hasattr(new, "derivatives") != (name in self.trajectories) and what == "input":
                raise LinkwiseError(f"the input {shown(name)} is timed.", "A trajectory stays one, a function too.")
            found[name] = (kind, new)
        return found


def _checked(what: str, known: Mapping[str, Any], given: Any) -> dict[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise LinkwiseError(f"{what}s are {shown(repr(given))}.", "A dict by name was expected.")
    for name in given or {}:
        if name not in known:
            raise UnknownName(what, name, "a rollout kernel", known, "name it when the rollouts are compiled.")
    return dict(given or {})


def _pressed(wrenches: Any, name: str) -> tuple[str, Any]:
    value = wrenches[name] if isinstance(wrenches, Mapping) else np.zeros(6)
    kind, value = kind_of(value)
    if hasattr(value, "derivatives"):
        raise LinkwiseError(f"the wrench at {shown(name)} is a trajectory.", "Six numbers, or a function of t.")
    return ("timed" if kind == "timed" else "each"), value


def robots_own(tree: Model, parameter: str) -> Array:
    """The value a parameter has where none is given.

    >>> import linkwise
    >>> robots_own(linkwise.load("pendulum").tree, "gravity")
    array([ 0.  ,  0.  , -9.81])
    """
    if parameter == "gravity":
        return np.array(tree.gravity.components, float)
    if parameter == "inertia":
        return np.array([body.inertia.parameters for body in tree.bodies], float)
    if parameter == "friction":
        return np.array(rewrite.friction_sizes(tree), float)
    return np.zeros(10)
