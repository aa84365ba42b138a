"""Each quantity in all shapes, on arrays that are on the device: kernels alone."""

import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

import linkwise
from linkwise.backends.cuda.driver import Memory
from linkwise.backends.cuda.kernel import Stopwatch
from linkwise.backends.cuda.module import CudaModule, packed
from linkwise.backends.cuda.shape import Shape
from linkwise.program import Signature

from .copying import TIMES
from .programs import answers_of, compiled, off, program_of, spec_of, truth_of
from .quantities import DTYPES, QUANTITIES, shapes


class Arrays:
    """Memory of the device for one program's arrays."""

    def __init__(self, signature: Signature, dtype: str, count: int):
        size = np.dtype(dtype).itemsize
        numbers = np.random.default_rng(1).uniform(-1.0, 1.0, 2**20).astype(dtype)
        self.count, self.memories = count, []
        for port in (*signature.takes, *signature.gives):
            memory = Memory(size * port.size * count)
            if port in signature.takes:
                for first in range(0, memory.size, numbers.nbytes):
                    memory.upload(numbers.ctypes.data, min(numbers.nbytes, memory.size - first), first)
            self.memories.append(memory)

    @property
    def places(self) -> list[int]:
        """Where they are."""
        return [memory.address for memory in self.memories]


def milliseconds(module: CudaModule, arrays: Arrays, count: int) -> float:
    """The shortest of several runs."""
    watch, times, places = Stopwatch(), [], arrays.places
    module.launch(places, count)
    for _ in range(TIMES):
        watch.start()
        module.launch(places, count)
        times.append(watch.stop())
    return min(times)


def shape_of(trial: dict[str, Any]) -> Shape:
    """The shape of a trial."""
    return Shape(**{name: trial[name] for name in Shape().facts})


def speeds(
    pool: ProcessPoolExecutor, target: str, copied: float, until: float, keys: list[str], count: int
) -> dict[str, Any]:
    """Each quantity in all shapes."""
    robot, found, jobs = linkwise.load("panda").without_friction(), {}, {}
    for key in keys:
        name, _, layout = key.partition("@")
        program, signature = program_of(robot, QUANTITIES[name])
        str(program), program.uses  # what it remembers: nothing is added while it goes to other processes
        for dtype in DTYPES:
            tried = shapes(key, dtype)
            each = [(program, signature, dtype, layout or "columns", shape, target) for shape in tried]
            jobs[key, dtype] = program, signature, tried, pool.map(compiled, each)
    for (key, dtype), (program, signature, tried, codes) in jobs.items():
        begin, size = time.perf_counter(), np.dtype(dtype).itemsize
        layout = key.partition("@")[2] or "columns"
        spec, arrays = spec_of(program, signature, dtype, layout), Arrays(signature, dtype, count)
        states = np.random.default_rng(2).uniform(-1.0, 1.0, (500, len(program.inputs))).astype(dtype)
        truth, row = truth_of(program, states), size * (len(program.inputs) + len(program.outputs))
        trials = []
        for shape, (code, seconds, trouble) in zip(tried, codes, strict=True):
            if time.perf_counter() > until:
                break
            if not trouble:
                try:
                    module = CudaModule(spec, packed(shape, code, {}))
                    error = off(answers_of(module, states), truth)
                    pace = count / (1e6 * milliseconds(module, arrays, count))
                    room = {"registers": module.kernel.registers, "local": module.kernel.local}
                    trials.append({**shape.facts, "G": pace, **room, "off": error, "seconds": seconds})
                    continue
                except Exception as failure:
                    trouble = str(failure)
            trials.append({**shape.facts, "G": 0.0, "trouble": trouble, "seconds": seconds})
        best = max(trials, key=lambda trial: trial["G"], default=None)
        if best is None or not best["G"]:
            print(f"{key} {dtype}: nothing ran: {trials[:1]}", flush=True)
            continue
        rate = 1e9 * best["G"] * row
        found.setdefault(key, {})[dtype] = {**best, "TB/s": 1e-12 * rate, "share": rate / copied, "trials": trials}
        top = sorted(trials, key=lambda trial: -trial["G"])[:3]
        others = "  ".join(f"{shape_of(t)} {t['G']:.3g}" for t in top[1:])
        print(
            f"{key:5} {dtype} {best['G']:7.3f} G/s  {1e-12 * rate:.2f} TB/s  {rate / copied:4.0%} of copying  "
            f"{shape_of(best)}  {best['registers']} registers, "
            f"{best['local']} local  off {best['off']:.1e}  | next {others}  ({time.perf_counter() - begin:.0f} s)",
            flush=True,
        )
    return found
