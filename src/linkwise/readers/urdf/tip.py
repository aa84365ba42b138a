"""The tip, in and out.

A URDF file has no word for the frame meant where none is named; read alone, it is the only link that carries no other.
Where a model's tip is another, the file says so in an element of our own, `<linkwise tip="tool"/>` under <robot>, with
tip="" where no frame is meant. ROS, Pinocchio and MuJoCo pass over elements they do not know.
"""

from collections.abc import Mapping

from ...errors import listed
from ...model import Model
from ..tip import only_leaf
from ..xml import Element
from .findings import Findings
from .links import Link
from .markup import tag
from .names import Names


def tip_of(found: Findings, root: Element, links: Mapping[str, Link], leaf: str) -> str:
    """The tip a file names, or the only leaf where it names none."""
    for element in root.of("linkwise")[:1]:
        tip = element.attributes.get("tip", leaf)
        if tip and tip not in links:
            found.fault(element, f'tip="{tip}"', "no link of this name is the tip", f"links are: {listed(links)}")
        return tip
    return leaf


def tip_elements(model: Model, names: Names) -> list[str]:
    """The element that names the tip, where a reader would not take it for the tip by itself."""
    carriers = {names.links[body.parent] for body in model.bodies} | {names.links[f.body] for f, _ in names.extra}
    leaf = only_leaf([*names.links.values(), *(frame.name for frame, _ in names.extra)], carriers)
    return [] if model.tip == leaf else [tag("linkwise", [("tip", model.tip)], (), 1)]
