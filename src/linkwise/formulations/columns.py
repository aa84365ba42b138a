"""Which parameters a regressor is the matrix of, and in which order.

Khalil & Dombre (2002) §9.4.1: of each link XX XY XZ YY YZ ZZ MX MY MZ M, then the rotor's I_a; so that Γ = D K.
Friction adds F_v q̇ + F_c sign(q̇) + F_o of each joint [9.27], with an offset F_o that drives bring along. A drive that
several joints share turns with a combination c·u̇ of coordinates; it adds cᵀ (I_a c·ü + F_v c·u̇ + F_c sign(c·u̇) + F_o),
after [9.31]–[9.33].                                                                                    [khalil2002]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real

from ..algebra import Scalar, sign
from ..errors import InvalidModel, LinkwiseError, UnknownName, shown
from ..model import Model
from ..model.constants import STANDARD
from ..model.coordinates import Row
from .signature import Rows, Scalars

FRICTION = {"viscous": "FV", "coulomb": "FC", "offset": "FO"}
"""The kinds of friction that have columns, and their letters."""


@dataclass(frozen=True)
class Drive:
    """A drive beside those of the joints: its speed is Σ c_k u̇_k, `row` holding the pairs (k, c_k)."""

    name: str
    row: Row

    def speed(self, ud: Scalars) -> Scalar:
        """c·u̇; accelerations go the same way."""
        total: Scalar = 0.0
        for k, c in self.row:
            total = total + (ud[k] if c == 1.0 else c * ud[k])
        return total

    def column(self, force: Scalar, n: int) -> list[Scalar]:
        """cᵀ f."""
        found: list[Scalar] = [0.0] * n
        for k, c in self.row:
            found[k] = c * force
        return found


@dataclass(frozen=True)
class Columns:
    """The parameters of links, of rotors where `rotors`, of joint friction, of shared drives; `only` some of them.

    >>> import linkwise
    >>> Columns(rotors=True).names(linkwise.load("pendulum").tree)[-2:]
    ('M1', 'Ia1')
    """

    rotors: bool = False
    friction: tuple[str, ...] = ()
    drives: tuple[Drive, ...] = ()
    only: tuple[int, ...] | None = None

    @staticmethod
    def of(model: Model) -> "Columns":
        """Those of a robot where nothing else is said: rotors where it has any."""
        return Columns(rotors=any(body.joint.rotor.reflected != 0 for body in model.bodies))

    @property
    def letters(self) -> tuple[str, ...]:
        """What each link has, in order."""
        return (*STANDARD, *(("Ia",) if self.rotors else ()), *(FRICTION[kind] for kind in self.friction))

    def names(self, model: Model) -> tuple[str, ...]:
        """The names of the columns: the book's letters and the number of the link, or the drive's name."""
        own = [f"{letter}{j}" for j in range(1, len(model.bodies) + 1) for letter in self.letters]
        extra = ("Ia", *(FRICTION[kind] for kind in self.friction))
        every = (*own, *(f"{letter}_{drive.name}" for drive in self.drives for letter in extra))
        return every if self.only is None else tuple(every[k] for k in self.only)

    def size(self, model: Model) -> int:
        """How many columns."""
        if self.only is not None:
            return len(self.only)
        return len(self.letters) * len(model.bodies) + (1 + len(self.friction)) * len(self.drives)

    def chosen(self, row: Sequence[Scalar]) -> list[Scalar]:
        """Of all columns, those wanted."""
        return list(row) if self.only is None else [row[k] for k in self.only]

    def rubbing(self, qd: Scalar) -> Iterator[Scalar]:
        """The columns of friction at a speed."""
        for kind in self.friction:
            yield qd if kind == "viscous" else sign(qd) if kind == "coulomb" else 1.0

    def rows(self, model: Model, Y: Rows, ud: Scalars, effect: Scalars, friction: bool) -> Rows:
        """Bᵀ Y with the columns of rotors, friction and drives put in; `effect` is ü, or u̇ for momenta."""
        qd, q_effect = model.u.velocities(ud), model.u.velocities(effect)
        columns: list[list[Scalar]] = []
        for j in range(len(model.bodies)):
            columns += [[row[10 * j + c] for row in Y] for c in range(10)]
            own = ([q_effect[j]] if self.rotors else []) + (list(self.rubbing(qd[j])) if friction else [])
            columns += [[x if i == j else 0.0 for i in range(len(model.bodies))] for x in own]
        if not model.u.trivial:
            columns = [model.u.forces(column) for column in columns]
        for drive in self.drives:
            own = [drive.speed(effect), *(self.rubbing(drive.speed(ud)) if friction else ())]
            columns += [drive.column(x, model.n) for x in own]
        return [list(row) for row in zip(*self.chosen(columns), strict=True)]

    def energies(self, model: Model, e: Scalars, ud: Scalars | None) -> list[Scalar]:
        """Link energies with those of rotors and drives put in, ½ q̇² each; 0 of potential energy, where u̇ is None."""
        qd = None if ud is None else model.u.velocities(ud)
        found: list[Scalar] = []
        for j in range(len(model.bodies)):
            found += e[10 * j : 10 * j + 10]
            if self.rotors:
                found.append(0.0 if qd is None else 0.5 * (qd[j] * qd[j]))
        for drive in self.drives:
            speed = 0.0 if ud is None else drive.speed(ud)
            found.append(0.5 * (speed * speed))
        return self.chosen(found)

    def values(self, model: Model) -> list[Scalar]:
        """The robot's own parameters; 0 of drives its model does not have."""
        found: list[Scalar] = []
        for body in model.bodies:
            f, joint = body.joint.friction, body.joint
            back = f.coulomb if f.backward is None else f.backward
            if self.friction and back != f.coulomb and not {"coulomb", "offset"} <= set(self.friction):
                raise InvalidModel(
                    f"the friction of joint {shown(joint.name)} differs with the direction of motion.",
                    "Its parameters are the mean and half the difference: Coulomb friction and an offset.",
                    'ask for friction=("viscous", "coulomb", "offset").',
                )
            half = {"viscous": f.viscous, "coulomb": 0.5 * (f.coulomb + back), "offset": 0.5 * (f.coulomb - back)}
            found += [*body.inertia.parameters, *([joint.rotor.reflected] if self.rotors else [])]
            found += [half[kind] for kind in self.friction]
        return self.chosen([*found, *[0.0] * ((1 + len(self.friction)) * len(self.drives))])


