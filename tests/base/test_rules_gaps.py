"""Where the printed rules leave more than the base parameters, and the relations that close the gaps.

Rules 1–6 and [9.64]–[9.68] of Khalil & Dombre (2002) §9.4 against true ranks: all chains of up to four R and P joints
whose neighbouring axes are parallel, collinear, orthogonal or oblique, crossing or not, under six gravities, and random
chains and trees. No rule eliminates what matters. Two relations are missing, h being the energy functions [9.44]:

7. Prismatic j orthogonal to gravity, parallel to the revolute axes before it and orthogonal to the prismatic ones:
   ½ q̇_j² = h_Mj − h_{j−1} λ_j¹⁰ (r_j = 0). Sliding adds no ω × r a, and its velocity is orthogonal to all others, so
   ½ V_j² = ½ V² (r_j = 0) + ½ q̇_j²; nor does it go up or down.
8. No gravity, and all axes up to revolute j through one point (0, 0, ζ) of frame j: that point rests, so
   V_j = −ζ ω × z, and by [9.44] h_MX = ζ h_XZ and h_MY = ζ h_YZ.
"""

import numpy as np
import pytest

from linkwise.parameters.base import independent_columns
from tests.base.stacked import DOWN, QUARTER, columns, ours, pinocchios, tree
from tests.tolerances import AGREEMENT

by_each = pytest.mark.parametrize("D", [ours, pinocchios])
NONE, ALONG_X = (0.0, 0.0, 0.0), (9.81, 0.0, 0.0)
ACROSS = {"alpha": QUARTER}

SLIDES = {  # kinds, rows, gravity, parents; number of base parameters; slides whose rotor joins M, and those of [9.68]
    "PP level gantry": ("PP", [{}, {**ACROSS}], ALONG_X, None, 2, (1, 2), (1,)),
    "PP gantry, second upright": ("PP", [{}, ACROSS], (0.0, 9.81, 0.0), None, 3, (1,), (1,)),
    "PP gantry, first upright": ("PP", [{}, ACROSS], DOWN, None, 3, (2,), ()),
    "PP oblique, no gravity": ("PP", [{}, {"alpha": 0.7}], NONE, None, 3, (1,), (1,)),
    "PP parallel, no gravity": ("PP", [{}, {"d": 0.4}], NONE, None, 3, (1,), (1,)),
    "PPP gantry": ("PPP", [{}, {**ACROSS, "theta": QUARTER}, ACROSS], DOWN, None, 4, (2, 3), ()),
    "PPP gantry, no gravity": ("PPP", [{}, {**ACROSS, "theta": QUARTER}, ACROSS], NONE, None, 3, (1, 2, 3), (1,)),
    "RP collinear, level": ("RP", [{}, {}], ALONG_X, None, 4, (2,), (2,)),
    "RP parallel, level": ("RP", [{}, {"d": 0.4}], ALONG_X, None, 4, (2,), ()),
    "RP parallel, no gravity": ("RP", [{}, {"d": 0.4, "theta": 0.6}], NONE, None, 2, (2,), ()),
    "RP parallel, upright": ("RP", [{}, {"d": 0.4}], DOWN, None, 3, (), ()),
    "RP crossing, no gravity": ("RP", [{}, ACROSS], NONE, None, 5, (), ()),
    "RRP SCARA, no gravity": ("RRP", [{}, {"d": 0.4}, {"d": 0.3}], NONE, None, 6, (3,), ()),
    "PRP": ("PRP", [{}, {**ACROSS, "d": 0.2}, {"d": 0.3}], NONE, None, 5, (1, 3), (1,)),
    "two slides on a slide": ("PPP", [{}, ACROSS, {**ACROSS, "gamma": 0.8}], NONE, [-1, 0, 0], 3, (1, 2, 3), (1,)),
    "two slides on a turn": ("RPP", [{}, {"d": 0.4}, {"gamma": 0.8, "d": 0.3}], NONE, [-1, 0, 0], 3, (2, 3), ()),
}

