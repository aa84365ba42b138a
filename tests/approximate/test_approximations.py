"""Approximations: exact where they should be, off by what they say they neglect, and counted as they are run.

The truth is Pinocchio's and the robot's own inverse dynamics; tables are held to SciPy's interpolation of Pinocchio's
coefficients.
"""

import math
import re
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

import linkwise
from linkwise import LinkwiseError, Robot, approximate
from linkwise.approximate import (
    Aldon,
    Box,
    Cmac,
    Cost,
    Multirate,
    Pruned,
    StateSpace,
    Tabulated,
    WithoutCoriolis,
    coefficients,
    motions,
)
from linkwise.approximate.report import Report, errors, total
from linkwise.formulations import terms
from linkwise.program import count, trace
from tests.cli.command_line import ARM
from tests.robots import CATALOG, random_model, states
from tests.tolerances import AGREEMENT, GRADIENT, HALF_THE_DIGITS, NOT_ZERO

EVERY = [linkwise.load(name) for name in CATALOG] + [Robot(random_model(seed)) for seed in (2, 3, 6, 14, 26, 34)]
every = pytest.mark.parametrize("robot", EVERY, ids=lambda robot: robot.name)


def near(found, reference, tol=AGREEMENT, scale=None):
    """Relative to the largest entry of the reference, or to the given scale."""
    largest = np.abs(reference).max() if scale is None else scale
    assert np.abs(np.asarray(found) - np.asarray(reference)).max() <= tol * max(largest, NOT_ZERO)


def inside(box, number, seed=5):
    """Random states of a box."""
    rng = np.random.default_rng(seed)
    n = len(box.lower)
    q = rng.uniform(box.lower, box.upper, (number, n))
    return q, *(rng.uniform(-size, size, (number, n)) for size in (box.velocity, box.acceleration))


def peer_of(robot):
    pytest.importorskip("pinocchio")
    from tests.peers.pinocchio import Pinocchio

    return Pinocchio.of_model(robot.model)


# ---- the closed form ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", [r for r in EVERY if r.model.coordinates.trivial], ids=lambda robot: robot.name)
def test_coefficients_are_those_of_pinocchio(robot):
    """D, c, and h_ikm = C_ik(q, e_m): the Christoffel symbols, one velocity at a time."""
    peer, n = peer_of(robot), robot.n
    for q in states(n, 3, 7)[0]:
        D, h, c = coefficients(robot, q)
        M = peer.mass_matrix(q)
        near(D, M)
        near(c, peer.inverse_dynamics(q, np.zeros(n), np.zeros(n)), scale=np.abs(M).max() + np.abs(c).max())
        symbols = np.stack([peer.coriolis_matrix(q, unit) for unit in np.eye(n)], axis=-1)
        near(h, symbols, scale=np.abs(M).max())
        near(h, np.swapaxes(h, -1, -2))


@every
def test_the_terms_make_the_exact_forces(robot):
    q, qd, qdd = states(robot.n, 5, 8)
    D, h, c = coefficients(robot, q)
    τ = np.einsum("bik,bk->bi", D, qdd) + np.einsum("bikm,bk,bm->bi", h, qd, qd) + c + robot.friction_forces(qd)
    near(τ, robot.inverse_dynamics(q, qd, qdd))


# ---- exact in the limit ---------------------------------------------------------------------------------------------


@every
def test_without_coriolis_is_exact_at_rest_and_off_by_the_velocity_forces(robot):
    method = WithoutCoriolis(robot)
    q, qd, qdd = states(robot.n, 6, 9)
    exact = robot.inverse_dynamics(q, qd, qdd)
    near(method.inverse_dynamics(q, 0.0 * qd, qdd), robot.inverse_dynamics(q, 0.0 * qd, qdd))
    neglected = robot.bias_forces(q, qd) - robot.gravity_forces(q)
    near(exact - method.inverse_dynamics(q, qd, qdd), neglected, scale=np.abs(exact).max())


