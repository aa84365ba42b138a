"""Valid inputs of each format: the built-in robots, what our writers write, and small files that use every element."""

from functools import cache
from pathlib import Path

from linkwise.readers import catalog, dh, urdf

HERE = Path(__file__).parent / "seeds"
ROBOTS = ("pendulum", "planar2r", "scara", "stanford", "panda")
"""Built-in robots; the others would only take longer."""


def _files(*names: str) -> list[bytes]:
    return [(HERE / name).read_bytes() for name in names]


@cache
def of(format: str) -> tuple[bytes, ...]:
    """The texts a format's cases are made from, hand-written ones first."""
    return tuple(SEEDS[format]())


def _urdf() -> list[bytes]:
    models = [dh.read(catalog.find(name))[0] for name in ROBOTS]
    written = [urdf.write(model, lossy=True).encode() for model in models]
    return [*_files("everything.urdf", "two_links.urdf", "two_links.urdf"), *written]


def _dh() -> list[bytes]:
    built_in = [catalog.find(name).read_bytes() for name in ROBOTS]
    written = [dh.write(dh.read(catalog.find(name))[0]).encode() for name in ROBOTS[:3]]
    return [*_files("khalil.toml", "standard.toml", "loops.toml"), *built_in, *written]


SEEDS = {
    "urdf": _urdf,
    "mjcf": lambda: _files("arm.xml", "everything.xml", "loops.xml"),
    "dh": _dh,
    "screws": lambda: _files("screws.toml"),
    "xacro": lambda: _files("small.xacro", "arm.xacro"),
    "program": lambda: _files("all_operations.program", "pendulum.program"),
}
