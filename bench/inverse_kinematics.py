"""Inverse kinematics of 10,000 random poses, next to the robotics toolbox's C++ and a C++ loop on Pinocchio.

    python -m bench.inverse_kinematics [--quick] [robot …]

Poses are those of random positions within limits. Everyone starts from the middle of the limits, has the same limits,
tolerance and number of restarts, and one thread, whose processor time counts; contestants run in turn, minimum (median)
over rounds. Solved is what reaches the pose within limits by linkwise's forward kinematics. Two settings of the others
(damping, steps before a restart) take part. The toolbox may be installed elsewhere: RTB_PYTHON names a Python that has
it.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import linkwise
from linkwise.calls.sampling import within_limits
from linkwise.costs.measure import pinned
from linkwise.costs.measure.pinocchio import Pinocchio
from linkwise.model import Limits
from linkwise.taskspace.closed_form import closed_form
from linkwise.taskspace.inverse_kinematics.ranges import Ranges

from . import recorded
from .cpp_build import NoLoop, loops
from .cpp_model import text_of

ROBOTS = ("panda", "ur5", "iiwa14", "puma560")
COUNT, RESTARTS, TOLERANCE = 10_000, 100, 1e-6
SINGLE = 1000
"""Poses that are asked for one by one."""

SLOW = ("robotics", "Pinocchio", "linkwise, search for 8")
"""Who runs in FEW rounds only, for seconds in each."""

FEW = 4

HERE = Path(__file__).parent
SETTINGS = {"pinocchio": ((0.1, 20), (1.0, 30)), "toolbox": ((1.0, 30), (0.1, 30))}
"""Damping and patience that the others are tried with."""


def chain(robot: linkwise.Robot) -> dict[str, Any]:
    """An arm as constant poses with turns about, or slides along, z between them: what every library can be told."""
    tree, frame = robot.tree, robot.tree.frame_or_tip(None)
    constant, parts, kinds = np.eye(4), [], []
    for k, body in enumerate(tree.bodies):
        assert body.parent == k - 1, "an arm was expected"
        axis = np.array(body.joint.axis.components, dtype=float)
        side = np.eye(3)[np.abs(axis).argmin()]
        x = np.cross(side, axis) / np.linalg.norm(np.cross(side, axis))
        turn = np.eye(4)
        turn[:3, :3] = np.column_stack([x, np.cross(axis, x), axis])
        offset = np.eye(4)
        if body.joint.slides:
            offset[2, 3] = body.joint.offset
        else:
            c, s = np.cos(body.joint.offset), np.sin(body.joint.offset)
            offset[:2, :2] = [[c, -s], [s, c]]
        parts.append((constant @ _matrix(body.placement) @ turn @ offset).tolist())
        kinds.append("tz" if body.joint.slides else "Rz")
        constant = turn.T
    return {"parts": parts, "kinds": kinds, "tool": (constant @ _matrix(frame.placement)).tolist()}


def limited(robot: linkwise.Robot) -> linkwise.Robot:
    """The robot with limits for every joint: without them Pinocchio would represent its angle by cosine and sine."""
    ranges = Ranges.of(robot.tree, True)
    given = dict(zip(robot.joint_names, zip(*ranges.box, strict=True), strict=True))
    bodies = []
    for body in robot.model.bodies:
        if body.joint.moves and not np.isfinite(body.joint.limits.upper - body.joint.limits.lower):
            low, width = given[body.joint.name]
            limits = Limits(float(low), float(low + width))
            body = replace(body, joint=replace(body.joint, limits=limits))
        bodies.append(body)
    return linkwise.Robot(replace(robot.model, bodies=tuple(bodies)))


def _matrix(T: Any) -> Any:
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = np.array(T.R.rows, dtype=float), np.array(T.p.components, dtype=float)
    return matrix


class Arm:
    """A robot, its poses, and who solves them."""

    def __init__(self, name: str, count: int):
        self.robot = limited(linkwise.load(name))
        self.q = within_limits(self.robot.model, count, seed=1)["q"]
        self.poses = self.robot.forward_kinematics(self.q)
        self.ranges = Ranges.of(self.robot.tree, True)
        low, width = self.ranges.box
        self.lower = np.where(np.isfinite(self.ranges.lower), self.ranges.lower, low)
        self.upper = np.where(np.isfinite(self.ranges.upper), self.ranges.upper, low + width)

    def solved(self, q: Any) -> int:
        """How many positions reach their poses within limits."""
        T = self.robot.forward_kinematics(np.nan_to_num(q))
        D = self.poses[:, :3, :3] @ np.swapaxes(T[:, :3, :3], 1, 2) - np.eye(3)
        near = np.linalg.norm(D, axis=(1, 2)) / np.sqrt(2.0) <= 1.01 * TOLERANCE
        near &= np.linalg.norm(T[:, :3, 3] - self.poses[:, :3, 3], axis=1) <= 1.01 * TOLERANCE
        inside = (q >= self.lower - 1e-9) & (q <= self.upper + 1e-9)
        return int((near & inside.all(axis=1)).sum())

    # ---- linkwise ---------------------------------------------------------------------------------------------------

    def batch(self, method: str = "numeric") -> tuple[int, float]:
        """All poses in one call."""
        begin = time.process_time()
        found = self.robot.inverse_kinematics(
            self.poses, tolerance=TOLERANCE, restarts=RESTARTS, threads=1, method=method
        )
        took = time.process_time() - begin
        assert int(found.solved.sum()) == self.solved(found.q), "what is called solved is"
        return self.solved(found.q), took

    def every_branch(self) -> tuple[int, float]:
        """All branches of all poses in one call, by the closed form."""
        begin = time.process_time()
        found = self.robot.inverse_kinematics(self.poses, solutions="all", tolerance=TOLERANCE, threads=1)
        return int(found.solved.sum()), time.process_time() - begin

    def eight(self) -> tuple[int, float]:
        """Eight solutions of each pose by the search; the time is that of as many poses as there are."""
        some = self.poses[:SINGLE]
        begin = time.process_time()
        found = self.robot.inverse_kinematics(
            some, solutions=8, tolerance=TOLERANCE, restarts=RESTARTS, threads=1, method="numeric"
        )
        took = time.process_time() - begin
        return int(found.solved.sum()), took * len(self.poses) / len(some)

    def singles(self, method: str = "numeric") -> tuple[int, float]:
        """One pose after the other, its positions read; the time is that of as many as there are."""
        some, q, solved = list(self.poses[:SINGLE]), [], []
        begin = time.process_time()
        for T in some:
            found = self.robot.inverse_kinematics(T, tolerance=TOLERANCE, restarts=RESTARTS, method=method)
            q.append(found.q)
            solved.append(found.solved)
        took = time.process_time() - begin
        return int(np.sum(solved)), took * len(self.poses) / len(some)


class Pinocchios:
    """The C++ loop, waiting on its input."""

    def __init__(self, program: Path, arm: Arm, damping: float, patience: int):
        peer = Pinocchio.of(arm.robot.without_friction())
        assert peer is not None
        path = arm.robot.tree.frame_or_tip(None)
        numbers = [len(arm.poses), RESTARTS, patience, TOLERANCE, damping, *_twelve(_matrix(path.placement))]
        numbers += [*arm.lower, *arm.upper, *arm.ranges.middle, *(x for T in arm.poses for x in _twelve(T))]
        self.folder = tempfile.TemporaryDirectory()
        model, poses = Path(self.folder.name) / "model.txt", Path(self.folder.name) / "poses.txt"
        model.write_text(text_of(peer.model), encoding="utf-8")
        poses.write_text(" ".join(repr(x if isinstance(x, int) else float(x)) for x in numbers), encoding="utf-8")
        words = [str(program), str(model), str(poses)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        solved, *q = self.ask("answer 0").split()
        there = arm.robot.forward_kinematics([float(x) for x in q])
        assert solved == "0" or np.abs(there - arm.poses[0]).max() < 10 * TOLERANCE, "both are the same robot"

    def ask(self, line: str) -> str:
        """One line for another."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def __call__(self) -> tuple[int, float]:
        """Poses solved, and seconds."""
        solved, _, seconds = self.ask("time").split()
        return int(solved), float(seconds)

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def _twelve(T: Any) -> list[float]:
    return [*np.asarray(T)[:3, :3].ravel().tolist(), *np.asarray(T)[:3, 3].tolist()]


