"""Moments of inertia of solids of constant density, about their centres of mass: what a link of simple shape is given.

>>> from linkwise.model import solids
>>> solids.sphere(2.0, 0.1)[0]
(0.008000000000000002, 0.0, 0.0)
"""

from collections.abc import Sequence

from ..algebra import is_finite_number
from ..errors import InvalidModel, UnknownName, shown

Tensor = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
"""A symmetric 3×3 matrix, as rows."""


def box(mass: float, size: Sequence[float]) -> Tensor:
    """The tensor of a box with these lengths of its edges, along x, y and z.

    >>> [row[k] for k, row in enumerate(box(12.0, (1.0, 2.0, 3.0)))]
    [13.0, 10.0, 5.0]
    """
    if isinstance(size, str) or not hasattr(size, "__len__") or len(size) != 3:
        raise InvalidModel(f"the size of a box is {shown(repr(size))}.", "Three lengths were expected: x, y, z.")
    m, (x, y, z) = _positive(mass=mass)[0], _positive(x=size[0], y=size[1], z=size[2])
    return _diagonal(m / 12 * (y * y + z * z), m / 12 * (x * x + z * z), m / 12 * (x * x + y * y))


def cylinder(mass: float, radius: float, length: float, axis: str = "z") -> Tensor:
    """The tensor of a cylinder along x, y or z.

    >>> [row[k] for k, row in enumerate(cylinder(12.0, 1.0, 2.0, axis="x"))]
    [6.0, 7.0, 7.0]
    """
    if axis not in ("x", "y", "z"):
        raise UnknownName("axis", axis, "a cylinder", ("x", "y", "z"))
    m, r, l = _positive(mass=mass, radius=radius, length=length)
    along, across = m / 2 * r * r, m / 12 * (3 * r * r + l * l)
    x, y, z = (along if letter == axis else across for letter in "xyz")
    return _diagonal(x, y, z)


def sphere(mass: float, radius: float) -> Tensor:
    """The tensor of a solid ball.

    >>> sphere(5.0, 1.0)[2]
    (0.0, 0.0, 2.0)
    """
    m, r = _positive(mass=mass, radius=radius)
    return _diagonal(*(0.4 * m * r * r,) * 3)


def _positive(**values: float) -> tuple[float, ...]:
    for name, value in values.items():
        if not is_finite_number(value) or not value > 0.0:
            raise InvalidModel(
                f"the {name} of a solid is {shown(repr(value))}.", "A finite number above 0 was expected."
            )
    return tuple(map(float, values.values()))


def _diagonal(x: float, y: float, z: float) -> Tensor:
    return (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)
