"""What the guards prove, what they refute, and when they keep silent."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.guards.judge_claim import judge
from pincite.evidence.guards.prepared_source import PreparedText, source_of
from pincite.evidence.guards.unheld_values import unheld_values

PROVEN = [
    ("Ann Lee founded Acme in 1995.", "In 1995, Ann Lee founded Acme."),
    ("Revenue was $5m in 2020.", "Revenue was $5 million in 2020."),
    ("Revenue rose by 1,200 euros.", "Revenue rose by 1200 euros."),
    ("The lease began on 5 March 2020.", "The lease began on March 5, 2020."),
    ("Three people resigned.", "3 people resigned."),
    ("Acme sells trucks and cars.", "Acme sells cars and trucks."),
    ("They lost Bari, Valona and Butrint.", "They lost Valona, Butrint, and Bari."),
    ("The song was released in 1990.", "The song, which was written by Al Stone, was released in 1990."),
    ("Acme rose 5% in 2020.", "However, Acme rose 5% in 2020."),
    ("Ann Lee's death changed the firm.", "The death of Ann Lee changed the firm."),
    ("该公司2023年收入为120亿元。", "该公司2023年收入为120亿元。利润同比增长5%。"),
    ("Выручка выросла на 5% в 2020 году.", "Выручка выросла на 5% в 2020 году. Прибыль упала."),
    ("ارتفعت الإيرادات بنسبة 5% في عام 2020.", "ارتفعت الإيرادات بنسبة 5% في عام 2020. انخفض الربح."),
]

NEVER_PROVEN = [
    ("The dose is 15 mg.", "The dose is 1.5 mg."),
    ("The dose is 1.5 mg.", "The dose is 15 mg."),
    ("Margin changed by 5%.", "Margin changed by −5%."),
    ("The effect was significant (p>0.05).", "The effect was significant (p<0.05)."),
    ("The board approved the plan.", "The board did not approve the plan."),
    ("Revenue rose 81%.", "Revenue rose 18%."),
    ("Acme may share the data.", "Acme may share the data with written consent."),
    ("Acme 7m", "Acme 5m and Beta 7m"),
    ("Acme earned 7m.", "Acme earned 5m and Beta 7m."),
    ("Aspirin 300 mg", "Aspirin 75 mg; Ibuprofen 300 mg"),
    ("Sales rose in 2020.", "Sales rose in Germany in 2020."),
    ("Sales rose in Germany.", "Sales may rise in Germany."),
    ("Acme will open a plant.", "Acme said it will open a plant."),
    ("Acme opened a plant.", "Acme plans to open a plant."),
    ("Acme is the largest bank.", "Acme is one of the largest banks."),
    ("Beta acquired Acme.", "Acme acquired Beta."),
    ("Acme was acquired by Ann Lee.", "Acme acquired Ann Lee."),
    ("Beta was founded in 1990.", "Acme acquired Beta. It was founded in 1990."),
    ("Sales were 7m and 5m in 2020 and 2021.", "Sales were 5m and 7m in 2020 and 2021."),
    ("Ann and Bob won gold and silver.", "Bob and Ann won gold and silver."),
    ("Members may vote.", "Members may vote, provided that they are present."),
    ("The fee is waived.", "The fee is waived only if the buyer pays in advance."),
    ("Acme rose.", "In 2019, Acme rose, and Beta fell."),
]

REFUTED = [
    ("number", "contradicted", "The dose of aspirin for adults is 15 mg.", "The dose of aspirin for adults is 1.5 mg."),
    ("unit", "contradicted", "The networks operated at 45 Gbit/s.", "The networks operated at 45 Mbit/s."),
    ("date", "contradicted", "The board met in Paris on 3 May 2019.", "The board met in Paris on 3 May 2018."),
    ("sign", "contradicted", "Operating margin in 2020 changed by 5%.", "Operating margin in 2020 changed by −5%."),
    ("negation", "contradicted", "The board approved the merger plan.", "The board did not approve the merger plan."),
    (
        "negation",
        "contradicted",
        "Figures were computed from rounded amounts.",
        "Figures were computed from unrounded amounts.",
    ),
    ("direction", "contradicted", "Operating income increased in Europe.", "Operating income decreased in Europe."),
    ("quantifier", "partial", "All draft laws are government bills.", "Most draft laws are government bills."),
    ("quantifier", "partial", "It is the largest port in Spain.", "It is one of the largest ports in Spain."),
    ("modality", "partial", "Delays will continue to harm sales.", "Delays may continue to harm sales."),
    ("comparator", "contradicted", "Outflows were more than $25 million.", "Outflows were approximately $25 million."),
    ("name", "unsupported", "Ann Lee was awarded the Nobel Prize in Oslo.", "Ann Lee was awarded a prize in Oslo."),
    ("name", "contradicted", "Viols first appeared in Venice in 1450.", "Viols first appeared in Spain in 1450."),
    (
        "name",
        "contradicted",
        "Ann was the son of Hugh Stone and a cousin of Bo Gray.",
        "Ann was the son of Ian Hill, the cousin of Hugh Stone and Bo Gray.",
    ),
    (
        "order",
        "contradicted",
        "The peso replaced the dollar in Argentina.",
        "The dollar replaced the peso in Argentina.",
    ),
    (
        "swapped_pair",
        "contradicted",
        "The loss on balances was $24 million in 2022.",
        "The loss on balances was $24 million and $16 million in 2023 and 2022, respectively.",
    ),
    (
        "swapped_pair",
        "contradicted",
        "The loss on balances was $24 million in 2022.",
        "Balances were $90 million. The total was $60 million, $7 million of it abroad, and losses were $24 million and "
        "$16 million in 2023 and 2022.",
    ),
    (
        "name",
        "contradicted",
        "It began with Franz Boas and his students in Oslo and the students of Ian Hill in Rome.",
        "It began with Ian Hill and his students in Oslo, the students of Franz Boas in Rome.",
    ),
]

REWORDED = [
    (
        "Orders depend on the stability of one or more of Tarn's major customers.",
        "Tarn reports that orders depend on the stability of one or more of our major customers.",
    ),
    (
        "Kim Young, a psychologist, established the Center in 1995.",
        "Kim Young is a psychologist. She founded the Center in 1995.",
    ),
    ("No shares were repurchased by the company in 2020.", "In 2020, we did not repurchase any shares."),
    ("Neither plan is expected to cost much.", "Both plans are not expected to cost much."),
    ("At least 25 people came to the meeting.", "The meeting drew 25 people."),
    ("Two years after its launch in 1992 the show won a prize.", "The show, launched in 1992, won a prize in 1994."),
    ("Spain's Enric Miralles designed the building.", "Spanish architect Enric Miralles designed the building."),
    ("The rematch in Austin was held on April 9, 2011.", "The rematch in Austin will be held on April 9."),
    ("It was the largest collection of plants in his time.", "It was the largest collection of plants in the world."),
    ("The show, a hit in Peru, ran for twenty seasons.", "The show ran for 213 episodes in Peru."),
    ("Acme shut the Leeds plant because demand collapsed.", "Acme shut the Leeds plant in May."),
    ("Ann Lee aims to open a shop in Oslo.", "Acme plans to open a shop in Oslo."),
    ("The union has not accepted the new plan.", "The union has accepted the pay offer but rejected the new plan."),
    ("Losses of 22 million dollars were related to the mine.", "Losses related to the mine were 22 million."),
    (
        "Three offers are needed when a purchase exceeds 5,000 dollars.",
        "A purchase from 500 up to 5,000 dollars takes two offers; above 5,000 dollars, three are needed.",
    ),
]


@pytest.mark.spec("AUD-3", "EVI-3")
@pytest.mark.parametrize(("claim", "source"), PROVEN)
def test_what_stands_in_the_source_but_for_its_form_is_proven(claim: str, source: str) -> None:
    assert judge(claim, source).result == "proved"


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(("claim", "source"), NEVER_PROVEN)
def test_a_changed_swapped_or_widened_statement_is_never_proven(claim: str, source: str) -> None:
    assert judge(claim, source).result != "proved"


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(("code", "refusal", "claim", "source"), REFUTED)
def test_a_fact_denied_or_lacking_is_refuted_with_its_reason(code: str, refusal: str, claim: str, source: str) -> None:
    judgement = judge(claim, source)
    assert judgement.result == "refuted"
    assert code in {finding.code for finding in judgement.findings}
    assert judgement.refusal == refusal
    assert all(finding.detail and claim[finding.claim_start : finding.claim_end] for finding in judgement.findings)


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(("claim", "source"), REWORDED)
def test_prose_in_which_no_value_differs_is_left_to_a_judge(claim: str, source: str) -> None:
    assert judge(claim, source).result == "unsettled"


PAGE = (
    "Lady Amelia and Lady Marina are third cousins of the princes. They are granddaughters of the Duke of Kent, who is the "
    "Queen's cousin. Ticket sales rose 12% in 2014. At the fair, 88% of the people of Norway said that they felt well."
)


@pytest.mark.spec("VER-3")
@pytest.mark.parametrize(
    "claim",
    [
        "She is a third cousin of Prince William, Duke of Cambridge, and Prince Harry, Duke of Sussex.",
        "A survey of 2016 by the health officer of Sweden found that 88% of the Swedes were in good health.",
        "In 2017 the fair in Malmö, known for its music, sold a record number of tickets to visitors from abroad.",
    ],
)
def test_a_text_that_speaks_of_something_near_refutes_nothing(claim: str) -> None:
    assert judge(claim, PAGE).result == "unsettled"


def held(**texts: str) -> list[PreparedText]:
    return [PreparedText(name, text) for name, text in texts.items()]


@pytest.mark.spec("AUD-3")
def test_every_chunk_that_proves_the_claim_is_named_and_no_other() -> None:
    chunks = held(a="Acme rose 5%.", b="Beta fell.", c="In May it rained. Acme rose 5%.")
    assert judge("Acme rose 5%.", chunks).supported_by == ("a", "c")


def test_one_chunk_that_speaks_of_something_else_refutes_nothing() -> None:
    chunks = held(a="Beta sells cars in Peru.", b="Acme rose 5% in 2020.")
    assert judge("Acme rose 5% in 2020.", chunks).result == "proved"


_SENTENCES = st.sampled_from(
    [
        "Acme was founded in 1990 by Ann Lee.",
        "It employs 50 people.",
        "Beta fell 7% in 2019.",
        "In May, Acme rose 5%, and Beta fell.",
        "The board did not approve the plan.",
        "The plan may be approved if members agree.",
    ]
)


@pytest.mark.spec("AUD-7")
@given(st.lists(_SENTENCES, min_size=1, max_size=6), st.data())
def test_removing_a_sentence_from_the_source_never_turns_refusal_into_support(
    source: list[str], data: st.DataObject
) -> None:
    claim = data.draw(
        _SENTENCES | st.sampled_from(["Acme employs 50 people.", "Acme rose 5% in May.", "The plan was approved."])
    )
    gone = data.draw(st.integers(0, len(source) - 1))
    if judge(claim, " ".join(source[:gone] + source[gone + 1 :])).result == "proved":
        assert judge(claim, " ".join(source)).result == "proved"


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_judged(claim: str, source: str) -> None:
    assert judge(claim, source).result in ("proved", "refuted", "unsettled")


@given(st.text(alphabet="Acme 5%.,;()-[]\ud800\u202e\u200b数\n'“ and was", max_size=120))
def test_a_text_of_words_proves_itself(text: str) -> None:
    if any(character.isalnum() for character in text):
        assert judge(text, text).result != "refuted"


@pytest.mark.parametrize(
    "unit",
    ["a", "1", "(", "[", "a-", "and ", "数据", "\ud800 was ", "A.", "1,", "5% ", ", which was", "was founded by "],
)
def test_hostile_texts_are_judged_within_a_second(unit: str) -> None:
    claim, source = unit * (3_900 // len(unit)), unit * (1_000_000 // len(unit))
    started = time.process_time()
    judge(claim, source)
    judge("Acme earned " + "9" * 400 + " million.", source)
    assert time.process_time() - started < 2


def test_a_claim_of_ten_megabytes_is_answered_at_once() -> None:
    claim = "Acme was founded in 1990. " * 400_000
    started = time.process_time()
    assert judge(claim, "Acme was founded in 1990.").result == "unsettled"
    assert time.process_time() - started < 1


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ("Rent was higher in 2021 (£5,200) than in 2020 (£4,900).", "unsettled"),
        ("Rent was higher in 2021 (£5,300) than in 2020 (£4,900).", "refuted"),
        ("The rent of the barn (£5,200) was higher in 2021.", "unsettled"),
    ],
)
def test_a_figure_in_brackets_after_a_thing_or_a_year_is_a_remark_and_not_negative(claim: str, result: str) -> None:
    assert judge(claim, "The rent of the barn was £5,200 in 2021. It was £4,900 in 2020.").result == result


DEDUCTED = """Purchases of equipment — 2024: (1,577) million
Net income (loss) — 2024: (4,600) million
Income tax expense/(benefit) — 2024: (7,430) million
Operating income — 2024: (2,100) million"""


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "unheld", "result"),
    [
        ("The statement of cash flows of 2024 shows purchases of equipment of 1,577 million.", (), "unsettled"),
        (
            "The statement of cash flows of 2024 shows purchases of equipment of 1,578 million.",
            ("1,578 million",),
            "unsettled",
        ),
        ("The net loss of 2024 was 4,600 million.", (), "unsettled"),
        ("The tax benefit of 2024 was 7,430 million.", (), "unsettled"),
        ("The operating income of 2024 was 2,100 million.", ("2,100 million",), "refuted"),
        ("The operating income of 2024 was 2,100 million, while sales fell.", ("2,100 million",), "unsettled"),
        ("The operating result of 2024 was a loss of 2,100 million.", (), "unsettled"),
        ("The operating result of 2024 was a 2,100 million loss.", (), "unsettled"),
    ],
)
def test_a_claim_states_a_deduction_or_a_loss_without_brackets_and_an_income_with_its_sign(
    claim: str, unheld: tuple[str, ...], result: str
) -> None:
    assert unheld_values(claim, [source_of(DEDUCTED)]) == unheld
    assert judge(claim, DEDUCTED).result == result


EQUITY = "The deal covers a 100% equity interest in Tarn Ltd."


@pytest.mark.spec("VER-3", "AUD-7")
@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("Terms of the deal:\n-100% equity interest in Tarn Ltd\n-no assumption of debt", "unsettled"),
        ("Terms of the deal\n-no assumption of debt\n-100% equity interest in Tarn Ltd", "unsettled"),
        ("-100% equity interest in Tarn Ltd under the deal", "unsettled"),
        ("−100% equity interest in Tarn Ltd under the deal", "refuted"),  # a minus is no mark of a list
        ("The deal covers a\n-100% equity interest in Tarn Ltd", "refuted"),  # the line continues a sentence
        ("The deal covers a -100% equity interest in Tarn Ltd.", "refuted"),
    ],
)
def test_a_dash_at_the_start_of_a_line_may_be_the_mark_of_a_list_item_and_refutes_nothing_alone(
    source: str, result: str
) -> None:
    assert judge(EQUITY, source).result == result
    assert bool(unheld_values(EQUITY, [source_of(source)])) is (result == "refuted")


def test_another_figure_than_that_of_a_list_item_is_refuted() -> None:
    source = "Terms of the deal:\n-100% equity interest in Tarn Ltd\n-no assumption of debt"
    assert judge(EQUITY.replace("100%", "90%"), source).refusal == "contradicted"


def test_a_name_before_the_only_value_of_a_claim_makes_no_list_of_values() -> None:
    claim = "Freight from Wendolin to Calderquay and has the due date 20 December 2025."
    row = "Subject: Freight Wendolin to Calderquay — Due date: 2025-12-20."
    assert judge(claim, [PreparedText("row", row)]).result == "unsettled"


@pytest.mark.spec("VER-3")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The club's yearly loss was £4,000 smaller than had been planned.",
            "The club had a yearly loss of £6,000, against a planned loss of £10,000.",
        ),
        (
            "The planned loss of the year was missed by £4,000.",
            "The loss of the year was £6,000. The planned loss of the year was £10,000.",
        ),
    ],
)
def test_a_difference_of_two_values_of_the_source_is_not_refuted(claim: str, source: str) -> None:
    assert judge(claim, [PreparedText("source", source)]).result == "unsettled"
