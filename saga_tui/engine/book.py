"""A game's book as data: its rules and whatever else is looked up, each an entry with its text, linked and searched."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Title = Annotated[str, Field(min_length=1, max_length=200)]


class RuleText(BaseModel):
    """One entry of the book. Rules have ids such as `ABC-2`; what is no rule joins them with its kind in front:
    `spell:light`."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: str
    title: Title
    chapter: Title
    section: Title
    text: Annotated[str, Field(min_length=1, max_length=900)]
    reading: bool = False
    """Part of it is a reading, where the book is silent or contradicts itself."""
    house: bool = False
    """Part of it is this program's addition to the book."""
    switch: str | None = None
    """The name of the setting's switch that changes the reading."""
    see: tuple[str, ...] = ()
    """Ids of related entries."""
    kind: str = "rule"


def _no_text() -> Iterable[RuleText]:
    return ()


def _no_chapter() -> Iterable[str]:
    return ()


@dataclass(frozen=True)
class Book:
    """All that can be looked up in a game. Nothing is read before it is asked for."""

    load: Callable[[], Iterable[RuleText]] = _no_text
    """Gives every entry, in the book's order."""
    chapters: Callable[[], Iterable[str]] = _no_chapter
    """The titles of the chapters in their order."""
    example: str = ""
    """An id that shows how ids look."""
    credit: str = ""
    """Who wrote the game, and what its texts are."""

    @cached_property
    def entries(self) -> dict[str, RuleText]:
        """Every entry by its id."""
        return {entry.id: entry for entry in self.load()}

    @cached_property
    def in_order(self) -> tuple[RuleText, ...]:
        """Every entry by chapter, each chapter in the book's order."""
        place = {title: number for number, title in enumerate(self.chapters())}
        return tuple(sorted(self.entries.values(), key=lambda one: place.get(one.chapter, len(place))))

    def rule(self, id: str) -> RuleText | None:
        """The entry with this id, in whatever case."""
        return self.entries.get(id.upper()) or self.entries.get(id.lower())

    def seen_from(self, id: str) -> tuple[str, ...]:
        """The ids of the entries that point to this one."""
        return tuple(other.id for other in self.entries.values() if id in other.see)

    def links(self, entry: RuleText) -> tuple[str, ...]:
        """What belongs to an entry: what it points to, then what points to it."""
        known = dict.fromkeys((*entry.see, *self.seen_from(entry.id)))
        return tuple(id for id in known if id in self.entries)

    def search(self, words: str) -> list[RuleText]:
        """Entries that hold all the words, the best first, else in book order; without any word the whole book."""
        wanted = words.casefold().split()
        ranked: list[tuple[int, RuleText]] = []
        for entry in self.entries.values():
            scores = [_score(entry, word) for word in wanted]
            if all(scores):
                ranked.append((sum(scores), entry))
        ranked.sort(key=lambda pair: -pair[0])
        return [entry for _, entry in ranked]


def _score(entry: RuleText, word: str) -> int:
    """How well one casefolded word fits an entry; 0 if it isn't there at all."""
    id_, title = entry.id.casefold(), entry.title.casefold()
    if word == id_ or id_.endswith(f":{word}"):
        return 100
    if entry.kind == "rule" and id_.startswith(word):
        return 40
    if word in title.replace("(", " ").replace(")", " ").split():
        return 30
    if word in title or word in id_:
        return 20
    if word in entry.section.casefold():
        return 5
    return 2 if word in entry.text.casefold() else 0
