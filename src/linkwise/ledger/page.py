"""The ledger as a page of Markdown, made from its document."""

from itertools import groupby
from typing import Any

from .arms import ARMS
from .book import SIZES
from .document import made
from .measure import KINDS

HEAD = """# The cost ledger

How many multiplications and additions each formulation takes, counted by running it, beside what the sources print.

| count | what is counted |
|---|---|
| plain | the equations as written, by subroutines that know nothing: ×0, ×1 and +0 are done too |
| written | the equations as written; constants are worked out before, and ×0, ×1 and +0 are dropped |
| needed | of that, what the answer needs: components nobody uses are left out |
| program | what linkwise runs: the same number is never computed twice |

From one to the next: what folding saves, what leaving out saves, what sharing saves. A formula is exact for every n
counted ({sizes}) from the n it names on, from 2 where it names none; a dash means that no polynomial up to n⁴ is: with
quarter turns a program's additions often have none, for whether a difference is needed in both signs depends on the
place in the chain. Sines and cosines are not counted, nor are changes of sign, except in verdicts on programs, where
they are additions. Where a formulation checks that its answer exists, what no answer needs is left out of every count.

The arms: {arms}. In both general arms the base frame stands in the first joint, gravity is along its z, and nothing
pushes at the tip.
"""

PRINTED = """## Printed counts

*reproduced*: one of our counts is the printed one for every n from 3 on. *beaten*: one of ours has neither more
multiplications nor more additions for every n from 3 to {last}. ~ marks a formulation that is only near the row's.
"""


def page(found: dict[str, Any] | None = None) -> str:
    """The page of a document; without one everything is counted, which takes minutes.

    >>> print(page({"sizes": [2, 3], "lines": [], "printed": []}).splitlines()[0])
    # The cost ledger
    """
    data = made(SIZES) if found is None else found
    sizes = data["sizes"]
    arms = "; ".join(f"*{name}*, {arm.means}" for name, arm in ARMS.items())
    parts = [HEAD.format(sizes=f"{sizes[0]} to {sizes[-1]}", arms=arms), PRINTED.format(last=sizes[-1])]
    for (source, table), rows in groupby(data["printed"], lambda row: (row["source"], row["table"])):
        parts.append(_printed(source, table, list(rows)))
    parts.append("## Formulations\n\nThe numbers are those for n = 6, or the largest n counted.\n")
    for question, lines in groupby(sorted(data["lines"], key=lambda line: line["question"]), lambda x: x["question"]):
        parts.append(_lines(question, list(lines), sizes))
    return "\n".join(parts)


def _printed(source: str, table: str, rows: list[dict[str, Any]]) -> str:
    title = f"### {table if table.startswith('text') else 'Table ' + table} [{source}]\n"
    head = "| row | arm | printed | n = 6 | ours | | by | verdict | |\n|---|---|---|---|---|---|---|---|---|"
    return "\n".join([title, head, *map(_printed_row, rows), ""])


def _printed_row(row: dict[str, Any]) -> str:
    by = row.get("ours_by") or row["by"]
    near = "~" if row["nearest"] or by != row["by"] else ""
    says = " ".join(text for text in (row["says"], row.get("erratum") and f"**Misprint:** {row['erratum']}") if text)
    word = f"{row['verdict']} ({row['kind']})" if row.get("kind") else row["verdict"]
    cells = (
        row["row"], row["arm"], pair(row["formula"]), pair(row["quoted"]), pair(row.get("ours_formula")),
        pair((row.get("ours") or [])[:2]), near + by, word, says,
    )  # fmt: skip
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _lines(question: str, lines: list[dict[str, Any]], sizes: list[int]) -> str:
    at = sizes.index(6) if 6 in sizes else len(sizes) - 1
    head = "| formulation | arm | " + " | | ".join(KINDS) + " | | saved by |\n|" + "---|" * (3 + 2 * len(KINDS))
    rows = []
    for line in lines:
        start = f"| {line['formulation']} | {line['arm']} | "
        if "refused" in line:
            rows.append(start + f"{line['refused']} |" + " |" * 2 * len(KINDS))
            continue
        cells = [f"{pair(line['formulas'][kind])} | {pair(line['counts'][kind][at][:2])}" for kind in KINDS]
        rows.append(start + " | ".join([*cells, saved([line["counts"][kind][at] for kind in KINDS])]) + " |")
    return "\n".join([f"### {question}\n", head, *rows, ""])


def saved(costs: list[list[int]]) -> str:
    """What folding, leaving out and sharing save, in per cent of the plain count of multiplications and additions.

    >>> saved([[60, 40, 0, 0], [30, 20, 9, 0], [25, 20, 1, 0], [25, 20, 1, 0]])
    'folding 50 %, leaving out 5 %, sharing 0 %'
    """
    plain, written, needed, program = (sum(cost[:2]) for cost in costs)
    steps = {"folding": plain - written, "leaving out": written - needed, "sharing": needed - program}
    return ", ".join(f"{name} {round(100 * step / max(plain, 1))} %" for name, step in steps.items())


def pair(two: Any) -> str:
    """Multiplications and additions, with a dash for what is not known.

    >>> pair(["93n - 108", None]), pair([450, 386]), pair(None)
    ('93n - 108; –', '450; 386', '–')
    """
    return "; ".join("–" if x is None else str(x) for x in two) if two else "–"
