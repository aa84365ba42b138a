"""The ledger as a page of Markdown, written from its document."""

from collections import Counter
from itertools import groupby
from textwrap import fill
from typing import Any

from .arms import ARMS
from .book import SIZES
from .document import full_ledger
from .measure import KINDS

HEAD = """# The cost ledger

How many multiplications and additions each formulation takes, counted by running it, next to what the sources print.

| count | what is counted |
|---|---|
| plain | the equations as written, by general subroutines: ×0, ×1 and +0 are carried out |
| written | the equations as written, with constants computed beforehand and ×0, ×1 and +0 dropped |
| needed | the same, with components that the answer does not need left out |
| program | what linkwise runs: no number is computed twice |

The steps from one count to the next show what folding, leaving out and sharing save. A formula is exact for every n
counted ({sizes}), starting at the n it names, or at 2. A dash means that no polynomial up to n⁴ fits: with quarter
turns, the additions of a program often have none, because whether a difference is needed in both signs depends on the
place in the chain. Sines, cosines and changes of sign are not counted, except in verdicts on programs, where changes of
sign are additions. Divisions and square roots are listed beside the counts; in verdicts they are multiplications. Where
a formulation checks that its answer exists, operations that only the check needs are left out of every count. Two
numbers together are multiplications; additions.

{arms}

In both general arms the base frame is at the first joint, gravity is along its z axis, and no force acts on the tip.

`python -m linkwise.costs.ledger > tests/counts/ledger.json` counts everything again, which takes some minutes;
`python -m linkwise.costs.ledger --page tests/counts/ledger.json > docs/ledger.md` writes this page.

## Verdicts

*reproduced*: one of our counts is the printed one for every n from 3 to {last}. *beaten*: one of our counts has neither
more multiplications nor more additions for every n from 3 to {last}; if the formulas show that this ends at some n, the
verdict says so. *not reached*: neither. *not comparable*: the source gives too little to count.
A verdict names the count it rests on, and the formulation if it is not the row's own. *Misprinted*: the row contradicts
itself or its equation; the verdict is on the row as printed, and the note has the verdict on what is meant.
"""

WORDS = ("reproduced", "beaten", "not reached", "not comparable")
"""The verdicts."""


def page(ledger: dict[str, Any] | None = None) -> str:
    """The page of a ledger; without one, everything is counted, which takes minutes.

    >>> print(page({"sizes": [2, 3], "lines": [], "printed": []}).splitlines()[0])
    # The cost ledger
    """
    data = full_ledger(SIZES) if ledger is None else ledger
    sizes = data["sizes"]
    arms = "; ".join(f"*{name}*, {arm.means}" for name, arm in ARMS.items())
    head = HEAD.format(sizes=f"{sizes[0]} to {sizes[-1]}", last=sizes[-1], arms=fill(f"The arms: {arms}.", 120))
    tables = [(key, list(rows)) for key, rows in groupby(data["printed"], lambda row: (row["source"], row["table"]))]
    parts = [head, _summary(tables), "## Printed counts\n", *(_printed(*key, rows) for key, rows in tables)]
    parts.append("## Formulations\n\nOn the arms with n joints; the other formulas are in tests/counts/ledger.json.\n")
    for question, lines in groupby(sorted(data["lines"], key=lambda line: line["question"]), lambda x: x["question"]):
        parts.append(_lines(question, list(lines), sizes))
    return "\n".join(parts)


def _summary(tables: list[tuple[tuple[str, str], list[dict[str, Any]]]]) -> str:
    every = [row for _, rows in tables for row in rows]
    lines = [f"| printed | rows | {' | '.join(WORDS)} | misprinted |", "|---|" + "---|" * 6]
    for (source, table), rows in [*tables, (("", "all"), every)]:
        words = Counter(row["verdict"] for row in rows)
        counts = [len(rows), *(words[word] for word in WORDS), sum("erratum" in row for row in rows)]
        lines.append(f"| {_title(source, table) if source else table} | {' | '.join(map(str, counts))} |")
    meant = Counter(row["meant_verdict"] for row in every if "meant" in row and row["verdict"] == "not reached")
    total = sum(meant.values())
    verdicts = ", ".join(f"{meant[word]} {word}" for word in WORDS if meant[word]) or "none"
    lines += ["", f"Of the rows not reached, {total} are misprinted; the counts they mean: {verdicts}."]
    return "\n".join([*lines, ""])


def _title(source: str, table: str) -> str:
    return f"{table if table.startswith('text') else 'Table ' + table} [{source}]"


