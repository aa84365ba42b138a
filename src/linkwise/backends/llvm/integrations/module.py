"""The module of an integration.

    void integrate(ptr state, ptr task, ptr table, i64 rows, ptr records, i64 slots, ptr results, ptr ask, ptr scratch)
    void rates(i64 count, ptr states, ptr table, i64 rows, ptr gives, ptr ask, ptr scratch)
    i32 ask(double time, ptr y, ptr asked)

The first steps from a state, which it changes, until the time is over or all slots are filled; its results are how
many were, and why it stopped. The second gives rates at rows of time and state. The caller's answers what is asked, at
places that are the same throughout a call but for y, or gives up with a number that is not 0.
"""

from dataclasses import replace

from ....program import Integration
from ....program.integration import BROKEN, FULL, OVER
from ..lanes import Shape
from ..module import finished
from ..tile import tile
from . import adaptive, fixed
from .writing import Writing


def integration_module(integration: Integration, shape: Shape) -> tuple[str, int]:
    """The module as LLVM text, and how many numbers of scratch memory it needs."""
    body = tile(integration.fused, integration.signature, replace(shape, lanes=1), "lanes", "rate")
    w = Writing(integration, shape, body.scratch)
    _write(w)
    loop = [
        "define void @integrate(ptr %state, ptr %task, ptr %table, i64 %rows, ptr %records, i64 %slots, ptr %results, "
        "ptr %ask, ptr %scratch) #1 {",
        "entry:",
        *w.f.lines,
        "  ret void",
        "}",
    ]
    text = finished([body.text, _find(integration), "\n".join(loop), _rates(integration, w)], shape.dtype)
    return text, w.memory


def _write(w: Writing) -> None:
    f, n, told, by = w.f, w.size, w.integration.told, adaptive if w.integration.adaptive else fixed
    numbers = [f.load(f.at("%state", k)) for k in range(4)]
    for name, value in zip(("t", "h"), numbers, strict=False):
        w.variable(name, "double", value)
    for name, value in zip(("k", "row"), numbers[2:], strict=True):
        w.variable(name, "i64", f.put(f"fptosi double {value} to i64"))
    w.variable("count", "i64", "0")
    w.variable("wanted", "double", w.number(0.0))
    w.variable("cap", "double", w.number(0.0))
    w.copy("%y", f.at("%state", 4), n)
    w.copy("%k0", f.at("%state", 4 + n), n)
    w.copy("%told", f.at("%state", 4 + 2 * n), told)
    w.branch(w.compare("ole", numbers[1], w.number(0.0)), "fresh", "ready")
    f.block("fresh")
    _enter(w)
    by.begin(w)
    f.do("br label %ready")
    f.block("ready")
    w.branch(w.compare("olt", w.get("t"), "%end"), "stretches" if w.integration.held else "space", "over")
    if w.integration.held:
        f.block("stretches")
        w.branch(w.compare("oge", w.get("t"), w.ends()), "enter", "space")
        f.block("enter")
        _enter(w)
        rest = w.record(w.get("t"), "%y", "%k0")
        if more := w.integration.recorded - 1 - 2 * n - told:
            f.do(f"call void @llvm.memset.p0.i64(ptr {rest}, i8 0, i64 {8 * more}, i1 false)")
        w.set("count", "i64", f.put(f"add i64 {w.get('count', 'i64')}, 1"))
        f.do("br label %ready")
    f.block("space")
    taken = w.get("count", "i64")  # room is left for the beginning of a stretch, which follows the end of the last
    taken = f.put(f"add i64 {taken}, 1") if w.integration.held else taken
    w.branch(f.put(f"icmp ult i64 {taken}, %slots"), "step", "full")
    f.block("step")
    by.step(w)
    w.set("count", "i64", f.put(f"add i64 {w.get('count', 'i64')}, 1"))
    f.do("br label %ready")
    reasons = {"over": OVER, "full": FULL, "broken": BROKEN}
    for name in reasons:
        f.block(name)
        f.do("br label %exit")
    f.block("exit")
    why = f.put(f"phi i64 {', '.join(f'[ {code}, %{name} ]' for name, code in reasons.items())}")
    f.do(f"store i64 {w.get('count', 'i64')}, ptr %results, align 8")
    f.do(f"store i64 {why}, ptr {f.at('%results', 1)}, align 8")
    for k, name in enumerate(("t", "h")):
        f.store(w.get(name), f.at("%state", k))
    for k, name in enumerate(("k", "row"), 2):
        f.store(f.put(f"sitofp i64 {w.get(name, 'i64')} to double"), f.at("%state", k))
    w.copy(f.at("%state", 4), "%y", n)
    w.copy(f.at("%state", 4 + n), "%k0", n)
    w.copy(f.at("%state", 4 + 2 * n), "%told", told)


