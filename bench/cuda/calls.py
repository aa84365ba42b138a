"""Calls as users make them, with each library's arrays, and a file as they compile it."""

import subprocess
import tempfile
import time
from typing import Any

import numpy as np

import linkwise
from linkwise.algebra import cos, sin
from linkwise.backends.cuda import driver
from linkwise.backends.cuda.module import CudaModule, packed
from linkwise.backends.cuda.shape import Shape
from linkwise.program import Port, Signature, trace

from .programs import answers_of, compiled, off, spec_of


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
        room = torch.empty_like(q)
        assert kernel(q, qd, qdd, out=room) is room and close(room.cpu().numpy())
        mixed = kernel(q, given[1], list(map(list, given[2])))
        assert close(mixed.cpu().numpy())
        return close(answer.cpu().numpy()) and close(other.cpu().numpy())

    def from_cupy() -> bool:
        import cupy

        answer = kernel_for()(*(cupy.asarray(x) for x in given))
        room = cupy.empty((1000, 7))
        assert kernel_for()(*(cupy.asarray(x) for x in given), out=room) is room and close(room.get())
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

    tried("numbers of every size", of_every_size)
    tried("PyTorch", from_torch)
    tried("CuPy", from_cupy)
    tried("JAX", from_jax)

    def asked() -> bool:
        import torch

        answer = robot.inverse_dynamics(*(torch.tensor(x, device="cuda") for x in given))
        return answer.is_cuda and close(answer.cpu().numpy())

    tried("the robot asked with tensors", asked)
    return found


NUMBERS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.3,
    -2.5,
    1e-30,
    700.0,
    -9e3,
    1.1e4,
    9.9e5,
    -1.1e6,
    3e9,
    1e22,
    np.inf,
    -np.inf,
    np.nan,
]


def of_every_size() -> bool:
    """Sines, cosines and reciprocals, in both precisions, alone and in threads that compute two states."""
    program, ports = (
        trace(lambda x: [sin(x[0]), cos(x[0]), 1.0 / x[0]], {"x": 1}, "numbers"),
        Signature((Port("x", (1,)),), (Port("y", (3,)),)),
    )
    fine = True
    for dtype, shape in (
        ("float64", Shape()),
        ("float32", Shape()),
        ("float64", Shape(wide=2)),
        ("float32", Shape(wide=4)),
    ):
        x = np.array([*NUMBERS, *np.random.default_rng(1).normal(0.0, 1e3, 983)], dtype)
        code, _, trouble = compiled((program, ports, dtype, "columns", shape, driver.architecture()))
        assert code, trouble
        module = CudaModule(spec_of(program, ports, dtype, "columns"), packed(shape, code, {}))
        found = answers_of(module, x[:, None])
        with np.errstate(all="ignore"):
            truth = np.stack([np.sin(x.astype(float)), np.cos(x.astype(float)), 1.0 / x.astype(float)], axis=1)
            apart = np.abs(found - truth) / np.maximum(np.abs(truth), [1.0, 1.0, 0.0])
        same = (found == truth) | (np.isnan(found) & np.isnan(truth)) | (apart <= 2 * np.finfo(dtype).eps)
        print(dtype, shape, "all" if same.all() else x[~same.all(axis=1)], flush=True)
        fine &= bool(same.all())
    return fine


def saved() -> str:
    """What the self-test of a written file says."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/panda.cu"
        linkwise.load("panda").compile("inverse_dynamics", backend="interpreter").save(path)
        build = f"nvcc -O3 -arch=native --fmad=false -DLINKWISE_SELFTEST {path} -o {folder}/test && {folder}/test"
        done = subprocess.run(build, shell=True, capture_output=True, text=True)
        return f"exit {done.returncode}: {(done.stdout + done.stderr).strip()[-600:]}"
