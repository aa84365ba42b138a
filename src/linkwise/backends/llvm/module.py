"""A program as an LLVM module."""

import re

from ...program import Program, Signature
from .arguments import arguments
from .driver import driver
from .lanes import Shape
from .sincos import redo
from .tile import tile
from .ufunc import loop

OUTSIDE = 2
"""Places in the table of addresses a module is given when it is loaded: sin and cos."""

_OF_LANES = re.compile(r"@llvm\.(fma|fabs|sqrt)\.(?:v(\d+))?f(64|32)\(")
_OF_MASKS = re.compile(r"@llvm\.vector\.reduce\.or\.v(\d+)i1\(")


def _declarations(text: str) -> set[str]:
    """The intrinsics a text calls."""
    lines = {"declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"}
    if "@llvm.memset." in text:
        lines.add("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    lines |= {f"declare i64 @llvm.{name}.i64(i64, i64)" for name in ("umin", "umax") if f"@llvm.{name}.i64(" in text}
    for name, lanes, bits in _OF_LANES.findall(text):
        v = Shape(int(lanes or 1), f"float{bits}")
        lines.add(f"declare {v.vector} @llvm.{name}.{v.suffix}({', '.join([v.vector] * (3 if name == 'fma' else 1))})")
    return lines | {f"declare i1 @llvm.vector.reduce.or.v{n}i1(<{n} x i1>)" for n in _OF_MASKS.findall(text)}


def finished(functions: list[str], dtype: str) -> str:
    """A module of functions, with what they need."""
    text = "\n".join([*functions, redo(dtype)])
    return "\n".join(
        [
            f"@outside = global [{OUTSIDE} x ptr] zeroinitializer",
            text,
            *sorted(_declarations(text)),
            'attributes #0 = { nounwind noinline "prefer-vector-width"="512" "min-legal-vector-width"="512" }',
            'attributes #1 = { nounwind "prefer-vector-width"="512" "min-legal-vector-width"="512" }',
            '!0 = !{!"branch_weights", i32 1, i32 100000}',
            "!1 = !{i32 1}",
            "",
        ]
    )


def batch(program: Program, signature: Signature, shape: Shape, layout: str) -> tuple[str, int]:
    """The module whose @batch does many states, and how many numbers of scratch memory it needs."""
    body = tile(program, signature, shape, layout)
    text = finished([body.text, driver(signature, shape, layout, body)], shape.dtype)
    return text, body.memory(signature, shape)


def single(program: Program, signature: Signature, shape: Shape) -> str:
    """The module for one state at a time, a shape of one lane: @one for Python, @loop for NumPy."""
    body = tile(program, signature, shape, "rows")
    names = arguments(signature).removesuffix(", i64 %ldi, i64 %ldo, ptr %scratch")
    passed = arguments(signature, types=False).replace("%ldi", "1").replace("%ldo", "1")
    one = [
        f"define void @one({names}) #1 {{",
        f"  %scratch = alloca {shape.number}, i64 {max(body.scratch, 1)}, align 64",
        f"  call void @tile({passed})",
        "  ret void",
        "}",
    ]
    return finished([body.text, "\n".join(one), loop(signature, shape)], shape.dtype)
