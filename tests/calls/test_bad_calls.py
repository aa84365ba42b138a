"""Every public call answers bad input with one of our errors, and odd but good input with the right numbers."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
import sympy

import linkwise
from linkwise import LinkwiseError, Model, Robot
from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3, rotation_of
from linkwise.errors import BadArray, InvalidModel, NoInertia, NoMass, NotForThisRobot, UnknownName
from linkwise.formulations import QUESTIONS
from linkwise.model import BASE, Body, Coordinates, Frame, Friction, Limits, Prismatic, Revolute, Rotor, rewrite
from tests.tolerances import AGREEMENT, NINE_DIGITS, SINGLE_PRECISION

ROBOT = linkwise.load("scara")
N = ROBOT.n
CALLS = {
    "inverse_dynamics": 3,
    "forward_dynamics": 3,
    "bias_forces": 2,
    "coriolis_matrix": 2,
    "kinetic_energy": 2,
    "jacobian_dot": 2,
    "mass_matrix": 1,
    "gravity_forces": 1,
    "potential_energy": 1,
    "forward_kinematics": 1,
    "jacobian": 1,
    "friction_forces": 1,
}
BAD = {
    "none": None,
    "text": "0 0 0 0",
    "texts": ["0", "0", "0", "0"],
    "bools": [True] * N,
    "complex": np.zeros(N, complex),
    "object": np.array([0.0, None, 1.0, 2.0], dtype=object),
    "huge integers": [10**400] * N,
    "ragged": [[0.0] * N, [0.0]],
    "scalar": 0.0,
    "short": [0.0] * (N - 1),
    "long": np.zeros((3, N + 1)),
    "empty": [],
    "empty, wrong": np.zeros((0, N + 1)),
    "dates": np.zeros(N, "datetime64[s]"),
    "bytes": np.zeros(N, "S3"),
    "dict": {"a": 1},
    "masked": np.ma.masked_array(np.zeros(N), [True] + [False] * (N - 1)),
    "record": np.zeros(N, dtype=[("a", float)]),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("bad", BAD)
def test_bad_arrays_are_refused(call, bad):
    for place in range(CALLS[call]):
        arguments = [np.zeros(N)] * CALLS[call]
        arguments[place] = BAD[bad]
        with pytest.raises(BadArray, match=rf"\(\.\.\., {N}\)|cannot be read|not one of the joints"):
            getattr(ROBOT, call)(*arguments)


GOOD = np.zeros(N)


def _named(ask, call, arguments):
    return ask(**dict(zip(QUESTIONS[call].takes, arguments, strict=True)))


def _lists(ask, call, arguments):
    return ask(*(GOOD.tolist() if x is GOOD else x for x in arguments))


def _single(ask, call, arguments):
    return ask(*(np.float32(GOOD) if x is GOOD else x for x in arguments))


FORMS = {
    "keywords": _named,
    "lists": _lists,
    "float32": _single,
    "out": lambda ask, call, arguments: ask(*arguments, out=np.empty(shape(call))),
    "frame": lambda ask, call, arguments: ask(*arguments, frame="link4"),
    "frames": lambda ask, call, arguments: ask(*arguments, ["link4", "link2"]),
    "wrenches": lambda ask, call, arguments: ask(*arguments, wrenches={"link4": np.zeros(6)}),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("call", [call for call in CALLS if call != "friction_forces"])
def test_bad_arrays_are_refused_alike_in_every_form(call, form):
    """The same error and the same words, by a method taken before the first call, before it and after it."""
    row = QUESTIONS[call]
    if not {"frame": row.frame, "frames": row.frame, "wrenches": row.wrenches}.get(form, True):
        return
    robot, good = linkwise.load("scara"), [GOOD] * CALLS[call]
    before = getattr(robot, call)
    for again in range(2):
        for bad in BAD:
            for place in range(CALLS[call]):
                arguments = [*good[:place], BAD[bad], *good[place + 1 :]]
                with pytest.raises(BadArray) as expected:
                    getattr(ROBOT, call)(*arguments)
                for ask in (before, getattr(robot, call)):
                    with pytest.raises(BadArray) as caught:
                        FORMS[form](ask, call, arguments)
                    assert str(caught.value) == str(expected.value), (bad, place, again)
        FORMS[form](before, call, good)
        getattr(robot, call)(*good)


@pytest.mark.parametrize("wrong", ["text", "texts", "bools", "object", "scalar", "empty", "none", "dict"])
def test_bad_wrenches_are_refused_alike(wrong):
    robot, still = linkwise.load("scara"), [np.zeros(N)] * 3
    before = robot.inverse_dynamics
    for _ in range(3):
        for ask in (before, robot.inverse_dynamics):
            with pytest.raises(BadArray, match="wrench at 'link4'"):
                ask(*still, wrenches={"link4": BAD[wrong]})
            with pytest.raises(UnknownName, match="no frame"):
                ask(*still, wrenches={"hand": np.zeros(6)})
            with pytest.raises(BadArray, match="wrenches is a list"):
                ask(*still, wrenches=["link4"])
        before(*still, wrenches={"link4": np.zeros(6)})


@pytest.mark.parametrize("call", [call for call, count in CALLS.items() if count > 1])
def test_batches_that_do_not_go_together_are_refused(call):
    arguments = [np.zeros((k + 2, N)) for k in range(CALLS[call])]
    with pytest.raises(BadArray, match="do not broadcast together"):
        getattr(ROBOT, call)(*arguments)


def shape(call):
    return {
        "mass_matrix": (N, N),
        "coriolis_matrix": (N, N),
        "kinetic_energy": (),
        "potential_energy": (),
        "forward_kinematics": (4, 4),
        "jacobian": (6, N),
        "jacobian_dot": (6, N),
    }.get(call, (N,))


@pytest.mark.parametrize("call", CALLS)
def test_good_but_odd_arrays_are_read_right(call):
    rng = np.random.default_rng(0)
    plain = [np.round(rng.normal(size=(3, N)), 2).astype(np.float32).astype(float) for _ in range(CALLS[call])]
    expected = getattr(ROBOT, call)(*plain)
    assert expected.shape == (3, *shape(call)) and expected.dtype == np.float64
    wide = [np.zeros((6, 2 * N)) for _ in plain]
    for w, p in zip(wide, plain, strict=True):
        w[::2, ::2] = p
    frozen = [p.copy() for p in plain]
    for f in frozen:
        f.flags.writeable = False
    for odd in (
        [p.tolist() for p in plain],
        [np.asfortranarray(p) for p in plain],
        [p.astype(">f8") for p in plain],
        [w[::2, ::2] for w in wide],
        frozen,
        [np.ma.masked_array(p) for p in plain],
    ):
        before = [np.array(o) for o in odd]
        np.testing.assert_array_equal(getattr(ROBOT, call)(*odd), expected)
        assert all(np.array_equal(a, b) for a, b in zip(before, odd, strict=True))  # inputs are left alone
    floats = getattr(ROBOT, call)(*(p.astype(np.float32) for p in plain))
    assert floats.dtype == (np.float64 if call == "friction_forces" else np.float32)
    assert np.abs(floats - expected).max() <= SINGLE_PRECISION * np.abs(expected).max()
    one = getattr(ROBOT, call)(*(p[1] for p in plain))
    assert one.shape == shape(call)
    assert np.abs(one - expected[1]).max() <= AGREEMENT * np.abs(expected).max()
    np.testing.assert_array_equal(
        getattr(ROBOT, call)(*(np.zeros((2, N), int) for _ in plain)),
        getattr(ROBOT, call)(*(np.zeros((2, N)) for _ in plain)),
    )


@pytest.mark.parametrize("call", CALLS)
def test_empty_batches_give_empty_results(call):
    assert getattr(ROBOT, call)(*[np.zeros((0, N))] * CALLS[call]).shape == (0, *shape(call))
    assert getattr(ROBOT, call)(*[np.zeros((2, 0, N))] * CALLS[call]).shape == (2, 0, *shape(call))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_nan_and_infinity_come_out_as_nan(call, value):
    robot = linkwise.load("puma560")  # everything depends on the second joint
    for place in range(CALLS[call]):
        arguments = [np.full((2, 6), 0.3) for _ in range(CALLS[call])]
        arguments[place][1, 1] = value
        batch = getattr(robot, call)(*arguments)
        assert np.isfinite(batch[0]).all()
        assert not np.isfinite(batch[1]).all(), (call, place)
        single = getattr(robot, call)(*(a[1] for a in arguments))
        assert np.array_equal(np.isfinite(single), np.isfinite(batch[1]))


@pytest.mark.parametrize("call", ["inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_matrix"])
def test_unknown_formulations_are_refused(call):
    with pytest.raises(UnknownName, match="formulation 'newton'"):
        getattr(ROBOT, call)(*[np.zeros(N)] * CALLS[call], formulation="newton")


@pytest.mark.parametrize("name", ["hand", "", "link\n1", "<b>", "'" * 70_000, 3])
def test_unknown_frames_are_refused(name):
    for call in (lambda: ROBOT.jacobian(np.zeros(N), name), lambda: ROBOT.forward_kinematics(np.zeros(N), name)):
        with pytest.raises(UnknownName, match="Frames are: 'base'") as caught:
            call()
        assert len(str(caught.value)) < 1000 and str(caught.value).count("\n") == 2


def test_bad_wrenches_are_refused():
    still = [np.zeros(N)] * 3
    with pytest.raises(UnknownName, match="no frame 'hand'"):
        ROBOT.inverse_dynamics(*still, wrenches={"hand": np.zeros(6)})
    with pytest.raises(BadArray, match=r"wrench at 'link4'.*shape \(3,\)"):
        ROBOT.inverse_dynamics(*still, wrenches={"link4": np.zeros(3)})


def test_wrench_has_the_sign_of_the_environment_pushing_the_robot():
    """A pendulum held up by the environment needs no torque."""
    robot = linkwise.load("pendulum")
    (body,) = robot.tree.bodies
    weight = -body.inertia.m * robot.gravity
    com = np.array(body.inertia.com.components)
    q = np.array([0.7])
    T = robot.forward_kinematics(q, body.name)
    moment = np.cross(T[:3, :3] @ com, weight)
    assert abs(robot.gravity_forces(q)[0]) > 1.0
    held = robot.inverse_dynamics(q, [0.0], [0.0], wrenches={body.name: [*moment, *weight]})
    assert abs(held[0]) <= AGREEMENT * abs(robot.gravity_forces(q)[0])


# ---- models without (enough) mass -----------------------------------------------------------------------------------


def arm(*bodies, rotors=None) -> Robot:
    """A chain of (joint class, inertia), one metre apart along x."""
    made = []
    for k, (kind, inertia) in enumerate(bodies):
        on = "base" if k == 0 else f"link{k}"
        placement = Transform.identity(on, f"link{k + 1}")
        placement = Transform(placement.R, Vec3(float(k > 0), 0.0, 0.0, on))
        joint = kind(f"joint{k + 1}", rotor=(rotors or {}).get(k, Rotor()))
        made.append(Body(f"link{k + 1}", k - 1, placement, joint, inertia.seen_from(f"link{k + 1}")))
    return Robot(Model("arm", tuple(made)))


NOTHING = Inertia.none()
BALL = Inertia.at_com(1.0, Vec3(0.5, 0.0, 0.0), Sym3(0.1, 0.0, 0.0, 0.1, 0.0, 0.1))
ON_AXIS = Inertia.at_com(2.0, Vec3(0.0, 0.0, 0.3), Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
SPINNER = Inertia(0.0, Vec3(0.0, 0.0, 0.0), Sym3(0.1, 0.0, 0.0, 0.1, 0.0, 0.1))


@pytest.mark.parametrize(
    "call",
    [
        "inverse_dynamics",
        "forward_dynamics",
        "mass_matrix",
        "bias_forces",
        "gravity_forces",
        "coriolis_matrix",
        "kinetic_energy",
        "potential_energy",
    ],
)
def test_massless_models_have_no_dynamics(call):
    robot = arm((Revolute, NOTHING), (Revolute, NOTHING))
    with pytest.raises(NoMass, match="'arm' has no mass"):
        getattr(robot, call)(*[np.zeros(2)] * CALLS[call])
    assert robot.forward_kinematics([0.0, 0.0]).shape == (4, 4)  # but they have kinematics


@pytest.mark.parametrize(
    ("robot", "joint"),
    [
        (arm((Revolute, BALL), (Revolute, NOTHING)), "joint2"),
        (arm((Revolute, BALL), (Prismatic, NOTHING)), "joint2"),
        (arm((Revolute, BALL), (Revolute, ON_AXIS)), "joint2"),
        (arm((Revolute, ON_AXIS)), "joint1"),
        (arm((Revolute, BALL), (Revolute, NOTHING), (Revolute, NOTHING)), "joint3"),
        (arm((Prismatic, NOTHING), (Prismatic, BALL)), "joint1"),
    ],
)
def test_forward_dynamics_names_the_joint_without_inertia(robot, joint):
    assert np.isfinite(robot.inverse_dynamics(*[np.ones(robot.n)] * 3)).all()
    for formulation in ("articulated.khalil_dombre", "composite.direct_solve"):
        with pytest.raises(NoInertia, match=f"'{joint}'") as caught:
            robot.forward_dynamics(*[np.ones(robot.n)] * 3, formulation=formulation)
        assert caught.value.joint == joint


def wrist() -> Robot:
    """Axes z, y, z through one point, and mass on the last link only: regular but where the outer axes align."""
    y = Vec3(0.0, 1.0, 0.0)
    made = []
    for k, (axis, inertia) in enumerate([(None, NOTHING), (y, NOTHING), (None, BALL)]):
        on, name = "base" if k == 0 else f"link{k}", f"link{k + 1}"
        joint = Revolute(f"joint{k + 1}", **({"axis": axis} if axis else {}))
        made.append(Body(name, k - 1, Transform.identity(on, name), joint, inertia.seen_from(name)))
    return Robot(Model("wrist", tuple(made)))


@pytest.mark.parametrize("formulation", ["articulated.khalil_dombre", "composite.direct_solve"])
def test_forward_dynamics_judges_each_configuration(formulation):
    robot, bent, straight = wrist(), [0.3, 1.0, 0.2], [0.3, 0.0, 0.2]
    good = robot.forward_dynamics(bent, [0.1] * 3, [0.2] * 3, formulation=formulation)
    np.testing.assert_allclose(robot.inverse_dynamics(bent, [0.1] * 3, good), 0.2, rtol=AGREEMENT)
    for q in (straight, [bent, straight], [0.3, math.pi, 0.2]):
        with pytest.raises(NoInertia, match="'joint1' of robot 'wrist' moves no inertia here"):
            robot.forward_dynamics(q, [0.1] * 3, [0.2] * 3, formulation=formulation)
    unknown = robot.forward_dynamics([0.3, math.nan, 0.2], [0.1] * 3, [0.2] * 3, formulation=formulation)
    assert np.isnan(unknown).all()


def test_coupled_coordinates_are_known_to_one_formulation():
    model = arm((Revolute, BALL), (Revolute, BALL)).model
    one = Coordinates(("joint1",), (((0, 1.0),), ((0, -2.0),)), (0.0, 0.1))
    robot = Robot(replace(model, coordinates=one))
    assert robot.formulations("forward_dynamics") == ("composite.direct_solve",)
    qdd = robot.forward_dynamics([0.3], [0.1], [0.2])
    np.testing.assert_allclose(robot.inverse_dynamics([0.3], [0.1], qdd), [0.2], rtol=AGREEMENT)
    with pytest.raises(NotForThisRobot, match="joints move independently"):
        robot.forward_dynamics([0.3], [0.1], [0.2], formulation="articulated.khalil_dombre")
    still = Robot(
        replace(
            arm((Revolute, BALL), (Revolute, NOTHING)).model,
            coordinates=Coordinates(("joint1", "joint2"), (((0, 1.0),), ((0, 1.0), (1, 1.0))), (0.0, 0.0)),
        )
    )
    with pytest.raises(NoInertia, match="'joint2'"):
        still.forward_dynamics([0.3, 0.1], [0.1, 0.1], [0.2, 0.2])


def test_first_moment_without_mass():
    """Regrouped parameters can be so; what needs a centre of mass says so, and names what does not."""
    odd = Inertia.of_parameters([1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.1, 0.0, 0.0, 0.0])
    robot = arm((Revolute, odd), (Revolute, BALL))
    assert np.isfinite(robot.mass_matrix([0.1, 0.2])).all()
    assert np.isfinite(robot.forward_dynamics([0.1, 0.2], [0.1, 0.2], [0.1, 0.2])).all()
    for ask in (
        lambda: robot.mass_matrix([0.1, 0.2], formulation="composite.walker_orin"),
        lambda: robot.inverse_dynamics(*[[0.1, 0.2]] * 3, formulation="newton_euler.luh_walker_paul"),
    ):
        with pytest.raises(NotForThisRobot, match=r"composite\.featherstone|newton_euler\.khalil_dombre"):
            ask()


@pytest.mark.parametrize(
    "robot",
    [
        arm((Revolute, BALL), (Revolute, SPINNER)),
        arm((Revolute, NOTHING), (Revolute, BALL)),
        arm((Revolute, BALL), (Revolute, NOTHING), rotors={1: Rotor(1e-4, 50.0)}),
        arm((Revolute, NOTHING), rotors={0: Rotor(0.2)}),
    ],
)
def test_enough_inertia_is_enough(robot):
    qdd = robot.forward_dynamics(*[np.full(robot.n, 0.3)] * 3)
    np.testing.assert_allclose(robot.inverse_dynamics(*[np.full(robot.n, 0.3)] * 2, qdd), 0.3, rtol=NINE_DIGITS)


# ---- models that are none -------------------------------------------------------------------------------------------


def test_models_that_are_none_are_refused():
    body = arm((Revolute, BALL)).model.bodies[0]
    link2 = Body("link2", 0, Transform.identity("link1", "link2"), Revolute("joint2"), BALL.seen_from("link2"))
    same_link = Body("link1", 0, Transform.identity("link1", "link1"), Revolute("joint2"), BALL.seen_from("link1"))
    same_joint = Body("link2", 0, Transform.identity("link1", "link2"), Revolute("joint1"), BALL.seen_from("link2"))
    with pytest.raises(InvalidModel, match="before its parent"):
        Model("m", (link2, body))
    with pytest.raises(InvalidModel, match="two links with the same name: 'link1'"):
        Model("m", (body, same_link))
    with pytest.raises(InvalidModel, match="two joints with the same name: 'joint1'"):
        Model("m", (body, same_joint))
    with pytest.raises(InvalidModel, match="two links with the same name"):
        Model("m", (body,), base="link1")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"joint": Revolute("j", axis=Vec3(0.0, 0.0, 2.0))}, "axis of length 2.0"),
        ({"joint": Revolute("j", axis=Vec3(0.0, 0.0, 0.0))}, "axis of length 0.0"),
        ({"joint": Revolute("j", offset=math.nan)}, "not finite"),
        ({"joint": Revolute("j", rotor=Rotor(math.inf))}, "not finite"),
        ({"joint": Revolute("j", friction=Friction(backward=math.nan))}, "not finite"),
        ({"inertia": Inertia.at_com(math.nan, Vec3(0.0, 0.0, 0.0), BALL.I)}, "inertia of 'link1' is not finite"),
        ({"placement": Transform(Rotation.identity(), Vec3(math.inf, 0.0, 0.0))}, "not finite"),
        ({"placement": Transform(rotation_of(2.0 * np.eye(3)), Vec3(0.0, 0.0, 0.0))}, "not a rotation"),
        ({"placement": Transform(rotation_of(np.diag([1.0, 1.0, -1.0])), Vec3(0.0, 0.0, 0.0))}, "not a rotation"),
        ({"placement": Transform.identity("elsewhere", "link1")}, "tagged with frame 'elsewhere'"),
        ({"inertia": BALL.seen_from("other")}, "tagged with frame 'other'"),
        ({"joint": Revolute("j", axis=Vec3(0.0, 0.0, np.float32(2.0)))}, "axis of length 2.0"),
        ({"joint": Revolute("j", axis=Vec3(0.0, 0.0, 1.0 + 4e-7))}, "axis of length 1.0000004"),
        ({"joint": Revolute("j", limits=Limits(1.0, -1.0))}, "limits out of order"),
        ({"joint": Revolute("j", limits=Limits(math.nan, 1.0))}, "limits out of order"),
        ({"joint": Revolute("j", friction=Friction(viscous=-1.0))}, "negative rotor inertia or friction"),
        ({"joint": Revolute("j", rotor=Rotor(-1.0))}, "negative rotor inertia or friction"),
        ({"joint": Revolute("j", rotor=Rotor(1.0, 1e200))}, "not finite"),
        ({"joint": Revolute("j", offset="x")}, "offset or drive of joint 'j'"),
        ({"joint": Revolute("j", offset=[1])}, "offset or drive of joint 'j'"),
        ({"joint": Revolute("j", axis=Vec3("a", 0, 0))}, "axis, offset or drive of joint 'j'"),
        ({"joint": Revolute("j", rotor=Rotor("a"))}, "offset or drive of joint 'j'"),
        ({"joint": Revolute("j", friction=Friction(0.0, np.ones(2)))}, "offset or drive of joint 'j'"),
        ({"joint": Revolute("j", limits=Limits("a", "b"))}, "limits of joint 'j'"),
        ({"inertia": Inertia(np.ones(2), BALL.h, BALL.I)}, "inertia of link 'link1'"),
        ({"inertia": Inertia(10**400, BALL.h, BALL.I)}, "inertia of 'link1' is not finite"),
        ({"placement": Transform(Rotation.identity(), Vec3([1], 0.0, 0.0))}, "placement of link 'link1'"),
        ({"placement": Transform(rotation_of([[1, 0, 0], [0, 1, 0], [0.5, 0.3, 1]]), Vec3(0.0, 0.0, 0.0))}, "rotation"),
        ({"joint": Revolute("j", axis=(0, 0, 1))}, "axis of joint 'j' is"),
        ({"joint": Revolute("j", rotor=5)}, "rotor of joint 'j' is '5'"),
        ({"joint": Revolute("j", friction=5)}, "friction of joint 'j'"),
        ({"joint": Revolute("j", limits=(-1, 1))}, "limits of joint 'j'"),
        ({"joint": Revolute("")}, "joint's name of link 'link1'"),
        ({"joint": None}, "joint of link 'link1'"),
        ({"parent": "base"}, "parent of link 'link1'"),
        ({"parent": -1.0}, "parent of link 'link1'"),
        ({"name": ""}, "name of a body"),
    ],
)
def test_bodies_that_are_none_are_refused(change, says):
    body = arm((Revolute, BALL)).model.bodies[0]
    with pytest.raises(InvalidModel, match=says):
        Model("m", (replace(body, **change),))


POSE = Transform(rotation_of(2.0 * np.eye(3)), Vec3(0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": 3}, "name of a model is '3'"),
        ({"bodies": None}, "bodies of robot 'm'"),
        ({"bodies": ("x",)}, "bodies of robot 'm' is \"'x'\""),
        ({"gravity": (0, 0, -9.81)}, "gravity of robot 'm'"),
        ({"gravity": Vec3(0.0, 0.0, math.inf)}, "gravity of 'm' is not finite"),
        ({"base_inertia": None}, "base_inertia of robot 'm'"),
        ({"frames": (Frame("t", 0, None),)}, "placement of frame 't'"),
        ({"frames": (Frame("t", 7, Transform.identity()),)}, "frame 't' is on body 7"),
        ({"frames": (Frame("t", 0, POSE),)}, "placement of 't' is not a rotation"),
        ({"tip": "hand"}, "no frame 'hand'"),
        ({"waivers": 3}, "waivers of robot 'm'"),
        ({"base_inertia": Inertia(math.nan, BALL.h, BALL.I)}, "inertia of 'base' is not finite"),
        ({"coordinates": Coordinates.own(["a", "b"])}, "do not map to the moving joints"),
        ({"coordinates": Coordinates(("a",), (((0, 1.0), (0, 1.0)),), (0.0,))}, "do not map to the moving joints"),
        ({"coordinates": Coordinates((3,), (((0, 1.0),),), (0.0,))}, "coordinates' names"),
        ({"coordinates": Coordinates(("a",), (((0.0, 1.0),),), (0.0,))}, "coordinates' rows"),
        ({"coordinates": Coordinates(("a",), ((0, 1.0),), (0.0,))}, "coordinates' rows"),
        ({"coordinates": Coordinates(("a",), (((1, 1.0),),), (0.0,))}, "do not map to the moving joints"),
        ({"coordinates": Coordinates(("a",), (((0, math.nan),),), (0.0,))}, "coordinate map of 'the robot'"),
    ],
)
def test_models_of_the_wrong_kind_are_refused(change, says):
    good = {"name": "m", "bodies": arm((Revolute, BALL)).model.bodies}
    with pytest.raises((InvalidModel, UnknownName), match=says):
        Model(**{**good, **change})


@pytest.mark.parametrize(
    "call",
    [
        lambda r: Robot("x"),
        lambda r: r.inverse_dynamics(*[np.zeros(N)] * 3, wrenches=[1]),
        lambda r: r.inverse_dynamics(*[np.zeros(N)] * 3, wrenches=np.zeros(6)),
        lambda r: r.inverse_dynamics(*[np.zeros(N)] * 3, formulation=[]),
        lambda r: r.inverse_dynamics(np.zeros((1,) * 40 + (N,)), *[np.zeros(N)] * 2),
        lambda r: r.formulations("statics"),
        lambda r: r.formulations([]),
        lambda r: Robot(r.model, report=3),
        lambda r: rewrite.regroup(r),
        lambda r: rewrite.dh_gauge(None),
        lambda r: rewrite.snap(r.model, "a"),
        lambda r: rewrite.near_misses(r, 1e-6),
        lambda r: rewrite.lock(r, {}),
        lambda r: rewrite.without_friction(r),
        lambda r: r.lock({"joint1": 0.1}, 0.5),
        lambda r: linkwise.load("scara", allow=3),
        lambda r: linkwise.load("scara", allow=None),
        lambda r: linkwise.load("scara", strict="no"),
        lambda r: linkwise.save(r, 3),
        lambda r: linkwise.save("x", "x.urdf"),
        lambda r: linkwise.save(r, "x.toml", foo=1),
        lambda r: linkwise.save(r, "no/\0.toml"),
    ],
)
def test_misuse_is_told(call):
    with pytest.raises(LinkwiseError):
        call(ROBOT)


def test_symbols_do_not_fit_into_arrays():
    m = sympy.Symbol("m")
    robot = arm((Revolute, Inertia.at_com(m, BALL.com, BALL.I_com)))
    with pytest.raises(BadArray, match="symbols"):
        robot.mass_matrix([0.0])


def test_errors_cross_process_borders():
    for cause in (
        lambda: linkwise.load("no_such_robot"),
        lambda: linkwise.load("no/such.urdf"),
        lambda: wrist().forward_dynamics(*[[0.0] * 3] * 3),
        lambda: ROBOT.mass_matrix(3),
    ):
        with pytest.raises(LinkwiseError) as caught:
            cause()
        twin = pickle.loads(pickle.dumps(caught.value))
        assert type(twin) is caught.type and str(twin) == str(caught.value) and vars(twin) == vars(caught.value)


NOWHERE = ["no_such_robot", "", "a\nb", "x" * 70_000, "no/such/file.urdf", "arm.step", 3, None]


@pytest.mark.parametrize("source", NOWHERE)
def test_unknown_sources_are_refused(source):
    with pytest.raises(LinkwiseError) as caught:
        linkwise.load(source)
    assert len(str(caught.value)) < 2000


class Bytes:
    def __fspath__(self):
        return b"arm.urdf"


def test_a_path_is_text():
    with pytest.raises(LinkwiseError, match="not the path of a file"):
        linkwise.load(Bytes())


def test_a_folder_does_not_hide_a_robot(tmp_path, monkeypatch):
    (tmp_path / "panda").mkdir()
    monkeypatch.chdir(tmp_path)
    assert linkwise.load("panda").n == 7


def test_a_directory_is_not_a_robot(tmp_path):
    (tmp_path / "arm.urdf").mkdir()
    for suffix in ("arm.urdf", ""):
        with pytest.raises(LinkwiseError):
            linkwise.load(tmp_path / suffix)


def test_saving_where_nothing_can_be_saved(tmp_path):
    robot = linkwise.load("scara")
    with pytest.raises(LinkwiseError, match="does not write"):
        linkwise.save(robot, tmp_path / "arm.step")
    with pytest.raises(LinkwiseError, match="cannot be written"):
        linkwise.save(robot, tmp_path / "missing" / "arm.dh.toml")


def test_robots_are_frozen():
    with pytest.raises(AttributeError):
        ROBOT.model = None
    with pytest.raises(AttributeError):
        ROBOT.model.gravity = None
    assert BASE == -1


def test_a_robot_that_does_not_move_has_no_kernel():
    """It answers all the same: with empty arrays."""
    still = linkwise.load("pendulum").lock(linkwise.load("pendulum").joint_names[0])
    assert still.mass_matrix([]).shape == (0, 0) and still.inverse_dynamics([], [], []).shape == (0,)
    with pytest.raises(linkwise.LinkwiseError, match=r"no joint of robot 'pendulum' moves"):
        still.compile("mass_matrix")([])


def test_outputs_that_lie_on_top_of_each_other():
    """Refused, whichever way they do; what only lies in one block of memory is fine."""
    kernel = linkwise.load("planar2r").compile("inverse_dynamics_derivatives")
    q = np.linspace(0.0, 1.0, 8).reshape(4, 2)
    expected = kernel(q, q, q)
    one = np.empty((4, 2, 2))
    broadcast = np.lib.stride_tricks.as_strided(np.empty(8), (4, 2, 2), (0, 16, 8))
    shifted = np.lib.stride_tricks.as_strided(np.empty(99), (4, 2, 2), (16, 16, 8))
    for out in ((one, one, one.copy()), (one, one.copy(), one[::-1]), (broadcast, one, one.copy()), (shifted, one, q)):
        with pytest.raises(BadArray, match=r"out\[\d\] (shares memory|has entries that share memory|is a)"):
            kernel(q, q, q, out=out)
    block = np.empty((4, 2, 6))
    parts = block[..., :2], block[..., 2:4], block[..., 4:]
    kernel(q, q, q, out=parts)
    assert all(np.array_equal(part, answer) for part, answer in zip(parts, expected, strict=True))


def test_a_value_that_a_framework_traces():
    """As JAX's are while it traces a function: their text goes on for a page, and there is a way out."""

    class DynamicJaxprTracer:
        def __array__(self, *_, **__):
            raise TypeError("The method __array__() was called on traced array.\n" + 99 * "x\n")

    with pytest.raises(BadArray, match=r"(?s)q cannot be read as an array .*pure_callback") as caught:
        ROBOT.mass_matrix(DynamicJaxprTracer())
    assert "xx" not in str(caught.value).replace("\n", "")


