"""Tables as text: separators, decimal commas, rows of units, lines that end too soon."""

from __future__ import annotations

import csv
import re
import warnings
from array import array
from collections.abc import Iterator, Sequence
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from ...errors import Fault, ReadError, label
from .table import Raw, Table

SEPARATORS = ("\t", ";", ",")
NOTHING = frozenset(("", "nan", "na", "n/a", "null", "none", "-"))
"""What a cell without a number says."""

MOST = 20
"""Faults that are listed."""

_COMMA = re.compile(r"\s*[-+]?\d+,\d+([eE][-+]?\d+)?\s*")
_LARGEST = 2.0**53


class _Layout:
    """Where a file's numbers begin, and how they are written."""

    def __init__(self, path: Path, headless: bool):
        with path.open("rb") as file:
            self.encoding = "utf-16" if file.read(2) in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        self.path, self.source = path, str(path)
        self.skip, self.units = 0, list[str]()
        comments: list[str] = []
        with self.open() as file:
            for line in file:
                if line.strip() and line.lstrip()[0] not in "#%":
                    break
                self.skip += 1
                comments += [line.strip().lstrip("#% ")] if line.strip() else []
            else:
                line = ""
            if not line.strip() and not comments:
                raise self.refuse("the file is empty: a header was expected")
            text = line if line.strip() else comments[-1]
            self.separator = next((each for each in SEPARATORS if each in text), None if len(text.split()) > 1 else ",")
            self.header = self.cells(text)
            if all(_is_number(cell) for cell in self.header):
                names = self.cells(comments[-1]) if comments else []
                if len(names) == len(self.header):
                    self.header = names
                elif headless:
                    self.header = [str(k) for k in range(len(self.header))]
                else:
                    rule = "the first line has numbers: the names of the columns were expected"
                    hint = 'columns={"time": 0, "q": [1, …]} says which columns to read'
                    raise ReadError(self.source, [Fault(f"{label(self.source)}:1", self.header[0], rule, hint)])
            elif line.strip():
                self.skip += 1
                self._units(self.cells(next(file, "")))
            self.comma = self.separator != "," and any(_COMMA.fullmatch(cell) for cell in self._first())
        if self.header and not self.header[-1]:  # lines that end in a separator
            self.header.pop()

    def _units(self, cells: list[str]) -> None:
        """Take the row below the header for units, where it has no numbers."""
        units = [cell.strip(" []()") for cell in cells]
        if any(units) and all(len(unit) < 9 and not _is_number(unit.replace(",", ".")) for unit in units):
            self.units = ["" if unit == "-" else unit for unit in units] + [""] * len(self.header)
            self.skip += 1

    def _first(self) -> list[str]:
        with self.open() as file:
            for _ in range(self.skip):
                next(file, "")
            return self.cells(next(file, ""))

    def open(self) -> TextIO:
        return self.path.open(encoding=self.encoding, newline="")

    def cells(self, line: str) -> list[str]:
        if self.separator is None:
            return line.split()
        return [cell.strip() for cell in next(csv.reader([line.strip("\r\n")], delimiter=self.separator), [])]

    def refuse(self, rule: str, hint: str = "") -> ReadError:
        return ReadError(self.source, [Fault(label(self.source), "", rule, hint)])


