"""A wrong answer fails the laws that speak of it, and no other."""

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.backends.interpreter import backend as interpreter
from linkwise.errors import LinkwiseError
from linkwise.verify import agreement, running, sampled, verify
from tests.cli.test_cli_compare import erring as erring_formulation  # noqa: F401
from tests.robots import random_model
from tests.tolerances import ROUNDING

from .mutants import (
    INFEASIBLE,
    erring,
    larger,
    not_christoffel,
    outcome,
    part_larger,
    swapped,
    verdict_of,
    with_inertia,
)

ARM = Robot(random_model(3))
"""Four joints, one of which slides, with friction and rotors."""

RUN = "same however run"
ENERGIES = "linear energies"

MUTANTS = {
    "mass_matrix": (
        larger,
        {"kinetic energy", "equations of motion", "inverse mass matrix", "forward derivatives", ENERGIES, RUN},
    ),
    "coriolis_matrix": (larger, {"passivity", "bias forces", RUN}),
    "gravity_forces": (larger, {"gravity", "bias forces", RUN}),
    "bias_forces": (larger, {"bias forces", "equations of motion", RUN}),
    "inverse_dynamics": (
        larger,
        {
            "power balance",
            "equations of motion",
            "inverse of forward",
            "forward of inverse",
            "linear in parameters",
            "fifty digits",
            RUN,
        },
    ),
    "forward_dynamics": (larger, {"inverse of forward", "forward of inverse", "forward derivatives", RUN}),
    "mass_matrix_inverse": (larger, {"inverse mass matrix", RUN}),
    "regressor": (larger, {"linear in parameters", "base parameters", RUN}),
    "kinetic_energy": (larger, {"kinetic energy", ENERGIES, RUN}),
    "potential_energy": (larger, {ENERGIES, RUN}),
    "kinetic_energy_regressor": (larger, {ENERGIES, RUN}),
    "potential_energy_regressor": (larger, {ENERGIES, RUN}),
    "momentum_regressor": (larger, {ENERGIES, RUN}),
    "forward_kinematics": (larger, {"velocity of the pose", RUN}),
    "jacobian": (larger, {"velocity of the pose", RUN}),
    "jacobian_dot": (larger, {"rate of the Jacobian", RUN}),
    "friction_forces": (larger, {"power balance", "equations of motion", "linear in parameters"}),
}
"""One answer a millionth too large, and the laws that must fail."""


@pytest.fixture(autouse=True)
def short_programs(monkeypatch):
    """Long programs are left to other tests: here each is traced many times."""
    monkeypatch.setattr(agreement, "OPERATIONS", 1500)


def failing(robot):
    return outcome(verify(robot, states=4), "fails")


def test_the_arm_has_everything():
    assert verify(ARM, states=4).holds
    assert ARM.friction_forces(np.ones(ARM.n)).any() and any(b.joint.rotor.inertia for b in ARM.tree.bodies)
    assert {b.joint.slides for b in ARM.tree.bodies} == {True, False}


@pytest.mark.parametrize(
    "question",
    [q if q in ("coriolis_matrix", "inverse_dynamics") else pytest.param(q, marks=pytest.mark.slow) for q in MUTANTS],
)
def test_an_answer_a_millionth_too_large(question):
    change, laws = MUTANTS[question]
    assert failing(erring(ARM, question, change)) == laws


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("which", ["inverse", "forward"])
def test_one_part_of_the_derivatives(which, part):
    robot = erring(ARM, f"{which}_dynamics_derivatives", part_larger(part))
    found = verify(robot, states=4)
    assert outcome(found, "fails") == {f"{which} derivatives", RUN}
    assert (
        verdict_of(found, f"{which} derivatives").where[0]
        == [("∂/∂q", "∂/∂q̇", "∂/∂q̈"), ("∂/∂q", "∂/∂q̇", "∂/∂τ")][which == "forward"][part]
    )


def test_a_coriolis_matrix_without_christoffel_symbols():
    """C q̇ is right, so only passivity sees it."""
    q, qd = np.array([0.1, 0.2, 0.3, 0.4]), np.array([1.0, -2.0, 0.5, 1.5])
    other = erring(ARM, "coriolis_matrix", not_christoffel)
    assert np.abs((other.coriolis_matrix(q, qd) - ARM.coriolis_matrix(q, qd)) @ qd).max() < ROUNDING
    assert failing(other) == {"passivity", RUN}


