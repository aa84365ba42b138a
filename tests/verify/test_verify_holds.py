"""The laws hold: on the built-in robots, on random ones of every kind, and on odd ones as far as they apply."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia
from linkwise.calls.routes import LONGEST
from linkwise.errors import LinkwiseError
from linkwise.formulations import answer_by, terms
from linkwise.model import Model, Revolute, Rotor
from linkwise.verify import LAWS, Certificate, sampled, verify
from linkwise.verify.complex_step import partial
from linkwise.verify.sample import FEW
from tests.cli.command_line import ARM
from tests.robots import CATALOG, SEEDS, random_chain, random_model
from tests.tolerances import ROUNDING

from .mutants import outcome, verdict_of, with_inertia

SOME = (0, 1, 2, 3, 4, 12, 13, 14, 15, 24, 25, 26, 29, 48)
"""Chains, trees, coupled coordinates; sliders, friction, rotors, links without mass; one joint askew without friction:
∂q̈/∂q̇ is 0, and rounding where it is added up."""

SOLVING = {"mass matrix positive", "inverse of forward", "forward of inverse", "inverse mass matrix"}
SOLVING |= {"forward derivatives"}


def holds(robot, states=8):
    found = verify(robot, states=states)
    for verdict in found.laws:
        if verdict.worst is not None:
            print(f"{robot.name:12} {verdict.law:24} {verdict.worst:.1e} {verdict.bound:.1e} {verdict.place}")
    assert outcome(found, "fails") == set(), str(found)
    return found


@pytest.mark.parametrize(
    "name", [n if n == "scara" else pytest.param(n, marks=pytest.mark.slow) for n in (*CATALOG, "tx40")]
)
def test_catalog(name):
    assert outcome(holds(linkwise.load(name)), "does not apply") == set()


@pytest.mark.parametrize(
    "seed",
    [
        SOME[0],
        *(
            pytest.param(s, marks=pytest.mark.slow if s in SOME else pytest.mark.soak)
            for s in SEEDS[:36]
            if s != SOME[0]
        ),
    ],
)
def test_random_robot(seed):
    assert outcome(holds(Robot(random_model(seed))), "does not apply") == set()


@pytest.mark.parametrize("seed", [1, *(pytest.param(s, marks=pytest.mark.slow) for s in (4, 5))])
def test_sliders(seed):
    holds(Robot(random_chain(seed)))


def test_some_robots_are_of_every_kind():
    models = [random_model(seed) for seed in SOME]
    assert any(not model.serial for model in models) and any(not model.coordinates.trivial for model in models)
    assert any(b.joint.moves and b.inertia.m == 0.0 for model in models for b in model.bodies)


def test_other_seeds_are_other_states():
    robot = linkwise.load("planar2r")
    one, other = verify(robot, states=3, seed=1), verify(robot, states=3, seed=2)
    assert one == verify(robot, states=3, seed=1) and one.laws != other.laws


# ---- derivatives by the complex step --------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_the_complex_step_against_50_digits(which):
    tree = Robot(random_model(3)).without_friction().tree
    state = np.random.default_rng(5).normal(size=(3, 4))
    by = answer_by("inverse_dynamics", None, tree)
    with mpmath.workdps(50):
        h = mpmath.mpf(10) ** -20

        def at(k, sign):
            x = [[mpmath.mpf(v) for v in row] for row in state.tolist()]
            x[which][k] += sign * h
            return terms.inverse_dynamics(tree, by, *x, {})

        pairs = [zip(at(k, 1), at(k, -1), strict=True) for k in range(4)]
        true = np.array([[float((a - b) / (2 * h)) for a, b in pair] for pair in pairs]).T
    found = partial(tree, "inverse_dynamics", list(state), which)
    assert np.abs(found - true).max() <= ROUNDING * np.abs(true).max()


# ---- odd robots -----------------------------------------------------------------------------------------------------


def test_nothing_moves():
    arm = linkwise.load("planar2r")
    found = verify(arm.lock(dict.fromkeys(arm.joint_names, 0.3)))
    assert not found.holds and len(outcome(found, "does not apply")) == len(LAWS)
    assert found.laws[0].why == "no joint of this robot moves."


def test_a_massless_tip():
    found = holds(with_inertia(linkwise.load("planar3r"), 2, Inertia.none()))
    assert outcome(found, "does not apply") == SOLVING
    assert "joint 'joint3'" in verdict_of(found, "mass matrix positive").why


def test_no_mass_at_all():
    arm = linkwise.load("planar2r").model
    bodies = tuple(replace(body, inertia=Inertia.none(body.name)) for body in arm.bodies)
    found = holds(Robot(replace(arm, bodies=bodies)))
    assert outcome(found, "holds") == {"base regressor", "velocity of the pose", "rate of the Jacobian"}
    assert "has no mass" in verdict_of(found, "power balance").why
    assert found.verdict == "nothing to certify" and not found.holds
    assert repr(found) == "<Certificate of robot 'planar2r': nothing to certify: 3 laws hold, 0 fail, 19 do not apply>"


def test_laws_of_geometry_are_those_that_a_robot_without_mass_obeys():
    assert {law.name for law in LAWS if not law.dynamics} == {
        "base regressor",
        "velocity of the pose",
        "rate of the Jacobian",
    }


# ---- the budget -----------------------------------------------------------------------------------------------------


class Clock:
    """A clock that is an hour later each time it is read; its first readings, some laws' worth, are 0."""

    def __init__(self, readings):
        self.left = readings

    def __call__(self):
        self.left -= 1
        return 0.0 if self.left > 0 else 3600.0


