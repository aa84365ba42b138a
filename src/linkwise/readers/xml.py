"""XML from untrusted files, by the standard library's expat: no entities, no external files, size limits, no recursion.

A robot file needs only elements and attributes. A document type could define entities that expand without end or refer
to other files, so a file with one is refused before any of it is read.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from xml.parsers import expat

from ..errors import Fault, ReadError, label
from .files import MOST, check_text
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

_NOT_AT_START = "XML or text declaration not at start of entity"

_BLANK = b" \t\r\n"

_HINTS = {
    "no element found": "the file is empty, or it ends too early",
    "unclosed token": "the file ends too early",
    "duplicate attribute": "give each attribute of an element once",
    "mismatched tag": "close every <element> with </element>, the innermost first",
    "undefined entity": "only &lt; &gt; &amp; &quot; &apos; and &#…; are understood",
    "junk after document element": "a file holds one outermost element",
    _NOT_AT_START: "nothing may come before <?xml …?>",
    "not well-formed (invalid token)": "binary data, a bare & or <, or an attribute without quotes",
    "unknown encoding": "save the file as UTF-8",
}


@dataclass(slots=True, eq=False)
class Element:
    """An element: its tag, attributes, children and text, and its line and column in the file.

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

        >>> [e.tag for e in parse("<a><b><c/></b><d/></a>").everything()]
        ['a', 'b', 'c', 'd']
        """
        elements, pending = [], [self]
        while pending:
            element = pending.pop()
            elements.append(element)
            pending.extend(reversed(element.children))
        return elements


def outermost(text: str | bytes, source: str = "<string>") -> str:
    """The tag of the outermost element; the rest of the file is not read, and how it is declared does not matter.

    >>> outermost("<!-- <mujoco> --><robot name='arm'>")
    'robot'
    """
    return _built(text, source, DEPTH, stop=True, waivers=ANY_DECLARATION).tag


class _Enough(Exception):
    """Stops the parser once the outermost element has begun."""


class _Refused(Exception):
    """Stops the parser; carries the offending text, the rule it breaks, and a hint."""


def parse(
    text: str | bytes,
    source: str = "<string>",
    depth: int = DEPTH,
    *,
    quote: bool = True,
    waivers: Waivers | None = None,
) -> Element:
    """The outermost element of a text; elements may be nested `depth` deep. Errors quote the text only if `quote`.

    `waivers` may grant DECLARATION: blank space before <?xml …?> is skipped then, and any version is read as 1.0.

    >>> parse("<robot>")
    Traceback (most recent call last):
    linkwise.errors.ReadError: '<string>' was refused: 1 fault.
      <string>:1: '<robot>': not XML: no element found (the file is empty, or it ends too early)
    """
    return _built(text, source, depth, quote=quote, waivers=waivers)


ANY_DECLARATION = Waivers("xml", {DECLARATION: ""}, DECLARATION)
"""For a first look at a file, before the reader of its format decides."""


def _built(
    text: str | bytes,
    source: str,
    depth: int,
    *,
    stop: bool = False,
    quote: bool = True,
    waivers: Waivers | None = None,
) -> Element:
    check_text(text, source)
    try:
        data = text.encode() if isinstance(text, str) else bytes(text)
    except UnicodeEncodeError:
        raise _error(source, 1, "", "a lone surrogate, which no encoding can represent", "save as UTF-8") from None
    if len(data) > MOST:
        raise _error(source, 1, "", f"{len(data)} bytes, more than the {MOST} allowed", "is this the right file?")
    blank = data[: len(data) - len(data.lstrip(_BLANK))]
    skipped = blank and data.startswith(b"<?xml", len(blank)) and waivers is not None and waivers.grants(DECLARATION)
    builder = _Builder("utf-8" if isinstance(text, str) else None, depth, stop, waivers)
    builder.above = blank.count(b"\n") if skipped else 0
    try:
        return builder.parse(data[len(blank) :] if skipped else data)
    except _Refused as refused:
        what, rule, hint = refused.args
        raise _error(source, builder.line, what if quote else "", rule, hint) from None
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or str(error)
        line = builder.parser.ErrorLineNumber + builder.above
        quoted = _line(data, line) if quote else ""
        hint = _HINTS.get(reason, "")
        if blank and reason == _NOT_AT_START and data.startswith(b"<?xml", len(blank)):
            hint += _waiver(waivers)
        raise _error(source, line, quoted, f"not XML: {reason}", hint) from None
    except (LookupError, ValueError) as error:  # the decoder cannot use the encoding
        quoted, why = (_line(data, 1), f"{error}") if quote else ("", "an encoding that cannot be used")
        raise _error(source, 1, quoted, f"not XML: {why}", _HINTS["unknown encoding"]) from None


def _waiver(waivers: Waivers | None) -> str:
    """The end of a hint: how to waive the rule, where the reader can."""
    return f", {waivers.hint(DECLARATION)}" if waivers is not None and waivers.knows(DECLARATION) else ""


def _line(data: bytes, line: int) -> str:
    lines = data[: 2**20].split(b"\n")
    return lines[line - 1].decode(errors="replace").strip()[:200] if 0 < line <= len(lines) else ""


def _error(source: str, line: int, text: str, rule: str, hint: str = "") -> ReadError:
    return ReadError(source, [Fault(f"{label(source)}:{line}", text, rule, hint)])


class _Builder:
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
        with suppress(_Enough):
            for start in range(0, len(data), _PIECE):
                self.parser.Parse(data[start : start + _PIECE], False)
                if start + _PIECE - self.parser.CurrentByteIndex > TOKEN:
                    raise _Refused("", f"a tag or comment of more than {TOKEN} bytes", "is this the right file?")
            self.parser.Parse(b"", True)
        assert self.root is not None, "expat accepts no text without an element"
        return self.root

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        self.attributes += len(attributes)
        for count, most, what in (
            (self.depth, self.most_depth, "nested elements"),
            (self.elements, ELEMENTS, "elements"),
            (self.attributes, ATTRIBUTES, "attributes"),
        ):
            if count > most:
                raise _Refused(
                    f"<{tag[:LENGTH]}>", f"more than {most} {what}", "no robot needs that many; is this the right file?"
                )
        for text in (tag, *attributes, *attributes.values()):
            if len(text) > LENGTH:
                raise _Refused(text, f"longer than {LENGTH} characters", "shorten it")
        element = Element(tag, attributes, self.line, self.parser.CurrentColumnNumber, self.open)
        if self.open is None:
            self.root = element
            if self.stop:
                raise _Enough
        else:
            self.open.children.append(element)
        self.open = element

    def end(self, tag: str) -> None:
        assert self.open is not None
        self.depth -= 1
        self.open = self.open.parent

    def characters(self, text: str) -> None:
        text = text.strip()
        if text and self.open is not None and len(self.open.text) < TEXT:
            self.open.text = f"{self.open.text} {text[:TEXT]}".strip()

    def declaration(self, version: str, *_: object) -> None:
        if _VERSION.fullmatch(version):  # "1.x" is read as 1.0, says its fifth edition; there are no others
            return
        if self.waivers is None or not self.waivers.grants(DECLARATION):
            hint = 'write <?xml version="1.0"?>' + _waiver(self.waivers)
            raise _Refused(f'version="{version}"', "not a version of XML", hint)

    def doctype(self, name: str, *_: object) -> None:
        raise _Refused(
            f"<!DOCTYPE {name}",
            "a document type is not allowed: it could define entities or refer to other files",
            "delete it",
        )

    def entity(self, *_: object) -> int:
        raise _Refused("", "entities are not allowed", "write their text instead")
