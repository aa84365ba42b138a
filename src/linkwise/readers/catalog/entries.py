"""The list of the robots that have a name: what each is, where its numbers come from and on what terms."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import overload

from ...errors import Fault, ReadError, UnknownName, encodable, plain
from ...html_table import html_table
from . import by_short_name, find, installed, names
from .spelling import begins, folded, hint

COLUMNS = ("name", "joints", "robot", "inertias", "licence", "source")
"""The heads of the table; a column without an entry is left out."""

BUILT_IN = "built in"
"""The origin of the robots that come with linkwise."""

WIDEST = 33
"""The most characters of a source in a table."""


@dataclass(frozen=True, repr=False)
class CatalogEntry:
    """A robot that has a name.

    `joints` counts coordinates: joints that follow others do not count. `source` is a key of BIBLIOGRAPHY.bib or an
    address, `licence` that of the numbers, `note` a remark on them, `origin` what brings the robot. `refusal` says why
    the file does not load as it is, "" if it does.

    >>> from linkwise import catalog
    >>> print(catalog()["ur5e"])
    ur5e: Universal Robots UR5e, 6 joints, built in
      source: ur_description
      licence: BSD-3-Clause
      note: illustrative inertias: those of the description, which are cylinders, not identified values; ...
    """

    name: str
    joints: int
    title: str = ""
    source: str = ""
    licence: str = ""
    note: str = ""
    origin: str = BUILT_IN
    refusal: str = ""

    @property
    def inertias(self) -> str:
        """ "illustrative" if the note calls the inertias so, otherwise "".

        >>> CatalogEntry("arm", 6, note="illustrative inertias").inertias
        'illustrative'
        """
        return "illustrative" if "illustrative" in self.note else ""

    def __repr__(self) -> str:
        return encodable(f"CatalogEntry({self.name!r}, {self.joints} joints{', ' * bool(self.title)}{self.title})")

    def __str__(self) -> str:
        what = ", ".join(text for text in (self.title, f"{self.joints} joints", self.origin) if text)
        more = {"source": self.source, "licence": self.licence, "note": self.note, "does not load": self.refusal}
        return encodable("\n  ".join([f"{self.name}: {what}", *(f"{k}: {text}" for k, text in more.items() if text)]))

    def row(self) -> tuple[str, ...]:
        """The robot's row in a table, by COLUMNS; the address of the source is cut to its essence.

        >>> CatalogEntry("arm", 2, source="https://github.com/maker/arm_ros/tree/main/arm_description").row()
        ('arm', '2', '', '', '', 'github.com/maker/arm_ros')
        """
        source = self.source.partition("://")[2].partition("/tree/")[0].partition("/blob/")[0] or self.source
        source = source.removesuffix(".git").rstrip("/")
        cells = self.name, str(self.joints), self.title, self.inertias, self.licence
        return *(plain(cell) for cell in cells), plain(source, WIDEST)


@dataclass(frozen=True, repr=False)
class Catalog:
    """The robots that `load` knows by name, by order of their names; print it for a table.

    It is a sequence, and `catalog[name]` is the entry of that name, spelled in any way that `load` takes.
    `refused` holds those of example-robot-data that do not load as they are, and `refusal` of each says why.

    >>> from linkwise import catalog
    >>> robots = catalog()
    >>> robots["UR-5e"].joints, robots[0].name, "panda" in robots
    (6, 'fivebar', True)
    """

    entries: tuple[CatalogEntry, ...]
    refused: tuple[CatalogEntry, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names, which `load` takes.

        >>> from linkwise import catalog
        >>> catalog("Universal Robots").names[-3:]
        ('ur10e', 'ur5', 'ur5e')
        """
        return tuple(entry.name for entry in self.entries)

    @property
    def origins(self) -> tuple[str, ...]:
        """What brings these robots: "built in", "example-robot-data".

        >>> from linkwise import catalog
        >>> catalog().origins[0]
        'built in'
        """
        return tuple(dict.fromkeys(entry.origin for entry in self.entries))

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[CatalogEntry]:
        return iter(self.entries)

    def __contains__(self, robot: object) -> bool:
        return robot in self.entries or robot in self.names

    @overload
    def __getitem__(self, key: int | str) -> CatalogEntry: ...

    @overload
    def __getitem__(self, key: slice) -> tuple[CatalogEntry, ...]: ...

    def __getitem__(self, key: int | str | slice) -> CatalogEntry | tuple[CatalogEntry, ...]:
        if not isinstance(key, str):
            return self.entries[key]
        found = [entry for entry in (*self.entries, *self.refused) if key == entry.name]
        found = found or [entry for entry in self.entries if folded(key) == folded(entry.name)]
        if not found:
            raise UnknownName("robot", key, "this catalog", self.names, hint(key, self.names))
        return found[0]

    def tables(self) -> Iterator[tuple[str, list[str], list[tuple[str, ...]]]]:
        """For each origin: a title, the heads of the columns that say something, the rows.

        >>> title, heads, rows = next(catalog("puma").tables())
        >>> title, heads, len(rows)
        ('Built in', ['name', 'joints', 'robot', 'licence', 'source'], 1)
        """
        for origin in self.origins:
            rows = [entry.row() for entry in self.entries if entry.origin == origin]
            used = [k for k in range(len(COLUMNS)) if any(row[k] for row in rows)]
            title = origin[0].upper() + origin[1:] if origin == BUILT_IN else f"From the installed {origin}"
            yield title, [COLUMNS[k] for k in used], [tuple(row[k] for k in used) for row in rows]

    def __str__(self) -> str:
        lines = []
        for title, heads, rows in self.tables():
            widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
            cells = ((cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (heads, *rows))
            lines += ["", title, *("  ".join(row).rstrip() for row in cells)]
        return encodable("\n".join(lines[1:]) or "no robots")

    def __repr__(self) -> str:
        own = [entry.name for entry in self.entries if entry.origin == BUILT_IN]
        more = len(self.entries) - len(own)
        return f"Catalog({', '.join([*own, *([f'and {more} of {installed.DATA}'] if more else [])])})"

    def _repr_html_(self) -> str:
        return "\n".join(html_table(*table, most=len(self)) for table in self.tables())


def catalog(search: str = "") -> Catalog:
    """The robots that `load` knows by name: the built-in ones, and those of an installed example-robot-data.

    With `search`, those with a word that begins so, in the name or in what the robot is. Capital letters, hyphens,
    underscores and spaces do not matter. Every robot that is listed loads.

    >>> print(catalog("stanford"))
    Built in
    name      joints  robot         inertias      licence          source
    stanford  6       Stanford arm  illustrative  published facts  paul1981
    >>> catalog("kuka")[0].title, "ur5" in catalog()
    ('KUKA LBR iiwa 14 R820', True)
    """
    if not isinstance(search, str):
        fault = Fault("search", repr(search)[:80], 'text was expected, such as "ur"')
        raise ReadError("catalog(search=…)", [fault])
    every = [*map(_built_in_entry, names()), *_installed_entries()]
    wanted = [entry for entry in every if not search or begins(entry.name, search) or begins(entry.title, search)]
    return Catalog(
        tuple(entry for entry in wanted if not entry.refusal), tuple(entry for entry in wanted if entry.refusal)
    )


def _built_in_entry(name: str) -> CatalogEntry:
    table = tomllib.loads(find(name).read_text(encoding="utf-8"))
    joints = len(table["link"]) - len(table.get("mimic", []))
    return CatalogEntry(name, joints, *(table.get(key, "") for key in ("title", "source", "licence", "note")))


def _installed_entries() -> Iterator[CatalogEntry]:
    files = installed.files()
    for name, full in sorted(by_short_name().items(), key=lambda item: item[0].casefold()):
        source, licence = installed.source_and_licence(full, files[full])
        joints, refusal = 0, installed.REFUSED.get(full, "")
        try:
            joints = installed.joints(files[full])
        except ReadError as error:
            refusal = refusal or error.faults[0].rule
        yield CatalogEntry(name, joints, "", source, licence, origin=installed.DATA, refusal=refusal)
