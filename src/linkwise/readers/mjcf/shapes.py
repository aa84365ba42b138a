"""The geoms of bodies, as MuJoCo's compiler places them: those it shows, or where it shows none, those that collide."""

from typing import Any

from ...algebra import Rotation, Transform
from ..findings import Findings
from ..folders import Folders
from ..shapes import Appearance, Lost, Shape, ShapeSource
from ..waivers import Waivers
from . import unsupported
from .compile import compiled, compiler
from .drives import floats, vector
from .meshes import keep_found
from .names import FreshNames, names_in_file

SHOWN = 3
"""Geoms of groups from here on are hidden in MuJoCo's viewer, and mostly there to collide."""


def appearance(source: ShapeSource) -> Appearance:
    """What the bodies of an MJCF text look like.

    >>> text = '<mujoco><worldbody><geom type="sphere" size=".1"/></worldbody></mujoco>'
    >>> [shape], lost, links = appearance(ShapeSource("mjcf", text))
    >>> shape.link, shape.kind, shape.size, lost
    ('world', 'sphere', (0.1,), [])
    """
    mujoco = compiler()
    waivers = Waivers("the MJCF reader", unsupported.WAIVERS, tuple(unsupported.WAIVERS))
    findings: Findings[str] = Findings(source.file or "<string>", "mjcf", waivers, where=lambda place: place)
    folders = Folders(source.file or None, source.folders)
    _, model = compiled(findings, source.text, source.file, folders, keep_found)
    in_file = names_in_file(mujoco, model, "body", model.nbody)
    fresh = FreshNames(set(in_file) - {""})
    links = [name or fresh.fresh(f"body{i}") for i, name in enumerate(in_file)]
    shapes: list[Shape] = []
    for i, link in enumerate(links):
        first = int(model.body_geomadr[i])
        geoms = range(first, first + int(model.body_geomnum[i]))
        visible = [g for g in geoms if int(model.geom_group[g]) < SHOWN]
        shapes += filter(None, (_shape(mujoco, model, g, link) for g in visible or geoms))
    lost = [Lost("", note.text) for note in findings.report.notes if "not drawn" in note.text]
    return Appearance(shapes, lost, set(links))


def _shape(mujoco: Any, model: Any, g: int, link: str) -> Shape | None:
    """A geom; None for planes, height fields and what is invisible, as meshes are that were not read."""
    a, b, c = floats(model.geom_size[g])
    kinds = mujoco.mjtGeom
    sizes: dict[Any, tuple[str, tuple[float, ...]]] = {
        kinds.mjGEOM_BOX: ("box", (2 * a, 2 * b, 2 * c)),
        kinds.mjGEOM_SPHERE: ("sphere", (a,)),
        kinds.mjGEOM_CYLINDER: ("cylinder", (a, 2 * b)),
        kinds.mjGEOM_CAPSULE: ("capsule", (a, 2 * b)),
        kinds.mjGEOM_ELLIPSOID: ("ellipsoid", (a, b, c)),
        kinds.mjGEOM_MESH: ("mesh", (1.0, 1.0, 1.0)),
    }
    kind, size = sizes.get(kinds(int(model.geom_type[g])), ("", ()))
    material = int(model.geom_matid[g])
    red, green, blue, opacity = floats(model.mat_rgba[material] if material >= 0 else model.geom_rgba[g])
    if not kind or not opacity:
        return None
    mesh = _mesh(model, int(model.geom_dataid[g])) if kind == "mesh" else None
    pose = Transform(Rotation.quaternion(*floats(model.geom_quat[g])), vector(model.geom_pos[g]))
    return Shape(link, kind, size, pose, (red, green, blue, opacity), mesh)


def _mesh(model: Any, k: int) -> tuple[Any, Any]:
    corners = model.mesh_vert[model.mesh_vertadr[k] : model.mesh_vertadr[k] + model.mesh_vertnum[k]]
    faces = model.mesh_face[model.mesh_faceadr[k] : model.mesh_faceadr[k] + model.mesh_facenum[k]]
    return corners.copy(), faces.copy()
