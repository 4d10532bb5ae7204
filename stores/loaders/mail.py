"""Loads e-mail (.eml): the main headers, then the text part. Attachments are named, but not read."""

import email
from email import policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

from ...errors import IngestError
from ..documents.loaded import LoadedDocument, MarkedText
from .canvas import Canvas
from .limits import LoadLimits
from .markup.html import load_html
from .quoted_lines import quoted_mail

EXTRACTOR = "eml/2"

_SHOWN = ("From", "To", "Cc", "Date", "Subject")


def load_mail(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    message = email.message_from_bytes(data, policy=policy.default)
    if not isinstance(message, EmailMessage) or not (message["From"] or message["Subject"]):
        raise IngestError(f"{name}: no e-mail headers (From, Subject); give the file its right extension")
    canvas = Canvas()
    fields = {key: " ".join(str(message[key]).split()) for key in _SHOWN if message[key]}
    canvas.block("\n".join(f"{key}: {value}" for key, value in fields.items()))
    body = message.get_body(preferencelist=("plain", "html"))
    if body is None:
        canvas.issue("body", "no text part")
    else:
        try:
            content = str(body.get_content())
        except (LookupError, UnicodeError):
            payload = body.get_payload(decode=True)
            content = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
            canvas.issue("body", f"unknown character set {body.get_content_charset()}; some characters may be wrong")
        if body.get_content_subtype() == "html":
            page = load_html(content, (), limits)
            canvas.add(page.model_copy(update={"marks": (*page.marks, *_repeated(page))}))
        else:
            start, _ = canvas.block(written := content.replace("\r\n", "\n").strip())
            canvas.marks += quoted_mail(written, start)
    for attachment in message.iter_attachments():
        canvas.issue(
            f"attachment {attachment.get_filename() or attachment.get_content_type()}", "not read; ingest it as a file"
        )
    sent = None
    if message["Date"]:
        try:
            sent = parsedate_to_datetime(str(message["Date"])).date()
        except ValueError:
            canvas.issue("header Date", "not a valid date")
    return canvas.document(
        media_type="message/rfc822",
        extractor=EXTRACTOR,
        title=fields.get("Subject"),
        metadata={
            {"from": "sender", "to": "recipients"}.get(key.lower(), key.lower()): value for key, value in fields.items()
        },
        updated_at=sent,
    )


def _repeated(page: LoadedDocument) -> tuple[MarkedText, ...]:
    """Return the text of an earlier message that a reply repeats below its own text, without the markup of a block
    quote."""
    return () if any(stretch.mark.kind == "quoted" for stretch in page.marks) else quoted_mail(page.text)
