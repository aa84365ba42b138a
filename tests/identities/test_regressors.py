"""What is linear in the parameters, times the parameters: joint forces, energies, momentum; columns one by one.

regressor · π = τ;  kinetic_energy_regressor · π = E;  potential_energy_regressor · π = U;  momentum_regressor · π = M q̇
"""

from functools import cache

import numpy as np
import pinocchio as pin
import pytest

import linkwise
from linkwise import Robot
from linkwise.errors import BadArray, InvalidModel, LinkwiseError, UnknownName
from linkwise.model import Friction, Model
from linkwise.parameters import of_central, of_pinocchio, of_pseudo, to_central, to_pinocchio, to_pseudo
from tests.books.test_errata_khalil_dombre import peer as peer_of
from tests.robots import CATALOG, random_model, states
from tests.tolerances import AGREEMENT, ONE_ROUNDING

ROBOTS = [*CATALOG, *(s if s in (3, 13, 27) else pytest.param(s, marks=pytest.mark.slow) for s in range(60))]
EVERY = ("viscous", "coulomb", "offset")


@cache
def robot_of(name) -> Robot:
    return linkwise.load(name) if isinstance(name, str) else Robot(random_model(name))


def close(found, expected, *terms):
    scale = max(np.abs(x).max(initial=0.0) for x in (expected, *terms))
    assert found.shape == expected.shape and np.abs(found - expected).max(initial=0.0) <= AGREEMENT * scale


@pytest.mark.parametrize("name", ROBOTS)
def test_regressors_times_parameters(name):
    robot = robot_of(name)
    q, qd, qdd = states(robot.n, 5, seed=33)
    π = robot.parameters().values
    Y, P = robot.regressor(q, qd, qdd), robot.momentum_regressor(q, qd)
    e, u = robot.kinetic_energy_regressor(q, qd), robot.potential_energy_regressor(q)
    close(Y @ π, robot.without_friction().inverse_dynamics(q, qd, qdd), Y * π)
    close(P @ π, np.einsum("sij,sj->si", robot.mass_matrix(q), qd), P * π)
    close(e @ π, robot.kinetic_energy(q, qd), e * π)
    close(u @ π, robot.potential_energy(q), u * π)
    tall = Y.reshape(-1, len(π))
    assert tall.shape == (5 * robot.n, len(π)) and tall.base is not None  # a view: nothing is copied or looped over


@pytest.mark.parametrize("name", ROBOTS)
def test_other_parameters(name):
    """The same matrices hold for parameters drawn at random, of no possible body."""
    robot = robot_of(name)
    x = states(robot.n, 3, seed=34)
    π = np.random.default_rng(1).uniform(0.5, 2.0, len(robot.parameters().values))
    other = robot.with_parameters(π)
    np.testing.assert_array_equal(other.parameters().values, π)
    Y = robot.regressor(*x, formulation="regressor.khalil_dombre")
    close(Y @ π, other.without_friction().inverse_dynamics(*x, formulation="newton_euler.featherstone"), Y * π)


@pytest.mark.parametrize("name", ROBOTS)
def test_friction_and_drives(name):
    """Columns of friction give the robot's own friction; those of a drive what [9.33] says of it."""
    robot = robot_of(name)
    q, qd, qdd = states(robot.n, 4, seed=35)
    c = {joint: 0.5 + k for k, joint in enumerate(robot.joint_names[-2:])}
    more = {"rotors": True, "friction": EVERY, "drives": {"m": c}}
    own = robot.parameters(**more)
    Y = robot.regressor(q, qd, qdd, **more, formulation=None if name in CATALOG else "regressor.khalil_dombre")
    assert own.names[-4:] == ("Ia_m", "FV_m", "FC_m", "FO_m") and Y.shape[-1] == len(own.names)
    close(Y @ own.values, robot.inverse_dynamics(q, qd, qdd), Y * own.values)
    factors = np.array([c.get(joint, 0.0) for joint in robot.joint_names])
    speed, faster = qd @ factors, qdd @ factors
    close(Y[..., -4:], factors[:, None] * np.stack([faster, speed, np.sign(speed), np.ones(4)], 1)[:, None, :])
    energies = {"rotors": True, "drives": {"m": c}, "formulation": "regressor.gautier_khalil"}
    e, P = robot.kinetic_energy_regressor(q, qd, **energies), robot.momentum_regressor(q, qd, **energies)
    close(e[:, -1], 0.5 * speed**2)
    close(P[..., -1], factors * speed[:, None])


def test_uneven_friction_is_a_mean_and_an_offset():
    robot = linkwise.load("planar2r").with_parameters([0.4, 1.0, 0.3], ["FV1", "FC1", "FO1"])
    assert robot.model.bodies[0].joint.friction == Friction(0.4, 1.3, 0.7)
    x = states(2, 6, seed=3)
    τ = robot.regressor(*x, friction=EVERY) @ robot.parameters(friction=EVERY).values
    close(τ, robot.inverse_dynamics(*x))
    with pytest.raises(InvalidModel, match="offset"):
        robot.parameters(friction=["coulomb"])


