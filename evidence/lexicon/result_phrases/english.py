"""The words of calculated results in English. `calculation.result_words.ResultWords` describes each.

Origin: written for this project.
"""

from collections.abc import Mapping

WORDS: Mapping[str, object] = {
    # the value of a calculation
    "amount": "{name} is {result}",
    "day": "{name} is {result}",
    "bounded_day": "{name} is {result}",
    "default": "The result",
    "names": {
        "difference": "The difference",
        "percent_change": "The change",
        "ratio": "The ratio",
        "share": "The share",
        "sum": "The sum",
        "average": "The average",
        "product": "The product",
        "count": "The number",
        "growth_rate": "The compound annual growth rate",
    },
    "definition": "{name} ({period}) is {result} (defined as {meaning})",
    "definition_undated": "{name} is {result} (defined as {meaning})",
    "working": ": {working}",
    "rounded": {"one": "rounded to 1 decimal", "many": "rounded to {count} decimals"},
    "with_figures": ", with {figures}",
    "counted": ": {figures}",
    # the highest or lowest of several items
    "item": "{name} is {items}",
    "highest": "The highest is {items}",
    "lowest": "The lowest is {items}",
    "highest_unnamed": "The highest is {items}",
    "lowest_unnamed": "The lowest is {items}",
    "others": "; the others are {items}",
    # figures by name
    "and_": "and",
    "labelled": "{label} of {amounts}",
    "dated": "{amount} ({column})",
    "unlabelled": "{amount} ({column})",
    "shared": "{figures} ({column})",
    # values
    "marks": ",.",
    "percent": "{number}%",
    "money": "{sign}{symbol}{number}{scale}",
    "per": "per",
    "date": "d MMMM y",
    "scales": {
        "thousand": ("thousand", "thousand"),
        "million": ("million", "million"),
        "billion": ("billion", "billion"),
    },
    "money_scales": {
        "thousand": ("thousand", "thousand"),
        "million": ("million", "million"),
        "billion": ("billion", "billion"),
    },
    "bounds": {
        "at_most": "at most {text}",
        "at_least": "at least {text}",
        "less_than": "less than {text}",
        "more_than": "more than {text}",
        "about": "about {text}",
    },
    "day_bounds": {
        "at_most": "no later than {text}",
        "at_least": "no earlier than {text}",
        "less_than": "before {text}",
        "more_than": "after {text}",
        "about": "about {text}",
    },
    "units": {},
    # the functions of a formula
    "functions": {
        "min": "min",
        "max": "max",
        "floor": "rounded down",
        "ceil": "rounded up",
        "round": "rounded",
        "sqrt": "√",
        "days": "days",
        "months": "full months",
        "years": "full years",
        "month_end": "last day of the month of ",
    },
    "between": ", ",
    "to": " to ",
    # nouns for kinds of results: a name of a result may contain them although its sources do not
    "nouns": "amount total sum number difference percent percentage ratio change average excess rest share limit date day last latest deadline end",
}
