"""Customised models with symbols: run with the numbers of a robot they are that robot, whatever the numbers."""

import shutil
import subprocess
from functools import cache

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia
from linkwise.calls.question_checks import JOINT_SPACE
from linkwise.errors import InvalidModel, KindMismatch, NotForThisRobot, UnknownName
from linkwise.formulas.symbols import chosen_constants
from linkwise.formulations import QUESTIONS
from linkwise.model import BASE, Body, Model, Revolute, rewrite
from linkwise.model.constants import ANGLES, GEOMETRY, KINDS, constants, letter_of, with_constants
from linkwise.model.dh import DHRow
from tests.backends.listings import flat, function_of
from tests.backends.test_listing_example import LISTED, PRINTED, terms
from tests.base.chains import arm as odd_chain
from tests.counts.arms import QUARTER, generic, simplified
from tests.peers.pinocchio import Pinocchio
from tests.robots import random_chain, random_model, states
from tests.tolerances import ROUNDING, solving

ASKED = ("inverse_dynamics", "mass_matrix", "gravity_forces", "coriolis_matrix", "forward_dynamics", "bias_forces")
CHOICES = ((), "geometry", "inertia", "all", ("D3", "ZZ2"), "centre", ("rotors", "friction", "gravity"))
ROBOTS = ("rx90", "panda", "ur5", "stanford", "scara", "puma560")
CHAINS = [
    chain if chain.name in ("chain5", "arm4", "arm11") else pytest.param(chain, marks=pytest.mark.slow)
    for chain in (*map(random_chain, (4, 5, 8, 9, 14, 20)), *map(odd_chain, (3, 4, 5, 11, 12)))
]
GIVEN = ("q", "qd", "qdd", "tau")


@cache
def robot_of(which):
    return linkwise.load(which)


@cache
def numbers(robot, base):
    """Every number a listing may ask for, to the last digit."""
    found = constants(robot.tree)
    if base:
        own = robot.base_parameters(zeros=False)
        found = {name: x for name, x in found.items() if letter_of(name) not in KINDS["inertia"]}
        found |= dict(zip(own.names, own.values.tolist(), strict=True))
    return found


def run(made, robot, base, state):
    known = numbers(robot, base) | dict(zip(GIVEN, (*state, state[2]), strict=True))
    found = function_of(made.python)(*(known[array.port.name] for array in made.page.takes))
    return np.array(flat(found), dtype=float)


def truth(robot, question, state, formulation=None):
    given = dict(zip(GIVEN, (*state, state[2]), strict=True))
    return getattr(robot, question)(*(given[name] for name in QUESTIONS[question].takes), formulation=formulation)


def assert_same(found, expected, question, robot, state):
    M = robot.mass_matrix(state[0])
    bound = max(ROUNDING, solving(M)) if question == "forward_dynamics" else ROUNDING
    assert np.abs(found.reshape(expected.shape) - expected).max() <= bound * np.abs(expected).max(initial=1e-300)


def state_of(robot):
    return [x[0].tolist() for x in states(robot.n, 1, seed=8)]


def other(robot, names, seed=1):
    """The robot with some of its constants a few per cent larger or smaller."""
    factor = np.random.default_rng(seed).uniform(0.97, 1.03, len(names))
    known = constants(robot.tree)
    values = {name: known[name] * k for name, k in zip(names, factor.tolist(), strict=True)}
    return Robot(with_constants(robot.tree, values))


def sweep(robots, questions):
    """Every choice of symbols for every robot and question; some of them in the default run."""
    for which in robots:
        for question in questions:
            for symbols in CHOICES:
                for base in (True, False):
                    marks = [] if _default(which, question, symbols) else [pytest.mark.slow]
                    name = f"{which}-{question}-{' '.join(symbols) if isinstance(symbols, tuple) else symbols}-{base}"
                    yield pytest.param(which, question, symbols, base, id=name, marks=marks)


def _default(which, question, symbols):
    some = which == "rx90" and question in ("inverse_dynamics", "forward_dynamics")
    return some or (which in ("rx90", "panda") and symbols == "all") or (question, symbols) == ("mass_matrix", "all")


# ---- listings are the kernel -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("which", "question", "symbols", "base"), list(sweep(ROBOTS, ASKED)))
def test_a_listing_is_the_kernel(which, question, symbols, base):
    robot = robot_of(which)
    state = state_of(robot)
    made = robot.listing(question, symbols=symbols, base=base)
    assert_same(run(made, robot, base, state), truth(robot, question, state), question, robot, state)