@pytest.mark.slow
def test_a_regressor_with_swapped_columns():
    assert failing(erring(ARM, "regressor", swapped)) == {"linear in parameters", "base parameters", RUN}


@pytest.mark.slow
def test_parameters_in_another_order():
    class Turned:
        values = ARM.parameters().values[::-1]

    assert failing(erring(ARM, "parameters", lambda *_: Turned)) == {
        "linear in parameters",
        ENERGIES,
        "base parameters",
    }


class Base:
    """Base parameters with columns added, left out or scaled."""

    def __init__(self, base, matrix, columns):
        self.base, self.matrix, self.columns = base, matrix, columns
        self.values = matrix @ ARM.parameters().values

    def regressor(self, *state):
        return self.columns(self.base.regressor(*state))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("matrix", "columns", "law"),
    [
        (lambda K: np.vstack([K, 0 * K[:1]]), lambda Y: np.concatenate([Y, Y[..., :1]], -1), "base regressor"),
        (lambda K: K[:-1], lambda Y: Y[..., :-1], "base parameters"),
        (lambda K: larger(K), lambda Y: Y, "base parameters"),
    ],
    ids=["one too many", "one too few", "a millionth too large"],
)
def test_base_parameters(matrix, columns, law):
    base = ARM.base_parameters()
    assert failing(erring(ARM, "base_parameters", lambda *_: Base(base, matrix(base.matrix), columns))) == {law}


def test_an_infeasible_inertia():
    """The law names the state, and the eigenvalue that M has there."""
    robot = with_inertia(linkwise.load("panda"), 6, INFEASIBLE)
    found = verify(robot, states=6, seed=3)
    assert outcome(found, "fails") == {"mass matrix positive"}
    verdict = verdict_of(found, "mass matrix positive")
    q = sampled(robot, 6, seed=3).q[verdict.state]
    assert f"{np.linalg.eigvalsh(robot.mass_matrix(q))[0]:.4g}" in verdict.detail
    assert verdict.worst < 0.0 and "panda_joint7" in verdict.detail
    unsolved = {"inverse of forward", "forward of inverse", "inverse mass matrix", "forward derivatives"}
    assert outcome(found, "does not apply") == unsolved


@pytest.mark.slow
def test_an_answer_that_is_no_number():
    found = verify(erring(ARM, "jacobian_dot", lambda J, *_: J * np.nan), states=4)
    assert outcome(found, "fails") == {"rate of the Jacobian", RUN}
    assert verdict_of(found, "rate of the Jacobian").worst == np.inf


@pytest.mark.slow
def test_a_law_whose_function_raises():
    def refuse(*_):
        raise LinkwiseError("the coriolis matrix is out of order.")

    found = verify(erring(ARM, "coriolis_matrix", refuse), states=4)
    assert {"passivity", "bias forces", RUN} <= outcome(found, "fails")
    assert verdict_of(found, "passivity").why == "the coriolis matrix is out of order."
    assert "the coriolis matrix is out of order." in str(found)


# ---- wrong within -----------------------------------------------------------------------------------------------


def test_a_formulation_that_errs(erring_formulation):  # noqa: F811
    erring_formulation(1.0 + 1e-6)
    found = verify(linkwise.load("scara"), states=4)
    assert outcome(found, "fails") == {"formulations agree"}
    assert "newton_euler.erring" in verdict_of(found, "formulations agree").where[0]


@pytest.mark.slow
@pytest.mark.parametrize(("room", "name"), [(running, "ask"), (interpreter, "run")])
def test_a_way_to_run_it_that_errs(monkeypatch, room, name):
    right = getattr(room, name)
    monkeypatch.setattr(room, name, lambda *asked, **more: bent(right(*asked, **more)))
    assert failing(ARM) == {RUN}


def bent(answer):
    return [larger(part) for part in answer] if isinstance(answer, list) else larger(answer)


def test_digits_that_are_wrong(monkeypatch):
    right = running.answer_by

    def wrong(*asked):
        return lambda *state: [tau * (1.0 + 1e-6) for tau in right(*asked)(*state)]

    monkeypatch.setattr(running, "answer_by", wrong)
    assert failing(ARM) == {"fifty digits"}


def test_programs_too_long_are_counted(monkeypatch):
    monkeypatch.setattr(agreement, "OPERATIONS", 300)
    detail = verdict_of(verify(linkwise.load("scara"), states=2), "formulations agree").detail
    assert "programs too long" in detail
