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
    """The parts of a docstring between empty lines; an indented part is kept as it stands."""
    kept: list[str] = []
    for part in re.split(r"\n\s*\n", text):
        lines = part.split("\n")
        if lines[0].lstrip().startswith((">>> ", "Raises", "Symbols:")) or not kept:
            if kept:
                yield _literal(kept)
            kept = []
        if lines[0].startswith(">>> "):
            yield f"```python\n{part}\n```"
        elif _is_literal(lines):
            kept.append(part)
        else:
            if kept:
                yield _literal(kept)
                kept = []
            yield from _mixed(lines)
    if kept:
        yield _literal(kept)


def _is_literal(lines: list[str]) -> bool:
    return all(line.startswith("  ") for line in lines)


def _literal(parts: list[str]) -> str:
    text = textwrap.dedent("\n\n".join(parts))
    return f"```python\n{text}\n```" if text.startswith(">>> ") else f"```text\n{text}\n```"


def _mixed(lines: list[str]) -> Iterator[str]:
    """A part that may go from prose to indented lines, or to an example, and back."""
    run: list[str] = []
    kind = ""
    for line in lines:
        here = "literal" if line.startswith("   ") or ("   " in line.strip() and _columns(line)) else "prose"
        if line.startswith((">>> ", "... ")) or (kind == "example"):
            here = "example"
        if here != kind and run:
            yield _closed(kind, run)
            run = []
        kind = here
        run.append(line)
    if run:
        yield _closed(kind, run)


def _columns(line: str) -> bool:
    """Whether a line is a row of a table drawn with spaces."""
    return bool(re.search(r"\S {3,}\S", line))


def _closed(kind: str, run: list[str]) -> str:
    if kind == "prose":
        return _prose("\n".join(run))
    text = textwrap.dedent("\n".join(run))
    return f"```{'python' if kind == 'example' else 'text'}\n{text}\n```"


def _prose(text: str) -> str:
    """Prose with what Markdown would take for its own marks escaped, outside of code."""
    pieces = re.split(r"(``?[^`]+``?)", text)
    pieces[::2] = [re.sub(r"([*_<>\[\]|#])", r"\\\1", piece) for piece in pieces[::2]]
    return re.sub(r"^(\s*)([-+])(?=\s)", r"\1\\\2", "".join(pieces), flags=re.MULTILINE)
