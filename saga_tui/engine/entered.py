"""What is found in somebody who was entered freely: attributes, training, maxima, items, what stands in play; points
of a quick build. The words stand in a game's table of problems (`findings`), the numbers are those of
`suffering.Suffering`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from saga_tui.engine.findings import Findings
from saga_tui.engine.suffering import Suffering, name_of
from saga_tui.problem import Problem
from saga_tui.words import plural

GROUPS: Final = ("all", "attack", "defense")
"""Rolls that an item may touch beside those of a name."""
SHOWN: Final = range(1, 13)
"""What the counter of lasting harm can be: two six-sided dice, lessened."""
Limits = Mapping[str, Any]
"""`attribute_least`, `attribute_most`, `training_least`, `training_most`, `tolerance_least`, `tolerance_usual`."""


def trainable(of: Suffering) -> list[str]:
    """All that a Training Rank may be of: skills and resistances by ref, and by the House rule tolerances."""
    return [*(ref for ref, _ in of.refs_named()), *of.tolerances]


def offered(of: Suffering) -> list[str]:
    """All that can be raised: Training Ranks and the maxima of tolerances; attributes do not grow."""
    names = [name_of(ref) for ref in trainable(of)]
    return [f"{one}-most" if one in of.tolerances else one for one in names]


def rolls(of: Suffering) -> list[str]:
    """All that an item may touch."""
    return [*GROUPS, *of.refs()]


def attributes(found: Findings, of: Suffering, limits: Limits) -> Iterator[Problem]:
    """Without a `name`; attributes that there are not, that are `empty`, outside the limits (`attribute`), or `changed`
    since play began."""
    chosen, began = of.document.attributes, of.play.began
    if not of.document.concept.name.strip():
        yield found("name", ("concept", "name"))
    yield from (found("no-attribute", ("attributes", key), key, known=of.attributes)
                for key in chosen if key not in of.attributes)  # fmt: skip
    for key in of.attributes:
        where, value, name = ("attributes", key), chosen.get(key, 0), of.label_of(key)
        if not value:
            yield found("empty", where, name=name)
        elif not limits["attribute_least"] <= value <= limits["attribute_most"]:
            yield found("attribute", where, value, name=name)
        elif value != began.get(key, value):
            yield found("changed", where, value, name=name, was=began[key])


def training(found: Findings, of: Suffering, limits: Limits) -> Iterator[Problem]:
    """What cannot be trained, Training Ranks outside the limits, pairs that are a `guess`."""
    known = {*trainable(of)}
    for ref, value in of.document.training.items():
        where, name = ("training", ref), of.label_of(name_of(ref))
        if ref not in known:
            yield found("no-training", where, ref, known=known)
        elif not limits["training_least"] <= value <= limits["training_most"]:
            yield found("training", where, value, name=name)
        if value and ref in of.skills and of.guessed(ref) and of.document.play is None:
            yield found("guess", where, name=name)
    raised = (of.table[name] for name in dict.fromkeys(one.what for one in of.document.advances) if name in of.table)
    for row in raised:
        now = of.training(row.key) if row.kind == "rank" else 0
        if now > limits["training_most"] >= of.document.training.get(row.key, 0):
            yield found("training", ("training", row.key), now, name=row.label)


def maxima(found: Findings, of: Suffering, limits: Limits) -> Iterator[Problem]:
    """Maxima of nothing, none (`no-maximum`), too low (`maximum`) or `unusual`."""
    least, most = limits["tolerance_usual"]
    yield from (found("no-tolerance", ("maxima", key), key, known=of.tolerances)
                for key in of.document.maxima if key not in of.tolerances)  # fmt: skip
    for key, row in of.tolerances.items():
        where, value = ("maxima", key), of.document.maxima.get(key)
        if value is None and not of.has(key):
            yield found("no-maximum", where, name=row["name"])
        elif value is not None and value < limits["tolerance_least"]:
            yield found("maximum", where, value, name=row["name"])
        elif value is not None and not least <= value <= most:
            yield found("unusual", where, value, name=row["name"])


def items(found: Findings, of: Suffering) -> Iterator[Problem]:
    """An `item` with a modifier and no roll, an `odd` modifier, an `item-roll` that there is not."""
    for place, item in enumerate(of.document.items):
        where, name = ("items", place), item.name or "An item"
        if item.modifier and not item.on:
            yield found("item", (*where, "on"), name=name)
        if item.modifier % 2:
            yield found("odd", (*where, "modifier"), item.modifier, name=name)
        yield from (found("item-roll", (*where, "on"), one, known=rolls(of), name=name)
                    for one in item.on if one not in rolls(of))  # fmt: skip


def spent(of: Suffering) -> tuple[int, int]:
    """The points of the House quick build on attributes, and those on training."""
    chosen = of.document
    return sum(chosen.attributes.get(key, 0) for key in of.attributes), sum(chosen.training.values())


def quick_build(found: Findings, of: Suffering, quick: Limits, mode: str) -> Iterator[Problem]:
    """What the House quick build finds, while a character is built by it and not entered from paper."""
    chosen = of.document
    if mode == "off" or chosen.entered or chosen.play is not None:
        return
    (ranks, training), where = spent(of), ("attributes",)
    values = sorted((chosen.attributes.get(key, 0) for key in of.attributes), reverse=True)
    if mode == "array" and all(values) and values not in [one["ranks"] for one in quick["arrays"]]:
        yield found("array", where)
    if mode == "points":
        yield from _points(found, "", where, quick["attribute_points"] - ranks)
        if (count := sum(value > 10 for value in values)) > quick["above_ten"]:
            yield found("above-ten", where, quick["above_ten"], count=count)
    yield from _points(found, "training-", ("training",), quick["training_points"] - training)
    for ref, value in chosen.training.items():
        if value > quick["training_most"]:
            yield found("high", ("training", ref), value, name=of.label_of(name_of(ref)))


def _points(found: Findings, key: str, where: tuple[str, ...], left: int) -> Iterator[Problem]:
    if left:
        said = plural(abs(left), "point")
        yield found(f"{key}{'overspent' if left < 0 else 'left'}", where, left, of={"count": abs(left)}, points=said)


def in_play(found: Findings, of: Suffering) -> Iterator[Problem]:
    """What stands in play and nobody knows; lasting harm that is held `twice`, or whose counter no `dice` can show."""
    harms = {kind: type(of).harms(kind) for kind in of.kinds}
    tables: dict[str, Mapping[str, Any]] = {"conditions": of.conditions, "afflictions": of.afflictions, **harms}
    for field, table in tables.items():
        for place, one in enumerate(getattr(of.play, field)):
            if one.key not in table:
                yield found("no-row", ("play", field, place, "key"), one.key, known=table)
    for kind, told in of.kinds.items():
        held = getattr(of.play, kind)
        for place, one in enumerate(held):
            where, name = ("play", kind, place), harms[kind][one.key].name if one.key in harms[kind] else one.key
            if one.key in [other.key for other in held[:place]]:
                yield replace(found("twice", where, one.key, one=told["one"], name=name), rule=told["gained"])
            if one.left not in SHOWN:
                words = found("counter", (*where, "left"), one.left, name=name, counter=told["words"])
                yield replace(words, rule=told["left"])
