"""Dynamics seen from a task: its inertia, its forces, and what the arm can do there.

    space = robot.task_space(q, qd, rows="position")          # a TaskSpace: Λ, μ, p, J̄, N, forces and accelerations
    space.inertia, space.velocity_forces, space.gravity_forces
    space.manipulability, space.velocity_ellipsoid().plot("velocities.png")

The task     TaskSpace, task_space, task_space_law (compiled), TASKS and NAMES of rows
Singular     FixedDamping, DampingNearby ("auto"), Truncation ("truncate")
Abilities    Ellipsoid
Angles       orientation, ORIENTATIONS: φ of a rotation, and B with ω = B φ̇
"""

from .compiled import task_space_law
from .damping import AbstractDamping, DampingNearby, FixedDamping, Truncation
from .ellipsoid import Ellipsoid
from .making import task_space
from .orientation import ORIENTATIONS, orientation
from .rows import NAMES, TASKS
from .task_space import TaskSpace

__all__ = [
    "NAMES",
    "ORIENTATIONS",
    "TASKS",
    "AbstractDamping",
    "DampingNearby",
    "Ellipsoid",
    "FixedDamping",
    "TaskSpace",
    "Truncation",
    "orientation",
    "task_space",
    "task_space_law",
]
