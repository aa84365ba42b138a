"""Poles: what is drawn is what was given, with the border of growth."""

import numpy as np
import pytest

from linkwise import LinkwiseError
from linkwise.view.picture import save
from linkwise.view.poles import draw_poles


def test_poles_are_where_they_are(tmp_path):
    free, kept = np.array([3.8, -3.8 + 0j]), np.array([-4 + 1j, -4 - 1j])
    picture = draw_poles({"free": free, "kept": kept}, title="arm $1$").axes[0]
    np.testing.assert_array_equal(picture.lines[0].get_xdata(), free.real)
    np.testing.assert_array_equal(picture.lines[1].get_ydata(), kept.imag)
    assert [text.get_text() for text in picture.get_legend().get_texts()] == ["free", "kept"]
    stable = draw_poles({"kept": kept}).axes[0]
    assert stable.get_xlim()[1] > 0.0  # the border is in the picture
    circle = draw_poles({"sampled": np.exp(0.01 * kept)}, sampled=True).axes[0].lines[-1]
    np.testing.assert_allclose(np.hypot(*circle.get_data()), 1.0)
    save(draw_poles({"kept": kept}), tmp_path / "poles.svg")
    assert (tmp_path / "poles.svg").stat().st_size > 1000


@pytest.mark.parametrize("sets", [{}, {"a": np.array([np.nan + 0j])}, dict.fromkeys("abc", np.zeros(1, complex))])
def test_bad_sets(sets):
    with pytest.raises(LinkwiseError, match="cannot be drawn"):
        draw_poles(sets)
