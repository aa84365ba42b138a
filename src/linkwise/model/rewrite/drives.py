"""Motors that move several joints, and motors as the robot's coordinates.

Khalil & Dombre (2002) §9.3.7: dq = J_qm dq_m [9.31], so that τ_m = J_qmᵀ Γ [9.33].                      [khalil2002]

A drive is a body without mass on the base: its joint carries the motor's rotor and friction, and follows a linear map
of the robot's coordinates (model/coordinates.py). So it takes part in every answer and every derivative, and the
recursions need not know about it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...algebra import Inertia, Transform, is_finite_number
from ...errors import InvalidModel, UnknownName, shown
from ..actuator import FREE, NO_LIMITS, NO_ROTOR, AbstractFriction, Limits, Rotor
from ..body import BASE, Body
from ..closure import Closure, JointRelation
from ..coordinates import Coordinates, Row
from ..field_types import expect_model
from ..joints import Revolute
from ..model import Model


def with_drive(
    model: Model,
    name: str,
    ratios: Mapping[str, float],
    rotor: Rotor = NO_ROTOR,
    friction: AbstractFriction = FREE,
    limits: Limits = NO_LIMITS,
) -> Model:
    """The robot with one more drive, whose speed is Σ ratio · q̇ over the named coordinates.

    >>> import linkwise
    >>> from linkwise.model import Rotor
    >>> arm = with_drive(linkwise.load("planar2r").model, "motor", {"joint1": 1.0, "joint2": 1.0}, Rotor(2.0))
    >>> (linkwise.Robot(arm).mass_matrix([0.0, 0.0]) - linkwise.load("planar2r").mass_matrix([0.0, 0.0])).round(9)
    array([[2., 2.],
           [2., 2.]])
    """
    expect_model(model)
    if not isinstance(ratios, Mapping) or not ratios:
        raise InvalidModel(
            f"drive {shown(str(name))} has the ratios {shown(repr(ratios))}.",
            "A dict of coordinates and factors was expected.",
            '{"joint1": 1.0, "joint2": -2.0}, say.',
        )
    row: list[tuple[int, float]] = []
    for joint, ratio in ratios.items():
        if joint not in model.coordinates.names:
            raise UnknownName("joint", joint, f"robot {shown(model.name)}", model.coordinates.names)
        if not is_finite_number(ratio):
            what = f"drive {shown(str(name))} has the ratio {shown(repr(ratio))}."
            raise InvalidModel(what, "A finite number was expected.")
        if ratio != 0.0:
            row.append((model.coordinates.names.index(joint), float(ratio)))
    if not row:
        raise InvalidModel(f"drive {shown(str(name))} moves no joint.", "A ratio that is not 0 was expected.")
    if isinstance(limits, Limits) and limits != NO_LIMITS and name not in model.coordinates.names:
        raise InvalidModel(
            f"the limits of drive {shown(str(name))} would not be used.",
            "Only limits of the robot's coordinates are used.",
            "make the motors the coordinates, with_motors(coupling, names), and give the drive the name of its motor.",
        )
    return with_turning_body(model, name, tuple(row), Revolute(name, rotor=rotor, friction=friction, limits=limits))


def with_motors(model: Model, J_qm: Sequence[Sequence[float]], names: Sequence[str]) -> Model:
    """The robot whose coordinates are those of its motors, q = J_qm q_m: joint forces Γ become τ_m = J_qmᵀ Γ [9.33].

    >>> import linkwise
    >>> arm = with_motors(linkwise.load("planar2r").model, [[1.0, 0.0], [-1.0, 1.0]], ["m1", "m2"])
    >>> linkwise.Robot(arm).gravity_forces([0.0, 0.0]).round(3)  # of the absolute angles
    array([23.348, 18.541])
    """
    expect_model(model)
    if len(J_qm) != model.n or any(len(row) != len(names) for row in J_qm):
        raise InvalidModel(
            f"the coupling of robot {shown(model.name)} does not map {len(names)} motors to {model.n} coordinates.",
            f"A matrix of {model.n} rows and {len(names)} columns was expected: q = J_qm q_m.",
        )
    if model.actuated or any(isinstance(each, JointRelation) for each in model.closures):
        raise InvalidModel(
            f"robot {shown(model.name)} has relations between its coordinates, or says which of them are actuated.",
            "Motors as coordinates would leave these without the coordinates they name.",
            "robot.without_closures() is the robot without them.",
        )
    u = model.coordinates
    rows = []
    for row in u.rows:
        total = [sum(c * J_qm[k][m] for k, c in row) for m in range(len(names))]
        rows.append(tuple((m, float(x)) for m, x in enumerate(total) if x != 0.0))
    for joint, row, b in zip(model.moving_joint_names, rows, u.offsets, strict=True):
        if joint in names and (row != ((names.index(joint), 1.0),) or b != 0.0):
            raise InvalidModel(
                f"a motor has the name of joint {shown(joint)}, which does not move as the motor does.",
                "A name not used by another joint was expected.",
                'leave the names out: motors are then called "motor1", "motor2", …',
            )
    return replace(model, coordinates=Coordinates(tuple(names), tuple(rows), u.offsets))


def with_turning_body(
    model: Model, name: str, row: Row, joint: Revolute, parent: int = BASE, inertia: Inertia | None = None
) -> Model:
    """The robot with one more body, which follows the coordinates as the row says; the tip stays what it was.

    >>> import linkwise
    >>> arm = with_turning_body(linkwise.load("pendulum").model, "wheel", ((0, -2.0),), Revolute("wheel"))
    >>> arm.coordinates.velocities([1.0])
    [1.0, -2.0]
    """
    u, tip = model.coordinates, model.tip
    if name in {frame.name for frame in model.frames}:
        what = f"robot {shown(model.name)} already has a frame {shown(name)}."
        raise InvalidModel(what, "A name not used by any frame was expected: the drive or rotor becomes a body.")
    if name in u.names and row != ((u.names.index(name), 1.0),):
        raise InvalidModel(
            f"drive {shown(name)} has the name of a coordinate but does not turn with it.",
            "The ratio 1.0 to that coordinate alone was expected, or another name.",
        )
    body = Body(name, parent, Transform.identity(model.tag(parent), name), joint, inertia or Inertia.none(name))
    if not tip and model.serial:  # the tip was the only outermost link: next to a new branch it must be named
        tip = model.frame_or_tip(None).name
    coordinates = Coordinates(u.names, (*u.rows, row), (*u.offsets, 0.0))
    return replace(model, bodies=(*model.bodies, body), coordinates=coordinates, tip=tip)


Drive = tuple[Body, Row]
"""A drive's body, and the row of coordinates its joint follows."""


