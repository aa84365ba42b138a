"""The code of a long robot's loops: one module for single states, one for batches, made when first needed."""

from copy import copy

import numpy as np

from ...backends import BACKENDS, COMPILING, AbstractBatchModule, AbstractFastEntry, AbstractInPlaceModule, ModuleSpec
from ...backends.arrays import NUMPY
from ...errors import shown
from ...model import Model
from ...program import Loop, Signature
from ..arrays import Array
from ..progress import compiling_shown
from ..threads import run_batch
from .build import build, signature
from .open_numbers import OpenLoops

TILE = 20_000
"""Numbers of one state's answers: states with more of them are not run side by side. Their answers would leave the
cache before they are put in place, and the links of a walk fill the registers just as well. ∂τ of 60 and 80 links, in
batches of 48, took 4.1 and 8.9 µs a state side by side and 6.8 and 12.3 one by one; of 100 links, in batches of 8, 20
and 14."""


class LoopModules:
    """The loops of a tree by the names of their recursions.

    >>> import linkwise
    >>> loops = LoopModules(linkwise.load("planar2r").tree, "interpreter")
    >>> loops.run("gravity_forces", [np.zeros((1, 2))])[0].round(3)
    array([[41.889, 18.541]])
    """

    def __init__(self, tree: Model, backend: str, width: int | None = None, opened: bool = False):
        self.tree, self.backend, self.width = tree, BACKENDS[backend], width
        self.open = OpenLoops(tree) if opened else None
        self._numbers: dict[str, Array] = {}
        self.dtype = self.backend.dtypes[0]
        self.backend.require_width(width, "states")
        self.backend.require("loop", self.dtype, "rows")
        self.entries: dict[str, AbstractFastEntry] = {}
        self._modules: dict[tuple[str, str], AbstractBatchModule] = {}

    def of_variant(self, tree: Model) -> "LoopModules":
        """The code of opened loops with the numbers of a variant."""
        variant = copy(self)
        variant.tree, variant._numbers = tree, {}
        return variant

    def numbers(self, recursion: str) -> list[Array]:
        """What the code takes after the states: the numbers of an opened loop."""
        if self.open is None:
            return []
        if recursion not in self._numbers:
            self._numbers[recursion] = self.open[recursion].numbers(self.tree)
        return [self._numbers[recursion]]

    def signature(self, recursion: str) -> Signature:
        """The arrays that a recursion takes and gives."""
        return signature(self.tree, recursion) if self.open is None else self.open[recursion].built.loop.signature

    def run(self, recursion: str, states: list[Array]) -> list[Array]:
        """The answers of a recursion to (N, joints) arrays, one array for each port."""
        count = len(states[0])
        module = self.module(recursion, self.layout(recursion, count))
        own, states = module.arrays, [*states, *self.numbers(recursion)]
        given = [own.cast(own.adopt(np.ascontiguousarray(x)), self.dtype) for x in states]
        if not isinstance(module, AbstractInPlaceModule):
            return [own.numpy(answer) for answer in module.answers(given, count)]
        gives = [module.arrays.empty((count, *port.shape), self.dtype) for port in module.spec.signature.gives]
        run_batch(module, given, gives, count, threads=None)
        return [own.numpy(answer) for answer in gives]

    def fill(self, recursion: str, states: list[Array], targets: list[Array]) -> None:
        """The same, written into contiguous arrays."""
        count = len(states[0])
        module = self.module(recursion, self.layout(recursion, count))
        if isinstance(module, AbstractInPlaceModule) and module.arrays is NUMPY:
            given = [np.ascontiguousarray(x, self.dtype) for x in (*states, *self.numbers(recursion))]
            run_batch(module, given, targets, count, threads=None)
            return
        for target, answer in zip(targets, self.run(recursion, states), strict=True):
            target[...] = answer

    def layout(self, recursion: str, count: int) -> str:
        """Which module answers `count` states."""
        large = sum(port.size for port in signature(self.tree, recursion).gives) > TILE
        single = "single" in self.backend.layouts and self.width is None and (count == 1 or large)
        return "single" if single else "rows"

    def module(self, recursion: str, layout: str) -> AbstractBatchModule:
        """The code of a recursion, ready to run and installed in its fast entry."""
        ready = self._modules.get((recursion, layout))
        if ready is not None:  # without the lock: another thread may be compiling for seconds
            return ready
        with COMPILING:
            if (recursion, layout) not in self._modules:
                with compiling_shown(f"{recursion} of {shown(self.tree.name)}"):
                    module = self.backend.module(self.spec(recursion, layout))
                assert isinstance(module, AbstractBatchModule)
                self._modules[recursion, layout] = module
                if recursion in self.entries:
                    self._install(recursion, module)
            return self._modules[recursion, layout]

    def entry(self, recursion: str, result: type | None) -> AbstractFastEntry | None:
        """The fast entry to a recursion, with the modules made so far; None if the backend has none."""
        with COMPILING:
            if recursion not in self.entries:
                entry = self.backend.fast_entry(self.signature(recursion), self.dtype, result)
                if entry is None:
                    return None
                self.entries[recursion] = entry
                for (name, _), module in self._modules.items():
                    if name == recursion:
                        self._install(recursion, module)
            return self.entries[recursion]

    def _install(self, recursion: str, module: AbstractBatchModule) -> None:
        self.entries[recursion].install(module, batches=self.layout(recursion, 2) == "single")

    def spec(self, recursion: str, layout: str) -> ModuleSpec:
        """The specification of its code."""
        tree, opened, width = self.tree, self.open, None if layout == "single" else self.width
        key = f"{recursion} {tree.text}" if opened is None else f"{recursion} opened {opened.tree.text}"

        def loop() -> Loop:
            return build(tree, recursion) if opened is None else opened[recursion].built.loop

        return ModuleSpec("loop", key, loop, self.signature(recursion), self.dtype, layout, width)
