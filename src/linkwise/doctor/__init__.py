"""Could this robot exist? And how do two models of one robot differ?

    from linkwise.doctor import examine, differences
    print(examine(robot))
    print(differences(robot, other))

One robot
  examination      `examine`: all checks on one robot
  finding          what a check is, and what it finds
  inertia          checks of masses and moments of rigid bodies
  workspace        checks of the inertia matrix over the workspace
  placeholders     checks for data that nobody measured
  geometry         checks of lengths
  angles           checks for sloppy quarter turns and degrees taken for radians
  drives           checks of limits, rotors, friction
  surroundings     checks of gravity, and of what was left out when the file was read
  case, links, sizes   what the checks look at

Two models of one robot
  differences      `differences`: the whole comparison
  joint_difference   the differences at one joint
  matching         which joints of the two robots correspond
  alignment        whether their zeros and directions are the same
  poses            where the axes and links of a robot are
  consequence      how far apart the torques are
"""

from .differences import Differences, differences
from .examination import CHECKS, Examination, examine
from .finding import SEVERITIES, Finding
from .joint_difference import JointDifference

__all__ = [
    "CHECKS",
    "SEVERITIES",
    "Differences",
    "Examination",
    "Finding",
    "JointDifference",
    "differences",
    "examine",
]
