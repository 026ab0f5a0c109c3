"""What can be done now, and what a conflict changes of the whole screen: rows and a band as data."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from saga_tui.games.saga.rules import derive, forecast, odds, open_roll, rolls, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.harm import level_now
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.games.saga.rules.words import POOLS, SKILLS, WOUNDS, Skill
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import ready, view
from saga_tui.games.saga.screens.session.after.strip import open_offers
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.specs import Line
from saga_tui.words import listed, percent, plural

STEPS: Final = {
    "saga": (("n", "start-chapter", "Start chapter {chapter}", ""),),
    "chapter": (("n", "start-scene", "Start a scene", ""), ("N", "end-chapter", "End the chapter", "tokens buy Spark")),
    "scene": (
        ("n", "start-conflict", "Start a conflict", "recover all tokens"),
        ("N", "end-scene", "End the scene", "damage heals"),
    ),
    "conflict": (
        ("n", "end-round", "End the round", "{round}"),
        ("exclamation_mark", "conflict", "Escalate, give in, GM first", ""),
    ),
}
"""By the innermost span that is open: keys, actions, words and what follows (TIME-1, REG-3, DMG-5, SPK-2)."""
MEANS: Final = {
    "start-chapter": "Fortune resets to its starting value, one drive gains a token, fonts of healing refill.",
    "end-chapter": "Clears lasting consequences, all kismet and one doom step. Then you can buy advances.",
    "start-conflict": "You choose the stakes: they decide how long consequences last.",
    "end-scene": "Recover force, grace, acuity; clear pain, doubt, fear, 1 kismet, temporary consequences.",
    "end-round": "Temporary traits count down.",
    "conflict": "Escalating recovers all spent tokens. If you give in, you take no more damage.",
}
"""What more is to be said of a step where there are lines in plenty (REG-3, DMG-5, DOM-4, CNF-10, CNF-11)."""
SIGNS: Final = {"exclamation_mark": "!"}


def next_steps(character: Character) -> Iterator[Line]:
    """What the rules ask first, then the roll, then the ways on; each with its key."""
    if character.play is None:
        yield _step("n", "start-play", "Start play")
        return
    play, asked = character.play, view.open_question(character)
    if asked:
        kismet = play.kismet is not None or play.asks[0].what == "kismet"
        words = "Resolve the kismet roll" if play.kismet is not None else view.ask_words(character, play.asks[0])
        words = words if kismet else f"Name {words}"
        behind = ("kismet-dice",) if kismet else ("ask:1",)
        yield _step("m" if kismet else "c", "settle" if kismet else "name", words, style="bold $warn", also=behind)
    if state.doomed(character):
        yield Line("Look at the sheet", key="S", choose=_sheet)
        return
    yield _roll(character)
    if offers := open_offers(character):
        yield _step("y", "perks", "Use a perk or fortune", f"{len(offers)} available")
    span = state.span_of(play)
    if span == "saga" and play.chapter:
        yield Line("Buy advances", key="b", note=f"{play.spark} Spark", choose=_advances, also=("spark",))
    filled = {"round": view.round_end(character), "chapter": play.chapter + 1}
    for key, action, words, note in STEPS[span]:
        yield _step(key, action, words.format(**filled), note.format(**filled))


def _step(key: str, action: str, words: str, note: str = "", **more: Any) -> Line:
    more.setdefault("extra", MEANS.get(action, ""))
    return Line(words, key=SIGNS.get(key, key), note=note, choose=action, id=f"next-{action}", **more)


async def _sheet(desk: Any) -> None:
    desk.action_sheet()


async def _advances(desk: Any) -> None:
    desk.action_advances()


def _roll(character: Character) -> Line:
    """The roll in progress, the last one again, or any."""
    roll = state.play_of(character).roll
    if open_roll.uncompared(character) is not None:
        return _step("r", "roll", "Continue the roll", style="bold $warn")
    if roll is None or roll.skill not in SKILLS:
        return _step("r", "roll", "Roll a skill", "or Enter on a skill")
    name = view.one_line(derive.skill_name(character, roll.skill), 30)
    return _step("r", "roll", f"{name} again", ready.chance(character))


# ---- what a skill can do


@lru_cache(maxsize=512)
def _success(dice: int, against: int, given: int | None) -> Fraction | None:
    """The chance of at least one net mark (ROL-2)."""
    if max(dice, against, given or 0) > odds.MOST_DICE:
        return None
    opposing = odds.marks(against) if given is None else odds.marks(0, given)
    return Fraction(*odds.ahead(odds.marks(dice), opposing, 1))


def success(dice: int, against: int) -> Fraction | None:
    """The chance of so many dice against so many; none where they are too many to tell."""
    return _success(dice, against, None)


def skill_note(character: Character, skill: Skill) -> str:
    """The plain pool of a skill with its chance against what was rolled against last: `4 dice, 44%` (ROL-2, ROL-8)."""
    pool = rolls.pool(character, Plan(skill=skill))
    dice = "chance" if pool.chance else plural(pool.dice, "die")
    chance = chance_as_last(character, skill)
    return dice if chance is None else f"{dice}, {percent(chance)}"


def chance_as_last(character: Character, skill: Skill) -> Fraction | None:
    """The chance of a skill's plain pool against what was rolled against last; none where nothing was."""
    last = _opposition(character)
    return None if last is None else _success(rolls.pool(character, Plan(skill=skill)).dice, *last)


