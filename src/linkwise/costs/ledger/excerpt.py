"""What the ledger has of one formulation's answer, as Markdown; taken from the pinned document, nothing is counted."""

from typing import Any

from .page import pair

ANEW = "python -m linkwise.costs.ledger > tests/counts/ledger.json"
"""The command that counts."""

SHOWN = ("written", "program")


def lines_of(found: dict[str, Any], formulation: str, question: str) -> list[str]:
    """Our counts of an answer, and the printed counts of the same algorithm: a table each.

    >>> print(lines_of({"sizes": [6], "lines": [], "printed": []}, "newton_euler.somebody", "inverse_dynamics")[0])
    **Cost.** Not counted yet: run `python -m linkwise.costs.ledger > tests/counts/ledger.json`.
    """
    ours = [x for x in found["lines"] if (x["formulation"], x["question"]) == (formulation, question)]
    if not ours:
        return [f"**Cost.** Not counted yet: run `{ANEW}`."]
    n = 6 if 6 in found["sizes"] else found["sizes"][-1]
    at = found["sizes"].index(n)
    head = f"| arm | as written | n = {n} | as a program | n = {n} |\n|---|---|---|---|---|\n"
    rows = [f"| {line['arm']} | {_counts(line, at)} |" for line in ours]
    said = "**Cost.** Multiplications; additions for n joints, on the arms of [the ledger](../ledger.md)."
    blocks = [said, head + "\n".join(rows)]
    theirs = [row for row in found["printed"] if (row["by"], row["question"]) == (formulation, question)]
    whole = [_printed(row) for row in theirs if not row["nearest"] and _is_whole(row)]
    if whole:
        head = "| printed in | row | on | multiplications; additions | n = 6 | ours |\n|---|---|---|---|---|---|\n"
        blocks.append(head + "\n".join(whole))
    return blocks


def _is_whole(row: dict[str, Any]) -> bool:
    """Whether a row is an algorithm, not one equation of it."""
    return "needed" not in row.get("counts", {}) or row["row"] in ("total", "both steps")


def _counts(line: dict[str, Any], at: int) -> str:
    if "refused" in line:
        return f"{line['refused']} | | |"
    return " | ".join(f"{pair(line['formulas'][kind])} | {pair(line['counts'][kind][at][:2])}" for kind in SHOWN)


def _printed(row: dict[str, Any]) -> str:
    table = row["table"] if row["table"].startswith("text") else f"Table {row['table']}"
    wrong = f" (misprinted: {row['erratum']})" if "erratum" in row else ""
    cells = (f"{table} [{row['source']}]", row["row"], row["arm"], pair(row["formula"]) + wrong, pair(row["quoted"]))
    return f"| {' | '.join(cells)} | {row['verdict']} |"
