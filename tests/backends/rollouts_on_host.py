"""CUDA kernels of rollouts run on this machine's processor: modules whose code g++ compiles."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

from linkwise.backends import AbstractRolloutModule, ModuleSpec
from linkwise.backends.cuda.rollouts.functions import LANES
from linkwise.backends.cuda.rollouts.source import COUNTS, unit
from linkwise.backends.cuda.shape import Shape
from linkwise.program import Rollout
from tests.backends.cuda_on_host import SHIM

CALL = """
extern "C" void here{k}(void **array, const long long *of, double step, size_t count)
{{
    typedef {real} T;
    work = [&] {{
        run{k}((T *)array[0], (long long *)array[1], (T *)array[2], (T *)array[3], (T *)array[4],
               {counts}, step, count);
    }};
    for (blockIdx.x = 0; blockIdx.x * {threads} < count; ++blockIdx.x)
        block({threads});
}}
"""


def on_host(rollouts: list[tuple[Rollout, str, Shape]], folder) -> list[AbstractRolloutModule]:
    """The modules of rollouts, each in a precision and a shape."""
    compiler = shutil.which("g++") or pytest.skip("no g++ is here to compile kernels for this processor")
    texts = [SHIM]
    for k, (rollout, dtype, shape) in enumerate(rollouts):
        real, counts = "double" if dtype == "float64" else "float", ", ".join(f"of[{j}]" for j in range(len(COUNTS)))
        text = unit(rollout, dtype, shape).replace("\nrun(", f"\nrun{k}(")
        text = text.replace(f"extern __shared__ {real} shared_{real}[]", f"static {real} shared_{real}[1 << 14]")
        call = CALL.format(k=k, real=real, counts=counts, threads=shape.threads)
        guards, _, rest = text.partition("#endif\n#ifndef NAN")
        texts += [f"namespace n{k} {{", rest.partition("#endif\n")[2], call, "}"]
        assert guards
    code, library = folder / "rollouts.cpp", folder / "rollouts.so"
    code.write_text("\n".join(texts), encoding="utf-8")
    flags = ("-O1", "-march=native", "-ffp-contract=off", "-shared", "-fPIC")
    subprocess.run([compiler, *flags, str(code), "-o", str(library)], check=True)
    loaded = ctypes.CDLL(str(library))
    return [_OnHost(getattr(loaded, f"here{k}"), dtype) for k, (_, dtype, _) in enumerate(rollouts)]


class _OnHost(AbstractRolloutModule):
    lanes = LANES

    def __init__(self, code, dtype):
        self.code, self.spec = code, ModuleSpec("rollout", "", lambda: None, dtype=dtype, layout="tiles")

    def run(self, blocks, ended, records, same, timed, span):
        same, timed = (np.ascontiguousarray(x) for x in (same, timed))
        places = (ctypes.c_void_p * 5)(*(x.ctypes.data for x in (blocks, ended, records, same, timed)))
        told = {**span._asdict(), "slots": span.slots}
        numbers = (ctypes.c_longlong * len(COUNTS))(*(int(told[name]) for name in COUNTS))
        self.code(places, numbers, ctypes.c_double(span.step), ctypes.c_size_t(len(blocks) * LANES))
