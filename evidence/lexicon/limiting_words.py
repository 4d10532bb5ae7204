"""Words that limit the meaning of the words around them, pairs of opposites, and opposite sides of a contract.

Origin: written for this project from ordinary English, and extended during development with words of the mutation suite.
"""

NEGATING = "not no never none nor neither nobody nothing nowhere without non hardly"
FAILING = "fail failed fails failing unable refuse refused refuses lack lacks lacked lacking deny denied denies"
"""Verbs that negate the action after them ("failed to pay")."""
HEDGING = (
    "may might could possibly possible probably probable likely perhaps potentially potential reportedly allegedly "
    "alleged supposedly apparently seems seem seemed expected expects expect estimated assumed believed tried tries "
    "attempted attempt attempts planned plans intends intended proposed hopes hoped suggested suggests considering "
    "tentatively unlikely purportedly presumably rumoured rumored thought"
)
"""Words that mark a statement as uncertain or an action as not done."""
UNIVERSAL_WORDS = (
    "all every each always never none entire entirely whole wholly only sole solely exclusively completely fully "
    "whatsoever everywhere everyone everything invariably throughout"
)
LIMITED_WORDS = (
    "most many some several majority minority part portion primarily mainly largely mostly usually generally often "
    "partly partially sometimes certain few occasionally typically significant substantial varying principally "
    "chiefly frequently particularly nearly almost originally initially"
)
"""Quantities and frequencies that mean less than all."""
SUPERLATIVE_WORDS = (
    "largest biggest smallest highest lowest earliest latest oldest youngest longest shortest best worst first last "
    "greatest fastest most least leading main major tallest richest strongest"
)
OPPOSITE_PAIRS = """
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
"""Pairs of words with opposite meanings."""
BINDING_WORDS = frozenset(
    "not no never none nor neither nothing nobody without unless if except excluding excluded exclude other than only "
    "solely just merely provided providing subject whether until till may might could should must can would cannot "
    "shall expected expects expect anticipated anticipates planned plans plan intends intended estimated estimates "
    "forecast forecasts projected proposed potential potentially possible possibly probably likely unlikely perhaps "
    "reportedly allegedly alleged apparently supposedly appears seems suggests suggested said says say saying told "
    "according reported reports claimed claims claim argued argues believed believes believe thought thinks stated "
    "states announced denied asserted contended alleges considered rumored hardly barely almost nearly approximately "
    "about up least most more less fewer however unlike contrary instead rather before after when where while because "
    "conditional contingent assuming absent limited partly partially mainly primarily largely mostly generally "
    "usually typically often sometimes rarely unaudited restated pro forma preliminary tentative respectively total "
    "combined together each consent approval permission".split()
)
"""Words that limit the words around them. A claim may not leave out a part of a sentence that contains one. The list is
long on purpose: an unneeded word only costs a proof, but a missing one lets a claim say more than its source."""
CLAUSE_LIMITS = frozenset(
    "not no never none nor neither without unless if except excluding other than only solely provided subject whether "
    "until till said says saying according claimed claims claim alleged allegedly reportedly denied denies disputed "
    "disputes contested supposedly".split()
)
"""Words that a claim may not leave out even if they are in a separate clause. Other words, such as "may" or "after",
limit only their own clause."""
COUNTERPARTIES = frozenset(
    frozenset(pair.split())
    for pair in (
        "landlord tenant|lessor lessee|buyer seller|purchaser seller|vendor purchaser|buyer supplier|customer supplier|client contractor"
        "|client supplier|employer employee|employer contractor|employer worker|borrower lender|debtor creditor|licensor licensee"
        "|franchisor franchisee|insurer insured|insurer policyholder|mortgagor mortgagee|assignor assignee|transferor transferee"
        "|grantor grantee|payer payee|sender recipient|plaintiff defendant|claimant defendant|principal agent|owner occupier|trustee beneficiary"
    ).split("|")
)
"""Opposite sides of a contract or a transaction. A sentence with one in place of the other states the reverse."""
PLAIN_WORDS = frozenset(
    "a an the this our of in on at by for from to up under with effect per each is are was were be shall has have had".split()
)
"""Words that neither limit a statement nor stand for a name."""
