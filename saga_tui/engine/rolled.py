"""Rolls under a score with modifiers that are chosen from a list, with bonuses in hand, and against somebody's roll.

A game declares its own commands below these: what they are rolled under, which modifiers there are, what they come to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Protocol, Self

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine.asked import Thrown
from saga_tui.engine.command import Index, Words
from saga_tui.engine.conflict import BONUSES, place_of
from saga_tui.engine.fields import Of
from saga_tui.problem import near
from saga_tui.tally import Tally, Term, tally

MODIFIERS: Final = "modifier"
"""The list of the modifiers that a game has (`Rules.lists`), all of them."""
Degrees = Annotated[int, Field(ge=-20, le=20)]


class Modifier(Protocol):
    """A modifier that can be chosen: what it adds, or which values it leaves to choose from."""

    @property
    def name(self) -> str:
        """Its words."""

    @property
    def degree(self) -> int:
        """What it adds."""

    @property
    def choose(self) -> tuple[int, ...]:
        """The values to choose from."""

    @property
    def not_with(self) -> tuple[str, ...]:
        """Others that don't count beside it."""

    @property
    def note(self) -> str:
        """A line on it."""

    @property
    def rule(self) -> str:
        """The rule that has it."""

    @property
    def when(self) -> tuple[str, ...]:
        """What must hold for it (`Modified.facts`); behind a `!` what must not."""

    @property
    def itself(self) -> bool:
        """Whether it counts by itself where that holds, and is never chosen."""

    @property
    def bonus(self) -> str:
        """The bonus in hand that it stands for: while one of that sort is held, that is used."""


def amount(row: Modifier, told: str = "") -> int:
    """What a modifier adds, as it was chosen."""
    number = told.replace("−", "-")
    return int(number) if number.lstrip("+-").isdecimal() else row.degree or next(iter(row.choose), 0)


def limited(own: Tally, other: Tally, rule: str = "") -> Tally:
    """A score that another one holds down."""
    less = min(0, other.total - own.total)
    return own.plus(Term(less, f"held down by {other.label} {other.total}", rule)) if less else own


