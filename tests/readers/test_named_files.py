"""The files that a robot file names are read below its folder, its ROS package and named folders, and not quoted."""

import os
import sys

import numpy as np
import pytest

import linkwise
from linkwise.errors import ReadError
from linkwise.readers import mjcf, urdf
from linkwise.readers.folders import VARIABLE

SECRET = "kingfisher"
PART = '<mujoco><worldbody><body name="b"><joint name="j"/><geom size="1"/></body></worldbody></mujoco>'
MESHED = """<mujoco><compiler {}/><asset><{} name="m" file="{}"/></asset><worldbody>
<body name="b"><joint name="j"/>{}</body></worldbody></mujoco>"""
BALL, HEAVY = '<geom size="1"/>', '<geom type="mesh" mesh="m"/>'
MACROS = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="m" value="2"/></robot>'
ROBOT = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">{}<link name="${{m}}"/></robot>'


@pytest.fixture
def inside(tmp_path, monkeypatch):
    """A folder for the robot file, beside files that it must not reach."""
    monkeypatch.delenv(VARIABLE, raising=False)
    (tmp_path / "secret.xml").write_text(f"<{SECRET} {SECRET}='{SECRET}'")
    (tmp_path / "part.xml").write_text(PART)
    (tmp_path / "macros.xacro").write_text(MACROS)
    (tmp_path / "m.yaml").write_text("m: 2")
    (tmp_path / "models").mkdir()
    return tmp_path / "models"


def refused(file, match, **options):
    with pytest.raises(ReadError, match=match) as caught:
        linkwise.load(file, **options)
    assert SECRET not in str(caught.value)
    assert SECRET not in repr(caught.value.__cause__)
    return caught.value


def paths_out(inside, name):
    """Ways to name a file in the folder above, where a link leads out as well."""
    (inside / "link.xml").symlink_to(inside.parent / name)
    (inside / "up").symlink_to(inside.parent)
    (inside / "down").mkdir()
    return [f"../{name}", str(inside.parent / name), "link.xml", f"up/{name}", f"down/../../{name}", f"./.././{name}"]


@pytest.fixture
def mujoco():
    return pytest.importorskip("mujoco")


@pytest.mark.parametrize("name", ["secret.xml", "part.xml", "absent.xml"])
def test_mjcf_includes_stay_inside(inside, mujoco, name):
    file = inside / "arm.xml"
    for path in paths_out(inside, name):
        file.write_text(f'<mujoco><include file="{path}"/></mujoco>')
        error = refused(file, "leads out of the folder of the robot file")
        assert error.faults[0].text == path  # the name is quoted: it is in the model
        assert "folders=" in error.faults[0].hint


def test_mjcf_includes_of_includes_stay_inside(inside, mujoco):
    (inside / "parts").mkdir()
    (inside / "arm.xml").write_text('<mujoco><include file="parts/hand.xml"/></mujoco>')
    (inside / "parts" / "hand.xml").write_text('<mujoco><include file="../../secret.xml"/></mujoco>')
    error = refused(inside / "arm.xml", "hand.xml line 1: leads out of")
    assert f"folders=('{inside.parent}',)" in error.faults[0].hint
    (inside.parent / "other.xml").write_text(PART)
    (inside / "parts" / "hand.xml").write_text('<mujoco><include file="../../other.xml"/></mujoco>')
    assert linkwise.load(inside / "arm.xml", folders=inside.parent).n == 1  # as the hint says
    (inside / "parts" / "hand.xml").write_text('<mujoco><include file="finger.xml"/></mujoco>')
    (inside / "parts" / "finger.xml").write_text(PART)
    assert linkwise.load(inside / "arm.xml").n == 1  # MuJoCo looks beside the model, then beside the including file


FOLDERS = ("", 'assetdir="down"', 'assetdir=".."', "absolute")
UNREAD = ("mesh", "texture", "hfield", "skin")


def names_outside(inside, folder):
    """The folder of assets, and names of files outside by way of it."""
    ups = paths_out(inside, "secret.xml")
    if folder == 'assetdir="down"':
        ups = [f"../{path}" if not path.startswith("/") else path for path in ups if "../" in path or path[0] == "/"]
    if folder == 'assetdir=".."':
        ups = ["secret.xml"]
    if folder == "absolute":
        folder, ups = f'assetdir="{inside.parent}"', ["secret.xml"]
    return folder, ups


