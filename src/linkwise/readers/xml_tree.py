"""The tree of an XML file, built from the callbacks of the standard library's expat, within limits of size."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from xml.parsers import expat

from .waivers import DECLARATION, Waivers

DEPTH = 100
"""The deepest nesting of elements; a chain of links is a flat list in URDF."""

ELEMENTS = 250_000
"""The most elements in a file: ten thousand links have about a hundred thousand."""

ATTRIBUTES = 500_000
"""The most attributes in a file."""

TOKEN = 2**20
"""The most bytes of one tag with its attributes, or of one comment: expat keeps all of it before it reports it."""

_PIECE = 2**16

LENGTH = 2**16
"""The most characters in a tag, an attribute's name or its value."""

TEXT = 1000
"""How many characters of the text between tags are kept; robot files state what matters in attributes."""

_VERSION = re.compile(r"1\.[0-9]+")


@dataclass(slots=True, eq=False)
class Element:
    """An element: its tag, attributes, children and text, and its line and column in the file.

    >>> from linkwise.readers.xml import parse
    >>> root = parse("<robot name='arm'><link/><link/></robot>")
    >>> root.tag, root.attributes["name"], len(root.of("link")), root.children[1].column
    ('robot', 'arm', 2, 25)
    """

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    parent: "Element | None" = field(default=None, repr=False)
    children: "list[Element]" = field(default_factory=list, repr=False)
    text: str = ""

    def of(self, tag: str) -> "list[Element]":
        """The children with that tag."""
        return [child for child in self.children if child.tag == tag]

    def everything(self) -> "list[Element]":
        """This element and all elements inside it, in file order.

        >>> from linkwise.readers.xml import parse
        >>> [e.tag for e in parse("<a><b><c/></b><d/></a>").everything()]
        ['a', 'b', 'c', 'd']
        """
        elements, pending = [], [self]
        while pending:
            element = pending.pop()
            elements.append(element)
            pending.extend(reversed(element.children))
        return elements


class Enough(Exception):
    """Stops the parser once the outermost element has begun."""


class Refused(Exception):
    """Stops the parser; carries the offending text, the rule it breaks, and a hint."""


class Builder:
    """Builds the tree from the parser's callbacks, without recursion: each open element knows its parent."""

    def __init__(self, encoding: str | None, most_depth: int, stop: bool, waivers: Waivers | None):
        self.most_depth, self.stop, self.waivers = most_depth, stop, waivers
        self.above = 0  # lines of the file before those that are parsed
        self.parser = expat.ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.XmlDeclHandler = self.declaration
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.entity
        self.parser.ExternalEntityRefHandler = self.entity
        self.root: Element | None = None
        self.open: Element | None = None
        self.depth = self.elements = self.attributes = 0

    @property
    def line(self) -> int:
        """The line of the file that is being parsed."""
        return self.parser.CurrentLineNumber + self.above

    def parse(self, data: bytes) -> Element:
        """The outermost element of a file; with `stop` it has no children yet."""
        with suppress(Enough):
            for start in range(0, len(data), _PIECE):
                self.parser.Parse(data[start : start + _PIECE], False)
                if start + _PIECE - self.parser.CurrentByteIndex > TOKEN:
                    raise Refused("", f"a tag or comment of more than {TOKEN} bytes", "is this the right file?")
            self.parser.Parse(b"", True)
        assert self.root is not None, "expat accepts no text without an element"
        return self.root

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self.depth += 1
        self.elements += 1
        self.attributes += len(attributes)
        for count, most, what in (
            (self.depth, self.most_depth, "nested elements"),
            (self.elements, ELEMENTS, "elements"),
            (self.attributes, ATTRIBUTES, "attributes"),
        ):
            if count > most:
                raise Refused(
                    f"<{tag[:LENGTH]}>", f"more than {most} {what}", "no robot needs that many; is this the right file?"
                )
        for text in (tag, *attributes, *attributes.values()):
            if len(text) > LENGTH:
                raise Refused(text, f"longer than {LENGTH} characters", "shorten it")
        element = Element(tag, attributes, self.line, self.parser.CurrentColumnNumber, self.open)
        if self.open is None:
            self.root = element
            if self.stop:
                raise Enough
        else:
            self.open.children.append(element)
        self.open = element

    def end(self, tag: str) -> None:
        """The open element ends."""
        assert self.open is not None
        self.depth -= 1
        self.open = self.open.parent

    def characters(self, text: str) -> None:
        """Text within the open element."""
        text = text.strip()
        if text and self.open is not None and len(self.open.text) < TEXT:
            self.open.text = f"{self.open.text} {text[:TEXT]}".strip()

    def declaration(self, version: str, *_: object) -> None:
        """<?xml …?>, whose version must be one that exists."""
        if _VERSION.fullmatch(version):  # "1.x" is read as 1.0, says its fifth edition; there are no others
            return
        if self.waivers is None or not self.waivers.grants(DECLARATION):
            hint = 'write <?xml version="1.0"?>' + waiver(self.waivers)
            raise Refused(f'version="{version}"', "not a version of XML", hint)

    def doctype(self, name: str, *_: object) -> None:
        """Refused: <!DOCTYPE …>."""
        raise Refused(
            f"<!DOCTYPE {name}",
            "a document type is not allowed: it could define entities or refer to other files",
            "delete it",
        )

    def entity(self, *_: object) -> int:
        """Refused: an entity is declared or used."""
        raise Refused("", "entities are not allowed", "write their text instead")


def waiver(waivers: Waivers | None) -> str:
    """The end of a hint: how to waive the rule, where the reader can."""
    return f", {waivers.hint(DECLARATION)}" if waivers is not None and waivers.knows(DECLARATION) else ""
