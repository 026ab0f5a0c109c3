"""Every number of a hero with its reasons: what was chosen, what play counts, what creation leaves, what the group
ruled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saga_tui.engine.derived import texts
from saga_tui.engine.entries import Entry, counted, number, slugged
from saga_tui.engine.ruled import ruled
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, CREATION
from saga_tui.games.fate.hero import Ability, Hero, Play, Power
from saga_tui.tally import Tally, Term, tally

TEXTS: Final = {one["name"]: one["label"] for one in book.data("screens")["text"]}
"""The texts of a hero's concept by their fields."""
LOST: Final = {
    "hurt": ("lost in this fight", "F-HEAL-3"),
    "pushed": ("pushed", "F-HEAL-6"),
    "serious": ("lost to serious wounds", "F-HEAL-4"),
    "lasting": ("given up outside a fight", "F-DMG-5"),
}
"""What lowers the limit of the hand: the fields of play with their words and rules."""


class Figures:
    """The numbers of one hero."""

    def __init__(self, hero: Hero) -> None:
        self.hero = self.document = hero
        self.play = hero.play or Play()

    def switch(self, key: str) -> str:
        """What the group chose: for this hero, in its setting, or the usual (F-SET-1)."""
        own, setting = self.hero.campaign.switches, self.hero.world.switches
        return own.get(key) or setting.get(key) or book.switches()[key].default

    def whole(self, key: str) -> int:
        """A switch that is a number; the usual one where a file says no number there."""
        said = self.switch(key)
        return int(said[:4] if said.isdecimal() else book.switches()[key].default)

    @property
    def deck(self) -> int:
        """How many cards there are (F-DECK-5)."""
        return 100 if self.switch("cards") == "100" else 96

    @property
    def from_deck(self) -> bool:
        """Whether cards are drawn without putting back (F-DECK-6)."""
        return self.switch("draw") == "deck"

    # ---- numbers of the sheet

    def ability(self, key: str) -> Ability:
        """One of the four."""
        return self.hero.four[key]

    def score(self, key: str) -> Tally:
        """An ability's score (F-HERO-1)."""
        return self._sheet(key, key.capitalize(), self.ability(key).score, "F-HERO-1")

    def intensity(self, place: int, key: str) -> Tally:
        """A power's intensity (F-HERO-6)."""
        power = self.hero.powers[place]
        return self._sheet(f"power:{key}", power.name or "Power", power.intensity, "F-HERO-6")

    @property
    def powers(self) -> dict[str, tuple[int, Power]]:
        """The powers by their keys, each with its place."""
        return {key: (place, power) for place, (key, power) in enumerate(slugged(self.hero.powers, "name"))}

    @property
    def edge(self) -> Tally:
        """Edge (F-HERO-5)."""
        return self._sheet("edge", "Edge", self.hero.edge, "F-HERO-5")

    @property
    def size(self) -> Tally:
        """The hand's size: edge and 2, or as the sheet says (F-HAND-1)."""
        edge, bonus, own = self.edge.total, self.whole("hand_bonus"), self.hero.hand
        terms = Term(edge, "edge", "F-HAND-1"), Term(bonus, "everybody", "F-HAND-1", "rules")
        said = [] if own is None else [Term(own - edge - bonus, "the sheet says otherwise", "F-HAND-1")]
        return self._own(tally("hand-size", "Hand size", (*terms, *said)))

    @property
    def limit(self) -> Tally:
        """How many cards the hand is filled to (F-HAND-4)."""
        lost = (Term(-getattr(self.play, field), words, rule, "play") for field, (words, rule) in LOST.items())
        down = self.size.plus(*(one for one in lost if one.amount))
        found = Tally("hand-limit", "Hand limit", down.terms)
        none = [Term(-found.total, "no cards are left", "F-DMG-7", "play")] if found.total < 0 else []
        return self._own(found.plus(*none))

    @property
    def health(self) -> Tally:
        """A narrator's character's full health (F-HERO-10)."""
        return self._sheet("full-health", "Full health", self.hero.health, "F-HERO-10")

    def bonus(self, kind: str) -> Tally:
        """What is in hand adds to damage, what is worn takes off wounds: the best of it (F-HERO-8)."""
        used = (one for one in self.hero.gear if one.kind == kind and one.used)
        best = max(used, key=lambda one: one.bonus, default=None)
        label = "Weapon bonus" if kind == "weapon" else "Armour"
        term = Term(best.bonus, best.name or kind, "F-HERO-8") if best is not None else None
        return self._own(tally(kind, label, (term,)))

    def skills_allowed(self, key: str) -> int:
        """How many skills an ability's code allows (F-HERO-3)."""
        return int(book.CODES.get(self.ability(key).code, book.CODES["x"])["skills"])

    def _sheet(self, name: str, label: str, value: int, rule: str) -> Tally:
        return self._own(tally(name, label, (Term(value, "on the sheet", rule),)))

    def _own(self, found: Tally) -> Tally:
        return ruled(self.hero, found)

    # ---- creation

    @property
    def tier(self) -> dict[str, int]:
        """The numbers of the group's tier; none were chosen, nothing counts (F-CRE-2)."""
        return dict(book.TIERS.get(self.hero.made.tier, {}))

    @property
    def budgeted(self) -> bool:
        """Whether points are counted."""
        return bool(self.tier) and self.hero.made.way == "points" and not self.hero.entered

    def points(self) -> Iterator[Tally]:
        """What is left of each of the three budgets (F-CRE-3 … F-CRE-5)."""
        yield self.ability_points()
        yield self.skill_points()
        yield self.power_points()

    def ability_points(self) -> Tally:
        """Points of scores and of edge that are left (F-CRE-3, F-CRE-4)."""
        price, edge = CREATION["score_price"], self.hero.edge
        terms = [Term(-one.score * price, key.capitalize(), "F-CRE-3") for key, one in self.hero.four.items()]
        more = CREATION["edge_2_price"] * max(0, edge - CREATION["edge"])
        terms += [Term(-more, f"edge {edge}", "F-CRE-4")] if more else []
        return self._left("ability-points", "Ability points left", "ability_points", terms)

    def skill_points(self) -> Tally:
        """Points of training that are left (F-CRE-3)."""
        terms = []
        for key, one in self.hero.four.items():
            code, free = one.code, book.CODES["a"]["skills"]
            more = max(0, len(one.skills) - free) * CREATION["skill_beyond_a_price"] if code == "a" else 0
            best = sum(skill.world_class for skill in one.skills) * CREATION["world_class_price"]
            cost = CREATION["code_prices"].get(code, 0) + more + best
            terms.append(Term(-cost, f"{key.capitalize()}, code {code}", "F-CRE-3"))
        return self._left("skill-points", "Skill points left", "skill_points", terms)

    def power_points(self) -> Tally:
        """Points of powers, weapons and armour that are left; hindrances give some (F-CRE-5)."""
        hurt = min(len(self.hero.hindrances), CREATION["hindrances_paid"]) * CREATION["hindrance_gives"]
        terms = [Term(hurt, "hindrances", "F-CRE-5")] if hurt else []
        terms += [Term(-price(one), one.name or "a power", "F-CRE-5") for one in self.hero.powers]
        terms += [Term(-one.bonus * CREATION["bonus_price"], one.name or one.kind, "F-CRE-5")
                  for one in self.hero.gear if one.bonus]  # fmt: skip
        return self._left("power-points", "Power points left", "power_points", terms)

    def _left(self, name: str, label: str, budget: str, terms: list[Term]) -> Tally:
        first = Term(self.tier.get(budget, 0), f"tier {self.hero.made.tier}", "F-CRE-2")
        return self._own(tally(name, label, (first, *terms)))


