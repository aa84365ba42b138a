"""What is found while a file is read: faults that refuse it, notes that report on it, rules the caller waived."""

from collections.abc import Collection, Mapping

from ...errors import Fault, ReadError, label, plain, shown
from ..report import LoadReport, Note
from ..waivers import SHARED, Waivers
from ..xml import Element

WAIVERS = SHARED | {
    "missing-limit": "a revolute or prismatic joint without <limit>, or a limit without effort or velocity: unlimited",
}
"""What `allow` can name: rules that real vendors' files break and that dynamics can live without."""

_OWNERS = ("link", "joint", "transmission")


class Findings:
    """Faults, notes and waivers of one file.

    >>> from linkwise.readers.xml import parse
    >>> found = Findings("arm.urdf")
    >>> found.fault(parse("<mass value='-1'/>"), "-1", "a mass is not negative")
    >>> print(found.faults[0])
    arm.urdf:1 element <mass>: '-1': a mass is not negative
    """

    def __init__(self, source: str, strict: bool = False, allow: Collection[str] = ()):
        self.source, self.strict, self.waivers = source, strict, Waivers("the URDF reader", WAIVERS, allow)
        self._faults: list[tuple[int, Fault]] = []
        self.notes: list[Note] = []
        self._unused: dict[str, list[Element]] = {}

    def where(self, element: Element) -> str:
        """File, line and element, and the link or joint it belongs to."""
        place = f"{label(self.source)}:{element.line} element <{plain(element.tag, 40)}>"
        if "name" in element.attributes:
            place += f" {shown(element.attributes['name'], 40)}"
        above = element.parent if element.tag not in _OWNERS else None
        while above is not None and above.tag not in _OWNERS:
            above = above.parent
        if above is not None:
            place += f" of {above.tag} {shown(above.attributes.get('name', ''), 40)}"
        return place

    def fault(self, element: Element, text: str, rule: str, hint: str = "") -> None:
        """A reason to refuse the file."""
        self._faults.append((element.line, Fault(self.where(element), text, rule, hint)))

    def note(self, kind: str, element: Element, text: str) -> None:
        """Something worth telling."""
        self.notes.append(Note(kind, self.where(element), text))

    def unused(self, what: str, element: Element) -> None:
        """Something nothing here uses; `note_unused` tells it once for all of the same kind."""
        self._unused.setdefault(what, []).append(element)

    def note_unused(self, more: Mapping[str, str]) -> None:
        """One note for each kind of unused thing, where it stands first; `more` has further words for some kinds."""
        for what, elements in self._unused.items():
            first = min(elements, key=lambda element: element.line)
            self.note("ignored", first, f"{len(elements)} × {what}{more.get(what, '')}")

    def loud(self, kind: str, element: Element, text: str, hint: str) -> None:
        """Something a file should not hold and dynamics survive: a note, and with `strict` a fault."""
        self.note(kind, element, text)
        if self.strict:
            self.fault(element, "", f"{text} [{kind}]", f"{hint}; without strict=True it loads with a note")

    def waivable(self, name: str, element: Element, text: str, rule: str, hint: str) -> bool:
        """A fault the caller may let pass by its name; whether it passes."""
        if passes := self.waivers.grants(name):
            self.note("waived", element, f"{name}: {rule}" + (f"; it says {shown(text)}" if text else ""))
        else:
            self.fault(element, text, rule, f"{hint}, {self.waivers.hint(name)}")
        return passes

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults in the order of the file."""
        return tuple(fault for _, fault in sorted(self._faults, key=lambda pair: pair[0]))

    def refuse_if_faulty(self) -> None:
        """Raise everything found so far."""
        if self._faults:
            raise ReadError(self.source, self.faults)

    @property
    def report(self) -> LoadReport:
        """The notes, for whoever loaded the file."""
        return LoadReport(self.source, "urdf", tuple(self.notes))
