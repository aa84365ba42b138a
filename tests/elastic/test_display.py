"""What a prompt and a notebook show of elastic robots."""

import linkwise

from .arms import planar


def test_repr():
    arm, pendulum = planar(), linkwise.load("pendulum").with_elastic_joints(50.0, rotors=0.2)
    shown = {
        "ElasticRobot('planar2r', 2 joints, 2 motors)": arm,
        "ElasticRobot('pendulum', 1 joint, 1 motor)": pendulum,
        "Springs('planar2r', stiffness 200 … 300)": arm.springs,
        "Springs('pendulum', stiffness 50)": pendulum.springs,
        "ElasticEquations('planar2r', 2 joints)": arm.springs.equations(),
        "Equilibrium(x (4,), tau (2,))": arm.equilibrium([0.1, 0.2]),
        "ElasticModel('planar2r', 8 states, 2 inputs)": arm.linearize([0.0] * 4),
        "ForwardDynamicsDerivatives(dqdd_dq (4, 4), dqdd_dqd (4, 4), dqdd_dtau (4, 2))": (
            arm.forward_dynamics_derivatives([0.0] * 4, [0.0] * 4, [0.0] * 2)
        ),
    }
    for text, value in shown.items():
        assert repr(value) == text


def test_in_a_notebook():
    arm = planar()
    assert "<td>joint2</td><td>200</td><td>0</td><td>0.3</td>" in arm._repr_html_()
    springs = arm.springs._repr_html_()
    assert "<td>joint2</td><td>200</td><td>0</td><td>0.3</td>" in springs and "stiffness 200 … 300" in springs
    assert "<th>damping ratio</th>" in arm.linearize([0.0] * 4)._repr_html_()
