"""`linkwise bench`."""

import json as json_format
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import typer

from ..backends import BACKENDS
from ..backends.arrays import NUMPY
from ..calls.direct import require_mass
from ..costs.measure import GpuSpeed, Speed, array_speeds, fma_peak, gpu_speeds, speeds, torch_speeds
from ..errors import LinkwiseError, UnknownName, shown
from ..formulations import QUESTIONS
from ..load import load
from .options import Allow, Arg, Json, Source, Strict, arguments
from .output import console, plain, print_json, print_warnings, remark
from .tables import print_table

SECONDS, QUICK = 1.0, 0.1
"""How long each question is measured."""

LEGEND = (
    "call, rows, columns: nanoseconds per state, the shortest of many runs on one core, in a call for one state and in "
    "batches of 100,000 states laid out as rows (N, n) or columns (n, N). Pinocchio: how many times longer it takes, "
    "per call, and per state of its own batch function (of a loop of calls where it has none) against our rows. "
    "GFLOP/s: in a batch that fits the cache; of best: as a share of the core's measured peak. first call: in a new "
    "process, compiling; from disk: with the machine code found in the cache."
)
"""What the columns mean."""

GPU_LEGEND = (
    "10^9 states per second of the kernel alone, states in columns on the GPU, symmetric answers packed, as measured "
    "when the kernel's shape was chosen; what it reads and writes; registers and bytes of local memory of a thread; "
    "ready: until the kernel was there, less if it was in the cache."
)
"""What the columns mean on a GPU."""

ARRAY_LEGEND = (
    "10^6 states per second and what is read and written, in batches of 131,072 states as rows of the framework's "
    "arrays, on the device it chooses; ready: until the first answer was there."
)
"""What the columns mean of a backend with arrays of its own."""

TORCH = "torch"
"""No backend of its own: its functions stand on those of its devices."""

ARRAYS = tuple(name for name, each in BACKENDS.items() if each.arrays is not NUMPY and "program" in each.kinds)
MACHINES = ("llvm", *ARRAYS, TORCH)
"""What is measured: this processor, backends with arrays of their own, functions of PyTorch."""

FIRST_CALL = """
import json, sys, time
import linkwise
source, question, takes, options = json.loads(sys.argv[1])
robot = linkwise.load(source, **options)
state = [[0.1 * k for k in range(robot.n)]] * takes
start = time.perf_counter()
getattr(robot, question)(*state)
print(time.perf_counter() - start)
"""
"""The script that times the first call of a process."""

Quick = Annotated[bool, typer.Option("--quick", help="Measure for a tenth of the time, less accurately.")]

Machine = Annotated[str, typer.Option("--backend", help=f"Whose answers are measured: {', '.join(MACHINES)}.")]


class FirstCall(NamedTuple):
    """Seconds of the first call of a process, with nothing compiled yet and with the machine code on disk."""

    compiled: float
    from_disk: float


