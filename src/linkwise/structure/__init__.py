"""What a robot's design says about its equations of motion.

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
"""

from .counterweights import Counterweight
from .couplings import Coefficient, Couplings, couplings
from .decoupling import Decoupling, decoupling
from .design_equations import Equation
from .shares import InertiaShares, inertia_shares

__all__ = [
    "Coefficient",
    "Counterweight",
    "Couplings",
    "Decoupling",
    "Equation",
    "InertiaShares",
    "couplings",
    "decoupling",
    "inertia_shares",
]
