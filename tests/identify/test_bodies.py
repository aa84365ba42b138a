"""Full parameters that bodies can have: given base parameters, or a prior and a misfit."""

import json

import numpy as np
import pytest
from scipy.optimize import minimize

import linkwise
from linkwise.doctor import examine
from linkwise.errors import BadArray, InvalidModel, UnknownName, WriteError
from linkwise.identify import simulated_log
from linkwise.parameters import to_pseudo
from linkwise.parameters.bodies import Bodies, along_the_path
from tests.tolerances import HALF_THE_DIGITS, NINE_DIGITS, STATIONARY


@pytest.mark.parametrize(
    "name", ["planar2r", *(pytest.param(name, marks=pytest.mark.slow) for name in ("scara", "puma560", "panda"))]
)
def test_with_base_parameters(name):
    robot = linkwise.load(name)
    same = robot.with_base_parameters(robot.base_parameters().values)
    heavy = robot.with_payload(1.5, com=[0.02, 0.03, 0.1], inertia=0.01 * np.eye(3))
    asked = heavy.base_parameters().values
    found = robot.with_base_parameters(asked)
    for made, values in ((same, robot.base_parameters().values), (found, asked)):
        np.testing.assert_allclose(made.base_parameters().values, values, atol=NINE_DIGITS * np.abs(values).max())
        assert examine(made).feasible
    q, qd, qdd = (np.linspace(-1.0, 1.0, robot.n) * k for k in (0.7, 1.1, 2.0))
    np.testing.assert_allclose(
        found.with_friction(linkwise.Friction()).inverse_dynamics(q, qd, qdd),
        heavy.with_friction(linkwise.Friction()).inverse_dynamics(q, qd, qdd),
        atol=HALF_THE_DIGITS * 100.0,
    )


def test_what_no_bodies_have_is_refused():
    robot = linkwise.load("planar2r")
    values = robot.base_parameters().values.copy()
    values[3] = -0.1  # ZZ2
    with pytest.raises(InvalidModel, match="no bodies have these 6 base parameters"):
        robot.with_base_parameters(values)
    with pytest.raises(BadArray):
        robot.with_base_parameters(values[:3])


def test_the_minimum_by_another_way():
    """A minimum over Cholesky factors by SciPy (log-Cholesky coordinates) is that of Newton's method."""
    rng = np.random.default_rng(2)
    prior = linkwise.load("puma560").parameters().standard[2]
    A, b = rng.normal(size=(4, 10)), rng.normal(size=4)
    bodies = Bodies.around(prior.copy(), [np.arange(10)], np.array([], dtype=int), np.array([]))
    z = along_the_path(A, b, bodies, 0.3)
    _, slope, _ = bodies(z)
    parts = A.T @ (A @ z - b), 0.3 * slope
    assert np.abs(parts[0] + parts[1]).max() < STATIONARY * np.abs(parts[0]).max()
    assert np.linalg.eigvalsh(to_pseudo(z)).min() > 0.0
    low = np.tril_indices(4)
    L0 = np.linalg.cholesky(to_pseudo(bodies.center))
    L0[np.diag_indices(4)] = np.log(np.diag(L0))

    def full(x):
        L = np.zeros((4, 4))
        L[low] = x
        L[np.diag_indices(4)] = np.exp(np.diag(L))
        P = L @ L.T
        xx, yy, zz = np.trace(P[:3, :3]) - np.diag(P)[:3]
        return np.array([xx, -P[0, 1], -P[0, 2], yy, -P[1, 2], zz, *P[:3, 3], P[3, 3]])

    def value(x):
        pi = full(x)
        return 0.5 * np.sum((A @ pi - b) ** 2) + 0.3 * bodies.value(pi)

    found = minimize(value, L0[low], method="BFGS", options={"gtol": 1e-9, "maxiter": 2000})
    ours = 0.5 * np.sum((A @ z - b) ** 2) + 0.3 * bodies.value(z)
    assert ours <= found.fun * (1.0 + HALF_THE_DIGITS) and found.fun - ours < STATIONARY * ours


