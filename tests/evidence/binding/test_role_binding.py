from time import process_time

import pytest

from pincite.evidence.binding.role_binding import role_binding
from pincite.evidence.binding.role_words import role_of

PARENTS = ("Norvale Instruments Ltd", "Norvale Instruments", "Norvale")
INES, MARIT, PRIYA = "Ines Oyelaran", "Marit Solvenby", "Priya Dunmarrow"


def outcome(sentence: str, name: str, role: str, own: bool = False) -> str:
    finding = role_binding(sentence=sentence, name=name, role=role, parents=PARENTS, own_document=own, passage=sentence)
    assert finding.reason
    return "bound" if finding.is_proved else finding.condition


@pytest.mark.spec("SUB-2")
@pytest.mark.parametrize(
    ("sentence", "name", "role"),
    [
        (f"{INES}, the founder of Norvale, said so.", INES, "founder"),
        (f"Norvale was founded in 1987 by {INES}.", INES, "founder"),
        (f"Norvale was founded by Larry Pell and {INES} in 1998.", INES, "founder"),
        (f"{INES} founded Norvale Instruments Ltd in 1987.", INES, "founder"),
        (f"The founder of Norvale is {INES}.", INES, "founder"),
        (f"{INES} (founder, Norvale) spoke.", INES, "founder"),
        (f"Norvale CEO {MARIT} said.", MARIT, "chief executive"),
        (f"Norvale's chief executive, {PRIYA}, and Ferrow's founder, {INES}, met.", PRIYA, "CEO"),
        (f"Norvale is a 2016 film directed by {PRIYA}.", PRIYA, "director"),
        (
            "Norvale has appointed Staven Vaults Ltd as its archive contractor.",
            "Staven Vaults Ltd",
            "archive contractor",
        ),
        (f"Norvale appointed {MARIT} as President and Chief Executive Officer, succeeding {INES}.", MARIT, "CEO"),
    ],
)
def test_a_role_binds_where_the_words_beside_it_name_the_parent(sentence: str, name: str, role: str) -> None:
    assert outcome(sentence, name, role) == "bound"


@pytest.mark.spec("SUB-4")
@pytest.mark.parametrize(
    ("sentence", "name", "role", "failed"),
    [
        (f"{INES}, founder of Ferrow, met the board of Norvale.", INES, "founder", "parent"),
        (f"The founder's dinner is on Friday; {INES} will speak.", INES, "founder", "role"),
        (f"The company's founder, {INES}, will speak.", INES, "founder", "parent"),
        (f"{INES} founded Ferrow before Norvale bought it.", INES, "founder", "parent"),
        (f"Norvale's competitor Ferrow was founded by {INES}.", INES, "founder", "parent"),
        (f"Norvale is a supplier of Ferrow, founded by {INES}.", INES, "founder", "parent"),
        (f"Ferrow CEO {MARIT} visited Norvale.", MARIT, "CEO", "parent"),
        (f"{PRIYA}, chief executive of Norvale, opened it.", PRIYA, "founder", "role"),
        (f"{MARIT}, former CEO of Norvale, left.", MARIT, "CEO", "role"),
        (f"{MARIT}, managing director of Norvale, spoke.", MARIT, "director", "role"),
        (f"{MARIT} is not the founder of Norvale.", MARIT, "founder", "role"),
        (f"{INES}, founder of Norvale Foundation, spoke.", INES, "founder", "parent"),
        (f"The Codes of Conduct cover {MARIT} and the CEO of Norvale.", "Codes of Conduct", "CEO", "role"),
        (f"Norvale's chief executive, {PRIYA}, and Ferrow's founder, {INES}, met.", INES, "CEO", "role"),
        (f"Norvale appointed {MARIT} as Chief Executive Officer, succeeding {INES}.", INES, "CEO", "role"),
        ("The founder of Norvale spoke.", INES, "founder", "name"),
    ],
)
def test_a_role_of_another_or_another_role_does_not_bind(sentence: str, name: str, role: str, failed: str) -> None:
    assert outcome(sentence, name, role) == failed


