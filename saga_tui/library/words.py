"""When something was, as people say it."""

from __future__ import annotations

from datetime import datetime

from saga_tui.words import plural


def ago(then: datetime, now: datetime) -> str:
    """`just now`, `today 20:15`, `yesterday`, `5 days ago`, `3 March`, `3 March 2024`; both of one zone."""
    days = (now.date() - then.date()).days
    if days < 0 or (days == 0 and (now - then).total_seconds() < 120):
        return "just now"
    if days == 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return "yesterday"
    if days < 14:
        return f"{plural(days, 'day')} ago"
    month = f"{then.day} {then:%B}"
    return month if then.year == now.year else f"{month} {then.year}"
