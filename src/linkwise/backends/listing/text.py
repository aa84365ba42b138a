"""A listing as text."""

from itertools import groupby

from .comment import preface
from .flow import rows
from .page import Page
from .spelling import spelled


def written(page: Page) -> str:
    """The text: sections with a blank line between them, at the end each result."""
    lines = preface(page)
    if page.constants:
        lines += ["", "constants", *(f"{page.plain(i)} = {value!r}" for i, value in page.constants)]
    for section, group in groupby(page.lines, lambda line: line.section):
        lines += ["", section, *(f"{line.name} = {line.expression}" for line in group)]
    lines.append("")
    for array in page.gives:
        entries = rows([spelled(entry, page.plain) for entry in array.entries], array.port.shape)
        head = f"{array.name.rstrip('_')} = "
        lines += [f"{' ' * len(head) if k else head}{line}" for k, line in enumerate(entries)]
    return "\n".join(lines) + "\n"
