"""Robots of 30 joints and more that branch: single calls and batches against Pinocchio's, and first calls.

    python -m bench.trees [--quick] [--no-first-calls] [--robots talos_reduced,tiago]

Robots of example-robot-data as their files have them, without friction and rotors and with limits for every joint;
joints in Pinocchio's order, and those that follow others in PR2 by themselves, as Pinocchio takes them. Microseconds
per state: the least over rounds in which all contestants take turns. A batch has 4,096 states in rows, answered into an
existing array; the C++ loop is the faster of its two builds, and writes all answers to the same place. "Stores alone"
is a loop that only stores such answers into such an array. First calls are seconds of processor time, in a process of
their own and with nothing in the cache: for one state, and then for a batch.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pinocchio

import linkwise
from linkwise.costs.measure import pinned, round_robin
from linkwise.costs.measure.kernels import batch, single
from linkwise.costs.measure.pinocchio import Pinocchio, without_friction_and_rotors
from linkwise.model import BASE, Coordinates, Model

from . import recorded
from .agreement import agreement
from .cpp_build import NoLoop, loops
from .cpp_loop import Loop, Passes
from .quantities import QUANTITIES
from .robots import LIMITS
from .stores import Stores

ROBOTS = ("talos_reduced", "icub", "pr2", "human", "g1_29dof_with_hand_rev_1_0", "tiago")
KEYS = ("tau", "M", "qdd", "dtau", "C", "Y")
BATCH = 4096

LARGE = ("M", "dtau", "C", "Y")
"""Answers that are larger than the states, and go past the caches."""

FIRST = """
import sys, time
from bench.trees import QUANTITIES, tree
from linkwise.backends.llvm import target
from linkwise.calls.sampling import fixed_states
robot, question, takes = tree(sys.argv[1]), sys.argv[2], int(sys.argv[3])
target.host()
for count in (None, 64):
    states = fixed_states(robot.n, takes, *([] if count is None else [count]))
    start = time.process_time()
    getattr(robot, question)(*states)
    print(time.process_time() - start)
"""


def tree(name: str) -> linkwise.Robot:
    """A robot of example-robot-data by the name of its file.

    >>> tree("talos_reduced").n
    32
    """
    files = metadata.files("example-robot-data") or []
    file = next(Path(str(file.locate())) for file in files if file.stem == name and file.suffix == ".urdf")
    model = without_friction_and_rotors(linkwise.load(file)).tree
    order = pinocchio.buildModelFromUrdf(str(file)).names
    bodies = sorted(model.bodies, key=lambda body: list(order).index(body.joint.name))
    place = {body.name: k for k, body in enumerate(bodies)} | {"": BASE}
    parents = [model.bodies[body.parent].name if body.parent != BASE else "" for body in bodies]
    moved = [
        replace(body, parent=place[parent], joint=replace(body.joint, limits=LIMITS))
        for body, parent in zip(bodies, parents, strict=True)
    ]
    free = Coordinates.own([body.joint.name for body in moved])
    return linkwise.Robot(Model(name, tuple(moved), model.base, model.gravity, coordinates=free))


def cells(
    robot: linkwise.Robot, peer: Pinocchio, running: Mapping[str, Loop], key: str, seconds: float, first: bool
) -> dict[str, str]:
    """Its cells of the tables: both calls, both batches, stores alone, with `first` first calls too."""
    question, names = QUANTITIES[key].question, QUANTITIES[key].loops
    agreement(robot, peer, running, key)
    ways = {f"peer {name}": call for name, call in peer.singles(question).items()}
    ways |= {f"loop {build} {name}": Passes(loop, name) for build, loop in running.items() for name in names}
    ours = batch(robot, question, BATCH)
    if ours.out is None:  # answers are so large that the batch is a short one
        answer = ours.function(*ours.arguments)
        ours = replace(ours, out=tuple(answer) if isinstance(answer, tuple) else answer)
    ways |= {"call": single(robot, question), "batch": ours}
    if key in LARGE:
        ways["stores"] = Stores(*(ours.out if isinstance(ours.out, tuple) else (ours.out,)))
    least = {name: 1e6 * timing.minimum for name, timing in round_robin(ways, seconds).items()}
    call, each = (min(least[name] for name in least if name.startswith(kind)) for kind in ("peer", "call"))
    its_loop = min((least[name] for name in least if name.startswith("loop")), default=None)
    found = {"calls": f"{call:.2f} / {each:.2f} ({call / each:.1f}×)"}
    theirs = "–" if its_loop is None else f"{its_loop:.2f}"
    ratio = "" if its_loop is None else f" ({its_loop / least['batch']:.1f}×)"
    found["batches"] = f"{theirs} / {least['batch']:.3f}{ratio}"
    if "stores" in least:
        found["stores"] = f"{least['stores']:.3f}"
    if first:
        one, many = first_calls(robot.name, question, len(robot.compile(question).signature.takes))
        found["first"] = f"{one:.2f}, {many:.2f}"
    return found


HEADS = {
    "calls": "one call, µs: Pinocchio / linkwise",
    "batches": "µs per state, Pinocchio's C++ loop / linkwise in a batch",
    "stores": "µs per state, stores alone",
    "first": "s until the first answer: one state, then a batch",
}
"""The tables and what is in them."""


def first_calls(name: str, question: str, takes: int) -> tuple[float, float]:
    """Seconds of the first call for one state, and then for a batch, in a new process."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", FIRST, name, question, str(takes)]
        environment = {**os.environ, "LINKWISE_CACHE": folder}
        done = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
        one, many = map(float, done.stdout.split())
    return one, many


def main() -> None:
    """Measure, and keep the tables."""
    parser = recorded.options(__doc__)
    parser.add_argument("--no-first-calls", action="store_true", help="leave out the first calls, which take longest")
    parser.add_argument("--robots", default=",".join(ROBOTS), help="names of URDF files of example-robot-data")
    parser.add_argument("--quantities", default=",".join(KEYS), help=f"of {', '.join(QUANTITIES)}")
    asked = parser.parse_args()
    try:
        programs = loops(make=not asked.quick)
    except NoLoop as reason:
        print(f"without Pinocchio's C++ loop: {reason}", file=sys.stderr)
        programs = {}
    keys, seconds = asked.quantities.split(","), 0.05 if asked.quick else 1.5
    rows: dict[str, list[list[str]]] = {part: [] for part in HEADS}
    for name in asked.robots.split(","):
        robot = tree(name)
        peer = Pinocchio.of(robot)
        assert peer is not None, f"Pinocchio does not see the joints of {name} as they are"
        with ExitStack() as stack:
            stack.enter_context(pinned())
            running = {build: stack.enter_context(Loop(path, peer.model)) for build, path in programs.items()}
            found = {key: cells(robot, peer, running, key, seconds, not asked.no_first_calls) for key in keys}
        print(name, found, file=sys.stderr, flush=True)
        for part, every in rows.items():
            every.append([f"{name} ({robot.n})", *(found[key].get(part, "–") for key in keys)])
    letters = [QUANTITIES[key].letters for key in keys]
    tables = {part: recorded.Table([head, *letters], rows[part]) for part, head in HEADS.items()}
    recorded.keep("trees", "python -m bench.trees", tables, asked)


if __name__ == "__main__":
    main()
