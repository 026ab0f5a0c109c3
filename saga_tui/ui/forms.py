"""Commands asked for field by field: from the command's own model, or as a game says it, question by question.

A form is data, and a dialogue: an action may name it. Where a game says nothing, every parameter that a command needs
is asked for: what chooses from a list or from closed words by its number or letter, numbers and texts at the foot of
the screen, with what would follow beside them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic import ValidationError
from textual.content import Content

from saga_tui.engine.command import Command
from saga_tui.engine.fields import ASIDE, Field, Of, fields, placed
from saga_tui.engine.values import OURS
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Confirm, Offer
from saga_tui.ui.prompt import Prompt, Told, Way, WayPrompt
from saga_tui.words import sentence

if TYPE_CHECKING:
    from saga_tui.ui.document_screen import DocumentScreen

Screen: TypeAlias = "DocumentScreen[Any]"
Given: TypeAlias = Mapping[str, Any]
"""The parameters that are known so far, by name."""


def always(_document: Any, _given: Given) -> bool:
    """At any time."""
    return True


Asked: TypeAlias = Callable[[Screen, Given, str], Awaitable[Given | None]]
"""One question of a form: called with the screen, what is known and the form's title, it gives the parameters that the
answer brings; none where there is nothing to ask, `None` where the form is left."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several offers becomes the parameter; the offer of the empty key leaves it out."""

    name: str
    offers: Sequence[Offer] | Callable[[Any, Given], Sequence[Offer]]
    question: str = ""
    at: str = ""
    rule: str = ""
    none: str = ""
    """What is said where there is nothing to choose; without words the question is then left out."""
    title: str = ""
    when: Callable[[Any, Given], bool] = always

    async def __call__(self, screen: Screen, given: Given, title: str) -> Given | None:
        """List the offers."""
        offers = self.offers(screen.document, given) if callable(self.offers) else self.offers
        if not offers:
            if self.none:
                screen.notify(self.none)
            return None if self.none else {}
        title, question = filled(self.title or title, given), filled(self.question, given)
        key = await screen.choose(title, offers, question, at=self.at, rule=self.rule)
        return None if key is None else {self.name: key} if key else {}


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, typed in a box."""

    name: str = "amount"
    question: str = "How many?"
    default: int | Callable[[Any], int] = 1
    least: int = 1
    title: str = ""
    when: Callable[[Any, Given], bool] = always

    async def __call__(
        self, screen: Screen, given: Given, title: str, command: type[Command] | None = None
    ) -> Given | None:
        """Ask for it; what the `command` would do with it is shown, where it needs no more than is known."""

        def follows(number: int) -> Command | None:
            made = parsed(command, {**given, self.name: number}) if command is not None else None
            return made if isinstance(made, Command) else None

        title, question = filled(self.title or title, given), filled(self.question, given)
        default = self.default(screen.document) if callable(self.default) else self.default
        number = await screen.number(title, question, default=default, least=self.least, command=follows)
        return None if number is None else {self.name: number}


@dataclass(frozen=True, slots=True)
class Text:
    """A text in a box, with suggestions; `otherwise` stands for an empty one, where it may be empty."""

    name: str
    question: str = ""
    optional: bool = False
    otherwise: str = ""
    title: str = ""
    when: Callable[[Any, Given], bool] = always
    suggestions: Callable[[Any, Given], Sequence[str]] = lambda _document, _given: ()

    async def __call__(self, screen: Screen, given: Given, title: str) -> Given | None:
        """Ask for it."""
        known = self.suggestions(screen.document, given)
        asked = filled(self.title or title, given), filled(self.question, given)
        said = await screen.text(*asked, optional=self.optional, suggestions=known)
        return None if said is None else {self.name: said or self.otherwise}


@dataclass(frozen=True, slots=True)
class Foot:
    """A text at the foot of the screen; `said` stands beside it, `needed` names what must be typed, if anything."""

    name: str
    question: str
    said: str | Callable[[Any, Given], str] = ""
    rule: str = ""
    needed: str = ""
    default: str = ""
    lines: bool = False
    """Whether it may have several lines."""
    many: bool = False
    """Whether it is a list, with commas between."""

    async def __call__(self, screen: Screen, given: Given, title: str) -> Given | None:
        """Ask for it; the default means nothing."""
        said = self.said if isinstance(self.said, str) else self.said(screen.document, given)
        text = await screen.line(
            filled(self.question, given), self.default, said, self.rule, needed=self.needed, lines=self.lines
        )
        if text is None or (self.needed and not text):
            return None
        if self.many:
            return {self.name: parts(text)}
        return {} if self.default and text == self.default else {self.name: text}


@dataclass(frozen=True, slots=True)
class Sure:
    """Yes or no, in a box."""

    name: str
    question: str

    async def __call__(self, screen: Screen, given: Given, title: str) -> Given | None:
        """Ask; leaving it says no."""
        sure: bool | None = await screen.app.push_screen_wait(Confirm(title, self.question))
        return {self.name: bool(sure)}


@dataclass(frozen=True, slots=True)
class Who:
    """Who did it, and a word on why."""

    default: str = "the GM"

    async def __call__(self, screen: Screen, given: Given, title: str) -> Given | None:
        """Ask for both on one line."""
        said = await screen.who(self.default)
        return None if said is None else {"who": said[0], "why": said[1]}


def parts(text: str) -> list[str]:
    """What stands between the commas of a text."""
    return [part.strip() for part in text.split(",") if part.strip()]


def filled(words: str, given: Given) -> str:
    """The words with what is known in the place of its name: `How many {asset}?`"""
    for name, value in given.items():
        words = words.replace(f"{{{name}}}", str(value))
    return words


@dataclass(frozen=True)
class Form:
    """A command and the questions that fill it, in their order; `params` are given from the start.

    Called with a screen it asks, and carries the command out: a dialogue like any other. What is already known is not
    asked for.
    """

    command: type[Command]
    asks: tuple[Asked, ...] = ()
    title: str = ""
    params: Given = field(default_factory=dict)
    fields: tuple[str, ...] = ()
    """Without questions of its own: parameters that are asked for though the command could do without."""
    now: Given = field(default_factory=dict)
    """What they are now, which Enter alone leaves as it is."""

    async def __call__(self, screen: Screen, **given: Any) -> None:
        """Ask, and carry it out."""
        command = await self.filled(screen, **given)
        if command is not None:
            await screen.execute(command)

    async def filled(self, screen: Screen, **given: Any) -> Command | None:
        """Ask for what is not given; return the command, or None where the form was left."""
        found: dict[str, Any] = {**self.params, **given}
        title = self.title or self.command.title
        for question in self.asks or made(self.command, found, self.fields, self.now):
            needed: Callable[[Any, Given], bool] = getattr(question, "when", always)
            if getattr(question, "name", None) in found or not needed(screen.document, found):
                continue
            answer = await (
                question(screen, found, title, self.command)
                if isinstance(question, Number)
                else question(screen, found, title)
            )
            if answer is None:
                return None
            found |= answer
        return self.command.model_validate(found)


Entry: TypeAlias = tuple[Offer, Command | Callable[[Any], Awaitable[Any]]]
"""A line of a menu, and what it leads to: a command, or a dialogue."""


async def menu(screen: Screen, title: str, ways: Sequence[Entry], question: str = "") -> None:
    """List the lines, and do what belongs to the one that is chosen."""
    key = await screen.choose(title, [offer for offer, _ in ways], question)
    deed = next((deed for offer, deed in ways if offer.key == key), None)
    if isinstance(deed, Command):
        await screen.execute(deed)
    elif deed is not None:
        await deed(screen)


async def count(
    screen: Screen, ways: Sequence[Way], command: Callable[[int, str], Command], pattern: str = r"\d{0,3}"
) -> None:
    """Ask at the foot how many, with what follows beside it, Tab for another way to take it; and carry it out."""
    await typed(screen, ways, lambda text, way: command(max(1, int(text or 1)), way), pattern)


async def typed(screen: Screen, ways: Sequence[Way], command: Callable[[str, str], Command], pattern: str) -> None:
    """As `count`, where more than a number may be typed."""
    prompt = WayPrompt(ways, lambda text, way: screen.foresee(command(text, way)), default="1", pattern=pattern)
    text = await prompt.put(screen)
    if text is not None:
        await screen.execute(command(text, prompt.way))


# ---- questions from a command's own fields


@dataclass(frozen=True, slots=True)
class FromList:
    """A name of one of the document's lists, or its place there."""

    name: str
    of: Of
    places: bool
    question: str

    async def __call__(self, screen: Screen, given: Given, title: str) -> Given | None:
        """List the names."""
        game, document = screen.session.game, screen.document
        names = game.names(document, self.of.what)
        values: Sequence[int | str] = range(len(names)) if self.places else names
        if self.of.keys:
            values = game.names(document, self.of.keys)
        listed = [
            *zip(names, values, strict=False),
            *((word, number) for word, number in self.of.also if word.isalpha()),
        ]
        if not listed:
            screen.notify(f"There is no {self.of.what} to choose.", title=title)
            return None
        offers = [Offer(str(at), safe(" ".join(name.split()), limit=60)) for at, (name, _) in enumerate(listed)]
        key = await screen.choose(title, offers, self.question)
        return None if key is None else {self.name: listed[int(key)][1]}


