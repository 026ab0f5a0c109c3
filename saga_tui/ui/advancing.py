"""A shop of what experience buys (`engine.advances`) for a game whose numbers are rolled under: one step of everything
that can be raised, with its price and what it does to the chance. A game gives an `Advancing`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final

from saga_tui.engine.advances import Advance, in_words
from saga_tui.engine.rules import Rules
from saga_tui.ui.shop import Bought, Helper, Price, Shop
from saga_tui.ui.specs import Line, Number, Row, Token
from saga_tui.words import minus, percent, plural

LOOK: Final = Token("✦", "✧", "$good")


@dataclass(frozen=True, slots=True)
class Raised:
    """Something that can be raised: its name, the section of the shop, the score that is rolled under it (none: it is
    no roll's), and whether a helper makes it cheaper."""

    what: str
    section: str
    score: int | None = None
    helped: bool = False


@dataclass(frozen=True, slots=True)
class Advancing:
    """What a game says of it: all that can be raised, what one step of it would be (of a document, its name, the
    helper's number), the chance of a roll under a score, how much may be raised in a span; its two commands."""

    rules: Rules[Any]
    raised: Callable[[Any], Iterable[Raised]]
    offer: Callable[..., tuple[Advance, str]]
    chance: Callable[[int], Fraction]
    limit: Callable[[Any], int]
    helper: Helper | None = None
    verbs: tuple[str, str] = ("advance", "take-back-advance")
    span: str = "scenario"

    def shop(self, title: str, unit: str) -> Shop:
        """The shop."""
        return Shop(title=title, unit=unit, token=LOOK, held=lambda one: self.rules.play_of(one).experience,
                    prices=lambda one, told: [*self.prices(one, told)], bought=self.bought, now=self.stands,
                    helper=self.helper)  # fmt: skip

    def prices(self, document: Any, told: int | None) -> Iterator[Price]:
        """One step of each."""
        for one in self.raised(document):
            trainer = told if one.helped else None
            made, label = self.offer(document, one.what, trainer=trainer)
            command = self.rules.command(self.verbs[0], {"what": one.what, "trainer": trainer})
            step, chance = f"{minus(str(made.old))} → {minus(str(made.new))}", ""
            if one.score is not None:
                now, then = self.chance(one.score), self.chance(one.score + made.new - made.old)
                chance = f"{percent(now)} → {percent(then)}"
            yield Price(one.what, one.section, f"{label} {step}", made.cost, command, chance)

    def _now(self, document: Any) -> list[tuple[int, Advance]]:
        """What was bought in this span, by its place."""
        span = getattr(self.rules.play_of(document), self.span)
        return [(at, one) for at, one in enumerate(document.advances) if one.scenario == span]

    def bought(self, document: Any) -> list[Bought]:
        """What can be given back."""
        back = partial(self.rules.command, self.verbs[1])
        now = self._now(document)
        return [Bought(in_words(self.rules, document, one), one.cost, back({"advance": at})) for at, one in now]

    def stands(self, document: Any) -> str:
        """How much is studied, of how much."""
        studied = {one.what for _, one in self._now(document)}
        return f"{len(studied)} of {plural(self.limit(document), 'thing')} studied in this {self.span}."

    def rows(self, document: Any, key: str, action: str, also: tuple[str, ...] = ()) -> Iterator[Row]:
        """What there is to spend, and what was bought, for a panel; `key` and `action` lead to the shop."""
        held, studied = self.rules.play_of(document).experience, self.stands(document).partition(" in ")[0]
        yield Number("Experience", held, key=key, choose=action, names=("experience",), label_width=11, note=studied,
                     also=also)  # fmt: skip
        for one in self.bought(document):
            yield Line(one.words, note=f"for {one.cost}", mark="✓", choose=action, drop=one.back)
