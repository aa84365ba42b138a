"""`examine_installation`: all checks of this machine. A part that fails becomes a trouble; the others go on."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import Any, TypeVar

from ...backends import BACKENDS
from ...backends.cache import CacheNotice
from ...calls.checks import positive
from ...errors import UnknownName, plain
from . import answers, code_cache, speed, surroundings
from .result import InstallationReport
from .trouble import KINDS, Trouble

T = TypeVar("T")


def examine_installation(*, seconds: float = 0.5, backends: Sequence[str] | None = None) -> InstallationReport:
    """Check linkwise on this machine: versions, processor, cache, compiler, known answers, speed.

    It takes some seconds, of which `seconds` go into timing. `backends` names those whose answers are checked; by
    default, all that can run here. `print` shows what was found, with a remedy for each trouble.

    >>> report = examine_installation(seconds=0.01, backends=["python"])
    >>> report.verdict in ("sound", "degraded"), report.of("wrong")
    (True, ())
    """
    positive("seconds", seconds)
    for name in backends or ():
        if name not in BACKENDS:
            raise UnknownName("backend", name, "linkwise", BACKENDS)
    start, troubles = perf_counter(), list[Trouble]()

    def part(
        what: str, look: Callable[[], T], otherwise: T, judge: Callable[[T], Iterable[Trouble]] | None = None
    ) -> T:
        """What one part finds, its troubles noted; otherwise the fallback, with the failure as a trouble."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", CacheNotice)  # the part about the cache says more
                found = look()
            troubles.extend(judge(found) if judge else ())
        except Exception as error:  # a broken machine can fail anywhere: say where, and look at the rest
            text = plain(f"{type(error).__name__}: {error}".split("\n")[0], 200)
            remedy = "reinstall linkwise, and report it with this page if that does not help"
            troubles.append(Trouble("wrong", f"{what} could not be examined", text, remedy))
            return otherwise
        return found

    nothing: dict[str, Any] = {}
    versions = part("versions", surroundings.versions, nothing, surroundings.version_troubles)
    extras = part("extras", surroundings.extras, nothing)
    machine = part("the processor", surroundings.machine, nothing, surroundings.machine_troubles)
    able = part("backends", surroundings.backends, nothing)
    cache = part("the cache", code_cache.code_cache, nothing, code_cache.cache_troubles)
    first = part("the compiler", speed.first_answer, nothing)
    chosen = [name for name in able if not able[name]] if backends is None else list(backends)
    none: list[answers.Answered] = []
    known = part("answers", lambda: answers.answered(chosen), none, answers.answer_troubles)
    timed = part("speed", lambda: speed.speed(seconds), nothing, lambda found: speed.speed_troubles(first, found))
    troubles.sort(key=lambda trouble: KINDS.index(trouble.kind))
    return InstallationReport(
        versions, extras, machine, able, cache, first, tuple(known), timed, tuple(troubles), perf_counter() - start
    )
