"""Dice as they lie on the table: marks bright, hitches red, each in its frame."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

FRAMED_MOST = 12
"""More dice than these are drawn without frames."""


def faces_content(faces: Sequence[int], mark_from: int, hitch_to: int = 0) -> Content:
    """The faces; those from `mark_from` on are marks (✓), those up to `hitch_to` hitches (✕, kismet only)."""
    if not faces:
        return Content("")
    styles = [_style(face, mark_from, hitch_to) for face in faces]
    if len(faces) > FRAMED_MOST:
        return chips(faces, mark_from, hitch_to)
    rows = [
        Content(" ").join([Content.styled(part, style) for part, style in zip(parts, styles, strict=True)])
        for parts in (
            ["╭───╮"] * len(faces),
            [f"│ {face} │" for face in faces],
            [f"╰─{_sign(face, mark_from, hitch_to) or '─'}─╯" for face in faces],
        )
    ]
    return Content("\n").join(rows)


def chips(faces: Sequence[int], mark_from: int, hitch_to: int = 0) -> Content:
    """The faces without frames: `6✓ 4 2 5✓`."""
    shown = [(f"{face}{_sign(face, mark_from, hitch_to)}", _style(face, mark_from, hitch_to)) for face in faces]
    return Content(" ").join([Content.styled(text, style) for text, style in shown])


def _style(face: int, mark_from: int, hitch_to: int) -> str:
    return "bold $good" if face >= mark_from else "bold $bad" if face <= hitch_to else "$dim"


def _sign(face: int, mark_from: int, hitch_to: int) -> str:
    return "✓" if face >= mark_from else "✕" if face <= hitch_to else ""
