"""What the disk holds, if it is sound: whatever cannot be loaded, or answers wrongly, is put aside and made anew."""

from collections.abc import Callable
from typing import TypeVar

from .store import get, quarantine

T = TypeVar("T")


def sound(name: str, load: Callable[[bytes], T], right: Callable[[T], bool]) -> T | None:
    """The entry of that name, loaded and found right; None where there is none such.

    >>> sound("0" * 64, bytes.decode, bool) is None
    True
    """
    stored = get(name)
    if stored is None:
        return None
    try:
        found = load(stored)
    except Exception as error:  # whatever is in it, it is not what was put there
        quarantine(name, f"it cannot be loaded: {error}")
        return None
    if right(found):
        return found
    quarantine(name, "it does not give the known answers")
    return None
