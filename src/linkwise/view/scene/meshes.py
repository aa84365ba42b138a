"""Meshes from files as triangles of one colour each, made coarser until a page of them stays small."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import LinkwiseError, MissingExtra, shown
from ...readers.files import content
from .packing import packed, row

KINDS = (".stl", ".obj", ".dae", ".ply", ".glb")
"""The formats of meshes."""

MOST_FACES = 4_000_000
"""A mesh of more triangles is not read."""

FEWEST = 300
"""Meshes are not made coarser than this many triangles."""

Colour = tuple[float, float, float, float]


class Triangles(NamedTuple):
    """Corners (K, 3), faces (F, 3), and the colour with opacity where the file says one."""

    corners: NDArray[np.float64]
    faces: NDArray[np.int64]
    colour: Colour | None


def triangles_of(path: Path) -> tuple[Triangles, ...]:
    """The triangles of a file, one entry for each colour; raises `LinkwiseError`."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise _refused(str(path), error.strerror or "it cannot be read") from None
    return _read(str(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=256)
def _read(path: str, changed: int, size: int) -> tuple[Triangles, ...]:
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise _refused(path, f"a name ending in {', '.join(KINDS)} was expected")
    data = content(path)
    if kind == ".dae" and (b"<!DOCTYPE" in data or b"<!ENTITY" in data):
        raise _refused(path, "it declares entities, which no mesh needs")
    trimesh = _trimesh()
    options: dict[str, Any] = {"skip_materials": True} if kind in (".obj", ".glb") else {}
    try:
        loaded = trimesh.load(BytesIO(data), file_type=kind[1:], process=False, **options)
        parts = loaded.dump() if isinstance(loaded, trimesh.Scene) else [loaded]
        faces = [part for part in parts if isinstance(part, trimesh.Trimesh) and len(part.faces)]
        return tuple(_by_colour(path, faces, _metres(loaded)))
    except LinkwiseError:
        raise
    except ImportError as error:
        if error.name == "chardet":  # asked for by old trimesh, where text is none
            raise _refused(path, "it cannot be read as text") from None
        raise MissingExtra(f"a mesh in a {kind} file", "meshes") from None
    except Exception as error:  # a file can hold anything, and the readers raise whatever they meet
        raise _refused(path, f"it cannot be read ({type(error).__name__})") from None


def _by_colour(path: str, parts: list[Any], unit: float) -> Iterator[Triangles]:
    if sum(len(part.faces) for part in parts) > MOST_FACES:
        raise _refused(path, f"it has more than {MOST_FACES} triangles")
    if not parts:
        raise _refused(path, "it has no triangles")
    groups: dict[Colour | None, list[Any]] = {}
    for part in parts:
        groups.setdefault(_colour(part), []).append(part)
    for shade, group in groups.items():
        starts = np.cumsum([0, *(len(part.vertices) for part in group[:-1])])
        corners = unit * np.vstack([np.asarray(part.vertices, dtype=float) for part in group])
        faces = np.vstack([np.asarray(part.faces) + start for part, start in zip(group, starts, strict=True)])
        if not np.isfinite(corners).all():
            raise _refused(path, "its corners are not finite")
        yield _welded(corners, faces, shade)


def _welded(corners: NDArray[np.float64], faces: NDArray[Any], shade: Colour | None) -> Triangles:
    """Corners at the same place as one: files repeat them for every face."""
    size = float(np.ptp(corners, axis=0).max()) or 1.0
    grid = np.round((corners - corners.min(axis=0)) / size * 2.0**20).astype(np.int64)
    key = (grid[:, 0] << 42) + (grid[:, 1] << 21) + grid[:, 2]
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    faces = place.reshape(-1)[faces]
    flat = (faces[:, 0] == faces[:, 1]) | (faces[:, 1] == faces[:, 2]) | (faces[:, 2] == faces[:, 0])
    return Triangles(corners[first], faces[~flat], shade)


def coarser(mesh: Triangles, most: int) -> Triangles:
    """A mesh of about `most` triangles at most.

    >>> corner = Triangles(np.eye(3), np.array([[0, 1, 2]]), None)
    >>> coarser(corner, 100) is corner
    True
    """
    most = max(most, FEWEST)
    if len(mesh.faces) <= most:
        return mesh
    try:
        import fast_simplification
    except ImportError:
        raise MissingExtra("a mesh of many triangles", "meshes") from None
    corners, faces = fast_simplification.simplify(
        mesh.corners.astype(np.float32), mesh.faces.astype(np.int32), target_count=most
    )
    return Triangles(np.asarray(corners, dtype=float), np.asarray(faces), mesh.colour)


def packed_mesh(mesh: Triangles) -> dict[str, Any]:
    """A mesh as the page reads it: corners as numbers of 16 bits between the smallest and the largest.

    >>> packed_mesh(Triangles(np.eye(3), np.array([[0, 1, 2]]), None))["faces"]["type"]
    'u2'
    """
    low, high = mesh.corners.min(axis=0), mesh.corners.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    corners = np.round((mesh.corners - low) / span * 65535.0)
    kind = "u2" if len(corners) <= 65535 else "u4"
    return {"corners": packed(corners, "u2"), "low": row(low), "high": row(high), "faces": packed(mesh.faces, kind)}


def _colour(part: Any) -> Colour | None:
    """The colour a file gives one part; None where it gives none."""
    try:
        visual = part.visual
        if visual.kind is None:
            return None
        shade = visual.material.main_color if visual.kind == "texture" else visual.main_color
        r, g, b, a = (float(x) / 255.0 for x in shade)
    except Exception:  # a material can hold anything
        return None
    return r, g, b, a


def _metres(loaded: Any) -> float:
    """The length of a Collada file's unit: the others state none, and mean metres."""
    words = str(getattr(loaded, "units", None) or "").split()
    if len(words) == 3 and words[1:] == ["*", "meters"]:
        return float(words[0])
    return 1.0


def _refused(path: str, why: str) -> LinkwiseError:
    return LinkwiseError(f"mesh {shown(Path(path).name, 80)} is not drawn: {why}.")


def _trimesh() -> Any:
    try:
        import trimesh
    except ImportError:
        raise MissingExtra("drawing meshes", "meshes") from None
    return trimesh
