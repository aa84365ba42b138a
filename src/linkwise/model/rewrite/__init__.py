"""Rewrites model → model. All but `snap`, `lock` and `attach_payload` leave joint-space dynamics exactly as they are;
`without_friction` and `without_rotors` leave out what their names say, `with_friction`, `with_rotors`, `with_limits`,
`with_drive`, `with_motors` and `spinning_rotors` bring in what drives add, `with_open_parameters` what is given when a
program runs."""

from .actuators import with_friction, with_limits, with_rotors
from .align_axes import align_axes
from .dh_gauge import dh_gauge, dh_rows
from .drives import drives_apart, with_drive, with_motors
from .lock import lock
from .merge_fixed import merge_fixed
from .open_parameters import friction_sizes, with_open_parameters
from .payload import attach_payload
from .regroup import regroup
from .snap import near_misses, snap
from .spinning_rotors import spinning_rotors
from .strip import without_friction, without_rotors

EXACT = (merge_fixed, align_axes, dh_gauge, regroup)
"""The rewrites that leave joint-space dynamics unchanged."""

__all__ = [
    "EXACT",
    "align_axes",
    "attach_payload",
    "dh_gauge",
    "dh_rows",
    "drives_apart",
    "friction_sizes",
    "lock",
    "merge_fixed",
    "near_misses",
    "regroup",
    "snap",
    "spinning_rotors",
    "with_drive",
    "with_friction",
    "with_limits",
    "with_motors",
    "with_open_parameters",
    "with_rotors",
    "without_friction",
    "without_rotors",
]
