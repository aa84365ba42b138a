"""The twists of all links as one vector, and the maps between them as one matrix.

Lynch & Park (2017), eqs. (9.62)–(9.76) of the draft of Chapter 9.                                     [lynch2017]

    V = Γ V + A θ̇ + V_base                                                             (9.72)
    Γⁿ = 0,   L = (1 − Γ)⁻¹ = 1 + Γ + … + Γⁿ⁻¹                                         (9.76)

Γ has the block Ad_{T_{i,i−1}} in row i and column i−1, on trees in the column of i's parent. Stacked twists and
wrenches are lists; a matrix is kept as its non-zero blocks.
"""

from typing import NamedTuple

from ..algebra import NO_FORCE, NO_MOTION, Force, Inertia, Motion, Transform
from ..model import BASE, Model
from .base_motion import BaseMotion, spatial_start
from .product_of_exponentials import displacements, links
from .scalars import Scalars

Adjoints = list[dict[int, Transform]]
"""A 6n×6n matrix of adjoint maps by its rows: X[i][j] stands for Ad_{T_ij} and is the pose T_ji of link i in link j."""


class Stacked(NamedTuple):
    """A (9.64) and G (9.65) by their diagonal blocks, Γ (9.68), L (9.76), V_base (9.69) and V̇_base (9.70)."""

    A: list[Motion]
    G: list[Inertia]
    Γ: Adjoints
    L: Adjoints
    V_base: list[Motion]
    Vd_base: list[Motion]


def stacked(model: Model, θ: Scalars, base: BaseMotion | None = None) -> Stacked:
    """The matrices at θ; V_base and V̇_base are Ad_{T_10} of V_0 and V̇_0 − (0, g) for links on the base.

    >>> import linkwise
    >>> s = stacked(linkwise.load("planar3r").tree, [0.1, 0.2, 0.3])
    >>> [list(row) for row in s.Γ], [list(row) for row in s.L]
    ([[], [0], [1]], [[0], [1, 0], [2, 1, 0]])
    """
    constants, (V_0, Vd_0) = links(model), spatial_start(model, base)
    T, parents = displacements(constants, θ), [body.parent for body in model.bodies]
    Γ = [{} if p == BASE else {p: T_i} for p, T_i in zip(parents, T, strict=True)]
    V_base, Vd_base = (
        [
            start.to_child(T_i) if p == BASE and start is not NO_MOTION else NO_MOTION
            for p, T_i in zip(parents, T, strict=True)
        ]
        for start in (V_0, Vd_0)
    )
    return Stacked([link.A for link in constants], [link.G for link in constants], Γ, resolvent(Γ), V_base, Vd_base)


def resolvent(Γ: Adjoints) -> Adjoints:
    """L = 1 + Γ + … + Γⁿ⁻¹. No two powers have a block in common, so nothing is ever added.

    >>> resolvent([{}, {0: Transform.identity()}])[1].keys()
    dict_keys([1, 0])
    """
    L, power = [{i: Transform.identity()} for i in range(len(Γ))], Γ
    while any(power):
        L = [{**row, **more} for row, more in zip(L, power, strict=True)]
        power = after(Γ, power)
    return L


def after(X: Adjoints, Y: Adjoints) -> Adjoints:
    """The product X Y of matrices whose rows have at most one block: Ad_{T_ij} Ad_{T_jk} = Ad_{T_ik}.

    >>> after([{}, {0: Transform.identity()}], [{}, {0: Transform.identity()}])
    [{}, {}]
    """
    return [{k: T_kj @ T_ji for j, T_ji in row.items() for k, T_kj in Y[j].items()} for row in X]


def times(X: Adjoints, V: list[Motion]) -> list[Motion]:
    """X V of stacked twists.

    >>> times([{}, {0: Transform.identity()}], [NO_MOTION, NO_MOTION]) == [NO_MOTION, NO_MOTION]
    True
    """
    return [
        sum((V[j] if i == j else V[j].to_child(T) for j, T in row.items()), start=NO_MOTION) for i, row in enumerate(X)
    ]


def transposed_times(X: Adjoints, F: list[Force]) -> list[Force]:
    """Xᵀ F of stacked wrenches.

    >>> transposed_times([{}, {0: Transform.identity()}], [NO_FORCE, NO_FORCE]) == [NO_FORCE, NO_FORCE]
    True
    """
    product = [NO_FORCE] * len(F)
    for i, row in enumerate(X):
        for j, T in row.items():
            product[j] = product[j] + (F[i] if i == j else F[i].to_parent(T))
    return product
