"""The way in from Python for one state: a C function of CPython's, written as LLVM text.

    PyObject *entry(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)

It takes contiguous arrays of exactly the expected type and shape, and allocates the answer. Whatever else comes, or a
keyword, goes to `self`, a Python callable, which knows the long way. It holds the GIL.

It reads NumPy's array struct directly (offsets below); `cpython.readable` checks them on this interpreter first.
"""

from ...program import Port, Signature
from .lanes import Lanes, Shape

OFFSETS = {"type": 8, "data": 16, "nd": 24, "dims": 32, "strides": 40, "descr": 56, "flags": 64}
"""Where the members of an array object are, in bytes, on 64-bit CPython with a GIL."""

ALIGNED = 0x0100
"""NumPy's flag of an array whose data is aligned."""

TABLE = {"new": 2, "ndarray": 3, "descr": 4, "vectorcall": 5, "result": 6, "alloc": 7, "set_item": 8, "decref": 9}
"""The places of Python's functions and objects in the module's table @outside."""

TYPENUM = {"float64": 12, "float32": 11}
"""NumPy's numbers of the types."""


def entry(signature: Signature, shape: Shape, scratch: int) -> str:
    """The text of the function; it calls @tile."""
    f = Lanes(shape)
    outside = {name: f.put(f"load ptr, ptr getelementptr (ptr, ptr @outside, i64 {k})") for name, k in TABLE.items()}
    work = f.put(f"alloca {shape.number}, i64 {max(scratch, 1)}, align 64")
    dims = f.put("alloca i64, i64 8")
    none = f.put("icmp eq ptr %kwnames, null")
    enough = f.put(f"icmp eq i64 %nargs, {len(signature.takes)}")
    _go_on(f, f.put(f"and i1 {none}, {enough}"), "arguments")
    given = [_checked(f, g, port, outside) for g, port in enumerate(signature.takes)]
    arrays: list[str] = []
    for g, port in enumerate(signature.gives):
        for axis, length in enumerate(port.shape):
            f.do(f"store i64 {length}, ptr {f.put(f'getelementptr i64, ptr {dims}, i64 {axis}')}")
        arrays.append(
            f.put(
                f"call ptr {outside['new']}(ptr {outside['ndarray']}, i32 {len(port.shape)}, ptr {dims}, "
                f"i32 {TYPENUM[shape.dtype]}, ptr null, ptr null, i32 0, i32 0, ptr null)"
            )
        )
        f.do(f"br i1 {f.put(f'icmp eq ptr {arrays[-1]}, null')}, label %failed{g}, label %made{g}")
        f.block(f"made{g}")
    answers = [_member(f, array, "data") for array in arrays]
    f.do(f"call void @tile({', '.join(f'ptr {p}' for p in (*given, *answers))}, i64 1, i64 1, ptr {work})")
    f.do(f"ret ptr {arrays[0] if len(arrays) == 1 else _tuple(f, arrays, outside)}")
    for g in range(len(arrays)):
        f.block(f"failed{g}")
        for array in arrays[:g]:
            f.do(f"call void {outside['decref']}(ptr {array})")
        f.do("ret ptr null")
    f.block("slow")
    long_way = f"call ptr {outside['vectorcall']}(ptr %self, ptr %args, i64 %nargs, ptr %kwnames)"
    f.do(f"ret ptr {f.put(long_way)}")
    head = "define ptr @entry(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) #1 {"
    return "\n".join([head, "begin:", *f.lines, "}"])


def _go_on(f: Lanes, condition: str, label: str) -> None:
    """To the next block if all is as expected, else the long way."""
    f.do(f"br i1 {condition}, label %{label}, label %slow")
    f.block(label)


def _member(f: Lanes, array: str, name: str, kind: str = "ptr") -> str:
    return f.put(f"load {kind}, ptr {f.put(f'getelementptr i8, ptr {array}, i64 {OFFSETS[name]}')}")


def _checked(f: Lanes, g: int, port: Port, outside: dict[str, str]) -> str:
    """The data of argument g, if it is an aligned contiguous array of the type and shape."""
    array = f.put(f"load ptr, ptr {f.put(f'getelementptr ptr, ptr %args, i64 {g}')}")
    _go_on(f, f.put(f"icmp eq ptr {_member(f, array, 'type')}, {outside['ndarray']}"), f"array{g}")
    conditions = [
        f.put(f"icmp eq i32 {_member(f, array, 'nd', 'i32')}, {len(port.shape)}"),
        f.put(f"icmp eq ptr {_member(f, array, 'descr')}, {outside['descr']}"),
    ]
    flag = f.put(f"and i32 {_member(f, array, 'flags', 'i32')}, {ALIGNED}")
    conditions.append(f.put(f"icmp ne i32 {flag}, 0"))
    _go_on(f, _all(f, conditions), f"kind{g}")
    dims, strides, conditions, stride = _member(f, array, "dims"), _member(f, array, "strides"), [], f.shape.bytes
    for axis in reversed(range(len(port.shape))):
        for place, expected in ((dims, port.shape[axis]), (strides, stride)):
            found = f.put(f"load i64, ptr {f.put(f'getelementptr i64, ptr {place}, i64 {axis}')}")
            conditions.append(f.put(f"icmp eq i64 {found}, {expected}"))
        stride *= port.shape[axis]
    if conditions:
        _go_on(f, _all(f, conditions), f"shape{g}")
    return _member(f, array, "data")


def _all(f: Lanes, conditions: list[str]) -> str:
    found = conditions[0]
    for condition in conditions[1:]:
        found = f.put(f"and i1 {found}, {condition}")
    return found


def _tuple(f: Lanes, arrays: list[str], outside: dict[str, str]) -> str:
    """The arrays in a tuple of the result's type."""
    made = f.put(f"call ptr {outside['alloc']}(ptr {outside['result']}, i64 {len(arrays)})")
    f.do(f"br i1 {f.put(f'icmp eq ptr {made}, null')}, label %no_tuple, label %tuple")
    f.block("no_tuple")
    for array in arrays:
        f.do(f"call void {outside['decref']}(ptr {array})")
    f.do("ret ptr null")
    f.block("tuple")
    for k, array in enumerate(arrays):
        f.put(f"call i32 {outside['set_item']}(ptr {made}, i64 {k}, ptr {array})")
    return made
