"""The misprints of the iterative Newton–Euler notes, each put back into newton_euler.iterative_notes."""

import pytest

from linkwise.algebra import Vec3
from linkwise.formulations.kinematics.orin_schrader import base_motions
from linkwise.model import BASE
from tests.books.errata import put_back

MISPRINTS = {
    "E0-1": ("F = vd_C * m", "F = v_C(model, q, qd, i, P_C) * m"),
    "E0-2": (
        "ω[λ].cross(ω[λ].cross(P))",
        "(ωd[λ].cross(ωd[λ].cross(P)) if body.joint.slides else ω[λ].cross(ω[λ].cross(P)))",
        "ω_λ.cross(S.v * qd[i]) * 2.0",
        "(R @ ωd[λ]).cross(S.v * q[i]) * 2.0",
        "+ S.v * qdd[i]",
        "+ S.v * (2.0 * qd[i])",
    ),
    "E0-3": ("+ S.v * qdd[i]", "+ S.v * qd[i]"),
    "E0-4": (" + vd[λ])", " + (vd[λ] if body.joint.slides else v_C(model, q, qd, λ)))"),
    "E0-5": ("ω[i].cross(ω[i].cross(P_C))", "ωd[i].cross(ω[i].cross(P_C))"),
    "E0-6": ("f[i] - wrenches[i].f, n[i] - wrenches[i].n", "f[i] + wrenches[i].f, n[i] + wrenches[i].n"),
    "E0-7": ("ω_λ.cross(S.v * qd[i]) * 2.0", "ω_λ.cross(S.v * q[i]) * 2.0"),
}
"""The right lines and the printed ones."""


def v_C(model, q, qd, i, P_C=None):
    """The velocity of a link's point P_C, or of its origin, seen from the link; the base rests."""
    if i == BASE:
        return Vec3(0.0, 0.0, 0.0, model.base)
    T, _, v = base_motions(model, q, qd)
    return T[i].R.T @ (v[i].v + v[i].ω.cross(T[i].p if P_C is None else T[i].point(P_C)))


@pytest.mark.parametrize("entry", MISPRINTS)
def test_printed_form(entry):
    question = "inverse_dynamics under a wrench" if entry == "E0-6" else "inverse_dynamics"
    put_back(entry, "newton_euler.iterative_notes", question, *MISPRINTS[entry], v_C=v_C)
