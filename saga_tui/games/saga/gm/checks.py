"""What is wrong or odd in a table's file, with its place and cure (CRE-11): seats, elements, conditions, the record."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import Any, Final

from saga_tui.engine.findings import Findings
from saga_tui.games.saga.gm.clock import CLOCK, in_conflict
from saga_tui.games.saga.gm.state import POOLS, Element, Table
from saga_tui.games.saga.rules.words import DAMAGE, STAKES
from saga_tui.problem import Problem, Where

FINDINGS: Final = Findings(tomllib.loads(files(__package__).joinpath("findings.toml").read_text("utf-8")))
"""What may be found, in words."""


def problems(table: Table) -> list[Problem]:
    """All that is wrong or odd, errors first."""
    parts: tuple[Callable[[Table], Iterable[Problem]], ...] = (
        _seats, _offers, _clock, _elements, _traits, _allies, _conditions,
    )  # fmt: skip
    found = [one for part in parts for one in part(table)]
    return sorted(found, key=lambda one: ("error", "unfinished", "remark").index(one.level))


def _seats(table: Table) -> Iterator[Problem]:
    if not table.name.strip():
        yield FINDINGS("name", ("name",))
    if not table.seats:
        yield FINDINGS("seats", ("seats",))
    seen: set[str] = set()
    for place, seat in enumerate(table.seats):
        if not seat.id:
            yield FINDINGS("no-id", ("seats", place, "id"), place=place + 1)
        elif seat.id in seen:
            yield FINDINGS("two-seats", ("seats", place, "id"), seat.id, name=seat.name or seat.id)
        seen.add(seat.id)
    lists: dict[str, Iterable[str]] = {"acted": table.play.acted, "order": table.play.order}
    for name, listed in lists.items():
        for place, who in enumerate(listed):
            if who not in seen:
                yield FINDINGS("stranger", ("play", name, place), who, what=f"The list “{name}”")
    for place, strike in enumerate(table.play.strikes):
        if strike.target not in seen:
            what = f"Damage by {strike.by}"
            yield FINDINGS("stranger", ("play", "strikes", place, "target"), strike.target, what=what)
        if strike.kind not in DAMAGE:
            yield FINDINGS("kind", ("play", "strikes", place, "kind"), strike.kind, known=DAMAGE)
        yield from _whole(("play", "strikes", place, "amount"), strike.amount, f"Damage by {strike.by}")


def _offers(table: Table) -> Iterator[Problem]:
    known = {seat.id for seat in table.seats}
    for place, offer in enumerate(table.offers):
        if offer.to not in known:
            yield FINDINGS("stranger", ("offers", place, "to"), offer.to, what=f"The offer “{offer.text}”")


def _clock(table: Table) -> Iterator[Problem]:
    play = table.play
    for name in ("chapter", "scene", "conflict", "round"):
        yield from _whole(("play", name), getattr(play, name), f"The {name}")
    if play.span and play.span not in CLOCK.spans:
        yield FINDINGS("span", ("play", "span"), play.span, known=CLOCK.spans)
    if (play.stakes or in_conflict(play)) and play.stakes not in STAKES:
        yield FINDINGS("stakes", ("play", "stakes"), play.stakes, known=STAKES)


def _elements(table: Table) -> Iterator[Problem]:
    lists: dict[Where, tuple[Element, ...]] = {("play", "elements"): table.play.elements, ("kept",): table.kept}
    lists |= {("situations", place, "elements"): one.elements for place, one in enumerate(table.situations)}
    known = {seat.id for seat in table.seats}
    for where, listed in lists.items():
        seen: set[str] = set()
        for place, element in enumerate(listed):
            here = (*where, place)
            if not element.name.strip():
                yield FINDINGS("element-name", (*here, "name"), place=place + 1)
            elif element.name.casefold() in seen:
                yield FINDINGS("two-elements", (*here, "name"), element.name, name=element.name)
            seen.add(element.name.casefold())
            yield from _dice(element, here)
            for index, who in enumerate(element.against):
                if who not in known:
                    yield FINDINGS("stranger", (*here, "against", index), who, what=element.name)
            for index, trait in enumerate(element.traits):
                yield from _weight((*here, "traits", index), trait.text, trait.weight)


def _dice(element: Element, here: Where) -> Iterator[Problem]:
    for name in ("dice", "full"):
        for pool, value in getattr(element, name).items():
            if pool not in POOLS:
                yield FINDINGS("pool", (*here, name, pool), pool, name=element.name, pool=pool)
            yield from _whole((*here, name, pool), value, f"The {pool} pool of {element.name}")
    for pool in POOLS:
        now, most = element.dice.get(pool, 0), element.full.get(pool, 0)
        if now > most and element.full:
            said: dict[str, Any] = {"name": element.name, "pool": pool, "most": most}
            yield FINDINGS("beyond", (*here, "dice", pool), now, **said)
    if not any((element.full or element.dice).values()):
        yield FINDINGS("idle", here, name=element.name or "An element")


def _traits(table: Table) -> Iterator[Problem]:
    for place, trait in enumerate(table.play.scene_traits):
        yield from _weight(("play", "scene_traits", place), trait.text, trait.weight)


def _allies(table: Table) -> Iterator[Problem]:
    for place, one in enumerate(table.play.allies):
        here: Where = ("play", "allies", place)
        for name in ("full", "now", "used"):
            yield from _whole((*here, name), getattr(one, name), "Ally dice")
        if one.used > one.now:
            yield FINDINGS("used", (*here, "used"), one.used, most=one.now)
        if one.now > one.full:
            yield FINDINGS("beyond", (*here, "now"), one.now, name="The allies", pool="ally", most=one.full)


def _conditions(table: Table) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, one in enumerate(table.play.conditions):
        here: Where = ("play", "conditions", place)
        if one.name.casefold() in seen:
            yield FINDINGS("two-conditions", (*here, "name"), one.name, name=one.name)
        seen.add(one.name.casefold())
        for name in ("challenge", "total", "goal", "lost"):
            yield from _whole((*here, name), getattr(one, name), f"The {name} of {one.name}")
    for place, clock in enumerate(table.play.clocks):
        if not 0 <= clock.filled <= clock.total:
            said: dict[str, Any] = {"name": clock.name, "most": clock.total}
            yield FINDINGS("filled", ("play", "clocks", place, "filled"), clock.filled, **said)


def _whole(where: Where, value: int, name: str) -> Iterator[Problem]:
    if value < 0:
        yield FINDINGS("negative", where, value, name=name)


def _weight(where: Where, text: str, weight: int) -> Iterator[Problem]:
    if not 0 <= weight <= 3:
        yield FINDINGS("weight", (*where, "weight"), weight, name=text)
