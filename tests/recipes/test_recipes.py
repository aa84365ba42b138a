"""The recipes of the docs: what is generated compiles with what is written, and scripts run as printed."""

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import linkwise
from linkwise.control import computed_torque
from linkwise.trajectories import Quintic

RECIPES = Path(__file__).parents[2] / "docs" / "recipes"
STUBS = Path(__file__).parent / "stubs"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def compiled(folder, compiler, *arguments):
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    done = subprocess.run([compiler, *STRICT, *map(str, arguments)], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """What generate.py writes for a UR5."""
    folder = tmp_path_factory.mktemp("ros2")
    linkwise.save(linkwise.load("ur5"), folder / "arm.urdf")
    runpy.run_path(str(RECIPES / "ros2" / "generate.py"))["main"](folder / "arm.urdf", folder)
    return folder


def test_the_node_compiles_against_stubs(generated):
    flags = ["-std=c++17", f"-I{STUBS}", "-I."]
    compiled(generated, "c++", *flags, "-c", RECIPES / "ros2" / "arm_node.cpp", "-o", "node.o")
    compiled(generated, "cc", "-std=c99", "-c", "arm_gravity.c", "arm_torque.c")


def test_the_node_has_the_joints_and_the_description(generated):
    robot, text = linkwise.load("ur5"), (generated / "arm_names.hpp").read_text(encoding="utf-8")
    assert re.findall(r'"(\w+)"', text) == list(robot.joint_names)
    assert "{150.0, 150.0, 150.0, 28.0, 28.0, 28.0}" in text
    fnv1a = runpy.run_path(str(RECIPES / "ros2" / "generate.py"))["fnv1a"]
    assert fnv1a(b"") == 0xCBF29CE484222325 and fnv1a(b"foobar") == 0x85944171F73967E8  # Noll's test vectors
    assert f"description_hash = {fnv1a((generated / 'arm.urdf').read_bytes().rstrip())}u" in text


def test_an_arm_without_effort_limits_is_refused(tmp_path):
    linkwise.save(linkwise.load("planar2r").with_gravity([0.0, 0.0, -9.81]), tmp_path / "arm.urdf")
    with pytest.raises(SystemExit, match="effort limit"):
        runpy.run_path(str(RECIPES / "ros2" / "generate.py"))["main"](tmp_path / "arm.urdf", tmp_path)


def test_the_loop_of_a_microcontroller_compiles(tmp_path):
    still = [0.0] * 6
    robot = linkwise.load("ur5").without_friction()
    controller = computed_torque(robot, Quintic(still, still, duration=1.0), kp=100.0, kd=20.0)
    controller.kernel.save(tmp_path / "arm_torque.c", prefix="arm")
    flags = ["-std=c99", f"-I{STUBS}", "-I."]
    compiled(tmp_path, "cc", *flags, "-c", RECIPES / "microcontroller" / "loop.c", "-o", "loop.o")
    compiled(tmp_path, "cc", "-std=c99", "-O1", "-DLINKWISE_SELFTEST", "arm_torque.c", "-lm", "-o", "selftest")
    assert subprocess.run([tmp_path / "selftest"], capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_the_sweep_on_a_local_cluster(tmp_path):
    pytest.importorskip("distributed")
    text = (RECIPES / "dask_cluster.md").read_text(encoding="utf-8")
    script = tmp_path / "sweep.py"
    script.write_text(re.search(r"^```py\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1], encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.strip() == "[ True  True]", done.stderr
