"""Attributes of an element as names, numbers, vectors and poses; what is not one is a fault, never a substitute."""

from ...algebra import Rotation, Vec3
from ..numbers import RULE, number, numbers, reason
from ..xml import Element
from .findings import Findings

Pose = tuple[Rotation, Vec3]
"""A turn and a position, not yet tagged with the frames they link."""

NOWHERE_ELSE: Pose = (Rotation.identity(), Vec3(0.0, 0.0, 0.0))
"""The pose of an <origin> that is not there: the format's own default."""


def text_of(found: Findings, element: Element, attribute: str) -> str | None:
    """A text that must be there and not be empty."""
    text = element.attributes.get(attribute)
    if text is None:
        found.fault(element, "", f"the attribute {attribute} is missing", f'write {attribute}="…"')
    elif not text:
        found.fault(element, f'{attribute}=""', f"the attribute {attribute} is empty", f'write {attribute}="…"')
    return text or None


def number_of(found: Findings, element: Element, attribute: str, default: float | None = None) -> float | None:
    """A number; without a default it must be there. None, and a fault, where there is none."""
    text = element.attributes.get(attribute)
    if text is None:
        if default is None:
            found.fault(element, "", f"the attribute {attribute} is missing", f"give {RULE}")
        return default
    value = number(text)
    if value is None:
        found.fault(element, f'{attribute}="{text}"', f"{attribute} is not {RULE}", reason(text))
    return value


def positive_of(found: Findings, element: Element, attribute: str, default: float | None = None) -> float | None:
    """A number that is not negative."""
    value = number_of(found, element, attribute, default)
    if value is not None and value < 0.0:
        found.fault(
            element, f'{attribute}="{element.attributes[attribute]}"', f"{attribute} is negative", "give 0 or more"
        )
        return None
    return value


def vector_of(found: Findings, element: Element, attribute: str) -> Vec3 | None:
    """Three numbers; zeros where the attribute is not there, which is the format's default for xyz and rpy."""
    text = element.attributes.get(attribute)
    if text is None:
        return Vec3(0.0, 0.0, 0.0)
    values = numbers(text, 3)
    if values is None:
        rule = f"{attribute} is not three numbers separated by blanks, each {RULE}"
        found.fault(element, f'{attribute}="{text}"', rule, reason(text))
        return None
    x, y, z = values
    return Vec3(x, y, z)


def pose_of(found: Findings, owner: Element) -> Pose | None:
    """The <origin> of an element; the identity where there is none."""
    origins = owner.of("origin")
    if not origins:
        return NOWHERE_ELSE
    xyz, rpy = vector_of(found, origins[0], "xyz"), vector_of(found, origins[0], "rpy")
    if xyz is None or rpy is None:
        return None
    turned = Rotation.rpy(*rpy.components) if any(rpy.components) else NOWHERE_ELSE[0]
    return turned, xyz
