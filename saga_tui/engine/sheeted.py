"""The numbers of those who have scores with codes and skills, powers with an intensity, weapons and armour, a hand of
cards, and several budgets of points; and what is found in them. Numbers, rules and prices are data:

    [[sheet]], [[counted]]   numbers that stand on the sheet, and those that lower the limit of the hand (`derived`)
    [rules]                  intensity, gear, hand, none, tier, scores, edge, powers, health
    codes by key, tiers by key, prices by name (see `Told`)

A document has `abilities` (as `four`: `score`, `code`, `skills`), `powers` (`intensity`, `suit`, `stunts`, `limits`),
`gear` (`kind`, `bonus`, `used`), `hindrances`, `edge`, `hand`, `health`, `made` (`carded.Made`) and `entered`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from saga_tui.engine.carded import Making
from saga_tui.engine.derived import Counted, counts, on_sheet, texts
from saga_tui.engine.entries import Entry, counted, number, slugged
from saga_tui.engine.findings import Findings
from saga_tui.engine.learned import Reckoned
from saga_tui.problem import Problem
from saga_tui.tables import tables
from saga_tui.tally import Tally, Term, tally
from saga_tui.words import plural


@dataclass(frozen=True)
class Told:
    """What a game's tables say: the numbers (`sheet`, `counted`, `text`, `rules`), the codes by key, the prices and
    limits of creation by name, the least and most of scores and edge, and how one is made of cards."""

    numbers: Mapping[str, Any]
    codes: Mapping[str, Mapping[str, Any]]
    prices: Mapping[str, Any]
    limits: Mapping[str, Any]
    making: Making

    @cached_property
    def sheet(self) -> Mapping[str, Counted]:
        """Numbers that stand on the sheet."""
        return tables(Counted, self.numbers["sheet"], by="name")

    @cached_property
    def counts(self) -> Mapping[str, Counted]:
        """Numbers that play counts."""
        return tables(Counted, self.numbers["counted"], by="name")

    @cached_property
    def lost(self) -> Mapping[str, tuple[str, str]]:
        """What lowers the limit of the hand: the fields of play with their words and rules."""
        return {str(one.path[-1]): (one.reason, one.rule) for one in self.counts.values()}


class SheetNumbers(Reckoned):
    """The numbers of one document."""

    told: ClassVar[Told]
    deck_of: ClassVar[Any]
    """Cards by their numbers."""

    @property
    def play(self) -> Any:
        """Where play stands; where it will begin before that."""
        raise NotImplementedError

    # ---- the hand

    def faces(self, numbers: Iterable[int]) -> tuple[Any, ...]:
        """Cards by their numbers."""
        return tuple(type(self).deck_of(numbers))

    held = property(lambda self: self.faces(self.play.hand))
    banked = property(lambda self: self.faces(self.play.bank))
    open = property(lambda self: next(iter(self.faces([self.play.open])), None))
    lost = property(lambda self: self.told.lost)
    ids = property(lambda self: self.told.numbers["rules"])

    @property
    def size(self) -> Tally:
        """The hand's size: edge and so much for everybody, or as the sheet says."""
        edge, bonus, own, rule = self.edge.total, self.whole("hand_bonus"), self.document.hand, self.ids["hand"]
        said = [] if own is None else [Term(own - edge - bonus, "the sheet says otherwise", rule)]
        first = Term(edge, "edge", rule), Term(bonus, "everybody", rule, "rules")
        return self.once(tally("hand-size", "Hand size", (*first, *said)))

    @property
    def limit(self) -> Tally:
        """How many cards the hand is filled to."""
        lost = (Term(-getattr(self.play, field), words, rule, "play") for field, (words, rule) in self.lost.items())
        found = tally("hand-limit", "Hand limit", (*self.size.terms, *(one for one in lost if one.amount)))
        none = [Term(-found.total, "no cards are left", self.ids["none"], "play")] if found.total < 0 else []
        return self.once(found.plus(*none))

    # ---- the sheet

    def sheet(self, name: str) -> Tally:
        """A number that stands there: a score, edge, full health."""
        return on_sheet(self, self.told.sheet[name])

    score = sheet
    edge = property(lambda self: self.sheet("edge"))
    health = property(lambda self: self.sheet("full-health"))

    def intensity(self, place: int, key: str) -> Tally:
        """A power's intensity."""
        power = self.document.powers[place]
        terms = (Term(power.intensity, "on the sheet", self.ids["intensity"]),)
        return self.once(tally(f"power:{key}", power.name or "Power", terms))

    @property
    def powers(self) -> dict[str, tuple[int, Any]]:
        """The powers by their keys, each with its place."""
        return {key: (place, power) for place, (key, power) in enumerate(slugged(self.document.powers, "name"))}

    def bonus(self, kind: str) -> Tally:
        """What is in hand adds to damage, what is worn takes off wounds: the best of it."""
        used = (one for one in self.document.gear if one.kind == kind and one.used)
        best = max(used, key=lambda one: one.bonus, default=None)
        term = Term(best.bonus, best.name or kind, self.ids["gear"]) if best is not None else None
        return self.once(tally(kind, "Weapon bonus" if kind == "weapon" else "Armour", (term,)))

    # ---- creation

    @property
    def tier(self) -> Mapping[str, int]:
        """The numbers of the group's tier; none were chosen, nothing counts."""
        return self.told.making.tier(self.document)

    @property
    def budgeted(self) -> bool:
        """Whether points are counted."""
        return bool(self.tier) and self.document.made.way == "points" and not self.document.entered

    def points(self) -> tuple[Tally, Tally, Tally]:
        """What is left of each of the three budgets."""
        return self.ability_points(), self.skill_points(), self.power_points()

    def ability_points(self) -> Tally:
        """Points of scores and of edge that are left."""
        prices, edge, rule = self.told.prices, self.document.edge, self.ids["scores"]
        paid = ((-one.score * prices["score_price"], key) for key, one in self.document.four.items())
        more = prices["edge_2_price"] * max(0, edge - prices["edge"])
        last = [Term(-more, f"edge {edge}", self.ids["edge"])] * bool(more)
        return self._left("ability", [*(Term(cost, key.capitalize(), rule) for cost, key in paid), *last])

    def skill_points(self) -> Tally:
        """Points of training that are left: a code costs the skills it allows, one that is open more for further ones;
        what is world-class costs besides."""
        terms, prices = [], self.told.prices
        for key, one in self.document.four.items():
            code = self.told.codes.get(one.code, {"skills": 0, "open": False})
            more = max(0, len(one.skills) - code["skills"]) * prices["skill_beyond_a_price"] * code["open"]
            best = sum(skill.world_class for skill in one.skills) * prices["world_class_price"]
            cost = prices["code_prices"].get(one.code, 0) + more + best
            terms.append(Term(-cost, f"{key.capitalize()}, code {one.code}", self.ids["scores"]))
        return self._left("skill", terms)

    def power_points(self) -> Tally:
        """Points of powers, weapons and armour that are left; hindrances give some."""
        prices, rule, one = self.told.prices, self.ids["powers"], self.document
        hurt = min(len(one.hindrances), prices["hindrances_paid"]) * prices["hindrance_gives"]
        gear = ((it.bonus * prices["bonus_price"], it.name or it.kind) for it in one.gear if it.bonus)
        paid = [*((self.price(power), power.name or "a power") for power in one.powers), *gear]
        given = [Term(hurt, "hindrances", rule)] * bool(hurt)
        return self._left("power", [*given, *(Term(-cost, words, rule) for cost, words in paid)])

    @classmethod
    def price(cls, power: Any) -> int:
        """What a power costs in power points."""
        prices = cls.told.prices
        stunts = max(0, len(power.stunts) - prices["free_stunts_per_power"]) * prices["stunt_price"]
        limits = min(len(power.limits), prices["limits_per_power"]) * prices["limit_gives"]
        return int(max(prices["power_price_min"], power.intensity * prices["intensity_price"] + stunts - limits))

    def _left(self, of: str, terms: list[Term]) -> Tally:
        first = Term(self.tier.get(f"{of}_points", 0), f"tier {self.document.made.tier}", self.ids["tier"])
        return self.once(tally(f"{of}-points", f"{of.capitalize()} points left", (first, *terms)))

    # ---- entries

    def entries(self) -> Iterator[Entry]:
        """Every number and text."""
        one, told, lost = self.document, self.told, tuple(row.path for row in self.told.counts.values())
        shown = ((name, row) for name, row in told.sheet.items() if name != "full-health" or one.health)
        yield from (number(self.sheet(name), row.path) for name, row in shown)
        yield number(self.size, rests_on=(("edge",), ("hand",)))
        yield number(self.limit, rests_on=(("edge",), ("hand",), *lost))
        for key, (place, _) in self.powers.items():
            yield number(self.intensity(place, key), ("powers", place, "intensity"))
        yield from (number(self.bonus(kind), rests_on=(("gear",),)) for kind in ("weapon", "armour"))
        if one.health:
            left = self.health.total if self.play.health is None else self.play.health
            health = counted("health", "Health", left, "left", self.ids["health"])
            yield number(health, ("play", "health"), counted=True)
        yield from counts(one, told.counts.values())
        rests = ("abilities",), ("edge",), ("powers",), ("gear",), ("hindrances",), ("made",)
        yield from (number(points, rests_on=rests, signed=True) for points in self.points() if self.budgeted)
        yield from texts(one, told.numbers["text"])


