"""Every file that should be refused is, with one of our errors that names file, line, element, rule and a way out."""

import re

import pytest
from urdf_arm import ARM, changed
from urdf_refused import ACCEPTED, OWN, REFUSED, XML, Accepted, Refused

from linkwise.errors import LinkwiseError, ReadError, UnknownName
from linkwise.readers.urdf import read, read_text


def test_the_arm_itself_is_accepted():
    model, report = read_text(ARM, strict=True)
    assert model.n == 1
    assert [note.kind for note in report.notes] == ["mimic"]


def test_the_corpus_is_large_and_its_names_differ():
    assert len(REFUSED) - len(OWN) >= 79
    assert {case.name for case in REFUSED} >= OWN
    assert len({case.name for case in REFUSED}) == len(REFUSED)
    assert len({case.text for case in REFUSED}) == len(REFUSED)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_refused(case: Refused):
    with pytest.raises(ReadError) as caught:
        read_text(case.text, source="folder/bad.urdf")
    error = caught.value
    assert isinstance(error, LinkwiseError)
    assert len(error.faults) == case.faults
    fault = next(fault for fault in error.faults if case.says in f"{fault.rule} {fault.text}")
    assert re.match(rf"bad\.urdf:{case.line}( element <\S+>|$)", fault.where), fault.where
    assert case in XML or fault.hint
    assert "folder/bad.urdf" in str(error)
    assert len(str(error)) < 5000


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case.name)
def test_what_one_could_refuse_is_accepted_with_a_note(case: Accepted, tmp_path):
    path = tmp_path / "odd.urdf"
    path.write_text(case.text)
    assert read(path)[1].of(case.note)
    if case.strict:
        with pytest.raises(ReadError, match="strict=True"):
            read(path, strict=True)
    else:
        assert read(path, strict=True)[1].of(case.note)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_refused_from_a_file(case: Refused, tmp_path):
    path = tmp_path / "bad.urdf"
    try:
        path.write_bytes(case.text if isinstance(case.text, bytes) else case.text.encode())
    except UnicodeEncodeError:
        pytest.skip("no encoding can hold this text")
    with pytest.raises(ReadError) as caught:
        read(path)
    assert any(f"bad.urdf:{case.line}" in fault.where for fault in caught.value.faults)


def test_all_faults_come_in_one_error_in_the_order_of_the_file():
    text = changed(
        L6='<mass value="-2"/>', L12='<mass value="1,5"/>', L20='<axis xyz="0 0 0"/>', L30='<mimic joint="nobody"/>'
    )
    with pytest.raises(ReadError) as caught:
        read_text(text)
    assert [fault.where for fault in caught.value.faults] == [
        "<string>:6 element <mass> of link 'upper'",
        "<string>:12 element <mass> of link 'lower'",
        "<string>:20 element <axis> of joint 'shoulder'",
        "<string>:30 element <mimic> of joint 'elbow'",
    ]
    assert str(caught.value).splitlines()[0] == "'<string>' was refused: 4 faults."
    assert caught.value.faults[1].text == 'value="1,5"'


@pytest.mark.parametrize(
    "name", ['it\'s "quoted"', "a&#10;b", "&lt;script&gt;alert(1)&lt;/script&gt;", "x" * 65_536, "\u202e⁦"]
)
def test_hostile_names_stay_on_one_short_line(name):
    quoted = name.replace('"', "&quot;")
    with pytest.raises(ReadError) as caught:
        read_text(changed(L26=f'<parent link="{quoted}"/>', L24=f'<joint name="{quoted}" type="{quoted}">'))
    assert len(caught.value.faults) == 2
    for line in str(caught.value).splitlines():
        assert line.isprintable()
        assert len(line) < 600


@pytest.mark.parametrize(
    "source", ["nowhere.urdf", "a\0b", "x" * 5000, "", ".", ARM, None, 3, b"arm.urdf"], ids=lambda s: repr(s)[:12]
)
def test_what_is_no_file(source):
    with pytest.raises(ReadError):
        read(source)


@pytest.mark.parametrize("text", [None, 3, ["<robot/>"]])
def test_what_is_no_text(text):
    with pytest.raises(ReadError, match="neither text nor bytes"):
        read_text(text)


def test_a_device_is_not_read():
    with pytest.raises(ReadError, match="not a file"):
        read("/dev/zero")


def test_budgets(monkeypatch):
    from linkwise.readers import xml, xml_tree

    for name, value in (("MOST", 100), ("ELEMENTS", 20), ("ATTRIBUTES", 20)):
        with monkeypatch.context() as patch:
            patch.setattr(xml if name == "MOST" else xml_tree, name, value)
            with pytest.raises(ReadError, match=f"more than (the )?{value}"):
                read_text(ARM)


@pytest.mark.parametrize("allow", [("everything",), "everything", ("indefinite-inertia", "x")])
def test_opt_outs_that_do_not_exist(allow):
    with pytest.raises(
        UnknownName, match="'indefinite-inertia', 'negative-mass', 'limits-out-of-order', 'missing-limit'"
    ):
        read_text(ARM, allow=allow)
