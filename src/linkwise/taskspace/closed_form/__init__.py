"""Inverse kinematics in closed form: all branches, for arms whose axes lie as that takes.

axes                axes of joints, read from the Jacobian; lines: which are parallel or meet
recognise           which closed form an arm has: spherical_wrist, parallel_axes
joints, pairs       the equations of one joint and of two; target: what the joints must do together
of_robot            which closed form a robot's frame has
branches            ClosedForm: the branches as a program, compiled; ranking: which are solutions, in which order
solutions           arrays in, arrays out; refine: Newton's method where the geometry is not exact
"""

from .branches import ClosedForm
from .of_robot import closed_form
from .solutions import Solutions, nearest_solution, solutions

__all__ = ["ClosedForm", "Solutions", "closed_form", "nearest_solution", "solutions"]
