"""Plays of a hand to choose from, each with its exact chance, the best first; and cards to pay with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final
from weakref import WeakKeyDictionary

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widget import Widget

from saga_tui.card_plays import Action, Play, best
from saga_tui.safe import safe
from saga_tui.tally import Tally
from saga_tui.ui.card_faces import Face, Fan, Laid
from saga_tui.ui.dialogs import Choose, Offer, PickList
from saga_tui.ui.roll_odds import Chance
from saga_tui.words import listed, minus, percent, plural

MOST: Final = 12
"""So many plays or payments are listed, the best first."""
Listed = list[tuple[Offer, dict[str, Any]]]
"""Lines, each with what it says to a command: `cards` and `push` by their names."""


def lawful(action: Action) -> Iterator[Play]:
    """Every play of a hand: what may be played before a last card, lowest first."""
    for last in range(len(action.hand)):
        low = sorted(action.low(last), key=lambda at: action.hand[at].value)
        for many in range(min(len(low), 4) + 1):
            yield from (Play((*before, last)) for before in combinations(low, many))


def laid(faces: Sequence[Face], becomes: Mapping[int, str], *chances: Chance, tail: str = "") -> Laid:
    """A hand with what becomes of its cards, by their places, below the chances of it."""
    shown = (
        replace(one, picked=becomes.get(at, ""), dim=bool(becomes) and at not in becomes)
        for at, one in enumerate(faces)
    )
    return Laid(Fan(tuple(shown)), chances, tail)


def plays(
    action: Action, faces: Sequence[Face], goal: int | None, rules: tuple[str, str], spared: str = "",
    *, against: tuple[int, str] = (0, ""),
) -> Listed:  # fmt: skip
    """The plays by chance, then by cards, the best one first and the best with a push last, where that is better; by
    their averages, where nobody knows the goal. `rules` stand behind a play and a push; `spared` is said of a play with
    a card of the suit that one rather keeps; `against` is what may yet be added to the goal, and its words."""
    if not action.hand:
        return []
    names, (more, whose) = [one.name for one in faces], against

    def told(play: Play) -> tuple[Offer, dict[str, Any]]:
        cards, push = [names[at] for at in play.cards], "" if play.push is None else names[play.push]
        hoped = None if goal is None else action.chance(play, goal)
        becomes = {**dict.fromkeys(play.cards, "play"), **({} if play.push is None else {play.push: "push"})}
        costs = spared if any(action.hand[at].suit == action.spares for at in becomes) else ""
        about = f"{float(action.mean(play)):.1f} on average", "trump" if action.trumps(play) else "", costs
        chances, tail = [], ", ".join(filter(None, about))
        if goal is not None and hoped is not None:
            chances = [Chance("success", hoped, "$good"), Chance("failure", 1 - hoped, "$bad")]
            chances += [Chance(whose, action.chance(play, goal + more), within=True)] * bool(more)
        chance = "" if hoped is None else f"{percent(hoped):>4}  "
        words = f"{chance}{' '.join(cards)}{f', push {push}' if push else ''}"
        said = Offer(" ".join((*cards, push)), words, tail, rule=rules[bool(push)],
                     drawing=laid(faces, becomes, *chances, tail=tail))  # fmt: skip
        return said, {"cards": cards, "push": push}

    def once(found: Iterable[Play]) -> list[Play]:
        """Each by its names: with a chart the same card may be held twice."""
        kept: dict[tuple[str, ...], Play] = {}
        for one in found:
            kept.setdefault(tuple(names[at] for at in one.cards), one)
        return [*kept.values()]

    first = None if goal is None else best(action, goal)
    if goal is None or first is None:
        return [told(play) for play in once(sorted(lawful(action), key=lambda one: -action.mean(one)))[:MOST]]
    ranked = sorted(lawful(action), key=lambda play: (play != first.play, -action.chance(play, goal), len(play.cards)))
    pushed = first.pushed()
    last = [pushed.play] if pushed is not None and pushed.chance > first.chance else []
    return [told(play) for play in (*once(ranked)[:MOST], *last)]


def payments(faces: Sequence[Face], values: Sequence[int], due: int, first: Sequence[str], rule: str) -> list[Offer]:
    """Cards that are enough to pay what is due, or all of them: the `first` ones before the others."""
    names = [one.name for one in faces]
    places = range(len(names))
    sets = (some for many in places for some in combinations(places, many + 1))
    enough = [some for some in sets if sum(values[at] for at in some) >= due or len(some) == len(names)]
    ways = {" ".join(names[at] for at in some): some for some in enough}
    keys = [*dict.fromkeys((" ".join(first), *ways))]
    found = []
    for key in [key for key in keys if key in ways][:MOST]:
        over = max(0, sum(values[at] for at in ways[key]) - due)
        about = f"{plural(len(names) - len(ways[key]), 'card')} left, {over} over"
        drawn = laid(faces, dict.fromkeys(ways[key], "give"), tail=about)
        found.append(Offer(key, listed(names[at] for at in ways[key]), about, rule=rule, drawing=drawn))
    return found


def reckoned(goal: Tally) -> str:
    """What is to be reached with its terms: `Difficulty 21: easy 4, opposition 15`."""
    return f"{goal.label} {goal.total}: {', '.join(f'{one.reason} {minus(str(one.amount))}' for one in goal.terms)}"


# ---- put together


ANSWERS: Final[WeakKeyDictionary[Any, dict[tuple[str, str], Any]]] = WeakKeyDictionary()
"""What was chosen last at a screen, by the parameter and what it is of."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What cards are played on, and by what letter it is changed: a parameter, its label, the question, and what there
    is to choose; without offers it is a number. It is `usual` at first, then what it was the last time, `of` something
    where that is said, unless it is `fleeting`; a `first` one is asked for before the plays are listed. The key of an
    offer may have further lines: `skill=Archery` is another parameter."""

    name: str
    letter: str
    label: str
    question: str
    offers: Sequence[Offer] = ()
    usual: Any = ""
    least: int = 0
    most: int = 999
    first: bool = False
    of: str = ""
    fleeting: bool = False
    alone: bool = False
    """Whether it is told though there is nothing to choose."""

    def stands(self, said: dict[str, Any], last: Mapping[tuple[str, str], Any]) -> None:
        """Notes what it is, where that is not known or may not be any more."""
        held = last.get((self.name, self.of), self.usual) if self.name not in said else said[self.name]
        first = self.offers[0].key if self.offers else self.usual
        said[self.name] = next((one for one in (held, self.usual) if self.holds(one)), first)

    def words(self, value: Any) -> str:
        """It as it stands: `Average 8`, `against 15`."""
        named = next((one.text for one in self.offers if one.key == value), str(value))
        return f"{self.label} {minus(named)}" if self.label else named

    def holds(self, value: Any) -> bool:
        """Whether it may be that."""
        return not self.offers or any(one.key == value for one in self.offers)

    async def asked(self, desk: Any, title: str, said: dict[str, Any]) -> bool:
        """Asks for it, and notes it; whether it was answered."""
        if not self.offers:
            found = await desk.number(title, self.question, default=said[self.name], least=self.least,
                                      most=self.most)  # fmt: skip
            said |= {} if found is None else {self.name: found}
            return found is not None
        key: str | None = await desk.choose(title, self.offers, self.question, at=str(said[self.name]))
        if key is None:
            return False
        further = (line.partition("=")[0] for one in self.offers for line in one.key.split("\n")[1:])
        said |= dict.fromkeys(further, "") | dict(line.split("=", 1) for line in key.split("\n")[1:])
        said[self.name] = key.split("\n")[0]
        return True


class Settings(Widget):
    """What cards are played on in a line, each with its letter; a click on one changes it."""

    DEFAULT_CSS = "Settings { height: auto; width: 1fr; }"
    ALLOW_SELECT = False

    def __init__(self, parts: Sequence[tuple[str, str, str]]) -> None:
        """The name, the letter and the words of each."""
        super().__init__()
        self.parts = parts

    def lines(self, width: int) -> list[Content]:
        """`a Strength 6   l Average 8   w Bow`; none is broken at a line's end."""
        found = list[Content]()
        for name, letter, words in self.parts:
            told = Content.assemble((letter, "bold $key"), f"{' ' * bool(letter)}{safe(words)}")
            told = told.stylize(Style.from_meta({"setting": name})) if letter else told
            if found and found[-1].cell_length + 3 + told.cell_length <= width:
                found[-1] = Content.assemble(found[-1], "   ", told)
            else:
                found.append(told)
        return found

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as they need."""
        return len(self.lines(width))

    def render(self) -> Content:
        """All of them."""
        return Content("\n").join(self.lines(self.content_size.width))

    def on_click(self, event: events.Click) -> None:
        """It is changed as by its letter."""
        if name := event.style.meta.get("setting"):
            event.stop()
            self.screen.dismiss(f"={name}")


class PlayList(Choose):
    """Plays to choose from by digits; what they are played on is changed by letters."""

    def __init__(
        self, title: str, offers: Sequence[Offer], question: str, parts: Sequence[tuple[str, str, str]],
        at: str = "",
    ) -> None:  # fmt: skip
        super().__init__(title, offers, question, wide=True, at=at)
        self.parts = parts
        own = {letter for _, letter, _ in parts if letter}
        self.letters = "".join(letter for letter in self.letters if letter not in own)

    def compose_body(self) -> ComposeResult:
        """What they are played on, the question, the plays."""
        yield Settings(self.parts)
        yield from super().compose_body()

    def on_click(self, event: events.Click) -> None:
        """A click on a card goes to the next play with it."""
        at, pick = event.style.meta.get("part"), self.query_one(PickList)
        if at is None:
            return
        now = pick.highlighted or 0
        for place in (*range(now + 1, len(self.offers)), *range(now)):
            drawn = self.offers[place].drawing
            if isinstance(drawn, Laid) and drawn.fan.faces[at].picked:
                pick.highlighted = place
                return

    def on_key(self, event: events.Key) -> None:
        """A letter of its own changes something; the others choose, as the list's."""
        name = next((name for name, letter, _ in self.parts if letter == event.character), None)
        if name is not None:
            event.stop()
            self.dismiss(f"={name}")


