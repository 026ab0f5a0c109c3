"""All that is done at the GM's table, as data. The letters a to g are elements and the digits characters: every other
letter is free for what is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from saga_tui.games.saga.gm.clock import CLOCK
from saga_tui.games.saga.gm.screens import acts, adding, challenges, edges, giving, prepare
from saga_tui.games.saga.gm.screens.edges import asking, edge
from saga_tui.games.saga.gm.state import Table
from saga_tui.ui.specs import Action
from saga_tui.ui.tracker import SHARED

STAR: Final = "★"


def in_span(*spans: str) -> Callable[[Any], bool]:
    """Whether one of these is the innermost span that is open at the table."""
    return lambda table: CLOCK.span_of(table.play) in spans


def zero(table: Table) -> bool:
    """Whether the GM has to say what it means that an element has no dice left (CNF-3)."""
    return any(ask.what == "zero" for ask in table.play.asks)


def asked_else(table: Table) -> bool:
    """Whether the GM has to say what a tie or a dramatic failure means (ROL-3, ROL-8)."""
    return any(ask.what != "zero" for ask in table.play.asks)


def _clock() -> list[Action]:
    table, chapter, scene, conflict = (in_span(span) for span in CLOCK.spans)
    return [
        Action("next-chapter", "Start chapter", "Start a chapter", edge(edges.start_chapter), ("start-chapter",), "n",
               when=table, shown=True),
        Action("next-scene", "Start scene", "Start a scene", edge(edges.start_scene), ("start-scene",), "n",
               when=chapter, shown=True),
        Action("next-conflict", "Start conflict", "Start a conflict", edges.start_conflict, ("start-conflict",), "n",
               when=scene, shown=True),
        Action("next-phase", "Next phase", "Next phase; after the last one the round ends", edges.next_phase,
               ("phase", "end-round"), "n", when=conflict, shown=True),
        Action("end-round", "End round", "End the round now", edge(edges.end_round), ("end-round",), "z",
               when=conflict),
        Action("end-conflict", "End conflict", "End the conflict (N then ends the scene)", edge(edges.end_conflict),
               ("end-conflict",), "N", when=conflict, shown=True),
        Action("end-scene", "End scene", "End the scene (N then ends the chapter)", edge(edges.end_scene),
               ("end-scene",), "N", when=scene, shown=True),
        Action("end-chapter", "End chapter", "End the chapter", edge(edges.end_chapter), ("end-chapter",), "N",
               when=chapter, shown=True),
        Action("join", "Join", "Bring late characters to the table's clock", giving.join, ("join",), "J",
               when=lambda table: bool(table.seats and table.play.chapter)),
        Action("set-clock", "Set the clock", "Set the table's clock to where most characters are",
               edges.stand, ("set-clock",), when=lambda table: bool(table.seats)),
        Action("gm-first", "GM first", f"The GM acts first: +1 {STAR} for each player", edge(edges.gm_first),
               ("gm-first",), "exclamation_mark", when=conflict, shown=True),
        Action("escalate", "Escalate", "Escalate the conflict", edge(edges.escalate), ("escalate",), "E",
               when=conflict),
    ]  # fmt: skip


def _things() -> list[Action]:
    return [
        Action("add", "Add", "Add an element, scene trait, condition, ally dice or clock", adding.add,
               ("element", "scene-trait", "condition", "allies", "clock"), "plus", shown=True),
        Action("add-trait", "Scene trait", "Add a scene trait", adding.adding("scene-trait"), ("scene-trait",)),
        Action("assign", "Assign", "Use an element against characters", adding.assign, ("assign",), "v",
               when=lambda table: bool(table.play.elements)),
        Action("out", "Out?", "Say what an empty pool means", adding.out, ("out",), "Z", when=zero, shown=True),
        Action("out-any", "Out", "An element is out, or stays in", adding.out, ("out",), "Z",
               when=lambda table: not zero(table) and bool(table.play.elements)),
        Action("remove-element", "Remove an element", "Remove an element", asking("remove-element"),
               ("remove-element",)),
        Action("damage-element", "Damage an element", "Take dice from an element",
               asking("damage-element", "pool", "amount"), ("damage-element",), "minus"),
        Action("element-trait", "Element's trait", "Give an element a trait", asking("element-trait"),
               ("element-trait",)),
        Action("grow-element", "Element's dice", "Change the full dice of an element", asking("grow-element"),
               ("grow-element",)),
        Action("keep", "Keep", "Keep an element for another day", prepare.keep, ("keep-element",), "k",
               when=lambda table: bool(table.play.elements)),
        Action("bring", "Prepared", "Bring an element or a situation that is ready", prepare.bring,
               ("bring", "open-situation"), "p", shown=True),
        Action("forecast", "Forecast", "Forecast the conflict as it is now", prepare.forecast, (), "F",
               when=lambda table: bool(table.play.elements or table.play.conditions)),
        Action("forget-element", "Forget", "Remove a kept element", asking("forget-element"), ("forget-element",)),
        Action("keep-situation", "Keep situation", "Keep all that stands here as a situation",
               asking("keep-situation", "notes"), ("keep-situation",),
               when=lambda table: bool(table.play.elements or table.play.scene_traits)),
        Action("forget-situation", "Forget situation", "Remove a kept situation", asking("forget-situation"),
               ("forget-situation",), when=lambda table: bool(table.situations)),
        Action("tick", "Tick a clock", "Tick a clock", adding.tick, ("tick",), "t",
               when=lambda table: bool(table.play.clocks)),
        Action("take-allies", "Take ally dice", "Take ally dice for a roll", asking("take-allies", "dice"),
               ("take-allies",), when=lambda table: bool(table.play.allies)),
        Action("damage-allies", "Damage ally dice", "Damage ally dice", asking("damage-allies", "dice"),
               ("damage-allies",), when=lambda table: bool(table.play.allies)),
        Action("count", "Count a condition", "Count up a condition", asking("count", "by"), ("count",),
               when=lambda table: bool(table.play.conditions)),
        Action("end-condition", "End a condition", "End a condition", asking("end-condition"), ("end-condition",),
               when=lambda table: bool(table.play.conditions)),
        Action("end-scene-trait", "End a scene trait", "End a scene trait", asking("end-scene-trait"),
               ("end-scene-trait",), when=lambda table: bool(table.play.scene_traits)),
    ]  # fmt: skip


def _conflict() -> list[Action]:
    fighting, there = in_span("conflict"), lambda table: bool(table.play.elements)
    return [
        Action("deal", "Deal", "Deal the damage on its way", acts.deal, ("deal",), "x",
               when=lambda table: bool(table.play.strikes), shown=True),
        Action("act", "Element acts", "An element attacks or blocks", acts.act, ("act", "element-block"), "A",
               when=there),
        Action("attack", "Roll", "A character attacks an element", acts.attack, ("attack",), "r", when=there,
               shown=True),
        Action("block", "Block", "A character blocks damage on its way", acts.block, ("block",), "s",
               when=lambda table: bool(table.play.strikes), shown=True),
        Action("settle", "Count a roll", "Count what a roll has brought: a re-roll, pushes left", asking("settle"),
               ("settle",), when=lambda table: bool(table.play.made)),
        Action("call-off", "Call off", "Call off damage on its way", asking("call-off"), ("call-off",),
               when=lambda table: bool(table.play.strikes)),
        Action("challenge", "Challenge", "Challenge one or several with dice", challenges.challenge, ("challenge",),
               "y"),
        Action("condition", "Condition", "What a condition does this round", challenges.condition,
               ("resist", "met", "count", "end-condition"), "m", when=lambda table: bool(table.play.conditions)),
        Action("acted", "Acted", "A character has acted, or not", acts.acted, ("acted",), "space", when=fighting),
        Action("order", "Order", "Roll for the order of players against players", acts.order, ("order",),
               when=fighting),
        Action("side", "Sides", "Sides of players against players", acts.sides, ("side", "divide-allies")),
        Action("gm-says", "Say what it means", "Say what a tie or a dramatic failure means", asking("gm-says", "words"),
               ("gm-says",), "G", when=asked_else, shown=True),
    ]  # fmt: skip


def _giving() -> list[Action]:
    def give(verb: str, words: str, about: str, do: Any, rule: str) -> Action:
        return Action(f"give-{verb}", words, words, do, (verb,), menu="give", about=about, rule=rule)

    return [
        Action("invoke", "Invoke", f"Invoke a trait of the scene: +1 {STAR} for each player", giving.invoke,
               ("scene-invoke",), "i", shown=True,
               when=lambda table: bool(table.play.scene_traits or any(one.traits for one in table.play.elements))),
        Action("give", "Give…", "Give fortune, drive tokens, Spark, rewards; traits of players; damage", opens="give",
               title="Give, and traits of players", key="o", shown=True),
        give("bribe", "Bribe", f"{STAR} for acting as a trait implies; nothing is inverted", giving.bribe, "TRT-5"),
        give("invert", "Invert a trait", f"+1 {STAR} for its player; it counts against them", giving.invert, "TRT-3"),
        give("offer-drive", "Drive token", "For acting as a drive pulls", giving.drive, "DRV-8"),
        give("grant-recovery", "Recovery", "Recover spent tokens; not in a conflict", giving.recovery, "REG-4"),
        give("fortune", "Fortune", "For another reason", giving.fortune, "AST-13"),
        give("spark", "Spark", "From the GM", giving.spark, "SPK-3"),
        give("offer-spark", "A player offers Spark", "1 ✦ for a fact; you answer", giving.offer_spark, "SPK-3"),
        give("gm-offer", "The GM offers a fact", "Freely; it is noted", giving.gm_offer, "SPK-3"),
        give("lend-trait", "Trait for another player", f"Another player pays 1 {STAR} for it", giving.lend, "AST-8"),
        give("luck", "Stroke of luck", f"As many {STAR} as you agree on", giving.luck, "AST-11"),
        give("reward", "Reward", "For the scene, the chapter or for good", giving.reward, "CNF-12"),
        give("harm", "Damage without a roll", "A fall, a fire", giving.harm, "DMG-6"),
    ]  # fmt: skip


def _people() -> list[Action]:
    return [
        Action("seat", "Seat", "Seat a character from this folder", adding.seat, ("seat",), "Q"),
        Action("away", "Away", "Say who is away from the scene", adding.away, ("away",), "w",
               when=lambda table: bool(table.seats)),
        Action("unseat", "Leave the table", "Remove a character from the table", asking("unseat"), ("unseat",),
               when=lambda table: bool(table.seats)),
        Action("name-table", "Rename", "Give the table another name", asking("name-table"), ("name-table",)),
        Action("write-notes", "GM's notes", "Write the GM's notes", asking("write-notes"), ("write-notes",)),
    ]  # fmt: skip


ACTIONS: Final[tuple[Action, ...]] = (*_clock(), *_conflict(), *_giving(), *_things(), *_people(), *SHARED)
ORDER: Final = ("deal", "block", "out", "gm-says", "next", "gm-first", "attack", "invoke", "add", "give", "bring")
"""Which keys the footer names first."""
