"""Laws of every kind to test on."""

from linkwise.algebra import cos, sign
from linkwise.model import DriveFriction, Friction, FrictionFunction, PiecewiseLinear, Smooth, Stribeck, Uneven


def worm(qd, q, load):
    """Coulomb friction that depends on position and load, and viscous friction."""
    return (0.5 + 0.2 * cos(q) + 0.03 * abs(load)) * sign(qd) + 0.3 * qd


LAWS = {
    "plain": Friction(0.5, 1.0),
    "by direction": Friction(0.5, 1.0, backward=1.7),
    "stribeck 1": Stribeck(0.5, 1.0, 1.6, k=20.0, exponent=1.0),
    "stribeck 2": Stribeck(0.5, 1.0, 1.6, k=20.0),
    "stribeck 0.7": Stribeck(0.5, 1.0, 1.6, k=3.0, exponent=0.7),
    "stribeck 3": Stribeck(0.5, 1.0, 1.6, k=30.0, exponent=3),
    "smooth plain": Smooth(Friction(0.5, 1.0, backward=1.7), width=0.3),
    "smooth stribeck": Smooth(Stribeck(0.5, 1.0, 1.6, k=20.0, exponent=1.5), width=0.3),
    "smooth uneven": Smooth(Uneven(Friction(0.5, 1.0), Stribeck(0.2, 2.0, 3.0, 5.0)), width=0.3),
    "odd lines": PiecewiseLinear([(0.1, 1.5), (0.9, 1.2), (2.0, 3.0)]),
    "lines": PiecewiseLinear([(-1.0, -3.0), (-0.1, -2.0), (0.2, 1.5), (0.9, 1.2), (2.0, 3.0)]),
    "uneven": Uneven(Friction(0.5, 1.0), Stribeck(0.2, 2.0, 3.0, k=5.0)),
    "uneven lines": Uneven(PiecewiseLinear([(0.1, 1.5), (2.0, 3.0)]), Smooth(Friction(0.2, 2.0), width=0.1)),
    "drive": DriveFriction(0.5, 1.0, sqrt=0.4, load=0.02, uneven=0.1, width=0.3),
    "stribeck drive": DriveFriction(0.5, 1.0, stribeck=0.6, speed=0.4, width=0.3),
    "stribeck drive 1": DriveFriction(0.5, 1.0, stribeck=0.6, speed=0.4, shape=1.0, width=0.3),
    "position": FrictionFunction(lambda qd, q: (1.0 + 0.5 * cos(q)) * sign(qd), name="position"),
    "load": FrictionFunction(worm, name="worm"),
}
"""One of each kind."""

LASTING = {name: law for name, law in LAWS.items() if law.repr_determines}
"""Those a file can hold."""
