"""What others do to and for the character, each with a word on who and why (TRT-3 … TRT-5, DRV-8, SPK-3, CNF-7); the
setting in the session (SET-1, PRK-1); perks and fortune at their moment (PRK-3)."""

from __future__ import annotations

from typing import Final

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import spark as commands
from saga_tui.games.saga.rules.commands.setting import RemovePerk
from saga_tui.games.saga.rules.commands.spark import GainSpark
from saga_tui.games.saga.rules.commands.tokens import Bribe, GainDrive, Recover
from saga_tui.games.saga.rules.commands.traits import BlockedFor, Lent, SceneInvoked, TraitInverted
from saga_tui.games.saga.rules.moments import moments
from saga_tui.games.saga.rules.words import POOLS
from saga_tui.games.saga.screens import marks, setting
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import ROLL_MOMENTS
from saga_tui.games.saga.screens.session.after.strip import legal, open_offers, strip_of
from saga_tui.games.saga.screens.session.flows import kismet, rolls
from saga_tui.games.saga.screens.session.flows.tokens import asset_offers, which_drive
from saga_tui.games.saga.screens.session.flows.traits import WEIGHT, own_traits, which_trait
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Foot, Form, Given, Number, Pick, Text, Who
from saga_tui.ui.seat import leaves

STAR: Final = marks.FORTUNE.full
A_PLAYER: Final = Who("another player")


def _held(character: Character, _given: Given) -> list[Offer]:
    return [
        Offer(kind, f"{token.full} {kind.capitalize()}", f"You have {held}")
        for kind, token in marks.DAMAGE.items()
        if (held := state.held(character, kind))
    ]


def _pools(character: Character, _given: Given) -> list[Offer]:
    return asset_offers(character, POOLS)


inverted = Form(
    TraitInverted,
    (which_trait(own_traits, "Another trait"), WEIGHT, Who()),
    f"Someone inverts your trait (+1 {STAR})",
)
"""The GM or another player inverts one of the character's traits: 1 fortune (TRT-3)."""
scene_invoked = Form(
    SceneInvoked,
    (which_trait(lambda character: state.play_of(character).scene_traits, "Another trait"), WEIGHT),
    f"The GM invokes a scene trait (+1 {STAR})",
)
"""The GM invokes a scene trait: 1 fortune for every player (TRT-4)."""
bribe = Form(
    Bribe,
    (
        Number(question="How many fortune tokens do you gain?"),
        which_trait(own_traits, "Another trait", "For acting on which trait?"),
        Who(),
    ),
    "Bribe",
)
"""The GM offers fortune for acting as a trait implies (TRT-5)."""
drive_bribe = Form(GainDrive, (which_drive("Gain a token for which drive?"), Number(), Who()), "Drive token")
"""A drive token given by somebody for acting in accord (DRV-8)."""
spark = Form(GainSpark, (Number(), A_PLAYER), "Gain Spark")
"""Spark received: an accepted offer of another player, or the GM's (SPK-1, SPK-3)."""
lent = Form(Lent, (Text("trait", "Which trait?"), WEIGHT, A_PLAYER), "Another player's trait helps you")
"""Another player invokes a trait for the character (AST-8)."""
blocked = Form(
    BlockedFor,
    (
        Pick("kind", _held, "Which damage do they cancel?", rule="CNF-7", none="You have no damage to cancel."),
        Number(question="How much?"),
        A_PLAYER,
    ),
    "Another player blocks damage",
)
"""Another player's block cancels damage just taken (CNF-7)."""
granted = Form(
    Recover,
    (Pick("asset", _pools, "Which tokens does the GM let you recover?", rule="REG-4"), Number(), Who()),
    "Recover tokens",
)
"""The GM lets spent tokens come back (REG-4)."""


ANSWERS = tuple(Offer(key, words) for key, words in commands.ANSWERS.items())

offer = Form(
    commands.Offer,
    (
        Foot("fact", "Offer 1 Spark for what fact?", "the answer decides whether it is spent", "SPK-3"),
        Pick("answer", ANSWERS, title="What is the answer?", rule="SPK-3"),
    ),
)
"""1 Spark for a fact or a scene; what becomes of it depends on the answer (SPK-3)."""


@leaves
async def change_setting(desk: SagaScreen) -> None:
    """Another setting, from the files that there are (SET-2)."""
    await look_at_setting(desk, "choose")


async def look_at_setting(desk: SagaScreen, wish: str = "") -> None:
    """The setting, or what is wished of it at once, and what comes of it (SET-2)."""
    shelf = setting.shelf_for(desk.memory.path)
    command = await setting.look(desk.app, desk.character, shelf, desk.session.preview, wish)
    if command is not None:
        await desk.execute(command)


drop_perk = Form(
    RemovePerk,
    (
        Pick(
            "place",
            lambda character, _given: [
                Offer(str(place), made.name or "(no name)", made.text) for place, made in enumerate(character.perks)
            ],
            title="Remove which custom perk?",
            none="You have no custom perks.",
        ),
    ),
)
"""The words of a perk of one's own taken away."""


async def take(desk: SagaScreen) -> None:
    """Takes what is asked at the foot; where nothing is asked, lists what is still open."""
    strip = strip_of(desk)
    moment = strip.first if strip is not None else None
    if strip is None or moment is None:
        await still_open(desk)
    elif moment.command is None:
        strip.pass_by()
    else:
        rest = strip.offers[1:]
        if await desk.execute(moment.command) is not None:
            new = {item.key for item in strip.offers}
            kept = (item for item in legal(desk.character, rest) if item.key not in new)
            strip.offers = (*strip.offers, *kept)


async def still_open(desk: SagaScreen) -> None:
    """The menu of what can still be taken."""
    offers = open_offers(desk.character)
    if not offers:
        unused = ", ".join(view.one_line(perk.name, 40) for perk in derive.perks(desk.character))
        desk.notify(f"You have nothing to use now. Your perks: {unused or 'none'}.", markup=False)
        return
    chosen = await desk.choose("Available now", offers, "Includes what you skipped", rule="PRK-3")
    if chosen is None:
        return
    if chosen.startswith("due:"):
        await rolls.follow_on(desk, int(chosen.removeprefix("due:")))
        return
    moment = next((item for item in moments(desk.character) if item.key == chosen), None)
    if chosen == "roll" or (moment is not None and moment.when in ROLL_MOMENTS):
        await rolls.look(desk)
    elif moment is not None and moment.when == "kismet-roll":
        await kismet.settle(desk)
    elif moment is not None and moment.command is not None:
        await desk.execute(moment.command)
