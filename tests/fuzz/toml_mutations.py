"""DH tables and screw axes: keys and tables dropped, doubled, swapped, misspelt; values of another type or size."""

import random
import re

from . import tokens

HEADER = re.compile(r"\s*\[\[?\s*([\w-]+)")
KEY = re.compile(r"(\s*)([\w-]+)(\s*=\s*)(.*)", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.\"])[+-]?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.\"])")
INNER_KEY = re.compile(r"(?<=[{,])\s*([\w-]+)\s*(?==)")

OTHER_TYPES = [
    *tokens.words('"" "text" "1.0" true false 1 -1 0.0 [] [1,2,3] [[1,2],[3,4]] {} {a=1} [{}] 1979-05-27 07:32:00 inf'),
    *tokens.words('1979-05-27T07:32:00Z -inf nan 0x10 0o7 1_000 ["a"] [true] [[[[[[]]]]]] [1,[2]] [nan,0,0] 1e400 ='),
    *("'text'", '"""a\nb"""', '"\\u0000"', '"\\ud800"', "", "9" * 5000, "[" * 200 + "]" * 200),
    *(
        "{ coulomb = 1e308, viscous = 1e308 }",
        '{ law = "smooth", width = 0.1, of = { law = "smooth", width = 0.1, of = {} } }',
    ),
]
"""Values of every type, where another was expected."""


def mutate(rng: random.Random, data: bytes, times: int) -> bytes:
    """A text with so many things changed."""
    if times == 0:
        return data
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError:
        return tokens.bytes_changed(rng, data)
    for _ in range(times):
        _change(rng, lines)
    text = "\n".join(lines).encode("utf-8", "surrogatepass")
    return tokens.bytes_changed(rng, text) if rng.random() < 0.1 else text


def _change(rng: random.Random, lines: list[str]) -> None:
    starts = [k for k, line in enumerate(lines) if HEADER.match(line)]
    keys = [k for k, line in enumerate(lines) if KEY.match(line)]
    if keys and rng.random() < 0.85:
        _change_key(rng, lines, rng.choice(keys), keys)
    elif starts:
        _change_table(rng, lines, starts)
    else:
        lines.append("link = []")


def _change_key(rng: random.Random, lines: list[str], at: int, keys: list[int]) -> None:
    match = KEY.match(lines[at])
    assert match is not None
    indent, key, equals, value = match.groups()
    kind = rng.random()
    if kind < 0.45:
        value = _other_number(rng, value)
    elif kind < 0.55:
        value = rng.choice(OTHER_TYPES)
    elif kind < 0.63:
        key = tokens.misspelt(rng, key)
    elif kind < 0.70:
        lines.pop(at)
        return
    elif kind < 0.75:
        lines.insert(rng.randrange(len(lines) + 1), lines[at])
        return
    elif kind < 0.83:
        other = rng.choice(keys)
        lines[at], lines[other] = lines[other], lines[at]
        return
    elif kind < 0.88:
        theirs = KEY.match(lines[rng.choice(keys)])
        assert theirs is not None
        value = theirs[4]
    elif kind < 0.93:
        known = [m[4].strip('"') for k in keys if (m := KEY.match(lines[k])) and m[4].startswith('"')]
        value = f'"{tokens.name(rng, known)}"'
    elif inner := INNER_KEY.search(value):
        value = value[: inner.start(1)] + tokens.misspelt(rng, inner[1]) + value[inner.end(1) :]
    else:
        key = f"{key}.{key}" if rng.random() < 0.5 else f'"{key}"'
    lines[at] = indent + key + equals + value


def _other_number(rng: random.Random, value: str) -> str:
    numbers = list(NUMBER.finditer(value))
    if not numbers:
        return rng.choice(OTHER_TYPES)
    chosen = rng.choice(numbers)
    new = tokens.number(rng, chosen[0])
    return value[: chosen.start()] + new + value[chosen.end() :]


def _change_table(rng: random.Random, lines: list[str], starts: list[int]) -> None:
    """A whole table: dropped, doubled, moved, or its header changed."""
    k = rng.randrange(len(starts))
    start, end = starts[k], starts[k + 1] if k + 1 < len(starts) else len(lines)
    block = lines[start:end]
    kind = rng.random()
    if kind < 0.2:
        del lines[start:end]
    elif kind < 0.45:
        lines[end:end] = block
    elif kind < 0.7:
        del lines[start:end]
        places = [at for at in starts if at <= len(lines)] + [len(lines)]
        at = rng.choice(places)
        lines[at:at] = block
    elif kind < 0.85:
        name = HEADER.match(lines[start])
        assert name is not None
        lines[start] = lines[start].replace(name[1], tokens.misspelt(rng, name[1]))
    else:
        single = lines[start].replace("[[", "[").replace("]]", "]")
        lines[start] = rng.choice((single, "[link]", "[[base]]", "[a.b.c]", "[["))
