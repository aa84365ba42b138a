"""A certificate as text, and as a table for notebooks."""

import textwrap
from string import ascii_lowercase

from ..errors import plain
from ..html_table import html_table
from .certificate import (
    CERTIFIED,
    FAILED,
    FAILS,
    HOLDS,
    NOT_HERE,
    NOT_REACHED,
    NOTHING,
    UNFINISHED,
    Certificate,
    Verdict,
)

WORDS = {
    CERTIFIED: "Certified",
    FAILED: "Not certified, a law fails",
    UNFINISHED: "Not certified, the budget was spent",
    NOTHING: "Nothing to certify, no law of dynamics applies",
}
"""The first words of the third line."""

WIDTH = 118
"""Columns of the text."""


def written(certificate: Certificate) -> str:
    """The printed certificate: what was tested, how many laws hold, each law with its figure, the bounds' reasons.

    >>> verdict = Verdict("a law", "0 = 0", HOLDS, 1e-16, 1e-13, "rounding", state=3, where=("elbow",))
    >>> print(written(Certificate("arm", "5e1f", "0.1.0", 6, 6, 32, 0, (verdict,))))
    Certificate of robot arm by linkwise 0.1.0
    Model 5e1f: 6 coordinates, 6 moving links. 32 random states, seed 0.
    Certified: 1 law holds, 0 fail, 0 do not apply.
    <BLANKLINE>
    holds           a law                  0 = 0
                    1.0e-16 <= 1.0e-13 (a) at state 3, elbow
    <BLANKLINE>
    Bounds: (a) rounding.
    """
    reasons = {verdict.reason: None for verdict in certificate.laws if verdict.reason}
    letters = {reason: f"({letter})" for reason, letter in zip(reasons, ascii_lowercase, strict=False)}
    lines = [*_head(certificate), ""]
    for verdict in certificate.laws:
        lines += _lines(verdict, letters.get(verdict.reason, ""))
    bounds = "; ".join(f"{letter} {reason}" for reason, letter in letters.items())
    return "\n".join([*lines, *(["", *textwrap.wrap(f"Bounds: {bounds}.", WIDTH)] if bounds else [])])


def notebook_table(certificate: Certificate) -> str:
    """The certificate as an HTML table, one law in each row.

    >>> verdict = Verdict("a <law>", "0 = 0", HOLDS, 1e-16, 1e-13, "rounding", state=3, where=("elbow",))
    >>> "<td>a &lt;law&gt;</td>" in notebook_table(Certificate("arm", "5e1f", "0.1.0", 6, 6, 32, 0, (verdict,)))
    True
    """
    heads = ("law", "formula", "outcome", "worst figure and bound", "remark")
    rows = [
        (each.law, each.formula, each.outcome, figures(each) + located(each, 120), each.why or each.detail)
        for each in certificate.laws
    ]
    what, tested, counts = _head(certificate)
    return html_table(f"{what}. {tested} {counts}", heads, rows)


def summary(certificate: Certificate) -> str:
    """How many laws hold, fail and do not apply; and how many were not reached, if any.

    >>> summary(Certificate("arm", "", "", 6, 6, 32, 0, ()))
    '0 laws hold, 0 fail, 0 do not apply.'
    """
    held, failed, others = (certificate.count(outcome) for outcome in (HOLDS, FAILS, NOT_HERE))
    fail, apply = "fails" if failed == 1 else "fail", "does not apply" if others == 1 else "do not apply"
    late = certificate.count(NOT_REACHED)
    reach = f", {late} {'was' if late == 1 else 'were'} not reached" if late else ""
    return f"{_plural(held, 'law')} {'holds' if held == 1 else 'hold'}, {failed} {fail}, {others} {apply}{reach}."


def figures(verdict: Verdict) -> str:
    """The worst figure and its bound; empty where nothing was measured.

    >>> figures(Verdict("a law", "0 = 0", FAILS, 1e-10, 1e-13))
    '1.0e-10 not <= 1.0e-13'
    """
    if verdict.worst is None or verdict.bound is None:
        return ""
    relation = ("" if verdict.outcome == HOLDS else "not ") + (">=" if verdict.least else "<=")
    return f"{verdict.worst:.1e} {relation} {verdict.bound:.1e}"


def located(verdict: Verdict, most: int) -> str:
    """Where the figure is worst, on one line of at most `most` characters; empty if it belongs to no state."""
    return f" at {plain(verdict.place, most)}" if verdict.place else ""


def _head(certificate: Certificate) -> list[str]:
    n, links = _plural(certificate.n, "coordinate"), _plural(certificate.links, "moving link")
    states = _plural(certificate.states, "random state")
    return [
        f"Certificate of robot {plain(certificate.robot)} by linkwise {certificate.version}",
        f"Model {certificate.fingerprint}: {n}, {links}. {states}, seed {certificate.seed}.",
        f"{WORDS[certificate.verdict]}: {summary(certificate)}",
    ]


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _lines(verdict: Verdict, letter: str) -> list[str]:
    """The law, then its figure or the reason why there is none."""
    lines = [f"{verdict.outcome:15} {verdict.law:22} {verdict.formula}"]
    if measured := figures(verdict):
        remark = f"; {plain(verdict.detail, 300)}" if verdict.detail else ""
        lines += _indented(f"{measured} {letter}{located(verdict, 120)}{remark}")
    return lines + (_indented(plain(verdict.why, 400)) if verdict.why else [])


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=" " * 16, subsequent_indent=" " * 18)
