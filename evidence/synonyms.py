"""The few words that count as the same word, stated in full. Everything not listed here is another word."""

from .words import stem

ONE_WORD_FOR: dict[str, str] = {
    spelling: group.split("|")[0]
    for group in (
        "us.|usa.|usa",
        "uk.",
        "eu.",
        "un.",
        "percent|pct",
        "incorporated|inc",
        "corporation|corp",
        "limited|ltd",
        "company|co",
        "approximately|approx|roughly",
        "versus|vs",
        "doctor|dr",
        "saint|st",
        "programme|program",
        "organisation|organization",
        "organisations|organizations",
        "labour|labor",
        "colour|color",
        "centre|center",
        "bought|purchased",
        "buys|purchases",
        "began|started|commenced",
        "begins|starts|commences",
        "ended|finished",
        "situated|located",
        "obtained|acquired",
        "nearly|almost",
        "amid|amidst",
        "while|whilst",
        "among|amongst",
        "toward|towards",
    )
    for spelling in group.split("|")
}
"""Spelling → the word it is read as. Only forms of one word, and pairs that may stand for each other in every sentence. An
abbreviation written with full stops ends in one here ("us." for U.S.), which keeps it apart from the pronoun."""

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
