"""Attributes as names, numbers, vectors and poses; a malformed one is a fault, never replaced by a guess."""

from ...algebra import Rotation, Vec3
from ..findings import Findings
from ..numbers import RULE, number, numbers, reason, sized
from ..xml_tree import Element

Pose = tuple[Rotation, Vec3]
"""A rotation and a position, not yet tagged with the frames they relate."""

IDENTITY: Pose = (Rotation.identity(), Vec3(0.0, 0.0, 0.0))
"""The format's default for a missing <origin>."""


def text_of(findings: Findings[Element], element: Element, attribute: str) -> str | None:
    """A required, non-empty attribute; None, with a fault, if it is missing or empty."""
    text = element.attributes.get(attribute)
    if text is None:
        findings.fault(element, "", f"the attribute {attribute} is missing", f'write {attribute}="…"')
    elif not text:
        findings.fault(element, f'{attribute}=""', f"the attribute {attribute} is empty", f'write {attribute}="…"')
    return text or None


def number_of(
    findings: Findings[Element],
    element: Element,
    attribute: str,
    default: float | None = None,
    *,
    any_size: bool = False,
) -> float | None:
    """A number, required unless there is a default; None, with a fault, if it is missing, malformed or too large.

    `any_size` is for numbers that dynamics does not use: limits.
    """
    text = element.attributes.get(attribute)
    if text is None:
        if default is None:
            rule = f"the attribute {attribute} is missing"
            findings.fault(element, "", rule, f'write {attribute}="…" with {RULE}')
        return default
    value = number(text)
    if value is None:
        findings.fault(element, f'{attribute}="{text}"', f"{attribute} is not {RULE}", reason(text))
        return None
    return value if any_size else sized(findings, element, f'{attribute}="{text}"', value)


def not_negative_of(
    findings: Findings[Element],
    element: Element,
    attribute: str,
    default: float | None = None,
    *,
    any_size: bool = False,
) -> float | None:
    """A number that is 0 or more; None, with a fault, if it is missing, malformed or negative."""
    value = number_of(findings, element, attribute, default, any_size=any_size)
    if value is not None and value < 0.0:
        text = f'{attribute}="{element.attributes[attribute]}"'
        findings.fault(element, text, f"{attribute} is negative", "give 0 or more")
        return None
    return value


def vector_of(findings: Findings[Element], element: Element, attribute: str, *, any_size: bool = False) -> Vec3 | None:
    """Three numbers; zeros for a missing attribute (the format's default for xyz and rpy), None for a malformed one.

    `any_size` is for a direction, whose length does not matter.
    """
    text = element.attributes.get(attribute)
    if text is None:
        return Vec3(0.0, 0.0, 0.0)
    values = numbers(text, 3)
    if values is None:
        rule = f"{attribute} is not three numbers separated by spaces, each {RULE}"
        findings.fault(element, f'{attribute}="{text}"', rule, reason(text))
        return None
    if not any_size:
        sizes = [sized(findings, element, f'{attribute}="{text}"', value) for value in values]
        values = tuple(value for value in sizes if value is not None)
        if len(values) < 3:
            return None
    x, y, z = values
    return Vec3(x, y, z)


def pose_of(findings: Findings[Element], owner: Element) -> Pose | None:
    """The <origin> of an element, the identity if it has none; None, with a fault, if it is malformed."""
    origins = owner.of("origin")
    if not origins:
        return IDENTITY
    xyz, rpy = vector_of(findings, origins[0], "xyz"), vector_of(findings, origins[0], "rpy")
    if xyz is None or rpy is None:
        return None
    rotation = Rotation.rpy(*rpy.components) if any(rpy.components) else IDENTITY[0]
    return rotation, xyz
