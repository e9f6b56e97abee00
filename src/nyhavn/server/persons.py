"""Who is who, without accounts: a person is a random name in a signed cookie."""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

COOKIE = "nyhavn"
BEFORE = "nyhavn-before"
"""Who somebody was in this browser before they took a link, the last one first."""
MOST_BEFORE = 4
COOKIE_SECONDS = 400 * 24 * 60 * 60
"""Browsers keep cookies no longer than this."""
LINK_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LINK_LENGTH = 10
LINK_MINUTES = 10

PERSON = re.compile(r"[A-Za-z0-9_-]{22}")


def new_key() -> str:
    """The key that cookies are signed with, made once for a database."""
    return secrets.token_hex(32)


class Persons:
    """Makes persons and recognises them."""

    def __init__(self, key: str) -> None:
        self._key = bytes.fromhex(key)

    def new(self) -> str:
        return secrets.token_urlsafe(16)

    def token(self, person: str) -> str:
        """What the cookie holds."""
        return f"{person}.{self._sign(person)}"

    def read(self, token: str | None) -> str | None:
        """The person of a cookie; None if it is none of ours."""
        person, _, signature = (token or "").partition(".")
        if not PERSON.fullmatch(person) or not hmac.compare_digest(self._sign(person).encode(), signature.encode()):
            return None
        return person

    def tokens(self, persons: list[str]) -> str:
        """What a cookie for several holds."""
        return "~".join(self.token(person) for person in persons[:MOST_BEFORE])

    def read_all(self, tokens: str | None) -> list[str]:
        """The persons of such a cookie."""
        found = (self.read(token) for token in (tokens or "").split("~")[:MOST_BEFORE])
        return [person for person in found if person is not None]

    def rematch_of(self, table: str) -> str:
        """The name of a table's rematch, which nobody can guess, and which is the same for all who ask."""
        digest = hmac.digest(self._key, f"rematch:{table}".encode(), "sha256")
        return urlsafe_b64encode(digest[:16]).decode().rstrip("=")

    def _sign(self, person: str) -> str:
        return hmac.digest(self._key, f"person:{person}".encode(), "sha256").hex()


def cookie_name(name: str, secure: bool, path: str) -> str:
    """What a cookie is called. With HTTPS browsers keep cookies of these names from being set by anybody else: another
    page of the same domain, or one without HTTPS."""
    if not secure:
        return name
    return f"__Host-{name}" if path == "/" else f"__Secure-{name}"


def new_link() -> str:
    """A code that moves a person to another device, once."""
    return "".join(secrets.choice(LINK_LETTERS) for _ in range(LINK_LENGTH))


def link_digest(code: str) -> str:
    """What is kept of a code."""
    return sha256(f"link:{code.strip().upper()}".encode()).hexdigest()
