"""URDF → DH: vendors' robots keep their motion and dynamics, whatever their frames looked like."""

from dataclasses import replace
from importlib import metadata

import pytest
from tests.rewrite.model_in_pinocchio import difference
from tests.tolerances import AGREEMENT
from urdf_arm import changed

from linkwise.errors import LinkwiseError, ReadError, WriteError
from linkwise.model import Model
from linkwise.model.rewrite.dh_gauge import gauged
from linkwise.readers import dh, urdf

ALL = ("indefinite-inertia", "limits-out-of-order", "missing-limit")

try:
    FILES = sorted({file for file in metadata.files("example-robot-data") or [] if file.suffix == ".urdf"}, key=str)
except metadata.PackageNotFoundError:
    FILES = []

LARGE = 40_000
"""Files of more bytes, humanoids and hands, belong to the slow run."""
SWEPT = [
    pytest.param(file, id=file.name, marks=[pytest.mark.slow] if file.locate().stat().st_size > LARGE else [])
    for file in FILES
]


def robot(file) -> Model:
    try:
        model, _ = urdf.read(str(file.locate()), allow=ALL)
    except LinkwiseError as error:
        pytest.skip(f"the URDF itself is refused: {error.what}")
    if not model.moving:
        pytest.skip("nothing moves")
    return model


@pytest.mark.skipif(not FILES, reason="example-robot-data is not installed")
@pytest.mark.parametrize("file", SWEPT)
def test_vendors_robots(file):
    model = robot(file)
    again, _ = dh.read_text(dh.write(model), allow=("indefinite-inertia", "limits-out-of-order"))
    assert difference(model, again, states=1) < AGREEMENT
    assert again.tip == model.tip
    _, rows = gauged(model)
    for convention in ("standard", "modified"):
        if gauged(model)[0].serial and all(row.beta == 0.0 for row in rows[1:]):
            again, _ = dh.read_text(dh.write(model, convention=convention), allow="indefinite-inertia")
            assert difference(model, again, states=1) < AGREEMENT
        else:
            with pytest.raises(WriteError, match="khalil"):
                dh.write(model, convention=convention)


@pytest.mark.skipif(not FILES, reason="example-robot-data is not installed")
@pytest.mark.parametrize("file", SWEPT)
def test_the_tip_stays_over_dh_and_back(file):
    model = robot(file)
    allow = ("indefinite-inertia", "limits-out-of-order")
    table, _ = dh.read_text(dh.write(model), allow=allow)
    assert urdf.read_text(urdf.write(table), allow=allow)[0].tip == model.tip
    assert urdf.read_text(urdf.write(model), allow=allow)[0].tip == model.tip


@pytest.mark.parametrize("write, back", [(dh.write, dh.read_text), (urdf.write, urdf.read_text)])
def test_a_waived_mass_can_be_written_and_read_back(write, back):
    model, _ = urdf.read_text(changed(L6='<mass value="-2"/>', L30=""), allow="negative-mass")
    with pytest.raises(ReadError, match="negative-mass"):
        back(write(model))
    again, _ = back(write(model), allow=model.waivers)
    assert again.waivers == ("negative-mass",) and [body.inertia.m for body in again.bodies] == [-2.0, 1.0]
    assert difference(model, again) < AGREEMENT
    with pytest.raises(WriteError, match="negative mass"):
        write(replace(model, waivers=()))


def test_what_was_waived_in_urdf_can_be_waived_in_the_table():
    limits = '<limit lower="1" upper="-1" effort="1" velocity="1"/>'
    model, _ = urdf.read_text(changed(L21=limits), allow=("limits-out-of-order",))
    again, _ = dh.read_text(dh.write(model), allow=model.waivers)
    assert [body.joint.limits for body in again.bodies] == [body.joint.limits for body in model.bodies]
    assert again.waivers == model.waivers == ("limits-out-of-order",)


def test_the_sweep_is_not_empty():
    """At least the arms of the collection took part."""
    names = {file.name for file in FILES}
    assert {"panda.urdf", "ur5_robot.urdf"} <= names
