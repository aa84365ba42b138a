"""Strict access to TOML: exact keys, exact types, and every fault of a file collected with its place.

A faulty value is recorded and its default used in its place, so that one pass finds every fault; the findings then
refuse the file as a whole. Rows of an array of tables are counted from 1: `link[3].mass`.
"""

import math
from collections.abc import Collection, Sequence
from typing import Any

from ..algebra import ZERO, Vec3
from ..errors import plain, shown
from .files import LINKS
from .findings import Findings
from .numbers import sized
from .toml_file import decode, lines_of, parse
from .toml_values import finite, kind_of
from .waivers import SHARED, Waivers

__all__ = ["Document", "Table"]


class Document:
    """A parsed TOML file: its data, and the line of each key.

    >>> root = Document("a = 1\\nb = true\\n", "arm.toml").root()
    >>> root.number("a"), root.number("b")
    (1.0, 0.0)
    >>> root.findings.refuse_if_faulty()
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.toml' was refused: 1 fault.
      arm.toml:2 b: 'True': a finite number was expected, not a boolean
    """

    def __init__(self, text: str | bytes, source: str):
        self.source = source
        decoded = decode(text, source)
        self.lines = lines_of(decoded)
        self.data = parse(decoded, source)

    def where(self, path: str) -> str:
        """The file, the line if it is known, and the key path."""
        file = self.source if self.source.isprintable() and len(self.source) <= 200 else shown(self.source, 200)
        line = self.lines.get(path) or self.lines.get(path.rpartition(".")[0])
        path = plain(path, 120)
        return f"{file}:{line} {path}".strip() if line else f"{file} {path}".strip()

    def root(self, format: str = "toml", *, strict: bool = False, allow: str | Collection[str] = ()) -> "Table":
        """The outermost table, with empty findings, to read the file as `format`."""
        waivers = Waivers("the reader of TOML files", SHARED, allow)
        return Table(self, Findings(self.source, format, waivers, strict, where=self.where), self.data, "")


