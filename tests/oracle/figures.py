"""Errors on the golden robots, ours beside Pinocchio's and MuJoCo's, as the docs print them.

`python -m tests.oracle.figures`: median and worst, of q̈ also in units of κ u, κ the condition number of the inertia
matrix scaled to a unit diagonal and u = 2⁻⁵³.
"""

import numpy as np

from linkwise import Robot
from linkwise.formulations import QUESTIONS
from tests.peers.mujoco import MuJoCo
from tests.peers.pinocchio import Pinocchio
from tests.tolerances import EPS

from . import golden

WHO = {"linkwise": Robot, "Pinocchio": Pinocchio.of_model, "MuJoCo": MuJoCo.of_model}

errors: dict[tuple[str, str, str], list[float]] = {}
for case, truth in golden.load():
    κ = golden.condition(truth["mass_matrix"].hi)
    given = dict(zip(("q", "qd", "qdd", "tau"), case.states(), strict=True))
    for who, made in WHO.items():
        robot = made(case.model)
        for question in ("inverse_dynamics", "mass_matrix", "forward_dynamics"):
            states = zip(*(given[name] for name in QUESTIONS[question].takes), strict=True)
            off = truth[question].off(np.array([getattr(robot, question)(*state) for state in states]))
            errors.setdefault((case.family, question, who), []).extend(off)
            if question == "forward_dynamics":
                errors.setdefault((case.family, "in κ u", who), []).extend(off / (κ * EPS / 2))


def row(name: str, families: list[str]) -> str:
    """One line of the table: median and worst of each question and library."""
    cells = []
    for question in ("inverse_dynamics", "mass_matrix", "forward_dynamics", "in κ u"):
        for who in WHO:
            all_of = [x for family in families for x in errors[family, question, who]]
            cells.append(f"{np.median(all_of):.1e} {np.max(all_of):.1e}")
    return f"| {name} | {' | '.join(cells)} |"


families = list(dict.fromkeys(family for family, _, _ in errors))
for family in families:
    print(row(family, [family]))
print(row("all", families))
