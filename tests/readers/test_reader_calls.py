"""Calls that make no sense are met with one of our errors that says what was expected and what to do."""

import pytest

import linkwise
from linkwise.errors import InvalidModel, LinkwiseError, ReadError, UnknownName
from linkwise.readers import dh, mjcf, screws, sniff, urdf, xacro

TEXTS = {"dh": dh, "screws": screws, "urdf": urdf, "mjcf": mjcf}
FILES = TEXTS | {"sniff": sniff, "xacro": xacro}


@pytest.fixture(autouse=True)
def needs(request):
    for reader, package in (("mjcf", "mujoco"), ("xacro", "xacro")):
        if reader in request.node.name:
            pytest.importorskip(package)


@pytest.mark.parametrize("text", [None, 3, ["<robot/>"], object], ids=str)
@pytest.mark.parametrize("reader", TEXTS)
def test_what_is_no_text(reader, text):
    with pytest.raises(ReadError, match=r"neither text nor bytes \(to read a file, call read with its path\)"):
        TEXTS[reader].read_text(text)


@pytest.mark.parametrize("source", [None, 3, b"arm.urdf"], ids=str)
@pytest.mark.parametrize("reader", TEXTS)
def test_what_is_no_name_for_a_text(reader, source):
    with pytest.raises(ReadError, match=r"source: .*: a name for the text was expected.*\(give a str"):
        TEXTS[reader].read_text("<robot/>", source=source)


class InBytes:
    def __fspath__(self):
        return b"arm.toml"


class Nowhere:
    def __fspath__(self):
        raise TypeError("no path after all")


@pytest.mark.parametrize(
    "path", [InBytes(), Nowhere(), None, 3, b"arm.toml", "", ["arm.toml"]], ids=lambda p: str(p)[:28]
)
@pytest.mark.parametrize("reader", FILES)
def test_what_is_no_path(reader, path):
    with pytest.raises(ReadError, match="not the path of a file"):
        FILES[reader].read(path)


@pytest.mark.parametrize("allow", [5, None, b"indefinite-inertia", (3,), [["x"]], "x", {"y": 1}], ids=repr)
@pytest.mark.parametrize("reader", TEXTS)
def test_what_is_no_waiver(reader, allow):
    with pytest.raises(UnknownName, match=r"(?s)reader.* has no waiver .*Waivers are: .*Hint: allow=\("):
        TEXTS[reader].read_text("<mujoco/>" if reader == "mjcf" else 'format = "linkwise-dh 1"', allow=allow)


@pytest.mark.parametrize(
    "thing", [None, "panda", 3, linkwise.load("planar2r"), linkwise.Model], ids=lambda t: repr(t)[:20]
)
@pytest.mark.parametrize("write", [urdf.write, dh.write], ids=["urdf", "dh"])
def test_what_is_no_model(write, thing):
    with pytest.raises(InvalidModel, match=r"(?s)is not a Model.*linkwise\.Model was expected.*Hint: .*robot\.model"):
        write(thing)


@pytest.mark.parametrize("arguments", [5, "m:=3", [("m", 3)], True], ids=repr)
def test_xacro_arguments_that_are_no_mapping(tmp_path, arguments):
    file = tmp_path / "arm.xacro"
    file.write_text('<robot name="a" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="b"/></robot>')
    with pytest.raises(ReadError, match=r"arguments: .*not a mapping \(give"):
        xacro.expand(file, arguments)
    assert xacro.read(file)[0].n == 0


def test_every_one_is_ours():
    for call in (lambda: dh.read_text(None), lambda: urdf.write(linkwise.load("panda"))):
        with pytest.raises(LinkwiseError):
            call()
