"""A link's inertia at its centre of mass as weighted squares, I_C = Σ w n nᵀ: what turns D = TᵀMT into D = PᵀP.

Balafoutis & Patel (1991), (6.2.13)–(6.2.15), assume M positive definite and write M = NᵀN; the rows of N are √w n.
The roots of the weights cancel wherever N is used, so they are not taken. Thin rods, point masses and links without
mass are only semidefinite: squares are split off while there is a pivot; what is left then is rounding, and is kept
without dividing by it. So is the whole of an inertia given by symbols, whose pivots cannot be compared.
                                                                                                   [balafoutis1991]
"""

from ...algebra import Inertia, Scalar, Vec3, holds_anywhere, is_zero
from ...errors import shown
from ...model import Model
from ..scope import Scope

NOTHING = 1e-14
"""A pivot this small next to the trace of I at the origin is rounding: I_C is the difference of two such tensors."""

Squares = list[tuple[Scalar, Vec3]]
"""Weights w and rows n."""


def root(inertia: Inertia) -> Squares | None:
    """Weights and rows with I_C = Σ w n nᵀ, the weights positive but for rounding; None if there are none.

    >>> from linkwise.algebra import Sym3
    >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.25, 0.0, 0.25))
    >>> [(w, n.components) for w, n in root(rod)]
    [(0.25, (0.0, 1.0, 0.0)), (0.25, (0.0, 0.0, 1.0))]
    >>> root(Inertia.of_parameters([1.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0])) is None
    True
    """
    A = [list(row) for row in inertia.I_com.full.rows]
    small, frame = NOTHING * inertia.I.trace, inertia.I.frame
    left, squares = [0, 1, 2], []
    while left:
        k = left[0]
        for j in left[1:]:
            k = j if holds_anywhere(A[j][j] > A[k][k]) else k
        if not holds_anywhere(A[k][k] > small):
            break
        n = [A[k][j] / A[k][k] if j in left else 0.0 for j in range(3)]
        squares.append((A[k][k], Vec3(n[0], n[1], n[2], frame)))
        left.remove(k)
        for i in left:
            for j in left:
                A[i][j] = A[i][j] - n[i] * A[k][j]
    if holds_anywhere(inertia.m < 0.0) or any(holds_anywhere(abs(A[i][j]) > small) for i in left for j in left):
        return None
    for i in left:  # Σ_{i<j} a_ij (e_i + e_j)² + Σ_i (a_ii − Σ_{j≠i} a_ij) e_i²
        squares += [(A[i][j], _units(frame, i, j)) for j in left if i < j]
        own = A[i][i]
        for j in left:
            own = own - A[i][j] if i != j else own
        squares.append((own, _units(frame, i)))
    return [(w, n) for w, n in squares if not is_zero(w)]


def _units(frame: str | None, *places: int) -> Vec3:
    return Vec3(float(0 in places), float(1 in places), float(2 in places), frame)


def rootless(model: Model) -> str | None:
    """Which link's inertia has no real root, as regrouped parameters and typing errors may cause; None if all have one.

    >>> import linkwise
    >>> from dataclasses import replace
    >>> arm = linkwise.load("pendulum").tree
    >>> odd = Inertia.of_parameters([1.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], "rod")
    >>> rootless(arm)
    >>> rootless(replace(arm, bodies=(replace(arm.bodies[0], name="rod", inertia=odd),)))
    "link 'rod' has an inertia that is not positive, so it has no real root"
    """
    for body in model.bodies:
        if root(body.inertia) is None:
            return f"link {shown(body.name)} has an inertia that is not positive, so it has no real root"
    return None


REAL = Scope(massless=False, excludes=rootless)
"""Robots whose links all have a real root."""
