"""Dialogues of SagaS's play screen: damage with its ways, the fight, bonuses, shots, care, long actions, experience."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from saga_tui.engine.conflict import YOU
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play import fight, growth, harm, state
from saga_tui.games.sagas.play.rolls import Attack, Plain
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules import odds
from saga_tui.games.sagas.rules.entries import shown_skills
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, figures
from saga_tui.games.sagas.screens import rolls
from saga_tui.ui import advances, forms
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Entry, Form, Screen
from saga_tui.ui.prompt import Way
from saga_tui.ui.specs import Token
from saga_tui.words import percent, plural, sentence

BLOW: Final = r"\d{0,4}(/\d{0,2})?"
"""`12`, or `12/4` from a weapon that pierces armour by 4."""
OPTIONS: Final = (
    ("attack", "Attack", "then only the reflex dodge defends"),
    ("defence", "Defend", "parry and dodge as often as needed, no attack"),
    ("charge", "Charge", "full move, then attack; −I on every defence"),
    ("aim", "Aim", "+I on the next shot"),
    ("move", "Move", "all the way, or half and then attack"),
    ("other", "Something else", "draw, reload, help"),
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
    return harm.TakeDamage(
        amount=int(amount or 1),
        kind=kind,
        form="stun" if way == "stun" else "injuries",
        ap=min(20, int(ap or 0)),
        protection=0 if way == "bare" else None,
        bullets=way == "bullets",
        gap=way == "gap",
        vital=way == "vital",
    )


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
        (Offer("other", "Somebody else rolls", "their First aid"), Form(harm.FirstAid, fields=("score",))),
        (Offer("degree", "Their degree is known"), Form(harm.FirstAid, fields=("degree",))),
    ]
    await forms.menu(desk, "First aid", found)


async def conditions(desk: Screen) -> None:
    """Begins or ends a condition."""
    play, found = play_of(desk.document), list[Entry]()
    for key, one in harm.conditions().items():
        on = all(getattr(play, field) == value for field, value in one.on.items())
        offer = Offer(key, key.replace("-", " ").capitalize(), one.ends if on else one.begins, rule=one.rule)
        found.append((offer, harm.Condition(what=key, on=not on)))
    await forms.menu(desk, "Conditions", found)


# ---- the fight


async def option(desk: Screen) -> None:
    """What this round is used for (S-CMB-5, S-CMB-6)."""
    found: list[Entry] = [
        (Offer(key, name, about), fight.Act.model_validate({"option": key})) for key, name, about in OPTIONS
    ]
    await forms.menu(desk, "This round", found)


async def foes(desk: Screen) -> None:
    """Adds foes, or does something with one who is there."""
    order = play_of(desk.document).order
    found: list[Entry] = [(Offer("add", "Add foes", "initiative is thrown"), add)]
    found += [
        (Offer(one.called, one.called.capitalize(), str(one.rank)), partial(fighter, name=one.called)) for one in order
    ]
    await forms.menu(desk, "Fight", found)


async def add(desk: Screen) -> None:
    """Names, split by commas, and their initiative."""
    said = await desk.line("Who? Several with commas", needed="a name")
    names = [name.strip() for name in (said or "").split(",") if name.strip()]
    number = await desk.number("Add foes", "Their initiative?", default=5) if names else None
    if number is not None:
        await desk.execute(fight.AddFoe(name=tuple(names[:12]), initiative=number))


async def fighter(desk: Screen, name: str) -> None:
    """Waits for somebody, cuts in, passes; a foe falls, or was dodged by II (S-CMB-3, S-CMB-4, S-DEF-2)."""
    one = next((turn for turn in play_of(desk.document).order if turn.called == name), None)
    if one is None:
        return
    found: list[Entry] = [
        (Offer("pass", "Passes this round", "+10 on a new initiative"), fight.PassRound(fighter=name))
    ]
    if name != YOU:
        back = fight.FoeOut(foe=name, back=True)
        found = [
            (Offer("out", "Is back"), back) if one.out else (Offer("out", "Is out"), fight.FoeOut(foe=name)),
            (Offer("shock", "Fails a shock roll"),
             Form(fight.FoeOut, params={"foe": name, "shock": True}, fields=("for_good",))),
            (Offer("wait", "I wait until they have acted"), fight.Wait(after=name)),
            (Offer("won", "I cut in, and won"), fight.CutIn(on=name)),
            (Offer("lost", "I cut in, and lost"), fight.CutIn(on=name, won=False)),
            (Offer("dodged", "I dodged them by II or more", "+II against them"), fight.Dodged(attacker=name)),
            *found,
        ]  # fmt: skip
    await forms.menu(desk, name.capitalize() if name == YOU else name, found)


async def bonuses(desk: Screen) -> None:
    """Uses a bonus in hand, or gains one."""
    held = play_of(desk.document).held
    found: list[Entry] = [
        (Offer(f"use-{at}", f"Use {one.told}"), fight.UseBonus(bonus=at)) for at, one in enumerate(held)
    ]
    found += [
        (Offer("hold", "Gain a hold", "+I once against somebody, this scene"),
         Form(fight.Hold, params={"what": "hold"}, fields=("against",) if play_of(desk.document).order else ())),
        (Offer("other", "Gain another bonus"), Form(fight.Hold, fields=("what", "degrees", "rounds"))),
    ]  # fmt: skip
    await forms.menu(desk, "Bonuses in hand", found)


async def shots(desk: Screen) -> None:
    """Fires shots, Tab for another weapon or to reload."""
    guns = state.magazines(desk.document)
    if not guns:
        desk.notify("No weapon with shots.")
        return
    fire = [Way(f"shots:{at + 1}", f"Shots of {row.name}") for at, row in guns.items()]
    load = [Way(f"reload shots:{at + 1}", f"Reload {row.name}") for at, row in guns.items()]

    def command(many: int, way: str) -> fight.Shoot | fight.Reload:
        told = way.removeprefix("reload ")
        return fight.Reload(counter=told) if way != told else fight.Shoot(counter=told, amount=many)

    await forms.count(desk, [*fire, *load], command)


# ---- long actions


async def works(desk: Screen) -> None:
    """Starts a long action, or goes on with one."""
    found: list[Entry] = [(Offer("new", "Start a long action"),
                           Form(growth.StartWork, fields=("goal", "losing", "against", "limit")))]  # fmt: skip
    for at, one in enumerate(play_of(desk.document).works):
        found += [
            (Offer(f"on-{at}", f"{one.name} goes on", f"{one.total} of {one.goal}"), partial(work_on, at=at)),
            (Offer(f"end-{at}", f"{one.name} ends"), growth.EndWork(work_at=at)),
        ]
    await forms.menu(desk, "Long actions", found)


async def work_on(desk: Screen, at: int) -> None:
    """An interval: my degree, and the opposition's."""
    opposed = play_of(desk.document).works[at].against is not None
    await Form(growth.WorkStep, params={"work_at": at}, fields=("other",) if opposed else ())(desk)


