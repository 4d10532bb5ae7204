"""Tables of English verbs, to change plans into actions and sentences into the passive, and to find verbs."""

import re

_IRREGULAR = """
arise arose arisen|beat beat beaten|become became become|begin began begun|bear bore borne|bring brought brought
build built built|buy bought bought|catch caught caught|choose chose chosen|come came come|cut cut cut
deal dealt dealt|do did done|draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen|feel felt felt
fight fought fought|fly flew flown|forbid forbade forbidden|get got got|give gave given|go went gone
grow grew grown|hear heard heard|hold held held|keep kept kept|know knew known|lead led led|leave left left
lend lent lent|lose lost lost|make made made|meet met met|pay paid paid|put put put|rise rose risen|run ran run
say said said|see saw seen|seek sought sought|sell sold sold|send sent sent|set set set|show showed shown
shoot shot shot|sing sang sung|speak spoke spoken|spend spent spent|stand stood stood|steal stole stolen
take took taken|teach taught taught|tell told told|think thought thought|throw threw thrown
undertake undertook undertaken|overthrow overthrew overthrown|win won won|withdraw withdrew withdrawn
write wrote written|rewrite rewrote rewritten
"""
_REGULAR = """
    plan intend hope expect abandon abolish accept accuse achieve acquire adapt add adopt advise advocate affect agree aid allow
    announce annex answer appear apply appoint approve argue arrange arrest arrive assassinate assist attack
    attend attract author award ban base capture carry cause challenge change claim close coach collaborate
    collect command commission compete complete compose comprise conclude conduct confirm conquer consist
    contain continue contribute control convert cover create criticise criticize crown cultivate damage date
    decide declare decline decrease defeat defend define deliver deny depict describe design destroy determine
    develop die direct discover display distribute divide dominate donate earn edit elect eliminate employ
    enable encounter encourage end enforce enter establish evolve examine exceed execute exhibit exist expand
    explain explore export express extend feature file finance finish fire follow force form found fund gain
    generate govern grant guarantee help hire host identify illustrate impact implement import improve include
    increase indicate influence inform inherit inspire instruct introduce invade invent invest investigate
    invite involve issue join kill land last launch license live locate maintain manage manufacture mark marry
    measure mention mentor merge move name nominate note observe obtain occupy occur offer open operate oppose
    order organise organize originate own paint participate pass perform play portray possess praise precede
    prepare present prevent produce program prohibit promote propose prove provide publish purchase raise reach
    receive recommend record recover recruit redesign reduce refer refuse reject relate release remain remove
    rename renovate repeal repair replace report represent request require rescue resign resolve restore
    restrict result retain retire return reveal rule serve settle share sign solve sponsor start state stop
    study succeed sue suffer suggest supervise supply support surrender suspend target terminate train transfer
    transform translate transport travel treat unveil use visit vote want work
    """
_DOUBLING = {"ban", "stop", "transfer", "refer", "occur", "plan", "program"}


def _regular_past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + base[-1] + "ed" if base in _DOUBLING else base + "ed"


def third_person(base: str) -> str:
    if base in {"do", "go"} or base.endswith(("s", "sh", "ch", "x", "z")):
        return base + "es"
    return base[:-1] + "ies" if base.endswith("y") and base[-2] not in "aeiou" else base + "s"


_FORMS = [tuple(entry.split()) for line in _IRREGULAR.strip().splitlines() for entry in line.split("|")]
_FORMS += [(base, _regular_past(base), _regular_past(base)) for base in _REGULAR.split()]

PAST_OF: dict[str, str] = {base: past for base, past, _ in _FORMS}
"""The simple past of a verb, by its base form."""
BASE_OF_PAST: dict[str, str] = {past: base for base, past, _ in _FORMS}
"""The base form of a verb, by its simple past."""
PARTICIPLE_OF_PAST: dict[str, str] = {past: participle for _, past, participle in _FORMS}
"""The past participle of a verb, by its simple past."""
PAST_OF_PARTICIPLE: dict[str, str] = {participle: past for _, past, participle in _FORMS}
"""The simple past of a verb, by its past participle."""
BASE_OF_THIRD: dict[str, str] = {third_person(base): base for base in PAST_OF}
"""The base form of a verb, by its third person singular."""

ASYMMETRIC: frozenset[str] = frozenset(
    """
    acquire advise annex appoint arrest assassinate attack beat buy capture coach command commission conquer
    criticise criticize crown defeat direct discover edit elect employ follow found fund govern hire influence
    inspire invade invent kill lead license manage mentor nominate oppose overthrow own portray praise precede
    purchase replace rescue sell sponsor succeed sue supervise supply support teach train translate
    """.split()
)
"""Verbs whose meaning changes if subject and object are swapped."""

PASSIVE: frozenset[str] = ASYMMETRIC - {"follow", "sell"} | frozenset(
    """
    abolish adopt approve build compose conduct create declare deliver depict describe design destroy develop
    distribute establish finance form host illustrate introduce issue launch make manufacture name organise
    organize paint perform produce propose provide publish record release renovate represent restore write
    """.split()
)
"""Verbs whose active and passive have the same meaning."""

AUXILIARY = (
    r"(?:is|are|was|were|be|been|being|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must)"
)
_AUXILIARY_WORD = re.compile(rf"(?:{AUXILIARY}|not|never|also|cannot|[a-z]+n['’]t)$")
_VERB_WORDS = frozenset(BASE_OF_PAST) | frozenset(BASE_OF_THIRD) | frozenset(PAST_OF_PARTICIPLE)
_NOT_VERBS = frozenset(
    "sets results reports studies works names plays forms states uses shares claims changes orders visits".split()
)


def verb_groups(text: str) -> list[tuple[int, int]]:
    """Return the offsets of runs of auxiliaries and verb forms.

    Every word in -ed counts, participles too. Irregular verbs that are not in the tables are not found.
    """
    groups: list[tuple[int, int]] = []
    open_until = -2
    for match in re.finditer(r"[A-Za-z'’-]+", text):
        word = match[0].lower()
        verb = word in _VERB_WORDS - _NOT_VERBS or (word.endswith("ed") and len(word) > 4 and match[0].islower())
        helper = bool(_AUXILIARY_WORD.match(word))
        if not (verb or helper):
            continue
        if groups and open_until == match.start() - 1:
            groups[-1] = (groups[-1][0], match.end())
        elif verb or word not in {"not", "never", "also"}:
            groups.append((match.start(), match.end()))
        else:
            continue
        open_until = match.end()
    return groups
