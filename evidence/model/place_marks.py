"""Marks of text that is not a plain statement of its document, such as a comment. The file's structure shows them."""

from typing import Literal

from .frozen import Frozen

MarkKind = Literal[
    "quoted", "comment", "note", "folded", "revised", "watermark", "overprinted", "unformatted", "disguised"
]
"""Why a stretch of text is not a plain statement of its document.

- `quoted`: a block quote, or a message quoted in a reply
- `comment`: a remark on the document and no part of it
- `note`: speaker notes of a slide
- `folded`: hidden until a person expands it
- `revised`: its paragraph has tracked changes that are not accepted
- `watermark`: words are printed across its page
- `overprinted`: other text, or part of a box, is printed over it
- `unformatted`: the loader of its format cannot recognise what the page strikes out, raises or hides
- `disguised`: it contains a word of lookalike, reordered or invisible characters
"""


class Mark(Frozen):
    kind: MarkKind
    text: str = ""
    """The words of a watermark, the author of a comment, or a disguised word with its code points; empty for other
    marks."""

    def reason(self) -> str:
        """Return why text with this mark is not a plain statement of its document."""
        if self.kind == "watermark":
            return f"“{self.text}” is printed across its page"
        if self.kind == "disguised":
            return f"it contains “{self.text}”, which looks like another word or cannot be seen"
        return _REASONS[self.kind]


_REASONS: dict[MarkKind, str] = {
    "quoted": "the document quotes it",
    "comment": "it is a comment on the document",
    "note": "it is in the speaker's notes",
    "folded": "the page shows it only after a user opens it",
    "unformatted": "struck-out, raised or hidden text of its file cannot be recognised",
    "overprinted": "other text, or part of a box, is printed over it",
    "revised": "its paragraph has tracked changes that are not accepted",
}
