"""The library's messages with flags in place of the arguments of Python calls."""

import re

FLAGS = {
    r"\b(lossy|strict)=True\b": r"--\1",
    r"\bfastest=True, uniform=True\b": "--fastest --uniform",
    r"\ballow=\([\"']([\w-]+)[\"'],?\)": r"--allow \1",
    r"\barguments=\{\"([^\"]+)\": \"([^\"]*)\"\}": r"--arg \1:=\2",
    r"\bformulation='([\w.]+)'": r"--by \1",
    r"\b(states|points|every|speed|significance|step)=(?=\d)": r"--\1 ",
    r"\bbase=False\b": "--standard",
    r"\b(duration|acceleration|jerk)=(?=\d)": r"--\1 ",
    r"\brobot\.fastest_uniform\b": "--fastest",
    r"\brobot\.listing\b": "--listing",
    r"\bkind='(\w+)'": r"--kind \1",
    r"\bmethod=[\"']?(\w+)[\"']?": r"--method \1",
    r"`robot\.frames`": "`linkwise show`",
}
"""How the library's hints write an argument (a pattern), and what to type on the command line instead."""


def as_flags(text: str) -> str:
    """A message of the library with flags in place of the arguments of Python calls.

    >>> as_flags("write with lossy=True, or load with allow=('missing-limit',)")
    'write with --lossy, or load with --allow missing-limit'
    """
    for argument, flag in FLAGS.items():
        text = re.sub(argument, flag, text)
    return text
