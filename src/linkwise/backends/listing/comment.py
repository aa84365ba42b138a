"""Comments of generated files: nothing in a title or remark can end one early."""

import re
from collections.abc import Iterable
from textwrap import wrap

from .page import Page

WIDTH = 100
"""The longest line of a comment."""


def cleaned(text: str) -> str:
    """A text on one line, without anything that ends a comment or is invisible.

    >>> cleaned("an arm */\\n of \\u202etwo links")
    'an arm * / of two links'
    """
    visible = "".join(c if c.isprintable() else " " for c in text)
    apart = re.sub(r"\?(?=\?)|\*(?=/)|/(?=\*)", r"\g<0> ", visible.replace("\\", "/"))  # "??" begins a trigraph in C
    return " ".join(apart.split())


def preface(page: Page) -> list[str]:
    """Title, remarks, what the names mean, and the operations: the lines at the top of every listing."""
    lines: list[str] = []
    for paragraph in ([page.title], page.remarks, page.legend, [page.operations]):
        wrapped = [line for text in paragraph for line in wrap(cleaned(text), WIDTH, subsequent_indent="  ")]
        lines += ["", *wrapped] if lines and wrapped else wrapped
    return lines


def commented(lines: Iterable[str], mark: str) -> list[str]:
    """Lines as comments, each after the language's mark.

    >>> commented(["a", ""], "%")
    ['% a', '%']
    """
    return [f"{mark} {line}".rstrip() for line in lines]
