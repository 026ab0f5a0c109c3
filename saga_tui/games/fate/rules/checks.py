"""What is wrong with a hero, what is left to choose, and what is worth a word (F-CRE-8). The words stand in
`problems.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from saga_tui.engine import examined
from saga_tui.engine.findings import Findings
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, CODES, NUMBERS
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.rules.figures import MAKING, Figures, figures
from saga_tui.problem import Problem
from saga_tui.words import plural

FREE: Final = ("hand_bonus", "level_step")
"""Rule options that may be any number."""
found: Final = Findings(book.data("problems"))


def problems(hero: Hero) -> list[Problem]:
    """All of it, errors first."""
    of = figures(hero)
    return examined.ordered([
        *_begun(of), *_scores(of), *_training(of), *_points(of), *MAKING.problems(found, hero),
        *examined.switches(found, of, book.switches(), FREE),
    ])  # fmt: skip


def _begun(of: Figures) -> Iterator[Problem]:
    hero, callings, most = of.hero, book.keyed("callings"), NUMBERS["edge_max"]
    new, counted = hero.play is None, of.budgeted and hero.play is None
    if not hero.concept.name.strip():
        yield found("name", ("concept", "name"))
    if not hero.calling:
        yield found("calling", ("calling",))
    elif hero.calling not in callings:
        yield found("no-calling", ("calling",), hero.calling, known=callings)
    elif callings[hero.calling]["side"] != "heroic" and new and not hero.health:
        yield found("villainous", ("calling",), name=callings[hero.calling]["name"])
    if hero.made.tier and hero.made.tier not in book.TIERS:
        yield found("no-tier", ("made", "tier"), hero.made.tier, known=book.TIERS)
    elif not hero.made.tier and not hero.entered and not hero.health:
        yield found("tier", ("made", "tier"))
    if not NUMBERS["edge_min"] <= hero.edge <= most:
        yield found("edge", ("edge",), hero.edge, most=most)
    elif counted and hero.edge > book.CREATION["edge_max"]:
        yield found("new-edge", ("edge",), hero.edge, most=book.CREATION["edge_max"])
    if counted and (hero.hand or 0) > of.edge.total + of.whole("hand_bonus"):
        yield found("new-hand", ("hand",), hero.hand)


def _scores(of: Figures) -> Iterator[Problem]:
    hero, most = of.hero, NUMBERS["score_max"]
    cap = most if hero.entered or hero.play is not None else of.tier.get("cap", most)
    for key in ABILITIES:
        score, where = of.score(key).total, ("abilities", key, "score")
        if not 0 <= score <= cap:
            yield found("score", where, score, name=key.capitalize(), most=cap)
        elif score < 2 and not hero.health:
            yield found("low", where, score, name=key.capitalize())
    if not hero.powers and hero.play is None and not hero.health:
        yield found("no-power", ("powers",))
    for place, power in enumerate(hero.powers):
        if not 0 <= power.intensity <= cap:
            yield found("intensity", ("powers", place, "intensity"), power.intensity, name=power.name, most=cap)
        if not power.name.strip():
            yield found("power-name", ("powers", place, "name"))
        if power.suit and power.suit not in ABILITIES:
            yield found("suit", ("powers", place, "suit"), power.suit, known=ABILITIES)


def _training(of: Figures) -> Iterator[Problem]:
    for key, own in of.hero.four.items():
        where, many, row = ("abilities", key), len(own.skills), CODES.get(own.code)
        if row is None:
            yield found("code", (*where, "code"), own.code, known=CODES)
            continue
        lacks, held = row["skills"] - many, (*where, "skills")
        said: dict[str, Any] = {"name": key.capitalize(), "code": own.code, "skills": plural(row["skills"], "skill")}
        if lacks < 0 and not row["open"]:
            yield found("many-skills", held, many, held=plural(many, "skill"), **said)
        elif lacks > 0 and of.hero.play is None and not of.hero.health:
            yield found("few-skills", held, many, of={"count": lacks}, missing=plural(lacks, "skill"), **said)


def _points(of: Figures) -> Iterator[Problem]:
    for points in of.points() if of.budgeted and of.hero.play is None else ():
        left, first, where = points.total, points.terms[0].amount, ("made", "tier", points.name)
        said = plural(abs(left), points.label.removesuffix("s left").lower())
        if left < 0:
            more = {"asked": f"{first - left}", "left": f"{first}", "count": -left}
            yield found("overspent", where, left, of=more, points=said)
        elif left:
            yield found("left", where, left, of={"count": left}, points=said)
