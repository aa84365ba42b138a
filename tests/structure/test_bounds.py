"""Bounds of M, C and Q are never exceeded, are attained where they say so, and are exact for planar arms."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia
from linkwise.errors import LinkwiseError, NoMass
from linkwise.structure.cells import Cells
from linkwise.structure.links import Links
from tests.robots import CATALOG, random_model
from tests.tolerances import FEW_ROUNDINGS, HALF_THE_DIGITS, NINE_DIGITS

FEW = 20
"""Cells that are enough for a bound to be one."""


def sizes(robot, q, qd):
    """‖M‖, its least eigenvalue, ‖C‖/‖q̇‖ and ‖Q‖ at states."""
    M = robot.mass_matrix(q)
    C = np.linalg.norm(robot.coriolis_matrix(q, qd), 2, axis=(1, 2)) / np.linalg.norm(qd, axis=1)
    λ = np.linalg.eigvalsh(M)
    return np.abs(λ).max(axis=1), λ[:, 0], C, np.linalg.norm(robot.gravity_forces(q), axis=1)


def check(robot, count, seed=1, far=3.0, cells=FEW):
    """Over the ranges of the joints by constants, and anywhere by the polynomials."""
    found, rng = robot.bounds(cells=cells), np.random.default_rng(seed)
    slack = 1.0 + FEW_ROUNDINGS
    limited = np.isfinite(found.upper - found.lower)
    low, high = np.where(limited, found.lower, -far), np.where(limited, found.upper, far)
    q, qd = rng.uniform(low, high, (count, robot.n)), rng.normal(size=(count, robot.n))
    most, least, C, Q = sizes(robot, q, qd)
    assert most.max() <= found.mass.certified * slack and C.max() <= found.coriolis.certified * slack
    assert least.min() >= found.least.certified / slack and Q.max() <= found.gravity.certified * slack
    q = rng.uniform(-far, far, (count, robot.n)) * rng.choice([1.0, 100.0], size=(count, 1))
    most, _, C, Q = sizes(robot, q, qd)
    assert (most <= found.mass_bound(q) * slack).all() and (found.gravity_bound(q) * slack >= Q).all()
    assert (C * np.linalg.norm(qd, axis=1) <= found.coriolis_bound(q, qd) * slack).all()
    return found


@pytest.mark.parametrize(
    "name", ["stanford", *(pytest.param(name, marks=pytest.mark.slow) for name in ("scara", "puma560"))]
)
def test_never_exceeded(name):
    check(linkwise.load(name), 1000)


@pytest.mark.slow
@pytest.mark.parametrize("name", CATALOG)
def test_never_exceeded_at_many_states(name):
    check(linkwise.load(name), 100_000)


@pytest.mark.parametrize("seed", [3, *(pytest.param(k, marks=pytest.mark.slow) for k in (9, 18, 21))])
def test_never_exceeded_by_random_robots(seed):
    """Trees, mimic joints, slides, rotors, limits, friction."""
    robot = Robot(random_model(seed))
    check(robot.without_friction(), 300)


@pytest.mark.parametrize("name", ["scara", pytest.param("puma560", marks=pytest.mark.slow)])
def test_attained_is_attained(name):
    """What is said to be found is there, within the ranges, and no more than what is certified."""
    robot = linkwise.load(name)
    found = robot.bounds(cells=FEW)
    for k, bound in enumerate((found.mass, found.least, found.coriolis, found.gravity)):
        qd = np.ones(robot.n) if bound.qd is None else bound.qd
        assert sizes(robot, bound.q[None], qd[None])[k][0] == pytest.approx(bound.attained, rel=NINE_DIGITS)
        assert (found.lower <= bound.q).all() and (bound.q <= found.upper).all()
        small, large = (bound.certified, bound.attained)[:: 1 if k == 1 else -1]
        assert small <= large and bound.ratio == pytest.approx(large / small if small else np.nan, nan_ok=True)
    again = robot.bounds(cells=FEW)
    assert again.coriolis.certified == found.coriolis.certified and (again.mass.q == found.mass.q).all()


def test_planar_arm_of_two_links():
    """‖M‖ is largest when stretched; C = h [[q̇2, q̇1 + q̇2], [−q̇1, 0]] with |h| = m2 l1 c2 at a right angle."""
    robot = linkwise.load("planar2r")
    found = robot.bounds()
    one, two = (body.inertia for body in robot.tree.bodies)
    l1, c1, c2 = robot.tree.bodies[1].placement.p.x, one.com.x, two.com.x
    h = two.m * l1 * c2
    I1, I2 = one.I_com.zz, two.I_com.zz
    M11, M22 = I1 + I2 + one.m * c1**2 + two.m * (l1 + c2) ** 2, I2 + two.m * c2**2
    M = np.array([[M11, M22 + h], [M22 + h, M22]])
    assert found.mass.certified == pytest.approx(np.linalg.norm(M, 2), rel=HALF_THE_DIGITS)
    assert found.mass.attained == pytest.approx(np.linalg.norm(M, 2), rel=HALF_THE_DIGITS)
    angle = np.linspace(0.0, np.pi, 20001)
    x, y = np.cos(angle), np.sin(angle)
    C = h * np.moveaxis(np.array([[y, x + y], [-x, 0.0 * x]]), -1, 0)
    most = np.linalg.norm(C, 2, axis=(1, 2)).max()
    assert found.coriolis.attained == pytest.approx(most, rel=HALF_THE_DIGITS)
    assert most <= found.coriolis.certified == pytest.approx(np.sqrt(3.0) * h, rel=HALF_THE_DIGITS)
    Q = np.hypot((one.m * c1 + two.m * (l1 + c2)) * 9.81, two.m * c2 * 9.81)
    assert found.gravity.certified == pytest.approx(Q, rel=HALF_THE_DIGITS)


def test_cells_sharpen_and_enclose():
    """More cells, smaller bounds; and what is in a cell stays within its radius."""
    robot = linkwise.load("puma560").without_friction()
    coarse, fine = (linkwise.load("scara").bounds(cells=cells) for cells in (1, 200))
    assert fine.mass.certified < coarse.mass.certified and fine.coriolis.certified < coarse.coriolis.certified
    rng, links = np.random.default_rng(5), Links.of(robot.tree)
    for width in (0.05, 0.3, 1.0):
        q, half = rng.uniform(-2.0, 2.0, (40, 6)), np.full((40, 6), width)
        cells, at = Cells(links, q, half), q + rng.uniform(-width, width, q.shape)
        assert (np.abs(robot.mass_matrix(at) - robot.mass_matrix(q)) <= cells.mass + FEW_ROUNDINGS).all()
        for l, e in enumerate(np.eye(6)):
            off = robot.coriolis_matrix(at, [e] * 40) - robot.coriolis_matrix(q, [e] * 40)
            assert (np.abs(off) <= cells.christoffel[..., l] + FEW_ROUNDINGS).all()
        off = robot.gravity_forces(at) - robot.gravity_forces(q)
        assert (np.abs(off) <= cells.weight(robot.gravity) + FEW_ROUNDINGS * 100.0).all()


def test_joints_that_slide():
    """Terms in ‖q‖ where a slide reaches farther out, none where it goes along the axes; ranges bound all."""
    stanford, scara = linkwise.load("stanford"), linkwise.load("scara")
    free = stanford.bounds(cells=FEW)
    assert min(free.a) > 0.0 and not np.isfinite(free.mass.certified) and free.mass.q is None
    held = stanford.bounds({"joint3": [0.2, 0.8]}, cells=500)
    assert held.mass.attained <= held.mass.certified < 1.5 * held.mass.attained
    assert held.a == free.a
    far = np.zeros(6)
    far[1], far[2] = np.pi / 2, 1e4  # level and far out, where the coefficients of the squares count
    assert np.linalg.norm(stanford.mass_matrix(far), 2) > 0.4 * free.mass_bound(far)
    level = scara.bounds(cells=FEW)
    assert level.a[1] == level.a[2] == level.a[4] == level.a[6] == level.a[7] == 0.0
    assert "slides without limits" in str(free) and "|q|^2" in repr(free)


def test_what_is_refused_and_links_that_cannot_exist():
    arm = linkwise.load("planar2r")
    for given, message in (
        ({"ranges": [0.0, 1.0]}, "A dict of joints"),
        ({"ranges": {"joint9": [0.0, 1.0]}}, "has no joint 'joint9'"),
        ({"ranges": {"joint1": [1.0, 0.0]}}, "The lowest comes first"),
        ({"ranges": {"joint1": 1.0}}, "the range of 'joint1'"),
        ({"cells": 0}, "cells"),
    ):
        with pytest.raises(LinkwiseError, match=message):
            arm.bounds(**given)
    light = [replace(body, inertia=Inertia.none(body.name)) for body in arm.model.bodies]
    with pytest.raises(NoMass):
        Robot(replace(arm.model, bodies=tuple(light))).bounds()
    first = arm.model.bodies[0]
    odd = replace(first, inertia=replace(first.inertia, I=first.inertia.I * -2.0))
    unreal = Robot(replace(arm.model, bodies=(odd, arm.model.bodies[1])))
    found = unreal.bounds(cells=200)
    λ = np.linalg.eigvalsh(unreal.mass_matrix(np.random.default_rng(0).uniform(-3, 3, (500, 2))))
    assert λ.min() >= found.least.certified and np.abs(λ).max() <= found.mass.certified
