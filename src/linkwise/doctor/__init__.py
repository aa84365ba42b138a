"""Could this robot exist? And how do two models of one robot differ?

    from linkwise.doctor import examine, differences
    print(examine(robot))
    print(differences(robot, other))

finding        what a check finds; what a check is
checks         the table of all checks, from:
inertia        masses and moments of rigid bodies
placeholders   data that nobody measured
geometry       lengths
angles         quarter turns and degrees
drives         limits, rotors, friction
surroundings   gravity, and what the model was read without
workspace      the inertia matrix over the workspace
case, links, sizes   what the checks look at
examination    all together, for one robot
matching       which joints of two robots are the same
alignment      whether their zeros and directions are
poses          where the axes and links of a robot are
consequence    how far the torques are apart
joint_difference, differences   all together, for two robots
"""

from .checks import CHECKS
from .differences import Differences, differences
from .examination import Examination, examine
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
