"""XML from untrusted files, by the standard library's expat: no entities, no external files, size limits, no recursion.

A robot file needs only elements and attributes. A document type could define entities that expand without end or refer
to other files, so a file with one is refused before any of it is read.
"""

from xml.parsers import expat

from ..errors import Fault, ReadError, label
from .files import MOST, check_text
from .waivers import DECLARATION, Waivers
from .xml_tree import DEPTH, Builder, Element, Refused, waiver

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


def outermost(text: str | bytes, source: str = "<string>") -> str:
    """The tag of the outermost element; the rest of the file is not read, and how it is declared does not matter.

    >>> outermost("<!-- <mujoco> --><robot name='arm'>")
    'robot'
    """
    return _built(text, source, DEPTH, stop=True, waivers=ANY_DECLARATION).tag


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
    builder = Builder("utf-8" if isinstance(text, str) else None, depth, stop, waivers)
    builder.above = blank.count(b"\n") if skipped else 0
    try:
        return builder.parse(data[len(blank) :] if skipped else data)
    except Refused as refused:
        what, rule, hint = refused.args
        raise _error(source, builder.line, what if quote else "", rule, hint) from None
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or str(error)
        line = builder.parser.ErrorLineNumber + builder.above
        quoted = _line(data, line) if quote else ""
        hint = _HINTS.get(reason, "")
        if blank and reason == _NOT_AT_START and data.startswith(b"<?xml", len(blank)):
            hint += waiver(waivers)
        raise _error(source, line, quoted, f"not XML: {reason}", hint) from None
    except (LookupError, ValueError) as error:  # the decoder cannot use the encoding
        quoted, why = (_line(data, 1), f"{error}") if quote else ("", "an encoding that cannot be used")
        raise _error(source, 1, quoted, f"not XML: {why}", _HINTS["unknown encoding"]) from None


def _line(data: bytes, line: int) -> str:
    lines = data[: 2**20].split(b"\n")
    return lines[line - 1].decode(errors="replace").strip()[:200] if 0 < line <= len(lines) else ""


def _error(source: str, line: int, text: str, rule: str, hint: str = "") -> ReadError:
    return ReadError(source, [Fault(f"{label(source)}:{line}", text, rule, hint)])
