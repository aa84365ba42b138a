"""What a caller gives as arrays and lists: numbers, indices, inertias; or an error that says what was expected."""

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np

from ...algebra import Inertia, Sym3, Vec3
from ...errors import BadArray, InvalidModel, shown
from ..rigid import Moments

ROUNDING = 1e-9
"""Relative to the largest entry: how far a printed matrix may be from one of a rigid body."""


def numbers(what: str, given: Any, shape: tuple[int, ...]) -> np.ndarray:
    """An array (n, *shape) of finite floats.

    >>> numbers("screws", [[0, 0, 1, 0, 0, 0]], (6,)).shape
    (1, 6)
    """
    expected = f"Real, finite numbers of shape (n, {', '.join(map(str, shape))}) were expected."
    hint = "give an array or nested lists of numbers."
    try:
        array = np.asarray(given)
        if array.dtype == object:
            array = np.asarray(array.tolist())
    except ValueError:
        raise BadArray(f"the {what} are ragged.", expected, hint) from None
    if array.dtype.kind not in "iuf" or array.shape[1:] != shape:
        raise BadArray(f"the {what} are of type {array.dtype} and shape {array.shape}.", expected, hint)
    array = array.astype(float)
    if not np.all(np.isfinite(array)):
        raise BadArray(f"the {what} hold a NaN or an infinity.", expected, hint)
    return array


def items(what: str, given: Any) -> list[Any]:
    """The entries of a list or another iterable that is no text.

    >>> items("joints", ("shoulder", "elbow"))
    ['shoulder', 'elbow']
    """
    if isinstance(given, Iterable) and not isinstance(given, str | bytes) and getattr(given, "ndim", 1) > 0:
        return list(given)
    raise BadArray(f"the {what} are {shown(repr(given))}.", "A list was expected.", "give one entry for each joint.")


def indices(what: str, given: Any) -> list[int]:
    """A list of whole numbers.

    >>> indices("parents", np.array([-1, 0]))
    [-1, 0]
    """
    found = []
    for i, entry in enumerate(items(what, given)):
        if isinstance(entry, int | np.integer) and not isinstance(entry, bool):
            found.append(int(entry))
        else:
            raise BadArray(
                f"entry {i} of the {what} is {shown(repr(entry))}.",
                "A whole number was expected: the index of a link, counted from 0, or -1 for the base.",
                "give the index of the link, not its name.",
            )
    return found


def inertia_of(given: Any, i: int) -> Inertia:
    """The inertia of link i, from an `Inertia` or a spatial inertia matrix; symbols in an `Inertia` are let pass.

    >>> inertia_of(np.diag([0.1, 0.1, 0.1, 2.0, 2.0, 2.0]), 0).m
    2.0
    """
    if isinstance(given, Inertia):
        if all(isinstance(x, Real) for x in given.parameters):
            _check(given, i)
        return given.seen_from(None)
    (G,) = numbers("inertias", np.asarray(given, dtype=object)[None], (6, 6))
    m, I, H = float(G[3, 3]), 0.5 * (G[:3, :3] + G[:3, :3].T), G[:3, 3:]
    hx, hy, hz = float(H[2, 1]), float(H[0, 2]), float(H[1, 0])
    skew = np.array([[0.0, -hz, hy], [hz, 0.0, -hx], [-hy, hx, 0.0]])
    whole = np.block([[I, skew], [skew.T, m * np.eye(3)]])
    if np.max(np.abs(G - whole)) > ROUNDING * np.max(np.abs(G)):
        raise InvalidModel(
            f"inertia {i} (counted from 0) is not that of a rigid body.",
            "A 6×6 matrix [[I, tilde(h)], [tilde(h)ᵀ, m 1]] was expected, angular part first.",
            "where the angular part comes last, swap the blocks.",
        )
    found = Inertia(m, Vec3(hx, hy, hz), Sym3(*I[np.triu_indices(3)].tolist()))
    _check(found, i)
    return found


def _check(inertia: Inertia, i: int) -> None:
    """Refuse an inertia that gives some motion a negative energy."""
    hint = "check its signs and the point it refers to."
    if not all(math.isfinite(x) for x in inertia.parameters):
        raise InvalidModel(f"inertia {i} (counted from 0) is not finite.", "Finite numbers were expected.", hint)
    if inertia.m < 0.0 or (inertia.m == 0.0 and any(inertia.h.components)):
        found = f"mass {inertia.m:g}, first moment {inertia.h.components}"
    else:
        moments = Moments.of(inertia.I_com if inertia.m > 0.0 else inertia.I, inertia.I.trace)
        found = f"{moments} at its centre of mass" if moments.fault == "negative" else ""
    if found:
        raise InvalidModel(
            f"inertia {i} (counted from 0) gives some motion a negative energy: {found}.",
            "A mass m ≥ 0 (without mass no first moment) and no negative principal moment were expected.",
            hint,
        )
