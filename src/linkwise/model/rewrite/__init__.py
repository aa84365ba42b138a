"""Rewrites model → model. All but `snap`, `lock` and `attach_payload` leave joint-space dynamics exactly as they are;
`without_friction` and `without_rotors` leave out what their names say."""

from .align_axes import align_axes
from .dh_gauge import dh_gauge, dh_rows
from .lock import lock
from .merge_fixed import merge_fixed
from .payload import attach_payload
from .regroup import regroup
from .snap import near_misses, snap
from .strip import without_friction, without_rotors

EXACT = (merge_fixed, align_axes, dh_gauge, regroup)
"""The rewrites that leave joint-space dynamics unchanged."""

__all__ = [
    "EXACT", "align_axes", "attach_payload", "dh_gauge", "dh_rows", "lock", "merge_fixed", "near_misses", "regroup",
    "snap", "without_friction", "without_rotors",
]  # fmt: skip
