"""The error for what has no closed form."""

from ..errors import NoClosedForm


def refusal(what: str, hint: str = "", expected: str = "") -> NoClosedForm:
    """The error for a step that leaves the trigonometric polynomials.

    >>> print(refusal("the formula divides by L1 + cos(q2)."))
    the formula divides by L1 + cos(q2).
      Closed forms are sums and products: of inertia and Coriolis matrices, forces, energies and kinematics.
      Hint: use robot.listing, which names intermediate variables and handles every function.
    """
    return NoClosedForm(
        what,
        expected
        or "Closed forms are sums and products: of inertia and Coriolis matrices, forces, energies and kinematics.",
        hint or "use robot.listing, which names intermediate variables and handles every function.",
    )