def csv_table(path: Path, headless: bool = False) -> Table:
    """The table in a text file; with `headless`, columns of a file without a header are called 0, 1, …"""
    try:
        layout = _Layout(path, headless)
        table = _fast(layout)
        remarks: list[str] = []
        last = None if table is not None else _last_line(layout, remarks)
    except UnicodeError:
        raise ReadError(str(path), [Fault(label(str(path)), "", "the file is not UTF-8 text")]) from None
    except (csv.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ReadError(str(path), [Fault(label(str(path)), "", f"not a table of text: {reason}")]) from None

    def column(places: Sequence[int]) -> list[Raw]:
        if table is not None:
            return [_whole(layout, k, table[:, k]) for k in places]
        return _parsed(layout, places, last)

    if layout.comma:
        remarks.append("numbers have decimal commas")
    return Table(layout.source, layout.header, column, layout.units, remarks)


def _fast(layout: _Layout) -> np.ndarray[Any, np.dtype[np.float64]] | None:
    """The numbers, if the file has nothing else, as many in each line as it has names."""
    try:
        with layout.open() as file, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # an empty table is refused later, by name
            for _ in range(layout.skip):
                next(file, "")
            lines: Any = StringIO(file.read().replace(",", ".")) if layout.comma else file
            separator, quote = layout.separator, None if layout.separator is None else '"'
            table = np.loadtxt(lines, delimiter=separator, ndmin=2, comments=None, quotechar=quote)
    except UnicodeError:
        raise
    except ValueError:
        return None
    if not table.size:
        return np.zeros((0, len(layout.header)))
    return table if table.shape[1] == len(layout.header) else None


def _whole(layout: _Layout, k: int, values: Raw) -> Raw:
    """A column again as whole numbers, where floating-point numbers would round them."""
    if not len(values) or not abs(values[0]) > _LARGEST or layout.comma:
        return values
    try:
        with layout.open() as file:
            separator = layout.separator
            return np.loadtxt(
                file, delimiter=separator, usecols=[k], dtype=np.int64, skiprows=layout.skip, comments=None
            )
    except ValueError:
        return values


def _last_line(layout: _Layout, remarks: list[str]) -> int | None:
    """The number of the last line if it ends too soon; another line with too few or too many values is refused."""
    width, at, more = len(layout.header), 0, 0
    wrong: list[int] = []
    with layout.open() as file:
        for at, cells in _lines(layout, file):
            if len(cells) != width:
                wrong = wrong or [at, len(cells)]
                more += 1
    if not wrong:
        return None
    if more == 1 and wrong[0] == at and wrong[1] < width and at > layout.skip + 1:
        remarks.append(f"line {at}, the last one, ends too soon and was left out")
        return at
    said = f" (and {more - 1} more such lines)" if more > 1 else ""
    hint = "decimal commas need another separator, such as a semicolon" if wrong[1] > width else ""
    rule = f"{wrong[1]} values in a line, and {width} names in the header{said}"
    raise ReadError(layout.source, [Fault(f"{label(layout.source)}:{wrong[0]}", "", rule, hint)])


def _lines(layout: _Layout, file: TextIO) -> Iterator[tuple[int, list[str]]]:
    for _ in range(layout.skip):
        next(file, "")
    if layout.separator is None:
        lines: Iterator[list[str]] = (line.split() for line in file)
    else:
        lines = csv.reader(file, delimiter=layout.separator)
    for k, cells in enumerate(lines, layout.skip + 1):
        if not any(cell.strip() for cell in cells) or cells[0].lstrip()[:1] in ("#", "%"):
            continue
        while len(cells) > len(layout.header) and not cells[-1].strip():
            cells.pop()
        yield k, cells


def _parsed(layout: _Layout, places: Sequence[int], without: int | None) -> list[Raw]:
    """Columns of numbers, or of dates; a cell without a number is NaN."""
    faults: list[Fault] = []
    dated = {place: False for place in places}
    found: dict[int, Any] = {}
    with layout.open() as file:
        for line, cells in _lines(layout, file):
            if line == without:
                break
            for place in dated:
                cell = cells[place].strip()
                if place not in found:  # the first cell tells what the others are
                    dated[place] = _date(cell) is not None
                    found[place] = [] if dated[place] else array("q" if isinstance(_value(cell), int) else "d")
                value: Any = _date(cell) if dated[place] else _value(cell.replace(",", ".") if layout.comma else cell)
                if value is None or (isinstance(value, float) and getattr(found[place], "typecode", "") == "q"):
                    rule = f"a number was expected in column {layout.header[place]!r}"
                    faults.append(Fault(f"{label(layout.source)}:{line}", cell, rule))
                    continue
                found[place].append(value)
            if len(faults) >= MOST:
                break
    if faults:
        raise ReadError(layout.source, faults)
    return [_column(found.get(place, array("d"))) for place in places]


def _column(values: Any) -> Raw:
    """Dates, whole numbers or floating-point ones as an array."""
    return np.array(values, dtype="datetime64[us]") if isinstance(values, list) else np.array(values)


def _value(cell: str) -> float | int | None:
    if cell.lower() in NOTHING:
        return np.nan
    try:
        value = float(cell)
        return int(cell) if _LARGEST < abs(value) < 2.0**63 and cell.strip("+-").isdigit() else value
    except ValueError:
        return None


def _date(cell: str) -> datetime | None:
    if _is_number(cell):
        return None
    try:
        return datetime.fromisoformat(cell.strip()).replace(tzinfo=None)
    except ValueError:
        return None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
