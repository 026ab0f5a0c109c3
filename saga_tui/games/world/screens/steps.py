"""World Saga's entry form: who it is, attributes, skills, resistances and maxima, items, background (W-ENT). Its steps
are data (`book/screens.toml`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, TypeAlias

from textual.content import Content

from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.rules.checks import QUICK, spent
from saga_tui.games.world.rules.figures import (
    ATTRIBUTES,
    RESISTANCES,
    TEXTS,
    TOLERANCES,
    Figures,
    figures,
    name_of,
    training_name,
)
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.games.world.screens.panels import done, item_rows
from saga_tui.games.world.settings import PLAIN
from saga_tui.ui.builder.entered import Dealing, Entering, grouped
from saga_tui.ui.builder.options import left_of, played, row_at
from saga_tui.ui.builder.priced import row_id, stepped
from saga_tui.ui.builder.spec import BuilderSpec, Field, Part, Rows, fields, steps
from saga_tui.ui.forms import Foot, Form, Text
from saga_tui.ui.panel_table import number_rows
from saga_tui.ui.specs import Action, Line, Number, Row
from saga_tui.words import listed, percent, plural

SCREENS: Final = book.data("screens")
GROUPS: Final = ("body", "mind", "spirit")
AVERAGE: Final = 8
"""Where an attribute begins that nobody entered yet (W-CHR-1)."""
Groups: TypeAlias = Iterator[tuple[str, Iterator[Row]]]
ENTERED: Final = {
    "attribute": Entering(RULES, "set-attribute", "attribute", "rank", AVERAGE),
    "training": Entering(RULES, "set-training", "what", "rank"),
    "maximum": Entering(RULES, "set-maximum", "tolerance", "most"),
}
FIELD: Final = Form(
    RULES.commands["set-training"],
    (Text("what", "Craft or Lore, and its field: Craft: Smithing", suggestions=lambda _one, _: ["Craft:", "Lore:"]),),
    params={"rank": 1},
)
"""Asks for a field of a skill that is learned once for each (W-CHR-2)."""
ITEM: Final = Form(RULES.commands["add-item"], (
    Text("name", "What is it?"), Foot("modifier", "Modifier", "+2, −2; nothing: 0", default="0"),
    Foot("on", "The rolls it touches", "stealth, resolve; attack, defense, all", many=True),
))  # fmt: skip
"""Asks for an item (W-ENT-2)."""
DEALING: Final = Dealing(
    QUICK["arrays"], lambda array, first: RULES.command("deal-array", {"array": array, "first": first}), "W-ENT-6"
)


# ---- numbers


def attributes(character: Character) -> Groups:
    """The arrays, where the group deals them; then the nine in their groups (W-CHR-1, W-ENT-6)."""
    of, values = figures(character), {key: character.attributes.get(key, 0) for key in ATTRIBUTES}
    dealt = of.switch("quick_build") == "array"
    if dealt:
        yield "Deal an array", DEALING.rows(character.quick, values)
    for group, keys in grouped(ATTRIBUTES, group_of, GROUPS):
        swaps = {key: DEALING.swaps(character.quick, values, key) if dealt and character.quick else {} for key in keys}
        yield group, (
            ENTERED["attribute"].row(of.number(key), key, values[key], label_width=14, bar=12, most=12, **swaps[key],
                                     detail=f"{of.table[key].use} It touches {touches(of, key)}.")
            for key in keys
        )  # fmt: skip


def group_of(key: str) -> str:
    """The group of an attribute: body, mind or spirit."""
    return str(book.attributes()[key]["group"])


def touches(of: Figures, key: str) -> str:
    """What rests on an attribute: `Athletics, Fighting and Intimidate` (W-CHR-6)."""
    rest = [row.name for one, row in of.skills.items() if key in of.pair(one)]
    return listed([*rest, *(f"most {one['name']}" for one in book.tolerances().values() if one["attribute"] == key)])


def skills(character: Character) -> Groups:
    """Every skill under the group of its first attribute (W-CHR-2)."""
    of = figures(character)
    known = [ref for ref, _ in of.refs_named() if ref.partition(":")[0] not in RESISTANCES]
    for group, refs in grouped(known, lambda ref: group_of(of.pair(ref.partition(":")[0])[0]), GROUPS):
        yield group, (trained(of, ref) for ref in refs)


def trained(of: Figures, ref: str) -> Number:
    """A rank with its Training Rank and its pair; right and left train it (W-CHR-3)."""
    tally, value, key = of.number(name_of(ref)), of.character.training.get(ref, 0), ref.partition(":")[0]
    pair = ", ".join(f"{of.label_of(one)} {of.number(one).total or '–'}" for one in of.pair(key))
    chance = f"{percent(of.scale.success(tally.total))} to succeed. " if all(map(of.has, of.pair(key))) else ""
    said = f"{chance}{of.table[tally.name].use}"
    said += " The second attribute is our guess." if of.guessed(key) else ""
    open_field = of.skills[key].fields and ref == key
    does: dict[str, Any] = {"more": None, "less": None, "choose": FIELD} if open_field else {}
    does |= {"label_width": 16, "note": pair, "narrow": pair, "detail": said}
    return ENTERED["training"].row(tally, ref, value, f"{tally.label}, Training Rank", **does,
                                   tail=f"  {training_name(value)} {value}")  # fmt: skip


def tolerances(character: Character) -> Groups:
    """Three resistances, then three maxima: entered, or by the house rule with training on them (W-CHR-4, W-ENT-4)."""
    of = figures(character)
    yield "Resistances", (trained(of, key) for key in RESISTANCES)
    yield "Maxima", (_maximum(of, key, row) for key, row in book.tolerances().items())
    if of.switch("tolerances") == "house":
        yield "Training on them", (
            Number(row["name"], value, label_width=16, room=2, id=f"row-training-{key}",
                   **stepped(RULES, "set-training", {"what": key}, field="rank", now=value, title=str(row["name"])))
            for key, row in book.tolerances().items() for value in [character.training.get(key, 0)]
        )  # fmt: skip


def _maximum(of: Figures, key: str, row: Mapping[str, Any]) -> Number:
    tally, gone = of.number(f"{key}-most"), of.conditions[row["at_zero"]]
    return ENTERED["maximum"].row(tally, key, of.character.maxima.get(key, 0), first=tally.total or AVERAGE,
                                  label=row["name"], label_width=16, bar=16, most=16,
                                  detail=f"At 0: {gone.name}. {gone.text}")  # fmt: skip


# ---- items


def items(character: Character) -> Groups:
    """What is carried (W-ENT-2)."""
    yield "Items", chain(item_rows(character), [Line("Another item", mark="+", choose=ITEM, id="row-item-new")])


# ---- the whole


def counts(character: Character) -> Mapping[str, str]:
    """What is done of the steps: ranks and training, with the points of the quick build where those count."""
    of = figures(character)
    ranks, training = spent(of)
    filled = sum(1 for key in ATTRIBUTES if of.has(key))
    most = sum(1 for key in TOLERANCES if of.has(key))
    mode = "off" if character.entered or character.play else of.switch("quick_build")
    points = left_of(QUICK["attribute_points"] - ranks, QUICK["attribute_points"])
    learned = len([one for one in character.training if one not in TOLERANCES])
    return {
        "ranks": points if mode == "points" else f"{filled} of 9",
        "training": f"{learned} trained" if mode == "off"
        else left_of(QUICK["training_points"] - training, QUICK["training_points"]),
        "maxima": f"{most} of 3",
        "things": plural(len(character.items), "item") if character.items else "",
    }  # fmt: skip


def counted(key: str, character: Character) -> str:
    """One of them."""
    return counts(character)[key]


def so_far(character: Character) -> Iterator[Row]:
    """Attributes and maxima, then resistances and what was trained with the chance of a roll."""
    of, look = figures(character), dict[str, Any](prefix="so-far", label_width=19, room=3, bar=10)
    numbers = [*ATTRIBUTES, *(f"{key}-most" for key in TOLERANCES)]
    yield from number_rows(character, RULES, [{"name": name} for name in numbers], most=12, **look)
    trained = dict.fromkeys((*RESISTANCES, *(name_of(ref) for ref, value in character.training.items() if value)))
    ranks = [
        {"name": name, "note": percent(of.scale.success(of.number(name).total))} for name in trained if name in of.table
    ]
    yield from number_rows(character, RULES, ranks, most=18, **look)


def strip(character: Character) -> Content:
    """It in one line: `STR 7  AGI 11 …   Stamina 9 …`."""
    of = figures(character)
    told = [f"{key[:3].upper()} {of.number(key).total or '–'}" for key in ATTRIBUTES]
    most = [f"{book.tolerances()[key]['name']} {of.number(f'{key}-most').total or '–'}" for key in TOLERANCES]
    return Content.assemble(("  ".join(told), "bold"), f"   {'  '.join(most)}")


def parts() -> Mapping[str, Part]:
    """The parts of the steps by name."""
    options = partial(played, rules=RULES, plain=PLAIN, switches=book.switches())
    return {
        **fields("concept", TEXTS, lambda field, text: done("describe", field=field, text=text), needed=("name",),
                 lines=("background", "notes"), hints={"line": "who it is, in one line"}),
        "played": Rows(where=("campaign", "switches"), groups=options, row_of=row_at("row", 2)),
        "attributes": Rows(where=("attributes",), groups=attributes, row_of=_row_of),
        "skills": Rows(where=("training",), groups=skills, row_of=_row_of, search="Find a skill"),
        "tolerances": Rows(where=("maxima",), groups=tolerances,
                           row_of=lambda _one, where: row_id(f"{where[1]}-most") if len(where) > 1 else ""),
        "items": Rows(where=("items",), groups=items, row_of=row_at("row-item")),
        "speed": Field(where=("speed",), label="Speed", write=lambda said: done("set-speed", speed=said),
                       placeholder="as your sheet has it", optional=True, label_width=12),
    }  # fmt: skip


def _row_of(_character: Character, where: Sequence[str | int]) -> str:
    return row_id(name_of(str(where[1]))) if len(where) > 1 else ""


async def paper(screen: Any) -> None:
    """Enter a character from paper, or count the points of the quick build again."""
    await screen.execute(done("from-paper", on=not screen.document.entered))


def actions() -> Mapping[str, Sequence[Action]]:
    """What else can be done on a step, by its key."""
    words = "Enter from paper without points, or count again"
    return {
        "concept": [Action("paper", "From paper", words, paper, key="e", shown=True)],
        "skills": [Action("field", "Add field", "Add a field of Craft or Lore", FIELD, key="a", shown=True)],
        "equipment": [Action("thing", "Add item", "Add an item, with its modifier and the rolls it touches", ITEM,
                             key="a", shown=True)],
    }  # fmt: skip


def page(character: Character, width: int) -> str:
    """The sheet as text."""
    from saga_tui.games.world import sheet
    from saga_tui.paper.sections import text

    return text([*sheet.page(character)], width)


def builder() -> BuilderSpec:
    """The whole builder."""
    known = {key: partial(counted, key) for key in ("ranks", "training", "maxima", "things")}
    return BuilderSpec(
        steps=steps(SCREENS["steps"], parts(), actions(), known), begin=lambda _: [done("start-play")],
        so_far=so_far, strip=strip, line=lambda one: one.concept.line, peeks=True,
        surprise=lambda seed, step: done("surprise", seed=seed, step=step if step in SCREENS["chance"] else None),
        page=page, meanings=SCREENS["meanings"],
        synonyms={"ranks": "attributes", "stats": "attributes", "training": "skills"},
    )  # fmt: skip