@pytest.mark.parametrize(("tag", "folder"), [*(("mesh", folder) for folder in FOLDERS), ("model", "")])
def test_mjcf_files_that_are_read_stay_inside(inside, mujoco, tag, folder):
    file = inside / "arm.xml"
    folder, ups = names_outside(inside, folder)
    for path in ups:
        file.write_text(MESHED.format(folder, tag, path, HEAVY if tag == "mesh" else BALL))
        refused(file, "leads out of the folder of the robot file")


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("tag", UNREAD)
def test_mjcf_files_that_no_mass_comes_from_are_not_read(inside, mujoco, tag, folder):
    """MuJoCo refuses secret.xml as a mesh, a picture or anything else."""
    file = inside / "arm.xml"
    folder, ups = names_outside(inside, folder)
    for path in [*ups, "nowhere.png"]:
        size = 'hfield size="1 1 1 1"' if tag == "hfield" else tag
        file.write_text(MESHED.format(folder, size, path, BALL))
        assert linkwise.load(file).n == 1


def test_mjcf_pictures_are_not_read(inside, mujoco):
    file = inside / "arm.xml"
    file.write_text(MESHED.format("", 'texture type="cube" fileright="../secret.xml"', "a.png", BALL))
    assert linkwise.load(file).n == 1


def test_mjcf_attached_models_are_checked_in_their_own_folder(inside, mujoco):
    (inside / "hand").mkdir()
    (inside / "arm.xml").write_text(
        '<mujoco><asset><model name="h" file="hand/hand.xml"/></asset><worldbody><body name="a"><joint/>'
        '<geom size="1"/><attach model="h" body="b" prefix="h_"/></body></worldbody></mujoco>'
    )
    (inside / "hand" / "hand.xml").write_text(PART)
    assert linkwise.load(inside / "arm.xml").n == 2
    for text, match in (
        (PART.replace("<worldbody>", '<include file="../../secret.xml"/><worldbody>'), "hand.xml line 1: leads out"),
        (MESHED.format("", "mesh", "../../secret.xml", BALL), "hand.xml line 1: leads out"),
        (f"<robot name='{SECRET}'/>", "outermost element of 'hand.xml' is not <mujoco>"),
        (PART.replace("geom", f"geom mass='{SECRET}'"), "hand.xml line 1: in 'mass': not a finite"),
    ):
        (inside / "hand" / "hand.xml").write_text(text)
        refused(inside / "arm.xml", match)


BROKEN = {
    "not XML": f"<{SECRET}",
    "a password file": f"root:{SECRET}:0:0\n",
    "an encoding": f'<?xml version="1.0" encoding="{SECRET}"?><mujoco/>',
    "a document type": f"<!DOCTYPE {SECRET}><mujoco/>",
    "a number": f'<mujoco><option gravity="{SECRET}"/></mujoco>',
    "an element": f"<mujoco><{SECRET}/></mujoco>",
    "an attribute": f'<mujoco><option {SECRET}="1"/></mujoco>',
    "a keyword": f'<mujoco><option cone="{SECRET}"/></mujoco>',
    "a count": f'<mujoco><size nkey="{SECRET}"/></mujoco>',
    "a mesh": f'<mujoco><asset><mesh name="m" file="{SECRET}.stl"/></asset>'
    f'<worldbody><body name="{SECRET}"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>',
    "a reference": f'<mujoco><sensor><jointpos joint="{SECRET}"/></sensor></mujoco>',
}


@pytest.mark.parametrize("kind", BROKEN)
def test_errors_do_not_quote_an_included_file(inside, mujoco, kind):
    (inside / "notes.txt").write_text(BROKEN[kind])
    (inside / "arm.xml").write_text('<mujoco><include file="notes.txt"/></mujoco>')
    refused(inside / "arm.xml", r"notes\.txt|MuJoCo rejects the file: .*'…'")
    (inside / "arm.xml").write_text(BROKEN[kind])  # of the model itself, messages quote what is wrong
    with pytest.raises(ReadError, match=f"{SECRET}|DOCTYPE"):
        mjcf.read(inside / "arm.xml")


