"""Programs on an NVIDIA GPU: `PYTHONPATH=src python3 -m bench.cuda`, on a machine with one, or `make test-cuda`.

Nothing but NumPy has to be installed: the compiler NVRTC is looked for in the CUDA toolkit and in what came with
PyTorch, JAX or CuPy. First every question is compared with the interpreter, then each kernel is timed in many shapes,
beside a copy kernel. The results are written into bench/results/cuda.json and cuda.md.
"""

import argparse
import csv
import ctypes
import json
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import linkwise
from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.backends.cuda import driver, nvrtc
from linkwise.backends.cuda.driver import Memory, on_device, wait
from linkwise.backends.cuda.kernel import Stopwatch
from linkwise.backends.cuda.module import CudaModule, packed
from linkwise.backends.cuda.shape import Shape
from linkwise.backends.cuda.source import unit
from linkwise.backends.interpreter import run
from linkwise.formulations import QUESTIONS
from linkwise.program import Port, Program, Signature, fused, without_dead_code

from .machine import machine
from .tables import table

RESULTS = Path(__file__).parent / "results"
STATES = 2**21
TIMES = 8
DTYPES = ("float64", "float32")
AGREED = {"float64": 1e-14, "float32": 1e-6}
"""How far answers may be off, relative to the largest entry, times how the question amplifies rounding."""

SHAPES = {
    "rows": (
        Shape(),
        Shape(3, 16, gathered=True),
        Shape(1, 0, 2, order="columns"),
        Shape(2, 4, threads=64, order="anew", gathered=True),
        Shape(4, 0, threads=32, gathered=True),
        Shape(2),
    ),
    "columns": (
        Shape(),
        Shape(3, 8, wide=2),
        Shape(1, 0, 2, threads=96),
        Shape(1, 8, 2, 64, 2, "anew"),
        Shape(2, 16, 3, order="columns"),
        Shape(1, wide=4),
    ),
}
"""Kernels that are compared with the interpreter; four doubles are no vector."""

HARD = {"forward_dynamics", "forward_dynamics_derivatives", "mass_matrix_inverse"}
"""Questions that solve for accelerations, which amplifies rounding by the condition of the mass matrix."""

COPY = """
extern "C" __global__ void run(const {type} *__restrict__ from, {type} *__restrict__ to, size_t count)
{{
    const size_t first = blockIdx.x * (size_t)({threads} * {each}) + threadIdx.x;
    {type} held[{each}];
    for (int k = 0; k < {each}; ++k)
        if (first + k * {threads} < count)
            held[k] = __ldg(from + first + k * {threads});
    for (int k = 0; k < {each}; ++k)
        if (first + k * {threads} < count)
            __stcs(to + first + k * {threads}, held[k]);
}}
"""
COPIES = [(real, threads, each) for real in ("double2", "double", "float") for threads in (128, 256) for each in (1, 4)]
"""Copy kernels: what each access moves, threads of a block, accesses of a thread."""


class Quantity(NamedTuple):
    """What is timed: letters, the question, what of each of its answers, the marks (fp64, fp32)."""

    letters: str
    question: str
    keep: tuple[str, ...]
    marks: tuple[float, float]


WHOLE, LOWER = "whole", "lower triangle"
QUANTITIES = {
    "tau": Quantity("τ", "inverse_dynamics", (WHOLE,), (17.0, 33.0)),
    "M": Quantity("M packed", "mass_matrix", (LOWER,), (13.9, 26.0)),
    "qdd": Quantity("q̈", "forward_dynamics", (WHOLE,), (13.0, 24.0)),
    "dtau": Quantity("∂τ", "inverse_dynamics_derivatives", (WHOLE, WHOLE, ""), (3.6, 7.5)),
    "C": Quantity("C", "coriolis_matrix", (WHOLE,), (7.5, 13.5)),
    "Y": Quantity("Y", "regressor", (WHOLE,), (0.9, 1.8)),
    "dqdd": Quantity("∂q̈", "forward_dynamics_derivatives", (WHOLE, WHOLE, LOWER), (1.8, 5.0)),
}