def test_the_words_of_a_title_in_small_letters_are_nobodys_name() -> None:
    sentence = (
        "Our chief executive officer assessed our internal control by the framework that is named Internal Control."
    )
    assert outcome(sentence, "Internal Control", "chief executive officer", own=True) != "bound"


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize("sentence", [f"Our founder, {INES}, retired.", f"It was founded by {INES} in 1998."])
def test_a_document_of_the_parent_may_speak_of_itself(sentence: str) -> None:
    assert outcome(sentence, INES, "founder", own=True) == "bound"
    assert outcome(sentence, INES, "founder", own=False) == "parent"


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    ("sentence", "own", "expected"),
    [
        ("The financial statements were audited by Harrow & Pell LLP.", True, "bound"),
        ("Our consolidated accounts for 2023 have been audited by Harrow & Pell LLP.", True, "bound"),
        ("The financial statements were audited by Harrow & Pell LLP.", False, "parent"),
        ("The financial statements of Pell Boats Ltd were audited by Harrow & Pell LLP.", True, "parent"),
    ],
)
def test_the_auditor_of_the_statements_in_the_parents_own_document_is_its_auditor(
    sentence: str, own: bool, expected: str
) -> None:
    assert outcome(sentence, "Harrow & Pell LLP", "auditor", own=own) == expected


@pytest.mark.spec("SUB-3")
def test_a_bare_role_in_the_parents_own_document_binds_nobody() -> None:
    assert outcome(f"The founder's dinner is on Friday with {INES}.", INES, "founder", own=True) == "role"


@pytest.mark.spec("SUB-3")
def test_a_signature_block_in_the_parents_own_document_binds() -> None:
    block = f"NORVALE INSTRUMENTS LTD\nBy: /s/ {MARIT}\n{MARIT}\nChief Financial Officer\n"
    found = role_binding(sentence=MARIT, name=MARIT, role="CFO", parents=PARENTS, own_document=True, passage=block)
    assert found.is_proved
    assert found.signed


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    ("entry", "bound"),
    [
        (f"{MARIT} 52 President and Chief Executive Officer since 2019.", True),
        (f"{MARIT} (52) Managing Director and Chief Executive Officer", True),
        (f"Our executive officers\n{MARIT}, Chief Executive Officer", True),
        (f"{MARIT} 52 Executive Vice President, President and Chief Executive Officer, Norvale Global Services", False),
        (f"{MARIT} 52 Chief Executive Officer from May 2010 to May 2014.", False),
        (f"Present: {MARIT}, Chief Executive Officer", False),
    ],
)
def test_a_roster_of_officers_in_the_parents_own_document_binds(entry: str, bound: bool) -> None:
    assert (outcome(entry, MARIT, "CEO", own=True) == "bound") is bound
    assert outcome(entry, MARIT, "CEO", own=False) != "bound"


@pytest.mark.spec("SUB-2")
def test_an_appointment_binds_past_an_apposition_that_tells_of_another_body() -> None:
    sentence = (
        f"{MARIT}, 61, former Chair and Chief Executive Officer of Ferrow Mills, Inc., has been appointed President and "
        "Chief Executive Officer and a member of the Norvale Board, effective September 1, 2022."
    )
    assert outcome(sentence, MARIT, "CEO") == "bound"


