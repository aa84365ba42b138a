"""The entry point from Python: a C-level Python function, written as LLVM text.

    PyObject *entry(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)

It takes arrays of one precision, or lists and tuples of numbers, by position or by name; one state or a batch of up to
MANY, or fewer if the table says so; and `out=`. Contiguous arrays are read where they lie, and so are the floats of a
single state beside them; small batches of others are copied together (gathering.py).
It allocates the answers unless there is an `out`, and calls the code of the program, whose addresses are in the table
@outside; a batch of one is answered as the single state it is. All other calls go to the callable that `self` holds.
The GIL is held, so longer batches go there too.

It reads Python's and NumPy's structs directly (objects.py); `cpython.readable` checks them on this interpreter first.
"""

from collections.abc import Sequence

from ...program import Port, Signature
from .entry_answers import filled, made
from .lanes import Lanes, Shape
from .objects import (
    ALIGNED,
    CONTIGUOUS,
    MOST_AXES,
    NAMES,
    PRECISIONS,
    VALUE,
    all_hold,
    at,
    go_on,
    member,
    of_row,
    outside,
    ports,
    require,
    row,
    table,
)

MANY = 4096
"""The longest batch done with the GIL held: some hundred microseconds at most."""

GATHERED = 2**16
"""Bytes of arrays copied together on the stack: threads have at least eight times as much."""


def entry(signature: Signature) -> str:
    """The module of the function, for any precision."""
    takes, gives = signature.takes, signature.gives
    f = Lanes(Shape())
    dims, given = (f.put(f"alloca i64, i64 {MOST_AXES + 8}"), f.put(f"alloca ptr, i64 {len(takes) + 1}"))
    places = [f.put(f"alloca ptr, i64 {len(side)}") for side in (takes, gives)]
    plain = [f.put("icmp eq ptr %kwnames, null"), f.put(f"icmp eq i64 %nargs, {len(takes)}")]
    f.do(f"br i1 {all_hold(f, plain)}, label %given, label %arrange")
    f.block("arrange")
    names = f"i64 {len(takes)}, ptr getelementptr (ptr, ptr @outside, i64 {NAMES})"
    arranged = f"call i1 {outside(f, 'arranged')}(ptr %args, i64 %nargs, ptr %kwnames, ptr {given}, {names})"
    fine = f.put(arranged)
    go_on(f, fine, "arranged")
    named_out = f.put(f"load ptr, ptr {at(f, given, len(takes))}")
    f.do("br label %given")
    f.block("given")
    f.lines += [
        f"  %arrays = phi ptr [ %args, %begin ], [ {given}, %arranged ]",
        f"  %out = phi ptr [ null, %begin ], [ {named_out}, %arranged ]",
    ]
    lead = _leading(takes)
    first = f.put(f"load ptr, ptr {at(f, '%arrays', lead)}")
    go_on(f, f.put(f"icmp eq ptr {member(f, first, 'type')}, {outside(f, 'ndarray')}"), "array", "gather")
    single = f.put(f"icmp eq ptr {member(f, first, 'descr')}, {outside(f, 'float32')}")
    f.lines.append(f"  %row = select i1 {single}, ptr {row('float32')}, ptr {row('float64')}")
    f.lines.append(f"  %lead = getelementptr i8, ptr {member(f, first, 'dims')}, i64 0")
    f.lines.append(f"  %axes = sub i32 {member(f, first, 'nd', 'i32')}, {len(takes[lead].shape)}")
    f.do(f"br i1 {f.put('icmp eq i32 %axes, 0')}, label %state, label %states")
    f.block("state")
    _read(f, "state", takes, places[0], batch=False)
    f.block("states")
    go_on(f, f.put(f"icmp ult i32 %axes, {MOST_AXES}"), "states.some")
    f.lines.append(f"  %count = call i64 {outside(f, 'product')}(ptr %lead, i32 %axes)")
    _read(f, "states", takes, places[0], batch=True)
    f.block("gather")
    _gather(f, takes, places[0])
    f.block("answer")
    f.lines += [
        "  %kind = phi ptr [ %row, %state.read ], [ %row, %states.read ], [ %chosen, %gathered ]",
        "  %over = phi ptr [ %lead, %state.read ], [ %lead, %states.read ], [ %leader, %gathered ]",
        "  %more = phi i32 [ 0, %state.read ], [ %axes, %states.read ], [ %widest, %gathered ]",
        "  %many = phi i64 [ 1, %state.read ], [ %count, %states.read ], [ %together, %gathered ]",
    ]
    _answer(f, signature, places, dims)
    f.block("slow")
    offset = f.put(f"ptrtoint ptr {outside(f, 'fallback')} to i64")
    fallback = f.put(f"load ptr, ptr {f.put(f'getelementptr i8, ptr %self, i64 {offset}')}")
    long_way = f"call ptr {outside(f, 'vectorcall')}(ptr {fallback}, ptr %args, i64 %nargs, ptr %kwnames)"
    f.do(f"ret ptr {f.put(long_way)}")
    head = "define ptr @entry(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) nounwind {"
    return "\n".join([table(len(takes)), ports(takes), head, "begin:", *f.lines, "}", ""])


def _leading(takes: Sequence[Port]) -> int:
    """The array that says how many states there are, and in which precision: one that may have a row for each of them,
    and is not a single number."""
    return min(range(len(takes)), key=lambda k: (not takes[k].shape, takes[k].uniform, k))


