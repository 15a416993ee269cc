"""What the status line says: what happened, a colon, what it did to the answer. HTML with bold results."""

from collections.abc import Sequence
from html import escape

from poolstudio.core import PoolError, PoolSpec, axes
from poolstudio.state.gradients import GradientMap
from poolstudio.state.numbers import cell, cell_text, grouped, pair
from poolstudio.state.operators import Operator
from poolstudio.state.problem import Cell, Problem
from poolstudio.state.words import bold, tr


def start(problem: Problem) -> str:
    """The first sentence: the dot's window, or what the settings make of the input."""
    if problem.dot is None:
        return settings(problem)
    rows, cols = covering(problem, problem.dot.cell)
    if len(rows) * len(cols) != 1:
        return placed(problem)
    height, width = problem.spec.kernel
    size = f"{height}×{width}"
    return tr(
        "The dot at {cell} is the largest of its {size} window. Move it inside the window: max stays {value}."
    ).format(cell=cell(*problem.dot.cell), size=size, value=bold(cell_text(problem.dot_value())))


def placed(problem: Problem) -> str:
    """Where the dot stands and how many windows cover it."""
    assert problem.dot is not None
    rows, cols = covering(problem, problem.dot.cell)
    count = len(rows) * len(cols)
    where = cell(*problem.dot.cell)
    if count == 0:
        return tr("The dot stands at {cell}, where no window comes: no output sees it.").format(cell=where)
    if count == 1:
        return tr("The dot stands at {cell}: one window covers it.").format(cell=where)
    return tr("The dot stands at {cell}: {count} windows cover it.").format(cell=where, count=bold(count))


def settings(problem: Problem) -> str:
    """Windows of 3×3, stride 2, padding 1: 512 × 512 becomes 256 × 256 in each of 3 channels."""
    spec = problem.spec
    try:
        vertical, horizontal = axes(problem.shape, spec)
    except ValueError as error:
        return escape(str(error))
    size = f"{spec.kernel[0]}×{spec.kernel[1]}"
    text = tr("Windows of {size}, stride {stride}{padding}: {before} becomes {after}{channels}.")
    channels = problem.array.shape[0]
    return text.format(
        size=size,
        stride=both(spec.stride),
        padding=tr(", padding {p}").format(p=both(spec.padding)) if any(spec.padding) else "",
        before=pair(*problem.shape),
        after=bold(pair(vertical.out, horizontal.out)),
        channels=tr(" in each of {n} channels").format(n=channels) if channels > 1 else "",
    )


def operator_changed(problem: Problem, pane: int) -> str:
    """Pane 3 shows the global maximum now: 1 value of each channel."""
    operator = problem.operators[pane]
    name = bold(tr(operator.kind))
    if operator.is_global:
        return tr("Pane {n} shows {name} now: one value of each plane.").format(n=pane + 1, name=name)
    try:
        vertical, horizontal = axes(problem.shape, problem.spec)
    except ValueError as error:
        return escape(str(error))
    size = pair(vertical.out, horizontal.out)
    return tr("Pane {n} shows {name} now: {size} outputs.").format(n=pane + 1, name=name, size=size)


def spec_changed(before: Problem, after: Problem) -> str:
    """Stride 1 instead of 2: the output grew from 2 × 2 to 3 × 3."""
    old, new = before.spec, after.spec
    changed = _differences(old, new)
    if len(changed) != 1:
        return settings(after)
    try:
        was = pair(*(axis.out for axis in axes(before.shape, old)))
        now_axes = axes(after.shape, new)
    except ValueError:
        return settings(after)
    now = pair(*(axis.out for axis in now_axes))
    if was == now:
        return tr("{change}: the output keeps its {size}.").format(change=changed[0], size=bold(now))
    grew = now_axes[0].out * now_axes[1].out > _area(before)
    text = (
        tr("{change}: the output grew from {was} to {now}.")
        if grew
        else tr("{change}: the output shrank from {was} to {now}.")
    )
    return text.format(change=changed[0], was=was, now=bold(now))


def dot_moved(
    before: Problem, after: Problem, changed: Sequence[int], totals: Sequence[int], names: Sequence[str]
) -> str:
    """The dot moved from (1, 1) to (1, 2), across a window edge: 2 of 4 max, 2 of 4 average changed."""
    assert before.dot is not None
    assert after.dot is not None
    old, new = before.dot.cell, after.dot.cell
    if not any(changed):
        effect = tr("no output changed")
    else:
        shares = [
            tr("{n} of {all} {name}").format(n=bold(n), all=grouped(total), name=name)
            for n, total, name in zip(changed, totals, names, strict=True)
            if total
        ]
        effect = tr("{shares} changed").format(shares=", ".join(shares))
    return tr("The dot moved from {old} to {new}, {border}: {effect}.").format(
        old=cell(*old), new=cell(*new), border=border(after, old, new), effect=effect
    )


