"""Answers from kernels: those of the singular values and of Pinocchio; and when they are used."""

from dataclasses import dataclass

import numpy as np
import pytest

import linkwise
from linkwise.calls import variant_family
from linkwise.errors import Singular, UnknownName
from linkwise.taskspace import AbstractDamping, task_space_program
from linkwise.taskspace.compiled_answers import EVERYTHING, INERTIA, compiled_answers
from linkwise.taskspace.damping import damping_of
from tests.taskspace.states import CASES, arm, away
from tests.tolerances import IN_A_TASK

ANSWERS = ("inertia", "consistent_inverse", "nullspace", "velocity_forces", "gravity_forces", "jacobian", "drift")


def _close(found, true):
    np.testing.assert_allclose(found, true, rtol=0, atol=IN_A_TASK * max(np.abs(true).max(), 1.0))


@dataclass(frozen=True)
class Undeclared(AbstractDamping):
    """A rule that does not say where it does nothing, so that singular values are computed at every state."""

    rule: AbstractDamping

    def factor(self, sigma):
        return self.rule.factor(sigma)

    def kept(self, sigma):
        return self.rule.kept(sigma)


@pytest.mark.parametrize("damping", [0.0, 0.3, "auto"])
@pytest.mark.parametrize(
    ("name", "rows"),
    [("planar2r", ["x", "y"]), *(pytest.param(*case, marks=pytest.mark.slow) for case in CASES[3::3])],
)
def test_kernels_and_singular_values_agree(name, rows, damping):
    robot, undeclared = arm(name), Undeclared(damping_of(damping))
    for axes in ("base", "tool"):
        q, qd = away(robot, rows, axes=axes)
        true = robot.task_space(q, qd, rows=rows, axes=axes, damping=undeclared)
        for answer in ANSWERS:
            space = robot.task_space(q, qd, rows=rows, axes=axes, damping=damping)
            _close(getattr(space, answer), getattr(true, answer))
            one = robot.task_space(q[0], qd[0], rows=rows, axes=axes, damping=damping)
            np.testing.assert_array_equal(getattr(one, answer), getattr(space, answer)[0])


def test_singular_values_decide_where_a_state_may_be_singular():
    robot, near = arm("planar2r"), [[0.4, 1.0], [0.4, 1e-7]]
    regular = robot.task_space(near[0], rows=["x", "y"])
    assert compiled_answers(regular, INERTIA) is not None and compiled_answers(regular, EVERYTHING) is not None
    for gives in (INERTIA, EVERYTHING):
        assert compiled_answers(robot.task_space(near, rows=["x", "y"]), gives) is None
        assert compiled_answers(robot.task_space(near[1], rows=["x", "y"], damping=0.1), gives) is not None
        for rule in ("auto", "truncate"):
            assert compiled_answers(robot.task_space(near[1], rows=["x", "y"], damping=rule), gives) is None
            assert compiled_answers(robot.task_space(near[0], rows=["x", "y"], damping=rule), gives) is not None
        assert compiled_answers(robot.task_space([1e-3] * 2), gives) is None  # more rows than joints


def test_the_callers_arrays_may_change_afterwards():
    robot, q = arm("planar2r"), np.array([0.4, 1.0])
    for given in (q, q[None]):
        space = robot.task_space(given, rows=["x", "y"])
        q[:] = 0.0
        _close(space.inertia, robot.task_space([0.4, 1.0], rows=["x", "y"]).inertia.reshape(space.inertia.shape))
        q[:] = 0.4, 1.0


def test_programs_give_what_is_named():
    robot, rows = arm("planar3r"), ["x", "y"]
    q, qd = (x[0] for x in away(robot, rows, count=1))
    space = robot.task_space(q, qd, rows=rows)
    for name in ANSWERS:
        program = task_space_program(robot, rows=rows, gives=[name])
        takes = [port.name for port in program.signature.takes]
        assert takes == (["q", "qd"] if name in ("drift", "velocity_forces") else ["q"])
        _close(program.kernel()(*(q, qd)[: len(takes)]), getattr(space, name))
    with pytest.raises(UnknownName, match="consistent_inverse"):
        task_space_program(robot, gives=["inertias"])


def test_payloads_change_and_the_kernel_stays(monkeypatch):
    """Λ and p against Pinocchio's M⁻¹ and g of the loaded arm."""
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    monkeypatch.setattr(variant_family, "CUSTOMISED", 0)
    robot, rows = linkwise.load("scara").without_friction(), "position"
    q, _ = away(robot, rows, count=2)
    for mass in (0.5, 2.0):
        loaded = robot.with_payload(mass, com=[0.1, 0.0, 0.05]).with_gravity([mass, 0.0, -9.81])
        peer, space = Pinocchio.of_model(loaded.model), loaded.task_space(q, rows=rows)
        for k in range(len(q)):
            J = loaded.jacobian(q[k])[3:]
            A = J @ peer.mass_matrix_inverse(q[k])
            Λ = np.linalg.inv(A @ J.T)
            _close(space.inertia[k], Λ)
            _close(space.gravity_forces[k], Λ @ A @ peer.inverse_dynamics(q[k], 0 * q[k], 0 * q[k]))
    shared = [key for key in robot.kernels if key.name == "task_space" and "variants" in key.options]
    assert len(shared) == 2  # Λ, and everything else


def test_a_singular_variant_is_reported(monkeypatch):
    monkeypatch.setattr(variant_family, "CUSTOMISED", 0)
    with pytest.raises(Singular, match="smallest singular value"):
        _ = arm("planar2r").with_payload(1.0).task_space([0.4, 0.0], rows=["x", "y"]).inertia
