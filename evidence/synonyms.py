"""The few words that count as the same word, stated in full. Everything not listed here is another word."""

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
