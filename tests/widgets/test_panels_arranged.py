"""How the browser arranges several panels in the room there is."""

import pytest

from node import answers_of, needs_node

ROOM = {"heading": 24, "least": 210, "most": 48}
ARRANGE = (
    "(count, width, height) => script.arrange(count, 16, 16, { ...ROOM, width, height }, 1).across"
)


@needs_node
@pytest.mark.parametrize(
    ("count", "room", "across"),
    [
        (5, (1248, 660), 3),  # 4 + 1 has cells of the same size
        (5, (1568, 660), 5),
        (4, (1248, 660), 4),
        (6, (1248, 660), 3),
        (2, (4000, 2000), 2),  # the fewest rows first
        (1, (1248, 660), 1),
    ],
)
def test_of_cells_of_one_size_rows_are_few_and_then_columns_are(count, room, across):
    function = ARRANGE.replace("ROOM", str(ROOM))
    assert answers_of("shared/panel.js", function, [[count, *room]]) == [across]
