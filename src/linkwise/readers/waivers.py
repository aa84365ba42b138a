"""Rules that a caller waives by name: the same for every reader."""

from collections.abc import Collection, Iterable, Mapping

from ..errors import UnknownName, nearest

SHARED = {
    "indefinite-inertia": "an inertia tensor with a negative principal moment on a moving link",
    "negative-mass": "a link whose mass is below 0",
    "limits-out-of-order": "a lower position limit above the upper one",
}
"""Rules that several formats share, and what breaks them."""

DECLARATION = "xml-declaration"
"""The rule of all XML formats: <?xml version="1.0"?>, where there is one, stands at the very start."""


class Waivers:
    """The rules a caller waives, and which of them the file broke.

    >>> waivers = Waivers("the URDF reader", SHARED, ("limits-out-of-order",))
    >>> waivers.grants("indefinite-inertia"), waivers.grants("limits-out-of-order"), waivers.used
    (False, True, ('limits-out-of-order',))
    >>> Waivers("the URDF reader", SHARED, "negative mass")
    Traceback (most recent call last):
    linkwise.errors.UnknownName: the URDF reader has no waiver 'negative mass'.
      Waivers are: 'indefinite-inertia', 'negative-mass', 'limits-out-of-order'.
      Hint: did you mean 'negative-mass'?
    """

    def __init__(self, reader: str, known: Mapping[str, str], allow: str | Collection[str] = ()):
        names = tuple(allow) if isinstance(allow, Iterable) and not isinstance(allow, str | bytes) else (allow,)
        for name in names:
            if not isinstance(name, str) or name not in known:
                hint = "" if nearest(name, known) else f'allow=("{next(iter(known))}",) waives that one rule.'
                raise UnknownName("waiver", name, reader, known, hint)
        self._known, self._allowed, self._used = known, frozenset(names), dict[str, None]()

    def grants(self, name: str) -> bool:
        """Whether a broken rule is waived; if so, the waiver counts as used."""
        if name in self._allowed:
            self._used[name] = None
        return name in self._allowed

    def allows(self, name: str) -> bool:
        """Whether the caller waives a rule, broken or not."""
        return name in self._allowed

    @property
    def allowed(self) -> frozenset[str]:
        """The rules that the caller waives."""
        return self._allowed

    def knows(self, name: str) -> bool:
        """Whether the reader has a waiver of that name."""
        return name in self._known

    @property
    def used(self) -> tuple[str, ...]:
        """The rules that the file broke and the caller waived, which the model records."""
        return tuple(self._used)

    @staticmethod
    def hint_for_all(names: Iterable[str]) -> str:
        """How to waive every fault of a file at once, from Python and on the command line.

        >>> Waivers.hint_for_all(["missing-limit", "implied-world", "missing-limit"])
        'allow=("missing-limit", "implied-world") loads it; so does --allow missing-limit --allow implied-world'
        """
        each = tuple(dict.fromkeys(names))
        quoted = ", ".join(f'"{name}"' for name in each) + ("," if len(each) == 1 else "")
        return f"allow=({quoted}) loads it; so does {' '.join(f'--allow {name}' for name in each)}"

    @staticmethod
    def hint(name: str) -> str:
        """How to waive a rule, worded for the end of a hint.

        >>> Waivers.hint("missing-limit")
        'or load with allow=("missing-limit",)'
        """
        return f'or load with allow=("{name}",)'
