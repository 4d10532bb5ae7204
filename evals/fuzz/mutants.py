"""Damages real files, as a faulty disk, a faulty program or an attacker would."""

import io
import random
import re
import zipfile
from collections.abc import Callable, Mapping

_NASTY = (
    b"\x00" * 64,
    b"\xff" * 16,
    b"9" * 400,
    b"-1",
    b"4294967296",
    b"<" * 200,
    b"&lol;" * 40,
    b"[" * 500,
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    "\u202e\u200b\ufeff".encode(),
    b"%s%n%x",
    b"../../../../etc/passwd",
    b"\r" * 40,
    b"|" * 300,
    b"\\u0000",
    b"\\ud800",
    b"1e999",
    b"{" * 20_000,
    b"&a [*a]",
    b"../" * 2_000,
    b'"self": 1, ',
    b"!!bool x",
)
_RUNS = (
    b" ",
    b"\t",
    b"\n",
    b"a",
    b"A",
    b"1",
    b"1 ",
    b"A ",
    b"(",
    b'"',
    b"-",
    b". ",
    b"a-",
    b"1,",
    "\u201c".encode(),
    b"and ",
    b"* ",
)
_VALUE = re.compile(rb'"[^"\n]{0,80}"|(?<![\w.])\d+(?:\.\d+)?(?![\w.])|\[\]|\{\}|true|false|null')
_WILD = (
    b"null",
    b"true",
    b"-1",
    b"1e999",
    b"NaN",
    b"9" * 400,
    b'""',
    b'"\\u0000"',
    b'"\\ud800"',
    b'"' + b"a/" * 4_000 + b'"',
    b"[]",
    b"{}",
    b"[[[[]]]]",
    b'{"self": {"": 1}}',
    b"[" + b'"*",' * 3_000 + b'"*"]',
)
LONGEST = 4_000_000
"""The maximum number of bytes of a mutant. Repeated repetition would otherwise grow without limit."""

Change = Callable[[bytes, random.Random], bytes]


def mutant(data: bytes, chance: random.Random) -> bytes:
    """Return the file with one to six faults. An Office file is damaged as an archive, or within one of its members."""
    if data[:2] == b"PK" and chance.random() < 0.7:
        return _member_damaged(data, chance)
    for _ in range(chance.randint(1, 6)):
        data = CHANGES[chance.choice(sorted(CHANGES))](data, chance)[:LONGEST]
    return data


def _member_damaged(data: bytes, chance: random.Random) -> bytes:
    """Return a valid archive with one damaged member."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {info.filename: archive.read(info) for info in archive.infolist()}
    except (zipfile.BadZipFile, OSError, EOFError):
        return data
    if not members:
        return data
    chosen = chance.choice(sorted(members))
    for _ in range(chance.randint(1, 4)):
        members[chosen] = CHANGES[chance.choice(sorted(CHANGES))](members[chosen], chance)[:LONGEST]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(min(len(changed), chance.randint(1, 32))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _truncated(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _cut_out(data: bytes, chance: random.Random) -> bytes:
    start, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
    return data[:start] + data[end:]


def _repeated(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    part = data[start : start + chance.randint(1, 2_000)]
    return data[:start] + part * chance.choice((2, 20, 400)) + data[start:]


def _moved(data: bytes, chance: random.Random) -> bytes:
    start, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
    at = chance.randrange(len(data) + 1)
    rest = data[:start] + data[end:]
    return rest[:at] + data[start:end] + rest[at:]


def _put_in(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_NASTY) + data[at:]


def _drawn_out(data: bytes, chance: random.Random) -> bytes:
    """Return the data with some letters repeated many times, so that quadratic algorithms do not finish."""
    at = chance.randrange(len(data) + 1)
    piece = chance.choice((data[at : at + chance.randint(1, 4)], *_RUNS)) or b" "
    return data[:at] + piece * (chance.choice((20_000, 200_000)) // len(piece)) + data[at:]


def _value_replaced(data: bytes, chance: random.Random) -> bytes:
    """Return the data with one value of JSON, TOML, YAML or a text table replaced by a value of an unexpected kind."""
    found = [match.span() for match in _VALUE.finditer(data[:100_000])]
    if not found:
        return data
    start, end = chance.choice(found)
    return data[:start] + chance.choice(_WILD) + data[end:]


CHANGES: Mapping[str, Change] = {
    "bytes changed": _flipped,
    "cut short": _truncated,
    "a part cut out": _cut_out,
    "a part repeated": _repeated,
    "a part moved": _moved,
    "something put in": _put_in,
    "a piece repeated": _drawn_out,
    "a value replaced": _value_replaced,
}