def pointed(desk: Any) -> int | None:
    """The place of the card that was clicked just now, in the drawing at the focus; None: none was."""
    at = getattr(desk.focused, "part", None)
    if at is not None:
        desk.focused.part = None
    return at


async def put_together(
    desk: Any, title: str, settings: Callable[[dict[str, Any]], Iterable[Setting]], said: dict[str, Any],
    listed: Callable[[dict[str, Any]], tuple[str, Listed]], *, rule: str = "", card: str = "",
) -> dict[str, Any] | None:  # fmt: skip
    """Lists the plays with what they are played on above them, as it was the last time at this screen, and lets it be
    changed until one is chosen; gives all parameters. What is `said` is not asked for; `settings` may depend on those
    before them; `listed` gives a question and the plays. The cursor is on the best one, with that `card` if one is
    said."""
    known, last, over = {*said}, ANSWERS.setdefault(desk, {}), set[str]()

    def stand() -> list[Setting]:
        found = []
        for one in settings(said):
            one.stands(said, last)
            found.append(one)
        for name in over - {one.name for one in found}:
            said.pop(name, None)
        over.update(one.name for one in found)
        return found

    for one in stand():
        if one.first and one.name not in known and not await one.asked(desk, title, said):
            return None
    while True:
        now = stand()
        question, plays = listed(said)
        parts = [(one.name, one.letter * (len(one.offers) != 1), one.words(said[one.name]))
                 for one in now if one.alone or len(one.offers) != 1]  # fmt: skip
        at = next((offer.key for offer, params in plays if card in params["cards"]), "")
        dialog = PlayList(title, [offer for offer, _ in plays], question, parts, at)
        dialog.rule = rule
        key = await desk.app.push_screen_wait(dialog)
        if key is None:
            return None
        if found := next((params for offer, params in plays if offer.key == key), None):
            last |= {(one.name, one.of): said[one.name] for one in now if not one.fleeting}
            return said | found
        await next(one for one in now if key == f"={one.name}").asked(desk, title, said)


async def execute_drawn(desk: Any, command: Any, rule: str) -> None:
    """Carries a command out with the cards that were drawn from a real deck: they are typed in."""
    draw, found = command.draws(desk.document), None
    while draw.needed and found is None:
        told = await desk.line("Cards drawn", said="The trump's first, then those that fill your hand: A7, D3",
                               rule=rule, needed="the cards")  # fmt: skip
        if told is None:
            return
        found = draw.typed(told.replace(",", " ").split())
        found = found if found is not None and draw.fits(found) and not draw.lacks(found) else None
        if found is None:
            desk.notify(f"This takes {plural(draw.needed, 'card')}, and more while a trump goes on.")
    await desk.execute(command, found)
