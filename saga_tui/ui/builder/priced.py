"""Numbers as a builder shows them: with what the next step costs and what was paid so far, or only with their value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from saga_tui.tally import Tally
from saga_tui.ui.specs import Number
from saga_tui.words import plural, signed


def row_id(name: str, prefix: str = "row") -> str:
    """A number's name as a widget's id."""
    return f"{prefix}-" + "".join(sign if sign.isascii() and sign.isalnum() else f"_{ord(sign):x}" for sign in name)


@dataclass(frozen=True, slots=True)
class Price:
    """What stands behind a number that is bought: `level +4, next costs 2`, and what was paid for it so far."""

    word: str
    by: int
    next: int
    paid: int
    most: int | None = None
    """How high the number may be."""


def priced(tally: Tally, price: Price, said: str = "", kept: str = "", **more: Any) -> Number:
    """A number that is bought: `Strength 12  bonus +4, next costs 12   54 points`; `kept` stands before what was paid,
    and `said` before that where there is room."""
    full = price.most is not None and tally.total >= price.most
    step = f"at most {price.most}" if full else f"next costs {price.next}"
    points = plural(price.paid, "point") if price.paid else ""
    own: dict[str, Any] = {"label": tally.label, "names": (tally.name,), "id": row_id(tally.name)}
    return Number(
        value=tally.total,
        tail=f" {price.word} {signed(price.by):>3}, {step}",
        note=", ".join(filter(None, (said, kept, points))),
        narrow=", ".join(filter(None, (kept, points))),
        **own | more,
    )


def plain(tallies: Iterable[Tally], prefix: str, width: int, **more: Any) -> Iterator[Number]:
    """Numbers one below the other that explain themselves."""
    for tally in tallies:
        yield Number(label=tally.label, value=tally.total, label_width=width, room=3, names=(tally.name,),
                     id=row_id(tally.name, prefix), **more)  # fmt: skip
