"""Checks an MJCF text before MuJoCo's compiler sees it.

The compiler trusts its input: it reads hexadecimal numbers and NaN, allocates whatever a file asks for, and opens
whatever a file names. A pass with our own parser refuses all that first.
"""

import math
import os
import stat
from collections.abc import Iterator

from ...errors import plain, shown
from .. import xml
from ..files import content
from ..findings import Findings
from ..numbers import RULE, number, reason, words

NUMERIC = (
    {"pos", "quat", "axis", "axisangle", "euler", "xyaxes", "zaxis", "fromto", "size"}
    | {"mass", "diaginertia", "fullinertia", "density", "viscosity", "wind", "gravity", "gravcomp"}
    | {"range", "ref", "armature", "damping", "frictionloss", "stiffness", "springref", "margin", "polycoef"}
    | {"gear", "actuatorfrcrange", "forcerange", "ctrlrange"}
)
"""The attributes that hold only numbers, in whichever element they occur (except in <flag>)."""

BUDGETS = {
    "replicate": {"count": 10_000},
    "texture": {"width": 16_384, "height": 16_384},
    "hfield": {"nrow": 4_096, "ncol": 4_096},
    "size": {"nuserdata": 10_000_000, "nkey": 10_000, "njmax": 1_000_000, "nconmax": 1_000_000, "nstack": 10_000_000}
    | {f"nuser_{kind}": 1_000 for kind in ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")},
}
"""The most that an element may ask the compiler to allocate, by tag and attribute; the compiler allocates keys and user
data once per joint, body and so on."""

NESTED = 1_000
"""The deepest nesting of elements: bodies are nested in bodies, and MuJoCo itself stops at 500."""

FILES = 1_000
"""The most files a model may include."""

SWITCHES = {
    "balanceinertia": "principal moments that no rigid body has are replaced by their mean",
    "boundmass": "smaller masses are raised to it",
    "boundinertia": "smaller principal moments are raised to it",
    "settotalmass": "all masses and inertias are scaled to this total mass",
    "inertiafromgeom": "inertias come from the geoms, whatever <inertial> says",
    "inertiagrouprange": "only geoms of these groups have a mass",
}
"""Attributes of <compiler> that alter the masses and inertias in the file, and how."""


def check(findings: Findings[str], text: str | bytes, folder: str) -> None:
    """Find whatever must not reach the compiler, in a text and in the files it includes from `folder`."""
    root = xml.parse(text, findings.source, NESTED)
    if root.tag != "mujoco":
        rule = "the outermost element is not <mujoco>"
        findings.fault(f"line {root.line}", f"<{root.tag}>", rule, "is this an MJCF file?")
    pending, seen = [("", root)], set[str]()
    while pending and not findings.fault_count:
        file, root = pending.pop()
        for element in root.everything():
            place = f"{plain(file)} line {element.line} element <{plain(element.tag, 40)}>".strip()
            _check_element(findings, place, element)
            for path in _files(element, folder):
                if not stat.S_ISREG(os.stat(path).st_mode):
                    findings.fault(place, element.attributes["file"], "a folder or device, not a file", "name a file")
                elif element.tag in ("include", "model") and path not in seen:
                    seen.add(path)
                    pending.append((os.path.basename(path), xml.parse(content(path), path, NESTED)))
        if len(seen) > FILES:
            findings.fault("", "", f"more than {FILES} files are included", "is this the right file?")


def _files(element: xml.Element, folder: str) -> Iterator[str]:
    """The existing files that an element may mean; the compiler itself complains about missing ones."""
    name = element.attributes.get("file", "")
    root = element
    while root.parent is not None:
        root = root.parent
    below = [c.attributes.get(key, "") for c in root.of("compiler") for key in ("meshdir", "texturedir", "assetdir")]
    for path in {os.path.join(folder, part, name) for part in ("", *below)} if name and "\0" not in name else ():
        if os.path.exists(path):
            yield path


def _check_element(findings: Findings[str], place: str, element: xml.Element) -> None:
    if element.tag in ("composite", "flexcomp"):
        findings.fault(place, "", "linkwise does not read deformable bodies", "build the robot from rigid bodies")
    if element.tag == "flag":
        return
    for key, value in element.attributes.items():
        if key in NUMERIC:
            for word in words(value):
                if number(word) is None:
                    findings.fault(place, word, f"in {shown(key)}: not {RULE}", reason(word))
    for key, most in BUDGETS.get(element.tag, {}).items():
        size = number(element.attributes.get(key, "0"))
        if size is None or abs(size) > most:
            findings.fault(place, element.attributes[key], f"{key} is at most {most}", "is this the right file?")
    if element.tag == "replicate":
        _check_replicas(findings, place, element)
    if element.tag == "compiler":
        _note_switches(findings, place, element)


def _check_replicas(findings: Findings[str], place: str, element: xml.Element) -> None:
    """Refuse nested replicas that multiply to too many elements."""
    counts = []
    above: xml.Element | None = element
    while above is not None:
        if above.tag == "replicate":
            counts.append(number(above.attributes.get("count", "1")) or 1.0)
        above = above.parent
    if math.prod(counts) * len(element.everything()) > xml.ELEMENTS:
        findings.fault(place, "", f"replicas make more than {xml.ELEMENTS} elements", "lower the count")


def _note_switches(findings: Findings[str], place: str, compiler: xml.Element) -> None:
    """Note each switch that is on: the model then has the inertias that MuJoCo computes, not those in the file."""
    for name, effect in SWITCHES.items():
        value = compiler.attributes.get(name, "false")
        size = number(value)
        if value not in ("false", "auto") and (size is None or size > 0.0):
            findings.note("converted", place, f'{name}="{value[:40]}": {effect}')
