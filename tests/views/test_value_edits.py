"""Typing, pasting, filling and clearing: what is taken, what is refused, what is said."""

import math

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from poolstudio.state.problem import Dot
from poolstudio.state.store import Store
from poolstudio.state.words import plain
from poolstudio.views.value_edits import Area, ValueEdits
from tests.views.value_stores import COUNTING, grey_ramp, grid_of, of_grid, of_picture

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def grid() -> Store:
    return of_grid()


def refused(store: Store) -> str:
    assert store.status_is_error
    return plain(store.status)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5.0),
        (" 3 ", 3.0),
        ("1,5", 1.5),
        ("\u22122.5e1", -25.0),
        ("Infinity", math.inf),
        ("inf", math.inf),
        ("-inf", -math.inf),
        ("\u2212∞", -math.inf),
        ("-0", -0.0),
    ],
)
def test_takes_numbers_as_people_write_them(grid: Store, text: str, value: float) -> None:
    assert ValueEdits(grid).enter(0, 2, text)
    got = grid_of(grid)[0, 2]
    assert got == value
    assert math.copysign(1, got) == math.copysign(1, value)
    assert not grid.status_is_error


def test_takes_nan(grid: Store) -> None:
    assert ValueEdits(grid).enter(0, 2, "nan")
    assert np.isnan(grid_of(grid)[0, 2])
    assert np.isnan(grid.panes[0].displayed()[0, 0, 1])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4,5,6", '"4,5,6" is no number; (0, 2) keeps 3.'),
        ("1_000", '"1_000" groups its digits: write "1000"; (0, 2) keeps 3.'),
        ("٣", '"٣" has digits other than 0 to 9; (0, 2) keeps 3.'),
        ("1e400", '"1e400" is too large: numbers end at 1.8e308; (0, 2) keeps 3.'),
        ("", "Empty text is no number; (0, 2) keeps 3."),
        ("<b>1", '"<b>1" is no number; (0, 2) keeps 3.'),
    ],
)
def test_refused_text_leaves_the_cell_and_says_why(grid: Store, text: str, sentence: str) -> None:
    """Case T05 (the grammar of Python's float())."""
    assert not ValueEdits(grid).enter(0, 2, text)
    np.testing.assert_array_equal(grid_of(grid), COUNTING)
    assert grid.undo_stack.count() == 0
    assert "<b>1" not in grid.status
    assert refused(grid).replace("&quot;", '"') == sentence


def test_an_edit_is_one_undo_step_and_says_what_it_did(grid: Store) -> None:
    ValueEdits(grid).enter(0, 2, "99")
    assert grid.undo_stack.count() == 1
    assert plain(grid.status) == (
        "(0, 2) changed from 3 to 99: 1 of 4 max, 1 of 4 average, 1 of 1 global average outputs changed."
    )
    grid.undo_stack.undo()
    np.testing.assert_array_equal(grid_of(grid), COUNTING)
    grid.undo_stack.redo()
    assert grid_of(grid)[0, 2] == 99


def test_the_same_value_again_is_no_step(grid: Store) -> None:
    assert ValueEdits(grid).enter(0, 2, "3.0")
    assert grid.undo_stack.count() == 0


def test_values_that_look_alike_are_told_apart(grid: Store) -> None:
    ValueEdits(grid).enter(0, 2, "3.00001")
    assert "from 3 to 3.00001" in plain(grid.status)


def test_under_the_dot_the_own_value_changes() -> None:
    store = of_grid(np.zeros((4, 4)), Dot(1, 1, 1.0))
    ValueEdits(store).enter(1, 1, "5")
    assert grid_of(store)[1, 1] == 5
    assert store.problem.dot == Dot(1, 1, 1.0)
    assert plain(store.status) == "(1, 1) under the dot changed from 0 to 5: the dot still covers it."
    store.toggle_dot(False)
    assert store.panes[0].displayed()[0, 0, 0] == 5


def test_pastes_what_desktop_spreadsheets_copy(grid: Store) -> None:
    """Case T01 (tabulator-tables/tabulator#4928 and others): CRLF, and a line end after the last row."""
    ValueEdits(grid).paste(Area(1, 1), "1\t2\r\n3\t4\r\n")
    expected = COUNTING.copy()
    expected[1:3, 1:3] = [[1, 2], [3, 4]]
    np.testing.assert_array_equal(grid_of(grid), expected)
    assert grid.undo_stack.count() == 1
    grid.undo_stack.undo()
    np.testing.assert_array_equal(grid_of(grid), COUNTING)


