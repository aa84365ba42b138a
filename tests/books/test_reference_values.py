"""Numbers that others printed: the PUMA 560 of two toolboxes, and the worked examples of the sources.

The PUMA's values are in VALUES; each file names its origin (SymPyBotics, BSD-3; Robotics Toolbox for Python, MIT).
"""

import json
from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.readers.dh import read_text
from tests.robots import states
from tests.tolerances import AGREEMENT, PRINTED_12, PRINTED_15

VALUES = Path(__file__).parent / "data"
QUARTER = np.pi / 2


def values(name):
    return json.loads((VALUES / name).read_text(encoding="utf-8"))


def dh_robot(convention, links, gravity=(0.0, 0.0, -9.81)):
    """A robot from rows of a DH table, read as a file would be; the numbers need not be those of a possible body."""
    lines = ['format = "linkwise-dh 1"', 'name = "printed"', f'convention = "{convention}"', f"gravity = {[*gravity]}"]
    for link in links:
        lines += ["[[link]]", *(f"{key} = {value}" for key, value in link.items())]
    return Robot(*read_text("\n".join(lines), allow=("indefinite-inertia",)))


def agree(robot, question, state, printed, allowed):
    """Every formulation gives the printed numbers, to so much of their largest."""
    for name in robot.formulations(question):
        ours = getattr(robot, question)(*state, formulation=name)
        assert np.abs(ours - printed).max() <= allowed * np.abs(printed).max(), (question, name)


# ---- PUMA 560 with 15 digits, as checked by SymPyBotics against Corke's toolbox -------------------------------------


@pytest.fixture(scope="module")
def corke():
    found = values("puma560_corke_15digits.json")
    return {name: np.array(value) for name, value in found.items() if isinstance(value, list)}


def puma(corke, parameters):
    rows = zip(corke["dh_alpha_a_d"].tolist(), corke[parameters].reshape(6, 10).tolist(), strict=True)
    return dh_robot("standard", [{"alpha": α, "a": a, "d": d, "parameters": link} for (α, a, d), link in rows])


def test_puma_kinematics_15_digits(corke):
    robot, q = puma(corke, "dynparm_test"), corke["q_test"]
    J = robot.jacobian(q)
    np.testing.assert_allclose(robot.forward_kinematics(q), corke["T_pcorke"], rtol=0, atol=PRINTED_15)
    np.testing.assert_allclose(np.vstack([J[3:], J[:3]]), corke["J_pcorke"], rtol=0, atol=PRINTED_15)


@pytest.mark.parametrize(("parameters", "printed"), [("dynparm_test", "pcorke"), ("dynparm_test2", "assrt2")])
def test_puma_dynamics_15_digits(corke, parameters, printed):
    robot = puma(corke, parameters)
    q, qd, qdd = corke["q_test"], corke["dq_test"], corke["ddq_test"]
    tau, g, c = (corke[f"{name}_{printed}"].ravel() for name in ("tau", "g", "c"))
    agree(robot, "inverse_dynamics", (q, qd, qdd), tau, PRINTED_15)
    agree(robot, "gravity_forces", (q,), g, PRINTED_15)
    agree(robot.with_gravity([0, 0, 0]), "bias_forces", (q, qd), c, PRINTED_15)
    agree(robot, "mass_matrix", (q,), corke[f"M_{printed}"], PRINTED_15)
    for name in robot.formulations("coriolis_matrix"):
        C = robot.coriolis_matrix(q, qd, formulation=name)
        assert np.abs(C @ qd - c).max() <= PRINTED_15 * np.abs(c).max()


# ---- PUMA 560 with rotors and friction, as checked by the Robotics Toolbox for Python -------------------------------

HALF_A_UNIT = 0.505e-4
"""Four decimals, and the rounding of a number that ends in 5."""


@pytest.fixture(scope="module")
def toolbox():
    found = values("puma560_rtb_python_tests.json")
    return {name: np.array(found[name]) for name in found if name not in ("source", "robot") and "links" not in name}


def near(ours, printed):
    np.testing.assert_allclose(ours, printed, rtol=0, atol=HALF_A_UNIT)


def test_puma_torques_of_the_toolbox(toolbox):
    robot, q, one, zero = linkwise.load("puma560"), toolbox["qn"], np.ones(6), np.zeros(6)
    for name in robot.formulations("inverse_dynamics"):
        near(robot.gravity_forces(q, formulation=name), toolbox["gravload_qn"])
        near(robot.inverse_dynamics(q, zero, one, formulation=name), toolbox["rne_qn_qd0_qdd1"])
        near(robot.inverse_dynamics(q, one, one, formulation=name), toolbox["rne_qn_qd1_qdd1"])
        near(robot.inverse_dynamics(q, one, zero, formulation=name), toolbox["rne_qn_qd1_qdd0"])
        weightless = robot.with_gravity([0, 0, 0])
        near(weightless.inverse_dynamics(q, one, one, formulation=name), toolbox["rne_qn_qd1_qdd1_nogravity"])


