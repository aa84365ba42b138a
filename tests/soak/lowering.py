"""Seeded faults in what is lowered, and whether the self-test of the code refuses them.

A fault counts if it changes an answer: the interpreter runs the faulty program beside the right one, on states of
order one. Each is compiled and tested in a process of its own: wrong code may do anything.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import linkwise
from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.backends.interpreter import run, run_loop
from linkwise.backends.llvm import machine
from linkwise.backends.tiles import results
from linkwise.calls.long_chains.build import build, signature
from linkwise.errors import LinkwiseError
from linkwise.program import Loop, Program, Rollout
from linkwise.rollouts import InLoop
from linkwise.rollouts.kernel import RolloutKernel
from tests.backends import guarded
from tests.kernels.cases import framed, robot

from . import program_faults
from .forked import apart

PROGRAMS = [
    ("planar3r", "inverse_dynamics"),
    ("puma560", "inverse_dynamics"),
    ("panda", "inverse_dynamics"),
    ("ur5", "mass_matrix"),
    ("stanford", "forward_dynamics"),
    ("rx90", "gravity_forces"),
    ("panda", "jacobian"),
    ("planar3r", "coriolis_matrix"),
    ("scara", "inverse_dynamics_derivatives"),
    (28, "inverse_dynamics"),
    (14, "forward_dynamics"),
]
LOOPS = [(28, "inverse_dynamics"), ("puma560", "inverse_dynamics"), (28, "forward_dynamics"), ("panda", "bias_forces")]
METHODS = ("euler", "semi_implicit_euler", "rk4", "implicit_midpoint", "gauss_legendre_4")

DIGITS = {"float64": 9, "float32": 1}
"""The last digit of a constant that is changed: what the self-test looks at is relative to a state's largest answer."""

MATTERS = {"float64": 1e-10, "float32": 1e-2}
"""Changes of an answer below this, relative to the largest of its state, do not count: no test of the library asks a
program for more than that of a small answer beside a large one."""


class Case(NamedTuple):
    """A spec, what it is built from, and a function that says by how much a faulty one changes the answers."""

    name: str
    spec: ModuleSpec
    backend: str
    change: Callable[[Any], float]
    function: str = ""


class Outcome(NamedTuple):
    """One fault: where, what, by how much it changes answers, and what the self-test said: a number or a death."""

    case: str
    what: str
    change: float
    said: Any

    @property
    def dtype(self) -> str:
        """The precision of the code."""
        return "float32" if "float32" in self.case else "float64"

    @property
    def caught(self) -> bool:
        """Whether the code was refused: by its numbers, or because it could not be compiled or did not end."""
        return isinstance(self.said, str) or not self.said <= 1.0


def _rows(size: int, seed: int = 3) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (60, size))


def _apart(mine: np.ndarray, right: np.ndarray) -> float:
    """The largest change relative to the largest answer of a state; infinite if it is not a number any more."""
    with np.errstate(all="ignore"):
        largest = np.nan_to_num(np.abs(right)).max(axis=1, initial=1e-300, keepdims=True)
        change = np.where((mine == right) | (np.isnan(mine) & np.isnan(right)), 0.0, np.abs(mine - right) / largest)
    return float(np.where(np.isnan(change), np.inf, change).max(initial=0.0))


@cache
def program_case(at: int, dtype: str, layout: str, backend: str) -> Case:
    arm, question = PROGRAMS[at]
    kernel = robot(arm).compile(question, dtype=dtype, backend=backend, **framed(robot(arm), question))
    spec = kernel.modules.spec(dtype, layout)
    right = spec.build()
    rows = _rows(len(right.inputs))

    def answers(program: Program) -> np.ndarray:
        return np.stack([np.broadcast_to(x, len(rows)) for x in run(program, list(rows.T))], axis=1)

    name = f"{question} of {arm}, {backend}, {dtype} in {layout}"
    return Case(name, spec, backend, lambda faulty: _apart(answers(faulty), answers(right)), "batch")


@cache
def loop_case(at: int, dtype: str, layout: str) -> Case:
    arm, question = LOOPS[at]
    tree = robot(arm).tree
    ports = signature(tree, question)
    right = build(tree, question)
    spec = ModuleSpec("loop", f"{question} {tree.text}", lambda: right, ports, dtype, layout)
    rows = _rows(sum(port.size for port in ports.takes))

    def change(faulty: Loop) -> float:
        return _apart(run_loop(faulty, rows), run_loop(right, rows))

    return Case(f"loop of {question} of {arm}, {dtype} in {layout}", spec, "llvm", change, "batch")


def _spring(eq: Any, t: Any, q: Any, qd: Any, goal: Any, gain: Any, rate: Any) -> list[Any]:
    return [k * (a - b) - d * v for k, a, b, d, v in zip(gain, goal, q, rate, qd, strict=True)]


@cache
def rollout_case(method: str, dtype: str) -> Case:
    law = InLoop(_spring, {"goal": lambda t: [t, 1.0], "gain": ("each", [[9.0, 5.0]]), "rate": [0.3, 0.2]})
    outputs = {"energy": lambda eq, t, q, qd, tau: eq.kinetic_energy(q, qd) + t, "tau": lambda eq, t, q, qd, tau: tau}
    reduce = {kind: (kind, "energy") for kind in ("min", "sum", "integral")} | {"top": ("max", "tau")}
    kernel = linkwise.load("planar2r").compile_rollouts(
        controller=law, outputs=outputs, reduce=reduce, method=method, dtype=dtype
    )
    assert isinstance(kernel, RolloutKernel)
    spec = kernel._spec
    right = spec.build()
    name = f"rollout of planar2r by {method}, {dtype}"
    return Case(name, spec, "llvm", lambda faulty: _motions_apart(spec, right, faulty), "rollout")