def _printed(source: str, table: str, rows: list[dict[str, Any]]) -> str:
    """A printed table, by equations of one formulation or by algorithms, with notes below it."""
    of_equations = any("needed" in row.get("counts", ()) for row in rows)
    by_algorithms = not of_equations and rows[0]["question"] != "primitive"
    heads = ["row", "on", "printed", "n = 6", "written", "n = 6", "program", "n = 6", "verdict", "notes"]
    lines = [f"### {_title(source, table)}\n"]
    if of_equations:
        heads[6] = "needed"
        totals = " For totals, the program is under *needed*." if "program" in rows[-1].get("counts", ()) else ""
        lines.append(f"Ours is `{rows[0]['by']}`.{totals}\n")
    heads[1:1] = ["formulation"] if by_algorithms else []
    lines += [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    notes: list[str] = []
    for row in rows:
        notes += [text for text in remarks_on(row) if text not in notes]
        cells = [row["row"], row["arm"], pair(row["formula"]), pair(row["quoted"])]
        for each in (row.get("counts") or {"written": None, "program": None}).values():
            cells += [pair(each["formula"]), pair(each["count"][:2])] if each else ["–", "–"]
        cells += [verdict_on(row), ", ".join(str(notes.index(text) + 1) for text in remarks_on(row))]
        cells[1:1] = [("near " if row["nearest"] else "") + row["by"]] if by_algorithms else []
        lines.append(f"| {' | '.join(cells)} |")
    numbered = [fill(f"{k}. {text}", 120, subsequent_indent="   ") for k, text in enumerate(notes, 1)]
    return "\n".join([*lines, *([""] if numbered else []), *numbered, ""])


def remarks_on(row: dict[str, Any]) -> list[str]:
    """The notes on a row.

    >>> remarks_on({"says": "", "erratum": "#12"})
    ['Misprint #12.']
    """
    notes = [row["says"]] if row["says"] else []
    if "meant" in row:
        notes.append(f"Misprint {row['erratum']}: {pair(row['meant'])} is meant, {row['meant_verdict']}.")
    elif "erratum" in row:
        notes.append(f"Misprint {row['erratum']}.")
    return notes


def verdict_on(row: dict[str, Any]) -> str:
    """The verdict on a row, with the count it rests on.

    >>> verdict_on({"verdict": "reproduced", "kind": "needed", "by": "lagrange.waters", "ours_by": "lagrange.waters"})
    'reproduced (needed)'
    """
    if not row.get("kind"):
        return str(row["verdict"])
    other = row["ours_by"] != row["by"]
    whose = f" of {row['ours_by']}, {pair(row['ours'][:2])}" if other else ""
    last = f" up to n = {row['until']}" if "until" in row else ""
    return f"{row['verdict']}{last} ({row['kind']}{whose})"


def _lines(question: str, lines: list[dict[str, Any]], sizes: list[int]) -> str:
    """The formulations that answer a question, each with two formulas and the four counts for one n."""
    at = sizes.index(6) if 6 in sizes else len(sizes) - 1
    heads = ["formulation", "arm", "written", "program", *(f"{kind}, n = {sizes[at]}" for kind in KINDS), "saved by"]
    rows = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for line in lines:
        cells = [line["formulation"], line["arm"]]
        if "refused" in line:
            cells += [line["refused"], *[""] * (len(heads) - 3)]
        else:
            cells += [pair(line["formulas"][kind]) for kind in ("written", "program")]
            cells += [pair(line["counts"][kind][at][:2]) for kind in KINDS]
            cells.append(saved([line["counts"][kind][at] for kind in KINDS]))
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([f"### {question}\n", *rows, ""])


def saved(costs: list[list[int]]) -> str:
    """What folding, leaving out and sharing save, in per cent of the plain multiplications and additions.

    >>> saved([[60, 40, 0, 0], [30, 20, 9, 0], [25, 20, 1, 0], [25, 20, 1, 0]])
    'folding 50 %, leaving out 5 %, sharing 0 %'
    """
    plain, written, needed, program = (sum(cost[:2]) for cost in costs)
    steps = {"folding": plain - written, "leaving out": written - needed, "sharing": needed - program}
    return ", ".join(f"{name} {round(100 * step / max(plain, 1))} %" for name, step in steps.items())


def pair(two: Any) -> str:
    """Multiplications and additions as text, with a dash for an unknown number.

    >>> pair(["93n - 108", None]), pair([450, 386]), pair(None)
    ('93n - 108; –', '450; 386', '–')
    """
    return "; ".join("–" if x is None else str(x) for x in two) if two else "–"
