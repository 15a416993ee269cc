"""What the painted panes look like, by their pixels: marks, levels, NaN, stale answers, the dot."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from poolstudio.core import PoolError, PoolSpec
from poolstudio.figures.cells import ink_of, quiet_ink
from poolstudio.figures.fonts import load_fonts
from poolstudio.figures.look import Look
from poolstudio.figures.painting import paint_scene
from poolstudio.figures.ramps import GRID_VALUE, PICTURE_GREY, VIRIDIS, luminances
from poolstudio.figures.rendering import Rendering
from poolstudio.figures.scene import Scene
from poolstudio.figures.scenes import input_scene, output_scene, shown_levels
from poolstudio.figures.theme import DARK, LIGHT, Theme
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.gradients import gradient_map
from poolstudio.state.presets import DOT_START, grid_preset
from poolstudio.state.problem import Problem
from poolstudio.state.result import solve_pane
from poolstudio.state.source import Source
from poolstudio.state.store import Store

BODY = QRectF(0, 0, 400, 400)


class Stage:
    """A store, answered at once, and the pictures of its panes."""

    def __init__(self, problem: Problem, theme: Theme = LIGHT, cell: float | None = 80.0) -> None:
        self.rendering = Rendering()
        self.store = Store(problem)
        self.look = Look(problem, self.rendering)
        self.look.theme = theme
        self.store.solve_wanted.connect(self.answer)
        self.cell = cell
        self.answer()

    def answer(self) -> None:
        problem = self.store.problem
        self.look.follow(problem, self.cell)
        levels = self.rendering.levels(problem)
        self.store.accept_input(self.rendering.render(problem, problem.array, levels))
        for index in range(3):
            result = solve_pane(problem, index)
            drawn = None
            if result.values is not None and not result.operator.is_global:
                drawn = self.rendering.render(problem, result.values, levels)
            self.store.accept_pane(index, result, drawn)

    def scene(self, pane: int = INPUT) -> Scene:
        if pane == INPUT:
            return input_scene(self.store, self.look, BODY)
        scene = output_scene(self.store, self.look, pane, BODY)
        assert scene is not None
        return scene

    def picture(self, pane: int = INPUT) -> QImage:
        image = QImage(400, 400, QImage.Format.Format_RGB32)
        image.fill(self.look.theme.surface)
        painter = QPainter(image)
        paint_scene(painter, self.scene(pane))
        painter.end()
        return image

    def color(
        self, row: float, col: float, pane: int = INPUT, at: tuple[float, float] = (0.5, 0.5)
    ) -> QColor:
        """The colour at a place within a cell (shares of its height and width)."""
        frame = self.scene(pane).frame
        rect = frame.rect(row, col)
        point = QPointF(rect.left() + at[1] * rect.width(), rect.top() + at[0] * rect.height())
        return self.picture(pane).pixelColor(point.toPoint())


@pytest.fixture(autouse=True)
def _fonts(qapp: object) -> None:
    load_fonts()


def first(theme: Theme = LIGHT) -> Stage:
    return Stage(Problem(grid_preset("dot").source(), dot=DOT_START), theme)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_dot_its_window_and_what_it_lights(theme: Theme) -> None:
    stage = first(theme)
    assert stage.color(1, 1, at=(0.5, 0.3)) == theme.dot
    assert stage.color(0, 0, at=(0.5, 0.0)) == theme.window
    assert stage.color(3, 3, at=(0.5, 0.2)) == QColor("#15181D")
    assert stage.color(0, 0, pane=0, at=(0.8, 0.5)) == QColor("#FFFFFF")
    rect = stage.scene(0).frame.rect(0, 0)
    radius = min(max(rect.height() * 0.06, 3.0), 5.5)
    corner = QPointF(rect.right() - radius - 6, rect.top() + radius + 6)
    assert stage.picture(0).pixelColor(corner.toPoint()) == theme.dot


def test_a_walk_of_the_dot_and_back_leaves_every_pixel_as_it_was() -> None:
    stage = Stage(Problem(grid_preset("worked").source(), PoolSpec.of(3, 1, 1), DOT_START))
    stage.store.move_dot(0, 3)
    stage.store.move_dot(1, 1)
    before = [stage.picture(pane).copy() for pane in (INPUT, 0, 1, 2)]
    for cell in ((3, 3), (0, 0), (2, 1), (0, 3), (1, 1)):
        stage.store.move_dot(*cell)
    assert [stage.picture(pane) for pane in (INPUT, 0, 1, 2)] == before


def test_the_dot_on_a_picture_leaves_no_trace() -> None:
    values = np.random.default_rng(0).integers(0, 256, (3, 100, 100), dtype=np.uint8)
    source = Source(values, "p", "picture", ("R", "G", "B"))
    stage = Stage(Problem(source, PoolSpec.of(3, 2, 1), channel="colour"), cell=None)
    before = [stage.picture(pane).copy() for pane in (INPUT, 0, 1, 2)]
    stage.store.toggle_dot(True)
    stage.store.move_dot(40, 60)
    assert stage.picture(0) != before[1]
    stage.store.toggle_dot(False)
    assert [stage.picture(pane) for pane in (INPUT, 0, 1, 2)] == before


def test_nan_and_infinities_leave_the_contrast_of_the_others() -> None:
    values = np.array([[0.0, 1.0, np.nan], [np.inf, -np.inf, 0.5], [0.25, 0.75, 1.0]])
    stage = Stage(Problem(Source.grid(values, "g"), PoolSpec.of(1)), cell=90.0)
    levels = shown_levels(stage.store, stage.look)
    assert (levels.lo, levels.hi) == (0.0, 1.0)
    corner = (0.25, 0.5)
    assert stage.color(0, 2, at=corner) == LIGHT.surface, "NaN has no fill"
    assert stage.color(1, 0, at=corner) == QColor("#FFFFFF"), "the end of the ramp"
    assert stage.color(1, 1, at=corner) == QColor("#15181D")


def test_a_single_hot_pixel_of_a_large_picture_is_seen() -> None:
    values = np.zeros((1, 2000, 2000), np.float32)
    values[0, 1001, 777] = 1.0
    rendering = Rendering()
    problem = Problem(Source(values, "hot", "picture"))
    levels = rendering.levels(problem)
    assert (levels.lo, levels.hi) == (0.0, 1.0)
    drawn = rendering.render(problem, problem.array, levels)
    assert drawn is not None
    assert int(drawn.pyramid[0][1001, 777]) == 0xFFFFFFFF
    assert int(drawn.pyramid[0][0, 0]) == 0xFF000000


def test_a_constant_picture_is_mid_grey() -> None:
    rendering = Rendering()
    problem = Problem(Source(np.full((1, 100, 100), 3.0, np.float32), "flat", "picture"))
    drawn = rendering.render(problem, problem.array, rendering.levels(problem))
    assert drawn is not None
    assert 0x70 <= int(drawn.pyramid[0][5, 5]) & 0xFF <= 0x90


def test_two_rows_and_three_columns_stand_that_way() -> None:
    stage = Stage(Problem(Source.grid([[0, 0, 1], [0, 0, 0]], "g"), PoolSpec.of(1)))
    assert stage.scene().shape == (2, 3)
    assert stage.color(0, 2, at=(0.2, 0.2)) == QColor("#FFFFFF")
    assert stage.color(1, 0, at=(0.2, 0.2)) == QColor("#15181D")


def test_a_stale_answer_is_pale() -> None:
    stage = first()
    with pytest.raises(PoolError) as caught:
        PoolSpec.of(2, 2, 2)
    dark = stage.color(1, 1, pane=0, at=(0.2, 0.2))
    stage.store.refuse(caught.value)
    assert dark.lightness() < 40
    assert stage.color(1, 1, pane=0, at=(0.2, 0.2)).lightness() > 220


def test_padding_is_hatched_and_holds_minus_infinity_for_max_and_zero_for_average() -> None:
    stage = Stage(Problem(grid_preset("worked").source(), PoolSpec.of(3, 2, 1)), cell=50.0)
    assert stage.scene().padding_text == "−∞"
    colors = {stage.color(-1, 0, at=(y / 20, 0.15)).name() for y in range(1, 20)}
    assert len(colors) > 1, "hatched, not plain"
    stage.store.set_hover(Focus(1, 0, 0))
    assert stage.scene().padding_text == "0", "the average is pointed at"
    stage.store.set_hover(Focus(2, 0, 0))
    assert stage.scene().padding_text == "−∞", "a global answer knows no padding"
    stage.store.set_gradient(True, 1)
    assert stage.scene().padding_text == "0", "the average's gradient is drawn"
    stage.store.set_gradient(False)
    stage.store.set_operator(0, "average")
    assert stage.scene().padding_text == "0"


def test_numbers_of_cells_that_do_not_count_can_be_read_on_every_colour() -> None:
    for ramp in (GRID_VALUE, PICTURE_GREY, VIRIDIS):
        for fill, black in zip(ramp.lut.tolist(), ink_of(ramp.lut).tolist(), strict=True):
            low, high = sorted(luminances(np.array([fill, quiet_ink(fill, black).rgb()], np.uint32)))
            assert (high + 0.05) / (low + 0.05) > 2.9


def test_a_cell_that_is_no_number_shows_no_colour_of_its_own() -> None:
    """On no pixel: cells begin at whole ones."""
    stage = Stage(Problem(Source.grid([[np.nan]], "nan"), PoolSpec.of(1)), cell=81.0)
    image = stage.picture(2)
    colors = (image.pixelColor(x, y) for x in range(400) for y in range(400))
    assert max(color.red() - color.blue() for color in colors) < 20


def test_overhang_of_ceil_mode_is_drawn_beyond_the_padding() -> None:
    stage = Stage(Problem(Source.grid(np.zeros((5, 5)), "g"), PoolSpec.of(2, 2, 0, 1, True)), cell=50.0)
    assert stage.look.layout.overhang == (1, 1)
    image, rect = stage.picture(), stage.scene().frame.rect(5, 2).toRect()
    pixels = [
        image.pixelColor(x, y)
        for x in range(rect.left(), rect.right())
        for y in range(rect.top(), rect.bottom())
    ]
    assert LIGHT.overhang in pixels
    assert pixels.count(LIGHT.surface) > len(pixels) / 2


def test_cells_that_no_window_reads_are_marked() -> None:
    stage = Stage(Problem(Source.grid(np.zeros((5, 6)), "g"), PoolSpec.of(3, 3)), cell=50.0)
    covered = stage.scene().covered
    assert covered is not None
    assert covered[0].tolist() == [True] * 3 + [False] * 2
    assert covered[1].all()


def test_the_gradient_is_a_heat_map_with_routes() -> None:
    stage = Stage(Problem(grid_preset("worked").source()), cell=60.0)
    stage.store.set_gradient(True, 0)
    stage.store.accept_gradient(gradient_map(stage.store.problem, 0))
    for pane in (INPUT, 0):
        stage.look.place(pane, QPointF(500 * (pane + 1), 0), BODY)
    scene = stage.scene()
    assert len(scene.routes) == 4
    assert len(stage.scene(0).routes) == 4
    assert stage.color(0, 0, at=(0.2, 0.5)).lightness() < 30, "nothing is the darkest"
    assert stage.color(1, 1, at=(0.1, 0.9)).lightness() > 200, "the largest share is the lightest"
    start, end = scene.routes[0]
    there = stage.scene(0).routes[0]
    shift = QPointF(500, 0)
    assert (start - there[0]) == shift
    assert (end - there[1]) == shift


def test_a_focus_on_a_dilated_window_outlines_its_taps() -> None:
    stage = Stage(Problem(Source.grid(np.zeros((5, 5)), "g"), PoolSpec.of(2, 1, 0, 3)), cell=60.0)
    stage.store.set_hover(Focus(0, 0, 0))
    assert stage.color(0, 3, at=(0.5, 0.05)) == LIGHT.window
    assert stage.color(1, 1, at=(0.5, 0.5)) != LIGHT.window


def test_levels_of_a_grid_follow_the_dot() -> None:
    stage = Stage(Problem(grid_preset("worked").source()))
    stage.store.toggle_dot(True)
    stage.store.set_brightness(20.0)
    assert shown_levels(stage.store, stage.look).hi == 20.0


def test_overlapping_windows_are_all_outlined() -> None:
    stage = Stage(Problem(Source.grid(np.zeros((6, 6)), "g"), PoolSpec.of(3, 1), DOT_START), cell=50.0)
    stage.store.move_dot(3, 3)
    assert len(stage.scene().windows) == 9
