"""What others do to and for the character, each with a word on who and why (TRT-3 … TRT-5, DRV-8, SPK-3, CNF-7)."""

from __future__ import annotations

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.commands import command_of
from saga_tui.games.saga.rules.words import POOLS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.flows import tokens
from saga_tui.games.saga.screens.session.flows.traits import own_traits, weight, which_trait
from saga_tui.ui.dialogs import Offer

STAR = marks.FORTUNE.full


async def _with_who(desk: SagaScreen, verb: str, params: dict[str, object], default: str = "the GM") -> None:
    said = await desk.who(default)
    if said is not None:
        await desk.execute(command_of(verb, params | {"who": said[0], "why": said[1]}))


async def inverted(desk: SagaScreen) -> None:
    """The GM or another player inverts one of the character's traits: 1 fortune (TRT-3)."""
    title = f"Someone inverts your trait (+1 {STAR})"
    trait = await which_trait(desk, title, own_traits(desk), "Another trait")
    how = await weight(desk, title) if trait else None
    if trait and how is not None:
        await _with_who(desk, "inverted", {"trait": trait, "weight": how})


async def scene_invoked(desk: SagaScreen) -> None:
    """The GM invokes a scene trait: 1 fortune for every player (TRT-4)."""
    title = f"The GM invokes a scene trait (+1 {STAR})"
    known = list(state.play_of(desk.character).scene_traits)
    trait = await which_trait(desk, title, known, "Another trait")
    how = await weight(desk, title) if trait else None
    if trait and how is not None:
        await desk.execute(command_of("scene-invoked", {"trait": trait, "weight": how}))


async def bribe(desk: SagaScreen) -> None:
    """The GM offers fortune for acting as a trait implies (TRT-5)."""
    amount = await desk.number("Bribe", "How many fortune tokens do you gain?", least=1)
    trait = await which_trait(desk, "For acting on which trait?", own_traits(desk), "Another trait") if amount else None
    if amount and trait:
        await _with_who(desk, "bribe", {"amount": amount, "trait": trait})


async def drive_bribe(desk: SagaScreen) -> None:
    """A drive token given by somebody for acting in accord (DRV-8)."""
    place = await tokens.which_drive(desk, "Gain a token for which drive?")
    amount = await desk.number("Drive token", "How many?", least=1) if place is not None else None
    if place is not None and amount:
        await _with_who(desk, "gain-drive", {"drive": place, "amount": amount})


async def spark(desk: SagaScreen) -> None:
    """Spark received: an accepted offer of another player, or the GM's (SPK-1, SPK-3)."""
    amount = await desk.number("Gain Spark", "How many?", least=1)
    if amount:
        await _with_who(desk, "gain-spark", {"amount": amount}, "another player")


async def lent(desk: SagaScreen) -> None:
    """Another player invokes a trait for the character (AST-8)."""
    trait = await desk.text("Another player's trait helps you", "Which trait?")
    how = await weight(desk, "Another player's trait helps you") if trait else None
    if trait and how is not None:
        await _with_who(desk, "lent-trait", {"trait": trait, "weight": how}, "another player")


async def blocked(desk: SagaScreen) -> None:
    """Another player's block cancels damage just taken (CNF-7)."""
    held = [Offer(kind, f"{token.full} {kind.capitalize()}", f"You have {state.held(desk.character, kind)}")
            for kind, token in marks.DAMAGE.items() if state.held(desk.character, kind)]  # fmt: skip
    if not held:
        desk.notify("You have no damage to cancel.")
        return
    kind = await desk.choose("Another player blocks damage", held, "Which damage do they cancel?", rule="CNF-7")
    amount = await desk.number("Another player blocks damage", "How much?", least=1) if kind else None
    if kind and amount:
        await _with_who(desk, "blocked", {"kind": kind, "amount": amount}, "another player")


async def granted(desk: SagaScreen) -> None:
    """The GM lets spent tokens come back (REG-4)."""
    offers = [
        Offer(asset, f"{marks.ASSETS[asset].full} {asset.capitalize()}", view.asset_note(desk.character, asset))
        for asset in POOLS
    ]
    asset = await desk.choose("Recover tokens", offers, "Which tokens does the GM let you recover?", rule="REG-4")
    amount = await desk.number("Recover tokens", "How many?", least=1) if asset else None
    if asset and amount:
        await _with_who(desk, "recover", {"asset": asset, "amount": amount})
