"""Jobs that threads take in turns: NumPy lets go of the interpreter while it works on a block."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

import numpy as np

from poolstudio.core.sliding import Scratch, borrowed_scratch
from poolstudio.core.spec import PoolError, as_integer, number

Job = TypeVar("Job")

#: Between two steps of NumPy a thread holds the interpreter, so that more threads would mostly wait.
_MOST = 4


def _processors() -> int:
    there = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return min(len(there), _MOST)


_lock = Lock()
_count = _processors()
_helpers: ThreadPoolExecutor | None = None


def get_num_threads() -> int:
    """How many threads work on one large input: as many as there are processors, at most 4."""
    return _count


def set_num_threads(count: int) -> None:
    """Lets `count` threads, at least 1, work on one large input. It is the same for the whole process, and no
    result depends on it. Set 1 where several processes share the work. PoolError at "count".

    >>> set_num_threads(get_num_threads())
    """
    global _count, _helpers
    wanted = as_integer(count, "count")
    if wanted < 1:
        raise PoolError(f"Count {number(wanted)} is below 1. At least 1.", field="count", nearest=1)
    with _lock:
        _count = wanted
        before, _helpers = _helpers, None
    if before is not None:
        before.shutdown(wait=False)


def share(jobs: Iterable[Job], worker: Callable[[Scratch], Callable[[Job], None]], threads: int = 1) -> None:
    """Does each job once, on up to `threads` threads, this one among them. Each thread makes what does its
    jobs by `worker`, of a scratch of its own."""
    waiting = deque(jobs)

    def work() -> None:
        # What a thread ignores of NumPy's warnings holds for that thread alone.
        with np.errstate(all="ignore"), borrowed_scratch() as scratch:
            do = worker(scratch)
            while waiting:
                try:
                    job = waiting.popleft()
                except IndexError:  # another thread took the last one
                    return
                do(job)

    helping = [_start(work) for _ in range(min(threads, len(waiting)) - 1)]
    try:
        work()
    finally:
        waiting.clear()
        for helper in helping:
            if not helper.cancel():
                helper.result()


def _start(work: Callable[[], None]) -> Future[None]:
    global _helpers
    with _lock:
        if _helpers is None:
            _helpers = ThreadPoolExecutor(max(1, _count - 1), "pooling")
        return _helpers.submit(work)


def _forget() -> None:
    """A process that begins as a copy of this one has none of its threads."""
    global _helpers, _lock
    _helpers, _lock = None, Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
