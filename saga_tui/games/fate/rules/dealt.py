"""A hero made of ten cards: dealt, given to scores, codes and intensities, lifted (F-CRE-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from saga_tui.dice import Draw
from saga_tui.engine.command import Words
from saga_tui.engine.fields import Of
from saga_tui.engine.findings import Findings
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, CREATION, DOOM, Card
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.rules.base import Building, Change
from saga_tui.games.fate.rules.figures import Figures, figures
from saga_tui.problem import Problem, Where
from saga_tui.words import plural


def worth(card: Card, to: str, lifts: int, cap: int) -> int:
    """What a card and its lifts make of a score or an intensity: never over the cap."""
    own = CREATION["own_suit_bonus"] if card.suit == to else 0
    return int(min(cap, card.value + own + lifts * CREATION["lift"]))


def code_of(card: Card) -> str:
    """The code that a card gives."""
    return next(str(code) for code, values in CREATION["code_by_value"].items() if values[0] <= card.value <= values[1])


def place_of(to: str) -> Where:
    """Where in a hero something stands: `strength`, `code strength`, `power 1`."""
    kind, _, what = to.partition(" ")
    if kind == "power":
        return "powers", int(what) - 1, "intensity"
    return ("abilities", what, "code") if kind == "code" else ("abilities", kind, "score")


def targets(hero: Hero) -> list[str]:
    """What cards can be given to."""
    powers = range(1, min(len(hero.powers), CREATION["cards_for_powers"]) + 1)
    return [*ABILITIES, *(f"code {key}" for key in ABILITIES), *(f"power {place}" for place in powers)]


def value_of(of: Figures, to: str) -> int | str:
    """What the cards make of it."""
    made = of.hero.made
    card = book.cards(100)[made.given[to]]
    return code_of(card) if to.startswith("code") else worth(card, to, made.lifts.get(to, 0), of.tier.get("cap", 30))


class DealCards(Building, verb="deal-cards", title="Deal ten cards", rules="F-CRE-6"):
    """Deal ten cards from a full deck to make the hero of; earlier ones go."""

    hidden = True

    def draws(self, document: Hero) -> Draw:
        """Without putting back."""
        return Draw(CREATION["cards_drawn"], pool=tuple(book.cards(figures(document).deck)))

    def apply(self, edit: Change) -> None:
        """In the place of those before."""
        edit.choose("made", "F-CRE-6", way="cards", cards=edit.dice, given={}, lifts={})
        edit.say(f"dealt: {', '.join(book.cards(100)[one].name for one in edit.dice)}", "F-CRE-6")


class GiveCard(Building, verb="give-card", title="Give a card", rules="F-CRE-6"):
    """Give one of the cards dealt to a score (3 more on the ability of its suit), a code, or a power's intensity."""

    card: Annotated[Words, Of("dealt card")]
    to: Annotated[Words, Of("card target")]

    def apply(self, edit: Change) -> None:
        """Set as the card says."""
        made, to = edit.now.made, self.to.strip().casefold()
        same = [one for one in made.cards if book.cards(100)[one].name.casefold() == self.card.strip().casefold()]
        found = next((one for one in same if one not in made.given.values()), same[0] if same else 0)
        if not found or to not in targets(edit.now):
            edit.object(
                "F-CRE-6", f"No {self.card} for {self.to}", "Name a card dealt, and what it is for.", code="card"
            )
            return
        kept = {key: one for key, one in made.given.items() if one != found}
        edit.choose("made", "F-CRE-6", given=kept | {to: found})
        settle(edit, to)


class Lift(Building, verb="lift", title="Lift a score", rules="F-CRE-6"):
    """Lift a score or an intensity that a card gave, by 5: as often as the tier allows, at most twice on one."""

    to: Annotated[Words, Of("card target")]

    def apply(self, edit: Change) -> None:
        """Higher."""
        made, to = edit.now.made, self.to.strip().casefold()
        most, used = figures(edit.now).tier.get("lifts", 0), sum(made.lifts.values())
        if to not in made.given or to.startswith("code"):
            edit.object("F-CRE-6", f"No card was given to {self.to}", "Give one first.", code="card")
            return
        if used >= most or made.lifts.get(to, 0) >= CREATION["lifts_on_one"]:
            message = f"The tier allows {plural(most, 'lift')}, two on one"
            edit.object("F-CRE-6", message, "Leave it.", code="lifts")
        edit.choose("made", "F-CRE-6", lifts=made.lifts | {to: made.lifts.get(to, 0) + 1})
        settle(edit, to)


def settle(edit: Change, to: str) -> None:
    """Writes what the cards make of it, and tells."""
    value = value_of(figures(edit.now), to)
    edit.put_at(place_of(to), value, "F-CRE-6")
    edit.say(f"{to} {value}", "F-CRE-6")


def problems(found: Findings, of: Figures) -> Iterator[Problem]:
    """What is still to give, and what is not as dealt."""
    made, hero = of.hero.made, of.hero
    if made.way != "cards" or hero.entered or hero.play is not None:
        return
    missing = [one for one in targets(hero)[: 2 * len(ABILITIES)] if one not in made.given]
    if missing:
        yield found("cards", ("made", "cards"), of={"count": len(missing)}, missing=missing[0])
    for to in made.given:
        part: Any = hero
        for step in place_of(to):
            past = isinstance(step, int) and step >= len(part)
            part = None if part is None or past else part[step] if isinstance(step, int) else getattr(part, step)
        if part != value_of(of, to):
            yield found("not-dealt", place_of(to), str(part), name=to, dealt=str(value_of(of, to)))
    doom = sum(book.cards(100)[one].suit == DOOM for to, one in made.given.items() if to in ABILITIES)
    if doom > len(hero.hindrances):
        yield found("owes", ("hindrances",), of={"count": doom - len(hero.hindrances)})
