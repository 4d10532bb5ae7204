"""Sentences to test the guards: read from development sets, split, filtered and drawn with a seed.

Each sentence is verbatim in its paragraph, so its paragraph supports it. The sets are read from a path and not stored.
"""

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...evidence.model.frozen import Frozen
from ..sets.question_rows import read_lines, set_name
from .variants import Context
from .verb_groups import verb_groups

_LONGEST_PARAGRAPH = 1400
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"“])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Lt|Capt|Sgt|Rev|Hon|Gov|Sen|Rep|Inc|Ltd|Co|Corp"
    r"|Bros|vs|v|e\.g|i\.e|cf|etc|al"
    r"|approx|ca|c|No|Nos|Vol|Fig|Figs|Sec|Art|pp|p|ed|eds|Mt|Ft|Ave|Blvd|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept"
    r"|Sep|Oct|Nov|Dec"
    r"|[A-Z]|(?:[A-Z]\.)+[A-Z])\.$"
)
_BOUNDARY = re.compile(r"[.!?][\"”’')\]]*(?:\[\d+\])*\s+(?=[\"“‘'(\[]?[A-Z0-9])")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|shall|should|may|might|must|does|do|did"
    r"|\w{3,}ed|became|began|won|lost"
    r"|made|took|led|wrote|rose|fell|grew|held|gave|came|went|said|says|includes?|contains?|shows?|means"
    r"|remains?|requires?|provides?)\b"
)
_CAP = r"[A-Z][A-Za-zÀ-ÿ0-9&]*(?:-[A-Za-zÀ-ÿ0-9]+)*"
_NAME = re.compile(
    rf"(?<![\w.-])(?:(?:[A-Z]\.\s?)*{_CAP})(?:\s(?:(?:of|de|la|le|du|von|van|der|den)\s)?(?:"
    rf"(?:[A-Z]\.\s?)+)?{_CAP})*(?![\w-])"
)
_NO_NAME = frozenset(
    """
    A An The In On At By For From To With And But Or If As It Its He His She Her They Their We Our You Your This
    That These Those There Here When While Where After Before During Since Until Although Though Because However
    Also Both Each Every All Some Many Most Few Several No None Not Only One Two Three Four Five Six Seven Eight
    Nine Ten I Who Which What Why How Other Another Such Under Over Between Among About Through Despite Unlike
    Like Later Early Today Then Thus Of Per More Less Through Within Without Upon Our Note Item Section Table
    Figure Part January February March April May June July August September October November December Monday
    Tuesday Wednesday Thursday Friday Saturday Sunday Spring Summer Autumn Fall Winter First Second Third
    Finally Moreover Furthermore Instead According Based Because Following Prior Mr Mrs Ms Dr Sir
    """.split()
)
_PLACE_LEAD = re.compile(r"\b(?:in|near|at|from) (?:the (?:city|state|town|village|province|county) of )?(?=[A-Z])")


class Sentence(Frozen):
    """A declarative sentence with its paragraph. `origin`: the name of its set, without suffix."""

    text: str
    origin: str
    context: Context


def split_sentences(text: str) -> list[str]:
    """Cut a text at sentence ends and line ends. Abbreviations and initials do not end a sentence.

    Example: `split_sentences("Dr. Lee signed. It ends in May.")` gives `["Dr. Lee signed.", "It ends in May."]`.
    """
    found: list[str] = []
    for line in text.split("\n"):
        start = 0
        for match in _BOUNDARY.finditer(line):
            head = line[start : match.start() + 1]
            if line[match.start()] == "." and _ABBREVIATION.search(head):
                continue
            found.append(line[start : match.end()].strip())
            start = match.end()
        found.append(line[start:].strip())
    return [sentence for sentence in found if sentence]


def well_formed(sentence: str) -> bool:
    """Return whether the text is one complete declarative sentence of 5 to 45 words, with balanced quotes and brackets."""
    words = sentence.split()
    return (
        5 <= len(words) <= 45
        and bool(re.match(r"[\"“‘]?[A-Z][a-z’']*\b|[A-Z]{2,}|\d", sentence))
        and bool(re.search(r"[\w)%\"”’]\.[\"”]?$", sentence))
        and not re.search(
            r"[|?!\t…:]|\.\.|https?:|www\.|&\w+;|\[\w+\]|/\w+/| [.,;]|[a-z]\.[A-Z]|\d{2}[a-z]{4}|  ", sentence
        )
        and all(sentence.count(left) == sentence.count(right) for left, right in ("()", "[]", "“”"))
        and sentence.count('"') % 2 == 0
        and bool(_FINITE.search(sentence) or verb_groups(sentence))
        and sum(word[:1].isupper() for word in words) <= 0.7 * len(words)
    )


