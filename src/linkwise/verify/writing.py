"""A certificate as text."""

import textwrap
from string import ascii_lowercase

from ..errors import plain
from .certificate import FAILS, HOLDS, NOT_HERE, Certificate, Verdict

WIDTH = 118
"""Columns of the text."""


def written(found: Certificate) -> str:
    """The printed certificate: what was tested, how many laws hold, each law with its figure, the bounds' reasons.

    >>> one = Verdict("a law", "0 = 0", HOLDS, 1e-16, 1e-13, "rounding", state=3, where=("elbow",))
    >>> print(written(Certificate("arm", "5e1f", "0.1.0", 6, 6, 32, 0, (one,))))
    Certificate of robot arm by linkwise 0.1.0
    Model 5e1f: 6 coordinates, 6 moving links. 32 random states, seed 0.
    1 law holds, 0 fail, 0 do not apply.
    <BLANKLINE>
    holds           a law                  0 = 0
                    1.0e-16 <= 1.0e-13 (a) at state 3, elbow
    <BLANKLINE>
    Bounds: (a) rounding.
    """
    reasons = {verdict.reason: None for verdict in found.laws if verdict.reason}
    letters = {reason: f"({letter})" for reason, letter in zip(reasons, ascii_lowercase, strict=False)}
    n, links = _many(found.n, "coordinate"), _many(found.links, "moving link")
    lines = [
        f"Certificate of robot {plain(found.robot)} by linkwise {found.version}",
        f"Model {found.fingerprint}: {n}, {links}. {_many(found.states, 'random state')}, seed {found.seed}.",
        summary(found),
        "",
    ]
    for verdict in found.laws:
        lines += _lines(verdict, letters.get(verdict.reason, ""))
    bounds = "; ".join(f"{letter} {reason}" for reason, letter in letters.items())
    return "\n".join([*lines, *(["", *textwrap.wrap(f"Bounds: {bounds}.", WIDTH)] if bounds else [])])


def summary(found: Certificate) -> str:
    """How many laws hold, fail, do not apply.

    >>> summary(Certificate("arm", "", "", 6, 6, 32, 0, ()))
    '0 laws hold, 0 fail, 0 do not apply.'
    """
    held, failed, others = (found.count(outcome) for outcome in (HOLDS, FAILS, NOT_HERE))
    fail, apply = "fails" if failed == 1 else "fail", "does not apply" if others == 1 else "do not apply"
    return f"{_many(held, 'law')} {'holds' if held == 1 else 'hold'}, {failed} {fail}, {others} {apply}."


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _lines(verdict: Verdict, letter: str) -> list[str]:
    """The law, then its figure, or why there is none."""
    lines = [f"{verdict.outcome:15} {verdict.law:22} {verdict.formula}"]
    if verdict.worst is not None and verdict.bound is not None:
        side = ("" if verdict.outcome == HOLDS else "not ") + (">=" if verdict.least else "<=")
        place = f" at {plain(verdict.place, 120)}" if verdict.place else ""
        more = f"; {plain(verdict.detail, 300)}" if verdict.detail else ""
        lines += _indented(f"{verdict.worst:.1e} {side} {verdict.bound:.1e} {letter}{place}{more}")
    return lines + (_indented(plain(verdict.why, 400)) if verdict.why else [])


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=" " * 16, subsequent_indent=" " * 18)