@pytest.mark.spec("SUB-3", "SUB-4")
@pytest.mark.parametrize(
    ("sentence", "name", "role", "bound"),
    [
        ("“It was a strong year,” said Ida Holt, chief executive officer.", "Ida Holt", "CEO", True),
        ("Ida Holt, Chief Executive Officer, presented the results.", "Ida Holt", "CEO", True),
        ("Ida Holt, Chief Executive Officer of Ferrow Ltd, presented them.", "Ida Holt", "CEO", False),
        ("Ida Holt, Chief Executive Officer, Ferrow Ltd, presented them.", "Ida Holt", "CEO", False),
        ("Prior to that, Ida Holt was appointed Chief Executive Officer.", "Ida Holt", "CEO", False),
        ("Ferrow's Chief Executive Officer is Ida Holt.", "Ida Holt", "CEO", False),
        ("Ida Holt founded it.", "Ida Holt", "CEO", False),
        ("Orrin Foods, Inc. grew, said Ida Holt, chief executive officer.", "Ida Holt", "CEO", True),
        ("The auditor is Marlow & Finn LLP.", "Marlow & Finn LLP", "auditor", True),
        ("Ida Holt was appointed Chief Executive Officer and a member of our Board.", "Ida Holt", "CEO", True),
        ("Ida Holt is Chief Executive Officer and a member of the Audit Committee.", "Ida Holt", "CEO", True),
        ("Ida Holt is Chief Executive Officer and a member of the Board of Ferrow.", "Ida Holt", "CEO", False),
        ("Ida Holt is Chief Executive Officer and a member of the Ferrow Board.", "Ida Holt", "CEO", False),
        ("Ida Holt is chair of the Audit Committee.", "Ida Holt", "chair", False),
        ("Ida Holt | Chief executive (from 1 October 2027) | 9 of 9", "Ida Holt", "CEO", True),
        ("Ida Holt | Chief executive (Ferrow Ltd) | 9 of 9", "Ida Holt", "CEO", False),
        ("The Board named Ida Holt chief executive officer.", "Ida Holt", "CEO", True),
        ("Ferrow named Ida Holt chief executive officer.", "Ida Holt", "CEO", False),
        ("Orrin Foods Iberia S.A. named Ida Holt chief executive officer.", "Ida Holt", "CEO", False),
        ("Ferrow Ltd named Ida Holt chief executive officer.", "Ida Holt", "CEO", False),
        ("Ferrow, Inc. named Ida Holt chief executive officer.", "Ida Holt", "CEO", False),
        ("Ferrow Ltd’s board named Ida Holt chief executive officer.", "Ida Holt", "CEO", False),
        ("Ida Holt, chief executive officer, resigned on 3 May 2028.", "Ida Holt", "CEO", False),
        ("Ida Holt will step down as chief executive officer.", "Ida Holt", "CEO", False),
        ("Ida Holt, chief executive officer, retires in May 2028.", "Ida Holt", "CEO", False),
    ],
)
def test_a_role_in_a_filing_is_the_registrants_unless_it_is_anothers(
    sentence: str, name: str, role: str, bound: bool
) -> None:
    found = role_binding(
        sentence=sentence, name=name, role=role, parents=("Orrin Foods",), own_document=True, issuers=True
    )
    assert found.is_proved is bound
    if bound:
        elsewhere = role_binding(sentence=sentence, name=name, role=role, parents=("Orrin Foods",), own_document=True)
        assert not elsewhere.is_proved


@pytest.mark.spec("SUB-3", "SUB-4")
@pytest.mark.parametrize(
    ("sentence", "name", "role", "bound"),
    [
        (f"Chief Executive Officer {MARIT} signed the report.", MARIT, "CEO", True),
        (f"As Chief Executive Officer, {MARIT} signed the report.", MARIT, "CEO", True),
        (f"Chief Executive Officer: {MARIT}", MARIT, "CEO", True),
        ("Harrow & Pell LLP was the auditor.", "Harrow & Pell LLP", "auditor", True),
        (f"{MARIT} was the Chief Executive Officer.", MARIT, "CEO", False),
        (f"Chief Executive Officer {MARIT} of Ferrow Ltd signed too.", PRIYA, "CEO", False),
        (f"Ferrow Chief Executive Officer {MARIT} signed too.", MARIT, "CEO", False),
    ],
)
def test_the_holder_of_a_role_is_no_other_owner_of_it(sentence: str, name: str, role: str, bound: bool) -> None:
    found = role_binding(
        sentence=sentence, name=name, role=role, parents=PARENTS, own_document=True, issuers=True, passage=sentence
    )
    assert found.is_proved is bound


