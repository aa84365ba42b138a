"""Rewrites model → model.

Same dynamics, exactly
    merge_fixed        links that are fixed to each other become one body
    hold               fixed joints become joints that stay where they are
    align_axes         every joint moves about or along its z axis (regauge moves the frames)
    dh_gauge           frames in Denavit–Hartenberg position (common_normal finds the x axes)
    near_gauge         the same, as near to it as costs no digits: what programs are made in
    regroup            base parameters only
Another robot
    lock               coordinates held at a value
    freed              fixed joints made floating, planar or balls; bases that float or drive about
    turn_order         another order of the turns of a floating joint or a ball; such joints fixed again
    payload            a load in the hand
    frames             named places, and the one meant where none is named
    mount              a base at a pose in the world
    attach             another robot at a frame: a gripper on an arm
    subchain           the chain between two frames alone
    actuators          other friction, rotors, springs, limits; compensated weights
    strip              no friction, no rotors, no springs, no loops
    drives             motors that move several joints; motors as coordinates
    spinning_rotors    rotors as bodies, with their gyroscopic effects
    open_parameters    numbers that are set only when a program runs
Almost the same
    snap               near-misses of geometry rounded to what was meant
"""

from .actuators import with_friction, with_gravity_compensation, with_limits, with_rotors, with_springs
from .align_axes import align_axes
from .attach import attach, prefixed
from .dh_gauge import dh_gauge, dh_rows, near_gauge
from .drives import split_drives, with_drive, with_drives, with_motors
from .frames import with_frame, with_tip
from .freed import freed, with_base_joint
from .hold import hold
from .lock import lock
from .merge_fixed import merge_fixed
from .mount import mounted
from .open_parameters import friction_sizes, with_open_parameters, with_placements
from .payload import attach_payload
from .regroup import regroup
from .snap import near_misses, snap
from .spinning_rotors import spinning_rotors
from .strip import without_closures, without_friction, without_rotors, without_springs
from .subchain import subchain
from .turn_order import welded, with_turn_order

EXACT = (merge_fixed, align_axes, dh_gauge, near_gauge, regroup)
"""The rewrites that leave joint-space dynamics unchanged."""

__all__ = [
    "EXACT",
    "align_axes",
    "attach",
    "attach_payload",
    "dh_gauge",
    "dh_rows",
    "freed",
    "friction_sizes",
    "hold",
    "lock",
    "merge_fixed",
    "mounted",
    "near_gauge",
    "near_misses",
    "prefixed",
    "regroup",
    "snap",
    "spinning_rotors",
    "split_drives",
    "subchain",
    "welded",
    "with_base_joint",
    "with_drive",
    "with_drives",
    "with_frame",
    "with_friction",
    "with_gravity_compensation",
    "with_limits",
    "with_motors",
    "with_open_parameters",
    "with_placements",
    "with_rotors",
    "with_springs",
    "with_tip",
    "with_turn_order",
    "without_closures",
    "without_friction",
    "without_rotors",
    "without_springs",
]