def names_in(text: str) -> list[str]:
    """Return the capitalised names in order of appearance, each once. The first word of a sentence counts only if it is
    also a name elsewhere."""
    found: dict[str, None] = {}
    for line in split_sentences(text):
        for match in _NAME.finditer(line):
            words = match[0].split(" ")
            while words and words[0] in _NO_NAME:
                words = words[1:]
            opens = line[: match.end()].endswith(" ".join(words)) and line.startswith(" ".join(words))
            if opens and words[1:2] == ["of"] and not re.search(rf"[a-z,] {re.escape(words[0])}\b", text):
                words, opens = words[2:], False
            name = " ".join(words).removesuffix(" of")
            if not words or len(name) < 3 or words[-1] in _NO_NAME:
                continue
            if opens and len(words) == 1 and not re.search(rf"[a-z,] {re.escape(name)}\b", text):
                continue
            found.setdefault(name)
    return list(found)


def places_in(text: str, names: Iterable[str]) -> list[str]:
    """Return the names that follow "in", "near", "at" or "from" in the text and are not possessive."""
    led = {match.end(): None for match in _PLACE_LEAD.finditer(text)}
    return [
        name
        for name in names
        if any(
            text.startswith(name, at) and text[at + len(name) : at + len(name) + 2] not in {"'s", "’s"} for at in led
        )
    ]


def paragraphs(row: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the running texts of one row as (title, text). Tables are left out; long texts are cut at line ends."""
    docs = row.get("docs")
    for doc in docs if isinstance(docs, list) else []:
        text = doc.get("text")
        if not isinstance(text, str) or "table" in doc or text.count("|") > 2:
            continue
        title = str(doc.get("title") or "").replace("_", " ")
        if len(text) <= _LONGEST_PARAGRAPH:
            yield title, text
            continue
        block = ""
        for line in text.split("\n"):
            if block and len(block) + len(line) > _LONGEST_PARAGRAPH:
                yield title, block
                block = ""
            block = f"{block}\n{line}" if block else line
        if len(block) <= 2 * _LONGEST_PARAGRAPH:
            yield title, block


def read_sentences(path: Path, *, seed: int) -> list[Sentence]:
    """Return every well-formed sentence of one set, in an order drawn with the seed."""
    blocks: dict[str, str] = {}
    for line in read_lines(path):
        for title, text in paragraphs(json.loads(line)):
            blocks.setdefault(text, title)
    known = [(text, title, names_in(text)) for text, title in blocks.items()]
    rng = random.Random(f"{seed} {set_name(path)}")
    rng.shuffle(known)
    sentences = []
    for index, (text, title, names) in enumerate(known):
        other_text, _, other_names = known[index - 1]
        foreign = [name for name in other_names if name not in text and not set(name.split()) & set(text.split())]
        context = Context(
            paragraph=text,
            title=title,
            names=tuple(names),
            places=tuple(places_in(text, names)),
            foreign_names=tuple(foreign),
            foreign_places=tuple(places_in(other_text, foreign)),
        )
        sentences += [
            Sentence(text=sentence, origin=set_name(path), context=context)
            for sentence in dict.fromkeys(split_sentences(text))
            if well_formed(sentence)
        ]
    rng.shuffle(sentences)
    return sentences


def sample_sentences(paths: Sequence[Path], n: int, *, seed: int) -> list[Sentence]:
    """Return at most `n` different sentences, drawn from each set in turn, so that no large set outweighs the others."""
    queues = [iter(read_sentences(path, seed=seed)) for path in paths]
    drawn: dict[str, Sentence] = {}
    while queues and len(drawn) < n:
        for queue in list(queues):
            sentence = next(queue, None)
            if sentence is None:
                queues.remove(queue)
            elif len(drawn) < n:
                drawn.setdefault(sentence.text, sentence)
    return list(drawn.values())
