"""The entry point from Python: a C-level Python function, written as LLVM text.

    PyObject *entry(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)

It takes contiguous arrays of exactly the expected type and shape, one state or a batch of up to MANY, allocates the
answer and calls the code of the program, whose addresses are in the table @outside. Calls with any other argument, or
with a keyword, go to `self`, a Python callable that handles them all. It holds the GIL, so longer batches go there too.

It reads NumPy's array struct directly (offsets below); `cpython.readable` checks them on this interpreter first.
"""

from ...program import Port, Signature
from .lanes import Lanes, Shape

OFFSETS = {"type": 8, "data": 16, "nd": 24, "dims": 32, "strides": 40, "descr": 56, "flags": 64}
"""Where the members of an array object are, in bytes, on 64-bit CPython with a GIL."""

ALIGNED = 0x0100
"""NumPy's flag for an array whose data is aligned."""

TABLE = ("new", "ndarray", "descr", "vectorcall", "result", "alloc", "set_item", "decref", "one", "batch", "memory")
"""What the table @outside holds: Python's functions and objects, the program's code, its bytes of scratch memory."""

TYPENUM = {"float64": 12, "float32": 11}
"""NumPy's type numbers."""

MANY = 4096
"""The longest batch done with the GIL held: some hundred microseconds at most."""


def entry(signature: Signature, dtype: str) -> str:
    """The module of the function."""
    f = Lanes(Shape(1, dtype))
    outside = {name: f.put(f"load ptr, ptr getelementptr (ptr, ptr @outside, i64 {k})") for k, name in enumerate(TABLE)}
    dims = f.put("alloca i64, i64 8")
    places = [f.put(f"alloca ptr, i64 {max(len(side), 1)}") for side in (signature.takes, signature.gives)]
    none = f.put("icmp eq ptr %kwnames, null")
    enough = f.put(f"icmp eq i64 %nargs, {len(signature.takes)}")
    _go_on(f, f.put(f"and i1 {none}, {enough}"), "arguments")
    first = f.put("load ptr, ptr %args")
    _go_on(f, f.put(f"icmp eq ptr {_member(f, first, 'type')}, {outside['ndarray']}"), "array")
    axes = f.put(f"icmp eq i32 {_member(f, first, 'nd', 'i32')}, {len(signature.takes[0].shape)}")
    f.do(f"br i1 {axes}, label %state, label %states")
    f.block("state")
    _single(f, signature, outside, dims)
    f.block("states")
    _many(f, signature, outside, dims, places)
    f.block("slow")
    long_way = f"call ptr {outside['vectorcall']}(ptr %self, ptr %args, i64 %nargs, ptr %kwnames)"
    f.do(f"ret ptr {f.put(long_way)}")
    head = "define ptr @entry(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) nounwind {"
    table = f"@outside = global [{len(TABLE)} x ptr] zeroinitializer"
    return "\n".join([table, head, "begin:", *f.lines, "}", ""])


def _single(f: Lanes, signature: Signature, outside: dict[str, str], dims: str) -> None:
    """One state."""
    _go_on(f, f.put(f"icmp ne ptr {outside['one']}, null"), "state.on")
    given = [_checked(f, f"state.{g}", g, port, None, outside) for g, port in enumerate(signature.takes)]
    arrays = _made(f, "state", signature, None, outside, dims)
    answers = [_member(f, array, "data") for array in arrays]
    f.do(f"call void {outside['one']}({', '.join(f'ptr {p}' for p in (*given, *answers))})")
    f.do(f"ret ptr {_result(f, 'state', arrays, outside)}")


def _many(f: Lanes, signature: Signature, outside: dict[str, str], dims: str, places: list[str]) -> None:
    """A batch along one leading axis."""
    first = f.put("load ptr, ptr %args")
    more = f.put(f"icmp eq i32 {_member(f, first, 'nd', 'i32')}, {len(signature.takes[0].shape) + 1}")
    code = f.put(f"icmp ne ptr {outside['batch']}, null")
    _go_on(f, f.put(f"and i1 {more}, {code}"), "states.on")
    count = f.put(f"load i64, ptr {_member(f, first, 'dims')}")
    below = f.put(f"icmp ult i64 {f.put(f'sub i64 {count}, 1')}, {MANY}")
    _go_on(f, below, "states.some")
    given = [
        _checked(f, f"states.{g}", g, port, None if port.uniform else count, outside)
        for g, port in enumerate(signature.takes)
    ]
    arrays = _made(f, "states", signature, count, outside, dims)
    answers = [_member(f, array, "data") for array in arrays]
    for side, addresses in zip(places, (given, answers), strict=True):
        for k, address in enumerate(addresses):
            f.do(f"store ptr {address}, ptr {f.put(f'getelementptr ptr, ptr {side}, i64 {k}')}")
    size = f.put(f"ptrtoint ptr {outside['memory']} to i64")
    memory = f.put(f"alloca i8, i64 {size}, align 64")
    f.do(
        f"call void {outside['batch']}(i64 {count}, i64 {count}, ptr {places[0]}, ptr {places[1]}, i64 0, ptr {memory})"
    )
    f.do(f"ret ptr {_result(f, 'states', arrays, outside)}")


