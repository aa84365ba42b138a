"""Full parameters that bodies can have, near those of a robot.

divergence   how far from them, infinite for what no body can have
newton       least squares with this distance added
nearest      `robot.with_base_parameters`
"""

from .divergence import Bodies
from .newton import along_the_path

__all__ = ["Bodies", "along_the_path"]
