"""Sensitivities asked of a simulation, against simulations with other parameters."""

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.control import adaptive, pd_gravity
from linkwise.errors import UnknownName
from linkwise.model import Friction
from tests.tolerances import AGREEMENT, LONG_RUN, RESIMULATED, ROUGH_RUN

TIMES = np.linspace(0.0, 0.8, 9)
NAMES = ("M2", "MX1", "payload.mass")


def changed(robot, name, by):
    if name == "payload.mass":
        return linkwise.load("planar2r").with_payload(0.5 + by)
    found = robot.parameters()
    values = found.values.copy()
    values[found.names.index(name)] += by
    return robot.with_parameters(values)


def controlled(saturate):
    robot = linkwise.load("planar2r")
    stiff = pd_gravity(robot, [0.4, -0.3], 60.0, 4.0)
    return {"controller": lambda t, q, qd: np.clip(stiff(t, q, qd), -30.0, 30.0) if saturate else stiff(t, q, qd)}


@pytest.mark.parametrize("given", [{"tau": [1.0, -0.5]}, controlled(False), controlled(True)], ids=["τ", "PD", "cut"])
def test_against_other_parameters(given):
    robot = linkwise.load("planar2r").with_payload(0.5)
    given = {**given, "t": TIMES, "rtol": 1e-13, "atol": 1e-13}  # at 1e-12 a step may miss the kink of a cut torque
    run = robot.simulate([0.3, 0.5], [0.2, -0.4], sensitivities=NAMES, **given)
    assert run.companions["sensitivity"].shape == (len(TIMES), 12)
    for k, name in enumerate(NAMES):
        h = 1e-4
        more, less = (changed(robot, name, by).simulate([0.3, 0.5], [0.2, -0.4], **given) for by in (h, -h))
        for found, wanted in ((run.sensitivities.q, more.q - less.q), (run.sensitivities.qd, more.qd - less.qd)):
            wanted = wanted / (2 * h)
            assert np.abs(found[..., k] - wanted).max() <= RESIMULATED * np.abs(wanted).max()


def test_saturation_is_followed():
    """A force that is cut does not change with the state, nor then with the parameters."""
    robot = linkwise.load("panda")
    posture, far = np.array([0.1, -0.4, 0.3, -2.0, 0.2, 1.5, 0.3]), np.array([2.0, 1.0, 2.0, -0.5, 2.0, 3.0, 2.0])
    strong = pd_gravity(robot, far, 4000.0, 0.1)
    most = robot.limits.effort
    given = {"t": (0.0, 0.02), "sensitivities": ["M5"]}
    cut = robot.simulate(posture, controller=strong, saturate=True, **given)
    assert cut.saturated[:, :3].all()
    same = robot.simulate(posture, controller=lambda t, q, qd: np.clip(strong(t, q, qd), -most, most), **given)
    at = [run.sensitivities.q[-1] for run in (cut, same)]
    np.testing.assert_allclose(at[0], at[1], rtol=LONG_RUN, atol=AGREEMENT)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda r: r.simulate([0.0, 0.0], t=0.1, sensitivities=["M9"]),
        lambda r: r.simulate([0.0, 0.0], t=0.1, sensitivities="M1"),
        lambda r: r.simulate([0.0, 0.0], t=0.1, sensitivities=["M1"], companions={"sensitivity": None}),
        lambda r: r.simulate(
            [0.0, 0.0], t=0.1, sensitivities=["M1"], controller=adaptive(r, [0.0, 0.0], 1.0, 1.0, 1.0)
        ),
    ],
)
def test_what_cannot_be_asked(wrong):
    with pytest.raises(LinkwiseError):
        wrong(linkwise.load("planar2r"))


def test_a_load_at_a_frame():
    """Of arms with several tips, and of loads elsewhere than at the tip."""
    arm = linkwise.load("planar2r")
    given = {"q0": [0.2, 0.5], "t": 0.3}
    run = arm.simulate(**given, sensitivities=["payload.mass@link1", "payload.mass@tip"])
    for k, frame in enumerate(("link1", "tip")):
        more = arm.with_payload(1e-5, com=[0.0, 0.0, 0.0], frame=frame).simulate(**given)
        assert (more.q[-1] - run.q[-1]) / 1e-5 == pytest.approx(run.sensitivities.q[-1, :, k], abs=ROUGH_RUN)
    with pytest.raises(UnknownName):
        arm.simulate(**given, sensitivities=["payload.mass@nowhere"])


def test_the_message_mentions_a_joint_that_is_held():
    arm = linkwise.load("planar2r").with_friction({"joint2": Friction(0.1, 100.0)})
    run = arm.simulate([0.2, 0.5], t=0.2, sensitivities=["M2"])
    assert run.status == "finished" and "sensitivities are known to t = 0 only" in run.message
    assert linkwise.load("planar2r").simulate([0.2, 0.5], t=0.2, sensitivities=None).sensitivities is None
