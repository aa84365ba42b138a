"""`linkwise bench`."""

from typing import Annotated, Any

import typer

from ..calls.direct import require_mass
from ..costs.measure import Speed, fma_peak, speeds
from ..errors import LinkwiseError, shown
from ..load import load
from .first_call import FirstCall, first_call
from .options import Allow, Json, Source, Strict
from .output import console, document, lay_out, plain, remark, report

SECONDS, QUICK = 1.0, 0.1
"""How long each question is measured."""

MEANS = (
    "Nanoseconds for one state, the least of many runs on one core: in a call of its own, and in batches of 100,000 "
    "whose states lie in rows (N, n) or columns (n, N). Pinocchio: how many times as long it takes, in a call of its "
    "own, and in its own batch (where it has none, calls) next to our rows. GFLOP/s: in a batch that fits the cache, "
    "and its share of what the core can do at best. First call: in a new process, compiled or found on the disk."
)
"""What the columns are."""

Quick = Annotated[bool, typer.Option("--quick", help="Measure for a tenth of the time: rougher figures.")]


def bench(robot: Source, quick: Quick = False, json: Json = False, strict: Strict = False, allow: Allow = None) -> None:
    """Measure a robot's compiled answers on this machine, in turn with Pinocchio's where it is installed.

    Friction and rotors are taken off, as Pinocchio knows neither from a file.
    """
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    require_mass(arm.tree)
    if arm.n == 0:
        raise LinkwiseError(
            f"robot {shown(arm.name)} has no moving joint.", "A robot that moves was expected.", "name another robot."
        )
    seconds = QUICK if quick else SECONDS
    remark(f"measuring {plain(arm.name)} without friction and rotors: keep the machine quiet")
    peak = fma_peak(0.3 * seconds)
    found = speeds(arm, seconds=seconds)
    rows = [
        (speed, first_call(robot, speed.question, strict, allow or ())) for speed in found
    ]  # after the others: it loads the machine with processes
    if json:
        document(
            {
                "robot": arm.name,
                "n": arm.n,
                "flops_per_second_at_best": peak,
                "questions": [_facts(speed, first, peak) for speed, first in rows],
            }
        )
    else:
        _print(plain(arm.name), rows, peak)


def _facts(speed: Speed, first: FirstCall, peak: float) -> dict[str, Any]:
    return {
        **vars(speed),
        "single_ratio": speed.single_ratio,
        "batch_ratio": speed.batch_ratio,
        "flops_per_second": speed.rate,
        "share_of_best": speed.rate / peak,
        "first_call": first._asdict(),
    }


def _print(name: str, rows: list[tuple[Speed, FirstCall]], peak: float) -> None:
    heads = (
        "call [ns]",
        "Pinocchio",
        "rows [ns]",
        "Pinocchio",
        "columns [ns]",
        "GFLOP/s",
        "of best",
        "first call [ms]",
        "from disk [ms]",
    )
    cells = [
        (
            speed.question,
            f"{1e9 * speed.single:.0f}",
            _times(speed.single_ratio),
            f"{1e9 * speed.rows:.1f}",
            _times(speed.batch_ratio),
            f"{1e9 * speed.columns:.1f}",
            f"{1e-9 * speed.rate:.1f}",
            f"{speed.rate / peak:.0%}",
            f"{1e3 * first.compiled:.0f}",
            f"{1e3 * first.from_disk:.1f}",
        )
        for speed, first in rows
    ]
    screen = console()
    lay_out(screen, f"{name} on this machine (at best {1e-9 * peak:.1f} GFLOP/s)", ("question", *heads), cells, heads)
    screen.print(MEANS, soft_wrap=True)


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.1f}x"
