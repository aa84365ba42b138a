"""A gripper to attach, a place to attach it, and how closely robots must agree."""

import numpy as np

from linkwise import Robot
from linkwise.readers import urdf
from tests.tolerances import AGREEMENT, NOT_ZERO

XYZ, RPY = (0.01, -0.02, 0.107), (0.1, -0.2, 0.785)
"""A place that has no zeros."""

GRIPPER = """<robot name="gripper">
  <link name="palm"><inertial><origin xyz="0 0 0.04" rpy="0.1 0 0.2"/><mass value="0.8"/>
    <inertia ixx="0.0012" ixy="1e-5" ixz="0" iyy="0.0011" iyz="-2e-5" izz="0.0009"/></inertial></link>
  <link name="knuckle"><inertial><origin xyz="0 0.02 0.03"/><mass value="0.09"/>
    <inertia ixx="4e-5" ixy="0" ixz="0" iyy="3e-5" iyz="1e-6" izz="2e-5"/></inertial></link>
  <link name="other_knuckle"><inertial><origin xyz="0 -0.02 0.03"/><mass value="0.09"/>
    <inertia ixx="4e-5" ixy="0" ixz="0" iyy="3e-5" iyz="-1e-6" izz="2e-5"/></inertial></link>
  <link name="pad"><inertial><origin xyz="0 0 0.01"/><mass value="0.03"/>
    <inertia ixx="5e-6" ixy="0" ixz="0" iyy="5e-6" iyz="0" izz="3e-6"/></inertial></link>
  <joint name="close" type="revolute"><origin xyz="0 0.03 0.06" rpy="0 0 0.3"/><parent link="palm"/>
    <child link="knuckle"/><axis xyz="1 0 0"/><limit lower="0" upper="0.8" effort="20" velocity="2"/></joint>
  <joint name="close_other" type="revolute"><origin xyz="0 -0.03 0.06"/><parent link="palm"/>
    <child link="other_knuckle"/><axis xyz="-1 0 0"/><limit lower="0" upper="0.8" effort="20" velocity="2"/>
    <mimic joint="close" multiplier="1.1" offset="0.05"/></joint>
  <joint name="pad_slide" type="prismatic"><origin xyz="0 0 0.05"/><parent link="knuckle"/>
    <child link="pad"/><axis xyz="0 0.6 0.8"/><limit lower="0" upper="0.01" effort="5" velocity="0.1"/></joint>
</robot>"""
"""A two-finger gripper with a follower and a sliding pad."""


def gripper() -> Robot:
    return Robot(*urdf.read_text(GRIPPER))


def near(a: np.ndarray, b: np.ndarray) -> None:
    """To 1e-12 of the largest entry."""
    assert np.abs(a - b).max() <= AGREEMENT * max(np.abs(b).max(), NOT_ZERO)
