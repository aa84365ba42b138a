"""One case: made, judged, and watched for time, memory, warnings and words on the terminal."""

import os
import re
import signal
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

from . import Wrong
from .formats import FORMATS, case
from .tally import Fault, Tally

MOST_SECONDS = 5.0
"""Of processor time for one case, so that a busy machine makes no faults."""

MOST_BYTES = 512 * 2**20
"""By which one case may raise the process's peak."""


class _TooSlow(BaseException):
    """Raised by the timer; not an Exception, so that no reader catches it."""


def judged(format: str, seed: int, number: int, folder: Path) -> str:
    """The verdict on one case; raises what is wrong with it."""
    data, untouched = case(format, seed, number)
    path = folder / f"case{FORMATS[format].ending}"
    path.write_bytes(data)
    verdict = FORMATS[format].judge(path)
    if untouched and verdict != "accepted":
        raise Wrong("a valid input was refused")
    return verdict


def memory() -> tuple[int, int]:
    """The bytes of memory in use now, and the most so far; zeros where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0, 0
    sizes = dict(re.findall(r"^(VmRSS|VmHWM):\s+(\d+)", status, re.MULTILINE))
    return int(sizes.get("VmRSS", 0)) * 1024, int(sizes.get("VmHWM", 0)) * 1024


def run_one(format: str, seed: int, number: int, folder: Path, tally: Tally) -> None:
    """Run one case and enter what happened."""
    resident, peak = memory()
    began = time.process_time()
    _timer(MOST_SECONDS)
    message = ""
    try:
        verdict = judged(format, seed, number, folder)
    except _TooSlow:
        verdict, message = "fault", f"still running after {MOST_SECONDS:g} s of processor time"
    except Wrong as error:
        verdict, message = "fault", str(error)
    except Exception as error:
        verdict, message = "fault", f"{type(error).__name__}: {error}\n{''.join(traceback.format_exc()[-3000:])}"
    finally:
        _timer(0.0)
    seconds = time.process_time() - began
    if not message and (said := printed()):
        verdict, message = "fault", f"it printed {said[:400]!r}"
    _, now = memory()
    grown = now - resident if now > peak else 0
    if grown > MOST_BYTES and not message:
        verdict, message = "fault", f"took {grown / 2**20:.0f} MB"
    tally.verdicts[format, verdict] += 1
    tally.seconds[format] += seconds
    tally.slowest = max(tally.slowest, (seconds, format, number))
    tally.largest = max(tally.largest, (grown, format, number))
    if message:
        tally.faults.append(Fault(format, seed, number, message))


def _timer(seconds: float) -> None:
    if hasattr(signal, "ITIMER_PROF"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _too_slow(*_: Any) -> None:
    raise _TooSlow


def prepare() -> None:
    """Set up a process for cases: warnings are errors, and there is a timer."""
    warnings.simplefilter("error")
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, _too_slow)


def bound_memory() -> None:
    """From now on allow some gigabytes more than what is taken, lest a case takes the whole machine."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * os.sysconf("SC_PAGE_SIZE") + 8 * MOST_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, OSError, ValueError):
        return


class _Heard:
    """What the process prints goes to a file, where each case looks for words of its own."""

    file: Any = None


def listen() -> None:
    """From now on keep what is printed, by Python or by C."""
    _Heard.file = tempfile.TemporaryFile()  # noqa: SIM115 (for as long as the process lives)
    sys.stdout.flush()
    for descriptor in (1, 2):
        os.dup2(_Heard.file.fileno(), descriptor)


def printed() -> str:
    """What was printed since the last time; nothing if nobody listens."""
    if _Heard.file is None:
        return ""
    sys.stdout.flush()
    sys.stderr.flush()
    size = os.fstat(_Heard.file.fileno()).st_size
    said = os.pread(_Heard.file.fileno(), size, 0).decode(errors="replace") if size else ""
    if size:
        os.ftruncate(_Heard.file.fileno(), 0)
        os.lseek(_Heard.file.fileno(), 0, os.SEEK_SET)
    return said