def bench(
    robot: Source,
    quick: Quick = False,
    backend: Machine = MACHINES[0],
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Measure how fast a robot's dynamics run on this machine.

    If Pinocchio is installed, the two are measured in turn. Friction and rotor inertia are left out, since
    Pinocchio does not read them from a file.
    """
    if backend not in MACHINES:
        raise UnknownName("backend", backend, "linkwise bench", MACHINES)
    options: dict[str, Any] = {"strict": strict, "allow": allow or (), "arguments": arguments(arg)}
    arm = load(robot, **options)
    print_warnings(arm.report)
    require_mass(arm.tree)
    if arm.n == 0:
        raise LinkwiseError(
            f"robot {shown(arm.name)} has no moving joint.", "A robot that moves was expected.", "name another robot."
        )
    if backend == "cuda":
        return _on_gpu(arm, json)
    seconds = QUICK if quick else SECONDS
    if backend != MACHINES[0]:
        return _on_arrays(arm, backend, seconds, json)
    remark(f"measuring {plain(arm.name)} without friction and rotors: do not run anything else in the meantime")
    peak = fma_peak(0.3 * seconds)
    measured = speeds(arm, seconds=seconds)
    # after the others: it loads the machine with processes
    rows = [(speed, first_call(robot, speed.question, options)) for speed in measured]
    if json:
        print_json(
            {
                "robot": arm.name,
                "n": arm.n,
                "flops_per_second_at_best": peak,
                "questions": [_data(speed, first, peak) for speed, first in rows],
            }
        )
    else:
        _print(plain(arm.name), rows, peak)


def _on_gpu(arm: Any, json: bool) -> None:
    BACKENDS["cuda"].require("program", "float64", "columns")
    device = BACKENDS["cuda"].about()["device"]
    remark(
        f"measuring {plain(arm.name)} without friction and rotors on {plain(device)}: some seconds for each question"
    )
    found = list(gpu_speeds(arm))
    if json:
        print_json({"robot": arm.name, "n": arm.n, "device": device, "questions": [x._asdict() for x in found]})
        return
    heads, screen = ("G/s", "TB/s", "registers", "local", "ready [s]"), console()
    title = f"{plain(arm.name)} on {plain(device)}"
    print_table(screen, title, ("question", "precision", *heads), [_gpu_cells(speed) for speed in found], heads)
    screen.print(GPU_LEGEND, soft_wrap=True)


def _on_arrays(arm: Any, backend: str, seconds: float, json: bool) -> None:
    if backend != TORCH:
        BACKENDS[backend].require("program", BACKENDS[backend].dtypes[0], "rows")
    remark(f"measuring {plain(arm.name)} without friction and rotors by {backend}: do not run anything else meanwhile")
    found = list(torch_speeds(arm, seconds) if backend == TORCH else array_speeds(arm, backend, seconds))
    about = {} if backend == TORCH else BACKENDS[backend].about()
    if json:
        print_json({"robot": arm.name, "n": arm.n, "about": about, "questions": [x._asdict() for x in found]})
        return
    heads, screen = ("M/s", "GB/s", "ready [s]"), console()
    rows = [(x.question, x.dtype, f"{1e-6 * x.rate:.4g}", f"{1e-9 * x.traffic:.4g}", f"{x.ready:.1f}") for x in found]
    print_table(screen, f"{plain(arm.name)} by {backend}", ("question", "precision", *heads), rows, heads)
    if about:
        screen.print("; ".join(f"{what}: {plain(str(value))}" for what, value in about.items()), soft_wrap=True)
    screen.print(ARRAY_LEGEND, soft_wrap=True)


def _gpu_cells(speed: GpuSpeed) -> tuple[str, ...]:
    figures = f"{1e-9 * speed.rate:.2f}", f"{1e-12 * speed.traffic:.2f}", str(speed.registers), str(speed.local)
    return speed.question, speed.dtype, *figures, f"{speed.ready:.1f}"


def first_call(source: str, question: str, options: Mapping[str, Any] | None = None) -> FirstCall:
    """Time the first call in two new processes that share an empty cache, one after the other.

    `options` are those the robot is loaded with.

    >>> first_call("pendulum", "gravity_forces").compiled > 0.0
    True
    """
    order = json_format.dumps([source, question, len(QUESTIONS[question].takes), options or {}])
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LINKWISE_CACHE": folder}
        return FirstCall(*(_seconds(order, environment) for _ in FirstCall._fields))


def _seconds(order: str, environment: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_CALL, order], capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        last_line = done.stderr.strip().rpartition("\n")[2]
        raise LinkwiseError(
            "the process that measures the first call failed.",
            plain(last_line, 200),
            "run the same call in Python to see why.",
        )
    return float(done.stdout)


def _data(speed: Speed, first: FirstCall, peak: float | None) -> dict[str, Any]:
    return {
        **vars(speed),
        "single_ratio": speed.single_ratio,
        "batch_ratio": speed.batch_ratio,
        "flops_per_second": speed.rate,
        "share_of_best": None if peak is None else speed.rate / peak,
        "first_call": first._asdict(),
    }


def _print(name: str, rows: list[tuple[Speed, FirstCall]], peak: float | None) -> None:
    heads = (
        "call [ns]",
        "Pinocchio",
        "rows [ns]",
        "Pinocchio",
        "columns [ns]",
        "GFLOP/s",
        "of best",
        "first call [ms]",
        "from disk [ms]",
    )
    cells = [
        (
            speed.question,
            f"{1e9 * speed.single:.0f}",
            _times(speed.single_ratio),
            f"{1e9 * speed.rows:.1f}",
            _times(speed.batch_ratio),
            f"{1e9 * speed.columns:.1f}",
            f"{1e-9 * speed.rate:.1f}",
            "-" if peak is None else f"{speed.rate / peak:.0%}",
            f"{1e3 * first.compiled:.0f}",
            f"{1e3 * first.from_disk:.1f}",
        )
        for speed, first in rows
    ]
    screen = console()
    title = f"{name} on this machine" + ("" if peak is None else f" (peak {1e-9 * peak:.1f} GFLOP/s)")
    print_table(screen, title, ("question", *heads), cells, heads)
    screen.print(LEGEND, soft_wrap=True)


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.1f}x"
