"""Words that deny, limit or hedge, and pairs that mean the opposite: the stated lists the guards read by."""

from .synonyms import one_spelling


def _listed(words: str) -> frozenset[str]:
    """The words, and what `tokens` makes of them."""
    return frozenset(words.split()) | frozenset(one_spelling(word) for word in words.split())


NEGATIONS = _listed("not no never none nor neither nobody nothing nowhere without non hardly")
FAILURES = _listed(
    "fail failed fails failing unable refuse refused refuses lack lacks lacked lacking deny denied denies"
)
"""Verbs that deny what follows them."""

HEDGES = _listed(
    "may might could possibly possible probably probable likely perhaps potentially potential reportedly allegedly "
    "alleged supposedly "
    "apparently seems seem seemed expected expects expect estimated assumed believed tried tries attempted attempt "
    "attempts planned plans intends intended proposed hopes hoped suggested suggests considering tentatively "
    "unlikely purportedly "
    "presumably rumoured rumored thought"
)
"""Words that state a thing as less than certain or less than done."""

UNIVERSAL = _listed(
    "all every each always never none entire entirely whole wholly only sole solely exclusively completely fully "
    "whatsoever everywhere "
    "everyone everything invariably throughout"
)
LIMITED = _listed(
    "most many some several majority minority part portion primarily mainly largely mostly usually generally often "
    "partly partially "
    "sometimes certain few occasionally typically significant substantial varying principally chiefly frequently "
    "particularly nearly "
    "almost originally initially"
)
"""Quantities and frequencies short of all."""

_OPPOSITES = """
increase decrease|increase decline|increase fall|increase drop|increase reduce|increase lower|increase shrink|increase diminish|rise fall
rise decline|rise drop|rise decrease|grow shrink|grow decline|grow fall|grow decrease|gain loss|gain lose|climb fall|climb drop|climb decline
profit loss|higher lower|high low|greater less|greater fewer|greater smaller|more less|more fewer|more least|larger smaller|large small
big small|above below|over under|before after|prior after|prior follow|before follow|precede follow|earlier later|early late|former latter
first last|first final|maximum minimum|most least|best worst|better worse|win lose|won lost|defeat lose|accept reject|accept refuse
approve reject|allow forbid|allow prohibit|permit prohibit|permit forbid|require forbid|include exclude|inside outside|within outside
internal external|domestic foreign|north south|east west|northern southern|eastern western|northeast southwest|northwest southeast
northeast northwest|southeast southwest|left right|upper lower|top bottom|begin end|begin finish|start end|start finish|open close|open shut
buy sell|bought sold|purchase sell|acquire sell|lend borrow|import export|asset liability|credit debit|income expense|inflow outflow
positive negative|favorable unfavorable|favourable unfavourable|support oppose|for against|ally enemy|friend enemy|male female|man woman
son daughter|father mother|brother sister|husband wife|king queen|public private|formal informal|legal illegal|true false|alive dead
live die|born died|arrive depart|enter leave|join leave|appoint dismiss|hire fire|strengthen weaken|improve worsen|expand contract
expand shrink|widen narrow|accelerate slow|appreciate depreciate|majority minority|short long|shorter longer|old young|older younger
daily weekly|daily monthly|daily annual|weekly monthly|weekly annual|monthly quarterly|monthly annual|quarterly annual|quarterly yearly
hundred thousand|thousand million|million billion|billion trillion|hundreds thousands|thousands millions|millions billions|dozens hundreds
half third|half quarter|third quarter|double triple|double halve|voluntary mandatory|optional mandatory|optional required
temporary permanent|direct indirect|directly indirectly|gross net|fixed variable|secured unsecured|audited unaudited|known unknown
current former|current previous|new old|already yet|still former|outnumber fewer|pre post|minor major|urban rural|oldest youngest|largest smallest
longest shortest|highest lowest|earliest latest|succeed fail|success failure|ascend descend|senior junior|cash stock
"""

OPPOSITES: dict[str, frozenset[str]] = {}
"""Word or stem → the words that say the contrary of it."""

SUPERLATIVES = _listed(
    "largest biggest smallest highest lowest earliest latest oldest youngest longest shortest best worst first last "
    "greatest fastest "
    "most least leading main major tallest richest strongest"
)


def _fill() -> None:
    from .words import stem

    found: dict[str, set[str]] = {}
    for pair in _OPPOSITES.replace("\n", "|").split("|"):
        if pair:
            one, other = pair.split()
            for here, there in ((one, other), (other, one)):
                for key in {here, stem(here)}:
                    found.setdefault(key, set()).update({there, stem(there)})
    OPPOSITES.update({word: frozenset(others) for word, others in found.items()})


_fill()