# ---- what is found


def begun(found: Findings, of: SheetNumbers, callings: Mapping[str, Any], tiers: Collection[str]) -> Iterator[Problem]:
    """Without a `name`, a `calling`, a `tier`; one that there is not (`no-calling`, `no-tier`), or that is a villain's
    (`villainous`); an `edge` out of bounds, or more (`new-edge`, `new-hand`) than a new one may have."""
    one, limits, prices = of.document, of.told.limits, of.told.prices
    new, counted_now = one.play is None, of.budgeted and one.play is None
    if not one.concept.name.strip():
        yield found("name", ("concept", "name"))
    if not one.calling:
        yield found("calling", ("calling",))
    elif one.calling not in callings:
        yield found("no-calling", ("calling",), one.calling, known=callings)
    elif callings[one.calling]["side"] != "heroic" and new and not one.health:
        yield found("villainous", ("calling",), name=callings[one.calling]["name"])
    if one.made.tier and one.made.tier not in tiers:
        yield found("no-tier", ("made", "tier"), one.made.tier, known=tiers)
    elif not one.made.tier and not one.entered and not one.health:
        yield found("tier", ("made", "tier"))
    if not limits["edge_min"] <= one.edge <= limits["edge_max"]:
        yield found("edge", ("edge",), one.edge, most=limits["edge_max"])
    elif counted_now and one.edge > prices["edge_max"]:
        yield found("new-edge", ("edge",), one.edge, most=prices["edge_max"])
    if counted_now and (one.hand or 0) > of.edge.total + of.whole("hand_bonus"):
        yield found("new-hand", ("hand",), one.hand)


