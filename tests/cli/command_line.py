"""What the tests of the command line share: a small arm, and two ways to run a command."""

import json
import subprocess
import sys

from typer.testing import CliRunner

from linkwise.cli import app

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.1 0.02 -0.03" rpy="0.3 -0.2 0.5"/><mass value="2.5"/>
    <inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0.001" ixz="-0.002" iyz="0.003"/></inertial></link>
  <link name="slide"><inertial><origin xyz="0 0.05 0.2"/><mass value="1.25"/>
    <inertia ixx="0.01" iyy="0.011" izz="0.006" ixy="0" ixz="0.0005" iyz="0"/></inertial></link>
  <link name="hand"><inertial><origin xyz="0.03 0.01 0.04"/><mass value="0.6"/>
    <inertia ixx="0.002" iyy="0.003" izz="0.0025" ixy="0.0001" ixz="0" iyz="-0.0002"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0.1 0.4" rpy="0.4 0 -0.3"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/></joint>
  <joint name="rail" type="prismatic"><parent link="upper"/><child link="slide"/>
    <origin xyz="0.3 0 0" rpy="0 0.7 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.5" effort="90" velocity="1"/></joint>
  <joint name="wrist" type="continuous"><parent link="slide"/><child link="hand"/>
    <origin xyz="0 0 0.25" rpy="0 0 1.1"/><axis xyz="0 0 1"/></joint>
</robot>
"""
"""Two hinges and a slider, with nothing that Pinocchio would count otherwise (no friction)."""

HOSTILE = ["[red]x[/red]", "a\nb", "\x9b31mred", "<b>'\"", "é\u202eabc", "A" * 60_000, ":smile: {x} %s", "[/]"]
"""Names that would be colours, lines, controls, HTML, a flood."""


def run(*arguments):
    """Run a command within this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def answer(*arguments):
    """The JSON document a command prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout, parse_constant=lambda word: (_ for _ in ()).throw(ValueError(word)))


def spawn(*arguments, **options):
    """Run a command as a process of its own."""
    command = [sys.executable, "-m", "linkwise", *map(str, arguments)]
    return subprocess.run(command, **{"capture_output": True, "timeout": 120, "check": False, **options})


def assert_refused(result, *words, code=1):
    """Nothing on stdout, a message with these words on stderr, the exit status, and no traceback."""
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in result.stderr
