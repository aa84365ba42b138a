"""What a reader noticed: nothing that stood in a file is dropped without a word."""

from collections import Counter
from dataclasses import dataclass

from ..errors import shown

KINDS = {
    "no-inertial": "a moving link without inertial data",
    "massless": "a moving link of zero mass",
    "triangle": "principal moments that no rigid body can have (triangle inequality)",
    "indefinite": "a negative principal moment on a link that stands on the base",
    "placeholder": "inertial data that look like a placeholder",
    "merged": "a link fixed to its parent: one body with it",
    "mimic": "a joint that follows another",
    "drive": "a motor that moves several joints",
    "ignored": "an element that says nothing about dynamics, or that linkwise does not use",
    "default": "a value the format's own default supplied",
    "remark": "what the file says about itself: its source, a note",
    "waived": "a rule the caller asked to let pass",
    "converted": "something said in another way than the file's",
}
"""What a note can be about."""

LOUD = ("no-inertial", "massless", "triangle", "indefinite", "placeholder", "waived")
"""The kinds a user should look at before trusting the numbers."""


@dataclass(frozen=True)
class Note:
    """One thing noticed: its kind (a key of KINDS), where, and what.

    >>> print(Note("mimic", "arm.urdf:12 joint 'b'", "follows 'a'"))
    mimic: arm.urdf:12 joint 'b': follows 'a'
    """

    kind: str
    where: str
    text: str

    def __post_init__(self) -> None:
        assert self.kind in KINDS, self.kind

    @property
    def loud(self) -> bool:
        """Whether a user should look at it before trusting the numbers."""
        return self.kind in LOUD

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.text}"


@dataclass(frozen=True)
class LoadReport:
    """Everything noteworthy about a robot as it was read.

    >>> print(LoadReport("arm.urdf", "urdf", (Note("massless", "link 'tip'", "has no mass"),)).summary)
    'arm.urdf' (urdf): 1 massless
    """

    source: str
    format: str
    notes: tuple[Note, ...] = ()

    def of(self, kind: str) -> tuple[Note, ...]:
        """The notes of one kind.

        >>> notes = Note("merged", "link 'flange'", "moves with 'hand'"), Note("mimic", "joint 'b'", "follows 'a'")
        >>> [note.where for note in LoadReport("arm.urdf", "urdf", notes).of("mimic")]
        ["joint 'b'"]
        """
        return tuple(note for note in self.notes if note.kind == kind)

    @property
    def loud(self) -> tuple[Note, ...]:
        """The notes a user should look at before trusting the numbers.

        >>> notes = Note("massless", "link 'tip'", "has no mass"), Note("default", "joint 'a'", "axis 1 0 0")
        >>> [note.where for note in LoadReport("arm.urdf", "urdf", notes).loud]
        ["link 'tip'"]
        """
        return tuple(note for note in self.notes if note.loud)

    @property
    def summary(self) -> str:
        """One line: the source and how many notes of each kind.

        >>> LoadReport("arm.urdf", "urdf").summary
        "'arm.urdf' (urdf): nothing to note"
        """
        counts = ", ".join(f"{k} {kind}" for kind, k in Counter(note.kind for note in self.notes).items())
        return f"{shown(self.source, 200)} ({self.format}): {counts or 'nothing to note'}"

    def __str__(self) -> str:
        return "\n".join([self.summary, *(f"  {note}" for note in self.notes)])
