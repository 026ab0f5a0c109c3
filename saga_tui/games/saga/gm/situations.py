"""Situations as files: scene traits, opponents, obstacles, conditions, ally dice, rewards, prepared for another day; a
dozen ready ones for each setting that ships. Read, checked like a compiler does, told (CNF-1, CNF-2, CNF-8, CNF-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from saga_tui.engine import settings
from saga_tui.engine.settings import Part, reading, unknown_word
from saga_tui.engine.values import NotUnderstood
from saga_tui.engine.wrong import Shape
from saga_tui.games.saga.gm.commands.scene import pools
from saga_tui.games.saga.gm.prepared import Obstacle, Prepared, Threat
from saga_tui.games.saga.gm.state import POOLS, Condition, Element, Situation, Table, Trait
from saga_tui.games.saga.rules.words import STAKES
from saga_tui.problem import Problem, Where, near

if TYPE_CHECKING:
    from saga_tui.engine.command import Command
    from saga_tui.odds import Rolled

RULE: Final = "CNF-2"
SHAPE: Final = Shape(
    Prepared, 1, "situation", compare="a file from saga-tui situation new", rule=RULE,
    rules={"stakes": "CNF-1", "conditions": "CNF-8", "allies": "CNF-9", "traits": "TRT-4", "rewards": "CNF-12"},
    hints={"elements": ("an element", 'Write it as { name = "Thug", dice = "6/2/3" }.')},
)  # fmt: skip
MOST: Final = 300
"""The largest pool: as far as the odds go."""
TIMES: Final = 20
MANY, LONG = 100, 50_000
"""So many elements and letters one situation has at most."""
HOW: Final = (
    'Write physical/social/mental, such as "6/2/3"; a pool that it does not have is 0. One number is all three.'
)


def dice_in(text: str) -> dict[str, int] | None:
    """An element's dice as people write them at the table, `6/2/3` (CNF-2); nothing where they are not written so."""
    try:
        return pools(text)
    except ValueError:
        return None


def element_of(item: Obstacle, number: int = 0) -> Element:
    """An element as it stands at the table, with full dice; `number` where there are several of it."""
    dice = {pool: count for pool, count in (dice_in(item.dice) or {}).items() if count}
    traits = tuple(Trait(text=text) for text in item.traits)
    name = f"{item.name} {number}" if number else item.name
    return Element(name=name, dice=dice, full=dice, traits=traits, ally=item.ally, note=item.note)


def opened(found: Prepared) -> Situation:
    """The situation of a file as a table holds it: each of several elements by itself."""
    elements = [
        element_of(item, number if item.times > 1 else 0)
        for item in found.elements
        for number in range(1, max(1, item.times) + 1)
    ]
    conditions = (Condition.model_validate(one.model_dump()) for one in found.conditions)
    same = found.model_dump(include={"name", "stakes", "traits", "allies", "rewards", "notes"})
    return Situation(**same, elements=tuple(elements), conditions=tuple(conditions))


def held(table: Table) -> list[Prepared]:
    """The situations in a table's file, as their own files would have them."""
    return [
        Prepared(
            name=one.name,
            stakes=one.stakes,
            traits=one.traits,
            elements=tuple(
                Obstacle(
                    name=each.name,
                    dice="/".join(str(each.full.get(pool, each.dice.get(pool, 0))) for pool in POOLS),
                    traits=tuple(trait.text for trait in each.traits),
                    ally=each.ally,
                    note=each.note,
                )
                for each in one.elements
            ),
            conditions=tuple(Threat(**each.model_dump(include={*Threat.model_fields})) for each in one.conditions),
            allies=one.allies,
            rewards=one.rewards,
            notes=one.notes,
        )
        for one in table.situations
    ]


# ---- checked


