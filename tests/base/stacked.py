"""Stacks of regressors over exciting states, with columns of rotors, friction and drives; and how to make arms."""

import numpy as np

from linkwise.algebra import Inertia, Vec3
from linkwise.calls.arrays import assembled
from linkwise.calls.sampling import exciting
from linkwise.formulations.regressor import khalil_dombre
from linkwise.model import Body, Coordinates, Model, Prismatic, Revolute
from linkwise.model.dh import DHRow
from tests.books.test_errata_khalil_dombre import peer

LETTERS = ["XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"]
QUARTER = np.pi / 2
DOWN = (0.0, 0.0, -9.81)


def tree(kinds, rows, gravity=DOWN, parents=None, coordinates=None):
    """An arm or tree of "R" and "P" joints in Khalil's frames; its parameters do not matter, all are 1."""
    bodies = []
    for j, (kind, row) in enumerate(zip(kinds, rows, strict=True)):
        parent = j - 1 if parents is None else parents[j]
        T = DHRow(parent, **row, sigma=int(kind == "P")).constant
        joint = (Revolute if kind == "R" else Prismatic)(f"joint{j + 1}")
        bodies.append(Body(f"link{j + 1}", parent, T, joint, Inertia.of_parameters([1.0] * 10)))
    return Model(kinds, tuple(bodies), gravity=Vec3(*gravity), coordinates=coordinates)


def ours(model, q, qd, qdd):
    """The regressors at many states, (count, joints, columns)."""
    D = khalil_dombre.regressor(model, *(list(x.T) for x in (q, qd, qdd)))
    return assembled(D, (len(q),), (len(D), len(D[0])))


def pinocchios(model, q, qd, qdd):
    other = peer(model)
    return np.array([other.regressor(*x) for x in zip(q, qd, qdd, strict=True)])


def columns(model, *, D=ours, rotors=True, friction=False, drives=(), at=None, count=30):
    """The stack W and the names of its columns, in the order of K: of each link, then of its joint.

    A drive is a row c of factors: it turns with c·u̇ and feels cᵀ Ia c·ü.
    """
    n, u = len(model.bodies), model.coordinates
    B = np.array([[dict(row).get(k, 0.0) for k in range(model.n)] for row in u.rows])
    x, xd, xdd = at or exciting(model, count, seed=5)
    q, qd, qdd = x @ B.T + u.offsets, xd @ B.T, xdd @ B.T
    own = [qdd] * rotors + [qd, np.sign(qd), np.ones_like(qd)] * friction
    joints = [(values[:, :, None] * np.eye(n))[..., None] for values in own]
    links = np.concatenate([D(model, q, qd, qdd).reshape(len(q), n, n, 10), *joints], axis=3)
    shared = [np.outer(c, c) @ xdd[:, :, None] for c in np.array(drives, dtype=float).reshape(-1, model.n)]
    W = np.concatenate([B.T @ links.reshape(len(q), n, -1), *shared], axis=2)
    letters = LETTERS + ["Ia"] * rotors + ["FV", "FC", "FO"] * friction
    names = [f"{letter}{j}" for j in range(1, n + 1) for letter in letters]
    return W.reshape(len(q) * model.n, -1), [*names, *(f"Ia_{k}" for k in range(len(drives)))]


def following(rows, n):
    """Coordinates in which joints follow others: one row of factors for each joint."""
    return Coordinates(
        tuple(f"u{k}" for k in range(n)),
        tuple(tuple((k, float(c)) for k, c in enumerate(row) if c) for row in rows),
        (0.0,) * len(rows),
    )


__all__ = ["DOWN", "QUARTER", "columns", "following", "ours", "pinocchios", "tree"]
