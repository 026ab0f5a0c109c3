"""Every number of a hero with its reasons: what was chosen, what play counts, what creation leaves, what the group
ruled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Final

from saga_tui.engine.carded import Making
from saga_tui.engine.derived import Counted, counts, on_sheet, texts
from saga_tui.engine.entries import Entry, counted, number, slugged
from saga_tui.engine.learned import Reckoned, of_document
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, CREATION
from saga_tui.games.fate.hero import Hero, Play, Power
from saga_tui.tables import tables
from saga_tui.tally import Tally, Term, tally

SHEET: Final = tables(Counted, book.data("numbers")["sheet"], by="name")
COUNTED: Final = tables(Counted, book.data("numbers")["counted"], by="name")
TEXTS: Final = {one["name"]: one["label"] for one in book.data("numbers")["text"]}
"""The texts of a hero's concept by their fields."""
LOST: Final = {str(one.path[-1]): (one.reason, one.rule) for one in COUNTED.values()}
"""What lowers the limit of the hand: the fields of play with their words and rules (F-HAND-4)."""
MAKING: Final = Making(lambda _: book.cards(100), lambda hero: book.TIERS.get(hero.made.tier, {}), ABILITIES, CREATION,
                       book.DOOM, "F-CRE-6")  # fmt: skip
"""How a hero is made of cards."""


class Figures(Reckoned):
    """The numbers of one hero."""

    options = book.switches
    document: Hero

    @property
    def hero(self) -> Hero:
        """Whose they are."""
        return self.document

    @cached_property
    def play(self) -> Play:
        """Where play stands; where it will begin before that."""
        return self.hero.play or Play()

    @property
    def deck(self) -> int:
        """How many cards there are (F-DECK-5)."""
        return 100 if self.switch("cards") == "100" else 96

    @property
    def from_deck(self) -> bool:
        """Whether cards are drawn without putting back (F-DECK-6)."""
        return self.switch("draw") == "deck"

    lost = LOST
    faces = staticmethod(book.DECK.faces)
    held = property(lambda self: self.faces(self.play.hand))
    banked = property(lambda self: self.faces(self.play.bank))
    open = property(lambda self: next(iter(self.faces([self.play.open])), None))

    # ---- numbers of the sheet

    def sheet(self, name: str) -> Tally:
        """A number that stands there: an ability's score, edge, full health (F-HERO-1, F-HERO-5, F-HERO-10)."""
        return on_sheet(self, SHEET[name])

    score = sheet
    edge = property(lambda self: self.sheet("edge"))
    health = property(lambda self: self.sheet("full-health"))

    def intensity(self, place: int, key: str) -> Tally:
        """A power's intensity (F-HERO-6)."""
        power = self.hero.powers[place]
        return self.once(
            tally(f"power:{key}", power.name or "Power", (Term(power.intensity, "on the sheet", "F-HERO-6"),))
        )

    @property
    def powers(self) -> dict[str, tuple[int, Power]]:
        """The powers by their keys, each with its place."""
        return {key: (place, power) for place, (key, power) in enumerate(slugged(self.hero.powers, "name"))}

    @property
    def size(self) -> Tally:
        """The hand's size: edge and 2, or as the sheet says (F-HAND-1)."""
        edge, bonus, own = self.edge.total, self.whole("hand_bonus"), self.hero.hand
        terms = Term(edge, "edge", "F-HAND-1"), Term(bonus, "everybody", "F-HAND-1", "rules")
        said = [] if own is None else [Term(own - edge - bonus, "the sheet says otherwise", "F-HAND-1")]
        return self.once(tally("hand-size", "Hand size", (*terms, *said)))

    @property
    def limit(self) -> Tally:
        """How many cards the hand is filled to (F-HAND-4)."""
        lost = (Term(-getattr(self.play, field), words, rule, "play") for field, (words, rule) in LOST.items())
        found = tally("hand-limit", "Hand limit", (*self.size.terms, *(one for one in lost if one.amount)))
        none = [Term(-found.total, "no cards are left", "F-DMG-7", "play")] if found.total < 0 else []
        return self.once(found.plus(*none))

    def bonus(self, kind: str) -> Tally:
        """What is in hand adds to damage, what is worn takes off wounds: the best of it (F-HERO-8)."""
        used = (one for one in self.hero.gear if one.kind == kind and one.used)
        best = max(used, key=lambda one: one.bonus, default=None)
        term = Term(best.bonus, best.name or kind, "F-HERO-8") if best is not None else None
        return self.once(tally(kind, "Weapon bonus" if kind == "weapon" else "Armour", (term,)))

    # ---- creation

    @property
    def tier(self) -> dict[str, int]:
        """The numbers of the group's tier; none were chosen, nothing counts (F-CRE-2)."""
        return dict(MAKING.tier(self.hero))

    @property
    def budgeted(self) -> bool:
        """Whether points are counted."""
        return bool(self.tier) and self.hero.made.way == "points" and not self.hero.entered

    def points(self) -> tuple[Tally, Tally, Tally]:
        """What is left of each of the three budgets (F-CRE-3 … F-CRE-5)."""
        return self.ability_points(), self.skill_points(), self.power_points()

    def ability_points(self) -> Tally:
        """Points of scores and of edge that are left (F-CRE-3, F-CRE-4)."""
        price, edge = CREATION["score_price"], self.hero.edge
        terms = [Term(-one.score * price, key.capitalize(), "F-CRE-3") for key, one in self.hero.four.items()]
        more = CREATION["edge_2_price"] * max(0, edge - CREATION["edge"])
        return self._left("ability", [*terms, *[Term(-more, f"edge {edge}", "F-CRE-4")] * bool(more)])

    def skill_points(self) -> Tally:
        """Points of training that are left (F-CRE-3)."""
        terms, free = [], book.CODES["a"]["skills"]
        for key, one in self.hero.four.items():
            more = max(0, len(one.skills) - free) * CREATION["skill_beyond_a_price"] * (one.code == "a")
            best = sum(skill.world_class for skill in one.skills) * CREATION["world_class_price"]
            cost = CREATION["code_prices"].get(one.code, 0) + more + best
            terms.append(Term(-cost, f"{key.capitalize()}, code {one.code}", "F-CRE-3"))
        return self._left("skill", terms)

    def power_points(self) -> Tally:
        """Points of powers, weapons and armour that are left; hindrances give some (F-CRE-5)."""
        hurt = min(len(self.hero.hindrances), CREATION["hindrances_paid"]) * CREATION["hindrance_gives"]
        gear = ((one.bonus * CREATION["bonus_price"], one.name or one.kind) for one in self.hero.gear if one.bonus)
        paid = [*((price(one), one.name or "a power") for one in self.hero.powers), *gear]
        given = [Term(hurt, "hindrances", "F-CRE-5")] * bool(hurt)
        return self._left("power", [*given, *(Term(-cost, words, "F-CRE-5") for cost, words in paid)])

    def _left(self, of: str, terms: list[Term]) -> Tally:
        first = Term(self.tier.get(f"{of}_points", 0), f"tier {self.hero.made.tier}", "F-CRE-2")
        return self.once(tally(f"{of}-points", f"{of.capitalize()} points left", (first, *terms)))