@pytest.mark.parametrize("readings", [2, 40, *(pytest.param(n, marks=pytest.mark.slow) for n in (12, 70))])
def test_what_the_budget_does_not_reach_is_not_said_to_hold(monkeypatch, readings):
    robot, clock = linkwise.load("planar2r"), Clock(readings)
    whole = {law.law: law for law in verify(robot, states=2).laws}
    for room in ("sample", "verifying"):
        monkeypatch.setattr(f"linkwise.verify.{room}.perf_counter", clock)
    found = verify(robot, states=2, budget=60.0)
    reached, late = outcome(found, "holds"), outcome(found, "not reached")
    assert found.verdict == "not finished" and not found.holds
    assert len(reached | late) == len(LAWS) and late and (reached or readings < 12)
    assert all(verdict_of(found, law) == whole[law] for law in reached)
    assert f"{len(late)} were not reached." in str(found) or "1 was not reached." in str(found)


def test_a_failure_outweighs_the_budget():
    found = verify(linkwise.load("pendulum"), states=1, budget=600.0)
    assert found.holds
    laws = (replace(found.laws[0], outcome="fails"), replace(found.laws[1], outcome="not reached"), *found.laws[2:])
    assert replace(found, laws=laws).verdict == "a law fails"
    assert replace(found, laws=laws[1:]).verdict == "not finished"


@pytest.mark.parametrize("given", [0, -1.0, np.nan, "1", np.inf])
def test_bad_budgets(given):
    with pytest.raises(LinkwiseError, match="budget"):
        verify(linkwise.load("pendulum"), budget=given)


def test_no_gravity():
    assert outcome(holds(linkwise.load("scara").with_gravity([0, 0, 0])), "does not apply") == set()


@pytest.mark.parametrize("mass", [1e-12, pytest.param(1e9, marks=pytest.mark.slow)])
def test_masses_of_other_worlds(mass):
    arm = linkwise.load("planar3r")
    I = arm.model.bodies[2].inertia
    holds(with_inertia(arm, 2, Inertia.of_parameters([mass * p for p in I.parameters])))


@pytest.mark.parametrize("seed", [0, pytest.param(3, marks=pytest.mark.slow)])
def test_a_link_like_a_feather(seed):
    """Forces that move the others throw it about: ∂q̈/∂q is what remains of a q̈ that is millions of times as large."""
    arm = Robot(random_chain(seed))
    k = arm.model.moving[-1]
    light = [1e-6 * p for p in arm.model.bodies[k].inertia.parameters]
    arm = with_inertia(arm, k, Inertia.of_parameters(light))
    bodies = [replace(body, joint=replace(body.joint, rotor=Rotor())) for body in arm.model.bodies]
    arm = Robot(replace(arm.model, bodies=tuple(bodies)))
    sample = sampled(arm, 8)
    moved = sample.answer("forward_dynamics"), sample.answer("forward_dynamics_derivatives")[0]
    assert np.abs(moved[0]).max() > 1e4 * np.abs(moved[1]).max()
    holds(arm)


def test_without_mpmath(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "mpmath", None)
    verdict = verdict_of(verify(linkwise.load("pendulum"), states=2), "fifty digits")
    assert verdict.outcome == "does not apply" and "not installed" in verdict.why