def _opposition(character: Character) -> tuple[int, int | None] | None:
    """Dice against the last roll, and marks where they were given; where its net marks alone are known the dice that
    its skill is usually rolled against. Nothing where nothing stood against it."""
    play = state.play_of(character)
    roll = play.roll
    if roll is None or roll.kind == "block":
        return None
    if not roll.net_only:
        return roll.against, roll.given
    usual = play.habits.get(roll.skill, {}).get("opposing", 0)
    return (usual, None) if isinstance(usual, int) and usual > 0 else None


def against_last(character: Character) -> str:
    """What the chances of the skills are worked out against."""
    last = _opposition(character)
    if last is None:
        return ""
    if last == (0, None):
        return "unopposed"
    return f"against {plural(last[0], 'die') if last[1] is None else plural(last[1], 'mark')}"


# ---- a conflict


def mood(character: Character) -> str:
    """`conflict` while one lasts."""
    return "conflict" if character.play is not None and state.span_of(character.play) == "conflict" else ""


def band(character: Character) -> Band | None:
    """The conflict with its round and stakes; below what must be answered, or else what is spent and what may be done
    (CNF, REG-1, KIS-2)."""
    if mood(character) != "conflict":
        return None
    play = state.play_of(character)
    level = play.stakes or "open"
    title = f"{view.one_line(level, 20)} conflict".upper()
    first = f"round {play.round} · consequences are {level_now(character)}"
    if level == "deadly":
        first += ", each with a kismet roll"
    lines = [BandLine(first, _comes_back(character))]
    lines += [*questions(character), *_ways(character)]
    return Band(str(play.round), title, tuple(lines[:3]), "-bad" if play.stakes == "deadly" else "")


def _comes_back(character: Character) -> str:
    """What was spent this round, and what its end brings back (REG-1, REG-2)."""
    spent, back = state.play_of(character).spent_this_round, view.round_end(character)
    return f"{plural(spent, 'token')} spent · n: {back}" if spent and back else f"n: {back}" if back else ""


def questions(character: Character) -> Iterator[BandLine]:
    """What must be answered, each with its key."""
    play = state.play_of(character)
    look = forecast.kismet(character)
    if play.kismet is not None:
        yield BandLine("Kismet roll waiting", "", "m")
    for ask in play.asks:
        if ask.what == "kismet" and play.kismet is None:
            chances = f", {percent(look.hitch)} hitch, {percent(look.doom)} doom" if look else ""
            yield BandLine(f"{view.ask_words(character, ask)}{chances}", "", "m")
        elif ask.what == "consequence":
            yield BandLine(f"Name {view.ask_words(character, ask)}", "", "c")


def short_questions(character: Character) -> Iterator[str]:
    """The same in few words, each thing once: `c Name 1 lasting consequence`, `m Kismet roll: 80% hitch, 41% doom`."""
    play, look = state.play_of(character), forecast.kismet(character)
    if play.kismet is not None:
        yield "m Resolve the kismet roll"
    told: set[str] = set()
    for ask in play.asks:
        if ask.what == "consequence" and "c" not in told:
            level = f"{view.one_line(ask.level, 20)} " if ask.level else ""
            yield f"c Name {plural(ask.count, f'{level}consequence')}"
            told.add("c")
        elif ask.what == "kismet" and play.kismet is None and "m" not in told:
            doom = f", {percent(look.doom)} doom" if look and look.doom else ""
            yield f"m Kismet roll: {percent(look.hitch)} hitch{doom}" if look else "m Kismet roll"
            told.add("m")


def _ways(character: Character) -> Iterator[BandLine]:
    """What is still possible: what is in hand, and what came of it."""
    held = [f"{marks.ASSETS[asset].full} {state.in_hand(character, asset)}" for asset in (*POOLS, "fortune")]
    if state.doomed(character):
        yield BandLine("You have met your doom: the conflict goes on without you.", "   ".join(held))
        yield BandLine("S: the sheet · N: end the scene · u: undo")
        return
    if state.play_of(character).given_in:
        yield BandLine("You gave in: no more damage or consequences in this conflict.", "   ".join(held))
        yield BandLine("n: end the round · !: end the conflict, escalate, GM first")
        return
    yield BandLine("attack · block, 1 token · invoke a trait, 1 ★ · take kismet, +1 ★", "   ".join(held))
    full = [kind for kind in WOUNDS if not forecast.next_hit(character, kind).room]
    kinds = "damage" if len(full) == len(WOUNDS) else listed(full, "or")
    next_one = f"next {kinds}: a {level_now(character)} consequence · " if full else ""
    yield BandLine(f"{next_one}n: end the round · !: escalate, give in, GM first")
