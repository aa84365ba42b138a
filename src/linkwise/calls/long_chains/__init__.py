"""Robots of many links: recursions run as loops instead of straight-line programs.

link_classes  which links have what in common, and what differs
recursions    what is done for one link: joint forces and accelerations
matrices      the same for matrices, by composite bodies and a walk to the base
inverses      those that end by inverting M
motions       the same for energies, poses and velocities
build         a robot and a recursion as a loop
open_numbers  the same with inertias and gravity left open, and their numbers for variants of a robot
modules       the code of the loops
kinematics    poses and Jacobians of a frame from those of the links
momentum      centre of mass and momentum from the poses and velocities of the links
pushing       what wrenches at frames do at the joints
regressors    columns of links, rotors, friction and drives
fast_functions  functions of machine code put together
single_precision  float32 by the fast functions of double precision
friction_beside
              friction of other laws than a loop computes
equations     answers in the robot's own coordinates, put together from what loops give
kernel        arrays in, arrays out
on_moving_base  the same on a base that moves
"""

from .kernel import LOOPED, LongKernel
from .on_moving_base import MovingKernel

__all__ = ["LOOPED", "LongKernel", "MovingKernel"]
