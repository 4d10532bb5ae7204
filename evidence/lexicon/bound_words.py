"""Words before a value that make it a bound (“at least”, “no more than”) or an estimate (“approximately”), as patterns.

Origin: written by hand.
"""

AT_MOST = (
    r"(?:no|not) (?:more|greater|higher|longer|larger|later|older|further) than|(?:not|n't|never) (?:to )?exceed(?:ing)?|"
    r"cannot exceed|not over|not above|up to|at (?:the )?most|a? ?maximum(?: of)?|at a maximum of|max\.?|as "
    r"(?:many|much|long|late|high|far) as|"
    r"limited to|capped at|cap of|ceiling of|under or equal to|less than or equal to|or under|not beyond"
)
AT_LEAST = (
    r"(?:no|not) (?:less|fewer|lower|smaller|earlier|shorter|younger|under) than|not below|not under|at (?:the very )?least|"
    r"a? ?minimum(?: of)?|min\.|as (?:few|little|early|low) as|greater than or equal to|more than or equal to"
    r"|upwards? of|starting (?:at|from)|floor of"
)
MORE_THAN = (
    r"(?:more|greater|higher|longer|larger|later|older|bigger|further|better|heavier|faster) than|over|above"
    r"|exceed(?:s|ed|ing)?|in excess of|beyond|north of|surpass(?:es|ed|ing)?"
)
LESS_THAN = (
    r"(?:less|fewer|lower|smaller|earlier|shorter|younger|cheaper) than|under|below|short of|just shy of|south of"
)
ABOUT = (
    r"approximately|approx\.?|about|around|nearly|almost|roughly|some|circa|ca?\.|close to|close on"
    r"|in the region of|of the order of|on the order of|"
    r"an estimated|estimated(?: at)?|or so|virtually|practically"
)