def scores(found: Findings, of: SheetNumbers) -> Iterator[Problem]:
    """A `score` out of bounds, or a `low` one; `no-power`; of a power its `intensity`, `power-name` and `suit`."""
    one, most = of.document, of.told.limits["score_max"]
    cap = most if one.entered or one.play is not None else of.tier.get("cap", most)
    for key in one.four:
        score, where = of.score(key).total, ("abilities", key, "score")
        if not 0 <= score <= cap:
            yield found("score", where, score, name=key.capitalize(), most=cap)
        elif score < 2 and not one.health:
            yield found("low", where, score, name=key.capitalize())
    if not one.powers and one.play is None and not one.health:
        yield found("no-power", ("powers",))
    for place, power in enumerate(one.powers):
        if not 0 <= power.intensity <= cap:
            yield found("intensity", ("powers", place, "intensity"), power.intensity, name=power.name, most=cap)
        if not power.name.strip():
            yield found("power-name", ("powers", place, "name"))
        if power.suit and power.suit not in one.four:
            yield found("suit", ("powers", place, "suit"), power.suit, known=one.four)


def lying(found: Findings, of: SheetNumbers) -> Iterator[Problem]:
    """Numbers in the hand, in the bank, on the discard or open that are no cards (`no-card`)."""
    for field in ("hand", "bank", "discard", "open"):
        value = getattr(of.play, field)
        lie = dict.fromkeys(value if isinstance(value, tuple) else (value,) * bool(value))
        if wrong := [str(number) for number in lie if not of.faces([number])]:
            yield found("no-card", ("play", field), ", ".join(wrong))


def training(found: Findings, of: SheetNumbers) -> Iterator[Problem]:
    """A `code` that there is not, `many-skills` or `few-skills` for it."""
    for key, own in of.document.four.items():
        many, row = len(own.skills), of.told.codes.get(own.code)
        if row is None:
            yield found("code", ("abilities", key, "code"), own.code, known=of.told.codes)
            continue
        lacks, where = row["skills"] - many, ("abilities", key, "skills")
        said: dict[str, Any] = {"name": key.capitalize(), "code": own.code, "skills": plural(row["skills"], "skill")}
        if lacks < 0 and not row["open"]:
            yield found("many-skills", where, many, held=plural(many, "skill"), **said)
        elif lacks > 0 and of.document.play is None and not of.document.health:
            yield found("few-skills", where, many, of={"count": lacks}, missing=plural(lacks, "skill"), **said)


def budgets(found: Findings, of: SheetNumbers) -> Iterator[Problem]:
    """Of each budget `overspent`, or `left`; nothing after play has begun."""
    for points in of.points() if of.budgeted and of.document.play is None else ():
        left, first, where = points.total, points.terms[0].amount, ("made", "tier", points.name)
        said = plural(abs(left), points.label.removesuffix("s left").lower())
        if left < 0:
            more = {"asked": f"{first - left}", "left": f"{first}", "count": -left}
            yield found("overspent", where, left, of=more, points=said)
        elif left:
            yield found("left", where, left, of={"count": left}, points=said)
