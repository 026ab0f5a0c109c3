"""The clock of a table: chapter ⊃ scene ⊃ conflict ⊃ round, and what belongs to nobody and ends or comes back at each
of its edges (TIME-1, TIME-2, CNF-4, CNF-9, TRT-4). What an edge does to a character is the character's own table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from saga_tui.engine import clock
from saga_tui.engine.clock import Reset
from saga_tui.engine.edges import begins, ends
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Table, TablePlay, unmet
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.words import listed


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    """What the GM chose for an edge."""

    stakes: str = "minor"


def suggested(play: Any) -> str:
    """The innermost span that the numbers of play suggest."""
    if play.round or play.stakes:
        return "conflict"
    return "scene" if play.scene else "chapter" if play.chapter else "table"


# ---- the rows' work


def _open_conflict(edit: TableEdit, choices: Choices) -> None:
    number, stakes = edit.play.conflict + 1, choices.stakes
    edit.put("CNF-1", span="conflict", conflict=number, round=1, stakes=stakes, phase="setup", gm_first=False, acted=())
    edit.say(f"a {stakes} conflict begins, round 1", "CNF-1", way="comes")


def _full_allies(edit: TableEdit, _: Choices) -> None:
    """Important allies begin each conflict with full pools, ally dice with all that are left (CNF-9)."""
    if any(one.now != one.full or one.used for one in edit.play.allies):
        edit.put("CNF-9", allies=tuple(one.model_copy(update={"now": one.full, "used": 0}) for one in edit.play.allies))
        edit.say("ally dice are full again", "CNF-9", way="comes")
    for element in edit.play.elements:
        if element.ally and element.dice != element.full:
            edit.put_element(element, "CNF-9", dice=element.full)
            edit.say(f"full dice for {element.name}", "CNF-9", way="comes")


def _refresh_allies(edit: TableEdit, _: Choices) -> None:
    if any(one.used for one in edit.play.allies):
        edit.put("CNF-9", allies=tuple(one.model_copy(update={"used": 0}) for one in edit.play.allies))
        edit.say("ally dice are free again", "CNF-9", way="comes")


def _over(edit: TableEdit) -> None:
    """What belongs to a round is over: actions, blocks, who has acted, whom an element is used against (CNF-4)."""
    fresh: dict[str, Any] = {"acted": 0, "pushes": 0, "against": ()}
    elements = tuple(one.model_copy(update=fresh) for one in edit.play.elements)
    conditions = tuple(one.model_copy(update={"answered": (), "allied": False}) for one in edit.play.conditions)
    edit.put("CNF-4", elements=elements, conditions=conditions, acted=(), made=(), strikes=(), gm_first=False)


def _next_round(edit: TableEdit, _: Choices) -> None:
    for one in edit.play.conditions:
        if left := unmet(edit.now, one):
            several = len(left) == sum(not seat.away for seat in edit.now.seats) > 1
            names = "anyone" if several else listed(edit.name(seat.id) for seat in left)
            edit.say(f"“{one.name}” not faced by {names}", "CNF-8")
    _over(edit)
    edit.put("TIME-3", round=edit.play.round + 1, phase="setup")
    edit.say(f"round {edit.play.round} begins", "TIME-3", way="comes")


def _close_conflict(edit: TableEdit, _: Choices) -> None:
    _over(edit)
    edit.put("TIME-2", span="scene", round=0, stakes="", phase="", order=())
    edit.put("CNF-3", asks=tuple(one for one in edit.play.asks if one.what != "zero"))
    edit.say("the conflict ends", "TIME-2", way="goes")


def _out_go(edit: TableEdit, _: Choices) -> None:
    gone = [one.name for one in edit.play.elements if one.out]
    if gone:
        edit.put("CNF-3", elements=tuple(one for one in edit.play.elements if not one.out))
        edit.say(f"out and removed: {', '.join(gone)}", "CNF-3", way="goes")


def _conditions_go(edit: TableEdit, _: Choices) -> None:
    if edit.play.conditions:
        names = ", ".join(one.name for one in edit.play.conditions)
        edit.put("CNF-8", conditions=())
        edit.say(f"conditions ended: {names}", "CNF-8", way="goes")


def _elements_go(edit: TableEdit, _: Choices) -> None:
    gone = [one.name for one in edit.play.elements if not one.ally]
    if gone:
        edit.put("CNF-2", elements=tuple(one for one in edit.play.elements if one.ally))
        edit.say(f"removed: {', '.join(gone)}", "CNF-2", way="goes")


def _traits_go(edit: TableEdit, _: Choices) -> None:
    if edit.play.scene_traits:
        names = ", ".join(f"“{one.text}”" for one in edit.play.scene_traits)
        edit.put("TRT-4", scene_traits=())
        edit.say(f"scene traits ended: {names}", "TRT-4", way="goes")
    for element in edit.play.elements:
        if any(one.weight for one in element.traits):
            traits = tuple(one.model_copy(update={"weight": 0}) for one in element.traits)
            edit.put_element(element, "TRT-4", traits=traits)


def _record_begins(edit: TableEdit, _: Choices) -> None:
    old = tuple(one for one in edit.play.given if one.chapter >= edit.play.chapter)
    if old != edit.play.given:
        edit.put("CNF-4", given=old)


RESETS: Final[dict[str, tuple[Reset, ...]]] = {
    "chapter start": (
        begins("chapter", "TIME-1", scene=0, conflict=0),
        Reset("record", "DRV-8", "the list of what the GM gives begins again", _record_begins),
    ),
    "scene start": (begins("scene", "TIME-1", conflict=0),),
    "conflict start": (
        Reset("conflict-opens", "CNF-1", "the conflict begins", _open_conflict, moves=True, asks=True),
        Reset("allies-full", "CNF-9", "allies have full dice", _full_allies),
    ),
    "round end": (
        Reset("allies-refresh", "CNF-9", "ally dice are free again", _refresh_allies),
        Reset("next-round", "TIME-3", "the next round begins", _next_round, moves=True, also=("CNF-4",)),
    ),
    "conflict end": (
        Reset("out-go", "CNF-3", "elements that are out are removed", _out_go),
        Reset("conditions-go", "CNF-8", "conditions end", _conditions_go),
        Reset("allies-back", "CNF-9", "ally dice are free again", _refresh_allies),
        Reset("conflict-over", "TIME-2", "the conflict ends", _close_conflict, moves=True),
    ),
    "scene end": (
        Reset("elements-go", "CNF-2", "all elements except allies are removed", _elements_go),
        Reset("traits-go", "TRT-4", "scene traits end", _traits_go),
        ends("scene", "chapter", "TIME-1"),
    ),
    "chapter end": (ends("chapter", "table", "TIME-1"),),
}
"""The rows of each edge."""

CLOCK: Final[clock.Clock[Table]] = clock.Clock(
    spans=("table", "chapter", "scene", "conflict"),
    counters={"chapter": ("chapter",), "scene": ("scene",), "conflict": ("conflict", "round")},
    resets=RESETS,
    short={"chapter": "ch", "scene": "sc", "conflict": "co", "round": "r"},
    suggested=suggested,
)


def in_conflict(play: TablePlay) -> bool:
    """Whether a conflict is open at the table."""
    return CLOCK.span_of(play) == "conflict"


# ---- where those stand who sit there


def at_place(said: Mapping[str, Any]) -> dict[str, str | int]:
    """A place of the table's clock as its file has it, from chapter, scene, round and stakes; in a conflict the players
    act (CNF-4)."""
    chapter, scene, stakes = int(said.get("chapter") or 0), int(said.get("scene") or 0), str(said.get("stakes") or "")
    round_ = int(said.get("round") or 0)
    if fights := bool(stakes or round_):
        chapter, scene, round_ = max(chapter, 1), max(scene, 1), max(round_, 1)
    chapter = max(chapter, 1) if scene else chapter
    span = "conflict" if fights else "scene" if scene else "chapter" if chapter else "table"
    return {
        "span": span,
        "chapter": chapter,
        "scene": scene,
        "conflict": int(fights),
        "round": round_,
        "stakes": (stakes or "minor") if fights else "",
        "phase": "players" if fights else "",
    }


def place_of(member: Character) -> tuple[int, int, int, str]:
    """Chapter, scene, round and stakes that are open for a character; a chapter that is over counts as none."""
    now = state.clock(member)
    stakes = (state.play_of(member).stakes or "minor") if "round" in now else ""
    return now.get("chapter", 0), now.get("scene", 0), now.get("round", 0), stakes


def standing(members: Iterable[Character]) -> dict[str, str | int]:
    """The place of the clock where most of those in play stand; of places with as many the furthest (TIME-1)."""
    playing = [one for one in members if plays(one)]
    places = Counter(place_of(one) for one in playing)
    chapters = [one.play.chapter for one in playing if one.play is not None]
    most = max(places, key=lambda place: (places[place], place), default=(0, 0, 0, ""))
    found = at_place(dict(zip(("chapter", "scene", "round", "stakes"), most, strict=True)))
    return found | ({} if most[0] else {"chapter": max(chapters, default=0)})


def plays(member: Character) -> bool:
    """Whether a character takes part in what happens: has started play, and has not met their doom (TIME-3, DOM-3)."""
    return member.play is not None and not state.doomed(member)


def elsewhere(table: Table, member: Character) -> str:
    """Where a character in play stands, in words, if that is not where the table does; else nothing. Rounds do not
    matter: they are counted by the table."""
    if member.play is None or not plays(member):
        return ""
    chapter, scene, round_, _ = place_of(member)
    now = CLOCK.now(table)
    same = (chapter, scene, bool(round_)) == (now.get("chapter", 0), now.get("scene", 0), in_conflict(table.play))
    return "" if same else place_words(member)


def apart(table: Table, members: Iterable[Character]) -> Iterator[str]:
    """Who would begin a chapter of another number than the table, in words (TIME-1)."""
    for member in members:
        if (chapter := state.play_of(member).chapter) != table.play.chapter:
            yield f"{member.title[:80]} begins chapter {chapter + 1}"


def place_words(member: Character) -> str:
    """Where a character's own clock stands: `chapter 3, scene 2`."""
    chapter, scene, round_, _ = place_of(member)
    words = [f"chapter {chapter}"] * bool(chapter) + [f"scene {scene}"] * bool(scene) + ["conflict"] * bool(round_)
    return ", ".join(words) or f"before chapter {state.play_of(member).chapter + 1}"
