"""Give each link's parent the parameters that act through the parent alone, and drop those that have no effect.

The grouping rules of Khalil & Dombre (2002) §9.4.2 (model/grouping).                                   [khalil2002]

Differs from the book: the book takes YY, MZ, M from a revolute link; here it is ∫z² dm, MZ, M, the entries of the
pseudo-inertia on the axis. They are the same three degrees of freedom, and leave the Euler tensor with a zero.
"""

from ..grouping import COMPUTED, EULER, grouped, standings
from ..model import Model
from .align_axes import align_axes
from .merge_fixed import merge_fixed


def regroup(model: Model, any_gravity: bool = False, base_moves: bool = False) -> Model:
    """The same joint-space dynamics with base parameters only: at most seven for a revolute link, four for a slide.

    Links are no longer bodies: masses may vanish or be negative, and forces within the structure are not those of the
    robot. Fixed links are merged and axes aligned first; axes less than 1e-12 rad from parallel count as parallel.
    With `any_gravity` nothing is dropped that would act under a gravity other than the model's, with `base_moves`
    nothing that would act if the base moved.

    >>> import linkwise
    >>> [body.inertia.m for body in regroup(linkwise.load("puma560").model).bodies]
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    model = align_axes(merge_fixed(model))
    return grouped(model, standings(model, any_gravity, COMPUTED, base_moves), EULER)
