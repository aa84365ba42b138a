"""What has no closed form here, said in one way."""

from ..errors import NoClosedForm


def refusal(what: str, hint: str = "", expected: str = "") -> NoClosedForm:
    """The error for a step that leaves the trigonometric polynomials.

    >>> print(refusal("a division by L1 + cos(q2) was met."))
    a division by L1 + cos(q2) was met.
      Closed forms exist for inertia and Coriolis matrices, forces, energies and kinematics: sums and products alone.
      Hint: take a listing, which names intermediate variables and knows every function.
    """
    return NoClosedForm(
        what,
        expected
        or "Closed forms exist for inertia and Coriolis matrices, forces, energies and kinematics: sums and products "
        "alone.",
        hint or "take a listing, which names intermediate variables and knows every function.",
    )