@pytest.mark.spec("SUB-4")
@pytest.mark.parametrize(
    "sentence",
    [
        "At Vantor, Ida Holt is Chief Executive Officer.",
        "Ida Holt is Chief Executive Officer, on leave from Vantor.",
        "For the Vantor group, Ida Holt serves as Chief Executive Officer.",
        "Vantor chose Ida Holt as Chief Executive Officer.",
        "Vantor is led by its Chief Executive Officer, Ida Holt.",
        "Ida Holt could be Chief Executive Officer.",
        "Ida Holt was proposed as Chief Executive Officer.",
        "Ida Holt left the company as Chief Executive Officer.",
        "Ida Holt, Chief Executive Officer, left the company.",
        "Ida Holt is to become Chief Executive Officer.",
        "The Board rejected Ida Holt as Chief Executive Officer.",
        "The Board plans to appoint Ida Holt Chief Executive Officer.",
        "Candidates for Chief Executive Officer: Ida Holt",
        "Ida Holt and Ben Orme are candidates for Chief Executive Officer.",
        "Ida Holt, Chief Executive Officer designate, presented the plan.",
        "Ida Holt is Chief Executive Officer until 31 May 2028.",
        "Deputy Chief Executive Officer Ida Holt presented the plan.",
        "Ida Holt, who met Ben Orme, Chief Executive Officer, was pleased.",
        "The son of Ida Holt is Chief Executive Officer.",
        "If Ida Holt is Chief Executive Officer, she signs.",
    ],
)
def test_a_role_is_proved_only_by_a_sentence_that_states_it_plainly_and_for_now(sentence: str) -> None:
    for parents in (("Orrin Foods",), ("Orrin Foods", "Company")):
        found = role_binding(
            sentence=sentence,
            name="Ida Holt",
            role="CEO",
            parents=parents,
            own_document=True,
            only_owner=True,
            issuers=True,
            passage=sentence,
        )
        assert found.result == "unsettled", found.reason


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    "sentence",
    [
        "At Orrin Foods, Ida Holt is Chief Executive Officer.",
        "Ida Holt is the new Chief Executive Officer of Orrin Foods.",
        "Ida Holt, 52, has been appointed Chair and Chief Executive Officer of Orrin Foods since 2021.",
        "Ida Holt, who came from Vantor, serves as Chief Executive Officer of Orrin Foods.",
        "Ida Holt joined Orrin Foods as Chief Executive Officer in 2021.",
        "Orrin Foods' board named Ms Ida Holt Chief Executive Officer.",
        "The Chief Executive Officer of Orrin Foods, Ida Holt, opened the plant.",
        "Orrin Foods President and Chief Executive Officer Ida Holt opened the plant.",
        "Vantor's agent met Orrin Foods' Chief Executive Officer, Ida Holt.",
    ],
)
def test_plain_sentences_prove_a_role_without_a_document_of_the_organisation(sentence: str) -> None:
    found = role_binding(sentence=sentence, name="Ida Holt", role="CEO", parents=("Orrin Foods",), own_document=False)
    assert found.is_proved, found.reason


@pytest.mark.spec("SUB-4")
@pytest.mark.parametrize(
    ("company", "bound"),
    [
        ("Orrin Foods", True),
        ("Orrin Foods, Inc.", True),
        ("Orrin Foods and Marlow Ltd", True),
        ("Orrin Foods Iberia S.A.", False),
        ("Orrin Foods Iberia", False),
        ("Orrin Foods of Iberia Ltd", False),
    ],
)
def test_the_beginning_of_a_longer_company_name_does_not_name_the_parent(company: str, bound: bool) -> None:
    found = role_binding(
        sentence=f"{company} named Ida Holt chief executive officer.",
        name="Ida Holt",
        role="CEO",
        parents=("Orrin Foods",),
        own_document=False,
    )
    assert found.is_proved is bound


