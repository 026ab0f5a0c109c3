"""Every number and every text of a character by a name of its own, in one table: what screens and the command line
explain, rule on, mark and complete (house idea 2).

Derived numbers are the tallies that `derive` and `budget` give; what play counts is a tally of one term, whose source
is `play`. `further` are numbers that a screen shows beside those of the sheet: what is left of a threshold and of the
Doom Track, the dice of the next kismet roll, what is asked for, the last roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from saga_tui.changes import Change, Path
from saga_tui.engine import entries as engine
from saga_tui.engine.entries import Entry, counted, number, slugged
from saga_tui.engine.ruled import is_ruled, on_number, says_otherwise, sentence
from saga_tui.games.saga.rules import budget, derive, state
from saga_tui.games.saga.rules.character import Character, Consequence, Gear, Purchase
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.words import ASSETS, LEVELS, POOLS, SKILLS, THRESHOLD_ASSETS, WOUNDS, Asset, DamageKind
from saga_tui.tally import Tally, Term

__all__ = ["counted", "entries", "is_ruled", "named", "on_number", "says_otherwise", "sentence", "slugged", "texts"]

LEFT: Final = ":left"
"""Ends the name of what is left of a charm or font: `charm:lucky-coin:left`."""
RULE: Final = "CRE-11"
BOUGHT: Final[tuple[Path, ...]] = (("finishing",), ("advances",))
GEAR_RULES: Final = {"charm": "GER-3", "font": "GER-4"}


def entries(character: Character) -> Iterator[Entry]:
    """Every number and text of the character, in the order of the sheet.

    Ratings `force` …, tokens `force-tokens` …, damage `pain` …, `pain-threshold` …, `kismet`, `doom`, `doom-end`,
    `spark`, `skill:weaponry` …, gear `charm:lucky-coin` and `charm:lucky-coin:left`, `drive:1` …,
    `consequence:injured-leg`, traits that count `trait:paranoid`, `temporary:off-balance`, kismet rolls that are due
    `kismet-due:1` …, the open spans of the clock and the last chapter, and the points of creation that are spent:
    `asset-points` and `skill-points` only where points are how they are chosen (CRE-3, CRE-5), none of a character
    entered as it stands (CRE-11). Texts: `name`, `line`, `trait:2`, `drive:1`, `gear:1`, `gear:1:purpose` …
    """
    yield from _pools(character)
    for skill in SKILLS:
        fields: tuple[Path, ...] = (("skills", "method"), ("skills", "primary"), ("skills", "secondary"))
        yield number(
            derive.ranks(character, skill),
            ("skills", "ranks", skill),
            rests_on=(*fields, ("entered",), *BOUGHT),
            touched=partial(_bought, partial(_is_rank, skill)),
        )
    yield from _gear(character)
    for index, (text, held) in enumerate(zip(character.story.drives, state.drive_tokens(character), strict=True)):
        tally = counted(f"drive:{index + 1}", f"Tokens of “{text}”", held, "tokens", "DRV-2")
        place = ("play", "drive_tokens", index)
        yield number(tally, place, counted=True, rest=(0,), put=partial(_put_drive, index))
    yield from _of_play(character)
    yield from _clock(character)
    yield from _budgets(character)
    yield from _texts(character)


def named(character: Character) -> dict[str, Tally]:
    """Every number of the character with its reasons, by its name."""
    return engine.tallies_of(character, entries(character))


def entry_of(character: Character, name: str) -> Entry:
    """The number of that name; one that nobody knows rests on nothing."""
    found = (entry for entry in entries(character) if entry.name == name and isinstance(entry.value, Tally))
    return next(found, Entry(name, "", ""))


def texts(character: Character) -> dict[str, Entry]:
    """Every text of the character by its name."""
    return engine.by_name(_texts(character))


# ---- pools


def _rests(*assets: Asset) -> dict[str, Any]:
    """What a number rests on that follows from the ratings of assets, and which purchases are of it."""
    ratings: tuple[Path, ...] = tuple(("assets", "ratings", asset) for asset in assets)
    places: tuple[Path, ...] = (*ratings, ("assets", "method"), ("assets", "order"), ("entered",), *BOUGHT)

    def of_them(item: dict[str, Any]) -> bool:
        return item.get("buy") == "asset" and item.get("asset") in assets

    return {"rests_on": places, "touched": partial(_bought, of_them)}


def _pools(character: Character) -> Iterator[Entry]:
    play = state.play_of(character)
    for asset in ASSETS:
        rating = derive.rating(character, asset)
        yield number(rating, **_rests(asset))
        held = state.in_hand(character, asset)
        tally = counted(f"{asset}-tokens", f"{asset.capitalize()} tokens in hand", held, "in hand", "AST-1")
        rest = (rating.total,) if asset in POOLS else (0, rating.total)
        yield number(tally, ("play", "tokens", asset), counted=True, rest=rest)
    for kind in WOUNDS:
        tally = counted(kind, kind.capitalize(), state.held(character, kind), "tokens held", "DMG-2")
        yield number(tally, ("play", "damage", kind), counted=True, rest=(0,))
        yield number(derive.threshold(character, kind), **_rests(*THRESHOLD_ASSETS[kind]))
    held = state.held(character, "kismet")
    kismet = counted("kismet", "Kismet", held, "tokens held", "KIS-1")
    yield number(kismet, ("play", "damage", "kismet"), counted=True, rest=(0,))
    yield number(counted("doom", "Doom", max(0, play.doom), "steps marked", "DOM-2"), ("play", "doom"), counted=True)
    yield number(derive.doom_end(character), **_rests("fortune"))
    spark = counted("spark", "Spark", play.spark, "earned and not spent", "SPK-1")
    yield number(spark, ("play", "spark"), counted=True)


def _bought(is_of_it: Callable[[dict[str, Any]], bool], change: Change) -> bool:
    """Whether a change of what was bought is a purchase that the number counts; every other change is of it."""
    if change.path[0] not in ("finishing", "advances"):
        return True
    bought = [item for value in (change.old, change.new) for item in _tables(value)]
    return not bought or any(map(is_of_it, bought))


def _is_rank(skill: str, item: dict[str, Any]) -> bool:
    return (item.get("buy"), item.get("skill")) == ("rank", skill)


def _tables(value: object) -> list[dict[str, Any]]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, dict)]


# ---- gear, play, points


def _gear(character: Character) -> Iterator[Entry]:
    touched = partial(_bought, lambda item: item.get("buy") == "gear")
    places: tuple[Path, ...] = (("gear",), *BOUGHT)
    for owned in derive.gear(character):
        pool = derive.gear_pool(character, owned)
        yield number(pool, rests_on=places, touched=touched)
        rule = GEAR_RULES.get(owned.gear.kind)
        if rule is not None:
            left = derive.gear_left(character, owned)
            used = Term(left - pool.total, "used since it was refilled", rule, "play")
            tally = Tally(f"{pool.name}{LEFT}", f"{pool.label} left", (*pool.terms, used))
            yield number(
                tally,
                ("play", "gear_used", owned.key),
                rests_on=places,
                touched=touched,
                counted=True,
                rest=(pool.total,),
                put=partial(_put_left, owned.key, pool.total),
            )


def _of_play(character: Character) -> Iterator[Entry]:
    """Consequences by their severity, traits that count by their weight, temporary ones by their rounds."""
    play = state.play_of(character)
    for index, (key, item) in enumerate(slugged(play.consequences, "name")):
        terms = tuple(Term(points, f"{level} severity", "CSQ-1", "play") for level, points in item.points.items())
        tally = Tally(f"consequence:{key}", f"Severity of “{item.name}”", terms)
        yield number(tally, ("play", "consequences"), counted=True, put=partial(_put_severity, index))
    for index, (key, item) in enumerate(slugged(play.active, "trait")):
        against = item.inverted != (item.owner == "scene")
        weight = -item.weight if against else item.weight
        by = f"active until the {item.until} ends{f', by {item.by}' if item.by else ''}"
        tally = counted(f"trait:{key}", f"“{item.trait}”", weight, by, "TRT-2")
        yield number(tally, ("play", "active"), counted=True, signed=True, put=partial(_put_weight, index))
    for index, (key, item) in enumerate(slugged(play.temporary, "name")):
        if item.rounds:
            tally = counted(f"temporary:{key}", f"Rounds of “{item.name}”", item.rounds, "rounds left", "PSH-2")
            put = partial(_put_rounds, index)
            yield number(tally, ("play", "temporary"), counted=True, put=put)
    asks = (place for place, ask in enumerate(play.asks) if ask.what == "kismet")
    for place, tally in zip(asks, kismet_due(character), strict=True):
        yield number(tally, ("play", "asks", place, "dice"), rests_on=(("play", "asks"),), counted=True)


def kismet_due(character: Character) -> Iterator[Tally]:
    """The dice of each kismet roll that is due, counted when the kismet came (KIS-2, KIS-5)."""
    asks = (ask for ask in state.play_of(character).asks if ask.what == "kismet")
    for place, (ask, dice) in enumerate(zip(asks, state.kismet_due(character), strict=True), 1):
        said, rule = "kismet held when it came", "KIS-2"
        if ask.kind == "deadly":
            said, rule = f"{said}, at least 1 in a deadly conflict", "KIS-5"
        yield counted(f"kismet-due:{place}", "Dice of a kismet roll that is due", dice, said, rule)


def _clock(character: Character) -> Iterator[Entry]:
    open_now = state.clock(character)
    play = state.play_of(character)
    if play.chapter and "chapter" not in open_now:
        tally = counted("chapter", "Chapter", play.chapter, "the latest one played", "TIME-1")
        yield number(tally, ("play", "chapter"), counted=True)
    for span, value in open_now.items():
        tally = counted(span, span.capitalize(), value, "the current place in play", "TIME-1")
        yield number(tally, ("play", span), counted=True)


def _budgets(character: Character) -> Iterator[Entry]:
    if character.as_is:
        return
    if character.assets.method == "points":
        yield number(budget.assets_budget(character).cost, rests_on=(("assets",),))
    if character.skills.method == "points":
        yield number(budget.skills_budget(character).cost, rests_on=(("skills",),))
    yield number(budget.gear_budget(character).cost, rests_on=(("gear",),))
    yield number(budget.finishing_budget(character).cost, rests_on=(("finishing",),))


# ---- how a ruling sets them


def _put_drive(index: int, edit: Edit, value: int) -> None:
    counts = list(state.drive_tokens(edit.now))
    counts[index] = value
    edit.put(RULE, drive_tokens=tuple(counts))


def _put_left(key: str, whole: int, edit: Edit, value: int) -> None:
    edit.put(RULE, gear_used=edit.play.gear_used | {key: whole - value})


def _put_severity(index: int, edit: Edit, value: int) -> None:
    listed = list(edit.play.consequences)
    listed[index : index + 1] = [_severe(listed[index], value)] if value > 0 else []
    edit.put(RULE, consequences=tuple(listed))


def _put_weight(index: int, edit: Edit, value: int) -> None:
    item = edit.play.active[index]
    inverted = (value < 0) != (item.owner == "scene") if value else item.inverted
    edit.put_at(("play", "active", index), item.model_copy(update={"weight": abs(value), "inverted": inverted}), RULE)


def _put_rounds(index: int, edit: Edit, value: int) -> None:
    edit.put_at(("play", "temporary", index, "rounds"), value, RULE)


def _severe(item: Consequence, value: int) -> Consequence:
    """The consequence with that severity; what comes or goes does so at its lightest level first."""
    points = {level: count for level, count in item.points.items() if count > 0} or {"temporary": 0}
    known = [level for level in LEVELS if level in points]
    order = [*known, *(level for level in points if level not in known)]
    points[order[0]] += max(0, value - sum(points.values()))
    for level in order:
        points[level] -= min(points[level], max(0, sum(points.values()) - value))
    return item.model_copy(update={"points": {level: count for level, count in points.items() if count}})


# ---- texts


def _texts(character: Character) -> Iterator[Entry]:
    concept = character.concept
    labels = {"name": "Name", "player": "Player", "line": "Concept", "notes": "Notes", "skill_x": "Skill X"}
    for field, label in labels.items():
        yield Entry(field.replace("_", "-"), label, getattr(concept, field), ("concept", field))
    for place, (text, where) in enumerate(derive.traits(character), 1):
        path = (*where, "name") if where[0] in ("finishing", "advances") else where
        yield Entry(f"trait:{place}", f"Trait {place}", text, path, put=partial(_put_trait, text, path))
    for place, text in enumerate(character.story.drives, 1):
        yield Entry(f"drive:{place}", f"Drive {place}", text, ("story", "drives", place - 1))
    for place, (item, where) in enumerate(derive.specialties(character), 1):
        yield Entry(f"specialty:{place}", f"Specialty {place}", item.name, (*where, "name"))
    for place, perk in enumerate(derive.perks(character), 1):
        yield Entry(f"perk:{place}", f"Perk {place}", perk.name, (*perk.where, "name"))
    for place, owned in enumerate(derive.gear(character), 1):
        yield Entry(f"gear:{place}", f"Gear {place}", owned.gear.name, (*owned.where, "name"))
        yield Entry(f"gear:{place}:purpose", f"Gear {place}, purpose", owned.gear.purpose, (*owned.where, "purpose"))
    play = state.play_of(character)
    lists = {"consequences": "name", "temporary": "name", "rewards": "name", "scene_traits": ""}
    for field, inner in lists.items():
        word = field.removesuffix("s").replace("_", "-")
        for index, one in enumerate(getattr(play, field)):
            spot: Path = ("play", field, index, inner) if inner else ("play", field, index)
            label = f"{word.replace('-', ' ').capitalize()} {index + 1}"
            yield Entry(f"{word}:{index + 1}", label, getattr(one, inner) if inner else one, spot)


def _put_trait(old: str, path: Path, edit: Edit, text: str) -> None:
    """A trait that counts now is known by its new words from then on."""
    active = tuple(
        one.model_copy(update={"trait": text}) if (one.owner, one.trait) == ("self", old) else one
        for one in edit.play.active
    )
    if active != edit.play.active:
        edit.put(RULE, active=active)
    edit.put_at(path, text, RULE)


def further(character: Character) -> Iterator[Tally]:
    """The numbers that a screen shows beyond the entries.

    They are `pain-room` … (below zero: so many beyond the threshold), `doom-left`, `kismet-dice`, `penalties`,
    `ask:1` …, `roll:dice`, `roll:marks`, `roll:net`, `roll:pushes`, `finishing-points:all` and `:left` ….
    """
    play = state.play_of(character)
    yield from (room(character, kind) for kind in WOUNDS)
    yield doom_left(character)
    yield kismet_dice(character)
    yield penalties(character)
    for place, ask in enumerate(play.asks, 1):
        yield counted(f"ask:{place}", f"Needed: {ask.what}", ask.count, f"{ask.kind} {ask.level}".strip(), ask.rule)
    yield from _roll(character)
    if not character.as_is:
        yield from points(character)


def room(character: Character, kind: DamageKind) -> Tally:
    """What is free below a threshold, in tokens; below zero it is what lies beyond it (DMG-2)."""
    held = Term(-state.held(character, kind), f"{kind} held", "DMG-2", "play")
    limit = derive.threshold(character, kind)
    return Tally(f"{kind}-room", f"Room for {kind}", (*limit.terms, held))


def doom_left(character: Character) -> Tally:
    """Steps of the Doom Track that are left, never less than none (DOM-1, DOM-2)."""
    end = derive.doom_end(character)
    marked = min(max(0, state.play_of(character).doom), end.total)
    return Tally("doom-left", "Doom steps left", (*end.terms, Term(-marked, "steps marked", "DOM-2", "play")))


def kismet_dice(character: Character) -> Tally:
    """The dice of a kismet roll now: of the first that is due those counted when the kismet came, else the tokens held
    (KIS-2, KIS-5)."""
    for due in kismet_due(character):
        return Tally("kismet-dice", due.label, due.terms)
    return counted("kismet-dice", "Dice of a kismet roll", state.held(character, "kismet"), "kismet held", "KIS-2")


def penalties(character: Character) -> Tally:
    """The dice that all consequences together take off a roll to which all of them matter (CSQ-2)."""
    borne = state.play_of(character).consequences
    terms = tuple(Term(-item.severity, item.name, "CSQ-2", "consequence") for item in borne)
    return Tally("penalties", "All consequences together", terms)


def _roll(character: Character) -> Iterator[Tally]:
    roll = state.play_of(character).roll
    if roll is None:
        return
    name = derive.skill_name(character, roll.skill)
    yield counted("roll:dice", f"Dice of the last roll, {name}", roll.dice, "dice in the pool", "ROL-1")
    marks = (Term(roll.marks - roll.automatic, "on the dice", "ROL-1", "play"),)
    traded = (Term(roll.automatic, "traded for dice", "ROL-6", "play"),) if roll.automatic else ()
    own = Tally("roll:marks", f"Marks of the last roll, {name}", (*marks, *traded))
    yield own
    if roll.net_only:
        yield counted("roll:net", "Net marks of the last roll", roll.net, "as entered", "ROL-10")
    else:
        rest = roll.net - own.total + roll.opposing
        more = (Term(rest, "as compared", "ROL-2", "play"),) if rest else ()
        against = Term(-roll.opposing, "opposition", "ROL-2", "play")
        yield Tally("roll:net", "Net marks of the last roll", (*own.terms, against, *more))
    yield counted("roll:pushes", "Pushes left of the last roll", roll.pushes, "net marks above zero", "PSH-1")


def finishing_cost(character: Character, bought: Purchase) -> Tally:
    """What a purchase costs in finishing points (CRE-9)."""
    paid = Term(budget.finishing_price(character, bought), "its price", "CRE-9", "setting")
    return Tally(f"price:{bought.buy}", f"Price of {budget.describe(character, bought)}", (paid,))


def gear_rating(piece: Gear) -> Tally:
    """The rating of a piece of gear as it was chosen (GER-1)."""
    return Tally("rating", f"Rating of {piece.name or 'the piece'}", (Term(piece.rating, "as chosen", "GER-1"),))


def points(character: Character) -> Iterator[Tally]:
    """The points of each step of creation: all there are, and what is left of them (CRE-3, CRE-5, CRE-8, CRE-9)."""
    for sums in (
        budget.assets_budget(character),
        budget.skills_budget(character),
        budget.gear_budget(character),
        budget.finishing_budget(character),
    ):
        whole = Term(sums.total, "as in the book", sums.rule, "setting")
        name = sums.cost.name
        yield sums.cost
        yield Tally(f"{name}:all", f"Points for {sums.step}", (whole,))
        spent = tuple(Term(-term.amount, term.reason, term.rule, term.source) for term in sums.cost.terms)
        yield Tally(f"{name}:left", f"Points left for {sums.step}", (whole, *spent))
