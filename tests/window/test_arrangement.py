"""The arrangement of the panes against the sizes that the design gives."""

import pytest

from poolstudio.window.arrangement import Content, arrange

FIRST = Content((4, 4), (2, 2), 4)
PADDED = Content((8, 8), (3, 3), 6)
PHOTO = Content((512, 512), (256, 256), 512, 3, picture=True)
INSPECTOR = 340


@pytest.mark.parametrize(
    ("size", "content", "cell", "kind"),
    [
        ((1024, 688), FIRST, 84, "across"),
        ((1184, 788), FIRST, 96, "across"),
        ((1664, 968), FIRST, 128, "across"),
        ((1024, 688), PADDED, 40, "stacked"),
        ((1184, 788), PADDED, 48, "across"),
        ((1664, 968), PADDED, 70, "across"),
        ((1024 - INSPECTOR, 688), PADDED, 40, "stacked"),
        ((1184 - INSPECTOR, 788), PADDED, 52, "stacked"),
        ((1664 - INSPECTOR, 968), PADDED, 70, "across"),
    ],
)
def test_cell_sizes(size: tuple[int, int], content: Content, cell: int, kind: str) -> None:
    plan = arrange(size, content)
    assert (plan.cell, plan.kind) == (cell, kind)


@pytest.mark.parametrize(("size", "side"), [((1024, 688), 317), ((1184, 788), 370), ((1664, 968), 530)])
def test_photo_sides(size: tuple[int, int], side: int) -> None:
    plan = arrange(size, PHOTO)
    widths = {rect[2] for rect in (plan.input, *plan.outputs[:2])}
    assert max(widths) - min(widths) <= 1
    assert min(widths) - 24 in (side, side - 1)
    assert plan.input[3] - 68 >= side


@pytest.mark.parametrize(
    "content", [FIRST, PADDED, PHOTO, Content((64, 64), (63, 63), 64), Content((1, 64), (1, 1), 1)]
)
@pytest.mark.parametrize("size", [(728, 540), (1024, 688), (1664, 968), (3000, 1500)])
def test_panes_fill_the_centre_without_overlap(content: Content, size: tuple[int, int]) -> None:
    plan = arrange(size, content)
    rects = [plan.input, *plan.outputs, plan.values]
    for x, y, width, height in rects:
        assert width > 100
        assert height > 80
        assert x >= 0
        assert y >= 0
        assert x + width <= size[0]
        assert y + height <= size[1]
    for index, (x, y, width, height) in enumerate(rects):
        for other_x, other_y, other_width, other_height in rects[index + 1 :]:
            apart_x = x + width <= other_x or other_x + other_width <= x
            apart_y = y + height <= other_y or other_y + other_height <= y
            assert apart_x or apart_y
