"""The columns of a regressor that a user requests, checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..algebra import is_finite_number
from ..errors import InvalidModel, LinkwiseError, UnknownName, shown
from ..model import Model
from .columns import FRICTION, OF_SOME, Columns, Drive, friction_parameters


def columns_of(
    model: Model,
    rotors: bool | None = None,
    friction: bool | Sequence[str] = (),
    drives: Mapping[str, Mapping[str, float]] | None = None,
) -> Columns:
    """The columns a user requests.

    `friction` is a list of kinds, or True for all of them, "static" and "uneven" if some joint has them; `drives` maps
    names of shared drives to factors by coordinate; `rotors=None` includes rotors if the robot has any.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> columns_of(arm, friction=["viscous"], drives={"m": {"joint1": 1.0, "joint2": 1.0}}).names(arm)[-3:]
    ('FV2', 'Ia_m', 'FV_m')
    """
    if not isinstance(rotors, bool | None):
        raise InvalidModel(
            f"rotors is {shown(repr(rotors))}.", "True, False, or None for the robot's own, was expected."
        )
    here = {kind for body in model.bodies for kind in body.joint.friction.coefficients or {}}
    if isinstance(friction, bool):
        friction = tuple(kind for kind in FRICTION if kind not in OF_SOME or kind in here) if friction else ()
    if isinstance(friction, str) or not isinstance(friction, list | tuple):
        expected = f"True, or a list of some of {', '.join(FRICTION)}, was expected."
        raise InvalidModel(f"friction is {shown(repr(friction))}.", expected)
    for kind in friction:
        if not isinstance(kind, str) or kind not in FRICTION:
            raise UnknownName("kind of friction", kind, "linkwise", FRICTION)
    if len(set(friction)) != len(friction):
        raise InvalidModel(f"friction {shown(repr(friction))} names a kind twice.", "Each kind was expected once.")
    if "uneven" in friction and "uneven" not in here:
        raise InvalidModel(
            f"no joint of robot {shown(model.name)} has viscous friction that differs with the direction.",
            "An Uneven law was expected at some joint: the column belongs to it.",
            "robot.with_friction(linkwise.model.Uneven(…)) gives it one.",
        )
    if "static" in friction and "static" not in here:
        raise InvalidModel(
            f"no joint of robot {shown(model.name)} has static friction.",
            "A Stribeck law was expected at some joint: the column needs its k and exponent.",
            "robot.with_friction(linkwise.model.Stribeck(…)) gives it one.",
        )
    ordered = tuple(kind for kind in FRICTION if kind in friction)
    if ordered:
        for body in model.bodies:
            friction_parameters(body.joint)
    own = Columns.of(model).rotors if rotors is None else rotors
    shared = {} if drives is None else drives
    return Columns(own, ordered, tuple(_drive(model, name, row) for name, row in _items(shared)))


def check_columns(columns: object, model: Model, friction: bool) -> None:
    """Refuse anything but columns of this robot, and columns of friction in an answer that has no friction.

    >>> import linkwise
    >>> check_columns(Columns(), linkwise.load("pendulum").tree, friction=False)
    """
    size = replace(columns, only=None).size(model) if isinstance(columns, Columns) else 0
    if (
        not isinstance(columns, Columns)
        or not all(0 <= k < size for k in columns.only or ())
        or not all(k < model.n for drive in columns.drives for k, _ in drive.row)
    ):
        raise LinkwiseError(
            f"{shown(repr(columns))} are not columns of robot {shown(model.name)}.",
            "Columns of its parameters were expected.",
            "use robot.parameters(…).columns.",
        )
    for body in model.bodies if columns.friction else ():
        friction_parameters(body.joint)
    if columns.friction and not friction:
        raise LinkwiseError(
            "energies and momenta have no columns of friction.",
            "Columns without friction were expected; only the regressor of joint forces has such columns.",
            "leave friction out, or compile them separately.",
        )


def _items(drives: object) -> Iterator[tuple[str, Mapping[str, float]]]:
    if not isinstance(drives, Mapping) or not all(isinstance(row, Mapping) for row in drives.values()):
        raise InvalidModel(
            f"drives are {shown(repr(drives))}.",
            "A dict of names, and for each a dict of coordinates and factors, was expected.",
            'drives={"motor6": {"joint_5": 1.0, "joint_6": 1.0}}, say.',
        )
    yield from drives.items()


def _drive(model: Model, name: str, row: Mapping[str, float]) -> Drive:
    pairs: list[tuple[int, float]] = []
    for joint, factor in row.items():
        if joint not in model.joint_names:
            raise UnknownName("joint", joint, f"robot {shown(model.name)}", model.joint_names)
        if not is_finite_number(factor):
            what = f"drive {shown(name)} has the factor {shown(repr(factor))}."
            raise InvalidModel(what, "A finite number was expected.")
        pairs.append((model.joint_names.index(joint), float(factor)))
    if not isinstance(name, str) or not name.isidentifier():
        raise InvalidModel(f"a drive is called {shown(repr(name))}.", "A name of letters and digits was expected.")
    if not pairs:
        what = f"drive {shown(name)} moves no joint."
        raise InvalidModel(what, "At least one joint and its factor were expected.")
    return Drive(name, tuple(pairs))
