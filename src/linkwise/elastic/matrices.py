"""Stiffness, damping and rotor inertias as symmetric matrices, checked before anything is computed with them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, InvalidModel, listed, shown

Matrix = tuple[tuple[float, ...], ...]
"""A matrix of constants, row by row: what equations over scalars are written with."""

SYMMETRIC = 1e-12
"""The difference of two entries that are meant to be equal, over the roots of their diagonals: some roundings."""


def symmetric(name: str, given: ArrayLike, joints: Sequence[str], *, definite: bool = True) -> Array:
    """A positive definite matrix from one number for all joints, a number for each, or the matrix itself.

    Where it need not be `definite`, zeros are let pass.

    >>> symmetric("stiffness", 100.0, ("a", "b"))
    array([[100.,   0.],
           [  0., 100.]])
    """
    n = len(joints)
    full = _square(name, given, n)
    if not np.isfinite(full).all():
        i, j = (int(k) for k in np.argwhere(~np.isfinite(full))[0])
        raise InvalidModel(f"{_entry(name, joints, i, j)} is {full[i, j]}.", "Finite numbers were expected.")
    least = "positive" if definite else "not negative"
    for i, joint in enumerate(joints):
        if full[i, i] < 0.0 or (definite and full[i, i] < np.finfo(float).tiny):  # of which 1/k is a number
            raise InvalidModel(
                f"the {name} of joint {shown(joint)} is {full[i, i]:g}.",
                f"A {name} is {least}.",
                "lock the joint, or leave it rigid: a robot of the joints that bend." if name == "stiffness" else "",
            )
    roots = np.sqrt(np.diag(full))
    size = np.outer(roots, roots)
    skew = np.abs(full - full.T) > SYMMETRIC * size
    if skew.any():
        i, j = (int(k) for k in np.argwhere(skew)[0])
        raise InvalidModel(
            f"the {name} matrix is not symmetric: {full[i, j]:g} and {full[j, i]:g} couple joints "
            f"{listed([joints[i], joints[j]])}.",
            "An energy has a symmetric matrix.",
            "take ½ (k + kᵀ) if that is what is meant.",
        )
    full = 0.5 * full + 0.5 * full.T
    _check_definite(name, full, joints, definite)
    full.flags.writeable = False
    return full


def rows(matrix: Array) -> Matrix:
    """The matrix as constants of a program.

    >>> rows(np.eye(2))
    ((1.0, 0.0), (0.0, 1.0))
    """
    return tuple(tuple(row) for row in matrix.tolist())


def _square(name: str, given: ArrayLike, n: int) -> Array:
    expected = f"one number, {n} numbers or a {n}×{n} matrix"
    array = numbers(f"the {name}", given, (), expected).astype(np.float64)
    if array.shape in ((), (n,)):
        return np.diag(np.broadcast_to(array, (n,)))
    if array.shape != (n, n):
        raise BadArray(f"the {name} has shape {array.shape}.", f"There was expected {expected}.")
    return array


def _check_definite(name: str, full: Array, joints: Sequence[str], definite: bool) -> None:
    """Of a matrix scaled to a unit diagonal, so that a soft joint beside a stiff one is no reason to doubt."""
    scale = np.sqrt(np.where(np.diag(full) > 0.0, np.diag(full), 1.0))
    values, vectors = np.linalg.eigh(full / np.outer(scale, scale))
    rounding = len(joints) * np.finfo(float).eps
    if values[0] < -rounding or (definite and values[0] <= rounding):
        most = joints[int(np.abs(vectors[:, 0]).argmax())]
        raise InvalidModel(
            f"the {name} matrix has the eigenvalue {np.linalg.eigvalsh(full)[0]:g}, most of it at joint {shown(most)}.",
            f"All eigenvalues of a {name} matrix are {'positive' if definite else 'not negative'}.",
            "compare the entries that couple joints with the diagonal.",
        )


def _entry(name: str, joints: Sequence[str], i: int, j: int) -> str:
    if i == j:
        return f"the {name} of joint {shown(joints[i])}"
    return f"the {name} between joints {listed([joints[i], joints[j]])}"