@pytest.mark.parametrize("name", ["panda", "puma560", *range(1, 40, 8)])
def test_energy_functions_are_those_of_pinocchio(name):
    robot = robot_of(name)
    if not robot.tree.coordinates.trivial:
        pytest.skip("Pinocchio has no coupled coordinates")
    peer = peer_of(robot.tree)
    order = np.concatenate([10 * (joint.id - 1) + np.array([4, 5, 7, 6, 8, 9, 1, 2, 3, 0]) for joint in peer.joints])
    for q, qd in zip(*states(robot.n, 3, seed=36)[:2], strict=True):
        at = peer.model, peer.model.createData(), peer._q(q)
        kinetic = pin.computeKineticEnergyRegressor(*at, peer._v(qd))
        potential = pin.computePotentialEnergyRegressor(*at)
        close(robot.kinetic_energy_regressor(q, qd, rotors=False), kinetic[order])
        close(robot.potential_energy_regressor(q, rotors=False), potential[order])


def test_compiled_interpreted_and_plain():
    robot = linkwise.load("puma560")
    x = states(6, 7, seed=37)
    columns = robot.parameters(friction=True, drives={"m": {"joint5": 1.0, "joint6": -1.0}}).columns
    kernel = robot.compile("regressor", columns=columns)
    steps = robot.compile("regressor", columns=columns, backend="interpreter")
    plain = robot.regressor(
        *x, friction=True, drives={"m": {"joint5": 1.0, "joint6": -1.0}}, formulation="regressor.khalil_dombre"
    )
    close(kernel(*x), plain)
    close(np.array([steps(*state) for state in zip(*x, strict=True)]), plain)
    both = robot.compile("regressor", "momentum_regressor")(*x)
    close(both.momentum_regressor, robot.momentum_regressor(*x[:2]))


# ---- conversions ----------------------------------------------------------------------------------------------------


def test_conversions():
    robot = linkwise.load("panda")
    own = robot.parameters()
    k = own.standard
    for j, body in enumerate(robot.tree.bodies):
        m, com, I = body.inertia.m, np.array(body.inertia.com.components), np.array(body.inertia.I_com.full.rows)
        theirs = pin.Inertia(m, com, I).toDynamicParameters()
        np.testing.assert_allclose(own.pinocchio[j], theirs, rtol=0, atol=ONE_ROUNDING)
        np.testing.assert_allclose(own.central.inertia[j], I, rtol=0, atol=ONE_ROUNDING)
        pseudo = pin.PseudoInertia.FromInertia(pin.Inertia(m, com, I)).toMatrix()
        np.testing.assert_allclose(own.pseudo[j], pseudo, rtol=0, atol=ONE_ROUNDING)
    np.testing.assert_array_equal(of_pinocchio(to_pinocchio(k)), k)
    np.testing.assert_allclose(of_pseudo(to_pseudo(k)), k, rtol=0, atol=ONE_ROUNDING)
    np.testing.assert_allclose(of_central(*to_central(k)), k, rtol=0, atol=ONE_ROUNDING)
    batch = np.stack([k, 2.0 * k])
    np.testing.assert_allclose(to_pseudo(batch)[1], 2.0 * to_pseudo(k), rtol=ONE_ROUNDING)


def test_tensors_turned_by_quarters_are_symmetric_but_for_rounding():
    """Entries that should be 0 are 1e-17 on one side and 1e-32 on the other."""
    for angles in np.ndindex(4, 4, 4):
        R = pin.rpy.rpyToMatrix(np.pi / 2 * np.array(angles))
        J = R @ np.diag([1.0, 3.0, 2.0]) @ R.T
        np.testing.assert_allclose(of_central(2.0, [0.0] * 3, J)[[0, 3, 5]], np.diag(J), rtol=0, atol=ONE_ROUNDING)


@pytest.mark.parametrize(
    "call",
    [
        lambda: to_pseudo([1.0] * 9),
        lambda: of_pseudo(np.arange(16.0).reshape(4, 4)),
        lambda: of_central(1.0, [0.0], np.eye(3)),
        lambda: of_central("heavy", [0.0] * 3, np.eye(3)),
        lambda: of_central([1.0, 2.0], np.zeros((3, 3)), np.eye(3)),
        lambda: of_pseudo(np.diag([1e-4, 1e-4, 1e-4, 1e3]) + np.eye(4, k=1) * 1e-9),
        lambda: linkwise.load("planar2r").with_parameters([1.0], "M1"),
        lambda: linkwise.load("planar2r").with_parameters([1.0], 1),
        lambda: of_central(1.0, [0.0] * 3, np.eye(2)),
        lambda: linkwise.load("planar2r").with_parameters([1.0] * 3),
        lambda: linkwise.load("planar2r").with_parameters([np.nan] * 20),
        lambda: linkwise.load("planar2r").with_parameters([1.0, 2.0], ["M1", "M1"]),
    ],
)
def test_bad_arrays(call):
    with pytest.raises(BadArray):
        call()


def test_bad_names():
    robot = linkwise.load("planar2r")
    with pytest.raises(UnknownName, match="M3"):
        robot.with_parameters([1.0], ["M3"])
    with pytest.raises(UnknownName, match="M1"):
        robot.with_parameters([1.0], [["M1"]])
    with pytest.raises(LinkwiseError, match="friction"):
        robot.compile("momentum_regressor", columns=robot.parameters(friction=True).columns)
    with pytest.raises(LinkwiseError, match="columns"):
        robot.compile("mass_matrix", columns=robot.parameters().columns)


def test_a_first_moment_without_mass_has_no_centre():
    with pytest.raises(LinkwiseError, match="centre of mass"):
        to_central([0.0] * 6 + [1.0, 0.0, 0.0, 0.0])


def test_models_of_symbols_are_told_apart():
    import sympy

    from linkwise.model.constants import with_constants

    model: Model = with_constants(linkwise.load("planar2r").model, {"M1": sympy.Symbol("m")})
    with pytest.raises(LinkwiseError, match="symbols"):
        Robot(model).parameters()
