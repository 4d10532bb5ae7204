"""Faults in one term: an opposite, an accounting term, a role, a nationality, or a position in an order."""

import random
import re

from .mutate_dates import ordinal_of
from .variants import Context, Operator, Table, like, put, read_pairs, some

_OPPOSITES = Table(
    read_pairs(
        """
    increased ↔ decreased; increases ↔ decreases; increase ↔ decrease; increasing ↔ decreasing; rose ↔ fell;
    rising ↔ falling; grew ↔ shrank; growing ↔ shrinking; gained ↔ lost; growth ↔ decline; declined ↔ increased;
    declines ↔ increases; dropped ↔ rose; higher ↔ lower; highest ↔ lowest; larger ↔ smaller; largest ↔ smallest;
    biggest ↔ smallest; older ↔ younger; oldest ↔ youngest; longer ↔ shorter; longest ↔ shortest; faster ↔ slower;
    better ↔ worse; best-known ↔ least-known; greater ↔ smaller; greatest ↔ smallest; stronger ↔ weaker;
    upper ↔ lower; maximum ↔ minimum; improved ↔ worsened; accepted ↔ rejected; accept ↔ reject; approved ↔ rejected;
    supported ↔ opposed; supports ↔ opposes; won ↔ lost; win ↔ lose; victory ↔ defeat; success ↔ failure;
    successful ↔ unsuccessful; successfully ↔ unsuccessfully; bought ↔ sold; purchased ↔ sold; opened ↔ closed;
    entered ↔ left; arrived ↔ departed; joined ↔ left; includes ↔ excludes; including ↔ excluding;
    included ↔ excluded; allowed ↔ prohibited; allows ↔ prohibits; permitted ↔ prohibited; legal ↔ illegal;
    northern ↔ southern; eastern ↔ western; northeast ↔ southwest; northwest ↔ southeast; north ↔ south; east ↔ west;
    positive ↔ negative; positively ↔ negatively; internal ↔ external; male ↔ female; men ↔ women; boys ↔ girls;
    father ↔ mother; son ↔ daughter; brother ↔ sister; husband ↔ wife; uncle ↔ aunt; king ↔ queen; above ↔ below;
    inside ↔ outside; strengthened ↔ weakened; effective ↔ ineffective; possible ↔ impossible; public ↔ private;
    rural ↔ urban; temporary ↔ permanent; direct ↔ indirect; directly ↔ indirectly; formal ↔ informal; common ↔ rare;
    popular ↔ unpopular; stable ↔ unstable; dependent ↔ independent; odd ↔ even;
    ancient ↔ modern; agreed ↔ refused; praised ↔ criticised; confirmed ↔ denied; failed to ↔ managed to;
    encouraged ↔ discouraged; attacked ↔ defended; significant ↔ insignificant; majority ↔ minority; import ↔ export;
    imports ↔ exports; imported ↔ exported; hardware ↔ software; employer ↔ employee; buyer ↔ seller;
    licensor ↔ licensee; lessor ↔ lessee; borrower ↔ lender; plaintiff ↔ defendant; tenant ↔ landlord;
    lowest ↔ highest; reduced ↔ increased; reduces ↔ increases; reduce ↔ increase; raised ↔ lowered;
    expanded ↔ contracted; favorable ↔ unfavorable; favorably ↔ unfavorably; advantage ↔ disadvantage;
    mandatory ↔ optional; required ↔ optional; upward ↔ downward; appreciation ↔ depreciation
"""
    )
)
_COMPASS = Table(
    read_pairs(
        """
    North ↔ South; Northern ↔ Southern; East ↔ West; Eastern ↔ Western
"""
    )
)
_MUST_FOLLOW = {
    word: re.compile(pattern)
    for word, pattern in {
        "above": r" (?:the|\d)",
        "rose": r" (?:by|to|from|\d)",
        "raised": r" (?:its|the|taxes)",
        "entered": r" (?:the|[A-Z])",
        "public": r" (?:school|company|university|sector)",
        "private": r" (?:school|company|university|sector)",
        "lost": r" (?:the|its|his|her|their|than|\d)\b",
        "left": r" (?:the|its|his|her|their)\b",
        "closed": r" (?:the|its|by)\b",
        "lower": r" (?:the|than|by)\b",
        "minority": r" of\b",
        "majority": r" of\b",
        "agreed": r" to\b",
        "included": r" (?!in\b|a\b|as\b|within\b|with\b|on\b|at\b|among\b|under\b)",
        "growth": r"(?! (?:rate|factor|of the))",
        "allowed": r" (?!for\b|\w+ to\b)",
        "higher": r" (?!education|level|secondary|court)",
        "better": r" (?!known|self)",
        "older": r" (?!house)",
        "longer": r" (?!\.)",
    }.items()
}
_MUST_PRECEDE = {
    word: re.compile(pattern)
    for word, pattern in {
        "common": r"\b(?:more|most|very|is|are) $",
        "growth": r"\b(?:revenue|sales|population|income|the|economic) $",
        "son": r"\b(?:his|her|the|a) $",
        "longer": r"(?<!\bno) $",
        "better": r"(?<!\bno) $",
        "including": r"(?<!\bnot) $",
        "won": r"(?<!\bwas) $",
        "possible": r"(?<!\bas) $",
        "similar": r"(?<!\bnot) $",
    }.items()
}
_NEVER_TURNED = frozenset(
    ("even", "required", "direct", "import", "contracted", "odd", "queen", "king", "opened", "independent")
)


