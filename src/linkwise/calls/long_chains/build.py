"""Builds the loop of a recursion for a robot.

The robot is taken in Denavit–Hartenberg frames, where links have most in common; its inertial parameters are not
regrouped, because that moves the mass of a whole chain to its first links and saves only one operation in ten.

A value that every link passes on as it started is a constant and is not passed on at all: the links of an arm at rest
do not hand on zeros. To find these values, all are taken as constant at first, and the links are traced again without
those that turn out to change.

The first sweep receives nothing: it computes what depends on the state alone, sines and cosines, so that those of
several links are in flight at once.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from ...algebra import Vec3
from ...model import Model, rewrite
from ...program import Const, Loop, Port, Program, Signature, Sweep, check_loop, trace
from .inverses import INVERSES
from .link_classes import LinkClass, link_classes
from .matrices import MATRICES
from .motions import MOTIONS
from .recursions import FORCES, Recursion

RECURSIONS: dict[str, Recursion] = FORCES | MATRICES | INVERSES | MOTIONS
"""Every recursion that can be built, by name: the question it answers, or "poses" and "motions" of all links."""


def signature(tree: Model, recursion: str) -> Signature:
    """The arrays of the moving joints that a loop takes and gives.

    >>> import linkwise
    >>> signature(linkwise.load("panda").tree, "gravity_forces").gufunc
    '(7)->(7)'
    """
    row, n = RECURSIONS[recursion], len(tree.bodies)
    shape = (n, row.block * n) if row.walk else (n,)
    gives = tuple(Port(name, shape) for name in row.arrays or (recursion,))
    return Signature(tuple(Port(name, (n,)) for name in row.takes), gives)


def build(tree: Model, recursion: str) -> Loop:
    """The loop of a recursion for a tree of moving joints.

    >>> import linkwise
    >>> loop = build(linkwise.load("panda").tree, "gravity_forces")
    >>> [len(sweep.start) for sweep in loop.sweeps]  # nothing; accelerations outwards; forces and moments inwards
    [0, 3, 6]
    """
    return built(tree, recursion).loop


class Built(NamedTuple):
    """A loop, the classes of its links, and which values of each sweep's start are passed on."""

    loop: Loop
    classes: list[LinkClass]
    changing: list[list[int]]


def built(tree: Model, recursion: str, opened: bool = False) -> Built:
    """The loop and what it was made from; if it is `opened`, inertias and gravity are left open.

    >>> import linkwise
    >>> tree = linkwise.load("panda").tree
    >>> built(tree, "gravity_forces", opened=True).loop.signature.gufunc
    '(7),(58)->(7)'
    """
    row = RECURSIONS[recursion]
    model = frames_of(tree, recursion)
    classes = link_classes(model, opened)
    start = [[], *row.start(model)]
    left_open = _differing(start, [[], *row.start(replace(model, gravity=_ANY))]) if opened else [[] for _ in start]
    changing = left_open
    while True:
        programs = [_traced(each, row, start, changing) for each in classes]
        now = [sorted({*a, *b}) for a, b in zip(left_open, _changing(programs, start), strict=True)]
        if now == changing:
            break
        changing = now
    kept = [_picked(program, start, changing) for program in programs]
    sweeps = [
        Sweep(out, tuple(every[k] for k in some))
        for out, every, some in zip((True, *row.outwards), start, changing, strict=True)
    ]
    class_of = {i: k for k, each in enumerate(classes) for i in each.links}
    ports = signature(tree, recursion)
    loop = Loop(
        replace(ports, takes=(*ports.takes, Port("numbers", (1,), uniform=True))) if opened else ports,
        tuple(body.parent for body in model.bodies),
        tuple(class_of[i] for i in range(len(model.bodies))),
        tuple(kept),
        tuple(each.rows for each in classes),
        tuple(sweeps),
        row.walk,
        row.inverts,
        opened,
    )
    if opened:
        size = len(loop.parents) * loop.columns + sum(map(len, changing))
        loop = replace(loop, signature=replace(ports, takes=(*ports.takes, Port("numbers", (size,), uniform=True))))
    check_loop(loop)
    return Built(loop, classes, changing)


_ANY = Vec3(0.3, 0.5, 0.7)
"""A gravity that shows which values depend on it."""


def frames_of(tree: Model, recursion: str) -> Model:
    """The model whose links the loop is made of: in Denavit–Hartenberg frames, or as near to them as costs no digits.

    >>> import linkwise
    >>> tree = linkwise.load("planar2r").tree
    >>> frames_of(tree, "poses") is tree
    True
    """
    return tree if RECURSIONS[recursion].own_frames else _gauged(tree)


@lru_cache(maxsize=4)
def _gauged(tree: Model) -> Model:
    return rewrite.near_gauge(tree)


def _traced(links: LinkClass, recursion: Recursion, start: list[list[float]], changing: list[list[int]]) -> Program:
    """One link's program; its outputs are everything that could be passed on, then the rest of what it gives."""

    def link(numbers: list[Any], states: list[Any], *received: list[Any]) -> list[Any]:
        *met, came = received
        meets = []
        for every, some, given in zip(start, changing, met, strict=True):
            values: list[Any] = list(every)
            for k, value in zip(some, given, strict=True):
                values[k] = value
            meets.append(values)
        walk = [came] if recursion.walk else []
        passed, own, sent, on, entries = recursion.link(links.body(numbers), *states, *meets[1:], *walk)
        return [*(x for every in passed for x in every), *sent, *on, *own, *entries]

    sizes = {"number": len(links.rows[0]), "state": len(recursion.takes)}
    met = {f"met_{k}_": len(some) for k, some in enumerate(changing)}
    return trace(link, sizes | met | {"came": recursion.walk}, "link")


def _differing(start: list[list[float]], other: list[list[float]]) -> list[list[int]]:
    """For each sweep, the values that differ between two starts."""
    return [[k for k, x in enumerate(every) if x != some[k]] for every, some in zip(start, other, strict=True)]


def _changing(programs: list[Program], start: list[list[float]]) -> list[list[int]]:
    """For each sweep, the values that some link passes on other than they started."""
    changing, at = [], 0
    for every in start:
        here = [[program.outputs[at + k] for program in programs] for k in range(len(every))]
        changing.append([k for k, x in enumerate(every) if any(output != Const(x) for output in here[k])])
        at += len(every)
    return changing


def _picked(program: Program, start: list[list[float]], changing: list[list[int]]) -> Program:
    """The program without outputs that never change."""
    picks, at = [], 0
    for every, some in zip(start, changing, strict=True):
        picks += [at + k for k in some]
        at += len(every)
    picks += range(at, len(program.outputs))
    outputs = [(program.output_names[k], program.outputs[k]) for k in picks]
    return replace(program, output_names=tuple(n for n, _ in outputs), outputs=tuple(o for _, o in outputs))