@pytest.mark.parametrize("base", [True, False])
@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain.name)
def test_listings_of_any_chain(chain, base):
    """Hinges and sliders, skew and parallel axes, rotors and friction; under any gravity."""
    robot = Robot(rewrite.without_friction(chain) if _uneven(chain) else chain)
    state = state_of(robot)
    for question in ("inverse_dynamics", "mass_matrix", "gravity_forces"):
        expected = truth(robot, question, state, robot.formulations(question)[0])
        for symbols in ("all", ["geometry", "rotors"], "inertia", "friction"):
            made = robot.listing(question, symbols=symbols, base=base)
            assert_same(run(made, robot, base, state), expected, question, robot, state)


def _uneven(model):
    return any(body.joint.friction.backward is not None for body in model.bodies)


@pytest.mark.parametrize("question", ["inverse_dynamics", "mass_matrix"])
@pytest.mark.parametrize("name", ["rx90", "panda"])
def test_a_listing_is_what_pinocchio_computes(name, question):
    robot = Robot(rewrite.without_friction(rewrite.without_rotors(linkwise.load(name).tree)))
    state = state_of(robot)
    takes = len(QUESTIONS[question].takes)
    peer = getattr(Pinocchio.of_model(robot.tree), question)(*(np.array(x) for x in state[:takes]))
    for base in (True, False):
        found = run(robot.listing(question, symbols="all", base=base), robot, base, state)
        assert_same(found, peer, question, robot, state)


# ---- other numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    ["inverse_dynamics", *(pytest.param(k, marks=pytest.mark.slow) for k in ("mass_matrix", "forward_dynamics"))],
)
@pytest.mark.parametrize("symbols", ["geometry", "inertia", "all", "centre", ("D3", "ZZ2"), ("RL4", "rotors", "G3")])
@pytest.mark.parametrize("base", [True, False])
def test_other_numbers_are_another_robot(question, symbols, base):
    """Longer links, heavier ones: the listing of one robot run with the numbers of its sister."""
    robot = linkwise.load("rx90")
    sister = other(robot, list(chosen_constants(robot.tree, symbols)))
    state = state_of(robot)
    made = robot.listing(question, symbols=symbols, base=base)
    expected = truth(sister, question, state, sister.formulations(question)[0])
    assert_same(run(made, sister, base, state), expected, question, sister, state)
    own = truth(robot, question, state)
    assert np.abs(expected - own).max() > 1e-5 * np.abs(own).max()


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain.name)
def test_other_lengths_of_any_chain(chain):
    """Base parameters that are numbers follow the lengths and angles that are symbols."""
    robot = Robot(rewrite.without_friction(chain))
    made = robot.listing(symbols="geometry")
    sister = other(robot, list(chosen_constants(robot.tree, "geometry")))
    state = state_of(robot)
    expected = truth(sister, "inverse_dynamics", state, "newton_euler.khalil_dombre")
    assert_same(run(made, sister, True, state), expected, "inverse_dynamics", sister, state)


@pytest.mark.parametrize(("names", "base"), [(["ALPHA3"], True), (["G1"], True), (["D2", "ALPHA2"], True)])
def test_a_symbol_that_decides_how_parameters_group(names, base):
    """A twist that makes axes parallel, a component of gravity that is 0: base parameters would not hold for others."""
    robot = linkwise.load("rx90")
    with pytest.raises(NotForThisRobot, match=names[-1]) as refused:
        robot.listing(symbols=names, base=base)
    assert "base=False" in refused.value.hint
    sister = Robot(with_constants(robot.tree, {name: constants(robot.tree)[name] + 0.2 for name in names}))
    state = state_of(robot)
    found = run(robot.listing(symbols=names, base=False), sister, False, state)
    expected = truth(sister, "inverse_dynamics", state, "newton_euler.khalil_dombre")
    assert_same(found, expected, "inverse_dynamics", sister, state)


# ---- every question, every language ----------------------------------------------------------------------------------


@pytest.mark.parametrize("question", [question for question in QUESTIONS if question not in ASKED])
def test_the_other_questions(question):
    robot = linkwise.load("stanford").lock("joint6")
    state = state_of(robot)
    for base in (True, False):
        made = robot.listing(question, symbols=["geometry", "inertia", "gravity"], base=base)
        own = Robot(with_constants(robot.tree, {}))  # regressors are those of the Denavit-Hartenberg frames
        given = dict(zip(GIVEN, (*state, state[2]), strict=True))
        answer = getattr(own, question)(*(given[name] for name in QUESTIONS[question].takes))
        parts = answer if QUESTIONS[question].parts else (answer,)
        expected = np.concatenate([np.ravel(part) for part in parts])
        found = run(made, robot, base and question in (*JOINT_SPACE, "kinetic_energy"), state)
        bound = max(ROUNDING, solving(robot.mass_matrix(state[0]))) if "forward_d" in question else ROUNDING
        assert np.abs(found - expected).max() <= bound * np.abs(expected).max()