def test_puma_matrices_of_the_toolbox(toolbox):
    """In joint space, and the inertia felt at the flange, J⁻ᵀ M J⁻¹, with the linear part first."""
    robot, q = linkwise.load("puma560"), toolbox["qn"]
    J = robot.jacobian(q)
    J_inverse = np.linalg.inv(np.vstack([J[3:], J[:3]]))
    for name in robot.formulations("mass_matrix"):
        M = robot.mass_matrix(q, formulation=name)
        near(M, toolbox["inertia_qn"])
        near(J_inverse.T @ M @ J_inverse, toolbox["inertia_x_qn"])
    qd = np.array([1.0, 2.0, 3.0, 1.0, 2.0, 3.0])
    for name in robot.formulations("coriolis_matrix"):
        near(robot.coriolis_matrix(q, qd, formulation=name), toolbox["coriolis_qn_qd=[1,2,3,1,2,3]"])


def test_puma_accelerations_of_the_toolbox(toolbox):
    robot = linkwise.load("puma560")
    qd, tau = np.array([0.1, 0.2, 0.8, 0.2, 0.5, 1.0]), np.array([1.0, 3.2, 1.8, 0.1, 0.7, 4.6])
    for name in robot.formulations("forward_dynamics"):
        qdd = robot.forward_dynamics(toolbox["qn"], qd, tau, formulation=name)
        near(qdd, toolbox["accel_qn_qd=[.1,.2,.8,.2,.5,1]_tau=[1,3.2,1.8,.1,.7,4.6]"])


# ---- worked examples of the sources ---------------------------------------------------------------------------------


def two_rods(q, qd, qdd, m1=1.3, m2=2.1, L1=0.7, L2=0.9, g=9.81):
    """The closed form of the planar arm with point masses at the ends of its rods, its misprints set right."""
    c2, s2, c1, c12 = np.cos(q[1]), np.sin(q[1]), np.cos(q[0]), np.cos(q[0] + q[1])
    coupled, turned = m2 * (L1 * L2 * c2 + L2**2), m2 * L1 * L2 * s2
    tau1 = ((m1 + m2) * L1**2 + m2 * (2 * L1 * L2 * c2 + L2**2)) * qdd[0] + coupled * qdd[1]
    tau1 += -2 * turned * qd[0] * qd[1] - turned * qd[1] ** 2 + (m1 + m2) * g * L1 * c1 + m2 * g * L2 * c12
    tau2 = coupled * qdd[0] + m2 * L2**2 * qdd[1] + turned * qd[0] ** 2 + m2 * g * L2 * c12
    return np.array([tau1, tau2])


def test_planar_2r_of_lynch_and_park():
    rods = [{"a": L, "mass": m} for m, L in ((1.3, 0.7), (2.1, 0.9))]
    robot = dh_robot("standard", rods, gravity=(0.0, -9.81, 0.0))
    state = np.array([0.4, 1.2]), np.array([0.8, -1.4]), np.array([1.1, -0.6])
    agree(robot, "inverse_dynamics", state, np.array([24.758765906427, 1.625629951924]), PRINTED_12)
    for k in range(20):
        state = [v[0] for v in states(2, 1, seed=k)]
        agree(robot, "inverse_dynamics", state, two_rods(*state), AGREEMENT)
        agree(linkwise.load("planar2r"), "inverse_dynamics", state, two_rods(*state), AGREEMENT)


@pytest.mark.parametrize("M2", [1.0, 20.0])
def test_rx90_of_khalil_and_dombre(M2):
    """Example 9.1, the first three links: A and Q. Neither depends on q1, M2, or the parameters left at 0."""
    links = [
        {"parameters": [0, 0, 0, 0, 0, 1.1, 0, 0, 0, 0]},
        {"alpha": QUARTER, "parameters": [0.9, 0.05, -0.04, 1.2, 0.03, 1.3, 2.0, 0.3, 0, M2]},
        {"d": 0.45, "parameters": [0.4, -0.02, 0.06, 0.35, 0.01, 0.5, 0.2, -0.8, 0.15, 9.0]},
    ]
    rotors = [{"rotor": f"{{ inertia = {Ia} }}"} for Ia in (0.5, 0.6, 0.7)]
    robot = dh_robot("khalil", [link | rotor for link, rotor in zip(links, rotors, strict=True)])
    q = np.array([0.9, 0.3, -0.8])
    a12, a13, a23 = -0.02309803424, -0.019989706697, 0.304455411117
    A = np.array([[4.664831851079, a12, a13], [a12, 3.831410822235, a23], [a13, a23, 1.2]])
    agree(robot, "mass_matrix", (q,), A, PRINTED_12)
    Q = np.array([0.0, 53.78926768911, -2.040714640537])
    agree(robot, "gravity_forces", (q,), Q, PRINTED_12)