async def end_work(desk: Screen, at: int) -> None:
    """It is over."""
    await desk.execute(growth.EndWork(work_at=at))


# ---- rolls


async def roll_skill(desk: Screen, ref: str) -> None:
    """Rolls a skill or a characteristic."""
    await rolls.put_together(desk, Plain, skill=ref)


async def attack(desk: Screen, at: int) -> None:
    """Attacks with a weapon."""
    await rolls.put_together(desk, Attack, weapon=f"gear:{at + 1}")


# ---- experience


def lesson(what: str, trainer: int | None) -> int | None:
    """A trainer helps with skills alone."""
    return trainer if what.startswith("skill:") else None


def offers(character: Character, trainer: int | None) -> Iterator[advances.Price]:
    """One step of everything that can be raised, with its price and what it does to the chance (S-EXP-3, S-EXP-4);
    skills that were bought come first."""
    of = figures(character)
    known = sorted(shown_skills(of), key=lambda one: (one.place is None, -of.total(one.ref).total))
    totals = {key: of.score(key) for key in MAIN} | {f"{key}-bonus": 0 for key in SECONDARY}
    totals |= {one.name: of.total(one.ref).total for one in known}
    for what, total in totals.items():
        made, label = growth.offer(character, what, trainer=lesson(what, trainer))
        section = "Characteristics" if what in MAIN else "Skills" if what.startswith("skill:") else "Bonuses"
        now, then = (percent(odds.chances(score).success) for score in (total, total + made.new - made.old))
        words, command = f"{label} {made.old} → {made.new}", growth.Raise(what=what, trainer=lesson(what, trainer))
        chance = f"{now} → {then}" if section != "Bonuses" else ""
        yield advances.Price(what, section, words.replace("-", "−"), made.cost, command, chance)


def made(character: Character) -> list[advances.Bought]:
    """What this scenario bought (S-EXP-3)."""
    now = play_of(character).scenario
    return [
        advances.Bought(sentence(one.told), one.cost, growth.TakeBack(advance=at))
        for at, one in enumerate(character.advances)
        if one.scenario == now
    ]


def stands(character: Character) -> str:
    """How much is studied, of how much (S-EXP-5)."""
    now = {one.what for one in character.advances if one.scenario == play_of(character).scenario}
    return f"{len(now)} of {plural(figures(character).study_limit().total, 'thing')} studied in this scenario."


TRAINER: Final = advances.Helper(
    "t", "Trainer", "The trainer's total? 0: none", "Tell a trainer's total: half the price"
)
SHOP: Final = advances.Shop(
    "Experience",
    "experience",
    Token("✦", "✧", "$good"),
    lambda one: play_of(one).experience,
    lambda one, trainer: tuple(offers(one, trainer)),
    made,
    stands,
    TRAINER,
)
spend: Final = partial(advances.open_shop, shop=SHOP)
