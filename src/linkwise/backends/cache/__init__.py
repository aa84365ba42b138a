"""Compiled objects on disk: bytes found again by what they were made from.

    place    which folder, and whether it can be trusted
    entry    what a file holds: its key, its length, a digest over everything
    store    get, put, load_verified, quarantine
    bound    the newest are kept, within a bound
    notice   what is said when something is wrong: once, and nothing stops

The store can be slow, full, broken or absent, and results stay the same: an entry is given back whole or not at all,
and whoever asked builds anew. It holds no state in memory but the notices already given, so threads, processes and
forks share it freely. The digest tells damage, not malice: that is why no one else may be able to write to the folder.
"""

from .entry import key
from .notice import CacheNotice
from .place import folder
from .store import get, load_verified, put, quarantine

__all__ = ["CacheNotice", "folder", "get", "key", "load_verified", "put", "quarantine"]
