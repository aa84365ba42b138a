"""Names of variables, in ASCII and in LaTeX, and what a label of a program means.

A label is a letter, the links it belongs to, and a component: ω2x, Ω2xy, f5_6z, v3ωy. Its name puts the component first
and counts it from 1, as the book does: W12, OM122, F356, VW23; a link above 9 is set apart by an underscore: W1_12.
"""

import re
import unicodedata
from typing import NamedTuple

from ..c.identifiers import plain
from .letters import DERIVATIVES, LETTERS, MARKS, Letter

AXES = {"x": 1, "y": 2, "z": 3}
"""Components by number."""

_LABEL = re.compile(r"([^\W\d_][^\d_]*)(\d+(?:_\d+)*)([^\d_]*?)([xyz]{0,2})((?:_\d+)*)")


class Symbol(NamedTuple):
    """A variable: its name, and in LaTeX its letter and subscript.

    >>> Symbol("W12", r"\\omega", "1,2").latex
    '\\\\omega_{1,2}'
    """

    plain: str
    head: str
    below: str = ""

    @property
    def latex(self) -> str:
        """The symbol in LaTeX."""
        return f"{self.head}_{{{self.below}}}" if self.below else self.head

    def part(self, tail: str) -> "Symbol":
        """The name of a part of this variable.

        >>> Symbol("W12", r"\\omega", "1,2").part("a").plain
        'W12a'
        """
        return Symbol(self.plain + tail, self.head, f"{self.below}\\mathrm{{{tail}}}")


class Label(NamedTuple):
    """What a label means: its letter in the source, then in ASCII, LaTeX and words; its links; its component."""

    base: str
    letter: Letter
    links: tuple[int, ...]
    axes: tuple[int, ...]

    def symbol(self, stem: str) -> Symbol:
        """The variable, named with the stem that was chosen for its letter."""
        return indexed(stem, self.letter.latex, self.links, self.axes)


def parsed(label: str) -> Label | None:
    """What a label means; None where it does not have that form.

    >>> parsed("ωd2x")
    Label(base='ωd', letter=Letter(plain='WP', latex='\\\\dot{\\\\omega}', word='omega, time derivative'), links=(2,),
    axes=(1,))
    >>> parsed("f5_6z").links, parsed("something")
    ((5, 6), None)
    """
    match = _LABEL.fullmatch(unicodedata.normalize("NFD", label[:60]))
    if match is None:
        return None
    base, links, part, axes, rest = match.groups()
    letter = spelled_letter(base)
    if part:
        more = spelled_letter(part)
        letter = Letter(letter.plain + more.plain, f"{letter.latex}^{{{more.latex}}}", f"{letter.word} {more.word}")
    indices = tuple(int(k) for k in (links + rest).split("_"))
    return Label(base + part, letter, indices, tuple(AXES[axis] for axis in axes))


def spelled_letter(base: str) -> Letter:
    """A letter with its marks; in LaTeX further letters become a superscript.

    >>> spelled_letter("sdd"), spelled_letter("ωI").plain
    (Letter(plain='SDP', latex='\\\\ddot{s}', word='s, second time derivative'), 'WI')
    """
    marks = []
    tail = re.search(r"(?<=[^\W\d_])([\u0300-\u036f]?)(dd?)$", base)
    if tail is not None and len(unicodedata.normalize("NFC", base[: tail.start(2)])) <= 2:
        marks, base = [DERIVATIVES[tail[2]]], base[: tail.start(2)]
    while len(base) > 1 and base[-1] in MARKS:
        marks, base = [MARKS[base[-1]], *marks], base[:-1]
    first, rest = _one(base[0]), [_one(c) for c in base[1:]]
    name, latex, word = first.plain, first.latex, first.word
    for mark in marks:
        name, latex, word = name + mark.plain, mark.latex.format(latex), f"{word}, {mark.word}"
    if rest:
        name += "".join(letter.plain for letter in rest)
        latex += f"^{{{''.join(letter.latex for letter in rest)}}}"
        word += " " + " ".join(letter.word for letter in rest)
    return Letter(name, latex, word)


def _one(c: str) -> Letter:
    if c in LETTERS:
        return LETTERS[c]
    ascii_ = plain(c)
    return Letter(ascii_.upper(), rf"\mathrm{{{ascii_}}}" if ascii_ != c else c, ascii_)


def indexed(stem: str, head: str, links: tuple[int, ...], axes: tuple[int, ...] = ()) -> Symbol:
    """A stem followed by component and links.

    >>> indexed("W", r"\\omega", (2,), (1,)).plain, indexed("W", r"\\omega", (12,), (1,)).plain
    ('W12', 'W1_12')
    """
    component = "".join(map(str, axes))
    groups = [*([component] if axes else []), *map(str, links)]
    apart = "_" if len(groups) > 1 and any(link > 9 for link in links) else ""
    start = "_" if groups and stem[-1].isdigit() else ""
    return Symbol(stem + start + apart.join(groups), head, ",".join(groups))


def named(text: str, links: tuple[int, ...] = ()) -> Symbol:
    """A name of several letters; a number at its end becomes a subscript in LaTeX.

    >>> named("XXR2").latex, named("dtau_dq", (1, 2)).plain
    ('\\\\mathit{XXR}_{2}', 'dtau_dq12')
    """
    stem = plain(text)
    numbered = re.fullmatch(r"(.*[A-Za-z])(\d+)", stem)
    if numbered and not links:
        return Symbol(stem, _italic(numbered[1]), numbered[2])
    return indexed(stem, _italic(stem), links)


def _italic(word: str) -> str:
    return word if len(word) == 1 else rf"\mathit{{{word}}}".replace("_", r"\_")
