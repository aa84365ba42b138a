"""Rules and numbers find the same base parameters, on 300 chains and on trees; and those of the books and of robots."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sympy

import linkwise
from linkwise import Robot
from linkwise.calls.direct import ask
from linkwise.errors import LinkwiseError, NotForThisRobot, UnknownName
from linkwise.model import Model
from linkwise.parameters.base import METHODS
from tests.base.chains import arm
from tests.base.stacked import following
from tests.books.test_errata_khalil_dombre import chain, peer
from tests.books.test_golden_values import ARMS, GROUPED, NO_EFFECT, SUMMARY, TABLE_9_3, TABLE_9_4, rx90, standard
from tests.robots import example_robots, random_model, states
from tests.tolerances import AGREEMENT, ILL_CONDITIONED, NINE_DIGITS

SEEDS = [seed if seed % 22 == 0 else pytest.param(seed, marks=pytest.mark.slow) for seed in range(300)]


def check_agreement(model: Model, compiled: bool = False, **columns):
    """The same parameters kept, and the same equations; their torques are those of the robot.

    Where not compiled, regressors are the formulation's own: a sweep would be spent compiling.
    """
    robot = Robot(model)
    rules, numbers = (robot.base_parameters(method=method, **columns) for method in ("rules", "numeric"))
    assert rules.kept == numbers.kept and rules.no_effect == numbers.no_effect and rules.grouped == numbers.grouped
    np.testing.assert_allclose(
        rules.grouping, numbers.grouping, rtol=0, atol=NINE_DIGITS * max(1.0, abs(rules.grouping).max(initial=0))
    )
    x = states(robot.n, 3, seed=1)
    Y = robot.regressor(*x, formulation="regressor.khalil_dombre", **columns) @ robot.parameters(**columns).values
    scale = np.abs(Y).max(initial=1e-300)
    for found in (rules, numbers):
        W = found.regressor(*x) if compiled else ask(found.arm, "regressor", x, columns=found.kernel.traceable.columns)
        assert np.abs(W @ found.values - Y).max(initial=0.0) < ILL_CONDITIONED * scale
    return rules


@pytest.mark.parametrize("seed", SEEDS)
def test_chains(seed):
    links = check_agreement(arm(seed), rotors=False)
    both = check_agreement(arm(seed), rotors=True)
    assert set(links.kept) <= set(both.kept)
    assert links.rank <= links.bound  # [9.61]


@pytest.mark.parametrize("seed", [s if s % 11 == 0 else pytest.param(s, marks=pytest.mark.slow) for s in range(1, 90)])
def test_trees(seed):
    check_agreement(arm(seed, branches=True), rotors=seed % 2 == 0)


@pytest.mark.parametrize(
    "seed", [s if s % 24 == 0 else pytest.param(s, marks=pytest.mark.slow) for s in range(0, 200, 2)]
)
def test_robots_in_frames_as_they_come(seed):
    """Any axes, welds, massless links, and base frames anywhere; joints that follow others are left to numbers."""
    model = random_model(seed)
    if model.coordinates.trivial:
        check_agreement(model)
        return
    base = Robot(model).base_parameters()
    assert base.reduction is not None
    x = states(model.n, 3, seed=2)
    τ = Robot(model).without_friction().inverse_dynamics(*x)
    assert np.abs(base.regressor(*x) @ base.values - τ).max() < NINE_DIGITS * np.abs(τ).max()
    with pytest.raises(NotForThisRobot, match="numeric"):
        Robot(model).base_parameters(method="rules")


# ---- the books ------------------------------------------------------------------------------------------------------


def printed():
    """The fifteen equations of Example 9.2 as sympy expressions."""
    for line in SUMMARY:
        left, right = line.split(" = ")
        yield left, sympy.sympify(right, locals={name: sympy.Symbol(name, real=True) for name in _letters(right)})


def _letters(text):
    return set(re.findall(r"[A-Za-z]+\d", text))


def test_the_fifteen_equations_of_example_9_2():
    """Symbolically, in D3 and RL4; nothing else is grouped."""
    base = Robot(rx90(standard())).base_parameters()
    found = {symbol.name: expression for symbol, expression in base.sympy().items()}
    assert list(found) == [left for left, _ in printed()] and len(found) == 15
    for left, right in printed():
        assert sympy.expand(found[left] - right) == 0, left
    assert base.no_effect == tuple(NO_EFFECT) and base.grouped == tuple(GROUPED)


def test_the_equations_read_as_printed():
    """The terms of each line, letter for letter; only their order may differ."""

    def terms(line):
        line = line.replace("**", "^").replace(" ", "")
        left, right = line.split("=")
        depth, parts, start = 0, [], 0
        for k, c in enumerate(right):
            depth += (c == "(") - (c == ")")
            if c in "+-" and depth == 0 and k > 0:
                parts.append(right[start:k])
                start = k
        return left, sorted(part.lstrip("+") for part in (*parts, right[start:]))

    text = Robot(rx90(standard())).base_parameters().text()
    assert [terms(line) for line in text.splitlines()] == [terms(line) for line in SUMMARY]


def test_tables_9_3_and_9_4():
    robot = Robot(rx90(standard()))
    assert list(robot.base_parameters().kept) == TABLE_9_3 and len(TABLE_9_3) == 40
    assert robot.base_parameters(rotors=False).rank == 36
    moments = [["MZ"], ["MX", "MY"], ["MY"], ["MZ"], ["MY"], ["MZ"]]
    given = {f"{letter}{j}" for j, own in enumerate(moments, 1) for letter in ("XX", "YY", "ZZ", "M", "Ia", *own)}
    simple = Robot(rx90({name: x for name, x in standard().items() if name in given}))
    for method in METHODS:
        assert list(simple.base_parameters(method=method, zeros=False).kept) == TABLE_9_4


@pytest.mark.parametrize("name", ARMS)
def test_counts_of_the_golden_arms(name):
    number, kinds, alphas, ds, rs, thetas, gravity, left = ARMS[name]
    rows = [
        {"alpha": α, "d": d} | ({"r": r} if k == "R" else {"theta": θ})
        for k, α, d, r, θ in zip(kinds, alphas, ds, rs, thetas, strict=True)
    ]
    base = check_agreement(chain(kinds, rows, gravity, [[1.0] * 10] * len(kinds)), rotors=False)
    assert base.rank == number
    assert base.kept == tuple(f"{letter}{j}" for j, link in enumerate(left, 1) for letter in link.split())


@pytest.mark.parametrize(
    "robot, links, with_rotors",
    [("panda", 43, 48), ("ur5", 36, 40), ("puma560", 36, 40), ("rx90", 36, 40), ("stanford", 33, 37), ("scara", 8, 11)],
)
def test_counts_of_robots(robot, links, with_rotors):
    arm = linkwise.load(robot)
    for rotors, number in ((False, links), (True, with_rotors)):
        base = check_agreement(arm.model, compiled=True, rotors=rotors)
        assert base.rank == number and base.condition() < 20.0


@pytest.mark.skipif("ur10_robot" not in example_robots(), reason="example-robot-data is not installed")
def test_ur10():
    """The file says 1.57079632679 for a quarter turn: near-misses are made exact first."""
    arm = linkwise.load(example_robots()["ur10_robot"])
    snapped = replace(arm, model=linkwise.model.rewrite.snap(arm.model, 1e-5))
    assert [check_agreement(snapped.model, rotors=rotors).rank for rotors in (False, True)] == [36, 40]


TX40 = Path(__file__).parents[3] / "shared" / "data" / "staubli_tx40_figaroh" / "tx40_mdh_modified.urdf"


@pytest.mark.skipif(not TX40.exists(), reason="the measured data of the TX40 are not on this machine")
def test_tx40():
    """36 of the rigid body; 61 with rotors, friction, offsets and the wrist's coupled drive."""
    arm = linkwise.load(str(TX40), allow=())
    assert arm.base_parameters(rotors=False).rank == arm.base_parameters(rotors=False, method="numeric").rank == 36
    snapped = replace(arm, model=linkwise.model.rewrite.snap(arm.model, 1e-5))  # its quarter turns are near-misses
    assert [snapped.base_parameters(rotors=True, method=method).rank for method in ("auto", "numeric")] == [40, 40]
    coupled = {"motor6": dict.fromkeys(arm.joint_names[4:6], 1.0)}
    for method in ("auto", "numeric"):
        base = arm.base_parameters(rotors=True, friction=True, drives=coupled, method=method)
        assert base.rank == 61 and "FO_motor6" not in base.kept  # its offset cannot be told from those of the joints