def test_joints_that_follow_others():
    robot = Robot(next(m for m in map(random_model, range(4, 60, 5)) if not m.coordinates.trivial and not _uneven(m)))
    state = state_of(robot)
    expected = truth(robot, "inverse_dynamics", state)
    found = run(robot.listing(symbols="all", base=False), robot, False, state)
    assert np.abs(found - expected).max() <= ROUNDING * np.abs(expected).max()
    with pytest.raises(NotForThisRobot, match="follow others"):
        robot.listing(symbols="inertia")


def test_c(tmp_path):
    """Compiled, symbols and all, with every warning an error."""
    gcc = shutil.which("gcc") or pytest.skip("no C compiler")
    robot = linkwise.load("rx90")
    made, state = robot.listing(symbols="all"), state_of(robot)
    known = numbers(robot, True) | dict(zip(GIVEN, (*state, state[2]), strict=True))
    lines = [
        f"double {array.name}[] = {{{', '.join(map(repr, np.ravel(known[array.port.name]).tolist()))}}};"
        for array in made.page.takes
    ]
    gives = made.page.gives[0].name
    call = f"{made.page.name}({', '.join(array.name for array in made.page.takes)}, {gives});"
    show = f'for (int k = 0; k < 6; ++k) printf("%.17g\\n", {gives}[k]);'
    main = "\n".join(["#include <stdio.h>", "int main(void)", "{", *lines, f"double {gives}[6];", call, show, "}"])
    (tmp_path / "model.c").write_text(f"{made.c}\n{main}\n")
    strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-ffp-contract=off"]
    subprocess.run([gcc, *strict, "-o", tmp_path / "model", tmp_path / "model.c", "-lm"], check=True)
    said = subprocess.run([tmp_path / "model"], check=True, capture_output=True, text=True, timeout=20).stdout
    expected = truth(robot, "inverse_dynamics", state)
    assert np.abs(np.array(said.split(), dtype=float) - expected).max() <= ROUNDING * np.abs(expected).max()


def test_matlab(tmp_path):
    octave = shutil.which("octave") or pytest.skip("no Octave")
    robot = linkwise.load("scara")
    made, state = robot.listing("inverse_dynamics", symbols=["geometry", "inertia", "gravity"]), state_of(robot)
    known = numbers(robot, True) | dict(zip(GIVEN, (*state, state[2]), strict=True))
    (tmp_path / f"{made.page.name}.m").write_text(made.matlab)
    given = ", ".join(str(known[array.port.name]) for array in made.page.takes)
    command = [octave, "--no-gui", "--norc", "--eval", f"printf('%.17g\\n', {made.page.name}({given}));"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path, timeout=100).stdout
    expected = truth(robot, "inverse_dynamics", state)
    assert np.abs(np.array(said.split(), dtype=float) - expected).max() <= ROUNDING * np.abs(expected).max()


def test_remarks_say_the_numbers():
    text = linkwise.load("rx90").listing("gravity_forces", symbols=["geometry", "MX3", "G3"]).text
    joined = " ".join(text.split())
    base = linkwise.load("rx90").base_parameters(zeros=False)
    assert "This robot has D3 = 0.45, RL4 = 0.45, G3 = -9.81, " in joined
    assert f"MXR2 = {dict(zip(base.names, base.values.tolist(), strict=True))['MXR2']:.12g}" in joined
    assert "This robot has" not in linkwise.load("rx90").listing("gravity_forces").text


# ---- Khalil & Dombre: Example 9.4 and Table 9.6 ----------------------------------------------------------------------


def rx90_of(parameters):
    """The geometry of Example 9.1, links alone."""
    alpha, d, r = [0.0, QUARTER, 0.0, -QUARTER, QUARTER, -QUARTER], {3: 0.45}, {4: 0.45}
    bodies = []
    for j, ten in enumerate(parameters, 1):
        name, on = f"link{j}", f"link{j - 1}" if j > 1 else "base"
        T = DHRow(j - 2, alpha=alpha[j - 1], d=d.get(j, 0.0), r=r.get(j, 0.0)).constant.tagged(on, name)
        inertia = Inertia.of_parameters(ten, name)
        bodies.append(Body(name, j - 2 if j > 1 else BASE, T, Revolute(f"joint{j}"), inertia))
    return Robot(Model("rx90", tuple(bodies)))


