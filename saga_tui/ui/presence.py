"""Who else is at a shared table, as the top line of each screen says it: here or away, how far behind, what waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.content import Content

from saga_tui.safe import safe
from saga_tui.words import plural, sentence

Part = tuple[str, str]
"""Words, and their look."""
SIGN: Final = "⇄ "
_OVER: Final = "this link is no longer good"
LEAST: Final = 22
"""Cells that the rest of the line keeps before this is said at length."""


@dataclass(frozen=True, slots=True)
class Person:
    """One seat: whether somebody is there, and how many messages have not come to them yet."""

    name: str
    here: bool = False
    behind: int = 0


@dataclass(frozen=True, slots=True)
class Presence:
    """How sharing stands. `state`: `on`, `behind` (what the table has is still coming), `offline`, `refused`,
    `ended` (by itself), `paused` (it was shared before), or nothing while it begins. `waits`: one's
    own changes that have not gone out; `notes`: those that are unread."""

    title: str = ""
    state: str = ""
    people: tuple[Person, ...] = ()
    waits: int = 0
    notes: int = 0
    trouble: str = ""
    """What cannot be followed, and why; or why one is refused."""

    def _tail(self) -> list[Part]:
        waits = [(f"{self.waits} to send", "$warn")] if self.waits else []
        return [*waits, *([(plural(self.notes, "new note"), "bold $key")] if self.notes else [])]

    def _state(self) -> list[Part]:
        """What is to be said where nobody can be seen."""
        if self.state == "paused":
            return [("f7", "bold $key"), ("to go on sharing", "$dim")]
        words = {"offline": "offline", "refused": "refused", "ended": "not shared now", "": "connecting",
                 "behind": "catching up"}.get(self.state)  # fmt: skip
        return [(words, "bold $bad" if self.state == "refused" else "$warn")] if words else []

    def _named(self) -> list[Part]:
        here = [one for one in self.people if one.here]
        away = [safe(one.name, limit=24) for one in self.people if not one.here]
        told = [f"{safe(one.name, limit=24)}{f' {one.behind} behind' if one.behind else ''}" for one in here]
        parts = [(f"{', '.join(told)} here", "")] if told else []
        return [*parts, *([(f"{', '.join(away)} away", "$dim")] if away else [])] or [("no one else yet", "$dim")]

    def _counted(self) -> list[Part]:
        here = [one for one in self.people if one.here]
        behind = sum(bool(one.behind) for one in here)
        told = f"{len(here)} of {len(self.people)} here" if self.people else "no one yet"
        return [(told, ""), *([(f"{behind} behind", "")] if behind else [])]

    def _brief(self) -> list[Part]:
        here = sum(one.here for one in self.people)
        parts: list[Part] = self._state()[:1] if self.state != "behind" else [("…", "$warn")]
        if self.words and parts:  # the line below says it
            parts = [("!", parts[0][1])]
        parts = parts or [(f"{here}/{len(self.people)}", "")]
        parts += [(f"↑{self.waits}", "$warn")] if self.waits else []
        return [*parts, *([(f"✎{self.notes}", "bold $key")] if self.notes else [])]

    def line(self, width: int, room: int) -> Content:
        """As long as it can be said in `room` cells of a line of so many; the shortest form is always said."""
        if width < 2 * LEAST + 10:
            return _joined(self._brief(), " ")
        lost, tail = self._state(), self._tail()
        people = [] if lost else [self._named(), self._counted()]
        between = " " if self.state == "paused" else " · "
        forms = [_joined([*told, *tail], between) for told in (people or [lost])]
        return next((form for form in forms if form.cell_length <= room), _joined(self._brief(), " "))

    @property
    def words(self) -> str:
        """A sentence for what a person should know or do; nothing where all is well."""
        if self.state == "refused":
            return f"{sentence(self.trouble or _OVER)}. Ask the GM for a new link. What you do is kept."
        if self.state == "offline" and self.trouble:
            return f"Offline: {self.trouble}. What you do goes out later."
        if self.state == "offline":
            return "Offline: what you do is kept and goes out when the line is back."
        return self.trouble


def _joined(parts: list[Part], between: str = " · ") -> Content:
    found: list[Part] = [(SIGN, "$dim")]
    for at, part in enumerate(parts):
        found += [(between, "$dim"), part] if at else [part]
    return Content.assemble(*found)