class Toolbox:
    """The robotics toolbox, in a Python that has it."""

    def __init__(self, python: str, arm: Arm, damping: float, patience: int):
        given = chain(arm.robot) | {"lower": arm.lower.tolist(), "upper": arm.upper.tolist()}
        given |= {"start": arm.ranges.middle.tolist(), "poses": arm.poses.tolist()}
        given |= {"restarts": RESTARTS, "tolerance": TOLERANCE, "damping": damping, "patience": patience}
        self.arm = arm
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump(given, file)
            file.flush()
            words = [python, str(HERE / "toolbox_inverse_kinematics.py"), file.name]
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            assert self.process.stdout
            if self.process.stdout.readline().strip() != "ready":
                raise RuntimeError("the robotics toolbox does not run here")

    def __call__(self) -> tuple[int, float]:
        """Poses solved, and seconds."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return self.arm.solved(np.array(answer["q"])), answer["seconds"]

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def contestants(arm: Arm, *, make: bool) -> dict[str, Any]:
    """Who takes part, by name; with `make`, C++ that is missing is compiled."""
    found: dict[str, Any] = {"linkwise, one call": arm.batch, "linkwise, call by call": arm.singles}
    if closed_form(arm.robot) is not None:
        found["linkwise, closed form"] = partial(arm.batch, "closed form")
        found["linkwise, closed form, all branches"] = arm.every_branch
        found["linkwise, closed form, call by call"] = partial(arm.singles, "closed form")
        found["linkwise, search for 8 solutions, some poses"] = arm.eight
    try:
        programs = loops(make=make, source=HERE / "pinocchio_inverse_kinematics.cpp")
        for build, program in programs.items():
            for damping, patience in SETTINGS["pinocchio"]:
                found[f"Pinocchio, C++ ({build}, k = {damping:g})"] = Pinocchios(program, arm, damping, patience)
    except NoLoop as error:
        print(f"(no Pinocchio: {error})", file=sys.stderr)
    python = os.environ.get("RTB_PYTHON", sys.executable)
    try:
        for damping, patience in SETTINGS["toolbox"]:
            found[f"robotics toolbox, ik_LM (k = {damping:g})"] = Toolbox(python, arm, damping, patience)
    except (RuntimeError, OSError) as error:
        print(f"(no robotics toolbox: {error})", file=sys.stderr)
    return found


def raced(everyone: dict[str, Any], rounds: int) -> tuple[dict[str, int], dict[str, list[float]]]:
    """How many poses each solved, and its seconds in each round."""
    times: dict[str, list[float]] = {who: [] for who in everyone}
    solved: dict[str, int] = {}
    for k in range(rounds):
        for who, work in everyone.items():
            if k < FEW or not who.startswith(SLOW):
                solved[who], seconds = work()
                times[who].append(seconds)
    return solved, times


def main() -> None:
    """Measure, and keep the table."""
    parser = recorded.options(__doc__)
    parser.add_argument("robots", nargs="*", default=ROBOTS)
    asked = parser.parse_args()
    count, rounds = (1000, 2) if asked.quick else (COUNT, 15)
    times: dict[str, dict[str, str]] = {}
    solved: dict[str, dict[str, str]] = {}
    with pinned():
        for name in asked.robots:
            arm = Arm(name, count)
            everyone = contestants(arm, make=not asked.quick)
            arm.batch()  # which compiles
            reached, seconds = raced(everyone, rounds)
            for who, each in seconds.items():
                some = "call by call" in who or "some poses" in who
                per = [1e6 * s / (len(arm.poses) if some else max(reached[who], 1)) for s in each]
                times.setdefault(who, {})[name] = f"{min(per):.3g} ({statistics.median(per):.3g})"
                solved.setdefault(who, {})[name] = f"{reached[who]}" + (f" of {min(SINGLE, count)}" if some else "")
                print(name, who, times[who][name], solved[who][name], file=sys.stderr, flush=True)
            for work in everyone.values():
                if hasattr(work, "close"):
                    work.close()
    tables = {}
    for part, head, of in (("times", "µs per pose solved", times), ("solved", f"solved of {count:,}", solved)):
        ours_first = sorted(of, key=lambda who: not who.startswith("linkwise"))
        rows = [[who, *(of[who].get(name, "–") for name in asked.robots)] for who in ours_first]
        tables[part] = recorded.Table([head, *asked.robots], rows)
    recorded.keep("inverse_kinematics", "python -m bench.inverse_kinematics", tables, asked)


if __name__ == "__main__":
    main()
