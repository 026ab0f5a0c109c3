"""A setting's text checked: all that is wrong with it at once, each with its line and column, what was expected there
and the near words (SET-2). Nothing in it can make the check fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from pydantic import ValidationError

from saga_tui.changes import Doc, dotted
from saga_tui.engine.wrong import Shape, newer, problem_of, shown, wrong
from saga_tui.games.saga import book
from saga_tui.games.saga.book.setting import SETTING_FORMAT, Wrong, tuples, unable
from saga_tui.games.saga.rules.words import DAMAGE, SKILLS
from saga_tui.problem import Problem, Where, near
from saga_tui.words import sentence

RULE: Final = "SET-1"
RULES: Final = {
    "perks": "PRK-1",
    "traits": "TRT-1",
    "drives": "DRV-1",
    "gear": "GER-1",
    "skill_x": "SKL-4",
    "specialties": "SKL-3",
}
"""The rule that a part of the file is about."""
NEW: Final = "a file from saga-tui setting new"
SHAPE: Final = Shape(book.Setting, SETTING_FORMAT, "setting", compare=NEW, rules=RULES, rule=RULE)
RATING: Final = 9
"""The highest rating that the model of a setting takes."""


# ---- what is wrong in a document


def read(doc: Doc) -> tuple[book.Setting | None, list[Problem]]:
    """The setting of a document, and all that is wrong with it."""
    if later := newer(doc, SHAPE):
        return None, later
    setting, found = None, []
    try:
        setting = book.Setting.model_validate(tuples(doc), strict=True)
    except ValidationError as error:
        found += [problem_of(one, doc, SHAPE) for one in error.errors(include_url=False)]
    found += _numbers(doc)
    found += _perks(doc)
    found += _gear(doc)
    found += _twice(doc)
    return setting, list({(one.where, one.message): one for one in found}.values())


def _table(doc: Doc, name: str) -> dict[str, Any]:
    value = doc.get(name)
    return value if isinstance(value, dict) else {}


def _list(doc: Doc, name: str) -> list[Any]:
    value = doc.get(name)
    return value if isinstance(value, list) else []


def _numbers(doc: Doc) -> Iterator[Problem]:
    """Numbers and switches: those that no setting changes, of a wrong type, or at odds with each other."""
    given = _table(doc, "numbers")
    table, wrong = book.resolve({**given, "switches": {}}, _table(doc, "switches"))
    if "switches" in given:
        fix = "Write [switches] as a section of its own."
        yield Problem("error", RULE, ("numbers", "switches"), "Rule options are not numbers", fix, "unknown")
    for item in wrong:
        yield _number(item)
    at_fault = {".".join(item.path) for item in wrong}
    for path, message, fix in book.clashes(table):
        if path not in at_fault:
            where = ("numbers", *path.split("."))
            rule = book.leaves()[path].rule
            yield Problem("error", rule, _there(doc, where), f"{path} is not possible: {message}", fix, "clash")


def _there(doc: Doc, where: Where) -> Where:
    """The part of a place that stands in the document."""
    place: Any = doc
    for length, step in enumerate(where):
        if not isinstance(place, dict) or step not in place:
            return where[:length]
        place = place[step]
    return where


def _number(item: Wrong) -> Problem:
    where: Where = item.path if item.path[0] == "switches" else ("numbers", *item.path)
    name = ".".join(item.path).removeprefix("switches.")
    leaf = book.leaves().get(".".join(item.path))
    rule = leaf.rule if leaf else RULE
    if item.kind == "unknown":
        what = "not a rule option" if item.path[0] == "switches" else "not a number that a setting can change"
        return Problem("error", RULE, where, f"{name} is {what}", near(item.path[-1], item.known), "unknown")
    if item.kind == "table":
        fix = f"Write [numbers.{name}] on a line of its own, and its name = value lines below it."
        message = f"{name} is {shown(item.value)}, not a section of numbers"
        return Problem("error", rule, where, message, fix, "table")
    if item.kind == "large":
        return Problem("error", rule, where, f"{name} is too large", "Write 99 or less.", "large")
    if item.kind == "long":
        return Problem("error", rule, where, f"{name} has too many entries", "Write 12 or fewer.", "long")
    assert item.error is not None, "pydantic has a word on every other one"
    error = item.error
    if error["type"] == "missing":
        message = f"{dotted(where)} is {shown(item.value)}, not a list with as many numbers as in the book"
        return Problem(
            "error", rule, where, message, "Write three numbers between brackets: [5, 3, 1].", "missing", item.value
        )
    return wrong(error, where, error["input"] if error["loc"] else item.value, SHAPE, rule)


def _perks(doc: Doc) -> Iterator[Problem]:
    """Perks that could never act, with the field at fault; those of a wrong shape are found by the model."""
    for index, item in enumerate(_list(doc, "perks")):
        where: Where = ("perks", index)
        try:
            perk = book.SettingPerk.model_validate(tuples(item), strict=True)
        except ValidationError:
            continue
        if wrong := unable(perk):
            field, message, fix = wrong
            yield Problem("error", "PRK-1", (*where, field), sentence(message), fix, "unable")
            continue
        kind = perk.effect.kind if perk.effect else "reminder"
        wanted = book.EFFECT_MOMENT.get(kind)
        if perk.moment is None and wanted is None:
            message = f"{perk.name} has text only and does not say when to show it"
            fix = f"Write moment = one of {', '.join(sorted(set(book.EFFECT_MOMENT.values())))}."
            yield Problem("error", "PRK-1", where, message, fix, "missing-moment")
        elif wanted is not None and perk.moment not in (None, wanted):
            message = f"The effect {kind} acts at the moment {wanted}, not {perk.moment}"
            fix = f'Write moment = "{wanted}", or leave it out.'
            yield Problem("error", "PRK-1", (*where, "moment"), message, fix, "moment")


def _rating(rating: Any, where: Where, most: int) -> Iterator[Problem]:
    if isinstance(rating, int) and not isinstance(rating, bool) and most < rating <= RATING:
        message = f"Its rating is {rating}, but the highest is {most}"
        yield Problem("error", "CRE-8", where, message, "Lower it, or raise numbers.gear.max_rating.", "rating", rating)


def _gear(doc: Doc) -> Iterator[Problem]:
    """Sample gear: its rating, and what it is made without: skills for a charm, kinds of damage for a font (CRE-8,
    GER-3, GER-4)."""
    most = book.resolve(_table(doc, "numbers"), {})[0].gear.max_rating
    for index, item in enumerate(_list(doc, "gear")):
        if isinstance(item, dict):
            yield from _rating(item.get("rating"), ("gear", index, "rating"), most)
        if not isinstance(item, dict) or not isinstance(item.get("without"), list):
            continue
        words = [word for word in item["without"] if isinstance(word, str)]
        where: Where = ("gear", index, "without")
        if item.get("kind") == "buff" and words:
            message, fix = "A buff cannot exclude anything", "Remove it: only charms and fonts exclude things."
            yield Problem("error", "GER-2", where, message, fix, "x")
        known = {"charm": SKILLS, "font": DAMAGE}.get(str(item.get("kind")))
        for place, word in enumerate(words if known else ()):
            if known and word not in known:
                rule = "GER-3" if item["kind"] == "charm" else "GER-4"
                what = "skill" if item["kind"] == "charm" else "kind of damage"
                message = f"There is no {what} {shown(word)}"
                yield Problem("error", rule, (*where, place), message, near(word, known), "unknown", word)


NAMED: Final = (("perks", "PRK-1"), ("traits", "TRT-1"), ("gear", "GER-1"))


def _twice(doc: Doc) -> Iterator[Problem]:
    """Names that stand twice, and perks that the book has (PRK-2)."""
    for section, rule in NAMED:
        names = [item.get("name") if isinstance(item, dict) else None for item in _list(doc, section)]
        seen: Counter[str] = Counter()
        for index, name in enumerate(names):
            if not isinstance(name, str):
                continue
            key = book.slug(name) if section == "perks" else name.strip().casefold()
            seen[key] += 1
            where: Where = (section, index, "name")
            what = section.removesuffix("s")
            if seen[key] == 2:
                message = f"There is already a {what} {shown(name)}"
                yield Problem("error", rule, where, message, "Give it another name, or remove one.", "twice", name)
            elif section == "perks" and book.perk(name) is not None:
                message = f"The book already has a perk {shown(name)}"
                yield Problem("error", "PRK-2", where, message, "Give yours another name.", "book", name)
    drives: set[str] = set()
    for index, value in enumerate(_list(doc, "drives")):
        if not isinstance(value, str):
            continue
        text = value.strip().casefold()
        if text in drives:
            message = f"You already have the drive {shown(text)}"
            yield Problem("error", "DRV-1", ("drives", index), message, "Remove one.", "twice", text)
        drives.add(text)