def test_the_variables_of_example_9_4():
    """All are listed; WI24 and WI26 as their negatives, which are what later lines add."""
    made = rx90_of(generic(1)).listing(symbols="all")
    lines = {line.name: line.expression for line in made.lines}
    assert set(LISTED) - set(lines) == {"WI24", "WI26"}
    assert lines["W35"] == "QP5 + WI35" and terms(lines["WI35"]) == {(False, ("S4", "WI13")), (False, ("C4", "W33"))}
    negative = {(False, ("S6", "WI15")), (False, ("C6", "W35"))}
    assert negative in [terms(x) for x in lines.values() if "(" not in x]
    for name in set(LISTED) - {"WI24", "WI26", "W35"}:
        assert terms(lines[name]) == terms(PRINTED[name]), name


def test_table_9_6_simplified():
    """Example 9.3's nineteen parameters: the model of Appendix 7 takes 160 multiplications and 113 additions."""
    made = rx90_of(simplified()).listing(symbols="all")
    assert len(made.page.takes) == 3 + 15 + 3  # states; the nineteen without four rotors; D3, RL4, G3
    assert made.count.multiplications <= 160 and made.count.additions <= 113


def test_table_9_6_in_numbers():
    """All thirty-six base parameters, as numbers: 253 multiplications and 238 additions in the table."""
    made = rx90_of(generic(1)).listing()
    assert made.count.multiplications <= 253 and made.count.additions <= 238


def test_table_9_6_in_symbols():
    """The same as symbols; and with standard parameters, 294 multiplications and 283 additions in the table."""
    made, standard = (rx90_of(generic(1)).listing(symbols="all", base=base) for base in (True, False))
    assert made.count.multiplications <= 253 and made.count.additions <= 238
    assert standard.count.multiplications <= 294 and standard.count.additions <= 288


def test_base_parameters_spare_operations():
    """Of full tensors some 20 %, as the source says: 253 of 294 multiplications."""
    robot = rx90_of(generic(1))
    base, standard = (robot.listing(symbols="all", base=base).count for base in (True, False))
    assert base.multiplications < 0.9 * standard.multiplications and base.additions < 0.85 * standard.additions


# ---- refusals --------------------------------------------------------------------------------------------------------


def test_bad_names():
    robot = linkwise.load("rx90")
    for bad in ("D9", "", "geometri", ["D3", "ZZ"], ["D3", 3], [["D3"]], [None]):
        with pytest.raises(UnknownName, match="robot 'rx90' has no constant"):
            robot.listing(symbols=bad)
    with pytest.raises(UnknownName, match="'all', 'geometry', 'inertia'"):
        robot.listing(symbols="length")
    with pytest.raises(UnknownName, match="'ZZ1', 'IZZ1', 'ZZ2'"):
        robot.listing(symbols="ZZ")
    for bad in (None, 3):
        with pytest.raises(KindMismatch, match="symbols is a"):
            robot.listing(symbols=bad)
    for bad in ("dynamics", None, ["mass_matrix"]):
        with pytest.raises(UnknownName, match="no question"):
            robot.listing(bad, symbols="all")
    with pytest.raises(InvalidModel, match="does not depend"):
        robot.listing("mass_matrix", symbols="all", frame="flange")
    with pytest.raises(UnknownName, match="no frame 'hand'"):
        robot.listing("jacobian", symbols="all", frame="hand")
    with pytest.raises(InvalidModel, match="at its origin and at its centre"):
        robot.listing(symbols=["inertia", "centre"], base=False)
    with pytest.raises(UnknownName, match="formulation"):
        robot.listing(symbols="all", formulation="newton_euler.nobody")


def test_kinds_are_those_documented():
    found = {letter_of(name) for name in chosen_constants(linkwise.load("rx90").tree, "all")}
    assert found <= {*GEOMETRY, *KINDS["inertia"], "Ia", "FV", "FC", "FB", "G"} and "M" in found
    assert not [name for name in chosen_constants(linkwise.load("rx90").tree, "geometry") if letter_of(name) in ANGLES]


def test_a_robot_without_joints():
    bare = Robot(Model("stone", ()))
    assert function_of(bare.listing("gravity_forces", symbols="gravity", base=False).python)([], -9.81) == []
