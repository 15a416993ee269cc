"""Blocks of text from and for spreadsheets."""

import contextlib

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from poolstudio.files import tables
from poolstudio.files.tables import TableProblem, format_block, parse_block

SQUARE = ((1.0, 2.0), (3.0, 4.0))
COMMAS = "Commas were read as decimal points."
SEPARATORS = "A separator at the end of rows was left out."
HEADING = "The first row is a heading and was left out."
BLANKS = "Blank lines at the end were left out."


@pytest.mark.parametrize(
    "text",
    [
        "1\t2\n3\t4",
        "1\t2\r\n3\t4\r\n",
        "1\t2\r3\t4\r",
        "1;2\n3;4\n",
        "\ufeff1\t2\n3\t4\n",
        '"1"\t"2"\n"3"\t"4"\n',
        '"1\n"\t2\n3\t"\r\n4"\n',
        " 1 ; 2 \n 3 ; 4 ",
        "1.0,2\n3,4",
        "1, 2\n3, 4\n",
    ],
)
def test_one_square_in_many_writings(text: str) -> None:
    block = parse_block(text)
    assert block.rows == SQUARE
    assert block.notes == ()
    assert block.shape == (2, 2)
    assert block.values.dtype == np.float64


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("7", ((7.0,),)),
        ("7\n", ((7.0,),)),
        ("1\n2\n3\n", ((1.0,), (2.0,), (3.0,))),
        ("1,2,3", ((1.0, 2.0, 3.0),)),
        ("1,2,3\n4,5,6\n", ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))),
        ("1.5,-2\n", ((1.5, -2.0),)),
        ("inf,1", ((np.inf, 1.0),)),
        ("-inf\t\u22121\n", ((-np.inf, -1.0),)),
    ],
)
def test_columns_and_rows(text: str, rows: tuple[tuple[float, ...], ...]) -> None:
    assert parse_block(text).rows == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1,5", ((1.5,),)),
        ("1,5\n2,5\n", ((1.5,), (2.5,))),
        ("1,5\t2\n", ((1.5, 2.0),)),
        ("1,5;2,25\r\n", ((1.5, 2.25),)),
    ],
)
def test_a_decimal_comma_is_read_and_said(text: str, rows: tuple[tuple[float, ...], ...]) -> None:
    block = parse_block(text)
    assert block.rows == rows
    assert block.notes == (COMMAS,)


@pytest.mark.parametrize("text", ["1;2;\n3;4;\n", "1\t2\t\n3\t4", "1.,2,\n3,4,"])
def test_a_separator_too_many_is_left_out_and_said(text: str) -> None:
    block = parse_block(text)
    assert block.rows == SQUARE
    assert block.notes == (SEPARATORS,)


@pytest.mark.parametrize(
    "text", ["a\tb\n1\t2\n3\t4", "\tb\n1\t2\n3\t4", "a,b\n1.0,2\n3,4", "x;y;\n1;2;\n3;4;"]
)
def test_a_heading_is_left_out_and_said(text: str) -> None:
    block = parse_block(text)
    assert block.rows == SQUARE
    assert HEADING in block.notes


def test_a_heading_over_a_column_of_decimal_commas() -> None:
    block = parse_block("value\n1,5\n2,5\n")
    assert block.rows == ((1.5,), (2.5,))
    assert block.notes == (HEADING, COMMAS)


def test_blank_lines_at_the_end_are_left_out_and_said() -> None:
    block = parse_block("1\t2\n3\t4\n\n  \n")
    assert block.rows == SQUARE
    assert block.notes == (BLANKS,)


