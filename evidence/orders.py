"""Text that gives orders to whoever reads it by machine: it says what a document wants, and states nothing of the world (SPEC CRI-13).

A reader by model may obey such a text, and then quote it letter for letter, so its quotes are refused however exact they are. What is
refused: text that speaks to models or automated readers, that plays a part of the conversation with one, or that rules over answers,
quotes and evidence. Known to let through: a false statement in plain words, which is what that document says; orders in words that are
on none of the lists. Known to refuse: papers that discuss such texts by example.
"""

import re
import unicodedata
from functools import lru_cache

_MACHINE = (
    r"(?:AI|A\.I\.) (?:assistants?|models?|systems?|agents?|readers?)|(?:large )?language models?|LLMs?|chat ?bots?|GPT|"
    r"automated (?:readers?|systems?|tools?|agents?)|(?:for|by|to) software only|crawlers?|indexers?|(?:whatever|any|the) model (?:that )?reads|"
    r"Sprachmodelle?n?s?|KI-Assisten\w+|mod[eè]les? de langage|modelos? de lenguaje|au mod[eè]le|al modelo"
)
_ROLES = (
    r"assistants?|models?|extractors?|critics?|generators?|finders?|auditors?|reviewers?|readers?|retrievers?|software|"
    r"a machine|the operator|Assistent\w*|Modell|аудитор\w*|модел\w*|ассистент\w*"
)
_WORK = (
    r"answer(?:s|ed|ing)?|repl(?:y|ies)|output|quot(?:e|es|ing)|cite|citation|evidence|passage|sufficient|insufficient|supported|unsupported|"
    r"verdict|follow-up|near-miss\w*|conflict(?:s)?|confidence|question|subject (?:is|was|gate|confirmed|found|settled)|extract(?:ion)?|"
    r"record that|report (?:only|this|that)|approve|as proven|stop searching|Widerspruch|belegt|antwort\w*|подтверд\w*|réponse|répond\w*"
)
_ORDER = (
    r"must|should|shall|may not|do not|don't|never|only|ignore|disregard|forget|override|please|use|treat|return|give|state|say|tell|write|"
    r"answer|report|rule|record|keep|mark|copy|name|ask|vergiss|melde|bewerte|ignorez|ne cherchez|rendez|ignora"
)
_SPOKEN_TO = re.compile(rf"(?<![\w-])(?:{_MACHINE})(?![\w-])", re.IGNORECASE)
_ROLE = re.compile(rf"(?<![\w-])(?:{_ROLES})(?![\w-])", re.IGNORECASE)
_AT_WORK = re.compile(rf"(?<![\w-])(?:{_WORK})(?![\w-])", re.IGNORECASE)
_ORDERED = re.compile(rf"(?<![\w-])(?:{_ORDER})(?![\w-])", re.IGNORECASE)
_PARTS_OF_A_TALK = re.compile(
    r"<\|[\w|]+\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|</?(?:system|untrusted|tool_\w+|passage|assistant)\b[^>]*>|"
    r"(?:^|[\n>#|])\s*(?:SYSTEM|ASSISTANT|FINDER|CRITIC|AUDITOR|EXTRACTOR|GENERATOR|ANALYST)\s*[:=]|={3,} ?(?:BEGIN|END) (?:OF )?\w+ ?={3,}|"
    r"\b(?:sufficient|conflict|subject_found|requires_more_context|follow_up_query|passage_id|audited|supported_by|evidence_id)\b\s*[=:\"']|"
    r"\"(?:facts|quotes|verdicts|subjects|sufficient|role)\"\s*:|\[E\d+\]|\[(?:end of )?passage\b[^\]]*\]|->\s*(?:un)?supported\b|"
    r"\b(?:reader_instruction|answer_cache|passage_id|evidence_ids?|fact_id|supported_by|requires_more_context|suggested_query)\b",
)
_OVER_ANSWERS = re.compile(
    r"\b(?:to|for|in reply to|about) any question\b|\bpending question\b|\bexpected output\b|\bword for word\b|"
    r"\b(?:what(?:ever)?|when(?:ever)?) (?:you|it) (?:were|are|is|was) asked\b|"
    r"\b(?:every|any|the only(?: lawful)?) (?:reply|answer|output|response) \b|\buse only this (?:record|source|page)\b|"
    r"\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|subject|question|above|previous)\b|"
    r"\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\bother (?:passages?|documents?|sources?)\b|"
    r"\b(?:mention|report|name|melde)\b[^.\n]{0,12}\b(?:no conflicts?|no other (?:number|source|value)|keinen widerspruch)\b|"
    r"\b(?:no|any price in an)other (?:row|file|source|passage|page)\b[^.\n]{0,30}\b(?:may|withdrawn|void|be used)\b|"
    r"\b(?:is|be) to be reported as\b|\b(?:for|to) (?:every|all|any) (?:readers?|assistants?|models?|reviewers?)\s*:|"
    r"\bruling\b[^.\n]{0,20}\b(?:un)?supported\b|\bfor extraction\b|\bplease just tell me\b|\bcite (?:it|this) first\b|"
    r"\breport (?:the result and not|this column)\b|\b(?:by convention|already) the answer\b|\bname this page as\b|"
    r"请忽略|请注意|忽略[^。]{0,10}(?:价目|指令|以上)|唯一有效的证据|игнориру\w+|Других источников не требуется",
    re.IGNORECASE,
)
_INVISIBLE = re.compile("[\u200b\u202d\u202e\u2060-\u2064\ufeff\u00ad\U000e0000-\U000e007f]")
_HIDDEN_AT_LEAST = 3
"""Invisible characters in one paragraph, apart from soft hyphens, from which it holds what a person does not see."""