@dataclass(frozen=True, slots=True)
class Typed:
    """A number or a text at the foot; after the last question what the command would do stands beside it."""

    field: Field
    command: type[Command]
    last: bool
    now: Any = None
    """What it is now."""

    @property
    def name(self) -> str:
        """The parameter."""
        return self.field.name

    async def __call__(self, screen: Screen, given: Given, title: str) -> Given | None:
        """Ask until the command takes the answer."""
        digits, words = self.field.kind is int, self.field.option.replace("-", " ")
        default = self.now if self.now is not None else self.field.default
        if default is None:
            default = 1 if digits else ""

        def follows(text: str) -> str | Content | Told:
            answer = self._read(text)
            made = parsed(self.command, {**given, self.name: answer}) if text and self.last else self.field.help
            return made if isinstance(made, str) else screen.foresee(made)

        while True:
            text = await Prompt.ask(
                screen,
                f"{title}: {words}",
                default=", ".join(map(str, default)) if self.field.many else str(default),
                digits=digits and not self.field.many,
                consequence=follows,
                needed=words if self.field.required else "",
            )
            if text is None:
                return None
            answer = self._read(text)
            wrong = parsed(self.command, {**given, self.name: answer}) if self.last else ""
            if not isinstance(wrong, str) or not wrong:
                return {self.name: answer}
            screen.notify(wrong, title=title, severity="warning")

    def _read(self, text: str) -> str | list[str]:
        """The answer as the command takes it: a list of what stands between commas, a minus as it is typed."""
        if self.field.many:
            return parts(text)
        return text.replace("−", "-") if self.field.kind is int else text


