"""Python's and NumPy's objects as machine code sees them: the members of their structs, and a table of addresses."""

from collections.abc import Sequence

from ...program import Port
from .lanes import Lanes

OFFSETS = {"type": 8, "data": 16, "nd": 24, "dims": 32, "strides": 40, "descr": 56, "flags": 64}
"""Where the members of an array object are, in bytes, on 64-bit CPython with a GIL."""

LENGTH, ITEMS, VALUE = 16, 24, 16
"""Where a list and a tuple have their length and their items (a list: the address of its items), a float its value."""

CONTIGUOUS, ALIGNED, WRITEABLE = 0x0001, 0x0100, 0x0400
"""NumPy's flags of an array in one piece, row-major; whose data is aligned; that may be written to."""

MOST_AXES = 24
"""The most axes of a batch."""

PORT = 8
"""Numbers that describe an array of a program: its axes, whether it is the same for all states, its lengths."""

OUTSIDE = (
    *("new", "ndarray", "tuple", "vectorcall", "result", "alloc", "set_item", "decref", "incref", "fallback"),
    *("arranged", "measured", "assembled", "product", "alike", "copied_lengths"),
    *("float", "float_scalar"),
)
"""What the table @outside of an entry begins with: Python's functions and objects; where `self` has its fallback, in
bytes; the functions of gathering.py."""

ROW = ("descr", "one", "batch", "memory", "kept", "most", "typenum", "size")
"""What it then holds for each precision: NumPy's type, the program's code, its bytes of scratch memory on the stack or
the memory kept for it, the most states of a batch, NumPy's number of the type, the bytes of a number. The names of the
arrays follow, and "out"."""

PRECISIONS = ("float64", "float32")
"""The precisions, in the order of their rows."""


def place(dtype: str, name: str = ROW[0]) -> int:
    """Where the table has something that belongs to a precision."""
    return len(OUTSIDE) + len(ROW) * PRECISIONS.index(dtype) + ROW.index(name)


NAMES = place(PRECISIONS[-1], ROW[-1]) + 1
"""Where the table has the names of the arrays."""


def ports(takes: Sequence[Port]) -> str:
    """The definition of what describes the arrays."""
    numbers = [[len(port.shape), int(port.uniform), *port.shape, *[0] * (PORT - 2 - len(port.shape))] for port in takes]
    flat = [n for row in numbers for n in row]
    return f"@ports = internal constant [{len(flat)} x i64] [{', '.join(f'i64 {n}' for n in flat)}]"


def table(count: int) -> str:
    """The definition of the table, for a number of arrays."""
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


def go_on(f: Lanes, condition: str, label: str, other: str = "slow") -> None:
    """Go to the next block if all is as expected, else to the fallback."""
    f.do(f"br i1 {condition}, label %{label}, label %{other}")
    f.block(label)


def of_row(f: Lanes, kind: str, name: str) -> str:
    """Something that belongs to a precision."""
    return f.put(f"load ptr, ptr {at(f, kind, ROW.index(name))}")


def require(
    f: Lanes, label: str, array: str, port: Port, axes: str, descr: str, flags: int, other: str, lead: str = "%lead"
) -> None:
    """Go on if an array has the type, the flags and, behind its batch axes, the shape; if not, go elsewhere."""
    go_on(f, f.put(f"icmp eq ptr {member(f, array, 'type')}, {outside(f, 'ndarray')}"), f"{label}.array", other)
    nd = f.put(f"add i32 {axes}, {len(port.shape)}")
    kept = f.put(f"and i32 {member(f, array, 'flags', 'i32')}, {flags}")
    conditions = [
        f.put(f"icmp eq i32 {member(f, array, 'nd', 'i32')}, {nd}"),
        f.put(f"icmp eq ptr {member(f, array, 'descr')}, {descr}"),
        f.put(f"icmp eq i32 {kept}, {flags}"),
    ]
    go_on(f, all_hold(f, conditions), f"{label}.kind", other)
    lengths = member(f, array, "dims")
    conditions = [f.put("icmp eq i64 0, 0")]
    if axes != "0":
        conditions.append(f.put(f"call i1 {outside(f, 'alike')}(ptr {lengths}, ptr {lead}, i32 {axes})"))
    own = f.put(f"getelementptr i64, ptr {lengths}, i32 {axes}")
    for axis, length in enumerate(port.shape):
        found = f.put(f"load i64, ptr {at(f, own, axis, 'i64')}")
        conditions.append(f.put(f"icmp eq i64 {found}, {length}"))
    go_on(f, all_hold(f, conditions), f"{label}.shape", other)