def price(power: Power) -> int:
    """What a power costs in power points (F-CRE-5)."""
    stunts = max(0, len(power.stunts) - CREATION["free_stunts_per_power"]) * CREATION["stunt_price"]
    limits = min(len(power.limits), CREATION["limits_per_power"]) * CREATION["limit_gives"]
    least = CREATION["power_price_min"]
    return int(max(least, power.intensity * CREATION["intensity_price"] + stunts - limits))


def figures(hero: Hero) -> Figures:
    """The numbers of a hero."""
    return Figures(hero)


def entries(hero: Hero) -> Iterator[Entry]:
    """Every number and text of a hero."""
    of, play = figures(hero), ("play",)
    for key in ABILITIES:
        yield number(of.score(key), ("abilities", key, "score"))
    yield number(of.edge, ("edge",))
    yield number(of.size, rests_on=(("edge",), ("hand",)))
    yield number(of.limit, rests_on=(("edge",), ("hand",), *((*play, field) for field in LOST)))
    for key, (place, _) in of.powers.items():
        yield number(of.intensity(place, key), ("powers", place, "intensity"))
    for kind in ("weapon", "armour"):
        yield number(of.bonus(kind), rests_on=(("gear",),))
    if hero.health:
        yield number(of.health, ("health",))
        left = of.health.total if of.play.health is None else of.play.health
        yield number(counted("health", "Health", left, "left", "F-DMG-2"), (*play, "health"), counted=True)
    for field, (words, rule) in LOST.items():
        told = counted(f"cards-{field}", f"Cards {words}", getattr(of.play, field), words, rule)
        yield number(told, (*play, field), counted=True, rest=(0,))
    if of.budgeted:
        rests = ("abilities",), ("edge",), ("powers",), ("gear",), ("hindrances",), ("made",)
        for points in of.points():
            yield number(points, rests_on=rests, signed=True)
    yield from texts(hero, book.data("screens")["text"])
