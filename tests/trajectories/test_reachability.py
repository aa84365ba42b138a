"""The passes at all nodes at once are those node by node, and these solve the problem as a linear programme does."""

import numpy as np
import pytest
from scipy.optimize import linprog

import linkwise
from linkwise.trajectories import MotionLimits, reachability, reachability_at_once
from linkwise.trajectories.arc_length import path_of
from linkwise.trajectories.path_dynamics import PathDynamics, Tangent
from linkwise.trajectories.path_limits import half_planes
from linkwise.trajectories.reachability import HalfPlanes, both_ends
from tests.tolerances import AGREEMENT, CONDITIONED, LINEAR_PROGRAMME

from .toppra_peer import curve


def problem(name, seed, samples=200, acceleration=np.inf):
    """The half-planes of a path of a robot, and its nodes."""
    robot = linkwise.load(name)
    path, nodes = path_of(curve(robot, seed), samples)
    along, none = PathDynamics.of(robot, path, nodes), np.zeros((samples, robot.n))
    limits = MotionLimits(effort=robot.limits.effort, acceleration=acceleration).of(robot.n)
    cap = (robot.limits.velocity**2 / along.t**2).min(axis=1)
    return half_planes(along, Tangent(none, none), limits), np.diff(nodes), cap


@pytest.mark.parametrize("capped", [True, False])
@pytest.mark.parametrize(("name", "seed"), [("panda", 0), ("ur5", 3), ("iiwa14", 5)])
def test_all_at_once_is_node_by_node(name, seed, capped):
    planes, Δ, cap = problem(name, seed, acceleration=40.0 if seed == 3 else np.inf)
    cap = cap if capped else np.full_like(cap, 1e12)
    steps = both_ends(planes.capped(cap), Δ)
    low, high, stuck = reachability.controllable(steps, Δ)
    x = reachability.fastest(steps, Δ, low, high)
    assert stuck == -1 and not low.any()
    quick = reachability_at_once.Steps.of(planes, Δ)
    highest = reachability_at_once.controllable(quick, cap)
    assert quick.allow_rest
    np.testing.assert_allclose(highest, high, atol=CONDITIONED * high.max())
    np.testing.assert_allclose(reachability_at_once.fastest(quick, highest), x, atol=CONDITIONED * x.max())
    guessed = reachability_at_once.controllable(
        quick, cap, highest * np.random.default_rng(0).uniform(0.5, 2.0, len(x))
    )
    np.testing.assert_array_equal(guessed, highest)


def test_random_half_planes():
    """Of every kind: rising, falling, level, redundant."""
    rng = np.random.default_rng(2)
    for _ in range(40):
        nodes, rows = 12, int(rng.integers(1, 9))
        α, β = (rng.normal(size=(nodes, rows)) * rng.integers(0, 2, (nodes, rows)) for _ in range(2))
        planes, Δ = HalfPlanes(α, β, rng.uniform(0.0, 2.0, (nodes, rows))), rng.uniform(0.1, 0.5, nodes - 1)
        cap = rng.uniform(0.5, 4.0, nodes)
        steps = both_ends(planes.capped(cap), Δ)
        low, high, stuck = reachability.controllable(steps, Δ)
        assert stuck == -1
        quick = reachability_at_once.Steps.of(planes, Δ)
        found = reachability_at_once.controllable(quick, cap)
        np.testing.assert_allclose(found, high, atol=CONDITIONED)
        x = reachability.fastest(steps, Δ, low, high)
        np.testing.assert_allclose(reachability_at_once.fastest(quick, found), x, atol=CONDITIONED)


def test_a_controllable_set_is_a_linear_programme():
    """The greatest x from which a chain of u leads to rest, all nodes in one programme."""
    planes, Δ, cap = problem("panda", 2, samples=25)
    steps = both_ends(planes.capped(cap), Δ)
    _, high, _ = reachability.controllable(steps, Δ)
    n, first = len(Δ), 8
    A, b, E = [], [], []
    for i in range(first, n):
        for α, β, γ in zip(steps.α[i], steps.β[i], steps.γ[i], strict=True):
            row = np.zeros(2 * (n + 1))
            row[i], row[n + 1 + i] = β, α
            A.append(row)
            b.append(γ)
        row = np.zeros(2 * (n + 1))
        row[[i, i + 1, n + 1 + i]] = 1.0, -1.0, 2.0 * Δ[i]
        E.append(row)
    cost = np.zeros(2 * (n + 1))
    cost[first] = -1.0
    free = [(0.0, None if i < n else 0.0) for i in range(n + 1)] + [(None, None)] * (n + 1)
    answer = linprog(cost, A, b, E, np.zeros(n - first), free, method="highs")
    assert -answer.fun == pytest.approx(high[first], rel=LINEAR_PROGRAMME)


def test_ceilings_are_linear_programmes():
    planes, _, cap = problem("ur5", 1, samples=60)
    found = reachability.ceiling(planes, cap)
    for α, β, γ, most, x in zip(*planes, cap, found, strict=True):
        answer = linprog([0.0, -1.0], np.stack([α, β], axis=1), γ, bounds=[(None, None), (0.0, most)], method="highs")
        assert x == pytest.approx(-answer.fun, rel=LINEAR_PROGRAMME)


def test_weak_arms_need_their_momentum():
    """u ≤ −1 for x < 4 in the middle: rest is impossible there, and the pass at all nodes at once says so."""
    α, β, γ = np.array([[1.0, -1.0]] * 3), np.zeros((3, 2)), np.full((3, 2), 3.0)
    α, β, γ = (
        np.append(x, y, axis=1)
        for x, y in ((α, np.zeros((3, 1))), (β, [[0.0], [-1.0], [0.0]]), (γ, [[0.0], [-1.0], [0.0]]))
    )
    planes, Δ = HalfPlanes(α, β, γ), np.array([0.5, 0.5])
    assert not reachability_at_once.Steps.of(planes, Δ).allow_rest
    low, _, stuck = reachability.controllable(both_ends(planes, Δ), Δ)
    assert stuck == -1 and low[1] == pytest.approx(1.0, rel=AGREEMENT)
