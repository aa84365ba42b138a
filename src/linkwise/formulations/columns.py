"""The columns of a regressor: which parameters they belong to, and in which order.

Khalil & Dombre (2002) §9.4.1: for each link XX XY XZ YY YZ ZZ MX MY MZ M, then the rotor's I_a; so that Γ = D K.
Friction adds F_v q̇ + F_c sign(q̇) + F_o for each joint [9.27], where F_o is an offset of its drive, and for a joint with
Stribeck's law F_s sign(q̇) e^(−k |q̇|^B), F_s = F_st − F_c [9.26]. Where viscous friction differs with the direction, F_v
is the mean and F_u |q̇| half the difference. The columns follow the joint's own law: they use its k and B, and
tanh(q̇/width) for sign(q̇) where it is smooth. Laws with other parameters are refused. A drive that several joints share
turns with a combination c·u̇ of coordinates; it adds
cᵀ (I_a c·ü + F_v c·u̇ + F_c sign(c·u̇) + F_o), after [9.31]–[9.33].                                      [khalil2002]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..algebra import Scalar
from ..errors import InvalidModel, shown
from ..model import FREE, AbstractFriction, AbstractJoint, Model
from ..model.constants import STANDARD
from ..model.coordinates import Row
from .scalars import Rows, Scalars

FRICTION = {"viscous": "FV", "coulomb": "FC", "offset": "FO", "static": "FS", "uneven": "FU"}
"""The kinds of friction that have columns, and their letters."""

OF_SOME = ("static", "uneven")
"""Kinds that have columns only if some joint has such a friction law."""

PAIRED = {
    "offset": (
        "coulomb",
        "differs with the direction of motion",
        "the mean and half the difference: Coulomb friction and an offset",
    ),
    "static": (
        "coulomb",
        "is larger at rest than in motion",
        "what is left in motion and what falls off: Coulomb and static friction",
    ),
    "uneven": (
        "viscous",
        "grows faster in one direction",
        "the mean and half the difference: viscous and uneven friction",
    ),
}
"""Kinds that need another: that other kind, how such a joint's friction behaves, what both mean together."""


@dataclass(frozen=True)
class Drive:
    """A drive in addition to those of the joints: its speed is Σ c_k u̇_k, and `row` holds the pairs (k, c_k)."""

    name: str
    row: Row

    def speed(self, ud: Scalars) -> Scalar:
        """c·u̇; likewise for accelerations."""
        total: Scalar = 0.0
        for k, c in self.row:
            total = total + (ud[k] if c == 1.0 else c * ud[k])
        return total

    def column(self, force: Scalar, n: int) -> list[Scalar]:
        """cᵀ f."""
        column: list[Scalar] = [0.0] * n
        for k, c in self.row:
            column[k] = c * force
        return column


