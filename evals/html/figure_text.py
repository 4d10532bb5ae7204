"""Figures of an evaluation as text: “92% (86–95)”, “−3.1 points (−6.2 to −0.4)”."""

from ...evidence.model.intervals import rate
from ..golden.result import Difference, Figure

NOTHING = "–"


def share_text(value: float | None) -> str:
    """Return a share as a whole percentage, with one decimal below 10%.

    Example: `share_text(0.053)` gives `"5.3%"`, and `share_text(0.5)` gives `"50%"`.
    """
    return NOTHING if value is None else f"{_percent(value)}%"


def figure_text(figure: Figure) -> str:
    """Return a share with its interval."""
    if figure.value is None:
        return NOTHING
    low, high = ends(figure)
    if low is None or high is None:
        return share_text(figure.value)
    return f"{share_text(figure.value)} ({_percent(low)}–{_percent(high)})"


def ends(figure: Figure) -> tuple[float | None, float | None]:
    """Return the ends of the interval of a share. For a share of 0 or 1 this is Wilson's interval: all resamples are
    equal, so a bootstrap would claim certainty."""
    if figure.whole and figure.part in (0.0, figure.whole):
        found = rate(round(figure.part), round(figure.whole))
        return found.low, found.high
    return figure.low, figure.high


def points_text(difference: Difference) -> str:
    """Return a difference of shares in percentage points, with its interval."""
    if difference.value is None:
        return NOTHING
    if difference.low is None or difference.high is None:
        return f"{_points(difference.value)} points"
    return f"{_points(difference.value)} points ({_points(difference.low)} to {_points(difference.high)})"


def _percent(value: float) -> str:
    shown = 100 * value
    return f"{shown:.1f}" if 0.05 <= shown < 9.95 and round(shown, 1) % 1 else f"{shown:.0f}"


def _points(value: float) -> str:
    shown = round(100 * value, 1)
    return "0" if not shown else f"{shown:+g}".replace("-", "−")
