"""How many operations programs take: never more than was reached before, and less than the sources print.

Of the links alone, without friction, rotors and a wrench at the tip; the sources' own counts include that wrench
(Balafoutis & Patel) or leave friction out (Khalil & Dombre). Negations count as additions.
"""

from functools import cache

import pytest

from linkwise.formulations import QUESTIONS, answer_by
from linkwise.program import Count, count, trace
from tests.counts.arms import ARMS

τ, M, FD, DID = "inverse_dynamics", "mass_matrix", "forward_dynamics", "inverse_dynamics_derivatives"
C = "coriolis_matrix"

REACHED = {
    ("panda", τ): (308, 297),
    ("panda", M): (187, 185),
    ("panda", FD): (613, 562),
    ("panda", DID): (1491, 1363),
    ("ur5", τ): (156, 131),
    ("ur5", M): (77, 70),
    ("ur5", FD): (275, 238),
    ("ur5", DID): (650, 548),
    ("rx90", τ): (242, 230),
    ("rx90", M): (115, 110),
    ("rx90", FD): (434, 389),
    ("rx90", DID): (1047, 936),
    ("rx90 simplified", τ): (148, 112),
    ("rx90 simplified", M): (82, 66),
    ("rx90 simplified", FD): (294, 225),
    ("general 6R", τ): (397, 333),
    ("general 6R", M): (362, 298),
    ("general 6R", FD): (834, 687),
    ("general 6R", DID): (2008, 1612),
    ("panda", C): (741, 676),
    ("ur5", C): (315, 261),
    ("general 6R", C): (1118, 895),
    ("general 6R, quarter turns", τ): (288, 272),
    ("general 6R, quarter turns", M): (177, 179),
}
"""Multiplications and additions of the formulation each question names for programs."""

PRINTED = {
    ("rx90", τ): (253, 238),
    ("rx90 simplified", τ): (160, 113),  # Khalil & Dombre, Table 9.6
    ("rx90", FD): (889, 653),
    ("rx90 simplified", FD): (637, 423),  # Khalil & Dombre, §9.7
    ("general 6R", τ): (425, 369),  # Khalil & Dombre, Table 9.5: 92n − 127, 81n − 117
    ("general 6R", M): (420, 339),
    ("general 6R", FD): (956, 790),  # Balafoutis & Patel, Tables 6.1, 6.3
    ("general 6R, quarter turns", τ): (354, 351),  # Balafoutis & Patel, Table 5.2
    ("general 6R, quarter turns", M): (271, 250),  # Balafoutis & Patel, Table 6.1
}
"""What the sources print for the same arms."""


@cache
def cost(arm: str, question: str) -> Count:
    model, row = ARMS[arm](), QUESTIONS[question]
    by = answer_by(question, row.compiled)
    n = len(model.bodies)

    def answer(*state):
        found = by(model, *state)
        return found[:2] if question == DID else found  # the inertia matrix is not asked for

    return count(trace(answer, dict.fromkeys(row.takes, n)))


@pytest.mark.parametrize(("arm", "question"), REACHED, ids=str)
def test_no_more_operations_than_reached(arm, question):
    found = cost(arm, question)
    multiplications, additions = REACHED[arm, question]
    assert found.multiplications <= multiplications and found.additions <= additions, found


@pytest.mark.parametrize(("arm", "question"), PRINTED, ids=str)
def test_no_more_operations_than_printed(arm, question):
    found = cost(arm, question)
    multiplications, additions = PRINTED[arm, question]
    assert found.multiplications <= multiplications and found.additions <= additions, found


@pytest.mark.parametrize("arm", ARMS)
def test_no_formulation_takes_fewer(arm):
    """The formulation named for programs has the least multiplications and additions together."""
    from linkwise.errors import NotForThisRobot
    from linkwise.formulations import formulations_for

    model = ARMS[arm]()
    for question in (τ, M, FD):
        named = cost(arm, question)
        for name, by in formulations_for(question, model).items():
            takes = dict.fromkeys(QUESTIONS[question].takes, len(model.bodies))
            try:
                other = count(trace(lambda *state, by=by: by(model, *state), takes))
            except NotForThisRobot:  # composites whose regrouped masses cancel
                continue
            assert named.multiplications + named.additions <= other.multiplications + other.additions, name
