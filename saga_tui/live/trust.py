"""How a laptop is sure of the server that a link names, so that nobody can listen in: by the fingerprint of its
certificate, which the link carries, whoever signed it; without one, by the authorities that this laptop trusts."""

from __future__ import annotations

import hashlib
import hmac
import ssl
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any, ClassVar, Final

from saga_tui.store.errors import os_error_in_words

OTHER: Final = "it has another certificate than your link says"
_BEGIN, _END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


def serving(cert: Path, key: Path | None) -> ssl.SSLContext:
    """What a server here encrypts with. Raises ValueError, in words, where the files are no use."""
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        found.load_cert_chain(cert, key)
    except ssl.SSLError:
        raise ValueError("The certificate cannot be used: its key is missing, or belongs to another one.") from None
    except OSError as error:
        raise ValueError(f"The certificate cannot be used: {os_error_in_words(error)}.") from None
    return found


def fingerprint(cert: Path) -> str:
    """The fingerprint of a certificate (the first one of its file), as links carry it. Raises OSError, ValueError."""
    text = cert.read_text(encoding="ascii", errors="replace").partition(_BEGIN)[2].partition(_END)[0]
    return _print(ssl.PEM_cert_to_DER_cert(f"{_BEGIN}{text}{_END}"))


def _print(der: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(der).digest()).decode().rstrip("=")


class _Known(ssl.SSLObject):
    """A handshake with the one server whose certificate is known; with any other it fails, before a word is said."""

    known: ClassVar[str]

    def do_handshake(self) -> None:
        """Whoever has the certificate has also shown its key by then."""
        super().do_handshake()
        if not hmac.compare_digest(_print(self.getpeercert(True) or b""), self.known):
            raise ssl.SSLCertVerificationError(1, OTHER)


def trusting(known: str) -> ssl.SSLContext:
    """For connections to the server with that fingerprint, or, without one, to any that an authority vouches for."""
    if not known:
        return ssl.create_default_context()
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    found.check_hostname, found.verify_mode = False, ssl.CERT_NONE  # `_Known` asks for more: this very certificate
    kinds: Any = found
    kinds.sslobject_class = type("Known", (_Known,), {"known": known})
    kinds.sslsocket_class = None  # the other way to use it would ask for nothing
    return found


def distrust(error: ssl.SSLCertVerificationError) -> str:
    """Why a server is not trusted, in words."""
    why = getattr(error, "verify_message", "") or error.args[-1]
    return f"the table's server cannot be trusted: {why}"