def _elements(found: Prepared) -> Iterator[Problem]:
    """Names, dice, how many."""
    for place, item in enumerate(found.elements):
        where: Where = ("elements", place)
        called, dice = item.name.strip() or f"Element {place + 1}", dice_in(item.dice)
        if not item.name.strip():
            yield Problem("error", RULE, where, f"{called} has no name", 'Write name = "…" in it.', "name")
        if not item.dice.strip():
            yield Problem("error", RULE, where, f"{called}: no dice", f'Write dice = "6/2/3" in it. {HOW}', "dice")
        elif dice is None:
            message = f"{called}: the dice {item.dice!r} cannot be read"
            yield Problem("error", RULE, (*where, "dice"), message, HOW, "dice", item.dice)
        elif not any(dice.values()):
            message, fix = f"{called}: no dice in any pool", "Give it one die or more, or make it a scene trait."
            yield Problem("error", RULE, (*where, "dice"), message, fix, "none", item.dice)
        elif max(dice.values()) > MOST:
            fix = f"Write {MOST} or less in each pool."
            yield Problem("error", RULE, (*where, "dice"), f"{called}: too many dice", fix, "large", item.dice)
        if not 1 <= item.times <= TIMES:
            message = f"{called}: times cannot be {item.times}"
            yield Problem("error", RULE, (*where, "times"), message, f"Write 1 to {TIMES}.", "times", item.times)


def _conditions(found: Prepared) -> Iterator[Problem]:
    """Conditions that say nothing, and numbers that mean nothing."""
    for place, one in enumerate(found.conditions):
        where: Where = ("conditions", place)
        called = one.name.strip() or f"Condition {place + 1}"
        if not one.name.strip():
            yield Problem("error", "CNF-8", where, f"{called} has no name", 'Write name = "…" in it.', "name")
        if not (one.text.strip() or one.pattern):
            message, fix = (
                f"{called}: it is not said what it does",
                'Write text = "…", or pattern = "fear" or "pursuit".',
            )
            yield Problem("remark", "CNF-8", where, message, fix, "silent")
        for field in ("challenge", "goal"):
            value = getattr(one, field)
            if not 0 <= value <= MOST:
                fix = f"Write 0 to {MOST}; 0 means none."
                message = f"{called}: {field} cannot be {value}"
                yield Problem("error", "CNF-8", (*where, field), message, fix, "range", value)
        if one.pattern == "pursuit" and not any(not item.ally for item in found.elements):
            message, fix = (
                f"{called}: no pursuers",
                "Add an element with physical dice: they oppose each roll.",
            )
            yield Problem("remark", "CNF-8", where, message, fix, "nobody")


def _rest(found: Prepared) -> Iterator[Problem]:
    """Stakes, ally dice, names that stand twice, and a file that holds nothing."""
    if found.stakes:
        yield from unknown_word(("stakes",), found.stakes, STAKES, "kind of stakes", "CNF-1")
    if not 0 <= found.allies <= MOST:
        fix = f"Write 0 to {MOST}."
        yield Problem("error", "CNF-9", ("allies",), f"Ally dice cannot be {found.allies}", fix, "range", found.allies)
    lists: tuple[tuple[str, Iterable[str], str], ...] = (
        ("elements", (one.name for one in found.elements), RULE),
        ("conditions", (one.name for one in found.conditions), "CNF-8"),
        ("traits", found.traits, "TRT-4"),
    )
    for name, words, rule in lists:
        seen: set[str] = set()
        for place, word in enumerate(words):
            if word.strip() and word.strip().casefold() in seen:
                message, fix = f"There is already {word!r} among the {name}", "Give it another name, or remove one."
                yield Problem("error", rule, (name, place), message, fix, "twice", word)
            seen.add(word.strip().casefold())
    if not found.name.strip():
        yield Problem("remark", RULE, (), "The situation has no name", 'Write name = "…" at the top.', "no-name")
    if not (found.elements or found.conditions or found.traits):
        fix = "Add [[elements]], [[conditions]] or scene traits."
        yield Problem("remark", RULE, (), "There is nothing in it yet", fix, "empty")


