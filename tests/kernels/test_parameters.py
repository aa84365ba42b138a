"""What is given when a kernel runs is as good as built in; wrenches and their derivatives."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia
from linkwise.errors import LinkwiseError, NotForThisRobot
from linkwise.formulations import QUESTIONS
from linkwise.model import Friction
from linkwise.robot.variant_checks import rigid
from tests.tolerances import AGREEMENT, HALF_THE_DIGITS

from .cases import asked, frame_of, framed, off, parts, robot, same_bits

QUICK = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "gravity_forces", "kinetic_energy")


def changed(arm, change):
    """The robot's tree with every body changed."""
    bodies = tuple(change(k, body) for k, body in enumerate(arm.tree.bodies))
    return Robot(replace(arm.tree, bodies=bodies))


def rubbing(body, viscous, coulomb):
    """Coulomb friction is the mean of both directions; what differs between them stays in proportion."""
    law = body.joint.friction
    if law.backward is None or law.coulomb + law.backward == 0.0:
        return Friction(viscous, coulomb)
    ahead = 2.0 * coulomb * law.coulomb / (law.coulomb + law.backward)
    return Friction(viscous, ahead, 2.0 * coulomb - ahead)


def moved_frame(arm, name, there):
    """The robot with its frame of this name where another one is."""
    tag = arm.tree.tag(there.body)
    here = replace(there, name=name, placement=there.placement.tagged(tag, name))
    return Robot(replace(arm.tree, frames=tuple(here if frame.name == name else frame for frame in arm.tree.frames)))


def choices(arm, parameter):
    """Three values of a parameter, and the robots that have them."""
    rng = np.random.default_rng(8)
    m = len(arm.tree.bodies)
    if parameter == "gravity":
        values = rng.normal(0.0, 6.0, (3, 3))
        return values, [arm.with_gravity(g) for g in values]
    if parameter == "inertia":
        own = np.array([body.inertia.parameters for body in arm.tree.bodies], dtype=float)
        values = own * np.array([0.5, 1.0, 1.7])[:, None, None]
        return values, [
            changed(arm, lambda k, b, v=v: replace(b, inertia=Inertia.of_parameters(v[k].tolist(), b.name)))
            for v in values
        ]
    if parameter == "friction":
        values = rng.uniform(0.0, 3.0, (3, m, 2))
        return values, [
            changed(arm, lambda k, b, v=v: replace(b, joint=replace(b.joint, friction=rubbing(b, *v[k].tolist()))))
            for v in values
        ]
    if parameter == "placement":
        name = frame_of(arm)
        robots = [arm.with_frame("moved", name, *numbers) for numbers in rng.uniform(-1.0, 1.0, (3, 2, 3)).tolist()]
        values = np.array([one.tree.frame("moved").placement.matrix for one in robots], dtype=float)
        return values, [moved_frame(arm, name, one.tree.frame("moved")) for one in robots]
    loads = [(0.5, [0.1, -0.05, 0.07]), (1.0, [0.0, 0.0, 0.1]), (2.0, [-0.1, 0.2, 0.0])]
    tensor = np.diag([0.02, 0.03, 0.04]) + 0.001
    values = np.array([rigid("the payload's", m, c, tensor).parameters for m, c in loads], dtype=float)
    return values, [arm.with_payload(m, c, tensor) for m, c in loads]


CASES = [
    pytest.param(
        name,
        parameter,
        question,
        id=f"{name}-{parameter}-{question}",
        marks=[] if question in QUICK and name in ("planar2r", 14) else [pytest.mark.slow],
    )
    for name in ("planar2r", "stanford", "panda", 4, 5, 14, 16)
    for parameter in ("gravity", "inertia", "friction", "payload")
    for question in QUESTIONS
    if parameter == "gravity" or not QUESTIONS[question].columns
]
CASES += [
    pytest.param(name, "placement", question, marks=[pytest.mark.slow] * (name != "planar2r"))
    for name in ("planar2r", "panda", 4, 14)
    for question, row in QUESTIONS.items()
    if row.frame
]