def _enter(w: Writing) -> None:
    """Begin a stretch: what is held in it, the rate, and what is told."""
    t = w.get("t")
    w.set("row", "i64", w.find(t))
    row = w.get("row", "i64")
    if w.integration.held:
        w.ask(t, "%y")
        w.copy(w.given(row), "%asked", w.integration.held)
    w.rate(t, "%y", "%k0", row, "%told")


def _find(integration: Integration) -> str:
    """The function that finds the row of the table for a time: the first that ends later, or the last."""
    return "\n".join(
        [
            "define internal i64 @find(ptr %table, i64 %rows, double %t, i64 %near) #0 {",
            "entry:",
            "  %last = sub i64 %rows, 1",
            "  br label %back",
            "back:",  # while the row before ends later, too
            "  %i = phi i64 [ %near, %entry ], [ %i.less, %before ]",
            "  %some = icmp ugt i64 %i, 0",
            "  br i1 %some, label %look, label %forth",
            "look:",
            "  %i.less = sub i64 %i, 1",
            f"  %a.off = mul i64 %i.less, {integration.row}",
            "  %a.at = getelementptr double, ptr %table, i64 %a.off",
            "  %a = load double, ptr %a.at, align 8",
            "  %a.later = fcmp ogt double %a, %t",
            "  br i1 %a.later, label %before, label %forth",
            "before:",
            "  br label %back",
            "forth:",
            "  %j = phi i64 [ %i, %back ], [ %i, %look ], [ %j.next, %after ]",
            "  %more = icmp ult i64 %j, %last",
            "  br i1 %more, label %see, label %found",
            "see:",
            f"  %b.off = mul i64 %j, {integration.row}",
            "  %b.at = getelementptr double, ptr %table, i64 %b.off",
            "  %b = load double, ptr %b.at, align 8",
            "  %b.later = fcmp ogt double %b, %t",
            "  br i1 %b.later, label %found, label %after",
            "after:",
            "  %j.next = add i64 %j, 1",
            "  br label %forth",
            "found:",
            "  ret i64 %j",
            "}",
        ]
    )


def _rates(integration: Integration, w: Writing) -> str:
    """The function that gives rates at rows of time and state."""
    n, told = integration.size, integration.told
    asked = ", ptr %asked" if integration.asked else ""
    passed = f"ptr %at, ptr %y, ptr %given{asked}, ptr %dy, ptr %more, i64 1, i64 1, ptr %scratch"
    asking = [
        "  %gives.up = call i32 %ask(double %t, ptr %y, ptr %asked)",
        "  %answered = icmp eq i32 %gives.up, 0",
        "  br i1 %answered, label %on, label %exit",
        "on:",
    ]
    again = "on" if integration.asked else "each"
    return "\n".join(
        [
            "define void @rates(i64 %count, ptr %states, ptr %table, i64 %rows, ptr %gives, ptr %ask, "
            "ptr %scratch) #1 {",
            "entry:",
            f"  %asked = getelementptr double, ptr %scratch, i64 {w.places['asked']}",
            "  %some = icmp ne i64 %count, 0",
            "  br i1 %some, label %each, label %exit",
            "each:",
            f"  %i = phi i64 [ 0, %entry ], [ %i.next, %{again} ]",
            f"  %row = phi i64 [ 0, %entry ], [ %row.next, %{again} ]",
            f"  %at.off = mul i64 %i, {1 + n}",
            "  %at = getelementptr double, ptr %states, i64 %at.off",
            "  %y = getelementptr double, ptr %at, i64 1",
            "  %t = load double, ptr %at, align 8",
            "  %row.next = call i64 @find(ptr %table, i64 %rows, double %t, i64 %row)",
            f"  %given.off = mul i64 %row.next, {integration.row}",
            "  %given.row = getelementptr double, ptr %table, i64 %given.off",
            "  %given = getelementptr double, ptr %given.row, i64 1",
            f"  %dy.off = mul i64 %i, {n + told}",
            "  %dy = getelementptr double, ptr %gives, i64 %dy.off",
            f"  %more = getelementptr double, ptr %dy, i64 {n}",
            *(asking if integration.asked else []),
            f"  call void @rate({passed})",
            "  %i.next = add i64 %i, 1",
            "  %i.more = icmp ult i64 %i.next, %count",
            "  br i1 %i.more, label %each, label %exit",
            "exit:",
            "  ret void",
            "}",
        ]
    )