def price(power: Power) -> int:
    """What a power costs in power points (F-CRE-5)."""
    stunts = max(0, len(power.stunts) - CREATION["free_stunts_per_power"]) * CREATION["stunt_price"]
    limits = min(len(power.limits), CREATION["limits_per_power"]) * CREATION["limit_gives"]
    return int(max(CREATION["power_price_min"], power.intensity * CREATION["intensity_price"] + stunts - limits))


figures: Callable[[Hero], Figures] = partial(of_document, Figures)
"""The numbers of a hero; the same ones for the same hero."""


def entries(hero: Hero) -> Iterator[Entry]:
    """Every number and text of a hero."""
    of, lost = figures(hero), tuple(one.path for one in COUNTED.values())
    yield from (number(of.sheet(name), row.path) for name, row in SHEET.items() if name != "full-health" or hero.health)
    yield number(of.size, rests_on=(("edge",), ("hand",)))
    yield number(of.limit, rests_on=(("edge",), ("hand",), *lost))
    for key, (place, _) in of.powers.items():
        yield number(of.intensity(place, key), ("powers", place, "intensity"))
    yield from (number(of.bonus(kind), rests_on=(("gear",),)) for kind in ("weapon", "armour"))
    if hero.health:
        left = of.health.total if of.play.health is None else of.play.health
        yield number(counted("health", "Health", left, "left", "F-DMG-2"), ("play", "health"), counted=True)
    yield from counts(hero, COUNTED.values())
    rests = ("abilities",), ("edge",), ("powers",), ("gear",), ("hindrances",), ("made",)
    yield from (number(points, rests_on=rests, signed=True) for points in of.points() if of.budgeted)
    yield from texts(hero, book.data("numbers")["text"])
