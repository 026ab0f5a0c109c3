"""The story of a game with seats: every sentence of what happened, and a number of each seat as a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from saga_tui.engine.decisions import Computing
from saga_tui.engine.rulings import lines
from saga_tui.paper.columns import Grid
from saga_tui.paper.items import Block, Led, Written
from saga_tui.paper.sections import Head, Section
from saga_tui.paper.story import Chapter, Charted, Fact, Recap
from saga_tui.safe import clean
from saga_tui.words import sentence


class SeatsRecap(Recap):
    """How such a game is told. Its document has `seats` by name."""

    def __init__(self, game: Any, followed: str, ending: Sequence[str] = ()) -> None:
        """`followed` is the number of a seat that is drawn, by its name in the file, which is its word too: `glory`;
        `ending` are the verbs that only end somebody's part: nothing but that is not worth telling."""
        super().__init__(game.rules)
        self.followed, self.ending = followed, ending
        self.seating = game.seating
        self._scenes: dict[tuple[Any, ...], int] = {}

    def line(self, document: Any) -> str:
        """Who plays."""
        told: str = self.seating.line(document.state)
        return told

    def moments(self, step: Any, rolled: Any, document: Any) -> Iterator[tuple[str, str]]:
        """A line for each sentence of the log."""
        kind = self.rules.commands.get(step.do)
        if step.do == "note":
            yield "note", str(step.event.params.get("text", step.event.text))
        elif kind is not None and kind.group not in ("build", "rulings"):
            told = step.event.text.split("; ")
            yield from ((kind.group, line) for line in told if len(told) > 1 or step.do not in self.ending)

    def scene(self, step: Any) -> tuple[int, str]:
        """A part of a phase by whose it is; what computers play at once, or leads from turn to turn, by itself."""
        clock, called = step.event.clock, self.rules.clock.named
        parts = [called(span, number) for span, number in clock.items() if called(span, number)]
        if (kind := self.rules.commands.get(step.do)) is not None and issubclass(kind, Computing):
            parts = ["the computer plays"]
        elif step.moved("turn"):
            parts = ["from turn to turn"]
        key = (step.chapter, *parts)
        return self._scenes.setdefault(key, len(self._scenes) + 1) if parts else 0, sentence(": ".join(parts))

    def facts(self, chapter: Chapter, part: Sequence[Any], document: Any) -> Iterator[Fact]:
        """How the number of each seat changed."""
        first: Mapping[str, Any] = next((step.before for step in part if step.before is not None), {})
        for name, now in chapter.own.items():
            was = int(first.get("seats", {}).get(name, {}).get(self.followed, 0))
            yield f"{self.seating.names[name]}'s {self.followed}", f"{was} → {now}" if was != now else ""

    def own(self, part: Sequence[Any], told: Any, document: Any) -> Mapping[str, int]:
        """The number of each seat at the end of a chapter."""
        after: Mapping[str, Any] = next((step.after for step in reversed(part) if step.after is not None), {})
        return {name: int(seat.get(self.followed, 0)) for name, seat in after.get("seats", {}).items()}

    def charted(self, document: Any) -> Sequence[Charted]:
        """The number of each seat, chapter by chapter."""
        return [
            Charted(name, f"{self.seating.names[name]}'s {self.followed}", partial(_of, name))
            for name in document.seats
        ]


def _of(name: str, chapter: Chapter) -> int:
    return int(chapter.own.get(name, 0))


def score_page(  # noqa: PLR0917 - the parts of a page
    document: Any, game: Any, heads: tuple[str, ...], totals: Mapping[str, int],
    numbers: Callable[[str], Sequence[int]], held: Callable[[str], str],
) -> Iterator[Block]:  # fmt: skip
    """The score table, the highest first: who plays, the total, further numbers under their heads; what is open of each
    seat, where it is in play; what the group ruled."""
    state, told = document.state, game.seating
    ranks = sorted(state.seats, key=lambda seat: -totals.get(seat, 0))
    yield Head(clean(document.title), game.title, standing=told.standing(state))
    rows = [
        (f"{told.names[seat]} ({clean(told.player(state, seat))})", *map(str, (totals.get(seat, 0), *numbers(seat))))
        for seat in ranks
    ]
    yield Grid("Scores", heads, tuple(rows))
    if document.play:
        yield Section("Seats", tuple(Led(f"{told.names[seat]}: ", held(seat)) for seat in ranks))
    yield Section("House rulings", tuple(Written(line) for line in lines(document)))
