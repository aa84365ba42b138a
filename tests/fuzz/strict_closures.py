"""What closes the loops of a TOML robot, read strictly. For strict_toml."""

from collections.abc import Collection
from typing import Any

from .strict_link_tables import number, only, text
from .strict_urdf import refuse

HELD = {
    "weld": ("xyz", "xyz"),
    "hinge": ("xyz", "xy"),
    "slider": ("xy", "xyz"),
    "cylinder": ("xy", "xy"),
    "point": ("xyz", ""),
    "planar hinge": ("xy", ""),
}
"""Along and about which axes each kind holds."""

Tie = tuple[str, str, str, Any, Any]
"""A closure's name, frames and axes; a relation's name, joints, coefficients and None."""


def ties(
    closures: list[dict[str, Any]], relations: list[dict[str, Any]], frames: Collection[str], free: Collection[str]
) -> list[Tie]:
    """All of them, closures first; `free` are the joints that follow no other."""
    found: list[Tie] = []
    for row in closures:
        only(row, {"name", "frame", "other", "kind", "along", "about"}, "a closure")
        one, other = text(row, "frame"), text(row, "other")
        refuse(one not in frames or other not in frames or one == other, "a closure's frames")
        along, about = _axes(row)
        found.append((text(row, "name"), one, other, along, about))
    for row in relations:
        only(row, {"name", "joint", "of", "coefficients"}, "a relation")
        joint, of = text(row, "joint"), text(row, "of") if "of" in row else ""
        refuse(joint not in free or joint == of or (of and of not in free), "a relation's joints")
        listed = row.get("coefficients")
        refuse(not isinstance(listed, list) or not 1 <= len(listed) <= (20 if of else 1), "coefficients")
        found.append((text(row, "name"), joint, of, tuple(number(c, "a coefficient") for c in listed or ()), None))
    refuse(len({name for name, *_ in found}) != len(found), "two closures of one name")
    return found


def _axes(row: dict[str, Any]) -> tuple[str, str]:
    if "kind" in row:
        refuse("along" in row or "about" in row or row["kind"] not in tuple(HELD), "a closure's kind")
        return HELD[row["kind"]]
    along, about = row.get("along", ""), row.get("about", "")
    for axes in (along, about):
        refuse(not isinstance(axes, str) or sorted(axes) != sorted(set(axes) & set("xyz")), "a closure's axes")
    refuse(not along and not about, "a closure that holds nothing")
    return along, about


def actuated(root: dict[str, Any], free: Collection[str]) -> tuple[str, ...]:
    """The joints that motors drive."""
    names = root.get("actuated", ["x"])
    refuse(not isinstance(names, list) or not names, "actuated is no list")
    if "actuated" not in root:
        return ()
    refuse(any(not isinstance(name, str) or name not in free for name in names), "no such joint to drive")
    refuse(len(set(names)) != len(names), "a joint driven twice")
    return tuple(names)
