"""Words and phrases that count as equal: spellings, abbreviations, and pairs that are interchangeable in every
sentence.

Origin: written by hand. Libraries of synonyms are not used: they list words of similar meaning, but a proof needs words
of equal meaning.
"""

SAME_WORDS = """
us. usa usa.|uk.|eu.|un.|percent pct|incorporated inc|corporation corp|limited ltd|company co|approximately approx roughly|versus vs
doctor dr|saint st|mister mr|senator sen|governor gov|general gen|professor prof|department dept|junior jr|senior sr|company co
primarily mainly principally chiefly|tried attempted|try attempt|tries attempts|bought purchased|buy purchase|buys purchases
began started commenced|begin start commence|begins starts commences|ended finished|situated located|nearly almost|sufficient enough
amid amidst|while whilst|among amongst|toward towards|numerous many|utilized used|utilize use|utilizes uses|assisted helped|assist help
roughly approximately|however nevertheless nonetheless|also additionally|regarding concerning|annual yearly|annually yearly|often frequently
shown demonstrated|showed demonstrated|shows demonstrates|received obtained|receives obtains|requires needs|required needed|rapidly quickly
entire whole|currently presently|previously formerly|subsequently later|due owing|movie film|movies films|car automobile|cars automobiles
programme program|programmes programs|grey gray|centre center|centres centers
theatre theater|metre meter|metres meters|litre liter|litres liters|fibre fiber
defence defense|licence license|offence offense|pretence pretense|catalogue catalog|dialogue dialog|cheque check|judgement judgment
ageing aging|sceptical skeptical|manoeuvre maneuver|enrol enroll|fulfil fulfill|skilful skillful|learnt learned|burnt burned|spelt spelled
traveller traveler|travelled traveled|travelling traveling|cancelled canceled|cancelling canceling|modelled modeled|modelling modeling
labelled labeled|labelling labeling|signalled signaled|levelled leveled
fuelled fueled|fuelling fueling|counsellor counselor|totalled totaled
channelled channeled|marvellous marvelous|jewellery jewelry|aluminium aluminum|tyre tire|kerb curb|plough plow|storey story|mould mold
artefact artifact|encyclopaedia encyclopedia|anaemia anemia|paediatric pediatric|foetus fetus|oestrogen estrogen
"""
"""Groups of words that count as equal. In comparisons, the first word of a group replaces the others."""
SAME_PHRASES = """
united states=us.|united states of america=us.|united kingdom=uk.|european union=eu.|united nations=un.|per cent=percent|prior to=before
previous to=before|subsequent to=after|the majority of=most of|a majority of=most of|in order to=to|because of=due to|on account of=due to
as well as=and|in excess of=more than|in the event that=if|with respect to=regarding|with regard to=regarding|in relation to=regarding
a large number of=many|at the present time=currently|at present=currently|in spite of=despite|for the purpose of=for|e g=for example
for instance=for example|i e=that is|no fewer than=at least|not less than=at least|no less than=at least|not more than=at most
no more than=at most|up to and including=at most|greater than=more than|fewer than=less than|has to=must|have to=must|is able to=can
are able to=can|is permitted to=may|are permitted to=may|is allowed to=may|are allowed to=may|is required to=must|are required to=must
"""
CONTRACTIONS = {
    "can't": "can not", "won't": "will not", "shan't": "shall not", "cannot": "can not", "let's": "let us",
    "it's": "it is", "he's": "he is", "she's": "she is", "that's": "that is", "there's": "there is", "who's": "who is",
    "what's": "what is", "here's": "here is", "i'm": "i am",
}  # fmt: skip
