"""The list of robots: what it says is what `load` gives, and every name on it loads."""

from importlib import metadata
from xml.etree import ElementTree

import pytest

import linkwise
from linkwise.errors import LinkwiseError, ReadError, UnknownName
from linkwise.readers import catalog
from linkwise.readers.catalog import installed
from linkwise.readers.catalog.entries import BUILT_IN

ENTRIES = linkwise.catalog().entries
SOME = ("fivebar", "panda", "tx40", "kinova", "iris_simple", "tiago_pro", "panda_description:panda")


@pytest.mark.parametrize(
    "entry", [e if e.name in SOME else pytest.param(e, marks=pytest.mark.slow) for e in ENTRIES], ids=lambda e: e.name
)
def test_every_robot_on_the_list_loads(entry):
    robot = linkwise.load(entry.name)
    assert robot.n == entry.joints
    assert entry.licence


def test_all_are_listed_once():
    names = [entry.name for entry in ENTRIES]
    assert len(set(names)) == len(names) and set(names) == {*catalog.names(), *catalog.installed_names()}
    assert names[: len(catalog.names())] == list(catalog.names())
    for entry in ENTRIES:
        assert entry.title or entry.origin != BUILT_IN


def test_those_that_do_not_load_are_left_out_and_say_why():
    found = linkwise.catalog()
    if not found.refused:
        pytest.skip("example-robot-data is not installed")
    assert {entry.name for entry in found.refused} == {name.partition(":")[2] for name in installed.REFUSED}
    for entry in found.refused:
        assert entry.refusal and entry.name not in found
        with pytest.raises(ReadError):
            linkwise.load(entry.name)
    assert linkwise.load("romeo_laas_small", allow="indefinite-inertia").n == found["romeo_laas_small"].joints


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("UR", {"ur5", "ur5e", "ur10e"}),
        ("universal-robots ur1", {"ur10e"}),
        ("kuka", {"iiwa14"}),
        ("gen 3", {"kinova_gen3"}),
        ("5", {"ur5", "ur5e", "puma560"}),
        ("robots", {"ur5", "ur5e", "ur10e"}),
        ("bar", {"fourbar", "fivebar"}),
        ("zzz", set()),
        ("-", set()),
    ],
)
def test_searches(search, names):
    assert {entry.name for entry in linkwise.catalog(search) if entry.origin == BUILT_IN} == names


@pytest.mark.parametrize("search", [None, 3, b"ur", ["ur"]])
def test_a_search_is_a_text(search):
    with pytest.raises(ReadError, match="text was expected"):
        linkwise.catalog(search)


def test_it_is_a_sequence_and_finds_names():
    found = linkwise.catalog()
    assert found[0].name == "fivebar" and len(found[:3]) == 3 and list(found) == list(ENTRIES)
    assert found["PUMA 560"] is not None and found["panda"] in found and "panda" in found and "pand" not in found
    with pytest.raises(UnknownName, match="did you mean 'iiwa14'"):
        found["iiwa"]
    with pytest.raises(UnknownName):
        linkwise.catalog("ur")["panda"]


def test_it_can_be_printed():
    found = linkwise.catalog()
    text = str(found)
    assert all(entry.name in text for entry in found) and max(map(len, text.splitlines())) <= 100
    assert repr(found).startswith("Catalog(fivebar, fourbar, fr3,")
    tables = ElementTree.fromstring(f"<div>{found._repr_html_()}</div>").findall("table")
    assert sum(len(table.findall("tr")) - 1 for table in tables) == len(found)
    assert str(linkwise.catalog("zzz")) == "no robots" and repr(linkwise.catalog("zzz")) == "Catalog()"
    assert linkwise.catalog("zzz")._repr_html_() == ""


def test_without_example_robot_data(monkeypatch):
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "files", absent)
    assert linkwise.catalog().names == catalog.names() and linkwise.catalog().refused == ()


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Panda", "panda.toml"),
        ("UR5E", "ur5e.toml"),
        ("UR-5e", "ur5e.toml"),
        ("ur 10e", "ur10e.toml"),
        ("kinova-gen3", "kinova_gen3.toml"),
        ("Kinova Gen3", "kinova_gen3.toml"),
        ("IIWA 14", "iiwa14.toml"),
    ],
)
def test_spelled_in_another_way(name, file):
    assert catalog.find(name).name == file
    assert linkwise.load(name).name == file.removesuffix(".toml")


def test_installed_ones_spelled_in_another_way():
    if not installed.files():
        pytest.skip("example-robot-data is not installed")
    assert catalog.find("Talos Reduced").name == "talos_reduced.urdf"
    assert catalog.find("twodofs").name == "TwoDofs.urdf"
    assert catalog.find("Panda_Description:Panda").name == "panda.urdf"
    with pytest.raises(UnknownName, match="several files have that name"):
        catalog.find("ANYmal")


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("pand", "panda"),
        ("iiwa", "iiwa14"),
        ("gen3", "kinova_gen3"),
        ("ur", "ur5"),
        ("franca", "panda"),
        ("tx-4", "tx40"),
    ],
)
def test_did_you_mean(name, suggested):
    with pytest.raises(UnknownName) as caught:
        linkwise.load(name)
    assert (f"'{suggested}'" in caught.value.hint) == (name != "franca"), caught.value.hint


@pytest.mark.parametrize("name", ["-", "_ _", " ", "x" * 65536, "ﬁvebar", "\x00"])
def test_hostile_names_are_refused(name):
    with pytest.raises(LinkwiseError):
        linkwise.load(name)


def test_broken_files_of_the_distribution_do_not_break_the_list(tmp_path, monkeypatch):
    """Below a folder that is itself called robots, too."""
    folder = tmp_path / "robots" / "venv" / "robots" / "arm_description"
    (folder / "urdf").mkdir(parents=True)
    paths = {f"arm_description:{stem}": folder / "urdf" / f"{stem}.urdf" for stem in ("good", "cut", "gone", "empty")}
    good = '<robot><link name="b"/><joint type="planar"/><gazebo><joint type="revolute"/></gazebo></robot>'
    paths["arm_description:good"].write_text(good)
    paths["arm_description:cut"].write_text(good[:40])
    paths["arm_description:empty"].write_bytes(b"")
    monkeypatch.setattr(installed, "files", lambda: paths)
    assert installed.source_and_licence("arm_description:good", paths["arm_description:good"]) == ("", "")
    (folder / "README.md").write_bytes(b"\xff\xfe\nlicense: MIT \xff\n")
    found = linkwise.catalog()
    assert [(entry.name, entry.joints) for entry in found if entry.origin != BUILT_IN] == [("good", 3)]
    assert found["good"].licence.startswith("MIT") and found["good"].source == ""
    assert [entry.name for entry in found.refused] == ["cut", "empty", "gone"]
    assert all("cannot be read" in entry.refusal for entry in found.refused)