POINTS = {  # the same without rotors; turning links without MX and MY of their own, and those of rule 5
    "RR crossing": ("RR", [{}, {"alpha": 0.7, "r": 0.25}], NONE, None, 6, (1, 2), (1,)),
    "RR crossing, gravity": ("RR", [{}, {"alpha": 0.7, "r": 0.25}], DOWN, None, 8, (1,), (1,)),
    "RR orthogonal": ("RR", [{}, ACROSS], NONE, None, 6, (1, 2), (1,)),
    "RR skew": ("RR", [{}, {**ACROSS, "d": 0.3}], NONE, None, 8, (1,), (1,)),
    "RRR wrist": ("RRR", [{}, ACROSS, {"alpha": -QUARTER}], NONE, None, 11, (1, 2, 3), (1,)),
    "RRR, third elsewhere": ("RRR", [{}, {**ACROSS, "r": 0.25}, {"alpha": 0.7}], NONE, None, 13, (1, 2), (1,)),
    "RRR, two collinear": ("RRR", [{}, {}, {"alpha": 0.7, "r": -0.4}], NONE, None, 7, (1, 2, 3), (1, 2)),
    "PRR": ("PRR", [{}, {}, {"alpha": 0.7}], NONE, None, 9, (2,), (2,)),
    "two on one": (
        "RRR",
        [{}, {"alpha": 0.7, "r": 0.2}, {**ACROSS, "gamma": 0.8, "b": 0.3}],
        NONE,
        [-1, 0, 0],
        11,
        (1, 2, 3),
        (1,),
    ),
}


def kept(W, K):
    found = independent_columns(W, K)
    return list(found.named(found.kept)), found.rank


@by_each
@pytest.mark.parametrize("arm", SLIDES)
def test_rotors_of_slides(arm, D):
    kinds, rows, gravity, parents, number, joining, told = SLIDES[arm]
    W, K = columns(tree(kinds, rows, gravity, parents), D=D)
    names, rank = kept(W, K)
    assert rank == number
    slides = [j for j, kind in enumerate(kinds, 1) if kind == "P"]
    assert tuple(j for j in slides if f"Ia{j}" not in names) == joining and set(told) <= set(joining)


@pytest.mark.parametrize("arm", SLIDES)
def test_relation_of_a_slides_rotor(arm):
    """Ia_j is M_j less a point mass at o_j (r_j = 0) on the parent, the tenth column of Table 9.1."""
    kinds, rows, gravity, parents, _, joining, _ = SLIDES[arm]
    model = tree(kinds, rows, gravity, parents)
    W, K = columns(model)
    for j in (j for j, kind in enumerate(kinds, 1) if kind == "P"):
        body = model.bodies[j - 1]
        x, y, z = body.placement.p.components
        point = [y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y, x, y, z, 1.0]
        at = K.index(f"XX{body.parent + 1}") if body.parent >= 0 else None
        carried = W[:, at : at + 10] @ point if at is not None else 0.0
        apart = W[:, K.index(f"Ia{j}")] - (W[:, K.index(f"M{j}")] - carried)
        limit = AGREEMENT * np.abs(W).max()
        assert (np.abs(apart).max() < limit) == (j in joining), j


@by_each
@pytest.mark.parametrize("arm", POINTS)
def test_axes_through_one_point(arm, D):
    kinds, rows, gravity, parents, number, resting, told = POINTS[arm]
    W, K = columns(tree(kinds, rows, gravity, parents), D=D, rotors=False)
    names, rank = kept(W, K)
    assert rank == number
    turns = [j for j, kind in enumerate(kinds, 1) if kind == "R"]
    assert tuple(j for j in turns if f"MX{j}" not in names and f"MY{j}" not in names) == resting and set(told) <= set(
        resting
    )


HEIGHTS = {"RR crossing": (2, -0.25), "RR orthogonal": (2, 0.0), "RRR wrist": (3, 0.0), "RRR, two collinear": (3, 0.4)}
"""The link, and ζ: where frame j sees the point; the axes cross at −r_j."""


@pytest.mark.parametrize("arm", HEIGHTS)
def test_relation_of_first_moments(arm):
    kinds, rows, gravity, parents, *_ = POINTS[arm]
    W, K = columns(tree(kinds, rows, gravity, parents))
    j, ζ = HEIGHTS[arm]
    for moment, product in (("MX", "XZ"), ("MY", "YZ")):
        expected = ζ * W[:, K.index(f"{product}{j}")]
        np.testing.assert_allclose(W[:, K.index(f"{moment}{j}")], expected, atol=AGREEMENT * np.abs(W).max())
