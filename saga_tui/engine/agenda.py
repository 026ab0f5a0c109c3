"""What is still to be done of something under way, kept as words: deeds done one after another, each of which may put a
question, or other deeds, first. It stands in a document as it is, and goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple


class Deed(NamedTuple):
    """A deed: the step of the whole that it belongs to, what is done, and what it names after colons."""

    step: int
    do: Callable[[Any, str], Any]
    about: tuple[str, ...] = ()
    """A kind of thing each, as the game calls them."""


class Agenda:
    """The deeds of a matter. What is open of it stands in a state under `name`, with its `todo` and `step`."""

    def __init__(self, deeds: Mapping[str, Deed], name: str) -> None:
        self.deeds = deeds
        self.name = name

    def resume(self, run: Any) -> bool:
        """Goes on until a question is open or nothing is left to do; whether anything was open."""
        going = getattr(run.state, self.name) is not None
        while (matter := getattr(run.state, self.name)) and not run.state.questions:
            if not matter.todo:
                setattr(run.state, self.name, None)
                continue
            name, _, about = matter.todo[0].partition(":")
            matter.todo, matter.step = matter.todo[1:], self.deeds[name].step
            self.deeds[name].do(run, about)
        return going

    def first(self, run: Any, deed: str, about: Iterable[str]) -> None:
        """A deed for each of these, before all else that is still to be done."""
        matter = getattr(run.state, self.name)
        matter.todo = (*(f"{deed}:{each}" for each in about), *matter.todo)

    def passed(self, step: int, todo: Iterable[str]) -> bool:
        """Whether a matter at that step cannot have this still to do: no deed stands there, or one is of a step before;
        for what was written by hand."""
        known = {1, *(deed.step for deed in self.deeds.values())}
        left = [self.deeds[name].step for word in todo if (name := word.partition(":")[0]) in self.deeds]
        return step not in known or any(one < step for one in left)

    def unknown(self, todo: Iterable[str], known: Mapping[str, Container[str]]) -> Iterator[str]:
        """Words that are no deeds, or name what is not there: for what was written by hand."""
        for word in todo:
            name, *about = word.split(":")
            kinds = self.deeds[name].about if name in self.deeds else ()
            fits = name in self.deeds and len(kinds) == len(about)
            if not fits or any(each not in known[kind] for each, kind in zip(about, kinds, strict=True)):
                yield word
