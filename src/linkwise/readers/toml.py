"""Strict access to TOML: exact keys, exact types, and every fault of a file collected with its place.

A value at fault is noted and its default stands in for it, so that one reading finds every fault; `Document.finish`
then refuses the file as a whole. Rows of an array of tables are counted from 1: `link[3].mass`.
"""

import math
from collections.abc import Sequence
from typing import Any

from ..errors import Fault, ReadError, shown
from .hints import Hints
from .report import Note
from .toml_file import decode, lines_of, parse
from .toml_values import finite, kind_of

__all__ = ["Document", "Table"]


class Document:
    """One TOML file: its root table, where its keys stand, and what was found wrong or noteworthy in it.

    >>> document = Document("a = 1\\nb = true\\n", "arm.toml")
    >>> document.root.number("a"), document.root.number("b")
    (1.0, 0.0)
    >>> document.finish()
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.toml' was refused: 1 fault.
      arm.toml:2 b: 'True': a finite number was expected, not a boolean
    """

    def __init__(self, text: str | bytes, source: str):
        self.source = source
        self.faults: list[Fault] = []
        self.notes: list[Note] = []
        self.hints = Hints()
        decoded = decode(text, source)
        self.lines = lines_of(decoded)
        self.root = Table(self, parse(decoded, source), "")

    def place(self, path: str) -> str:
        """The file, the line where it is known, and the key path."""
        file = self.source if self.source.isprintable() and len(self.source) <= 200 else shown(self.source, 200)
        line = self.lines.get(path) or self.lines.get(path.rpartition(".")[0])
        return f"{file}:{line} {path}".strip() if line else f"{file} {path}".strip()

    def fault(self, path: str, text: object, rule: str, hint: str = "") -> None:
        """Note a reason to refuse the file."""
        self.faults.append(Fault(self.place(path), "" if text is None else str(text), rule, hint))

    def note(self, kind: str, path: str, text: str) -> None:
        """Note something for the load report."""
        self.notes.append(Note(kind, self.place(path), text))

    def finish(self) -> None:
        """Refuse the file if anything in it was at fault."""
        if self.faults:
            raise ReadError(self.source, self.faults)


class Table:
    """One table of a document; it remembers which keys were asked for, and `close` refuses all others.

    >>> document = Document("[rotor]\\ninertia = 0.1\\nratio = 3", "arm.toml")
    >>> rotor = document.root.table("rotor")
    >>> rotor.number("inertia"), rotor.number("gear_ratio", 1.0)
    (0.1, 1.0)
    >>> rotor.close()
    >>> print(document.faults[0])
    arm.toml:3 rotor.ratio: 'ratio': unknown key (did you mean 'gear_ratio'?)
    """

    def __init__(self, document: Document, data: dict[str, Any], path: str):
        self.document, self.data, self.path = document, data, path
        self._asked: list[str] = []

    def has(self, key: str) -> bool:
        """Whether the key stands in the table; asking makes the key a known one."""
        if key not in self._asked:
            self._asked.append(key)
        return key in self.data

    def at(self, key: str) -> str:
        """The path of a key of this table."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, rule: str, hint: str = "") -> None:
        """Refuse what stands at a key."""
        value = self.data.get(key)
        self.document.fault(self.at(key), None if isinstance(value, dict) else value, rule, hint)

    def _missing(self, key: str, what: str) -> None:
        self.document.fault(self.path, None, f"the key {shown(key)} is missing: {what}")

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not empty; one without a default must be there."""
        if not self.has(key):
            if default is None:
                self._missing(key, "a text was expected")
            return default or ""
        value = self.data[key]
        if value == "":
            self.document.fault(self.at(key), None, "an empty text", "give at least one character")
        elif not isinstance(value, str):
            self.fault(key, f"a text in quotes was expected, not {kind_of(value)}")
        else:
            return value
        return default or ""

    def choice(self, key: str, options: Sequence[str], default: str | None = None) -> str:
        """One of a few words; one without a default must be there."""
        said = ", ".join(options)
        if not self.has(key) and default is None:
            self._missing(key, f"one of {said} was expected")
        value = self.data.get(key, default or options[0])
        if isinstance(value, str) and value in options:
            return value
        self.fault(key, f"one of {said} was expected", self.document.hints.nearest(value, options))
        return default or options[0]

    def number(self, key: str, default: float | None = 0.0, *, least: float = -math.inf) -> float:
        """A finite number, not below `least`; one whose default is None must be there."""
        if not self.has(key):
            if default is None:
                self._missing(key, "a number was expected")
            return default or 0.0
        value = finite(self.data[key])
        if value is None:
            self.fault(key, f"a finite number was expected, not {kind_of(self.data[key])}")
        elif value < least:
            self.fault(key, f"a number not below {least:g} was expected")
        else:
            return value
        return default or 0.0

    def numbers(self, key: str, count: int, default: Sequence[float] | None = None) -> tuple[float, ...]:
        """A list of exactly so many finite numbers; zeros where the key is absent and no default is given."""
        spare = tuple(default) if default is not None else (0.0,) * count
        if not self.has(key):
            return spare
        value = self.data[key]
        if not isinstance(value, list):
            self.fault(key, f"a list of {count} numbers was expected, not {kind_of(value)}")
            return spare
        found = [finite(entry) for entry in value]
        if len(found) != count:
            self.fault(key, f"{count} numbers were expected, not {len(found)}")
            return spare
        if None in found:
            self.fault(key, f"{count} finite numbers were expected")
            return spare
        return tuple(x for x in found if x is not None)

    def matrix(self, key: str, rows: int, columns: int) -> tuple[tuple[float, ...], ...] | None:
        """A list of so many lists of so many finite numbers, or None where it is not there or at fault."""
        if not self.has(key):
            return None
        value = self.data[key] if isinstance(self.data[key], list) else []
        found = [[finite(x) for x in row] if isinstance(row, list) else [] for row in value]
        if len(found) == rows and all(len(row) == columns and None not in row for row in found):
            return tuple(tuple(x for x in row if x is not None) for row in found)
        self.fault(key, f"{rows} lists of {columns} finite numbers were expected")
        return None

    def table(self, key: str) -> "Table | None":
        """The table at a key, or None where there is none."""
        if not self.has(key):
            return None
        value = self.data[key]
        if isinstance(value, dict):
            return Table(self.document, value, self.at(key))
        self.fault(key, f"a table was expected, not {kind_of(value)}")
        return None

    def tables(self, key: str) -> list["Table"]:
        """The rows of an array of tables, counted from 1; none where the key is absent."""
        if not self.has(key):
            return []
        value = self.data[key]
        if isinstance(value, list) and all(isinstance(row, dict) for row in value):
            return [Table(self.document, row, f"{self.at(key)}[{k}]") for k, row in enumerate(value, 1)]
        self.fault(key, f"an array of tables was expected, not {kind_of(value)}", f"begin each row with [[{key}]]")
        return []

    def close(self, extra: str = "") -> None:
        """Refuse every key that was not asked for; `extra` says more about what the table may hold."""
        for key in self.data:
            if key not in self._asked:
                here = self.document.lines.get(self.at(key))
                path = self.at(key) if here else self.path
                hint = self.document.hints.nearest(key, self._asked) or f"known keys: {', '.join(sorted(self._asked))}"
                self.document.fault(path, key, "unknown key", hint + extra)
