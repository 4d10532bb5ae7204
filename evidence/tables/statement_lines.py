"""The lines of the three primary financial statements, each with its usual labels and the words for it in questions.

The labels are those of filings under US GAAP and IFRS. If a company prints another label, the line is not found, and
the report does not state this.
"""

from collections.abc import Iterator, Mapping

from ..lexicon.finance.line_labels import LINE_LABELS
from .line_items import LineItem

_WITHIN = {
    "<equity_of>": r"(?:(?:share|stock)holders'?'?s? |owners' )?",
    "<whose>": r"(?: attributable to .*| available to .*| of .*)?",
}
"""Parts of patterns that the table names."""


def _read(table: str) -> Iterator[LineItem]:
    for short, pattern in _WITHIN.items():
        table = table.replace(short, pattern)
    for part in table.replace("\n  + ", "").split("# ")[1:]:
        statement, *entries = part.strip().splitlines()
        heads = [place for place, entry in enumerate(entries) if not entry.startswith(" ")]
        for head, end in zip(heads, [*heads[1:], len(entries)], strict=True):
            name, *flags = entries[head].split()
            marked = [(entry[2], entry[4:]) for entry in entries[head + 1 : end]]
            yield LineItem.model_validate(
                {
                    "name": name,
                    "statement": statement,
                    "labels": tuple(pattern for mark, pattern in marked if mark == "="),
                    "said": tuple(pattern for mark, pattern in marked if mark == "?"),
                    **dict.fromkeys(flags, True),
                }
            )


LINES: Mapping[str, LineItem] = {line.name: line for line in _read(LINE_LABELS)}
"""The lines by name."""
