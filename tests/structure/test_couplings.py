"""Which coefficients vanish, and why: against Pinocchio's regressor, the rules of indices, and robots made for it."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, NoMass, NotForThisRobot
from linkwise.structure import Couplings
from linkwise.structure.exact_columns import ExactColumns
from linkwise.structure.reasons import REASONS, Rules
from tests.cli.command_line import answer, assert_refused, run
from tests.peers.pinocchio import Pinocchio
from tests.robots import CATALOG, random_chain, random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES

NAMES = [
    name if name in ("scara", "puma560") else pytest.param(name, marks=pytest.mark.slow)
    for name in CATALOG
    if name != "pendulum"
]


def pinocchio(robot: linkwise.Robot, count: int = 4) -> list[np.ndarray]:
    """Columns of D (states, i, k, parameter), h (states, i, k, m, parameter) and c, by Pinocchio's regressor."""
    n, zero, units = robot.n, np.zeros(robot.n), np.eye(robot.n)
    heavy, still = (Pinocchio.of_model(each.tree) for each in (robot, robot.with_gravity([0.0, 0.0, 0.0])))
    D, h, c = [], [], []
    for q in states(n, count, 3)[0]:
        D.append(np.stack([still.regressor(q, zero, unit) for unit in units], axis=1))
        alone = [still.regressor(q, unit, zero) for unit in units]
        both = [[still.regressor(q, a + b, zero) for b in units] for a in units]
        pairs = [[0.5 * (both[k][m] - alone[k] - alone[m]) for m in range(n)] for k in range(n)]
        h.append(np.moveaxis(np.array(pairs), 2, 0))
        c.append(heavy.regressor(q, zero, zero))
    return [np.array(x) for x in (D, h, c)]


@pytest.mark.parametrize("name", NAMES)
def test_reasons_of_pinocchio(name):
    """What Pinocchio's columns are at random states: all zero, zero in sum, or neither."""
    robot = linkwise.load(name).without_rotors()
    found = robot.couplings(samples=50)
    own = robot.parameters(rotors=False).values
    for columns, reasons in zip(pinocchio(robot), (found.matrix, found.velocity, found.gravity), strict=True):
        size = np.abs(columns).max(axis=(0, -1))
        by_design = size <= AGREEMENT * size.max()
        terms = np.abs(columns * own).max(axis=(0, -1))
        in_sum = np.abs(columns @ own).max(axis=0) <= AGREEMENT * terms.max()
        assert np.array_equal(by_design, np.isin(reasons, ("index", "design")))
        assert np.array_equal(~by_design & in_sum, reasons == "parameters")
        assert np.array_equal(~in_sum, reasons == "acts")


@pytest.mark.parametrize("seed", [3, *(pytest.param(3 * k, marks=pytest.mark.slow) for k in range(2, 8))])
def test_indices_alone(seed):
    """Hinges about any axes: what is zero is so by its indices, n (n + 1)/2 coefficients h_iik with k ≤ i."""
    robot = linkwise.Robot(random_chain(seed))
    n, found = robot.n, robot.couplings(samples=20)
    skew = all(body.joint.axis.x and body.joint.axis.y for body in robot.tree.bodies[1:])
    dummy = [(i, k, m) for i in range(n) for k in range(n) for m in range(n) if (i == k >= m) or (i == m >= k)]
    assert {tuple(map(int, at)) for at in np.argwhere(found.velocity == "index")} == set(dummy)
    assert sum(found.counts[kind]["index"] for kind in ("centrifugal", "Coriolis")) == n * (n + 1) // 2
    assert not skew or not (found.velocity == "design").any()


def test_rules_hold_exactly():
    """On trees and coupled coordinates: no coefficient that its indices exclude has a column."""
    for seed in (4, 30):
        tree = linkwise.Robot(random_model(seed)).tree
        exact, rules = ExactColumns.of(tree), Rules.of(tree)
        assert not any(any(line) for at, line in exact.inertia.items() if rules.inertia(*at))
        assert not any(any(line) for at, line in exact.velocity.items() if rules.velocity(*at))


