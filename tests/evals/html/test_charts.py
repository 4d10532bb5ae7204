"""The charts put each value where it belongs, say in words what they draw, and let no text become markup."""

import re

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from pincite.evals.html.charts import (
    Part,
    Point,
    Scale,
    Series,
    axis,
    bar,
    curve,
    differences,
    histogram,
    interval,
    shares,
    times,
)

HOSTILE = '"/><script>alert(1)</script>'


def drawn(markup: str, tag: str) -> list[dict[str, str]]:
    return [node.attrs for node in BeautifulSoup(markup, "html.parser").find_all(tag)]


@pytest.mark.parametrize(
    ("scale", "value", "place"),
    [
        (shares(), 0.0, 0.0),
        (shares(), 0.25, 25.0),
        (shares(0.18), 0.1, 50.0),
        (shares(), 1.4, 100.0),
        (differences(0.08), 0.0, 50.0),
        (differences(0.08), -0.1, 0.0),
        (Scale(0.01, 1.0, (), logarithmic=True), 0.1, 50.0),
    ],
)
def test_a_value_stands_at_its_share_of_the_scale(scale: Scale, value: float, place: float) -> None:
    assert scale.at(value) == pytest.approx(place)


def test_a_scale_of_shares_ends_at_the_next_round_share() -> None:
    assert [text for _, text in shares(0.03).ticks] == ["0%", "1.25%", "2.5%", "3.75%", "5%"]
    assert [text for _, text in shares(0.72).ticks][-1] == "80%"
    assert [text for _, text in differences(0.2).ticks] == ["−20", "−10", "0", "+10", "+20"]


@given(st.lists(st.floats(min_value=0.0, max_value=5_000), max_size=20))
def test_a_scale_of_times_holds_all_of_them_and_never_crowds_its_words(seconds: list[float]) -> None:
    scale = times(seconds)
    assert scale.low < scale.high
    assert all(scale.low <= max(second, 1e-4) * 1.0002 and second <= scale.high * 1.0002 for second in seconds)
    assert 1 <= len(scale.ticks) <= 9


def test_the_parts_of_a_bar_follow_each_other_and_are_reported_in_words() -> None:
    made = bar([Part("right", "right", 6), Part("refused", "refused", 0), Part("false", "false", 2)], 8)
    rects = drawn(made, "rect")
    assert [(rect["class"], rect["x"], rect["width"]) for rect in rects] == [
        (["right"], "0.0%", "75.0%"),
        (["false"], "75.0%", "25.0%"),
    ]
    assert drawn(made, "svg")[0]["aria-label"] == "6 right, 2 false, of 8"


def test_an_interval_is_a_point_on_a_line_and_nothing_where_nothing_was_counted() -> None:
    made = interval(0.5, 0.4, 0.7, shares(), "point", "precision: 50% (40–70)")
    assert drawn(made, "circle")[0]["cx"] == "50.0%"
    assert ("40.0%", "70.0%") in [(line["x1"], line["x2"]) for line in drawn(made, "line")]
    empty = interval(None, None, None, shares(), "point", "–")
    assert not drawn(empty, "circle")
    assert {line["class"][0] for line in drawn(empty, "line")} == {"grid"}


def test_a_curve_joins_its_points_in_order_and_names_both_axes() -> None:
    points = (Point(0.2, 0.0, 0.0, 0.1, "1"), Point(0.6, 0.1, 0.05, 0.2, "2"))
    made = curve([Series("first", "product", points)], shares(), shares(0.2), x_label="answered", y_label="false")
    assert [(circle["cx"], circle["cy"]) for circle in drawn(made, "circle")] == [
        ("20.0%", "100.0%"),
        ("60.0%", "50.0%"),
    ]
    words = [node.get_text() for node in BeautifulSoup(made, "html.parser").find_all("text")]
    assert {"answered", "false", "1", "2", "0%", "20%", "100%"} <= set(words)
    assert drawn(made, "svg")[0]["aria-label"] == "false, over answered. product: 0% at 20%, 10% at 60%"


def test_a_histogram_counts_every_value_once_also_at_the_ends() -> None:
    scale = times([0.01, 1.0])
    bars = drawn(histogram([0.01, 0.01, 1.0], scale, [("median", 0.1)], "times"), "rect")
    assert [column["height"] for column in bars] == ["100.0%", "50.0%"]
    assert all(float(column["x"][:-1]) + float(column["width"][:-1]) <= 100 for column in bars)


def test_words_in_a_chart_stay_words() -> None:
    series = [Series("first", HOSTILE, (Point(0.5, 0.5, 0.4, 0.6, HOSTILE),))]
    scale = Scale(0.0, 1.0, ((0.0, HOSTILE),))
    made = [
        bar([Part("right", HOSTILE, 1)], 1),
        interval(0.5, 0.4, 0.6, scale, "point", HOSTILE),
        axis(scale),
        curve(series, scale, scale, x_label=HOSTILE, y_label=HOSTILE),
        histogram([0.5], scale, (), HOSTILE),
    ]
    for markup in made:
        assert "<script" not in markup
        assert not re.search(r"\son\w+=|style=", markup)
