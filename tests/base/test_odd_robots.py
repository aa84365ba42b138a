"""Base parameters of robots that are built as none is: almost orthogonal axes, massless and slanted links, any size."""

from dataclasses import replace

import numpy as np
import pytest
import sympy

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.errors import NotForThisRobot
from linkwise.model import Body, Model, Prismatic, Revolute
from linkwise.model.constants import constants
from linkwise.model.rewrite.regauge import unit
from tests.base.chains import arm
from tests.books.test_errata_khalil_dombre import chain, peer
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, ILL_CONDITIONED, ROUNDING


def slanted_slide(tilt):
    """A slide almost orthogonal to the turning joint before it, with another turning joint on it."""
    body = Inertia.at_com(1.5, Vec3(0.1, 0.2, 0.3), Sym3(0.3, 0.01, 0.02, 0.25, 0.03, 0.2))
    joints = [
        Revolute("a"),
        Prismatic("b", axis=unit(Vec3(1.0, 0.3, tilt))),
        Revolute("c", axis=unit(Vec3(4.0, 8.0, 7.0))),
    ]
    place = Transform(Rotation.identity(), Vec3(0.2, 0.1, 0.1))
    bodies = [Body(f"link{j}", j - 1, place, joint, body) for j, joint in enumerate(joints)]
    return Robot(Model("slanted", tuple(bodies), gravity=Vec3(0.0, -9.81, 1.0)))


@pytest.mark.parametrize("tilt", [1e-2, 3.7e-6, 1e-8, 1e-11])
def test_small_components_are_not_divided_by(tilt):
    """Rule 3 divides by a component of r1's direction: by one of 1e-8 it would cost eight digits."""
    robot = slanted_slide(tilt)
    x = states(3, 20, seed=4)
    τ = np.array([peer(robot.tree).inverse_dynamics(*each) for each in zip(*x, strict=True)])
    base = robot.base_parameters()
    assert np.abs(robot.inverse_dynamics(*x) - τ).max() < AGREEMENT * np.abs(τ).max()
    assert base.rank == 13 and base.condition() < 200.0
    assert np.abs(base.regressor(*x) @ base.values - τ).max() < AGREEMENT * np.abs(τ).max()


@pytest.mark.parametrize("seed", [5, 19, 39, 47])
def test_zeros_leave_the_fewest(seed):
    """Where links have no mass, the rules group others into their parameters: more of them than are needed."""
    model = arm(seed)
    bodies = [replace(b, inertia=Inertia.none(b.name)) if j % 2 == 0 else b for j, b in enumerate(model.bodies)]
    robot = Robot(replace(model, bodies=tuple(bodies)))
    found, numbers = (robot.base_parameters(method=method, zeros=False) for method in ("auto", "numeric"))
    assert found.rank == numbers.rank == np.linalg.matrix_rank(found.matrix)
    with pytest.raises(NotForThisRobot, match="auto"):
        robot.base_parameters(method="rules", zeros=False)
    x = states(robot.n, 5, seed=5)
    τ = robot.inverse_dynamics(*x, formulation="newton_euler.luh_walker_paul")
    assert np.abs(found.regressor(*x) @ found.values - τ).max(initial=0.0) < ILL_CONDITIONED * np.abs(τ).max(
        initial=1e-300
    )


def test_what_is_grouped_into_nothing_has_a_name_and_an_equation():
    lift = chain("P", [{}], (9.81, 0.0, 0.0), [[0.0] * 10], rotors=[0.3])
    base = Robot(lift).base_parameters(zeros=False)
    assert base.kept == ("M1",) and base.names == ("MR1",) and base.text() == "MR1 = Ia1"


def test_rounding_is_no_term():
    """Frames turned by any angle leave 1e-17 where a coefficient is 0."""
    for seed in range(0, 60, 3):
        robot = Robot(random_model(seed))
        if robot.tree.coordinates.trivial:
            coefficients = np.abs(robot.base_parameters().grouping)
            assert not ((coefficients > 0.0) & (coefficients < ROUNDING)).any()


def test_equations_of_slanted_axes_are_made_in_seconds():
    """Squares of sines are joined without trigsimp, which took two minutes for seven joints."""
    rows = [{"alpha": 0.3 + 0.1 * j, "d": 0.2, "r": 0.1 * j} for j in range(5)]
    base = Robot(chain("RRRRR", rows, (0.0, 0.0, -9.81), [[1.0] * 10] * 5)).base_parameters()
    values = constants(base.tree)
    symbols, numbers = base.sympy(), base.equations(symbols=False)
    assert len(symbols) == len(numbers)
    for (left, right), form in zip(symbols.items(), numbers.values(), strict=True):
        for name, c in form.terms.items():
            ours = right.coeff(sympy.Symbol(name, real=True)).subs({s: values[s.name] for s in right.free_symbols})
            assert abs(float(ours) - c) < ROUNDING, left
    many = [{"alpha": 0.3 + 0.1 * j, "d": 0.2} for j in range(9)]
    long = Robot(chain("R" * 9, many, (0.0, 0.0, -9.81), [[1.0] * 10] * 9)).base_parameters()
    assert "ALPHA" not in long.text() and "ALPHA" in base.text()


def test_symbols_belong_to_the_rules():
    lift = chain("P", [{}], (0.0, 0.0, -9.81), [[1.0] * 10], rotors=[0.3])
    with pytest.raises(NotForThisRobot, match="symbols=False"):
        Robot(lift).base_parameters(friction=["offset"]).equations(symbols=True)


@pytest.mark.parametrize("size", [1e-6, 1e6])
@pytest.mark.parametrize("name", ["puma560", "scara", "stanford"])
def test_size_does_not_matter(name, size):
    tree = linkwise.load(name).tree
    T = [Transform(body.placement.R, body.placement.p * size) for body in tree.bodies]
    bodies = tuple(replace(body, placement=place) for body, place in zip(tree.bodies, T, strict=True))
    small = Robot(replace(tree, bodies=bodies, frames=(), tip=""))
    drives = {"motor": dict.fromkeys(small.joint_names[:2], 1.0)}
    for more in ({}, {"friction": True, "drives": drives}):
        plain = linkwise.load(name).base_parameters(method="numeric", **more)
        assert small.base_parameters(method="numeric", **more).kept == plain.kept
