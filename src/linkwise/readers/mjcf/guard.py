"""Checks an MJCF text before MuJoCo's compiler sees it.

The compiler trusts its input: it reads hexadecimal numbers and NaN, allocates whatever a file asks for, and opens
whatever a file names. A pass with our own parser refuses all that first; parts.py finds the files.
"""

from ...errors import shown
from .. import xml
from ..findings import Findings
from ..folders import Folders
from ..numbers import LARGEST, RULE, number, reason, words
from .parts import NESTED, Part, Parts

NUMERIC = (
    {"pos", "quat", "axis", "axisangle", "euler", "xyaxes", "zaxis", "fromto", "size"}
    | {"mass", "diaginertia", "fullinertia", "density", "viscosity", "wind", "gravity", "gravcomp"}
    | {"range", "ref", "armature", "damping", "frictionloss", "stiffness", "springref", "margin", "polycoef"}
    | {"gear", "actuatorfrcrange", "forcerange", "ctrlrange", "gainprm", "biasprm", "kp", "kv", "springdamper", "coef"}
    | {"timestep", "impratio", "tolerance", "boundmass", "boundinertia", "settotalmass", "scale", "refpos", "refquat"}
)
"""The attributes that hold only numbers, in whichever element they occur (except in <flag>)."""

BUDGETS = {
    "replicate": {"count": 10_000},
    "texture": {"width": 16_384, "height": 16_384},
    "hfield": {"nrow": 1_024, "ncol": 1_024},
    "size": {"nuserdata": 10_000_000, "nkey": 10_000, "njmax": 1_000_000, "nconmax": 1_000_000, "nstack": 10_000_000}
    | {f"nuser_{kind}": 1_000 for kind in ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")},
}
"""The most that an element may ask the compiler to allocate, by tag and attribute; the compiler allocates keys and user
data once per joint, body and so on."""

NAMES = (
    {"class", "childclass", "dclass", "model", "prefix", "suffix", "content_type", "meshdir", "texturedir", "assetdir"}
    | {"joint", "jointinparent", "body", "geom", "site", "mesh", "material", "texture", "hfield", "tendon", "actuator"}
    | {"target", "refname", "key", "plugin", "instance", "cranksite", "slidersite", "refsite", "sidesite", "camera"}
)
"""The attributes that hold names, of the element or of others."""

LIMITS = ("range", "actuatorfrcrange", "forcerange", "ctrlrange", "margin")
"""Those whose numbers may be of any size: very large ones mean that there is no limit."""

PHYSICS = ("gravity", "wind", "magnetic", "density", "viscosity")
"""Attributes of <option> that describe the world; all others are settings of MuJoCo's simulation."""

SWITCHES = {
    "balanceinertia": "principal moments that no rigid body has are replaced by their mean",
    "boundmass": "smaller masses are raised to it",
    "boundinertia": "smaller principal moments are raised to it",
    "settotalmass": "all masses and inertias are scaled to this total mass",
    "inertiafromgeom": "inertias come from the geoms, whatever <inertial> says",
    "inertiagrouprange": "only geoms of these groups have a mass",
}
"""Attributes of <compiler> that alter the masses and inertias in the file, and how."""


def check(findings: Findings[str], text: str | bytes, path: str, folders: Folders) -> Parts:
    """Find whatever must not reach the compiler, in a text and the files it names, which come back.

    `path` is the file the text came from, or "".
    """
    root = xml.parse(text, findings.source, NESTED, waivers=findings.waivers)
    findings.note_declaration(f"line {root.line}")
    parts = Parts(findings, root, path, folders)
    if root.tag != "mujoco":
        rule = "the outermost element is not <mujoco>"
        findings.fault(f"line {root.line}", f"<{root.tag}>", rule, "is this an MJCF file?")
        return parts
    for part in parts:
        for element in part.root.everything():
            _check_element(findings, part, element)
    return parts


def _check_element(findings: Findings[str], part: Part, element: xml.Element) -> None:
    place = part.place(element)
    if element.tag in ("composite", "flexcomp"):
        findings.fault(place, "", "linkwise does not read deformable bodies", "build the robot from rigid bodies")
    if element.tag == "flag":
        return
    for key, text in element.attributes.items():
        if key not in NUMERIC and not _is_name(element.tag, key):
            for word in words(text):
                if word.lstrip("+-").lower() in ("nan", "inf", "infinity"):  # of which MuJoCo prints a warning
                    findings.fault(place, part.quoted(word), f"in {shown(key)}: not {RULE}", reason(word))
        if key in NUMERIC:
            for word in words(text):
                value = number(word)
                if value is None:
                    findings.fault(place, part.quoted(word), f"in {shown(key)}: not {RULE}", reason(word))
                elif abs(value) > LARGEST and key not in LIMITS:
                    rule = f"in {shown(key)}: a magnitude of at most {LARGEST:g} was expected"
                    findings.fault(place, part.quoted(word), rule, "check the digits and the units: kg, m, s")
    for key, most in BUDGETS.get(element.tag, {}).items():
        size = number(element.attributes.get(key, "0"))
        if size is None or abs(size) > most:
            text = part.quoted(element.attributes[key])
            findings.fault(place, text, f"{key} is at most {most}", "is this the right file?")
    if element.tag == "compiler":
        _note_switches(findings, place, element)
    if element.tag == "option":
        _check_settings(findings, part, element)


def _is_name(tag: str, key: str) -> bool:
    """Whether an attribute holds a name or another text, which may be "nan".

    >>> _is_name("joint", "name"), _is_name("key", "qpos")
    (True, False)
    """
    return tag in ("text", "config") or key.rstrip("0123456789") in NAMES or key.startswith(("file", "name", "obj"))


def _check_settings(findings: Findings[str], part: Part, option: xml.Element) -> None:
    """Refuse a time step that is not positive; note settings of MuJoCo's simulation, which a model does not have."""
    place, step = part.place(option), number(option.attributes.get("timestep", "1"))
    if step is not None and step <= 0.0:
        text = part.quoted(f'timestep="{option.attributes["timestep"]}"')
        findings.fault(place, text, "the time step is not positive", "give a number above 0, or delete it")
    settings = [f'{key}="{value[:40]}"' for key, value in option.attributes.items() if key not in PHYSICS]
    if settings:
        text = f"settings of MuJoCo's simulation: {' '.join(settings)}; `simulate` has settings of its own"
        findings.note("ignored", place, text)


def _note_switches(findings: Findings[str], place: str, compiler: xml.Element) -> None:
    """Note each switch that is on: the model then has the inertias that MuJoCo computes, not those in the file."""
    for name, effect in SWITCHES.items():
        value = compiler.attributes.get(name, "false")
        size = number(value)
        if value not in ("false", "auto") and (size is None or size > 0.0):
            findings.note("converted", place, f'{name}="{value[:40]}": {effect}')