@pytest.mark.parametrize("question", [question for question, row in QUESTIONS.items() if row.columns])
@pytest.mark.parametrize("parameter", ["inertia", "friction", "payload"])
def test_regressors_depend_on_the_motion_alone(question, parameter):
    """What they are multiplied with cannot be left open."""
    with pytest.raises(LinkwiseError, match="regressor"):
        robot("planar2r").compile(question, parameters=[parameter])


@pytest.mark.parametrize(("name", "parameter", "question"), CASES)
def test_given_as_built_in(name, parameter, question):
    arm = robot(name)
    given, frame = asked(arm, question, 3), framed(arm, question)
    values, robots = choices(arm, parameter)
    kernel = arm.compile(question, parameters=[parameter], **frame)
    built = [getattr(one, question)(*(state[k] for state in given), **frame) for k, one in enumerate(robots)]
    found = parts(kernel(*given, values))  # as many values as states
    for p, part in enumerate(found):
        assert off(part, np.stack([parts(answer)[p] for answer in built])) <= AGREEMENT
    singles = [parts(kernel(*(state[k] for state in given), values[k])) for k in range(3)]
    assert same_bits(tuple(np.stack(column) for column in zip(*singles, strict=True)), found)
    uniform = parts(kernel(*given, values[1]))  # one value for all states
    assert same_bits(tuple(part[1] for part in uniform), singles[1])
    columns = arm.compile(question, parameters=[parameter], layout="columns", **frame)
    turned = parts(columns(*(np.ascontiguousarray(state.T) for state in given), values[1]))
    assert same_bits(tuple(np.moveaxis(part, -1, 0) for part in turned), uniform)


@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics_derivatives"])
def test_wrenches_at_frames_that_move(question):
    """Two frames, of which a question asks about neither; programs of forces are made in other frames than loaded."""
    arm = linkwise.load("planar3r").with_frame("pen", "link2", [0.1, 0.2, 0.3], [0.4, 0.5, 0.6])
    moved = arm.with_frame("there", "tip", [0.3, -0.2, 0.1], [1.0, 2.0, 3.0])
    moved = moved.with_frame("here", "link2", [-0.3, 0.2, 0.5], [-1.0, 0.2, 0.7])
    kernel = arm.compile(question, wrenches=["tip", "pen"], parameters=["gravity", "placement"])
    states, (one, two) = asked(arm, question, 3), np.random.default_rng(4).normal(size=(2, 6))
    poses = np.array([moved.tree.frame(name).placement.matrix for name in ("there", "here")], dtype=float)
    true = getattr(moved, question)(*states, wrenches={"there": one, "here": two})
    assert off(kernel(*states, one, two, arm.gravity, poses), true) <= AGREEMENT


def test_columns_with_as_many_parameters_as_states():
    """Refused: never answered by the first one for all."""
    kernel = robot("planar2r").compile("gravity_forces", parameters=["gravity"], layout="columns")
    with pytest.raises(LinkwiseError, match="gravity"):
        kernel(np.ones((2, 4)), np.ones((4, 3)))


@pytest.mark.parametrize("options", [{"parameters": ["gravity", "gravity"]}, {"wrenches": ["tip", "tip"]}])
def test_the_same_twice(options):
    """Refused: never is one of them passed over."""
    with pytest.raises(LinkwiseError, match="twice"):
        robot("planar2r").compile("inverse_dynamics", **options)


# ---- wrenches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["planar2r", 14, *(pytest.param(each, marks=pytest.mark.slow) for each in ("stanford", 4))]
)
@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics"])
def test_derivatives_under_wrenches(name, question):
    """Against central differences of the formulation on floats, with Richardson's correction."""
    arm = robot(name).without_friction()
    frames = arm.frames[-2:]
    rng = np.random.default_rng(3)
    wrenches = {frame: rng.normal(0.0, 5.0, 6) for frame in frames}
    state = [s[0] for s in asked(arm, question, 1)]
    by = {"formulation": arm.formulations(question)[-1], "wrenches": wrenches}
    found = parts(getattr(arm, f"{question}_derivatives")(*state, wrenches=wrenches))
    by_name = {"formulation": arm.formulations(f"{question}_derivatives")[0], "wrenches": wrenches}
    with pytest.raises(NotForThisRobot, match="takes wrenches"):
        getattr(arm, f"{question}_derivatives")(*state, **by_name)
    with pytest.raises(NotForThisRobot, match="takes neither wrenches nor"):
        arm.compile(f"{question}_derivatives", wrenches=list(wrenches), formulation=by_name["formulation"]).count  # noqa: B018
    kernel = arm.compile(f"{question}_derivatives", wrenches=list(wrenches))
    assert off(parts(kernel(*state, *wrenches.values())), found) <= AGREEMENT

    def slope(g, k, h):
        moved = [[s.copy() for s in state] for _ in range(2)]
        moved[0][g][k] += h
        moved[1][g][k] -= h
        up, down = (getattr(arm, question)(*m, **by) for m in moved)
        return (up - down) / (2 * h)

    for g, part in enumerate(found):
        columns = [(4 * slope(g, k, 5e-4) - slope(g, k, 1e-3)) / 3 for k in range(arm.n)]
        assert (
            off(part, np.stack(columns, axis=1)) <= HALF_THE_DIGITS
        )  # h⁴ = 1e-12 and roundings / h = 1e-12, times conditions


