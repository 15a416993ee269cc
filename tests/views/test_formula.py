"""The output-size formula: its numbers, its rounding and what it waits for."""

from fractions import Fraction

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from poolstudio.core import PoolError, PoolSpec, axes
from poolstudio.state.problem import Problem
from poolstudio.state.result import solve_pane
from poolstudio.state.source import Source
from poolstudio.state.store import Store
from poolstudio.views.formula import FormulaView, quotient_text, size_lines


def lines(n: int, *args: object, **kwargs: object) -> list[str]:
    formula = axes((n, n), PoolSpec.of(*args, **kwargs))[0].formula()
    return [line.replace("\u00a0", " ") for line in size_lines(formula)]


def test_the_numbers_are_filled_in() -> None:
    assert lines(7, 3, 2, 1) == ["(7 + 2·1 − 1·(3 − 1) − 1) / 2 = 3", "⌊3⌋ + 1 = <b>4</b>"]
    assert lines(512, 3, 2, 1) == [
        "(512 + 2·1 − 1·(3 − 1) − 1) / 2 = 255.5",
        "⌊255.5⌋ + 1 = <b>256</b>",
    ]
    assert lines(10, 3, 3, 0, 2) == ["(10 + 2·0 − 2·(3 − 1) − 1) / 3 ≈ 1.667", "⌊1.667⌋ + 1 = <b>2</b>"]


def test_ceil_mode_rounds_up() -> None:
    assert lines(6, 3, 2, ceil_mode=True)[1] == "⌈1.5⌉ + 1 = <b>3</b>"
    assert lines(4, 5, 2, ceil_mode=True) == ["(4 + 2·0 − 1·(5 − 1) − 1) / 2 = −0.5", "⌈−0.5⌉ + 1 = <b>1</b>"]


def test_ceil_mode_may_take_one_off() -> None:
    assert lines(4, 2, 3, 1, ceil_mode=True)[1] == "⌈1.333⌉ + 1 − 1 = <b>2</b>"
    assert lines(5, 1, 5, ceil_mode=True)[1] == "⌈0.8⌉ + 1 − 1 = <b>1</b>"


@pytest.mark.parametrize(
    ("quotient", "text", "exact"),
    [
        (Fraction(3), "3", True),
        (Fraction(511, 2), "255.5", True),
        (Fraction(1, 8), "0.125", True),
        (Fraction(2, 3), "0.667", False),
        (Fraction(9998, 9999), "0.9999", False),
        (Fraction(1, 9999), "0.0001", False),
        (Fraction(-1, 2), "−0.5", True),
    ],
)
def test_a_quotient_never_reads_as_another_whole_number(quotient: Fraction, text: str, exact: bool) -> None:
    assert quotient_text(quotient) == (text, exact)


def view(qtbot: QtBot, shape: tuple[int, int], spec: PoolSpec) -> tuple[FormulaView, Store]:
    store = Store(Problem(Source.grid(np.zeros(shape), "zeros"), spec))

    def solve() -> None:
        for index in range(len(store.panes)):
            store.accept_pane(index, solve_pane(store.problem, index))

    store.solve_wanted.connect(solve)
    solve()
    widget = FormulaView(store)
    qtbot.addWidget(widget)
    widget.refresh(None)
    return widget, store


def test_axes_that_agree_share_a_block_and_others_have_one_each(qtbot: QtBot) -> None:
    widget, store = view(qtbot, (7, 7), PoolSpec.of(3, 2, 1))
    assert widget.text().splitlines()[0] == "height and width"
    assert widget.text().endswith("= 4")
    store.resize_grid(5, 6)
    widget.refresh(None)
    assert widget.text().splitlines() == [
        "height",
        "(5 + 2·1 − 1·(3 − 1) − 1) / 2 = 2",
        "⌊2⌋ + 1 = 3",
        "width",
        "(6 + 2·1 − 1·(3 − 1) − 1) / 2 = 2.5",
        "⌊2.5⌋ + 1 = 3",
    ]


def test_a_window_taken_off_is_said(qtbot: QtBot) -> None:
    widget, _ = view(qtbot, (5, 5), PoolSpec.of(1, 5, ceil_mode=True))
    assert widget.text().splitlines()[-1] == "One less: the last window would start beyond the input."


def test_it_waits_and_tells_the_last_good_answer(qtbot: QtBot) -> None:
    widget, store = view(qtbot, (5, 6), PoolSpec.of(3, 2, 1))
    with pytest.raises(PoolError) as caught:
        PoolSpec.of(3, 2, 2)
    store.refuse(caught.value)
    widget.refresh(caught.value)
    assert widget.text() == "Waits for a legal padding. Last good answer: 3 × 3, with padding 1."


def test_a_kernel_too_large_waits_with_the_kernel_of_the_last_answer(qtbot: QtBot) -> None:
    widget, store = view(qtbot, (5, 6), PoolSpec.of((3, 2), 2))
    store.set_spec(PoolSpec.of(9, 2))
    widget.refresh(store.spec_error)
    assert widget.text() == "Waits for a legal kernel. Last good answer: 2 × 3, with kernel 3×2."


def test_without_an_answer_so_far_it_only_waits(qtbot: QtBot) -> None:
    widget, store = view(qtbot, (4, 4), PoolSpec.of(9, 2))
    widget.refresh(store.spec_error)
    assert widget.text() == "Waits for a legal kernel."
