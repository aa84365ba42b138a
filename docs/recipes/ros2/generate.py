"""Writes the C that the node calls, from the URDF that is `robot_description`: `python generate.py arm.urdf`."""

import sys
from pathlib import Path

import numpy as np

import linkwise
from linkwise.control import computed_torque
from linkwise.trajectories import Quintic

NAMES = """// Made by generate.py from {file}.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace arm {{
constexpr std::size_t joint_count = {n};
constexpr std::array<const char *, joint_count> joint_names = {{{names}}};
constexpr std::array<double, joint_count> effort_limits = {{{effort}}};
constexpr std::uint64_t description_hash = {hash}u;
}}  // namespace arm
"""


def fnv1a(text: bytes) -> int:
    """The hash by which the node knows the description again; what stands after its end does not count."""
    value = 0xCBF29CE484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def main(urdf: Path, folder: Path) -> None:
    """Write arm_gravity.c, arm_torque.c, their headers, and arm_names.hpp."""
    robot = linkwise.load(urdf).without_friction()
    if not np.isfinite(robot.limits.effort).all():
        sys.exit(f"{urdf}: each joint needs an effort limit.")
    still = [0.0] * robot.n
    controller = computed_torque(robot, Quintic(still, still, duration=1.0), kp=100.0, kd=20.0)
    robot.compile("gravity_forces").save(folder / "arm_gravity.c", prefix="arm")
    controller.kernel.save(folder / "arm_torque.c", prefix="arm")
    names = ", ".join(f'"{name}"' for name in robot.joint_names)
    effort = ", ".join(f"{value!r}" for value in robot.limits.effort.tolist())
    known = fnv1a(urdf.read_bytes().rstrip())
    text = NAMES.format(file=urdf.name, n=robot.n, names=names, effort=effort, hash=known)
    (folder / "arm_names.hpp").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path("."))
