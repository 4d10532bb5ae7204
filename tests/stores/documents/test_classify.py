import pytest

from pincite.stores.documents.classify import classify, document_type


@pytest.mark.spec("EVI-6")
@pytest.mark.parametrize(
    ("path", "title", "media_type", "kind", "authority", "reason"),
    [
        ("p/leave.pdf", "Leave Policy", "application/pdf", "primary", "policy", "its title contains “policy”"),
        ("leave-policy.pdf", "Leave", "application/pdf", "primary", "policy", "its path contains “policy”"),
        ("x.html", "Blog: our leave policy", "text/html", "secondary", "comment", "its title contains “blog”"),
        ("board/minutes-2026.docx", "Board", "x", "primary", "minutes", "its path contains “minutes”"),
        ("x.docx", "Draft minutes", "x", "secondary", "draft", "its title contains “draft”"),
        ("x.docx", "DRAFT supply agreement", "x", "secondary", "draft", "its title contains “draft”"),
        ("x.docx", "Supply Agreement", "x", "primary", "contract", "its title contains “agreement”"),
        ("ACME_2022_10K.pdf", "ACME", "application/pdf", "primary", "filing", "its path contains “10k”"),
        ("news/today.md", "Today", "text/markdown", "secondary", "announcement", "its path contains “news”"),
        ("f.md", "FAQ: Wrenfield broadband", "x", "primary", "comment", "its title contains “faq”"),
        ("i.md", "Incident review: East Lock", "x", "primary", "unclassified", "no word of its title or path"),
        ("mail/a.eml", "Hello", "message/rfc822", "secondary", "comment", "it is an e-mail"),
        ("a.md", "Actuary handover", "text/markdown", "primary", "unclassified", "no word of its title or path"),
    ],
)
def test_kind_and_authority_follow_stated_words_and_the_reason_is_kept(
    path: str, title: str, media_type: str, kind: str, authority: str, reason: str
) -> None:
    found = classify(path, title, media_type)
    assert (found.kind, found.authority) == (kind, authority)
    assert reason in found.kind_reason
    assert reason in found.authority_reason


@pytest.mark.spec("SUB-2")
@pytest.mark.parametrize(
    ("title", "opening", "expected"),
    [
        ("Master Services Agreement", "", "master services agreement"),
        ("Hosting", "THIS MASTER\nSERVICES AGREEMENT is made", "master services agreement"),
        ("ACME_10-K_2022", "", "10-K"),
        ("Non-disclosure agreement", "", "non-disclosure agreement"),
        ("Holiday photos", "At the sea.", None),
        ("Retries", "A retry comes every 15 minutes, as the report of the driver shows.", None),
        ("Board", "Minutes of the meeting on 4 May", "minutes"),
        ("Tarn Documentation", "", "documentation"),
    ],
)
def test_the_document_type_is_read_from_the_title_then_the_opening(
    title: str, opening: str, expected: str | None
) -> None:
    assert document_type(title, opening) == expected