# ---- what the rules cannot have -------------------------------------------------------------------------------------


def test_offsets_hide_behind_weight():
    """A drive that lifts straight up: an offset, the rotor and the mass share two columns, q̈ and 1."""
    lift = chain("P", [{}], (0.0, 0.0, -9.81), [[1.0] * 10], rotors=[0.3])
    base = Robot(lift).base_parameters(friction=["offset"])
    assert base.kept == ("M1", "Ia1") and base.grouped == ("FO1",)
    np.testing.assert_allclose(base.grouping @ np.eye(12)[:, -1], [1 / 9.81, -1 / 9.81], rtol=AGREEMENT)


def test_joints_that_follow_others():
    rows = [{"alpha": 0.0}, {"alpha": 0.0, "d": 0.5}]
    model = replace(chain("RR", rows, (0.0, -9.81, 0.0), [[1.0] * 10] * 2), coordinates=following([[1.0], [-1.0]], 1))
    base = Robot(model).base_parameters()
    x = states(1, 5, seed=3)
    τ = Robot(model).inverse_dynamics(*x)
    assert base.rank < 6 and np.abs(base.regressor(*x) @ base.values - τ).max() < AGREEMENT * np.abs(τ).max()


def test_base_parameters_give_the_torques_of_pinocchio():
    model = rx90(standard())
    base = Robot(model).base_parameters()
    for x in zip(*states(6, 4, seed=9), strict=True):
        τ = peer(model).inverse_dynamics(*x)
        assert np.abs(base.regressor(*x) @ base.values - τ).max() < AGREEMENT * np.abs(τ).max()


