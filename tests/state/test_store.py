"""The store: what changes when, undo in one step, stale answers, and the dot's story."""

from collections.abc import Callable

import numpy as np
import pytest

from poolstudio.core import PoolError, PoolSpec
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.presets import grid_preset
from poolstudio.state.problem import Problem
from poolstudio.state.source import Source
from poolstudio.state.store import Store
from poolstudio.state.words import plain


def shown(store: Store, pane: int = 0) -> list[list[float]]:
    values = store.panes[pane].displayed()
    assert values is not None
    return values[0].tolist()


def test_the_dot_tells_its_story(store: Store) -> None:
    first = shown(store)
    for cell in ((0, 0), (0, 1), (1, 0)):
        store.move_dot(*cell)
        assert shown(store) == first == [[1, 0], [0, 0]]
        assert "no output changed" in store.status
    store.move_dot(1, 1)
    store.move_dot(1, 2)
    assert shown(store) == [[0, 1], [0, 0]]
    assert plain(store.status) == (
        "The dot moved from (1, 1) to (1, 2), across a window edge: "
        "2 of 4 max, 2 of 4 average, 0 of 1 global average changed."
    )


def test_a_long_walk_and_back_leaves_everything_as_it_was(store: Store) -> None:
    store.set_spec(PoolSpec.of(3, 1, 1))
    before = [shown(store, pane) for pane in range(3)]
    rng = np.random.default_rng(5)
    for _ in range(60):
        store.move_dot(int(rng.integers(-3, 9)), int(rng.integers(-3, 9)))
    store.move_dot(1, 1)
    assert [shown(store, pane) for pane in range(3)] == before


@pytest.mark.parametrize(("to", "cell"), [((-1, -2), (0, 0)), ((99, 2), (3, 2)), ((2, 99), (2, 3))])
def test_the_dot_cannot_leave_the_grid(store: Store, to: tuple[int, int], cell: tuple[int, int]) -> None:
    store.move_dot(*to)
    assert store.problem.dot is not None
    assert store.problem.dot.cell == cell


def test_a_drag_is_one_undo_step_and_a_drag_back_is_none(store: Store) -> None:
    step = store.new_step()
    for col in (2, 3, 3, 2):
        store.move_dot(1, col, step)
    assert store.undo_stack.count() == 1
    store.undo_stack.undo()
    assert store.problem.dot is not None
    assert store.problem.dot.cell == (1, 1)
    step = store.new_step()
    store.move_dot(1, 2, step)
    store.move_dot(1, 1, step)
    assert not store.undo_stack.canUndo()


def test_switching_the_dot_off_brings_the_old_value_back(make_store: Callable[[Problem], Store]) -> None:
    store = make_store(Problem(grid_preset("worked").source()))
    before = shown(store)
    store.toggle_dot(True)
    assert store.problem.dot is not None
    assert store.problem.dot.value == 9
    assert store.problem.dot.cell == (2, 2)
    store.toggle_dot(False)
    assert shown(store) == before == [[6, 4], [8, 9]]
    assert store.problem.displayed()[0, 2, 2] == 9


def test_a_move_of_the_dot_asks_for_no_solve(store: Store) -> None:
    asked: list[bool] = []
    store.solve_wanted.connect(lambda: asked.append(True))
    store.move_dot(3, 3)
    assert not asked


def test_settings_are_said_with_what_they_did(store: Store) -> None:
    store.set_spec(PoolSpec.of(2, 1))
    assert plain(store.status) == "Stride 1 instead of 2: the output grew from 2 × 2 to 3 × 3."
    store.set_spec(PoolSpec.of(2, 2))
    assert plain(store.status) == "Stride 2 instead of 1: the output shrank from 3 × 3 to 2 × 2."


def test_refused_settings_keep_the_last_good_answer_stale(store: Store) -> None:
    with pytest.raises(PoolError) as caught:
        PoolSpec.of(2, 2, 2)
    store.refuse(caught.value)
    assert [pane.stale for pane in store.panes] == [True, True, False]
    assert store.spec_error is caught.value
    assert shown(store) == [[1, 0], [0, 0]]
    assert store.status_is_error
    assert plain(store.status) == (
        "Not applied: padding 2 is more than half of kernel 2. Max and average still show padding 0."
    )
    store.set_spec(PoolSpec.of(2, 2))
    assert store.spec_error is None
    assert not any(pane.stale for pane in store.panes)


def test_a_kernel_larger_than_the_input_is_an_error_of_the_panes_it_concerns(store: Store) -> None:
    store.set_spec(PoolSpec.of(7, 1))
    assert [pane.stale for pane in store.panes] == [True, True, False]
    error = store.spec_error
    assert error is not None
    assert (error.field, error.nearest) == ("kernel_size", 4)
    assert store.status_is_error
    assert plain(store.status) == (
        "Not applied: kernel 7 is larger than the padded height 4. Max and average still show kernel 2."
    )
    assert shown(store) == [[1, 0], [0, 0]]
    store.set_spec(PoolSpec.of(4, 1))
    assert shown(store) == [[1]]
    assert not any(pane.stale for pane in store.panes)