def _size(found: Prepared) -> Iterator[Problem]:
    """What one act cannot bring to a table."""
    count = sum(min(TIMES, max(1, item.times)) for item in found.elements)
    if count > MANY:
        fix = f"Write {MANY} or fewer, copies included."
        yield Problem("error", RULE, ("elements",), f"Too many elements: {count:,}", fix, "many", count)
    elif (size := len(found.model_dump_json())) > LONG:
        message, fix = f"The situation is too long: {size:,} letters", f"Shorten notes and traits to {LONG:,} in all."
        yield Problem("error", RULE, (), message, fix, "long", size)


# ---- told


def _element_words(item: Obstacle) -> str:
    """`Riflemen ×3: 4/0/2, “High ground”. They came by rail.`"""
    several = f" ×{item.times}" if item.times > 1 else ""
    told = [f"{item.name}{several}: {item.dice}", *(f"“{text}”" for text in item.traits)]
    told += ["on the players' side"] if item.ally else []
    return ". ".join(filter(None, (", ".join(told), item.note.strip())))


def _condition_words(one: Any) -> str:
    """`The fire: grows every round; challenge 4; 6 ends it`."""
    told = [one.text.strip().rstrip(".")] if one.text else [f"the book's {one.pattern}"] if one.pattern else []
    told += [f"challenge {one.challenge}"] if one.challenge else []
    told += ["asked every round"] if one.every_round else []
    told += [f"{one.goal} ends it"] if one.goal else []
    return f"{one.name}: {'; '.join(told)}" if told else one.name


def parts(found: Prepared) -> list[Part]:
    """All of a situation in words."""
    about = [" ".join(found.notes.split())] if found.notes.strip() else []
    about += [f"Stakes: {found.stakes}"] if found.stakes else []
    about += [f"Ally dice: {found.allies}"] if found.allies else []
    lists = {
        "Scene traits": found.traits,
        "Elements (physical/social/mental)": map(_element_words, found.elements),
        "Conditions": map(_condition_words, found.conditions),
        "Rewards": found.rewards,
    }
    told = [Part(title, tuple(lines)) for title, lines in lists.items()]
    return [Part("", tuple(about)), *(part for part in told if part.lines)]


def _take(found: Prepared) -> Command:
    from saga_tui.games.saga.gm.commands.prepared import OpenSituation

    return OpenSituation(given=opened(found).model_dump_json(exclude_defaults=True))


def with_file(command: Command, table: Table, folder: Path) -> Command:
    """The command that opens or keeps a situation: one that is not among the table's own is read from its file. Raises
    `NotUnderstood` where there is none, or it is broken."""
    said = command.params()
    keeps = command.verb == "keep-situation"
    name = str(said.get("file" if keeps else "situation", ""))
    own = set() if keeps else {one.name.casefold() for one in table.situations}
    if not name or said.get("given") or name.casefold() in own:
        return command
    shelf = Shelf(folder)
    found = shelf.find(name)
    if found is None:
        known = [*(one.name for one in table.situations), *shelf.names()]
        raise NotUnderstood(f"There is no situation {name!r}. {near(name, known)}")
    if found.setting is None:
        raise NotUnderstood(found.checked.problems[0].said(found.path.name))
    if keeps:
        given = opened(found.setting).model_dump_json(exclude_defaults=True)
        return command.model_copy(update={"given": given})
    return _take(found.setting)


def _forecast(found: Prepared, characters: Sequence[Any], given: Mapping[str, Any]) -> Rolled:
    from saga_tui.games.saga.gm.forecast import told

    return told(opened(found), characters, **given)


SITUATIONS: Final = settings.Situations(
    shipped=Path(__file__).with_name("ready"),
    read=reading(SHAPE, _elements, _conditions, _rest, _size),
    name=lambda found: (found.name, found.notes),
    parts=parts,
    record=lambda found: found.model_dump(mode="json", exclude={"format"}),
    take=_take,
    general=RULE,
    forecast=_forecast,
    held=held,
)
"""What Saga says of its situations."""


class Shelf(settings.Shelf[Prepared]):
    """The situations that can be found from a folder of characters; a table's file lies in a folder in it."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is that of the characters, or of the tables."""
        super().__init__(SITUATIONS, folder.parent if folder is not None and folder.name == "tables" else folder)