@pytest.mark.parametrize("seed", [4, *(pytest.param(k, marks=pytest.mark.slow) for k in (9, 14, 30, 199))])
def test_any_masses(seed):
    """Coupled coordinates and branches too: zeros by design stay with other masses, and those that act act then."""
    robot = linkwise.Robot(random_model(seed))
    found = robot.couplings(samples=20)
    other = robot.with_parameters(np.random.default_rng(seed).uniform(0.5, 1.5, robot.parameters().values.size))
    q = states(robot.n, 20, seed)[0]
    C = np.moveaxis(other.coriolis_matrix(q[:, None], np.eye(robot.n)), 1, -1)
    sizes = (other.mass_matrix(q), C, other.without_springs().gravity_forces(q))
    for x, reasons in zip(sizes, (found.matrix, found.velocity, found.gravity), strict=True):
        size = np.abs(x).max(axis=0)
        assert np.array_equal(size <= AGREEMENT * size.max(), np.isin(reasons, ("index", "design")))


def test_a_seed_changes_nothing():
    tree = linkwise.load("scara").tree
    first, second = (ExactColumns.of(tree, seed) for seed in (0, 1))
    for kind in ("inertia", "velocity", "gravity"):
        a, b = getattr(first, kind), getattr(second, kind)
        assert all([bool(x) for x in a[at]] == [bool(x) for x in b[at]] for at in a)
    assert first.velocity != second.velocity


def test_sizes():
    """Of h against differences of Pinocchio's inertia matrix, at the states that the sizes come from."""
    robot, step = linkwise.load("puma560"), 1e-5
    found, peer, n = robot.couplings(samples=1), Pinocchio.of_model(robot.tree), robot.n
    from linkwise.calls.sampling import within_limits

    (q,) = within_limits(robot.tree, 1, 0)["q"]
    slopes = [(peer.mass_matrix(q + step * e) - peer.mass_matrix(q - step * e)) / (2.0 * step) for e in np.eye(n)]
    dD = np.stack(slopes, axis=-1)
    h = 0.5 * (dD + dD.swapaxes(1, 2) - np.moveaxis(dD, -1, 0))
    assert np.abs(found.velocity_size - np.abs(h)).max() <= CENTRAL_DIFFERENCES * np.abs(h).max()
    assert np.abs(found.matrix_size - np.abs(peer.mass_matrix(q))).max() <= AGREEMENT * found.matrix_size.max()
    load = peer.inverse_dynamics(q, np.zeros(n), np.zeros(n))
    assert np.abs(found.gravity_size - np.abs(load)).max() <= AGREEMENT * np.abs(load).max()


def test_here():
    """Zero at one configuration: an arm stretched out, and one at the angle where D12 changes its sign."""
    arm = linkwise.load("planar2r")  # D12 = ZZ2 + D2 MX2 cos q2, h_112 = −D2 MX2 sin q2
    assert set(arm.couplings([0.3, np.pi]).velocity.flat) == {"index", "here"}
    light = arm.with_parameters([1.0], ["ZZ2"])
    turned = light.couplings([0.3, np.arccos(-1.0 / (0.7 * 1.89))])
    assert turned.matrix[0, 1] == turned.matrix[1, 0] == "here" and turned.matrix[1, 1] == "acts"
    assert not (arm.couplings().velocity == "here").any()


def test_masses_that_cancel_to_rounding():
    """A wrist whose two inertias are equal but for the rounding of their sum."""
    wrist = linkwise.load("puma560").lock({"joint1": 0.0, "joint2": 0.0, "joint3": 0.0}).without_rotors()
    names = wrist.parameters(rotors=False).names
    own = dict(zip(names, wrist.parameters(rotors=False).values.tolist(), strict=True))
    even = {**own, **{name: 0.0 for name in names if name[:2] in ("XY", "XZ", "YZ", "MX", "MY")}}
    even |= {"XX2": 0.1 + 0.2, "YY2": 0.3, "XX3": 0.3, "YY3": 0.1 + 0.2}
    found = wrist.with_parameters([even[name] for name in names], names).couplings(samples=50)
    assert even["XX3"] != even["YY3"] and found.velocity[0, 1, 2] == "acts"
    assert found.velocity[0, 0, 2] == found.matrix[1, 2] == "parameters"  # a link of revolution about joint 6


def test_gravity():
    assert set(linkwise.load("planar3r").with_gravity([0, 0, 0]).couplings(samples=5).gravity.flat) == {"design"}
    lifted = linkwise.load("planar2r").with_gravity_compensation()
    assert set(lifted.couplings(samples=5).gravity.flat) == {"acts"}  # the links' own weight, whoever carries it


