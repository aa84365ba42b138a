"""The manipulator as frozen data, and rewrites of it.

model              the tree of bodies
body               a link with the joint that carries it
joints/            what a joint must answer, one file for each joint
actuator           rotor, friction, spring and limits of a joint's drive
friction/          friction laws
frame              named frames on bodies
joint_group        joints of several degrees of freedom, as chains
closure            loops: frames that coincide, coordinates that follow others
lift               weights that something else carries
text               a model in full as text, its bodies as a table
coordinates        the map from the robot's coordinates to its joints
solids             moments of inertia of simple shapes
coordinate_limits  the limits of these coordinates
field_types        are the fields of a model of the right types?
consistency        can its order, names and numbers be a manipulator's?
dh                 rows of a Denavit–Hartenberg table
constants          the robot's constants by name, and robots with other constants
grouping/          which inertial parameters act on their own, and which together
rewrite/           model → model: frames moved, links merged, parameters regrouped, drives added
"""

from .actuator import FREE, NO_LIMITS, NO_ROTOR, NO_SPRING, Friction, Limits, Rotor, Spring
from .body import BASE, Body
from .closure import Closure, JointRelation
from .coordinates import Coordinates
from .frame import Frame
from .friction import AbstractFriction, DriveFriction, FrictionFunction, PiecewiseLinear, Smooth, Stribeck, Uneven
from .joint_group import JointGroup
from .joints import JOINTS, AbstractJoint, Continuous, Fixed, Prismatic, Revolute
from .lift import Lift
from .model import EARTH, Model

__all__ = [
    "BASE",
    "EARTH",
    "FREE",
    "JOINTS",
    "NO_LIMITS",
    "NO_ROTOR",
    "NO_SPRING",
    "AbstractFriction",
    "AbstractJoint",
    "Body",
    "Closure",
    "Continuous",
    "Coordinates",
    "DriveFriction",
    "Fixed",
    "Frame",
    "Friction",
    "FrictionFunction",
    "JointGroup",
    "JointRelation",
    "Lift",
    "Limits",
    "Model",
    "PiecewiseLinear",
    "Prismatic",
    "Revolute",
    "Rotor",
    "Smooth",
    "Spring",
    "Stribeck",
    "Uneven",
]
