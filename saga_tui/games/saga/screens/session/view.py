"""Where play stands, in words and lines for the session. Pure: a character in, texts out, no number made up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from saga_tui.engine.document import Ask
from saga_tui.games.saga.rules import derive, named, state
from saga_tui.games.saga.rules.character import Character, Consequence, Gear
from saga_tui.games.saga.rules.words import LEVELS, POOLS, SKILLS, Asset, DamageKind
from saga_tui.safe import safe
from saga_tui.words import inflect, listed, percent, plural

if TYPE_CHECKING:
    from saga_tui.games.saga.rules.forecast import KismetLook
    from saga_tui.ui.dice import Look

STYLES: Final = {"success": "bold $good", "qualified": "bold $warn", "failure": "bold $bad", "neutral": "bold"}
"""How the outcome of a roll is drawn."""
OUTCOMES: Final = {"success": "Success", "qualified": "Qualified", "failure": "Failure", "neutral": "Tie"}
"""Its word on a ground of its own (ROL-2, ROL-3)."""


def one_line(text: str, limit: int = 300) -> str:
    """A text from the file on one line, safe to show."""
    return safe(" ".join(text.split()), limit=limit)


@dataclass(frozen=True, slots=True)
class ClockWords:
    """The clock for the header: what lies outside, and the innermost span, which matters now (TIME-1)."""

    outer: str
    inner: str
    level: str
    """`calm`, `conflict`, `deadly` or `doom`: how bright the inner part is."""


def clock_words(character: Character, short: bool = False) -> ClockWords:
    """The clock in words: `chapter 3 › scene 2 ›` and `serious conflict › round 2`."""
    if character.play is None:
        return ClockWords("", "not in play yet", "calm")
    play, places = character.play, state.clock(character)
    if state.doomed(character):
        return ClockWords("", "met their doom", "doom")
    if not places:
        return ClockWords("", f"after chapter {play.chapter}" if play.chapter else "before chapter 1", "calm")
    names = {"chapter": "ch", "scene": "sc", "round": "r"} if short else {}
    said = {name: f"{names.get(name, name)} {number}" for name, number in places.items()}
    if "conflict" in places:
        stakes = one_line(play.stakes, 20)
        inner = f"{stakes} conflict".strip() if not short else stakes or "conflict"
        inner += f" › {said['round']}" + (", given in" if play.given_in else "")
        outer = f"{said['chapter']} › {said['scene']} › "
        return ClockWords(outer, inner, "deadly" if play.stakes == "deadly" else "conflict")
    *before, last = said.values()
    return ClockWords("".join(f"{part} › " for part in before), last, "calm")


def what_now(character: Character) -> str:
    """One line that says where one stands and what to do next."""
    if character.play is None:
        return "Not in play yet. Press n to start."
    play = character.play
    if state.doomed(character):
        return f"{one_line(character.title, 60)} has met their doom. Press S for the sheet, u to undo."
    if play.asks or play.kismet:
        return open_question(character)
    if state.uncompared(character) is not None:
        return "Roll in progress. Press r to continue."
    match state.span_of(play):
        case "saga" if play.chapter:
            have = plural(play.spark, "Spark")
            return f"{have} to spend. Press b for advances, n for chapter {play.chapter + 1}."
        case "saga":
            return "Ready for chapter 1. Press n to start it."
        case "chapter":
            return "Between scenes. Press n for the next scene, N to end the chapter."
        case "scene":
            return "Scene in progress. Press n for a conflict, N to end the scene."
        case _:
            return round_words(character)


def round_words(character: Character) -> str:
    """What the end of this round will bring back (REG-1, REG-2)."""
    play = state.play_of(character)
    if play.given_in:
        return "You gave in: no more damage, consequences or kismet rolls in this conflict."
    if not any(state.spent(character, asset) for asset in POOLS):
        return "All tokens in hand. Actions cost 1 or more. Press n to end the round."
    if play.spent_this_round:
        tokens = plural(play.spent_this_round, "token")
        return f"{tokens} spent this round. Recover 1 when it ends."
    return "No tokens spent: recover one whole pool when the round ends."


def open_question(character: Character) -> str:
    """The first thing that the rules still want to know, with the key that answers it; empty where there is none."""
    play = state.play_of(character)
    if play.kismet is not None:
        return "Kismet roll waiting. Press m to resolve it."
    for ask in play.asks:
        return ask_words(character, ask) + (
            ". Press m to roll." if ask.what == "kismet" else f". Press c to name {inflect(ask.count, 'it')}."
        )
    return ""


def ask_words(character: Character, ask: Ask) -> str:
    """An open question in words: `2 lasting consequences, from pain`."""
    if ask.what == "kismet":
        return f"Kismet roll: {plural(state.dice_due(character, ask), 'die')}"
    if ask.what == "consequence":
        source = f", from {one_line(ask.kind, 20)}" if ask.kind else ""
        level = f"{one_line(ask.level, 20)} " if ask.level else ""
        return plural(ask.count, f"{level}consequence") + source
    return one_line(f"{ask.what} {ask.kind}", 60)


def asset_note(character: Character, asset: Asset) -> str:
    """`4 of 5`, or `6, start 4` for fortune, which may exceed its start (AST-12)."""
    return tokens_note(asset, state.in_hand(character, asset), derive.rating(character, asset).total)


def tokens_note(asset: Asset, held: int, rating: int) -> str:
    """The same, of numbers at hand; fortune may exceed its start, which its detail tells (AST-12)."""
    return str(held) if asset == "fortune" else f"{held} of {rating}"


def token_detail(character: Character, asset: Asset) -> str:
    """What a token of an asset buys, or in a conflict how many are spent (AST-2, AST-6 … AST-9, TRT-2, REG-1)."""
    spent = 0 if asset == "fortune" else state.spent(character, asset)
    table, weights = derive.numbers(character).roll, derive.numbers(character).traits.dice
    bought = {
        "force": f"+{plural(table.force, 'die')} each",
        "grace": f"one trait each: {min(weights):+} to {max(weights):+}",
        "acuity": f"+{plural(table.acuity, 'die')} per specialty",
        "fortune": f"starts at {derive.rating(character, asset).total} · o: uses",
    }
    fought = spent and state.span_of(state.play_of(character)) == "conflict"
    return f"{spent} spent · {bought[asset]}" if fought else bought[asset]


def round_end(character: Character) -> str:
    """What the end of this round brings back (REG-1, REG-2)."""
    play = state.play_of(character)
    if play.given_in or not any(state.spent(character, asset) for asset in POOLS):
        return ""
    return "recover one token" if play.spent_this_round else "recover one whole pool"


def damage_detail(character: Character, kind: DamageKind) -> str:
    """What the next token of a kind would do: `1 more, then a consequence` (DMG-2)."""
    if kind == "kismet" or state.doomed(character):
        return ""
    from saga_tui.games.saga.rules import forecast

    look = forecast.next_hit(character, kind)
    if look.room:
        return f"{look.room} more, then a consequence"
    return look.words.partition(": ")[0] + ": another consequence" if look.held > look.threshold else look.words


def _kismet(character: Character) -> KismetLook | None:
    """The next kismet roll's chances. What works them out is loaded when they are wanted: the library shows none."""
    from saga_tui.games.saga.rules import forecast

    return forecast.kismet(character)


