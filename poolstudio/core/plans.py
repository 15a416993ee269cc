"""Plans of the engine: which windows of 1, 2, 4, ... taps it builds, and how it joins them to larger ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

Node = tuple[int, int]
"""A partial result: windows of 2**level taps that start at `phase`, phase + stride, phase + 2 stride, ..."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to reach windows of k taps: which nodes to build from which (with shifts), and how to join them."""

    extra: dict[Node, int]  # how many windows beyond the outputs a node has
    # Each node, its second half with a shift, and the nodes that nothing needs after it.
    built: tuple[tuple[Node, Node, int, tuple[Node, ...]], ...]
    terms: tuple[tuple[Node, int], ...]  # what is joined at the end
    strided: int  # operations that read the source with a stride
    dense: int  # operations that read none


@lru_cache(maxsize=1024)
def plan(kernel: int, stride: int, dilation: int, idempotent: bool) -> Plan:
    """The cheaper of the ways to reach windows of `kernel` > 1 taps."""
    top = kernel.bit_length() - 1
    ways = []
    digits = []
    place = 0
    for level in range(top, -1, -1):
        if kernel >> level & 1:
            digits.append((level, place * dilation))
            place += 1 << level
    ways.append(digits[::-1])
    if idempotent and len(digits) > 1:
        ways.append([(top, 0), (top, (kernel - (1 << top)) * dilation)])
    if len(digits) == 1:
        ways = [[(top - 1, 0), (top - 1, dilation << (top - 1))]]
    plans = [_plan(way, stride, dilation) for way in ways]
    return min(plans, key=lambda p: (p.strided + p.dense, p.strided))


def _plan(terms: list[tuple[int, int]], stride: int, dilation: int) -> Plan:
    extra: dict[Node, int] = {}
    levels: dict[int, set[int]] = {}

    def ask(level: int, position: int, more: int) -> tuple[Node, int]:
        shift, phase = divmod(position, stride)
        node = (level, phase)
        extra[node] = max(extra.get(node, 0), shift + more)
        levels.setdefault(level, set()).add(phase)
        return node, shift

    ends = tuple(ask(level, position, 0) for level, position in terms)
    built = []
    top = max(level for level, _ in terms)
    for level in range(top, 0, -1):
        for phase in sorted(levels.get(level, ())):
            node = (level, phase)
            ask(level - 1, phase, extra[node])
            half, shift = ask(level - 1, phase + (dilation << (level - 1)), extra[node])
            built.append((node, half, shift))
    reads = sum(node[0] == 1 for node, _, _ in built)
    joins = sum(node[0] == 0 for node, _ in ends[1:]) or int(ends[0][0][0] == 0)
    strided = reads + joins if stride > 1 else 0
    kept = {node for node, _ in ends}
    last_use: dict[Node, int] = {}
    built.reverse()
    for i, (node, half, _) in enumerate(built):
        last_use[node[0] - 1, node[1]] = last_use[half] = i
    done: dict[int, list[Node]] = {}
    for node, last in last_use.items():
        if node[0] and node not in kept:
            done.setdefault(last, []).append(node)
    steps = tuple((*step, tuple(done.get(i, ()))) for i, step in enumerate(built))
    return Plan(extra, steps, ends, strided, len(built) + len(terms) - 1 - strided)