def test_wrenches_in_batches_and_by_hand():
    """τ = … − Jᵀ w."""
    arm = linkwise.load("panda")
    q, qd, qdd = asked(arm, "inverse_dynamics", 5)
    w = np.random.default_rng(1).normal(size=(5, 6))
    frame = "panda_link8"
    free = arm.inverse_dynamics(q, qd, qdd)
    push = np.einsum("kij,ki->kj", arm.jacobian(q, frame), w)
    found = arm.inverse_dynamics(q, qd, qdd, wrenches={frame: w})
    assert off(found, free - push) <= AGREEMENT
    kernel = arm.compile("inverse_dynamics", wrenches=[frame])
    assert same_bits(kernel(q, qd, qdd, w), found)
    assert same_bits(kernel(q, qd, qdd, w[2])[2], found[2])


@pytest.mark.parametrize(
    ("questions", "option"),
    [
        (["mass_matrix"], {"wrenches": ["tip"]}),
        (["inverse_dynamics"], {"frame": "tip"}),
        (["jacobian"], {"wrenches": ["tip"]}),
        (["regressor"], {"parameters": ["payload"]}),
        (["momentum_regressor"], {"parameters": ["friction"]}),
        (["inverse_dynamics"], {"parameters": ["placement"]}),
        (["coriolis_matrix"], {"packed": True}),
    ],
)
def test_what_would_not_be_used_is_refused(questions, option):
    with pytest.raises(LinkwiseError, match="would not be used"):
        linkwise.load("planar2r").compile(*questions, **option)


@pytest.mark.parametrize("layout", ["rows", "columns"])
def test_symmetric_answers_can_be_packed(layout):
    """The rest of a named tuple is whole; states are wherever the layout has them."""
    arm, (i, j) = linkwise.load("planar2r"), np.tril_indices(2)
    states = asked(arm, "forward_dynamics_derivatives", 5)
    kernel = arm.compile("forward_dynamics_derivatives", packed=True, layout=layout)
    found = kernel(*(states if layout == "rows" else (x.T for x in states)))
    dq, dqd, inverse = (x if layout == "rows" else np.moveaxis(x, -1, 0) for x in found)
    whole = arm.forward_dynamics_derivatives(*states)
    assert same_bits(inverse, whole.dqdd_dtau[:, i, j])
    assert same_bits(dq, whole.dqdd_dq) and same_bits(dqd, whole.dqdd_dqd)


@pytest.mark.parametrize(
    ("questions", "columns", "why"),
    [
        (["regressor"], "friction", "are not columns"),
        (["regressor"], linkwise.load("puma560").parameters(drives={"m": {"joint6": 1.0}}).columns, "are not columns"),
        (["regressor"], replace(linkwise.load("planar2r").parameters().columns, only=(20,)), "are not columns"),
        (["regressor", "momentum_regressor"], linkwise.load("planar2r").parameters(friction=True).columns, "friction"),
        (["kinetic_energy_regressor"], linkwise.load("planar2r").parameters(friction=True).columns, "friction"),
    ],
)
def test_columns_that_do_not_fit(questions, columns, why):
    with pytest.raises(LinkwiseError, match=why):
        linkwise.load("planar2r").compile(*questions, columns=columns)
