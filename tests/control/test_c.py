"""Controllers and the observer as C: compiled under strict flags and run beside Python."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

import linkwise
from linkwise.control import MomentumObserver, adaptive, computed_torque, impedance, saturated
from linkwise.trajectories import Quintic
from tests.tolerances import AGREEMENT, SAME_STEPS

STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def built(controller, folder, name, function):
    """The C function of a saved controller or observer, called with arrays."""
    controller.save(folder / f"{name}.c")
    done = subprocess.run(
        ["gcc", *STRICT, "-O0", "-shared", "-fPIC", f"{name}.c", "-lm", "-o", f"{name}.so"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[:2000]
    compiled = ctypes.CDLL(str(folder / f"{name}.so"))[function]
    compiled.restype = None

    def call(*arrays):
        assert all(a.dtype == float and a.flags.c_contiguous for a in arrays)
        compiled(*(ctypes.c_void_p(a.ctypes.data) for a in arrays))

    return call


def test_controllers(tmp_path):
    robot = linkwise.load("ur5")
    q, qd, t = np.linspace(0.3, 1.2, 6), np.linspace(-0.4, 0.5, 6), np.array(0.4)
    moving = Quintic(np.zeros(6), np.ones(6), duration=1.0)
    here = robot.forward_kinematics(q + 0.1)
    for k, controller in enumerate(
        (
            saturated(computed_torque(robot, moving, 50.0, 10.0)),
            impedance(robot, here, 300.0, 30.0),
        )
    ):
        call = built(controller, tmp_path, f"controller{k}", f"ur5_{controller.name}")
        tau = np.empty(6)
        call(t, q, qd, *(np.ascontiguousarray(x) for x in controller.ports.at(t)), tau)
        true = controller(t, q, qd)
        np.testing.assert_allclose(tau, true, rtol=0, atol=AGREEMENT * np.abs(true).max())


def test_adaptive(tmp_path):
    robot = linkwise.load("planar2r")
    controller = adaptive(robot, [0.5, 0.2], 3.0, 4.0, 0.5, sigma=0.1, deadzone=0.01)
    call = built(controller, tmp_path, "adaptive", "planar2r_adaptive")
    q, qd, z = np.array([0.3, -0.4]), np.array([0.6, 0.1]), controller.start(None, None)
    tau, rate = np.empty(2), np.empty(controller.size)
    call(np.array(0.0), q, qd, z, *controller.ports.at(0.0), tau, rate)
    np.testing.assert_allclose(tau, controller.force(0.0, q, qd, z), rtol=AGREEMENT)
    np.testing.assert_allclose(rate, controller.rate(0.0, q, qd, tau, z), rtol=0, atol=AGREEMENT)


def test_observer(tmp_path):
    """The state kept by the caller, written over itself, from the first sample on, against Python's observer."""
    robot = linkwise.load("panda")
    observer = MomentumObserver(robot, np.linspace(10.0, 40.0, 7))
    call = built(observer, tmp_path, "observer", "panda_observer_step")
    dt = np.array(0.002)
    push = {robot.tree.frame_or_tip(None).name: [0.0, 0.0, 0.0, 5.0, -8.0, 6.0]}
    q0 = np.array([0.1, -0.4, 0.2, -2.0, 0.1, 1.8, 0.7])
    tau = robot.gravity_forces(q0)
    run = robot.simulate(q0, tau=tau, wrenches=push, t=np.arange(0.0, 0.2, dt))
    state, residual, none = np.zeros(21), np.empty(7), np.zeros(7)
    call(state, q0, none, tau, np.array(0.0), none, state, residual)  # begin
    watching = observer.begin(q0, none)
    for q, qd in zip(run.q[1:], run.qd[1:], strict=True):
        call(state, q.copy(), qd.copy(), tau, dt, observer.gain, state, residual)
        expected = watching.update(q, qd, tau, float(dt))
        np.testing.assert_allclose(residual, expected, rtol=0, atol=1e3 * SAME_STEPS * (1.0 + np.abs(tau).max()))
    assert np.abs(residual).max() > 2.0
