"""Frames: where cells lie, one size for grids, one place for pictures, zoom about a point."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from poolstudio.core import PoolSpec
from poolstudio.figures.frame import Camera, Frame, Layout

BODY = QRectF(12, 36, 400, 400)


@pytest.mark.parametrize("point", [(-0.5, -1.2), (-0.01, 3.0)])
def test_left_of_the_first_cell_is_no_cell(point: tuple[float, float]) -> None:
    row, col = Frame(0, 0, 10, 10).cell_at(QPointF(point[1] * 10, point[0] * 10))
    assert row < 0
    assert (row, col) == (-1, -2) or (row, col) == (-1, 30 // 10)


def test_a_grid_has_one_cell_size_in_all_panes() -> None:
    layout = Layout((6, 6), PoolSpec.of(3, 2, 1), 40.0)
    assert layout.input_frame(BODY).side == layout.output_frame(BODY, (3, 3)).side == 40
    assert layout.global_frame(BODY, 1).side == 40


@pytest.mark.parametrize(
    "spec", [PoolSpec.of(2, 2), PoolSpec.of(3, 2, 1), PoolSpec.of(7, 1, 3), PoolSpec.of(3, 1, 1, 3)]
)
@pytest.mark.parametrize("camera", [Camera(), Camera(5.0, 100.0, 200.0)])
def test_on_pictures_an_output_cell_lies_over_the_middle_of_its_window(
    spec: PoolSpec, camera: Camera
) -> None:
    layout = Layout((300, 400), spec, None, camera)
    source, pooled = layout.input_frame(BODY), layout.output_frame(BODY, (1, 1))
    for row, col in ((0, 0), (3, 7)):
        starts = [i * s - p for i, s, p in zip((row, col), spec.stride, spec.padding, strict=True)]
        middle = [start + span / 2 for start, span in zip(starts, layout.spans(), strict=True)]
        center = pooled.center(row, col)
        assert center.x() == pytest.approx(source.left + middle[1] * source.width)
        assert center.y() == pytest.approx(source.top + middle[0] * source.height)


def test_zoom_keeps_the_point_under_the_pointer() -> None:
    camera = Camera(4.0, 100.0, 100.0)
    layout = Layout((300, 300), PoolSpec(), None, camera)
    before = layout.input_frame(BODY)
    at = QPointF(150, 250)
    point = ((at.y() - before.top) / before.height, (at.x() - before.left) / before.width)
    zoomed = camera.zoomed(1.5, *layout.middle(BODY), point)
    after = Layout((300, 300), PoolSpec(), None, zoomed).input_frame(BODY)
    assert after.left + point[1] * after.width == pytest.approx(at.x(), abs=1)
    assert after.top + point[0] * after.height == pytest.approx(at.y(), abs=1)


def test_zooming_out_ends_where_all_fits() -> None:
    camera = Camera()
    for factor in (1.5, 1.5, 0.5, 0.5):
        camera = camera.zoomed(factor, 10, 10, (3, 3))
    assert camera.fits


def test_a_large_grid_is_panned_within_its_edges() -> None:
    layout = Layout((64, 64), PoolSpec(), 20.0)
    assert layout.input_frame(BODY).left == BODY.left() + 28
    far = Layout((64, 64), PoolSpec(), 20.0, Camera(1.0, 64.0, 64.0)).input_frame(BODY)
    assert far.left + 64 * 20 == pytest.approx(BODY.right(), abs=1)


def test_the_output_follows_the_input_when_panned() -> None:
    layout = Layout((64, 64), PoolSpec.of(2, 1), 20.0, Camera(1.0, 40.0, 40.0))
    source, pooled = layout.input_frame(BODY), layout.output_frame(BODY, (63, 63))
    middle = QPointF(BODY.left() + 28 + 186, BODY.top() + 28 + 186)
    assert np.subtract(source.cell_at(middle), pooled.cell_at(middle)).tolist() in ([0, 0], [1, 1])
