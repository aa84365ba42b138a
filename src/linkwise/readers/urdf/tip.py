"""The tip, read and written.

URDF has no way to state the tip, the frame used when a call names none; by default it is the only link without
children. A model with another tip is written with an element of our own, `<linkwise tip="tool"/>` under <robot>, or
tip="" if it has no tip. ROS, Pinocchio and MuJoCo skip elements they do not know.
"""

from collections.abc import Mapping

from ...errors import listed
from ...model import Model
from ..findings import Findings
from ..tip import only_leaf
from ..xml_tree import Element
from .links import Link
from .markup import tag
from .names import Names


def tip_of(findings: Findings[Element], root: Element, links: Mapping[str, Link], leaf: str) -> str:
    """The tip a file names, or the only leaf if it names none."""
    for element in root.of("linkwise")[:1]:
        tip = element.attributes.get("tip", leaf)
        if tip and tip not in links:
            findings.fault(element, f'tip="{tip}"', "the tip is not a link of the robot", f"links are: {listed(links)}")
        return tip
    return leaf


def tip_elements(model: Model, names: Names) -> list[str]:
    """The element that names the tip; none if a reader would choose the same tip without it."""
    carriers = {names.links[body.parent] for body in model.bodies} | {names.links[f.body] for f, _ in names.extra}
    leaf = only_leaf([*names.links.values(), *(frame.name for frame, _ in names.extra)], carriers)
    return [] if model.tip == leaf else [tag("linkwise", [("tip", model.tip)], (), 1)]
