"""Critical paths, widths and schedules: checked step by step, and against the best schedule where all can be tried.

Truth: longest paths by Bellman and Ford's iteration, and every order of the steps of small programs.
"""

import random
from itertools import permutations

import numpy as np
import pytest

import linkwise
from linkwise.costs.ledger.arms import ARMS
from linkwise.errors import BadArray
from linkwise.formulations import QUESTIONS, answer_by
from linkwise.program import OPS, Program, Step, trace
from linkwise.program.schedule import CYCLES, OPERATIONS, parallelism, schedule, schedules

TABLES = {"operations": OPERATIONS, "cycles": CYCLES}
named = pytest.mark.parametrize("latencies", TABLES.values(), ids=TABLES)


def random_program(size, seed, inputs=2):
    """Some steps, each on two earlier values or one."""
    draw = random.Random(seed)
    steps = []
    for k in range(size):
        op = draw.choice(["add", "mul", "mul", "rcp", "sin", "neg"])
        steps.append(Step(op, tuple(draw.randrange(inputs + k) for _ in range(OPS[op].arity))))
    last = inputs + size - 1
    return Program("random", tuple(f"x{k}" for k in range(inputs)), tuple(steps), ("y",), (last,))


def edges(program):
    """Pairs of steps, the second of which uses the first."""
    first = len(program.inputs)
    return {
        (a - first, i - first) for i, step in program.numbered() for a in step.args if isinstance(a, int) and a >= first
    }


def check(program, found, latencies):
    """No step begins before what it uses is there, no processor does two things at a time, and the length is right."""
    took = [latencies[step.op] for step in program.steps]
    end = [start + time for start, time in zip(found.start, took, strict=True)]
    for a, b in edges(program):
        assert end[a] <= found.start[b]
    busy = set()
    for start, stop, place in zip(found.start, end, found.processor, strict=True):
        assert 0 <= place < found.processors and start >= 0
        for t in range(start, stop):
            assert (place, t) not in busy
            busy.add((place, t))
    assert found.length == max(end, default=0) and found.work == sum(took) == len(busy)


def longest(program, latencies):
    """The critical path, by Bellman and Ford's iteration over all pairs until nothing changes."""
    took = np.array([latencies[step.op] for step in program.steps])
    pairs = np.array(sorted(edges(program))).reshape(-1, 2)
    end = took.copy()
    while True:
        later = end.copy()
        np.maximum.at(later, pairs[:, 1], end[pairs[:, 0]] + took[pairs[:, 1]])
        if (later == end).all():
            return end.max()
        end = later


def shortest(program, processors, latencies):
    """The length of the best schedule: of all orders in which steps can be given to a processor that is free."""
    took, uses = [latencies[step.op] for step in program.steps], edges(program)
    best = sum(took)
    for order in permutations(range(len(took))):
        place = {step: k for k, step in enumerate(order)}
        if any(place[a] > place[b] for a, b in uses):
            continue
        busy, end = [set() for _ in range(processors)], [0] * len(took)
        for step in order:
            at = max((end[a] for a, b in uses if b == step), default=0)
            while True:
                free = [row for row in busy if not any(t in row for t in range(at, at + took[step]))]
                if free:
                    break
                at += 1
            free[0].update(range(at, at + took[step]))
            end[step] = at + took[step]
        best = min(best, max(end))
    return best


@named
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("processors", [1, 2, 3])
def test_against_every_schedule(seed, processors, latencies):
    latencies = {op: min(time, 5) for op, time in latencies.items()}  # long enough to differ, short enough to try all
    program = random_program(6, seed)
    found, best = schedule(program, processors, latencies), shortest(program, processors, latencies)
    check(program, found, latencies)
    assert found.bound <= best <= found.length <= (2 - 1 / processors) * best
    assert parallelism(program, latencies).depth == longest(program, latencies)


@named
@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics"])
def test_of_an_arm(question, latencies):
    program = linkwise.load("puma560").compile(question).program
    offers = parallelism(program, latencies)
    assert offers.depth == longest(program, latencies) == len(offers.widths) and sum(offers.widths) == offers.work
    every = schedules(program, [1, 2, 3, 7, 16, offers.widest], latencies)
    for found in every:
        check(program, found, latencies)
        assert max(offers.depth, offers.work / found.processors) <= found.bound <= found.length
        assert found.length <= (2 - 1 / found.processors) * found.bound  # Graham, with the bound for the best
    lengths = [found.length for found in every]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == offers.work and lengths[-1] == offers.depth and every[0].efficiency == 1.0


def test_the_end_of_the_bound():
    """Two that must wait for one: with two processors, what cannot begin at once makes the bound."""
    program = trace(lambda x: [(x[0] * x[1]) * x[k] for k in range(5)], {"x": 5})
    assert len(program.steps) == 6 and parallelism(program).depth == 2
    found = schedule(program, 4)
    assert found.bound == found.length == 3 > max(2, 6 / 4)  # one, then five on four processors


def test_nothing_to_do():
    empty = Program("same", ("x",), (), ("y",), (0,))
    assert schedule(empty, 3).length == 0 and schedule(empty, 3).speedup == 1.0
    assert parallelism(empty).widths == () and parallelism(empty).widest == 0


@pytest.mark.parametrize("processors", [0, -1, 2.5, True, "four", float("nan")])
def test_refusals(processors):
    with pytest.raises(BadArray, match=r"processors is .*\n.*from 1 on"):
        schedule(random_program(3, 0), processors)


def test_bad_latencies_and_programs():
    program = random_program(3, 0)
    for latencies in ({}, dict.fromkeys(OPS, 0), dict.fromkeys(OPS, 1.5), dict.fromkeys(OPS, True)):
        with pytest.raises(BadArray, match="the latency of"):
            schedule(program, 2, latencies)
    with pytest.raises(BadArray, match="not a program"):
        parallelism("x = add y z")
    assert schedule(program, np.int64(2)).processors == 2


# ---- the depth of a chain -------------------------------------------------------------------------------------------


def depth(formulation, n, question="inverse_dynamics"):
    model = ARMS["general"].model(n)
    by = answer_by(question, formulation, model)
    return parallelism(trace(lambda *x: by(model, *x), dict.fromkeys(QUESTIONS[question].takes, n)))


def test_depths_that_the_page_states():
    for n in (7, 8):
        assert depth("newton_euler.milicevic_base", n).depth == 7 * n + 9
        assert depth("composite.balafoutis_patel_62", n, "mass_matrix").depth == 12 * n - 12
        assert depth("composite.direct_solve", n, "forward_dynamics").depth == 15 * n - 13
        assert depth("articulated.khalil_dombre", n, "forward_dynamics").depth == 36 * n - 43


@pytest.mark.parametrize("sizes", [(8, 16), pytest.param((64, 256), marks=pytest.mark.slow)])
def test_doubling_takes_as_many_steps_more_for_twice_the_links(sizes):
    """Depth 8 log₂ n + 24, where the recursion's is 11n − 4; the work grows with n log n, and with n."""
    for n in sizes:
        doubled, recursion = depth("newton_euler.lee_chang", n), depth("newton_euler.luh_walker_paul", n)
        assert doubled.depth == 8 * (n.bit_length() - 1) + 24 and recursion.depth == 11 * n - 4
        assert recursion.work == 209 * n - 254
        assert 1.3 < doubled.work / (n * (n.bit_length() - 1)) / 63 < 1.8
