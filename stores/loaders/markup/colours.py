"""Parses the colours of style sheets as red, green, blue and alpha."""

import re
from functools import lru_cache
from typing import NamedTuple

from PIL import ImageColor

_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
_NEAR = 7
"""The maximum difference of a channel (of 255) between two colours that look the same."""


class Colour(NamedTuple):
    red: int
    green: int
    blue: int
    alpha: float = 1.0

    def distance(self, other: "Colour") -> int:
        """Return the greatest difference of a channel.

        Example: black and red are 255 apart.
        """
        return max(abs(own - its) for own, its in zip(self[:3], other[:3], strict=True))

    def looks_like(self, other: "Colour") -> bool:
        return self.distance(other) <= _NEAR


WHITE = Colour(255, 255, 255)
BLACK = Colour(0, 0, 0)


@lru_cache(maxsize=1_024)
def colour_of(value: str) -> Colour | None:
    """Return the colour of a value in lower case; None if it is not a plain colour.

    Example: “#f00” gives the colour with red 255, green 0 and blue 0.
    """
    value = value.strip()
    if value == "transparent":
        return Colour(0, 0, 0, 0.0)
    alpha = 1.0
    function = _FUNCTION.fullmatch(value)
    if function:
        parts = re.split(r"[\s,/]+", function[2].strip())
        if len(parts) == 4:
            number = re.fullmatch(r"(\d*\.?\d+)(%?)", parts[3])
            if number is None:
                return None
            alpha = float(number[1]) / (100 if number[2] else 1)
        elif len(parts) != 3:
            return None
        value = f"{function[1]}({','.join(parts[:3])})"
    try:
        red, green, blue, *rest = ImageColor.getrgb(value[:60])
    except ValueError:
        return None
    return Colour(red, green, blue, rest[0] / 255 if rest else alpha)
