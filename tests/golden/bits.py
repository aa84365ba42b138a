"""What must not change by a bit when code is moved: programs, generated code and answers, as digests.

`python -m tests.golden.bits > tests/golden/bits.json` writes the file anew (some minutes). Do that only where a number
is meant to change, and say in the commit and in CHANGELOG.md which and why: `python -m tests.golden.bits --release`
prints the digests stated there.
"""

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import linkwise
from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.backends.files import save
from linkwise.costs.ledger.book import model
from linkwise.costs.ledger.lines import every_line
from linkwise.costs.ledger.measure import function_of
from linkwise.formulations import QUESTIONS
from linkwise.model import Body, Friction, Model, Revolute, Rotor
from linkwise.program import trace
from tests.golden.generated import llvm_of_kernel, llvm_of_long_chain, llvm_of_rollouts
from tests.robots import CATALOG, MORE_ARMS, states

SIZES = {"quick": (2, 3), "slow": (4, 6)}
"""Joints of the ledger's arms: those of the default run, and those of the slow one."""

ROBOTS = (*CATALOG, *MORE_ARMS)
"""The built-in robots without loops."""

COUNT = 9
"""States per answer: more than one tile, and a rest."""


def digest(*parts: object) -> str:
    """Sixteen hexadecimal digits of texts and arrays, by all their bits."""
    found = hashlib.sha256()
    for part in parts:
        array = isinstance(part, np.ndarray)
        found.update(np.ascontiguousarray(part).tobytes() if array else str(part).encode())
    return found.hexdigest()[:16]


def programs(size: int) -> dict[str, str]:
    """The programs of the ledger's lines for arms of one size."""
    found = {}
    for formulation, question, arm in every_line():
        try:
            asked, takes = function_of(formulation, question, model(arm, size))
        except linkwise.LinkwiseError as error:
            found[f"{formulation} {question} {arm}"] = type(error).__name__
        else:
            found[f"{formulation} {question} {arm}"] = digest(trace(asked, takes, question))
    return found


def questions(robot: linkwise.Robot) -> Iterator[tuple[str, dict[str, object]]]:
    """Every question, plain and with what can be left open."""
    frame = robot.frames[-1]
    for question, row in QUESTIONS.items():
        yield question, {}
        if row.wrenches:
            yield question, {"wrenches": [frame]}
        if question in ("inverse_dynamics", "forward_dynamics"):
            yield question, {"parameters": ["gravity", "payload"]}
            yield question, {"parameters": ["inertia"]}
    yield "inverse_dynamics_derivatives", {"wrenches": [frame]}


def kernels(name: str) -> dict[str, str]:
    """Programs and generated code of a robot's kernels: LLVM in both precisions and layouts, C, Python."""
    robot, found = linkwise.load(name), {}
    for question, options in questions(robot):
        kernel = robot.compile(question, **options)
        key = f"{question} {' '.join(f'{k}={v}' for k, v in options.items())}".strip()
        found[f"{key}: program"] = digest(kernel.program)
        if kernel.count.multiplications > 4000:
            continue
        found[f"{key}: llvm"] = digest(*llvm_of_kernel(kernel))
        with tempfile.TemporaryDirectory() as folder:
            what = kernel.program, kernel.signature, robot.tree.name  # no ranges: no errors of floats in the header
            files = [path for suffix in (".c", ".py") for path in save(f"{folder}/robot{suffix}", *what)]
            found[f"{key}: c, py"] = digest(*(Path(file).read_text(encoding="utf-8") for file in files))
    for question in ("inverse_dynamics", "mass_matrix"):
        listing = robot.listing(question)
        found[f"{question}: listing"] = digest(listing.text, listing.latex, listing.c, listing.matlab, listing.python)
    return found


def state_arrays(robot: linkwise.Robot, question: str) -> list[np.ndarray]:
    """The arrays a question takes."""
    given = (*states(robot.n, COUNT, 3), states(robot.n, COUNT, 4)[2])
    return [dict(zip(("q", "qd", "qdd", "tau"), given, strict=True))[name] for name in QUESTIONS[question].takes]


