"""Actions of a play screen from a table of data: each row says its id, words and key, when it is possible, and what it
does: a command of the game that is asked for field by field or in one of several ways, an edge that is crossed, or a
dialogue of the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from saga_tui.engine.command import Command
from saga_tui.engine.entries import reasons
from saga_tui.ui import forms
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Entry, Form, Screen
from saga_tui.ui.prompt import Way
from saga_tui.ui.specs import Action, Crossing

if TYPE_CHECKING:
    from saga_tui.engine.clock import Clock
    from saga_tui.engine.rules import Rules
    from saga_tui.ui.specs import Deed

OWN = ("words", "key", "menu", "about", "rule", "shown", "group", "opens", "title", "old")
"""What a row says as an action has it."""


def possible(said: str, clock: Clock[Any], document: Any) -> bool:
    """Whether it is the moment that a row names: `begun`, `in SPAN` (the innermost one), `during SPAN`, `outside SPAN`,
    `asked`, `asked WHAT`, `has FIELD` of play, `lacks FIELD in SPAN`, `is FIELD VALUE`; nothing: always."""
    word, _, of = said.partition(" ")
    if not word or document.play is None:
        return not word
    asks = [ask.what for ask in document.play.asks]
    held: Mapping[str, Callable[[], bool]] = {
        "begun": lambda: True,
        "in": lambda: clock.span_of(document.play) == of,
        "during": lambda: clock.is_open(document, of),
        "outside": lambda: not clock.is_open(document, of),
        "asked": lambda: of in asks if of else bool(asks),
        "has": lambda: bool(getattr(document.play, of)),
        "lacks": lambda: not getattr(document.play, of.split()[0]) and clock.is_open(document, of.split()[-1]),
        "is": lambda: getattr(document.play, of.split()[0]) == of.split()[-1],
    }
    return held[word]()


def actions(rows: Iterable[Mapping[str, Any]], rules: Rules[Any], deeds: Mapping[str, Deed]) -> tuple[Action, ...]:
    """The actions of a table.

    `do` names one of the `deeds`; else `verb` is a command: with `cross` an edge (`takes`, `question` and `choices` as
    `Crossing` has them), with `now` carried out at once, with `ways` one of several (`Several`; `Typing` where a number
    is `typed`), with `counts` a number of one of several (`Counting`), else a form of its `fields` beside `params`.
    `verbs` are what it leads to where that is more than its verb; `when` is a moment (`possible`).
    """
    return tuple(_action(row, rules, deeds) for row in rows)


def _action(row: Mapping[str, Any], rules: Rules[Any], deeds: Mapping[str, Deed]) -> Action:
    verb = row.get("verb", "")
    do: Deed | None = deeds[row["do"]] if "do" in row else None
    if do is None and verb:
        do = _command(row, rules)
    verbs = tuple(row.get("verbs", "").split()) or ((verb,) if verb else ())
    own = {name: row[name] for name in OWN if name in row}
    own["words"] = row.get("words", row["help"])
    when = partial(possible, row.get("when", ""), rules.clock)
    return Action(row["id"], help=row["help"], do=do, verbs=verbs, when=when, **own)


def _command(row: Mapping[str, Any], rules: Rules[Any]) -> Deed:
    kind = rules.commands[row["verb"]]
    if "cross" in row:
        choices = tuple((key, value, words) for key, value, words in row.get("choices", ()))
        return Crossing(row["help"], kind, row.get("question", ""), row.get("takes", ""), choices)
    if "typed" in row:
        return Typing(kind, row["typed"], row.get("params", {}), row["ways"])
    if "ways" in row:
        return Several(kind, row.get("title", row["words"]), row["ways"])
    if "counts" in row:
        return Counting(kind, row["counts"], row.get("params", {}), row.get("sign", 1))
    if "now" in row:
        return kind.model_validate(row.get("params", {}))
    return Form(kind, params=row.get("params", {}), fields=tuple(row.get("fields", ())))


@dataclass(frozen=True, slots=True)
class Several:
    """A command that is given in one of several ways, listed: `words`, `about`, the `params` of each, the `fields` that
    are asked for, and the `number` whose value stands behind its words."""

    command: type[Command]
    title: str
    ways: Sequence[Mapping[str, Any]]

    async def __call__(self, desk: Screen) -> None:
        """List them, ask what is left, and carry it out."""
        known, found = reasons(desk.session.game, desk.document), list[Entry]()
        for at, way in enumerate(self.ways):
            number = known.get(way.get("number", ""))
            words = f"{way['words']} {number.total}" if number is not None else way["words"]
            offer = Offer(str(at), words, way.get("about", ""), rule=way.get("rule", ""))
            asks = Form(self.command, params=way.get("params", {}), fields=tuple(way.get("fields", ())))
            made = None if asks.fields else forms.parsed(self.command, asks.params)
            found.append((offer, made if isinstance(made, Command) else asks))
        await forms.menu(desk, self.title, found)


@dataclass(frozen=True, slots=True)
class Counting:
    """A command on a counter by a number that is typed, Tab for another counter: by name, with words."""

    command: type[Command]
    counters: Sequence[tuple[str, str]]
    params: Mapping[str, Any]
    sign: int = 1

    async def __call__(self, desk: Screen) -> None:
        """Ask how many, and carry it out."""
        ways = [Way(name, words) for name, words in self.counters]
        await forms.count(desk, ways, lambda many, way: self.made(way, self.sign * many))

    def made(self, counter: str, by: int) -> Command:
        """The command."""
        return self.command.model_validate({**self.params, "counter": counter, "by": by})


@dataclass(frozen=True, slots=True)
class Typing:
    """A command on a number that is typed, perhaps with another behind a stroke (`12/4`: its `fields`), in one of
    several ways that Tab turns: `words` with the values of numbers in them, the `params` of each; only where the
    numbers it `differs` by do so, and where there are `any` of these."""

    command: type[Command]
    fields: Sequence[str]
    params: Mapping[str, Any]
    ways: Sequence[Mapping[str, Any]]

    async def __call__(self, desk: Screen) -> None:
        """Ask how much, with what follows beside it, and carry it out."""
        known = {name: one.total for name, one in reasons(desk.session.game, desk.document).items()}
        ways = [Way(str(at), way["words"].format_map(known)) for at, way in enumerate(self.ways)
                if len({known[name] for name in way.get("differs", ())}) != 1
                and ("any" not in way or any(known[name] for name in way["any"]))]  # fmt: skip
        pattern = r"\d{0,4}" + r"(/\d{0,2})?" * (len(self.fields) - 1)
        await forms.typed(desk, ways, self.made, pattern)

    def made(self, text: str, way: str) -> Command:
        """The command that a text and a way make; what it doesn't take is left out."""
        said, parts = {**self.params, **self.ways[int(way)]["params"], self.fields[0]: 1}, text.split("/")
        for count in range(len(parts), 0, -1):
            typed = {name: int(part) for name, part in zip(self.fields, parts[:count], strict=False) if part}
            if isinstance(made := forms.parsed(self.command, said | typed), Command):
                return made
        return self.command.model_validate(said)


