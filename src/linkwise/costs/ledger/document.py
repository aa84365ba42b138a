"""The whole ledger as plain data: pinned in tests/counts/ledger.json, printed, and written as a page."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ...calls.progress import progress_bar
from ...errors import LinkwiseError
from .arms import ARMS
from .book import SIZES, counted, polynomials
from .compare import compare
from .lines import every_line, line
from .measure import KINDS
from .primitives import primitive
from .printed import PRINTED, Row

Task = tuple[str, str, Callable[[], dict[str, Any]]]
"""The part of the document that it fills, its name, and the function that does it."""


def tasks(
    sizes: Sequence[int] = SIZES, formulations: Sequence[str] = (), questions: Sequence[str] = ()
) -> Iterator[Task]:
    """The tasks that make up the ledger, each for one line or one printed row.

    >>> part, name, do = next(tasks([2, 3], ["newton_euler.luh_walker_paul"]))
    >>> part, do()["counts"]["needed"]
    ('lines', [[95, 65, 0, 0], [212, 155, 0, 0]])
    """
    for formulation, question, arm in every_line(formulations, questions):
        name = f"{formulation} {question} {arm}"
        yield "lines", name, partial(_line, formulation, question, arm, sizes)
    for source, rows in PRINTED.items():
        for row in rows:
            if (not formulations or row.by in formulations) and (not questions or row.question in questions):
                name = f"{source} {row.table} {row.row}"
                yield "printed", name, partial(_row, source, row, sizes)


def full_ledger(
    sizes: Sequence[int] = SIZES,
    formulations: Sequence[str] = (),
    questions: Sequence[str] = (),
    progress: bool = False,
) -> dict[str, Any]:
    """The ledger: `sizes`, a list of `lines`, a list of `printed` rows; all of it takes minutes to count.

    With `progress` a bar is drawn on stderr, if that is a terminal.

    >>> ledger = full_ledger([2], ["composite.featherstone"], ["mass_matrix"])
    >>> ledger["lines"][0]["counts"]["program"]
    [[18, 16, 0, 0]]
    """
    ledger: dict[str, Any] = {"sizes": list(sizes), "lines": [], "printed": []}
    to_do = list(tasks(sizes, formulations, questions))
    with progress_bar(progress, len(to_do), "rows") as advance:
        for part, _, do in to_do:
            ledger[part].append(do())
            advance(1)
    return ledger


def text(ledger: dict[str, Any]) -> str:
    """The ledger as JSON, with one line of text for each of its lines and rows.

    >>> print(text({"sizes": [2], "lines": [{"n": 1}], "printed": []}))
    {
    "sizes": [2],
    "lines": [
    {"n": 1}
    ],
    "printed": [
    <BLANKLINE>
    ]
    }
    """
    parts = [f'"sizes": {json.dumps(ledger["sizes"])}']
    for part in ("lines", "printed"):
        entries = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in ledger[part])
        parts.append(f'"{part}": [\n{entries}\n]')
    return "{\n" + ",\n".join(parts) + "\n}"


def _line(formulation: str, question: str, arm: str, sizes: Sequence[int]) -> dict[str, Any]:
    ours = line(formulation, question, arm, sizes)
    head = {"formulation": formulation, "question": question, "arm": arm}
    if ours.refused:
        return {**head, "refused": ours.refused}
    formulas = {kind: [_shown(formula) for formula in ours.formulas(kind)] for kind in KINDS}
    counts = {kind: [list(ours.counts[n].by(kind)) for n in sizes] for kind in KINDS}
    return {**head, "formulas": formulas, "counts": counts}


def _row(source: str, row: Row, sizes: Sequence[int]) -> dict[str, Any]:
    formula = None if row.times is None else [str(row.times), str(row.plus)]
    head: dict[str, Any] = {
        "source": source,
        "table": row.table,
        "row": row.row,
        "question": row.question,
        "arm": row.arm,
        "by": row.by,
        "nearest": row.nearest,
        "formula": formula,
        "quoted": row.quoted or row.at(6),
    }
    if row.erratum:
        head["erratum"] = row.erratum
    try:
        verdict = compare(row, sizes)
    except LinkwiseError as error:
        return {**head, "verdict": "not comparable", "says": row.says or error.what}
    head |= {"verdict": verdict.word, "kind": verdict.kind, "ours_by": verdict.by}
    if verdict.until is not None:
        head["until"] = verdict.until
    if row.meant is not None:
        head |= {"meant": [str(formula) for formula in row.meant], "meant_verdict": compare(row.corrected, sizes).word}
    if verdict.cost is None:
        return {**head, "says": row.says}
    ours = _ours(row, verdict.by, verdict.kind, sizes)
    more = {kind: _ours(row, row.by, kind, sizes) for kind in _kinds(row)}
    return {**head, "ours": list(verdict.cost), "ours_formula": ours["formula"], "counts": more, "says": row.says}


def _kinds(row: Row) -> tuple[str, str]:
    """The counts that are shown next to a row: as written, and as needed or as a program."""
    return ("written", "needed") if row.quantities else ("written", "program")


def _ours(row: Row, by: str, kind: str, sizes: Sequence[int]) -> dict[str, Any]:
    """One of our counts for n = 6 or for the robot, and as polynomials if the row has some."""
    if row.question == "primitive":
        return {"formula": None, "count": list(primitive(by, row.arm).by(kind))}
    n = None if row.arm not in ARMS else 6 if 6 in sizes else sizes[-1]
    count = list(counted(by, row.question, row.arm, n, kind, row.quantities, row.tip))
    if row.times is None:
        return {"formula": None, "count": count}
    fitted = polynomials(by, row.question, row.arm, kind, sizes, row.quantities, row.tip)
    return {"formula": [_shown(formula) for formula in fitted], "count": count}


def _shown(formula: Any) -> str | None:
    """A formula with the first n that it holds for, unless that is 2."""
    if formula is None:
        return None
    return str(formula) if formula.since <= 2 else f"{formula} (n >= {formula.since})"