def opposite(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a word to its opposite: increased → decreased, north → south, won → lost.

    The opposite must not be in the paragraph, since the new sentence may then be true.
    """
    found = []
    for start, end, old, new in [*_OPPOSITES.hits(sentence), *_COMPASS.hits(sentence)]:
        low, before, after = old.lower(), sentence[:start], sentence[end:]
        if low in _NEVER_TURNED or re.search(rf"\b{re.escape(new)}\b", context.paragraph):
            continue
        follows, precedes = _MUST_FOLLOW.get(low), _MUST_PRECEDE.get(low)
        if (follows is None or follows.match(after)) and (precedes is None or precedes.search(before)):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


_TERMS = Table(
    read_pairs(
        """
    gross ↔ net; assets ↔ liabilities; basic ↔ diluted; revenue ↔ net income; revenues ↔ expenses;
    current ↔ non-current; short-term ↔ long-term; receivable ↔ payable; operating ↔ financing;
    before tax ↔ after tax; debit ↔ credit; income ↔ expense; inflows ↔ outflows; inflow ↔ outflow; profit ↔ loss;
    cash provided by ↔ cash used in; deferred tax assets ↔ deferred tax liabilities; domestic ↔ foreign;
    depreciation ↔ appreciation; underfunded ↔ overfunded; undervalued ↔ overvalued; lessee ↔ lessor;
    dividends ↔ interest; preferred stock ↔ common stock; fixed ↔ variable; purchase ↔ sale; unrealized ↔ realized;
    unaudited ↔ audited
"""
    )
)


def accounting_term_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Replace an accounting term by its counterpart: gross → net, assets → liabilities, basic → diluted."""
    if not re.search(
        r"\b(?:compan|fiscal|revenue|income|assets|share|tax|million|net|cash|lease|stock|financial)", sentence.lower()
    ):
        return []
    return some(
        rng,
        [
            put(sentence, start, end, new)
            for start, end, old, new in _TERMS.hits(sentence)
            if not re.search(rf"\b{re.escape(new)}\b", sentence, re.I)
            and not (
                old.lower() == "income"
                and (
                    re.match(r" (?:tax|from|statement)", sentence[end:])
                    or re.search(r"(?i)\b(?:comprehensive|net|operating) $", sentence[:start])
                )
            )
            and not re.match(r" (?:and|or)\b|[-/]", sentence[end:])
            and not re.search(r"\b(?:and|or) $|-$", sentence[:start])
        ],
    )


_ROLES = (
    "chairman",
    "chief executive",
    "chief executive officer",
    "chief financial officer",
    "chief operating officer",
    "president",
    "vice president",
    "treasurer",
    "secretary",
    "director",
    "producer",
    "screenwriter",
    "actor",
    "actress",
    "singer",
    "guitarist",
    "drummer",
    "bassist",
    "author",
    "editor",
    "journalist",
    "professor",
    "lawyer",
    "physician",
    "architect",
    "engineer",
    "mayor",
    "governor",
    "senator",
    "ambassador",
    "bishop",
    "emperor",
    "captain",
    "coach",
    "goalkeeper",
    "midfielder",
    "defender",
    "founder",
    "historian",
    "painter",
    "poet",
    "novelist",
    "composer",
    "economist",
    "philosopher",
    "mathematician",
    "chemist",
    "physicist",
    "biologist",
    "psychologist",
    "politician",
    "businessman",
    "judge",
    "general",
    "admiral",
)
_ROLE = re.compile(
    r"(?<![\w-])(?P<role>"
    + "|".join(sorted(_ROLES, key=len, reverse=True))
    + r")(?![\w-])(?! (?:election|meeting|public|manager|general|purpose|population))"
)
_GROUPS = (_ROLES[:9], _ROLES[9:14], _ROLES[14:18], _ROLES[18:26], _ROLES[26:32], _ROLES[32:37], _ROLES[37:])


def role_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a person's role to another of the same kind: chairman → treasurer."""
    found = []
    text = context.paragraph.lower()
    for match in _ROLE.finditer(sentence):
        if match["role"] == "general" and not re.search(r"\b(?:a|the|his|as) $", sentence[: match.start()]):
            continue
        if match["role"] == "general" and re.match(r" [a-z]", sentence[match.end() :]):
            continue
        group = next(group for group in _GROUPS if match["role"] in group)
        choices = [
            role for role in group if role not in text and role not in match["role"] and match["role"] not in role
        ]
        if choices:
            found.append(put(sentence, match.start(), match.end(), rng.choice(choices)))
    return some(rng, found)


_DEMONYMS = (
    "American British Canadian Australian French German Italian Spanish Portuguese Dutch Swedish "
    "Norwegian Danish Finnish Polish Russian Chinese Japanese Korean Indian Brazilian Mexican Irish "
    "Scottish Turkish Greek Egyptian Israeli "
    "Austrian Swiss Belgian Hungarian Czech Romanian Ukrainian Nigerian Kenyan Argentine Chilean Thai "
    "Vietnamese Indonesian"
).split()
_DEMONYM = re.compile(rf"\b(?P<word>{'|'.join(_DEMONYMS)})(?= [a-z])")


def nationality_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a nationality to another: an American author → a Swedish author."""
    choices = [word for word in _DEMONYMS if word[:4] not in context.paragraph]
    return some(
        rng,
        [
            put(sentence, m.start(), m.end(), rng.choice(choices))
            for m in _DEMONYM.finditer(sentence)
            if not sentence[: m.start()].endswith("-")
        ],
    )


_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_ORDINAL = re.compile(
    rf"(?<=\b)(?P<word>{'|'.join(_ORDINALS)}|{'|'.join(word.capitalize() for word in _ORDINALS)})(?=(?:-| )[A-Za-z])"
)
_FIGURE_ORDINAL = re.compile(r"\b(?P<number>\d{1,3})(?:st|nd|rd|th)\b(?! (?:and|to|or) \d|[- –]centur|,? \d{4})")
_PLACED = re.compile(
    r"\b(?P<lead>No\. |number |ranked |Chapter |Section |Article |Note |Item |Part |Act |Episode |Season "
    r"|Version |Level |Phase |Stage |Route |Grade |Division |Type )(?P<number>\d{1,3})(?![\d.,]*\d)"
)


def ordinal_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a position in an order, or a section number, to another: second → third."""
    found = []
    for match in _ORDINAL.finditer(sentence):
        determined = re.search(
            r"(?i)\b(?:the|his|her|its|their|a|an|our|this|\w+['’]s)(?: club['’]s)? $", sentence[: match.start()]
        ) or re.match(r"-\w+est\b|-most", sentence[match.end() :])
        if match["word"][0].isupper() and not re.match(
            r" (?:World|Amendment|Division|Army|Republic|Battle|Fleet|Avenue|Street|Dynasty|Baron|Earl|Duke)",
            sentence[match.end() :],
        ):
            continue
        if not determined or re.match(
            (
                r" (?:two|three|four|few|half|quarter|of all|and|or|to|time in|lady|aid|person|hand|instance|place"
                r"|step)\b|-(?:class|person|hand|party|rate|time|ever)"
            ),
            sentence[match.end() :],
        ):
            continue
        choices = [
            word for word in _ORDINALS[:6] if word != match["word"].lower() and word not in context.paragraph.lower()
        ]
        if choices:
            found.append(put(sentence, match.start(), match.end(), like(match["word"], rng.choice(choices))))
    for match in _FIGURE_ORDINAL.finditer(sentence):
        new = ordinal_of(int(match["number"]) + rng.choice([1, 2]))
        if new not in sentence:
            found.append(put(sentence, match.start(), match.end(), new))
    for match in _PLACED.finditer(sentence):
        changed = str(int(match["number"]) + rng.choice([1, 2, 3]))
        if f"{match['lead']}{changed}" not in context.paragraph:
            found.append(put(sentence, match.start("number"), match.end("number"), changed))
    return some(rng, found)


TERM_FAULTS: tuple[Operator, ...] = (
    opposite,
    accounting_term_changed,
    role_changed,
    nationality_changed,
    ordinal_changed,
)
