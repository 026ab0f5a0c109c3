"""Dialogues of SagaS's play screen: damage with its ways, care, the fight, shots, experience."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from saga_tui import degrees
from saga_tui.engine.advances import in_words
from saga_tui.engine.command import Command
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play import fight, growth, harm, state
from saga_tui.games.sagas.play.blows import Attack
from saga_tui.games.sagas.play.rolls import Plain
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules.base import MADE
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, figures, shown_skills
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.games.sagas.screens import rolls
from saga_tui.ui import advances, forms
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.fighting import Fights
from saga_tui.ui.forms import Entry, Form, Screen
from saga_tui.ui.prompt import Way
from saga_tui.ui.specs import Token
from saga_tui.ui.working import Working
from saga_tui.words import percent, plural

BLOW: Final = r"\d{0,4}(/\d{0,2})?"
"""`12`, or `12/4` from a weapon that pierces armour by 4."""
WORKING: Final = Working(*(MADE[verb] for verb in ("start-work", "work-step", "end-work")))


def falls(foe: str) -> Entry:
    """A minor foe that fails a shock roll may be out for good (S-SHK-3)."""
    asks = Form(fight.FoeOut, params={"foe": foe, "shock": True}, fields=("for_good",))
    return Offer("shock", "Fails a shock roll"), asks


NAMED: Final[dict[str, Any]] = {name: MADE[verb] for name, verb in book.data("actions")["fights"].items()}
FIGHTS: Final = Fights(
    **NAMED,
    falls=falls,
    notes=("+10 on a new initiative", "by II or more: +II against them", "+I once, this scene"),
)


# ---- damage


def ways(desk: Screen, kind: state.Kind) -> list[Way]:
    """The ways in which damage of a kind is taken, with the protection that counts (S-HURT-2, S-ARM, S-SIT-6)."""
    if kind == "mental":
        return [Way("injuries", "Mental injuries"), Way("stun", "Mental stun")]
    of = figures(desk.document)
    worn, shot = of.protection().total, of.protection(bullets=True).total
    found = [Way("injuries", f"Injuries, protection {worn}"), Way("stun", f"Stun, protection {worn}")]
    if worn or shot:
        found += [Way("bullets", f"Injuries by a bullet, protection {shot}")] if shot != worn else []
        found += [Way("gap", "Injuries, armour halved by a called shot"), Way("bare", "Injuries, no protection")]
    return [*found, Way("vital", "Injuries, a called shot that halves the shock threshold")]


def blow(kind: state.Kind, text: str, way: str) -> harm.TakeDamage:
    """The command that a typed damage and a way make."""
    amount, _, ap = text.partition("/")
    form: state.Form = "stun" if way == "stun" else "injuries"
    flags = {way: True} if way in ("bullets", "gap", "vital") else {}
    protection = 0 if way == "bare" else None
    return harm.TakeDamage(amount=int(amount or 1), kind=kind, form=form, ap=min(20, int(ap or 0)),
                           protection=protection, **flags)  # fmt: skip


async def suffer(desk: Screen, kind: state.Kind) -> None:
    """How much, Tab for injuries or stun and the protection; what follows is shown beside it and in the bar."""
    await forms.typed(desk, ways(desk, kind), lambda text, way: blow(kind, text, way), BLOW)


async def heal(desk: Screen, kind: state.Kind) -> None:
    """How much goes, of injuries or stun."""
    found = [Way(f"{kind}-{form}", f"Fewer {kind} {form}") for form in ("injuries", "stun")]
    await forms.count(desk, found, lambda many, way: harm.Adjust(counter=way, by=-many))


async def care(desk: Screen) -> None:
    """First aid: one's own, or by somebody else (S-HEAL-4)."""
    own = figures(desk.document).total("first_aid").total
    found: list[Entry] = [
        (Offer("own", f"I roll First aid {own}", rule="S-HEAL-4"), harm.FirstAid()),
        (Offer("other", "Someone else rolls", "their First aid"), Form(harm.FirstAid, fields=("score",))),
        (Offer("degree", "Their degree is known"), Form(harm.FirstAid, fields=("degree",))),
    ]
    await forms.menu(desk, "First aid", found)


