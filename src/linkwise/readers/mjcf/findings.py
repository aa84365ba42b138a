"""What is found while an MJCF file is read: faults that refuse it, notes that report on it, rules the caller waived."""

from collections.abc import Collection, Sequence
from typing import Any

from ...errors import Fault, ReadError, label, listed
from ..report import LoadReport, Note
from ..waivers import Waivers

WAIVERS = {
    "stiffness": "springs at joints",
    "damping-polynomial": "damping that is not linear in the velocity",
    "gravcomp": "bodies whose weight is compensated",
    "tendon": "tendons with stiffness, damping, armature or friction loss",
    "equality": "equality constraints other than a joint that follows another linearly",
    "fluid": "forces of a surrounding medium",
    "actuator": "armature or damping of actuators that do not act on one joint",
    "flex": "deformable bodies",
    "plugin": "plugins, which may add forces",
}
"""What `allow` can name: things that act on the joints in MuJoCo and that a model has no place for."""


class Findings:
    """Faults, notes and waivers of one file.

    >>> found = Findings("arm.xml", allow=("fluid",))
    >>> found.waivable("fluid", ["density"], "delete them")
    >>> found.waivers.used, found.faults
    (('fluid',), [])
    """

    def __init__(self, source: str, strict: bool = False, allow: Collection[str] = ()):
        self.source, self.strict, self.waivers = source, strict, Waivers("the MJCF reader", WAIVERS, allow)
        self.faults: list[Fault] = []
        self.notes: list[Note] = []

    def where(self, place: str) -> str:
        """The file and a place in it."""
        return f"{label(self.source)} {place}".rstrip()

    def fault(self, place: str, text: str, rule: str, hint: str = "") -> None:
        """A reason to refuse the file."""
        self.faults.append(Fault(self.where(place), text, rule, hint))

    def note(self, kind: str, place: str, text: str) -> None:
        """Something worth telling."""
        self.notes.append(Note(kind, self.where(place), text))

    def loud(self, kind: str, place: str, text: str, hint: str) -> None:
        """Something dynamics survive: a note, and with `strict` a fault."""
        self.note(kind, place, text)
        if self.strict:
            self.fault(place, "", f"{text} [{kind}]", f"{hint}; without strict=True it loads with a note")

    def waivable(self, name: str, who: Sequence[str], hint: str) -> None:
        """A fault the caller may let pass by its name; `who` are the elements it is about."""
        text = f"{WAIVERS[name]}: {listed(who)}"
        if self.waivers.grants(name):
            self.note("waived", "", f"{name}: {text}")
        else:
            rule = f"{text}; the model would not have their forces"
            self.fault("", "", rule, f"{hint}, {self.waivers.hint(name)}")

    def refuse_if_faulty(self) -> None:
        """Raise everything found so far."""
        if self.faults:
            raise ReadError(self.source, self.faults)

    @property
    def report(self) -> LoadReport:
        """The notes, for whoever loaded the file."""
        return LoadReport(self.source, "mjcf", tuple(self.notes))


class Names:
    """Names of a compiled model's elements, with new ones for those without.

    >>> names = Names({"arm"})
    >>> names.fresh("arm"), names.fresh("leg"), names.fresh("arm")
    ('arm_2', 'leg', 'arm_3')
    """

    def __init__(self, taken: Collection[str]):
        self.taken = set(taken)

    def fresh(self, name: str) -> str:
        """That name, or with a number behind it where it is taken."""
        found, k = name, 1
        while found in self.taken:
            k += 1
            found = f"{name}_{k}"
        self.taken.add(found)
        return found


def given_names(mujoco: Any, model: Any, kind: str, count: int) -> list[str]:
    """The names the file gives to the elements of a kind ("body", "joint", …); "" for those without."""
    of_kind = getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}")
    return [mujoco.mj_id2name(model, of_kind, i) or "" for i in range(count)]
