"""The terms around a regressor: coordinates, and the columns of rotors, friction and shared drives."""

from ..algebra import Scalar
from ..model import Model
from .columns import Columns
from .scalars import By, Rows, Scalars


def regressor(model: Model, by: By, u: Scalars, ud: Scalars, udd: Scalars, columns: Columns | None = None) -> Rows:
    """Bᵀ [Y, and the columns of rotors, friction and shared drives]: Khalil & Dombre (2002) [9.36]."""
    Y = by(model, model.coordinates.positions(u), model.coordinates.velocities(ud), model.coordinates.velocities(udd))
    return (columns or Columns.of(model)).rows(model, Y, ud, udd, friction=True)


def momentum_regressor(model: Model, by: By, u: Scalars, ud: Scalars, columns: Columns | None = None) -> Rows:
    """Bᵀ [P, and the columns of rotors and shared drives]."""
    P = by(model, model.coordinates.positions(u), model.coordinates.velocities(ud))
    return (columns or Columns.of(model)).rows(model, P, ud, ud, friction=False)


def kinetic_energy_regressor(
    model: Model, by: By, u: Scalars, ud: Scalars, columns: Columns | None = None
) -> list[Scalar]:
    """The row e with the rotors' ½ q̇²: Khalil & Dombre (2002) [9.41], [9.62]."""
    e = by(model, model.coordinates.positions(u), model.coordinates.velocities(ud))
    return (columns or Columns.of(model)).energies(model, e, ud)


def potential_energy_regressor(model: Model, by: By, u: Scalars, columns: Columns | None = None) -> list[Scalar]:
    """The row u; rotors have no potential energy."""
    return (columns or Columns.of(model)).energies(model, by(model, model.coordinates.positions(u)), None)
