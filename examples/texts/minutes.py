"""The text of the board minutes, in the markup of `make_corpus.blocks`."""

TITLE = "Minutes of the Board of Directors, 19 February 2026"
HEADER = "Hollinbrae Instruments Ltd · Board of Directors · Confidential"

TEXT = """
# Minutes of the Board of Directors
> Hollinbrae Instruments Ltd
> Thursday 19 February 2026, 10:00 to 12:20, Kilmarrow

|| Present | Role
|| Alasdair Quennell | Chair
|| Marit Solvenby | Chief Executive Officer
|| Rhona Petheram | Finance Director
|| Dr. Bao Lindenmuir | Director of Engineering
|| Jocelyn Akerele | Non-executive director
|| In attendance: Greta Hallworth | Company Secretary (minutes)

Apologies were received from Sunil Varnage, non-executive director.

## 1. Opening

1.1 The Chair noted that a quorum was present. No director declared an interest in any item.

1.2 The minutes of the meeting of 8 December 2025 were approved.

## 2. Report of the Chief Executive Officer

2.1 The Chief Executive Officer reported that order intake in January had been ahead of plan, chiefly because of the
replacement programme of two water authorities.

2.2 The move of the test tank from the Kilmarrow workshop to the new hall is delayed by about six weeks because of the
floor. The Board asked for a dated plan at its next meeting.

## 3. Hosting of the RiverDesk portal

3.1 The Finance Director presented the agreement with Quillmarsh Systems Ltd, which had been signed on 2 February
2026.

3.2 RESOLVED to approve the annual service fee of £198,000 payable to Quillmarsh Systems Ltd under the Master Services
Agreement.

3.3 The Board asked for a report on the availability of the portal after six months of operation.

## 4. Training

4.1 The Head of People had proposed a training budget for 2026 in a paper circulated before the meeting.

4.2 RESOLVED to approve a training budget of £64,000 for the year 2026, of which at least a quarter is reserved for
apprentices.

## 5. Risk register

5.1 The Board reviewed the risk register. The risk from the single source for radar modules remains rated high. The
Director of Engineering expects a second supplier to be qualified by the end of September 2026.

5.2 The Board noted that the insurance programme had been renewed and that the certificates were with the Company
Secretary.

## 6. Any other business and next meeting

6.1 There was no other business. The next meeting will be held on 21 May 2026.

|| Action | Owner | Due
|| Dated plan for the move of the test tank | Dr. Bao Lindenmuir | 21 May 2026
|| Report on portal availability | Rhona Petheram | 30 September 2026
|| Publish the training plan | Head of People | 31 March 2026

Signed as a true record: Alasdair Quennell, Chair
"""
