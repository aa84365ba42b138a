"""How a kernel is laid over the machine."""

from dataclasses import asdict, dataclass, replace


@dataclass(frozen=True)
class Shape:
    """`blocks` of a kernel, of so many `threads`, run at once on each multiprocessor, at least, which bounds the
    registers of a thread; of the values of a state `spilled` are kept in shared memory at a time; the answers are
    computed in `parts`, each by blocks of its own; a thread computes as many states as it is `wide`; the steps are in
    one of orders.ORDERS; rows of answers are `gathered` in shared memory, in that many stretches, one after another, so
    that whole lines are written.

    >>> Shape().registers, Shape(blocks=4).registers, Shape(blocks=4, threads=64).registers
    (255, 128, 255)
    """

    blocks: int = 1
    spilled: int = 0
    parts: int = 1
    threads: int = 128
    wide: int = 1
    order: str = "own"
    gathered: int = 0

    def __post_init__(self) -> None:
        assert self.gathered < 2 or not self.spilled, "what waits for a later stretch has no slot"

    @property
    def registers(self) -> int:
        """The most registers a thread can have: multiprocessors have 65,536, given out by eights."""
        return min(255, 65536 // (self.threads * self.blocks) // 8 * 8)

    def shared(self, itemsize: int, row: int = 0) -> int:
        """Bytes of shared memory of a block, with so many entries of gathered rows."""
        gathered = -(-row // (self.parts * self.gathered)) | 1 if self.gathered else 0
        return (self.spilled * self.wide + gathered) * self.threads * itemsize

    @property
    def facts(self) -> dict[str, int | str | bool]:
        """By name."""
        return asdict(self)

    @property
    def one(self) -> "Shape":
        """The same, with one state for each thread."""
        return replace(self, wide=1)

    def __str__(self) -> str:
        rest = [f"{self.threads} threads"] * (self.threads != 128) + [f"{self.wide} wide"] * (self.wide > 1)
        rest += [self.order] * (self.order != "own") + [f"gathered in {self.gathered}"] * (self.gathered > 0)
        return " ".join([f"{self.blocks}/{self.spilled}/{self.parts}", *rest])
