"""Endings that formats share: the file is parsed to tell which it is."""

import pytest

import linkwise
from linkwise.errors import ReadError
from linkwise.readers import sniff

DH = 'format = "linkwise-dh 1"\nname = "arm"\nconvention = "modified"\n[[link]]\nmass = 1.0\n'
SCREWS = 'format = "linkwise-screws 1"\nname = "arm"\n[[link]]\nscrew = [0, 0, 1, 0, 0, 0]\nmass = 1.0\n'
URDF = """<robot name="arm"><link name="base"/><link name="rod"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="rod"/></joint></robot>"""
MJCF = '<mujoco model="arm"><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>'

ACCEPTED = {
    "dh.toml": ("dh", DH),
    "screws.toml": ("screws", SCREWS),
    "with a byte-order mark.toml": ("dh", "\ufeff" + DH),
    "quoted key.toml": ("dh", DH.replace("format", '"format"', 1)),
    "other quotes.toml": ("dh", DH.replace("format", "'format'", 1).replace('"linkwise-dh 1"', "'linkwise-dh 1'")),
    "format last.toml": ("dh", 'name = "arm"\nconvention = "modified"\nformat = "linkwise-dh 1"\nlink = [{mass = 1}]'),
    "other format in a text.toml": ("dh", "note = '''\nformat = \"linkwise-screws 1\"'''\n" + DH),
    "other format in a comment.toml": ("dh", '#\n# format = "linkwise-screws 1"\n' + DH),
    "CAPITALS.TOML": ("dh", DH),
    "urdf.xml": ("urdf", URDF),
    "mjcf.xml": ("mjcf", MJCF),
    "comment before.xml": ("urdf", "<!-- no <mujoco> here --><?pi <mujoco> ?>" + URDF),
    "urdf comment before.xml": ("mjcf", "<!-- from <robot name='a'> -->" + MJCF),
    "utf-16.xml": ("urdf", URDF.encode("utf-16")),
    "mark.xml": ("urdf", b"\xef\xbb\xbf" + URDF.encode()),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_told_apart(name, tmp_path):
    kind, text = ACCEPTED[name]
    if kind == "mjcf":
        pytest.importorskip("mujoco")
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    model, report = sniff.read(file)
    assert (model.name, model.n, report.format, report.source) == ("arm", 1, kind, str(file))
    assert linkwise.load(file).report.format == kind


REFUSED = {
    "empty.toml": ("", 'format = "linkwise-dh 1" or "linkwise-screws 1" was expected'),
    "no format.toml": ('name = "arm"', "state which of them the file is"),
    "another format.toml": ('format = "mine 1"', "'mine 1': format ="),
    "format is no text.toml": ("format = 3", "'3': format ="),
    "blank format.toml": ('format = " "', "format ="),
    "in a table.toml": ('[a]\nformat = "linkwise-dh 1"', "format ="),
    "another version.toml": ('format = "linkwise-dh 2"', "the format 'linkwise-dh 1' was expected"),
    "not toml.toml": ("<robot/>", "this is not TOML"),
    "binary.toml": (b"\xff\x00", "not UTF-8"),
    "utf-16.toml": (DH.encode("utf-16"), "not UTF-8"),
    "empty.xml": ("", "no element found"),
    "no robot.xml": ("<sdf/>", "'<sdf>': the outermost element is neither <robot> nor <mujoco>"),
    "only a comment.xml": ("<!-- <robot name='a'/> -->", "no element found"),
    "within.xml": ("<a><robot/></a>", "neither <robot> nor <mujoco>"),
    "type.xml": ("<!DOCTYPE a><robot/>", "document type"),
    "broken later.xml": ('<robot name="a"><link></robot>', "mismatched tag"),
    "long tag.xml": (f"<{'a' * 70_000}/>", "longer than 65536"),
    "no xml.xml": (DH, "not XML"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, tmp_path):
    text, said = REFUSED[name]
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ReadError) as caught:
        sniff.read(file)
    assert said in str(caught.value)
    assert file.name in str(caught.value)
    assert len(str(caught.value)) < 2000


def test_deep_mjcf_is_told_by_its_outermost_element(tmp_path):
    pytest.importorskip("mujoco")
    file = tmp_path / "deep.xml"
    body = '<body><joint/><geom size="1"/>'
    file.write_text(f"<mujoco><worldbody>{body * 150}{'</body>' * 150}</worldbody></mujoco>")
    assert sniff.read(file)[0].n == 150
