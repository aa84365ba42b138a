"""Docstrings as Markdown: prose stays prose, drawings and equations stay as they are written, examples become code."""

import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any


def markdown(thing: Any) -> str:
    """A thing's docstring as Markdown, without headings."""
    text = inspect.cleandoc(thing.__doc__ or "")
    return "\n\n".join(_blocks(text)) + "\n"


def summary(thing: Any) -> str:
    """The first sentence of a docstring, on one line."""
    first = inspect.cleandoc(thing.__doc__ or "").split("\n\n")[0]
    return _prose(re.split(r"(?<=[.!?])\s+(?=[A-Z])", " ".join(first.split()))[0]).rstrip(".:")


def signature(thing: Any, drop_first: bool = False) -> str:
    """The parameters of a function or a class: names and defaults, without types."""
    try:
        parameters = list(inspect.signature(thing).parameters.values())[drop_first:]
    except (TypeError, ValueError):
        return "(…)"
    plain = [p.replace(annotation=inspect.Parameter.empty, default=_default(p.default)) for p in parameters]
    return str(inspect.Signature(plain))


class _Shown:
    """A default value, printed by its name."""

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _default(value: Any) -> Any:
    if value is inspect.Parameter.empty or isinstance(value, str | int | float | bool | None):
        return value
    if inspect.isclass(value) or inspect.isfunction(value):
        return _Shown(value.__name__)
    return _Shown(repr(value)) if isinstance(value, tuple) and len(repr(value)) < 60 else _Shown("…")


def _blocks(text: str) -> Iterator[str]:
    """The parts of a docstring: paragraphs, what is drawn with spaces, examples."""
    parts: list[tuple[str, list[str]]] = []
    before = ""  # of which kind the line before is, if it is not empty
    for line in text.split("\n"):
        kind = _kind(line, before)
        if kind and parts and parts[-1][0] == kind and (before or (kind == "drawn" and line.startswith("   "))):
            parts[-1][1].extend([line] if before else ["", line])
        elif kind:
            parts.append((kind, [line]))
        before = kind
    return (_block(kind, "\n".join(lines)) for kind, lines in parts)


def _kind(line: str, before: str) -> str:
    if not line.strip():
        return ""
    if line.lstrip().startswith(">>> ") or before == "example":
        return "example"
    return "drawn" if line.startswith("   ") or re.search(r"\S {3,}\S", line) else "prose"


def _block(kind: str, text: str) -> str:
    if kind == "prose":
        return _prose(text)
    return f"```{'python' if kind == 'example' else 'text'}\n{textwrap.dedent(text)}\n```"


def _prose(text: str) -> str:
    """Prose with what Markdown would take for its own marks escaped, outside of code."""
    pieces = re.split(r"(``?[^`]+``?)", text)
    pieces[::2] = [re.sub(r"([*_<>\[\]|#])", r"\\\1", piece) for piece in pieces[::2]]
    return re.sub(r"^(\s*)([-+])(?=\s)", r"\1\\\2", "".join(pieces), flags=re.MULTILINE)
