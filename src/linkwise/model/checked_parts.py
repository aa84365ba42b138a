"""Bodies and frames that were checked before, in another model: a variant shares most of its parts with its robot.

Parts are frozen: what was right once stays right. They are known by identity, and forgotten when they are gone.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, TypeVar
from weakref import WeakValueDictionary

Part = TypeVar("Part")


class CheckedParts:
    """The parts that have passed one kind of check.

    >>> class Part:
    ...     pass
    >>> checked, part = CheckedParts(), Part()
    >>> [list(checked.others([part])), list(checked.others([part]))] == [[part], []]
    True
    """

    def __init__(self) -> None:
        self._passed: WeakValueDictionary[tuple[int, Hashable], Any] = WeakValueDictionary()

    def others(self, parts: Iterable[Part], within: Hashable = None) -> Iterator[Part]:
        """The parts not checked before; each is remembered when the next one is asked for, so a refused one is not.

        `within` is what else the check depends on.
        """
        for part in parts:
            key = (id(part), within)
            if self._passed.get(key) is not part:
                yield part
                self._passed[key] = part
