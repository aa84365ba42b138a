"""Long robots, answered by loops over their links, beside Pinocchio and the formulations themselves."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Vec3
from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.backends.interpreter import run_loop
from linkwise.backends.llvm.loops.slots import slots
from linkwise.calls.direct import ask
from linkwise.calls.kernel_cache import KernelKey
from linkwise.calls.long_chains import LOOPED, LongKernel
from linkwise.calls.long_chains.build import RECURSIONS, build, signature
from linkwise.calls.routes import LONGEST, LOOP_BEYOND, pairs, route_of
from linkwise.errors import BadArray, NoInertia
from linkwise.formulations import QUESTIONS, columns_of
from linkwise.model import Coordinates, Friction, Rotor, Stribeck
from tests.kernels.apart import run
from tests.kernels.cases import off, parts
from tests.peers.peer import coupling, friction
from tests.peers.pinocchio import Pinocchio
from tests.rewrite import random_arms
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, solving

SHORT = "newton_euler.luh_walker_paul"
"""A formulation that the loops do not use."""


@cache
def robot(name: str) -> Robot:
    """Chains and trees by name: kind and number of joints, "driven" ones with friction and rotors."""
    kind, _, count = name.partition(" ")
    n = int(count)
    model = random_arms.arm(n, n, tree="tree" in kind, places=("quarters", "parallel") if "plain" in kind else PLACES)
    if "driven" in kind:
        rng = np.random.default_rng(n)
        drives = [
            {"rotor": Rotor(r, gear_ratio=3.0), "friction": Friction(v, c, b if k % 2 else None)}
            for k, (r, v, c, b) in enumerate(rng.uniform(0.01, 1.0, (n, 4)).tolist())
        ]
        bodies = [
            replace(body, joint=replace(body.joint, **drive)) for body, drive in zip(model.bodies, drives, strict=True)
        ]
        model = replace(model, bodies=tuple(bodies))
    if "coupled" in kind:
        half = n // 2
        rows = [((k // 2, 1.0),) if k % 2 else ((k // 2, -0.5), ((k // 2 + 1) % half, 0.25)) for k in range(n)]
        names = tuple(f"u{k}" for k in range(half))
        model = replace(model, coordinates=Coordinates(names, tuple(rows), tuple(0.1 * (k % 3) for k in range(n))))
    return Robot(model)


PLACES = ("any", "parallel", "crossing", "quarters", "antiparallel")
ROBOTS = ("chain 61", "coupled_driven_tree 62")
ROBOTS += tuple(
    pytest.param(name, marks=pytest.mark.slow) for name in ("plain_chain 100", "driven_tree 80", "coupled_chain 64")
)


def asked(robot: Robot, count: int = 3) -> list[np.ndarray]:
    """Positions, velocities and accelerations or forces, of size 1."""
    return list(np.random.default_rng(robot.n).uniform(-1.0, 1.0, (3, count, robot.n)))


def as_loop(robot: Robot, question: str, *states: np.ndarray) -> np.ndarray:
    """The robot's answer, which must come from a loop."""
    answer = getattr(robot, question)(*states)
    assert isinstance(robot.kernels.get(KernelKey(question)), LongKernel)
    return answer


# ---- right ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROBOTS)
def test_long_robots_agree_with_pinocchio(name):
    arm = robot(name)
    assert len(arm.tree.bodies) > LONGEST
    peer, (B, b) = Pinocchio.of_model(arm.model), coupling(arm.model)
    u, ud, udd = asked(arm)
    q, qd, qdd = u @ B.T + b, ud @ B.T, udd @ B.T
    still = np.zeros_like(q[0])

    def forces(at, v, a, rubbing=True):
        return B.T @ (peer.inverse_dynamics(at, v, a) + rubbing * friction(arm.model, v))

    truth = {
        "inverse_dynamics": [forces(*x) for x in zip(q, qd, qdd, strict=True)],
        "bias_forces": [forces(x, v, still, rubbing=False) for x, v in zip(q, qd, strict=True)],
        "gravity_forces": [forces(x, still, still, rubbing=False) for x in q],
        "mass_matrix": [B.T @ peer.mass_matrix(x) @ B for x in q],
    }
    states = {"inverse_dynamics": (u, ud, udd), "bias_forces": (u, ud), "gravity_forces": (u,), "mass_matrix": (u,)}
    for question, given_states in states.items():
        assert off(as_loop(arm, question, *given_states), np.array(truth[question])) <= AGREEMENT, question
    M = as_loop(arm, "mass_matrix", u)
    assert (np.swapaxes(M, 1, 2) == M).all()
    found = as_loop(arm, "forward_dynamics", u, ud, udd)
    for k in range(len(u)):
        rest = udd[k] - B.T @ friction(arm.model, qd[k]) - truth["bias_forces"][k]
        exact = np.linalg.solve(truth["mass_matrix"][k], rest)
        assert off(found[k], exact) <= max(AGREEMENT, solving(M[k]))
        if arm.model.coordinates.trivial:  # by its own recursion too, with the friction taken off
            theirs = peer.forward_dynamics(q[k], qd[k], udd[k] - friction(arm.model, qd[k]))
            assert off(found[k], theirs) <= max(AGREEMENT, solving(M[k]))