def test_a_text_names_no_files(inside, mujoco, monkeypatch):
    monkeypatch.chdir(inside.parent)
    for text in ('<mujoco><include file="part.xml"/></mujoco>', MESHED.format("", "mesh", "part.xml", HEAVY)):
        with pytest.raises(ReadError, match="a text without a file cannot name others"):
            mjcf.read_text(text)


def test_folders_are_named_by_the_caller_or_the_environment(inside, mujoco, monkeypatch):
    file = inside / "arm.xml"
    file.write_text('<mujoco><include file="../part.xml"/></mujoco>')
    refused(file, "leads out of")
    refused(file, "leads out of", folders=[inside])
    for folders in (inside.parent, str(inside.parent), [inside.parent], (str(inside), inside.parent)):
        assert linkwise.load(file, folders=folders).n == 1
    monkeypatch.setenv(VARIABLE, os.pathsep.join(["/nowhere", str(inside.parent)]))
    assert linkwise.load(file).n == 1


def test_the_ros_package_of_the_file_is_one_of_its_folders(inside, mujoco):
    file = inside / "arm.xml"
    file.write_text('<mujoco><include file="../part.xml"/></mujoco>')
    (inside.parent / "package.xml").write_text("<package/>")
    assert linkwise.load(file).n == 1


def test_a_file_that_is_a_link_names_files_where_it_leads_to(inside, mujoco):
    """As `colcon build --symlink-install` leaves them: every file of a package is a link to its source."""
    installed = inside.parent / "installed"
    installed.mkdir()
    (inside / "arm.xml").write_text('<mujoco><include file="part.xml"/></mujoco>')
    (inside / "part.xml").write_text(PART)
    for name in ("arm.xml", "part.xml"):
        (installed / name).symlink_to(inside / name)
    assert linkwise.load(installed / "arm.xml").n == 1


@pytest.mark.parametrize("folders", [3, None, [3], "/no/such/folder", ["\0"], b"/tmp", __file__], ids=repr)
def test_what_is_no_folder(folders):
    for robot in ("panda", "planar2r"):
        with pytest.raises(ReadError, match=r"folders: .*(folders were expected|not a folder)"):
            linkwise.load(robot, folders=folders)


# ---- xacro -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def xacro():
    pytest.importorskip("xacro")
    from linkwise.readers import xacro

    return xacro


INCLUDE = '<xacro:include filename="{}"/>'
YAML = "<xacro:property name=\"m\" value=\"${{xacro.load_yaml('{}')['m']}}\"/>"


@pytest.mark.parametrize(("inside_text", "name"), [(INCLUDE, "macros.xacro"), (YAML, "m.yaml")], ids=["xml", "yaml"])
def test_xacro_files_stay_inside(inside, xacro, inside_text, name):
    file = inside / "arm.xacro"
    for path in paths_out(inside, name):
        file.write_text(ROBOT.format(inside_text.format(path)))
        refused(file, "leads out of the folder of the robot file")
        assert linkwise.load(file, folders=inside.parent).n == 0
    (inside / name).write_text((inside.parent / name).read_text())
    file.write_text(ROBOT.format(inside_text.format(name)))
    assert linkwise.load(file).n == 0


def test_an_optional_include_is_no_way_out(inside, xacro):
    file = inside / "arm.xacro"
    for name, match in (("../macros.xacro", "leads out of"), ("../*.xacro", "leads out|nothing else")):
        file.write_text(ROBOT.format(f'<xacro:include filename="{name}" optional="true"/>').replace("${m}", "m"))
        refused(file, match)
    file.write_text(ROBOT.format('<xacro:include filename="absent.xacro" optional="true"/>').replace("${m}", "m"))
    assert linkwise.load(file).n == 0


BUILTINS = (
    "(lambda h: [h.append((h[0].gi_frame.f_back.f_back.f_back.f_builtins for _ in [1])), h[0].send(None)])([])[1]"
)
"""The built-in functions, which xacro hides: a running generator leads to the frames above it."""


