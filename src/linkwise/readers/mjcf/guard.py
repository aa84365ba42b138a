"""Looks at an MJCF text before MuJoCo's compiler does.

The compiler trusts its input: it reads hexadecimal numbers and NaN, allocates what a file asks for, and opens whatever
a file names. A look through our own parser refuses that first.
"""

import math
import os
import stat
from collections.abc import Iterator

from ...errors import plain, shown
from .. import xml
from ..files import content
from ..numbers import RULE, number, reason, words
from .findings import Findings
from .switches import note_switches

NUMERIC = frozenset(
    {
        "mass",
        "pos",
        "quat",
        "axis",
        "axisangle",
        "euler",
        "xyaxes",
        "zaxis",
        "diaginertia",
        "fullinertia",
        "range",
        "ref",
        "armature",
        "damping",
        "frictionloss",
        "stiffness",
        "springref",
        "gravity",
        "polycoef",
        "size",
        "density",
        "viscosity",
        "wind",
        "fromto",
        "gear",
        "actuatorfrcrange",
        "gravcomp",
        "margin",
        "forcerange",
        "ctrlrange",
    }
)
"""The attributes that hold numbers and nothing else, wherever they stand (but for <flag>)."""

BUDGETS = {
    "replicate": {"count": 10_000},
    "texture": {"width": 16_384, "height": 16_384},
    "hfield": {"nrow": 4_096, "ncol": 4_096},
    "size": {"nuserdata": 10_000_000, "nkey": 10_000, "njmax": 1_000_000, "nconmax": 1_000_000, "nstack": 10_000_000}
    | {f"nuser_{kind}": 1_000 for kind in ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")},
}
"""The most an element may ask the compiler to make, by tag and attribute. Keys and user data count once per joint, body
and so on: what one of them asks for is multiplied."""

NESTED = 1_000
"""The most elements within one another: bodies stand in bodies, and MuJoCo itself stops at 500."""

FILES = 1_000
"""The most files a model may include."""


def check(found: Findings, text: str | bytes, folder: str) -> None:
    """Collect what must not reach the compiler, in a text and in the files it includes from `folder`."""
    root = xml.parse(text, found.source, NESTED)
    if root.tag != "mujoco":
        found.fault(f"line {root.line}", f"<{root.tag}>", "the outermost element is not <mujoco>", "is this MJCF?")
    waiting, seen = [("", root)], set[str]()
    while waiting and not found.faults:
        file, root = waiting.pop()
        for element in root.everything():
            place = f"{plain(file)} line {element.line} element <{plain(element.tag, 40)}>".strip()
            _check_element(found, place, element)
            for path in _files(element, folder):
                if not stat.S_ISREG(os.stat(path).st_mode):
                    found.fault(place, element.attributes["file"], "a folder or device, not a file", "name a file")
                elif element.tag in ("include", "model") and path not in seen:
                    seen.add(path)
                    waiting.append((os.path.basename(path), xml.parse(content(path), path, NESTED)))
        if len(seen) > FILES:
            found.fault("", "", f"more than {FILES} files are included", "is this the right file?")


def _files(element: xml.Element, folder: str) -> Iterator[str]:
    """The existing files an element may mean; the compiler says which of the missing ones it misses."""
    name = element.attributes.get("file", "")
    root = element
    while root.parent is not None:
        root = root.parent
    below = [c.attributes.get(key, "") for c in root.of("compiler") for key in ("meshdir", "texturedir", "assetdir")]
    for path in {os.path.join(folder, part, name) for part in ("", *below)} if name and "\0" not in name else ():
        if os.path.exists(path):
            yield path


def _check_element(found: Findings, place: str, element: xml.Element) -> None:
    if element.tag in ("composite", "flexcomp"):
        found.fault(place, "", "deformable bodies are not read", "a manipulator is made of rigid links")
    if element.tag == "flag":
        return
    for key, value in element.attributes.items():
        if key in NUMERIC:
            for word in words(value):
                if number(word) is None:
                    found.fault(place, word, f"in {shown(key)}: not {RULE}", reason(word))
    for key, most in BUDGETS.get(element.tag, {}).items():
        asked = number(element.attributes.get(key, "0"))
        if asked is None or abs(asked) > most:
            found.fault(place, element.attributes[key], f"{key} is at most {most}", "is this the right file?")
    if element.tag == "replicate":
        _check_replicas(found, place, element)
    if element.tag == "compiler":
        note_switches(found, place, element)


def _check_replicas(found: Findings, place: str, element: xml.Element) -> None:
    """Replicas within replicas multiply."""
    counts, above = [], element
    while above is not None:
        if above.tag == "replicate":
            counts.append(number(above.attributes.get("count", "1")) or 1.0)
        above = above.parent  # type: ignore[assignment]
    if math.prod(counts) * len(element.everything()) > xml.ELEMENTS:
        found.fault(place, "", f"replicas make more than {xml.ELEMENTS} elements", "replicate less")