def answers(name: str) -> dict[str, str]:
    """Answers of machine code, to the last bit: one state, a batch, float32."""
    robot, found = linkwise.load(name), {}
    for question in QUESTIONS:
        at = state_arrays(robot, question)
        single, half = [x[0] for x in at], [x.astype(np.float32) for x in at]
        for key, given in (("one", single), ("batch", at), ("float32", half)):
            found[f"{question}: {key}"] = digest(*_arrays(getattr(robot, question)(*given)))
    return found


def answers_here(name: str) -> dict[str, str]:
    """Answers of the interpreter and of each formulation, which use this machine's NumPy."""
    robot, found = linkwise.load(name), {}
    for question, row in QUESTIONS.items():
        at = state_arrays(robot, question)
        found[f"{question}: interpreter"] = digest(*_arrays(robot.compile(question, backend="interpreter")(*at)))
        for formulation in robot.formulations(question) if not row.frame else ():
            answer = getattr(robot, question)(*at, formulation=formulation)
            found[f"{question} by {formulation}"] = digest(*_arrays(answer))
    return found


def _arrays(answer: object) -> tuple[object, ...]:
    return tuple(answer) if isinstance(answer, tuple) else (answer,)


def chain(n: int) -> linkwise.Robot:
    """A chain whose links differ, with rotors and friction."""
    rng = np.random.default_rng(n)
    bodies = []
    for k in range(n):
        T = Transform(Rotation.identity(), Vec3(*rng.uniform(-0.3, 0.3, 3).tolist()))
        name, parent = f"link{k}", f"link{k - 1}" if k else "base"
        com, tensor = Vec3(*rng.uniform(-0.1, 0.1, 3).tolist()), Sym3(0.2, 0.01, 0.0, 0.3, 0.0, 0.25)
        solid = Inertia.at_com(1.0 + rng.random(), com, tensor)
        axis = Vec3(0.0, 0.0, 1.0) if k % 2 else Vec3(0.0, 1.0, 0.0)
        drive = {"rotor": Rotor(0.01 * rng.random()), "friction": Friction(0.1 * rng.random(), 0.1 * rng.random())}
        joint = Revolute(f"joint{k}", axis=axis, **drive)
        bodies.append(Body(name, k - 1, T.tagged(parent, name), joint, solid.seen_from(name)))
    return linkwise.Robot(Model("chain", tuple(bodies)))


def long_chains() -> dict[str, str]:
    """A chain of 70 links: the modules of its loops, and its answers."""
    robot, found = chain(70), {}
    q, qd, qdd = states(robot.n, COUNT, 5)
    for question, at in (
        ("inverse_dynamics", (q, qd, qdd)),
        ("bias_forces", (q, qd)),
        ("gravity_forces", (q,)),
        ("mass_matrix", (q,)),
        ("forward_dynamics", (q, qd, qdd)),
    ):
        found[f"{question}: answers"] = digest(getattr(robot, question)(*at))
        found[f"{question}: llvm"] = digest(*llvm_of_long_chain(robot, question))
    return found


def rollouts() -> dict[str, str]:
    """Rollouts by every method, with outputs, reductions, parameters and a controller in the loop."""
    found = {}
    for name in ("planar2r", "panda"):
        robot = linkwise.load(name)
        q, qd, _ = states(robot.n, COUNT, 6)
        for method in ("euler", "semi_implicit_euler", "rk4", "implicit_midpoint", "gauss_legendre_4"):
            kernel = robot.compile_rollouts(
                controller=lambda eq, t, q, qd: [g - 2.0 * v for g, v in zip(eq.gravity_forces(q), qd, strict=True)],
                method=method,
                parameters=["payload"],
                wrenches=[robot.frames[-1]],
                outputs={"height": lambda eq, t, q, qd, tau: eq.forward_kinematics(q)[2][3]},
                reduce={"top": ("max", "height"), "mean": ("mean", "height"), "work": ("integral", "height")},
            )
            key = f"{name} {method}"
            found[f"{key}: llvm"] = digest(llvm_of_rollouts(kernel))
            for dtype in ("float64",) if method != "rk4" else ("float64", "float32"):
                options = {"method": method, "step": 1e-3, "steps": 7, "every": 3, "dtype": dtype}
                run = robot.rollouts(q, qd, tau=np.ones(robot.n), **options)
                found[f"{key}: {dtype}"] = digest(run.q, run.qd)
            run = kernel(q, qd, step=1e-3, steps=5)
            found[f"{key}: outputs"] = digest(run.q, run.qd, run["height"], run["top"], run["mean"], run["work"])
    return found


