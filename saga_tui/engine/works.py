"""Long actions: work that is done interval by interval until it reaches its goal, is lost, or time runs out. Play has
them as `works`. A game declares its own commands below these, with their verbs and rules."""

from itertools import accumulate
from typing import Annotated, Any, Final

from pydantic import Field

from saga_tui.engine.command import Command, Index, Words
from saga_tui.engine.fields import Of
from saga_tui.engine.model import LONGEST, Model, Name, Whole
from saga_tui.words import plural

WORKS: Final = "work"
"""The list of them by name (`Rules.lists`)."""


class Work(Model):
    """A long action: what it is to reach, what loses it, and what each interval brought."""

    name: Name = ""
    goal: Whole = 0
    losing: Whole | None = None
    against: Whole | None = None
    """The score of the opposition, if one opposes."""
    interval: Name = ""
    limit: Whole = 0
    """So many intervals; 0: without an end."""
    steps: tuple[Whole, ...] = Field(default=(), max_length=LONGEST)

    @property
    def total(self) -> int:
        """What it came to so far."""
        return sum(self.steps)

    @property
    def state(self) -> str:
        """`open`, `done`, `lost`, or `time` where that ran out."""
        for total in accumulate(self.steps):
            if total >= self.goal:
                return "done"
            if self.losing is not None and total <= self.losing:
                return "lost"
        return "time" if self.limit and len(self.steps) >= self.limit else "open"


class Working(Command):
    """A command about a long action."""

    def work(self, edit: Any, place: int) -> Work | None:
        """The one at that place; objects where there is none."""
        works: tuple[Work, ...] = edit.game.play_of(edit.now).works
        if place < len(works):
            return works[place]
        edit.object(next(iter(self.rules), ""), "There is no such long action", "Start one first.", code="none")
        return None

    def put(self, edit: Any, place: int, *instead: Work) -> None:
        """Something else at that place, or nothing."""
        works = edit.game.play_of(edit.now).works
        edit.put(next(iter(self.rules), ""), works=(*works[:place], *instead, *works[place + 1 :]))


class StartWork(Working):
    """Start a long action: how much it takes, perhaps what loses it, who opposes, how many intervals there are."""

    name: Words
    goal: int = Field(ge=1, le=999)
    losing: int | None = Field(default=None, ge=-999, le=0)
    against: int | None = Field(default=None, ge=-99, le=999)
    """The score of the opposition."""
    interval: Words = ""
    limit: int = Field(default=0, ge=0, le=500)

    def apply(self, edit: Any) -> None:
        """It stands at 0."""
        made = Work(**self.model_dump(include=set(Work.model_fields)))
        self.put(edit, len(edit.game.play_of(edit.now).works), made)
        edit.say(f"{self.name}: 0 of {self.goal}", self.rules[0], way="comes")


class WorkStep(Working):
    """An interval of a long action: your final degree less that of the opposition."""

    degree: int = Field(ge=-99, le=99)
    other: int = Field(default=0, ge=-99, le=99)
    """The final degree of the opposition."""
    work_at: Annotated[Index, Of(WORKS)] = 0

    def apply(self, edit: Any) -> None:
        """Added, whatever its sign; what it comes to is told."""
        work = self.work(edit, self.work_at)
        if work is None:
            return
        if work.state != "open":
            edit.object(self.rules[0], f"{work.name} is over: {work.state}", "Start another one.", code="over")
        made = work.model_copy(update={"steps": (*work.steps, self.degree - self.other)})
        self.put(edit, self.work_at, made)
        edit.say_moved(work.name, work.total, made.total, self.rules[0], f" of {work.goal}")
        words = {"done": "done", "lost": "lost for good", "time": "time is up"}.get(made.state)
        if words:
            edit.say(f"{work.name}: {words}", self.rules[0], way="comes" if made.state == "done" else "goes")
        elif made.limit:
            edit.say(f"{plural(made.limit - len(made.steps), 'interval')} left", self.rules[0])


class EndWork(Working):
    """A long action is over."""

    work_at: Annotated[Index, Of(WORKS)] = 0

    def apply(self, edit: Any) -> None:
        """Off the list."""
        work = self.work(edit, self.work_at)
        if work is not None:
            self.put(edit, self.work_at)
            edit.say(f"{work.name} is over at {work.total} of {work.goal}", self.rules[0], way="goes")
