"""A step as long as accuracy allows, with the polynomial through it (see the interpreter's integration)."""

from ....program.embedded import Embedded
from ....program.integration import CLEAR, LEAST, MOST, REACH, SAFETY
from .writing import Writing


def begin(w: Writing) -> None:
    """The first step, found unless it is known."""
    f, wide = w.f, w.wide
    w.set("h", "double", f.op("fsub", w.number(0.0), w.get("h")))
    w.branch(w.compare("oeq", w.get("h"), w.number(0.0)), "find", "ready")
    f.block("find")
    rtol, atol = w.everywhere("%rtol"), w.everywhere("%atol")
    scales = [wide.fma(wide.call("fabs", w.load("%y", k)), rtol, atol) for k in w.starts]

    def size(registers: list[str]) -> str:
        """The root of the mean square, in units of what is allowed."""
        parts = [wide.op("fdiv", x, scale) for x, scale in zip(registers, scales, strict=True)]
        mean = f.op("fdiv", w.total([wide.op("fmul", x, x) for x in parts]), w.number(float(w.size)))
        return f.call("sqrt", mean)

    d0, d1 = size([w.load("%y", k) for k in w.starts]), size([w.load("%k0", k) for k in w.starts])
    still = f.put(f"or i1 {w.compare('olt', d0, w.number(1e-5))}, {w.compare('olt', d1, w.number(1e-5))}")
    t = w.get("t")
    left = f.op("fsub", "%end", t)
    guess = f.op("fdiv", f.op("fmul", w.number(0.01), d0), d1)
    h0 = w.smaller(f.select(still, w.number(1e-6), guess), left)
    w.moved("%x", w.everywhere(h0), (1.0,))
    w.rate(f.op("fadd", t, h0), "%x", "%k1", w.get("row", "i64"))
    change = size([wide.op("fsub", w.load("%k1", k), w.load("%k0", k)) for k in w.starts])
    d2 = f.op("fdiv", change, h0)
    most = w.larger(d1, d2)
    root = f.op("fdiv", w.number(0.01), most)
    for _ in range(3):
        root = f.call("sqrt", root)
    slow = w.larger(w.number(1e-6), f.op("fmul", h0, w.number(1e-3)))
    h1 = f.select(w.compare("ole", most, w.number(1e-15)), slow, root)
    h = w.smaller(f.op("fmul", w.number(100.0), h0), h1)
    w.set("h", "double", w.smaller(w.smaller(h, left), "%longest"))


def step(w: Writing) -> None:
    """Steps are tried until the error of one is small enough."""
    f, method = w.f, w.integration.method
    assert isinstance(method, Embedded)
    own = len(method.b)
    t, row = w.get("t"), w.get("row", "i64")
    ends = w.ends()
    stop = w.smaller(ends, "%end")
    size = f.call("fabs", t)
    above = f.put(f"add i64 {f.put(f'bitcast double {size} to i64')}, 1")
    least = f.op("fmul", w.number(CLEAR), f.op("fsub", f.put(f"bitcast i64 {above} to double"), size))
    w.set("wanted", "double", w.larger(w.smaller(w.get("h"), "%longest"), least))
    w.set("cap", "double", w.number(MOST))
    f.do("br label %try")
    f.block("try")
    wanted = w.get("wanted")
    w.branch(w.compare("oge", wanted, least), "go", "broken")
    f.block("go")
    far = f.op("fadd", t, wanted)
    left, reach = f.op("fsub", stop, t), w.smaller(f.op("fmul", w.number(REACH), wanted), "%longest")
    end = f.select(w.compare("ole", left, reach), stop, w.smaller(far, stop))
    h = f.op("fsub", end, t)
    hs = w.everywhere(h)
    for i, (weights, c) in enumerate(zip(method.A[1:], method.c[1:], strict=True), 1):
        w.moved("%x", hs, weights)
        w.rate(f.op("fadd", t, f.op("fmul", w.number(c), h)), "%x", f"%k{i}", row)
    w.moved("%new", hs, method.b)
    w.rate(end, "%new", f"%k{own}", row, "%told")
    error = _error(w, h, method)
    root = error
    for _ in range(3):
        root = f.call("sqrt", root)
    by_error = f.op("fdiv", w.number(SAFETY), root)
    factor = f.select(w.compare("oeq", error, w.number(0.0)), w.number(MOST), by_error)
    w.branch(w.compare("olt", error, w.number(1.0)), "taken", "again")
    f.block("again")
    w.set("wanted", "double", f.op("fmul", h, w.larger(factor, w.number(LEAST))))
    w.set("cap", "double", w.number(1.0))
    f.do("br label %try")

    f.block("taken")
    longer = f.op("fmul", h, w.smaller(factor, w.get("cap")))
    w.set("h", "double", f.select(w.compare("olt", end, far), w.larger(longer, wanted), longer))
    rest = w.record(end, "%new", f"%k{own}")
    _dense(w, method, t, h, hs, row, rest)
    w.copy("%y", "%new", w.size)
    w.copy("%k0", f"%k{own}", w.size)
    w.set("t", "double", end)
    if w.integration.held:  # the next stretch has a record of its own
        return
    over = f.put(f"and i1 {w.compare('olt', end, '%end')}, {w.compare('oge', end, ends)}")
    w.branch(over, "stretch", "on")
    f.block("stretch")  # other numbers are given from here on
    row = w.find(end)
    w.set("row", "i64", row)
    w.rate(end, "%y", "%k0", row, "%told")
    w.record(end, "%y", "%k0")
    f.do("br label %on")
    f.block("on")