async def conditions(desk: Screen) -> None:
    """Begins or ends a condition."""
    play, found = play_of(desk.document), list[Entry]()
    for key, one in harm.CONDITIONS.items():
        on = all(getattr(play, field) == value for field, value in one.on.items())
        offer = Offer(key, key.replace("-", " ").capitalize(), one.ends if on else one.begins, rule=one.rule)
        found.append((offer, harm.Condition(what=key, on=not on)))
    await forms.menu(desk, "Conditions", found)


# ---- the fight


async def option(desk: Screen) -> None:
    """What this round is used for (S-CMB-5, S-CMB-6)."""
    rows = book.data("actions")["option"]
    found: list[Entry] = [(Offer(*row), fight.Act.model_validate({"option": row[0]})) for row in rows]
    await forms.menu(desk, "This round", found)


async def shots(desk: Screen) -> None:
    """Fires shots, Tab for another weapon or to reload."""
    guns = state.magazines(desk.document)
    if not guns:
        desk.notify("No weapon with shots.")
        return
    fire = [Way(f"shots:{at + 1}", f"Shots of {row.name}") for at, row in guns.items()]
    load = [Way(f"reload shots:{at + 1}", f"Reload {row.name}") for at, row in guns.items()]

    def command(many: int, way: str) -> Command:
        loads, said = way.startswith("reload "), {"counter": way.removeprefix("reload ")}
        return MADE["reload" if loads else "shoot"].model_validate(said if loads else said | {"amount": many})

    await forms.count(desk, [*fire, *load], command)


# ---- experience


def offers(character: Character, trainer: int | None) -> Iterator[advances.Price]:
    """One step of everything that can be raised, with its price and what it does to the chance (S-EXP-3, S-EXP-4);
    skills that were bought come first, and a trainer helps with skills alone."""
    of = figures(character)
    known = sorted(shown_skills(of), key=lambda one: (one.place is None, -of.total(one.ref).total))
    totals = {key: of.score(key) for key in MAIN} | {f"{key}-bonus": 0 for key in SECONDARY}
    totals |= {one.name: of.total(one.ref).total for one in known}
    for what, total in totals.items():
        section = "Characteristics" if what in MAIN else "Skills" if what.startswith("skill:") else "Bonuses"
        helped = trainer if section == "Skills" else None
        made, label = growth.offer(character, what, trainer=helped)
        now, then = (percent(degrees.chances(score).success) for score in (total, total + made.new - made.old))
        step, command = f"{made.old} → {made.new}".replace("-", "−"), growth.Raise(what=what, trainer=helped)
        chance = f"{now} → {then}" if section != "Bonuses" else ""
        yield advances.Price(what, section, f"{label} {step}", made.cost, command, chance)


def made(character: Character) -> list[advances.Bought]:
    """What this scenario bought (S-EXP-3)."""
    now = enumerate(character.advances)
    found = [(at, one) for at, one in now if one.scenario == play_of(character).scenario]
    back = MADE["take-back-advance"]
    said = [in_words(RULES, character, one) for _, one in found]
    return [advances.Bought(words, one.cost, back.model_validate({"advance": at}))
            for words, (at, one) in zip(said, found, strict=True)]  # fmt: skip


def stands(character: Character) -> str:
    """How much is studied, of how much (S-EXP-5)."""
    now = {one.what for one in character.advances if one.scenario == play_of(character).scenario}
    return f"{len(now)} of {plural(figures(character).study_limit().total, 'thing')} studied in this scenario."


SHOP: Final = advances.Shop(
    title="Experience",
    unit="experience",
    token=Token("✦", "✧", "$good"),
    held=lambda one: play_of(one).experience,
    prices=lambda one, trainer: [*offers(one, trainer)],
    bought=made,
    now=stands,
    helper=advances.Helper("t", "Trainer", "The trainer's total? 0: none", "Tell a trainer's total: half the price"),
)
spend: Final = partial(advances.open_shop, shop=SHOP)


# ---- rolls


async def roll_skill(desk: Screen, ref: str) -> None:
    """Rolls a skill or a characteristic."""
    await rolls.put_together(desk, Plain, skill=ref)


async def attack(desk: Screen, at: int) -> None:
    """Attacks with a weapon."""
    await rolls.put_together(desk, Attack, weapon=f"gear:{at + 1}")
