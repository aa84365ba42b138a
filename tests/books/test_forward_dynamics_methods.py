"""Projection, unit accelerations, conjugate gradients and the factored inertia matrix: what Balafoutis & Patel state.

What every formulation must do is swept elsewhere; here are the statements of §5.4 and §6.2 about these methods. Truth
is Pinocchio's, or NumPy's linear algebra.
"""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import ZERO, Force, Inertia, Orthogonal, Rotation, Sym3, Transform, Vec3
from linkwise.backends.interpreter import run
from linkwise.errors import NoInertia, NotForThisRobot
from linkwise.formulations.adapters import under_wrenches
from linkwise.formulations.articulated import rodriguez_kreutz, spatial_filter
from linkwise.formulations.composite import direct_solve, walker_orin
from linkwise.formulations.determinacy import bounds
from linkwise.formulations.newton_euler import (
    balafoutis_patel_57,
    chou_baciu_kesavan,
    walker_orin_1,
    walker_orin_2,
    walker_orin_4,
)
from linkwise.formulations.projection import angeles_ma, angeles_ma_2, angeles_ma_rojas, mass_root
from linkwise.model import BASE, Body, Model, Prismatic, Revolute, Rotor
from linkwise.model.rewrite import without_rotors
from linkwise.program import count, trace
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, FEW_ROUNDINGS, ROUNDING, solving

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
import pinocchio as pin

from tests.peers.pinocchio import Pinocchio

METHODS = [walker_orin_1, walker_orin_2, walker_orin, walker_orin_4, angeles_ma, angeles_ma_2, rodriguez_kreutz]
METHODS += [chou_baciu_kesavan]
BADLY_CONDITIONED = [23, 47, 131]
"""Seeds of chains of twelve joints, with rotors and sliding joints, some with links without mass."""

ROBOTS = [linkwise.load(name).tree for name in ("planar2r", "stanford", "panda")]
ROBOTS += [Robot(random_model(seed)).tree for seed in (3, 5, *BADLY_CONDITIONED, 35)]  # the last is a tree
named = pytest.mark.parametrize("model", ROBOTS, ids=lambda model: model.name)
by_each = pytest.mark.parametrize("by", METHODS, ids=lambda by: by.__name__.rpartition(".")[2])


def state(model, seed=5):
    return [x[0].tolist() for x in states(len(model.bodies), 1, seed)]


def near(found, truth, tolerance=AGREEMENT):
    found, truth = np.array(found, dtype=float), np.array(truth, dtype=float)
    assert found.shape == truth.shape
    assert np.abs(found - truth).max() <= tolerance * np.abs(truth).max()


def inertia_matrix(model, q):
    """D with rotors."""
    return Pinocchio.of_model(model).mass_matrix(np.array(q))


# ---- §5.4: Kane, Lagrange and Newton–Euler ---------------------------------------------------------------------------


def with_probes(model, i):
    """Two joints that stand still are put before joint i, about axes across it: they feel the rest of its moment."""
    body = model.bodies[i]
    z = np.array(body.joint.axis.components)
    across = np.linalg.svd(z[None])[2][1:]
    on, probes = body.placement, []
    for k, axis in enumerate(across):
        name = f"probe{k}"
        placement = on.tagged(on.to, name) if k == 0 else Transform.identity("probe0", name)
        probes.append(
            Body(
                name, body.parent if k == 0 else i, placement, Revolute(name, Vec3(*axis.tolist())), Inertia.none(name)
            )
        )
    beyond = [replace(b, parent=b.parent + 2 if b.parent >= i else b.parent) for b in model.bodies[i + 1 :]]
    moved = replace(body, parent=i + 1, placement=Transform.identity("probe1", body.name))
    bodies = (*model.bodies[:i], *probes, moved, *beyond)
    return Model(model.name, bodies, model.base, model.gravity), np.vstack([across, z])


def moments(by, model, q, qd, qdd):
    """The whole moment at each joint, seen from the link it carries; a formulation gives its part along the axis."""
    found = []
    for i, body in enumerate(model.bodies):
        probed, axes = with_probes(model, i)
        q_, qd_, qdd_ = ([*x[:i], 0.0, 0.0, *x[i:]] for x in (q, qd, qdd))
        before = axes.T @ by.inverse_dynamics(probed, q_, qd_, qdd_)[i : i + 3]
        found.append(np.array(body.joint.transform(q[i]).R.rows).T @ before)
    return np.array(found)


