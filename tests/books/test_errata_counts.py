"""Printed operation counts of Balafoutis & Patel that differ from the count of the printed equation.

Each equation is written out here once more, in its own letters, and what it does is counted: ×0, ×1 and +0 are dropped,
doubling is an addition, and changes of sign are not counted, as the tables have it.
"""

import re
from pathlib import Path

from linkwise.algebra import Mat3, Sym3, Vec3
from linkwise.costs.ledger.measure import measure_function
from linkwise.costs.ledger.primitives import primitive
from linkwise.costs.ledger.printed import PRINTED
from tests.books.errata import differ

N = 6
Z = Vec3(0.0, 0.0, 1.0)
A_V, A_V_QUARTER = ((8, 4), (4, 2))
"""What the text says a product A v takes, in general and where α is 0° or 90°."""


def counted(f, /, **takes):
    """What a function of vectors and tensors takes; "needed" leaves out what no answer uses."""
    kinds = {3: lambda x: Vec3(*x), 6: lambda x: Sym3(*x), 9: lambda x: Mat3((x[:3], x[3:6], x[6:]))}

    def numbers(*given):
        found = f(*(kinds[size](x) for size, x in zip(takes.values(), given, strict=True)))
        return [found] if not isinstance(found, Vec3) else found.components

    return measure_function(numbers, takes).needed.plain


def twice(v):
    return v + v


def times(k, *costs):
    """k times the sum of some costs."""
    return tuple(k * sum(each) for each in zip(*costs, strict=True))


def printed(table, row, arm="general"):
    (found,) = [r for r in PRINTED["balafoutis1991"] if (r.table, r.row, r.arm) == (table, row, arm)]
    return found.at(N)


def test_a_product_with_a_turn():
    assert primitive("A v", "general").needed.plain == A_V and primitive("A v", "quarter").needed.plain == A_V_QUARTER


def test_table_5_2():
    """ "E2-37": the columns of one equation."""
    general, quarter, total = (
        printed("5.2", *row) for row in (("5.3.46a",), ("5.3.46a", "quarter"), ("total", "quarter"))
    )
    saved = times(N - 1, (A_V[0] - A_V_QUARTER[0], A_V[1] - A_V_QUARTER[1]))
    assert quarter[0] == general[0] - saved[0]
    right = general[1] - saved[1]
    differ("E2-37", [quarter[1], total[1]], [right, total[1] + right - quarter[1]])


def test_the_third_row_of_a_turn():
    """A convention of the tables, no misprint: the row counts as three known numbers; the page has both counts."""
    known = counted(lambda row, η: row.dot(η), row=3, η=3)[0]
    computed = primitive("A v, last entry", "general").needed.multiplications
    assert (known, computed) == (3, 4)
    spin = counted(lambda ω, z: Vec3(ω.x, ω.y, 0.0).cross(Z * z.z), ω=3, z=3)[0]
    cross = counted(lambda s, f: s.cross(f), s=3, f=3)[0]
    last = counted(lambda s, f: s.cross(f).z, s=3, f=3)[0]

    def counts(row):
        return {
            "5.3.45b": 10 * (N - 2) + row + spin,
            "5.3.46b": (A_V[0] + 2 * cross) * (N - 2) + row + 2 * last + cross,
            "7.3.19e,f,g": (A_V[0] + cross) * (N - 1) * (N - 2) // 2 + (row + last) * (N - 1),
        }

    page = (Path(__file__).parents[2] / "docs" / "conventions_of_the_sources.md").read_text(encoding="utf-8")
    stated = re.findall(r"^\| Table (\S+), \((\S+)\) \|[^|]*: (\d+) \|[^|]*: (\d+) \|", page, re.MULTILINE)
    assert [rows for _, rows, _, _ in stated] == list(counts(known))
    for table, rows, print_, ours in stated:
        assert (int(print_), int(ours)) == (counts(known)[rows], counts(computed)[rows])
        for letter in rows[6:].split(","):
            assert printed(table, rows[:6] + letter)[0] == counts(known)[rows]
    assert printed("5.2", "5.3.45a")[0] == 8 * (N - 2) + computed  # where the convention is not kept


def test_table_6_1():
    """ "E2-39", "E2-40": each cycle of (6.3.29a), and of (6.3.30b) with its last entries."""
    three = counted(lambda a, b: a + b, a=3, b=3)
    cycle = times(1, A_V, three)
    assert printed("6.1", "6.3.29a")[0] == (N - 2) * cycle[0]
    assert printed("6.1", "6.3.29a", "quarter") == times(N - 2, A_V_QUARTER, three)
    differ("E2-39", [printed("6.1", "6.3.29a")[1]], [(N - 2) * cycle[1]])

    inner = counted(lambda s, f, η: s.cross(f) + η, s=3, f=3, η=3)
    last = counted(lambda row, s, f, η: row.dot(s.cross(f) + η), row=3, s=3, f=3, η=3)
    right = times(1, times((N - 1) * (N - 2) // 2, A_V, inner), times(N - 1, last))
    assert printed("7.2", "7.3.19d") == times(N * (N - 1) // 2, A_V, inner)
    differ("E2-40", list(printed("6.1", "6.3.30b")), list(right))


def test_table_7_1():
    """ "E2-41", "E2-42", "E2-43", "E2-44": each link, all but the first, and the first diagonal entry."""
    ω_z, Ω_z = (lambda ω: ω.cross(Z)), (lambda Ω: Ω @ Z)
    f̂ = counted(lambda U, ω, Ud: U.cross(ω_z(ω)) + Ud.cross(Z), U=3, ω=3, Ud=3)
    differ("E2-41", [printed("7.1", "7.3.18f")[1]], [(N - 1) * f̂[1]])
    f̄ = counted(
        lambda U, Ω, Ud, ω, Udd: U.cross(Ω_z(Ω)) + twice(Ud.cross(ω_z(ω))) + Udd.cross(Z), U=3, Ω=9, Ud=3, ω=3, Udd=3
    )
    differ("E2-42", [printed("7.1", "7.3.18g")[0]], [(N - 1) * f̄[0]])
    G = counted(
        lambda E, Ω, L, ω, U, sdd, η: E @ Ω_z(Ω) - twice(L @ ω_z(ω)) + U.cross(sdd.cross(Z)) - η.cross(Z),
        E=6,
        Ω=9,
        L=9,
        ω=3,
        U=3,
        sdd=3,
        η=3,
    )
    differ("E2-43", [printed("7.1", "7.3.18k")[0]], [(N - 1) * G[0]])
    assert f̂[0] == 4 and f̄[1] == 12 and G[1] == 21  # as printed

    p = diagonal_entry()
    first = counted(lambda f, sdd: Vec3(f.x, f.y, 0.0).dot(sdd.cross(Z)), f=3, sdd=3)  # ω × z = Ω z = 0
    assert printed("7.1", "7.3.18n") == times(N - 1, p)
    differ("E2-44", list(printed("7.1", "7.3.18n")), list(times(1, times(N - 1, p), first)))


def test_table_7_2():
    """ "E2-45": an entry of P off the diagonal has the form of those on it."""
    differ("E2-45", list(printed("7.2", "7.3.19l")), list(times(N * (N - 1) // 2, diagonal_entry())))


def diagonal_entry():
    def p(B, Ω, C, ω, f, sdd):
        c = C.dot(ω.cross(Z))
        return B.dot(Ω @ Z) - (c + c) + f.dot(sdd.cross(Z))

    return counted(p, B=3, Ω=9, C=3, ω=3, f=3, sdd=3)
