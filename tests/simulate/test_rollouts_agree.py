"""Simulations and rollouts go by the same tableaus: step by step they are the same motion."""

import numpy as np
import pytest

import linkwise
from linkwise.program.tableaus import TABLEAUS
from linkwise.simulate import METHODS

STEP, STEPS = 0.01, 25


@pytest.mark.parametrize("method", TABLEAUS)
def test_step_by_step(method):
    """In the interpreter, which adds up stages in the same order; the rates may round differently."""
    robot, q0, qd0, tau = linkwise.load("planar2r"), [0.5, 0.2], [0.3, -0.4], [20.0, 5.0]
    run = robot.simulate(q0, qd0, tau=tau, t=STEPS * STEP, method=method, step=STEP)
    rolled = robot.rollouts(q0, qd0, tau=tau, method=method, step=STEP, steps=STEPS, every=1, backend="interpreter")
    assert run.status == "finished" and run.q.shape == (STEPS + 1, 2)
    for ours, theirs in ((run.q, rolled.q), (run.qd, rolled.qd)):
        scale = np.abs(ours).max(axis=0)
        assert (scale > 0.1).all()
        np.testing.assert_array_less(np.abs(ours - theirs), np.broadcast_to(1e-14 * scale, ours.shape))


def test_orders_are_those_of_the_tableaus():
    fixed = {name: method.order for name, method in METHODS.items() if method.fixed_step}
    assert fixed == {name: tableau.order for name, tableau in TABLEAUS.items()}
    assert list(METHODS) == [
        *("euler", "semi_implicit_euler", "implicit_midpoint", "rk4", "gauss_legendre_4"),
        *("DOP853", "Radau"),
    ]