def split_drives(model: Model) -> tuple[Model, tuple[Drive, ...]]:
    """The robot without the drives that were added to it, and those drives.

    >>> import linkwise
    >>> arm, drives = split_drives(linkwise.load("planar2r").with_drive("m", {"joint1": 1.0, "joint2": 2.0}).model)
    >>> len(arm.bodies), drives[0][1]
    (2, ((0, 1.0), (1, 2.0)))
    """
    rows = dict(zip(model.moving, zip(model.coordinates.rows, model.coordinates.offsets, strict=True), strict=True))
    places = [i for i, row in rows.items() if _is_drive(model, i, *row)]
    if not places:
        return model, ()
    left = [i for i in range(len(model.bodies)) if i not in places]
    index = {BASE: BASE, **{i: new for new, i in enumerate(left)}}
    bodies = [model.bodies[i] for i in left]
    kept = [rows[i] for i in left if i in rows]
    bare = replace(
        model,
        bodies=tuple(replace(b, parent=index[b.parent]) if index[b.parent] != b.parent else b for b in bodies),
        frames=tuple(replace(f, body=index[f.body]) for f in model.frames if f.body not in places),
        coordinates=Coordinates(model.coordinates.names, tuple(row for row, _ in kept), tuple(b for _, b in kept)),
    )
    return bare, tuple((model.bodies[i], rows[i][0]) for i in places)


def with_drives(model: Model, drives: Sequence[Drive]) -> Model:
    """The robot with drives that were split off, or those of a robot with the same coordinates in front.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").with_drive("m", {"joint1": 1.0, "joint2": 2.0}).model
    >>> with_drives(*split_drives(arm)).text == arm.text
    True
    """
    if not drives:
        return model
    here = (replace(body, placement=Transform.identity(model.base, body.name)) for body, _ in drives)
    u = model.coordinates
    rows, offsets = (*u.rows, *(row for _, row in drives)), (*u.offsets, *(0.0 for _ in drives))
    return replace(model, bodies=(*model.bodies, *here), coordinates=Coordinates(u.names, rows, offsets))


def _is_drive(model: Model, i: int, row: Row, offset: float) -> bool:
    """Whether a body is a drive: without mass, on the base, following coordinates, carrying and closing nothing."""
    body, joint = model.bodies[i], model.bodies[i].joint
    if body.parent != BASE or any(x != 0 for x in body.inertia.parameters) or model.tip == body.name:
        return False
    made = Revolute(body.name, rotor=joint.rotor, friction=joint.friction)
    follows = joint == made and joint.name not in model.coordinates.names and bool(row) and offset == 0.0
    alone = not model.children[i] and [frame.name for frame in model.frames if frame.body == i] == [body.name]
    tied = {name for each in model.closures if isinstance(each, Closure) for name in (each.frame, each.other)}
    here = Transform.identity(model.base, body.name)
    return follows and alone and body.name not in tied and body.placement == here
