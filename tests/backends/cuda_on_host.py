"""CUDA kernels run on this machine's processor, thread after thread: g++ compiles their text, a few words defined."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from linkwise.backends.cuda.numbers import numbers
from linkwise.backends.cuda.orders import ordered
from linkwise.backends.cuda.shape import Shape
from linkwise.backends.cuda.source import PRECISIONS, kernel, plan_of
from linkwise.program import Program, Signature, fused

SHIM = (Path(__file__).parent / "pretend_gpu" / "device.h").read_text(encoding="utf-8")

CALL = """
extern "C" void {name}_here(void **array, size_t count)
{{
    work = [&] {{ {name}({arrays}, count); }};
    for (blockIdx.y = 0; blockIdx.y < {parts}; ++blockIdx.y)
        for (blockIdx.x = 0; blockIdx.x * {states} < count; ++blockIdx.x)
            block({threads});
}}
"""


class Case(NamedTuple):
    """A kernel: its program, and how it is written."""

    program: Program
    signature: Signature
    dtype: str
    layout: str
    shape: Shape = Shape()

    def text(self, name: str) -> str:
        program, signature = ordered(fused(self.program), self.signature, self.shape.order)
        plan, shape = plan_of(program, signature, name=name), self.shape
        real = "float" if self.dtype == "float32" else "double"
        ports = (*self.signature.takes, *self.signature.gives)
        called = CALL.format(
            name=name,
            parts=shape.parts,
            states=shape.threads * shape.wide,
            threads=shape.threads,
            arrays=", ".join(f"({real} *)array[{k}]" for k in range(len(ports))),
        )
        text = kernel(plan, self.dtype, self.layout, self.shape, name)
        vector = real if shape.wide == 1 else f"{real}{shape.wide}"
        shared = f"__shared__ {vector} shared_{vector}"
        return text.replace(f"extern {shared}[];", f"static {shared}[1 << 18];") + called


class OnHost:
    """Kernels in a library that is loaded here."""

    def __init__(self, cases: list[Case], folder):
        compiler = shutil.which("g++") or pytest.skip("no g++ is here to compile kernels for this processor")
        text = SHIM + numbers(*PRECISIONS.values()) + "\n".join(case.text(f"k{i}") for i, case in enumerate(cases))
        code, library = folder / "kernels.cpp", folder / "kernels.so"
        code.write_text(text, encoding="utf-8")
        flags = ("-O1", "-march=native", "-ffp-contract=off", "-shared", "-fPIC")
        subprocess.run([compiler, *flags, str(code), "-o", str(library)], check=True)
        self.cases, self.library = cases, ctypes.CDLL(str(library))

    def answers(self, which: int, given: list[np.ndarray]) -> tuple[np.ndarray, ...]:
        """Answers as rows to states as rows; those of uniform ports have the port's shape."""
        case, columns = self.cases[which], self.cases[which].layout == "columns"
        ports, count = (
            case.signature,
            len(next(x for p, x in zip(case.signature.takes, given, strict=True) if not p.uniform)),
        )
        arrays = []
        for port, x in zip(ports.takes, given, strict=True):
            x = np.asarray(x, case.dtype)
            arrays.append(np.ascontiguousarray(np.moveaxis(x, 0, -1) if columns and not port.uniform else x))
        gives = [np.full((*p.shape, count) if columns else (count, *p.shape), np.nan, case.dtype) for p in ports.gives]
        places = (ctypes.c_void_p * (len(arrays) + len(gives)))(*(x.ctypes.data for x in (*arrays, *gives)))
        getattr(self.library, f"k{which}_here")(places, ctypes.c_size_t(count))
        return tuple(np.moveaxis(x, -1, 0) if columns else x for x in gives)
