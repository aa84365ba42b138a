"""Pictures of films: the nearest triangle at each pixel, found one by one; surfaces; where links are."""

import numpy as np
import pytest

import linkwise
from linkwise.view import movie
from linkwise.view.raster import covered, nearest
from linkwise.view.scene import poses_of, scene_of
from linkwise.view.solids import solids_of
from tests.tolerances import AGREEMENT, FLOAT_SCENE

WIDTH, HEIGHT = 23, 17


def depths_at(triangles, x, y):
    """How far each triangle is at a point, infinite where it is not; by the equations of its corners' weights."""
    far = []
    for corners in triangles:
        sides = np.vstack([corners[:, :2].T, np.ones(3)])
        weights = np.linalg.solve(sides, [x, y, 1.0])
        far.append(weights @ corners[:, 2] if (weights >= 0.0).all() else np.inf)
    return far


def some_triangles():
    rng = np.random.default_rng(5)
    places = rng.uniform(-5.0, 25.0, (40, 1, 2)) + rng.normal(0.0, 4.0, (40, 3, 2))
    return np.concatenate([places, rng.uniform(1.0, 9.0, (40, 3, 1))], axis=2)


def test_the_nearest_triangle_is_seen():
    triangles = some_triangles()
    found = nearest(triangles, WIDTH, HEIGHT)
    shows = dict(zip(found.places.tolist(), found.faces.tolist(), strict=True))
    for place in range(WIDTH * HEIGHT):
        far = depths_at(triangles, place % WIDTH + 0.5, place // WIDTH + 0.5)
        assert shows.get(place) == (int(np.argmin(far)) if np.isfinite(far).any() else None)
    assert len({*shows.values()}) > 10 and len(shows) < WIDTH * HEIGHT
    middles = np.einsum("pk,pki->pi", found.weights, triangles[found.faces])[:, :2]
    np.testing.assert_allclose(middles[:, 0], found.places % WIDTH + 0.5, atol=AGREEMENT)
    np.testing.assert_allclose(middles[:, 1], found.places // WIDTH + 0.5, atol=AGREEMENT)


def test_a_shadow_is_what_any_triangle_covers():
    triangles = some_triangles()
    expected = np.zeros(WIDTH * HEIGHT, dtype=bool)
    expected[nearest(triangles, WIDTH, HEIGHT).places] = True
    assert (covered(triangles[..., :2], WIDTH, HEIGHT).reshape(-1) == expected).all()


SURFACES = {
    ("box", (0.2, 0.4, 0.6)): lambda x: np.abs(x / [0.1, 0.2, 0.3]).max(axis=1) - 1.0,
    ("sphere", (0.3,)): lambda x: np.linalg.norm(x, axis=1) - 0.3,
    ("ellipsoid", (0.1, 0.2, 0.3)): lambda x: np.linalg.norm(x / [0.1, 0.2, 0.3], axis=1) - 1.0,
    ("cylinder", (0.2, 0.6)): lambda x: np.maximum(np.hypot(x[:, 0], x[:, 1]) / 0.2, np.abs(x[:, 2]) / 0.3) - 1.0,
    ("capsule", (0.2, 0.6)): lambda x: (
        np.linalg.norm(x - np.outer(np.clip(x[:, 2], -0.3, 0.3), [0.0, 0.0, 1.0]), axis=1) - 0.2
    ),
}
"""What is zero on the surface of each shape."""


@pytest.mark.parametrize(("kind", "size"), SURFACES, ids=lambda value: str(value))
def test_corners_lie_on_the_surface(kind, size):
    pose = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    shape = {"kind": kind, "size": size, "pose": pose, "link": 0, "colour": "#4080c0"}
    solids = solids_of({"shapes": [shape], "meshes": []})
    on = SURFACES[kind, size](solids.corners)
    inside = kind == "cylinder" and np.hypot(*solids.corners[:, :2].T) < 0.1  # the middles of its caps
    assert np.abs(on[~np.broadcast_to(inside, on.shape)]).max() < AGREEMENT
    used = solids.corners[solids.faces]
    volume = np.einsum("fi,fi->f", used[:, 0], np.cross(used[:, 1], used[:, 2])).sum() / 6.0
    assert volume != 0.0 and solids.normals.shape == (len(solids.faces), 3, 3)


def test_an_arm_is_where_kinematics_has_it():
    """Where a link's middle is seen the picture has its colour, more or less bright; and elsewhere the floor's."""
    arm = linkwise.load("planar2r")
    scene = scene_of(arm)
    window = (-2.0, 2.0, -1.5, 1.5)
    for q in ([0.2, 0.4], [1.4, -0.5]):
        image = movie.drawn(solids_of(scene), poses_of(arm, q).astype(float), window)
        shoulder, elbow = (arm.forward_kinematics(q, name)[:3, 3] for name in ("link1", "link2"))
        x, y = movie.seen(0.5 * (shoulder + elbow), movie.AZIMUTH)
        column, row = int((x + 2.0) / 4.0 * movie.WIDTH), int((1.5 - y) / 3.0 * movie.HEIGHT)
        link = np.array([int("c3cfdd"[k : k + 2], 16) for k in (0, 2, 4)])
        hue = image[row, column] / link
        assert np.ptp(hue) < AGREEMENT and not np.allclose(image[row, column], movie.FLOOR)
        np.testing.assert_allclose(image[5, 5], movie.FLOOR, atol=AGREEMENT)


def test_the_tip_is_where_kinematics_has_it():
    arm, q = linkwise.load("ur5"), np.linspace([0.0] * 6, [1.0] * 6, 4)
    tips = movie._tip(scene_of(arm), poses_of(arm, q).astype(float))
    np.testing.assert_allclose(tips, arm.forward_kinematics(q)[:, :3, 3], atol=FLOAT_SCENE)
    assert np.isnan(movie._tip({"tip": None}, poses_of(arm, q))).all()


def test_a_scene_without_shapes_is_a_floor():
    image = movie.drawn(solids_of({"shapes": [], "meshes": []}), np.empty((0, 7)), (-1.0, 1.0, -1.0, 1.0))
    np.testing.assert_allclose(image, np.broadcast_to(movie.FLOOR, image.shape), atol=AGREEMENT)