def columns_of(
    model: Model,
    rotors: bool | None = None,
    friction: bool | Sequence[str] = (),
    drives: Mapping[str, Mapping[str, float]] | None = None,
) -> Columns:
    """The columns a user asks for: `friction=True` means every kind, `drives` maps names to coordinates' factors.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> columns_of(arm, friction=["viscous"], drives={"m": {"joint1": 1.0, "joint2": 1.0}}).names(arm)[-3:]
    ('FV2', 'Ia_m', 'FV_m')
    """
    if not isinstance(rotors, bool | None):
        raise InvalidModel(f"rotors is {shown(repr(rotors))}.", "True, False, or None for those the robot has.")
    if isinstance(friction, bool):
        friction = tuple(FRICTION) if friction else ()
    if isinstance(friction, str) or not isinstance(friction, list | tuple):
        raise InvalidModel(f"friction is {shown(repr(friction))}.", f"True, or a list of {', '.join(FRICTION)}.")
    for kind in friction:
        if not isinstance(kind, str) or kind not in FRICTION:
            raise UnknownName("kind of friction", kind, "linkwise", FRICTION)
    if len(set(friction)) != len(friction):
        raise InvalidModel(f"friction {shown(repr(friction))} names a kind twice.", "Each once was expected.")
    ordered = tuple(kind for kind in FRICTION if kind in friction)
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
