"""What to do with generated files."""

import shlex
from enum import StrEnum
from pathlib import Path

from ..program import Signature


class Language(StrEnum):
    """What a program can be written as."""

    c = "c"
    python = "python"
    program = "program"


LANGUAGES = {
    Language.c: (".c", ".h"),
    Language.python: (".py",),
    Language.program: (".program",),
}
"""The files of each language, the one to name first."""


def how_to_use(language: Language, path: Path, name: str, signature: Signature) -> str:
    """How to compile and test a file, or to call it.

    >>> from linkwise.program import Port
    >>> ports = Signature((Port("q", (7,)),), (Port("mass_matrix", (7, 7)),))
    >>> print(how_to_use(Language.c, Path("code/arm.c"), "arm", ports))
    compile: cc -std=c99 -O3 -march=native -c code/arm.c
    test:    cc -std=c99 -O3 -DLINKWISE_SELFTEST code/arm.c -lm -o code/arm_test && code/arm_test
    >>> print(how_to_use(Language.python, Path("code/arm.py"), "arm", ports))
    use:     from arm import arm; mass_matrix = arm(q)
    """
    if language is Language.c:
        file, test = shlex.quote(str(path)), shlex.quote(str(path.with_name(f"{path.stem}_test")))
        run = test if "/" in test else f"./{test}"
        return (
            f"compile: cc -std=c99 -O3 -march=native -c {file}\n"
            f"test:    cc -std=c99 -O3 -DLINKWISE_SELFTEST {file} -lm -o {test} && {run}"
        )
    if language is Language.python:
        takes, gives = (", ".join(port.name for port in side) for side in (signature.takes, signature.gives))
        return f"use:     from {path.stem} import {name}; {gives} = {name}({takes})"
    return f"use:     linkwise.program.parse(open({str(path)!r}).read())"