def _motions_apart(spec: ModuleSpec, right: Rollout, faulty: Rollout) -> float:
    """By how much longer motions than the self-test's differ, each number relative to its largest of all motions."""
    from linkwise.backends.interpreter import run_rollouts
    from linkwise.program import Span

    given = spec.known(right).given
    found = []
    for rollout in (right, faulty):
        blocks, steps = np.ascontiguousarray(given["blocks"].T), 5
        ended = np.full(blocks.shape[1], -1)
        records = np.empty((steps + 1, right.recorded, blocks.shape[1]))
        run_rollouts(rollout, blocks, ended, records, given["same"], given["timed"], Span(0, steps, 1e-3, 1))
        found.append(results(blocks.T, ended, records.reshape(-1, blocks.shape[1]).T))
    mine, truth = found[1], found[0]
    with np.errstate(all="ignore"):
        largest = np.nan_to_num(np.abs(truth), posinf=0.0).max(axis=0, initial=1e-300, keepdims=True)
        change = np.where((mine == truth) | (np.isnan(mine) & np.isnan(truth)), 0.0, np.abs(mine - truth) / largest)
    return float(np.where(np.isnan(change), np.inf, change).max(initial=0.0))


def compiled_wrong(case: Case, faulty: Any) -> Any:
    """What the self-test says of code compiled from the faulty one: its error, or how it failed."""

    def error() -> float:
        backend = BACKENDS[case.backend]
        module = backend.load(case.spec, backend.compile(case.spec, faulty))
        return module.with_known_answers(case.spec.known(case.spec.build())).self_test_error()

    return _said(error)


def compiled_from_wrong_text(case: Case, change: Callable[[str], str]) -> Any:
    """The same for code compiled from LLVM's text with a change in it. What the self-test lets through meets batches of
    every size in guarded arrays: "in" and the case, if that shows it."""

    def module() -> Any:
        original = machine.compiled
        machine.compiled = lambda text, mark: original(change(text), mark)
        backend, built = BACKENDS["llvm"], case.spec.build()
        known = case.spec.known(built)
        return backend.load(case.spec, backend.compile(case.spec, built)).with_known_answers(known)

    said = _said(lambda: module().self_test_error())
    if isinstance(said, str) or said > 1.0:
        return said
    swept = _said(lambda: guarded.wrong((made := module()), made._known.given))
    return Swept(swept) if swept else said


class Swept(str):
    """How code that passed its self-test failed in the sweep over sizes."""


def _said(work: Callable[[], Any]) -> Any:
    """What the work says, in a process of its own; an error or its death as text."""

    def told() -> Any:
        try:
            return work()
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:200]

    return apart(told, 0.2)


def _drawn(rng: random.Random, kind: str) -> Case:
    dtype = "float64" if rng.random() < 0.75 else "float32"
    if kind == "rollout":
        return rollout_case(rng.choice(METHODS), dtype)
    if kind == "loop":
        return loop_case(rng.randrange(len(LOOPS)), dtype, rng.choice(("rows", "columns")))
    at = rng.randrange(len(PROGRAMS))
    backend = rng.choice(("llvm",) * 6 + ("c", "python")) if dtype == "float64" else "llvm"
    layouts = ("single", "rows", "columns") if backend == "llvm" else ("rows",)
    return program_case(at, dtype, rng.choice(layouts), backend)


IN = {"program": program_faults.in_program, "loop": program_faults.in_loop, "rollout": program_faults.in_rollout}


def seeded(kind: str, count: int, seed: int) -> list[Outcome]:
    """So many faults in programs, loops or rollouts; one that changes no answer is replaced by the next and listed."""
    rng, found = random.Random(f"{seed} {kind}"), list[Outcome]()
    while sum(one.change > MATTERS[one.dtype] for one in found) < count:
        case = _drawn(rng, kind)
        what, faulty = IN[kind](case.spec.build(), rng, DIGITS[case.spec.dtype])
        try:
            change = case.change(faulty)
        except (LookupError, LinkwiseError):  # of a loop: a sweep would need what a later one finds
            continue
        found.append(Outcome(case.name, what, change, compiled_wrong(case, faulty)))
    return found


def seeded_in_text(count: int, seed: int) -> list[Outcome]:
    """So many faults in the text of @batch, @loop and @rollout; what each changes is not known beforehand."""
    rng, found = random.Random(f"{seed} text"), list[Outcome]()
    while len(found) < count:
        case = _drawn(rng, rng.choice(("program", "rollout")))
        if case.backend != "llvm":
            continue
        function = {"single": "loop", "tiles": "rollout"}.get(case.spec.layout, "batch")
        told: list[str] = []
        state = rng.getrandbits(64)

        def change(text: str, function: str = function, state: int = state) -> str:
            return program_faults.in_text(text, function, random.Random(state))[1]

        text = BACKENDS["llvm"].source(case.spec)
        told.append(program_faults.in_text(text, function, random.Random(state))[0])
        found.append(Outcome(case.name, told[0], np.nan, compiled_from_wrong_text(case, change)))
    return found
