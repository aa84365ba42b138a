"""Programs as Python: what the text computes is what the interpreter computes, bit for bit."""

import ast
import math

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.backends.interpreter import run
from linkwise.backends.python.source import OPS_IN_PYTHON, source
from linkwise.program import OPS, Port, Program, Signature, Step, trace
from tests.backends.test_c import CASES, EXTREME, HOSTILE, ODD, asked, equal, flat_signature
from tests.robots import states
from tests.tolerances import AGREEMENT


def function_of(text):
    """The function of a generated module, which imports nothing but math."""
    module = ast.parse(text)
    imported = [node for node in ast.walk(module) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imported] in ([], ["import math"])
    space = {}
    exec(compile(module, "generated", "exec"), space)
    public = [node.name for node in module.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"]
    return space[public[0]] if len(public) == 1 else None


def groups(signature, row):
    """A flat state as the arrays of a signature, nested."""
    at, found = 0, []
    for port in signature.takes:
        found.append(np.reshape(row[at : at + port.size], port.shape).tolist())
        at += port.size
    return found


def flat(result):
    return [x for part in result for x in flat(part)] if isinstance(result, list | tuple) else [result]


@pytest.mark.parametrize("case", CASES)
def test_python_does_what_the_interpreter_does(case):
    program, signature = asked(*case)
    f = function_of(source(program, signature, prefix=case[0]))
    assert f.__name__ == "_".join(case)
    for row in states(len(program.inputs), 2, seed=4)[0]:
        answer = f(*groups(signature, row))
        shapes = [np.shape(answer)] if len(signature.gives) == 1 else [np.shape(part) for part in answer]
        assert shapes == [port.shape for port in signature.gives]
        assert flat(answer) == run(program, row.tolist())


def test_python_gives_pinocchios_torques():
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    from tests.peers.pinocchio import Pinocchio

    q, qd, qdd = (x[0] for x in states(7, 1, seed=8))
    tree = linkwise.load("panda").tree
    viscous = np.array([body.joint.friction.viscous for body in tree.bodies])
    known = Pinocchio.of_model(tree).inverse_dynamics(q, qd, qdd) + viscous * qd  # the peer knows no friction
    found = function_of(source(*asked("panda", "inverse_dynamics")))(q.tolist(), qd.tolist(), qdd.tolist())
    assert np.abs(np.array(found) - known).max() <= AGREEMENT * np.abs(known).max()


@pytest.mark.parametrize("program", ODD, ids=lambda p: p.name)
def test_odd_programs(program):
    signature = flat_signature(program)
    f = function_of(source(program, signature))
    rng = np.random.default_rng(3)
    rows = rng.choice(EXTREME, (40, len(program.inputs)))
    rows[:11] = np.array(EXTREME)[:, None]
    for row in rows:
        assert equal(np.array(f(row.tolist())), np.array(run(program, row.tolist())))


def test_shapes_are_nests():
    program = trace(lambda a, b, c, d: [*a, *b, *c], {"a": 6, "b": 1, "c": 1, "d": 0})
    takes = Port("a", (2, 3)), Port("b", ()), Port("c", (1, 1)), Port("d", (0,))
    f = function_of(source(program, Signature(takes, (Port("x", (3, 2)), Port("y", ()), Port("z", (1, 1))))))
    assert f([[1, 2, 3], [4, 5, 6]], 7, [[8]], []) == ([[1, 2], [3, 4], [5, 6]], 7, [[8]])


def test_hostile_names():
    names = [name for name in HOSTILE if name not in ("v1", "INFINITY")]
    for k, name in enumerate(names):
        inputs = tuple(names[(k + j) % len(names)] for j in range(7))
        labels = ((7, names[(k + 8) % len(names)]),)
        program = Program(name, inputs, (Step("sin", (0,)), Step("fma", (7, 1, 2))), ("a", "b"), (8, 6), labels)
        takes = tuple(Port(HOSTILE[(k + j) % len(HOSTILE)], (1,)) for j in range(7))
        text = source(program, Signature(takes, (Port(name, (1,)), Port(name, ()))))
        assert text.isascii()
        found = function_of(text)(*([x] for x in (0.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0)))
        assert found == ([math.sin(0.5) * 2.0 + 3.0], 7.0)


def test_every_op_has_a_row():
    assert set(OPS_IN_PYTHON) == set(OPS)


@pytest.mark.parametrize(
    "call",
    [
        lambda p, s: source(None, s),
        lambda p, s: source(p, None),
        lambda p, s: source(p, Signature(s.takes, ())),
        lambda p, s: source(p, s, prefix=b"arm"),
    ],
)
def test_misuse_is_told(call):
    program = trace(lambda x: x[0] * x[1], {"x": 2})
    with pytest.raises(LinkwiseError):
        call(program, Signature((Port("x", (2,)),), (Port("y", ()),)))
