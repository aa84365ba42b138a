"""The misprints of Milićević, Golubović & Slavković, each put back into its formulation."""

import pytest

from tests.books.errata import put_back

ID, GENERALIZED = "inverse_dynamics", "lagrange.generalized_dalembert"
START = "ω[BASE], ωd[BASE], vd[BASE] = start(model, base and base.at(model.bodies[0].placement.p))"
MISPRINTS = {
    "E3-1": (
        "lagrange.milicevic",
        ID,
        "return trace_forms.gravity(model, links(model, q))",
        "return [-c for c in trace_forms.gravity(model, links(model, q))]",
    ),
    "E3-2": ("newton_euler.milicevic_base", ID, START, "vd[BASE] = model.gravity"),
    "E3-3": (
        "newton_euler.milicevic_base",
        ID,
        "            + vd[i - 1]\n        )",
        "            + vd[i - 1]\n        ) if body.joint.slides else ωd[i]",
    ),
    "E3-4": ("newton_euler.milicevic_link", ID, START, "vd[BASE] = model.gravity"),
    "E3-5": (
        "newton_euler.milicevic_link",
        ID,
        "z_turn * qdd[i] + ω[i - 1].cross(z_turn * qd[i])",
        "(z_turn + z_slide) * qdd[i] + ω[i - 1].cross((z_turn + z_slide) * qd[i])",
    ),
    "E3-6": (
        GENERALIZED,
        "mass_matrix",
        "moment, force = I @ turned[j], swept[j] * m",
        "moment, force = I @ turned[j], z[j].cross(r[s] - p[j] - (p[s + 1] - p[s] if s + 1 < len(p) else ZERO)) * m",
    ),
    "E3-7": (
        GENERALIZED,
        ID,
        "tran[i] + force.dot(z[i].cross(r[s] - p[i]))",
        "tran[i] + (force - β[s].cross(p[i]) * body.inertia.m).dot(z[i].cross(r[s] - p[i]))",
    ),
    "E3-8": (
        GENERALIZED,
        ID,
        "force = (carried + swing(s, r[s] - p[s])) * body.inertia.m",
        "c̄ = r[s] - p[s]\n"
        "        lost = sum((ω[k].cross(c̄) for k in range(s)), start=ZERO)\n"
        "        force = (carried + ω[s].cross(ω[s].cross(c̄)) + lost) * body.inertia.m",
    ),
    "E3-9": (GENERALIZED, ID, "dot(d, qdd) + tran + rot + ci", "dot(d, qdd) + tran + ci"),
}
"""Formulation, question, right lines and printed ones."""


@pytest.mark.parametrize("entry", MISPRINTS)
def test_printed_form(entry):
    put_back(entry, *MISPRINTS[entry])
