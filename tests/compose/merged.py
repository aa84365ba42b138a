"""URDF files merged by hand, as text, and Pinocchio's view of them: the judge of what composing makes."""

from xml.etree import ElementTree

import numpy as np
import pytest

from linkwise import Robot
from linkwise.calls.direct import ask
from tests.compose.parts import near
from tests.peers.peer import coupling
from tests.robots import states

pin = pytest.importorskip("pinocchio")

from tests.peers.pinocchio import Pinocchio  # noqa: E402


def merged(arm: str, tool: str, at: str, xyz: str, rpy: str, prefix: str = "") -> str:
    """The two files as one: the tool's links and joints with a prefix, on a fixed joint."""
    root, other = ElementTree.fromstring(arm), ElementTree.fromstring(tool)
    children = {joint.find("child").get("link") for joint in other.findall("joint")}
    base = next(link.get("name") for link in other.findall("link") if link.get("name") not in children)
    for part in [*other.findall("link"), *other.findall("joint")]:
        part.set("name", prefix + part.get("name"))
        for tag in ("parent", "child"):
            for end in part.findall(tag):
                end.set("link", prefix + end.get("link"))
        for leader in part.findall("mimic"):
            leader.set("joint", prefix + leader.get("joint"))
        root.append(part)
    weld = ElementTree.SubElement(root, "joint", name="weld by hand", type="fixed")
    ElementTree.SubElement(weld, "origin", xyz=xyz, rpy=rpy)
    ElementTree.SubElement(weld, "parent", link=at)
    ElementTree.SubElement(weld, "child", link=prefix + base)
    return _bare(root)


def standing(arm: str, xyz: str, rpy: str) -> str:
    """The file with a link "world" that carries its base on a fixed joint."""
    root = ElementTree.fromstring(arm)
    children = {joint.find("child").get("link") for joint in root.findall("joint")}
    base = next(link.get("name") for link in root.findall("link") if link.get("name") not in children)
    root.insert(0, ElementTree.Element("link", name="world"))
    weld = ElementTree.SubElement(root, "joint", name="weld by hand", type="fixed")
    ElementTree.SubElement(weld, "origin", xyz=xyz, rpy=rpy)
    ElementTree.SubElement(weld, "parent", link="world")
    ElementTree.SubElement(weld, "child", link=base)
    return _bare(root)


def cut(text: str, base: str, tip: str) -> str:
    """The file with the links from one to another and those fixed to them."""
    root = ElementTree.fromstring(text)
    joints = root.findall("joint")
    into = {joint.find("child").get("link"): joint for joint in joints}
    kept = [tip]
    while kept[-1] != base:
        kept.append(into[kept[-1]].find("parent").get("link"))
    for link in kept:
        ends = (
            (joint.find("child").get("link"), joint) for joint in joints if joint.find("parent").get("link") == link
        )
        kept += [child for child, joint in ends if joint.get("type") == "fixed" and child not in kept]
    for link in root.findall("link"):
        if link.get("name") not in kept:
            root.remove(link)
    for joint in joints:
        if joint.find("child").get("link") not in kept or joint.find("child").get("link") == base:
            root.remove(joint)
    return _bare(root)


def _bare(root: ElementTree.Element) -> str:
    """Without meshes, which Pinocchio would look for."""
    for link in root.findall("link"):
        for tag in ("visual", "collision"):
            for part in link.findall(tag):
                link.remove(part)
    return ElementTree.tostring(root, encoding="unicode")


def in_pinocchio(text: str, robot: Robot, gravity: tuple[float, ...] = (0.0, 0.0, -9.81)) -> Pinocchio:
    """The text as Pinocchio reads it, its joints in the robot's order."""
    peer = pin.buildModelFromXML(text)
    peer.gravity.linear = np.array(gravity)
    return Pinocchio(peer, robot.model.moving_joint_names, np.zeros(len(robot.model.moving)))


def agree(robot: Robot, peer: Pinocchio, count: int = 2, frames: int | None = None) -> int:
    """Hold τ, M and the poses and Jacobians of all frames that both know to the peer's; how many frames these are."""
    B, b = coupling(robot.model)
    bare = robot.without_friction()
    shared = [name for name in robot.frames if name in peer.frames][:frames]
    for q, qd, qdd in zip(*states(robot.n, count, seed=5), strict=True):
        tau = B.T @ peer.inverse_dynamics(B @ q + b, B @ qd, B @ qdd)
        near(ask(bare.tree, "inverse_dynamics", (q, qd, qdd)), tau)
        near(ask(bare.tree, "mass_matrix", (q,)), B.T @ peer.mass_matrix(B @ q + b) @ B)
        for name in shared:
            T, J, _ = peer.place(B @ q + b, B @ qd, name)
            near(ask(robot.tree, "forward_kinematics", (q,), frame=name), T)
            near(ask(robot.tree, "jacobian", (q,), frame=name), J @ B)
    return len(shared)
