"""What a function is, without running it: linkwise's own functions and frozen objects are known by their names.

What a user's function does may depend on anything it refers to: it has no lasting name.
"""

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from types import FunctionType
from typing import Any

from ..model import Model

OWN = __name__.split(".")[0]
"""The package whose functions are the same as long as its sources are."""


def identity(what: Any) -> Hashable | None:
    """Something equal for the same function within this process; None if it has no lasting name.

    >>> from linkwise.control.pd import feedback
    >>> identity(feedback), identity(lambda eq, t, q, qd: q) is None
    ('linkwise.control.pd.feedback', True)
    """
    known: Hashable | None = getattr(what, "lasting_identity", None) if _is_own(type(what)) else None
    return known or described(what)


def described(what: Any) -> Hashable | None:
    """The identity of what does not know its own.

    >>> described((1.0, "a")), described([1.0]) is None
    ((1.0, 'a'), True)
    """
    return _described(what, id)


def lasting_text(what: Any) -> str | None:
    """The same as text that is equal in other processes, too.

    >>> from linkwise.control.pd import feedback
    >>> lasting_text(feedback)
    "'linkwise.control.pd.feedback'"
    """
    found = _described(what, _text)
    return None if found is None else repr(found)


def _text(tree: Model) -> str | None:
    return tree.text if all(body.joint.friction.repr_determines for body in tree.bodies) else None


def _described(what: Any, of_tree: Callable[[Model], Hashable | None]) -> Hashable | None:
    """By name, or field by field."""
    if isinstance(what, Model):
        return of_tree(what)
    if isinstance(what, bool | int | float | str):
        return what
    if isinstance(what, tuple):
        parts = tuple(_described(part, of_tree) for part in what)
        return None if None in parts else parts
    kind = what if isinstance(what, FunctionType) else type(what)
    if not _is_own(kind):
        return None
    if isinstance(what, FunctionType):
        local = what.__closure__ is not None or "<" in what.__qualname__
        return None if local else f"{what.__module__}.{what.__qualname__}"
    if not is_dataclass(what):
        return None
    parts = tuple(_described(getattr(what, each.name), of_tree) for each in fields(what))
    return None if None in parts else (f"{kind.__module__}.{kind.__qualname__}", parts)


def _is_own(kind: Any) -> bool:
    """Whether a function or a class is linkwise's own; code run by exec may name no module."""
    return (kind.__module__ or "").split(".")[0] == OWN