@pytest.mark.parametrize(
    "name",
    [
        "plain_chain 300",
        *(pytest.param(f"{kind} 1000", marks=pytest.mark.slow) for kind in ("plain_chain", "driven_tree")),
    ],
)
def test_up_to_a_thousand_links(name):
    """Pinocchio's data of so many joints would take gigabytes: the formulations themselves are beside the loop."""
    arm = robot(name)
    q, qd, x = asked(arm, 2)
    τ = as_loop(arm, "inverse_dynamics", q, qd, x)
    assert off(τ, arm.inverse_dynamics(q, qd, x, formulation=SHORT)) <= AGREEMENT
    q, still = q[:1], np.zeros_like(q[:1])
    M = as_loop(arm, "mass_matrix", q)
    rubbing = arm.friction_forces(still)
    pushed = [arm.inverse_dynamics(q, still, a, formulation=SHORT) - rubbing for a in (x[:1], still)]
    assert off(np.einsum("sij,sj->si", M, x[:1]), pushed[0] - pushed[1]) <= AGREEMENT
    qdd = LongKernel(arm.tree, "forward_dynamics")(q, qd[:1], x[:1])
    back = arm.inverse_dynamics(q, qd[:1], qdd, formulation=SHORT)
    size = np.abs(M[0]) @ np.abs(qdd[0])  # what is added up to the forces, and cancels
    assert (np.abs(back - x[:1])[0] <= AGREEMENT * size.max()).all()


def test_loops_begin_where_programs_grow_too_long():
    """Of a chain of 45 bodies the inertia matrix and the accelerations come from loops, the forces do not; a tree of as
    many has fewer joints that move a link, and programs for everything."""
    arm, tree = robot("chain 45"), robot("driven_tree 45").tree
    assert LOOP_BEYOND["forward_dynamics"] < LOOP_BEYOND["mass_matrix"] < pairs(arm.tree)
    assert route_of(arm.tree, "inverse_dynamics") == "program" and pairs(tree) < LOOP_BEYOND["forward_dynamics"]
    assert {route_of(tree, question) for question in LOOPED} == {"program"}
    q, qd, tau = asked(arm)
    peer = Pinocchio.of_model(arm.model)
    M = as_loop(arm, "mass_matrix", q)
    assert off(M, np.array([peer.mass_matrix(x) for x in q])) <= AGREEMENT
    found = as_loop(arm, "forward_dynamics", q, qd, tau)
    for k in range(len(q)):
        exact = peer.forward_dynamics(q[k], qd[k], tau[k] - friction(arm.model, qd[k]))
        assert off(found[k], exact) <= max(AGREEMENT, solving(M[k]))


def test_regressors_of_long_chains():
    """From 25 links on; π of the robot, and base parameters."""
    long = robot("chain 25")
    q, qd, qdd = asked(long)
    peer = Pinocchio.of_model(long.model)
    π = long.parameters().values
    τ = np.array([peer.inverse_dynamics(*x) for x in zip(q, qd, qdd, strict=True)])
    assert off(as_loop(long, "regressor", q, qd, qdd) @ π, τ) <= AGREEMENT
    momentum = np.array([peer.mass_matrix(x) @ v for x, v in zip(q, qd, strict=True)])
    assert off(as_loop(long, "momentum_regressor", q, qd) @ π, momentum) <= AGREEMENT
    base = long.base_parameters()
    assert off(base.regressor(q, qd, qdd) @ base.values, τ) <= AGREEMENT


