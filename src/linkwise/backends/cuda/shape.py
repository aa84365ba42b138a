"""How a kernel is laid over the machine."""

from dataclasses import asdict, dataclass

THREADS = 128
"""Threads of a block."""


@dataclass(frozen=True)
class Shape:
    """`blocks` of a kernel run at once on each multiprocessor, at least, which bounds the registers of a thread; of the
    values of a state `spilled` are kept in shared memory at a time; the answers are computed in `parts`, each by blocks
    of its own.

    >>> Shape().registers, Shape(blocks=4).registers
    (255, 128)
    """

    blocks: int = 1
    spilled: int = 0
    parts: int = 1

    @property
    def registers(self) -> int:
        """The most registers a thread can have: multiprocessors have 65,536, given out by eights."""
        return min(255, 65536 // (THREADS * self.blocks) // 8 * 8)

    def shared(self, itemsize: int) -> int:
        """Bytes of shared memory of a block."""
        return self.spilled * THREADS * itemsize

    @property
    def facts(self) -> dict[str, int]:
        """By name."""
        return asdict(self)
