"""What happened to the cases of a run: counts per format, faults, the slowest, the largest."""

import re
from collections import Counter
from dataclasses import dataclass, field

from .formats import FORMATS


@dataclass
class Fault:
    """A case that went wrong."""

    format: str
    seed: int
    number: int
    message: str

    @property
    def kind(self) -> str:
        """The message without what differs from case to case."""
        return (
            f"{self.format}: "
            + re.sub(r"'[^']*'|\"[^\"]*\"|-?\d[\d.e+-]*|\[[^\]]*\]", "…", self.message.split("\n")[0])[:160]
        )


@dataclass
class Tally:
    """What happened so far."""

    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str, int] = (0.0, "", 0)
    largest: tuple[int, str, int] = (0, "", 0)
    resident: tuple[int, int] = (0, 0)
    faults: list[Fault] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.verdicts += other.verdicts
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.largest = max(self.largest, other.largest)
        self.resident = other.resident if other.resident[1] else self.resident
        self.faults += other.faults

    @property
    def cases(self) -> int:
        return sum(self.verdicts.values())

    def summary(self) -> str:
        lines = [f"{'format':8}  {'cases':>9} {'accepted':>9} {'refused':>9} {'faults':>7} {'ms/case':>8}"]
        for name in FORMATS:
            counts = [self.verdicts[name, verdict] for verdict in ("accepted", "refused", "fault")]
            if total := sum(counts):
                each = 1e3 * self.seconds[name] / total
                lines.append(f"{name:8}  {total:9,} {counts[0]:9,} {counts[1]:9,} {counts[2]:7,} {each:8.2f}")
        seconds, slow, k = self.slowest
        grown, large, j = self.largest
        lines.append(f"slowest: {seconds:.2f} s of processor time ({slow} case {k})")
        lines.append(f"most memory: a peak raised by {grown / 2**20:.1f} MB ({large} case {j})")
        first, last = (size / 2**20 for size in self.resident)
        lines.append(
            f"resident memory of one process: {first:.0f} MB after its first thousand cases, {last:.0f} MB at the end"
        )
        for kind, count in Counter(fault.kind for fault in self.faults).most_common(40):
            example = next(fault for fault in self.faults if fault.kind == kind)
            lines.append(f"  {count} × {example.format} case {example.number}: {example.message.splitlines()[0][:300]}")
        return "\n".join(lines)