@every
def test_nothing_pruned_and_always_renewed_are_exact(robot):
    at = states(robot.n, 6, 10)
    exact = robot.inverse_dynamics(*at)
    near(Pruned(robot, significance=0.0).inverse_dynamics(*at), exact)
    near(Multirate(robot, every=1).inverse_dynamics(*at), exact)


def test_a_batch_may_have_any_shape():
    robot = linkwise.load("scara")
    at = [x.reshape(2, 3, 4) for x in inside(Box.of(robot), 6)]
    few = Cmac(robot, samples=100)
    tables = (Tabulated(robot), Aldon(robot), StateSpace(robot))
    for method in (WithoutCoriolis(robot), Pruned(robot), *tables, few, Multirate(robot, every=2)):
        found = method.inverse_dynamics(*at)
        assert found.shape == (2, 3, 4)
        assert method.inverse_dynamics(at[0][0, 0], at[1], at[2]).shape == (2, 3, 4)
        assert method.inverse_dynamics(np.zeros((0, 4)), np.zeros(4), np.zeros(4)).shape == (0, 4)
        near(method.inverse_dynamics(*(x[1, 0] for x in at)), found[1, 0])  # the first tick of a motion


# ---- neglecting velocities ------------------------------------------------------------------------------------------


def test_velocity_forces_matter_alike_at_any_speed():
    """Hollerbach (1984): without gravity and friction the relative error is the same at every speed of a motion."""
    robot = linkwise.load("panda").without_friction().with_gravity([0.0, 0.0, 0.0])
    method = WithoutCoriolis(robot)
    q, qd, qdd = motions(Box.of(robot), 300)
    reports = [method.report(q, s * qd, s * s * qdd) for s in (1.0, 0.1, 0.01)]
    assert reports[0].relative_worst.max() > 0.3 and reports[0].wrong_sign.max() > 0.02
    for report in reports[1:]:
        near(report.relative_worst, reports[0].relative_worst)
        near(report.wrong_sign, reports[0].wrong_sign)


def test_gravity_hides_velocity_forces_in_slow_motion():
    robot = linkwise.load("puma560").without_friction()
    fast, slow = (
        WithoutCoriolis(robot).report(*motions(Box.of(robot, speed), 300)).relative_worst[1] for speed in (3.0, 0.3)
    )
    assert slow < 0.05 * fast


# ---- pruning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["scara", "puma560", "ur5"])
def test_pruning_leaves_out_what_is_insignificant_and_that_alone(name):
    """Sizes of all terms anew, from other states of the box; the forces lack the terms left out and nothing else."""
    robot = linkwise.load(name)
    box, n = Box.of(robot), robot.n
    method = Pruned(robot, significance=0.02)
    q, qd, qdd = inside(box, 1500)
    D, h, c = coefficients(robot, q)
    largest = np.abs(robot.inverse_dynamics(q, qd, qdd)).max(axis=0)
    v, a = box.velocity, box.acceleration
    kept, lacking = {term.name for term in method.kept.terms}, np.zeros((len(q), n))
    for i, k in product(range(n), repeat=2):
        size = np.abs(D[:, i, k]).max() * a[k] / largest[i]
        assert (f"D{i + 1}_{k + 1}" in kept) == (size > 0.02) or abs(size - 0.02) < 0.004
        if f"D{i + 1}_{k + 1}" not in kept:
            lacking[:, i] += D[:, i, k] * qdd[:, k]
    for i, k, m in product(range(n), repeat=3):
        if k <= m:
            both = 1.0 if k == m else 2.0
            size = both * np.abs(h[:, i, k, m]).max() * v[k] * v[m] / largest[i]
            term = f"h{i + 1}_{k + 1}_{m + 1}"
            assert (term in kept) == (size > 0.02) or abs(size - 0.02) < 0.004
            if term not in kept:
                lacking[:, i] += both * h[:, i, k, m] * qd[:, k] * qd[:, m]
    for i in range(n):
        if f"c{i + 1}" not in kept:
            lacking[:, i] += c[:, i]
    assert np.abs(lacking).max() > 0.0
    near(method.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd) - lacking)
    report = method.report(q, qd, qdd)
    left_out = np.array([sum(t.joint == i and s < 0.02 for t, s in method.sizes.items()) for i in range(n)])
    assert (report.relative_worst <= 0.02 * 1.2 * left_out + AGREEMENT).all()


