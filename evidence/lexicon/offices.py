"""Roles and titles: different names of one role, the verb for what its holder does, and title words that look like
names.

Origin: written for this project, from the offices that filings, contracts and organisation charts name; extended with
those of the golden questions.
"""

NAMES_OF_ONE_ROLE = (
    ("ceo", "chief executive officer", "chief executive"),
    ("cfo", "chief financial officer"),
    ("coo", "chief operating officer"),
    ("cto", "chief technology officer"),
    ("cio", "chief information officer"),
    ("ciso", "chief information security officer"),
    ("dpo", "data protection officer"),
    ("chair", "chairman", "chairwoman", "chairperson"),
    ("founder", "co-founder", "cofounder"),
    (
        "auditor",
        "independent auditor",
        "statutory auditor",
        "independent registered public accounting firm",
        "registered public accounting firm",
        "abschlussprüfer",
    ),
)
"""Groups of different names of one role. One group is not symmetric: a co-founder answers a question about a "founder",
but only a co-founder answers one about a "co-founder"."""
ACTS_OF_ROLES = {
    "founder": "founded|co-founded|cofounded|established|set up",
    "co-founder": "co-founded|cofounded",
    "director": "directed",
    "author": "wrote|written|authored",
    "owner": "owns|owned",
    "editor": "edited",
    "composer": "composed",
    "creator": "created",
    "inventor": "invented",
    "designer": "designed",
    "producer": "produced",
}
NO_DOERS = frozenset(
    "officer contractor partner customer member tenor doctor sponsor employer insurer brother sister".split()
)
"""Roles in -er or -or whose verb does not state the role. They are not formed from a verb, or the verb names the other
party (“contracted by”)."""
OFFICES = frozenset(
    "ceo cfo coo cto evp svp president chief executive officer financial operating technology chair chairman chairwoman chairperson "
    "director directors managing secretary treasurer board founder owner partner vice senior general counsel head "
    "of and the mr mrs ms dr sir principal manager officers executives committee".split()
)
"""Words of job titles. They have capitals like names, but are not names."""
ORGANS = (
    r"(?:(?:supervisory|management|executive|advisory)\s+)?board(?:\s+of\s+(?:directors|managers|trustees|governors))?|"
    r"(?:(?:audit|risk|finance|executive|compensation|remuneration|nominat(?:ion|ing)|(?:corporate\s+)?governance)"
    r"(?:,\s+|\s+and\s+|\s+))+committee"
)
"""A pattern for the organs of a company, which are no organisations of their own: boards, and the committees that stock
exchanges and governance codes require."""
LABELS = frozenset(
    (
        "company corporation inc incorporated llc ltd limited plc registrant issuer administrator parent subsidiary group "
        "firm board committee director directors officer officers executive chief senior vice president vp chair chairman "
        "chairwoman chairperson manager counsel general secretary treasurer auditor auditors accountant accountants "
        "section item form exhibit note part table annual report agreement act exchange securities commission united "
        "states management employee employees participant plan trustee agent customer supplier tenant landlord lender "
        "borrower corporate governance principles certification certifications financial operating legal technology "
        "information effective date name title signature and of the by for to in on finance services service web lead "
        "independent filed herewith consent business operations sales marketing human resources investor relations "
        "retired former interim acting present attendance attendees participants members apologies absent"
    ).split()
)
NO_HOLDERS = frozenset(
    "act section item form exhibit committee officer board certification certifications agreement report employees "
    "services consent company’s company's".split()
)
ROLE_NAMES = (
    "founder", "co-founder", "cofounder", "founding partner", "chief executive officer", "chief executive",
    "chief financial officer",
    "chief operating officer", "chief technology officer", "chief information officer", "chief information security officer",
    "chief legal officer", "chief people officer", "chief marketing officer", "finance director", "managing director",
    "executive director", "board chair", "chairman", "chairwoman", "chairperson", "chair", "vice president", "president",
    "data protection officer", "compliance officer", "company secretary", "general counsel", "treasurer", "controller",
    "independent registered public accounting firm", "registered public accounting firm",
    "independent auditor", "statutory auditor", "auditor", "abschlussprüfer",
    "owner", "landlord", "lessor", "tenant", "lessee", "guarantor", "trustee", "general manager", "account manager",
    "office manager",
    "project manager", "plant manager", "security officer", "works council chair", "managing partner", "ceo", "cfo",
    "coo", "cto", "cio",
    "ciso", "geschäftsführer", "geschäftsführerin", "gründer", "gründerin", "vorstandsvorsitzender",
)  # fmt: skip
"""The roles that a question may ask for, in English and German."""
AUDITORS_REPORTS = (
    r"(?:reports?|consent) of (?:the )?independent (?:registered public accounting firm|(?:certified public )?accountants?|auditors?)|"
    r"independent auditors?['’]?s? report|bestätigungsvermerk des unabhängigen abschlussprüfers"
)
"""A pattern for the headings of auditors' reports that auditing standards prescribe (PCAOB AS 3101, ISA 700, IDW PS 400),
and of the auditor's consent in a filing."""
AUDITS = r"\bwe\s+(?:(?:have|hereby|also)\s+)*(?:audited|consent)\b|\bwir\s+haben\b[^.]{1,300}\bgeprüft\b"
"""A pattern for the sentence by which an auditor opens a report or a consent."""
SIGNATURE_MARKS = ("/s/", "gez.")
"""What stands for a signature in a text: in filings, and in German documents."""
LASTING_ROLES = frozenset("founder co-founder cofounder author composer creator inventor designer".split())
"""Roles that nobody stops having."""
SAME_ROLE = "new|current|present|independent|external|statutory|group|global|joint|sole"
"""Words before a title that leave it the same role. Any other word makes another one: “deputy”, “former”, “interim”."""
GIVEN = "appoint(?:s|ed)|name[sd]|elect(?:s|ed)|hire[sd]|promote[sd]|engage[sd]|retain(?:s|ed)"
"""Verbs that give a role, where they state that it is given."""
ENDED = (
    r"formerly|previously|prior\s+to|until|before\s+(?:joining|that)|earlier|resign\w*|retire[sd]?|retiring|retirement|"
    r"st(?:ep|and)(?:s|ped|ing|ping)?[\s-]+down|stood\s+down|lea(?:ve|ves|ving)|left|depart\w*|quit|remov(?:ed|al)|"
    r"dismiss\w*|oust\w*|fired|died|death"
)
"""Words that state that a role has ended or ends."""