def test_which_coordinates_keep_their_limits():
    panda = linkwise.load("panda")
    own = panda.limits
    middle, above = (own.lower + own.upper) / 2, own.upper + 1e-9
    assert own.within(middle, own.velocity, -own.effort).all() and not own.within(above).any()
    assert own.within(qd=[[0.0] * 7, [9.0] * 7]).tolist() == [[True] * 7, [False] * 7]
    assert not own.within(middle, tau=np.full(7, np.nan)).any()
    assert own.within().tolist() == [True] * 7 and ROBOT.limits.within([9.0] * N).shape == (N,)
    with pytest.raises(BadArray, match="q has shape"):
        own.within([0.0] * 6)


@pytest.mark.parametrize(
    ("method", "arguments", "wrong", "remedy"),
    [
        ("rollouts", {"step": 1e-3, "duration": 0.1}, "payload", 'parameters={"payload": …}'),
        ("rollouts", {"step": 1e-3}, "t", "duration="),
        ("compile_rollouts", {}, "friction", 'parameters={"friction": …}'),
        ("sweep", {"rollouts": 3, "spreads": {}, "step": 1e-3}, "payload", '{"payload.mass": …}'),
        ("simulate", {}, "payload", "robot.with_payload(…)"),
        ("simulate", {}, "dt", "did you mean step="),
        ("simulate", {}, "sampel", "did you mean 'sample'?"),
    ],
)
def test_a_keyword_that_a_method_does_not_have_is_named_with_its_remedy(method, arguments, wrong, remedy):
    with pytest.raises(UnknownName) as refused:
        getattr(ROBOT, method)(**arguments, **{wrong: [0.0]})
    assert refused.value.name == wrong and str(refused.value).startswith(f"robot.{method} has no argument '{wrong}'.")
    assert remedy in str(refused.value) and str(refused.value).count("did you mean") <= 1
