"""One reason why a log would spoil a fit."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import encodable, shown


@dataclass(frozen=True)
class LogFault:
    """The kind of fault, which joint or column has it, what was found, and what to do.

    >>> print(LogFault("constant joint", "elbow", "it moves by 0 rad.", "leave the joint out: robot.lock."))
    constant joint 'elbow': it moves by 0 rad. (leave the joint out: robot.lock.)
    """

    kind: str
    where: str
    what: str
    hint: str = ""

    def __str__(self) -> str:
        place = f" {shown(self.where)}" if self.where else ""
        return encodable(f"{self.kind}{place}: {self.what}" + (f" ({self.hint})" if self.hint else ""))
