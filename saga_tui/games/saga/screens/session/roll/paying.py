"""The rows of what a roll is paid with: tokens, fortune in their place, damage by choice (AST, PRK-6, DMG-4). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from saga_tui.games.saga.book import StandIn
from saga_tui.games.saga.rules import automation, derive, forecast, stand_ins, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.words import POOLS, THRESHOLD_ASSETS, WOUNDS, DamageKind
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.item import Item, put, walk
from saga_tui.words import listed, plural

MOST_HURT = 3
"""Points of damage of one kind that a roll may take in tokens' places by the arrows."""
MOST_BOXES = 8
"""A threshold of more is told in figures."""


def tokens(character: Character, roll: Roll) -> Iterator[Item]:
    """Force, acuity, fortune; grace is spent on its traits (AST-3, AST-5, AST-6)."""
    table = derive.numbers(character).roll
    applying = sum(item.name in roll.specialties for item, _ in derive.specialties(character))
    notes = {
        "force": f"+{plural(table.force, 'die')} each",
        "acuity": f"+{plural(applying, 'die')} each, 1 for each specialty that applies"
        if applying
        else "needs a specialty that applies",
        "fortune": f"each re-rolls {plural(table.fortune_rerolls, 'die')} without a mark, before comparing",
    }
    for asset, note in notes.items():
        now, token = getattr(roll, asset), marks.ASSETS[asset]  # type: ignore[index]
        have = state.in_hand(character, asset)  # type: ignore[arg-type]

        def step(by: int, asset: str = asset, now: int = now) -> Roll:
            return put(roll, **{asset: max(0, min(999, now + by))})

        def off(asset: str = asset) -> Roll:
            return put(roll, **{asset: 0})

        glyphs = token.full * now if now <= MOST_BOXES else token.full
        shown = f"{glyphs} {now} of {have}" if now else f"0 of {have}"
        letter = marks.ASSET_KEYS[asset]  # type: ignore[index]
        label = f"{letter} {asset.capitalize()}"
        yield Item(asset, "Tokens", label, shown, bool(now), step, note, token.colour, off)
    yield from _lucky(character, roll)


def _lucky(character: Character, roll: Roll) -> Iterator[Item]:
    """Fortune in another token's place, first where one is short (Better Lucky than Good)."""
    owned = next((perk for perk in derive.perks(character) if isinstance(perk.effect, StandIn)), None)
    if owned is None:
        return
    able = stand_ins.standing_in(character, roll.plan) is not None

    def step(by: int) -> Roll:
        return put(roll, lucky=_more_lucky(character, roll) if by > 0 else roll.lucky[:-1])

    counts = Counter(roll.lucky)
    shown = ", ".join(f"{times} for {asset}" for asset, times in counts.items()) or "–"
    always = automation.mode_of(character, owned) == "always"
    note = "fortune replaces a token" + ("; automatic when you run short" if always else "")
    token = marks.FORTUNE
    label = f"{token.full if roll.lucky else token.empty} {view.one_line(owned.name, 24)}"
    yield Item(
        "lucky", "Tokens", label, shown, bool(roll.lucky), step, note, token.colour,
        lambda: put(roll, lucky=()), able or bool(roll.lucky),
    )  # fmt: skip


def _more_lucky(character: Character, roll: Roll) -> tuple[str, ...]:
    """One more token that fortune stands in for: one that is short, else one that the roll pays."""
    plan, perk = roll.plan, stand_ins.standing_in(character, roll.plan)
    counts = perk.effect.counts_as if perk is not None and isinstance(perk.effect, StandIn) else ()
    short = [asset for asset in counts if plan.spent(asset) > state.in_hand(character, asset)]
    paid = [asset for asset in counts if plan.spent(asset)]
    return (*roll.lucky, *(short or paid)[:1])


def damage(character: Character, roll: Roll) -> Iterator[Item]:
    """Pain, doubt or fear taken for the benefit of a token: force and acuity count up with it, grace takes a trait."""
    for kind in WOUNDS:
        now = _ordered(roll, kind)

        def step(by: int, kind: DamageKind = kind, now: tuple[str, ...] = now) -> Roll:
            return _with_hurts(roll, kind, now, walk(_options(kind), now, by))

        def off(kind: str = kind, now: tuple[str, ...] = now) -> Roll:
            return _with_hurts(roll, kind, now, ())

        said = listed(f"{times} for {asset}" for asset, times in Counter(now).items())
        boxes = _boxes(character, kind, sum(hurt.kind == kind and not hurt.taken for hurt in roll.hurts))
        token = marks.DAMAGE[kind]
        note = f"{forecast.next_hit(character, kind).words}"
        yield Item(
            f"hurt:{kind}", "Damage instead of a token", f"Take {kind}", f"{said} {boxes}".strip(), bool(now), step,
            note, token.colour, off,
        )  # fmt: skip


def _ordered(roll: Roll, kind: DamageKind) -> tuple[str, ...]:
    one, _ = _pair(kind)
    return tuple(sorted((hurt.asset for hurt in roll.hurts if hurt.kind == kind), key=lambda asset: asset != one))


def _pair(kind: DamageKind) -> tuple[str, str]:
    """The two assets that a kind stands for; grace, which takes a trait besides, comes last."""
    one, other = sorted(THRESHOLD_ASSETS[kind], key=lambda asset: asset == "grace")
    return one, other


def _options(kind: DamageKind) -> list[tuple[str, ...]]:
    """None, one for either asset, two …"""
    one, other = _pair(kind)
    return [(one,) * (all_ - part) + (other,) * part for all_ in range(MOST_HURT + 1) for part in range(all_ + 1)]


def _boxes(character: Character, kind: DamageKind, more: int) -> str:
    """What is held and would be, against the threshold (DMG-2)."""
    held, limit = state.held(character, kind) + more, derive.threshold(character, kind).total
    if max(held, limit) > MOST_BOXES:
        return f"{held} of {limit}"
    token = marks.DAMAGE[kind]
    return f"{token.full * min(held, limit)}{token.empty * (limit - held)}┃{token.full * (held - limit)}"


def _with_hurts(roll: Roll, kind: str, old: tuple[str, ...], new: tuple[str, ...]) -> Roll:
    """Damage gives its token's benefit: force and acuity count with it (DMG-4)."""
    others = [hurt.model_dump() for hurt in roll.hurts if hurt.kind != kind]
    fields: dict[str, Any] = {"hurts": [*others, *({"kind": kind, "asset": asset} for asset in new)]}
    for asset in POOLS:
        if asset != "grace":
            fields[asset] = max(0, getattr(roll, asset) + new.count(asset) - old.count(asset))
    return put(roll, **fields)
