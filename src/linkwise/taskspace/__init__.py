"""Task-space dynamics: inertia, forces, and what the arm can do in a task.

    space = robot.task_space(q, qd, rows="position")          # a TaskSpace: Λ, μ, p, J̄, N, forces and accelerations
    space.inertia, space.velocity_forces, space.gravity_forces
    space.manipulability, space.velocity_ellipsoid().plot("velocities.png")

of_robot              robot.task_space
task_space            TaskSpace: abstract_task, velocities, spectrum; task_forces, manipulability
task_space_program    Λ, μ, p, J̄ and more as one compiled program; compiled_answers of a TaskSpace
rows                  which motions of a frame make up the task: TASKS, NAMES
damping               near singularities: FixedDamping, DampingNearSingularity ("auto"), Truncation ("truncate")
ellipsoid             Ellipsoid, a set of velocities, forces or accelerations; batches
pose_motion           robot.pose_motion: the motion of the tip in SE(3), without joints in its state
attitudes             robot.to_quaternion, from_quaternion, base_twist, from_twist
orientation           ORIENTATIONS: φ of a rotation, and B with ω = B φ̇; abstract_orientation, euler_angles,
                      rotation_vector
"""

from .damping import AbstractDamping, DampingNearSingularity, FixedDamping, Truncation
from .ellipsoid import Ellipsoid
from .of_robot import task_space
from .orientation import ORIENTATIONS, orientation
from .pose_motion import PoseMotion
from .rows import NAMES, TASKS
from .task_space import TaskSpace
from .task_space_program import task_space_program

__all__ = [
    "NAMES",
    "ORIENTATIONS",
    "TASKS",
    "AbstractDamping",
    "DampingNearSingularity",
    "Ellipsoid",
    "FixedDamping",
    "PoseMotion",
    "TaskSpace",
    "Truncation",
    "orientation",
    "task_space",
    "task_space_program",
]