def test_pruning_cuts_cost_and_costs_accuracy():
    robot = linkwise.load("puma560")
    at = inside(Box.of(robot), 300)
    reports = [Pruned(robot, significance=s).report(*at) for s in (0.0, 0.001, 0.01, 0.1, 10.0)]
    operations = [report.cost.operations for report in reports]
    errors = [report.relative_rms.max() for report in reports]
    assert operations == sorted(operations, reverse=True) and len(set(operations)) == len(operations)
    assert errors == sorted(errors) and errors[0] < AGREEMENT and 0.001 < errors[2] < 0.05
    friction = count(trace(lambda qd: terms.friction_forces(robot.tree, qd), {"qd": 6}))
    assert reports[-1].cost.each == friction  # nothing else is left
    assert operations[2] < total(reports[0].exact) < operations[0]  # it paid, for this arm, with an error


# ---- tables ---------------------------------------------------------------------------------------------------------


def at_nodes(robot, points):
    """Pinocchio's D, h and c on a grid over the robot's limits, and SciPy's interpolation of them by name."""
    peer, n, box = peer_of(robot), robot.n, Box.of(robot)
    axes = [np.linspace(*ends, points) for ends in zip(box.lower, box.upper, strict=True)]
    rows = []
    for q in product(*axes):
        q = np.array(q)
        h = np.stack([peer.coriolis_matrix(q, unit) for unit in np.eye(n)], axis=-1)
        c = peer.inverse_dynamics(q, np.zeros(n), np.zeros(n))
        rows.append(np.concatenate([peer.mass_matrix(q).ravel(), h.ravel(), c]))
    values = np.array(rows).reshape(*[points] * n, -1)

    def interpolated(way, q):
        found = RegularGridInterpolator(axes, values, method=way)(q)
        return np.split(found, [n * n, n * n + n**3], axis=-1)

    return interpolated


def slider():
    """Two hinges and a slider with limits less than a turn, so that SciPy's grid and ours are the same."""
    return ARM.replace('type="continuous"', 'type="revolute"').replace(
        '<axis xyz="0 0 1"/></joint>',
        '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="9" velocity="4"/></joint>',
    )


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "arm.urdf").write_text(slider())
    return linkwise.load(tmp_path / "arm.urdf")


@pytest.mark.parametrize("way", ["linear", "nearest"])
def test_tables_are_scipys(arm, way):
    q, qd, qdd = inside(Box.of(arm), 40)
    D, h, c = at_nodes(arm, 4)(way, q)
    τ = np.einsum("bik,bk->bi", D.reshape(-1, 3, 3), qdd) + c
    τ += np.einsum("bikm,bk,bm->bi", h.reshape(-1, 3, 3, 3), qd, qd)
    near(Tabulated(arm, points=4, interpolation=way).inverse_dynamics(q, qd, qdd), τ)


@pytest.mark.parametrize("way", ["linear", "nearest"])
def test_aldon_takes_the_slopes_of_the_table(arm, way):
    """Christoffel symbols of SciPy's interpolation between the two sides of the cell, which is linear there."""
    box, points, n = Box.of(arm), 4, 3
    q, qd, qdd = inside(box, 40)
    table = at_nodes(arm, points)
    step = (box.upper - box.lower) / (points - 1)
    cell = np.floor((q - box.lower) / step)
    dD = np.empty((len(q), n, n, n))
    for k in range(n):
        sides = []
        for side in (0, 1):
            p = q if way == "linear" else box.lower + step * np.round((q - box.lower) / step)
            p = p.copy()
            p[:, k] = box.lower[k] + step[k] * (cell[:, k] + side)
            sides.append(table("linear", np.clip(p, box.lower, box.upper))[0])
        dD[..., k] = ((sides[1] - sides[0]) / step[k]).reshape(-1, n, n)
    h = 0.5 * (dD + np.swapaxes(dD, -1, -2) - np.moveaxis(dD, -1, 1))
    D, _, c = table(way, q)
    τ = np.einsum("bik,bk->bi", D.reshape(-1, n, n), qdd) + np.einsum("bikm,bk,bm->bi", h, qd, qd) + c
    near(Aldon(arm, points=points, interpolation=way).inverse_dynamics(q, qd, qdd), τ)