@pytest.mark.parametrize("name", ["puma560", "panda", "ur5"])
def test_kane_lagrange_and_newton_euler_end_in_one_recursion(name):
    """v_i of (5.4.12), h_i of (5.4.19) and η_i of (5.4.13): the sums as printed, and what the recursions carry."""
    model = without_rotors(linkwise.load(name).tree)
    q, qd, qdd = state(model)
    peer = pin.Model(Pinocchio.of_model(model).model)
    data = peer.createData()
    offsets = np.array([body.joint.offset for body in model.bodies])
    pin.forwardKinematics(peer, data, q + offsets, np.array(qd), np.array(qdd))
    n = len(q)
    W, o, ω, ωd, sdd, r, rdd = ([] for _ in range(7))  # all seen from the base
    for k in range(1, n + 1):
        R, body = data.oMi[k].rotation, peer.inertias[k]
        a = pin.getClassicalAcceleration(peer, data, k, pin.ReferenceFrame.LOCAL)
        W.append(R), o.append(data.oMi[k].translation), r.append(R @ body.lever)
        ω.append(R @ data.v[k].angular), ωd.append(R @ a.angular), sdd.append(R @ a.linear - peer.gravity.linear)
        rdd.append(sdd[-1] + np.cross(ωd[-1], r[-1]) + np.cross(ω[-1], np.cross(ω[-1], r[-1])))
    v, h = np.zeros((n, 3)), np.zeros((n, 3))
    for i in range(n):
        for j in range(i, n):
            m, I_C = peer.inertias[j + 1].mass, W[j] @ peer.inertias[j + 1].inertia @ W[j].T
            I_o = I_C + m * (r[j] @ r[j] * np.eye(3) - np.outer(r[j], r[j]))
            M_C, M_o = (I @ ωd[j] + np.cross(ω[j], I @ ω[j]) for I in (I_C, I_o))
            s_ij, r_ij = o[j] - o[i], o[j] - o[i] + r[j]
            v[i] += W[i].T @ (m * np.cross(s_ij, rdd[j]) + m * np.cross(r[j], sdd[j]) + M_o)
            h[i] += W[i].T @ (M_C + m * np.cross(r_ij, rdd[j]))
    pin.rnea(peer, data, q + offsets, np.array(qd), np.array(qdd))
    η = np.array([data.f[k].angular for k in range(1, n + 1)])
    for found in (v, h, moments(balafoutis_patel_57, model, q, qd, qdd), moments(angeles_ma_rojas, model, q, qd, qdd)):
        near(found, η)


# ---- §6.2: unit accelerations ---------------------------------------------------------------------------------------


def test_what_symmetry_saves():
    """§6.2: method 2 computes half of what method 1 does, and composite bodies, method 3, take fewer still."""
    model, n = without_rotors(linkwise.load("panda").tree), 7
    total = []
    for by in (walker_orin_1, walker_orin_2, walker_orin):
        cost = count(trace(lambda q, by=by: by.mass_matrix(model, q), {"q": n}))
        total.append(cost.multiplications + cost.additions)
    assert total[0] > 1.3 * total[1] > 1.3 * total[2], total


def test_conjugate_gradients_do_not_pay_for_six_joints():
    """§6.2: less efficient than composite bodies for all but very large n."""
    model = linkwise.load("puma560").tree
    cost = [
        count(trace(lambda *s, by=by: by.forward_dynamics(model, *s), dict.fromkeys(("q", "qd", "tau"), 6)))
        for by in (walker_orin_4, direct_solve)
    ]
    assert cost[0].multiplications > 2 * cost[1].multiplications


# ---- §6.2: forward dynamics -----------------------------------------------------------------------------------------


@named
@by_each
def test_accelerations_are_pinocchios(model, by):
    q, qd, tau = state(model)
    truth = Pinocchio.of_model(model).forward_dynamics(*map(np.array, (q, qd, tau)))
    near(by.forward_dynamics(model, q, qd, tau), truth, max(AGREEMENT / 10, solving(inertia_matrix(model, q))))