@pytest.mark.parametrize("question", LOOPED)
def test_a_question_asked_again_has_the_same_answer(question):
    """By the fast function too, where there is one."""
    arm = Robot(robot("plain_chain 61").model)
    states = asked(arm, 2)[: len(QUESTIONS[question].takes)]
    first, again = getattr(arm, question)(*states), [getattr(arm, question)(*x) for x in zip(*states, strict=True)]
    for k, each in enumerate(again):
        assert off(each, tuple(part[k] for part in first) if isinstance(first, tuple) else first[k]) <= AGREEMENT


@pytest.mark.parametrize("name", ["plain_chain 2", "chain 61", pytest.param("chain 200", marks=pytest.mark.slow)])
def test_derivatives_agree_with_pinocchio(name):
    arm = robot(name)
    peer, states = Pinocchio.of_model(arm.model), asked(arm, 2)
    found = LongKernel(arm.tree, "inverse_dynamics_derivatives")(*states)
    C = LongKernel(arm.tree, "coriolis_matrix")(*states[:2])
    for k, (q, qd, qdd) in enumerate(zip(*states, strict=True)):
        theirs = np.hsplit(peer.inverse_dynamics_derivatives(q, qd, qdd), 3)
        assert off(tuple(part[k] for part in found), tuple(theirs)) <= AGREEMENT
        assert off(C[k], peer.coriolis_matrix(q, qd)) <= AGREEMENT


@pytest.mark.parametrize("name", [pytest.param("plain_chain 13", marks=pytest.mark.slow), "driven_tree 31"])
def test_inverses(name):
    """M⁻¹ undoes M, and ∂q̈ by M is −∂τ, at the accelerations that the forces produce."""
    arm = robot(name)
    q, qd, tau = asked(arm, 11)
    M, M_inv = LongKernel(arm.tree, "mass_matrix")(q), LongKernel(arm.tree, "mass_matrix_inverse")(q)
    assert (np.swapaxes(M_inv, 1, 2) == M_inv).all()
    most = max(AGREEMENT, *map(solving, M))
    assert off(M @ M_inv, np.broadcast_to(np.eye(arm.n), M.shape)) <= most
    dq, dqd, dtau = LongKernel(arm.tree, "forward_dynamics_derivatives")(q, qd, tau)
    qdd = LongKernel(arm.tree, "forward_dynamics")(q, qd, tau)
    by_q, by_qd, _ = LongKernel(arm.tree, "inverse_dynamics_derivatives")(q, qd, qdd)
    assert np.array_equal(dtau, M_inv)
    assert off((M @ dq, M @ dqd), (-by_q, -by_qd)) <= most


def test_branches_that_do_not_couple():
    """Entries of links that do not lie on each other's way to the base are zero, and take no work."""
    arm = robot("driven_tree 62")
    q, qd, qdd = asked(arm, 2)
    ways = [set(arm.tree.ancestors(i)) for i in range(arm.n)]
    apart = np.array([[i not in ways[j] and j not in ways[i] for j in range(arm.n)] for i in range(arm.n)])
    found = as_loop(arm, "inverse_dynamics_derivatives", q, qd, qdd)
    assert apart.any() and all((part[:, apart] == 0.0).all() and part[:, ~apart].any() for part in found)
    loop = build(arm.tree, "mass_matrix")
    assert sum(len(beyond) for beyond in loop.beyond) == ((~apart).sum() - arm.n) // 2


@pytest.mark.parametrize("question", LOOPED)
def test_short_robots_too(question):
    """One link, fewer links than lanes, and a catalog robot with rotors and friction: loops know no least length."""
    names = ("pendulum", "puma560", "stanford") if question in ("inverse_dynamics", "mass_matrix") else ("puma560",)
    for arm in map(linkwise.load, names):
        states = asked(arm, 11)[: len(QUESTIONS[question].takes)]
        found = LongKernel(arm.tree, question)(*states)
        assert off(found, ask(arm.tree, question, tuple(states))) <= AGREEMENT
    assert tuple(QUESTIONS) == LOOPED


