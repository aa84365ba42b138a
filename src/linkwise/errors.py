"""Every error that linkwise raises.

    LinkwiseError
    ├── FrameMismatch        quantities expressed in different frames were mixed
    ├── KindMismatch         quantities of different kinds were mixed, such as a motion and a force
    ├── InvalidModel         bodies, joints or numbers that do not make up a manipulator
    ├── ReadError            a file was refused; carries every fault found in it
    ├── WriteError           a robot cannot be written, or not without losing something
    ├── UnknownName          no joint, frame, robot or formulation has that name
    ├── BadArray             an array of the wrong shape or type, or a number out of range
    ├── NoMass               dynamics of a model without any mass
    ├── NoInertia            forward dynamics with a joint that moves no inertia
    ├── Singular             a matrix that must be inverted is singular here
    ├── OpenLoop             a loop that must be closed is open, or cannot be closed
    ├── NotTraceable         a function branches on a value that is unknown while it is traced
    ├── NotForThisRobot      the formulation's source excludes this kind of robot
    │   └── NotOffered       this kind of robot lacks an attribute that others have
    ├── UnsupportedByBackend            a backend does not support this program, precision or layout
    ├── TableTooLarge        a table would take more memory than allowed
    ├── NoClosedForm         a formula is not made of sums and products, or is too long to read
    ├── BeyondLimits         a motion exceeds joint limits, or would at any speed
    ├── MissingExtra         an optional package is not installed
    └── MissingBackend       a backend cannot run on this machine

Each message has three parts: what is wrong with which named thing, what was expected, what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .plain_text import encodable as encodable
from .plain_text import label as label
from .plain_text import listed as listed
from .plain_text import nearest as nearest
from .plain_text import plain as plain
from .plain_text import shown as shown


class LinkwiseError(Exception):
    """Base class of all errors of this library: what is wrong, what was expected, what to do.

    >>> print(LinkwiseError("joint 'a' has no axis.", "A unit vector was expected.", "Give axis='0 0 1'."))
    joint 'a' has no axis.
      A unit vector was expected.
      Hint: Give axis='0 0 1'.
    """

    def __init__(self, what: str, expected: str = "", hint: str = ""):
        self.what, self.expected, self.hint = what, expected, hint
        lines = [what, f"  {expected}" if expected else "", f"  Hint: {hint}" if hint else ""]
        super().__init__("\n".join(line for line in lines if line))

    def __str__(self) -> str:
        return encodable(super().__str__())

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, self.__dict__)  # so that errors can be pickled between processes


def _restored(kind: type[LinkwiseError], args: tuple[object, ...], data: dict[str, object]) -> LinkwiseError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(data)
    return error


class FrameMismatch(LinkwiseError):
    """Two quantities expressed in different frames were mixed."""


class KindMismatch(LinkwiseError, TypeError):
    """Two quantities of different kinds, such as a motion and a force, were mixed."""


class InvalidModel(LinkwiseError, ValueError):
    """The bodies, joints or numbers do not make up a manipulator."""


@dataclass(frozen=True)
class Fault:
    """One reason why a file was refused: where, the offending text, the rule it breaks, and how to fix it.

    >>> print(Fault("arm.urdf:3", "-1", "a mass is not negative", "give a number from 0 on"))
    arm.urdf:3: '-1': a mass is not negative (give a number from 0 on)
    """

    where: str
    text: str
    rule: str
    hint: str = ""

    def __repr__(self) -> str:
        return f"Fault({shown(self.where, 200)}, {shown(self.text)}, {shown(self.rule, 200)}, {shown(self.hint, 200)})"

    def __str__(self) -> str:
        quoted = f": {shown(self.text)}" if self.text else ""
        return encodable(f"{self.where}{quoted}: {self.rule}" + (f" ({self.hint})" if self.hint else ""))


class ReadError(LinkwiseError, ValueError):
    """A file was refused; `faults` lists every reason, `source` names the file."""

    def __init__(self, source: str, faults: Sequence[Fault], hint: str = ""):
        self.source, self.faults = source, tuple(faults)
        most, more = 50, len(self.faults) - 50
        lines = [*map(str, self.faults[:most]), *([f"… and {more} more"] if more > 0 else [])]
        count = f"{len(self.faults)} fault" + ("s" if len(self.faults) != 1 else "")
        super().__init__(f"{shown(source, 200)} was refused: {count}.", "\n  ".join(lines), hint)


class WriteError(LinkwiseError, ValueError):
    """The robot cannot be written, or not without losing something."""


class UnknownName(LinkwiseError, LookupError):
    """No joint, frame, robot or formulation has that name; `names` lists those that exist."""

    def __init__(self, kind: str, name: object, owner: str, names: Iterable[str], hint: str = ""):
        self.name, self.names = name, tuple(names)
        similar = [other for other in self.names if isinstance(name, str) and name and name in other]
        known = listed(dict.fromkeys([*similar, *self.names]))
        if "did you mean" not in hint:
            close = nearest(name, self.names)
            hint = " ".join([*([f"did you mean {shown(close)}?"] if close else []), *([hint] if hint else [])])
        super().__init__(f"{owner} has no {kind} {shown(name)}.", f"{_plural(kind).capitalize()} are: {known}.", hint)


def _plural(kind: str) -> str:
    head, of, rest = kind.partition(" of ")
    several = "axes" if head in ("axes", "axis") else f"{head}{'es' if head.endswith('ch') else 's'}"
    return f"{several}{of}{rest}"


class BadArray(LinkwiseError, ValueError):
    """An array of the wrong shape, or not of real numbers; or a single number out of range."""


class NoMass(LinkwiseError, ValueError):
    """Dynamics was requested for a model without any mass."""


class NoInertia(LinkwiseError, ValueError):
    """Forward dynamics of a robot with a joint that moves no inertia.

    `joint` names it; `state` is the index of the state in a batch, where that is known; `attitude` says where the turns
    of a ball or a floating base are singular, if the joint is one of them, `order` names another order of turns.
    """

    def __init__(self, joint: str, robot: str, state: tuple[int, ...] = (), attitude: str = "", order: str = ""):
        self.joint, self.robot, self.state, self.attitude, self.order = joint, robot, state, attitude, order
        at = f"in state {', '.join(map(str, state))} of the batch" if state else "here"
        super().__init__(
            f"joint {shown(joint)} of robot {shown(robot)} moves no inertia {at}: its acceleration is not determined.",
            "Forward dynamics needs a positive inertia at every joint, with all joints beyond it free.",
            f"with {attitude} the attitude is singular: choose another order of turns, such as "
            f"robot.with_turn_order({order!r}). Elsewhere, give the link a mass and inertia."
            if attitude
            else "give the link a mass and inertia, give the joint a rotor inertia, or lock the joint.",
        )


class Singular(LinkwiseError, ValueError):
    """A Jacobian or a set of angles is singular where its inverse is needed; `smallest` says how nearly."""

    def __init__(self, what: str, expected: str = "", hint: str = "", smallest: float | None = None):
        self.smallest = smallest
        super().__init__(what, expected, hint)


class OpenLoop(LinkwiseError, ValueError):
    """A loop is open where it must be closed, or cannot be closed; `closure` names what holds it.

    `residual` is how far it is open, in metres or radians (or of a velocity or acceleration), `state` the index of the
    state in a batch.
    """

    def __init__(
        self, what: str, expected: str, hint: str, *, closure: str, residual: float, state: tuple[int, ...] = ()
    ):
        self.closure, self.residual, self.state = closure, residual, state
        super().__init__(what, expected, hint)


class NotTraceable(LinkwiseError, TypeError):
    """A function to be traced into a program branches on a value that is unknown while it is traced."""


class NotForThisRobot(LinkwiseError, ValueError):
    """The formulation's source excludes this kind of robot."""