@dataclass(frozen=True)
class Columns:
    """The parameters of links, of rotors if `rotors`, of joint friction, of shared drives; or `only` some of these.

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
        """The columns by default: links, and rotors if the robot has any."""
        return Columns(rotors=any(body.joint.rotor.reflected != 0 for body in model.bodies))

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of each link's parameters, in order."""
        return (*STANDARD, *(("Ia",) if self.rotors else ()), *(FRICTION[kind] for kind in self.friction))

    def names(self, model: Model) -> tuple[str, ...]:
        """The names of the columns: the book's letters and the number of the link, or the drive's name."""
        own = [f"{letter}{j}" for j in range(1, len(model.bodies) + 1) for letter in self.letters]
        extra = ("Ia", *(FRICTION[kind] for kind in self.shared))
        names = (*own, *(f"{letter}_{drive.name}" for drive in self.drives for letter in extra))
        return names if self.only is None else tuple(names[k] for k in self.only)

    def size(self, model: Model) -> int:
        """The number of columns."""
        if self.only is not None:
            return len(self.only)
        return len(self.letters) * len(model.bodies) + (1 + len(self.shared)) * len(self.drives)

    def chosen(self, row: Sequence[Scalar]) -> list[Scalar]:
        """The entries of `only`, or all of them."""
        return list(row) if self.only is None else [row[k] for k in self.only]

    @property
    def shared(self) -> tuple[str, ...]:
        """The kinds of friction that shared drives have; a model holds no Stribeck or Uneven laws for them."""
        return tuple(kind for kind in self.friction if kind not in OF_SOME)

    def of_friction(self, qd: Scalar, law: AbstractFriction = FREE) -> Iterator[Scalar]:
        """The columns of a friction law at a speed; 0 for parameters it does not have."""
        if self.friction:
            columns = law.columns(qd)
            yield from (columns.get(kind, 0.0) for kind in self.friction)

    def rows(self, model: Model, Y: Rows, ud: Scalars, effect: Scalars, friction: bool) -> Rows:
        """Bᵀ Y with the columns of rotors, friction and drives inserted; `effect` is ü, or u̇ for momenta."""
        qd, q_effect = model.coordinates.velocities(ud), model.coordinates.velocities(effect)
        columns: list[list[Scalar]] = []
        for j, body in model.outward():
            columns += [[row[10 * j + c] for row in Y] for c in range(10)]
            own = [q_effect[j]] if self.rotors else []
            own += self.of_friction(qd[j], body.joint.friction) if friction else ()
            columns += [[x if i == j else 0.0 for i in range(len(model.bodies))] for x in own]
        if not model.coordinates.trivial:
            columns = [model.coordinates.forces(column) for column in columns]
        for drive in self.drives:
            of_friction = replace(self, friction=self.shared).of_friction(drive.speed(ud)) if friction else ()
            own = [drive.speed(effect), *of_friction]
            columns += [drive.column(x, model.n) for x in own]
        return [list(row) for row in zip(*self.chosen(columns), strict=True)]

    def energies(self, model: Model, e: Scalars, ud: Scalars | None) -> list[Scalar]:
        """The row of link energies with ½ q̇² of rotors and drives inserted; 0 for potential energy, where u̇ is None."""
        qd = None if ud is None else model.coordinates.velocities(ud)
        row: list[Scalar] = []
        for j in range(len(model.bodies)):
            row += e[10 * j : 10 * j + 10]
            if self.rotors:
                row.append(0.0 if qd is None else 0.5 * (qd[j] * qd[j]))
        for drive in self.drives:
            speed = 0.0 if ud is None else drive.speed(ud)
            row.append(0.5 * (speed * speed))
        return self.chosen(row)

    def values(self, model: Model) -> list[Scalar]:
        """The robot's own parameters; 0 for shared drives, which its model does not know."""
        parameters: list[Scalar] = []
        for body in model.bodies:
            parameters += [*body.inertia.parameters, *([body.joint.rotor.reflected] if self.rotors else [])]
            if self.friction:
                own = friction_parameters(body.joint)
                self._require_all(body.joint.name, own)
                parameters += [own.get(kind, 0.0) for kind in self.friction]
        return self.chosen([*parameters, *[0.0] * ((1 + len(self.shared)) * len(self.drives))])

    def _require_all(self, joint: str, own: Mapping[str, Scalar]) -> None:
        for kind, (beside, what, means) in PAIRED.items():
            if own.get(kind, 0.0) != 0.0 and not {beside, kind} <= set(self.friction):
                raise InvalidModel(
                    f"the friction of joint {shown(joint)} {what}.",
                    f"Its parameters are {means}.",
                    f'ask for friction=("viscous", "coulomb", "{kind}").',
                )


def friction_parameters(joint: AbstractJoint) -> dict[str, Scalar]:
    """The parameters in which a joint's friction is linear.

    >>> from linkwise.model import Friction, Revolute
    >>> friction_parameters(Revolute("elbow", friction=Friction(0.5, 2.0)))
    {'viscous': 0.5, 'coulomb': 2.0, 'offset': 0.0}
    """
    parameters = joint.friction.coefficients
    if parameters is None:
        raise InvalidModel(
            f"the friction of joint {shown(joint.name)}, {shown(repr(joint.friction))}, has no such parameters.",
            f"{', '.join(FRICTION.values())} belong to Friction, Stribeck, Uneven of Friction, and Smooth of these.",
            "leave friction out, or give the robot such a law: robot.with_friction(…).",
        )
    return parameters