def test_coupled_coordinates_and_drives():
    """Answers put together from loops, where joints follow others and drives have columns of their own."""
    arm = robot("coupled_driven_tree 14")
    u, ud, udd = asked(arm)
    frame = arm.tree.bodies[-2].name
    for question in ("inverse_dynamics_derivatives", "regressor", "kinetic_energy_regressor", "jacobian_dot"):
        row = QUESTIONS[question]
        more = {"frame": frame} if row.frame else {}
        if row.columns:
            rubbing = ("viscous", "coulomb", "offset") if question == "regressor" else ()
            more["columns"] = columns_of(arm.tree, True, rubbing, {"extra": {"u1": 2.0, "u3": -1.0}})
        states = (u, ud, udd)[: len(row.takes)]
        found = LongKernel(arm.tree, question, **more)(*states)
        assert off(found, ask(arm.tree, question, states, **more)) <= AGREEMENT, question


def test_other_friction_beside_the_loop():
    arm = robot("chain 12").with_friction(Stribeck(0.3, 0.5, 0.8, 0.1))
    states = asked(arm)
    found = LongKernel(arm.tree, "inverse_dynamics_derivatives")(*states)
    assert off(found, ask(arm.tree, "inverse_dynamics_derivatives", tuple(states))) <= AGREEMENT


@pytest.mark.parametrize("question", ["forward_dynamics", "mass_matrix", "motions"])
def test_the_interpreter_says_what_a_loop_means(question):
    """Machine code and the interpreter do the same steps."""
    tree = robot("driven_tree 80").tree
    loop = build(tree, question)
    states = np.random.default_rng(2).uniform(-1.0, 1.0, (9, len(loop.signature.takes) * len(tree.bodies)))
    assert off(batch_of(tree, question, states), run_loop(loop, states)) <= AGREEMENT


# ---- the same whatever the batch ------------------------------------------------------------------------------------


def batch_of(tree, question, states, lanes=8, layout="rows"):
    """A loop's answers to states (N, arrays · links) through one layout and width."""
    ports, count = signature(tree, question), len(states)
    spec = ModuleSpec("loop", f"{question} {tree.text}", lambda: build(tree, question), ports, "float64", layout, lanes)
    arrays = np.split(states, len(ports.takes), axis=1)
    given = [np.ascontiguousarray(a.T if layout == "columns" else a) for a in arrays]
    shapes = [(*p.shape, count) if layout == "columns" else (count, *p.shape) for p in ports.gives]
    answers = [np.full(shape, np.nan) for shape in shapes]
    BACKENDS["llvm"].module(spec).run(given, answers, 0, count)
    if layout == "columns":
        return np.concatenate([answer.reshape(-1, count) for answer in answers]).T
    return np.concatenate([answer.reshape(count, -1) for answer in answers], axis=1)


@pytest.mark.parametrize(
    "question",
    ["inverse_dynamics", "mass_matrix", pytest.param("forward_dynamics_derivatives", marks=pytest.mark.slow)],
)
def test_bits_do_not_depend_on_width_layout_or_batch(question):
    tree = robot("driven_tree 80").tree
    takes = len(RECURSIONS[question].takes)
    states = np.random.default_rng(3).uniform(-2.0, 2.0, (19, takes * len(tree.bodies)))
    states[5] *= 1e7
    one = batch_of(tree, question, states)
    assert np.array_equal(batch_of(tree, question, states, None, "single"), one, equal_nan=True)
    for lanes in (1, 4):
        for layout in ("rows", "columns"):
            assert np.array_equal(batch_of(tree, question, states, lanes, layout), one, equal_nan=True), (lanes, layout)
    for count in (1, 2, 7, 8, 9, 17):
        assert np.array_equal(batch_of(tree, question, states[-count:]), one[-count:], equal_nan=True), count


def test_large_angles_and_what_is_no_number():
    arm = robot("plain_chain 100")
    q, qd, qdd = asked(arm, 20)
    clean = as_loop(arm, "inverse_dynamics", q, qd, qdd)
    turning = np.array([not body.joint.slides for body in arm.tree.bodies])
    q[3, turning] *= 1e9
    q[7, 50], qd[9, 50], qdd[11, 50] = np.nan, np.inf, -np.inf
    found = as_loop(arm, "inverse_dynamics", q, qd, qdd)
    plain = arm.inverse_dynamics(q, qd, qdd, formulation=SHORT)
    assert off(found[3], plain[3]) <= AGREEMENT
    for state in (7, 9, 11):
        assert not np.isfinite(found[state]).all()
        assert not np.isfinite(found[state][0])  # a joint that carries what is no number
    others = [k for k in range(20) if k not in (3, 7, 9, 11)]
    assert np.array_equal(found[others], clean[others])