def test_pastes_semicolons_with_decimal_commas(grid: Store) -> None:
    ValueEdits(grid).paste(Area(0, 0), "1,5;2\n-3;nan")
    np.testing.assert_array_equal(grid_of(grid)[:2, :2], [[1.5, 2], [-3, np.nan]])
    assert "Commas were read as decimal points." in plain(grid.status)


def test_a_block_beyond_the_edge_grows_the_grid(grid: Store) -> None:
    """Case T06 (odoo/o-spreadsheet#5705): 5 × 5 at (3, 3) of a 4 × 4 grid."""
    text = "\n".join("\t".join(str(5 * r + c + 100) for c in range(5)) for r in range(5))
    written = ValueEdits(grid).paste(Area(3, 3), text)
    expected = np.zeros((8, 8))
    expected[:4, :4] = COUNTING
    expected[3:, 3:] = np.arange(100, 125).reshape(5, 5)
    np.testing.assert_array_equal(grid_of(grid), expected)
    assert written == Area(3, 3, 5, 5)
    assert plain(grid.status) == "Pasted 5 × 5 at (3, 3): the grid grew from 4 × 4 to 8 × 8."
    assert grid.undo_stack.count() == 1
    grid.undo_stack.undo()
    np.testing.assert_array_equal(grid_of(grid), COUNTING)


def test_what_is_beyond_64_is_left_out_and_said() -> None:
    store = of_grid(np.zeros((64, 64)))
    written = ValueEdits(store).paste(Area(2, 63), "\n".join(["1\t2\t3"] * 3))
    assert written == Area(2, 63, 3, 1)
    np.testing.assert_array_equal(grid_of(store)[2:5, 63], [1, 1, 1])
    assert grid_of(store).shape == (64, 64)
    assert plain(store.status) == "Pasted 3 × 3 at (2, 63): 2 columns did not fit and were left out."


def test_grows_as_far_as_it_goes_and_says_both(grid: Store) -> None:
    ValueEdits(grid).paste(Area(3, 0), "\n".join(str(n) for n in range(62)))
    assert grid_of(grid).shape == (64, 4)
    np.testing.assert_array_equal(grid_of(grid)[3:, 0], np.arange(61))
    assert plain(grid.status) == (
        "Pasted 62 × 1 at (3, 0): the grid grew from 4 × 4 to 64 × 4; 1 row did not fit and was left out."
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1\t2\n3\tx", 'Nothing was pasted. Cell (1, 1): "x" is no number.'),
        ("1\t2\n3", "Nothing was pasted. Row 1 has 1 cell where row 0 has 2 cells."),
        (
            '1\t"2\n3"\n4\t5',
            'Nothing was pasted. Cell (0, 1): "2 3" is no number; tabs or semicolons part cells.',
        ),
        ("", "Nothing was pasted. The text holds no numbers."),
        ("1\t1e400", 'Nothing was pasted. Cell (0, 1): "1e400" is too large: numbers end at 1.8e308.'),
    ],
)
def test_one_bad_cell_refuses_the_whole_block(grid: Store, text: str, reason: str) -> None:
    """Case T06 (sqlitebrowser/sqlitebrowser#1244): nothing is applied by half."""
    assert ValueEdits(grid).paste(Area(1, 1), text) is None
    np.testing.assert_array_equal(grid_of(grid), COUNTING)
    assert grid.undo_stack.count() == 0
    assert refused(grid) == reason


def test_a_single_number_fills_a_selection(grid: Store) -> None:
    ValueEdits(grid).paste(Area(1, 0, 2, 4), "7")
    np.testing.assert_array_equal(grid_of(grid)[1:3], np.full((2, 4), 7))
    np.testing.assert_array_equal(grid_of(grid)[0], COUNTING[0])
    assert plain(grid.status).startswith("Filled 2 × 4 cells at (1, 0) with 7: ")
    assert grid.undo_stack.count() == 1


def test_copy_and_paste_go_round(grid: Store) -> None:
    rng = np.random.default_rng(4)
    values = rng.normal(size=(5, 3)) * 10.0 ** rng.integers(-200, 200, (5, 3))
    values[0] = [np.nan, np.inf, -0.0]
    source, target = of_grid(values), grid
    ValueEdits(source).copy(Area(0, 0, 5, 3))
    ValueEdits(target).paste(Area(0, 0), QGuiApplication.clipboard().text())
    np.testing.assert_array_equal(grid_of(target)[:, :3], values)
    assert math.copysign(1, grid_of(target)[0, 2]) == -1


def test_copies_what_is_shown() -> None:
    store = of_grid(np.zeros((2, 2)), Dot(0, 1, 1.0))
    ValueEdits(store).copy(Area(0, 0, 2, 2))
    assert QGuiApplication.clipboard().text() == "0\t1\n0\t0"


