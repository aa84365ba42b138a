"""Stiffness, damping and rotor inertias as symmetric matrices, checked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import fixed, numbers
from ..errors import BadArray, InvalidModel, listed, shown

Matrix = tuple[tuple[float, ...], ...]
"""A matrix of constants, row by row, for equations over scalars."""

SYMMETRIC = 1e-12
"""How much two entries meant to be equal may differ, over the roots of their diagonals: some roundings."""


def symmetric(name: str, value: ArrayLike, joints: Sequence[str], *, definite: bool = True, of: str = "joint") -> Array:
    """A positive definite matrix from one number for all joints, a number for each, or the matrix itself.

    If it need not be `definite`, zeros are accepted; `of` is what errors call the joints.

    >>> symmetric("stiffness", 100.0, ("a", "b"))
    array([[100.,   0.],
           [  0., 100.]])
    """
    n = len(joints)
    full = _square(name, value, n)
    if not np.isfinite(full).all():
        i, j = (int(k) for k in np.argwhere(~np.isfinite(full))[0])
        raise InvalidModel(f"{_entry(name, joints, i, j, of)} is {full[i, j]}.", "Finite numbers were expected.")
    least = "positive" if definite else "not negative"
    for i, joint in enumerate(joints):
        if full[i, i] < 0.0 or (definite and full[i, i] < np.finfo(float).tiny):  # so that 1/k is finite
            raise InvalidModel(
                f"the {name} of {of} {shown(joint)} is {full[i, i]:g}.",
                f"A {name} is {least}.",
                "lock joints that are rigid, and give springs to the others." if name == "stiffness" else "",
            )
    roots = np.sqrt(np.diag(full))
    size = np.outer(roots, roots)
    skew = np.abs(full - full.T) > SYMMETRIC * size
    if skew.any():
        i, j = (int(k) for k in np.argwhere(skew)[0])
        raise InvalidModel(
            f"the {name} matrix is not symmetric: {full[i, j]:g} and {full[j, i]:g} couple {of}s "
            f"{listed([joints[i], joints[j]])}.",
            "The matrix of an energy is symmetric.",
            "give ½ (k + kᵀ) if that is what you mean.",
        )
    full = 0.5 * full + 0.5 * full.T
    _check_definite(name, full, joints, definite, of)
    return fixed(full)


def rows(matrix: Array) -> Matrix:
    """A matrix as constants of a program.

    >>> rows(np.eye(2))
    ((1.0, 0.0), (0.0, 1.0))
    """
    return tuple(tuple(row) for row in matrix.tolist())


def _square(name: str, value: ArrayLike, n: int) -> Array:
    expected = f"one number, {n} numbers or a {n}×{n} matrix"
    array = numbers(f"the {name}", value, (), expected).astype(np.float64)
    if array.shape in ((), (n,)):
        return np.diag(np.broadcast_to(array, (n,)))
    if array.shape != (n, n):
        raise BadArray(f"the {name} has shape {array.shape}.", f"Expected: {expected}.")
    return array


def _check_definite(name: str, full: Array, joints: Sequence[str], definite: bool, of: str) -> None:
    """Refuse negative eigenvalues; the matrix is scaled to a unit diagonal, for soft joints next to stiff ones."""
    scale = np.sqrt(np.where(np.diag(full) > 0.0, np.diag(full), 1.0))
    values, vectors = np.linalg.eigh(full / np.outer(scale, scale))
    rounding = len(joints) * np.finfo(float).eps
    if values[0] < -rounding or (definite and values[0] <= rounding):
        most = joints[int(np.abs(vectors[:, 0]).argmax())]
        raise InvalidModel(
            f"the {name} matrix has the eigenvalue {np.linalg.eigvalsh(full)[0]:g}, most of it at {of} {shown(most)}.",
            f"All eigenvalues of a {name} matrix are {'positive' if definite else 'not negative'}.",
            "compare the entries that couple joints with those on the diagonal.",
        )


def _entry(name: str, joints: Sequence[str], i: int, j: int, of: str) -> str:
    if i == j:
        return f"the {name} of {of} {shown(joints[i])}"
    return f"the {name} between {of}s {listed([joints[i], joints[j]])}"
