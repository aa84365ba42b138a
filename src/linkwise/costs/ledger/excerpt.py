"""The part of the ledger about one formulation's answer, as Markdown; taken from the pinned document, not counted."""

from typing import Any

from .page import pair

RECOUNT = "python -m linkwise.costs.ledger > tests/counts/ledger.json"
"""The command that counts everything again."""

SHOWN = ("written", "program")
"""The counts that are shown."""


def lines_of(ledger: dict[str, Any], formulation: str, question: str) -> list[str]:
    """Our counts of an answer, and the printed counts of the same algorithm, as one table each.

    >>> print(lines_of({"sizes": [6], "lines": [], "printed": []}, "newton_euler.somebody", "inverse_dynamics")[0])
    **Cost.** Not counted yet: run `python -m linkwise.costs.ledger > tests/counts/ledger.json`.
    """
    ours = [x for x in ledger["lines"] if (x["formulation"], x["question"]) == (formulation, question)]
    if not ours:
        return [f"**Cost.** Not counted yet: run `{RECOUNT}`."]
    n = 6 if 6 in ledger["sizes"] else ledger["sizes"][-1]
    at = ledger["sizes"].index(n)
    head = f"| arm | as written | n = {n} | as a program | n = {n} |\n|---|---|---|---|---|\n"
    rows = [f"| {line['arm']} | {_counts(line, at)} |" for line in ours]
    intro = "**Cost.** Multiplications; additions for n joints, on the arms of [the ledger](../ledger.md)."
    blocks = [intro, head + "\n".join(rows)]
    printed = [row for row in ledger["printed"] if (row["by"], row["question"]) == (formulation, question)]
    whole = [_printed(row) for row in printed if not row["nearest"] and _is_whole(row)]
    if whole:
        head = "| printed in | row | on | multiplications; additions | n = 6 | ours |\n|---|---|---|---|---|---|\n"
        blocks.append(head + "\n".join(whole))
    return blocks


def _is_whole(row: dict[str, Any]) -> bool:
    """Whether a row is about a whole algorithm, not one of its equations."""
    return "needed" not in row.get("counts", {}) or row["row"] in ("total", "both steps")


def _counts(line: dict[str, Any], at: int) -> str:
    if "refused" in line:
        return f"{line['refused']} | | |"
    return " | ".join(f"{pair(line['formulas'][kind])} | {pair(line['counts'][kind][at][:2])}" for kind in SHOWN)


def _printed(row: dict[str, Any]) -> str:
    table = row["table"] if row["table"].startswith("text") else f"Table {row['table']}"
    misprint = f" (misprinted: {row['erratum']})" if "erratum" in row else ""
    cells = (f"{table} [{row['source']}]", row["row"], row["arm"], pair(row["formula"]) + misprint, pair(row["quoted"]))
    return f"| {' | '.join(cells)} | {row['verdict']} |"
