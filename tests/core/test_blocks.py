"""The engine's blocks: however an output is cut, its bits are the same; and what each cut costs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poolstudio.core import avg_pool2d, avg_pool2d_backward, blocks, max_pool2d, max_pool2d_backward
from poolstudio.core.geometry import Axis
from poolstudio.core.sliding import Pass, Scratch, borrowed_scratch, plan, ufunc_op
from tests.core import cases

TYPES = ["u1", "i2", "i4", "i8", "f2", "f4", "f8"]


def everything(x, *spec):
    values, indices = max_pool2d(x, *spec, return_indices=True)
    mean = avg_pool2d(x, *spec)
    grad = np.arange(mean.size, dtype=np.float32).reshape(mean.shape)
    return (
        max_pool2d(x, *spec),
        values,
        indices,
        mean,
        avg_pool2d(x, *spec, count_include_pad=False),
        avg_pool2d_backward(grad, x.shape, *spec),
        max_pool2d_backward(grad, x, *spec),
    )


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("spec", [(2,), (3, 2, 1), (3, 1, 1), ((9, 5), (1, 4), (4, 2)), (7, 3), (2, 5)])
def test_small_blocks_have_the_bits_of_large_ones(monkeypatch, dtype, spec):
    rng = np.random.default_rng(5)
    x = rng.integers(-100, 100, (3, 37, 41)).astype(dtype)
    if x.dtype.kind == "f":
        x[rng.random(x.shape) < 0.02] = np.nan
        x[rng.random(x.shape) < 0.02] = np.inf
    whole = everything(x, *spec)
    for size in (64, 500, 5000):
        monkeypatch.setattr(blocks, "BLOCK", size)
        for a, b in zip(everything(x, *spec), whole, strict=True):
            assert cases.same_bits(a, b)


def test_a_picture_of_many_blocks_equals_its_parts():
    x = np.random.default_rng(5).integers(0, 256, (2, 700, 1100), dtype=np.uint8)
    for spec in ((3, 2, 1), (31, 1, 15)):
        whole = max_pool2d(x, *spec)
        mean = avg_pool2d(x, *spec)
        kernel, stride, padding = spec
        for row, col in ((0, 0), (100, 200), (whole.shape[1] - 1, whole.shape[2] - 1), (333, 17)):
            top, left = max(0, row * stride - padding), max(0, col * stride - padding)
            cells = x[:, top : row * stride - padding + kernel, left : col * stride - padding + kernel]
            assert np.array_equal(whole[:, row, col], cells.max(axis=(1, 2)))
            assert np.array_equal(mean[:, row, col], cells.sum(axis=(1, 2)) / kernel**2)


@settings(max_examples=100, deadline=None)
@given(
    kernel=st.integers(1, 70),
    stride=st.integers(1, 9),
    dilation=st.integers(1, 3),
    count=st.integers(1, 6),
    axis=st.sampled_from([-1, -2]),
    dtype=st.sampled_from(["u1", "u2", "i4", "f4", "f8"]),
    add=st.booleans(),
)
def test_a_pass_reduces_each_window(kernel, stride, dilation, count, axis, dtype, add):
    dtype = np.dtype(dtype)
    n = (count - 1) * stride + (kernel - 1) * dilation + 1
    line = np.random.default_rng(kernel).integers(0, 3, (2, 2, n)).astype(dtype)
    ufunc = np.add if add else np.maximum
    expected = np.stack(
        [ufunc.reduce(line[..., i * stride :: dilation][..., :kernel], axis=-1) for i in range(count)],
        axis=-1,
    )
    out = np.empty((2, 2, count), dtype)
    if axis == -2:
        line, out, expected = (np.ascontiguousarray(a.swapaxes(-1, -2)) for a in (line, out, expected))
    op = ufunc_op(ufunc, 0, idempotent=not add)
    Pass(op, axis, kernel, stride, dilation, (dtype,)).run((line,), 0, count, (out,), Scratch())
    assert np.array_equal(out, expected)


@pytest.mark.parametrize("kernel", [2, 3, 4, 7, 8, 31, 63, 64, 100])
@pytest.mark.parametrize("idempotent", [False, True])
def test_work_grows_with_the_logarithm_of_the_kernel(kernel, idempotent):
    way = plan(kernel, 1, 1, idempotent)
    assert way.strided + way.dense <= 2 * np.log2(kernel)


@pytest.mark.parametrize(
    "axis",
    [Axis(5, 3, 2, 1), Axis(5, 3, 2, 1, 2), Axis(1, 2, 1, 1, 2), Axis(4, 2**40, 1, 2**39), Axis(7, 2, 5, 0)],
)
def test_taps_that_are_never_real_are_left_out(axis):
    taps = blocks.Taps.of(axis)
    for i in range(axis.out):
        kept = [taps.first + i * taps.stride + t * taps.dilation for t in range(taps.kernel)]
        assert [c for c in kept if 0 <= c < axis.n] == list(axis.real(i))
    assert taps.kernel <= 3 * axis.n


def test_blocks_cover_the_output_once():
    taps = (blocks.Taps.of(Axis(3000, 31, 1, 15)), blocks.Taps.of(Axis(70000, 63, 2, 31)))
    seen = np.zeros((2, 50, 35000), np.uint8)
    for block in blocks.blocks(2, taps, (50, 35000), 8)[0]:
        seen[block] += 1
    assert (seen == 1).all()


def test_scratch_gives_the_same_memory_again():
    scratch = Scratch()
    first = scratch.take((4, 4), (np.dtype(np.float64),))
    base = first[0].base
    scratch.give(first)
    again = scratch.take((8,), (np.dtype(np.int32),))
    assert again[0].base is base
    assert scratch.size() == 0


def test_a_call_that_fails_keeps_no_scratch():
    with pytest.raises(ZeroDivisionError), borrowed_scratch() as failed:
        raise ZeroDivisionError
    with borrowed_scratch() as scratch:
        assert scratch is not failed


def test_plans_of_long_windows_take_few_steps():
    for kernel, stride in ((12_000, 12_000), (4096, 4000), (301, 300)):
        for axis in (-1, -2):
            way = Pass(ufunc_op(np.add, 0, idempotent=False), axis, kernel, stride, 1, (np.dtype("f4"),))._way
            assert way is None or way.strided + way.dense < 64


@pytest.mark.parametrize("stride", [150, 200, 299, 301])
@pytest.mark.parametrize("kernel", [200, 255, 256])
def test_long_windows_far_apart_have_the_bits_of_those_close_by(kernel, stride):
    x = np.random.default_rng(1).standard_normal((2, 700, 720)).astype(np.float32)
    close, far = avg_pool2d(x, kernel, 1), avg_pool2d(x, kernel, stride)
    assert cases.same_bits(far, np.ascontiguousarray(close[:, ::stride, ::stride]))
    values, indices = max_pool2d(x, kernel, stride, return_indices=True)
    assert cases.same_bits(values, np.ascontiguousarray(max_pool2d(x, kernel, 1)[:, ::stride, ::stride]))
    assert np.array_equal(
        x.reshape(2, -1)[np.arange(2)[:, None], indices.reshape(2, -1)].ravel(), values.ravel()
    )