def motions() -> dict[str, str]:
    """Simulations, sweeps, linear models, base parameters: what rooms make of the kernels."""
    robot, found = linkwise.load("planar2r"), {}
    law = linkwise.control.computed_torque(
        robot, linkwise.trajectories.Quintic([0.0, 0.0], [1.0, -1.0], 1.0), kp=100.0, kd=20.0
    )
    for method in ("DOP853", "rk4", "euler", "semi_implicit_euler", "implicit_midpoint", "gauss_legendre_4"):
        step = None if method == "DOP853" else 1e-2
        run = robot.simulate([0.1, 0.2], controller=law, t=0.5, method=method, step=step)
        found[f"simulate {method}"] = digest(run.t, run.q, run.qd, run.tau)
    spread = {"q0": linkwise.sweep.Normal([0.3, 0.5], 0.1), "payload.mass": linkwise.sweep.Uniform(0.0, 2.0)}
    swept = robot.sweep(200, spread, duration=0.05, step=1e-3, seed=1)
    found["sweep"] = digest(swept.statistics["q"].mean, swept.statistics["q"].sd)
    linear = robot.linearize([0.1, 0.5], [0.3, 0.2])
    found["linearize"] = digest(linear.A, linear.B)
    for name in ROBOTS:
        base = linkwise.load(name).base_parameters()
        found[f"base parameters of {name}"] = digest(*base.names, base.values)
    arm = robot.with_elastic_joints(1e3, rotors=0.1)
    found["elastic"] = digest(arm.forward_dynamics([0.1, 0.2, 0.1, 0.2], [0.0] * 4, [1.0, 2.0]))
    task = robot.task_space([0.1, 0.5], [0.3, 0.2], rows=["x", "y"])
    found["task space"] = digest(task.inertia, task.gravity_forces)
    return found


def everything() -> dict[str, dict[str, str]]:
    """All of it."""
    found = {f"programs of {n} joints": programs(n) for sizes in SIZES.values() for n in sizes}
    found |= {f"kernels of {name}": kernels(name) for name in ROBOTS}
    found |= {f"answers of {name}": answers(name) for name in ROBOTS}
    return found | {"long chains": long_chains(), "rollouts": rollouts()}


def here() -> dict[str, dict[str, str]]:
    """What is the same to the last bit on one machine only: compare before and after a move with `--here`."""
    return {f"answers of {name}": answers_here(name) for name in ROBOTS} | {"motions": motions()}


def release(stored: dict[str, dict[str, str]]) -> dict[str, str]:
    """One digest for each kind of thing in the golden file: what CHANGELOG.md states for a release."""
    kinds: dict[str, list[object]] = {}
    for key in sorted(stored):
        kinds.setdefault(key.split(" of ")[0], []).extend((key, sorted(stored[key].items())))
    return {kind: digest(*parts) for kind, parts in kinds.items()}


if __name__ == "__main__":
    if "--release" in sys.argv:
        for kind, value in release(json.loads(Path(__file__).with_name("bits.json").read_text("utf-8"))).items():
            print(f"| {kind} | `{value}` |")
    else:
        json.dump(
            here() if "--here" in sys.argv else everything(), sys.stdout, indent=1, ensure_ascii=False, sort_keys=True
        )
