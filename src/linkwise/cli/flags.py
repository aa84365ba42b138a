"""The library's hints name arguments of Python calls; whoever typed a command is told the flag."""

import re

FLAGS = {
    r"\b(lossy|strict)=True\b": r"--\1",
    r"\ballow=\([\"']([\w-]+)[\"'],?\)": r"--allow \1",
    r"\bformulation='([\w.]+)'": r"--by \1",
    r"\b(states|points|every|speed|significance|step)=(?=\d)": r"--\1 ",
    r"\bbase=False\b": "--standard",
    r"\b(duration|acceleration)=(?=\d)": r"--\1 ",
    r"\brobot\.fastest_uniform finds how fast it can be": "--fastest finds how fast it can be",
    r"\bkind='(\w+)'": r"--kind \1",
    r"\bmethod=[\"']?(\w+)[\"']?": r"--method \1",
    r"`robot\.frames`": "`linkwise show`",
}
"""How an argument reads in a hint, and how it is typed."""


def as_flags(text: str) -> str:
    """A message in which arguments of calls are flags.

    >>> as_flags("write with lossy=True, or load with allow=('missing-limit',)")
    'write with --lossy, or load with --allow missing-limit'
    """
    for argument, flag in FLAGS.items():
        text = re.sub(argument, flag, text)
    return text
