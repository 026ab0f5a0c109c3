"""Events as sentences: a table has for each kind of event one sentence with names in braces, or several with the
condition of each, of which the first that holds counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from saga_tui.words import plural, sentence


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


def deciding(
    state: Any, seat: str, rows: Mapping[str, Sequence[str]], named: Callable[[Any, str], str]
) -> tuple[str, str, str]:
    """Who decides now; what, in the words of a table by the question or the phase; and the command for it. Nothing
    where nobody has to."""
    if not seat:
        return "", "", ""
    question = state.questions[-1] if state.questions else None
    words, give = rows[question.kind if question else state.phase]
    facts = {one.name: getattr(question, one.name) for one in fields(question)} if question is not None else {}
    facts["who"] = named(state, question.counter) if question is not None and question.counter else ""
    said = words.format(**facts)
    if state.seats[seat].control == "computer":
        words, give = rows["computer"]
        said = words.format(decides=said)
    return seat, said, give.format(**facts)
