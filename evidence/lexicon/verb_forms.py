"""English verbs: auxiliaries, irregular forms, and the nouns made of verbs.

Origin: written by hand. Irregular verbs are a closed class, listed as far as reports, contracts and reference works use them; the forms were
compared with those of LemmInflect 0.2.3.
"""

AUXILIARIES = frozenset(
    "is are was were am has have had will would can could may might must shall should does do did".split()
)
"""Finite auxiliary and modal verbs."""
IRREGULAR_VERBS = """
arise arose arisen|be was been|bear bore borne|beat beat beaten|become became become|begin began begun|bend bent bent|bind bound bound
bite bit bitten|blow blew blown|break broke broken|breed bred bred|bring brought brought|build built built|buy bought bought
catch caught caught|choose chose chosen|come came come|cost cost cost|cut cut cut|deal dealt dealt|do did done|draw drew drawn
drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt|fight fought fought|find found found|fly flew flown
forbid forbade forbidden|forecast forecast forecast|forget forgot forgotten|freeze froze frozen|get got got|give gave given|go went gone
grow grew grown|have had had|hear heard heard|hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|know knew known
lay laid laid|lead led led|leave left left|lend lent lent|let let let|lose lost lost|make made made|mean meant meant|meet met met
overcome overcame overcome|oversee oversaw overseen|overtake overtook overtaken|overthrow overthrew overthrown|pay paid paid|put put put
quit quit quit|read read read|rebuild rebuilt rebuilt|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen
seek sought sought|sell sold sold|send sent sent|set set set|shake shook shaken|shoot shot shot|show showed shown|shrink shrank shrunk
shut shut shut|sing sang sung|sink sank sunk|sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent|split split split
spread spread spread|stand stood stood|steal stole stolen|strike struck struck|swear swore sworn|sweep swept swept|swim swam swum|take took taken
teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown|undergo underwent undergone
understand understood understood|undertake undertook undertaken|uphold upheld upheld|wake woke woken|wear wore worn|weave wove woven|win won won
wind wound wound|withdraw withdrew withdrawn|withhold withheld withheld|withstand withstood withstood|write wrote written|rewrite rewrote rewritten
"""
"""Base form, simple past, past participle."""
FORMS_OF_OTHER_WORDS = frozenset(
    "found left saw lay bore borne bound wound ground fell felt rose spoke wound rent shot sang shed".split()
)
"""Irregular forms that are as often another word: to found, the left side, a saw, a rose."""
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
"""Nouns of an action, or of who does it, before the verb they are of; those whose stem is the verb's own need not stand here."""
