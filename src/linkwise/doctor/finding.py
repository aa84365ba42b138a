"""What a check is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import encodable, plain, shown

if TYPE_CHECKING:
    from .case import ExaminedRobot

SEVERITIES = ("infeasible", "suspicious", "note")
"""No rigid bodies can move like this; probably not what was meant; worth knowing."""


@dataclass(frozen=True)
class Finding:
    """One thing a check found: its severity, the link or joint, the measured number, what is wrong, and what to do.

    >>> finding = Finding("negative-mass", "infeasible", "hand", -2.0, "a mass of -2 kg", "More than 0.", "correct it.")
    >>> finding
    <infeasible: negative-mass: 'hand': a mass of -2 kg>
    >>> print(finding)
    infeasible: negative-mass: 'hand': a mass of -2 kg
      More than 0.
      Hint: correct it.
    """

    check: str
    severity: str
    link: str
    number: float
    what: str
    expected: str
    hint: str

    def __post_init__(self) -> None:
        assert self.severity in SEVERITIES, self.severity

    @property
    def data(self) -> dict[str, Any]:
        """The finding as a dict, ready for JSON.

        >>> Finding("no-gravity", "suspicious", "arm", 0.0, "none", "Some.", "give it.").data["number"]
        0.0
        """
        return dict(vars(self))

    def __str__(self) -> str:
        head = f"{self.severity}: {self.check}: {shown(self.link)}: {self.what}"
        return encodable(f"{head}\n  {self.expected}\n  Hint: {self.hint}")

    def __repr__(self) -> str:
        return f"<{self.severity}: {self.check}: {shown(self.link)}: {plain(self.what)}>"


class Observation(NamedTuple):
    """What a check yields: the link or joint, the number, what is wrong; a severity if it is not the check's usual one.

    >>> Observation("hand", -2.0, "a mass of -2 kg").severity
    ''
    """

    link: str
    number: float
    what: str
    severity: str = ""


@dataclass(frozen=True)
class Check:
    """One row of the table of checks: name, severity, the function that looks, what is expected, what to do.

    >>> def look(case):
    ...     return [Observation("arm", 0.0, "it is a post")]
    >>> next(Check("no-joints", "note", look, "Joints.", "give it some.").findings(None)).what
    'it is a post'
    """

    name: str
    severity: str
    look: Callable[[ExaminedRobot], Iterable[Observation]]
    expected: str
    hint: str

    def findings(self, case: ExaminedRobot) -> Iterator[Finding]:
        """Everything this check finds."""
        for each in self.look(case):
            severity = each.severity or self.severity
            yield Finding(self.name, severity, each.link, each.number, each.what, self.expected, self.hint)


def format_number(x: float) -> str:
    """A number with four digits, for a sentence.

    >>> format_number(0.1 + 0.2), format_number(-0.0)
    ('0.3', '0')
    """
    return f"{x + 0.0:.4g}"
