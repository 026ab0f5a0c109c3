"""Everything that can be done in the session, in one table: keys, footer, help, menus and palette are made from it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Final

from textual.binding import Binding

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import COMMANDS
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, Span
from saga_tui.games.saga.screens.marks import ASSET_KEYS, DAMAGE_KEYS, FORTUNE, SPARK
from saga_tui.games.saga.screens.session.desk import Desk
from saga_tui.games.saga.screens.session.flows import clock, harm, kismet, others, rolls, setting, spark, tokens, traits
from saga_tui.ui.dialogs import Offer

Flow = Callable[[Desk], Coroutine[None, None, None]]
STAR, GLINT = FORTUNE.full, SPARK.full
SPEND = Binding.Group("spend one")
SUFFER = Binding.Group("suffer")


def always(_: Character) -> bool:
    """At any time."""
    return True


def in_span(span: Span) -> Callable[[Character], bool]:
    """While that is the innermost span that is open."""
    return lambda character: character.play is not None and state.span_of(character.play) == span


def asked(what: str) -> Callable[[Character], bool]:
    """While the rules ask for that."""

    def holds(character: Character) -> bool:
        play = state.play_of(character)
        return (what == "kismet" and play.kismet is not None) or any(ask.what == what for ask in play.asks)

    return holds


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do: a stable id, words for the footer and for help, the flow, the commands that it leads to.

    `key` presses it (none: palette and menus only), `menu` names the menu that lists it with `about` (what it costs),
    `when` says when it is possible, `shown` whether the footer names it.
    """

    id: str
    words: str
    help: str
    flow: Flow
    verbs: tuple[str, ...] = ()
    key: str = ""
    menu: str = ""
    about: str = ""
    when: Callable[[Character], bool] = always
    shown: bool = False
    group: Binding.Group | None = None

    @property
    def binding(self) -> Binding:
        """The key's binding."""
        return Binding(
            self.key,
            f"act('{self.id}')",
            self.words,
            show=self.shown,
            id=f"session.{self.id}",
            tooltip=self.help,
            group=self.group,
        )


async def menu(desk: Desk, name: str, title: str, question: str = "") -> None:
    """Lists the actions of a menu; a digit or letter does one."""
    listed = [action for action in ACTIONS if action.menu == name and action.when(desk.character)]
    chosen = await desk.choose(title, [Offer(item.id, item.help, item.about) for item in listed], question)
    if chosen is not None:
        await BY_ID[chosen].flow(desk)


def _clock() -> list[Action]:
    saga, chapter, scene, conflict = (in_span(span) for span in state.SPANS)
    return [
        Action("start-play", "begin play", "Begin to play", clock.start_play, ("start-play",), "n",
               when=lambda character: character.play is None, shown=True),
        Action("start-chapter", "start chapter", "Start a chapter", clock.start_chapter, ("start-chapter",), "n",
               when=saga, shown=True),
        Action("start-scene", "start scene", "Start a scene", clock.start_scene, ("start-scene",), "n",
               when=chapter, shown=True),
        Action("start-conflict", "start conflict", "Start a conflict", clock.start_conflict, ("start-conflict",), "n",
               when=scene, shown=True),
        Action("end-round", "end round", "End the round (N in its preview: the conflict)", clock.end_round,
               ("end-round",), "n", when=conflict, shown=True),
        Action("end-scene", "end scene", "End the scene (N again: the chapter)", clock.end_scene, ("end-scene",), "N",
               when=lambda character: scene(character) or conflict(character), shown=True),
        Action("end-chapter", "end chapter", "End the chapter", clock.end_chapter, ("end-chapter",), "N",
               when=chapter, shown=True),
        Action("no-end", "nothing to end", "Nothing is open that could end", _nothing_open, (), "N",
               when=lambda character: character.play is None or saga(character)),
        Action("end-conflict", "end conflict", "End the conflict", clock.end_conflict, ("end-conflict",),
               menu="conflict", about="all spent tokens come back, REG-3", when=conflict),
        Action("escalate", "escalate", "Escalate the conflict", clock.escalate, ("escalate",),
               menu="conflict", about="the next stakes, all spent tokens come back, CNF-10", when=conflict),
        Action("give-in", "give in", "Give in", clock.give_in, ("give-in",),
               menu="conflict", about="no further damage or consequences, CNF-11", when=conflict),
        Action("gm-first", "GM first", "The GM acts first", clock.gm_first, ("gm-first",),
               menu="conflict", about=f"+1 {STAR} for each player, CNF-5", when=conflict),
        Action("conflict", "conflict…", "What happens in a conflict: escalate, give in, the GM first; the clock itself",
               partial(menu, name="conflict", title="Conflict and clock"), key="exclamation_mark", shown=True),
        Action("start-conflict-menu", "start conflict", "Start a conflict", clock.start_conflict, (),
               menu="conflict", about="all spent tokens come back, CNF-1", when=scene),
        Action("set-clock", "set the clock", "Set the clock to any place", clock.set_clock, ("set-clock",),
               menu="conflict", about="joining late: nothing resets, TIME-1"),
    ]  # fmt: skip