@pytest.mark.parametrize("seed", BADLY_CONDITIONED)
def test_plain_conjugate_gradients_lose_their_digits(seed):
    """n steps, each direction conjugate to the last only: the reason for conjugating to all."""
    model = Robot(random_model(seed)).tree
    q, _, force = state(model)
    D = inertia_matrix(model, q)
    qdd, r = np.zeros(len(q)), np.array(force)
    p, square = r, r @ r
    for _ in q:
        α = square / (p @ D @ p)
        qdd, r = qdd + α * p, r - α * (D @ p)
        p, square = r + (r @ r) / square * p, r @ r
    truth = np.linalg.solve(D, force)
    assert np.abs(qdd - truth).max() > 1e-4 * np.abs(truth).max()


def three_slides():
    """A mass that three slides carry along x, y and z: D is a multiple of 1, and the first step gives the answer."""
    bodies = []
    for k, axis in enumerate(np.eye(3).tolist()):
        name, on = f"slide{k}", f"slide{k - 1}" if k else "base"
        mass = Inertia.at_com(3.0, ZERO, Sym3(0.1, 0.0, 0.0, 0.2, 0.0, 0.3)) if k == 2 else Inertia.none()
        bodies.append(
            Body(name, k - 1, Transform.identity(on, name), Prismatic(f"rail{k}", Vec3(*axis)), mass.seen_from(name))
        )
    return Model("slides", tuple(bodies))


def test_conjugate_gradients_that_are_done_early_stay_there():
    model, weight = three_slides(), 3.0 * 9.81
    program = trace(lambda *s: walker_orin_4.forward_dynamics(model, *s), dict.fromkeys(("q", "qd", "tau"), 3))
    for tau, truth in (([3.0, 6.0, weight - 9.0], [1.0, 2.0, -3.0]), ([0.0, 0.0, weight], [0.0, 0.0, 0.0])):
        found = walker_orin_4.forward_dynamics(model, [0.1, 0.2, 0.3], [0.0] * 3, tau)
        np.testing.assert_allclose(found, truth, rtol=FEW_ROUNDINGS, atol=FEW_ROUNDINGS)
        np.testing.assert_allclose(
            run(program, [0.1, 0.2, 0.3, 0.0, 0.0, 0.0, *tau]), truth, rtol=FEW_ROUNDINGS, atol=FEW_ROUNDINGS
        )
    lanes = [np.array(x) for x in ([3.0, 0.0], [6.0, 0.0], [weight - 9.0, weight])]
    found = walker_orin_4.forward_dynamics(model, [np.zeros(2)] * 3, [np.zeros(2)] * 3, lanes)
    np.testing.assert_allclose(
        np.transpose(found), [[1.0, 2.0, -3.0], [0.0, 0.0, 0.0]], rtol=FEW_ROUNDINGS, atol=FEW_ROUNDINGS
    )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_conjugate_gradients_at_rest_stay_there(dtype):
    """Without gravity and forces there is no direction at all to go, in either precision."""
    kernel = (
        linkwise.load("panda")
        .with_gravity([0.0, 0.0, 0.0])
        .compile("forward_dynamics", formulation="newton_euler.walker_orin_4", dtype=dtype)
    )
    still = np.zeros((3, 7), dtype)
    assert (kernel(still, still, still) == 0.0).all()


@pytest.mark.parametrize("size", [1.0, 1e-5, 1e-9])
def test_small_forces_are_no_smaller_matter(size):
    """Compiled conjugate gradients do not take a short direction for none."""
    robot = linkwise.load("puma560").with_gravity([0.0, 0.0, 0.0]).without_friction()
    q, _, tau = (x[0] for x in states(6, 1, 5))
    found = robot.compile("forward_dynamics", formulation="newton_euler.walker_orin_4")(q, np.zeros(6), size * tau)
    D = inertia_matrix(robot.tree, q)
    near(found / size, np.linalg.solve(D, tau), max(AGREEMENT, solving(D)))


# ---- §6.2: the graph-theoretic model --------------------------------------------------------------------------------


