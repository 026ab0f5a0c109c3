"""What is wrong with a character, what is still to enter, and what is worth a word (W-ENT-3). The words stand in
`problems.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saga_tui.engine import examined
from saga_tui.engine.findings import Findings
from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.rules.figures import ATTRIBUTES, TOLERANCES, Figures, figures, name_of
from saga_tui.problem import Problem
from saga_tui.words import plural

ENTRY: Final = book.data("creation")["entry"]
QUICK: Final = book.data("creation")["quick_build"]
GROUPS: Final = ("all", "attack", "defense")
"""Rolls that an item may touch beside those of a name."""
found: Final = Findings(book.data("problems"))


def problems(character: Character) -> list[Problem]:
    """All of it, errors first."""
    of = figures(character)
    return examined.ordered([
        *_attributes(of), *_training(of), *_maxima(of), *_items(of), *_quick(of), *_play(of),
        *examined.switches(found, of, book.switches()),
    ])  # fmt: skip


def trainable(of: Figures) -> list[str]:
    """All that a Training Rank may be of: skills and resistances by ref, and by the House rule tolerances (W-ENT-4)."""
    return [*(ref for ref, _ in of.refs_named()), *TOLERANCES]


def offered(of: Figures) -> list[str]:
    """All that can be raised: Training Ranks and the maxima of tolerances; attributes do not grow (W-ENT-5)."""
    names = [name_of(ref) for ref in trainable(of)]
    return [f"{one}-most" if one in TOLERANCES else one for one in names]


def rolls(of: Figures) -> list[str]:
    """All that an item may touch."""
    return [*GROUPS, *of.refs()]


def _attributes(of: Figures) -> Iterator[Problem]:
    chosen, began = of.character.attributes, of.play.began
    if not of.character.concept.name.strip():
        yield found("name", ("concept", "name"))
    yield from (found("no-attribute", ("attributes", key), key, known=ATTRIBUTES)
                for key in chosen if key not in ATTRIBUTES)  # fmt: skip
    for key in ATTRIBUTES:
        where, value, name = ("attributes", key), chosen.get(key, 0), of.label_of(key)
        if not value:
            yield found("empty", where, name=name)
        elif not ENTRY["attribute_least"] <= value <= ENTRY["attribute_most"]:
            yield found("attribute", where, value, name=name)
        elif value != began.get(key, value):
            yield found("changed", where, value, name=name, was=began[key])


def _training(of: Figures) -> Iterator[Problem]:
    known = {*trainable(of)}
    for ref, value in of.character.training.items():
        where, name = ("training", ref), of.label_of(ref.replace(" ", "-").casefold())
        if ref not in known:
            yield found("no-training", where, ref, known=known)
        elif not ENTRY["training_least"] <= value <= ENTRY["training_most"]:
            yield found("training", where, value, name=name)
        if value and ref in of.skills and of.guessed(ref) and of.character.play is None:
            yield found("guess", where, name=name)


def _maxima(of: Figures) -> Iterator[Problem]:
    least, most = ENTRY["tolerance_usual"]
    yield from (found("no-tolerance", ("maxima", key), key, known=TOLERANCES)
                for key in of.character.maxima if key not in TOLERANCES)  # fmt: skip
    for key, row in book.tolerances().items():
        where, value = ("maxima", key), of.character.maxima.get(key)
        if value is None and not of.has(key):
            yield found("no-maximum", where, name=row["name"])
        elif value is not None and value < ENTRY["tolerance_least"]:
            yield found("maximum", where, value, name=row["name"])
        elif value is not None and not least <= value <= most:
            yield found("unusual", where, value, name=row["name"])


def _items(of: Figures) -> Iterator[Problem]:
    for place, item in enumerate(of.character.items):
        where, name = ("items", place), item.name or "An item"
        if item.modifier and not item.on:
            yield found("item", (*where, "on"), name=name)
        if item.modifier % 2:
            yield found("odd", (*where, "modifier"), item.modifier, name=name)
        yield from (found("item-roll", (*where, "on"), one, known=rolls(of), name=name)
                    for one in item.on if one not in rolls(of))  # fmt: skip


def spent(of: Figures) -> tuple[int, int]:
    """The points of the House quick build on attributes, and those on training (W-ENT-6, W-ENT-7)."""
    chosen = of.character
    return sum(chosen.attributes.get(key, 0) for key in ATTRIBUTES), sum(chosen.training.values())


def _quick(of: Figures) -> Iterator[Problem]:
    """What the House quick build finds, while a character is built by it and not entered from paper."""
    mode, chosen = of.switch("quick_build"), of.character
    if mode == "off" or chosen.entered or chosen.play is not None:
        return
    (ranks, training), where = spent(of), ("attributes",)
    values = sorted((chosen.attributes.get(key, 0) for key in ATTRIBUTES), reverse=True)
    if mode == "array" and all(values) and values not in [one["ranks"] for one in QUICK["arrays"]]:
        yield found("array", where)
    if mode == "points":
        yield from _points("", where, QUICK["attribute_points"] - ranks)
        if (count := sum(value > 10 for value in values)) > QUICK["above_ten"]:
            yield found("above-ten", where, QUICK["above_ten"], count=count)
    yield from _points("training-", ("training",), QUICK["training_points"] - training)
    for ref, value in chosen.training.items():
        if value > QUICK["training_most"]:
            yield found("high", ("training", ref), value, name=of.label_of(ref))


def _points(key: str, where: tuple[str, ...], left: int) -> Iterator[Problem]:
    if left:
        said = plural(abs(left), "point")
        yield found(f"{key}{'overspent' if left < 0 else 'left'}", where, left, of={"count": abs(left)}, points=said)


def _play(of: Figures) -> Iterator[Problem]:
    """What stands in play and nobody knows."""
    tables = {"conditions": of.conditions, "injuries": book.injuries(), "traumas": book.traumas(),
              "afflictions": of.afflictions}  # fmt: skip
    for field, table in tables.items():
        for place, one in enumerate(getattr(of.play, field)):
            if one.key not in table:
                yield found("no-row", ("play", field, place, "key"), one.key)
