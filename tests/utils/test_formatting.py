from functools import partial

import pytest

from minevis.utils import tables
from minevis.utils.formatting import (
    exact_number,
    function_name,
    games_text,
    percent,
    ranges,
    risk_text,
)

ROWS = [{"player": "exact", "won": "38"}, {"player": "csp", "won": "7"}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ranges([1, 2, 3, 5]), "1 to 3, 5"),
        (risk_text(0.5, 1), "at a risk of 50 %"),
        (risk_text(0.85, 4), "at a risk of 85 % for all together"),
        (exact_number(-1234567), "−1,234,567"),
        (function_name(partial(percent, 0.5)), "partial"),
        (tables.text(ROWS), "player  won\nexact    38\ncsp       7"),
        (tables.markdown(ROWS[:1]), "| player | won |\n| --- | --- |\n| exact | 38 |"),
        (tables.html([], "no guess was made"), "<p>no guess was made</p>"),
        (tables.paragraph("1 < 2\nand more"), "<p>1 &lt; 2<br>and more</p>"),
    ],
)
def test_numbers_and_tables_read_well(text, said):
    assert text == said


def test_names_in_a_table_are_no_markup():
    assert "<b>" not in tables.html([{"player": "<b>"}])


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0, "0 of 100 games"),
        (0.94, "94 of 100 games"),
        (0.003, "3 of 1,000 games"),
        (0.9996, "9,996 of 10,000 games"),
        (1, "100 of 100 games"),
        (5e-324, "0 of 1.0 × 10³⁰⁰ games"),
    ],
)
def test_only_certainties_are_all_or_none_of_100_games(chance, text):
    assert games_text(chance) == text
