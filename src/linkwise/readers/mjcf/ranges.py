"""Ranges of joints before MuJoCo's compiler takes them: it leaves a joint unlimited whose range is out of order."""

from typing import Any

from ...errors import shown
from .findings import Findings


def check_ranges(found: Findings, mujoco: Any, spec: Any) -> None:
    """Refuse ranges out of order, note those that are switched off; defaults of classes are part of each joint here."""
    for joint in spec.joints:
        place = " ".join(filter(None, (joint.info, "element <joint>", shown(joint.name) if joint.name else "")))
        for attribute, pair, switch in (
            ("range", joint.range, joint.limited),
            ("actuatorfrcrange", joint.actfrcrange, joint.actfrclimited),
        ):
            low, high = (float(x) for x in pair)
            if low == high == 0.0:  # what MuJoCo has where a file says nothing
                continue
            text = f'{attribute}="{low:g} {high:g}"'
            if switch == mujoco.mjtLimited.mjLIMITED_FALSE:
                found.note("ignored", place, f"{text}, which the joint's own switch turns off")
            elif low >= high:
                rule = "a range whose lower end is not below its upper end: the joint would be unlimited"
                found.fault(place, text, rule, "put the lower end first, or delete it")