@pytest.mark.spec("SUB-4")
@pytest.mark.parametrize(
    ("listed", "bound"),
    [
        ("Present: Ada Lind (Chair), Tom Roe (Treasurer), Priya Nair, Jon Bell", True),
        ("In attendance: Ada Lind, chair; Tom Roe, treasurer; Jon Bell", True),
        ("Present:\n- Ada Lind (Chair)\n- Tom Roe, Treasurer\n- Jon Bell (plot 14)", True),
        ("Committee\nCaptain: Ada Lind\nTreasurer: Tom Roe\nWelfare officer: Ruth Pike", True),
        ("Apologies: Jon Bell, Tom Roe (Treasurer)", True),
        ("Present: Ada Lind (Chair), Tom Roe (Treasurer) and 23 members", True),
        ("Ferrow Choir: Ada Lind (Chair), Tom Roe (Treasurer)", False),
        ("Ferrow Choir: Ada Lind (Chair),\nTom Roe (Treasurer)", False),
        ("Ferrow Choir\nTreasurer: Tom Roe", False),
        ("Guests: Tom Roe (Treasurer, Ferrow Choir), Jon Bell", False),
        ("Guests: Tom Roe, treasurer, Ferrow Choir", False),
        ("Present: Tom Roe (Deputy Treasurer), Jon Bell", False),
        ("From the Ferrow Choir came Tom Roe (Treasurer) and Jon Bell.", False),
        ("Ferrow Choir sang; Tom Roe (Treasurer) and Jon Bell spoke.", False),
    ],
)
def test_who_is_listed_with_a_role_in_an_organisations_own_document_has_it_there(listed: str, bound: bool) -> None:
    finding = role_binding(
        sentence=listed, name="Tom Roe", role="treasurer", parents=PARENTS, own_document=True, issuers=True
    )
    assert finding.is_proved is bound


@pytest.mark.parametrize(
    ("phrase", "role", "owner"),
    [
        ("the Chief Executive Officer of Norvale Ltd", "Chief Executive Officer", "Norvale Ltd"),
        ("Norvale's auditor", "auditor", "Norvale"),
        ("managing director", "managing director", None),
    ],
)
def test_a_phrase_for_a_role_says_whose_it_is(phrase: str, role: str, owner: str | None) -> None:
    assert role_of(phrase) == (role, owner)


@pytest.mark.parametrize("phrase", ["Norvale Ltd", "Chairs Ltd", "auditorium of Norvale", "Chief Justice of Norvale"])
def test_another_name_is_no_role(phrase: str) -> None:
    assert role_of(phrase) is None


@pytest.mark.spec("REL-3")
@pytest.mark.parametrize(
    "shape",
    [
        "Ida Holt {} CEO".format("AA-" * 30_000),
        "Ida Holt, CEO of Norvale, " * 4_000,
        "Ida Holt CEO{}x".format(" " * 90_000),
        "Ida Holt, CEO {}".format("“a" * 30_000),
        "founded {} by Ida Holt".format("a founded " * 9_000),
    ],
    ids=["hyphens", "mentions", "spaces", "quotes", "acts"],
)
def test_a_sentence_takes_little_time_whatever_its_length(shape: str) -> None:
    """CPU seconds: ten times what each takes now, and a fraction of what it took while it was quadratic."""
    began = process_time()
    for role in ("CEO", "founder"):
        role_binding(
            sentence=shape,
            name="Ida Holt",
            role=role,
            parents=PARENTS,
            own_document=True,
            only_owner=True,
            issuers=True,
            passage=shape,
        )
    assert process_time() - began < 5
