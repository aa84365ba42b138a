"""Code on the GPU, ready to run."""

import ctypes
import json
from typing import Any

import numpy as np

from ..modules import AbstractBatchModule, Arrays, ModuleSpec
from .arrays import CUDA_ARRAYS
from .driver import Memory, device_of, on_device, wait
from .kernel import Kernel
from .libraries import LIBRARIES, library_of
from .shape import Shape
from .source import row_of


def packed(shape: Shape, code: bytes, facts: dict[str, Any]) -> bytes:
    """A kernel and how it is launched, with what is known about it for people."""
    return json.dumps({"shape": shape.facts, **facts}).encode() + b"\n" + code


class CudaModule(AbstractBatchModule):
    """A kernel `run`. Arrays that are not on the GPU are copied to it and the answers back; where the library of others
    has streams, it runs on the current one."""

    arrays = CUDA_ARRAYS

    def __init__(self, spec: ModuleSpec, code: bytes):
        head, _, cubin = code.partition(b"\n")
        facts = json.loads(head)
        self.spec, self.shape, self.facts = spec, Shape(**facts.pop("shape")), facts
        self.kernel = Kernel(cubin, "run")
        self.other = Kernel(cubin, "run_one") if self.shape.wide > 1 else None
        self.uniform = [port.uniform for port in spec.signature.takes] + [False] * len(spec.signature.gives)

    def __repr__(self) -> str:
        return f"CudaModule({self.spec.name}, {self.shape})"

    def answers(self, takes: Arrays, count: int) -> list[Any]:
        """The answers in new arrays of the library of the first array that is on the GPU; NumPy's if there is none."""
        return self._answered(takes, count, None)

    def fill(self, gives: Arrays, takes: Arrays, count: int) -> None:
        """Write the answers into arrays beside those it takes."""
        self._answered(takes, count, gives)

    def _answered(self, takes: Arrays, count: int, gives: Arrays | None) -> list[Any]:
        names = [library_of(array) for array in takes]
        at = next((k for k, name in enumerate(names) if name), None)
        if at is None:
            with on_device(0):
                return self._with_copies(takes, count, gives)
        library, first = LIBRARIES[names[at]], takes[at]
        ordinal = device_of(library.address(first))
        with on_device(ordinal):
            stream, kept, places = library.stream(first), [], []
            for name, array in zip(names, takes, strict=True):
                if name:
                    kept.append(LIBRARIES[name].contiguous(array))
                    places.append(LIBRARIES[name].address(kept[-1]))
                else:
                    kept.append(self._uploaded(array))
                    places.append(kept[-1].address)
            if not all(names):
                wait()
            rooms = gives or [library.empty(first, shape, self.spec.dtype) for shape in self._shapes(count)]
            self.launch([*places, *(library.place(room) for room in rooms)], count, stream, ordinal)
            return [library.filled(room) for room in rooms]

    def launch(self, places: list[int], count: int, stream: int = 0, ordinal: int = 0) -> None:
        """Start the kernel on the arrays at these addresses, on the current device, `ordinal`."""
        if not count:
            return
        arguments = [*map(ctypes.c_uint64, places), ctypes.c_size_t(count)]
        size, shape, kernel = np.dtype(self.spec.dtype).itemsize, self.shape, self.kernel
        if self.other and not self._fits(places, count, shape.wide * size):
            shape, kernel = shape.one, self.other
        grid = (-(-count // (shape.threads * shape.wide)), shape.parts)
        shared = shape.shared(size, row_of(self.spec.signature))
        kernel.launch(grid, shape.threads, arguments, shared, stream, ordinal)

    def _fits(self, places: list[int], count: int, step: int) -> bool:
        """Whether each column starts at an address from which several states can be read at once."""
        whole = count % self.shape.wide == 0
        return whole and all(one or place % step == 0 for one, place in zip(self.uniform, places, strict=True))

    def _with_copies(self, takes: Arrays, count: int, gives: Arrays | None) -> list[Any]:
        inputs = [self._uploaded(array) for array in takes]
        answers = list(gives or (np.empty(shape, self.spec.dtype) for shape in self._shapes(count)))
        rooms = [Memory(answer.nbytes) for answer in answers]
        self.launch([memory.address for memory in (*inputs, *rooms)], count)
        for answer, room in zip(answers, rooms, strict=True):
            room.download(answer.ctypes.data, answer.nbytes)
        return answers

    def _shapes(self, count: int) -> list[tuple[int, ...]]:
        columns = self.spec.layout == "columns"
        return [(*port.shape, count) if columns else (count, *port.shape) for port in self.spec.signature.gives]

    def _uploaded(self, array: Any) -> Memory:
        packed = np.ascontiguousarray(array, self.spec.dtype)
        memory = Memory(packed.nbytes)
        memory.upload(packed.ctypes.data, packed.nbytes)
        return memory
