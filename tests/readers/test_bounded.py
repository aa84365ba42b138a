"""Whatever a file contains, reading it ends soon, within bounded memory, and with a model or one of our errors."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hostile import LARGEST, TEXTS
from tests.tolerances import READING_MEGABYTES, READING_SECONDS

from linkwise.errors import ReadError
from linkwise.readers.urdf import read_text

LONGER = ("urdf elements", "urdf utf-16", "mjcf elements", "mjcf user data", "dh links", "dh points")
QUICK = [name for name in TEXTS if name not in LONGER]


def outcomes(kind, names):
    """What became of each text, in a process of its own so that its memory can be measured."""
    names = [name for name in names if "mjcf" not in name or find_spec("mujoco")]
    command = [sys.executable, str(Path(__file__).parent / "hostile.py"), kind, *names]
    lines = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout.splitlines()
    assert len(lines) == len(names)
    return {row["name"]: row for row in map(json.loads, lines)}


@pytest.mark.parametrize("format", ["urdf", "dh", "mjcf"])
def test_hostile_texts_are_refused_within_memory(format):
    for name, row in outcomes("texts", [name for name in QUICK if name.startswith(format)]).items():
        assert row["outcome"].startswith(("ReadError: ", "read: 1 bodies")), (name, row)
        assert row["MB"] < READING_MEGABYTES, (name, row)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["texts", "largest"])
def test_every_text_ends_soon(kind):
    for row in outcomes(kind, TEXTS if kind == "texts" else LARGEST).values():
        assert row["outcome"].startswith(("ReadError: ", "read: ")), row
        assert row["MB"] < READING_MEGABYTES and row["seconds"] < READING_SECONDS, row


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le-with-bom", "latin-1"])
def test_encodings_that_are_read(encoding):
    text = '<robot name="é"><link name="a"/></robot>'
    if encoding == "latin-1":
        data = b'<?xml version="1.0" encoding="latin-1"?>' + text.encode("latin-1")
    elif encoding == "utf-16-le-with-bom":
        data = b"\xff\xfe" + text.encode("utf-16-le")
    else:
        data = text.encode(encoding)
    assert read_text(data)[0].name == "é"


def test_pieces_do_not_split_anything():
    """The parser is fed in pieces of 64 kB: characters, tags and line numbers across their borders stay whole."""
    for shift in range(70):
        name = "é" * 20_000
        text = f'<robot name="r"><!--{"x" * (65_480 + shift)}-->\n<link name="{name}"/>\n<joint/></robot>'
        with pytest.raises(ReadError, match=r"<string>:3 element <joint>"):
            read_text(text)
    text = text.replace("<joint/>", "")
    assert read_text(text)[0].base == name
