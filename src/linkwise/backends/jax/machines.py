"""Which backend's code runs on which of JAX's platforms: one row each."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..fast_calls import FrameEntry
from ..modules import AbstractInPlaceModule, ModuleSpec
from ..registry import BACKENDS, default_backend
from .frame import LAYOUT, Buffer

Run = Callable[[list[Buffer], list[Buffer], int, Callable[[], int]], None]
"""Fills arrays at some places from others; the last argument asks for the stream."""


class Loaded(NamedTuple):
    """Code that is ready to run, and the same as a function that XLA calls without Python, if there is one, beside the
    address of one that answers other calls."""

    run: Run
    entry: Callable[[int], FrameEntry | None]


class Machine(NamedTuple):
    """What XLA calls the platform, why no code runs there, and how a spec becomes code that runs there."""

    platform: str
    missing: Callable[[], str]
    load: Callable[[ModuleSpec], Loaded]


def _missing_here() -> str:
    name = default_backend()
    return f"there is no compiler ({BACKENDS['llvm'].missing()})" if BACKENDS[name].interprets else ""


def _loaded_here(spec: ModuleSpec) -> Loaded:
    backend = BACKENDS[default_backend()]
    module = backend.module(spec)
    assert isinstance(module, AbstractInPlaceModule)
    dtype = np.dtype(spec.dtype)

    def array(buffer: Buffer) -> Any:
        facts = {"data": (buffer.place, False), "shape": buffer.shape, "typestr": dtype.str, "version": 3}
        return np.asarray(_Interface(facts))

    def run(takes: list[Buffer], gives: list[Buffer], count: int, stream: Callable[[], int]) -> None:
        module.run([array(x) for x in takes], [array(x) for x in gives], 0, count)

    return Loaded(run, lambda otherwise: backend.frame_entry(module, LAYOUT, otherwise))


class _Interface:
    """Memory that NumPy reads as an array."""

    def __init__(self, facts: dict[str, Any]):
        self.__array_interface__ = facts


def _missing_on_gpu() -> str:
    return BACKENDS["cuda"].missing()


def _loaded_on_gpu(spec: ModuleSpec) -> Loaded:
    from ..cuda.driver import device_of, on_device

    module: Any = BACKENDS["cuda"].module(spec)

    def run(takes: list[Buffer], gives: list[Buffer], count: int, stream: Callable[[], int]) -> None:
        places = [buffer.place for buffer in (*takes, *gives)]
        ordinal = device_of(places[-1])
        with on_device(ordinal):
            module.launch(places, count, stream(), ordinal)

    return Loaded(run, lambda otherwise: None)


MACHINES = {
    "cpu": Machine("cpu", _missing_here, _loaded_here),
    "gpu": Machine("CUDA", _missing_on_gpu, _loaded_on_gpu),
}
"""By the name that `jax.default_backend()` gives."""
