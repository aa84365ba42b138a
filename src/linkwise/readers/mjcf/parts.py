"""The files that an MJCF model is made of: XML that it includes or attaches, meshes, pictures.

MuJoCo opens whatever a file names, so the names are checked first: every file must lie in the allowed folders, and what
all XML files amount to, replicas and attached copies counted, must stay within what MuJoCo compiles in seconds.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass

from ...errors import plain, shown
from .. import xml
from ..files import content
from ..findings import Findings
from ..folders import OUTSIDE, Folders, outside_hint
from ..numbers import number
from ..xml_tree import Element
from .meshes import MISSING, MeshFile

NESTED = 1_000
"""The deepest nesting of elements: bodies are nested in bodies, and MuJoCo itself stops at 500."""

FILES = 1_000
"""The most XML files of a model."""

EXPANDED = 25_000
"""The most elements of a model, replicas and attached copies counted: 8,000 bodies with a joint and a geom take MuJoCo
two seconds, and its time grows with the square."""

REPLICAS = 5_000
"""The most elements that replicas and attached copies add: 10,000 copied bodies take MuJoCo six seconds."""

KEYS = 2_000_000
"""The most keyframes times elements: each keyframe has a number for every joint, motor and moving body."""

_UNREAD = ("texture", "hfield", "skin")
"""Elements whose files are not read, since dynamics does not need them: they may be missing, or lie anywhere."""

_FOLDER_OF: dict[str, tuple[str, ...]] = {
    "mesh": ("meshdir", "assetdir"),
    "model": (),
}


@dataclass(frozen=True, eq=False)
class Part:
    """One XML file: its path ("" for the model itself), its root, the number of copies the model has of it."""

    path: str
    root: Element
    copies: float

    def place(self, element: Element) -> str:
        """File, line and element for messages; of a file other than the model itself nothing is quoted."""
        if not self.path:
            return f"line {element.line} element <{plain(element.tag, 40)}>"
        return f"{plain(os.path.basename(self.path))} line {element.line}"

    def quoted(self, text: str) -> str:
        """A text for messages, empty if it is from a file other than the model itself."""
        return "" if self.path else text

    def copies_of(self) -> dict[int, float]:
        """How often the model has each element, by its id."""
        copies = {id(None): self.copies}
        for element in self.root.everything():
            count = number(element.attributes.get("count", "1")) if element.tag == "replicate" else 1.0
            copies[id(element)] = copies[id(element.parent)] * max(count or 1.0, 1.0)
        return copies


class Parts:
    """The XML files of a model. Iterating reads them: the model itself first, then what it includes and attaches."""

    def __init__(self, findings: Findings[str], root: Element, path: str, folders: Folders):
        self.findings, self.folders, self.path = findings, folders, path
        self._documents = [(os.path.dirname(path), Part("", root, 1.0))]
        self.named, self.meshes, self.attached = set[str](), list[MeshFile](), False
        self._seen = set[str]()
        self._elements, self._added, self._keys = 0.0, 0.0, 0

    def __iter__(self) -> Iterator[Part]:
        while self._documents and not self.findings.fault_count:
            yield from self._document(*self._documents.pop())

    def _document(self, folder: str, main: Part) -> Iterator[Part]:
        """A model with the files it includes; those it attaches are queued: they resolve names in their own folder."""
        parts, pending = list[Part](), [main]
        while pending and not self.findings.fault_count:
            part = pending.pop()
            parts.append(part)
            self._count(part)
            yield part
            copies = part.copies_of()
            for element in part.root.everything():
                if element.tag == "include" and (name := element.attributes.get("file")):
                    beside = os.path.dirname(part.path or self.path)
                    found = self._existing(part, element, name, [folder, beside])
                    pending += self._read(part, element, found, copies[id(element)])
        for part in parts:
            self._check_assets(folder, part, parts)

    def _check_assets(self, folder: str, part: Part, parts: list[Part]) -> None:
        compilers = [compiler for each in parts for compiler in each.root.of("compiler")]
        for element in part.root.everything():
            if element.tag in ("include", *_UNREAD):
                continue
            keys = _FOLDER_OF.get(element.tag, ("meshdir", "texturedir", "assetdir"))
            below = {c.attributes[key] for c in compilers for key in keys if c.attributes.get(key)} or {""}
            for name in [value for key, value in element.attributes.items() if key.startswith("file") and value]:
                beside = [os.path.join(folder, each) for each in sorted(below)]
                beside += [os.path.dirname(part.path)] if part.path else []  # where MuJoCo 4 looks last
                if element.tag == "mesh":
                    found, problem = self._located(part, name, beside)
                    problem = problem if problem[0] or found else MISSING
                    self.meshes.append(MeshFile(name, part.place(element), part.quoted(name), found, problem))
                    continue
                found = self._existing(part, element, name, beside)
                if found and element.tag == "model":
                    self.attached = True
                    for each in self._read(part, element, found, self._copies_attached(element, name, parts)):
                        self._documents.append((os.path.dirname(each.path), each))

    def _existing(self, part: Part, element: Element, name: str, beside: list[str]) -> str:
        """The file that a name means, looked for beside each folder; "" if there is none, or if it may not be read."""
        found, (rule, hint) = self._located(part, name, beside)
        if rule:
            self.findings.fault(part.place(element), part.quoted(name), rule, hint)
        return found  # the compiler itself complains about missing files

    def _located(self, part: Part, name: str, beside: list[str]) -> tuple[str, tuple[str, str]]:
        """The file that a name means, "" if there is none or it may not be read; and why it may not: rule and hint."""
        if not self.path:
            return "", ("a text without a file cannot name others", "save it as a file, and read that")
        candidates = [os.path.join(folder, name) for folder in dict.fromkeys(beside)]
        for path in candidates:
            if not self.folders.hold(path) and (os.path.lexists(path) or len(candidates) == 1):
                return "", (OUTSIDE, self._outside_hint(part, path))
        for path in candidates:
            if os.path.exists(path):
                if not stat.S_ISREG(os.stat(path).st_mode):
                    return "", ("a folder or device, not a file", "name a file")
                self.named.add(path)
                return path, ("", "")
        return "", ("", "")

    def _outside_hint(self, part: Part, path: str) -> str:
        """The folder to name; for a file that another file names, one above the robot file, so as not to quote."""
        if not part.path:
            return outside_hint(path)
        above = os.path.commonpath([os.path.abspath(self.path), os.path.abspath(path)])
        return outside_hint(os.path.join(above, "")) if above.strip(os.sep) else ""

    def _read(self, part: Part, element: Element, path: str, copies: float) -> list[Part]:
        """The XML file at a path, as a list of one; empty if there is none or it was read before."""
        if not path or path in self._seen or self.findings.fault_count:
            return []
        self._seen.add(path)
        if len(self._seen) > FILES:
            rule = f"more than {FILES} files are included"
            self.findings.fault(part.place(element), "", rule, "is this the right file?")
            return []
        root = xml.parse(content(path), path, NESTED, quote=False)
        if element.tag == "model" and root.tag != "mujoco":
            rule = f"the outermost element of {shown(os.path.basename(path))} is not <mujoco>"
            self.findings.fault(part.place(element), "", rule, "attach MJCF files only")
        return [Part(path, root, copies)]

    @staticmethod
    def _copies_attached(model: Element, file: str, parts: list[Part]) -> float:
        """How often the elements <attach> of a document use a model."""
        name = model.attributes.get("name") or os.path.splitext(os.path.basename(file))[0]
        return sum(
            copies[id(element)]
            for part in parts
            for copies in [part.copies_of()]
            for element in part.root.everything()
            if element.tag == "attach" and element.attributes.get("model", name) == name
        )

    def _count(self, part: Part) -> None:
        copies = part.copies_of()
        elements = part.root.everything()
        itself = sum(element.tag == "attach" and "model" not in element.attributes for element in elements)
        total = sum(copies[id(element)] for element in elements) * 2.0 ** min(
            itself, 100
        )  # each may copy all the others
        self._elements += total
        self._added += total - len(elements) if part.copies else 0.0
        self._keys += sum(element.tag == "key" for element in elements)
        for count, most, what in (
            (self._keys * self._elements, KEYS, "keyframes times elements"),
            (self._elements, EXPANDED, "elements, replicas and attached copies counted"),
            (self._added, REPLICAS, "elements made by replicas and attached copies"),
        ):
            if count > most:
                rule = f"more than {most} {what}"
                self.findings.fault(part.place(part.root), "", rule, "lower the counts; is this the right file?")
                return