@pytest.mark.slow
def test_more_than_sixty_links():
    one = random_model(0).bodies[0]
    bodies = []
    for k in range(LONGEST + 1):
        tag = f"link{k - 1}" if k else "base"
        name = f"link{k}"
        turn = Revolute(f"joint{k}", one.joint.axis)
        placement = replace(one.placement, R=one.placement.R.tagged(tag, name), p=one.placement.p.seen_from(tag))
        bodies.append(
            replace(one, name=name, parent=k - 1, placement=placement, joint=turn, inertia=one.inertia.seen_from(name))
        )
    found = holds(Robot(Model("long", tuple(bodies), "base")), states=32)
    assert found.states == FEW and outcome(found, "does not apply") == set()


# ---- the certificate ------------------------------------------------------------------------------------------------


def test_the_certificate_says_what_was_tested():
    robot = linkwise.load("planar2r")
    found = verify(robot, states=5, seed=7)
    assert isinstance(found, Certificate) and (found.states, found.seed, found.n) == (5, 7, 2)
    text = str(found)
    for verdict in found.laws:
        assert verdict.law in text and verdict.formula in text and verdict.reason
    assert found.fingerprint in text and found.version in text and "5 random states, seed 7" in text
    assert all(len(line) <= 120 for line in text.splitlines())
    assert json.loads(json.dumps(found.data))["laws"][1]["law"] == "mass matrix positive"


def test_a_certificate_in_a_prompt_and_in_a_notebook():
    robot = linkwise.load("planar2r")
    robot = Robot(replace(robot.model, name="<b>arm</b>"))
    found = verify(robot, states=2)
    assert repr(found) == f"<Certificate of robot '<b>arm</b>': {len(LAWS)} laws hold, 0 fail, 0 do not apply>"
    assert all(len(repr(verdict)) < 160 for verdict in found.laws)
    table = found._repr_html_()
    assert table.count("<tr>") == len(LAWS) + 1 and "&lt;b&gt;arm&lt;/b&gt;" in table and "<b>" not in table
    root = ElementTree.fromstring(f"<div>{table}</div>")
    assert [row[0].text for row in root.iter("tr")] == ["law", *(verdict.law for verdict in found.laws)]


def test_the_fingerprint_is_the_models():
    robot = linkwise.load("planar2r")
    same = [verify(linkwise.load("planar2r"), states=1).fingerprint for _ in range(2)]
    assert same[0] == same[1] == verify(robot, states=2, seed=5).fingerprint
    I = robot.model.bodies[0].inertia
    other = with_inertia(robot, 0, Inertia.of_parameters([*I.parameters[:9], np.nextafter(I.m, 9.0).item()]))
    assert verify(other, states=1).fingerprint != same[0]


def test_the_states_can_be_had_again():
    robot = linkwise.load("planar3r")
    sample = sampled(robot, 4, seed=2)
    verdict = verdict_of(verify(robot, states=4, seed=2), "mass matrix positive")
    least = np.linalg.eigvalsh(robot.mass_matrix(sample.q[verdict.state]))[0]
    assert f"smallest eigenvalue of M {least:.4g}" in verdict.detail


@pytest.mark.parametrize(
    "given", [{"states": 0}, {"states": True}, {"states": 1.5}, {"states": 10**9}, {"seed": -1}, {"seed": "x"}]
)
def test_bad_calls(given):
    with pytest.raises(LinkwiseError, match=next(iter(given))):
        verify(linkwise.load("pendulum"), **given)


def test_not_a_robot_and_not_numbers():
    with pytest.raises(LinkwiseError, match="not a robot"):
        verify("panda")
    sympy = pytest.importorskip("sympy")
    arm = linkwise.load("pendulum")
    I = arm.model.bodies[0].inertia
    with pytest.raises(LinkwiseError, match="symbols"):
        verify(with_inertia(arm, 0, Inertia.of_parameters([*I.parameters[:9], sympy.Symbol("m")])))


def test_limits_out_of_order_are_sampled_between(tmp_path):
    """What a waiver lets pass at loading does not stop the laws."""
    file = tmp_path / "arm.urdf"
    file.write_text(ARM.replace('lower="-2" upper="2"', 'lower="2" upper="-2"'), encoding="utf-8")
    robot = linkwise.load(str(file), allow=("limits-out-of-order",))
    assert robot.limits.lower[0] > robot.limits.upper[0] and robot.verify(states=2).holds
