"""MJCF, read through MuJoCo's own compiler, so that defaults, classes and inferred inertias mean what they do there.

    hinge, slide joints                     revolute (continuous without a range), prismatic joints; q is MuJoCo's qpos
    ball, free joints                       chains of turns, of slides and turns (model/joint_group.py)
    several joints on one body              a chain of bodies, all but the last without mass
    a body without joints                   a body on a fixed joint
    stiffness, springref; gravcomp          springs; compensated weights
    armature, damping, frictionloss         rotor inertia, viscous and Coulomb friction; those of joint actuators too
    range, actuatorfrcrange                 position and effort limits; from actuators forcerange, and motors' ctrlrange
    equality/joint, linear                  a joint that follows another, or is held still
    equality/joint, of higher degree        a relation between coordinates; so are several on one joint, and circles
    equality/connect, weld                  closures between named frames; actuators of joints say what is actuated then
    site                                    a named frame
    the world body                          the base

What affects joint-space dynamics but has no place in a model (tendons, a medium, …) is refused unless `allow` names
it: see WAIVERS. Everything else is noted in the load report. MuJoCo holds equality constraints softly, like
springs and dampers; a model holds them exactly.

The files: read (text and files to a model), guard (checks before compiling), compile (MuJoCo's compiler), drives
(joints, their friction and limits), equalities (the constraints that act), couplings (those between joints), tree
(bodies and frames), loops (constraints between bodies and sites), unsupported (what a model cannot hold), names.
"""

from .read import read, read_text
from .unsupported import WAIVERS

__all__ = ["WAIVERS", "read", "read_text"]
