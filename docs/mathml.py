"""A Sphinx extension: equations become MathML while the site is built, so that a page needs no script to show them."""

import html
from typing import Any
from xml.etree import ElementTree

from docutils import nodes
from docutils.utils.math.latex2mathml import MathError, tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging

SPACE = "http://www.w3.org/1998/Math/MathML"
COMBINING = {"˙": "\u0307", "¨": "\u0308", "ˉ": "\u0304", "˜": "\u0303", "ˆ": "\u0302", "~": "\u0303", "^": "\u0302"}
"""Accents that stand by themselves, as those that sit on the letter before them."""

ElementTree.register_namespace("", SPACE)


def mathml(tex: str, as_block: bool = False) -> str:
    """An equation in LaTeX as MathML."""
    try:
        text = tex2mathml(tex, as_block=as_block).replace("&ApplyFunction;", "\u2061")  # a name XML does not know
        tree = ElementTree.fromstring(text)
    except MathError as error:
        logging.getLogger(__name__).warning("%s in the equation %s", error, tex)
        return html.escape(tex)
    for element in list(tree.iter()):
        _sit_accent(element)
    ElementTree.indent(tree, "")
    return ElementTree.tostring(tree, encoding="unicode").replace("\n", "")


def _sit_accent(element: ElementTree.Element) -> None:
    """Put an accent onto its letter: browsers without a font for mathematics let the two touch.

    Of a letter with an index and an accent the converter makes one thing with parts below and above; it becomes a
    letter with an index.
    """
    parts = list(element)
    kind = element.tag.removeprefix(f"{{{SPACE}}}")
    if kind not in ("mover", "munderover") or parts[-1].text not in COMBINING:
        return
    letter = parts[0]
    if letter.tag != f"{{{SPACE}}}mi" or len(letter.text or "") != 1:
        return
    letter.text = _italic(letter.text or "") + COMBINING[parts[-1].text or ""]
    element.remove(parts[-1])
    element.attrib.clear()
    element.tag = f"{{{SPACE}}}{'mrow' if kind == 'mover' else 'msub'}"


def _italic(letter: str) -> str:
    """A letter as the italic one of mathematics, which an element of two characters is not made by itself."""
    for first, last, italic in (("a", "z", 0x1D44E), ("A", "Z", 0x1D434), ("α", "ω", 0x1D6FC)):
        if first <= letter <= last and letter != "h":
            return chr(italic + ord(letter) - ord(first))
    return letter


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
