"""Events as sentences: a table has for each kind of event one sentence with names in braces, or several with the
condition of each, of which the first that holds counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from saga_tui.words import listed, minus, plural, sentence, signed


class _Facts(dict[str, str]):
    """The words in braces, each made when a sentence has it."""

    def __init__(self, make: Callable[[str], object]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, name: str) -> str:
        return str(self.make(name))


def worded(rows: Mapping[str, Any], event: Any, make: Callable[[str], object]) -> str:
    """The sentence of an event, by its `kind`; empty where the table has none. `make` gives the word of a name.

    A condition is a part of the event that is there (`counters`), is not there (`!amount`), or is a word
    (`what=glory`); an empty one always holds.
    """
    row = rows.get(event.kind, "")
    if not isinstance(row, str):
        row = next((words for condition, words in row if _holds(condition, event)), "")
    return sentence(row.format_map(_Facts(make))) if row else ""


def facts(event: Any, named: Callable[[str], str], player: Callable[[str], str]) -> Callable[[str], object]:
    """Makes the words of an event by their names: `who` (its counters, of whom `one` is the first), `others`, `area`,
    `what`, `hero`, `way` and its end `to`, `names` of whoever it has, `dice`, `count`, the signed `change`, `player`,
    the `sum` of a contest, `best` of its numbers, `n0` and `n1` of them with their signs; any other is a thing counted
    by its amount (`marks`), or with a digit by that number (`turns1`)."""
    people, way, numbers = event.counters, event.areas, (*event.numbers, 0, 0)
    lists = {"who": people, "one": people[:1], "others": people[1:], "to": way[-1:], "way": way, "names": people or way}

    def make(name: str) -> object:
        if name in lists:
            return listed(map(named, lists[name]))
        match name:
            case "area" | "what" | "hero":
                return named(getattr(event, name))
            case "dice":
                return ", ".join(map(str, event.dice))
            case "count" | "change":
                return event.amount if name == "count" else signed(event.amount)
            case "n0" | "n1":
                return signed(numbers[int(name[1:])])
            case "best" | "sum":
                return max(numbers) if name == "best" else summed(event.numbers)
            case "player":
                return player(event.hero)
        counted = name.rstrip("01")
        return plural(numbers[int(name[-1])] if counted != name else event.amount, counted.removesuffix("s"))

    return make


def summed(numbers: Sequence[int]) -> str:
    """The sum of a contest of two sides: `die 4 + 8 − 5 = 7`; all that a side has is one number."""
    die, *sides, came = numbers
    attack, defence = sum(sides[:3]), sum(sides[3:])
    return f"die {die} + {attack} − {defence} = {minus(str(came))}"


def reasons(events: Iterable[Any], words: Mapping[str, Any], named: Callable[[str], str]) -> list[tuple[int, str, str]]:
    """The sum of the last contest among the events part by part, each with its words and rule; the first is the die,
    with what came of it. A `strength` tells a side's parts, a `sum` its numbers: the die, then of either side its
    strength, what was added to it and what others gave, then what it came to, which a table may have cut."""
    found = list[tuple[int, str, str]]()
    for event in events:
        if event.kind == "strength":
            by = 1 if event.what == words["first"] else -1
            found += [(by * amount, f"{named(who)}: {words.get(what) or named(what)}", event.rule)
                      for who, what, amount in event.parts]  # fmt: skip
        elif event.kind == "sum":
            die, _, *added, came = event.numbers
            more = (added[0], added[1], -added[3], -added[4])
            found += [(by, *told) for by, told in zip(more, words["more"], strict=True)]
            found.append((came - die - sum(by for by, _, _ in found), *words["cut"]))
            what = f"{words['die']}; {named(event.area)}: {named(event.what)}"
            return [(die, what, event.rule), *(one for one in found if one[0])]
    return []


def _holds(condition: str, event: Any) -> bool:
    name, sign, word = condition.removeprefix("!").partition("=")
    found = getattr(event, name) if name else True
    return (found == word if sign else bool(found)) != condition.startswith("!")


def holding(rows: Mapping[str, str], one: object) -> Iterator[str]:
    """What holds of something, in the words of a table by its fields: of those that are set the words, with the number
    in the place of `{}`, or before the word after a `#` (`loses #turn`)."""
    for name, words in rows.items():
        if value := getattr(one, name):
            before, counted, unit = words.partition("#")
            yield f"{before}{plural(value, unit)}" if counted else words.format(value)


def player(state: Any, seat: str, rows: Mapping[str, str]) -> str:
    """Who plays a seat: the name of a person, or the words of the table by who has control, with the `level`."""
    found = state.seats.get(seat)
    if found is None:
        return rows["none"]
    named = found.player and found.control == "person"
    return str(found.player) if named else rows[found.control].format(level=found.level)


def _size(value: object) -> object:
    """A number without its sign: what is lost is named by how much it is."""
    return abs(value) if isinstance(value, int) else value


def deciding(
    state: Any, seat: str, rows: Mapping[str, Sequence[str]], named: Callable[[Any, str], str]
) -> tuple[str, str, str]:
    """Who decides now; what, in the words of a table by the question or the phase; and the command for it. Nothing
    where nobody has to."""
    if not seat:
        return "", "", ""
    question = state.questions[-1] if state.questions else None
    words, give = rows.get(question.kind if question else state.phase, ("", ""))
    facts = {one.name: _size(getattr(question, one.name)) for one in fields(question)} if question is not None else {}
    facts["who"] = named(state, question.counter) if question is not None and question.counter else ""
    said = words.format(**facts)
    if state.seats[seat].control == "computer":
        words, give = rows["computer"]
        said = words.format(decides=said)
    return seat, said, give.format(**facts)


@dataclass(frozen=True, slots=True)
class Teller:
    """How a game of seats is told, with its table of words: those of each `event`, of the parts of a contest (`part`),
    of what is `asked`, and of who has `control`."""

    words: Mapping[str, Any]
    named: Callable[[Any, str], str]
    """What anything is called in a state, as far as it is open."""
    asked: Callable[[Any], str]
    """The seat that decides."""

    def player(self, state: Any, seat: str) -> str:
        """Who decides for a seat: `Ann`, `a person`, `computer, hard`."""
        return player(state, seat, self.words["control"])

    def parts(self, state: Any, events: Iterable[Any]) -> list[tuple[int, str, str]]:
        """The sum of the last contest among the events part by part."""
        return reasons(events, self.words["part"], partial(self.named, state))

    def told(self, state: Any, event: Any) -> str:
        """An event as a sentence of the log, with the game as it was after it; empty where it is not worth one."""
        make = facts(event, partial(self.named, state), partial(self.player, state))
        return worded(self.words["event"], event, make)

    def deciding(self, state: Any) -> tuple[str, str, str]:
        """Who decides now, what, in words, and the command for it. Nothing where nobody has to."""
        return deciding(state, self.asked(state), self.words["asked"], self.named)

    def sentences(self, state: Any, events: Iterable[Any]) -> list[tuple[str, str]]:
        """Events in words, each with its rule; those without words are left out, and the end of a seat's part (`done`)
        is told only where nothing else is."""
        happened = list(events)
        said = [one for one in happened if one.kind != "done"] or happened
        return [(words, event.rule) for event in said if (words := self.told(state, event))]
