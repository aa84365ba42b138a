"""Programs as text: operations renamed, operands out of range, steps and outputs repeated, dropped, swapped."""

import random

from linkwise.program import OPS

from . import tokens

OPERANDS = tokens.words("v0 v1 v2 v9 v999999999 v-1 v01 v1.0 x x1 1.0 0.5 -0.0 nan inf 1e400 ( = f")
VALID = tokens.words("a b q v3 0.5 -2.0 1e+300 0.0 -0.0")


def mutate(rng: random.Random, data: bytes, times: int) -> bytes:
    """A text with so many things changed."""
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError:
        return tokens.bytes_changed(rng, data)
    for _ in range(times):
        _change(rng, lines)
    text = "\n".join(lines).encode("utf-8", "surrogatepass")
    return tokens.bytes_changed(rng, text) if times and rng.random() < 0.1 else text


def _change(rng: random.Random, lines: list[str]) -> None:
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.random()
    if kind < 0.35:
        lines[at] = _still_valid(rng, lines[at], at)
    elif kind < 0.75:
        words = lines[at].split(" ")
        lines[at] = " ".join(_words(rng, words, lines))
    elif kind < 0.81:
        lines.insert(other, lines[at])
    elif kind < 0.87 and len(lines) > 1:
        lines.pop(at)
    elif kind < 0.94:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        line = lines[at]
        lines[at] = rng.choice(("", " ", "return", f"\t{line}", f"{line} ", f"{line}\x0b", f"{line}\u2028x"))


def _still_valid(rng: random.Random, line: str, at: int) -> str:
    """A step with another operation of as many operands, or with another number or earlier value as an operand."""
    words = line.split(" ")
    if len(words) < 8 or words[5] != "=":
        return line + rng.choice((" more=1.0", " x9=v3", ""))
    if rng.random() < 0.5:
        alike = [name for name, op in OPS.items() if words[6] in OPS and op.arity == OPS[words[6]].arity]
        words[6] = rng.choice(alike or ["add"])
    else:
        words[rng.randrange(7, len(words))] = rng.choice((*VALID, f"v{at}"))
    return " ".join(words)


def _words(rng: random.Random, words: list[str], lines: list[str]) -> list[str]:
    """A line with a word replaced, dropped, doubled, swapped or misspelt."""
    k, j, kind = rng.randrange(len(words)), rng.randrange(len(words)), rng.random()
    if kind < 0.45:
        known = [word for line in lines for word in line.split()]
        head, equals, tail = words[k].partition("=")
        new = rng.choice((rng.choice(OPERANDS), rng.choice(tuple(OPS)), rng.choice(known or ["x"]), tokens.number(rng)))
        words[k] = f"{head}={new}" if equals and tail and rng.random() < 0.7 else new
    elif kind < 0.6:
        words.pop(k)
    elif kind < 0.75:
        words.insert(j, words[k])
    elif kind < 0.9:
        words[k], words[j] = words[j], words[k]
    else:
        words[k] = tokens.misspelt(rng, words[k])
    return words
