"""The rows of the roll drawer in their order: what is rolled, what it is paid with (AST, PRK-6, DMG-4), what the table
adds; each reads one part of a roll and changes it by steps. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, get_args

from saga_tui.games.saga.book import StandIn
from saga_tui.games.saga.rules import automation, composing, derive, forecast, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.rolls import Opposition
from saga_tui.games.saga.rules.words import POOLS, SKILLS, THRESHOLD_ASSETS, WOUNDS, Asset, DamageKind
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll import parts
from saga_tui.games.saga.screens.session.roll.parts import (
    FREE,
    PRICE,
    ROLL,
    SPEND,
    UNOPPOSED,
    Item,
    counted,
    put,
    put_one,
    trimmed,
    turn,
    walk,
)
from saga_tui.words import listed, plural

RULES: Final = {
    "skill": "SKL-1", "kind": "PSH-2", "opposing": "ROL-3", "opposing-marks": "ROL-10", "opposition": "ROL-4",
    "reflexive": "RFX-1", "specialty": "SKL-3", "force": "AST-3", "acuity": "AST-5", "fortune": "AST-6",
    "lucky": "PRK-6", "active": "TRT-2", "grace": "AST-4", "drive": "DRV-3", "buff": "GER-2", "charm": "GER-3",
    "perk": "PRK-3", "consequence": "CSQ-2", "hurt": "DMG-4", "ally": "ROL-9", "modifier": "ROL-7", "trade": "ROL-6",
}  # fmt: skip
"""The rule of each row, by what its key begins with."""
KINDS: Final = {"other": "neither", "attack": "attack", "block": "block"}
TIES: Final[dict[Opposition, str]] = {
    "challenge": "qualified",
    "attack": "your failure",
    "defence": "your success",
    "neutral": "neutral",
}
MOST_MARKS: Final = 40
"""Marks against it that the arrows reach; digits go further."""
MOST_HURT: Final = 3
"""Points of damage of one kind that a roll may take in tokens' places by the arrows."""
MOST_BOXES: Final = 8
"""A threshold, or tokens, of more are told in figures."""


def items(character: Character, roll: Roll) -> list[Item]:
    """All rows in their order: the same keys for one character whatever the roll is, so that rows stay in place."""
    found = (
        *what(character, roll),
        *parts.specialties(character, roll),
        *parts.active(character, roll),
        *(item for item in parts.gear(character, roll) if item.section == FREE),
        *parts.perks(character, roll),
        *parts.harm(character, roll),
        *table(roll),
        *tokens(character, roll),
        *parts.drives(character, roll),
        *(item for item in parts.gear(character, roll) if item.section == SPEND),
        *parts.traits(character, roll),
        *damage(character, roll),
        *trade(character, roll),
    )
    return [replace(item, rule=RULES[item.key.partition(":")[0]]) for item in found]


def what(character: Character, roll: Roll) -> Iterator[Item]:
    """Skill, kind, and what stands against it (SKL, RFX-1, ROL-3, ROL-4)."""
    ranks = derive.ranks(character, roll.skill).total
    name = view.one_line(derive.skill_name(character, roll.skill), 40)
    skills = SKILLS if roll.cap is None else (roll.skill,)  # a follow-on is rolled on the same skill (PSH-4)
    yield Item(
        "skill", ROLL, "Skill", f"{name} {ranks}", True,
        lambda by: put(roll, skill=turn(skills, roll.skill, by)), "k: choose a skill and its last setup",
        bound="roll.skill",
    )  # fmt: skip
    yield Item(
        "kind", ROLL, "Attack or block", KINDS[roll.kind], roll.kind != "other",
        lambda by: of_kind(roll, turn(tuple(KINDS), roll.kind, by)),
        "each mark cancels 1 damage" if roll.kind == "block" else "attack: pushes deal damage; block: marks cancel it",
        off=lambda: put(roll, kind="other"), bound="roll.kind",
    )  # fmt: skip
    yield from _against(roll)
    yield Item(
        "reflexive", ROLL, "Reflexive", "yes" if roll.reflexive else "no", roll.reflexive,
        lambda _: put(roll, reflexive=not roll.reflexive), "the GM asks for it; no token needed",
        off=lambda: put(roll, reflexive=False),
    )  # fmt: skip