def made(
    command: type[Command], given: Given, further: Sequence[str] = (), now: Given = MappingProxyType({})
) -> tuple[Asked, ...]:
    """The questions for every parameter that a command needs, and the further ones, but for those that are known.
    `now` says what some of them are."""
    aside = (one for one in fields(command) if one.name in further and one.name in ASIDE)
    known = (*placed(command), *aside)
    wanted = [one for one in known if (one.required or one.name in further) and one.name not in given]
    return tuple(_question(one, command, one is wanted[-1], now.get(one.name)) for one in wanted)


def _question(one: Field, command: type[Command], last: bool, now: Any = None) -> Asked:
    words = one.help or sentence(one.option.replace("-", " "))
    if one.of is not None and one.of.what:
        return FromList(one.name, one.of, one.kind is int, words)
    if one.words or one.kind is bool:
        told = {word: word.replace("_", " ").replace("-", " ") for word in one.words} or {"true": "yes", "false": "no"}
        offers = tuple(Offer(key, sentence(name)) for key, name in told.items())
        return Pick(one.name, offers, words)
    return Typed(one, command, last, now)


def parsed(command: type[Command], params: Given) -> Command | str:
    """The command with these parameters, or why it does not take them."""
    try:
        return command.model_validate(params)
    except ValidationError as error:
        found = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in found["loc"])
        said = found["msg"].removeprefix(OURS)
        return f"{sentence(place)}: {said}" if place else said


async def carry_out(screen: Screen, deed: Any) -> None:
    """Do what a row or an action says: a command, one whose fields are asked for first, or a dialogue."""
    if isinstance(deed, type) and issubclass(deed, Command):
        await Form(deed)(screen)
    elif isinstance(deed, Command):
        await screen.execute(deed)
    elif deed is not None:
        await deed(screen)