# ---- arrays ---------------------------------------------------------------------------------------------------------


def test_shapes_and_kinds_of_arrays():
    arm = robot("chain 61")
    q, qd, qdd = asked(arm, 6)
    τ = arm.inverse_dynamics(q, qd, qdd)
    assert np.array_equal(arm.inverse_dynamics(q[2], qd[2], qdd[2]), τ[2])
    assert np.array_equal(
        arm.inverse_dynamics(q.reshape(2, 3, -1), qd.reshape(2, 3, -1), qdd.reshape(2, 3, -1)), τ.reshape(2, 3, -1)
    )
    assert np.array_equal(arm.inverse_dynamics(q[:, None], qd[2], qdd[2])[2, 0], τ[2])
    assert np.array_equal(arm.inverse_dynamics(q[::2], qd[::2], np.asfortranarray(qdd)[::2]), τ[::2])
    assert arm.gravity_forces(q[:0]).shape == (0, 61) and arm.mass_matrix(q[:0]).shape == (0, 61, 61)
    assert arm.gravity_forces(q.astype(np.float32)).dtype == np.float32
    assert np.array_equal(arm.gravity_forces([0] * 61), arm.gravity_forces(np.zeros(61)))
    with pytest.raises(BadArray, match="qd has shape"):
        arm.inverse_dynamics(q, qd[:, :60], qdd)
    with pytest.raises(BadArray, match="do not broadcast together"):
        arm.inverse_dynamics(q, qd[:2], qdd)
    with pytest.raises(BadArray, match="masked"):
        arm.inverse_dynamics(np.ma.masked_less(q, 0.0), qd, qdd)
    with pytest.raises(BadArray, match="2 arrays were given"):
        LongKernel(arm.tree, "inverse_dynamics")(q, qd)


def test_symbols_are_told_as_ever():
    symbol = pytest.importorskip("sympy").Symbol("m")
    model = robot("chain 61").model
    heavy = replace(model.bodies[3], inertia=replace(model.bodies[3].inertia, m=symbol))
    arm = Robot(replace(model, bodies=(*model.bodies[:3], heavy, *model.bodies[4:])))
    with pytest.raises(BadArray, match="symbols"):
        arm.inverse_dynamics(*asked(arm))


def test_a_joint_that_moves_nothing_is_refused():
    """Where some joint of a long robot has no inertia to move, each state is looked at."""
    model = robot("chain 61").model
    empty = replace(model.bodies[-1], inertia=Inertia.none(model.bodies[-1].name))
    arm = Robot(replace(model, bodies=(*model.bodies[:-1], empty)))
    with pytest.raises(NoInertia, match="joint60"):
        arm.forward_dynamics(*asked(arm))
    q, qd, qdd = asked(arm)
    assert off(arm.inverse_dynamics(q, qd, qdd), arm.inverse_dynamics(q, qd, qdd, formulation=SHORT)) <= AGREEMENT


def test_the_disk_keeps_loops(tmp_path):
    """A second process compiles nothing, and gives the same bits."""
    program = """
from linkwise.calls.long_chains import LongKernel
from linkwise.backends.llvm import machine
from tests.kernels.test_long_chains import asked, robot
if sys.argv[1] == "again":
    machine.compiled = None  # whoever compiles now fails
arm = robot("driven_tree 80")
print(arm.forward_dynamics(*asked(arm)).tobytes().hex())
"""
    assert run(program, tmp_path, "first") == run(program, tmp_path, "again")


