"""The table of docs/loops.md: every question and use of a robot, and whether it answers."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.errors import LinkwiseError, NotForThisRobot
from linkwise.identify import simulated_log
from linkwise.model import Closure, Friction, Limits, Rotor, Spring, rewrite
from linkwise.sizing import Motor
from linkwise.sweep import Normal
from linkwise.trajectories import Quintic

PAGE = Path(__file__).parents[2] / "docs" / "loops.md"
COLUMNS = ("robot with closures", "robot.closed()", "floating", "planar", "ball")
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| (\w+) \| (\w+) \|", re.MULTILINE)
TABLE = {name: words for name, *words in ROW.findall(PAGE.read_text(encoding="utf-8"))}
"""What the page says of each: for a robot with closures, for the closed robot, for joints of several degrees."""


def robots():
    crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")], actuated=["joint1"])
    arm = linkwise.load("pendulum")
    ball = rewrite.freed(linkwise.load("planar2r").with_payload(1.0, inertia=np.eye(3)).model, "payload", "ball")
    base = replace(arm.model, base_inertia=linkwise.load("scara").model.bodies[0].inertia.seen_from(arm.model.base))
    floating, planar = Robot(base).with_floating_base(), Robot(base).with_mobile_base()
    return dict(zip(COLUMNS, (crank.robot, crank, floating, planar, Robot(ball)), strict=True))


ROBOTS = robots()


def whole(model):
    """The ends of the chain of all joints."""
    return model.base, model.bodies[-1].name


def move(robot):
    return Quintic(np.full(robot.n, 0.1), np.full(robot.n, 0.3), duration=1.0)


def logged(robot):
    """A log of a robot, or of another where it cannot be simulated."""
    return simulated_log(
        linkwise.load("planar2r") if hasattr(robot, "close") or robot.model.closures else robot, 5.0, 50.0
    )


def balls(robot):
    """The base parameters of links that are balls of 1 kg; numbers where a robot has none."""
    if hasattr(robot, "close") or robot.model.closures:
        return [1.0]
    return robot.base_parameters().matrix @ np.tile([1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], robot.n)


def states(robot):
    """q, q̇, q̈ and τ that the robot accepts."""
    if hasattr(robot, "close"):
        q = robot.close([0.5, -0.9])
        return q, *robot.complete(q, [0.2], [0.3]), np.zeros(1)
    return (np.full(robot.n, 0.1),) * 4


def question(name, count):
    takes = {"q": 0, "qd": 1, "qdd": 2, "tau": 3}
    order = {1: ("q",), 2: ("q", "qd"), 3: ("q", "qd", "qdd"), "tau": ("q", "qd", "tau")}[count]
    return lambda robot: getattr(robot, name)(*(states(robot)[takes[each]] for each in order))


def about_base(name):
    """A question about the joint of several degrees of freedom; robots with closures get one."""

    def ask(robot):
        robot = robot.with_floating_base() if robot in list(ROBOTS.values())[:2] else robot
        q = np.full(robot.n, 0.1)
        (group,) = getattr(robot, "robot", robot).model.groups
        place = [0.0] * (3 if group.kind == "floating" else 0) + [1.0, 0.0, 0.0, 0.0]
        given = {"base_twist": (q, q), "from_twist": (q, [0.0] * 6), "to_quaternion": (q,), "from_quaternion": (place,)}
        return getattr(robot, name)(*given[name], group.name)

    return ask


def turned(robot):
    """With another order of turns; robots with closures get a floating base first."""
    robot = robot.with_floating_base() if robot in list(ROBOTS.values())[:2] else robot
    return robot.with_turn_order("yxz")


def variant(name, *arguments):
    return lambda robot: getattr(robot, name)(*arguments)


CALLS = {
    **{name: question(name, 1) for name in ("forward_kinematics", "jacobian", "potential_energy", "mass_matrix")},
    **{name: question(name, 1) for name in ("gravity_forces", "spring_forces", "mass_matrix_inverse")},
    "potential_energy_regressor": question("potential_energy_regressor", 1),
    **{name: question(name, 2) for name in ("jacobian_dot", "kinetic_energy", "bias_forces", "coriolis_matrix")},
    **{name: question(name, 2) for name in ("kinetic_energy_regressor", "momentum_regressor")},
    **{name: question(name, 3) for name in ("inverse_dynamics", "inverse_dynamics_derivatives", "regressor")},
    "reaction_wrenches": question("reaction_wrenches", 3),
    **{name: question(name, "tau") for name in ("forward_dynamics", "forward_dynamics_derivatives")},
    "center_of_mass": question("center_of_mass", 1),
    "momentum": question("momentum", 2),
    "momentum_matrix": question("momentum_matrix", 1),
    "center_of_mass_jacobian": question("center_of_mass_jacobian", 1),
    "poses": question("poses", 1),
    "joint_array": lambda robot: robot.joint_array({}, others=0.0),
    "joint_dict": lambda robot: robot.joint_dict(states(robot)[0]),
    "random_configuration": lambda robot: robot.random_configuration(),
    "fastest_along": lambda robot: robot.fastest_along(move(robot), effort=np.full(robot.n, 1e4), samples=20),
    "inverse_kinematics": lambda robot: robot.inverse_kinematics(np.eye(4), restarts=1),
    "pose_motion": lambda robot: robot.pose_motion(states(robot)[0], t=0.01),
    "parameter_derivatives": lambda robot: robot.parameter_derivatives([f"{robot.joint_names[-1]}.x"]),
    "bounds": lambda robot: robot.bounds(cells=1),
    "couplings": lambda robot: robot.couplings(samples=2),
    "inertia_shares": lambda robot: robot.inertia_shares(states(robot)[0]),
    "decoupling": lambda robot: robot.decoupling(),
    "with_transmission": lambda robot: robot.with_transmission(lambda m: list(m)),
    "with_turn_order": lambda robot: turned(robot),
    "friction_forces": lambda robot: robot.friction_forces(states(robot)[1]),
    "compile": lambda robot: robot.compile("mass_matrix"),
    "jax": lambda robot: robot.jax("mass_matrix"),
    "casadi": lambda robot: robot.casadi("mass_matrix"),
    "torch": lambda robot: robot.torch("mass_matrix"),
    "formulations": lambda robot: robot.formulations("mass_matrix"),
    "parameters": lambda robot: robot.parameters(),
    "base_parameters": lambda robot: robot.base_parameters(),
    "identify": lambda robot: robot.identify(logged(robot), friction=(), estimator="ols"),
    "identify_payload": lambda robot: robot.identify_payload(None, logged(robot), friction=()),
    "excitation": lambda robot: robot.excitation(
        harmonics=2, period=4.0, lower=-1.0, upper=1.0, velocity=2.0, starts=1
    ),
    "with_base_parameters": lambda robot: robot.with_base_parameters(balls(robot)),
    "formula": lambda robot: robot.formula("gravity_forces"),
    "listing": lambda robot: robot.listing("gravity_forces"),
    "view": lambda robot: robot.view(states(robot)[0], show=False),
    "animate": lambda robot: robot.animate(([0.0, 0.1], [states(robot)[0]] * 2), show=False),
    "simulate": lambda robot: robot.simulate(*states(robot)[:2], t=0.01),
    "rollouts": lambda robot: robot.rollouts(states(robot)[0], step=1e-3, steps=2),
    "compile_rollouts": lambda robot: robot.compile_rollouts(),
    "sweep": lambda robot: robot.sweep(4, {"q0": Normal(states(robot)[0], 0.01)}, step=1e-3, steps=2),
    "linearize": lambda robot: robot.linearize(states(robot)[0]),
    "task_space": lambda robot: robot.task_space(states(robot)[0], frame=robot.frames[-1]),
    "fastest_uniform": lambda robot: robot.fastest_uniform(move(robot), effort=np.full(robot.n, 1e4)),
    "joint_loads": lambda robot: robot.joint_loads(move(robot), samples=11),
    "motor_loads": lambda robot: robot.motor_loads(move(robot), {robot.joint_names[-1]: Motor(10.0, 1e-3)}, samples=11),
    "with_elastic_joints": lambda robot: robot.with_elastic_joints(100.0, rotors=0.1),
    "verify": lambda robot: robot.verify(states=1, budget=0.5),
    **{name: about_base(name) for name in ("base_twist", "from_twist", "to_quaternion", "from_quaternion")},
    "closed": variant("closed"),
    "with_closures": lambda robot: robot.with_closures([Closure("more", robot.frames[0], robot.frames[-1], "x")]),
    "without_closures": variant("without_closures"),
    "lock": lambda robot: robot.lock(robot.joint_names[-1], 0.1),
    "with_payload": lambda robot: robot.with_payload(1.0, frame=robot.frames[-1], name="extra"),
    "with_gravity": variant("with_gravity", [0.0, 0.0, -1.62]),
    "with_floating_base": lambda robot: robot.with_floating_base(joint="afloat", world="sea"),
    "with_mobile_base": lambda robot: robot.with_mobile_base(joint="wheels", world="floor"),
    "with_parameters": lambda robot: robot.with_parameters(robot.parameters().values),
    "with_friction": variant("with_friction", Friction(viscous=0.1)),
    "with_rotors": lambda robot: robot.with_rotors({robot.joint_names[-1]: Rotor(1e-4, 10.0)}),
    "with_springs": lambda robot: robot.with_springs({robot.joint_names[-1]: Spring(1.0)}),
    "with_limits": lambda robot: robot.with_limits({robot.joint_names[-1]: Limits(-1.0, 1.0)}),
    "with_gravity_compensation": variant("with_gravity_compensation", 1.0),
    "with_frame": lambda robot: robot.with_frame("camera", robot.frames[-1], xyz=[0.1, 0.0, 0.0]),
    "with_tip": lambda robot: robot.with_tip(robot.frames[-1]),
    "with_base": lambda robot: robot.with_base(xyz=[0.0, 0.0, 1.0], joint="stand", world="hall"),
    "attach": lambda robot: robot.attach(linkwise.load("pendulum"), robot.frames[-1], prefix="bob_"),
    "subchain": lambda robot: robot.subchain(*whole(getattr(robot, "robot", robot).model)),
    "with_drive": lambda robot: robot.with_drive("drive", {robot.joint_names[-1]: 1.0}, rotor=Rotor(1e-4, 10.0)),
    "with_motors": lambda robot: robot.with_motors(np.eye(robot.n)),
    "with_spinning_rotors": lambda robot: robot.with_spinning_rotors(),
    **{name: variant(name) for name in ("without_friction", "without_rotors", "without_springs")},
}
TOO_MANY_JOINTS = {"pose_motion": (6,), "decoupling": (1, 2, 3)}
"""Uses for robots with so many joints only."""

LONG = {
    "bounds",
    "couplings",
    "excitation",
    "fastest_along",
    "with_transmission",
    "momentum",
    "momentum_matrix",
    "parameter_derivatives",
}
LONG |= {"verify", "sweep", "rollouts", "compile_rollouts", "listing", "formula", "base_parameters", "simulate"}
LONG |= {"inverse_dynamics_derivatives", "forward_dynamics_derivatives", "motor_loads", "reaction_wrenches", "compile"}


def test_every_method_of_a_robot_has_its_row():
    methods = {name for name in dir(Robot) if name[0] != "_" and callable(getattr(Robot, name))}
    assert set(TABLE) == methods == set(CALLS)
    assert {word for words in TABLE.values() for word in words} == {"answers", "refuses"}


@pytest.mark.parametrize(
    ("column", "name"),
    [
        pytest.param(column, name, marks=[pytest.mark.slow] * (k > 2 or (k > 1 and name in LONG)))
        for k, column in enumerate(COLUMNS)
        for name in TABLE
    ],
)
def test_the_table(column, name):
    said = TABLE[name][min(COLUMNS.index(column), 2)]
    robot = ROBOTS[column]
    if said == "answers":
        if name == "torch":
            pytest.importorskip("torch", reason="its package is not installed: make test-torch")
        if column == "planar" and ("quaternion" in name or name == "with_turn_order"):  # a plane has one angle
            with pytest.raises(LinkwiseError, match=r"one turn|turns"):
                CALLS[name](robot)
        elif name in TOO_MANY_JOINTS and robot.n not in TOO_MANY_JOINTS[name]:
            with pytest.raises(NotForThisRobot, match="joints"):
                CALLS[name](robot)
        else:
            assert CALLS[name](robot) is not None
        return
    with pytest.raises(NotForThisRobot) as caught:
        CALLS[name](robot)
    if column == "robot with closures":
        assert "robot.closed()" in caught.value.hint and "robot.without_closures()" in caught.value.hint
    if column == "robot.closed()":
        assert "has closed loops" in str(caught.value) and name in str(caught.value) and caught.value.hint
