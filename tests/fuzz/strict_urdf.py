"""The tests' own URDF reader, on lxml and NumPy: strict, and it shares no code with linkwise's.

What a file has and dynamics cannot use is not an error, but the load report has to name it: `must_name`.
"""

import math
import re
from typing import Any

import numpy as np
from lxml import etree

from . import NotStrict
from .reference import LARGEST, Array, Link, Reference, Small, impossible, norm, rpy, sized, symmetric

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
BLANK = re.compile("[ \t\r\n]+")

GRAMMAR = {
    "robot": (("name", "version"), ("link", "joint", "linkwise")),
    "linkwise": (("tip",), ()),
    "link": (("name",), ("inertial",)),
    "inertial": ((), ("origin", "mass", "inertia")),
    "origin": (("xyz", "rpy"), ()),
    "mass": (("value",), ()),
    "inertia": (("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), ()),
    "joint": (("name", "type"), ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")),
    "parent": (("link",), ()),
    "child": (("link",), ()),
    "axis": (("xyz",), ()),
    "limit": (("lower", "upper", "effort", "velocity"), ()),
    "dynamics": (("damping", "friction"), ()),
    "mimic": (("joint", "multiplier", "offset"), ()),
}
"""Attributes and children that the reader understands; all else must be named in the report."""


NAMESPACES = (99, 100, *range(200, 206))
"""libxml2's complaints about namespaces. URDF does not use them: a colon in a name is a letter like any other."""


def refuse(condition: object, why: str) -> None:
    if condition:
        raise NotStrict(why)


def number(text: str | None, what: str, any_size: bool = False) -> float:
    refuse(text is None, f"{what} is missing")
    text = (text or "").strip(" \t\r\n")
    refuse(NUMBER.fullmatch(text) is None, f"{what} is not a decimal number: {text[:60]!r}")
    value = float(text)
    refuse(not math.isfinite(value), f"{what} is not finite: {text[:60]!r}")
    used = value if any_size else sized(value)
    refuse(used is None, f"{what} is too large: {text[:60]!r}")
    return used or 0.0


def numbers(text: str | None, count: int, what: str, any_size: bool = False) -> Array:
    words = [word for word in BLANK.split(text or "") if word]
    refuse(len(words) != count, f"{what} is not {count} numbers")
    return np.array([number(word, what, any_size) for word in words])


def refuse_circles(follows: dict[Any, tuple[Any, float, float]]) -> None:
    """Refuse joints that follow one another without end; `follows` has each follower's leader first."""
    for at in follows:
        seen = set()
        while at in follows:
            refuse(at in seen, "joints follow one another in a circle")
            seen.add(at)
            at = follows[at][0]


def parsed(data: bytes) -> etree._Element:
    """The outermost element; comments and processing instructions are dropped."""
    options = {"resolve_entities": False, "no_network": True, "remove_comments": True, "remove_pis": True}
    try:
        root = etree.fromstring(data, etree.XMLParser(**options))
    except (etree.XMLSyntaxError, ValueError) as error:
        if getattr(error, "code", 0) not in NAMESPACES:
            raise NotStrict(f"lxml: {error}") from None
        root = etree.fromstring(data, etree.XMLParser(**options, recover=True))
    refuse(root.getroottree().docinfo.doctype, "a document type")
    version = root.getroottree().docinfo.xml_version  # processors of XML 1.0 read 1.x as 1.0, says its fifth edition
    refuse(version is not None and not version.startswith("1."), "no version of XML")
    return root


def read(data: bytes) -> Reference:
    """The robot in a text."""
    root, _ = parsed(data), Small.looked_at()
    refuse(root.tag != "robot" or not root.get("name"), "not a <robot> with a name")
    must_name: list[str] = []
    _grammar(root, must_name)
    by_name = {_name(element): element for element in root.findall("link")}
    joints = root.findall("joint")
    refuse(len(by_name) != len(root.findall("link")), "two links of one name")
    refuse(len({_name(joint) for joint in joints}) != len(joints), "two joints of one name")
    order, base = _ordered(by_name, joints)
    links = [_link(by_name, joint, order, must_name) for joint in order]
    base_mass, com, I = _inertial(by_name[base], must_name)
    _check_inertias(links, must_name, impossible(I, _at_origin(base_mass, com, I)))
    follows = _follows(links, order)
    must_name += Small.looked_at()
    return Reference(links, np.array((0.0, 0.0, -9.81)), base_mass, follows, must_name=must_name)


def _grammar(root: etree._Element, must_name: list[str]) -> None:
    pending = [root]
    while pending:
        element = pending.pop()
        attributes, children = GRAMMAR[element.tag]
        must_name += [f"{local(name)}" for name in element.attrib if name not in attributes]
        if (element.text or "").strip():
            must_name.append("text in")
        for tag in {child.tag for child in element}:
            same = [child for child in element if child.tag == tag]
            if tag not in children:
                must_name.append(local(tag))
                continue
            refuse(len(same) > 1 and element.tag != "robot", f"two <{tag}> in one <{element.tag}>")
            pending += same


def local(name: str) -> str:
    """The name without its namespace."""
    return name.rpartition("}")[2]


def _name(element: etree._Element) -> str:
    refuse(not element.get("name"), f"a <{element.tag}> without a name")
    return element.get("name")


def _end(joint: etree._Element, tag: str) -> str:
    end = joint.find(tag)
    refuse(end is None or not end.get("link"), f"joint without <{tag} link=…>")
    return end.get("link")


def _ordered(links: dict[str, etree._Element], joints: list[etree._Element]) -> tuple[list[etree._Element], str]:
    """The joints from the base outwards, and the base."""
    into: dict[str, etree._Element] = {}
    for joint in joints:
        parent, child = _end(joint, "parent"), _end(joint, "child")
        refuse(parent not in links or child not in links, "a joint to a link that does not exist")
        refuse(child in into, "a link with two parents")
        into[child] = joint
    roots = [name for name in links if name not in into]
    refuse(len(roots) != 1, f"{len(roots)} links without a parent")
    known, order = {roots[0]}, []
    waiting = list(into.items())
    while waiting:
        ready = [(child, joint) for child, joint in waiting if _end(joint, "parent") in known]
        refuse(not ready, "joints form a loop")
        known.update(child for child, _ in ready)
        order += [joint for _, joint in ready]
        waiting = [(child, joint) for child, joint in waiting if child not in known]
    return order, roots[0]


def pose(owner: etree._Element) -> tuple[Array, Array]:
    """Rotation and position of an <origin>."""
    origin = owner.find("origin")
    if origin is None:
        return np.eye(3), np.zeros(3)
    angles = numbers(origin.get("rpy", "0 0 0"), 3, "rpy")
    return rpy(*angles.tolist()), numbers(origin.get("xyz", "0 0 0"), 3, "xyz")


def _inertial(link: etree._Element, must_name: list[str]) -> tuple[float, Array, Array]:
    inertial = link.find("inertial")
    if inertial is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    mass, tensor = inertial.find("mass"), inertial.find("inertia")
    refuse(mass is None or tensor is None, "an <inertial> without <mass> or <inertia>")
    m = number(mass.get("value"), "mass")
    refuse(m < 0.0, "a negative mass")
    R, com = pose(inertial)
    I = symmetric(*(number(tensor.get(key), key) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")))
    return m, com, R @ I @ R.T


def _link(
    by_name: dict[str, etree._Element], joint: etree._Element, order: list[etree._Element], must_name: list[str]
) -> Link:
    kind, name, (R, p) = joint.get("type"), _name(joint), pose(joint)
    refuse(kind not in ("revolute", "continuous", "prismatic", "fixed"), f"a joint of type {kind}")
    places = {_end(other, "child"): k for k, other in enumerate(order)}
    parent, child = places.get(_end(joint, "parent"), -1), _end(joint, "child")
    m, com, I = _inertial(by_name[child], must_name)
    axis, damping, friction = np.array((1.0, 0.0, 0.0)), 0.0, 0.0
    limits = (-math.inf, math.inf, math.inf, math.inf)
    if kind != "fixed":
        element, dynamics = joint.find("axis"), joint.find("dynamics")
        if element is None or element.get("xyz") is None:
            must_name.append("no axis given")
        else:
            stated = numbers(element.get("xyz"), 3, "axis", any_size=True)
            refuse(norm(stated) == 0.0, "an axis of length zero")
            axis = np.array([sized(x) for x in (stated / norm(stated)).tolist()])
            length = math.sqrt(axis @ axis)
            axis, length = axis / length, length * norm(stated)
            if abs(length - 1.0) > 2e-6:
                must_name.append("the axis has length")
        if dynamics is not None:
            damping, friction = (number(dynamics.get(key, "0"), key) for key in ("damping", "friction"))
            refuse(damping < 0.0 or friction < 0.0, "negative friction")
        limits = _limits(joint, kind, must_name)
    rubs = (lambda qd: damping * qd + friction * np.sign(qd)) if kind != "fixed" else (lambda qd: 0.0)
    return Link(child, parent, R, p, kind, axis, name, m, com, I, friction=rubs, limits=limits)


def _limits(joint: etree._Element, kind: str, must_name: list[str]) -> tuple[float, float, float, float]:
    limit = joint.find("limit")
    if limit is None:
        refuse(kind != "continuous", f"a {kind} joint without <limit>")
        return -math.inf, math.inf, math.inf, math.inf
    lower, upper = (number(limit.get(key, "0"), key, any_size=True) for key in ("lower", "upper"))
    velocity, effort = (number(limit.get(key), key, any_size=True) for key in ("velocity", "effort"))
    refuse(velocity < 0.0 or effort < 0.0, "a negative limit")
    if kind == "continuous":
        lower, upper = -math.inf, math.inf
    refuse(lower > upper, "limits out of order")
    unlimited = [value for value in (lower, upper, velocity, effort) if LARGEST <= abs(value) < math.inf]
    must_name += ["no limit"] * bool(unlimited)
    lower, upper, velocity, effort = (
        math.copysign(math.inf, value) if abs(value) >= LARGEST else value for value in (lower, upper, velocity, effort)
    )
    return lower, upper, velocity, effort


def _at_origin(m: float, com: Array, I: Array) -> float:
    return float(np.trace(I)) + 2.0 * m * float(com @ com)


def _check_inertias(links: list[Link], must_name: list[str], of_base: str) -> None:
    """Refuse negative moments on what moves; the report must name them elsewhere, and all impossible ones."""
    moving: list[bool] = []
    carrier: list[int] = []
    masses: dict[int, float] = {}
    must_name += [{"negative": "principal moments", "triangle": "triangle"}[of_base]] if of_base else []
    for link in links:
        moving.append(link.moves or (link.parent >= 0 and moving[link.parent]))
        fault = impossible(link.I, _at_origin(link.m, link.com, link.I))
        refuse(fault == "negative" and moving[-1], f"link {link.name[:40]} has a negative moment")
        must_name += [{"negative": "indefinite", "triangle": "triangle"}[fault]] if fault else []
        carrier.append(len(carrier) if link.moves or link.parent < 0 else carrier[link.parent])
        masses[carrier[-1]] = masses.get(carrier[-1], 0.0) + link.m
    must_name += ["a moving link" for k, link in enumerate(links) if link.moves and masses[k] == 0.0]


def _follows(links: list[Link], joints: list[etree._Element]) -> dict[str, tuple[str, float, float]]:
    moving = {link.joint for link in links if link.moves}
    follows = {}
    for joint in joints:
        mimic = joint.find("mimic")
        if mimic is None or joint.get("type") == "fixed":
            continue
        leader = mimic.get("joint")
        refuse(leader not in moving, "a joint mimics one that does not move")
        follows[_name(joint)] = (
            leader,
            number(mimic.get("multiplier", "1"), "multiplier"),
            number(mimic.get("offset", "0"), "offset"),
        )
    refuse_circles(follows)
    return follows