def test_wrenches():
    """Beside the loops: τ − Jᵀw, q̈ of τ + Jᵀw."""
    arm = robot("driven_tree 62")
    q, qd, x = asked(arm, 2)
    wrenches = {arm.tree.bodies[-1].name: np.array([0.1, 0.2, 0.3, 1.0, 2.0, 3.0]), arm.tree.bodies[5].name: [1.0] * 6}
    for question, states in {
        "inverse_dynamics": (q, qd, x),
        "bias_forces": (q, qd),
        "forward_dynamics": (q, qd, x),
    }.items():
        found = getattr(arm, question)(*states, wrenches=wrenches)
        assert isinstance(arm.kernels.get(KernelKey(question, tuple(wrenches))), LongKernel)
        assert off(found, ask(arm.tree, question, states, wrenches=wrenches)) <= AGREEMENT
    with pytest.raises(BadArray, match="wrench at"):
        arm.bias_forces(q, qd, wrenches={arm.tree.bodies[5].name: [1.0] * 5})


@pytest.mark.parametrize("name", [pytest.param("tree 12", marks=pytest.mark.slow), "coupled_driven_tree 14"])
def test_derivatives_of_forces_under_wrenches(name):
    """In closed form beside the loop: as the differentiated program of the forces under the same wrenches."""
    arm, rng = robot(name), np.random.default_rng(5)
    u, ud, udd = asked(arm, 2)
    at = arm.tree.bodies[-1].name, arm.tree.bodies[5].name, arm.tree.base
    wrenches = {name: rng.normal(size=(2, 6)) for name in at}
    loop = LongKernel(arm.tree, "inverse_dynamics_derivatives", wrenches=tuple(wrenches))
    program = arm.compile("inverse_dynamics_derivatives", wrenches=list(wrenches), backend="interpreter")
    assert off(loop(u, ud, udd, *wrenches.values()), program(u, ud, udd, *wrenches.values())) <= AGREEMENT


@pytest.mark.parametrize("given", ["wrenches", pytest.param("base", marks=pytest.mark.slow)])
def test_derivatives_of_accelerations_by_parts(given):
    """For robots whose differentiated program takes seconds to compile; here beside this program."""
    arm, rng = Robot(robot("chain 11").model), np.random.default_rng(6)
    q, qd, tau = asked(arm, 2)
    frame = arm.tree.bodies[-1].name
    beside = {"wrenches": {frame: rng.normal(size=6)}, "base": {"velocity": rng.normal(size=(2, 6))}}[given]
    question, more = "forward_dynamics_derivatives", {given: beside}
    assert route_of(arm.tree, question, **{given: True}) == "parts"
    found = arm.forward_dynamics_derivatives(q, qd, tau, **more)
    program = arm.compile(question, **{given: list(beside)}, backend="interpreter")
    most = max(AGREEMENT, *map(solving, arm.mass_matrix(q)))
    assert off(found, program(q, qd, tau, *beside.values())) <= most
    for _ in range(2):
        one = arm.forward_dynamics_derivatives(
            q[1], qd[1], tau[1], **{given: {k: x[-1:][0] if x.ndim > 1 else x for k, x in beside.items()}}
        )
        assert one._fields == found._fields and off(one, tuple(part[1] for part in found)) <= most
    single = arm.forward_dynamics_derivatives(
        *(x.astype(np.float32) for x in (q, qd, tau)), **{given: {k: x.astype(np.float32) for k, x in beside.items()}}
    )
    assert single.dqdd_dq.dtype == np.float32


def test_derivatives_of_accelerations_of_a_long_chain_on_a_moving_base():
    """By parts too, though M⁻¹ knows no base that moves: a differentiated program of so many links would take 10 GB."""
    arm, rng = Robot(robot("plain_chain 61").model), np.random.default_rng(7)
    assert len(arm.tree.bodies) > LONGEST and route_of(arm.tree, "forward_dynamics_derivatives", base=True) == "parts"
    (q, qd, tau), base = (x[0] for x in asked(arm, 1)), {"velocity": rng.normal(size=6), "gravity": rng.normal(size=3)}
    found = arm.forward_dynamics_derivatives(q, qd, tau, base=base)
    dqd, dtau = rng.normal(size=(2, arm.n))
    ends = [arm.forward_dynamics(q, qd + s * dqd, tau + s * dtau, base=base) for s in (1e-3, -1e-3)]
    slope = (ends[0] - ends[1]) / 2e-3  # q̈ is linear in τ and quadratic in q̇
    assert off(found.dqdd_dqd @ dqd + found.dqdd_dtau @ dtau, slope) <= CENTRAL_DIFFERENCES