def of_kind(roll: Roll, kind: str) -> Roll:
    """The roll as an attack, a block, or neither; nothing opposes a block (CNF-7)."""
    return put(roll, kind=kind, **(UNOPPOSED if kind == "block" else {}))


def _against(roll: Roll) -> Iterator[Item]:
    matters, given = roll.kind != "block", roll.opposing_marks is not None
    yield Item(
        "opposing", ROLL, "Against (0–9)", plural(roll.opposing, "die") if roll.opposing else "no dice",
        bool(roll.opposing) and not given,
        lambda by: put(roll, opposing=max(0, min(999, roll.opposing + by)), opposing_marks=None), "type a number",
        off=lambda: put(roll, opposing=0), shown=matters, bound="digits",
    )  # fmt: skip
    options = (None, *range(max(MOST_MARKS, roll.opposing_marks or 0) + 1))
    yield Item(
        "opposing-marks", ROLL, "Opposing marks",
        "–" if roll.opposing_marks is None else plural(roll.opposing_marks, "mark"), given,
        lambda by: put(roll, opposing_marks=walk(options, roll.opposing_marks, by)),
        "already rolled by someone else; type a number", off=lambda: put(roll, opposing_marks=None), shown=matters,
    )  # fmt: skip
    yield Item(
        "opposition", ROLL, "Ties", TIES[roll.opposition], roll.opposition != "challenge",
        lambda by: put(roll, opposition=turn(get_args(Opposition), roll.opposition, by)),
        "challenge: qualified success; contest: the defender wins",
        off=lambda: put(roll, opposition="challenge"), shown=matters,
    )  # fmt: skip


def table(roll: Roll) -> Iterator[Item]:
    """Ally dice, and a modifier of one's own (ROL-7, ROL-9)."""
    yield Item(
        "ally", FREE, "Ally dice", f"+{roll.ally}" if roll.ally else "–", bool(roll.ally),
        lambda by: put(roll, ally=max(0, min(999, roll.ally + by))), "one pool shared by all players",
        off=lambda: put(roll, ally=0),
    )  # fmt: skip
    said = view.one_line(roll.reason, 60)
    yield Item(
        "modifier", FREE, "Modifier", f"{roll.modifier:+d}".replace("-", "−") if roll.modifier else "–",
        bool(roll.modifier), lambda by: put(roll, modifier=max(-99, min(99, roll.modifier + by))),
        f"{said}; t: change the reason" if said else "t: give a reason", off=lambda: put(roll, modifier=0, reason=""),
        bound="roll.reason",
    )  # fmt: skip


def trade(character: Character, roll: Roll) -> Iterator[Item]:
    """Dice given away for marks (ROL-6)."""
    each = derive.numbers(character).roll.trade
    yield Item(
        "trade", PRICE, "Trade", f"{plural(roll.trade, 'die')} for {roll.trade // each}" if roll.trade else "–",
        bool(roll.trade), lambda by: trimmed(character, put(roll, trade=max(0, roll.trade + each * by))),
        f"w: trade {plural(each, 'die')} for 1 mark; you can trade them all", off=lambda: put(roll, trade=0),
        bound="roll.trade",
    )  # fmt: skip


# ---- what pays