@pytest.mark.parametrize(
    ("text", "sentence", "place"),
    [
        ("", "The text holds no numbers.", (None, None)),
        ("\ufeff\n\n", "The text holds no numbers.", (None, None)),
        ("a\tb", 'Cell (0, 0): "a" is no number.', (0, 0)),
        ("1\tb\n3\t4", 'Cell (0, 1): "b" is no number.', (0, 1)),
        ("1\t2\n3\t4,5,6", 'Cell (1, 1): "4,5,6" is no number.', (1, 1)),
        ("a\tb\n1\t2\n3\tx", 'Cell (1, 1): "x" is no number.', (1, 1)),
        ("1_000\n2", 'Cell (0, 0): "1_000" groups its digits: write "1000".', (0, 0)),
        ("1e400;2", 'Cell (0, 0): "1e400" is too large: numbers end at 1.8e308.', (0, 0)),
        ("1 2 3\n4 5 6", 'Cell (0, 0): "1 2 3" is no number; tabs or semicolons part cells.', (0, 0)),
        ("1\t\t3", "Cell (0, 1) is empty.", (0, 1)),
        ("1\t2\n3\t", "Cell (1, 1) is empty.", (1, 1)),
        ("\t\n", "Cell (0, 0) is empty.", (0, 0)),
        ("1\n\n3", "Cell (1, 0) is empty.", (1, 0)),
        ("1\t2\n\n3\t4", "Row 1 is empty.", (1, None)),
        ("1\t2\n3", "Row 1 has 1 cell where row 0 has 2 cells.", (1, None)),
        ("1,2,3\n4,5", "Row 1 has 2 cells where row 0 has 3 cells.", (1, None)),
        ('1\t"2\n3\t4', "The text has a quotation mark that is not closed.", (None, None)),
    ],
)
def test_refusals_name_the_cell(text: str, sentence: str, place: tuple[int | None, int | None]) -> None:
    with pytest.raises(TableProblem) as caught:
        parse_block(text)
    assert str(caught.value) == sentence
    assert (caught.value.row, caught.value.column) == place


def test_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_CELLS", 3)
    with pytest.raises(TableProblem, match="more than 3 cells"):
        parse_block("1\t2\n3\t4")


@given(st.text(alphabet='0123456789.,;\t\r\n"- eanif_', max_size=40))
def test_any_text_is_a_block_or_a_problem(text: str) -> None:
    with contextlib.suppress(TableProblem):
        block = parse_block(text)
        assert block.values.shape == block.shape


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.array([[1.0, 2.5], [-0.0, 1e300]]), "1\t2.5\n-0\t1e+300"),
        (np.array([[np.nan, np.inf, -np.inf]]), "nan\tinf\t-inf"),
        (np.array([[0.1, 16777216]], dtype=np.float32), "0.1\t16777216"),
        (np.array([[255], [0]], dtype=np.uint8), "255\n0"),
        (np.array([[True, False]]), "1\t0"),
        ([[1, 2], [3, 4]], "1\t2\n3\t4"),
    ],
)
def test_blocks_are_written_short_and_exact(array: npt.ArrayLike, text: str) -> None:
    assert format_block(array) == text


@pytest.mark.parametrize("array", [np.zeros(3), np.zeros((1, 2, 3)), np.array([["a"]]), np.array([[1j]])])
def test_only_real_blocks_are_written(array: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"^A block of text"):
        format_block(array)


@given(
    hnp.arrays(
        st.sampled_from([np.float64, np.float32, np.float16]), hnp.array_shapes(min_dims=2, max_dims=2)
    )
)
def test_floats_come_back_as_they_were(array: np.ndarray) -> None:
    back = parse_block(format_block(array)).values.astype(array.dtype)
    np.testing.assert_array_equal(back, array)
    numbers = ~np.isnan(array)
    np.testing.assert_array_equal(np.signbit(back[numbers]), np.signbit(array[numbers]))


@pytest.mark.parametrize("text", ["1,234.5", "1.234,5", "-1,234,567.25", "1,234.5\n2,345.5"])
def test_grouped_digits_with_a_fraction_are_no_cells(text: str) -> None:
    with pytest.raises(TableProblem, match="two separators"):
        parse_block(text)
