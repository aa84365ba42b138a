"""What is between motors and links: springs, their damping, the rotors, and friction on either side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray, InvalidModel, NotForThisRobot, UnknownName, listed, shown
from ..html_table import html_table
from ..model import AbstractFriction, Model, rewrite
from ..taskspace.matrices import inverse
from .equations import ElasticEquations
from .matrices import Matrix, rows, symmetric

SIDES = ("motor", "joint")
"""The sides on which the model's friction may act."""

MotorFriction = AbstractFriction | Mapping[str, AbstractFriction] | Sequence[AbstractFriction] | None
"""The motors' own friction: a law for all, laws by joint, one for each, or None."""

GIVE_ROTOR = "give the joint a rotor in the model, or with_elastic_joints(…, rotors=…), or lock the joint."


@dataclass(frozen=True, eq=False, repr=False)
class Springs:
    """k, d and I_a of Khalil & Dombre (2002) [9.35] for the joints of `tree`, checked n×n matrices.    [khalil2002]

    >>> import linkwise
    >>> springs = linkwise.load("planar2r").with_elastic_joints([100.0, 50.0], rotors=0.5).springs
    >>> springs
    Springs('planar2r', stiffness 50 … 100)
    >>> springs.stiffness
    array([[100.,   0.],
           [  0.,  50.]])
    """

    tree: Model
    stiffness: Array
    damping: Array
    rotors: Array
    links: Model
    """The rigid arm on the joints' side: without rotors, and without friction that acts on the motors."""
    motors: Model | None
    """The model whose friction the motors have; None if they have none."""
    given: tuple[bool, str | None, MotorFriction] = (False, None, None)
    """Whether the rotors are the model's, the side of its friction, and the motors' own laws: for variants."""

    @staticmethod
    def of(
        tree: Model,
        stiffness: ArrayLike,
        damping: ArrayLike = 0.0,
        rotors: ArrayLike | None = None,
        friction: str | None = None,
        motor_friction: MotorFriction = None,
    ) -> Springs:
        """Springs of a robot without fixed joints, from one number, n numbers or matrices; friction as in
        `robot.with_elastic_joints`.

        >>> import linkwise
        >>> Springs.of(linkwise.load("puma560").tree, 1e4).rotors[0, 0].round(3)
        np.float64(0.784)
        """
        names = tree.joint_names
        if not names:
            raise NotForThisRobot(f"no joint of robot {shown(tree.name)} moves.", "Springs need joints that move.")
        _refuse_spinning_rotors(tree)
        return Springs(
            tree,
            symmetric("stiffness", stiffness, names),
            symmetric("damping", damping, names, definite=False),
            symmetric("rotor inertia", rotor_inertia(tree) if rotors is None else rotors, names),
            *_sides(tree, friction, motor_friction),
            (rotors is None, friction, motor_friction),
        )

    def on(self, tree: Model) -> Springs:
        """The same springs and motors on a variant of the tree with the same coordinates.

        >>> import linkwise
        >>> rod = linkwise.load("pendulum")
        >>> Springs.of(rod.tree, 100.0, rotors=1.0).on(rod.with_payload(1.0).tree)
        Springs('pendulum', stiffness 100)
        """
        own_rotors, friction, motor_friction = self.given
        rotors = None if own_rotors else self.rotors
        return Springs.of(tree, self.stiffness, self.damping, rotors, friction, motor_friction)

    @cached_property
    def compliance(self) -> Matrix:
        """k⁻¹.

        >>> import linkwise
        >>> Springs.of(linkwise.load("pendulum").tree, 100.0, rotors=1.0).compliance
        ((0.01,),)
        """
        return rows(_inverse(self.stiffness))

    def equations(self, frames: tuple[str, ...] = ()) -> ElasticEquations:
        """[9.34]–[9.35] over scalars, with wrenches at the named frames.

        >>> import linkwise
        >>> Springs.of(linkwise.load("pendulum").tree, 100.0, rotors=1.0).equations().deflection([0.0, 0.3])
        [0.3]
        """
        k, d, I_a, I_a_inverse = map(rows, (self.stiffness, self.damping, self.rotors, _inverse(self.rotors)))
        return ElasticEquations(self.links, self.motors, k, d, I_a, I_a_inverse, frames)

    def __repr__(self) -> str:
        k = np.diag(self.stiffness)
        least, most = float(k.min()), float(k.max())
        text = f"{least:g}" if least == most else f"{least:g} … {most:g}"
        return f"Springs({shown(self.tree.name)}, stiffness {text})"

    def _repr_html_(self) -> str:
        return self.table(repr(self))

    def table(self, title: str) -> str:
        """The diagonals of the three matrices as an HTML table, one row per joint.

        >>> import linkwise
        >>> "<td>joint1</td><td>100</td>" in Springs.of(linkwise.load("pendulum").tree, 100.0, rotors=1.0).table("arm")
        True
        """
        heads = ("joint", "stiffness (N m/rad or N/m)", "damping (N m s/rad or N s/m)", "rotor inertia (kg m² or kg)")
        matrices = (self.stiffness, self.damping, self.rotors)
        numbers = zip(*([f"{x:.6g}" for x in np.diag(matrix)] for matrix in matrices), strict=True)
        rows = [(name, *row) for name, row in zip(self.tree.joint_names, numbers, strict=True)]
        return html_table(title, heads, rows)

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: what is cached is computed again."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def rotor_inertia(tree: Model) -> Array:
    """The inertia matrix of the model's rotors in its coordinates, Bᵀ diag(I_a) B; every coordinate needs a rotor.

    It is diagonal if each motor moves one coordinate.

    >>> import linkwise
    >>> rotor_inertia(linkwise.load("puma560").tree)[0, 0].round(3)
    np.float64(0.784)
    """
    try:
        diagonal = np.diag(np.array([body.joint.rotor.reflected for body in tree.bodies], dtype=float))
    except TypeError:
        raise BadArray(
            f"a rotor inertia of robot {shown(tree.name)} is a symbol.", "Numbers were expected.", GIVE_ROTOR
        ) from None
    inertia = np.array(tree.coordinates.square_symmetric(diagonal.tolist()), dtype=float)
    for joint, own in zip(tree.joint_names, np.diag(inertia), strict=True):
        if own == 0.0:
            raise InvalidModel(
                f"joint {shown(joint)} of robot {shown(tree.name)} has no rotor inertia.",
                "A motor behind a spring needs one: without it its acceleration is not determined.",
                GIVE_ROTOR,
            )
    return inertia


