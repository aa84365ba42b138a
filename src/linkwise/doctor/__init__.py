"""Could this robot exist? How do two models of one robot differ? And is linkwise sound on this machine?

    from linkwise.doctor import examine, differences, examine_installation
    print(examine(robot))
    print(differences(robot, other))
    print(examine_installation())

One robot
  examination      `examine`: all checks on one robot
  finding          what a check is, and what it finds
  inertia          checks of masses and moments of rigid bodies
  workspace        checks of the inertia matrix over the workspace
  placeholders     checks for data that nobody measured
  geometry         checks of lengths
  angles           checks for sloppy quarter turns and degrees taken for radians
  drives           checks of limits, rotors, friction
  surroundings     checks of gravity, of what was left out when the file was read, and of loops
  case, links, sizes   what the checks look at

Two models of one robot
  differences      `differences`: the whole comparison
  joint_difference   the differences at one joint
  matching         which joints of the two robots correspond
  alignment        whether their zeros and directions are the same
  poses            where the axes and links of a robot are
  consequence      how far apart the torques are

This machine
  installation     `examine_installation`: versions, processor, cache, known answers, speed
"""

from .differences import Differences, differences
from .examination import CHECKS, Examination, examine
from .finding import SEVERITIES, Finding
from .installation import InstallationReport, Trouble, examine_installation
from .joint_difference import JointDifference

__all__ = [
    "CHECKS",
    "SEVERITIES",
    "Differences",
    "Examination",
    "Finding",
    "InstallationReport",
    "JointDifference",
    "Trouble",
    "differences",
    "examine",
    "examine_installation",
]
