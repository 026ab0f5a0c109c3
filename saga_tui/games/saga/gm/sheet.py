"""The GM's sheet on one page: who sits at the table, what stands there and what is prepared, with boxes to tick; and
an empty one (CNF-2, CNF-8, CNF-9, DMG-1, DOM-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from saga_tui.games.saga.gm.clock import in_conflict
from saga_tui.games.saga.gm.entries import when
from saga_tui.games.saga.gm.state import POOLS, Element, Table
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import ASSETS, WOUNDS, Asset
from saga_tui.games.saga.sheet.page import CREDIT, SIGNS
from saga_tui.paper.items import TO_WRITE, Block, Counted, Entry, Item, Led, Meter, Page, Write, Written, md
from saga_tui.paper.layout import boxes, pad, row, wrap
from saga_tui.paper.sections import Foot, Head, Pair, Rule, Section, Stack
from saga_tui.safe import clean
from saga_tui.words import listed

SPARE: Final = 3
"""Boxes beyond a threshold."""
PARTY, FOES, BOXES, TRAITS, CONDITIONS, NOTES = 4, 6, 8, 3, 2, 3
"""What an empty sheet has room for."""
WRITE: Final = 4
"""Elements that a sheet has room for at least."""
NAME, MOST = 22, 20
"""Columns of an element's name, and of its boxes; more are told in numbers."""
LEGEND: Final = "Tick ■ damage when taken and dice when lost. Each box over the threshold │ causes a consequence."


def sheet(table: Table, members: Mapping[str, Character]) -> tuple[Block, ...]:
    """All that the GM wants to see at once; `members` are the characters by their ids."""
    play = table.play
    names = {seat.id: seat.name or seat.id for seat in table.seats}
    party = [_member(members[who]) if who in members else _stranger(name) for who, name in names.items()]
    traits = tuple(
        Entry(name=clean(one.text), mark=f"−{one.weight}" if one.weight else "") for one in play.scene_traits
    )
    conditions = tuple(Entry(clean(one.text), clean(one.name), count=max(0, one.goal)) for one in play.conditions)
    allies = tuple(
        Meter(clean(one.name) or "Ally dice", str(one.now), one.full, one.full - one.now) for one in play.allies
    )
    clocks = tuple(Counted(clean(one.name), one.filled, most=max(1, one.total)) for one in play.clocks)
    prepared = tuple(
        Entry(listed(clean(item.name) for item in one.elements), clean(one.name)) for one in table.situations
    )
    return (
        Head(clean(table.title), "The GM's sheet", standing=_standing(table)),
        *_pairs(party),
        Section("At the table", tuple(_element(one) for one in play.elements), write=WRITE),
        Section("Kept for another day", tuple(_element(one) for one in table.kept)),
        Pair(
            Section("Scene traits", traits, write=TRAITS),
            Section("Conditions, clocks, allies", (*conditions, *clocks, *allies), write=TRAITS),
        ),
        Section("Prepared", prepared),
        Section("Notes", tuple(Written(clean(line)) for line in table.notes.strip().splitlines()), write=NOTES),
        Foot(LEGEND),
    )


def blank() -> tuple[Block, ...]:
    """An empty sheet: four characters, six elements."""
    allies = Meter("Ally dice", TO_WRITE, BOXES)
    head = Pair(Section("", (Write("Table"),)), Section("", (Write("Chapter, scene"),)))
    return (
        Stack((head, Rule(double=True)), apart=False),
        *_pairs([_no_member() for _ in range(PARTY)]),
        *_pairs([_no_element() for _ in range(FOES)]),
        Pair(
            Section("Scene traits", write=TRAITS),
            Section("Conditions, clocks, allies", (*(Counted(None, 0) for _ in range(CONDITIONS)), allies)),
        ),
        Section("Notes", write=NOTES),
        Foot(CREDIT),
    )


def _standing(table: Table) -> str:
    """Where play stands: `chapter 1, scene 2, deadly conflict, round 3`."""
    play = table.play
    fight = [f"{clean(play.stakes)} conflict".strip(), f"round {play.round}"] if in_conflict(play) else []
    return ", ".join([when(table) or "before chapter 1", *fight])


def _pairs(blocks: Sequence[Section]) -> Iterator[Block]:
    """Two side by side."""
    for left, right in zip(blocks[::2], [*blocks[1::2], Section("")], strict=False):
        yield Pair(left, right) if right.items else left


# ---- those who sit there


class Held(Meter):
    """A meter of one who sits there, told with what is held."""

    __slots__ = ()

    def markdown(self) -> list[str]:
        """As an entry of a list."""
        return [f"- {self.name}: {' of '.join(filter(None, (*self.cells, self.number)))}"]