@pytest.mark.parametrize("model", [ROBOTS[1], ROBOTS[-1]], ids=lambda model: model.name)
def test_twenty_equations_for_each_joint(model):
    """20n equations in 20n unknowns, solved densely by NumPy; the forces between the links are Pinocchio's."""
    q, qd, tau = state(model)
    at, n = chou_baciu_kesavan.system(model, q, qd, tau), len(q)
    A = np.zeros((20 * n, 20 * n))
    for row, equation in zip(A, at.equations, strict=True):
        row[list(equation)] = list(equation.values())
    x = np.linalg.solve(A, np.array(at.right, dtype=float)).reshape(n, 20)
    qdd = x[:, 19]
    allowed = max(AGREEMENT, solving(inertia_matrix(model, q)))
    near(chou_baciu_kesavan.forward_dynamics(model, q, qd, tau), qdd, allowed)
    peer = Pinocchio.of_model(model)
    near(qdd, peer.forward_dynamics(*np.array([q, qd, tau])), allowed)
    pin.rnea(peer.model, peer.data, peer._q(np.array(q)), peer._v(np.array(qd)), peer._v(qdd))
    forces = [peer.data.f[joint.id] for joint in peer.joints]  # what the parent exerts on each link
    found, truth = x[:, 6:12], [[*force.angular, *force.linear] for force in forces]
    near(found, truth, 10 * allowed)
    for body, θ, θd, unknowns in zip(model.bodies, q, qd, x, strict=True):  # Euler parameters keep their length
        if not body.joint.slides:
            e = np.array([np.cos(0.5 * θ), *(np.sin(0.5 * θ) * np.array(body.joint.axis.components))])
            de = 0.5 * θd * np.array([-np.sin(0.5 * θ), *(np.cos(0.5 * θ) * np.array(body.joint.axis.components))])
            assert abs(e @ unknowns[12:16] + de @ de) <= ROUNDING * (1.0 + de @ de + np.abs(unknowns[12:16]).max())


# ---- joints without inertia -----------------------------------------------------------------------------------------

BALL = Inertia.at_com(2.0, Vec3(0.3, 0.0, 0.0), Sym3(0.1, 0.0, 0.0, 0.1, 0.0, 0.1))
ON_AXIS = Inertia.at_com(1.0, Vec3(0.0, 0.0, 0.4), Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))


def arm(*links):
    bodies = []
    for k, (joint, inertia) in enumerate(links):
        name, on = f"link{k + 1}", f"link{k}" if k else "base"
        T = Transform(Rotation.rpy(0.3, -0.2, 0.1), Vec3(0.2, 0.1, 0.4)).tagged(on, name)
        bodies.append(Body(name, k - 1, T, joint(f"joint{k + 1}"), inertia.seen_from(name)))
    return Model("arm", tuple(bodies))


@by_each
@pytest.mark.parametrize(
    ("model", "joint"),
    [
        (arm((Revolute, BALL), (Revolute, Inertia.none())), "joint2"),
        (arm((Revolute, BALL), (Revolute, ON_AXIS)), "joint2"),
        (arm((Revolute, BALL), (Prismatic, Inertia.none()), (Revolute, Inertia.none())), "joint3"),
        (arm((Prismatic, Inertia.none()), (Revolute, ON_AXIS)), "joint2"),
    ],
)
def test_the_joint_without_inertia_is_named(by, model, joint):
    n = len(model.bodies)
    with pytest.raises(NoInertia, match=f"'{joint}'"):
        by.forward_dynamics(model, [0.3] * n, [0.1] * n, [0.2] * n)


@by_each
@pytest.mark.parametrize("inertia", [Inertia.none(), ON_AXIS], ids=["nothing", "on axis"])
def test_a_rotor_is_inertia_enough(by, inertia):
    bare = arm((Revolute, BALL), (Revolute, inertia))
    inner, outer = bare.bodies
    model = replace(bare, bodies=(inner, replace(outer, joint=replace(outer.joint, rotor=Rotor(0.1, 3.0)))), frames=())
    q, qd, tau = state(model)
    near(by.forward_dynamics(model, q, qd, tau), Pinocchio.of_model(model).forward_dynamics(*np.array([q, qd, tau])))