@pytest.fixture(scope="module")
def fit():
    robot = linkwise.load("ur5e").with_friction(linkwise.Friction(1.0, 3.0))
    return robot.identify(simulated_log(robot, 20.0, noise=0.02), friction=["viscous", "coulomb", "offset"])


def test_a_fit_is_feasible_and_saved(fit, tmp_path):
    assert examine(fit.robot).feasible
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 20, 6))
    predicted = fit.predict(q, qd, qdd)
    for name in ("arm.toml", "arm.urdf", "fit.json"):
        fit.save(tmp_path / name)
    whole = linkwise.load(tmp_path / "arm.toml", strict=True)
    np.testing.assert_allclose(whole.inverse_dynamics(q, qd, qdd), predicted, atol=HALF_THE_DIGITS)
    plain = linkwise.load(tmp_path / "arm.urdf", strict=True)
    np.testing.assert_allclose(plain.mass_matrix(q), fit.robot.mass_matrix(q), atol=HALF_THE_DIGITS)
    assert examine(plain).feasible
    law = plain.model.bodies[0].joint.friction
    assert (law.viscous, law.coulomb) == pytest.approx(fit.friction["shoulder_pan_joint"].sizes)
    data = json.loads((tmp_path / "fit.json").read_text())
    assert data["values"]["FV1"]["value"] == fit.values[fit.names.index("FV1")] and data["errors"][0]["total"] < 0.02
    with pytest.raises(WriteError, match="A name ending in one of"):
        fit.save(tmp_path / "arm.txt")


def test_the_fit_in_c(fit):
    """What was identified is what is generated."""
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 5, 6))
    kernel = fit.robot.compile("inverse_dynamics", backend="interpreter")
    np.testing.assert_allclose(kernel(q, qd, qdd), fit.predict(q, qd, qdd), atol=HALF_THE_DIGITS)
    assert "tanh" in fit.robot.listing("inverse_dynamics").c or "exp" in fit.robot.listing("inverse_dynamics").c


def test_friction_alone():
    """Links as they are, friction of another robot of the type."""
    robot = linkwise.load("planar3r").with_friction(linkwise.Friction())
    real = robot.with_friction(linkwise.model.Smooth(linkwise.Friction(1.5, 2.5), 0.02))
    fit = robot.identify(simulated_log(real, 10.0), friction=["viscous", "coulomb"], links=False, estimator="wls")
    assert fit.names[:2] == ("links", "FV1") and fit.values[0] == 1.0 and fit.sigma[0] == 0.0
    np.testing.assert_allclose(fit.values[1:], np.repeat([1.5, 2.5], 3), rtol=STATIONARY * 1000.0)
    np.testing.assert_allclose(fit.robot.mass_matrix([0.3] * 3), robot.mass_matrix([0.3] * 3), rtol=NINE_DIGITS)
    with pytest.raises(BadArray, match="links=False keeps"):
        robot.identify(simulated_log(real, 10.0), links=False)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"estimator": "tls"}, UnknownName, "has no estimator 'tls'"),
        ({"friction": "viscous"}, BadArray, "A list of some of viscous"),
        ({"friction": ["viscos"]}, UnknownName, "did you mean 'viscous'"),
        ({"width": -1.0}, BadArray, "A speed above 0"),
        ({"filter": 5.0}, BadArray, "A linkwise.identify.Filter was expected"),
        ({"prior": 0.0}, BadArray, "A strength above 0"),
        ({"deviations": "grey"}, UnknownName, "has no way to deviations 'grey'"),
        ({"tilt": 1}, BadArray, "tilt is '1'"),
        ({"logs": 5}, BadArray, "a log is '5'"),
        ({"logs": []}, BadArray, "there are no logs"),
    ],
)
def test_bad_requests(options, error, says):
    robot = linkwise.load("pendulum")
    with pytest.raises(error, match=says):
        robot.identify(**{"logs": simulated_log(robot, 5.0)} | options)
