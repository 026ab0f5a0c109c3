"""Long actions at any play screen (`engine.works`): a track each, and the menu of what can be done. A game names its
commands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from saga_tui.engine.command import Command
from saga_tui.ui import forms
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Entry, Form, Screen
from saga_tui.ui.specs import Token, Track
from saga_tui.words import signed

OVER: Final = {"done": "done", "lost": "lost", "time": "time is up"}
SHOWN: Final = 4
"""The last intervals are told one by one."""
LOOK: Final = Token("◆", "◇", "$title")


@dataclass(frozen=True, slots=True)
class Working:
    """The commands of a game's long actions."""

    start: type[Command]
    step: type[Command]
    end: type[Command]

    def rows(self, play: Any) -> Iterator[Track]:
        """A track each; Enter goes on with one, Delete ends it."""
        for at, work in enumerate(play.works):
            lost = f", lost at {signed(work.losing)}" if work.losing is not None else ""
            left = f", {work.limit - len(work.steps)} left" if work.limit else ""
            each = f", each {work.interval}" if work.interval else ""
            steps = f" ({' '.join(map(signed, work.steps[-SHOWN:]))})" if work.steps else ""
            told = f"{signed(work.total)} of {work.goal}{steps}{lost}{each}{left}"
            yield Track(work.name, max(0, work.total), work.goal, LOOK, label_width=16, id=f"work-{at}",
                        note=OVER.get(work.state, told), rule=next(iter(self.step.rules), ""),
                        choose=partial(self.go_on, at=at), drop=self.end.model_validate({"work_at": at}))  # fmt: skip

    async def menu(self, desk: Screen) -> None:
        """Starts a long action, goes on with one, or ends it."""
        start = Form(self.start, fields=("goal", "losing", "against", "limit"))
        found: list[Entry] = [(Offer("new", "Start a long action"), start)]
        for at, one in enumerate(desk.document.play.works):
            found += [
                (Offer(f"on-{at}", f"{one.name} goes on", f"{one.total} of {one.goal}"), partial(self.go_on, at=at)),
                (Offer(f"end-{at}", f"{one.name} ends"), self.end.model_validate({"work_at": at})),
            ]
        await forms.menu(desk, "Long actions", found)

    async def go_on(self, desk: Screen, at: int) -> None:
        """An interval: the degree, and that of the opposition where there is one."""
        opposed = desk.document.play.works[at].against is not None
        await Form(self.step, params={"work_at": at}, fields=("other",) if opposed else ())(desk)
