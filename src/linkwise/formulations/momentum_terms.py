"""The terms around the momentum of the whole robot: the robot's coordinates.

Rotors add nothing. Of a rotor the model knows the inertia I_a = N² J_m that its joint feels, not the axis of its spin,
and neglects what its spin does to the link that carries it: of the robot so modelled, the links' momentum is what only
wrenches from outside change. `rewrite.spinning_rotors` makes rotors bodies, whose spin then counts.
"""

from ..algebra import Scalar
from ..model import Model
from .base_motion import BaseMotion
from .scalars import By, Rows, Scalars


def center_of_mass(model: Model, by: By, u: Scalars) -> list[Scalar]:
    """The centre of mass, in base axes."""
    return by(model, model.coordinates.positions(u))


def momentum(model: Model, by: By, u: Scalars, ud: Scalars, base: BaseMotion | None = None) -> list[Scalar]:
    """h_G."""
    moving = {} if base is None else {"base": base}
    return by(model, model.coordinates.positions(u), model.coordinates.velocities(ud), **moving)


def momentum_matrix(model: Model, by: By, u: Scalars) -> Rows:
    """A_G B."""
    return model.coordinates.columns(by(model, model.coordinates.positions(u)))
