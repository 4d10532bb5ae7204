"""The few words that count as the same word, stated in full. Everything not listed here is another word."""

import re

from .words import stem

_SAME_WORDS = """
us. usa usa.|uk.|eu.|un.|percent pct|incorporated inc|corporation corp|limited ltd|company co|approximately approx roughly|versus vs
doctor dr|saint st|mister mr|senator sen|governor gov|general gen|professor prof|department dept|junior jr|senior sr|company co
primarily mainly principally chiefly|tried attempted|try attempt|tries attempts|bought purchased|buy purchase|buys purchases
began started commenced|begin start commence|begins starts commences|ended finished|situated located|nearly almost|sufficient enough
amid amidst|while whilst|among amongst|toward towards|numerous many|utilized used|utilize use|utilizes uses|assisted helped|assist help
roughly approximately|however nevertheless nonetheless|also additionally|regarding concerning|annual yearly|annually yearly|often frequently
shown demonstrated|showed demonstrated|shows demonstrates|received obtained|receives obtains|requires needs|required needed|rapidly quickly
entire whole|currently presently|previously formerly|subsequently later|due owing|movie film|movies films|car automobile|cars automobiles
programme program|programmes programs|grey gray|centre center|centres centers
theatre theater|metre meter|metres meters|litre liter|litres liters|fibre fiber
defence defense|licence license|offence offense|pretence pretense|catalogue catalog|dialogue dialog|cheque check|judgement judgment
ageing aging|sceptical skeptical|manoeuvre maneuver|enrol enroll|fulfil fulfill|skilful skillful|learnt learned|burnt burned|spelt spelled
traveller traveler|travelled traveled|travelling traveling|cancelled canceled|cancelling canceling|modelled modeled|modelling modeling
labelled labeled|labelling labeling|signalled signaled|levelled leveled
fuelled fueled|fuelling fueling|counsellor counselor|totalled totaled
channelled channeled|marvellous marvelous|jewellery jewelry|aluminium aluminum|tyre tire|kerb curb|plough plow|storey story|mould mold
artefact artifact|encyclopaedia encyclopedia|anaemia anemia|paediatric pediatric|foetus fetus|oestrogen estrogen
"""

_SAME_PHRASES = """
united states=us.|united states of america=us.|united kingdom=uk.|european union=eu.|united nations=un.|per cent=percent|prior to=before
previous to=before|subsequent to=after|the majority of=most of|a majority of=most of|in order to=to|because of=due to|on account of=due to
as well as=and|in excess of=more than|in the event that=if|with respect to=regarding|with regard to=regarding|in relation to=regarding
a large number of=many|at the present time=currently|at present=currently|in spite of=despite|for the purpose of=for|e g=for example
for instance=for example|i e=that is|no fewer than=at least|not less than=at least|no less than=at least|not more than=at most
no more than=at most|up to and including=at most|greater than=more than|fewer than=less than|has to=must|have to=must|is able to=can
are able to=can|is permitted to=may|are permitted to=may|is allowed to=may|are allowed to=may|is required to=must|are required to=must
"""

ONE_WORD_FOR: dict[str, str] = {
    spelling: group.split()[0]
    for group in reversed(_SAME_WORDS.strip().replace("\n", "|").split("|"))
    for spelling in group.split(" ")
}
"""Spelling → the word it is read as. Only forms of one word, and pairs that may stand for each other in every sentence. An
abbreviation written with full stops ends in one here ("us." for U.S.), which keeps it apart from the pronoun."""

ONE_PHRASE_FOR: dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {}
"""First word → the phrases it may open, longest first, each with the words it is read as."""

for _pair in _SAME_PHRASES.strip().replace("\n", "|").split("|"):
    _phrase, _reading = (tuple(side.split()) for side in _pair.split("="))
    ONE_PHRASE_FOR[_phrase[0]] = tuple(
        sorted((*ONE_PHRASE_FOR.get(_phrase[0], ()), (_phrase, _reading)), key=lambda pair: -len(pair[0]))
    )

_BRITISH = (
    (re.compile(r"is(?=(?:e|ed|es|er|ers|ing|ation|ations)$)"), "iz"),
    (re.compile(r"ys(?=(?:e|ed|es|er|ers|ing)$)"), "yz"),
    (re.compile(r"our(?=(?:s|ed|ing|able|ably|ite|ites|al|less|ful|hood|ism)?$)"), "or"),
)


def one_spelling(word: str) -> str:
    """The word as the lists above read it, with British endings as American ones. Both sides of a comparison pass
    through here, so a word that has no other spelling loses nothing."""
    word = ONE_WORD_FOR.get(word, word)
    if len(word) > 5:
        for ending, american in _BRITISH:
            word = ending.sub(american, word, count=1)
    return word


_COUNTRIES = """
us. american united-states america|uk. british britain|france french|germany german|spain spanish|italy italian|netherlands dutch holland
china chinese|japan japanese|russia russian|england english|scotland scottish|wales welsh|ireland irish|poland polish|sweden swedish
denmark danish|finland finnish|norway norwegian|greece greek|turkey turkish|switzerland swiss|portugal portuguese|belgium belgian
austria austrian|hungary hungarian|ukraine ukrainian|argentina argentine|brazil brazilian|mexico mexican|canada canadian|peru peruvian
chile chilean|india indian|pakistan pakistani|iran iranian persian|iraq iraqi|israel israeli|egypt egyptian|korea korean|vietnam vietnamese
thailand thai|philippines filipino|australia australian|europe european|africa african|asia asian|venice venetian|naples neapolitan
rome roman|paris parisian|normandy norman|flanders flemish|bavaria bavarian|byzantium byzantine|mongolia mongol|kent kentish
"""

SAME_PLACE: dict[str, frozenset[str]] = {
    stem(word): frozenset(stem(other) for other in group.replace("-", " ").split()) - {stem(word)}
    for group in _COUNTRIES.replace("\n", "|").split("|")
    for word in group.replace("-", " ").split()
}
"""A place and its people, by stem: words that may stand for each other when asking whether a text knows a name. Never used to prove."""
