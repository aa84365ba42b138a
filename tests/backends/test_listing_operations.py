"""Every operation in a listing of every language: the interpreter's numbers, NaN, infinities and zeros included."""

import ctypes
import math
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from linkwise.backends.interpreter import run
from linkwise.backends.listing import listing
from linkwise.backends.listing.cutting import SHORT
from linkwise.backends.listing.latex import CALLS
from linkwise.backends.listing.spelling import FUNCTIONS, RELATIONS
from linkwise.program import OPS, Port, Program, Signature, Step, count
from tests.backends.listings import function_of, latex_equations, latex_value, matlab_results, text_values
from tests.backends.test_c import STRICT, Called, compiled, equal, need
from tests.tolerances import ROUNDING

NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.3, -2.5, 1e-300, 700.0, -800.0, math.inf, -math.inf, math.nan]
SIGNATURE = Signature((Port("x", (3,)),), (Port("y", (4,)),))
OF_LIBM = {"sin", "cos", "exp", "log", "tanh", "atan2"}
SUMS = {"add", "sub", "neg", "fma", "fms", "fnma"}

RAISES = {
    "rcp": lambda x: x == 0.0,
    "sqrt": lambda x: x < 0.0,
    "sin": math.isinf,
    "cos": math.isinf,
    "exp": lambda x: math.inf > x > 709.8,
    "log": lambda x: x <= 0.0,
}
"""Where Python's own functions raise, and a listing does, too."""


def of_operation(op):
    """An operation of three numbers, alone; in a product; negated in a sum; and of another of its kind."""
    n = OPS[op].arity
    own, other = tuple(range(n)), tuple(range(3 - n, 3))
    steps = [Step(op, own), Step(op, own), Step("mul", (4, 2)), Step(op, own), Step("neg", (6,)), Step("sub", (7, 1))]
    steps += [Step(op, other), Step(op, (9, *own[1:]))]
    return Program(f"of_{op}", ("x1", "x2", "x3"), tuple(steps), ("a", "b", "c", "d"), (3, 5, 8, 10))


def rows(op):
    numbers = NUMBERS if OPS[op].arity > 1 else [*NUMBERS, 1400.0]
    some = list(product(numbers, repeat=2)) if OPS[op].arity < 3 else list(product(NUMBERS[:6] + NUMBERS[9:], repeat=2))
    third = np.random.default_rng(1).choice(NUMBERS, len(some)).tolist()
    return [[a, b, c] for (a, b), c in zip(some, third, strict=True)]


PROGRAMS = {op: of_operation(op) for op in OPS}
LISTINGS = {op: listing(program, SIGNATURE) for op, program in PROGRAMS.items()}


def known(op, row):
    return np.array(run(PROGRAMS[op], row), dtype=float)


def same(op, found, row):
    """Bit for bit; but where a sum takes over a sign, a zero may have the other one: −(0 + −0), and −0 + 0."""
    zero = 0.0 if op in SUMS else -0.0  # x + 0 has no −0
    return equal(np.array(found, dtype=float) + zero, known(op, row) + zero)


def close(op, found, row):
    """The same NaNs, infinities and zeros; the same numbers, to the rounding of the C library's functions."""
    expected, found = known(op, row), np.array(found, dtype=float)
    assert op in OF_LIBM or same(op, found, row), (row, found, expected)
    with np.errstate(all="ignore"):
        off = np.where(found == expected, 0.0, np.abs(found - expected) / np.maximum(np.abs(expected), 1.0))
    assert np.array_equal(np.isnan(found), np.isnan(expected)), (row, found, expected)
    assert np.nanmax(off, initial=0.0) <= 4 * np.finfo(float).eps, (row, found, expected)


@pytest.mark.parametrize("op", OPS)
def test_python(op):
    f = function_of(LISTINGS[op].python)
    for row in rows(op):
        try:
            found = f(row)
        except (ValueError, OverflowError, ZeroDivisionError):
            assert op in RAISES, (op, row)
            with np.errstate(all="ignore"):
                values = [row[0], row[-1], known(op, row)[0], *run(_inner(op), row)]
            assert any(RAISES[op](x) for x in values), row
        else:
            assert same(op, found, row), row


def _inner(op):
    """The value that an operation of its own kind is applied to."""
    last = PROGRAMS[op].steps[6]
    return Program("inner", ("x1", "x2", "x3"), (last,), ("y",), (3,))


@pytest.mark.parametrize("op", OPS)
def test_text_and_matlab(op):
    made = LISTINGS[op]
    for row in rows(op):
        close(op, text_values(made, row), row)
        close(op, matlab_results(made.matlab, [row]), row)


@pytest.mark.parametrize("op", OPS)
def test_latex(op):
    """Products are not in the program's order there, and signs of zeros are nobody's concern."""
    made = LISTINGS[op]
    assert made.latex.isascii()
    for row in rows(op):
        symbols = {made.page.latex(i): x for i, x in enumerate(row)}
        for name, right in latex_equations(made.latex):
            symbols[name] = latex_value(right, symbols)
        found = [symbols[made.page.latex(entry.value)] for entry in made.page.gives[0].entries]
        np.testing.assert_allclose(found, known(op, row), rtol=ROUNDING, atol=0.0, err_msg=f"{row}")


def test_c(tmp_path):
    need()
    for op, made in LISTINGS.items():
        (tmp_path / f"{op}.c").write_text(made.c, encoding="utf-8")
    files = [f"{op}.c" for op in OPS]
    compiled(["gcc", *STRICT, "-Wshadow", "-O1", "-shared", "-fPIC", *files, "-lm", "-o", "all.so"], tmp_path)
    library = ctypes.CDLL(str(tmp_path / "all.so"))
    for op, made in LISTINGS.items():
        call = Called(library, SimpleNamespace(name=made.page.name), SIGNATURE)
        for row in rows(op):
            close(op, call(row), row)


@pytest.mark.parametrize("op", OPS)
def test_operations_are_counted_as_the_program_counts_them(op):
    """But for the negation, which the sum takes over."""
    ours, theirs = vars(LISTINGS[op].count), vars(count(PROGRAMS[op]))
    less = {name: theirs[name] - ours[name] for name in ours if ours[name] != theirs[name]}
    assert set(less) <= {"additions"} and sum(less.values()) <= 4


def test_every_operation_has_a_spelling():
    assert {*SHORT, *FUNCTIONS, *RELATIONS, "rcp", "select"} == set(OPS)
    assert {*SHORT, *CALLS} == set(OPS)
