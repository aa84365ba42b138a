"""Python's and NumPy's objects as machine code sees them: the members of their structs, and a table of addresses."""

from collections.abc import Sequence

from .lanes import Lanes

OFFSETS = {"type": 8, "data": 16, "nd": 24, "dims": 32, "strides": 40, "descr": 56, "flags": 64}
"""Where the members of an array object are, in bytes, on 64-bit CPython with a GIL."""

LENGTH, ITEMS, VALUE = 16, 24, 16
"""Where a list and a tuple have their length and their items (a list: the address of its items), a float its value."""

CONTIGUOUS, ALIGNED, WRITEABLE = 0x0001, 0x0100, 0x0400
"""NumPy's flags of an array in one piece, row-major; whose data is aligned; that may be written to."""

OUTSIDE = (
    *("new", "ndarray", "vectorcall", "result", "alloc", "set_item", "decref", "incref", "fallback", "none"),
    *("list", "tuple", "float", "float_scalar", "int", "as_integer"),
)
"""What the table @outside begins with: Python's functions and objects; where `self` has its fallback, in bytes."""

ROW = ("descr", "one", "batch", "memory", "typenum", "size")
"""What it then holds for each precision: NumPy's type, the program's code and its bytes of scratch memory, NumPy's
number of the type, the bytes of a number. The names of the arrays follow, and "out"."""

PRECISIONS = ("float64", "float32")
"""The precisions, in the order of their rows."""


def place(dtype: str, name: str = ROW[0]) -> int:
    """Where the table has something that belongs to a precision."""
    return len(OUTSIDE) + len(ROW) * PRECISIONS.index(dtype) + ROW.index(name)


NAMES = place(PRECISIONS[-1], ROW[-1]) + 1
"""Where the table has the names of the arrays."""


def table(count: int) -> str:
    """The definition of the table, for so many arrays."""
    return f"@outside = global [{NAMES + count + 1} x ptr] zeroinitializer"


def row(dtype: str) -> str:
    """The address of the row of a precision."""
    return f"getelementptr (ptr, ptr @outside, i64 {place(dtype)})"


def outside(f: Lanes, name: str) -> str:
    """Something from the table: a function or object, or NumPy's type of a precision."""
    k = place(name) if name in PRECISIONS else OUTSIDE.index(name)
    return f.put(f"load ptr, ptr getelementptr (ptr, ptr @outside, i64 {k})")


def at(f: Lanes, base: str, k: int, kind: str = "ptr") -> str:
    """The address of entry k."""
    return f.put(f"getelementptr {kind}, ptr {base}, i64 {k}")


def member(f: Lanes, array: str, name: str, kind: str = "ptr") -> str:
    """A member of an array object; of any object, its type."""
    return f.put(f"load {kind}, ptr {f.put(f'getelementptr i8, ptr {array}, i64 {OFFSETS[name]}')}")


def all_hold(f: Lanes, conditions: Sequence[str]) -> str:
    """Whether all conditions hold; there is at least one."""
    all_hold = conditions[0]
    for condition in conditions[1:]:
        all_hold = f.put(f"and i1 {all_hold}, {condition}")
    return all_hold
