"""Word lists that the rule-based analyst uses to parse a question."""

import re

ROLES = (
    "founder", "co-founder", "cofounder", "founding partner", "chief executive officer", "chief executive",
    "chief financial officer",
    "chief operating officer", "chief technology officer", "chief information officer", "chief information security officer",
    "chief legal officer", "chief people officer", "chief marketing officer", "finance director", "managing director",
    "executive director", "board chair", "chairman", "chairwoman", "chairperson", "chair", "vice president", "president",
    "data protection officer", "compliance officer", "company secretary", "general counsel", "treasurer", "controller",
    "auditor",
    "owner", "landlord", "lessor", "tenant", "lessee", "guarantor", "trustee", "general manager", "account manager",
    "office manager",
    "project manager", "plant manager", "security officer", "works council chair", "managing partner", "ceo", "cfo",
    "coo", "cto", "cio",
    "ciso", "geschäftsführer", "geschäftsführerin", "gründer", "gründerin", "vorstandsvorsitzender",
)  # fmt: skip
HEAD_OF = re.compile(r"\bhead of (?!the\b)(?:[A-Z]?[\w&]+)(?: (?:and|&) [A-Z]?\w+)?", re.IGNORECASE)
ROLE_VERBS = (
    (re.compile(r"\bwho(?:\s+\w+)?\s+(?:co-?)?(?:founded|set up)\b|\bby whom was .{2,80}? founded\b", re.IGNORECASE), "founder"),
    (re.compile(r"\bwho\s+(?:currently\s+)?chairs\b", re.IGNORECASE), "chair"),
    (re.compile(r"\bwho\s+(?:currently\s+)?audits\b|\bwho audited\b", re.IGNORECASE), "auditor"),
    (re.compile(r"\bwho\s+owns\b", re.IGNORECASE), "owner"),
)  # fmt: skip

WH = re.compile(r"\b(?:what|who|whom|whose|which|when|where|why|how)\b", re.IGNORECASE)
AUXILIARIES = frozenset(
    "is are was were am be been do does did has have had can could may might must shall should will would".split()
)
ASKING = frozenset(
    "list name give tell show describe explain summarise summarize compare state find identify calculate define outline "
    "provide "
    "please say mention quote indicate what's who's".split()
)
"""Verbs that open a request, such as "list" and "explain". They do not say what the request is about."""
OPENERS = frozenset(
    "aside according during besides following despite since unlike although because once while after before apart "
    "including excluding considering assuming given using compared".split()
)
"""Words with a capital only because they open a sentence. They are not part of a name."""
FOREIGN_QUESTION = re.compile(
    r"^\W*(?:wie|was|wer|wem|wen|wo|wann|warum|welche[rsmn]?|wieviele?|ist|sind|hat|gilt|qui|que|quel(?:le)?s?|quand|combien|où|pourquoi|"
    r"qu[eé]|qui[eé]n|cu[aá]l|cu[aá]ndo|cu[aá]nt[oa]s?|d[oó]nde|chi|che|quale|quanto|quando|wat|wie|welke|hoeveel|vad|vem|hvad|hvem|какова|какой|какая|какие|каков|кто|что|когда|где|сколько|почему|как)\b",
    re.IGNORECASE,
)
"""Openings of questions in languages where a capital does not show a name, such as German."""
FOREIGN_SMALL_WORDS = frozenset(
    "wie was wer wem wen wo wann warum hoch welche welcher welches welchen wieviel wieviele viel viele hoch lange ist sind "
    "war waren hat haben gilt gelten der die das den dem des ein eine einer einen einem und oder bei beim von vom mit "
    "im in am an auf für zu zum zur nach aus qui que quel quelle quels quelles quand combien où pourquoi est sont était "
    "a ont le la les un une des du de et ou dans chez pour par sur avec au aux qué quién cuál cuáles cuándo cuánto "
    "cuánta cuántos dónde es son fue el los las una y o en del con por para al chi che "
    "quale quanto quando è sono il lo gli i uno e nel della di wat wie welke hoeveel het een van bij voor met op op op".split()
)
"""Function words of other languages in which questions are asked. The English stop words do not include them."""
NO_TOPIC = frozenset(
    "work works mean means happen happens say says tell tells name names named call called question answer information "
    "document documents following based according please state states stated mention mentioned describe explain rule "
    "rules apply applies thing things kind kinds type types sort sorts amount number many much long exactly currently "
    "know known whether regarding concerning require requires required "
    "report reports reported source sources text page best way able need needed want set".split()
)
"""Content words that have no topic of their own, such as "mean" and "called"."""
REFERENCE = re.compile(
    r"\b(its|their|his|her|it|they|them|he|she|(?:this|that|the same|said) (?:company|firm|organi[sz]ation|person|"
    r"agreement|contract|policy|document))\b",
    re.IGNORECASE,
)
POSSESSIVE_REFERENCE = re.compile(r"\b(?:its|their|his|her)\b", re.IGNORECASE)

TERM_ACRONYMS = frozenset(
    "usd eur gbp chf jpy cny us$ gaap ifrs ebit ebitda ebitdar eps roe roa roi roic capex opex cogs dpo dso dio ppe "
    "pp&e ppne ppande sg&a r&d fx yoy qoq cagr p&l p/e vat kpi arr mrr fcf ocf npv irr ytd ltm ttm esg hr it ai pto rsu "
    "psu ceo cfo coo cto cio ciso msa nda sla "
    "dpa sow ip pdf url id q1 q2 q3 q4 h1 h2 fy cpi gdp m&a ipo gst hvac iso gdpr".split()
)
"""Acronyms of measures, roles and document types. They do not name an entity."""
BUSINESS = frozenset(
    "revenu sale incom profit loss margin asset liabil balanc equiti debt tax dividend share sharehold stock custom "
    "employe employ segment industri busi acquir acquisit merger merg inventori expens cash flow file fiscal quarter "
    "quarter headquart subsidiari board director earn ebitda ebit turnov capit expenditur financi restructur payabl "
    "receiv cost guidanc forecast outlook spin market competitor supplier contractor contract agreement invoic polici "
    "audit auditor litig legal lawsuit product product staff workforc salari price fee net gross adjust total real "
    "ratio rate growth usd million billion currenc backlog lease pension goodwill rebat insur "
    "overtim annual leav allowanc retent wage budget".split()
)
"""Stems that are typical of a question about a company or its internal rules."""
CODE = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Z][\w]*-\w[\w-]*\b")
"""A product code such as "HB-340"."""

DEMONYMS = frozenset(
    "american british english scottish welsh irish french german italian spanish portuguese dutch belgian swiss "
    "austrian danish swedish norwegian finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish "
    "russian ukrainian chinese japanese korean indian pakistani indonesian malaysian thai vietnamese australian "
    "canadian mexican brazilian argentine chilean colombian egyptian israeli african asian european western eastern "
    "northern southern hawaiian christian catholic protestant muslim jewish roman latin "
    "arab arabic south north".split()
)
LABELS = frozenset(
    "company corporation group bank fund trust partnership parent issuer supplier customer client vendor buyer seller "
    "purchaser contractor employer employee landlord tenant lessor lessee borrower lender party parties board agreement "
    "plan act service services product products notes policy report contract minutes committee registrant partner licensor licensee".split()
)
"""Terms by which documents refer to a party or to themselves, such as "the Company". They are names only in the
document that defines them, never in a question."""
