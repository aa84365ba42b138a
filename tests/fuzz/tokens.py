"""Numbers, names and bytes that trip readers up, each drawn by a seeded generator."""

import random
import string


def words(text: str) -> list[str]:
    """The words of a text: a list that is easy to read and to add to."""
    return text.split()


NASTY_NUMBERS = [
    *words("nan -nan NaN inf -inf Infinity 1e308 -1e308 1.8e308 1e400 -1e999 1e200 1e150 1e100 1e30 1e15 1e9 1e-9"),
    *words("1e-15 1e-30 1e-100 1e-160 1e-308 5e-324 1e-320 1e-400 -0 -0.0 +0 0 0.0 00 007 1 -1 +1 .5 5. 1. -.5e1 1e0"),
    *words("1E+5 1e e5 9007199254740993 -2147483649 18446744073709551616 0x10 0x1p-3 0b11 0o17 1_000 1__0 1d5 1f 1,5"),
    *words("1;5 1.2.3 --1 +-1 1kg 90deg 100% π pi ${pi} ٣ １ ½ 1e٣ −1 true"),
    *("9" * 25, "1" + "0" * 400, "0." + "0" * 400 + "1", "1 2", " 1", "1\t", "5 m", "1.5 N", "$(arg x)", "", " "),
]
"""Texts where a number belongs."""

NASTY_NAMES = [
    *words(
        "base world link1 joint1 v1 0 nan - . .. / a/b ../../up a\\b C:\\a ω é 名前 🤖 %s%n {0} {} $HOME ${x} <a> &amp;"
    ),
    *words("&x; ' \" a'b -- --> ]]> \\n __class__ None null true con package://a/b.stl file:///a http://a"),
    *("", " ", "a b", " a", "a ", "a\tb", "$(find x)", "a" * 300, "a" * 70_000),
    *("e\u0301", "\u202egnp", "\ufeff", "a\u00a0b", "a\u2028b"),
]
"""Texts where a name belongs."""

NASTY_BYTES = [bytes.fromhex(pair) for pair in words("00 ff feff efbbbf c080 eda080 0d 0b 1a 85 0a0a")]
"""Bytes that text files should not have, or not there."""


def number(rng: random.Random, old: str = "1") -> str:
    """A number's text: mostly one that a file could have, else a nasty one."""
    kind = rng.random()
    if kind < 0.4:
        return repr(round(rng.uniform(-2.0, 2.0), rng.randrange(5)))
    if kind < 0.65:
        try:
            return repr(float(old) * rng.choice((0.5, 0.9, 1.1, 2.0, -1.0, 10.0, 0.0, 1e-3, 1e3)))
        except ValueError:
            return "0.25"
    return rng.choice(NASTY_NUMBERS)


def name(rng: random.Random, known: list[str]) -> str:
    """A name: one that is in use, one misspelt, or a nasty one."""
    kind = rng.random()
    if known and kind < 0.5:
        return rng.choice(known)
    if known and kind < 0.75:
        return misspelt(rng, rng.choice(known))
    return rng.choice(NASTY_NAMES)


def misspelt(rng: random.Random, word: str) -> str:
    """A word with a letter lost, doubled, swapped, changed, or of the other case."""
    if not word:
        return "x"
    at = rng.randrange(len(word))
    before, letter, after = word[:at], word[at], word[at + 1 :]
    return rng.choice(
        (
            before + after,
            before + letter * 2 + after,
            before + after[:1] + letter + after[1:],
            before + rng.choice(string.ascii_lowercase) + after,
            before + letter.swapcase() + after,
            word + rng.choice(("s", "_", "1", " ", ":x")),
            f"{rng.choice('xy')}:{word}",
        )
    )


def bytes_changed(rng: random.Random, data: bytes) -> bytes:
    """Bytes flipped, cut, put in, repeated or cut off."""
    if rng.random() < 0.02:
        return rng.choice((b"", b" ", b"\n\n", b"\0", b"\xef\xbb\xbf"))
    data = bytearray(data or b" ")
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, length = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 8, 40))
        kind = rng.randrange(6)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del data[at : at + length]
        elif kind == 2:
            data[at:at] = rng.choice(NASTY_BYTES)
        elif kind == 3:
            data[at:at] = data[at : at + length]
        elif kind == 4:
            data[at:at] = rng.choice(NASTY_NUMBERS + NASTY_NAMES).encode("utf-8", "surrogatepass")
        elif rng.random() < 0.3:
            del data[at:]
        if not data:
            data = bytearray(b" ")
    return bytes(data)


def count(rng: random.Random) -> int:
    """How many mutations a case gets: mostly one or two; sometimes none, for the input itself must be accepted."""
    return rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 8))
