"""What a check finds, and what a check is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import shown

if TYPE_CHECKING:
    from .case import Case

SEVERITIES = ("infeasible", "suspicious", "note")
"""No rigid bodies move so; hardly what was meant; worth knowing."""


@dataclass(frozen=True)
class Finding:
    """One thing found: by which check, how bad, on which link or joint, the measured figure, and what to do about it.

    >>> print(Finding("negative-mass", "infeasible", "hand", -2.0, "a mass of -2 kg", "More than 0.", "correct it."))
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
        """The same as a dict.

        >>> Finding("no-gravity", "suspicious", "arm", 0.0, "none", "Some.", "give it.").data["number"]
        0.0
        """
        return dict(vars(self))

    def __str__(self) -> str:
        head = f"{self.severity}: {self.check}: {shown(self.link)}: {self.what}"
        return f"{head}\n  {self.expected}\n  Hint: {self.hint}"


class Seen(NamedTuple):
    """What a check yields: the link or joint, the figure, what is wrong; a severity only where it is not the row's.

    >>> Seen("hand", -2.0, "a mass of -2 kg").severity
    ''
    """

    link: str
    number: float
    what: str
    severity: str = ""


@dataclass(frozen=True)
class Check:
    """One row of the table: its name, how bad what it finds is, how it looks, what it expected, what to do.

    >>> row = Check("no-joints", "note", lambda case: [Seen("arm", 0.0, "it is a post")], "Joints.", "give it some.")
    >>> next(row.findings(None)).what
    'it is a post'
    """

    name: str
    severity: str
    look: "Callable[[Case], Iterator[Seen]]"
    expected: str
    hint: str

    def findings(self, case: "Case") -> Iterator[Finding]:
        """Everything this check finds."""
        for seen in self.look(case):
            severity = seen.severity or self.severity
            yield Finding(self.name, severity, seen.link, seen.number, seen.what, self.expected, self.hint)


def figure(x: float) -> str:
    """A number for a sentence.

    >>> figure(0.1 + 0.2), figure(-0.0)
    ('0.3', '0')
    """
    return f"{x + 0.0:.4g}"