@by_each
def test_each_configuration_is_judged(by):
    """Axes z, y, z through one point, and mass on the last link only: regular but where the outer axes align."""
    bodies = []
    for k, axis in enumerate(([0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])):
        name, on = f"link{k + 1}", f"link{k}" if k else "base"
        inertia = (BALL if k == 2 else Inertia.none()).seen_from(name)
        bodies.append(Body(name, k - 1, Transform.identity(on, name), Revolute(f"joint{k + 1}", Vec3(*axis)), inertia))
    wrist = Model("wrist", tuple(bodies))
    good = by.forward_dynamics(wrist, [0.3, 1.0, 0.2], [0.1] * 3, [0.2] * 3)
    near(good, Pinocchio.of_model(wrist).forward_dynamics(*np.array([[0.3, 1.0, 0.2], [0.1] * 3, [0.2] * 3])))
    lanes = [np.array([0.3, 0.3]), np.array([1.0, 0.0]), np.array([0.2, 0.2])]
    for q in ([0.3, 0.0, 0.2], lanes):
        with pytest.raises(NoInertia, match="'joint1'"):
            by.forward_dynamics(wrist, q, [0.1] * 3, [0.2] * 3)
    assert np.isnan(by.forward_dynamics(wrist, [0.3, np.nan, 0.2], [0.1] * 3, [0.2] * 3)).all()


@named
def test_the_bound_of_an_inertia(model):
    """Pinocchio's inertia of all that a joint carries, held rigid: its mass for a slide, its trace for a turn."""
    q = state(model)[0]
    peer = Pinocchio.of_model(without_rotors(model))
    pin.crba(peer.model, peer.data, peer._q(np.array(q)))
    for bound, body, joint in zip(bounds(model, model.poses(q)), model.bodies, peer.joints, strict=True):
        carried = peer.data.Ycrb[joint.id]
        c, slides = carried.lever, body.joint.kind == "prismatic"
        turned = np.trace(carried.inertia) + 2.0 * carried.mass * c @ c
        near(bound, (carried.mass if slides else turned) + body.joint.rotor.reflected)


def test_forward_dynamics_that_knows_no_wrenches():
    """They are added to the joint forces from outside."""
    model = ROBOTS[1]
    q, qd, tau = state(model)
    wrenches = [Force(Vec3(1.0, 0.5 * k, -2.0), Vec3(-0.3, 2.0, 0.7 * k)) for k in range(len(model.bodies))]
    bare = under_wrenches("forward_dynamics", lambda model, q, qd, tau: walker_orin.forward_dynamics(model, q, qd, tau))
    near(bare(model, q, qd, tau, wrenches), rodriguez_kreutz.forward_dynamics(model, q, qd, tau, wrenches))
    near(bare(model, q, qd, tau), rodriguez_kreutz.forward_dynamics(model, q, qd, tau))


def test_masses_that_cancel_have_no_centre():
    """Composite bodies divide by their mass: who asks for such a robot's formulations is not offered them."""
    light = Inertia(-BALL.m, BALL.h, BALL.I)
    robot = Robot(arm((Revolute, BALL), (Revolute, light), (Revolute, Inertia.none())))
    assert "composite.walker_orin" not in robot.formulations("mass_matrix")
    with pytest.raises(NotForThisRobot, match="from link 'link1' outwards cancel"):
        robot.mass_matrix([0.1, 0.2, 0.3], formulation="composite.walker_orin")
    assert "composite.walker_orin" in Robot(arm((Revolute, BALL), (Revolute, Inertia.none()))).formulations(
        "mass_matrix"
    )


def test_a_mass_matrix_needs_no_regular_one():
    """The factors of D exist where D is singular, too; its inverse does not."""
    model = arm((Revolute, BALL), (Prismatic, Inertia.none()), (Revolute, ON_AXIS))
    for by in (rodriguez_kreutz, angeles_ma, walker_orin_1, walker_orin_2):
        near(by.mass_matrix(model, [0.3] * 3), inertia_matrix(model, [0.3] * 3))
    with pytest.raises(NoInertia, match="'joint3'"):
        rodriguez_kreutz.mass_matrix_inverse(model, [0.3] * 3)


