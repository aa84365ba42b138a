"""Names of a compiled model's elements, and new names for those without one."""

from collections.abc import Collection
from typing import Any


class FreshNames:
    """Makes names that are not taken yet.

    >>> names = FreshNames({"arm"})
    >>> names.fresh("arm"), names.fresh("leg"), names.fresh("arm")
    ('arm_2', 'leg', 'arm_3')
    """

    def __init__(self, taken: Collection[str]):
        self.taken = set(taken)

    def fresh(self, name: str) -> str:
        """That name, or, if it is taken, that name with a number appended."""
        candidate, k = name, 1
        while candidate in self.taken:
            k += 1
            candidate = f"{name}_{k}"
        self.taken.add(candidate)
        return candidate


def names_in_file(mujoco: Any, model: Any, kind: str, count: int) -> list[str]:
    """The names of the first `count` elements of a kind ("body", "joint", …), "" for an unnamed one."""
    of_kind = getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}")
    return [mujoco.mj_id2name(model, of_kind, i) or "" for i in range(count)]
