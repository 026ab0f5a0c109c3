"""What verbs write: JSON for programs, times and sizes for people."""

from __future__ import annotations

import json
import math
from datetime import datetime
from typing import Any

import click


def tell_json(value: Any) -> None:
    """Writes a value as JSON that every reader takes: pure ASCII, no NaN, dates as text."""
    click.echo(json.dumps(_plain(value), indent=2, default=str))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def when(at: str | datetime) -> str:
    """`2026-11-21 20:15`, on the clock of where it happened; as it stands where it is no time."""
    try:
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at.astimezone()
    except ValueError:
        return str(at)
    return f"{moment:%Y-%m-%d %H:%M}"


def count(number: int, thing: str) -> str:
    """`1 thing`, `2 things`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def size(number: int) -> str:
    """`6.1 KB`."""
    return f"{number} B" if number < 1000 else f"{number / 1000:.1f} KB"
