"""What was found on this machine: data, a verdict, and the same as text and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...errors import encodable
from ...html_table import html_table
from .answers import Answered
from .trouble import Trouble

SOUND, DEGRADED, WRONG = "sound", "degraded", "wrong"
"""The verdicts."""


@dataclass(frozen=True, repr=False)
class InstallationReport:
    """The state of linkwise on this machine.

    `versions`, `extras`, `machine`, `backends` (why one cannot run; empty if it can), `cache`, `first_answer` (seconds)
    and `speed` are dicts, empty if that part could not be examined; `answers` compares every backend with known
    numbers; `troubles` says what is wrong or degraded, and what to do.

    >>> InstallationReport(troubles=(Trouble("degraded", "no FMA", "slower", "nothing"),))
    <Installation: degraded, 1 trouble>
    """

    versions: dict[str, Any] = field(default_factory=dict)
    extras: dict[str, Any] = field(default_factory=dict)
    machine: dict[str, Any] = field(default_factory=dict)
    backends: dict[str, str] = field(default_factory=dict)
    cache: dict[str, Any] = field(default_factory=dict)
    first_answer: dict[str, float] = field(default_factory=dict)
    answers: tuple[Answered, ...] = ()
    speed: dict[str, Any] = field(default_factory=dict)
    troubles: tuple[Trouble, ...] = ()
    seconds: float = 0.0

    def of(self, kind: str) -> tuple[Trouble, ...]:
        """The troubles of a kind: "wrong", "degraded" or "note".

        >>> InstallationReport().of("wrong")
        ()
        """
        return tuple(trouble for trouble in self.troubles if trouble.kind == kind)

    @property
    def verdict(self) -> str:
        """ "wrong" if a number is wrong or missing, "degraded" if answers are right but slower or not as usual, else
        "sound".

        >>> InstallationReport().verdict
        'sound'
        """
        return WRONG if self.of("wrong") else DEGRADED if self.of("degraded") else SOUND

    @property
    def data(self) -> dict[str, Any]:
        """Everything as numbers, strings, lists and dicts, ready for JSON.

        >>> list(InstallationReport().data)[:3]
        ['verdict', 'troubles', 'versions']
        """
        return {
            "verdict": self.verdict,
            "troubles": [dict(vars(trouble)) for trouble in self.troubles],
            "versions": self.versions,
            "extras": self.extras,
            "machine": self.machine,
            "backends": self.backends,
            "cache": self.cache,
            "first_answer": self.first_answer,
            "answers": [{**each._asdict(), "right": each.right} for each in self.answers],
            "speed": self.speed,
            "seconds": self.seconds,
        }

    def rows(self) -> Iterator[tuple[str, str]]:
        """What was found, as pairs of short texts.

        >>> list(InstallationReport(versions={"python": "3.13"}).rows())
        [('python', '3.13')]
        """
        yield from ((name, found or "not installed") for name, found in self.versions.items())
        yield from _machine_rows(self.machine)
        if self.cache:
            yield "cache", _cache_text(self.cache)
        if self.first_answer:
            yield "first torque of the Panda", f"{1e3 * self.first_answer['total']:.0f} ms, nothing taken from the disk"
        for name, why in self.backends.items():
            mine = [each for each in self.answers if each.backend == name]
            if why or mine:
                yield f"backend {name}", why or _answers_text(mine)
        if self.speed:
            yield "speed", _speed_text(self.speed)
        for name, extra in self.extras.items():
            there = "installed" if extra["installed"] else f"not installed ({', '.join(extra['missing'])})"
            yield f"extra {name}", f"{there}: {extra['for']}"

    def __str__(self) -> str:
        lines = [f"{name + ':':27} {text}" for name, text in self.rows()]
        verdict = f"This installation is {self.verdict}. ({self.seconds:.1f} s)"
        return encodable("\n".join([*lines, "", *map(str, self.troubles), verdict]))

    def __repr__(self) -> str:
        count = len(self.troubles)
        return f"<Installation: {self.verdict}, {count} trouble{'s' * (count != 1)}>"

    def _repr_html_(self) -> str:
        troubles = [(each.kind, f"{each.what}: {each.consequence}. To do: {each.remedy}.") for each in self.troubles]
        return html_table(repr(self), ("", ""), [*self.rows(), *troubles])


def _machine_rows(machine: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if not machine:
        return
    yield "system", machine["system"]
    yield "processor", machine["processor"]
    yield "cores", f"{machine['cores']}, {machine['cores_for_this_process']} for this process"
    if "compiler" in machine:
        lanes = ", ".join(f"{count} of {dtype}" for dtype, count in machine["lanes"].items())
        yield "compiler", f"{machine['compiler']} for {machine['target']}"
        yield "features used", f"{', '.join(machine['features']) or 'none'}; side by side: {lanes}"


def _cache_text(cache: dict[str, Any]) -> str:
    if cache["off"]:
        return "off"
    if cache["why_not"]:
        return f"not usable: {cache['why_not']}"
    sound = f"{len(cache['damaged'])} damaged" if cache["damaged"] else "all sound"
    writable = "writable" if cache["works"] else "NOT writable"
    return f"{cache['folder']}, {writable}, {cache['entries']} entries, {cache['bytes'] / 2**20:.1f} MB, {sound}"


def _answers_text(answers: list[Answered]) -> str:
    """The worst error of each precision, next to what is allowed."""
    texts = []
    for dtype in dict.fromkeys(each.dtype for each in answers):
        mine = [each for each in answers if each.dtype == dtype]
        right = sum(each.right for each in mine)
        exact = [each.error for each in mine if each.robot == mine[0].robot]
        texts.append(f"{dtype} {right} of {len(mine)} known answers, off by {max(exact):.0e}")
    return "; ".join(texts)


def _speed_text(speed: dict[str, Any]) -> str:
    share = ""
    if speed["share"] is not None:
        share = f", {1e-9 * speed['rate']:.1f} of {1e-9 * speed['peak']:.1f} GFLOP/s ({speed['share']:.0%})"
    return f"{1e9 * speed['call']:.0f} ns a call, {1e9 * speed['state']:.1f} ns a state in a batch{share}"
