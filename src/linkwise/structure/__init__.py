"""What a robot's build says about its equations of motion.

    robot.couplings()       # which coefficients vanish, and why
    robot.decoupling()      # what would make the inertia matrix constant and diagonal
    robot.bounds()          # how large M, C and Q can be, certified, and how close to that they come

Which coefficients vanish, and why
  couplings            `robot.couplings`; coupling_table, coupling_picture: how they are shown
  reasons              why a coefficient is zero; what its indices alone say
  exact_columns        the coefficients as forms in the inertial parameters, at a random exact configuration
  residues             numbers modulo a large prime
  shares               `robot.inertia_shares`: what rotation and translation of each link contribute
Arms whose inertia matrix is constant and diagonal
  decoupling           `robot.decoupling`
  design_equations     what must vanish, in base parameters
  counterweights       the masses that make it vanish
How large M, C and Q can be: property g of Khalil & Dombre
  bounding             `robot.bounds`; bounds: what it returns
  links                links and joints as arrays
  reach                how far points can be from axes: rings
  largest              bounds of all entries from how far links reach
  cells                what entries can be within a cell of positions
  subdivision          a bound over a box from bounds over its cells
  attained             the largest value that is found
  norms                spectral norms, of matrices and of Christoffel symbols
  ranges               over which positions
"""

from .bounding import bounds
from .bounds import Bound, Bounds
from .counterweights import Counterweight
from .couplings import Coefficient, Couplings, couplings
from .decoupling import Decoupling, decoupling
from .design_equations import Equation
from .shares import InertiaShares, inertia_shares

__all__ = [
    "Bound",
    "Bounds",
    "Coefficient",
    "Counterweight",
    "Couplings",
    "Decoupling",
    "Equation",
    "InertiaShares",
    "bounds",
    "couplings",
    "decoupling",
    "inertia_shares",
]
