"""Words that say how a figure is measured or shown, and not what it is.

Origin: collected during development from questions and table labels of FinanceBench, TAT-QA and the golden sets.
"""

FIGURE_WORDS = frozenset(
    "amount value number company group figure level sum year fiscal total annual ended ending end period quarter month recorded "
    "reported consolidated arising generated derived resulting".split()
)
"""Words that only the question or only the label of a row may have. They distinguish no rows."""
NO_MEASURES = frozenset(
    "year quarter month period fiscal date end total change increase decrease growth average percent percentage proportion "
    "ratio value amount number respective company difference largest smallest highest lowest year-end".split()
)
"""Words that are no topic: a topic that consists of such words alone is not accepted."""
BEFORE_LINES = frozenset(
    "total net gross its their the a an of in to for by was were is are did and or between with reported report consolidated overall annual "
    "average year end yearly fiscal full what which how much much's amount value percent % growth change changes increase decrease from have "
    "had has does do spend spent spending on generate generated much pay paid as per over year-end company's short long return change in"
    " grow grew percentage".split()
)
"""Words before the name of a statement line that do not change its meaning (“total revenue”). Any other word limits the
line to a part: “licences revenue”, “AWS net sales”."""
SIGNED_STEMS = frozenset(
    "incom earn profit surplus margin result chang growth grew grow increas rise rose gain return flow rate benefit provid balanc "
    "equiti differ ebitda".split()
)
"""Stems of words for amounts that may be negative, so that their sign matters: “net income was (460)”."""
NEGATIVE_STEMS = frozenset("loss lost deficit decreas declin fell fall drop outflow reduc shortfal".split())
"""Stems of words that state a minus: “a net loss of 460”."""
