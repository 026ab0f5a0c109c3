"""What others do to and for the character, each with a word on who and why (TRT-3 … TRT-5, DRV-8, SPK-3, CNF-7)."""

from __future__ import annotations

from typing import Final

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import spark as commands
from saga_tui.games.saga.rules.commands.spark import GainSpark
from saga_tui.games.saga.rules.commands.tokens import Bribe, GainDrive, Recover
from saga_tui.games.saga.rules.commands.traits import BlockedFor, Lent, SceneInvoked, TraitInverted
from saga_tui.games.saga.rules.words import POOLS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.flows.tokens import which_drive
from saga_tui.games.saga.screens.session.flows.traits import WEIGHT, own_traits, which_trait
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Foot, Form, Given, Number, Pick, Text, Who

STAR: Final = marks.FORTUNE.full
A_PLAYER: Final = Who("another player")


def _held(character: Character, _given: Given) -> list[Offer]:
    return [
        Offer(kind, f"{token.full} {kind.capitalize()}", f"You have {held}")
        for kind, token in marks.DAMAGE.items()
        if (held := state.held(character, kind))
    ]


def _pools(character: Character, _given: Given) -> list[Offer]:
    return [
        Offer(asset, f"{marks.ASSETS[asset].full} {asset.capitalize()}", view.asset_note(character, asset))
        for asset in POOLS
    ]


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
        Foot("fact", "Offer 1 Spark for what fact?", "spent, kept or passed on, as they answer", "SPK-3"),
        Pick("answer", ANSWERS, title="What is the answer?", rule="SPK-3"),
    ),
)
"""1 Spark for a fact or a scene; what becomes of it depends on the answer (SPK-3)."""