def inertia_matrix_of_any(model, q):
    """D where the last link may have no mass, which Pinocchio does not admit: D is linear in its parameters."""
    *others, last = model.bodies
    heavy = Inertia.at_com(5.0, ZERO, Sym3(3.0, 0.0, 0.0, 3.0, 0.0, 3.0)).seen_from(last.name)

    def D(inertia):
        bodies = (*others, replace(last, inertia=inertia))
        return inertia_matrix(replace(model, bodies=bodies, frames=()), q)

    return D(last.inertia + heavy) - D(heavy) + D(Inertia.none(last.name))


ODD = Inertia.of_parameters([0.1, 0.0, 0.02, 0.1, 0.03, 0.0, 0.5, 0.2, 0.1, 0.0])
"""Regrouped parameters may be so: a first moment without mass, and nothing about the joint's own axis z."""


@pytest.mark.parametrize(
    "model",
    [
        arm((Revolute, BALL), (Prismatic, Inertia.none()), (Revolute, ON_AXIS)),
        arm((Revolute, BALL), (Revolute, Inertia.none()), (Revolute, Inertia.none())),
        arm((Revolute, BALL), (Revolute, Inertia.none()), (Revolute, BALL)),
        arm((Revolute, BALL), (Revolute, BALL), (Revolute, ODD)),
    ],
    ids=["slide", "nothing", "regular", "odd"],
)
def test_factors_of_a_singular_mass_matrix(model):
    """A batch and a program cannot ask of each state whether a joint feels anything: D = W D̂ Wᵀ holds there too."""
    q = states(3, 4, 5)[0]
    truth = [inertia_matrix_of_any(model, each) for each in q]
    program = trace(lambda q: rodriguez_kreutz.mass_matrix(model, q), {"q": 3})
    near(Robot(model).mass_matrix(q, formulation="articulated.rodriguez_kreutz"), truth)
    for each, D in zip(q.tolist(), truth, strict=True):
        near(rodriguez_kreutz.mass_matrix(model, each), D)
        near(np.reshape(run(program, each), (3, 3)), D)


# ---- the natural orthogonal complement ------------------------------------------------------------------------------


@named
def test_the_inertia_matrix_is_a_square(model):
    """D = TᵀMT = PᵀP, (6.2.15), with P lower triangular by blocks: six rows at most for a link, columns of its path."""
    q, _, _ = state(model)
    P, W = angeles_ma.complement(model, q)
    root = np.sqrt(np.maximum(W, 0.0))[:, None] * np.array(P, dtype=float)
    near(root.T @ root, inertia_matrix(without_rotors(model), q))
    filled = np.array(P) != 0.0
    start = 0
    for i, body in enumerate(model.bodies):
        rows = len(mass_root.root(body.inertia)) + 3 * (body.inertia.m > 0.0)
        assert rows <= 6
        assert not filled[start : start + rows, [j for j in range(len(q)) if j not in model.ancestors(i)]].any()
        start += rows
    assert start == len(P)


@named
def test_least_norm_and_least_squares(model):
    """(6.2.17): x is the shortest with Pᵀx = τ − b, and P q̈ comes closest to it; by NumPy's singular values."""
    q, _, c = state(model)
    P, W = angeles_ma.complement(model, q)
    for j, body in enumerate(model.bodies):
        P.append([float(k == j) for k in range(len(q))])
        W.append(body.joint.rotor.reflected)
    w = np.sqrt(np.maximum(W, 0.0))
    root = w[:, None] * np.array(P, dtype=float)
    factors = Orthogonal.of(list(zip(*P, strict=True)), W)
    x = factors.minimum_norm(c)
    allowed = max(AGREEMENT, 10 * solving(inertia_matrix(model, q)))
    near(w * x, np.linalg.lstsq(root.T, np.array(c), rcond=None)[0], allowed)
    near(factors.least_squares(x), np.linalg.lstsq(root, w * x, rcond=None)[0], allowed)
    Q = w[:, None] * np.array(factors.Q, dtype=float).T
    near(Q @ np.array(factors.L, dtype=float), root)
    near(Q.T @ Q, np.diag(factors.d), AGREEMENT * 10)


ROD = Sym3(0.0, 0.0, 0.0, 0.2, 0.0, 0.2)
TURN = Rotation.rpy(0.4, -1.1, 0.7)


