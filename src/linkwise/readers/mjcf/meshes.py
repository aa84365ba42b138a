"""Mesh files: only those are read that a body's mass comes from. The others may be missing, or lie anywhere.

A body with <inertial> has the mass stated there, and so has every body where <compiler inertiafromgeom="false"/>.
Otherwise it has the mass of its geoms, for which MuJoCo has to read their meshes.
"""

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...errors import shown
from ..findings import Findings

MOST = 128 * 2**20
"""The most bytes of all mesh files together."""

_CORNERS = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
"""The tetrahedron that a mesh which is not read becomes."""


MISSING = "the mesh file is missing", "put it there"
"""The problem of a mesh file that is not where its name says."""


class MeshFile(NamedTuple):
    """A mesh file as an XML file names it.

    `text` is its name, "" if it must not be quoted; `path` is where it lies, "" if it is missing or must not be read,
    which `problem` then tells: the rule and a hint.
    """

    name: str
    place: str
    text: str
    path: str
    problem: tuple[str, str]


def shed(findings: Findings[str], mujoco: Any, spec: Any, files: Sequence[MeshFile], *, attached: bool) -> None:
    """Replace the meshes that no mass comes from; the files of the others are checked, and faults say who needs them.

    Models that are attached bring settings of their own: then every mesh counts.
    """
    needed = dict(_needed(mujoco, spec))
    used: list[MeshFile] = []
    unread = 0
    for mesh in spec.meshes:
        if not mesh.file:
            continue
        if attached or mesh.name in needed:
            named = [each for each in files if _last(each.name) == _last(mesh.file)]
            if not named:
                findings.fault("", "", "a mesh file whose name could not be checked", "use plain letters in its name")
            for each in named:
                _check(findings, each, needed.get(mesh.name, ""))
            used += named
        else:
            _empty(mesh)
            unread += 1
    size = sum(os.path.getsize(path) for path in {each.path for each in used} - {""})
    if size > MOST:
        rule = f"the mesh files that masses come from have {size} bytes, more than the {MOST} allowed"
        findings.fault(used[0].place, "", rule, "use coarser meshes, or give the bodies an <inertial>")
    if unread:
        findings.note("ignored", "", f"{unread} × <mesh file=…>: no mass comes from them, so they are not read")


def keep_found(findings: Findings[str], mujoco: Any, spec: Any, files: Sequence[MeshFile], *, attached: bool) -> None:
    """Replace meshes whose files may not be read or are missing, and note them; geoms with them become invisible."""
    left, unread = MOST, set()
    for mesh in spec.meshes:
        named = [each for each in files if mesh.file and _last(each.name) == _last(mesh.file)]
        lost = [each for each in named if not each.path]
        left -= sum(os.path.getsize(each.path) for each in named if each.path)
        if mesh.file and (lost or not named or left < 0):
            rule = lost[0].problem[0] if lost else "its name could not be checked" if left >= 0 else "too many bytes"
            findings.note("ignored", "", f"mesh {shown(mesh.name, 60)} is not drawn: {rule}")
            _empty(mesh)
            unread.add(mesh.name)
    for geom in spec.geoms:
        if geom.meshname in unread:
            geom.material, geom.rgba = "", [0.0, 0.0, 0.0, 0.0]


def _empty(mesh: Any) -> None:
    mesh.file, mesh.scale, mesh.uservert = "", [1.0, 1.0, 1.0], _CORNERS
    mesh.userface, mesh.usernormal, mesh.usertexcoord = [], [], []


def _check(findings: Findings[str], mesh: MeshFile, body: str) -> None:
    if not mesh.path:
        rule, hint = mesh.problem
        whose = f"body {shown(body)}" if mesh.text and body else "a body"
        hint = f"{hint}; or give {whose} an <inertial>: without one its mass comes from this mesh"
        findings.fault(mesh.place, mesh.text, rule, hint)


def _needed(mujoco: Any, spec: Any) -> Iterator[tuple[str, str]]:
    """The meshes that a mass comes from, each with a body whose mass it is."""
    source, ways = spec.compiler.inertiafromgeom, mujoco.mjtInertiaFromGeom
    first, last = (int(group) for group in spec.compiler.inertiagrouprange)
    if source == ways.mjINERTIAFROMGEOM_FALSE:
        return
    for body in list(spec.bodies)[1:]:  # the first is the world, whose mass nothing depends on
        if body.explicitinertial and source != ways.mjINERTIAFROMGEOM_TRUE:
            continue
        for geom in body.geoms:
            weightless = geom.mass == 0.0 or (geom.mass != geom.mass and geom.density == 0.0)  # not a number: not given
            if geom.meshname and not weightless and first <= int(geom.group) <= last:
                yield geom.meshname, body.name


def _last(name: str) -> str:
    """The last part of a path, however its parts are separated.

    >>> _last("meshes/arm.stl"), _last("meshes\\\\arm.stl")
    ('arm.stl', 'arm.stl')
    """
    return name.replace("\\", "/").rpartition("/")[2]
