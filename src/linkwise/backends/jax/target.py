"""Functions that XLA's programs call by name: one for each program, precision and layout, on each platform.

XLA never forgets a function that it was told of, and what it has compiled may call it at any time. So the functions
are kept, by a name that is a digest of what they compute: the same in each process, since XLA may keep its programs on
disk.
"""

import ctypes
from functools import cached_property, partial
from typing import Any

from ...errors import plain
from .. import cache
from ..fast_calls import FrameEntry
from ..modules import ModuleSpec
from ..source_digest import source_digest
from .frame import EXECUTE, HANDLER, Frame, asks_what_it_is, buffers, error_in, stream_of
from .machines import MACHINES, Loaded, Machine

_CAPSULE = b"xla._CUSTOM_CALL_TARGET"

_KEPT: dict[str, list["_Target"]] = {}
"""What XLA was told of, by name."""


def target_of(spec: ModuleSpec, platform: str) -> str:
    """The name by which XLA's programs call the code of a spec: compiled now for a platform of JAX's, and for others
    when they call it."""
    name = f"linkwise_{cache.key(source_digest(), spec.digest)}"
    if name not in _KEPT:
        import jax

        targets = {key: _Target(spec, machine) for key, machine in MACHINES.items() if not machine.missing()}
        targets[platform].load()
        for target in targets.values():
            jax.ffi.register_ffi_target(name, target.capsule(), platform=target.machine.platform)
        _KEPT[name] = list(targets.values())
    return name


class _Target:
    """The function for one platform."""

    def __init__(self, spec: ModuleSpec, machine: Machine):
        self.spec, self.machine, self.handler = spec, machine, HANDLER(self._handle)
        self._entry: FrameEntry | None = None

    def __repr__(self) -> str:
        return f"_Target({self.spec.name}, {self.machine.platform})"

    def load(self) -> None:
        """Make the code ready now: where there is a function that needs no Python, XLA will call that."""
        self._entry = self._loaded.entry(self._address)

    @cached_property
    def _loaded(self) -> Loaded:
        return self.machine.load(self.spec)

    @property
    def _address(self) -> int:
        return ctypes.cast(self.handler, ctypes.c_void_p).value or 0

    def capsule(self) -> Any:
        """The function as JAX takes it."""
        address = self._entry.address if self._entry else self._address
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(address, _CAPSULE, None)

    def _handle(self, place: Any) -> Any:
        """One call by XLA, on any of its threads; what goes wrong becomes XLA's error."""
        frame: Frame = place.contents
        if asks_what_it_is(frame) or frame.stage != EXECUTE:
            return None
        try:
            takes, gives = buffers(frame.takes), buffers(frame.gives)
            count = gives[0].shape[-1 if self.spec.layout == "columns" else 0]
            self._loaded.run(takes, gives, count, partial(stream_of, frame))
        except BaseException as error:
            return error_in(frame, f"linkwise: {type(error).__name__}: {plain(str(error), 400)}")
        return None
