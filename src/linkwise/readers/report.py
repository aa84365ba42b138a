"""What a reader noticed, so that nothing in a file is dropped silently."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import encodable, shown

if TYPE_CHECKING:
    from .shapes import ShapeSource

KINDS = {
    "no-mass": "a robot none of whose moving links has a mass: it has kinematics only",
    "no-inertial": "a moving link without inertial data",
    "massless": "a moving link with zero mass",
    "triangle": "principal moments that no rigid body can have (triangle inequality)",
    "indefinite": "a negative principal moment on a link that is fixed to the base",
    "placeholder": "inertial data that look like a placeholder",
    "misspelt": "an element or attribute that looks misspelt or misplaced, and is not used",
    "rounding": "a principal moment that is negative by less than the digits of a file",
    "merged": "a link fixed to its parent: one body with it",
    "mimic": "a joint that follows another",
    "drive": "a motor that moves several joints",
    "loop": "what closes a loop: frames that coincide, a coordinate that is a polynomial of another",
    "ignored": "an element that does not affect dynamics, or that linkwise does not use",
    "default": "a missing value, for which the format's default was used",
    "remark": "what the file says about itself: its title, source, licence, a note",
    "waived": "a broken rule that the caller waived",
    "converted": "something the model expresses differently from the file",
}
"""What a note can be about."""

WARNINGS = ("no-mass", "no-inertial", "massless", "triangle", "indefinite", "placeholder", "misspelt", "waived")
"""The kinds a user should look at before trusting the numbers."""

MOST_ROWS = 100
"""The most notes that a notebook shows."""


@dataclass(frozen=True)
class Note:
    """One thing noticed: its kind (a key of KINDS), where it is, and what it is.

    >>> print(Note("mimic", "arm.urdf:12 joint 'b'", "follows 'a'"))
    mimic: arm.urdf:12 joint 'b': follows 'a'
    """

    kind: str
    where: str
    text: str

    def __post_init__(self) -> None:
        assert self.kind in KINDS, self.kind

    @property
    def is_warning(self) -> bool:
        """Whether a user should look at it before trusting the numbers."""
        return self.kind in WARNINGS

    def __str__(self) -> str:
        return encodable(f"{self.kind}: {self.where}: {self.text}")


@dataclass(frozen=True)
class LoadReport:
    """Everything noteworthy about a robot's file: print it, or look at `notes`. `shapes` is where a picture of the
    robot finds the shapes of its links.

    >>> report = LoadReport("arm.urdf", "urdf", (Note("massless", "link 'tip'", "has no mass"),))
    >>> report
    LoadReport('arm.urdf', 'urdf', 1 massless)
    >>> print(report)
    'arm.urdf' (urdf): 1 massless
      massless: link 'tip': has no mass
    """

    source: str
    format: str
    notes: tuple[Note, ...] = ()
    shapes: tuple[ShapeSource, ...] = field(default=(), compare=False, repr=False)

    def of(self, kind: str) -> tuple[Note, ...]:
        """The notes of one kind.

        >>> notes = Note("merged", "link 'flange'", "moves with 'hand'"), Note("mimic", "joint 'b'", "follows 'a'")
        >>> [note.where for note in LoadReport("arm.urdf", "urdf", notes).of("mimic")]
        ["joint 'b'"]
        """
        return tuple(note for note in self.notes if note.kind == kind)

    @property
    def warnings(self) -> tuple[Note, ...]:
        """The notes a user should look at before trusting the numbers.

        >>> notes = Note("massless", "link 'tip'", "has no mass"), Note("default", "joint 'a'", "axis 1 0 0")
        >>> [note.where for note in LoadReport("arm.urdf", "urdf", notes).warnings]
        ["link 'tip'"]
        """
        return tuple(note for note in self.notes if note.is_warning)

    @property
    def summary(self) -> str:
        """One line: the source and how many notes there are of each kind.

        >>> LoadReport("arm.urdf", "urdf").summary
        "'arm.urdf' (urdf): nothing to note"
        """
        return f"{shown(self.source, 200)} ({self.format}): {self._counts}"

    @property
    def _counts(self) -> str:
        counts = Counter(note.kind for note in self.notes)
        return ", ".join(f"{k} {kind}" for kind, k in counts.items()) or "nothing to note"

    def __str__(self) -> str:
        return "\n".join([self.summary, *(f"  {note}" for note in self.notes)])

    def __repr__(self) -> str:
        return f"LoadReport({shown(self.source)}, {self.format!r}, {self._counts})"

    def _repr_html_(self) -> str:
        """A table of the notes for notebooks, warnings in bold."""
        from html import escape

        rows = []
        for note in self.notes[:MOST_ROWS]:
            style = ' style="font-weight: bold"' if note.is_warning else ""
            kind = f'<td title="{escape(KINDS[note.kind])}">{escape(note.kind)}</td>'
            rows.append(f"<tr{style}>{kind}<td>{escape(note.where)}</td><td>{escape(note.text)}</td></tr>")
        if len(self.notes) > MOST_ROWS:
            rows.append(f'<tr><td colspan="3">… and {len(self.notes) - MOST_ROWS} more</td></tr>')
        head = "<tr><th>kind</th><th>where</th><th>note</th></tr>" if rows else ""
        return f"<table><caption>{escape(self.summary)}</caption>{head}{''.join(rows)}</table>"