def shapes(key: str, dtype: str) -> list[Shape]:
    """The shapes that are tried: what shared memory allows."""
    name, _, layout = key.partition("@")
    double, most = dtype == "float64", 227 * 1024
    wides = () if layout else (2,) if double else (2, 4)
    if layout:
        row = {"tau": 7, "M": 29, "dtau": 98, "Y": 491, "C": 49}[name]
        every = [Shape(b, k, 1, t) for b in (2, 4) for k in (0,) for t in (128,)]
        every += [
            Shape(b, k, 1, t, 1, order, True)
            for t in (32, 64, 128)
            for b in (1, 2, 3, 4, 6)
            for k in ((0,) if name in ("tau", "M", "C") else (0, 24))
            for order in (("own", "columns", "anew") if name == "dtau" else ("own",))
        ]
    elif name in ("tau", "M", "qdd"):
        row = 0
        every = [Shape(b, 0, 1, t) for t in (64, 96, 128, 256) for b in (1, 2, 3, 4, 5, 6, 8, 12)]
        every += [Shape(b, 0, 1, t, w) for t in (64, 128) for w in wides for b in (1, 2, 3, 4, 6, 8)]
        if name == "qdd":
            every += [Shape(b, k, 1, t) for t in (128, 64) for b in (3, 6) for k in (8, 12, 16)]
            every += [Shape(b, k, 1, t, 1, "anew") for t in (64, 128) for b in (2, 3, 4, 6, 8) for k in (0,)]
    else:
        row = 0
        orders = ("own", "columns", "anew") if name in ("dtau", "dqdd") else ("own",)
        slots = (0, 32, 64, 96) if double else (0, 16, 32)
        every = [
            Shape(b, k, 1, t, 1, order)
            for order in orders
            for t, blocks in ((128, (1, 3, 4)), (64, (2, 5, 6)))
            for b in blocks
            for k in slots
        ]
        every += [Shape(b, k, p, 128, 1, o) for o in orders for p in (2, 3) for b in (1,) for k in (0, 32, 96)]
        if name in ("Y", "C"):
            every += [Shape(b, k, 1, 128, w) for w in wides for b in (1, 2, 3) for k in (0, 24)]
            every += [Shape(b, 192, 1) for b in (1,)]
        if name in ("dtau",) and not double:
            every += [Shape(b, k, 1, t, 2, "anew") for t in (64, 128) for b in (1, 2) for k in (0, 48)]
        if name == "dqdd" and double:
            every += [Shape(1, k, 1, 128, 1, o) for k in (80, 112, 128, 144, 192) for o in orders[-2:]]
            every += [Shape(b, k, 1, 32, 1, o) for b, k in ((5, 170), (6, 140), (7, 120), (8, 104)) for o in orders]
    size = np.dtype(dtype).itemsize
    fits = (s for s in every if s.blocks * (s.shared(size, row) + 1024) <= most + 1024)
    return list(dict.fromkeys(s for s in fits if s.blocks * s.threads <= 1536))


# ---- programs -------------------------------------------------------------------------------------------------------


