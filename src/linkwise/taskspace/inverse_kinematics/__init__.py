"""Inverse kinematics: joint positions for poses.

of_robot     robot.inverse_kinematics
plans        what the options of a call mean, checked and remembered
goals        what a caller wants reached, checked
task         what of a pose matters, and the error in it
step         one damped step within limits
programs     the search and the way to a preferred posture as programs; kernel compiles and runs them
ranges       limits, and whole turns
one_pose     one pose, without the arrays of a batch
searching    rows for the machine, and answers from them
result       InverseKinematics, which it returns
"""

from .of_robot import inverse_kinematics
from .result import InverseKinematics

__all__ = ["InverseKinematics", "inverse_kinematics"]
