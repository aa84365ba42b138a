"""What stands between motors and links: springs, their damping, the rotors, and the side friction acts on."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import NotForThisRobot, UnknownName, listed, shown
from ..model import Model, rewrite
from .equations import ElasticEquations
from .matrices import Matrix, rows, symmetric
from .rotors import reflected

SIDES = ("motor", "joint")
"""Where the model's friction acts."""


@dataclass(frozen=True, eq=False)
class Springs:
    """k, d and I_a of Khalil & Dombre (2002) [9.35] for the joints of `tree`, checked n×n matrices.    [khalil2002]

    >>> import linkwise
    >>> springs = linkwise.load("planar2r").with_elastic_joints([100.0, 50.0], rotors=0.5).springs
    >>> springs.stiffness
    array([[100.,   0.],
           [  0.,  50.]])
    """

    tree: Model
    stiffness: Array
    damping: Array
    rotors: Array
    friction: str

    @staticmethod
    def of(
        tree: Model,
        stiffness: ArrayLike,
        damping: ArrayLike = 0.0,
        rotors: ArrayLike | None = None,
        friction: str = "motor",
    ) -> "Springs":
        """Springs of a robot without fixed joints, from one number, n numbers or matrices.

        >>> import linkwise
        >>> Springs.of(linkwise.load("puma560").tree, 1e4).rotors[0, 0].round(3)
        np.float64(0.784)
        """
        names = tree.joint_names
        if not names:
            raise NotForThisRobot(f"no joint of robot {shown(tree.name)} moves.", "Springs belong to joints.")
        _refuse_spinning(tree)
        if friction not in SIDES:
            raise UnknownName("side", friction, "friction", SIDES)
        return Springs(
            tree,
            symmetric("stiffness", stiffness, names),
            symmetric("damping", damping, names, definite=False),
            symmetric("rotor inertia", reflected(tree) if rotors is None else rotors, names),
            friction,
        )

    @cached_property
    def links(self) -> Model:
        """The rigid arm on the joints' side: without rotors, and without friction that acts on the motors.

        >>> import linkwise
        >>> Springs.of(linkwise.load("puma560").tree, 1e4).links.bodies[0].joint.rotor.reflected
        0.0
        """
        model = rewrite.without_rotors(self.tree)
        return rewrite.without_friction(model) if self.friction == "motor" else model

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
        >>> Springs.of(linkwise.load("pendulum").tree, 100.0, rotors=1.0).equations().bent([0.0, 0.3])
        [0.3]
        """
        motors = self.tree if self.friction == "motor" else None
        k, d, I_a, I_a_inverse = map(rows, (self.stiffness, self.damping, self.rotors, _inverse(self.rotors)))
        return ElasticEquations(self.links, motors, k, d, I_a, I_a_inverse, frames)

    def __getstate__(self) -> dict[str, Any]:
        """What was given; the rest is made again."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def _refuse_spinning(tree: Model) -> None:
    """Rotors that are bodies turn with the joints: behind springs they would be there twice."""
    rotors = {f"{joint} rotor" for joint in tree.moving_joint_names}
    spinning = [body.name for body in tree.bodies if body.name in rotors and body.inertia.m == 0]
    if spinning:
        raise NotForThisRobot(
            f"rotors of robot {shown(tree.name)} are bodies that spin with its joints: {listed(spinning)}.",
            "Behind springs rotors turn with the motors; their gyroscopic effect is left out.",
            "give springs to the robot it was before with_spinning_rotors.",
        )


def _inverse(matrix: Array) -> Array:
    """Of a positive definite matrix; exact where it is diagonal."""
    if not np.any(matrix - np.diag(np.diag(matrix))):
        return np.diag(1.0 / np.diag(matrix))
    found = np.linalg.inv(matrix)
    return 0.5 * (found + found.T)
