"""The lines of the three primary financial statements, each with its usual labels and the words for it in questions.

Origin: written by hand while the FinanceBench rows were used for development, with the wording of ordinary US GAAP and
IFRS statements. No taxonomy was copied.
"""

LINE_LABELS = r"""
# income_statement
revenue
  = total (?:net )?(?:revenues?|sales)(?: net)?(?: and other income)?
  = (?:net |total net )?(?:operating )?revenues?|net sales|sales|turnover|sales and other operating revenues?
  ? (?:net |total )*(?:revenues?|sales|turnover)\b(?! (?:mix|force|staff|tax))
  ? top[- ]line
cost_of_sales spent
  = (?:total )?cost of (?:goods sold|products sold|merchandise sold|sales|revenues?|goods and services(?: sold)?)
  + (?: and occupancy.*| exclusive of .*| excluding .*)?|total cost of .*
  = merchandise costs?|cost of (?:products|services|goods)|total costs? and expenses
  ? cost of (?:goods sold|goods|sales|revenues?)
  ? \bCOGS\b
gross_profit
  = (?:total )?gross (?:profit|margin|income)(?: loss)?
  ? gross profits?\b(?! margin)
selling_general_administrative spent
  = selling (?:informational |distribution |marketing )?(?:general )?(?:and )?administrative(?: expenses?)?
  = general and administrative(?: expenses?)?
  ? SG&?A\b(?: expenses?)?
  ? selling,? (?:and )?general,? (?:and|&) administrative(?: expenses?)?
research_development spent
  = research and development(?: expenses?| costs?)?
  = technology and (?:content|development)
  ? R&D\b(?: expenses?| spend\w*)?
  ? research (?:and|&) development(?: expenses?| spend\w*| costs?)?
operating_income
  = (?:total )?operating (?:income|profit|earnings)(?: loss)?
  = (?:total )?(?:income|earnings|profit|loss)(?: loss| income| earnings)? from operations
  = operating loss(?: income)?
  ? operating (?:income|profit|earnings|loss)\b(?! margin)
  ? (?:income|loss) from operations
  ? \bEBIT\b
interest_expense spent
  = interest (?:and (?:other )?(?:debt|financing) )?expenses?
  = interest expense(?: net)?
  = interest cost
  ? interest expenses?
pretax_income
  = (?:income|earnings|profit|loss)(?: loss| income| earnings)?(?: from continuing operations)? before
  + (?: provision for| provision benefit for| benefit provision for| equity .* and)? ?(?:income )?tax(?:es)?
  + (?: on income)?(?: and .*)?
  ? (?:income|earnings|profit) before (?:income )?tax(?:es)?
  ? pre-?tax (?:income|profit|earnings)
income_tax
  = (?:provision|benefit)(?: provision| benefit)?(?: from)? for (?:income )?tax(?:es)?(?: on income)?
  = income tax(?:es)?(?: expense| benefit| provision)*|(?:total )?tax expense
  ? income tax(?:es)? (?:expense|provision|paid)?
  ? provision for (?:income )?taxes
net_income
  = (?:consolidated )?net (?:income|earnings|profit)(?: loss)?|net loss(?: income)?|profit for the (?:year|period)
  = net (?:income|earnings|profit|loss)(?: loss| income)? (?:attributable to
  + |available to)(?! non)(?! participating).*
  = net (?:income|earnings|loss)(?: loss)? (?:including noncontrolling interests?|before allocation .*)
  ? net (?:income|earnings|profit|loss)\b(?! margin)(?! per)
  ? bottom[- ]line
basic_eps
  = (?:net )?(?:basic )?(?:earnings|income|loss|net income)(?: loss)? per (?:common )?share(?: basic)?<whose>
  = basic(?: .* per .*share.*)?
  ? basic (?:EPS|earnings per share)
diluted_eps
  = (?:net )?(?:diluted )?(?:earnings|income|loss)(?: loss)? per (?:common )?share(?: diluted
  + | assuming dilution)?<whose>
  = diluted(?: .* per .*share.*)?
  ? (?:diluted )?(?:EPS\b|earnings per share)
# balance_sheet
cash
  = (?:total )?cash(?: and (?:cash|short term) equivalents?)?(?: and restricted cash)?
  ? cash (?:and|&) (?:cash )?equivalents
  ? cash (?:balance|position|on hand)
short_term_investments
  = short term (?:and other )?(?:investments|marketable securities)|(?:current )?marketable securities(?: current)?
  ? short[- ]term investments
  ? marketable securities
receivables
  = (?:total )?(?:trade |customer )?(?:accounts |notes )?(?:and (?:notes|trade|other) )?receivables?(?: trade)?
  + (?: and other)?
  = (?:accounts|trade) (?:and .* )?receivables?(?: and .*)?
  ? (?:accounts |trade )receivables?
  ? \breceivables\b
inventories
  = (?:total )?(?:merchandise |finished )?inventor(?:y|ies)(?: at .*)?
  ? \binventor(?:y|ies)\b(?! (?:turn|shrink|write))
current_assets
  = total current assets
  ? (?:total )?current assets
property_plant_equipment
  = (?:net )?(?:land buildings? |property )(?:plant )?(?:and )?equipment(?: net)?
  = (?:net |total )?(?:property|properties|premises|fixed assets).*(?:equipment|net)|fixed assets
  ? (?:net )?property,?(?: plant,?)? (?:and|&) equipment
  ? (?:net )?\bPP&?(?:A?N?D)?E\b|\bPPNE\b|\bnet PP&E\b
  ? \bfixed assets\b(?! turnover)
goodwill
  = goodwill(?: and other intangible assets)?
  ? \bgoodwill\b(?! impairment)
intangibles
  = (?:other |acquired |identifiable |purchased )*intangible assets|intangibles
  ? intangible assets|intangibles
total_assets
  = total assets
  ? \btotal assets\b(?! turnover)
payables
  = (?:trade )?(?:accounts )?payables?(?: trade)?(?: and accrued (?:liabilities|expenses))?
  ? (?:accounts |trade )payables?\b
  ? \bpayables\b
current_liabilities
  = total current liabilities
  ? (?:total )?current liabilities
short_term_debt several
  = short term (?:debt|borrowings)(?: (?:and|including) current portion .*)?
  = current (?:portion|maturities) of (?:long term )?debt.*|notes payable.*|debt due within one year
  ? short[- ]term (?:debt|borrowings)
  ? current (?:portion|maturities) of (?:long[- ]term )?debt
long_term_debt
  = long term (?:debt|borrowings)(?: (?:less|excluding|net of) .*)?
  ? long[- ]term (?:debt|borrowings)
total_liabilities
  = total liabilities
  ? \btotal liabilities\b
retained_earnings
  = (?:retained earnings|accumulated deficit|reinvested earnings).*
  ? retained earnings|accumulated deficit
equity
  = total <equity_of>(?:equity|deficit)(?: deficit)?
  = <equity_of>equity|total (?!liabilities).{2,40} <equity_of>(?:equity|deficit)
  ? (?:total |(?:share|stock)holders['’]?s?['’]? )+equity\b
  ? \bbook value\b
# cash_flow
operating_cash_flow
  = (?:total )?(?:net )?cash (?:flows? )?(?:inflows? )?(?:provided|generated|used|from)(?: (?:by|from|in|used
  + |provided))* operating activities
  = (?:total )?(?:net )?cash (?:flows? )?.*\boperating activities(?: .*)?|cash (?:flows? )?from operations
  ? (?:operating cash flows?|cash flows? from operat\w+(?: activities)?|cash (?:provided by|from
  + |generated by) operat\w+(?: activities)?)(?! ratio)
capital_expenditure spent
  = capital expenditures?(?: .*)?
  = (?:additions? to|purchases? of|payments? (?:to acquire|for)|expenditures? (?:for|on)|acquisitions? of
  + |investments? in) (?:property|plant|fixed assets|premises|capital assets)(?!.*\b(?:held for sale|accrued|unpaid
  + |not yet paid|under|leases?)\b).*|property plant and equipment additions
  ? cap(?:ital )?ex(?:penditures?)?\b|capital expenditures?|capital spending
depreciation_amortisation
  = (?:total )?depreciation(?: of .*)?(?: (?:and|amortization|depletion).*)?
  = depreciation.*amorti[sz]ation.*
  ? depreciation (?:and|&) amorti[sz]ation|\bD&A\b|\bdepreciation\b
dividends_paid spent
  = (?:payments? of )?(?:cash )?dividends?(?: paid| payments?)*(?: (?:on|to) .*)?
  ? (?:cash )?dividends? (?:paid|payments?|payout\b(?! ratio))|paid (?:out )?(?:in )?dividends
share_repurchases spent
  = (?:repurchases?|purchases?|payments? for repurchases?|acquisitions?) of (?:common |treasury |ordinary 
  + |company )?(?:stock|shares)(?: .*)?
  = (?:common |treasury )?(?:share|stock|shares)s? (?:repurchas\w+|buy ?backs?|acquired|purchases)(?: .*)?
  ? (?:share|stock) (?:repurchases?|buy-?backs?)|repurchases? of (?:common )?(?:stock|shares)
"""
"""A statement, its lines with their flags, and for each line the patterns of its labels (=), the most certain first, and
of its names in questions (?). A pattern continues after +."""
