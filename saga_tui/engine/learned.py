"""The numbers of a document whose skills are learned by levels and which experience raises: reckoned when they are
first asked for, kept while the document stays the same. A game's own numbers stand in a class below `Numbers`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final, TypeVar

from saga_tui.engine.levels import OWN, Held, ref_of
from saga_tui.engine.ruled import ruled
from saga_tui.tally import Tally, Term, tally


@dataclass(frozen=True, slots=True)
class Ids:
    """The rules behind the terms of a skill."""

    score: str
    """What it stands on counts."""
    bought: str
    """What it cost."""
    free: str
    """It is had without having been bought."""
    learned: str
    """Experience raised it."""


class Reckoned:
    """The numbers of one document, which has rule options in its `campaign` and its `world`."""

    options: ClassVar[Callable[[], Mapping[str, Any]]]
    """The rule options by key, each with its `default`."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.kept: dict[str, Tally] = {}

    # ---- what the group plays by

    @cached_property
    def switches(self) -> Mapping[str, str]:
        """What the group chose, before what the setting has."""
        return {**self.document.world.switches, **self.document.campaign.switches}

    def switch(self, key: str) -> str:
        """How a rule option stands."""
        return str(self.switches.get(key) or type(self).options()[key].default)

    def whole(self, key: str) -> int:
        """A rule option that is a number; the usual one where a file says no number there."""
        said = self.switch(key)
        return int(said[:4] if said.isdecimal() else type(self).options()[key].default)

    def once(self, number: Tally) -> Tally:
        """A number with what the group ruled on it; it is kept under its name."""
        self.kept[number.name] = found = ruled(self.document, number)
        return found

    def named(self, number: Tally) -> Tally:
        """A number with what the group ruled on it, by a name as people type it."""
        return ruled(self.document, replace(number, name=number.name.replace("_", "-")))


class Numbers(Reckoned):
    """The numbers of one document. It has a list `skills` (`key`, `name`, `level`, and for an own one `on` and `start`)
    and a list `advances`; the rows of the list of skills have `key`, `name`, `characteristic`, `base`, `tl` and
    `specialise`."""

    ids: ClassVar[Ids]

    # ---- a game's own

    @property
    def skills(self) -> Mapping[str, Any]:
        """The list of skills by key."""
        raise NotImplementedError

    def score(self, key: str) -> int:
        """What a skill may stand on: a characteristic."""
        raise NotImplementedError

    def called(self, key: str) -> str:
        """Its name."""
        raise NotImplementedError

    def price(self, kind: str, start: int, to: int) -> int:
        """What a way from one value to another costs, of a `skill` among others."""
        raise NotImplementedError

    def floor(self, one: Held) -> Term | None:
        """A number that a skill's total never falls below, and why."""
        del one
        return None

    # ---- numbers

    def learned(self, what: str) -> list[Term]:
        """What experience added to something."""
        return [
            Term(one.new - one.old, f"experience, scenario {one.scenario}" if one.scenario else "experience", rule)
            for rule in (self.ids.learned,)
            for one in self.document.advances
            if one.what == what and one.new != one.old
        ]

    # ---- skills

    @cached_property
    def held(self) -> Mapping[str, Held]:
        """Every skill that one has, by its ref, in the order of the list: those bought, and the free ones, which stand
        at their start. A specialisation stands behind its skill, own ones at the end."""
        bought: dict[str, list[Held]] = {}
        for place, one in enumerate(self.document.skills):
            bought.setdefault(one.key if one.key in self.skills else "", []).append(self.bought_at(place))
        found: dict[str, Held] = {}
        for key, row in self.skills.items():
            if key in bought:
                found |= {one.ref: one for one in bought[key]}
            elif not row.specialise and row.base is not None:
                found[key] = Held(key, row.name, key, row.characteristic, row.base, row.base, row.tl)
        return found | {one.ref: one for one in bought.get("", ())}

    def bought_at(self, place: int) -> Held:
        """A skill that was bought, by its place."""
        one = self.document.skills[place]
        row = self.skills.get(one.key)
        if row is None:
            label = one.name or "Own skill"
            return Held(ref_of(OWN, one.name), label, OWN, one.on, one.start or 0, one.level, None, place)
        start = one.start if one.start is not None and row.base is None else row.base or 0
        ref = ref_of(row.key, one.name) if row.specialise else row.key
        label = f"{row.name}: {one.name or '…'}" if row.specialise else row.name
        return Held(ref, label, row.key, row.characteristic, start, one.level, row.tl, place, row.specialise)

    def level(self, one: Held) -> int:
        """The learning level, experience included."""
        return one.level + sum(term.amount for term in self.learned(one.name))

    def total(self, ref: str) -> Tally:
        """The total of a skill by its ref; nothing of one that nobody knows."""
        one = self.held.get(ref)
        if one is None:
            return Tally(f"skill:{ref}", self.skills[ref].name if ref in self.skills else repr(ref))
        if one.name in self.kept:
            return self.kept[one.name]
        terms = [Term(self.score(one.on), self.called(one.on), self.ids.score), *self._levels(one)]
        floor, now = self.floor(one), sum(term.amount for term in terms)
        if floor is not None and floor.amount > now:
            terms.append(replace(floor, amount=floor.amount - now))
        return self.once(tally(one.name, one.label, terms))

    def best(self, ref: str) -> Held | None:
        """A skill by its ref, or the best specialisation of one."""
        found = (one for one in self.held.values() if one.key == ref)
        return self.held.get(ref) or max(found, default=None, key=lambda one: self.total(one.ref).total)

    def label_of(self, ref: str) -> str:
        """A skill, or what skills stand on, by its name."""
        return self.held[ref].label if ref in self.held else self.called(ref)

    def refs(self) -> list[str]:
        """All skills by ref, those that were bought before the rest."""
        return [one.ref for one in sorted(self.held.values(), key=lambda one: one.place is None)]

    def _levels(self, one: Held) -> Iterator[Term]:
        if one.place is not None:
            yield Term(one.level, f"learned for {self.price('skill', one.start, one.level)}", self.ids.bought)
        elif one.level:
            yield Term(one.level, "never learned", self.ids.free, "rules")
        yield from self.learned(one.name)

    @property
    def skills_cost(self) -> int:
        """What the skills cost."""
        return sum(self.price("skill", one.start, one.level) for one in self.held.values() if one.place is not None)


N = TypeVar("N", bound=Reckoned)
MOST: Final = 6
"""The numbers of so many documents of a game are kept."""
_LAST: dict[type[Reckoned], list[Any]] = {}


def of_document(made: type[N], document: Any) -> N:
    """The numbers of a document; the same ones for the same document."""
    last = _LAST.setdefault(made, [])
    for found in last:
        if found.document is document:
            same: N = found
            return same
    new = made(document)
    last[:] = [new, *last[: MOST - 1]]
    return new
