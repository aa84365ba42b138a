"""load takes the text of a robot description, as text or bytes, and open files."""

import io

import numpy as np
import pytest
from tests.readers.test_sniff import DH, MJCF, SCREWS, URDF

import linkwise
from linkwise.errors import LinkwiseError, ReadError, UnknownName

XACRO = URDF.replace("<robot", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"').replace(
    "<link name", '<xacro:property name="one" value="1"/><link name', 1
)
TEXTS = {"urdf": URDF, "mjcf": MJCF, "xacro": XACRO, "dh": DH, "screws": SCREWS}
FORMATS = {"xacro": "urdf"}

WAYS = {
    "text": lambda text: text,
    "after blanks": lambda text: "\n  \n" + text,
    "a byte-order mark": lambda text: "\ufeff" + text,
    "bytes": lambda text: text.encode(),
    "bytes with a mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "a text file": io.StringIO,
    "a binary file": lambda text: io.BytesIO(text.encode()),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", TEXTS)
def test_every_format_in_every_way(kind, way):
    if kind in ("mjcf", "xacro"):
        pytest.importorskip({"mjcf": "mujoco"}.get(kind, kind))
    robot = linkwise.load(WAYS[way](TEXTS[kind]))
    assert (robot.name, robot.n, robot.report.format) == ("arm", 1, FORMATS.get(kind, kind))
    assert robot.report.source == "<text>"


@pytest.mark.parametrize("mode", ["r", "rb"])
def test_the_name_of_an_open_file_is_in_messages(tmp_path, mode):
    file = tmp_path / "anything.txt"
    file.write_text('<?xml version="1.0"?>' + URDF)
    with open(file, mode) as opened:
        robot = linkwise.load(opened)
    assert robot.report.source == str(file)
    assert np.array_equal(robot.mass_matrix([0.3]), linkwise.load(URDF).mass_matrix([0.3]))
    file.write_text(URDF.replace('value="1"', 'value="x"'))
    with open(file, mode) as opened, pytest.raises(ReadError, match=r"anything\.txt:1 element <mass>"):
        linkwise.load(opened)


def test_a_text_in_another_encoding():
    declared = '<?xml version="1.0" encoding="utf-16"?>' + URDF.replace("rod", "stange ä")
    assert linkwise.load(declared.encode("utf-16")).model.bodies[0].name == "stange ä"
    assert linkwise.load(declared).model.bodies[0].name == "stange ä"  # a text is characters already


class Reads:
    def __init__(self, what):
        self.what = what

    def read(self, size):
        if isinstance(self.what, Exception):
            raise self.what
        return self.what


def closed():
    file = io.StringIO(URDF)
    file.close()
    return file


def at_its_end():
    file = io.StringIO(URDF)
    file.read()
    return file


REFUSED = {
    "no robot": ("<sdf/>", "neither <robot> nor <mujoco>"),
    "html": ("<!DOCTYPE html><html></html>", "document type"),
    "cut off": (URDF[:60], "not XML"),
    "a blank text": (" \n\n", "format ="),
    "a text of several lines": ("name: arm\nlinks: 3\n", "not TOML"),
    "bytes that are no text": (b"\xff\xfe\x00", "not XML|not UTF-8"),
    "bytes in Latin-1": (URDF.replace("rod", "stange ä").encode("latin-1"), "not XML"),
    "a lone surrogate": (URDF.replace("rod", "\ud800"), "lone surrogate"),
    "TOML that is not UTF-8": (b'format = "linkwise-dh 1"\nname = "\xe4"\n', "not UTF-8"),
    "a closed file": (closed(), "<text>: cannot be read: I/O operation on closed file"),
    "a file at its end": (at_its_end(), "nothing is left to read"),
    "an empty file": (io.BytesIO(b""), "nothing is left to read"),
    "a file of numbers": (Reads(3), "reading it gives int"),
    "a file that breaks": (Reads(OSError(5, "Input/output error")), "cannot be read: Input/output error"),
    "a file that decodes in vain": (
        Reads(UnicodeDecodeError("utf-8", b"", 0, 1, "no")),
        r"not UTF-8 .*open\(…, \"rb\"",
    ),
    "a file that takes no size": (type("F", (), {"read": lambda self: "x"})(), "cannot be read: .*positional"),
    "empty bytes": (b"", "not the path of a file"),
    "bytes of a path": (b"arm.urdf", "not the path of a file"),
    "an empty text": ("", "not the path of a file"),
    "nothing": (None, "not the path of a file"),
    "a number": (3, "not the path of a file"),
    "a list": ([URDF], "not the path of a file"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused(kind):
    source, match = REFUSED[kind]
    with pytest.raises(ReadError, match=match) as caught:
        linkwise.load(source)
    assert len(str(caught.value)) < 1000


def test_paths_are_still_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ReadError, match=r"No such file or directory$"):
        linkwise.load("absent.urdf")
    (tmp_path / "shoulder.urdf").touch()
    for path in ("sholder.urdf", str(tmp_path / "sholder.urdf")):
        with pytest.raises(ReadError, match=r"did you mean .shoulder\.urdf."):
            linkwise.load(path)
    with pytest.raises(ReadError, match="a folder or device"):
        linkwise.load(_folder(tmp_path / "folder.urdf"))
    with pytest.raises(ReadError, match="a folder, not a robot file"):
        linkwise.load(_folder(tmp_path / "robots"))
    with pytest.raises(UnknownName):
        linkwise.load("pandaa")
    odd = tmp_path / "a\nb.urdf"
    odd.write_text(URDF)
    assert linkwise.load(odd).n == linkwise.load(str(odd)).n == 1
    (tmp_path / "<a>.urdf").write_text(URDF)
    assert linkwise.load(tmp_path / "<a>.urdf").n == 1


def _folder(path):
    path.mkdir()
    return path


@pytest.mark.parametrize("expression", ["${'ro' + 'd'}", "$(arg rod)", "${nothing}", "$(env NOTHING_AT_ALL)"])
def test_expressions_without_elements_of_xacro_are_expanded_where_its_prefix_is_declared(expression):
    pytest.importorskip("xacro")
    declared = URDF.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ', 1)
    assert linkwise.load(declared).n == 1  # as an expanded file has it
    text = declared.replace('link name="rod"', f'link name="{expression}"')
    if expression == "${'ro' + 'd'}":
        assert "rod" in linkwise.load(text).frames
    else:
        with pytest.raises(ReadError, match=r"xacro|argument"):
            linkwise.load(text)


def test_options_hold_for_texts():
    assert linkwise.load(URDF.replace('"1"', '"0"'), strict=False).n == 1
    with pytest.raises(ReadError):
        linkwise.load(URDF.replace('"1"', '"0"'), strict=True)
    with pytest.raises(ReadError, match="not a folder"):
        linkwise.load(URDF, folders="/no/such/folder")
    for text in (MJCF, DH):
        with pytest.raises(LinkwiseError, match="not a folder"):
            linkwise.load(text, folders="/no/such/folder")


# ---- the files that a text names -------------------------------------------------------------------------------------

PART = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="one" value="1"/></robot>'
INCLUDES = XACRO.replace('<xacro:property name="one" value="1"/>', '<xacro:include filename="{}"/>').replace(
    'mass value="1"', 'mass value="${{one}}"'
)


def test_a_text_includes_only_from_named_folders(tmp_path, monkeypatch):
    pytest.importorskip("xacro")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shared" / "urdf").mkdir(parents=True)
    (tmp_path / "part.xacro").write_text(PART)
    (tmp_path / "shared" / "urdf" / "part.xacro").write_text(
        PART.replace("xacro:property", 'xacro:include filename="next.xacro"/><xacro:property')
    )
    (tmp_path / "shared" / "urdf" / "next.xacro").write_text(PART)
    for name in ("part.xacro", "./part.xacro", str(tmp_path / "part.xacro")):
        with pytest.raises(ReadError, match="a text includes files only from there"):
            linkwise.load(INCLUDES.format(name))
    assert linkwise.load(INCLUDES.format("part.xacro"), folders=tmp_path).n == 1
    assert linkwise.load(INCLUDES.format("urdf/part.xacro"), folders=[tmp_path / "shared"]).n == 1
    assert linkwise.load(INCLUDES.format(tmp_path / "part.xacro"), folders=tmp_path).n == 1
    for way in ("../part.xacro", "urdf/../../part.xacro"):
        with pytest.raises(ReadError, match="a text includes files only from there"):
            linkwise.load(INCLUDES.format(way), folders=tmp_path / "shared")
    found = INCLUDES.format("$(find shared)/urdf/part.xacro")
    with pytest.raises(ReadError, match="package 'shared' is not found: looked nowhere"):
        linkwise.load(found)
    assert linkwise.load(found, folders=tmp_path).n == 1


def test_meshes_of_a_text_are_looked_for_only_in_named_folders(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.stl").touch()
    mesh = '<link name="base"><visual><geometry><mesh filename="arm.stl"/></geometry></visual></link>'
    text = URDF.replace('<link name="base"/>', mesh)
    assert "not found" not in str(linkwise.load(text).report)
    assert "not found" not in str(linkwise.load(text, folders=tmp_path).report)
    (tmp_path / "empty").mkdir()
    assert "1 of 1 mesh files were not found" in str(linkwise.load(text, folders=tmp_path / "empty").report)


def test_an_mjcf_text_names_no_files(tmp_path):
    pytest.importorskip("mujoco")
    (tmp_path / "part.xml").write_text(MJCF)
    with pytest.raises(ReadError, match="a text without a file cannot name others"):
        linkwise.load('<mujoco><include file="part.xml"/></mujoco>', folders=tmp_path)