async def _nothing_open(desk: Desk) -> None:
    desk.notify("No chapter is open: n starts one.")


def _tokens() -> list[Action]:
    spent = [asset for asset in ASSETS if asset != "fortune"]
    return [
        *(Action(f"spend-{asset}", f"spend {asset}", f"Spend one {asset}", partial(tokens.spend, asset=asset),
                 ("spend",), ASSET_KEYS[asset], shown=True, group=SPEND) for asset in spent),
        Action("fortune", "fortune…", "The uses of fortune, by name", partial(menu, name="fortune",
               title=f"Fortune {STAR}"), key="o", shown=True),
        *(Action(f"regain-{asset}", f"regain {asset}", f"{'Gain' if asset == 'fortune' else 'Regain'} one {asset}",
                 partial(tokens.regain, asset=asset), ("gain-fortune" if asset == "fortune" else "regain",),
                 ASSET_KEYS[asset].upper()) for asset in ASSETS),
        Action("fortune-activates", "activate", "Activate an action", tokens.activate, ("spend",),
               menu="fortune", about=f"1 {STAR}, AST-2"),
        Action("fortune-two", "re-roll two dice", "Re-roll two dice before comparing", tokens.reroll_two, ("spend",),
               menu="fortune", about=f"1 {STAR}, the new dice stand, AST-6"),
        Action("fortune-one", "re-roll one die", "Re-roll one die after comparing", tokens.reroll_one, ("spend",),
               menu="fortune", about=f"1 {STAR}, the better result is kept, AST-7"),
        Action("invoke", "invoke a trait", "Invoke a trait for the scene", traits.invoke, ("invoke",),
               menu="fortune", about=f"1 {STAR}, +1 to +3 on fitting rolls, AST-8"),
        Action("invert", "invert a trait", "Invert a scene's or another player's trait", traits.invert, ("invert",),
               menu="fortune", about=f"1 {STAR}, for the scene, AST-9"),
        Action("clear-temporary", "clear temporary", "Clear temporary consequences", tokens.clear_temporary,
               ("clear-temporary",), menu="fortune", about=f"1 {STAR}, as many points as {STAR} in hand, AST-10"),
        Action("luck", "stroke of luck", "A stroke of luck", tokens.luck, ("luck",),
               menu="fortune", about=f"any {STAR}, as the GM agrees, AST-11"),
        Action("own-words", "own words", "Name a consequence yourself", harm.own_words, ("consequence",),
               menu="fortune", about=f"1 {STAR}, CSQ-3"),
        Action("other-kind", "other damage", "Choose the kind of damage", harm.other_kind, ("suffer",),
               menu="fortune", about=f"1 {STAR}, DMG-3 (Tab in p d e does it too)"),
        Action("side-effect", "side effect", "Describe the side effect of a qualified success", tokens.side_effect,
               ("side-effect",), menu="fortune", about=f"1 {STAR}, ROL-5"),
        Action("spend-many", "spend tokens", "Spend several tokens, or for no action", tokens.spend_many, ("spend",),
               menu="fortune", about="REG-2 asks whether it was for an action"),
        Action("gain-many", "gain fortune", "Gain several fortune tokens", tokens.gain_many, ("gain-fortune",),
               menu="fortune", about="AST-13; O gains one"),
        Action("drives", "drives…", "Drives: a digit gives a token; lose, change, fulfil", tokens.drives,
               ("gain-drive",), "v", shown=True),
        Action("drive-instead", "doom instead", "Clear a doom step instead of a drive token", tokens.instead,
               ("gain-drive",)),
        Action("lose-drive", "lose a drive token", "Lose a drive token", tokens.lose, ("lose-drive",)),
        Action("spend-drive", "spend drive tokens", "Spend drive tokens", tokens.spend_drive, ("spend-drive",)),
        Action("change-drive", "change a drive", "Change a drive", tokens.change, ("change-drive",)),
        Action("fulfil-drive", "fulfil a drive", "Fulfil a drive", tokens.fulfil, ("fulfil-drive",)),
        Action("gear", "gear…", "Gear: dice of a lucky charm, healing with a font", tokens.gear,
               ("use-charm", "use-font"), "x"),
    ]  # fmt: skip


