"""What NVIDIA's profiler says of kernels that are under their marks."""

import csv
import json
import shutil
import subprocess
import sys
import time
from typing import Any

import linkwise
from linkwise.backends.cuda import driver, nvrtc
from linkwise.backends.cuda.driver import on_device, wait
from linkwise.backends.cuda.module import CudaModule, packed
from linkwise.backends.cuda.shape import Shape
from linkwise.backends.cuda.source import unit

from .programs import program_of, spec_of
from .quantities import DTYPES, QUANTITIES, STATES
from .speeds import Arrays, shape_of

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
