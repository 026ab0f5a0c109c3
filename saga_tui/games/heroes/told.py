"""What happened and what is asked, in words: the one place where events become sentences (`book/words.toml`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from saga_tui.games.heroes.book import AREAS, KINDS, PIECES, THINGS, table
from saga_tui.games.heroes.play import asked
from saga_tui.games.heroes.run import Event
from saga_tui.games.heroes.state import COUNTRY, MARKS, State
from saga_tui.words import listed, plural, sentence, signed

WORDS: Final = table("words")
NAMES: Final = {key: one.name for group in (AREAS, PIECES, THINGS) for key, one in group.items()}


def counter(state: State, key: str) -> str:
    """What a counter is called: a jarl face down is unknown to all (H-INFO-1), a monster tells its kind."""
    piece, at = PIECES[key], state.counters.get(key)
    if piece.group == "jarl" and at is not None and not (at.up or at.master):
        return str(WORDS["unseen"]["jarl"])
    return f"the {piece.kind} {piece.name}" if piece.kind in KINDS else piece.name


def named(state: State, key: str) -> str:
    """What anything that has an id is called."""
    if key in PIECES:
        return counter(state, key)
    if key == MARKS:
        return plural(20, "mark")
    return str(WORDS["unseen"]["country"]) if key == COUNTRY else NAMES.get(key) or key.replace("_", " ").capitalize()


def player(state: State, hero: str) -> str:
    """Who decides for a hero: `Ann`, `a person`, `computer, hard`."""
    seat = state.seats.get(hero)
    if seat is None:
        return "no one"
    said = str(WORDS["control"][seat.control]).format(level=seat.level)
    return seat.player if seat.player and seat.control == "person" else said


def told(state: State, event: Event) -> str:
    """An event as a sentence of the log, with the game as it was after it; empty where it is not worth one."""
    row: Any = WORDS["event"].get(event.kind, "")
    if isinstance(row, dict):
        some = event.areas or event.counters or event.amount or event.what
        row = row.get(event.what) or row.get("some" if some and event.amount >= 0 else "none", "")
    return sentence(str(row).format_map(_Facts(state, event))) if row else ""


class _Facts(dict[str, str]):
    """The words in braces, each made when a sentence has it."""

    def __init__(self, state: State, event: Event) -> None:
        super().__init__()
        self.state, self.event = state, event

    def __missing__(self, name: str) -> str:
        event, named_here = self.event, partial(named, self.state)
        people, way, numbers = event.counters, event.areas, (*event.numbers, 0, 0)
        match name:
            case "who" | "hit":
                return listed(map(named_here, people[name == "hit" :])) or "no one"
            case "caster" | "other":
                return named_here(people[name == "other"])
            case "area" | "what" | "hero":
                return named_here(getattr(event, name))
            case "to" | "way":
                return ", ".join(map(named_here, way[-1:] if name == "to" else way))
            case "heroes":
                return listed(map(named_here, people or way))
            case "player":
                return player(self.state, event.hero)
            case "first" | "second":
                return plural(numbers[0], "player") if name == "first" else plural(numbers[1], "turn")
            case "dice":
                return ", ".join(map(str, event.dice))
        return {
            "count": str(event.amount), "marks": plural(event.amount, "mark"), "best": str(max(numbers)),
            "own": signed(numbers[0]), "enemy": signed(numbers[1]),
        }[name]  # fmt: skip


def deciding(state: State) -> tuple[str, str, str]:
    """Who decides now, by hero; what, in words; and the command for it. Nothing where no one has to."""
    hero = asked(state)
    if not hero:
        return "", "", ""
    question = state.questions[-1] if state.questions else None
    words, give = WORDS["asked"][question.kind if question else state.phase]
    seat = state.seats[hero]
    facts: dict[str, Any] = {"most": 0, "glory": 0, "luck": 0, "who": "", "counter": ""}
    if question is not None:
        facts |= {key: getattr(question, key) for key in ("most", "glory", "luck", "counter")}
        facts["who"] = counter(state, question.counter) if question.counter else ""
    said = str(words).format(**facts)
    if seat.control == "computer":
        words, give = WORDS["asked"]["computer"]
        said = str(words).format(decides=said)
    return hero, said, str(give).format(**facts)


def sentences(state: State, events: Iterable[Event]) -> list[tuple[str, str]]:
    """Events in words, each with its rule; those without words are left out."""
    return [(words, event.rule) for event in events if (words := told(state, event))]
