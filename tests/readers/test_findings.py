"""One class collects faults, notes and waivers for every format."""

import pytest

from linkwise.errors import ReadError, UnknownName
from linkwise.readers.findings import Findings
from linkwise.readers.waivers import Waivers

RULES = {"negative-mass": "a mass below 0"}


def by_line(strict=False, allow=()):
    """Findings of a format whose places are line numbers."""
    waivers = Waivers("the reader", RULES, allow)
    return Findings("arm.x", "x", waivers, strict, where=lambda line: f"arm.x:{line}", line=lambda line: line)


def test_faults_come_by_line_and_stay_in_order_on_one_line():
    findings = by_line()
    for line, rule in ((7, "a"), (2, "b"), (7, "c"), (1, "d")):
        findings.fault(line, "", rule)
    assert [fault.rule for fault in findings.faults] == ["d", "b", "a", "c"]
    assert findings.fault_count == 4
    with pytest.raises(ReadError) as caught:
        findings.refuse_if_faulty()
    assert caught.value.faults == findings.faults and caught.value.source == "arm.x"


def test_without_lines_faults_keep_the_order_they_were_found_in():
    findings = Findings[str]("arm.x", "x", Waivers("the reader", RULES), where=lambda place: f"arm.x {place}")
    for place in ("z", "a", "m"):
        findings.fault(place, "", "wrong")
    assert [fault.where for fault in findings.faults] == ["arm.x z", "arm.x a", "arm.x m"]


def test_nothing_found_is_not_refused():
    findings = by_line()
    findings.refuse_if_faulty()
    assert (findings.report.source, findings.report.format, findings.report.notes) == ("arm.x", "x", ())


def test_suspicious_data_are_a_note_and_with_strict_a_fault():
    for strict in (False, True):
        findings = by_line(strict=strict)
        findings.suspicious("massless", 3, "no mass", "give it a mass")
        assert [str(note) for note in findings.report.notes] == ["massless: arm.x:3: no mass"]
        assert [str(fault) for fault in findings.faults] == strict * [
            "arm.x:3: no mass [massless] (give it a mass; without strict=True it loads with a note)"
        ]


def test_a_waiver_turns_a_fault_into_a_note():
    findings = by_line()
    assert not findings.waivable("negative-mass", 3, "-1", "the mass is negative", "correct its sign")
    assert [str(fault) for fault in findings.faults] == [
        "arm.x:3: '-1': the mass is negative (correct its sign, or load with allow=(\"negative-mass\",))"
    ]
    assert (findings.report.notes, findings.waivers.used) == ((), ())
    findings = by_line(allow=("negative-mass",))
    assert findings.waivers.used == ()
    assert findings.waivable("negative-mass", 3, "-1", "the mass is negative", "correct its sign")
    assert (findings.faults, findings.waivers.used) == ((), ("negative-mass",))
    assert [str(note) for note in findings.report.notes] == [
        "waived: arm.x:3: negative-mass: the mass is negative; the file says '-1'"
    ]


def test_unknown_waivers_are_refused():
    with pytest.raises(UnknownName, match="the reader has no waiver 'mass'"):
        by_line(allow=("mass",))


def test_unused_things_get_one_note_per_kind_at_their_first_line():
    findings = by_line()
    for line in (9, 4, 6):
        findings.unused("<visual>", line)
    findings.unused("<transmission>", 8)
    findings.note_unused({"<transmission>": " with a gear"})
    assert [str(note) for note in findings.report.notes] == [
        "ignored: arm.x:4: 3 × <visual>",
        "ignored: arm.x:8: 1 × <transmission> with a gear",
    ]