@pytest.mark.parametrize(
    "I_C",
    [
        Sym3(0.3, 0.02, -0.05, 0.4, 0.01, 0.5),
        ROD,
        Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        TURN.turn_symmetric(ROD),
        Sym3(0.1, 0.1, 0.0, 0.1, 0.0, 0.3),
        TURN.turn_symmetric(Sym3(1e-9, 0.0, 0.0, 1.0, 0.0, 1.0)),
    ],
    ids=["full", "rod", "point", "turned rod", "semidefinite", "thin rod"],
)
@pytest.mark.parametrize("c", [ZERO, Vec3(0.3, -2.0, 0.7)], ids=["centred", "aside"])
def test_roots_of_inertias(I_C, c):
    """M = NᵀN where M is only semidefinite, and where it is so but for rounding."""
    inertia = Inertia.at_com(1.7, c, I_C)
    found = sum((w * np.outer(n.components, n.components) for w, n in mass_root.root(inertia)), np.zeros((3, 3)))
    size = inertia.I.trace
    assert np.abs(found - np.array(inertia.I_com.full.rows)).max() <= ROUNDING * size
    assert all(w > -ROUNDING * size for w, _ in mass_root.root(inertia))


def test_an_indefinite_inertia_has_no_root():
    odd = Inertia.of_parameters([1.0, 0.3, 0.0, -0.1, 0.0, 1.0, 0.1, 0.0, 0.0, 1.0])
    model = arm((Revolute, BALL), (Revolute, odd))
    for by in (angeles_ma, angeles_ma_2):
        with pytest.raises(NotForThisRobot, match="link 'link2' has an inertia that is not positive"):
            by.forward_dynamics(model, [0.3] * 2, [0.1] * 2, [0.2] * 2)
    assert not {"projection.angeles_ma", "projection.angeles_ma_2"} & set(Robot(model).formulations("forward_dynamics"))
    assert "projection.angeles_ma_2" in linkwise.load("planar2r").formulations("forward_dynamics")


# ---- the factored inertia matrix ------------------------------------------------------------------------------------


@named
def test_factors_of_the_inertia_matrix(model):
    """(6.2.18), (6.2.19): D = W D̂ Wᵀ, D⁻¹ = Vᵀ D̂⁻¹ V, W and V triangular and inverses of each other, D̂ diagonal."""
    q, _, _ = state(model)
    T = [body.pose(qi) for body, qi in zip(model.bodies, q, strict=True)]
    D_hat, _, _, G = spatial_filter.riccati(model, T, lambda j, variance: 1.0 / variance)
    W = np.array(spatial_filter.factor(model, T, G), dtype=float)
    V = np.array(spatial_filter.inverse_factor(model, T, G), dtype=float)
    carries = np.array([[i in model.ancestors(j) for j in range(len(T))] for i in range(len(T))])
    for factor in (W, V):  # numbered from the base they are upper triangular, and zero between branches
        assert (np.diag(factor) == 1.0).all() and not factor[~carries].any()
    D = inertia_matrix(model, q)
    near(W @ np.diag(D_hat) @ W.T, D)
    near(V @ W, np.eye(len(T)), AGREEMENT * np.abs(V).max() * np.abs(W).max())
    near(V.T @ np.diag(1.0 / np.array(D_hat)) @ V, np.linalg.inv(D), max(AGREEMENT, 10 * solving(D)))
    assert any(b.parent not in (BASE, i - 1) for i, b in enumerate(ROBOTS[-1].bodies)), "one of the robots is a tree"


@named
def test_the_variances_are_what_the_joints_feel(model):
    """D̂_j is the inertia at joint j with the joints beyond it free: the Schur complement of their block of D."""
    q, _, _ = state(model)
    T = [body.pose(qi) for body, qi in zip(model.bodies, q, strict=True)]
    D_hat = spatial_filter.riccati(model, T, lambda j, variance: 1.0 / variance).D_hat
    D = inertia_matrix(model, q)
    for j in range(len(q)):
        beyond = slice(j + 1, None)
        felt = D[j, j] - D[j, beyond] @ np.linalg.solve(D[beyond, beyond], D[beyond, j])
        assert abs(D_hat[j] - felt) <= max(AGREEMENT, solving(D)) * D[j, j]
