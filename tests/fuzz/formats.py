"""The formats that are fuzzed: how a case is made, how it is judged, and how many of a million it gets."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from . import (
    cache_oracle,
    program_mutations,
    program_oracle,
    robot_oracle,
    seeds,
    tokens,
    toml_mutations,
    xml_mutations,
)

Mutate = Callable[[random.Random, bytes, int], bytes]


@dataclass(frozen=True)
class Format:
    """One format: the ending of its files, how a text is changed, how a file is judged, and its share of the cases.

    The slow ones get less: MuJoCo compiles a model in milliseconds, xacro expands a document in tens of them.
    """

    ending: str
    mutate: Mutate
    judge: Callable[[Path], str]
    share: float
    needs: str = ""


ALL = {
    "urdf": Format(".urdf", xml_mutations.mutate, robot_oracle.judge, 0.30),
    "dh": Format(".toml", toml_mutations.mutate, robot_oracle.judge, 0.25),
    "screws": Format(".toml", toml_mutations.mutate, robot_oracle.judge, 0.13),
    "mjcf": Format(".xml", xml_mutations.mutate, robot_oracle.judge, 0.08, "mujoco"),
    "xacro": Format(".xacro", xml_mutations.mutate, robot_oracle.judge, 0.02, "xacro"),
    "program": Format(".program", program_mutations.mutate, program_oracle.judge, 0.14),
    "cache": Format(".entry", cache_oracle.make, cache_oracle.judge, 0.08, "llvmlite"),
}

FORMATS = {name: row for name, row in ALL.items() if not row.needs or find_spec(row.needs) is not None}
"""Those whose packages are installed."""


def case(format: str, seed: int, number: int) -> tuple[bytes, bool]:
    """The bytes of a case, and whether it is a valid input left as it is, which must be accepted."""
    rng = random.Random(f"{format} {seed} {number}")
    texts = seeds.of(format) if format in seeds.SEEDS else (b"",)
    text = rng.choice(texts)
    made = FORMATS[format].mutate(rng, text, tokens.count(rng))
    return made, made == text


def format_of(seed: int, number: int) -> str:
    """The format of a case in a run over all formats, by their shares."""
    return random.Random(f"{seed} {number}").choices(list(FORMATS), [row.share for row in FORMATS.values()])[0]
