"""δ^p of a contact law, over any scalar, with a slope of 0 where δ is 0 or less."""

from ..algebra import Scalar, exp, log, maximum, sqrt, where

SHALLOW = 1e-30
"""The least depth that is raised to a power: slopes of roots and logarithms stay finite, in single precision too."""


def power(δ: Scalar, p: float) -> Scalar:
    """δ^p for δ > 0, otherwise 0.

    >>> power(4.0, 1.5), power(-4.0, 1.5), power(3.0, 1.0), round(power(2.0, 2.2), 6)
    (8.0, 0.0, 3.0, 4.594793)
    """
    if p == 1.0:
        raised = δ
    elif p == 2.0:
        raised = δ * δ
    else:
        deep = maximum(δ, SHALLOW)
        raised = deep * sqrt(deep) if p == 1.5 else exp(p * log(deep))
    return where(δ > 0.0, raised, 0.0)