def border(problem: Problem, old: Cell, new: Cell) -> str:
    """Whether the same windows cover both cells, or a border lies between."""
    was, now = covering(problem, old), covering(problem, new)
    was_count, now_count = len(was[0]) * len(was[1]), len(now[0]) * len(now[1])
    if not was_count and not now_count:
        return tr("outside all windows")
    if was == now:
        return tr("inside its window") if now_count == 1 else tr("under the same windows")
    if not now_count:
        return tr("out of all windows")
    if not was_count:
        return tr("into a window") if now_count == 1 else tr("into {n} windows").format(n=now_count)
    return tr("across a window edge")


def covering(problem: Problem, at: Cell) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The output rows and columns whose windows cover an input cell; none where the settings are illegal."""
    try:
        vertical, horizontal = axes(problem.shape, problem.spec)
    except ValueError:
        return (), ()
    rows, cols = tuple(vertical.covering(at[0])), tuple(horizontal.covering(at[1]))
    return (rows, cols) if rows and cols else ((), ())


def gradient(problem: Problem, overlay: GradientMap) -> str:
    """The gradient of 9 outputs goes to 5 input cells; 31 cells get nothing."""
    text = tr("The gradient of {outputs} goes to {reached}, {total} in all; {nothing} {get} nothing.")
    return text.format(
        outputs=_count(overlay.outputs, tr("output"), tr("outputs")),
        reached=_count(overlay.reached, tr("input cell"), tr("input cells"), strong=True),
        total=bold(amount(overlay.total)),
        nothing=_count(overlay.nothing, tr("cell"), tr("cells")),
        get=tr("gets") if overlay.nothing == 1 else tr("get"),
    )


def amount(value: float) -> str:
    """A sum in a sentence: whole ones in full, grouped."""
    return grouped(int(value)) if value.is_integer() else cell_text(value)


def refused(operators: Sequence[Operator], kept: PoolSpec, error: PoolError) -> str:
    """Not applied: padding 2 is more than half of kernel 3. Max and average still show padding 1."""
    first = str(error).split(". ")[0].rstrip(".")
    reason = escape(first[:1].lower() + first[1:])
    kinds = list(dict.fromkeys(tr(op.kind) for op in operators if not op.is_global))
    name, value = spec_field(kept, error.field)
    if not kinds or value is None:
        return tr("Not applied: {reason}.").format(reason=reason)
    who = tr(" and ").join(kinds)
    text = (
        tr("Not applied: {reason}. {who} still show {name} {value}.")
        if len(kinds) > 1
        else tr("Not applied: {reason}. {who} still shows {name} {value}.")
    )
    return text.format(reason=reason, who=who[:1].upper() + who[1:], name=name, value=bold(both(value)))


def no_number(title: str, text: str, low: int, high: int, kept: int) -> str:
    """Rows "65" is not possible: whole numbers from 1 to 64. It is 64 now."""
    return tr(
        '{title} "{text}" is not possible: whole numbers from {low} to {high}. It is {kept} now.'
    ).format(title=title, text=escape(text), low=low, high=grouped(high), kept=bold(kept))


def spec_field(spec: PoolSpec, field: str) -> tuple[str, tuple[int, int] | None]:
    """A setting's word and its values, from the name that an error gives."""
    names = {
        "kernel_size": (tr("kernel"), spec.kernel),
        "stride": (tr("stride"), spec.stride),
        "padding": (tr("padding"), spec.padding),
        "dilation": (tr("dilation"), spec.dilation),
    }
    return names.get(field, (field, None))


def _count(n: int, one: str, many: str, strong: bool = False) -> str:
    return f"{bold(n) if strong else grouped(n)} {one if n == 1 else many}"


def both(values: tuple[int, int]) -> str:
    """A pair as one number where height and width agree."""
    return str(values[0]) if values[0] == values[1] else f"{values[0]}×{values[1]}"


def _area(problem: Problem) -> int:
    vertical, horizontal = axes(problem.shape, problem.spec)
    return vertical.out * horizontal.out


def _differences(old: PoolSpec, new: PoolSpec) -> list[str]:
    named = (
        (tr("Kernel"), old.kernel, new.kernel),
        (tr("Stride"), old.stride, new.stride),
        (tr("Padding"), old.padding, new.padding),
        (tr("Dilation"), old.dilation, new.dilation),
    )
    out = [
        tr("{name} {now} instead of {was}").format(name=name, now=both(now), was=both(was))
        for name, was, now in named
        if was != now
    ]
    if old.ceil_mode != new.ceil_mode:
        out.append(tr("Ceil mode on") if new.ceil_mode else tr("Ceil mode off"))
    if old.count_include_pad != new.count_include_pad:
        out.append(
            tr("Average counts padding") if new.count_include_pad else tr("Average leaves padding out")
        )
    return out
