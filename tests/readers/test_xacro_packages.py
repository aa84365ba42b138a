"""`$(find …)`: packages are looked for afresh for every file, around it first."""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import linkwise
from linkwise.errors import ReadError
from linkwise.readers.xacro import packages

pytest.importorskip("xacro")

XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
PART = f"""<robot {XACRO}><xacro:property name="m" value="{{}}"/></robot>"""
ARM = f"""<robot name="arm" {XACRO}><xacro:include filename="$({{}} {{}})/urdf/part.xacro"/>
<link name="base"/><link name="rod"><inertial><mass value="${{{{m}}}}"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="rod"/></joint></robot>"""


@pytest.fixture(autouse=True)
def no_ros(monkeypatch):
    for variable in ("ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH", "LINKWISE_FOLDERS"):
        monkeypatch.delenv(variable, raising=False)


def package(folder: Path, name: str | None, mass: float) -> Path:
    """A package with a part; without a name it has no package.xml."""
    (folder / "urdf").mkdir(parents=True)
    (folder / "urdf" / "part.xacro").write_text(PART.format(mass))
    if name is not None:
        (folder / "package.xml").write_text(
            f'<?xml version="1.0"?>\n<package format="3"><name> {name} </name></package>'
        )
    return folder


def arm(folder: Path, uses: str, command: str = "find") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "arm.xacro"
    file.write_text(ARM.format(command, uses))
    return file


def mass(file, **options) -> float:
    return linkwise.load(file, **options).model.bodies[0].inertia.m


@pytest.fixture
def two(tmp_path):
    """Two repositories, each with an arm and a package of its own of the same name; the files, with their masses."""
    files = {}
    for k, name in enumerate(("one", "two"), 1):
        (tmp_path / name / ".git").mkdir(parents=True)
        package(tmp_path / name / "parts", "parts", k)
        files[arm(tmp_path / name / "arm_description" / "urdf", "parts")] = float(k)
    return files


@pytest.mark.parametrize("turned", [False, True], ids=["one first", "two first"])
def test_two_packages_of_one_name_in_one_process(two, turned):
    files = list(two)[:: -1 if turned else 1]
    assert [mass(file) for file in (*files, *files)] == [two[file] for file in (*files, *files)]


def test_two_packages_of_one_name_in_threads(two):
    files = [random.Random(k).choice(list(two)) for k in range(60)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(mass, files)) == [two[file] for file in files]


PLACES = {"sibling": "parts", "cousin": "common/things/parts"}


@pytest.mark.parametrize("inside", [True, False], ids=["repository", "no repository"])
@pytest.mark.parametrize("command", ["find", "find-pkg-share"])
@pytest.mark.parametrize("place", PLACES)
def test_packages_in_the_repository_of_the_file(tmp_path, place, command, inside):
    repository = tmp_path / "a" / "repository"
    file = arm(repository / "robots" / "arm_description" / "urdf", "parts", command)
    (file.parents[1] / "package.xml").write_text("<package><name>arm_description</name></package>")
    if inside:
        (repository / ".git").mkdir()
    package(repository / PLACES[place], "parts", 3)
    assert mass(file) == 3.0


def test_the_name_in_package_xml_decides_and_then_that_of_the_folder(tmp_path):
    (tmp_path / ".git").mkdir()
    file = arm(tmp_path / "arm" / "urdf", "parts")
    package(tmp_path / "parts", "other", 1)
    with pytest.raises(ReadError, match="package 'parts' is not found"):
        mass(file)
    unnamed = package(tmp_path / "deep" / "parts", None, 2)
    assert mass(file) == 2.0
    package(tmp_path / "zzz", "parts", 3)
    assert mass(file) == 3.0
    (unnamed / "package.xml").write_text("not XML")  # its folder's name counts; the nearer to the root comes first
    assert mass(file) == 3.0


def test_of_several_the_nearest_is_taken_and_the_report_names_the_others(tmp_path):
    (tmp_path / ".git").mkdir()
    file = arm(tmp_path / "ros1" / "arm" / "urdf", "parts")
    package(tmp_path / "ros1" / "z" / "parts", "parts", 1)
    package(tmp_path / "parts", "parts", 2)
    assert mass(file) == 1.0 and not linkwise.load(file).report.of("ignored")
    package(tmp_path / "ros1" / "y", "parts", 3)
    robot = linkwise.load(file)
    assert robot.model.bodies[0].inertia.m == 3.0
    (note,) = [note.text for note in robot.report.of("ignored") if "also in" in note.text]
    assert "ros1/y'" in note and "z/parts" in note


def test_folders_come_first_and_the_environment_last(tmp_path, monkeypatch):
    file = arm(tmp_path / "r" / "arm" / "urdf", "parts")
    elsewhere, prefix = package(tmp_path / "e" / "src" / "repo" / "p", "parts", 5), tmp_path / "prefix"
    package(prefix / "share" / "parts", None, 7)
    (tmp_path / "r" / ".git").mkdir()
    with pytest.raises(ReadError, match=r"looked below .*/r' \(give folders"):
        mass(file)
    monkeypatch.setenv("AMENT_PREFIX_PATH", os.pathsep.join(["/nowhere", str(prefix)]))
    assert mass(file) == 7.0
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path / "e"))
    assert mass(file) == 5.0
    package(tmp_path / "r" / "p", "parts", 8)
    assert mass(file) == 8.0
    for folders in (elsewhere, tmp_path / "e", str(elsewhere), [tmp_path / "r" / "arm", tmp_path / "e"]):
        assert mass(file, folders=folders) == 5.0
    file.write_text(ARM.format("find", "absent"))
    with pytest.raises(ReadError, match="in ROS_PACKAGE_PATH, in AMENT_PREFIX_PATH"):
        mass(file)


