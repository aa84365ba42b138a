"""Large files, and files spoiled at random."""

import contextlib
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from urdf_arm import ARM, chain

from linkwise.errors import LinkwiseError, ReadError
from linkwise.readers.urdf import read_text, write

INERTIAL = (
    '<inertial><origin xyz="0.1 0 0" rpy="0 0 1"/><mass value="1.5"/>'
    '<inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>'
)
FULL = ARM.replace("</robot>", '<gazebo/><transmission name="t"><type>x</type></transmission></robot>').encode()


def _peak(links: int) -> int:
    text = chain(links, INERTIAL)
    tracemalloc.start()
    model, _ = read_text(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(model.bodies) == links - 1
    return peak


@pytest.mark.slow
def test_a_chain_of_5000_links_is_read_with_memory_linear_in_its_length():
    assert _peak(5000) < 1.2 * 5 * _peak(1000)  # lists grow by an eighth ahead of need; anything quadratic gives 25


def test_a_chain_of_5000_links_goes_out_and_in():
    model, _ = read_text(chain(5000))
    assert model.n == 4999 and model.tip == "l4999"
    again, _ = read_text(write(model))
    assert [body.name for body in again.bodies] == [body.name for body in model.bodies]


def test_faults_and_words_by_the_thousand():
    """Work that grew with the square of either would take hours here."""
    bad = "".join(
        f'<link name="a{i}"/><joint name="j{i}" type="fixed"><child link="b"/></joint>' for i in range(20_000)
    )
    wordy = "".join("<link/>words " for _ in range(20_000))
    for text, faults in ((bad, 40_000), (wordy, 20_000)):
        with pytest.raises(ReadError) as caught:
            read_text(f'<robot name="r">{text}</robot>')
        assert len(caught.value.faults) == faults
        assert len(str(caught.value)) < 50_000


def _attempt(data: bytes) -> None:
    with contextlib.suppress(LinkwiseError):
        read_text(data)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, len(FULL) - 1), st.integers(0, 20), st.binary(max_size=6)), min_size=1, max_size=5
    )
)
def test_bytes_changed_at_random_raise_nothing_but_our_errors(edits):
    data = FULL
    for start, length, new in edits:
        data = data[:start] + new + data[start + length :]
    _attempt(data)


WORDS = st.sampled_from(
    [
        "",
        "0",
        "-1",
        "1e308",
        "-1e308",
        "5e-324",
        "nan",
        "1 2 3",
        "0 0 0",
        "1e308 1e308 1e308",
        "base",
        "upper",
        "lower",
        "shoulder",
        "elbow",
        "fixed",
        "prismatic",
        "continuous",
        "floating",
        "x" * 70_000,
        "&#10;",
        "1e200",
        "-0",
    ]
)
VALUES = [i for i, part in enumerate(ARM.split('"')) if i % 2]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(VALUES), WORDS), min_size=1, max_size=6))
def test_attributes_changed_at_random_raise_nothing_but_our_errors(edits):
    parts = ARM.split('"')
    for i, word in edits:
        parts[i] = word
    _attempt('"'.join(parts).encode())


@settings(max_examples=200, deadline=None)
@given(st.permutations(range(31)), st.lists(st.integers(1, 30), max_size=3))
def test_lines_shuffled_and_dropped_raise_nothing_but_our_errors(order, dropped):
    lines = ARM.strip().split("\n")
    middle = [lines[i] for i in order if 0 < i < 31 and i not in dropped]
    _attempt("\n".join([lines[0], *middle, lines[-1]]).encode())