def test_expressions_read_write_start_and_import_nothing(inside, xacro):
    target = inside / "written.txt"
    for expression, match in (
        (f"{BUILTINS}['open']('{inside.parent / 'secret.xml'}').read()", "leads out of"),
        (f"{BUILTINS}['open']('{target}', 'w').write('x')", "leads out of|nothing else"),
        (f"{BUILTINS}['_'+'_import_'+'_']('os').system('touch {target}')", "nothing else"),
        (f"{BUILTINS}['_'+'_import_'+'_']('socket').socket()", "nothing else"),
        (f"{BUILTINS}['_'+'_import_'+'_']('subprocess').run('true')", "nothing else"),
        (f"{BUILTINS}['_'+'_import_'+'_']('os').remove('{inside / 'arm.xacro'}')", "nothing else"),
    ):
        quoted = expression.replace('"', "&quot;").replace("<", "&lt;")
        (inside / "arm.xacro").write_text(ROBOT.format(f'<link name="${{{quoted}}}"/>').replace("${m}", "m"))
        refused(inside / "arm.xacro", match)
        assert not target.exists() and (inside / "arm.xacro").exists()
    assert target.write_text("x") == 1  # the guard is lifted afterwards
    np.testing.assert_equal(len(os.listdir(inside)), 2)


def test_packages_that_are_found_may_be_read(inside, xacro, monkeypatch):
    monkeypatch.setenv("ROS_PACKAGE_PATH", "")
    package = inside.parent / "prefix" / "arm_parts"
    (package / "urdf").mkdir(parents=True)
    (package / "urdf" / "macros.xacro").write_text(MACROS)
    file = inside / "arm.xacro"
    file.write_text(ROBOT.format(INCLUDE.format("$(find arm_parts)/urdf/macros.xacro")))
    refused(file, "package 'arm_parts' is not found")
    for folder in (package, package.parent):
        assert linkwise.load(file, folders=folder).n == 0
    refused(file, "package 'arm_parts' is not found")  # nothing is remembered from one file to the next
    file.write_text(ROBOT.format(INCLUDE.format("$(find ..)/macros.xacro")))
    refused(file, "nothing else")


def test_errors_do_not_quote_what_a_xacro_file_includes(inside, xacro):
    file = inside / "arm.xacro"
    head = ROBOT.partition("{}")[0]
    for text, match in (
        (f"<{SECRET}", "part.xacro:1: not XML"),
        (f'<!DOCTYPE r [<!ENTITY a "{SECRET}">]><robot/>', "document type"),
        (head + f"${{{SECRET}}}</robot>", "'part.xacro', which it includes: NameError"),
        (head + f"<xacro:{SECRET}/></robot>", "'part.xacro', which it includes"),
    ):
        (inside / "part.xacro").write_text(text)
        file.write_text(ROBOT.format(INCLUDE.format("part.xacro")))
        refused(file, match)
    file.write_text(ROBOT.format(YAML.format("m.yaml")))
    for text in (f"{SECRET}: {SECRET}: [", f"m: !degrees {SECRET}"):
        (inside / "m.yaml").write_text(text)
        refused(file, "in a YAML file that it loads")


def test_xacro_leaves_its_library_as_it_was(inside, xacro):
    from xml.dom import minidom

    import xacro as library
    import yaml

    def state():
        names = sorted(name for name in sys.modules if "xacro" in name)
        functions = [vars(library)[name] for name in ("parse", "eval_extension", "load_yaml", "print_location")]
        return (
            names,
            functions,
            list(library.all_includes),
            minidom.Element.writexml,
            dict(yaml.SafeLoader.yaml_constructors),
        )

    file, bad = inside / "arm.xacro", inside / "bad.xacro"
    (inside / "m.yaml").write_text("m: !degrees 2")
    file.write_text(ROBOT.format(YAML.format("m.yaml")))
    bad.write_text(ROBOT.format("").replace("${m}", "${1/0}"))
    linkwise.load(file)
    before = state()
    linkwise.load(file)
    refused(bad, "division")
    assert state() == before


# ---- URDF ------------------------------------------------------------------------------------------------------------


def test_urdf_looks_for_packages_in_named_folders_and_opens_no_mesh(inside):
    (inside / "meshes_here").mkdir()
    (inside / "meshes_here" / "a.stl").touch()
    os.chmod(inside / "meshes_here" / "a.stl", 0)
    mesh = '<visual><geometry><mesh filename="package://meshes_here/a.stl"/></geometry></visual>'
    file = inside.parent / "else.urdf"
    file.write_text(f'<robot name="r"><link name="a">{mesh}</link></robot>')
    assert any("not found" in note.text for note in urdf.read(file)[1].notes)
    assert not any("not found" in note.text for note in urdf.read(file, folders=inside)[1].notes)
