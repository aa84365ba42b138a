"""The whole ledger as plain data: what is pinned, printed and put on the page."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ...errors import LinkwiseError
from .arms import ARMS
from .book import SIZES, counted, polynomials
from .compare import compare
from .lines import line, wanted
from .measure import KINDS
from .primitives import primitive
from .printed import PRINTED, Row

Task = tuple[str, str, Callable[[], dict[str, Any]]]
"""The part of the document it belongs to, what is being done, and how it is done."""


def tasks(
    sizes: Sequence[int] = SIZES, formulations: Sequence[str] = (), questions: Sequence[str] = ()
) -> Iterator[Task]:
    """What there is to do, one line or one printed row each.

    >>> part, name, do = next(tasks([2, 3], ["newton_euler.luh_walker_paul"]))
    >>> part, do()["counts"]["needed"]
    ('lines', [[95, 65, 0, 0], [212, 155, 0, 0]])
    """
    for formulation, question, arm in wanted(formulations, questions):
        name = f"{formulation} {question} {arm}"
        yield "lines", name, partial(_line, formulation, question, arm, sizes)
    for source, rows in PRINTED.items():
        for row in rows:
            if (not formulations or row.by in formulations) and (not questions or row.question in questions):
                name = f"{source} {row.table} {row.row}"
                yield "printed", name, partial(_row, source, row, sizes)


def made(
    sizes: Sequence[int] = SIZES, formulations: Sequence[str] = (), questions: Sequence[str] = ()
) -> dict[str, Any]:
    """The ledger: `sizes`, a list of `lines`, a list of `printed` rows."""
    found: dict[str, Any] = {"sizes": list(sizes), "lines": [], "printed": []}
    for part, _, do in tasks(sizes, formulations, questions):
        found[part].append(do())
    return found


def text(found: dict[str, Any]) -> str:
    """The document as JSON, one line for each of its lines and rows.

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
    parts = [f'"sizes": {json.dumps(found["sizes"])}']
    for part in ("lines", "printed"):
        entries = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in found[part])
        parts.append(f'"{part}": [\n{entries}\n]')
    return "{\n" + ",\n".join(parts) + "\n}"


def _line(formulation: str, question: str, arm: str, sizes: Sequence[int]) -> dict[str, Any]:
    found = line(formulation, question, arm, sizes)
    head = {"formulation": formulation, "question": question, "arm": arm}
    if found.refused:
        return {**head, "refused": found.refused}
    formulas = {kind: [_shown(formula) for formula in found.formulas(kind)] for kind in KINDS}
    counts = {kind: [list(found.counts[n].by(kind)) for n in sizes] for kind in KINDS}
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
    if verdict.found is None:
        return {**head, "says": row.says}
    ours = _ours(row, verdict.by, verdict.kind, sizes)
    more = {kind: _ours(row, row.by, kind, sizes) for kind in _kinds(row)}
    return {**head, "ours": list(verdict.found), "ours_formula": ours["formula"], "counts": more, "says": row.says}


def _kinds(row: Row) -> tuple[str, str]:
    """What is shown beside a row: its equations as written, and what becomes of them."""
    return ("written", "needed") if row.quantities else ("written", "program")


def _ours(row: Row, by: str, kind: str, sizes: Sequence[int]) -> dict[str, Any]:
    """One of our counts for n = 6, or for the robot, and as polynomials where the row has some."""
    if row.question == "primitive":
        return {"formula": None, "count": list(primitive(by, row.arm).by(kind))}
    n = None if row.arm not in ARMS else 6 if 6 in sizes else sizes[-1]
    count = list(counted(by, row.question, row.arm, n, kind, row.quantities, row.tip))
    if row.times is None:
        return {"formula": None, "count": count}
    fitted = polynomials(by, row.question, row.arm, kind, sizes, row.quantities, row.tip)
    return {"formula": [_shown(formula) for formula in fitted], "count": count}


def _shown(formula: Any) -> str | None:
    """A formula with the n it begins to hold at, where that is not 2."""
    if formula is None:
        return None
    return str(formula) if formula.since <= 2 else f"{formula} (n >= {formula.since})"
