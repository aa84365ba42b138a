"""The columns of a regressor as users ask for them, checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from numbers import Real

from ..errors import InvalidModel, LinkwiseError, UnknownName, shown
from ..model import Model
from .columns import FRICTION, OF_SOME, Columns, Drive, linear


def columns_of(
    model: Model,
    rotors: bool | None = None,
    friction: bool | Sequence[str] = (),
    drives: Mapping[str, Mapping[str, float]] | None = None,
) -> Columns:
    """The columns a user asks for: `friction=True` means every kind, "static" and "uneven" where some joint has them;
    `drives` maps names to coordinates' factors.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> columns_of(arm, friction=["viscous"], drives={"m": {"joint1": 1.0, "joint2": 1.0}}).names(arm)[-3:]
    ('FV2', 'Ia_m', 'FV_m')
    """
    if not isinstance(rotors, bool | None):
        raise InvalidModel(f"rotors is {shown(repr(rotors))}.", "True, False, or None for those the robot has.")
    here = {kind for body in model.bodies for kind in body.joint.friction.coefficients or {}}
    if isinstance(friction, bool):
        friction = tuple(kind for kind in FRICTION if kind not in OF_SOME or kind in here) if friction else ()
    if isinstance(friction, str) or not isinstance(friction, list | tuple):
        raise InvalidModel(f"friction is {shown(repr(friction))}.", f"True, or a list of {', '.join(FRICTION)}.")
    for kind in friction:
        if not isinstance(kind, str) or kind not in FRICTION:
            raise UnknownName("kind of friction", kind, "linkwise", FRICTION)
    if len(set(friction)) != len(friction):
        raise InvalidModel(f"friction {shown(repr(friction))} names a kind twice.", "Each once was expected.")
    if "uneven" in friction and "uneven" not in here:
        raise InvalidModel(
            f"no joint of robot {shown(model.name)} has viscous friction that differs with the direction.",
            "Its column is that of an Uneven law.",
            "robot.with_friction(linkwise.model.Uneven(…)) gives it one.",
        )
    if "static" in friction and "static" not in here:
        raise InvalidModel(
            f"no joint of robot {shown(model.name)} has static friction.",
            "Its column takes k and the exponent of a joint's Stribeck law.",
            "robot.with_friction(linkwise.model.Stribeck(…)) gives it one.",
        )
    ordered = tuple(kind for kind in FRICTION if kind in friction)
    if ordered:
        for body in model.bodies:
            linear(body.joint)
    own = Columns.of(model).rotors if rotors is None else rotors
    shared = {} if drives is None else drives
    return Columns(own, ordered, tuple(_drive(model, name, row) for name, row in _items(shared)))


def check_columns(columns: object, model: Model, friction: bool) -> None:
    """Refuse what are no columns of a robot, and those of friction where the answer has none.

    >>> import linkwise
    >>> check_columns(Columns(), linkwise.load("pendulum").tree, friction=False)
    """
    every = replace(columns, only=None).size(model) if isinstance(columns, Columns) else 0
    if (
        not isinstance(columns, Columns)
        or not all(0 <= k < every for k in columns.only or ())
        or not all(k < model.n for drive in columns.drives for k, _ in drive.row)
    ):
        raise LinkwiseError(
            f"{shown(repr(columns))} are no columns of robot {shown(model.name)}.",
            "Those of its parameters were expected.",
            "robot.parameters(…).columns are such.",
        )
    for body in model.bodies if columns.friction else ():
        linear(body.joint)
    if columns.friction and not friction:
        raise LinkwiseError(
            "energies and momenta have no columns of friction.",
            "Only the regressor of joint forces has.",
            "leave friction out, or compile them apart.",
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
    found: list[tuple[int, float]] = []
    for joint, factor in row.items():
        if joint not in model.joint_names:
            raise UnknownName("joint", joint, f"robot {shown(model.name)}", model.joint_names)
        if not isinstance(factor, Real) or isinstance(factor, bool) or not abs(float(factor)) < float("inf"):
            raise InvalidModel(f"drive {shown(name)} has the factor {shown(repr(factor))}.", "A number was expected.")
        found.append((model.joint_names.index(joint), float(factor)))
    if not isinstance(name, str) or not name.isidentifier():
        raise InvalidModel(f"a drive is called {shown(repr(name))}.", "A name of letters and digits was expected.")
    if not found:
        raise InvalidModel(f"drive {shown(name)} moves with no joint.", "At least one joint and its factor.")
    return Drive(name, tuple(found))