def _harm() -> list[Action]:
    return [
        Action("name", "name it", "Name the consequence that is asked for", harm.name_consequence, ("consequence",),
               "c", when=asked("consequence"), shown=True),
        Action("settle", "kismet roll", "The kismet roll that is asked for", kismet.roll,
               ("roll-kismet", "settle-kismet"), "m", when=asked("kismet"), shown=True),
        *(Action(f"suffer-{kind}", f"suffer {kind}", f"Take {kind}; Tab for another way to take it",
                 partial(harm.suffer, kind=kind), ("suffer", "choose-kismet" if kind == "kismet" else "take-for-token"),
                 DAMAGE_KEYS[kind], shown=True, group=SUFFER) for kind in DAMAGE),
        *(Action(f"heal-{kind}", f"heal {kind}", f"Heal {kind}", partial(harm.heal, kind=kind), ("heal",),
                 DAMAGE_KEYS[kind].upper()) for kind in DAMAGE),
        Action("consequence", "a consequence", "Suffer a consequence", harm.name_consequence, ("consequence",), "c",
               when=lambda character: not asked("consequence")(character)),
        Action("kismet", "kismet roll", "A kismet roll", kismet.roll, ("roll-kismet",), "m",
               when=lambda character: not asked("kismet")(character)),
        Action("reroll-kismet", "re-roll a kismet die", "Fortune re-rolls a kismet die", kismet.reroll,
               ("reroll-kismet",)),
        Action("no-consequence", "no consequence", "No consequence after all", harm.no_consequence,
               ("no-consequence",)),
        Action("ease", "ease a consequence", "Ease a consequence by a point", harm.ease, ("ease",)),
        Action("doom", "doom…", "Mark or clear a doom step", harm.doom, ("doom",)),
        Action("perks", "perks…", "Perks that act once a scene: Brave, Confident, Tough", harm.perks, ("use-perk",),
               "y"),
    ]  # fmt: skip


def _rolls_and_traits() -> list[Action]:
    return [
        Action("roll", "roll", "Roll a skill (Enter alone: as before)", rolls.roll, ("roll",), "r", shown=True),
        Action("traits", "traits…", "Traits: invoke, invert, the scene's, temporary ones",
               partial(menu, name="traits", title="Traits"), key="t", shown=True),
        Action("invoke-trait", "invoke", "Invoke a trait for the scene", traits.invoke, ("invoke",),
               menu="traits", about=f"1 {STAR}, AST-8"),
        Action("invert-trait", "invert", "Invert a scene's or another player's trait", traits.invert, ("invert",),
               menu="traits", about=f"1 {STAR}, AST-9"),
        Action("scene-trait", "scene trait", "The scene has a trait", traits.scene_trait, ("scene-trait",),
               menu="traits", about="TRT-4"),
        Action("temporary", "temporary trait", "A push makes a temporary trait", traits.temporary,
               ("temporary-trait",), menu="traits", about="this round and the next, PSH-2"),
        Action("end-trait", "end a trait", "A trait no longer counts", traits.end_trait, ("end-trait",),
               menu="traits", about="TRT-3"),
    ]  # fmt: skip