def _error(w: Writing, h: str, method: Embedded) -> str:
    """The error of the step over what is allowed."""
    f, wide = w.f, w.wide
    rtol, atol = w.everywhere("%rtol"), w.everywhere("%atol")
    squares: dict[str, list[str]] = {"fifth": [], "third": []}
    for k in w.starts:
        a, b = (wide.call("fabs", w.load(array, k)) for array in ("%y", "%new"))
        larger = wide.select(wide.put(f"fcmp ogt {wide.shape.vector} {a}, {b}"), a, b)
        scale = wide.fma(larger, rtol, atol)
        for name, weights in (("fifth", method.fifth), ("third", method.third)):
            part = wide.op("fdiv", w.weighed(weights, k), scale)
            squares[name].append(wide.op("fmul", part, part))
    fifth, third = w.total(squares["fifth"]), w.total(squares["third"])
    both = f.op("fmul", f.fma(w.number(0.01), third, fifth), w.number(float(w.size)))
    error = f.op("fdiv", f.op("fmul", h, fifth), f.call("sqrt", both))
    return f.select(w.compare("oeq", fifth, w.number(0.0)), w.number(0.0), error)


def _dense(w: Writing, method: Embedded, t: str, h: str, hs: str, row: str, place: str) -> None:
    """The seven rows of the dense output, or the stages, to an address."""
    f, wide, own, n = w.f, w.wide, len(method.b), w.size
    if w.integration.asked:
        for i in range(own + 1):
            w.copy(f.at(place, i * n), f"%k{i}", n)
        return
    for i, (weights, c) in enumerate(zip(method.more, method.more_c, strict=True), own + 1):
        w.moved("%x", hs, weights)
        w.rate(f.op("fadd", t, f.op("fmul", w.number(c), h)), "%x", f"%k{i}", row)
    two = wide.shape.const(2.0)
    for k in w.starts:
        moved = wide.op("fsub", w.load("%new", k), w.load("%y", k))
        first, last = w.load("%k0", k), w.load(f"%k{own}", k)
        bend = wide.op("fmul", hs, wide.op("fadd", last, first))
        rows = [moved, wide.op("fsub", wide.op("fmul", hs, first), moved)]
        rows.append(wide.op("fsub", wide.op("fmul", two, moved), bend))
        rows += [wide.op("fmul", hs, w.weighed(weights, k)) for weights in method.dense]
        lanes, v = wide.shape.lanes, wide.shape.vector
        for r, value in enumerate(rows):
            if k + lanes <= n or lanes == 1:
                wide.store(value, wide.at(place, r * n + k))
                continue
            for lane in range(n - k):  # a whole register would reach into the next row
                one = f.put(f"extractelement {v} {value}, i64 {lane}")
                f.store(one, f.at(place, r * n + k + lane))