@pytest.mark.slow
def test_derivatives_by_parts_refuse_singular_attitudes():
    """Where the accelerations do: the state of a batch at which a floating base has turned by 90° about y."""
    model = robot("chain 7").model
    heavy = replace(
        model,
        base_inertia=Inertia.at_com(
            5.0, Vec3(0.1, 0.0, 0.2, model.base), Sym3(0.3, 0.0, 0.0, 0.4, 0.0, 0.5, model.base)
        ),
    )
    afloat = Robot(heavy).with_floating_base()
    wrenches = {afloat.tree.bodies[-1].name: np.ones(6)}
    assert route_of(afloat.tree, "forward_dynamics_derivatives", wrenches=True) == "parts"
    q, qd, tau = asked(afloat, 3)
    found = afloat.forward_dynamics_derivatives(q, qd, tau, wrenches=wrenches)
    assert all(np.isfinite(part).all() for part in found)
    q[1, afloat.tree.moving_joint_names.index("base_ry")] = np.pi / 2
    with pytest.raises(NoInertia) as refusal:
        afloat.forward_dynamics_derivatives(q, qd, tau, wrenches=wrenches)
    assert refusal.value.state == (1,) and refusal.value.attitude


def test_wrenches_take_the_fast_entry():
    """Of the loop and of Jᵀw: the bits of a batch, no warnings, and the errors of the general way."""
    arm = Robot(robot("chain 61").model)
    *states, wrench = *asked(arm, 3), np.ones(6)
    frame = arm.tree.bodies[-1].name
    for question in ("inverse_dynamics", "bias_forces", "forward_dynamics"):
        ask_it, x = getattr(arm, question), states[: len(QUESTIONS[question].takes)]
        ask_it(*x, wrenches={frame: wrench})
        many = ask_it(*x, wrenches={frame: wrench})
        assert type(arm.kernels.functions[question, (frame,), None]).__name__ == "FastFunction"
        for _ in range(2):
            assert np.array_equal(ask_it(*(a[1] for a in x), wrenches={frame: wrench}), many[1])
        out = np.empty(arm.n)
        assert ask_it(*(a[1] for a in x), wrenches={frame: wrench}, out=out) is out and np.array_equal(out, many[1])
        assert np.array_equal(ask_it(*(a[1].tolist() for a in x), wrenches={frame: wrench.tolist()}), many[1])
        assert np.isnan(ask_it(*(a[1] for a in x), wrenches={frame: np.inf * wrench})).any()
        last = QUESTIONS[question].takes[-1]
        for wrong in (x[-1][1, :1], x[-1][1, :-1], np.zeros((2, arm.n)), x[-1][1].astype(complex), np.zeros((0, 3))):
            with pytest.raises(BadArray, match=f"{last} |broadcast"):
                ask_it(*x[:-1], wrong, wrenches={frame: wrench})
        with pytest.raises(BadArray, match="wrench"):
            ask_it(*x, wrenches={frame: wrench[:5]})
        with pytest.raises(BadArray, match="out"):
            ask_it(*x, wrenches={frame: wrench}, out=np.empty(3))


def test_single_states_take_the_fast_entry():
    """A single state gives the bits it has in a batch; lists, float32 and bad arrays go the general way."""
    arm = Robot(robot("chain 61").model)
    states = asked(arm, 3)
    for question in ("inverse_dynamics", "mass_matrix", "forward_dynamics", "inverse_dynamics_derivatives"):
        given_states = [x.copy() for x in states[: len(QUESTIONS[question].takes)]]
        many = getattr(arm, question)(*given_states)
        assert type(vars(arm)[question]).__name__ == "builtin_function_or_method"
        for _ in range(2):  # compiled by the first call, straight to machine code in the second
            one = getattr(arm, question)(*(x[1] for x in given_states))
            assert all(np.array_equal(a, b[1]) for a, b in zip(parts(one), parts(many), strict=True))
            assert not isinstance(one, tuple) or one._fields == QUESTIONS[question].parts
        listed = getattr(arm, question)(*(x[1].tolist() for x in given_states))
        assert all(np.array_equal(a, b) for a, b in zip(parts(listed), parts(one), strict=True))
        narrow = [x[1].astype(np.float32) for x in given_states]
        general = LongKernel(arm.tree, question)(*narrow)
        for _ in range(2):
            single = getattr(arm, question)(*narrow)
            assert type(single).__name__ == type(one).__name__
            assert all(
                a.dtype == np.float32 and np.array_equal(a, b)
                for a, b in zip(parts(single), parts(general), strict=True)
            )
        with pytest.raises(BadArray, match="q has shape"):
            getattr(arm, question)(given_states[0][1][:-1], *(x[1] for x in given_states[1:]))