class Table:
    """One table of a document; it remembers which keys were read, and `close` refuses all others.

    >>> rotor = Document("[rotor]\\ninertia = 0.1\\nratio = 3", "arm.toml").root().table("rotor")
    >>> rotor.number("inertia"), rotor.number("gear_ratio", 1.0)
    (0.1, 1.0)
    >>> rotor.close()
    >>> print(rotor.findings.faults[0])
    arm.toml:3 rotor.ratio: 'ratio': unknown key (did you mean 'gear_ratio'?)
    """

    def __init__(self, document: Document, findings: Findings[str], data: dict[str, Any], path: str):
        self.document, self.findings, self.data, self.path = document, findings, data, path
        self._known: list[str] = []

    def has(self, key: str) -> bool:
        """Whether the table has the key, which from now on counts as a known one."""
        if key not in self._known:
            self._known.append(key)
        return key in self.data

    def at(self, key: str) -> str:
        """The path of a key of this table."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, rule: str, hint: str = "") -> None:
        """Record that the value at a key is at fault."""
        self.findings.fault(self.at(key), self._quoted(key), rule, hint)

    def waivable(self, name: str, key: str, rule: str, hint: str) -> bool:
        """Record a fault at a key, or only a note if the caller waived the rule `name`; returns whether."""
        return self.findings.waivable(name, self.at(key), self._quoted(key), rule, hint)

    def suspicious(self, kind: str, key: str, text: str, hint: str) -> None:
        """Record doubtful data at a key: a note, and with `strict` a fault."""
        self.findings.suspicious(kind, self.at(key), text, hint)

    def _quoted(self, key: str) -> str:
        value = self.data.get(key)
        return "" if value is None or isinstance(value, dict) else str(value)

    def _missing(self, key: str, what: str) -> None:
        self.findings.fault(self.path, "", f"the key {shown(key)} is missing: {what}")

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not empty; required if it has no default."""
        if not self.has(key):
            if default is None:
                self._missing(key, "a string was expected")
            return default or ""
        value = self.data[key]
        if value == "":
            self.findings.fault(self.at(key), "", "an empty text", "give at least one character")
        elif not isinstance(value, str):
            self.fault(key, f"a text in quotes was expected, not {kind_of(value)}")
        else:
            return value
        return default or ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts that are not empty."""
        value = self.data.get(key) if self.has(key) else None
        if isinstance(value, list) and value and all(isinstance(each, str) and each for each in value):
            return tuple(value)
        self.fault(key, "a list of texts in quotes was expected")
        return ()

    def choice(self, key: str, options: Sequence[str], default: str | None = None) -> str:
        """One of a few words; required if it has no default."""
        expected = f"one of {', '.join(options)} was expected"
        if not self.has(key) and default is None:
            self._missing(key, expected)
        value = self.data.get(key, default or options[0])
        if isinstance(value, str) and value in options:
            return value
        self.fault(key, expected, self.findings.hints.nearest(value, options))
        return default or options[0]

    def number(
        self, key: str, default: float | None = 0.0, *, least: float = -math.inf, any_size: bool = False
    ) -> float:
        """A number of at least `least`, not too large unless `any_size`; required if its default is None."""
        if not self.has(key):
            if default is None:
                self._missing(key, "a number was expected")
            return default or 0.0
        value = finite(self.data[key])
        if value is None:
            self.fault(key, f"a finite number was expected, not {kind_of(self.data[key])}")
        elif value < least:
            self.fault(key, f"a number of at least {least:g} was expected")
        elif any_size:
            return value
        elif (usable := self._sized(key, value)) is not None:
            return usable
        return default or 0.0

    def numbers(self, key: str, count: int, default: Sequence[float] | None = None) -> tuple[float, ...]:
        """A list of `count` finite numbers; by default zeros."""
        fallback = tuple(default) if default is not None else (0.0,) * count
        if not self.has(key):
            return fallback
        value = self.data[key]
        if not isinstance(value, list):
            self.fault(key, f"a list of {count} numbers was expected, not {kind_of(value)}")
            return fallback
        entries = [finite(entry) for entry in value]
        if len(entries) != count:
            self.fault(key, f"{count} numbers were expected, not {len(entries)}")
            return fallback
        if None in entries:
            self.fault(key, f"{count} finite numbers were expected")
            return fallback
        return self.usable(key, [x for x in entries if x is not None]) or fallback

    def vector(self, key: str, default: Vec3 = ZERO) -> Vec3:
        """A list of three finite numbers; by default zeros."""
        x, y, z = self.numbers(key, 3, default.components)
        return Vec3(x, y, z)

    def matrix(self, key: str, rows: int, columns: int) -> tuple[tuple[float, ...], ...] | None:
        """A list of `rows` lists of `columns` finite numbers; None if it is missing or at fault."""
        if not self.has(key):
            return None
        value = self.data[key] if isinstance(self.data[key], list) else []
        entries = [[finite(x) for x in row] if isinstance(row, list) else [] for row in value]
        if len(entries) == rows and all(len(row) == columns and None not in row for row in entries):
            flat = self.usable(key, [x for row in entries for x in row if x is not None])
            return tuple(flat[k * columns : (k + 1) * columns] for k in range(rows)) if flat else None
        self.fault(key, f"{rows} lists of {columns} finite numbers were expected")
        return None

    def usable(self, key: str, values: Sequence[float]) -> tuple[float, ...] | None:
        """Numbers of a size that dynamics can use; None, with a fault, if one is too large."""
        sizes = [self._sized(key, value) for value in values]
        return None if None in sizes else tuple(x for x in sizes if x is not None)

    def _sized(self, key: str, value: float) -> float | None:
        return sized(self.findings, self.at(key), self._quoted(key), value)

    def table(self, key: str) -> "Table | None":
        """The table at a key; None if it is missing or at fault."""
        if not self.has(key):
            return None
        value = self.data[key]
        if isinstance(value, dict):
            return Table(self.document, self.findings, value, self.at(key))
        self.fault(key, f"a table was expected, not {kind_of(value)}")
        return None

    def tables(self, key: str) -> list["Table"]:
        """The rows of an array of tables, counted from 1; none if the key is missing."""
        if not self.has(key):
            return []
        value = self.data[key]
        if isinstance(value, list) and len(value) > LINKS:
            self.findings.fault(self.at(key), "", f"more than {LINKS} of them", "is this the right file?")
            self.findings.refuse_if_faulty()
        if isinstance(value, list) and all(isinstance(row, dict) for row in value):
            paths = (f"{self.at(key)}[{k}]" for k in range(1, len(value) + 1))
            return [Table(self.document, self.findings, row, path) for row, path in zip(value, paths, strict=True)]
        self.fault(key, f"an array of tables was expected, not {kind_of(value)}", f"begin each row with [[{key}]]")
        return []

    def close(self) -> None:
        """Refuse every key that was not read."""
        for key in self.data:
            if key not in self._known:
                path = self.at(key) if self.document.lines.get(self.at(key)) else self.path
                hint = self.findings.hints.nearest(key, self._known) or f"known keys: {', '.join(sorted(self._known))}"
                self.findings.fault(path, key, "unknown key", hint)