def damage_note(character: Character, kind: DamageKind, chances: bool = True) -> str:
    """`1 left`, `full`, or `2 over` (DMG-2); for kismet `3 dice, 70% ✕`, of its next roll, the
    chance of a hitch (KIS-2)."""
    if kind == "kismet":
        if not state.held(character, kind):
            return "none"
        look = _kismet(character) if chances else None
        chance = f", {percent(look.hitch)} ✕" if look is not None else ""
        return f"{plural(named.kismet_dice(character).total, 'die')}{chance}"
    free = named.room(character, kind).total
    return f"{-free} over" if free < 0 else f"{free} left" if free else "full"


def doom_note(character: Character, chances: bool = True) -> str:
    """`6 left`, in steps (DOM-1); `3 left, 11%` where a kismet roll could reach the end (DOM-3)."""
    left = named.doom_left(character).total
    look = _kismet(character) if chances else None
    chance = f", {percent(look.doom)}" if look is not None and look.doom else ""
    return f"{left} left{chance}" if left else "met"


def doom_chance(character: Character) -> str:
    """`11% with the next kismet roll`, where it could reach the end of the track, or that it is reached (DOM-3)."""
    if state.doomed(character):
        return "you have left play"
    look = _kismet(character)
    return f"{percent(look.doom)} with the next kismet roll" if look is not None and look.doom else ""


GEAR: Final = {"buff": "for rolls that it fits", "font": "heals damage or a temporary consequence"}


def gear_use(character: Character, gear: Gear) -> str:
    """What a piece is used for: `dice for any roll except Academia` (GER-2 … GER-4)."""
    if gear.kind != "charm":
        return GEAR.get(gear.kind, "")
    names = [derive.skill_name(character, skill) for skill in SKILLS if skill in gear.without]
    return "dice for any roll" + (f" except {listed(names, 'or')}" if names else "")


def severity_note(item: Consequence) -> str:
    """`−2 lasting`, or each level with its points: `−3: 1 temp, 2 last` (CSQ-1)."""
    known = [level for level in (*LEVELS, *item.points) if item.points.get(level)]
    levels = list(dict.fromkeys(known))
    if len(levels) == 1:
        return f"−{item.severity} {one_line(levels[0], 20)}"
    short = {"temporary": "temp", "lasting": "last", "fading": "fade", "permanent": "perm"}
    told = (f"{item.points[level]} {short.get(level) or one_line(level, 20)}" for level in levels)
    return f"−{item.severity}: {', '.join(told)}"


def dice(character: Character) -> Look:
    """How the character's dice read: marks from a face on (ROL-1)."""
    from saga_tui.ui.dice import Look

    return Look(derive.numbers(character).roll.mark_from, good="mark")


def luck_words(luck: Fraction | None) -> str:
    """`luck +0.7`: marks beyond what so many dice bring."""
    if luck is None:
        return ""
    return f"luck {float(luck):+.1f}".replace("-", "−").replace("+0.0", "0").replace("−0.0", "0")
