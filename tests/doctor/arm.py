"""A healthy arm, and ways to break it."""

from dataclasses import replace

from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Vec3
from linkwise.readers import urdf

LINK = """<link name="{name}"><inertial><origin xyz="{com}"/><mass value="{mass}"/>
  <inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/></inertial></link>"""

JOINT = """<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>
  <origin xyz="{at}" rpy="{rpy}"/><axis xyz="{axis}"/><dynamics damping="0.5" friction="0.1"/>
  <limit lower="-2" upper="2.5" effort="{effort}" velocity="3"/></joint>"""

LINKS = {
    "column": dict(mass=6, com="0 0 0.1", xx=0.05, yy=0.06, zz=0.03),
    "upper": dict(mass=4, com="0.2 0.01 0", xx=0.008, yy=0.062, zz=0.061),
    "forearm": dict(mass=2.5, com="0.15 0 0.02", xx=0.004, yy=0.026, zz=0.025),
    "hand": dict(mass=0.8, com="0.03 0 0.01", xx=0.0011, yy=0.0013, zz=0.0009),
}
"""Masses and moments like those of solid bodies of the links' lengths; every two moments are more than the third."""

JOINTS = {
    "turn": dict(parent="base", child="column", at="0 0 0.1", axis="0 0 1"),
    "lift": dict(parent="column", child="upper", at="0 0.05 0.3", axis="0 1 0"),
    "elbow": dict(parent="upper", child="forearm", at="0.4 0 0", axis="0 1 0"),
    "wrist": dict(parent="forearm", child="hand", at="0.3 0 0", rpy="0 0 1.5707963267948966", axis="1 0 0"),
}


def text(name="arm", links=(), joints=()):
    """The arm as URDF, with other values for some attributes of some links and joints."""
    links, joints = dict(links), dict(joints)
    parts = ['<link name="base"/>', '<link name="tool"/>']
    parts += [LINK.format(name=link, **{**data, **links.get(link, {})}) for link, data in LINKS.items()]
    for joint, data in JOINTS.items():
        parts.append(JOINT.format(name=joint, **{"rpy": "0 0 0", "effort": 200, **data, **joints.get(joint, {})}))
    parts.append(
        '<joint name="flange" type="fixed"><parent link="hand"/><child link="tool"/><origin xyz="0.1 0 0"/></joint>'
    )
    return f'<robot name="{name}">{"".join(parts)}</robot>'


def arm(links=(), joints=()):
    """The arm, without what its reader noticed."""
    rules = ("indefinite-inertia", "negative-mass", "limits-out-of-order", "missing-limit")
    return Robot(urdf.read_text(text(links=links, joints=joints), allow=rules)[0])


def edited(robot, link, joint=None, **changes):
    """The robot with other fields of a body, and of its joint."""
    bodies = [
        replace(body, joint=replace(body.joint, **(joint or {})), **changes) if body.name == link else body
        for body in robot.model.bodies
    ]
    return Robot(replace(robot.model, bodies=tuple(bodies), waivers=("limits-out-of-order",)))


def with_inertia(robot, link, m, com, tensor):
    """The robot with a link of that mass, centre of mass, and tensor there."""
    return edited(robot, link, inertia=Inertia.at_com(m, Vec3(*com), Sym3(*tensor)).seen_from(link))
