"""Parameters: what is accepted, and what each refusal says."""

import pickle

import numpy as np
import pytest

from poolstudio.core import PoolError, PoolSpec, avg_pool2d, max_pool2d, output_shape


@pytest.mark.parametrize("size", [3, (3, 3), [3, 3], [3], (3,), np.int16(3), np.array([3, 3]), np.array(3)])
def test_sizes_of_every_spelling_are_the_same(size):
    assert PoolSpec.of(size, 2) == PoolSpec((3, 3), (2, 2))


@pytest.mark.parametrize("stride", [None, (), []])
def test_no_stride_is_the_kernel(stride):
    assert PoolSpec.of((3, 2), stride).stride == (3, 2)


@pytest.mark.parametrize(
    "bad", [True, 2.0, "2", (2, None), (2, 2.5), (True, 2), (1, 2, 3), np.float32(2), None, {2}]
)
@pytest.mark.parametrize("field", ["kernel_size", "stride", "padding", "dilation"])
def test_sizes_that_are_no_integers_are_refused_at_their_field(field, bad):
    if field == "stride" and bad is None:
        return
    with pytest.raises(PoolError) as caught:
        PoolSpec.of(**{field: bad})
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("arguments", "field", "axis", "nearest", "message"),
    [
        ((3, 1, 2), "padding", "height", 1,
         "Padding 2 is more than half of kernel 3. At most 1: half of 3, rounded down."),
        (((4, 3), 1, 2), "padding", "width", 1,
         "Padding 2 is more than half of kernel 3. At most 1: half of 3, rounded down."),
        ((2, 0), "stride", "height", 1, "Stride 0 never moves. At least 1."),
        ((2, (1, -1)), "stride", "width", 1, "Stride −1 moves backwards. At least 1."),
        ((0,), "kernel_size", "height", 1, "Kernel 0 covers no cell. At least 1."),
        ((2, 1, -1), "padding", "height", 0, "Padding −1 is negative. At least 0."),
        ((2, 1, 0, 0), "dilation", "height", 1, "Dilation 0 leaves no step between the taps. At least 1."),
        ((2, 2, 0, 1, False, True, 0), "divisor_override", None, 1,
         "Divisor 0 divides by nothing. Any other integer."),
    ],
)  # fmt: skip
def test_a_broken_rule_names_field_rule_and_nearest(arguments, field, axis, nearest, message):
    with pytest.raises(PoolError) as caught:
        PoolSpec.of(*arguments)
    error = caught.value
    assert (error.field, error.axis, error.nearest, str(error)) == (field, axis, nearest, message)


@pytest.mark.parametrize(
    ("shape", "arguments", "axis", "nearest", "message"),
    [
        ((5, 9), (7,), "height", 5, "Kernel 7 is larger than the padded height 5. At most 5."),
        ((9, 5), (7,), "width", 5, "Kernel 7 is larger than the padded width 5. At most 5."),
        ((4, 4), (3, 1, 0, 2), "height", 2,
         "Kernel 3 with dilation 2 spans 5 cells (2 × (3 − 1) + 1), "
         "more than the padded height 4. At most 2."),
        ((4, 4), (9, 2, 0, 1, True), "height", 5,
         "Kernel 9 is larger than the padded height 4. At most 5 with ceil mode and stride 2."),
    ],
)  # fmt: skip
def test_a_kernel_that_does_not_fit_shows_the_arithmetic(shape, arguments, axis, nearest, message):
    with pytest.raises(PoolError) as caught:
        output_shape(shape, PoolSpec.of(*arguments))
    error = caught.value
    assert (error.field, error.axis, error.nearest, str(error)) == ("kernel_size", axis, nearest, message)


def test_the_nearest_legal_value_is_legal_and_the_next_is_not():
    for n in range(1, 7):
        for stride in (1, 2, 3):
            for dilation in (1, 2, 3):
                for ceil in (False, True):
                    with pytest.raises(PoolError) as caught:
                        output_shape((n, 50), PoolSpec.of((40, 1), stride, 0, dilation, ceil))
                    nearest = caught.value.nearest
                    assert output_shape((n, 50), PoolSpec.of((nearest, 1), stride, 0, dilation, ceil))[0] >= 1
                    with pytest.raises(PoolError):
                        output_shape((n, 50), PoolSpec.of((nearest + 1, 1), stride, 0, dilation, ceil))


def test_a_spec_made_directly_is_checked_too():
    with pytest.raises(PoolError, match="Padding 2"):
        PoolSpec((3, 3), (1, 1), (2, 2))
    with pytest.raises(PoolError):
        PoolSpec(ceil_mode="False")
    with pytest.raises(PoolError):
        PoolSpec(divisor_override=2.5)


def test_an_error_survives_pickling():
    error = pickle.loads(pickle.dumps(PoolError("No.", field="stride", axis="width", nearest=1)))
    assert (str(error), error.field, error.axis, error.nearest) == ("No.", "stride", "width", 1)


def test_undilated_drops_the_dilation_alone():
    spec = PoolSpec.of(3, 2, 1, 2, True, False, 7)
    assert spec.undilated() == PoolSpec.of(3, 2, 1, 1, True, False, 7)


@pytest.mark.parametrize(
    "x", [np.zeros((2, 2), complex), [["a", "b"]], np.zeros((2, 2), "M8[s]"), np.zeros((2, 2), object),
          np.zeros((2, 2), [("a", int)])]
)  # fmt: skip
@pytest.mark.parametrize("pool", [max_pool2d, avg_pool2d])
def test_types_without_order_or_mean_are_named(pool, x):
    with pytest.raises(TypeError) as caught:
        pool(x, 1)
    assert str(np.asarray(x).dtype) in str(caught.value)


@pytest.mark.parametrize("x", [3.0, [1, 2], [[1, 2], [3]], np.zeros((2, 0)), np.zeros((0, 3, 0, 2))])
@pytest.mark.parametrize("pool", [max_pool2d, avg_pool2d])
def test_an_input_without_rows_and_columns_is_refused(pool, x):
    with pytest.raises(PoolError) as caught:
        pool(x, 1)
    assert caught.value.field == "input"
