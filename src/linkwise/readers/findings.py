"""What a reader collects from a file: faults that refuse it, notes for its report, rules the caller waived.

One class for every format. A format only adds its own kind of place: a key of a TOML file, an element of a URDF
file, a named part of an MJCF file.
"""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from ..errors import Fault, ReadError, shown
from .hints import Hints
from .report import LoadReport, Note
from .waivers import DECLARATION, Waivers

Place = TypeVar("Place")


class Findings(Generic[Place]):
    """Faults, notes and waivers of one file.

    `where` describes a place in messages, file name included. `line` gives its line: faults are listed by line, and in
    the order they were found if a format leaves it at 0. `strict` turns suspicious data into faults.

    >>> waivers = Waivers("the reader", {"negative-mass": "a mass below 0"}, allow=("negative-mass",))
    >>> findings = Findings[str]("arm.toml", "dh", waivers, where=lambda key: f"arm.toml {key}")
    >>> findings.waivable("negative-mass", "link.mass", "-1", "the mass is negative", "correct its sign")
    True
    >>> findings.fault("link.com", "up", "not three numbers", "give x, y and z")
    >>> print(findings.faults[0])
    arm.toml link.com: 'up': not three numbers (give x, y and z)
    >>> print(findings.report.notes[0])
    waived: arm.toml link.mass: negative-mass: the mass is negative; the file says '-1'
    """

    def __init__(
        self,
        source: str,
        format: str,
        waivers: Waivers,
        strict: bool = False,
        *,
        where: Callable[[Place], str],
        line: Callable[[Place], int] = lambda place: 0,
    ):
        self.source, self.format, self.waivers, self.strict = source, format, waivers, strict
        self.where, self.line, self.hints = where, line, Hints()
        self._faults: list[tuple[int, Fault]] = []
        self._waivable: list[str] = []
        self._notes: list[Note] = []
        self._unused: dict[str, list[Place]] = {}

    def fault(self, place: Place, text: str, rule: str, hint: str = "") -> None:
        """Record a reason to refuse the file: the offending text, the rule it breaks, and how to fix it."""
        self._faults.append((self.line(place), Fault(self.where(place), text, rule, hint)))

    def note(self, kind: str, place: Place, text: str) -> None:
        """Record something for the load report; `kind` is a key of `report.KINDS`."""
        self._notes.append(Note(kind, self.where(place), text))

    def suspicious(self, kind: str, place: Place, text: str, hint: str) -> None:
        """Record data that work but that a careful user would not accept: a note, and with `strict` a fault."""
        self.note(kind, place, text)
        if self.strict:
            self.fault(place, "", f"{text} [{kind}]", f"{hint}; without strict=True it loads with a note")

    def waivable(self, name: str, place: Place, text: str, rule: str, hint: str) -> bool:
        """Record a fault, or only a note if the caller's `allow` names its rule; returns whether it was waived."""
        if waived := self.waivers.grants(name):
            self.note("waived", place, f"{name}: {rule}" + (f"; the file says {shown(text)}" if text else ""))
        else:
            self._waivable.append(name)
            self.fault(place, text, rule, f"{hint}, {self.waivers.hint(name)}")
        return waived

    def note_declaration(self, root: Place) -> None:
        """Note that an XML file's declaration is not as it must be, if that was waived."""
        if DECLARATION in self.waivers.used:
            text = "blank space before <?xml …?>, or a version that does not exist: read as XML 1.0"
            self.note("waived", root, f"{DECLARATION}: {text}")

    def unused(self, what: str, place: Place) -> None:
        """Count something that linkwise does not use; `note_unused` then reports each kind once."""
        self._unused.setdefault(what, []).append(place)

    def note_unused(self, remarks: Mapping[str, str]) -> None:
        """Note each kind of unused thing once, at its first line; `remarks` adds to the text of some kinds."""
        for what, places in self._unused.items():
            first = min(places, key=self.line)
            self.note("ignored", first, f"{len(places)} × {what}{remarks.get(what, '')}")

    @property
    def fault_count(self) -> int:
        """The number of faults so far."""
        return len(self._faults)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults, by line."""
        return tuple(fault for _, fault in sorted(self._faults, key=lambda pair: pair[0]))

    def refuse_if_faulty(self) -> None:
        """Raise a ReadError with every fault so far, if there is one; its hint waives them all if that is possible."""
        if self._faults:
            all_waivable = len(self._waivable) == len(self._faults)
            raise ReadError(self.source, self.faults, self.waivers.hint_for_all(self._waivable) if all_waivable else "")

    @property
    def report(self) -> LoadReport:
        """The load report: every note so far."""
        return LoadReport(self.source, self.format, tuple(self._notes))