@pytest.mark.parametrize("name", ["chain 30", pytest.param("chain 85", marks=pytest.mark.slow)])
def test_small_batches_take_the_fast_entry(name):
    """Batches whose scratch memory is too large for the stack, and of robots whose states are not run side by side; a
    batch of one is a single state, and long batches go the general way. The bits are those of single states."""
    arm = robot(name)
    states = [np.concatenate([x] * 100) for x in asked(arm, 4)]
    kernel = LongKernel(arm.tree, "inverse_dynamics_derivatives")
    singles = [kernel(*(x[k] for x in states)) for k in range(4)]
    kernel(*(x[:2] for x in states))
    fast = kernel.function(lambda *given, out=None: "fallback", kernel, "__call__")
    for count in (1, 2, 3, 9):
        out = tuple(np.full((count, *kernel.shape), np.nan) for _ in range(3))
        new = fast(*(x[:count] for x in states))
        again = fast(*(x[:count] for x in states), out=fast(*(x[:count] for x in states[::-1])))  # a named tuple
        for found in (new, again, fast(*(x[:count] for x in states), out=out)):
            for k in range(count):
                assert all(np.array_equal(a[k], b) for a, b in zip(found, singles[k % 4], strict=True))
    assert fast(*states) == "fallback"


def test_answers_are_written_into_out():
    """Straight into arrays as the loop writes them; others, and those that overlap with a state, get a copy."""
    arm = robot("chain 30")
    states = asked(arm, 70)
    kernel = LongKernel(arm.tree, "inverse_dynamics_derivatives")
    expected = kernel(*states)
    shape = expected[0].shape
    straight, turned = ([np.full(shape, np.nan, order=order) for _ in range(3)] for order in ("C", "F"))
    room = np.zeros((3, *shape))
    room[2, :, 0] = states[0]
    overlapping = [room[2, :, 0], *states[1:]]
    for given_states, out in ((states, straight), (states, turned), (overlapping, list(room))):
        assert kernel(*given_states, out=tuple(out))[0] is out[0]
        assert all(np.array_equal(a, b) for a, b in zip(out, expected, strict=True))
    with pytest.raises(BadArray, match="out holds 2 arrays"):
        kernel(*states, out=tuple(straight[:2]))
    forces = LongKernel(arm.tree, "inverse_dynamics")
    assert np.array_equal(forces(*states, out=np.empty((70, arm.n), np.float32)), forces(*states).astype(np.float32))
    with pytest.raises(BadArray, match=r"out.0. is a float64 array of shape"):
        forces(*states, out=np.empty((70, arm.n - 1)))


# ---- places ---------------------------------------------------------------------------------------------------------


@given(st.lists(st.floats(0.0, 1.0, exclude_max=True), min_size=1, max_size=40), st.booleans())
@settings(max_examples=200, deadline=None)
def test_nothing_is_overwritten_while_it_is_needed(picks, outwards):
    """Sweeps that pass on names find the names of the parent, or of all children and no others."""
    parents = [int(x * (i + 1)) - 1 for i, x in enumerate(picks)]
    where = slots(parents, outwards)
    held: list[frozenset[int]] = [frozenset()] * where.used
    held[where.start] = frozenset({-1}) if outwards else frozenset()
    for i in range(len(parents)) if outwards else reversed(range(len(parents))):
        children = frozenset(k for k, parent in enumerate(parents) if parent == i)
        assert held[where.meets[i]] == (frozenset({parents[i]}) if outwards else children)
        before = held[where.before[i]] if where.adds else frozenset()
        held[where.passes[i]] = before | {i}


def test_a_chain_needs_two_places():
    """Those of a thousand links stay in the nearest cache."""
    chain = range(-1, 999)
    assert slots(chain, True).used == 2 and slots(chain, False).used == 3