def tokens(character: Character, roll: Roll) -> Iterator[Item]:
    """Force, acuity, fortune; grace is spent on its traits (AST-3, AST-5, AST-6)."""
    numbers = derive.numbers(character).roll
    applying = sum(item.name in roll.specialties for item, _ in derive.specialties(character))
    of_specialties = f"+{plural(applying, 'die')} each, 1 for each specialty that applies"
    notes: dict[Asset, str] = {
        "force": f"+{plural(numbers.force, 'die')} each",
        "acuity": of_specialties if applying else "needs a specialty that applies",
        "fortune": f"each re-rolls {plural(numbers.fortune_rerolls, 'die')} without a mark, before comparing",
    }
    buys: dict[Asset, str] = {
        "force": f", +{plural(numbers.force, 'die')}",
        "acuity": f", +{plural(applying, 'die')}" if applying else "",
        "fortune": f", {numbers.fortune_rerolls} again",
    }
    for asset, note in notes.items():
        now, have = getattr(roll, asset), state.in_hand(character, asset)
        label, change = f"{asset.capitalize()}{buys[asset]}", partial(put_one, roll, asset)
        yield counted(
            asset, SPEND, label, change, now=now, have=have, note=note, token=marks.ASSETS[asset], most=MOST_BOXES,
            bound=f"roll.{asset}",
        )  # fmt: skip
    yield from _lucky(character, roll)


def _lucky(character: Character, roll: Roll) -> Iterator[Item]:
    """Fortune in another token's place, first where one is short (Better Lucky than Good)."""
    owned = next((perk for perk in derive.perks(character) if isinstance(perk.effect, StandIn)), None)
    if owned is None:
        return
    able = composing.standing_in(character, roll.plan) is not None
    shown = ", ".join(f"{times} for {asset}" for asset, times in Counter(roll.lucky).items()) or "–"
    always = automation.mode_of(character, owned) == "always"
    token = marks.FORTUNE
    yield Item(
        "lucky", SPEND, f"{token.full if roll.lucky else token.empty} {view.one_line(owned.name, 24)}", shown,
        bool(roll.lucky), lambda by: put(roll, lucky=_more_lucky(character, roll) if by > 0 else roll.lucky[:-1]),
        "fortune replaces a token" + "; automatic when you run short" * always, token.colour,
        lambda: put(roll, lucky=()), able or bool(roll.lucky),
    )  # fmt: skip


def _more_lucky(character: Character, roll: Roll) -> tuple[str, ...]:
    """One more token that fortune stands in for: one that is short, else one that the roll pays."""
    plan, perk = roll.plan, composing.standing_in(character, roll.plan)
    counts = perk.effect.counts_as if perk is not None and isinstance(perk.effect, StandIn) else ()
    short = [asset for asset in counts if plan.spent(asset) > state.in_hand(character, asset)]
    paid = [asset for asset in counts if plan.spent(asset)]
    return (*roll.lucky, *(short or paid)[:1])


def damage(character: Character, roll: Roll) -> Iterator[Item]:
    """Pain, doubt or fear taken for the benefit of a token: force and acuity count up with it, grace takes a trait."""
    for kind in WOUNDS:
        # The two assets that a kind stands for; grace, which takes a trait besides, comes last.
        one, other = sorted(THRESHOLD_ASSETS[kind], key=lambda asset: asset == "grace")
        options = [
            (one,) * (some - part) + (other,) * part for some in range(MOST_HURT + 1) for part in range(some + 1)
        ]
        held: Counter[Asset] = Counter(hurt.asset for hurt in roll.hurts if hurt.kind == kind)
        now = (*(one,) * held[one], *(asset for asset in held.elements() if asset != one))
        change = partial(_with_hurts, roll, kind, now)

        def step(by: int, change: Callable[..., Roll] = change, options: Any = options, now: Any = now) -> Roll:
            return change(walk(options, now, by))

        said = listed(f"{times} for {asset}" for asset, times in Counter(now).items())
        boxes = _boxes(character, kind, sum(hurt.kind == kind and not hurt.taken for hurt in roll.hurts))
        yield Item(
            f"hurt:{kind}", PRICE, f"Take {kind}", f"{said} {boxes}".strip(), bool(now), step,
            forecast.next_hit(character, kind).words, marks.DAMAGE[kind].colour, partial(change, ()),
        )  # fmt: skip


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
