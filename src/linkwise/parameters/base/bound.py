"""Khalil & Dombre's bound of the number of base parameters."""

from ...model import BASE, Model


def bound(arm: Model) -> int:
    """b_m ≤ 7 n_r + 4 n_p − 3 − σ̄_1 − 2 n_g0, Khalil & Dombre (2002) [9.61], for links without rotors.

    Differs from the book: the last terms are taken once for each joint on the base, so that trees are answered.
    Printed misprints: ERRATA E4-8; it is a bound, and exact only for chains that begin with a revolute joint and have
    no prismatic ones before the second direction of turning.                                        [khalil2002]

    >>> import linkwise
    >>> bound(linkwise.load("stanford").tree)
    33
    """
    total = 0
    for body in arm.bodies:
        total += 4 if body.joint.slides else 7
        if body.parent == BASE:
            a = body.placement.R.tagged(None, None) @ body.joint.axis
            g = arm.gravity.seen_from(None)
            off = a.cross(g)
            upright = not body.joint.slides and bool(off.dot(off) <= 1e-24 * g.dot(g))
            total -= 3 + (0 if body.joint.slides else 1) + (2 if upright else 0)
    return total
