"""A listing as text for people to read."""

from itertools import groupby

from .comment import preface
from .flow import rows
from .page import Page
from .spelling import CHOICE, POWER, Dialect, short, spelled

TEXT = Dialect(
    number=short,
    square="{0}**2",
    square_binds=POWER,
    truth="({test})",
    choice="{yes} if {test} else {no}",
    choice_binds=CHOICE,
)
"""As Python writes it, with short numbers; a comparison in parentheses stands for 1 or 0."""


def written(page: Page) -> str:
    """The text: a blank line between sections, and each result at the end."""
    lines = preface(page)
    lines += ["A comparison in parentheses is 1 where it holds, else 0."] if page.compares else []
    if page.constants:
        lines += ["", "constants", *(f"{page.plain(i)} = {value!r}" for i, value in page.constants)]
    for section, group in groupby(page.lines, lambda line: line.section):
        lines += ["", section, *(f"{line.name} = {line.expression}" for line in group)]
    lines.append("")
    for array in page.gives:
        entries = rows([spelled(entry, page.plain, TEXT) for entry in array.entries], array.port.shape)
        head = f"{array.name.rstrip('_')} = "
        lines += [f"{' ' * len(head) if k else head}{line}" for k, line in enumerate(entries)]
    return "\n".join(lines) + "\n"
