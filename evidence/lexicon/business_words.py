"""Words of companies, their contracts and their figures that are not names, although they may have capitals.

Origin: collected during development from the golden questions and FinanceBench, and from the parties and defined terms
of ordinary contracts.
"""

TERM_ACRONYMS = frozenset(
    "usd eur gbp chf jpy cny us$ gaap ifrs ebit ebitda ebitdar eps roe roa roi roic capex opex cogs dpo dso dio ppe "
    "pp&e ppne ppande sg&a r&d fx yoy qoq cagr p&l p/e vat kpi arr mrr fcf ocf npv irr ytd ltm ttm esg hr it ai pto rsu "
    "psu ceo cfo coo cto cio ciso msa nda sla dpa sow ip pdf url id q1 q2 q3 q4 h1 h2 fy cpi gdp m&a ipo gst hvac iso gdpr".split()
)
"""Acronyms of measures, roles and document types. They do not name an entity."""
BUSINESS_STEMS = frozenset(
    "revenu sale incom profit loss margin asset liabil balanc equiti debt tax dividend share sharehold stock custom "
    "employe employ segment industri busi acquir acquisit merger merg inventori expens cash flow file fiscal quarter "
    "headquart subsidiari board director earn ebitda ebit turnov capit expenditur financi restructur payabl "
    "receiv cost guidanc forecast outlook spin market competitor supplier contractor contract agreement invoic polici "
    "audit auditor litig legal lawsuit product staff workforc salari price fee net gross adjust total real "
    "ratio rate growth usd million billion currenc backlog lease pension goodwill rebat insur "
    "overtim annual leav allowanc retent wage budget".split()
)
"""Stems that are typical of a question about a company or its internal rules."""
PARTY_LABELS = frozenset(
    "company corporation group bank fund trust partnership parent issuer supplier customer client vendor buyer seller "
    "purchaser contractor employer employee landlord tenant lessor lessee borrower lender party parties board agreement "
    "plan act service services products notes policy report contract minutes committee registrant partner licensor licensee".split()
)
"""Terms by which documents refer to a party or to themselves, such as "the Company". They are names only in the
document that defines them, never in a question."""
BODIES = frozenset(
    "foundation university college school bank capital group holdings motors motor services systems institute corporation "
    "company association society trust union party press records partners industries international technologies".split()
)
"""Words that, directly after a name, make it part of the name of a different body ("Acme Foundation")."""
