"""Writes src/linkwise/doctor/installation/known_numbers.py: `python -m tests.doctor.known_numbers > …`.

The Panda's answers are computed with 50 digits by Lagrange's equations in Uicker and Kahn's form, which shares no
recursion with the formulations that are compiled by default, and q̈ by solving with that M in 50 digits; Pinocchio
confirms them in the test. The PUMA's are those the Robotics Toolbox for Python prints, to four decimals.
"""

import json
from pathlib import Path

import mpmath

import linkwise
from linkwise.formulations import answer_by, terms

STATE = {
    "q": [0.3, -0.7, 1.1, -1.9, 0.5, 1.3, -0.4],
    "qd": [0.8, -1.2, 0.4, 1.6, -0.9, 1.1, -0.3],
    "qdd": [-1.5, 0.7, 2.2, -0.6, 1.4, -2.1, 0.9],
    "tau": [4.0, -11.0, 7.0, -5.0, 2.0, 1.0, -0.5],
}
HEAD = '''"""Answers that are known from elsewhere, as tests/doctor/known_numbers.py writes them.

The Panda's: 50-digit arithmetic, rounded to doubles. The PUMA's: printed with four decimals by the Robotics Toolbox for
Python (MIT), at its posture qn, with friction and rotors.                                               [corke1994]
"""

'''


def panda():
    """The answers of the Panda by question."""
    tree = linkwise.load("panda").tree
    with mpmath.workdps(50):
        q, qd, qdd, tau = ([mpmath.mpf(x) for x in values] for values in STATE.values())

        def torques(accelerations):
            by = answer_by("inverse_dynamics", "lagrange.uicker_kahn", tree)
            return terms.inverse_dynamics(tree, by, q, qd, accelerations, {})

        bias = torques([mpmath.mpf(0)] * 7)
        units = [[mpmath.mpf(k == j) for k in range(7)] for j in range(7)]
        M = mpmath.matrix([[a - b for a, b in zip(torques(unit), bias, strict=True)] for unit in units]).T
        moved = mpmath.lu_solve(M, mpmath.matrix([a - b for a, b in zip(tau, bias, strict=True)]))
        return {
            "inverse_dynamics": [float(x) for x in torques(qdd)],
            "mass_matrix": [[float(M[i, j]) for j in range(7)] for i in range(7)],
            "forward_dynamics": [float(x) for x in moved],
        }


def text():
    """The module."""
    printed = json.loads((Path(__file__).parents[1] / "books/data/puma560_rtb_python_tests.json").read_text())
    puma = {"inverse_dynamics": printed["rne_qn_qd1_qdd1"], "mass_matrix": printed["inertia_qn"]}
    lines = [HEAD, f"PANDA_STATE = {STATE!r}\n\n", f"PANDA = {panda()!r}\n\n"]
    lines += [f"PUMA_STATE = {dict(q=printed['qn'], qd=[1.0] * 6, qdd=[1.0] * 6)!r}\n\n", f"PUMA = {puma!r}\n"]
    return "".join(lines)


if __name__ == "__main__":
    print(text(), end="")
