"""What a robot's build says about its dynamics.

    robot.bounds()          # how large M, C and Q can be, certified, and how close to that they come

bounding         robot.bounds: property g of Khalil & Dombre
bounds           what it returns
links            links and joints as arrays
reach            how far points can be from axes: rings
largest          bounds of all entries from how far links reach
cells            what entries can be within a cell of positions
subdivision      a bound over a box from bounds over its cells
attained         the largest value that is found
norms            spectral norms, of matrices and of Christoffel symbols
ranges           over which positions
"""

from .bounding import bounds
from .bounds import Bound, Bounds

__all__ = ["Bound", "Bounds", "bounds"]
