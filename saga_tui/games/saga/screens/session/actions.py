"""Everything that can be done in the session, in one table: keys, footer, help, menus and palette are made from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import tokens as commands
from saga_tui.games.saga.rules.commands.kismet import RerollKismet
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, Asset, Span
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.marks import ASSET_KEYS, DAMAGE_KEYS, FORTUNE, SPARK
from saga_tui.games.saga.screens.session.flows import clock, harm, kismet, others, rolls, tokens, traits
from saga_tui.ui import rulings
from saga_tui.ui.specs import Action

STAR, GLINT = FORTUNE.full, SPARK.full


def in_span(span: Span) -> Callable[[Character], bool]:
    """While that is the innermost span that is open."""
    return lambda character: character.play is not None and state.span_of(character.play) == span


def asked(what: str) -> Callable[[Character], bool]:
    """While the rules ask for that."""

    def holds(character: Character) -> bool:
        play = state.play_of(character)
        return (what == "kismet" and play.kismet is not None) or any(ask.what == what for ask in play.asks)

    return holds


def gains(asset: Asset) -> str:
    """Return the verb for a token more: fortune is gained, the others are recovered (AST-13, AST-14)."""
    return "Gain" if asset == "fortune" else "Recover"


def _clock() -> list[Action]:
    saga, chapter, scene, conflict = (in_span(span) for span in state.SPANS)
    return [
        Action("start-play", "Start play", "Start play", clock.start_play, ("start-play",), "n",
               when=lambda character: character.play is None, shown=True),
        Action("start-chapter", "Start chapter", "Start a chapter", clock.start_chapter, ("start-chapter",), "n",
               when=saga, shown=True),
        Action("start-scene", "Start scene", "Start a scene", clock.start_scene, ("start-scene",), "n",
               when=chapter, shown=True),
        Action("start-conflict", "Start conflict", "Start a conflict", clock.start_conflict, ("start-conflict",), "n",
               when=scene, shown=True),
        Action("end-round", "End round", "End the round (N then ends the conflict)", clock.end_round,
               ("end-round",), "n", when=conflict, shown=True),
        Action("end-scene", "End scene", "End the scene (N then ends the chapter)", clock.end_scene, ("end-scene",),
               "N", when=lambda character: scene(character) or conflict(character), shown=True),
        Action("end-chapter", "End chapter", "End the chapter", clock.end_chapter, ("end-chapter",), "N",
               when=chapter, shown=True),
        Action("no-end", "Nothing to end", "Nothing to end", _nothing_open, (), "N",
               when=lambda character: character.play is None or saga(character)),
        Action("end-conflict", "End conflict", "End the conflict", clock.end_conflict, ("end-conflict",),
               menu="conflict", about="Recover all spent tokens", rule="REG-3", when=conflict),
        Action("escalate", "Escalate", "Escalate the conflict", clock.escalate, ("escalate",),
               menu="conflict", about="Raise the stakes; recover all spent tokens", rule="CNF-10", when=conflict),
        Action("give-in", "Give in", "Give in", clock.give_in, ("give-in",),
               menu="conflict", about="No more damage or consequences in this conflict", rule="CNF-11", when=conflict),
        Action("gm-first", "GM first", "The GM acts first", clock.gm_first, ("gm-first",),
               menu="conflict", about=f"+1 {STAR} for each player", rule="CNF-5", when=conflict),
        Action("conflict", "Conflict…", "Conflict: escalate, give in, GM first, set the clock",
               opens="conflict", title="Conflict and clock", key="exclamation_mark", shown=True),
        Action("start-conflict-menu", "Start conflict", "Start a conflict", clock.start_conflict, (),
               menu="conflict", about="Recover all spent tokens", rule="CNF-1", when=scene),
        Action("set-clock", "Set the clock", "Set the chapter, scene and round", clock.set_clock, ("set-clock",),
               menu="conflict", about="If you join late. Nothing resets.", rule="TIME-1"),
    ]  # fmt: skip


async def _nothing_open(desk: SagaScreen) -> None:
    desk.notify("No chapter in progress. Press n to start one.")


def _tokens() -> list[Action]:
    spent = [asset for asset in ASSETS if asset != "fortune"]
    return [
        *(Action(f"spend-{asset}", f"Spend {asset}", f"Spend 1 {asset}", commands.Spend(asset=asset),
                 ("spend",), ASSET_KEYS[asset], shown=True, group="Spend") for asset in spent),
        Action("fortune", "Fortune…", "Fortune: every way to spend it", opens="fortune",
               title=f"Fortune {STAR}", key="o", shown=True, group="Spend"),
        *(Action(f"regain-{asset}", f"{gains(asset)} {asset}", f"{gains(asset)} 1 {asset}",
                 tokens.regain(asset), ("gain-fortune" if asset == "fortune" else "recover",),
                 ASSET_KEYS[asset].upper()) for asset in ASSETS),
        Action("fortune-activates", "Activate", "Activate an action", tokens.activate, ("spend",),
               menu="fortune", about=f"1 {STAR}", rule="AST-2"),
        Action("fortune-two", "Re-roll 2 dice", "Re-roll 2 dice before comparing", tokens.reroll_two, ("spend",),
               menu="fortune", about=f"1 {STAR}; the new dice count", rule="AST-6"),
        Action("fortune-one", "Re-roll 1 die", "Re-roll 1 die after comparing", tokens.reroll_one, ("spend",),
               menu="fortune", about=f"1 {STAR}; keep the better result", rule="AST-7"),
        Action("invoke", "Invoke a trait", "Invoke a trait for the scene", traits.invoke, ("invoke",),
               menu="fortune", about=f"1 {STAR}; +1 to +3 on rolls where it applies", rule="AST-8"),
        Action("invert", "Invert a trait", "Invert a scene trait or another player's trait", traits.invert, ("invert",),
               menu="fortune", about=f"1 {STAR}; for the scene", rule="AST-9"),
        Action("clear-temporary", "Clear temporary", "Clear temporary consequences", tokens.clear_temporary,
               ("clear-temporary",), menu="fortune", about=f"1 {STAR}; 1 point for each {STAR} in hand", rule="AST-10"),
        Action("luck", "Stroke of luck", "Stroke of luck", tokens.luck, ("luck",),
               menu="fortune", about=f"As many {STAR} as you and the GM agree on", rule="AST-11"),
        Action("own-words", "Name it yourself", "Name a consequence yourself", harm.own_words, ("consequence",),
               menu="fortune", about=f"1 {STAR}", rule="CSQ-3"),
        Action("other-kind", "Other damage", "Choose the kind of damage", harm.other_kind, ("take-damage",),
               menu="fortune", about=f"1 {STAR}; or Tab while taking damage", rule="DMG-3"),
        Action("side-effect", "Side effect", "Describe the side effect of a qualified success", tokens.side_effect,
               ("side-effect",), menu="fortune", about=f"1 {STAR}", rule="ROL-5"),
        Action("spend-many", "Spend tokens", "Spend tokens, on an action or not", tokens.spend_many, ("spend",),
               menu="fortune", about="You say whether it is for an action", rule="REG-2"),
        Action("gain-many", "Gain fortune", "Gain several fortune tokens", tokens.gain_many, ("gain-fortune",),
               menu="fortune", about="O gains 1", rule="AST-13"),
        Action("drives", "Drives…", "Drives: gain, lose, change, fulfil", tokens.drives,
               ("gain-drive",), "v", shown=True),
        Action("drive-instead", "Clear doom instead", "Clear a doom step instead of a drive token", tokens.instead,
               ("gain-drive",)),
        Action("lose-drive", "Lose a drive token", "Lose a drive token", tokens.lose, ("lose-drive",)),
        Action("spend-drive", "Spend drive tokens", "Spend drive tokens", tokens.spend_drive, ("spend-drive",)),
        Action("change-drive", "Change a drive", "Change a drive", tokens.change, ("change-drive",)),
        Action("fulfil-drive", "Fulfil a drive", "Fulfil a drive", tokens.fulfil, ("fulfil-drive",)),
        Action("gear", "Gear…", "Gear: lucky charm dice, healing with a font", tokens.gear,
               ("use-charm", "use-font"), "x"),
    ]  # fmt: skip


def _harm() -> list[Action]:
    return [
        Action("name", "Name it", "Name the new consequence", harm.name_consequence, ("consequence",),
               "c", when=asked("consequence"), shown=True),
        Action("settle", "Kismet roll", "Make the kismet roll that is due", kismet.roll,
               ("roll-kismet", "resolve-kismet"), "m", when=asked("kismet"), shown=True),
        *(Action(f"suffer-{kind}", f"Take {kind}", f"Take {kind} (Tab: other options)",
                 partial(harm.suffer, kind=kind),
                 ("take-damage", "choose-kismet" if kind == "kismet" else "take-for-token"),
                 DAMAGE_KEYS[kind], shown=True, group="Take damage") for kind in DAMAGE),
        *(Action(f"heal-{kind}", f"Heal {kind}", f"Heal {kind}", partial(harm.heal, kind=kind), ("heal",),
                 DAMAGE_KEYS[kind].upper()) for kind in DAMAGE),
        Action("consequence", "Consequence", "Take a consequence", harm.name_consequence, ("consequence",), "c",
               when=lambda character: not asked("consequence")(character)),
        Action("kismet", "Kismet roll", "Make a kismet roll", kismet.roll, ("roll-kismet",), "m",
               when=lambda character: not asked("kismet")(character)),
        Action("reroll-kismet", "Re-roll a kismet die", "Re-roll a kismet die with fortune", RerollKismet(),
               ("reroll-kismet",)),
        Action("no-consequence", "No consequence", "Skip the consequence", harm.no_consequence,
               ("no-consequence",)),
        Action("ease", "Reduce a consequence", "Reduce a consequence by 1", harm.ease, ("reduce",)),
        Action("doom", "Doom…", "Mark or clear a doom step", harm.doom, ("doom",)),
        Action("perks", "Perks…", "Perks and offers: what you can use now", others.take, ("use-perk",),
               "y"),
    ]  # fmt: skip


def _rolls_and_traits() -> list[Action]:
    return [
        Action("roll", "Roll", "Roll a skill (Enter repeats the last)", rolls.roll, ("roll",), "r", shown=True),
        Action("traits", "Traits…", "Traits: invoke, invert, end; scene and temporary traits",
               opens="traits", title="Traits", key="t", shown=True),
        Action("invoke-trait", "Invoke", "Invoke a trait for the scene", traits.invoke, ("invoke",),
               menu="traits", about=f"1 {STAR}", rule="AST-8"),
        Action("invert-trait", "Invert", "Invert a scene trait or another player's trait", traits.invert, ("invert",),
               menu="traits", about=f"1 {STAR}", rule="AST-9"),
        Action("scene-trait", "Scene trait", "Add a scene trait", traits.scene_trait, ("scene-trait",),
               menu="traits", rule="TRT-4"),
        Action("temporary", "Temporary trait", "Add a temporary trait with a push", traits.temporary,
               ("temporary-trait",), menu="traits", about="For this round and the next", rule="PSH-2"),
        Action("end-trait", "End a trait", "End a trait", traits.end_trait, ("end-trait",),
               menu="traits", rule="TRT-3"),
    ]  # fmt: skip


def _others() -> list[Action]:
    return [
        Action("others", "Others…", "What the GM and other players do", opens="others",
               title="What the GM and other players do", key="i", shown=True),
        Action("inverted", "Trait inverted", "Someone inverts one of your traits", others.inverted, ("inverted",),
               menu="others", about=f"+1 {STAR}; it counts against you until the scene ends", rule="TRT-3"),
        Action("scene-invoked", "Scene trait invoked", "The GM invokes a scene trait", others.scene_invoked,
               ("scene-invoked",), menu="others", about=f"+1 {STAR}; a penalty until the scene ends", rule="TRT-4"),
        Action("bribe", "Bribe", "Accept a bribe to act on a trait", others.bribe, ("bribe",),
               menu="others", about=f"+{STAR}; no trait is inverted", rule="TRT-5"),
        Action("drive-bribe", "Drive token", "Gain a drive token from the GM", others.drive_bribe, ("gain-drive",),
               menu="others", about="For following where the drive pulls you", rule="DRV-8"),
        Action("gain-spark", "Gain Spark", "Gain Spark from someone", others.spark, ("gain-spark",),
               menu="others", about="From the GM or another player", rule="SPK-1"),
        Action("lent", "Another player's trait", "Another player's trait helps you", others.lent, ("lent-trait",),
               menu="others", about="It is active until the scene ends", rule="AST-8"),
        Action("blocked", "Another player's block", "Another player blocks damage", others.blocked, ("blocked",),
               menu="others", about="Cancels damage you just took", rule="CNF-7"),
        Action("granted", "Recover tokens", "The GM lets you recover spent tokens", others.granted, ("recover",),
               menu="others", about="Outside a conflict", rule="REG-4"),
        Action("others-gm-first", "GM first", "The GM acts first", clock.gm_first, ("gm-first",),
               menu="others", about=f"+1 {STAR}", rule="CNF-5", when=in_span("conflict")),
        Action("others-fortune", "Gain fortune", "Gain fortune for another reason", tokens.gain_many, ("gain-fortune",),
               menu="others", about="You say how many", rule="AST-13"),
    ]  # fmt: skip


def _story() -> list[Action]:
    return [
        Action("reward", "Reward", "Gain a reward from a conflict", traits.reward, ("reward",), "w"),
        Action("spark", "Spark…", "Spark: offer 1 for a fact, or gain some", opens="spark",
               title=f"Spark {GLINT}", key="s", shown=True),
        Action("offer", "Offer", "Offer 1 Spark for a fact", others.offer, ("offer",),
               menu="spark", about=f"1 {GLINT}; the GM or another player answers", rule="SPK-3"),
        Action("receive", "Gain Spark", "Gain Spark from someone", others.spark, ("gain-spark",),
               menu="spark", about="From the GM or another player", rule="SPK-1"),
        Action("note", "Session note", "Add a session note to the log", traits.note, ("note",), "full_stop"),
        *rulings.ACTIONS,
    ]  # fmt: skip


def _setting() -> list[Action]:
    """What is seldom done: in the palette, without keys."""
    return [
        Action("setting", "Setting", "Show the setting", others.look_at_setting),
        Action("change-setting", "Change setting", "Change the setting", others.change_setting,
               ("change-setting",)),
        Action("set-switch", "Rule option", "Change a rule option", partial(others.look_at_setting, wish="switch"),
               ("set-switch",)),
        Action("make-perk", "Custom perk", "Create a custom perk", partial(others.look_at_setting, wish="perk"),
               ("make-perk",)),
        Action("drop-perk", "Remove custom perk", "Remove a custom perk", others.drop_perk,
               ("remove-perk",), when=lambda character: bool(character.perks)),
    ]  # fmt: skip


ACTIONS: Final[tuple[Action, ...]] = (
    *_harm(),
    *_clock(),
    *_tokens(),
    *_rolls_and_traits(),
    *_others(),
    *_story(),
    *_setting(),
)
SYNONYMS: Final[dict[str, str]] = {
    **{f"session.suffer-{kind}": "damage hurt harm wound lose health" for kind in DAMAGE},
    **{f"session.heal-{kind}": "cure remove damage health" for kind in DAMAGE},
    **{f"session.spend-{asset}": "use pay token" for asset in ASSETS},
    **{f"session.regain-{asset}": "regain get token" for asset in ASSETS},
    "session.advances": "level up improve experience xp shop advancement",
    "session.consequence": "injury wound damage",
    "session.kismet": "dice doom",
    "session.reward": "loot treasure",
    "session.gear": "items inventory heal charm font",
    "session.perks": "use offer ability",
    "session.drives": "goals",
}
"""Other words by which people look for what a key does, by the id of its binding: the palette finds it by them too."""
ORDER: Final = ("name", "settle", "roll", "start", "end-round", "spend", "fortune", "suffer", "end")
"""Which keys the footer names first."""
