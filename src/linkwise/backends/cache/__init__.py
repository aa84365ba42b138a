"""Compiled code on disk, found by a digest of what it was made from.

    place    which folder, and whether it can be trusted
    entry    what a file holds: its key, its length, a digest over everything
    store    get, put, load_verified, quarantine
    bound    keeps the newest entries, within a bound
    survey   how many entries there are, and whether they are sound
    notice   warns when something is wrong: once, and nothing stops

The store may be slow, full, broken or absent; results stay the same: an entry is returned whole or not at all, and then
the code is compiled again. It holds no state in memory but the notices already given, so threads, processes and
forks share it freely. The digest detects damage, not malice: hence no one else may be able to write to the folder.
"""

from .entry import key
from .notice import CacheNotice
from .place import folder, location
from .store import get, load_verified, put, quarantine
from .survey import discard, survey

__all__ = [
    "CacheNotice",
    "discard",
    "folder",
    "get",
    "key",
    "load_verified",
    "location",
    "put",
    "quarantine",
    "survey",
]
