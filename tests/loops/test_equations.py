"""e, A and Ȧ q̇ of every kind of closure, and the balance of forces they stand for."""

import numpy as np
import pytest

from linkwise.loops.attitudes import turned
from linkwise.model.closure import KINDS, Closure
from tests.tolerances import CENTRAL_DIFFERENCES, CLOSED_LOOP, IN_A_TASK

from .mechanisms import four_bar, freudenstein, random_closed

UNIVERSAL = {"universal": ("xyz", "z"), "about x": ("", "x"), "two in another order": ("zx", "zy")}


def closed_by(seed, along, about):
    robot, start = random_closed(seed, "weld")
    (loop,) = robot.closures
    robot = robot.cut.with_closures([Closure(loop.name, loop.frame, loop.other, along, about)])
    rng = np.random.default_rng(seed)
    q = robot.close(start + 0.4 * rng.normal(size=robot.n), keep=[])
    return robot, q, robot.project_velocity(q, rng.normal(size=robot.n)), rng


@pytest.mark.parametrize("kind", [*KINDS, *UNIVERSAL])
def test_every_kind(kind):
    """Far from where the frames coincide in what is left free: A = ∂e/∂q, Ȧ q̇ = d(A q̇)/dt, and forces in balance."""
    robot, q, qd, rng = closed_by(3, *({**KINDS, **UNIVERSAL}[kind]))
    assert np.max(np.abs(robot.closure_error(q))) <= CLOSED_LOOP
    A, h = robot.closure_jacobian(q), 1e-5
    columns = [(robot.closure_error(q + h * e) - robot.closure_error(q - h * e)) / (2 * h) for e in np.eye(robot.n)]
    assert np.max(np.abs(A - np.transpose(columns))) <= CENTRAL_DIFFERENCES
    ahead, behind = (robot.closure_jacobian(q + s * h * qd) @ qd for s in (1.0, -1.0))
    bias = robot.closure_bias(q, qd)
    assert np.max(np.abs(bias - (ahead - behind) / (2 * h))) <= CENTRAL_DIFFERENCES * max(1.0, np.max(np.abs(bias)))
    tau = 10.0 * rng.normal(size=robot.n)
    acting = {"link2": rng.normal(size=6)}
    qdd = robot.forward_dynamics(q, qd, tau, wrenches=acting)
    assert np.max(np.abs(A @ qdd + bias)) <= IN_A_TASK * np.max(np.abs(qdd))
    wrenches = robot.constraint_wrenches(q, qd, tau, wrenches=acting)
    total = {**acting, **wrenches}
    borne = robot.cut.inverse_dynamics(q, qd, qdd, wrenches=total)  # the cut tree under the closures' forces
    assert np.max(np.abs(borne - tau)) <= IN_A_TASK * np.max(np.abs(tau))


def test_both_ways_agree_where_closures_are_redundant():
    """A hinge between links of the same plane: two of its five equations are needed."""
    closed = four_bar("hinge", actuated=())
    q = freudenstein(2.0)
    qd = closed.project_velocity(q, [1.0, 2.0, 3.0])
    tau = np.array([1.0, -2.0, 0.5])
    by_λ, by_Z = (closed.constraint_forces(q, qd, tau, method=m)["pin"] for m in ("multipliers", "null_space"))
    assert closed.rank == 2 and "'pin'" in closed.notes[0]
    assert np.max(np.abs(by_λ - by_Z)) <= IN_A_TASK * np.max(np.abs(by_Z))


def test_frames_that_are_turned_half_around():
    """Frames that face away from each other are open by half a turn, not closed."""
    for axis, R in enumerate([np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0]), np.diag([-1.0, -1.0, 1.0])]):
        assert np.linalg.norm(turned(R, "xyz")) == pytest.approx(np.pi)
        assert np.linalg.norm(turned(R, "xy")) == pytest.approx(0.0 if axis == 2 else np.pi)
