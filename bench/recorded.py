"""Where measurements leave their tables, and how these come into the pages.

    python -m bench.recorded          (make tables)

A measurement keeps bench/results/<name>.json: the machine with its versions and the date, the command, the tables and
what figures it has beside them; <name>.md shows the same tables. A page shows one between two comments, which the
command above fills; a test says that all are filled with what is kept:

    <!-- table: trees/calls -->
    <!-- end -->

`trees/calls` is the table "calls" of trees.json, and `motions` stands for `motions/motions`.
"""

import argparse
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .machine import machine

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).with_name("results")
PAGES = (ROOT / "README.md", ROOT / "docs")
"""Where pages with tables are."""

BLOCK = re.compile(r"<!-- table: (\S+) -->\n.*?<!-- end -->", re.DOTALL)
SHOWN = {"numpy": "NumPy", "llvmlite": "llvmlite", "pin": "Pinocchio", "mujoco": "MuJoCo", "jax": "JAX"}
"""The packages whose versions are told beside linkwise's, and their names."""


class Table(NamedTuple):
    """A table: its head, and its rows of as many cells."""

    head: list[str]
    rows: list[list[str]]

    def __str__(self) -> str:
        """As Markdown.

        >>> print(Table(["", "τ"], [["linkwise", "20"]]))
        |  | τ |
        |---|---|
        | linkwise | 20 |
        """
        assert all(len(row) == len(self.head) for row in self.rows), "each row has a cell for each head"
        lines = [f"| {' | '.join(row)} |" for row in (self.head, *self.rows)]
        return "\n".join([lines[0], "|---" * len(self.head) + "|", *lines[1:]])


def options(doc: str | None) -> argparse.ArgumentParser:
    """The options of every measurement; the parsed ones go to `keep`."""
    parser = argparse.ArgumentParser(description=(doc or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a short run, which shows that it works")
    parser.add_argument("--out", type=Path, help="where results are kept: bench/results, or nowhere with --quick")
    return parser


def keep(
    name: str, by: str, tables: Mapping[str, Table], asked: argparse.Namespace, *, note: str = "", **figures: Any
) -> None:
    """Print the tables, and keep them in a file of this name with the command `by` that measured them."""
    kept = {"machine": machine(), "by": by, "note": note}
    kept |= {"tables": {part: table._asdict() for part, table in tables.items()}} | figures
    print(as_markdown(name, kept))
    folder = asked.out or (None if asked.quick else RESULTS)
    if folder is not None:
        written(name, kept, folder)


def written(name: str, kept: Mapping[str, Any], folder: Path = RESULTS) -> None:
    """Write what is kept under a name, and its tables as Markdown; `on` says where, if not on the processor."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / f"{name}.md").write_text(as_markdown(name, kept), encoding="utf-8")


def as_markdown(name: str, kept: Mapping[str, Any]) -> str:
    """All tables of a result."""
    at = kept["machine"]
    found = [at["system"], *([f"{at['cores']} cores"] if "cores" in at else []), f"Python {at['python']}"]
    found += [f"{word} {at[package]}" for package, word in SHOWN.items() if at.get(package, "-")[0].isdigit()]
    parts = [f"# {name}", f"{_where(kept)}; {', '.join(found)}. {kept['note']}".strip()]
    for part, table in kept["tables"].items():
        parts += [f"## {part}", str(Table(**table))]
    return "\n\n".join(parts) + "\n"


def _where(kept: Mapping[str, Any]) -> str:
    by = f"`{kept['by']}`" if kept["by"] else "measured once"
    return f"{by}, {kept['machine']['date']}, {kept.get('on') or kept['machine']['processor']}"


def filled(text: str, folder: Path = RESULTS) -> str:
    """A page with its tables as they are kept.

    >>> filled("no table")
    'no table'
    """

    def block(found: re.Match[str]) -> str:
        name, _, part = found[1].partition("/")
        file = folder / f"{name}.json"
        kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"tables": {}}
        if (part or name) not in kept["tables"]:
            raise LookupError(f"no table {found[1]!r}: {file.name} has {', '.join(kept['tables']) or 'none'}")
        table = Table(**kept["tables"][part or name])
        return f"<!-- table: {found[1]} -->\n\n{table}\n\n*{_where(kept)}.*\n\n<!-- end -->"

    return BLOCK.sub(block, text)


def pages() -> list[Path]:
    """The pages that show tables."""
    files = [file for place in PAGES for file in (sorted(place.rglob("*.md")) if place.is_dir() else [place])]
    return [file for file in files if BLOCK.search(file.read_text(encoding="utf-8"))]


def main() -> None:
    """Fill the tables of all pages."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if (new := filled(text)) != text:
            page.write_text(new, encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: tables written")


if __name__ == "__main__":
    main()
