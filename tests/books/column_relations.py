"""Printed grouping relations held against the columns of regressors, and against base parameters.

A relation says that the column Dʲ of a parameter that goes is a sum of columns of those that stay: Khalil & Dombre
(2002), [9.38]. Whether it does is told by Pinocchio's regressor over random states; the library agrees where its
K_B = β K does not change along the relation.                                                           [khalil2002]
"""

import numpy as np

from linkwise import Robot
from tests.base.stacked import QUARTER, columns, pinocchios
from tests.tolerances import NINE_DIGITS, PLAINLY_SOMETHING

NONE, ALONG_X, OBLIQUE = (0.0, 0.0, 0.0), (9.81, 0.0, 0.0), (1.7, -2.2, 9.0)
ACROSS, BACK, TILTED = {"alpha": QUARTER}, {"alpha": -QUARTER}, {"alpha": 0.7}


def relations(equations, gone, names, known):
    """For each parameter that goes, its unit less the printed coefficients of those that gather it."""
    for one in gone:
        unit = {name: float(name == one) for name in names}
        found = dict(unit)
        for kept, right in (equation.split(" = ") for equation in equations):
            found[kept.replace("R", "")] -= eval(right, dict(known), unit)
        yield np.array([found[name] for name in names])


def verdicts(model, equations, gone, **known):
    """Of each relation: whether it holds for Pinocchio's torques, and whether for our base parameters."""
    W, names = columns(model, D=pinocchios)
    base = Robot(model).base_parameters(rotors=True)
    for relation in relations(equations, gone, names, known):
        for found in (W @ relation, base.matrix @ relation):
            off = np.abs(found).max(initial=0.0) / np.abs(relation).max()
            assert not NINE_DIGITS < off < PLAINLY_SOMETHING, "plainly something or nothing"
            yield bool(off < NINE_DIGITS)


def turned(row):
    """ʲ⁻¹A_j = Rot(x, α) Rot(z, θ)."""
    α, θ = row.get("alpha", 0.0), row.get("theta", 0.0)
    x = np.array([[1.0, 0.0, 0.0], [0.0, np.cos(α), -np.sin(α)], [0.0, np.sin(α), np.cos(α)]])
    return x @ np.array([[np.cos(θ), -np.sin(θ), 0.0], [np.sin(θ), np.cos(θ), 0.0], [0.0, 0.0, 1.0]])