def _sides(tree: Model, friction: str | None, motor_friction: MotorFriction) -> tuple[Model, Model | None]:
    """The links with the friction of the joints' side, and the model whose friction the motors have."""
    if friction is not None and friction not in SIDES:
        raise UnknownName("side", friction, "friction", SIDES)
    links = rewrite.without_rotors(tree)
    if motor_friction is None:
        return (links, None) if friction == "joint" else (rewrite.without_friction(links), tree)
    if friction == "motor":
        raise InvalidModel(
            f"motor_friction was given, and the friction of robot {shown(tree.name)} is to act on the motors too.",
            "With friction laws of the motors, those of the model act on the joints.",
            'leave out friction="motor", or give the motors laws by robot.with_friction.',
        )
    laws: Any = motor_friction
    if isinstance(laws, Sequence) and not isinstance(laws, str):
        if len(laws) != tree.n:
            raise InvalidModel(
                f"motor_friction has {len(laws)} laws.",
                f"{tree.n} were expected, one for each motor.",
                "a dict by joint?",
            )
        laws = dict(zip(tree.joint_names, laws, strict=True))
    return links, rewrite.with_friction(rewrite.without_friction(tree), laws)


def _refuse_spinning_rotors(tree: Model) -> None:
    """Rotors that are bodies turn with the joints: behind springs they would count twice."""
    rotors = {f"{joint} rotor" for joint in tree.moving_joint_names}
    spinning = [body.name for body in tree.bodies if body.name in rotors and body.inertia.m == 0]
    if spinning:
        raise NotForThisRobot(
            f"rotors of robot {shown(tree.name)} are bodies that spin with its joints: {listed(spinning)}.",
            "Rotors behind springs turn with the motors; their gyroscopic effect is left out.",
            "give springs to the robot as it was before with_spinning_rotors.",
        )


def _inverse(matrix: Array) -> Array:
    """The inverse of a positive definite matrix; exact for a diagonal one."""
    if not np.any(matrix - np.diag(np.diag(matrix))):
        return np.diag(1.0 / np.diag(matrix))
    full = inverse(matrix)
    return 0.5 * (full + full.T)