@pytest.mark.parametrize(
    ("method", "way", "order"),
    [(Tabulated, "linear", 2), (Tabulated, "nearest", 1), (Aldon, "linear", 1), (Aldon, "nearest", 1)],
)
def test_refining_the_grid(arm, method, way, order):
    """The error falls with the width of the cells, or its square."""
    at = inside(Box.of(arm), 800)
    worst = [method(arm, points=p, interpolation=way).report(*at).relative_rms.max() for p in (33, 65)]
    assert abs(math.log2(worst[0] / worst[1]) - order) < 0.1, worst


def test_tables_are_exact_at_their_points(arm):
    box = Box.of(arm)
    q = np.array(list(product(*(np.linspace(*ends, 3) for ends in zip(box.lower, box.upper, strict=True)))))
    _, qd, qdd = inside(box, len(q))
    for way in ("linear", "nearest"):
        near(Tabulated(arm, points=3, interpolation=way).inverse_dynamics(q, qd, qdd), arm.inverse_dynamics(q, qd, qdd))


def test_a_table_closes_upon_a_full_turn():
    robot = linkwise.load("planar2r")
    table = Tabulated(robot, points=9)
    q, qd, qdd = states(2, 20, 4)
    near(table.inverse_dynamics(q + 2 * math.pi, qd, qdd), table.inverse_dynamics(q, qd, qdd))


def test_outside_the_table(arm):
    table = Tabulated(arm)
    table.inverse_dynamics([2.0, 0.5, 1.0], [0.0] * 3, [0.0] * 3)
    with pytest.raises(linkwise.LinkwiseError, match=r"joint 'shoulder' is at 2.1, outside the table"):
        table.inverse_dynamics([2.1, 0.5, 1.0], [0.0] * 3, [0.0] * 3)
    with pytest.raises(linkwise.LinkwiseError, match="'wrist' is at nan"):
        table.inverse_dynamics([0.0, 0.5, math.nan], [0.0] * 3, [0.0] * 3)


@pytest.mark.parametrize("method", [Tabulated, Aldon])
def test_the_memory_said_is_the_memory_taken(method):
    robot = linkwise.load("ur5")
    table = method(robot, points=3)
    made, seconds = table.tables.filled
    assert table.cost.bytes == sum(array.nbytes for array in made.values()) and table.cost.seconds == seconds > 0
    assert max(map(len, made)) == 5  # the first joint turns about the vertical: nothing depends on it
    assert Aldon(robot, points=3).cost.bytes < Tabulated(robot, points=3).cost.bytes


@pytest.mark.parametrize("method", [Tabulated, Aldon])
def test_a_table_that_is_too_large_is_refused(method):
    panda = linkwise.load("panda")
    with pytest.raises(LinkwiseError, match=r"12\^6 = 2,985,984 points and [\d,]+ entries") as error:
        method(panda, points=12)
    assert "268,435,456 bytes were allowed" in str(error.value) and "use fewer points" in str(error.value)
    with pytest.raises(LinkwiseError, match="At most 1,000 bytes"):
        method(linkwise.load("scara"), max_bytes=1000, points=30)
    assert method(linkwise.load("scara"), max_bytes=10**5, points=30).cost.bytes < 10**5


def test_the_printed_count_of_raibert():
    """Table 9.5: n³ + 2n² multiplications and n³ + n² additions, with every coefficient there and none known equal."""
    n = 6

    def forces(qd, qdd, D, h, c):
        C = [[sum(h[(i * n + k) * n + m] * qd[m] for m in range(n)) for k in range(n)] for i in range(n)]
        return [
            sum(D[i * n + k] * qdd[k] for k in range(n)) + sum(C[i][k] * qd[k] for k in range(n)) + c[i]
            for i in range(n)
        ]

    found = count(trace(forces, {"qd": n, "qdd": n, "D": n * n, "h": n**3, "c": n}))
    assert (found.multiplications, found.additions) == (n**3 + 2 * n**2, n**3 + n**2) == (288, 252)
    looked_up = Tabulated(linkwise.load("rx90").without_friction(), points=2, interpolation="nearest").cost.each
    assert looked_up.multiplications < 288 and looked_up.additions < 252 and looked_up.sincos == 0


