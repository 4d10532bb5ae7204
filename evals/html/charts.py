"""Charts as inline SVG, without scripts or network, with a constant text size on any screen.

Horizontal positions are percentages of the width, so a narrow chart keeps its text size. Colours and line widths come
from the style of the page, by class. Every chart has a text description, and every figure is also shown as text.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

from markupsafe import Markup

Tick = tuple[float, str]


class Scale(NamedTuple):
    """Converts a value to a position between the ends of an axis. `ticks`: values with their labels."""

    low: float
    high: float
    ticks: tuple[Tick, ...]
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """Return the position of a value from `low` to `high`, in percent. A value beyond an end is placed there.

        Example: `shares(1.0).at(0.25)` gives `25.0`.
        """
        low, high, place = (
            log10(each) if self.logarithmic else each for each in (self.low, self.high, self._held(value))
        )
        return round(100 * (place - low) / (high - low), 2)

    def _held(self, value: float) -> float:
        return min(max(value, self.low), self.high)


def shares(highest: float = 1.0) -> Scale:
    """Return a scale of shares, from 0% to the first round share above `highest`.

    Example: `shares(0.13).high` gives `0.2`.
    """
    top = next(limit for limit in (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if limit >= min(highest, 1.0))
    return Scale(0.0, top, tuple((top * part / 4, f"{100 * top * part / 4:g}%") for part in range(5)))


def differences(widest: float) -> Scale:
    """Return a scale of differences in percentage points on both sides of 0; `widest`: the largest distance from 0."""
    top = next(limit for limit in (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if limit >= min(widest, 1.0))
    return Scale(-top, top, tuple((top * part / 2, _signed(100 * top * part / 2)) for part in range(-2, 3)))


def times(seconds: Sequence[float]) -> Scale:
    """Return a logarithmic scale of times, from the round time below the shortest to the round time above the longest."""
    shortest, longest = (max(bound, 1e-4) for bound in (min(seconds, default=0.01), max(seconds, default=1.0)))
    low, high = _round_below(shortest), _round_above(longest)
    if low == high:
        high = _round_above(low * 1.01)
    rounds = [tick for tick in _rounds(low, high) if low <= tick <= high * 1.0001]
    if len(rounds) > 6:
        rounds = [tick for tick in rounds if f"{tick:e}".startswith("1")]
    return Scale(low, high, tuple((tick, _time(tick)) for tick in rounds), logarithmic=True)


class Part(NamedTuple):
    """A part of a bar: its CSS class, its label and its count."""

    kind: str
    name: str
    number: int


def bar(parts: Sequence[Part], most: int) -> Markup:
    """Return one stacked bar. `most` is the count of the whole width."""
    total = sum(part.number for part in parts)
    described = ", ".join(f"{part.number} {part.name}" for part in parts if part.number) or "none"
    drawn, start = [], 0
    for part in parts:
        if part.number:
            drawn.append(
                Markup('<rect class="{}" x="{}%" width="{}%" y="0" height="100%"/>').format(
                    part.kind, _share(start, most), _share(part.number, most)
                )
            )
        start += part.number
    return _svg("chart-bar", f"{described}, of {total}", drawn)


def interval(
    value: float | None, low: float | None, high: float | None, scale: Scale, kind: str, described: str
) -> Markup:
    """Return the SVG of a point with its interval as a line, or only the grid if nothing was counted."""
    drawn = grid(scale)
    if low is not None and high is not None:
        start, end = scale.at(low), scale.at(high)
        drawn.append(_line("whisker", start, 50, end, 50))
        drawn += [
            Markup('<line class="whisker" x1="{0}%" x2="{0}%" y1="38%" y2="62%"/>').format(end_point)
            for end_point in (start, end)
        ]
    if value is not None:
        drawn.append(Markup('<circle class="{}" cx="{}%" cy="50%" r="5"/>').format(kind, scale.at(value)))
    return _svg("chart-row", described, drawn)


def grid(scale: Scale) -> list[Markup]:
    """Return a line at each tick, with a stronger line at 0 of a two-sided scale."""
    return [
        _line("zero" if value == 0 and scale.low < 0 else "grid", scale.at(value), 0, scale.at(value), 100)
        for value, _ in scale.ticks
    ]


def axis(scale: Scale) -> Markup:
    """Return the labels of a scale, for above or below the rows that share it."""
    written = Markup("").join(
        Markup('<text x="{}%" y="0.9em" text-anchor="{}">{}</text>').format(scale.at(value), _anchor(at), text)
        for value, text in scale.ticks
        for at in (scale.at(value),)
    )
    return Markup('<svg class="chart-axis" aria-hidden="true">{}</svg>').format(written)


class Point(NamedTuple):
    """A point of a curve. `y_low` to `y_high`: its interval. `mark`: its label."""

    x: float
    y: float
    y_low: float
    y_high: float
    mark: str = ""


class Series(NamedTuple):
    kind: str
    name: str
    points: tuple[Point, ...]


def curve(series: Sequence[Series], across: Scale, up: Scale, *, x_label: str, y_label: str) -> Markup:
    """Return a chart with one curve for each series. Each point has its interval as a line."""
    drawn = [_line("grid", 0, 100 - up.at(value), 100, 100 - up.at(value)) for value, _ in up.ticks]
    drawn += [_line("grid", across.at(value), 0, across.at(value), 100) for value, _ in across.ticks]
    for value, text in up.ticks:
        drawn.append(
            Markup('<text x="0" dx="-0.6em" y="{}%" dy="0.35em" text-anchor="end">{}</text>').format(
                100 - up.at(value), text
            )
        )
    for value, text in across.ticks:
        drawn.append(
            Markup('<text x="{}%" y="100%" dy="1.5em" text-anchor="middle">{}</text>').format(across.at(value), text)
        )
    drawn.append(Markup('<text class="name" x="0" dx="-2.9em" y="0" dy="-1.1em">{}</text>').format(y_label))
    drawn.append(Markup('<text class="name" x="100%" y="100%" dy="3em" text-anchor="end">{}</text>').format(x_label))
    for line in series:
        drawn += _drawn_series(line, across, up)
    names = "; ".join(
        f"{line.name}: " + ", ".join(f"{100 * point.y:.0f}% at {100 * point.x:.0f}%" for point in line.points)
        for line in series
    )
    return _svg("chart-curve", f"{y_label}, over {x_label}. {names}", drawn)


def _drawn_series(series: Series, across: Scale, up: Scale) -> list[Markup]:
    drawn: list[Markup] = []
    places = [(across.at(point.x), 100 - up.at(point.y)) for point in series.points]
    for (x1, y1), (x2, y2) in pairwise(places):
        drawn.append(_line(f"run {series.kind}", x1, y1, x2, y2))
    for point, (x, y) in zip(series.points, places, strict=True):
        drawn.append(_line(f"reach {series.kind}", x, 100 - up.at(point.y_low), x, 100 - up.at(point.y_high)))
        if series.kind == "first":
            drawn.append(Markup('<circle class="dot first" cx="{}%" cy="{}%" r="5"/>').format(x, y))
        else:
            square = '<rect class="dot {}" x="{}%" y="{}%" width="9" height="9" transform="translate(-4.5 -4.5)"/>'
            drawn.append(Markup(square).format(series.kind, x, y))  # nosec B704 # all values are escaped
        if point.mark:
            drawn.append(Markup('<text class="mark" x="{}%" y="{}%" dx="8" dy="-6">{}</text>').format(x, y, point.mark))
    return drawn


BINS = 28


def histogram(values: Sequence[float], scale: Scale, marks: Iterable[tuple[str, float]], described: str) -> Markup:
    """Return a histogram over equal intervals of the scale, with lines at the `marks`."""
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, int(scale.at(value) / 100 * BINS))] += 1
    most = max(counts, default=0) or 1
    drawn = grid(scale)
    for number, count in enumerate(counts):
        if count:
            tall = round(100 * count / most, 1)
            drawn.append(
                Markup('<rect class="fill" x="{}%" width="{}%" y="{}%" height="{}%"/>').format(
                    round(100 * number / BINS, 2), round(100 / BINS - 0.3, 2), round(100 - tall, 1), tall
                )
            )
    drawn += [_line(kind, scale.at(value), 0, scale.at(value), 100) for kind, value in marks]
    return _svg("chart-histogram", described, drawn)


def _svg(kind: str, described: str, drawn: Iterable[Markup]) -> Markup:
    inner = Markup("").join(drawn)
    return Markup('<svg class="{}" role="img" aria-label="{}">{}</svg>').format(kind, described, inner)


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> Markup:
    return Markup('<line class="{}" x1="{}%" y1="{}%" x2="{}%" y2="{}%"/>').format(kind, x1, y1, x2, y2)


def _share(count: int, most: int) -> float:
    return round(100 * count / most, 2) if most else 0.0


def _anchor(at: float) -> str:
    """Return the text anchor that keeps labels at the ends within the chart."""
    return "start" if at <= 0 else "end" if at >= 100 else "middle"


def _signed(points: float) -> str:
    return "0" if not points else f"{points:+g}".replace("-", "−")


def _rounds(low: float, high: float) -> list[float]:
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    return [float(f"{step}e{power}") for power in powers for step in (1, 2, 5)]


def _round_below(value: float) -> float:
    return max(tick for tick in _rounds(value, value) if tick <= value * 1.0001)


def _round_above(value: float) -> float:
    return min(
        tick for tick in [*_rounds(value, value), float(10 ** ceil(log10(value) + 0.01))] if tick >= value * 0.9999
    )


def _time(seconds: float) -> str:
    return f"{1000 * seconds:g} ms" if seconds < 1 else f"{seconds:g} s"