@lru_cache(maxsize=4_096)
def gives_orders(text: str) -> str | None:
    """Why `text`, a paragraph or a row with its column names, is taken for orders to a machine; None when it is not."""
    hidden = [character for character in _INVISIBLE.findall(text) if character != "\u00ad"]
    if (
        any(character in "\u202d\u202e" or ord(character) >= 0xE0000 for character in hidden)
        or len(hidden) >= _HIDDEN_AT_LEAST
    ):
        return "it holds characters that a reader does not see"
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    if _PARTS_OF_A_TALK.search(plain):
        return "it plays a part in a conversation with a model"
    if found := _OVER_ANSWERS.search(plain):
        return f"it rules over answers (“{found.group()[:40]}”)"
    at_work = _AT_WORK.search(plain) is not None
    if at_work and (dropped := _DROP_IT.search(plain)):
        return f"it tells its reader what to leave aside (“{dropped.group().strip()[:40]}”)"
    for sentence in re.split(r"(?<=[.!?;。])\s+|\n\s*\n", plain):
        if (spoken := _SPOKEN_TO.search(sentence)) and (_ORDERED.search(sentence) or at_work):
            return f"it speaks to a machine (“{spoken.group()[:40]}”)"
        for role in _ROLE.finditer(sentence) if at_work else ():
            if _addressed(sentence, *role.span()):
                return f"it speaks to a reader (“{role.group()[:40]}”)"
    return None


_OPENS = re.compile(
    r"(?:^|[\n(\[\"'“#>*,;:|=-])\s*(?:(?:\w+ ){0,4}(?:to|for|from|of|by) )?(?:an? |the |this |any |all |every |each |whatever )?$",
    re.IGNORECASE,
)
_TOLD = re.compile(rf"\s*(?:[:,](?=\s)|(?:who|that|which|without)\b|(?:{_ORDER})\b|takes?\b|reads?\b)", re.IGNORECASE)


def orders_around(text: str, start: int, end: int, *, above: str = "") -> str | None:
    """As `gives_orders`, for the paragraph that holds the stretch, and for what stands above it: title, heading, column names."""
    opens = max((match.end() for match in _BREAK.finditer(text, 0, start)), default=0)
    closes = _BREAK.search(text, end)
    return gives_orders(text[opens : closes.start() if closes else len(text)]) or (
        gives_orders(above) if above else None
    )


_BREAK = re.compile(r"\n[ \t]*\n")


_DROP_IT = re.compile(
    r"(?:^|[.;:!\n])\s*(?:please )?(?:ignore|disregard|forget|override)\s+(?:the|all|any|every|this|that|what)\b[^.\n]{0,40}",
    re.IGNORECASE,
)


def _addressed(sentence: str, start: int, end: int) -> bool:
    """Whether a word for a reader is spoken to: "Assistant: …", "for every reader:", "an auditor who meets this answers"."""
    return _OPENS.search(sentence[:start]) is not None and _TOLD.match(sentence[end:]) is not None