def test_near_misses_are_told_from_structure():
    """1.5708 for a quarter turn: no gap, and the way out is named."""
    rows = [{"alpha": 1e-7}, {"alpha": 1.5708, "d": 0.3}]
    model = chain("RR", rows, (0.0, 0.0, -9.81), [[1.0] * 10] * 2)
    with pytest.raises(LinkwiseError, match="snap"):
        Robot(model).base_parameters(method="numeric")
    snapped = Robot(linkwise.model.rewrite.snap(model, 1e-5)).base_parameters(method="numeric")
    assert snapped.rank == 8


@pytest.mark.parametrize(
    "wrong, error",
    [
        ({"method": "guess"}, UnknownName),
        ({"friction": ["sticky"]}, UnknownName),
        ({"friction": "viscous"}, LinkwiseError),
        ({"rotors": 1}, LinkwiseError),
        ({"drives": {"m": {"nobody": 1.0}}}, UnknownName),
        ({"drives": {"m": {}}}, LinkwiseError),
        ({"drives": {"m": {"joint1": "x"}}}, LinkwiseError),
        ({"drives": ["m"]}, LinkwiseError),
        ({"drives": {"": {"joint1": 1.0}}}, LinkwiseError),
        ({"drives": np.zeros(3)}, LinkwiseError),
        ({"friction": [["viscous"]]}, UnknownName),
        ({"friction": np.array(["viscous"])}, LinkwiseError),
    ],
)
def test_bad_calls(wrong, error):
    with pytest.raises(error):
        linkwise.load("planar2r").base_parameters(**wrong)


def test_robots_of_little():
    """No joint, no mass, one slide, coincident axes, zero-length links."""
    pendulum = linkwise.load("pendulum")
    nothing = pendulum.lock(pendulum.joint_names[0])
    assert nothing.base_parameters().rank == 0
    assert nothing.base_parameters().regressor([], [], []).shape == (0, 0)
    assert nothing.base_parameters(method="numeric", friction=True).condition() == 1.0
    massless = chain("RR", [{}, {"alpha": 1.0}], (0.0, 0.0, -9.81), [[0.0] * 10] * 2)
    assert Robot(massless).base_parameters().rank == 8  # which parameters act does not depend on their values
    for method in METHODS:
        assert Robot(massless).base_parameters(method=method, zeros=False).rank == 0
    slide = check_agreement(chain("P", [{}], (0.0, 0.0, -9.81), [[1.0] * 10]), rotors=False)
    assert slide.names == ("M1",)
    for rows in ([{}, {}, {}], [{}, {"alpha": np.pi}, {}]):  # one axis three times
        base = check_agreement(chain("RRR", rows, (0.0, 0.0, -9.81), [[1.0] * 10] * 3), rotors=False)
        assert base.names[0].startswith("ZZ")