def test_refused():
    arm = linkwise.load("planar2r")
    for wrong in ([0.0], [0.0, np.nan], "ab", [[0.0, 0.0]]):
        with pytest.raises(BadArray):
            arm.couplings(wrong)
    with pytest.raises(BadArray, match="samples is 0"):
        arm.couplings(samples=0)
    body = arm.model.bodies[0]
    empty = replace(body, inertia=linkwise.Inertia.none(body.name))
    with pytest.raises(NoMass):
        linkwise.Robot(replace(arm.model, bodies=(empty,), frames=(), tip="", coordinates=None)).couplings()
    with pytest.raises(NotForThisRobot, match="30 coordinates"):
        linkwise.Robot(_long(30)).couplings()


def _long(n: int) -> linkwise.Model:
    arm = linkwise.load("planar2r").model
    bodies = []
    for k in range(n):
        parent = arm.base if k == 0 else f"link{k - 1}"
        body = arm.bodies[1]
        made = replace(
            body,
            name=f"link{k}",
            parent=k - 1,
            placement=body.placement.tagged(parent, f"link{k}"),
            joint=replace(body.joint, name=f"joint{k}"),
            inertia=body.inertia.seen_from(f"link{k}"),
        )
        bodies.append(made)
    return linkwise.Model("long", tuple(bodies), arm.base)


def test_printed():
    """Every robot's table fits, and says what it marks; the list has each coefficient once."""
    found = linkwise.load("puma560").couplings([0.0] * 6, samples=20)
    assert max(map(len, str(found).splitlines())) <= 100
    marks = {"index": ".", "design": "d", "parameters": "p", "here": "0", "acts": "#"}
    lines = str(found).splitlines()[-6:]
    for i, line in enumerate(lines):
        pairs = [(k, m) for k in range(6) for m in range(k, 6)]
        assert line.split()[1:] == [marks[str(found.velocity[i, k, m])] for k, m in pairs]
    every = list(found)
    assert len(every) == 21 + 126 + 6 == len(set((c.kind, c.joints) for c in every))
    assert {reason for kind in found.counts.values() for reason in kind} == set(REASONS)
    assert "and 93 more" in found._repr_html_() and not found.matrix.flags.writeable


def test_printed_of_many():
    found = linkwise.Robot(_long(10)).couplings(samples=5)
    text = str(found)
    assert max(map(len, text.splitlines())) <= 100 and "Coriolis" in text and "h_ikm" not in text
    assert isinstance(found, Couplings) and "long" in repr(found)


def test_picture():
    figure = linkwise.load("scara").couplings([0.0] * 4, samples=5).plot()
    colours = [tuple(figure.axes[0].images[0].get_array()[i, k].round(3)) for i, k in ((0, 2), (1, 2), (0, 1))]
    assert colours[0] == colours[1] != colours[2]  # two zeros by design, and one that acts


def test_command(tmp_path):
    held = ("--hold", "joint1", "--hold", "joint4=0.3")
    found = answer("couplings", "scara", *held, "--q", "0.5 0.1", "--shares", "--decouple", "--distance", 0.4)
    assert found["joints"] == ["joint2", "joint3"] and found["inertia"]["zero_by"][0][1] == "design"
    assert found["decoupling"]["constant"] == [] and np.shape(found["shares"]["rotation"]) == (2, 2, 2)
    text = run("couplings", "planar2r", "--decouple", "--plot", tmp_path / "arm.png").stdout
    assert "motor 2: q1 + q2" in text and (tmp_path / "arm.png").stat().st_size > 10_000
    assert_refused(run("couplings", "planar2r", "--shares"), "give --q", code=2)
    assert_refused(run("couplings", "planar2r", "--distance", 1), "--decouple only", code=2)
    assert_refused(run("couplings", "planar2r", "--hold", "joint1=x"), "not a number", code=2)
    assert_refused(run("couplings", "planar2r", "--hold", "elbow"), "no joint 'elbow'")
    assert_refused(run("couplings", "panda", "--decouple"), "7 joints")
    assert_refused(run("couplings", "planar2r", "--plot", "arm.txt"), "not the name of a picture")
