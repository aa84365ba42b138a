"""How closely numbers must agree is said in tests/tolerances.py, with the reason: nowhere else stands such a number.

Found are small numbers given as `atol=`, `rtol=`, `abs=`, `rel=`, `tol=`, or to the tests' own `near` and `close`, and
those that something must be below. What an integrator is asked for (`simulate(…, rtol=1e-11)`, `solve_ivp`) is a
setting of the test, not a tolerance.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
KEYWORDS = ("atol", "rtol", "abs", "rel", "tol", "abs_tol", "rel_tol")
COMPARING = ("near", "close", "_close", "agree")
INTEGRATORS = ("simulate", "solve_ivp", "sweep", "integrated")
SMALL = 1.001e-3
"""From here on a number in a comparison is the size of something, not a tolerance."""


def small(node: ast.AST) -> Iterator[ast.Constant]:
    """The small numbers in an expression; what calls are given is theirs, but for max and min."""
    if isinstance(node, ast.Constant) and isinstance(node.value, float) and 0.0 < node.value < SMALL:
        yield node
    if isinstance(node, ast.Call) and ast.unparse(node.func) not in ("max", "min", "np.maximum"):
        return
    for child in ast.iter_child_nodes(node):
        yield from small(child)


def literals(tree: ast.AST) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] not in INTEGRATORS:
            for keyword in node.keywords:
                if keyword.arg in KEYWORDS:
                    yield from small(keyword.value)
            if ast.unparse(node.func) in COMPARING:
                for given in node.args:
                    yield from small(given) if isinstance(given, ast.Constant | ast.IfExp) else ()
        if isinstance(node, ast.Compare):
            for op, right in zip(node.ops, node.comparators, strict=True):
                if isinstance(op, ast.Lt | ast.LtE):
                    yield from small(right)


FILES = sorted(path for path in TESTS.rglob("*.py") if path.name != "tolerances.py" and "fuzz" not in path.parts)


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=lambda folder: folder.name)
def test_every_tolerance_has_a_name(folder):
    for path in (path for path in FILES if path.parent == folder):
        lines = sorted({node.lineno for node in literals(ast.parse(path.read_text(encoding="utf-8")))})
        assert not lines, f"{path.relative_to(TESTS)}, lines {lines}: name it in tests/tolerances.py, with the reason"


def test_such_numbers_are_seen():
    text = "assert a < 1e-9 * max(b, 1e-300)\nclose(a, b, atol=1e-3)\nsimulate(rtol=1e-9)\nassert left(2e-4) < 4.4"
    assert [node.value for node in literals(ast.parse(text))] == [1e-9, 1e-300, 1e-3]
