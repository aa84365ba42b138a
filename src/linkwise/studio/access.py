"""Who may see the page and talk to the server: one secret, one host, one origin.

The page is on this machine alone, but every other page that is open in the same browser can send requests to it, and a
name that somebody else controls can point to 127.0.0.1. Hence each request has to name our host and our token, and a
socket's request has to come from our own page.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

HOST = "127.0.0.1"
"""The only address the server listens at: other machines cannot reach it."""

NAMES = (HOST, "localhost")
"""What a browser on this machine may call it."""


@dataclass(frozen=True)
class Access:
    """The port and the token of one server, and what they allow.

    >>> access = Access(8123, "secret")
    >>> access.address
    'http://127.0.0.1:8123/secret/'
    >>> ours = {"Host": "127.0.0.1:8123"}
    >>> access.refusal("/secret/", ours), access.refusal("/guess/", ours)
    ('', 'the address lacks the token of this session')
    """

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def address(self) -> str:
        """The address of the page, token included."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    def page(self, path: str) -> str:
        """What of our pages a path names, without the token.

        >>> Access(8123, "secret").page("/secret/studio.js?x=1")
        'studio.js'
        """
        return path.partition("?")[0].removeprefix(f"/{self.token}/")

    def refusal(self, path: str, headers: Mapping[str, str], socket: bool = False) -> str:
        """Why a request is refused; empty if it is not.

        >>> access = Access(8123, "secret")
        >>> headers = {"Host": "localhost:8123", "Origin": "http://elsewhere.example"}
        >>> access.refusal("/secret/socket", headers, socket=True)
        'the request comes from another page'
        """
        hosts = [f"{name}:{self.port}" for name in NAMES]
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if host not in hosts:
            return "the request is for another host"
        if origin is None and socket:
            return "a socket is opened by our page only"
        if origin is not None and origin != f"http://{host}":
            return "the request comes from another page"
        given = path.removeprefix("/").partition("?")[0].partition("/")[0]
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            return "the address lacks the token of this session"
        return ""

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every answer: what the page may load, and that nobody may frame, keep or guess it.

        >>> "frame-ancestors 'none'" in Access(8123, "secret").headers["Content-Security-Policy"]
        True
        """
        sockets = " ".join(f"ws://{name}:{self.port}" for name in NAMES)
        policy = {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "font-src": "'self' data:",
            "img-src": "'self' data: blob:",
            "connect-src": f"'self' {sockets}",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        return {
            "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cache-Control": "no-store",
        }
