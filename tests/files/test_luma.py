"""One grey plane from three."""

import numpy as np
import pytest
from PIL import Image

from poolstudio.files import luma as module
from poolstudio.files.pictures import luma


def test_bytes_equal_pillows_conversion() -> None:
    values = np.random.default_rng(1).integers(0, 256, (3, 300, 1000), dtype=np.uint8)
    grey = luma(values)
    expected = np.asarray(Image.fromarray(np.ascontiguousarray(values.transpose(1, 2, 0))).convert("L"))
    assert grey.dtype == np.uint8
    np.testing.assert_array_equal(grey[0], expected)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.int16, np.int32, np.uint32, np.int64, np.uint64])
def test_equal_planes_stay_as_they_are(kind: type[np.integer]) -> None:
    limits = np.iinfo(kind)
    values = np.array([limits.min, limits.max, 0, 1, 100], dtype=kind)
    exact = limits.bits <= 32
    grey = luma(np.stack([values] * 3)[:, None])
    assert grey.dtype == kind
    assert grey.shape == (1, 1, 5)
    if exact:
        np.testing.assert_array_equal(grey[0, 0], values)
    else:
        np.testing.assert_allclose(grey[0, 0].astype(np.float64), values.astype(np.float64), rtol=1e-15)


def test_other_integers_are_rounded() -> None:
    values = np.array([65535, 300, 7], dtype=np.uint16).reshape(3, 1, 1)
    assert luma(values)[0, 0, 0] == round(0.299 * 65535 + 0.587 * 300 + 0.114 * 7)


def test_floats_keep_nan_and_inf() -> None:
    values = np.array([[1.0, np.nan, np.inf, np.inf], [2, 0, 0, -np.inf], [-3, 0, 0, 0]], dtype=np.float32)
    grey = luma(values[:, None])
    assert grey.dtype == np.float32
    assert grey[0, 0, 0] == np.float32(0.299 + 1.174 - 0.342)
    np.testing.assert_array_equal(np.isnan(grey[0, 0]), [False, True, False, True])
    assert grey[0, 0, 2] == np.inf


def test_strips_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(2).integers(0, 256, (3, 7, 5), dtype=np.uint8)
    whole = luma(values)
    monkeypatch.setattr(module, "_CELLS", 6)
    np.testing.assert_array_equal(luma(values), whole)


def test_grey_is_returned_as_it_is() -> None:
    values = np.zeros((1, 2, 2))
    assert luma(values) is values


@pytest.mark.parametrize("values", [np.zeros((2, 4, 4)), np.zeros((4, 4)), np.zeros((3, 2, 2), dtype=bool)])
def test_other_arrays_are_refused(values: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"^Luma needs"):
        luma(values)
