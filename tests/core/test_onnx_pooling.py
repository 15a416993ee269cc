"""The node tests of the ONNX standard that share these rules: stored inputs and outputs, no evaluator."""

import warnings

import numpy as np
import pytest
from onnx.backend.test.loader import load_model_tests

from poolstudio.core import avg_pool2d, global_avg_pool2d, global_max_pool2d, max_pool2d

NAMES = [
    "averagepool_2d_ceil",
    "averagepool_2d_ceil_last_window_starts_on_pad",
    "averagepool_2d_default",
    "averagepool_2d_precomputed_pads",
    "averagepool_2d_precomputed_pads_count_include_pad",
    "averagepool_2d_precomputed_strides",
    "averagepool_2d_strides",
    "globalaveragepool",
    "globalaveragepool_precomputed",
    "globalmaxpool",
    "globalmaxpool_precomputed",
    "maxpool_2d_ceil",
    "maxpool_2d_ceil_output_size_reduce_by_one",
    "maxpool_2d_default",
    "maxpool_2d_dilations",
    "maxpool_2d_precomputed_pads",
    "maxpool_2d_precomputed_strides",
    "maxpool_2d_strides",
    "maxpool_2d_uint8",
    "maxpool_with_argmax_2d_precomputed_pads",
    "maxpool_with_argmax_2d_precomputed_strides",
]


@pytest.fixture(scope="module")
def node_tests():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {test.name: test for test in load_model_tests(kind="node")}


def run(node, x):
    given = {a.name: list(a.ints) if a.ints else a.i for a in node.attribute}
    pads = given.get("pads", [0, 0, 0, 0])
    assert pads[:2] == pads[2:]
    common = {
        "kernel_size": given.get("kernel_shape"),
        "stride": given.get("strides", 1),
        "padding": pads[:2],
        "ceil_mode": bool(given.get("ceil_mode", 0)),
    }
    match node.op_type:
        case "MaxPool":
            common["dilation"] = given.get("dilations", 1)
            if len(node.output) == 2:
                return max_pool2d(x, **common, return_indices=True)
            return (max_pool2d(x, **common),)
        case "AveragePool":
            return (avg_pool2d(x, **common, count_include_pad=bool(given.get("count_include_pad", 0))),)
        case "GlobalAveragePool":
            return (global_avg_pool2d(x, keepdims=True),)
    return (global_max_pool2d(x, keepdims=True),)


@pytest.mark.parametrize("name", NAMES)
def test_node(node_tests, name):
    test = node_tests[f"test_{name}"]
    node = test.model.graph.node[0]
    for inputs, outputs in test.data_sets:
        results = run(node, inputs[0])
        assert len(results) == len(outputs)
        for i, (got, expected) in enumerate(zip(results, outputs, strict=True)):
            if i == 1:
                # Indices run through all planes there; those of storage order 1 go down columns.
                if any(a.name == "storage_order" and a.i for a in node.attribute):
                    continue
                planes = np.arange(expected.shape[0] * expected.shape[1]).reshape(*expected.shape[:2], 1, 1)
                expected = expected - planes * inputs[0].shape[-1] * inputs[0].shape[-2]
            assert got.shape == expected.shape
            assert got.dtype == expected.dtype
            # Some averages are stored to four decimals.
            np.testing.assert_allclose(got, expected, rtol=0, atol=0 if "max" in name else 6e-5)
