"""What a column of a file is, by its header: a quantity, of which joint, in which unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .words import EMPTY, OTHER, PART, UNITS, WORDS, factor, parts

_BRACKETS = re.compile(r"(.*?)[\s_]*[\[(]\s*([^\[\]()\d][^\[\]()]*?)\s*[\])]\s*", re.DOTALL)
_EDGES = " _:./-[](){}\t"


@dataclass(frozen=True)
class Header:
    """A column that holds a quantity: of which joint, as the file calls it, and SI units for each of its own; `unit` is
    what the header says."""

    what: str
    joint: str
    factor: float = 1.0
    unit: str = ""


def read_header(text: str, joints: Sequence[str]) -> Header | str:
    """What a header says, or why it says nothing: "" where it names no quantity.

    >>> read_header("q_elbow", ["elbow"])
    Header(what='q', joint='elbow', factor=1.0, unit='')
    >>> read_header("Joint 2 torque [mNm]", ["elbow"])
    Header(what='tau', joint='Joint 2', factor=0.001, unit='mNm')
    >>> read_header("time_ms", []), read_header("temperature", [])
    (Header(what='time', joint='', factor=0.001, unit='ms'), '')
    """
    bracketed = _BRACKETS.fullmatch(text)
    name, unit = (bracketed[1], bracketed[2]) if bracketed else (text, "")
    found = _of_a_joint(name, joints) or _of_any_joint(name)
    if found is None:
        return ""
    what, joint, unit = found[0], found[1], unit or found[2]
    size = factor(what, unit) if unit else 1.0
    if size is None:
        return f"the unit {unit!r} of {what} is unknown; units are {', '.join(UNITS[what])}"
    return Header(what, joint, size, unit)


def _of_a_joint(name: str, joints: Sequence[str]) -> tuple[str, str, str] | None:
    """Quantity, joint and unit of a header with the name of one of the robot's joints."""
    for joint in sorted(joints, key=len, reverse=True):
        at = name.find(joint)
        while at >= 0:
            before, after = name[:at], name[at + len(joint) :]
            if not (before[-1:].isalnum() or after[:1].isalnum()):
                found = _quantity(parts(before + " " + after)) or ("/" in before and _quantity(parts(after))) or None
                if found is not None and found[0] != "time":
                    return found[0], joint, found[1]
            at = name.find(joint, at + 1)
    return None


def _of_any_joint(name: str) -> tuple[str, str, str] | None:
    """The same where the header begins or ends with a quantity: the rest is the joint, by whatever name."""
    name = name.rpartition("/")[2] if name.startswith("/") else name  # a topic
    spans = list(PART.finditer(name))
    words = [span.group().lower() for span in spans]
    if any(span.group() == "V" for span in spans):  # a voltage
        return None
    for cut in (2, 1, 0):  # so many words at the end are the unit
        count = len(words) - cut
        unit = "/".join(words[count:])
        if count < 1 or (cut and len(unit) == 1 and count > 1 and not any(word.isdigit() for word in words[:count])):
            continue
        text = name[: spans[count - 1].end()] if cut else name
        for what, joint, own in _splits(text, spans[:count], words[:count]):
            if (what == "time" and joint) or (cut and (own or factor(what, unit) is None)):
                continue
            return what, joint, own or unit
    return None


def _splits(name: str, spans: list[re.Match[str]], words: list[str]) -> list[tuple[str, str, str]]:
    """Quantity, rest and unit for the longest beginning and the longest end that name a quantity."""
    found = []
    for k in range(len(words), 0, -1):
        own = _quantity(words[:k]) if words[k - 1] not in EMPTY else None
        if own is not None:
            found.append((own[0], name[spans[k - 1].end() :].strip(_EDGES), own[1]))
            break
    for k in range(len(words)):
        own = _quantity(words[k:]) if words[k] not in EMPTY else None
        if own is not None:
            found.append((own[0], name[: spans[k].start()].strip(_EDGES), own[1]))
            break
    clear = len({what for what, _, _ in found}) == 1 and not OTHER & set(parts(" ".join(rest for _, rest, _ in found)))
    return found[:1] if clear else []


def _quantity(words: Sequence[str]) -> tuple[str, str] | None:
    """The quantity that words name together, and the unit that follows it."""
    for count in range(3):
        kept = [word for word in words[: len(words) - count] if word not in EMPTY]
        unit = "/".join(words[len(words) - count :])
        if (OTHER & set(kept) and kept != ["motor", "current"]) or len(unit) == 1:
            continue
        what = WORDS.get("".join(kept))
        if what is not None and (not unit or factor(what, unit) is not None):
            return what, unit
    return None