def _others() -> list[Action]:
    return [
        Action("others", "others…", "What others do to and for the character", partial(menu, name="others",
               title="What others do"), key="i", shown=True),
        Action("inverted", "trait inverted", "One of the traits is inverted", others.inverted, ("inverted",),
               menu="others", about=f"+1 {STAR}, counts against until the scene ends, TRT-3"),
        Action("scene-invoked", "scene trait invoked", "The GM invokes a scene trait", others.scene_invoked,
               ("scene-invoked",), menu="others", about=f"+1 {STAR}, TRT-4"),
        Action("bribe", "bribe", "The GM bribes: act as a trait implies", others.bribe, ("bribe",),
               menu="others", about=f"+{STAR}, nothing is inverted, TRT-5"),
        Action("drive-bribe", "drive token", "A drive token from somebody", others.drive_bribe, ("gain-drive",),
               menu="others", about="DRV-8"),
        Action("gain-spark", "Spark received", "Spark received from somebody", others.spark, ("gain-spark",),
               menu="others", about="SPK-1, SPK-3"),
        Action("lent", "another's trait", "Another player's trait helps", others.lent, ("lent-trait",),
               menu="others", about="counts until the scene ends, AST-8"),
        Action("blocked", "another's block", "Another player blocks damage", others.blocked, ("blocked",),
               menu="others", about="cancels damage just taken, CNF-7"),
        Action("granted", "tokens back", "The GM lets spent tokens come back", others.granted, ("regain",),
               menu="others", about="REG-4"),
        Action("others-gm-first", "GM first", "The GM acts first", clock.gm_first, ("gm-first",),
               menu="others", about=f"+1 {STAR}, CNF-5", when=in_span("conflict")),
        Action("others-fortune", "fortune", "Fortune for another reason", tokens.gain_many, ("gain-fortune",),
               menu="others", about="AST-13"),
    ]  # fmt: skip


def _story() -> list[Action]:
    return [
        Action("reward", "reward", "A reward of a conflict", traits.reward, ("reward",), "w"),
        Action("spark", "Spark…", "Spark: offer it for a fact, receive it", partial(menu, name="spark",
               title=f"Spark {GLINT}"), key="s", shown=True),
        Action("offer", "offer", "Offer 1 Spark for a fact", spark.offer, ("offer",),
               menu="spark", about=f"1 {GLINT}, narrative control, SPK-3"),
        Action("receive", "receive", "Spark received from somebody", others.spark, ("gain-spark",),
               menu="spark", about="SPK-1, SPK-3"),
        Action("note", "note", "A note for the log", traits.note, ("note",), "full_stop"),
        Action("rulings", "rulings…", "Rulings: overrule a finding, take a ruling back", spark.rulings,
               ("overrule", "unrule"), "R"),
        Action("rule", "rule", "Set the number or text at the focus, or any by its name, by a ruling", spark.rule,
               ("rule", "amend"), "equals_sign"),
        Action("return", "return to the rule", "Take the ruling on what is at the focus back", spark.return_to_rule,
               ("unrule",), "delete,backspace"),
    ]  # fmt: skip


def _setting() -> list[Action]:
    """What is seldom done: in the palette, without keys."""
    return [
        Action("setting", "setting", "Look at the setting", setting.look),
        Action("change-setting", "another setting", "Change the setting", setting.change, ("change-setting",)),
        Action("set-switch", "a switch", "Set a switch of the rules", setting.switch, ("set-switch",)),
        Action("make-perk", "own perk", "Make a perk of your own", setting.own_perk, ("make-perk",)),
        Action("drop-perk", "drop own perk", "Take a perk of your own off the list", setting.drop_perk,
               ("drop-perk",), when=lambda character: bool(character.perks)),
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
BY_ID: Final[dict[str, Action]] = {action.id: action for action in ACTIONS}
ORDER: Final = ("name", "settle", "roll", "start", "end", "spend", "fortune", "suffer")
"""Which keys the footer names first."""
PLAY_MODULES: Final = ("time", "tokens", "harm", "kismet", "traits", "spark", "rolls", "rulings", "setting")


def bindings() -> list[Binding]:
    """The bindings of every action that has a key, in the footer's order."""
    keyed = [action for action in ACTIONS if action.key]
    return [action.binding for action in sorted(keyed, key=_place)]


def _place(action: Action) -> int:
    return next((place for place, start in enumerate(ORDER) if action.id.startswith(start)), len(ORDER))


def play_verbs() -> list[str]:
    """Every command that belongs to play or growth."""
    return [verb for verb, made in COMMANDS.items() if made.__module__.rsplit(".", 1)[-1] in PLAY_MODULES]