# ---- tables of states -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["linear", "nearest"])
def test_state_space_tables_are_scipys(way):
    """Pinocchio's D and b on a grid of positions and velocities, interpolated by SciPy."""
    robot = linkwise.load("planar2r")
    peer, box = peer_of(robot), Box([-2.0, -1.0], [1.0, 2.5], [2.0, 3.0], [4.0, 5.0])
    axes = [np.linspace(*ends, 4) for ends in zip(box.lower, box.upper, strict=True)]
    axes += [np.linspace(-v, v, 4) for v in box.velocity]
    rows = [
        np.concatenate([peer.mass_matrix(at[:2]).ravel(), peer.inverse_dynamics(at[:2], at[2:], np.zeros(2))])
        for at in map(np.array, product(*axes))
    ]
    q, qd, qdd = inside(box, 40)
    found = RegularGridInterpolator(axes, np.array(rows).reshape(4, 4, 4, 4, 6), method=way)(np.hstack([q, qd]))
    τ = np.einsum("bik,bk->bi", found[:, :4].reshape(-1, 2, 2), qdd) + found[:, 4:]
    table = StateSpace(robot, points=4, interpolation=way, box=box)
    near(table.inverse_dynamics(q, qd, qdd), τ)
    made, _ = table.tables.filled
    assert table.cost.bytes == sum(array.nbytes for array in made.values())
    with pytest.raises(LinkwiseError, match=r"'joint2, velocity' is at 3\.5, outside"):
        table.inverse_dynamics([0.0, 0.0], [0.0, 3.5], [0.0, 0.0])


def test_state_space_tables_grow_with_twice_the_power():
    """Of three joints, one of them about the vertical: 2·3 − 1 axes."""
    arm = linkwise.load("puma560")
    for joint in arm.joint_names[3:]:
        arm = arm.lock(joint, 0.3)
    few, many = (StateSpace(arm, points=p).cost.bytes for p in (5, 10))
    assert 0.9 * 2**5 < many / few <= 2**5
    with pytest.raises(LinkwiseError, match=r"5\^10 = 9,765,625 points"):
        StateSpace(linkwise.load("puma560"))


# ---- a memory that learns -------------------------------------------------------------------------------------------


class Albus:
    """CMAC from the page, one state at a time, with a dictionary for a memory: no two cells share a weight."""

    def __init__(self, box, fields, cells, rate):
        self.low = [*box.lower, *-box.velocity, *-box.acceleration]
        self.high = [*box.upper, *box.velocity, *box.acceleration]
        self.fields, self.cells, self.rate, self.weights = fields, cells, rate, {}

    def active(self, state):
        shares = [
            min(max((x - low) / (high - low), 0.0), 1.0)
            for x, low, high in zip(state, self.low, self.high, strict=True)
        ]
        return [
            (k, *(math.floor(share * self.cells + k / self.fields) for share in shares)) for k in range(self.fields)
        ]

    def force(self, state):
        return sum(self.weights.get(cell, 0.0) for cell in self.active(state))

    def learn(self, state, force):
        wrong = force - self.force(state)
        for cell in self.active(state):
            self.weights[cell] = self.weights.get(cell, 0.0) + self.rate * wrong / self.fields


