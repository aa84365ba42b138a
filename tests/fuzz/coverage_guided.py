"""The same oracles under atheris, which keeps the inputs that reach new lines and changes those further.

python -m tests.fuzz.coverage_guided urdf 300 runs one format for so many seconds. If an input is at fault, the exit
status is not 0 and the input is in fuzz-failures/. Half of the changes are our own, which know the format; the others
are libFuzzer's.
"""

import os
import random
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

TEXT_FORMATS = ("urdf", "dh", "screws", "mjcf", "xacro", "program")
"""A harness for each."""

FAILURES = Path("fuzz-failures").absolute()


def main(name: str, seconds: int, *more: str) -> None:
    """Fuzz one format; atheris ends the process."""
    if find_spec("atheris") is None:
        print("atheris is not installed: no coverage-guided fuzzing")
        return
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["linkwise"]):
        for module in (
            "readers.urdf",
            "readers.mjcf",
            "readers.xacro",
            "readers.sniff",
            "program",
            "robot",
            "calls.direct",
        ):
            import_module(f"linkwise.{module}")
    from . import seeds, tokens
    from .formats import FORMATS
    from .one_case import prepare

    prepare()
    folder, format = Path(tempfile.mkdtemp()), FORMATS[name]
    corpus = folder / "corpus"
    corpus.mkdir()
    for k, text in enumerate(seeds.of(name)):
        (corpus / f"{k}").write_bytes(text)

    def mutated(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        made = (
            format.mutate(rng, data, 1 + tokens.count(rng) // 2) if rng.random() < 0.5 else atheris.Mutate(data, most)
        )
        return made[:most]

    def one(data: bytes) -> None:
        path = folder / f"case{format.ending}"
        path.write_bytes(data)
        format.judge(path)

    FAILURES.mkdir(exist_ok=True)
    os.chdir(folder)
    options = [f"-max_total_time={seconds}", "-max_len=20000", "-timeout=20", "-rss_limit_mb=1024"]
    options += [f"-artifact_prefix={FAILURES}/{name}-", *more]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one, custom_mutator=mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
