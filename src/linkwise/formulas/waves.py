"""Sums of waves: Σ (polynomial) cos(k·q) + (polynomial) sin(k·q), with integer coefficients.

A wave is the integer 2k + p, made of the frequency k, packed and not negative, and the phase p, 0 for the cosine and 1
for the sine. Wave 0 is the constant 1. Products become sums by

    cos a cos b = ½ [cos(a+b) + cos(a−b)],   sin a sin b = ½ [cos(a−b) − cos(a+b)],
    sin a cos b = ½ [sin(a+b) + sin(a−b)],

so that equal formulas are equal sums, and there is nothing to simplify.
"""

Polynomial = dict[int, int]
"""Coefficients by monomial."""

Waves = dict[int, Polynomial]
"""Polynomials by wave; no coefficient is 0, no polynomial empty."""


def product(x: Waves, y: Waves) -> Waves:
    """Twice the product.

    >>> cos_q, sin_q = {2: {0: 1}}, {3: {0: 1}}
    >>> product(cos_q, cos_q), product(sin_q, sin_q)  # 1 + cos 2q, 1 − cos 2q
    ({4: {0: 1}, 0: {0: 1}}, {4: {0: -1}, 0: {0: 1}})
    """
    doubled: Waves = {}
    for a, p in x.items():
        for b, r in y.items():
            both = _times(p, r)
            if not a or not b:
                _add(doubled, a or b, both, 2)
                continue
            two_sines, one_sine = a & b & 1, (a ^ b) & 1
            above, below = (a >> 1) + (b >> 1), (a >> 1) - (b >> 1)
            _add(doubled, 2 * above + one_sine, both, -1 if two_sines else 1)
            sign = -1 if one_sine and (b & 1) else 1  # cos a sin b = ½ [sin(a+b) − sin(a−b)]
            if below < 0:
                below, sign = -below, -sign if one_sine else sign
            if below or not one_sine:
                _add(doubled, 2 * below + one_sine, both, sign)
    return without_zeros(doubled)


def total(x: Waves, k: int, y: Waves, n: int) -> Waves:
    """k x + n y.

    >>> total({0: {0: 1}}, 2, {0: {0: 1}, 2: {1: 5}}, -2)
    {2: {1: -10}}
    """
    waves: Waves = {}
    for each, scale in ((x, k), (y, n)):
        for wave, polynomial in each.items():
            _add(waves, wave, polynomial, scale)
    return without_zeros(waves)


def without_zeros(waves: Waves) -> Waves:
    """Waves without coefficients that are 0.

    >>> without_zeros({0: {0: 0}, 2: {0: 1, 1: 0}})
    {2: {0: 1}}
    """
    kept = {}
    for wave, polynomial in waves.items():
        terms = polynomial if all(polynomial.values()) else {m: c for m, c in polynomial.items() if c}
        if terms:
            kept[wave] = terms
    return kept


def size(waves: Waves) -> int:
    """The number of terms.

    >>> size({0: {0: 1, 1: 2}, 2: {0: 1}})
    3
    """
    return sum(map(len, waves.values()))


def _times(p: Polynomial, r: Polynomial) -> Polynomial:
    if len(r) == 1:
        p, r = r, p
    if len(p) == 1:
        ((m, c),) = p.items()
        return {m + k: c * d for k, d in r.items()}
    product: Polynomial = {}
    for m, c in p.items():
        for k, d in r.items():
            product[m + k] = product.get(m + k, 0) + c * d
    return product


def _add(into: Waves, wave: int, polynomial: Polynomial, scale: int) -> None:
    there = into.get(wave)
    if there is None:
        into[wave] = dict(polynomial) if scale == 1 else {m: scale * c for m, c in polynomial.items()}
        return
    for m, c in polynomial.items():
        there[m] = there.get(m, 0) + scale * c
