"""The samples of the program: all there, as the script beside them draws them."""

import importlib.util
from types import ModuleType

import numpy as np
import pytest

from poolstudio.files.resources import resource
from poolstudio.files.samples import SAMPLES, Sample, load_sample


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw_samples", resource("samples", "draw.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_a_sample_is_what_the_script_draws(sample: Sample, script: ModuleType) -> None:
    picture = load_sample(sample.key)
    drawn = script.SAMPLES[sample.key]()
    planes = drawn.transpose(2, 0, 1) if drawn.ndim == 3 else drawn[None]
    # A mathematical library may round the last digit of a sine otherwise, so that one step is allowed.
    np.testing.assert_allclose(picture.array.astype(int), planes.astype(int), atol=1)
    assert picture.array.dtype == np.uint8
    assert (picture.name, picture.path, picture.notes) == (sample.key, None, ())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_a_title_tells_the_size(sample: Sample) -> None:
    picture = load_sample(sample.key)
    assert sample.title.endswith(f", {picture.width} × {picture.height}")
    assert 16 <= max(picture.width, picture.height) <= 512


def test_the_script_and_the_list_agree(script: ModuleType) -> None:
    assert {sample.key for sample in SAMPLES} == set(script.SAMPLES)
    assert {sample.file for sample in SAMPLES} == {path.name for path in resource("samples").glob("*.png")}
    assert {load_sample(sample.key).kind for sample in SAMPLES} == {"grey", "RGB"}


def test_stars_stand_alone() -> None:
    """Pooling by average shows its point only if bright pixels have dark neighbours."""
    array = load_sample("stars").array[0].astype(int)
    bright = array > 150
    assert 20 < bright.sum() < 200
    assert np.median(array) < 40


def test_an_unknown_sample() -> None:
    with pytest.raises(KeyError):
        load_sample("moon")
