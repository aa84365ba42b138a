"""Fuzzing: files and texts that nobody meant to write, and what linkwise must make of them.

    seeds/, seeds.py            valid inputs of each format to start from
    tokens.py                   numbers, names and bytes that trip readers up
    xml_mutations.py            elements and attributes dropped, doubled, swapped, renamed, re-parented
    toml_mutations.py           the same for tables and keys
    program_mutations.py        the same for steps and operands
    reference.py                a robot in plain NumPy: poses, Newton–Euler, how large the terms are
    strict_urdf.py …            the tests' own readers, which share no code with linkwise's
    robot_oracle.py             what an accepted robot must agree on with the reference
    cache_oracle.py             what a damaged or foreign cache entry may do
    program_oracle.py           what an accepted program must mean
    formats.py                  one row per format: how to make a case, how to judge it
    one_case.py, tally.py       one case watched for time, memory and words; what happened to many
    running.py, __main__.py     many cases in watched processes: python -m tests.fuzz --help
    coverage_guided.py          the same oracles under atheris

A case is made from a format, a seed and a number, so it can be made again: python -m tests.fuzz --format urdf
--seed 7 --case 42. For each: only our errors, no warning, under 5 s of processor time, under 512 MB; and what is
accepted agrees with the reference and has finite dynamics.
"""


class Wrong(Exception):
    """What linkwise made of a case is wrong: says why."""


class NotStrict(Exception):
    """A strict reader of the tests refuses a file: says why."""