@dataclass(frozen=True, slots=True)
class Purse(Item):
    """Tokens in hand of each asset's rating, in one line where its signs can be drawn (AST-1)."""

    assets: tuple[tuple[Asset, int, int], ...]

    def lines(self, width: int, page: Page) -> list[str]:
        """`▲ 1/5  ◆ 3/3  ● 3/3  ★ 4/4`, or with names."""
        if page.glyphs.drawn:
            return ["  ".join(f"{SIGNS[asset]} {held}/{rating}" for asset, held, rating in self.assets)]
        return wrap(self._words, width, 2)

    @property
    def _words(self) -> str:
        return ", ".join(f"{asset} {held}/{rating}" for asset, held, rating in self.assets)

    def markdown(self) -> list[str]:
        """As an entry of a list."""
        return [f"- {self._words}"]


def _member(character: Character) -> Section:
    """Tokens, damage with its thresholds, doom, what to bribe with."""
    items: list[Item] = [
        Purse(tuple((one, state.in_hand(character, one), derive.rating(character, one).total) for one in ASSETS))
    ]
    for kind in WOUNDS:
        held, bar = state.held(character, kind), max(0, derive.threshold(character, kind).total)
        items.append(Held(kind.capitalize(), str(bar), max(bar, held) + SPARE, held, bar=bar, cells=(str(held),)))
    end, marked = max(0, derive.doom_end(character).total), max(0, state.play_of(character).doom)
    kismet = state.held(character, "kismet")
    items.append(Held("Kismet", "", max(BOXES, kismet), kismet, cells=(str(kismet),)))
    items.append(Held("Doom", str(end), end, marked, end=True, cells=(str(marked),)))
    wounds = [f"{clean(one.name) or 'not named'} −{one.severity}" for one in state.play_of(character).consequences]
    told = {
        "Traits": [clean(text) for text, _ in derive.traits(character)],
        "Drives": [clean(text) for text in character.story.drives if text.strip()],
        "Harm": wounds,
    }
    items += [Led(f"{label:<7}", ", ".join(words)) for label, words in told.items() if words]
    return Section(clean(character.title), tuple(items))


def _stranger(name: str) -> Section:
    """One whose file cannot be read."""
    return Section(clean(name), (Entry("This character cannot be read here."),))


def _no_member() -> Section:
    harm = (Meter(kind.capitalize(), TO_WRITE, BOXES) for kind in WOUNDS)
    tokens = (Write("Tokens"), Write("Traits, drives"))
    return Section("", (Write("Name"), *harm, Meter("Kismet", "", BOXES), Meter("Doom", TO_WRITE, BOXES), *tokens))


# ---- what stands against them


@dataclass(frozen=True, slots=True)
class Pools(Item):
    """An element's dice, those that are lost ticked (CNF-3), and what is to be known of it."""

    name: str
    dice: tuple[tuple[str, int, int], ...]
    """Each pool with its dice at first, and those that are lost."""
    told: str = ""

    def lines(self, width: int, page: Page) -> list[str]:
        """`The riflemen  physical ■■□□  mental □□`, and under it its traits."""
        room = min(NAME, width // 3)
        drawn = (f"{pool} {boxes(full, lost, MOST, page.glyphs)}" for pool, full, lost in self.dice)
        return [*row(f"{pad(self.name[:room], room)} ", "  ".join(drawn) or "no dice", width), *self._told(width)]

    def _told(self, width: int) -> list[str]:
        return [f"  {line}" for line in wrap(self.told, width - 2)] if self.told else []

    def markdown(self) -> list[str]:
        """As an entry of a list."""
        dice = ", ".join(f"{pool} {full - lost} of {full}" for pool, full, lost in self.dice)
        return [f"- **{md(self.name)}:** {md('; '.join(filter(None, (dice, self.told))))}"]


def _element(one: Element) -> Pools:
    """An element, with its traits, its side and its note."""
    dice = []
    for pool in POOLS:
        full, now = max(one.full.get(pool, 0), one.dice.get(pool, 0)), max(0, one.dice.get(pool, 0))
        dice += [(pool, full, full - now)] if full else []
    told = [clean(trait.text) for trait in one.traits]
    told += ["on the players' side"] if one.ally else []
    told += [clean(one.note)] if one.note.strip() else []
    return Pools(f"{clean(one.name)}{' (out)' if one.out else ''}", tuple(dice), "; ".join(told))


def _no_element() -> Section:
    return Section(
        "", (Write("Element"), *(Meter(pool.capitalize(), TO_WRITE, BOXES) for pool in POOLS), Write("Traits"))
    )
