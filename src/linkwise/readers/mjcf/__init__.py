"""MJCF, read through MuJoCo's own compiler, so that defaults, classes and inferred inertias mean what they do there.

    hinge, slide joints                     revolute (continuous without a range), prismatic joints; q is MuJoCo's qpos
    several joints on one body              a chain of bodies, all but the last without mass
    a body without joints                   a body on a fixed joint
    armature, damping, frictionloss         rotor inertia, viscous and Coulomb friction; those of joint actuators too
    range, actuatorfrcrange                 position and effort limits; from actuators forcerange, and motors' ctrlrange
    equality/joint, linear                  a joint that follows another, or is held still
    site                                    a named frame
    the world body                          the base

Ball and free joints are refused. What affects joint-space dynamics but has no place in a model (springs, closed loops,
gravity compensation, …) is refused unless `allow` names it: see WAIVERS. Everything else is noted in the load report.

The files: read (text and files to a model), guard (checks before compiling), compile (MuJoCo's compiler), drives
(joints, their friction and limits), couplings (equality constraints), tree (bodies and frames), unsupported (what a
model cannot hold), names.
"""

from .read import read, read_text
from .unsupported import WAIVERS

__all__ = ["WAIVERS", "read", "read_text"]
