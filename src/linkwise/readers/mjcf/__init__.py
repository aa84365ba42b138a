"""MJCF, read through MuJoCo's own compiler: defaults, classes and inertias inferred from geoms mean what they do there.

    hinge, slide joints                     revolute (continuous without a range), prismatic joints; q is MuJoCo's qpos
    several joints of one body              a chain of bodies, all but the last without mass
    a body without joints                   a body on a fixed joint
    armature, damping, frictionloss         rotor inertia, viscous and Coulomb friction; of actuators on a joint too
    range, actuatorfrcrange                 position and effort limits; of actuators forcerange, and ctrlrange of motors
    equality/joint, linear                  a joint that follows another, or is held
    site                                    a named frame
    the world body                          the base

Ball and free joints are refused. What would change joint-space dynamics and has no place in a model (springs, closed
loops, gravity compensation, …) is refused unless the call names it in `allow`: see WAIVERS. All else is noted.
"""

from .findings import WAIVERS
from .read import read, read_text

__all__ = ["WAIVERS", "read", "read_text"]
