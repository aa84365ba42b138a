"""Meshes of every format: the same box, where and how large it is, its colour, and files that are none."""

import re

import numpy as np
import pytest

import linkwise
from linkwise.errors import LinkwiseError
from linkwise.view.scene import scene_of
from linkwise.view.scene.file_shapes import BUDGET
from linkwise.view.scene.meshes import KINDS, Triangles, coarser, triangles_of
from tests.tolerances import COARSE, FLOAT_SCENE, SIXTEEN_BITS

from .test_scene import unpacked

trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")

ROBOT = """<robot name="arm"><link name="base"><visual><origin xyz="0 0 1"/><geometry>
<mesh filename="{}" scale="2 1 1"/></geometry></visual></link></robot>"""
SIZES = np.array([0.2, 0.3, 0.4])


def box():
    return trimesh.creation.box(SIZES)


def drawn(tmp_path, name, data, text=ROBOT):
    (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    (tmp_path / "arm.urdf").write_text(text.format(name))
    return scene_of(linkwise.load(tmp_path / "arm.urdf"))


@pytest.mark.parametrize("kind", [each[1:] for each in KINDS])
def test_every_format(kind, tmp_path):
    if kind == "dae":
        pytest.importorskip("collada")
    scene = drawn(tmp_path, f"box.{kind.upper()}", box().export(file_type=kind))
    [shape], [mesh] = scene["shapes"], scene["meshes"]
    assert shape["kind"] == "mesh" and shape["source"] == "file" and not scene["notes"]
    assert shape["size"] == [2.0, 1.0, 1.0] and shape["pose"][:3] == [0.0, 0.0, 1.0]
    np.testing.assert_allclose(mesh["low"], -SIZES / 2, atol=FLOAT_SCENE)
    np.testing.assert_allclose(mesh["high"], SIZES / 2, atol=FLOAT_SCENE)
    corners, faces = unpacked(mesh["corners"]) / 65535.0 * SIZES, unpacked(mesh["faces"])
    assert len(corners) == 8 and len(faces) == 12
    a, b, c = (corners[faces[:, k]] for k in range(3))
    volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6  # positive: faces are seen from outside
    assert volume == pytest.approx(SIZES.prod(), rel=SIXTEEN_BITS)


def test_units_and_colours_of_collada(tmp_path):
    pytest.importorskip("collada")
    text = box().export(file_type="dae").decode().replace("<asset>", '<asset><unit name="inch" meter="0.0254"/>', 1)
    text = re.sub(r"(<diffuse>\s*<color>)[^<]*", r"\1 1 0.5 0 1", text)
    scene = drawn(tmp_path, "box.dae", text)
    assert scene["shapes"][0]["colour"] in ("#ff8000", "#ff7f00")
    np.testing.assert_allclose(scene["meshes"][0]["high"], 0.0254 * SIZES / 2, atol=FLOAT_SCENE)


HOSTILE = {
    "a.stl": b"solid\n" + b"\xff" * 300,
    "b.stl": b"",
    "c.obj": "v nan nan nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
    "d.obj": "v 0 0 0\n",
    "e.ply": "ply\nformat ascii 1.0\nelement vertex 999999999\nproperty float x\nend_header\n",
    "f.glb": b"glTF" + b"\x02\0\0\0" + b"\xff" * 12,
    "g.dae": '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><COLLADA>&a;</COLLADA>',
    "h.dae": "<COLLADA/>",
    "i.txt": "solid",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_mesh_gets_a_capsule_and_a_note(name, tmp_path):
    scene = drawn(tmp_path, name, HOSTILE[name])
    assert scene["notes"] and name in scene["notes"][0] and not scene["meshes"]
    assert {shape["source"] for shape in scene["shapes"]} == {"drawn"}


def test_a_link_without_its_mesh_gets_a_capsule_beside_the_others(tmp_path):
    links = '<link name="tip"><visual><geometry><mesh filename="lost.stl"/></geometry></visual></link>'
    joint = '<joint name="j" type="continuous"><parent link="base"/><child link="tip"/></joint>'
    scene = drawn(
        tmp_path, "box.stl", box().export(file_type="stl"), ROBOT.replace("</robot>", f"{links}{joint}</robot>")
    )
    assert [shape["source"] for shape in scene["shapes"] if shape["link"] == 0] == ["file"]
    assert {shape["source"] for shape in scene["shapes"] if shape["link"] == 1} == {"drawn"}
    assert "lost.stl" in scene["notes"][0]


def test_large_meshes_become_coarser_and_keep_their_shape(tmp_path):
    pytest.importorskip("fast_simplification")
    ball = trimesh.creation.icosphere(subdivisions=6, radius=0.5)
    assert len(ball.faces) > BUDGET
    scene = drawn(tmp_path, "ball.stl", ball.export(file_type="stl"))
    [mesh] = scene["meshes"]
    faces = unpacked(mesh["faces"])
    assert len(faces) <= 1.05 * BUDGET
    np.testing.assert_allclose([mesh["low"], mesh["high"]], [[-0.5] * 3, [0.5] * 3], atol=COARSE)
    few = coarser(Triangles(np.asarray(ball.vertices), np.asarray(ball.faces), None), 1000)
    assert len(few.faces) <= 1050
    np.testing.assert_allclose(np.linalg.norm(few.corners, axis=1), 0.5, atol=COARSE)


def test_a_mesh_is_read_once(tmp_path):
    file = tmp_path / "box.stl"
    file.write_bytes(box().export(file_type="stl"))
    assert triangles_of(file) is triangles_of(file)
    file.unlink()
    with pytest.raises(LinkwiseError, match="not drawn"):
        triangles_of(file)
