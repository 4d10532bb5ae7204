"""Verbatim proof: decides whether a text states a claim word for word, except for changes that cannot change the
meaning.

Only these changes are allowed:

1. a difference in white space, punctuation or letter case, or between forms that `tokens` treats as equal (1,200 and
   1200, isn't and is not);
2. omitting a part that `omittable_spans` lets a claim omit;
3. moving a leading adverbial to the end, or back;
4. another order of a list without figures (`rewordings`);
5. another form of a possessive ("the death of Ann Lee", "Ann Lee's death").
"""

from collections.abc import Iterator, Sequence

from ..claims.omittable_spans import leads, skips, time_lead
from ..language.tokens import Token, tokens
from ..lexicon.limiting_words import BINDING_WORDS
from .prepared_source import SEPARATOR, SIGNS, Source, bare
from .rewordings import possessives_alike, same_list_in_other_order

_LONGEST = 400  # maximum number of tokens; a longer "sentence" is a table or a list, and is matched only as a whole

Way = str
"""How the source states the claim, in plain English, such as "word for word"."""


def prove(claim: str, source: Source) -> Way | None:
    """Return how `source` states `claim` verbatim, such as "word for word", or None if it does not.

    Example: “In 2019 Acme hired staff.” is stated by “Acme hired staff in 2019.”, in another order.
    """
    said = tuple(tokens(claim))
    keys = [token.key for token in bare(said)]
    if not keys or not any(token.kind != "mark" for token in said):
        return None
    wanted = frozenset(keys)
    if len(wanted - source.vocabulary) > _STRANGE:
        return None
    asks = claim.rstrip().endswith("?")
    if _stands_whole(keys, source, asks=asks):
        return "word for word"
    if len(keys) > _LONGEST:
        return None
    for sentence, there in zip(source.sentences, source.keys, strict=True):
        if len(sentence) > _LONGEST or (_is_asked(source, sentence[-1]) and not asks):
            continue
        if way := _prove_from(said, keys, len(wanted - there), sentence):
            return way
    return None


def _is_asked(source: Source, last: Token) -> bool:
    """Return whether the sentence whose last token is `last` is a question, so that it states nothing.

    Example: the last token of “Is rent due?” gives `True`.
    """
    return "?" in source.text[last.start : last.end + 1]


def _stands_whole(keys: Sequence[str], source: Source, *, asks: bool) -> bool:
    """Return whether the source contains a run of tokens with these comparison keys, from one sentence boundary to
    another. A question counts only if the claim is one (`asks`).

    Example: “Acme grew. Rent fell.” contains “Rent fell.”, and not “Rent”, from one boundary to another.
    """
    needle = SEPARATOR + SEPARATOR.join(keys) + SEPARATOR
    at = source.joined.find(needle)
    for _ in range(20):
        if at < 0:
            return False
        first = source.joined.count(SEPARATOR, 0, at)
        last = first + len(keys) - 1
        states = asks or not _is_asked(source, source.words[last])
        if states and _boundary(source, first - 1) and _boundary(source, last):
            return True
        at = source.joined.find(needle, at + 1)
    return False


_ENDS = frozenset(".!?…。！？；;")
_TITLES = frozenset("mr mister mrs ms dr doctor prof professor st saint vs versus gen general rev hon".split())
_BEFORE_FIGURES = frozenset("no nos fig art sec approx approximately p pp vol ch".split())


def _boundary(source: Source, place: int) -> bool:
    """Return whether a sentence ends after the token at index `place`. The start of the text, -1, counts as a sentence
    end.

    Example: in “Acme grew. Rent fell.”, a sentence ends after the second token, and none after the first.
    """
    if place < 0 or place + 1 >= len(source.words):
        return True
    before, after = source.words[place], source.words[place + 1]
    gap = source.text[before.end : after.start]
    opened = source.text[after.start]
    if "\n\n" in gap.replace(" ", "") or any(mark in gap for mark in "。！？；;"):
        return True
    ended = any(mark in _ENDS for mark in gap) or source.text[before.end - 1] == "."
    if "\n" in gap and not opened.islower() and before.key not in BINDING_WORDS and "," not in gap:
        return True
    if before.key in _TITLES or (before.key in _BEFORE_FIGURES and after.kind == "fact"):
        return False
    return ended and not opened.islower() and len(before.key) > 1


_STRANGE = 2  # words of the claim that the sentence may lack, since another possessive form changes up to two words


def _prove_from(said: Sequence[Token], keys: list[str], strange: int, sentence: Sequence[Token]) -> Way | None:
    """Return how the sentence states the claim, or None. A possessive may have either form. `strange` is the number of
    different words of the claim that the sentence lacks."""
    if way := _prove_as_worded(said, keys, sentence) if not strange else None:
        return way
    mine, theirs = possessives_alike(said), possessives_alike(sentence)
    if strange <= _STRANGE and (len(mine) != len(said) or len(theirs) != len(sentence)):
        return _prove_as_worded(mine, [token.key for token in bare(mine)], theirs)
    return None


def _prove_as_worded(said: Sequence[Token], keys: list[str], sentence: Sequence[Token]) -> Way | None:
    jumps = skips(sentence)
    if _derives(keys, sentence, jumps):
        whole = len(keys) == sum(1 for _ in bare(sentence))
        return "word for word" if whole else "word for word, leaving out what does not bind it"
    for moved in _moved(said, keys, sentence):
        if _derives(moved, sentence, jumps):
            return "in another order"
    return "with a list in another order" if same_list_in_other_order(said, sentence) else None


def _derives(keys: Sequence[str], sentence: Sequence[Token], jumps: dict[int, list[int]]) -> bool:
    """Return whether the claim's tokens remain when omittable parts of the sentence are left out. `keys`: the
    comparison keys of these tokens.

    `jumps` maps the start of each omittable part to its possible ends. All combinations are tried in one pass over the
    tokens.

    Example: “Acme grew” remains of “Acme, a tenant, grew” without “a tenant”.
    """
    size = len(sentence)

    def settle(places: set[int]) -> set[int]:
        done: set[int] = set()
        stack = list(places)
        while stack:
            place = stack.pop()
            if place in done:
                continue
            done.add(place)
            stack.extend(jumps.get(place, ()))
            if place < size and sentence[place].kind == "mark" and sentence[place].key not in SIGNS:
                stack.append(place + 1)
        return done

    here = settle({0})
    for key in keys:
        here = settle({place + 1 for place in here if place < size and sentence[place].key == key})
        if not here:
            return False
    return size in here


def _moved(said: Sequence[Token], keys: list[str], sentence: Sequence[Token]) -> Iterator[list[str]]:
    """Yield the comparison keys of the claim's tokens with a leading adverbial moved to the end, or a final one moved
    to the start.

    Example: for “In 2019, fees rose.”, the words “in 2019” are moved behind “fees rose”.
    """
    for lead in {leads(said), time_lead(said)} - {0}:
        head = [token.key for token in bare(said[:lead])]
        yield keys[len(head) :] + head
    for own in {leads(sentence), time_lead(sentence)} - {0}:
        head = [token.key for token in bare(sentence[:own])]
        if keys[-len(head) :] == head:
            yield head + keys[: -len(head)]
