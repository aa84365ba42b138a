"""Whether steps are short enough for dry friction made smooth: within its width w a friction F is a damper of F/w.

Such dampers, C, let velocities near rest decay at the rates λ of M⁻¹ C. A method follows them while h λ stays within
its interval of stability on the negative real axis; longer steps overshoot, and joints chatter where they should rest.
Hairer & Wanner (1996), IV.2; implicit stages are iterated, and then h λ times their matrix must contract. [hairer1996]
"""

from collections.abc import Sequence
from math import floor, log10

import numpy as np

from ..algebra import is_finite_number
from ..calls.arrays import Array
from ..calls.equations import Equations
from ..errors import shown
from ..model import Model, Smooth
from ..program import Tableau

TRIED = 3
"""How many of the initial states are looked at."""

NEAR_REST = 1e-3
"""At this share of its width a smooth law is a damper."""


def most_damping(tableau: Tableau) -> float:
    """The largest h λ at which a step does not amplify the mode of a damper.

    >>> from linkwise.program import TABLEAUS
    >>> {name: round(most_damping(TABLEAUS[name]), 2) for name in ("euler", "rk4", "implicit_midpoint")}
    {'euler': 2.0, 'rk4': 2.79, 'implicit_midpoint': 2.0}
    """
    A, b = np.array(tableau.A), np.array(tableau.b)
    if tableau.implicit:
        return float(1.0 / np.abs(np.linalg.eigvals(A)).max())

    def growth(x: float) -> float:
        return abs(float(1.0 - x * b @ np.linalg.solve(np.eye(len(b)) + x * A, np.ones(len(b)))))

    low, high = 1.0, 50.0
    while high - low > 1e-6:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if growth(middle) <= 1.0 else (low, middle)
    return low


def friction_notes(tree: Model, tableau: Tableau, step: float, q: Array) -> tuple[str, ...]:
    """What to tell of a step that is too long for the smooth friction of a tree, at some positions (…, n)."""
    dampers = [
        (body.joint.name, row, law)
        for body, row in zip(tree.bodies, tree.coordinates.rows, strict=True)
        if row and isinstance(law := body.joint.friction, Smooth) and is_finite_number(law.width)
    ]
    if not dampers or not q.size:
        return ()
    eq, worst = Equations(tree), (0.0, "", 0.0)
    for at in q.reshape(-1, tree.n)[:TRIED]:
        M, load = np.array(eq.mass_matrix(at.tolist()), float), eq.gravity_forces(at.tolist())
        C, each = np.zeros((tree.n, tree.n)), []
        for name, row, law in dampers:
            a = np.zeros(tree.n)
            a[[k for k, _ in row]] = [c for _, c in row]
            slow = NEAR_REST * law.width
            damping = float(law.force(slow, float(a @ at), float(a @ np.array(load, float)))) / slow
            C += damping * np.outer(a, a)
            each.append((name, law.width, damping, a))
        found = _fastest(M, C, each)
        worst = max(worst, found)
    rate, name, width = worst
    if not rate * step > most_damping(tableau):
        return ()
    shorter = _rounded_down(most_damping(tableau) / rate)
    return (
        f"within {width:g} of rest the friction of {shown(name)} is a damper that steps of {step:g} do not follow: "
        f"there it chatters or does not settle; steps of {shorter:g} follow it, as does a larger friction_width.",
    )


def _fastest(M: Array, C: Array, each: Sequence[tuple[str, float, float, Array]]) -> tuple[float, str, float]:
    """The fastest rate of decay, and the joint, with its width, whose friction does most of it."""
    try:
        rates, modes = np.linalg.eig(np.linalg.solve(M, C))
    except np.linalg.LinAlgError:
        return 0.0, "", 0.0
    if not np.isfinite(rates).all():
        return 0.0, "", 0.0
    mode = modes[:, int(np.argmax(rates.real))].real
    name, width, *_ = max(each, key=lambda one: one[2] * float(one[3] @ mode) ** 2)
    return float(rates.real.max()), name, width


def _rounded_down(x: float) -> float:
    """A number with one digit, no larger."""
    unit = 10.0 ** floor(log10(x))
    return float(f"{floor(x / unit * (1.0 + 1e-12)) * unit:.1g}")
