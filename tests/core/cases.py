"""Random inputs for pooling: shapes, types, special values, layouts and legal parameters."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

FLOATS = ["f2", "f4", "f8"]
INTEGERS = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]
LAYOUTS = ["C", "F", "flipped", "strided", "big-endian", "read-only", "transposed"]


@st.composite
def planes(draw, dtypes=(*FLOATS, *INTEGERS, "?"), most=8):
    dtype = np.dtype(draw(st.sampled_from(dtypes)))
    shape = draw(st.tuples(st.integers(1, most), st.integers(1, most)))
    if dtype.kind == "f":
        info = np.finfo(dtype)
        special = [np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, float(info.smallest_subnormal),
                   float(info.max), float(info.min)]  # fmt: skip
        elements = st.sampled_from(special) | st.integers(-3, 3).map(float)
        elements |= hnp.from_dtype(dtype, allow_nan=False, allow_infinity=False)
        if draw(st.booleans()):
            elements = st.integers(-2, 2).map(float)
    elif dtype.kind == "b":
        elements = st.booleans()
    else:
        info = np.iinfo(dtype)
        elements = st.integers(info.min, info.max) | st.sampled_from([info.min, info.max, 0, 1])
        if draw(st.booleans()):
            elements = st.integers(0, 2)
    return draw(hnp.arrays(dtype, shape, elements=elements))


def laid_out(x, layout):
    """The same values, otherwise in memory."""
    if layout == "F":
        return np.asfortranarray(x)
    if layout == "flipped":
        return np.ascontiguousarray(x[..., ::-1, ::-1])[..., ::-1, ::-1]
    if layout == "strided":
        return np.repeat(np.repeat(x, 2, -2), 3, -1)[..., ::2, 1::3]
    if layout == "big-endian":
        return x.astype(x.dtype.newbyteorder(">"))
    if layout == "transposed":
        return np.moveaxis(np.ascontiguousarray(np.moveaxis(x, 0, -1)), -1, 0)
    x = x.copy()
    x.flags.writeable = layout != "read-only"
    return x


@st.composite
def parameters(draw, shape, dilated=True):
    """Keyword arguments that are legal for planes of `shape`."""

    def axis(n):
        kernel = draw(st.integers(1, min(n, 4)) | st.integers(1, 2 * n + 3))
        padding = draw(st.integers(0, kernel // 2))
        dilation = draw(st.integers(1, 3)) if dilated else 1
        stride = draw(st.integers(1, 4) | st.integers(1, 12))
        return kernel, stride, padding, dilation

    (kh, sh, ph, dh), (kw, sw, pw, dw) = axis(shape[0]), axis(shape[1])
    chosen = {
        "kernel_size": (kh, kw),
        "stride": (sh, sw),
        "padding": (ph, pw),
        "ceil_mode": draw(st.booleans()),
    }
    if draw(st.integers(0, 5)) == 0:
        chosen["stride"] = None
    if dilated:
        chosen["dilation"] = (dh, dw)
    return chosen


@st.composite
def averages(draw, shape):
    """Keyword arguments for average pooling."""
    chosen = draw(parameters(shape, dilated=False))
    chosen["count_include_pad"] = draw(st.booleans())
    chosen["divisor_override"] = draw(st.none() | st.sampled_from([-3, -1, 1, 2, 9]))
    return chosen


def equal(a, b):
    """Same type, shape and values, NaN for NaN."""
    return a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def same_bits(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