def _read(f: Lanes, label: str, takes: Sequence[Port], places: str, batch: bool) -> None:
    """Contiguous arrays of one precision, and floats where a single state has one number; others are gathered."""
    descr = of_row(f, "%row", "descr")
    for k, port in enumerate(takes):
        array = f.put(f"load ptr, ptr {at(f, '%arrays', k)}")
        if not port.shape and not batch:
            _float(f, f"{label}.{k}", array, at(f, places, k))
        axes = "%axes" if batch and not port.uniform else "0"
        require(f, f"{label}.{k}", array, port, axes, descr, CONTIGUOUS | ALIGNED, "gather")
        f.do(f"store ptr {member(f, array, 'data')}, ptr {at(f, places, k)}")
        if not port.shape and not batch:
            f.do(f"br label %{label}.{k}.next")
            f.block(f"{label}.{k}.next")
    f.do(f"br label %{label}.read")
    f.block(f"{label}.read")
    f.do("br label %answer")


def _float(f: Lanes, label: str, number: str, place: str) -> None:
    """A double is read where Python keeps it; anything else goes on here."""
    kind = member(f, number, "type")
    floats = [f.put(f"icmp eq ptr {kind}, {outside(f, which)}") for which in ("float", "float_scalar")]
    is_float = f.put(f"or i1 {floats[0]}, {floats[1]}")
    doubles = f.put(f"icmp eq ptr %row, {row('float64')}")
    f.do(f"br i1 {f.put(f'and i1 {is_float}, {doubles}')}, label %{label}.double, label %{label}.other")
    f.block(f"{label}.double")
    f.do(f"store ptr {f.put(f'getelementptr i8, ptr {number}, i64 {VALUE}')}, ptr {place}")
    f.do(f"br label %{label}.next")
    f.block(f"{label}.other")


def _gather(f: Lanes, takes: Sequence[Port], places: str) -> None:
    """Arrays with gaps, arrays that broadcast to the one with the most axes, and lists, copied together."""
    found, arrays = f.put("alloca ptr, i64 3"), f"ptr %arrays, ptr @ports, i64 {len(takes)}"
    f.lines.append(f"  %together = call i64 {outside(f, 'measured')}({arrays}, ptr {row(PRECISIONS[0])}, ptr {found})")
    numbers = sum(port.size for port in takes)
    some = f.put(f"icmp ult i64 {f.put('sub i64 %together, 1')}, {max(1, min(MANY, GATHERED // (8 * numbers)))}")
    go_on(f, some, "gather.some")
    room = f.put(f"alloca i8, i64 {f.put(f'mul i64 %together, {8 * numbers}')}, align 64")
    fine = f"call i1 {outside(f, 'assembled')}({arrays}, ptr {found}, ptr {room}, ptr {places})"
    go_on(f, f.put(fine), "gathered")
    f.lines += [
        f"  %chosen = load ptr, ptr {found}",
        f"  %leader = load ptr, ptr {at(f, found, 1)}",
        f"  %widest = load i32, ptr {at(f, found, 2)}",
    ]
    f.do("br label %answer")


def _answer(f: Lanes, signature: Signature, places: list[str], dims: str) -> None:
    """Run the code on the arrays in their places."""
    f.lines += [
        "  %is.one = icmp eq i32 %more, 0",
        f"  %one = getelementptr i8, ptr {of_row(f, '%kind', 'one')}, i64 0",
    ]
    f.lines.append(f"  %batch = getelementptr i8, ptr {of_row(f, '%kind', 'batch')}, i64 0")
    alone = all_hold(f, [f.put("icmp eq i64 %many, 1"), f.put("icmp ne ptr %one, null")])
    f.lines.append(f"  %alone = and i1 {alone}, true")
    most = f.put(f"ptrtoint ptr {of_row(f, '%kind', 'most')} to i64")  # 0: there is no code for batches yet
    some = f.put(f"icmp ult i64 {f.put('sub i64 %many, 1')}, {most}")
    together = f.put(f"select i1 %is.one, i1 false, i1 {some}")
    go_on(f, f.put(f"or i1 %alone, {together}"), "ready")
    f.do(f"br i1 {f.put('icmp eq ptr %out, null')}, label %make, label %fill")
    f.block("make")
    answers = made(f, signature.gives, places[1], dims)
    f.lines.append(f"  %made = getelementptr i8, ptr {answers}, i64 0")
    f.do("br label %made.all")
    f.block("made.all")
    f.do("br label %run")
    f.block("fill")
    filled(f, signature, places)
    f.do(f"call void {outside(f, 'incref')}(ptr %out)")
    f.do("br label %filled")
    f.block("filled")
    f.do("br label %run")
    f.block("run")
    f.lines.append("  %result = phi ptr [ %made, %made.all ], [ %out, %filled ]")
    f.do("br i1 %alone, label %run.one, label %run.batch")
    f.block("run.one")
    sides = zip(places, (signature.takes, signature.gives), strict=True)
    pointers = [f"ptr {f.put(f'load ptr, ptr {at(f, place, k)}')}" for place, side in sides for k, _ in enumerate(side)]
    f.do(f"call void %one({', '.join(pointers)})")
    f.do("ret ptr %result")
    f.block("run.batch")
    size = f.put(f"ptrtoint ptr {of_row(f, '%kind', 'memory')} to i64")
    kept, room = of_row(f, "%kind", "kept"), f.put(f"alloca i8, i64 {size}, align 64")
    memory = f.put(f"select i1 {f.put(f'icmp eq ptr {kept}, null')}, ptr {room}, ptr {kept}")
    f.do(f"call void %batch(i64 %many, i64 %many, ptr {places[0]}, ptr {places[1]}, i64 0, ptr {memory})")
    f.do("ret ptr %result")
