"""English word forms: auxiliaries, irregular verbs, nouns derived from verbs, and plurals that do not end in -s.

Origin: written by hand. Irregular verbs are a closed class; the list has those that reports, contracts and reference
works use. The forms were compared with those of LemmInflect 0.2.3.
"""

AUXILIARIES = frozenset(
    "is are was were am has have had will would can could may might must shall should does do did".split()
)
"""Finite auxiliary and modal verbs."""
IRREGULAR_VERBS = """
arise arose arisen|be was been|bear bore borne|beat beat beaten|become became become|begin began begun|bend bent bent|bid bid bid
bind bound bound|bite bit bitten|bleed bled bled|blow blew blown|break broke broken|breed bred bred|bring brought brought
broadcast broadcast broadcast|build built built|burn burnt burnt|burst burst burst|buy bought bought|cast cast cast|catch caught caught
choose chose chosen|cling clung clung|come came come|cost cost cost|creep crept crept|cut cut cut|deal dealt dealt|dig dug dug
do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt
fight fought fought|find found found|flee fled fled|fling flung flung|fly flew flown|forbid forbade forbidden|forecast forecast forecast
foresee foresaw foreseen|foretell foretold foretold|forget forgot forgotten|forgive forgave forgiven|forgo forwent forgone
freeze froze frozen|get got got|give gave given|go went gone|grind ground ground|grow grew grown|hang hung hung|have had had
hear heard heard|hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|kneel knelt knelt|know knew known
lay laid laid|lead led led|leap leapt leapt|learn learnt learnt|leave left left|lend lent lent|let let let|light lit lit|lose lost lost
make made made|mean meant meant|meet met met|mislead misled misled|mistake mistook mistaken|misunderstand misunderstood misunderstood
outbid outbid outbid|outdo outdid outdone|outgrow outgrew outgrown|outsell outsold outsold|overcome overcame overcome
override overrode overridden|overrun overran overrun|oversee oversaw overseen|overtake overtook overtaken|overthrow overthrew overthrown
partake partook partaken|pay paid paid|put put put|quit quit quit|read read read|rebuild rebuilt rebuilt|redo redid redone
remake remade remade|repay repaid repaid|resell resold resold|rethink rethought rethought|rewrite rewrote rewritten|ride rode ridden
ring rang rung|rise rose risen|run ran run|say said said|see saw seen|seek sought sought|sell sold sold|send sent sent|set set set
shake shook shaken|shed shed shed|shine shone shone|shoot shot shot|show showed shown|shrink shrank shrunk|shut shut shut|sing sang sung
sink sank sunk|sit sat sat|slay slew slain|sleep slept slept|slide slid slid|sling slung slung|slit slit slit|speak spoke spoken
speed sped sped|spend spent spent|spin spun spun|split split split|spread spread spread|spring sprang sprung|stand stood stood
steal stole stolen|stick stuck stuck|sting stung stung|stink stank stunk|stride strode stridden|strike struck struck
strive strove striven|swear swore sworn|sweep swept swept|swell swelled swollen|swim swam swum|swing swung swung|take took taken
teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown|thrust thrust thrust
undergo underwent undergone|understand understood understood|undertake undertook undertaken|undo undid undone|unwind unwound unwound
uphold upheld upheld|upset upset upset|wake woke woken|wear wore worn|weave wove woven|weep wept wept|win won won|wind wound wound
withdraw withdrew withdrawn|withhold withheld withheld|withstand withstood withstood|wring wrung wrung|write wrote written
"""
"""Verbs separated by "|", each as base form, simple past, past participle."""
FORMS_OF_OTHER_WORDS = frozenset(
    "found left saw lay bore borne bound wound ground fell felt rose spoke wound rent shot sang shed lit slew drunk".split()
)
"""Irregular forms that are more often another word: "found" (to found), "left", "saw", "rose"."""
NOUNS_OF_VERBS = """
death dead die|growth grow|loss lose|payment pay|winner win|seller sell|buyer buy|choice choose|belief believe|proof prove
decision decide|invasion invade|division divide|expansion expand|extension extend|conclusion conclude|provision provide|permission permit
admission admit|submission submit|suspension suspend|conversion convert|destruction destroy|reduction reduce|description describe
subscription subscribe|inscription inscribe|resolution resolve|retention retain|absorption absorb|comparison compare|response respond
defence defense defend|offence offend|success succeed|excess exceed|failure fail|departure depart|closure close|exposure expose
delivery deliver|discovery discover|recovery recover|marriage marry|storage store|usage use|coverage cover|maintenance maintain
ruler rule|owner own|maker make|writer write|singer sing|driver drive|rider ride|giver give|user use|runner run|leader lead
player play|painter paint|holder hold|keeper keep|speaker speak|teacher teach|explanation explain|pronunciation pronounce
revelation reveal|satisfaction satisfy|sight see|flight fly|speech speak|knowledge know|arrival arrive|refusal refuse
"""
"""Nouns for an action or for who does it, each with its verb. A noun with the same stem as its verb is not listed."""
IRREGULAR_PLURALS = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "staff": "staff",
    "personnel": "personnel", "feet": "foot", "criteria": "criterion", "media": "medium", "phenomena": "phenomenon",
    "analyses": "analysis", "crises": "crisis", "lives": "life", "wives": "wife", "halves": "half",
    "shelves": "shelf", "mice": "mouse", "teeth": "tooth", "geese": "goose", "species": "species",
    "series": "series", "aircraft": "aircraft", "sheep": "sheep", "fish": "fish", "indices": "index",
    "matrices": "matrix", "bacteria": "bacterium", "theses": "thesis", "hypotheses": "hypothesis", "axes": "axis",
    "police": "police", "news": "news", "means": "means", "buses": "bus", "gases": "gas", "lenses": "lens",
    "viruses": "virus", "bonuses": "bonus", "campuses": "campus", "censuses": "census", "statuses": "status",
    "knives": "knife", "wolves": "wolf", "potatoes": "potato", "tomatoes": "tomato", "heroes": "hero", "cargoes": "cargo",
    "quizzes": "quiz", "cacti": "cactus", "nuclei": "nucleus", "alumni": "alumnus", "fungi": "fungus", "radii": "radius",
    "curricula": "curriculum", "memoranda": "memorandum",
}  # fmt: skip
"""Plurals whose singular is not formed by dropping the ending, each with its singular."""
NO_PLURALS = frozenset(
    "this his its is was has does as us plus thus less versus various previous numerous serious religious famous "
    "dangerous business gross cross across class press process access success pass loss mass basis analysis status "
    "campus bonus focus virus census mews".split()
)
"""Words in -s that are not plurals."""
ABBREVIATIONS = (
    "mr mrs ms dr prof st sr jr gen col lt capt rev hon gov sen rep inc ltd co corp cos bros no nos vs v art "
    "sec para cl fig eq ref vol ed eds pp p ca cf al etc e.g i.e u.s u.k u.n e.u d.c a.m p.m approx est dept "
    "univ jan feb mar apr jun jul aug sep sept oct nov dec"
).split()
"""English abbreviations that end in a full stop, without it. A sentence goes on after them. Written by hand."""
