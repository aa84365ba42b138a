"""The arms on which operations are counted: the general manipulators of the sources.

The general manipulator of Balafoutis & Patel (1991), §5.3.2, has n revolute joints and arbitrary constants: all α, a, d
of the links between joints, all masses, centres of mass and inertia tensors. For a count to depend on nothing else,

- the base frame is at the first joint (a₁ = d₁ = 0) with gravity along its z alone; α₁ is arbitrary, so the first
  axis is not along gravity (Table 5.1 counts three multiplications for s̈₁, two where α₁ is 90°: 45e at n = 1);
- nothing pushes at the tip: the n-th cycle of (5.3.46) costs 9 and 6 operations, those of Ω u alone;
- there is no friction and there are no rotors.

For "α = 0° or 90°" every α is 90° here, the more expensive of the two; if the two alternate, counts are slightly lower.

Khalil & Dombre (2002), §9.6.3, count for r₁ = d₁ = α₁ = r_n = 0, the first axis along gravity, and base parameters.
                                                                                     [balafoutis1991] [khalil2002]
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from typing import NamedTuple

from ...algebra import Inertia, Sym3, Vec3, cos_sin
from ...model import Body, Model, Prismatic, Revolute, rewrite
from ...model.dh import DHRow

QUARTER = math.pi / 2


def _numbers(what: str) -> Callable[[], float]:
    """Random numbers from 0.3 to 1.2 with all their digits, the same in every run: none is 0 or 1, no two are equal."""
    draw = random.Random(what)
    return lambda: 0.3 + 0.9 * draw.random()


def _first(values: Iterator[float], fits: Callable[[float], bool]) -> float:
    """The first value for which an identity holds to the last digit, so that no count depends on rounding."""
    return next(value for value in values if fits(value))


@cache
def mass_beyond(k: int) -> float:
    """The mass of the last k links, such that ×m̄ exactly undoes /m̄.

    >>> all(mass_beyond(k) * (1.0 / mass_beyond(k)) == 1.0 for k in range(1, 11))
    True
    """
    some, beyond = _numbers(f"mass {k}"), mass_beyond(k - 1) if k else 0.0
    return _first((beyond + 3.0 * some() for _ in count()), lambda m: m * (1.0 / m) == 1.0) if k else 0.0


def twist(k: int) -> float:
    """The twist of the k-th link from the tip, such that cos² + sin² is exactly 1.

    >>> twist(1) != twist(2)
    True
    """
    some = _numbers(f"twist {k}")
    return _first((some() for _ in count()), lambda α: sum(x * x for x in cos_sin(α)) == 1.0)


def offset(k: int, α: float) -> float:
    """The offset along the joint axis of the k-th link from the tip, such that turning it by α and back is exact.

    >>> offset(1, QUARTER) < 0.0
    True
    """
    some, (c, s) = _numbers(f"offset {k}"), cos_sin(α)
    return _first((-some() for _ in count()), lambda r: (s * r) * c == (c * r) * s)


def solid(k: int, name: str) -> Inertia:
    """The inertia of the k-th link from the tip, with no number that is 0.

    The signs are such that all links beyond a joint together have the signs of a single one: an expression then has the
    same form at every joint, however many follow.

    >>> solid(1, "hand").m == solid(1, "hand").m, solid(1, "hand").m == solid(2, "arm").m
    (True, False)
    """
    some, m = _numbers(f"link {k}"), mass_beyond(k) - mass_beyond(k - 1)
    xx, yy, zz = (least + 0.5 * some() for least in (4.0, 3.0, 2.0))
    at_com = Sym3(xx, -0.3 * some(), 0.3 * some(), yy, 0.3 * some(), zz)
    return Inertia.at_com(m, Vec3(some(), some(), -some()), at_com).seen_from(name)


def chain(name: str, rows: Sequence[DHRow], links: Sequence[Inertia]) -> Model:
    """A chain of joints and links.

    >>> chain("one", [DHRow(-1)], [solid(1, "link1")]).n
    1
    """
    bodies = []
    for j, (row, inertia) in enumerate(zip(rows, links, strict=True), 1):
        joint = (Prismatic if row.sigma else Revolute)(f"joint{j}", offset=row.offset)
        T = row.constant.tagged(f"link{j - 1}" if j > 1 else "base", f"link{j}")
        bodies.append(Body(f"link{j}", j - 2, T, joint, inertia))
    return Model(name, tuple(bodies))


def links(n: int) -> list[Inertia]:
    """The links of an arm; a longer arm has the same links at its tip, and more at its base.

    >>> links(3)[1].m == links(2)[0].m
    True
    """
    return [solid(n - j, f"link{j + 1}") for j in range(n)]


def _general(n: int, alpha: Callable[[int], float], khalil: bool = False) -> Model:
    rows = []
    for j in range(n):
        d, r = (_numbers(f"length {n - j}")(), offset(n - j, alpha(n - j))) if j else (0.0, 0.0)
        rows.append(DHRow(j - 1, alpha=alpha(n - j), d=d, r=r))
    if khalil:
        rows[0], rows[-1] = DHRow(-1), replace(rows[-1], r=0.0)
    return chain(f"general {n}R", rows, links(n))


def base_parameters(model: Model) -> Model:
    """The same robot with the fewest inertial parameters of its links.

    >>> base_parameters(ARMS["general"].model(2)).bodies[1].inertia.m
    0.0
    """
    return rewrite.regroup(rewrite.dh_gauge(model))


class Arm(NamedTuple):
    """A family of robots, one for each number of joints."""

    model: Callable[[int], Model]
    means: str


ARMS = {
    "general": Arm(lambda n: _general(n, twist), "n revolute joints, all constants arbitrary"),
    "quarter": Arm(lambda n: _general(n, lambda k: QUARTER), "n revolute joints, every twist a quarter turn"),
    "base": Arm(
        lambda n: base_parameters(_general(n, twist, khalil=True)),
        "n revolute joints, the first along gravity, base parameters",
    ),
}
"""The arms that are counted for every n."""