def _go_on(f: Lanes, condition: str, label: str) -> None:
    """Go to the next block if all is as expected, else to the fallback."""
    f.do(f"br i1 {condition}, label %{label}, label %slow")
    f.block(label)


def _member(f: Lanes, array: str, name: str, kind: str = "ptr") -> str:
    return f.put(f"load {kind}, ptr {f.put(f'getelementptr i8, ptr {array}, i64 {OFFSETS[name]}')}")


def _checked(f: Lanes, label: str, g: int, port: Port, count: str | None, outside: dict[str, str]) -> str:
    """The data of argument g, if it is an aligned contiguous array of the type and shape."""
    array = f.put(f"load ptr, ptr {f.put(f'getelementptr ptr, ptr %args, i64 {g}')}")
    _go_on(f, f.put(f"icmp eq ptr {_member(f, array, 'type')}, {outside['ndarray']}"), f"{label}.array")
    lengths = [*([count] if count else []), *map(str, port.shape)]
    conditions = [
        f.put(f"icmp eq i32 {_member(f, array, 'nd', 'i32')}, {len(lengths)}"),
        f.put(f"icmp eq ptr {_member(f, array, 'descr')}, {outside['descr']}"),
    ]
    flag = f.put(f"and i32 {_member(f, array, 'flags', 'i32')}, {ALIGNED}")
    conditions.append(f.put(f"icmp ne i32 {flag}, 0"))
    _go_on(f, _all(f, conditions), f"{label}.kind")
    dims, strides, stride = _member(f, array, "dims"), _member(f, array, "strides"), f.shape.bytes
    conditions = [f.put("icmp eq i64 0, 0")]
    for axis in reversed(range(len(lengths))):
        for place, expected in ((dims, lengths[axis]), (strides, str(stride))):
            found = f.put(f"load i64, ptr {f.put(f'getelementptr i64, ptr {place}, i64 {axis}')}")
            conditions.append(f.put(f"icmp eq i64 {found}, {expected}"))
        stride *= int(lengths[axis]) if axis or not count else 1
    _go_on(f, _all(f, conditions), f"{label}.shape")
    return _member(f, array, "data")


def _all(f: Lanes, conditions: list[str]) -> str:
    all_hold = conditions[0]
    for condition in conditions[1:]:
        all_hold = f.put(f"and i1 {all_hold}, {condition}")
    return all_hold


def _made(
    f: Lanes, label: str, signature: Signature, count: str | None, outside: dict[str, str], dims: str
) -> list[str]:
    """New arrays for the answers."""
    arrays: list[str] = []
    for g, port in enumerate(signature.gives):
        lengths = [*([count] if count else []), *map(str, port.shape)]
        for axis, length in enumerate(lengths):
            f.do(f"store i64 {length}, ptr {f.put(f'getelementptr i64, ptr {dims}, i64 {axis}')}")
        arrays.append(
            f.put(
                f"call ptr {outside['new']}(ptr {outside['ndarray']}, i32 {len(lengths)}, ptr {dims}, "
                f"i32 {TYPENUM[f.shape.dtype]}, ptr null, ptr null, i32 0, i32 0, ptr null)"
            )
        )
        missing = f.put(f"icmp eq ptr {arrays[-1]}, null")
        _unless(f, missing, f"{label}.made{g}", arrays[:-1], outside)
    return arrays


def _unless(f: Lanes, failed: str, label: str, made: list[str], outside: dict[str, str]) -> None:
    """Go on unless something failed; then release what was made, and return with the error Python has set."""
    f.do(f"br i1 {failed}, label %{label}.not, label %{label}")
    f.block(f"{label}.not")
    for array in made:
        f.do(f"call void {outside['decref']}(ptr {array})")
    f.do("ret ptr null")
    f.block(label)


def _result(f: Lanes, label: str, arrays: list[str], outside: dict[str, str]) -> str:
    """The array, or the arrays in a tuple of the result's type."""
    if len(arrays) == 1:
        return arrays[0]
    made = f.put(f"call ptr {outside['alloc']}(ptr {outside['result']}, i64 {len(arrays)})")
    _unless(f, f.put(f"icmp eq ptr {made}, null"), f"{label}.tuple", arrays, outside)
    for k, array in enumerate(arrays):
        f.put(f"call i32 {outside['set_item']}(ptr {made}, i64 {k}, ptr {array})")
    return made
