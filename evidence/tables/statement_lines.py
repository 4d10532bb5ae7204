"""The lines of the three primary financial statements, each with its usual labels and the words for it in questions.

The labels are those of filings under US GAAP and IFRS. If a company prints another label, the line is not found, and
the report does not mention it.
"""

from collections.abc import Mapping

from .line_items import LineItem

_EQUITY_OF = r"(?:(?:share|stock)holders'?'?s? |owners' )?"
_WHOSE = r"(?: attributable to .*| available to .*| of .*)?"
_LOSS = r"(?: loss)?"

LINES: Mapping[str, LineItem] = {
    item.name: item
    for item in (
        LineItem(
            name="revenue",
            statement="income_statement",
            labels=(
                r"total (?:net )?(?:revenues?|sales)(?: net)?(?: and other income)?",
                r"(?:net |total net )?(?:operating )?revenues?|net sales|sales|turnover|sales and other operating revenues?",
            ),
            said=(r"(?:net |total )*(?:revenues?|sales|turnover)\b(?! (?:mix|force|staff|tax))", r"top[- ]line"),
        ),
        LineItem(
            name="cost_of_sales",
            statement="income_statement",
            labels=(
                r"(?:total )?cost of (?:goods sold|products sold|merchandise sold|sales|revenues?|goods and services(?: sold)?)"
                r"(?: and occupancy.*| exclusive of .*| excluding .*)?|total cost of .*",
                r"merchandise costs?|cost of (?:products|services|goods)|total costs? and expenses",
            ),
            said=(r"cost of (?:goods sold|goods|sales|revenues?)", r"\bCOGS\b"),
            spent=True,
        ),
        LineItem(
            name="gross_profit",
            statement="income_statement",
            labels=(r"(?:total )?gross (?:profit|margin|income)" + _LOSS,),
            said=(r"gross profits?\b(?! margin)",),
        ),
        LineItem(
            name="selling_general_administrative",
            statement="income_statement",
            labels=(
                r"selling (?:informational |distribution |marketing )?(?:general )?(?:and )?administrative(?: expenses?)?",
                r"general and administrative(?: expenses?)?",
            ),
            said=(r"SG&?A\b(?: expenses?)?", r"selling,? (?:and )?general,? (?:and|&) administrative(?: expenses?)?"),
            spent=True,
        ),
        LineItem(
            name="research_development",
            statement="income_statement",
            labels=(r"research and development(?: expenses?| costs?)?", r"technology and (?:content|development)"),
            said=(
                r"R&D\b(?: expenses?| spend\w*)?",
                r"research (?:and|&) development(?: expenses?| spend\w*| costs?)?",
            ),
            spent=True,
        ),
        LineItem(
            name="operating_income",
            statement="income_statement",
            labels=(
                r"(?:total )?operating (?:income|profit|earnings)" + _LOSS,
                r"(?:total )?(?:income|earnings|profit|loss)(?: loss| income| earnings)? from operations",
                r"operating loss(?: income)?",
            ),
            said=(
                r"operating (?:income|profit|earnings|loss)\b(?! margin)",
                r"(?:income|loss) from operations",
                r"\bEBIT\b",
            ),
        ),
        LineItem(
            name="interest_expense",
            statement="income_statement",
            labels=(
                r"interest (?:and (?:other )?(?:debt|financing) )?expenses?",
                r"interest expense(?: net)?",
                r"interest cost",
            ),
            said=(r"interest expenses?",),
            spent=True,
        ),
        LineItem(
            name="pretax_income",
            statement="income_statement",
            labels=(
                r"(?:income|earnings|profit|loss)(?: loss| income| earnings)?(?: from continuing operations)? before"
                r"(?: provision for| provision benefit for| benefit provision for| equity .* and)? ?"
                r"(?:income )?tax(?:es)?(?: on income)?(?: and .*)?",
            ),
            said=(r"(?:income|earnings|profit) before (?:income )?tax(?:es)?", r"pre-?tax (?:income|profit|earnings)"),
        ),
        LineItem(
            name="income_tax",
            statement="income_statement",
            labels=(
                r"(?:provision|benefit)(?: provision| benefit)?(?: from)? for (?:income )?tax(?:es)?(?: on income)?",
                r"income tax(?:es)?(?: expense| benefit| provision)*|(?:total )?tax expense",
            ),
            said=(r"income tax(?:es)? (?:expense|provision|paid)?", r"provision for (?:income )?taxes"),
        ),
        LineItem(
            name="net_income",
            statement="income_statement",
            labels=(
                r"(?:consolidated )?net (?:income|earnings|profit)"
                + _LOSS
                + r"|net loss(?: income)?|profit for the (?:year|period)",
                r"net (?:income|earnings|profit|loss)(?: loss| income)? (?:attributable to|available to)(?! non)(?! participating).*",
                r"net (?:income|earnings|loss)(?: loss)? (?:including noncontrolling interests?|before allocation .*)",
            ),
            said=(r"net (?:income|earnings|profit|loss)\b(?! margin)(?! per)", r"bottom[- ]line"),
        ),
        LineItem(
            name="basic_eps",
            statement="income_statement",
            labels=(
                r"(?:net )?(?:basic )?(?:earnings|income|loss|net income)(?: loss)? per (?:common )?share(?: basic)?"
                + _WHOSE,
                r"basic(?: .* per .*share.*)?",
            ),
            said=(r"basic (?:EPS|earnings per share)",),
        ),
        LineItem(
            name="diluted_eps",
            statement="income_statement",
            labels=(
                r"(?:net )?(?:diluted )?(?:earnings|income|loss)(?: loss)? per (?:common )?share(?: diluted| assuming dilution)?"
                + _WHOSE,
                r"diluted(?: .* per .*share.*)?",
            ),
            said=(r"(?:diluted )?(?:EPS\b|earnings per share)",),
        ),
        LineItem(
            name="cash",
            statement="balance_sheet",
            labels=(r"(?:total )?cash(?: and (?:cash|short term) equivalents?)?(?: and restricted cash)?",),
            said=(r"cash (?:and|&) (?:cash )?equivalents", r"cash (?:balance|position|on hand)"),
        ),
        LineItem(
            name="short_term_investments",
            statement="balance_sheet",
            labels=(
                r"short term (?:and other )?(?:investments|marketable securities)|(?:current )?marketable securities(?: current)?",
            ),
            said=(r"short[- ]term investments", r"marketable securities"),
        ),
        LineItem(
            name="receivables",
            statement="balance_sheet",
            labels=(
                r"(?:total )?(?:trade |customer )?(?:accounts |notes )?(?:and (?:notes|trade|other) )?receivables?(?: trade)?(?: and other)?",
                r"(?:accounts|trade) (?:and .* )?receivables?(?: and .*)?",
            ),
            said=(r"(?:accounts |trade )receivables?", r"\breceivables\b"),
        ),
        LineItem(
            name="inventories",
            statement="balance_sheet",
            labels=(r"(?:total )?(?:merchandise |finished )?inventor(?:y|ies)(?: at .*)?",),
            said=(r"\binventor(?:y|ies)\b(?! (?:turn|shrink|write))",),
        ),
        LineItem(
            name="current_assets",
            statement="balance_sheet",
            labels=(r"total current assets",),
            said=(r"(?:total )?current assets",),
        ),
        LineItem(
            name="property_plant_equipment",
            statement="balance_sheet",
            labels=(
                r"(?:net )?(?:land buildings? |property )(?:plant )?(?:and )?equipment(?: net)?",
                r"(?:net |total )?(?:property|properties|premises|fixed assets).*(?:equipment|net)|fixed assets",
            ),
            said=(
                r"(?:net )?property,?(?: plant,?)? (?:and|&) equipment",
                r"(?:net )?\bPP&?(?:A?N?D)?E\b|\bPPNE\b|\bnet PP&E\b",
                r"\bfixed assets\b(?! turnover)",
            ),
        ),
        LineItem(
            name="goodwill",
            statement="balance_sheet",
            labels=(r"goodwill(?: and other intangible assets)?",),
            said=(r"\bgoodwill\b(?! impairment)",),
        ),
        LineItem(
            name="intangibles",
            statement="balance_sheet",
            labels=(r"(?:other |acquired |identifiable |purchased )*intangible assets|intangibles",),
            said=(r"intangible assets|intangibles",),
        ),
        LineItem(
            name="total_assets",
            statement="balance_sheet",
            labels=(r"total assets",),
            said=(r"\btotal assets\b(?! turnover)",),
        ),
        LineItem(
            name="payables",
            statement="balance_sheet",
            labels=(r"(?:trade )?(?:accounts )?payables?(?: trade)?(?: and accrued (?:liabilities|expenses))?",),
            said=(r"(?:accounts |trade )payables?\b", r"\bpayables\b"),
        ),
        LineItem(
            name="current_liabilities",
            statement="balance_sheet",
            labels=(r"total current liabilities",),
            said=(r"(?:total )?current liabilities",),
        ),
        LineItem(
            name="short_term_debt",
            statement="balance_sheet",
            labels=(
                r"short term (?:debt|borrowings)(?: (?:and|including) current portion .*)?",
                r"current (?:portion|maturities) of (?:long term )?debt.*|notes payable.*|debt due within one year",
            ),
            said=(r"short[- ]term (?:debt|borrowings)", r"current (?:portion|maturities) of (?:long[- ]term )?debt"),
            several=True,
        ),
        LineItem(
            name="long_term_debt",
            statement="balance_sheet",
            labels=(r"long term (?:debt|borrowings)(?: (?:less|excluding|net of) .*)?",),
            said=(r"long[- ]term (?:debt|borrowings)",),
        ),
        LineItem(
            name="total_liabilities",
            statement="balance_sheet",
            labels=(r"total liabilities",),
            said=(r"\btotal liabilities\b",),
        ),
        LineItem(
            name="retained_earnings",
            statement="balance_sheet",
            labels=(r"(?:retained earnings|accumulated deficit|reinvested earnings).*",),
            said=(r"retained earnings|accumulated deficit",),
        ),
        LineItem(
            name="equity",
            statement="balance_sheet",
            labels=(
                rf"total {_EQUITY_OF}(?:equity|deficit)(?: deficit)?",
                rf"{_EQUITY_OF}equity|total (?!liabilities).{{2,40}} {_EQUITY_OF}(?:equity|deficit)",
            ),
            said=(r"(?:total |(?:share|stock)holders['’]?s?['’]? )+equity\b", r"\bbook value\b"),
        ),
        LineItem(
            name="operating_cash_flow",
            statement="cash_flow",
            labels=(
                r"(?:total )?(?:net )?cash (?:flows? )?(?:inflows? )?(?:provided|generated|used|from)"
                r"(?: (?:by|from|in|used|provided))* operating activities",
                r"(?:total )?(?:net )?cash (?:flows? )?.*\boperating activities(?: .*)?|cash (?:flows? )?from operations",
            ),
            said=(
                r"(?:operating cash flows?|cash flows? from operat\w+(?: activities)?"
                r"|cash (?:provided by|from|generated by) operat\w+(?: activities)?)(?! ratio)",
            ),
        ),
        LineItem(
            name="capital_expenditure",
            statement="cash_flow",
            labels=(
                r"capital expenditures?(?: .*)?",
                r"(?:additions? to|purchases? of|payments? (?:to acquire|for)|expenditures? (?:for|on)|acquisitions? of|investments? in) "
                r"(?:property|plant|fixed assets|premises|capital assets)(?!.*\b(?:held for sale|accrued|unpaid|not yet paid|under|leases?)\b).*"
                r"|property plant and equipment additions",
            ),
            said=(r"cap(?:ital )?ex(?:penditures?)?\b|capital expenditures?|capital spending",),
            spent=True,
        ),
        LineItem(
            name="depreciation_amortisation",
            statement="cash_flow",
            labels=(
                r"(?:total )?depreciation(?: of .*)?(?: (?:and|amortization|depletion).*)?",
                r"depreciation.*amorti[sz]ation.*",
            ),
            said=(r"depreciation (?:and|&) amorti[sz]ation|\bD&A\b|\bdepreciation\b",),
        ),
        LineItem(
            name="dividends_paid",
            statement="cash_flow",
            labels=(r"(?:payments? of )?(?:cash )?dividends?(?: paid| payments?)*(?: (?:on|to) .*)?",),
            said=(r"(?:cash )?dividends? (?:paid|payments?|payout\b(?! ratio))|paid (?:out )?(?:in )?dividends",),
            spent=True,
        ),
        LineItem(
            name="share_repurchases",
            statement="cash_flow",
            labels=(
                r"(?:repurchases?|purchases?|payments? for repurchases?|acquisitions?) of (?:common |treasury |ordinary |company )?"
                r"(?:stock|shares)(?: .*)?",
                r"(?:common |treasury )?(?:share|stock|shares)s? (?:repurchas\w+|buy ?backs?|acquired|purchases)(?: .*)?",
            ),
            said=(r"(?:share|stock) (?:repurchases?|buy-?backs?)|repurchases? of (?:common )?(?:stock|shares)",),
            spent=True,
        ),
    )
}