async def spend_or_refill(
    desk: Screen, *, of: str, uses: type[Command], refills: type[Command], words: tuple[str, str], none: str
) -> None:
    """Takes a number off one of the counters of a list of the document (`Rules.lists`), Tab for another one, or to fill
    one up again: `words` stand before their labels."""
    game, refill = desk.session.game, "refill "
    names = game.names(desk.document, of)
    known = {entry.name: entry.label.rpartition(", ")[2] for entry in game.entries(desk.document)}
    if not names:
        desk.notify(none)
        return
    found = [Way(name, f"{words[0]} {known[name]}") for name in names]
    found += [Way(f"{refill}{name}", f"{words[1]} {known[name]}") for name in names]

    def command(many: int, way: str) -> Command:
        said = {"counter": way.removeprefix(refill)}
        return refills.model_validate(said) if way.startswith(refill) else uses.model_validate(said | {"amount": many})

    await forms.count(desk, found, command)


async def conditions(desk: Screen, rows: Mapping[str, Any], command: type[Command]) -> None:
    """Begins or ends a condition of a table (`engine.asked`)."""
    play, found = desk.session.game.play_of(desk.document), list[Entry]()
    for key, one in rows.items():
        on = all(getattr(play, field) == value for field, value in one.on.items())
        offer = Offer(key, key.replace("-", " ").capitalize(), one.ends if on else one.begins, rule=one.rule)
        found.append((offer, command.model_validate({"what": key, "on": not on})))
    await forms.menu(desk, "Conditions", found)