class Table:
    """A table of modifiers that stays as it is, known by itself and not by its rows."""

    __slots__ = ("rows",)

    def __init__(self, rows: Mapping[str, Modifier]) -> None:
        self.rows = rows

    def __hash__(self) -> int:
        return id(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.rows is other.rows


@lru_cache(maxsize=256)
def fitting(table: Table, facts: frozenset[str]) -> Sequence[tuple[str, Modifier]]:
    """The modifiers of a table that fit what holds of a roll."""

    def fits(row: Modifier) -> bool:
        return all((fact[1:] not in facts) if fact[0] == "!" else (fact in facts) for fact in row.when)

    return [(key, row) for key, row in table.rows.items() if fits(row)]


class Modified(Thrown):
    """A roll with modifiers."""

    modifiers: tuple[Annotated[Words, Of(MODIFIERS)], ...] = ()
    """Modifiers of the list; one that leaves a choice with its number: cover:-2."""
    modifier: Degrees = 0
    """More or less, as your GM says."""
    bonus: tuple[Annotated[Index, Of(BONUSES)], ...] = ()
    """Bonuses in hand that are used."""
    double_six: bool = False
    """Both dice showed a six first, where you tell their total."""

    def rows(self, document: Any) -> Mapping[str, Modifier]:
        """The modifiers of the game's tables that such a roll may have, by key."""
        raise NotImplementedError

    def facts(self, document: Any) -> Collection[str]:
        """What holds of it, in the words of the tables."""
        del document
        return ()

    def offered(self, document: Any) -> Mapping[str, Modifier]:
        """The modifiers that may be chosen for it, by key: not those of a bonus that is in hand."""
        held = {one.what for one in document.play.held} if document.play is not None else set()
        return {key: row for key, row in self._fitting(document) if not row.itself and row.bonus not in held}

    def _fitting(self, document: Any) -> Sequence[tuple[str, Modifier]]:
        return fitting(Table(self.rows(document)), frozenset(self.facts(document)))

    def number(self, document: Any) -> Tally:
        """What it is rolled under."""
        raise NotImplementedError

    def by_itself(self, document: Any) -> Iterator[Term]:
        """Modifiers that follow from what is rolled, beside those of the tables."""
        del document
        yield from ()

    def chosen(self, key: str) -> bool:
        """Whether a modifier is chosen."""
        return any(one.partition(":")[0] == key for one in self.modifiers)

    def degrees(self, document: Any, held: Sequence[Any] = ()) -> Tally:
        """All modifiers, each with its reason."""
        fits, rule = self._fitting(document), next(iter(self.rules), "")
        there = self.offered(document) if self.modifiers else {}
        said = dict(one.partition(":")[::2] for one in self.modifiers)
        out = {other for key in said if key in there for other in there[key].not_with}
        found = {key: told for key, told in said.items() if key in there and key not in out}
        held = document.play.held if document.play is not None else ()
        return tally("modifier", "Modifiers", [
            *(Term(row.degree, row.name, row.rule or rule) for _, row in fits if row.itself),
            *self.by_itself(document),
            *(Term(amount(there[key], told), there[key].name, there[key].rule or rule) for key, told in found.items()),
            *(Term(held[at].degrees, held[at].told, rule) for at in self.bonus if at < len(held)),
            Term(self.modifier, "as your GM says", rule) if self.modifier else None,
        ])  # fmt: skip

    def spend(self, edit: Any) -> None:
        """What was used is gone; objects to what there is not."""
        there, rule = self.offered(edit.now), next(iter(self.rules), "")
        for one in self.modifiers:
            if (key := one.partition(":")[0]) not in there:
                edit.object(rule, f"No modifier of this roll is called {key!r}", near(key, there), code="modifier")
        held = edit.game.play_of(edit.now).held
        if any(at >= len(held) for at in self.bonus):
            edit.object(rule, "There is no such bonus in hand", "Choose one from the list.", code="none")
        elif self.bonus:
            edit.put(rule, held=tuple(one for at, one in enumerate(held) if at not in self.bonus))
            edit.say(f"used: {', '.join(held[at].told for at in self.bonus)}", rule)


class Contested(Modified):
    """A roll against somebody's: by their score, or by what they have rolled already. A game gives it a field `against`
    of its own, so that it stands where it is typed."""

    degree: Annotated[int, Field(ge=-99, le=99)] | None = None
    """What the other's roll came to in the end, where it is known."""
    against_modifier: Degrees = 0
    """More or less on the other's roll."""
    other: Annotated[int, Field(ge=2, le=999)] | None = None
    """What the other's dice came to, where they were thrown at the table."""

    @property
    def rival(self) -> int | None:
        """The other's score."""
        score: int | None = getattr(self, "against", None)
        return score

    noted: ClassVar[tuple[str, ...]] = ()
    """Parameters that tell of the other side."""

    @property
    def meets(self) -> str:
        """What the other side rolls, as their numbers have it."""
        return "against"

    def facing(self, document: Any) -> Self:
        """The same with what is known of the `foe` in the order of a fight, where nothing else is said."""
        order, foe = document.play.order if document.play is not None else (), getattr(self, "foe", "")
        at = place_of(order, foe) if foe else None
        if at is None or not (known := dict(order[at].numbers)):
            return self
        if self.degree is None and (score := known.get(self.meets, known.get("against"))) is not None:
            known["against"] = score
        else:
            known.pop("against", None)
        usual = {name: one.default for name, one in type(self).model_fields.items()}
        said = {name: value for name, value in known.items() if name in usual and getattr(self, name) == usual[name]}
        return self.model_copy(update=said) if any(said[name] != usual[name] for name in said) else self

    @property
    def rolls_too(self) -> bool:
        """Whether the other's roll is still to be made."""
        return self.rival is not None and self.degree is None

    def remember(self, edit: Any) -> None:
        """Notes what was said of a `foe` in the order, for the next roll against them."""
        order, foe = edit.game.play_of(edit.now).order, getattr(self, "foe", "")
        at, usual = place_of(order, foe) if foe else None, type(self).model_fields
        if at is None or not order[at].name:
            return
        said = {name: getattr(self, name) for name in self.noted if getattr(self, name) != usual[name].default}
        said |= {self.meets: self.rival} if self.rival is not None and self.degree is None else {}
        if any(order[at].numbers.get(name) != value for name, value in said.items()):
            made = order[at].model_copy(update={"numbers": order[at].numbers | said})
            edit.put(next(iter(self.rules), ""), order=(*order[:at], made, *order[at + 1 :]))
            told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in said.items())
            edit.say(f"noted of {made.name}: {told}", next(iter(self.rules), ""))

    def draws(self, document: Any) -> Draw:
        """Its own dice, and the other's."""
        more = 2 if self.facing(document).rolls_too and self.other is None else 0
        return self.dice(super().draws(document).count + more)

    def theirs(self, edit: Any, final: Callable[[int, int, int], int], words: Callable[[int], str]) -> int:
        """What the other's roll comes to, as it was told or is thrown now: `final` of score, total and modifier."""
        score = self.rival
        if score is None or self.degree is not None:
            return self.degree or 0
        total = self.came(edit, 2, self.other)
        found = final(score, total, self.against_modifier)
        edit.say(f"against {score}, rolled {total}: {words(found)}", next(iter(self.rules), ""))
        return found