class NotOffered(NotForThisRobot, AttributeError):
    """This kind of robot lacks an attribute that others have; an `AttributeError` too, so that `hasattr` is False."""


class UnsupportedByBackend(LinkwiseError, ValueError):
    """A backend does not support this program, precision or layout."""


class TableTooLarge(LinkwiseError, ValueError):
    """A table would take more memory than allowed."""


class NoClosedForm(LinkwiseError, ValueError):
    """A formula is not made of sums and products, or is too long to read; a listing works for every robot."""


class BeyondLimits(LinkwiseError, ValueError):
    """A motion exceeds joint limits, or would at any speed; `joint` and `time` say where and when."""

    def __init__(self, what: str, expected: str = "", hint: str = "", *, joint: str = "", time: float | None = None):
        self.joint, self.time = joint, time
        super().__init__(what, expected, hint)


class MissingExtra(LinkwiseError, ImportError):
    """An optional package is not installed; `extra` names the extra of linkwise that installs it."""

    def __init__(self, what: str, extra: str):
        self.extra = extra
        super().__init__(f"{what} needs a package that is not installed.", "", f'pip install "linkwise[{extra}]"')


class MissingBackend(LinkwiseError, ImportError):
    """A backend cannot run on this machine; `backend` names it."""

    def __init__(self, backend: str, why: str):
        self.backend = backend
        expected = "It needs its package installed, and a machine that can run it."
        hint = "without backend= the fastest one that runs here is used."
        super().__init__(f"backend {shown(backend)} cannot run here: {why}.", expected, hint)


def call_user(what: str, expected: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a user's function and return its result; a TypeError becomes an error that names the function.

    >>> call_user("tau", "A function of t was expected.", abs, 0.0, 1.0)
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: tau raises TypeError: abs() takes exactly one argument (2 given).
      A function of t was expected.
    """
    try:
        return function(*arguments)
    except LinkwiseError:
        raise
    except TypeError as error:
        raise LinkwiseError(f"{what} raises TypeError: {plain(str(error), 200)}.", expected) from error
