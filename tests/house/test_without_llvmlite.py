"""Without llvmlite everything but machine code works: it is hidden, in a process of its own."""

import subprocess
import sys
import textwrap

import pytest

HIDE = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "llvmlite":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

import importlib.metadata
found = importlib.metadata.version

def version(name):
    if name == "llvmlite":
        raise importlib.metadata.PackageNotFoundError(name)
    return found(name)

importlib.metadata.version = version
sys.meta_path.insert(0, Hidden())
sys.modules.pop("llvmlite", None)
import numpy as np
import linkwise
robot = linkwise.load("planar2r")
q, qd, qdd = [0.4, 1.2], [0.8, -1.4], [1.1, -0.6]
"""


def without(code: str, folder) -> str:
    text = HIDE + textwrap.dedent(code) + "\nassert not any(name.startswith('llvmlite') for name in sys.modules)\n"
    found = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, cwd=folder, timeout=300)
    assert found.returncode == 0, found.stderr
    return found.stdout


CASES = {
    "questions": """
        print(robot.inverse_dynamics(q, qd, qdd).round(6).tolist() == [24.758766, 1.62563])
        print(robot.inverse_dynamics_derivatives(q, qd, qdd, wrenches={"tip": [0.0] * 6}).dtau_dq.shape == (2, 2))
        print(np.allclose(robot.forward_dynamics(q, qd, robot.inverse_dynamics(q, qd, qdd)), qdd))
    """,
    "the interpreter": """
        kernel = robot.compile("inverse_dynamics", backend="interpreter")
        print(kernel.backend, np.allclose(kernel(q, qd, qdd), [24.758766, 1.62563]))
        print(robot.compile("mass_matrix").backend, robot.compile("mass_matrix")([q] * 3).shape)
    """,
    "C, Python and listings": """
        kernel = robot.compile("inverse_dynamics")
        print([file.name for file in kernel.save("arm.c")], [file.name for file in kernel.save("arm.py")])
        print(len(robot.listing("mass_matrix").c) > 100, kernel.save("arm.ll")[0].name)
    """,
    "counts": """
        print(robot.compile("inverse_dynamics").count.multiplications, len(robot.base_parameters()))
    """,
    "motion": """
        print(robot.simulate([0.1, 0.2], t=0.05).status, robot.rollouts([[0.1, 0.2]] * 3, step=1e-3, steps=3).q.shape)
        controller = linkwise.control.pd_gravity(robot, [0.0, 0.0], kp=10.0, kd=1.0)
        print(robot.simulate([0.1, 0.2], controller=controller, t=0.02).status, robot.linearize([0.1, 0.2]).A.shape)
        print(robot.task_space([0.1, 0.9], rows=["x", "y"]).inertia.shape, robot.verify(states=2).holds)
    """,
    "sweeps": """
        spreads = {"q0": linkwise.sweep.Normal([0.1, 0.2], 0.01)}
        run = {"step": 1e-3, "steps": 3, "checkpoint": "sweep"}
        print(robot.sweep(8, spreads, **run).rollouts, robot.sweep(8, spreads, **run).rollouts)
    """,
    "commands": """
        from typer.testing import CliRunner
        from linkwise.cli import app
        def run(*words):
            said = CliRunner().invoke(app, words)
            assert said.exit_code == 0, said.output
            return said.stdout
        print('"share_of_best": null' in run("bench", "pendulum", "--quick", "--json"))
        print(len(run("generate", "planar2r", "--question", "mass_matrix", "--out", "arm")) > 0)
        print(len(run("formulas", "planar2r")) > 0)
    """,
    "functions of JAX": """
        tau = robot.jax("inverse_dynamics")
        print(tau.backend == "jax_operations", np.allclose(tau(q, qd, qdd), [24.758766, 1.62563]))
    """,
    "long chains": """
        from dataclasses import replace
        from linkwise.model import Body, Model
        link = linkwise.load("pendulum").model.bodies[0]
        bodies = [replace(link, name=f"link{k}", parent=k - 1, joint=replace(link.joint, name=f"joint{k}"),
                          placement=link.placement.tagged(f"link{k - 1}" if k else "base", f"link{k}"),
                          inertia=link.inertia.seen_from(f"link{k}")) for k in range(65)]
        chain = linkwise.Robot(Model("chain", tuple(bodies)))
        print(chain.inverse_dynamics(*[[0.1] * 65] * 3).shape)
    """,
}


@pytest.mark.parametrize("what", CASES)
def test_works(what, tmp_path):
    if what == "functions of JAX":
        pytest.importorskip("jax")
    said = without(CASES[what], tmp_path)
    assert said and "False" not in said, said


def test_machine_code_says_what_is_missing(tmp_path):
    said = without(
        """
        from linkwise.backends import BACKENDS, default_backend
        from linkwise.errors import MissingBackend
        try:
            robot.compile("mass_matrix", backend="llvm")
        except MissingBackend as error:
            print(error.backend, error)
        print(default_backend(), 'llvm' in BACKENDS)
        """,
        tmp_path,
    )
    assert said.startswith("llvm backend 'llvm' cannot run here: llvmlite is not installed")
    assert "interpreter True" in said
