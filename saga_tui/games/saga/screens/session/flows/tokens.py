"""Tokens, the uses of fortune by name, drives and gear (AST, REG-4, DRV, GER)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from saga_tui.games.saga.rules import derive, open_roll, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command, command_of, tokens
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, Asset
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import offered
from saga_tui.games.saga.screens.session.flows import rolls
from saga_tui.ui import forms
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Foot, Form, Given, Number, Pick, Text, Who
from saga_tui.ui.prompt import Way
from saga_tui.words import plural

FORTUNE = marks.FORTUNE.full
UNNAMED = "(not named yet)"


def regain(asset: Asset) -> Command:
    """One token back; fortune is gained."""
    return tokens.GainFortune() if asset == "fortune" else command_of("recover", {"asset": asset})


async def spend_many(desk: SagaScreen) -> None:
    """Several tokens at once, or for something that is no action (REG-2)."""
    asset = await desk.choose("Spend tokens", asset_offers(desk.character, ASSETS))
    if asset is not None:
        await spend_some(desk, asset)


def asset_offers(character: Character, assets: Iterable[Asset]) -> list[Offer]:
    """Assets to choose from, each with its tokens."""
    words = ((asset, f"{marks.ASSETS[asset].full} {asset.capitalize()}") for asset in assets)
    return [Offer(asset, name, view.asset_note(character, asset)) for asset, name in words]


async def spend_some(desk: SagaScreen, asset: str) -> None:
    """Ask how many, with what follows beside it; Tab says that they are not for an action (REG-2)."""
    ways = [Way("action", f"Spend how much {asset}?"), Way("other", f"Spend how much {asset}, not on an action?")]
    await forms.count(
        desk, ways, lambda many, way: command_of("spend", {"asset": asset, "amount": many, "action": way == "action"})
    )


gain_many = Form(tokens.GainFortune, (Number(), Who()), "Gain fortune")
"""Several fortune tokens, for a reason."""


# ---- fortune by name


async def reroll_two(desk: SagaScreen) -> None:
    """Before comparing: a token re-rolls two dice, the new dice stand (AST-6); of the roll on the table, if it lies."""
    if open_roll.uncompared(desk.character) is not None:
        await rolls.look(desk, "o")
        return
    await desk.execute(tokens.Spend(asset="fortune", why="to re-roll 2 dice before comparing"))


async def reroll_one(desk: SagaScreen) -> None:
    """After comparing: a token re-rolls one die, the better result is kept (AST-7)."""
    if state.play_of(desk.character).kismet is not None:
        await desk.execute(command_of("reroll-kismet", {}))
    elif open_roll.uncompared(desk.character) is not None:
        desk.notify("Compare the roll first: press Enter.")
        await rolls.look(desk)
    elif any(offer.key == "o" for offer in offered(desk.character)):
        await rolls.look(desk, "o")
    else:
        await desk.execute(tokens.Spend(asset="fortune", action=False, why="to re-roll 1 die and keep the better"))


activate = Form(tokens.Spend, params={"asset": "fortune", "why": "to activate an action"})
"""A fortune token activates an action (AST-2)."""


async def clear_temporary(desk: SagaScreen) -> None:
    """As many points of temporary consequences as fortune in hand before paying (AST-10)."""
    play = state.play_of(desk.character)
    listed = [item for item in play.consequences if item.points.get("temporary")]
    first: tuple[str, ...] = ()
    points = sum(item.points["temporary"] for item in listed)
    if len(listed) > 1 and points > state.in_hand(desk.character, "fortune"):
        offers = [Offer(item.name, view.one_line(item.name), view.severity_note(item)) for item in listed]
        chosen = await desk.choose("Clear temporary consequences", offers, "Clear which first?")
        if chosen is None:
            return
        first = (chosen,)
    await desk.execute(tokens.ClearConsequences(first=first))


luck = Form(
    tokens.StrokeOfLuck,
    (
        Foot(
            "fact",
            "Stroke of luck: what becomes true?",
            f"costs as many {FORTUNE} as you and the GM agree on",
            "AST-11",
        ),
        Number(question="How much fortune did you agree on?"),
        Text("trait", "Does it bring a trait for 1 round? (optional)", optional=True),
    ),
    "Stroke of luck",
)
"""A fact enters the scene, for as many tokens as the GM agrees to (AST-11)."""
side_effect = Form(tokens.SideEffect, (Foot("effect", "What is the side effect?", f"costs 1 {FORTUNE}", "ROL-5"),))
"""On a qualified success the player describes the side effect (ROL-5)."""


# ---- drives


def drive_offers(character: Character, _given: Given = {}) -> list[Offer]:  # noqa: B006 - never changed
    """The drives to choose from, by their place."""
    held = state.drive_tokens(character)
    return [
        Offer(str(place), f"{view.one_line(text) or UNNAMED}", f"{marks.DRIVE.full} {held[place]}")
        for place, text in enumerate(character.story.drives)
    ]


def which_drive(title: str) -> Pick:
    """The question for a drive."""
    return Pick("drive", drive_offers, title=title, none="You have no drives yet.")


async def drives(desk: SagaScreen) -> None:
    """A digit gives that drive a token; below stand the other things that happen to drives."""
    given = [
        (Offer(item.key, f"Gain a token for “{item.text}”", item.about, rule="DRV-2"),
         tokens.GainDrive(drive=int(item.key)))
        for item in drive_offers(desk.character)
    ]  # fmt: skip
    more = (
        ("instead", "Clear a doom step instead of a token", "", "DRV-2", instead),
        ("roll", "Gain a token for your last roll", "Not if that roll spent drive tokens", "DRV-5", for_roll),
        ("lose", "Lose a token", "You acted against the drive", "DRV-4", lose),
        ("spend", "Spend tokens", "Outside a roll", "DRV-3", spend_drive),
        ("change", "Change the drive", "Its tokens are lost", "DRV-6", change),
        ("fulfil", "Fulfil the drive", "Its tokens become Spark; a new drive starts with 1", "DRV-7", fulfil),
    )
    rest = [(Offer(key, words, about, rule=rule), does) for key, words, about, rule, does in more]
    await forms.menu(desk, "Drives", [*given, *rest])


def _becomes(character: Character, given: Given) -> str:
    held = state.drive_tokens(character)[int(given["drive"])]
    return f"{plural(held, 'token')} → {held} Spark"


_ACTED: Final = (which_drive("Which drive did you act on?"),)
instead = Form(tokens.GainDrive, _ACTED, params={"instead": True})
"""The highest doom step goes instead of the token (DRV-2)."""
for_roll = Form(tokens.GainDrive, (which_drive("Which drive did the last roll serve?"),), params={"for_roll": True})
"""A token for the last roll; one that spent drive tokens gains none (DRV-5)."""
lose = Form(tokens.LoseDrive, (which_drive("Which drive did you act against?"),))
"""Acting against it (DRV-4)."""
spend_drive = Form(tokens.SpendDrive, (which_drive("Which drive applies?"), Number()), "Spend drive tokens")
"""Tokens spent outside the roll drawer (DRV-3)."""
change = Form(
    tokens.ChangeDrive,
    (
        which_drive("Change which drive?"),
        Foot("text", "New drive:", "the old drive's tokens are lost", "DRV-6", needed="the new drive"),
    ),
)
"""It becomes another; its tokens are lost (DRV-6)."""
fulfil = Form(
    tokens.FulfilDrive,
    (
        which_drive("Fulfil which drive?"),
        Foot("text", "New drive:", _becomes, "DRV-7", default=UNNAMED),
        Pick(
            "instead",
            (Offer("", "The new drive starts with 1 token"), Offer("true", "Clear a doom step instead")),
            "What comes with it?",
            rule="DRV-7",
            title="New drive",
            when=lambda character, _given: bool(state.play_of(character).doom),
        ),
    ),
)
"""Its tokens become Spark; a new one takes its place with a token, or a doom step goes (DRV-7, DRV-2)."""


# ---- gear


async def gear(desk: SagaScreen) -> None:
    """Charm dice and fonts of healing."""
    offers = []
    for owned in derive.gear(desk.character):
        total, left = derive.gear_pool(desk.character, owned).total, derive.gear_left(desk.character, owned)
        name = view.one_line(owned.gear.name) or "(no name)"
        if owned.gear.kind == "charm":
            offers.append(Offer(owned.key, f"{name}: use dice", f"{left} of {total} left", rule="GER-3"))
        elif owned.gear.kind == "font":
            offers.append(Offer(owned.key, f"{name}: heal", f"{left} of {plural(total, 'point')} left", rule="GER-4"))
        else:
            offers.append(Offer(owned.key, f"{name}: +{plural(total, 'die')}", "", "Choose a buff when you roll (r)."))
    if not offers:
        desk.notify("You have no gear. Buy some with Spark (b).")
        return
    key = await desk.choose("Gear", offers)
    if key:
        await use_gear(desk, key)


async def use_gear(desk: SagaScreen, key: str) -> None:
    """One piece: dice out of a charm, or healing from a font."""
    owned = next((item for item in derive.gear(desk.character) if item.key == key), None)
    if owned is None or owned.gear.kind not in ("charm", "font"):
        desk.notify("Choose a buff when you roll (r).")
    elif owned.gear.kind == "font":
        await heal_with(desk, key)
    else:
        left = derive.gear_left(desk.character, owned)
        name, used = view.one_line(owned.gear.name), partial(tokens.SetUsed, gear=key)
        question = f"How many dice? ({left} left)"
        dice = await desk.number(name, question, least=1, command=lambda many: used(dice=many))
        if dice:
            await desk.execute(used(dice=dice))


async def heal_with(desk: SagaScreen, key: str, what: str | None = None) -> None:
    """A font heals damage, or points of a temporary consequence (GER-4)."""
    character = desk.character
    table = derive.numbers(character).gear
    offers = []
    for kind in DAMAGE:
        held = state.held(character, kind)
        each = table.font_cost_kismet if kind == "kismet" else table.font_cost_damage
        if held:
            offers.append(
                Offer(kind, f"{marks.DAMAGE[kind].full} {kind.capitalize()}", f"You have {held}; costs {each} each")
            )
    for place, item in enumerate(state.play_of(character).consequences):
        if item.points.get("temporary"):
            about = f"{item.points['temporary']} temporary; costs {table.font_cost_consequence} each"
            offers.append(Offer(str(place), view.one_line(item.name), about))
    if not offers:
        desk.notify("Nothing to heal.")
        return
    chosen = what or await desk.choose("Heal", offers, "Heal what?")
    if not chosen:
        return
    what_for = {"consequence": int(chosen)} if chosen.isdecimal() else {"kind": chosen}

    def healing(amount: int) -> Command:
        return command_of("use-font", {"gear": key, "amount": amount, **what_for})

    amount = await desk.number("Heal", "How many?", least=1, command=healing)
    if amount:
        await desk.execute(healing(amount))