def test_dilation_concerns_the_average_alone(store: Store) -> None:
    store.set_spec(PoolSpec.of(2, 1, 0, 2))
    assert [pane.stale for pane in store.panes] == [False, True, False]
    error = store.panes[1].error
    assert error is not None
    assert error.field == "dilation"
    assert shown(store) == [[0, 0], [0, 0]] or shown(store)[1][1] == 1


def test_a_cell_that_no_dilated_window_reads_is_no_fault(store: Store) -> None:
    store.set_spec(PoolSpec.of(2, 2, 0, 2))
    assert store.highlight.windows == ()
    store.set_spec(PoolSpec.of(2, 1, 0, 2))
    assert store.undo_stack.count() == 2


def test_a_fault_in_a_listener_leaves_the_undo_history_whole(store: Store) -> None:
    def fail() -> None:
        raise RuntimeError("a listener's fault")

    original = store.swap

    def swap(changes: dict, text: str, undone: bool) -> None:
        original(changes, text, undone)
        fail()

    store.swap = swap
    with pytest.raises(RuntimeError):
        store.move_dot(2, 2)
    store.swap = original
    store.move_dot(3, 3)
    assert store.undo_stack.count() == 1


def test_undo_and_redo_bring_back_settings_and_input(store: Store) -> None:
    store.set_spec(PoolSpec.of(3, 1))
    store.set_source(grid_preset("worked").source())
    assert store.problem.dot is None
    store.undo_stack.undo()
    assert store.problem.dot is not None
    assert store.problem.shape == (4, 4)
    store.undo_stack.undo()
    assert store.problem.spec == PoolSpec.of(2, 2)
    store.undo_stack.redo()
    assert store.problem.spec == PoolSpec.of(3, 1)


def test_edits_keep_the_values_bit_for_bit(store: Store) -> None:
    block = np.array([[np.nan, -0.0], [np.inf, 1e-310]])
    store.edit_cells(0, 0, block)
    stored = store.problem.source.values[0, :2, :2]
    np.testing.assert_array_equal(stored.view(np.uint64), block.view(np.uint64))
    assert store.undo_stack.count() == 1
    store.edit_cells(0, 1, np.array([[0.0]]))
    assert store.undo_stack.count() == 2, "0 in place of −0 is a change"


def test_an_edit_of_a_large_picture_keeps_the_block_alone(make_store: Callable[[Problem], Store]) -> None:
    values = np.zeros((3, 700, 700), np.uint8)
    store = make_store(Problem(Source(values, "p", "picture", ("R", "G", "B")), channel="colour"))
    store.edit_cells(5, 6, np.array([[300.0, 7.4]]), plane=1)
    assert store.problem.source.values[1, 5, 6:8].tolist() == [255, 7]
    assert store.problem.source.values[0].max() == 0
    store.undo_stack.undo()
    assert store.problem.source.values.max() == 0
    store.undo_stack.redo()
    assert store.problem.source.values[1, 5, 6] == 255
    assert values.max() == 0


def test_a_smaller_grid_takes_the_dot_along(store: Store) -> None:
    store.move_dot(3, 3)
    store.resize_grid(2, 3)
    assert store.problem.dot is not None
    assert store.problem.dot.cell == (1, 2)
    assert store.problem.shape == (2, 3)


def test_hover_and_pin(store: Store) -> None:
    store.set_hover(Focus(0, 1, 1))
    assert store.highlight.windows[0].rows == range(2, 4)
    store.set_pinned(Focus(INPUT, 0, 0))
    assert store.highlight.windows[0].rows == range(2)
    store.set_pinned(None)
    store.set_hover(None)
    assert store.highlight.focus == Focus(INPUT, 1, 1), "without a focus the dot has it"


def test_gradient_totals(store: Store) -> None:
    from poolstudio.state.gradients import gradient_map

    overlay = gradient_map(store.problem, 0)
    assert (overlay.outputs, overlay.total, overlay.reached, overlay.nothing) == (4, 4, 4, 12)
    assert overlay.values[1, 1] == 1
    average = gradient_map(store.problem, 1)
    assert average.total == 4
    assert average.nothing == 0
    assert gradient_map(store.problem, 2).values.tolist() == [[1 / 16] * 4] * 4


def test_what_padding_takes_from_the_average(make_store: Callable[[Problem], Store]) -> None:
    from poolstudio.state.gradients import gradient_map

    store = make_store(Problem(Source.grid(np.zeros((6, 6)), "g"), PoolSpec.of(3, 2, 1)))
    overlay = gradient_map(store.problem, 1)
    assert overlay.total == pytest.approx(64 / 9)
    assert overlay.lost == pytest.approx(17 / 9)


def test_on_another_input_the_dot_starts_in_the_middle(store: Store) -> None:
    store.set_source(Source(np.zeros((1, 200, 300), np.uint8), "p", "picture"))
    store.toggle_dot(True)
    assert store.problem.dot is not None
    assert store.problem.dot.cell == (100, 150)
    assert store.problem.dot.value == 255
