"""A program as an LLVM module."""

import re

from ...program import Program, Signature
from .driver import driver
from .entry import entry
from .lanes import Shape
from .sincos import redo
from .tile import tile
from .ufunc import loop

OUTSIDE = 16
"""Places in the table of addresses a module is given when it is loaded: sin, cos, then Python's (entry.py)."""

_INTRINSIC = re.compile(r"call (\S+|<[^>]*>) @(llvm\.[\w.]+)\(([^)]*(?:\([^)]*\)[^)]*)*)\)")


def finished(functions: list[str], dtype: str) -> str:
    """A module of functions, with what they need."""
    text = "\n".join([*functions, redo(dtype)])
    declared = {}
    for result, name, args in _INTRINSIC.findall(text):
        types = re.findall(r"(<\d+ x \w+>|ptr|i\d+|double|float) ", args)
        declared[name] = f"declare {result} @{name}({', '.join(types)})"
    return "\n".join(
        [
            f"@outside = global [{OUTSIDE} x ptr] zeroinitializer",
            text,
            *declared.values(),
            'attributes #0 = { nounwind noinline "prefer-vector-width"="512" "min-legal-vector-width"="512" }',
            'attributes #1 = { nounwind "prefer-vector-width"="512" "min-legal-vector-width"="512" }',
            '!0 = !{!"branch_weights", i32 1, i32 100000}',
            "!1 = !{i32 1}",
            "",
        ]
    )


def batch(program: Program, signature: Signature, shape: Shape, layout: str) -> str:
    """The module whose @batch does many states."""
    body = tile(program, signature, shape, layout)
    return finished([body.text, driver(signature, shape, layout, body)], shape.dtype)


def single(program: Program, signature: Signature, dtype: str) -> str:
    """The module for one state at a time: @entry for Python, @loop for NumPy."""
    shape = Shape(1, dtype)
    body = tile(program, signature, shape, "rows")
    return finished(
        [body.text, entry(signature, shape, body.scratch), loop(signature, shape, body.scratch)], dtype
    )
