"""Numbers as a builder shows them: with what the next steps cost and what was paid so far, or only with their value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from saga_tui.engine.rules import Rules
from saga_tui.tally import Tally
from saga_tui.ui.forms import Form
from saga_tui.ui.specs import Number
from saga_tui.words import plural, signed

RUNGS: Final = 6
"""Steps whose prices are known beforehand."""


def row_id(name: str, prefix: str = "row") -> str:
    """A number's name as a widget's id."""
    return f"{prefix}-" + "".join(sign if sign.isascii() and sign.isalnum() else f"_{ord(sign):x}" for sign in name)


@dataclass(frozen=True, slots=True)
class Price:
    """What stands behind a number that is bought: `level +4, next costs 2`, what was paid for it so far, and what the
    steps cost, each with the value that it leads to."""

    word: str
    by: int
    paid: int
    ladder: tuple[tuple[int, int], ...]
    most: int | None = None
    """How high the number may be."""


def ladder(
    value: int,
    price: Callable[[int, int], int],
    above: Callable[[int], int] = lambda at: at + 1,
    most: int | None = None,
) -> tuple[tuple[int, int], ...]:
    """What the next steps cost, by the value that each leads to; `above` gives the next one."""
    found, at = list[tuple[int, int]](), value
    while len(found) < RUNGS and (most is None or above(at) <= most):
        found.append((above(at), price(at, above(at))))
        at = above(at)
    return tuple(found)


def priced(tally: Tally, price: Price, kept: str = "", **more: Any) -> Number:
    """A number that is bought: `Strength 12  bonus +4, next costs 12   54 points`; `kept` stands before the cost."""
    full = price.most is not None and tally.total >= price.most
    step = f"at most {price.most}" if full else f"next costs {price.ladder[0][1]}" if price.ladder else ""
    note = ", ".join(filter(None, (kept, plural(price.paid, "point") if price.paid else "")))
    own: dict[str, Any] = {"label": tally.label, "names": (tally.name,), "id": row_id(tally.name)}
    return Number(
        value=tally.total,
        tail=f" {price.word} {signed(price.by):>3}, {step}",
        note=note,
        narrow=note,
        ladder=price.ladder,
        **own | more,
    )


def stepped(
    rules: Rules[Any], verb: str, params: Mapping[str, Any], *, field: str, now: int, title: str, first: int = 1
) -> dict[str, Any]:
    """What left, right and Enter do on a number that a command sets: `params` say which, `field` is its value. One that
    is not set yet begins with the `first`."""
    return {
        "more": rules.command(verb, {**params, field: now + 1 if now else first}),
        "less": rules.command(verb, {**params, field: now - 1}) if now else None,
        "choose": Form(rules.commands[verb], title=title, params=dict(params), now={field: now}),
    }


def plain(tallies: Iterable[Tally], prefix: str, width: int, **more: Any) -> Iterator[Number]:
    """Numbers one below the other that explain themselves."""
    for tally in tallies:
        yield Number(label=tally.label, value=tally.total, label_width=width, room=3, names=(tally.name,),
                     id=row_id(tally.name, prefix), **more)  # fmt: skip