def test_relative_folders(tmp_path, monkeypatch):
    (tmp_path / "r" / ".git").mkdir(parents=True)
    arm(tmp_path / "r" / "urdf", "parts")
    package(tmp_path / "e" / "p", "parts", 5)
    monkeypatch.chdir(tmp_path)
    assert mass("r/urdf/arm.xacro", folders="e") == 5.0


def test_a_home_folder_is_not_searched_and_a_large_one_not_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".git").mkdir()
    file = arm(tmp_path / "arms" / "urdf", "parts")
    package(tmp_path / "work" / "parts", "parts", 1)
    with pytest.raises(ReadError, match=r"looked below '.*arms'"):
        mass(file)
    monkeypatch.setenv("HOME", "/home/nobody")
    assert mass(file) == 1.0
    monkeypatch.setattr(packages, "FOLDERS", 2)
    with pytest.raises(ReadError, match="the first 2 folders were searched"):
        mass(file)


def test_a_folder_of_that_name_without_robot_files_is_no_package(tmp_path):
    (tmp_path / ".git").mkdir()
    file = arm(tmp_path / "arm" / "urdf", "parts")
    (tmp_path / "parts").mkdir()
    with pytest.raises(ReadError, match="is not found"):
        mass(file)


def test_a_package_that_was_renamed_when_it_was_copied(tmp_path):
    own = package(tmp_path / "robots" / "kuka_kr5", None, 4)
    file = arm(own / "urdf", "kuka_kr5_support")
    robot = linkwise.load(file)
    assert robot.model.bodies[0].inertia.m == 4.0
    assert any("'kuka_kr5_support' is taken to be the folder" in note.text for note in robot.report.notes)


def test_a_file_that_its_package_installs_elsewhere_is_read_from_its_source(tmp_path):
    own = package(tmp_path / "demo" / "description", None, 4).parent
    (own / "package.xml").write_text("<package><name>demo</name></package>")
    file = arm(own / "description" / "robots", "demo")
    with pytest.raises(ReadError, match=r"No such file.*part\.xacro"):
        mass(file)
    (own / "CMakeLists.txt").write_text("install(DIRECTORY launch description/urdf DESTINATION share/demo)")
    robot = linkwise.load(file)
    assert robot.model.bodies[0].inertia.m == 4.0
    assert any("is read from 'description/urdf', its source" in note.text for note in robot.report.notes)


def test_packages_installed_as_links_to_their_sources(tmp_path, monkeypatch):
    """As `colcon build --symlink-install` leaves them."""
    source = package(tmp_path / "src" / "parts", "parts", 6)
    installed = tmp_path / "install" / "share" / "parts"
    (installed / "urdf").mkdir(parents=True)
    for name in ("package.xml", "urdf/part.xacro"):
        (installed / name).symlink_to(source / name)
    (tmp_path / "mine" / ".git").mkdir(parents=True)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path / "install"))
    assert mass(arm(tmp_path / "mine" / "urdf", "parts")) == 6.0


def test_links_in_a_circle(tmp_path):
    (tmp_path / ".git").mkdir()
    file = arm(tmp_path / "arm" / "urdf", "parts")
    (tmp_path / "arm" / "loop").symlink_to(tmp_path)
    package(tmp_path / "x" / "y" / "parts", "parts", 1)
    assert mass(file) == 1.0


def test_a_link_is_no_way_out(tmp_path):
    """A folder counts by its name only if it lies there; a package.xml opens the folder it links to only if that is a
    package of the name."""
    outside, repository = tmp_path / "private", tmp_path / "repository"
    package(outside, None, 1)
    (repository / ".git").mkdir(parents=True)
    file = arm(repository / "arm" / "urdf", "parts")
    (repository / "parts").symlink_to(outside)
    with pytest.raises(ReadError, match="package 'parts' is not found"):
        mass(file)
    with pytest.raises(ReadError, match="package 'parts' is not found"):
        mass(file, folders=repository)
    (repository / "parts").unlink()
    (repository / "parts" / "urdf").mkdir(parents=True)
    (repository / "parts" / "urdf" / "part.xacro").symlink_to(outside / "urdf" / "part.xacro")
    for text in ("no XML", "<package><name>private</name></package>"):
        (outside / "package.xml").write_text(text)
        (repository / "parts" / "package.xml").unlink(missing_ok=True)
        (repository / "parts" / "package.xml").symlink_to(outside / "package.xml")
        with pytest.raises(ReadError, match=r"leads out of|is not found"):
            mass(file)


def test_a_robot_file_that_is_a_link_finds_packages_around_what_it_links_to(tmp_path):
    file = arm(tmp_path / "src" / "arm" / "urdf", "parts")
    (tmp_path / "src" / ".git").mkdir()
    package(tmp_path / "src" / "parts", "parts", 2)
    (tmp_path / "other" / ".git").mkdir(parents=True)
    (tmp_path / "other" / "arm.xacro").symlink_to(file)
    assert mass(tmp_path / "other" / "arm.xacro") == 2.0
