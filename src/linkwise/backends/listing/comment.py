"""Words of the caller and of ours as comments that end where they should."""

import re
from collections.abc import Iterable
from textwrap import wrap

from .page import Page

WIDTH = 100
"""Where comments are broken."""


def cleaned(text: str) -> str:
    """A text on one line, with nothing in it that ends a comment or cannot be seen.

    >>> cleaned("an arm */\\n of \\u202etwo links")
    'an arm * / of two links'
    """
    seen = "".join(c if c.isprintable() else " " for c in text)
    apart = re.sub(r"\?(?=\?)|\*(?=/)|/(?=\*)", r"\g<0> ", seen.replace("\\", "/"))  # "??" is a letter of C's own
    return " ".join(apart.split())


def preface(page: Page) -> list[str]:
    """Title, remarks, names and cost, as lines of words."""
    said = [[page.title], page.remarks, page.legend, [page.operations]]
    found: list[str] = []
    for group in said:
        lines = [line for text in group for line in wrap(cleaned(text), WIDTH, subsequent_indent="  ")]
        found += ["", *lines] if found and lines else lines
    return found


def commented(lines: Iterable[str], mark: str) -> list[str]:
    """Lines behind a mark.

    >>> commented(["a", ""], "%")
    ['% a', '%']
    """
    return [f"{mark} {line}".rstrip() for line in lines]
