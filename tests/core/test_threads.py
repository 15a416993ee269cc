"""Threads share the blocks of a large input: no result and no error depends on how many there are."""

import multiprocessing
import os
import threading

import numpy as np
import pytest

from poolstudio.core import (
    PoolError,
    adaptive_avg_pool2d,
    adaptive_avg_pool2d_backward,
    avg_pool2d,
    avg_pool2d_backward,
    blocks,
    get_num_threads,
    lp_pool2d,
    max_pool2d,
    min_pool2d,
    set_num_threads,
)
from poolstudio.core.threads import share
from tests.core import cases


@pytest.fixture(autouse=True)
def _as_before(monkeypatch):
    """Small inputs count as large, and the number of threads is what it was."""
    before = get_num_threads()
    monkeypatch.setattr(blocks, "_LARGE", 1)
    monkeypatch.setattr(blocks, "_MANY", 1)
    monkeypatch.setattr(blocks, "_SHARED", 1)
    yield
    set_num_threads(before)


def everything(x):
    grad = np.arange(x[..., ::2, ::2].size, dtype=x.dtype).reshape(x[..., ::2, ::2].shape)
    return (
        max_pool2d(x, 2),
        *max_pool2d(x, 3, 2, 1, return_indices=True),
        min_pool2d(x, 5, 1, 2),
        avg_pool2d(x, 2),
        avg_pool2d(x, 7, 3, 2),
        lp_pool2d(x, 2, 3),
        adaptive_avg_pool2d(x, (5, 7)),
        avg_pool2d_backward(grad, x.shape, 2),
        adaptive_avg_pool2d_backward(grad, x.shape, grad.shape[-2:]),
    )


def values():
    rng = np.random.default_rng(3)
    x = rng.standard_normal((3, 64, 48)).astype(np.float32)
    x[rng.random(x.shape) < 0.01] = np.nan
    x[rng.random(x.shape) < 0.01] = np.inf
    return x


def test_results_do_not_depend_on_the_number_of_threads():
    set_num_threads(1)
    expected = everything(values())
    for count in (2, 3, 7):
        set_num_threads(count)
        assert all(cases.same_bits(a, b) for a, b in zip(everything(values()), expected, strict=True))


def test_each_job_is_done_once_and_each_thread_has_its_own_scratch():
    set_num_threads(4)
    done, scratches, together = [], [], threading.Barrier(4)

    def worker(scratch):
        scratches.append(scratch)
        together.wait(30)
        return done.append

    share(range(500), worker, 4)
    assert sorted(done) == list(range(500))
    assert len(set(map(id, scratches))) == 4


@pytest.mark.parametrize("count", [1, 2, 4])
def test_an_error_in_a_job_reaches_the_caller_and_ends_the_others(count):
    set_num_threads(count)
    done = []

    def worker(scratch):
        def do(job):
            done.append(job)
            raise ValueError("of a job")

        return do

    with pytest.raises(ValueError, match="of a job"):
        share(range(1000), worker, count)
    assert len(done) <= count


def test_no_warning_leaks_from_any_thread():
    x = np.full((4, 64, 64), np.finfo(np.float32).max, np.float32)
    x[0] = np.nan
    set_num_threads(3)
    with np.errstate(all="raise"):
        assert np.isfinite(avg_pool2d(x, 3, 1)[1:]).all()


@pytest.mark.parametrize("count", [0, -3, 1.5, "two", None, True])
def test_a_count_that_is_no_number_of_threads_is_refused(count):
    before = get_num_threads()
    with pytest.raises(PoolError) as caught:
        set_num_threads(count)
    assert caught.value.field == "count"
    assert get_num_threads() == before


def test_a_count_below_one_names_the_nearest():
    with pytest.raises(PoolError, match=r"Count −3 is below 1\. At least 1\.") as caught:
        set_num_threads(-3)
    assert caught.value.nearest == 1


def _of_a_fork(queue):
    queue.put(avg_pool2d(values(), 2))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*use of fork.*:DeprecationWarning")
def test_a_process_forked_from_one_with_threads_has_its_own():
    set_num_threads(3)
    expected = avg_pool2d(values(), 2)
    fork = multiprocessing.get_context("fork")
    queue = fork.Queue()
    child = fork.Process(target=_of_a_fork, args=(queue,))
    child.start()
    try:
        assert cases.same_bits(queue.get(timeout=30), expected)
    finally:
        child.join(30)
        if child.is_alive():
            child.kill()
            child.join()
