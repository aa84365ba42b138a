"""Dry friction made smooth, for loops with fixed steps.

sign(q̇) jumps at rest: a step that overshoots meets the opposite force, and a joint that should stand still chatters at
the rhythm of the steps. A compiled loop has no events that could stop it there, so friction laws with a jump are made
smooth within a band of velocities. `robot.simulate` does hold joints still.
"""

from ..calls.checks import is_number
from ..calls.scalar_system import ScalarSystem
from ..errors import LinkwiseError, plain
from ..model import AbstractFriction, Friction, Smooth, Stribeck, Uneven

WIDTH = 0.01
"""Default width of the band, rad/s or m/s: beyond five of these a law is as it was, to 1e-4 of its Coulomb friction."""


def with_smooth_friction(system: ScalarSystem, width: float | str, open_parameter: bool = False) -> ScalarSystem:
    """The system with its friction laws smooth within a velocity `width`; unchanged for "as is".

    With `open_parameter` friction is set for each rollout, so joints without dry friction in the model get a smooth law
    too.

    >>> import linkwise
    >>> system = with_smooth_friction(linkwise.load("puma560").scalar_system, 0.01)
    >>> [type(body.joint.friction).__name__ for body in system.tree.bodies][:2]
    ['Smooth', 'Smooth']
    """
    if isinstance(width, str) and width == "as is":
        return system
    if isinstance(width, str) or not (is_number(width) and 0.0 < width < float("inf")):
        raise LinkwiseError(
            f"friction_width is {plain(repr(width))}.",
            'The velocity within which dry friction is made smooth, a number above 0, or "as is" was expected.',
            f"friction_width={WIDTH}, for example.",
        )
    band = float(width)

    def smooth(law: AbstractFriction) -> AbstractFriction:
        jumps = isinstance(law, Friction | Stribeck | Uneven) and (open_parameter or any(law.holding()))
        return Smooth(law, band) if jumps else law

    return system.with_laws(smooth)
