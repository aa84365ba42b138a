"""What a load report shows at a prompt, in print and in a notebook."""

from xml.etree import ElementTree

import linkwise
from linkwise.errors import Fault
from linkwise.readers import LoadReport, Note
from linkwise.readers.report import KINDS, MOST_ROWS, WARNINGS

NOTES = (
    Note("massless", "arm.urdf:3 element <link> 'tip'", "a moving link with zero mass"),
    Note("mimic", "arm.urdf:9 element <mimic>", "follows joint 'a'"),
    Note("mimic", "arm.urdf:12 element <mimic>", "follows joint 'b'"),
)


def test_repr_is_one_short_line_with_the_counts():
    assert repr(LoadReport("arm.urdf", "urdf", NOTES)) == "LoadReport('arm.urdf', 'urdf', 1 massless, 2 mimic)"
    assert repr(LoadReport("arm.urdf", "urdf")) == "LoadReport('arm.urdf', 'urdf', nothing to note)"
    every = tuple(Note(kind, "x" * 1000, "y" * 1000) for kind in KINDS for _ in range(50))
    assert len(repr(LoadReport("a" * 1000, "urdf", every))) < 400


def test_str_lists_every_note():
    lines = str(LoadReport("arm.urdf", "urdf", NOTES)).splitlines()
    assert lines == ["'arm.urdf' (urdf): 1 massless, 2 mimic", *(f"  {note}" for note in NOTES)]


def test_html_is_a_table_with_loud_notes_in_bold():
    table = ElementTree.fromstring(LoadReport("arm.urdf", "urdf", NOTES)._repr_html_())
    assert table.tag == "table" and table.findtext("caption") == "'arm.urdf' (urdf): 1 massless, 2 mimic"
    head, *rows = table.findall("tr")
    assert [cell.text for cell in head] == ["kind", "where", "note"]
    assert [[cell.text for cell in row] for row in rows] == [[note.kind, note.where, note.text] for note in NOTES]
    assert [row.get("style", "") for row in rows] == ["font-weight: bold", "", ""]
    assert rows[0][0].get("title") == KINDS["massless"] and "massless" in WARNINGS


def test_html_escapes_names():
    hostile = "<script>alert('a')</script> & \"quotes\""
    html = LoadReport(hostile, "urdf", (Note("mimic", hostile, hostile),))._repr_html_()
    assert "<script>" not in html
    (row,) = ElementTree.fromstring(html).findall("tr")[1:]
    assert [cell.text for cell in row] == ["mimic", hostile, hostile]


def test_html_shows_the_first_notes_only():
    rows = ElementTree.fromstring(LoadReport("a", "urdf", NOTES[1:2] * (MOST_ROWS + 7))._repr_html_()).findall("tr")
    assert len(rows) == MOST_ROWS + 2
    assert rows[-1][0].text == "… and 7 more"


def test_html_without_notes():
    table = ElementTree.fromstring(LoadReport("arm.urdf", "urdf")._repr_html_())
    assert [child.tag for child in table] == ["caption"]


def test_a_loaded_robot_has_such_a_report():
    report = linkwise.load("panda").report
    assert repr(report).startswith("LoadReport(") and "\n" not in repr(report)
    assert ElementTree.fromstring(report._repr_html_()).tag == "table"


def test_faults_are_short_at_a_prompt():
    fault = Fault("arm.urdf:3", "x" * 60_000, "not a number", "give a number")
    assert len(repr(fault)) < 300
    assert repr(Fault("arm.urdf:3", "up", "rule", "hint")) == "Fault('arm.urdf:3', 'up', 'rule', 'hint')"
