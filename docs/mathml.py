"""A Sphinx extension: equations become MathML while the site is built, so that a page needs no script to show them."""

import re
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx


ACCENTED = re.compile(r"\\(d?dot|tilde|hat|bar|vec)\s*(\\[A-Za-z]+|\{[^{}]*\}|\w)(?=[_^])")
"""A letter with an accent and an index: the converter would set the index below the accent."""


def mathml(tex: str, as_block: bool = False) -> str:
    """An equation in LaTeX as MathML."""
    return tex2mathml(ACCENTED.sub(r"{\\\1 \2}", tex), as_block=as_block)


def inline(translator: Any, node: nodes.math) -> None:
    """Writes an equation within a line."""
    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def block(translator: Any, node: nodes.math_block) -> None:
    """Writes an equation on lines of its own."""
    translator.body.append(f'<div class="math">{mathml(node.astext(), as_block=True)}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
