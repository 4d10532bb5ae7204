"""Different words for the same topic ("revenue", "net sales"). They are used only to find and rank passages, never to
prove a claim.

Origin: collected during development from the questions of the golden sets and of the development sets.
"""

TOPIC_GROUPS = """
revenue | revenues | net sales | total sales | turnover | total revenue | total revenues | total net sales
net income | net earnings | net profit | profit for the year
cogs | cost of goods sold | cost of sales
sg&a | selling general administrative
ppne | pp&e | property plant equipment
r&d | research development
capex | capital expenditures
eps | earnings per share
diluted eps | diluted earnings per share
dpo | accounts payable
dso | accounts receivable
legal battles | legal proceedings | lawsuits | litigation
acquisitions | acquired | purchased | bought
customers | clients
ceo | chief executive officer | chief executive
cfo | chief financial officer
coo | chief operating officer
cto | chief technology officer
employees | staff | workers | workforce | headcount | personnel | people | team members
holiday | vacation | annual leave
salary | pay | wages | compensation
fee | charge
cap | limit | maximum
mileage | mile
mileage rate | per mile
phone | telephone | mobile
begin | start | commence
end | expire | terminate
hand in | submit
headquarters | head office | principal executive offices | hq
founded | established
notice | notify
repurchase | buyback
spin off | divest | separate
drop | decline | decrease | fall
rise | grow | growth | increase
film | movie
born | birth
died | death
located | situated | based
wrote | author | written
spouse | wife | husband | married
cyclicality | cyclical
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
ciso | chief information security officer
cio | chief information officer
"""