def program_of(robot: Any, quantity: Quantity) -> tuple[Program, Signature]:
    """The program, fused, and its arrays."""
    kernel = robot.compile(quantity.question, backend="interpreter")
    program, signature = kernel.program, kernel.signature
    first, kept, gives = 0, list[int](), list[Port]()
    for port, keep in zip(signature.gives, quantity.keep, strict=True):
        n = port.shape[-1]
        if keep == WHOLE:
            kept += range(first, first + port.size)
            gives.append(port)
        elif keep == LOWER:
            kept += [first + n * i + j for i in range(n) for j in range(i + 1)]
            gives.append(Port(port.name, (n * (n + 1) // 2,)))
        first += port.size
    outputs, names = tuple(program.outputs[k] for k in kept), tuple(program.output_names[k] for k in kept)
    program = without_dead_code(Program(program.name, program.inputs, program.steps, names, outputs))
    signature = Signature(signature.takes, tuple(gives))
    return fused(program), signature


def spec_of(program: Program, signature: Signature, dtype: str, layout: str) -> ModuleSpec:
    """What to compile; the program is fused already."""
    return ModuleSpec("program", str(program), lambda: program, signature, dtype, layout)


Job = tuple[Program, Signature, str, str, Shape, str]
"""What to compile: a program and its arrays, precision, layout, shape, architecture."""


def compiled(job: Job) -> tuple[bytes, float, str]:
    """The code, the seconds it took, and what went wrong; in a process of its own."""
    begin = time.perf_counter()
    try:
        *written, target = job
        return nvrtc.cubin(unit(*written), target), time.perf_counter() - begin, ""
    except Exception as error:  # one shape that does not compile is a figure that is missing
        return b"", time.perf_counter() - begin, str(error)


def truth_of(program: Program, states: np.ndarray) -> np.ndarray:
    """The interpreter's answers, in doubles, as rows."""
    with np.errstate(all="ignore"):
        rows = run(program, list(states.astype(np.float64).T))
    return np.stack([np.broadcast_to(x, len(states)) for x in rows], axis=1)


def answers_of(module: CudaModule, states: np.ndarray) -> np.ndarray:
    """The module's answers, as rows."""
    columns, at, takes = module.spec.layout == "columns", 0, []
    for port in module.spec.signature.takes:
        block = states[:, at : at + port.size]
        at += port.size
        turned = block.T if columns else block
        takes.append(np.ascontiguousarray(turned).reshape(*((*port.shape, -1) if columns else (-1, *port.shape))))
    found = module.answers(takes, len(states))
    rows = [x.reshape(-1, len(states)).T if columns else x.reshape(len(states), -1) for x in found]
    return np.concatenate(rows, axis=1).astype(np.float64)


def off(found: np.ndarray, truth: np.ndarray) -> float:
    """The largest difference, relative to the largest entry."""
    return float(np.abs(found - truth).max() / np.abs(truth).max()) if truth.size else 0.0


# ---- agreement ------------------------------------------------------------------------------------------------------


def agreement(pool: ProcessPoolExecutor, target: str, quick: bool) -> dict[str, Any]:
    """How far answers of every question are off, in both precisions and layouts, of kernels in one shape."""
    rng, cases = np.random.default_rng(3), []
    for name in ("planar2r",) if quick else ("planar2r", "panda"):
        robot = linkwise.load(name)
        for question, row in QUESTIONS.items():
            frame = {"frame": robot.tree.frame_or_tip(None).name} if row.frame else {}
            kernel = robot.compile(question, backend="interpreter", **frame)
            program, states = (
                fused(kernel.program),
                rng.uniform(-1.5, 1.5, (1000 + len(cases) // 4 % 2, len(kernel.program.inputs))),
            )
            for k, (dtype, layout) in enumerate((d, x) for d in DTYPES for x in ("rows", "columns")):
                shape = SHAPES[layout][(k + len(cases)) % 6]
                if shape.wide == 4 and dtype == "float64":
                    shape = shape.one
                spec = spec_of(program, kernel.signature, dtype, layout)
                cases.append((name, question, program, states, spec, shape))
    worst: dict[str, Any] = {dtype: {"off": 0.0, "of": ""} for dtype in DTYPES}
    jobs = [(program, x.signature, x.dtype, x.layout, shape, target) for _, _, program, _, x, shape in cases]
    failed, done = [], pool.map(compiled, jobs)
    for (name, question, program, states, spec, shape), (code, _, trouble) in zip(cases, done, strict=True):
        what = f"{name} {question} {spec.dtype} {spec.layout} {shape}"
        try:
            given = states.astype(spec.dtype)
            apart = off(answers_of(CudaModule(spec, packed(shape, code, {})), given), truth_of(program, given))
        except Exception as error:
            failed.append(f"{what}: {trouble or error}")
            continue
        if not apart <= AGREED[spec.dtype] * (100.0 if question in HARD else 1.0):
            failed.append(f"{what}: off by {apart:.2g}")
        if question not in HARD and apart > worst[spec.dtype]["off"]:
            worst[spec.dtype] = {"off": apart, "of": what}
    return {"kernels": len(cases), "worst": worst, "failed": failed}


# ---- speed ----------------------------------------------------------------------------------------------------------


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


def copy_speeds(target: str, count: int) -> dict[str, float]:
    """Bytes per second that copy kernels read and write, of so many doubles."""
    found = {}
    for real, threads, each in COPIES:
        size = {"float": 4, "double": 8, "double2": 16}[real]
        ports, entries = Signature((Port("x", ()),), (Port("y", ()),)), 8 * count // size
        spec = ModuleSpec("program", "copy", lambda: None, ports, "float32" if size == 4 else "float64", "columns")
        code = nvrtc.cubin(COPY.format(type=real, threads=threads, each=each), target)
        module = CudaModule(spec, packed(Shape(threads=threads), code, {}))
        memories = [Memory(8 * count), Memory(8 * count)]
        places = [ctypes.c_uint64(memory.address) for memory in memories]
        watch, times = Stopwatch(), []
        for _ in range(TIMES + 1):
            watch.start()
            module.kernel.launch((-(-entries // (threads * each)), 1), threads, [*places, ctypes.c_size_t(entries)])
            times.append(watch.stop())
        found[f"{real} {threads} {each}"] = 16.0 * count / (1e-3 * min(times[1:]))
    return found


def speeds(
    pool: ProcessPoolExecutor, target: str, copied: float, until: float, keys: list[str], count: int
) -> dict[str, Any]:
    """Each quantity in all shapes."""
    robot, found, jobs = linkwise.load("panda").without_friction(), {}, {}
    for key in keys:
        name, _, layout = key.partition("@")
        program, signature = program_of(robot, QUANTITIES[name])
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


METRICS = {
    "dram__throughput.avg.pct_of_peak_sustained_elapsed": "memory",
    "sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active": "float64 pipe",
    "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active": "float32 pipe",
    "sm__inst_issued.avg.pct_of_peak_sustained_active": "issue slots",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "warps there",
    "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio": "waiting for memory, warps per issue",
    "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio": "waiting for pipes",
    "lts__t_sector_hit_rate.pct": "hits in L2",
    "sm__sass_data_bytes_mem_shared.sum": "bytes through shared memory",
}
"""What the profiler is asked for, and what it means: percent of the machine's most, where nothing is said."""


def profiled(found: dict[str, Any], until: float) -> None:
    """The profiler's figures for each kernel that is under its mark."""
    import shutil
    import subprocess

    if shutil.which("ncu") is None:
        return
    for key, both in found.items():
        name, _, layout = key.partition("@")
        for k, dtype in enumerate(DTYPES):
            if layout or dtype not in both or both[dtype]["G"] >= QUANTITIES[name].marks[k]:
                continue
            if time.perf_counter() > until:
                return
            words = ["ncu", "--csv", "--metrics", ",".join(METRICS), "--launch-skip", "2", "--launch-count", "1"]
            words += [sys.executable, "-m", "bench.cuda", "--one", key, dtype, json.dumps(shape_of(both[dtype]).facts)]
            done = subprocess.run(words, capture_output=True, text=True, timeout=120)
            said = {}
            for row in csv.reader(done.stdout.splitlines()):
                if len(row) > 3 and row[-3] in METRICS:
                    said[METRICS[row[-3]]] = row[-1]
            both[dtype]["profile"] = said or {"trouble": (done.stdout + done.stderr)[-600:]}
            print(f"profile of {key} {dtype}: {both[dtype]['profile']}", flush=True)


def one(key: str, dtype: str, shape: str) -> int:
    """A kernel, four times, for the profiler to look at."""
    name, _, layout = key.partition("@")
    program, signature = program_of(linkwise.load("panda").without_friction(), QUANTITIES[name])
    spec = spec_of(program, signature, dtype, layout or "columns")
    chosen = Shape(**json.loads(shape))
    with on_device(0):
        code = nvrtc.cubin(unit(program, signature, dtype, spec.layout, chosen), driver.architecture())
        module, arrays = CudaModule(spec, packed(chosen, code, {})), Arrays(signature, dtype, STATES)
        for _ in range(4):
            module.launch(arrays.places, STATES)
        wait()
    return 0


# ---- what a user does -----------------------------------------------------------------------------------------------


def used() -> dict[str, str]:
    """Calls as users make them, with each library's arrays; "right", or what went wrong."""
    robot, found = linkwise.load("panda"), {}
    given = [np.random.default_rng(k).uniform(-1.0, 1.0, (1000, 7)) for k in range(3)]
    truth = robot.compile("inverse_dynamics", backend="interpreter")(*given)

    def tried(name: str, check: Any) -> None:
        begin = time.perf_counter()
        try:
            found[name] = "right" if check() else "WRONG"
        except ModuleNotFoundError as error:
            found[name] = f"skipped: {error}"
        except Exception as error:
            found[name] = f"{type(error).__name__}: {str(error)[:300]}"
        print(f"{name}: {found[name]} ({time.perf_counter() - begin:.2f} s)", flush=True)

    def kernel_for(**options: Any) -> Any:
        return robot.compile("inverse_dynamics", backend="cuda", **options)

    def close(x: Any, most: float = 1e-14) -> bool:
        return isinstance(x, np.ndarray) and x.shape == truth.shape and off(x, truth) <= most

    tried("NumPy in, NumPy out", lambda: close(kernel_for()(*given)))
    tried("again, from the cache", lambda: close(kernel_for()(*given)))
    tried("columns", lambda: close(kernel_for(layout="columns")(*(x.T for x in given)).T))
    tried("float32", lambda: close(kernel_for(dtype="float32")(*given).astype(float), 1e-6))
    tried("one state", lambda: off(kernel_for()(*(x[0] for x in given)), truth[0]) <= 1e-14)
    tried("broadcast", lambda: kernel_for()(given[0], given[1][0], given[2][:9, None]).shape == (9, 1000, 7))
    tried("no states", lambda: kernel_for()(*(x[:0] for x in given)).shape == (0, 7))

    def from_torch() -> bool:
        import torch

        q, qd, qdd = (torch.tensor(x, device="cuda") for x in given)
        kernel, stream = kernel_for(), torch.cuda.Stream()
        answer = kernel(q, qd, qdd)
        with torch.cuda.stream(stream):
            other = kernel(q * 1.0, qd * 1.0, qdd * 1.0) * 1.0
        stream.synchronize()
        empty, turned = kernel(q[:0], qd[:0], qdd[:0]), kernel(q.T.contiguous().T, qd, qdd)
        assert answer.is_cuda and empty.is_cuda and empty.shape == (0, 7) and close(turned.cpu().numpy())
        mixed = kernel(q, given[1], list(map(list, given[2])))
        assert close(mixed.cpu().numpy())
        return close(answer.cpu().numpy()) and close(other.cpu().numpy())

    def from_cupy() -> bool:
        import cupy

        answer = kernel_for()(*(cupy.asarray(x) for x in given))
        with cupy.cuda.Stream(non_blocking=True):
            other = kernel_for()(*(cupy.asarray(x) for x in given))
            close_there = close(other.get())
        return isinstance(answer, cupy.ndarray) and close(answer.get()) and close_there

    def from_jax() -> bool:
        import jax

        jax.config.update("jax_enable_x64", True)
        answer = kernel_for()(*(jax.numpy.asarray(x) for x in given))
        more = answer + 1.0
        assert off(np.asarray(more), truth + 1.0) < 1e-14
        return isinstance(answer, jax.Array) and close(np.asarray(answer))

    tried("PyTorch", from_torch)
    tried("CuPy", from_cupy)
    tried("JAX", from_jax)

    def asked() -> bool:
        import torch

        answer = robot.inverse_dynamics(*(torch.tensor(x, device="cuda") for x in given))
        return answer.is_cuda and close(answer.cpu().numpy())

    tried("the robot asked with tensors", asked)
    return found


def saved() -> str:
    """What the self-test of a written file says."""
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/panda.cu"
        linkwise.load("panda").compile("inverse_dynamics", backend="interpreter").save(path)
        build = f"nvcc -O3 -arch=native --fmad=false -DLINKWISE_SELFTEST {path} -o {folder}/test && {folder}/test"
        done = subprocess.run(build, shell=True, capture_output=True, text=True)
        return f"exit {done.returncode}: {(done.stdout + done.stderr).strip()[-600:]}"


# ---- all of it ------------------------------------------------------------------------------------------------------


def page(figures: dict[str, Any]) -> str:
    """The figures as Markdown."""
    rows = []
    for key, both in figures["speeds"].items():
        name, _, layout = key.partition("@")
        quantity = QUANTITIES[name]
        for k, dtype in enumerate(DTYPES):
            if dtype in both:
                x = both[dtype]
                shape = str(shape_of(x))
                rows.append(
                    [
                        f"{quantity.letters} {layout}".strip(),
                        dtype,
                        f"{x['G']:.2f}",
                        f"{quantity.marks[k]:g}",
                        f"{x['TB/s']:.2f}",
                        f"{x['share']:.0%}",
                        shape,
                        str(x["registers"]),
                        str(x["local"]),
                        f"{x['off']:.1e}",
                    ]
                )
    heads = ["", "", "G/s", "mark", "TB/s", "of copying", "blocks / spilled / parts", "registers", "local", "off"]
    where, worst = figures["device"], figures["agreement"]["worst"]
    return (
        f"# Programs of a Franka Panda on a GPU\n\n{where['device']}, driver {where['driver']}, "
        f"{where['compiler']}, {figures['machine']['date']}. {figures['states']} states, no friction; a copy kernel "
        f"moves {1e-12 * figures['copy']:.2f} TB/s. Off: relative to the largest entry; every question of two robots "
        f"({figures['agreement']['kernels']} kernels): {worst['float64']['off']:.1e} in float64, "
        f"{worst['float32']['off']:.1e} in float32; failed: {len(figures['agreement']['failed'])}.\n\n"
        f"{table(heads, rows)}\n{under_marks(figures)}"
    )


def under_marks(figures: dict[str, Any]) -> str:
    """What is slower than its mark, and what the profiler says of it."""
    lines = []
    for key, both in figures["speeds"].items():
        name, _, layout = key.partition("@")
        for dtype, mark in zip(DTYPES, QUANTITIES[name].marks, strict=True):
            if dtype in both and both[dtype]["G"] < mark:
                x = both[dtype]
                said = ", ".join(f"{what} {value}" for what, value in x.get("profile", {}).items())
                what = f"{QUANTITIES[name].letters} {layout}".strip()
                lines.append(f"- {what}, {dtype}: {x['G'] / mark:.0%} of its mark. {said or 'Not profiled'}.")
    if not lines:
        return ""
    what = "Under their marks, with the profiler's figures, in percent of the most where nothing else is said"
    return f"\n{what}:\n\n" + "\n".join(lines) + "\n"


def main() -> int:
    """Everything; 1 if something is wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=420.0, help="no new timing starts after so many")
    asked.add_argument("--quick", action="store_true", help="one robot's agreement, no timing")
    asked.add_argument(
        "--only",
        default=",".join((*QUANTITIES, "tau@rows", "M@rows", "dtau@rows", "C@rows", "Y@rows")),
        help="quantities to time, with commas",
    )
    asked.add_argument("--states", type=int, default=STATES)
    asked.add_argument("--one", nargs=3, help="quantity, precision and shape of a kernel that only runs")
    options = asked.parse_args()
    if options.one:
        return one(*options.one)
    begin = time.perf_counter()
    backend = BACKENDS["cuda"]
    if why := backend.missing():
        print(f"nothing to run on: {why}")
        return 2
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    figures: dict[str, Any] = {"machine": machine(), "device": backend.about(), "states": options.states}
    print(figures["device"], figures["machine"], flush=True)
    target = driver.architecture()
    workers = max(1, min(14, (os.cpu_count() or 2) - 1))
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool, on_device(0):
        figures["agreement"] = agreement(pool, target, options.quick)
        said = json.dumps(figures["agreement"], indent=1)[:6000]
        print(f"agreement, {time.perf_counter() - begin:.0f} s: {said}", flush=True)
        figures["copies"] = copy_speeds(target, 128 * options.states)
        figures["copy"] = max(figures["copies"].values())
        print("copy kernels, TB/s:", {k: round(1e-12 * x, 2) for k, x in figures["copies"].items()}, flush=True)
        figures["used"] = used()
        figures["saved"] = saved()
        print("panda.cu:", figures["saved"], flush=True)
        figures["speeds"] = {}
        if not options.quick:
            figures["speeds"] = speeds(
                pool, target, figures["copy"], begin + options.seconds, options.only.split(","), options.states
            )
            profiled(figures["speeds"], begin + options.seconds + 60.0)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "cuda.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (RESULTS / "cuda.md").write_text(page(figures), encoding="utf-8")
    print(page(figures))
    print(f"{time.perf_counter() - begin:.0f} s")
    wrong = [name for name, said in figures["used"].items() if said != "right" and not said.startswith("skipped")]
    return int(bool(figures["agreement"]["failed"] or wrong))


if __name__ == "__main__":
    sys.exit(main())
