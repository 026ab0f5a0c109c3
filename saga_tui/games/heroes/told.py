"""What happened and what is asked, in words: the one place where events become sentences (`book/words.toml`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from saga_tui.engine import worded as engine
from saga_tui.games.heroes.book import AREAS, KINDS, PIECES, THINGS, table
from saga_tui.games.heroes.commands import Event
from saga_tui.games.heroes.play import asked
from saga_tui.games.heroes.state import COUNTRY, MARKS, State
from saga_tui.words import listed, minus, plural, signed

WORDS: Final = table("words")
NAMES: Final = {
    **{key: one.name for group in (AREAS, PIECES, THINGS) for key, one in group.items()},
    **WORDS["result"], **WORDS["kinds"], MARKS: "20 marks", COUNTRY: WORDS["unseen"]["country"],
}  # fmt: skip


def named(state: State, key: str) -> str:
    """What anything is called: a jarl face down is unknown to all (H-INFO-1), a monster tells its kind."""
    if key not in PIECES:
        return str(NAMES.get(key) or key.replace("_", " ").capitalize())
    piece, at = PIECES[key], state.counters.get(key)
    if piece.group == "jarl" and at is not None and not (at.up or at.master) and at.at in AREAS:
        return str(WORDS["unseen"]["jarl"])
    return f"the {piece.kind} {piece.name}" if piece.kind in KINDS else piece.name


def player(state: State, hero: str) -> str:
    """Who decides for a hero: `Ann`, `a person`, `computer, hard`."""
    return engine.player(state, hero, WORDS["control"])


def summed(numbers: tuple[int, ...]) -> str:
    """A fight's sum: `die 4 + 8 − 5 = 7`; strength, luck and the gods' help of a side are one number."""
    die, *sides, came = numbers
    attack, defence = sum(sides[:3]), sum(sides[3:])
    return minus(f"die {die} + {attack} − {defence} = {came}")


def parts(state: State, events: Iterable[Event]) -> list[tuple[int, str, str]]:
    """The sum of the last fight among the events part by part, each with its words and rule (H-FIGHT-6, H-FIGHT-7);
    the first is the die, with what came of it. The printed table cuts the sum (H-FIGHT-9)."""
    found, words = list[tuple[int, str, str]](), WORDS["part"]
    for event in events:
        if event.kind == "strength":
            by = 1 if event.what == "attack" else -1
            found += [(by * amount, f"{named(state, who)}: {words.get(what) or named(state, what)}", event.rule)
                      for who, what, amount in event.parts]  # fmt: skip
        elif event.kind == "sum":
            die, _, luck, gods, _, against, others, came = event.numbers
            found += [(luck, words["luck"], "H-LUCK-1"), (gods, words["gods"], "H-GOD-2"),
                      (-against, words["against"], "H-LUCK-1"), (-others, words["others"], "H-GOD-2")]  # fmt: skip
            found.append((came - die - sum(by for by, _, _ in found), words["cut"], "H-FIGHT-9"))
            what = f"{words['die']}; {named(state, event.area)}: {named(state, event.what)}"
            return [(die, what, event.rule), *(one for one in found if one[0])]
    return []


def told(state: State, event: Event) -> str:
    """An event as a sentence of the log, with the game as it was after it; empty where it is not worth one."""
    people, way, numbers = event.counters, event.areas, (*event.numbers, 0, 0)

    def make(name: str) -> object:
        match name:
            case "who" | "one" | "others":
                some = people if name == "who" else people[:1] if name == "one" else people[1:]
                return listed(named(state, key) for key in some)
            case "area" | "what" | "hero":
                return named(state, getattr(event, name))
            case "to" | "way" | "heroes":
                some = way[-1:] if name == "to" else way if name == "way" else people or way
                return listed(named(state, key) for key in some)
            case "own" | "enemy" | "change":
                return signed(event.amount if name == "change" else numbers[name == "enemy"])
            case "sum":
                return summed(event.numbers)
            case "players" | "turns":
                return plural(numbers[name == "turns"], name[:-1])
        return {
            "player": player(state, event.hero), "dice": ", ".join(map(str, event.dice)), "count": event.amount,
            "marks": plural(event.amount, "mark"), "maidens": plural(event.amount, "maiden"), "best": max(numbers),
        }[name]  # fmt: skip

    return engine.worded(WORDS["event"], event, make)


def deciding(state: State) -> tuple[str, str, str]:
    """Who decides now, by hero; what, in words; and the command for it. Nothing where nobody has to."""
    return engine.deciding(state, asked(state), WORDS["asked"], named)


def sentences(state: State, events: Iterable[Event]) -> list[tuple[str, str]]:
    """Events in words, each with its rule; those without words are left out, and the end of somebody's part is told
    only where nothing else is."""
    happened = list(events)
    said = [one for one in happened if one.kind != "done"] or happened
    return [(words, event.rule) for event in said if (words := told(state, event))]