def test_cut_copies_and_clears(grid: Store) -> None:
    ValueEdits(grid).cut(Area(0, 0, 1, 2))
    assert QGuiApplication.clipboard().text() == "1\t2"
    np.testing.assert_array_equal(grid_of(grid)[0], [0, 0, 3, 4])
    assert grid.undo_stack.count() == 1


def test_fill_takes_special_values_and_refuses_words(grid: Store) -> None:
    edits = ValueEdits(grid)
    assert edits.fill_text(Area(0, 0, 2, 2), "-inf")
    np.testing.assert_array_equal(grid_of(grid)[:2, :2], np.full((2, 2), -np.inf))
    assert not edits.fill_text(Area(0, 0, 2, 2), "many")
    assert refused(grid) == 'Nothing was filled: "many" is no number.'


# -- pictures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
def test_a_picture_keeps_its_type_to_the_bit(dtype: type) -> None:
    store = of_picture(grey_ramp().astype(dtype))
    before = store.problem.source.values.copy()
    assert ValueEdits(store).enter(3, 4, "200")
    after = store.problem.source.values
    assert after.dtype == dtype
    before[0, 3, 4] = 200
    assert after.tobytes() == before.tobytes()
    assert plain(store.status) == "(3, 4) changed from 34 to 200."


def test_a_float_picture_takes_the_nearest_float() -> None:
    store = of_picture(np.zeros((80, 80), np.float32))
    assert ValueEdits(store).enter(0, 0, "0,1")
    assert store.problem.source.values[0, 0, 0] == np.float32(0.1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("300", "300 is outside 0 … 255; (3, 4) keeps 34."),
        ("-1", "\u22121 is outside 0 … 255; (3, 4) keeps 34."),
        ("1.5", "1.5 is no whole number in 0 … 255; (3, 4) keeps 34."),
        ("nan", "NaN is no whole number in 0 … 255; (3, 4) keeps 34."),
    ],
)
def test_whole_number_pictures_refuse_what_they_cannot_hold(text: str, sentence: str) -> None:
    store = of_picture(grey_ramp())
    before = store.problem.source
    assert not ValueEdits(store).enter(3, 4, text)
    assert store.problem.source is before
    assert refused(store) == sentence


def test_a_paste_that_a_picture_cannot_hold_changes_nothing() -> None:
    store = of_picture(grey_ramp())
    assert ValueEdits(store).paste(Area(0, 0), "1\t2\n3\t256") is None
    assert store.undo_stack.count() == 0
    assert refused(store) == "Nothing was pasted. Cell (1, 1): 256 is outside 0 … 255."


def test_a_paste_is_cut_at_the_edge_of_a_picture() -> None:
    store = of_picture(grey_ramp())
    text = "\r\n".join(["1\t2\t3\t4"] * 3)
    assert ValueEdits(store).paste(Area(98, 118), text) == Area(98, 118, 2, 2)
    assert store.problem.shape == (100, 120)
    np.testing.assert_array_equal(store.problem.array[0, 98:, 118:], [[1, 2], [1, 2]])
    assert plain(store.status) == (
        "Pasted 3 × 4 at (98, 118): 1 row and 2 columns did not fit and were left out."
    )
    store.undo_stack.undo()
    np.testing.assert_array_equal(store.problem.array[0], grey_ramp())


def test_edits_go_to_the_chosen_channel() -> None:
    picture = np.stack([grey_ramp()] * 3)
    store = of_picture(picture)
    store.set_value_plane(2)
    ValueEdits(store).enter(5, 6, "9")
    assert store.problem.source.values[:, 5, 6].tolist() == [56, 56, 9]
    store.set_channel("G")
    ValueEdits(store).enter(5, 6, "8")
    assert store.problem.source.values[:, 5, 6].tolist() == [56, 8, 9]


def test_luma_is_read_only_and_says_so() -> None:
    store = of_picture(np.stack([grey_ramp()] * 3), "luma")
    edits, before = ValueEdits(store), store.problem.source
    assert not edits.enter(0, 0, "1")
    assert not edits.fill(Area(0, 0), 1.0)
    assert edits.paste(Area(0, 0), "1") is None
    assert store.problem.source is before
    assert "Luma is computed" in refused(store)


def test_large_pictures_keep_only_the_block_in_the_history() -> None:
    store = of_picture(np.zeros((3, 700, 700), np.uint8))
    ValueEdits(store).paste(Area(10, 10), "1\t2\n3\t4")
    assert store.undo_stack.count() == 1
    store.undo_stack.undo()
    assert not store.problem.source.values.any()
    store.undo_stack.redo()
    assert store.problem.source.values[0, 10:12, 10:12].tolist() == [[1, 2], [3, 4]]