def test_cmac_is_albus_s():
    robot = linkwise.load("pendulum")
    peer, box = peer_of(robot), Box.of(robot)
    at = inside(box, 300)
    ours = Cmac(robot, fields=8, cells=3, memory=2**40 // 2**18, samples=300, rate=0.7, motion=at)
    theirs = Albus(box, 8, 3, 0.7)
    rows = np.hstack(at)
    for (q, qd, qdd), state in zip(zip(*at, strict=True), rows, strict=True):
        theirs.learn(state, peer.inverse_dynamics(q, qd, qdd)[0])
    others = inside(box, 50, seed=8)
    truth = [[theirs.force(state)] for state in np.hstack(others)]
    near(ours.inverse_dynamics(*others), truth)
    assert (ours.learned[0] != 0.0).sum() == len(theirs.weights)  # the memory is large enough: no two cells share


def test_neighbours_share_fields():
    """States a d-th of a cell apart along one input have all but d of the fields in common."""
    arm = Cmac(linkwise.load("pendulum"), fields=16, cells=4)
    box = Box.of(arm.robot)
    step = (box.upper - box.lower) / 4 / 16
    here = [np.array([[0.1]])] * 3
    for d in (0, 1, 5, 16):
        there = [here[0] + d * step, *here[1:]]
        assert (arm.addresses(*here) == arm.addresses(*there)).sum() == 16 - d


def test_learning_and_memory():
    robot = linkwise.load("pendulum")
    at = inside(Box.of(robot), 400, seed=9)
    errors = [Cmac(robot, samples=s).report(*at).relative_rms[0] for s in (100, 1000, 20000)]
    assert errors[0] > 2 * errors[1] and errors[1] > 2 * errors[2] and errors[2] < 0.03
    small = Cmac(robot, memory=64)
    assert small.cost.bytes == 512 and small.report(*at).relative_rms[0] > 5 * errors[2]


def test_a_motion_that_is_known_beforehand():
    """What the sources hold against tables: they serve the motions they were made for."""
    robot = linkwise.load("puma560")
    known, other = (motions(Box.of(robot), 300, seed=s) for s in (1, 2))
    arm = Cmac(robot, samples=9000, motion=known)
    assert arm.report(*known).relative_rms.max() < 0.03
    assert arm.report(*other).relative_rms.max() > 10 * arm.report(*known).relative_rms.max()


# ---- two rates ------------------------------------------------------------------------------------------------------


def test_coefficients_are_held_between_renewals():
    robot = linkwise.load("puma560")
    q, qd, qdd = motions(Box.of(robot), 200)
    D, h, c = coefficients(robot, q[:, np.arange(100) // 7 * 7])
    τ = np.einsum("btik,btk->bti", D, qdd) + np.einsum("btikm,btk,btm->bti", h, qd, qd) + c + robot.friction_forces(qd)
    near(Multirate(robot, every=7).inverse_dynamics(q, qd, qdd), τ)


def test_holding_longer_costs_less_and_errs_more():
    robot = linkwise.load("panda")
    at = motions(Box.of(robot), 1000)
    reports = {k: Multirate(robot, every=k).report(*at) for k in (1, 2, 4, 8, 16, 1000)}
    errors = [report.relative_rms.max() for report in reports.values()]
    assert errors == sorted(errors) and errors[0] < AGREEMENT
    held = (16 - 1) / (8 - 1)  # positions are old by (k − 1)/2 ticks on average: the error grows in proportion
    assert abs(errors[4] / errors[3] / held - 1) < 0.15
    costs = [report.cost.operations for report in reports.values()]
    assert costs == sorted(costs, reverse=True)
    one = reports[1].cost
    assert costs[0] == total(one.each) + total(one.renewal)
    assert costs[3] == total(one.each) + total(one.renewal) / 8


# ---- reports --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", approximate.METHODS.values(), ids=approximate.METHODS)
def test_reports_say_what_is(kind):
    robot = linkwise.load("ur5")
    method = kind(robot, **({"points": 2, "interpolation": "nearest"} if kind is StateSpace else {}))
    at = motions(Box.of(robot), 300)
    report = method.report(*at)
    exact, found = (τ.reshape(-1, 6) for τ in (robot.inverse_dynamics(*at), method.inverse_dynamics(*at)))
    assert report.states == 300 and report.joints == robot.joint_names and report.method == kind.name
    near(report.worst, np.abs(found - exact).max(axis=0))
    near(report.relative_worst, np.abs(found - exact).max(axis=0) / np.abs(exact).max(axis=0))
    near(report.relative_rms * np.abs(exact).max(axis=0), np.linalg.norm(found - exact, axis=0) / math.sqrt(300))
    near(report.wrong_sign, (np.sign(found) == -np.sign(exact)).mean(axis=0))
    assert report.exact == robot.compile("inverse_dynamics").count
    assert report.cost.each == count(method.program) and report.cost.every == method.every


def test_a_joint_that_needs_no_force():
    one = np.zeros((3, 1))
    still = Report(
        "none", "", ("a",), 3, **errors(one, one), cost=Cost(count(trace(lambda x: x, {"x": 1}))), exact=None
    )
    assert still.relative_worst[0] == 0.0
    off = Report("none", "", ("a",), 3, **errors(one, one + 1.0), cost=still.cost, exact=None)
    assert off.relative_worst[0] > 1e300


def test_results_in_a_prompt_and_in_a_notebook():
    robot = linkwise.load("panda")
    found = approximate.compare(robot, points=12, states=200, samples=100)
    assert repr(found) == "<Comparison of 4 approximations at 200 states: without_coriolis, pruned, cmac, multirate>"
    rows = list(ElementTree.fromstring(f"<div>{found._repr_html_()}</div>").iter("tr"))
    assert [row[0].text for row in rows] == [
        "method",
        "exact",
        "without_coriolis",
        "pruned",
        "cmac",
        "multirate",
        *found.refused,
    ]
    for report in found.reports:
        assert repr(report).startswith(f"<Report on {report.method}") and len(repr(report)) < 160
        rows = list(ElementTree.fromstring(f"<div>{report._repr_html_()}</div>").iter("tr"))
        assert [row[0].text for row in rows] == ["joint", *robot.joint_names]
        assert len(repr(report.cost)) < 120
    assert repr(found.box).startswith("<Box of 7 joints, velocities up to 2.61, ")
    shapes = "D (7, 7), h (7, 7, 7), c (7,)"
    assert repr(coefficients(robot, np.zeros(7))) == f"<Coefficients: arrays of shape {shapes}>"


def test_compare_has_every_method_and_says_which_it_refused():
    robot = linkwise.load("panda")
    found = approximate.compare(robot, points=12, states=200, samples=100)
    assert [report.method for report in found.reports] == ["without_coriolis", "pruned", "cmac", "multirate"]
    assert list(found.refused) == ["tabulated", "aldon", "state_space"] and "12^6" in found.refused["aldon"]
    assert found.exact == robot.compile("inverse_dynamics").count and found.states == 200
    with pytest.raises(LinkwiseError, match=r"12\^6"):
        approximate.compare(robot, ["aldon"], points=12)
    small = approximate.compare(linkwise.load("scara"), states=200, every=150, interpolation="nearest")
    assert [report.method for report in small.reports] == list(approximate.METHODS) and small.states == 300
    assert small.reports[3].setting == "5 points, nearest"


# ---- states ---------------------------------------------------------------------------------------------------------


def test_motions_stay_within_their_box_and_are_motions():
    robot = linkwise.load("panda")
    box = Box.of(robot, speed=1.5)
    q, qd, qdd = motions(box, 3000)
    assert q.shape == (30, 100, 7)
    assert (q >= box.lower).all() and (q <= box.upper).all() and (np.abs(qd) <= box.velocity * (1 + AGREEMENT)).all()
    assert np.abs(qd).max() > 1.4
    near((q[:, 2:] - q[:, :-2]) / 2e-3, qd[:, 1:-1], tol=GRADIENT)
    near((qd[:, 2:] - qd[:, :-2]) / 2e-3, qdd[:, 1:-1], tol=10 * GRADIENT)


def test_the_box_of_a_robot():
    panda, planar = Box.of(linkwise.load("panda")), Box.of(linkwise.load("planar2r"))
    limits = linkwise.load("panda").limits
    assert (panda.lower == limits.lower).all() and (panda.velocity == limits.velocity).all()
    assert planar.upper.tolist() == [math.pi] * 2 and planar.velocity.tolist() == [2.0, 2.0]
    s = np.linspace(0.0, 1.0, 100_001)
    peak = np.abs(60 * s - 180 * s**2 + 120 * s**3).max()  # over one radian in one second, at 1.875 rad/s
    near(panda.acceleration, panda.velocity**2 * peak / 1.875**2, tol=HALF_THE_DIGITS)


# ---- what is refused ------------------------------------------------------------------------------------------------

SCARA = linkwise.load("scara")
BAD = {
    "significance": lambda: Pruned(SCARA, significance=-0.1),
    "significance is nan": lambda: Pruned(SCARA, significance=math.nan),
    "significance is 'much'": lambda: Pruned(SCARA, significance="much"),
    "points is 1": lambda: Tabulated(SCARA, points=1),
    "points is 2.5": lambda: Aldon(SCARA, points=2.5),
    "no interpolation 'cubic'": lambda: Tabulated(SCARA, interpolation="cubic"),
    "max_bytes is 0": lambda: Tabulated(SCARA, max_bytes=0),
    "memory is 0": lambda: Cmac(SCARA, memory=0),
    "samples is 2.5": lambda: Cmac(SCARA, samples=2.5),
    "rate is 3": lambda: Cmac(SCARA, rate=3.0),
    "rate is nan": lambda: Cmac(SCARA, rate=math.nan),
    "qd of the motion has shape": lambda: Cmac(SCARA, motion=([0.0] * 4, [0.0], [0.0] * 4)).cost,
    "motion is not q, qd and qdd": lambda: Cmac(SCARA, motion=5).cost,
    "would take 32,000,000,000,000 bytes": lambda: Cmac(SCARA, memory=10**12),
    "seed is -1": lambda: Cmac(SCARA, seed=-1),
    "no states, or not the same": lambda: Cmac(SCARA, motion=np.zeros((3, 0, 4))).cost,
    "every is 0": lambda: Multirate(SCARA, every=0),
    "every is True": lambda: Multirate(SCARA, every=True),
    "no method 'guess'": lambda: approximate.compare(SCARA, ["guess"]),
    "states is 0": lambda: approximate.compare(SCARA, states=0),
    "speed is -1": lambda: approximate.compare(SCARA, speed=-1.0),
    "speed is inf": lambda: Box.of(SCARA, math.inf),
    "a box of 1 joint does not fit": lambda: Pruned(SCARA, box=Box([0.0], [1.0], [1.0], [1.0])),
    "side of the box is negative": lambda: Box([1.0], [0.0], [1.0], [1.0]),
    "upper of a box": lambda: Box([1.0], [math.inf], [1.0], [1.0]),
    "q has shape": lambda: WithoutCoriolis(SCARA).inverse_dynamics([0.0], [0.0], [0.0]),
    "no state": lambda: WithoutCoriolis(SCARA).report(*np.zeros((3, 0, 4))),
}


@pytest.mark.parametrize("words", BAD)
def test_bad_choices_are_refused(words):
    with pytest.raises(LinkwiseError, match=words) as error:
        BAD[words]()
    assert any(word in str(error.value) for word in ("expected", " are: ", "were allowed"))


def test_robots_without_mass_or_joints_are_refused(tmp_path):
    pendulum = linkwise.load("pendulum")
    rigid = pendulum.lock(pendulum.joint_names[0], 0.0)
    (tmp_path / "empty.urdf").write_text(re.sub(r"<inertial>.*?</inertial>", "", slider(), flags=re.DOTALL))
    empty = linkwise.load(tmp_path / "empty.urdf")
    for kind in approximate.METHODS.values():
        with pytest.raises(LinkwiseError, match="no moving joint"):
            kind(rigid).report([], [], [])
        with pytest.raises(LinkwiseError, match="no mass"):
            kind(empty).report([0.0] * 3, [0.0] * 3, [0.0] * 3)
    for robot, words in ((rigid, "no moving joint"), (empty, "no mass")):
        with pytest.raises(LinkwiseError, match=words):
            approximate.compare(robot)
