"""One character in the list, and the library's own texts: its title line, a folder's path, when something was."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.portrait import NONE, Badge, Meter, Part, Portrait
from saga_tui.safe import safe
from saga_tui.ui.lined import Lined
from saga_tui.ui.rows import Row
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.library.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Card:
    """A character as the library shows it; `problem` says why its file cannot be read, if so."""

    path: Path
    name: str
    line: str = ""
    state: str = ""
    ready: bool = False
    played: datetime | None = None
    problem: str = ""
    game: str = ""
    """The key of its game; empty where nothing could be read."""
    portrait: Portrait = NONE
    """What its game shows of it."""
    table: bool = False
    """Whether it is a table, at which characters sit."""
    id: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    """Who sits at a table: ids and names."""
    shared: str = ""
    """The table that it came by, where somebody else writes it."""

    @property
    def words(self) -> str:
        """All that a search looks at."""
        return f"{self.name} {self.line} {self.state} {self.portrait.words} {self.problem} {self.shared}".casefold()


class CardRow(Row):
    """One card: name, meters in columns, when it was played; below where it stands, and badges."""

    def __init__(self, card: Card, played: str, columns: Columns, width: int, parts: int = 0) -> None:
        """`columns` are those of the list, `width` what the row will have (another one is taken when it is known), and
        `parts` how many of its lists it unfolds."""
        super().__init__(classes="-bad" if card.problem else "")
        self.card = card
        self.marked = False
        """Whether it is among those of which something is made."""
        self.played = played
        self.columns = columns
        self.parts = parts
        self._drawn: tuple[int, list[Content]] = (0, [])
        self._measure(width)

    @staticmethod
    def grouped(rows: Iterable[CardRow]) -> Iterator[Widget]:
        """The rows; before those that came by a shared table, what that is called."""
        table = ""
        for row in rows:
            if row.card.shared != table:
                table = row.card.shared
                said = f"At {safe(table, limit=60)}, for looking only"
                yield Static(Content.styled(said, "$dim"), classes="card-group")
            yield row

    def on_resize(self) -> None:
        """Another width may take other lines."""
        self._measure(self.content_size.width)

    def fit(self, columns: Columns, parts: int) -> None:
        """Says as much as there is room for now."""
        width = self.content_size.width or self._drawn[0]
        if (columns, parts, width) != (self.columns, self.parts, self._drawn[0]):
            self.columns, self.parts = columns, parts
            self._drawn = (0, [])
            self._measure(width)
            self.refresh()

    def _measure(self, width: int) -> list[Content]:
        if width != self._drawn[0]:
            self._drawn = (width, card_lines(self.card, self.played, self.columns, width, self.parts))
            self.resize(len(self._drawn[1]))
        return self._drawn[1]

    def render(self) -> Lined:
        """The lines, the pointer of the focus and the mark before the first."""
        first, *more = self._measure(self.content_size.width)
        pointer = Content.styled("▸", "bold $key") if self.has_focus else Content(" ")
        mark = Content.styled("✓", "bold $good") if self.marked else Content(" ")
        return Lined([Content.assemble(pointer, mark, first[2:]), *more])


# ---- how a card is drawn


@dataclass(frozen=True, slots=True)
class Columns:
    """What all cards of a list share: by game the meters with their groups and cells, the cells of the longest name and
    of the times."""

    meters: Mapping[str, Mapping[tuple[str, str], int]]
    name: int
    played: int
    told: bool = False
    """Whether there are lines for what each one is."""


LEAST_NAME: Final = 14
"""Cells that a name keeps before meters are drawn beside it."""
TONES: Final = {"move": "bold $key reverse", "bad": "bold $bad reverse", "good": "$good on $panel"}
"""The looks of a badge by its tone; others are quiet."""


CARD: Final = 5
"""Lines of a card with its meters, badges and what it is, and a blank one."""


def columns_for(cards: Sequence[Card], played: Sequence[str], width: int, room: int) -> tuple[Columns, list[int]]:
    """The columns of a list of so many cells and lines; and how many of its lists each card unfolds: the first of each,
    then the second, while there is room."""
    told = len(cards) * CARD <= room
    columns, dealt = columns_of(cards, played, told=told), [0] * len(cards)
    if not told:
        return columns, dealt
    left = room - sum(len(card_lines(card, when, columns, width)) + 1 for card, when in zip(cards, played, strict=True))
    if left <= 0:
        return columns, dealt
    heights = [[len(lines) for lines in unfolded(card, max(LEAST_NAME, width - 2))] for card in cards]
    for place in range(max(map(len, heights), default=0)):
        for at, lines in enumerate(heights):
            if dealt[at] == place < len(lines) and lines[place] <= left:
                dealt[at], left = place + 1, left - lines[place]
    return columns, dealt


def columns_of(cards: Iterable[Card], played: Iterable[str], *, told: bool = False) -> Columns:
    """The columns that all of these cards fit in."""
    meters: dict[str, dict[tuple[str, str], int]] = {}
    name = 0
    for card in cards:
        name = max(name, Content(safe(card.name)).cell_length)
        widths = meters.setdefault(card.game, {})
        for meter in in_list(card):
            column = (meter.side, meter.label)
            widths[column] = max(widths.get(column, 0), brief(meter).cell_length)
    return Columns(meters, name, max(map(len, played), default=0), told)


def in_list(card: Card) -> list[Meter]:
    """The meters that stand in the list."""
    return [meter for meter in card.portrait.meters if meter.listed]


@lru_cache(maxsize=1024)
def brief(meter: Meter) -> Content:
    """A meter in few cells: `▲4/5`, `★6`, `■■■┃■`, `✕✕······`."""
    over = meter.filled - meter.total
    if meter.kind == "boxes" and max(meter.filled, meter.total) <= 8:
        held = (meter.full * min(meter.filled, meter.total), meter.colour)
        end = (f"┃{meter.full * over}", "bold $bad") if over > 0 else (meter.empty * -over, "$faint")
        return Content.assemble(held, end)
    if meter.kind == "track" and meter.total <= 12:
        taken = min(meter.filled, meter.total)
        return Content.assemble((meter.full * taken, meter.colour), (meter.empty * (meter.total - taken), "$faint"))
    of = "" if meter.loose or meter.kind == "number" or not meter.total else f"/{meter.total}"
    return Content.assemble((meter.full, meter.colour), str(meter.filled), (of, "$dim"))


def coloured(portrait: Portrait, known: Container[str]) -> Portrait:
    """The same with plain meters where the theme does not know a colour: no game is loaded yet, or it is gone."""
    if all(meter.colour[1:] in known for meter in portrait.meters):
        return portrait
    plain = (meter if meter.colour[1:] in known else meter._replace(colour="bold") for meter in portrait.meters)
    return portrait._replace(meters=tuple(plain))


def meter_block(card: Card, columns: Columns, room: int) -> Content:
    """The meters of a card in their columns, as many as there is room for; two blanks between groups."""
    meters = {(meter.side, meter.label): meter for meter in in_list(card)}
    if not meters:
        return Content("")
    parts: list[Content | str] = []
    taken, before = 0, ""
    for column, width in columns.meters.get(card.game, {}).items():
        gap = (2 if column[0] != before else 1) if parts else 0
        if taken + gap + width > room:
            break
        drawn = brief(meters[column]) if column in meters else Content("")
        parts += [" " * gap, drawn, " " * (width - drawn.cell_length)]
        taken, before = taken + gap + width, column[0]
    return Content.assemble(*parts)


def card_lines(card: Card, played: str, columns: Columns, width: int, parts: int = 0) -> list[Content]:
    """All lines of a card with so many of its lists; the first cell is the pointer's."""
    room = max(LEAST_NAME, width - 2)
    name = Content.styled(safe(card.name, limit=400), "bold $bad" if card.problem else "bold")
    when = Content.styled(played.rjust(columns.played), "$dim")
    beside = room - columns.played - 2
    block = meter_block(card, columns, beside - min(columns.name, LEAST_NAME) - 2)
    block = badge_lines(card.portrait.badges, beside - LEAST_NAME)[0] if card.problem else block
    if name.cell_length + (block.cell_length + 2 if block else 0) <= beside:
        lines = [spread(name, Content.assemble(block, "  " if block else "", when), room), *_below(card, room)]
    else:
        first, *rest = name.wrap(max(LEAST_NAME, beside))
        lines = [spread(first.rstrip(), when, room), *rest]
        where = Content.styled(_stands(card), "$dim")
        joined = bool(block) and where.cell_length + block.cell_length + 2 <= beside
        lines += [spread(where if joined else Content(""), block, beside)] if block else []
        lines += _below(card, room, stands=not joined)
    if columns.told and card.line and safe(card.line) not in " ".join(line.plain.strip() for line in lines):
        lines += Content.styled(safe(card.line), "$dim").wrap(room)
    for part in unfolded(card, room)[:parts] if parts else ():
        lines += part
    return [Content.assemble("  ", line) for line in lines]


def unfolded(card: Card, room: int) -> list[list[Content]]:
    """What else there is to say of a card: what can be done next, then each of its lists, behind its title and wrapped
    there."""
    if card.problem:
        return []
    label = max([len(NEXT), *(Content(safe(part.title)).cell_length for part in card.portrait.parts)]) + 2
    waits = (Content.assemble((safe(one.key), "$key"), " ", safe(one.words)) for one in card.portrait.waits)
    told = [(NEXT, Content(" · ").join(waits)), *((part.title, _listed(part)) for part in card.portrait.parts)]
    return [_behind(title, words, label, room) for title, words in told if words]


NEXT: Final = "Next"


def _listed(part: Part) -> Content:
    """Its lines in one, each with what stands at its right end."""
    each = (Content.assemble(safe(left), (f" {safe(right)}" if right else "", "$dim")) for left, right in part.lines)
    return Content(" · ").join(each)


def _behind(title: str, words: Content, label: int, room: int) -> list[Content]:
    """`Drives   Find my sister · Never shoot first`, what is wrapped below the words."""
    head = Content.styled(safe(title), "$dim")
    first, *rest = words.wrap(max(LEAST_NAME, room - label))
    lines = [Content.assemble(head.pad_right(max(1, label - head.cell_length)), first)]
    return [*lines, *(Content.assemble(" " * label, line) for line in rest)]


def _stands(card: Card) -> str:
    """Where it stands; of one that is being built what it is, since its badge says what is left."""
    if card.ready or not card.portrait.badges:
        return safe(card.state)
    return safe(card.line)


def _below(card: Card, room: int, *, stands: bool = True) -> list[Content]:
    """What stands under the name: where it stands, what it is if that fits, and badges; what is wrong with a file."""
    if card.problem:
        return Content.styled(safe(card.problem, limit=600), "$dim").wrap(room)
    lines = badge_lines(card.portrait.badges, room)
    badges = lines[0]
    where = Content.styled(_stands(card) if stands else "", "$title" if card.ready else "$dim")
    if where and card.ready and card.line:
        what = Content.styled(f" · {safe(card.line)}", "$dim")
        where = Content.assemble(
            where, what if where.cell_length + what.cell_length + badges.cell_length < room else ""
        )
    if where and (len(lines) > 1 or where.cell_length + badges.cell_length + 2 > room):
        return [*where.wrap(room), *(spread(Content(""), line, room) for line in lines if line)]
    return [spread(where if not at else Content(""), line, room) for at, line in enumerate(lines) if where or line]


def badge_lines(badges: Iterable[Badge], room: int) -> list[Content]:
    """Badges side by side, each on a ground of its own, on as many lines as they take; one that is too long for a line
    loses what stands behind its colon."""
    lines = [Content("")]
    for badge in badges:
        text = safe(badge.text)
        text = text if len(text) + 2 <= room else text.partition(":")[0]
        drawn = Content.styled(f" {text} ", TONES.get(badge.tone, "$dim on $panel")).truncate(room, ellipsis=True)
        if lines[-1] and lines[-1].cell_length + 1 + drawn.cell_length > room:
            lines.append(drawn)
        else:
            lines[-1] = Content.assemble(lines[-1], " " if lines[-1] else "", drawn)
    return lines


def spread(left: Content, right: Content, width: int) -> Content:
    """Text at the left, cut where it must be, and at the right end."""
    end = right.truncate(max(8, width - min(left.cell_length, width // 3) - 1), ellipsis=True)
    start = left.truncate(max(0, width - end.cell_length - 1), ellipsis=True)
    return Content.assemble(start, " " * max(0, width - start.cell_length - end.cell_length), end)


# ---- texts


def how_many(cards: Sequence[Card]) -> str:
    """`  7 characters`, and how many tables there are, if any."""
    tables = sum(card.table for card in cards)
    return f"  {plural(len(cards) - tables, 'character')}" + (f", {plural(tables, 'table')}" if tables else "")


def title(count: str) -> Content:
    """Return the program's name, and how many characters there are."""
    return Content.assemble(("✦ ", "$star"), ("saga-tui", "bold $title"), (count, "$dim"))


def short_path(path: Path) -> str:
    """The path with `~` for the home folder, for reading only."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) and path != home else str(path)


def ago(then: datetime, now: datetime, *, short: bool = False) -> str:
    """`just now`, `today 20:15`, `yesterday`, `5 days ago`, `3 March`, `3 March 2024`; both of one zone.

    `short` has no more than ten cells: `20:15`, `3 Mar`, `Mar 2024`.
    """
    days = (now.date() - then.date()).days
    if days < 0 or (days == 0 and (now - then).total_seconds() < 120):
        return "just now"
    if days == 0:
        return f"{then:%H:%M}" if short else f"today {then:%H:%M}"
    if days == 1:
        return "yesterday"
    if days < 14:
        return f"{plural(days, 'day')} ago"
    if short:
        return f"{then.day} {then:%b}" if then.year == now.year else f"{then:%b} {then.year}"
    month = f"{then.day} {then:%B}"
    return month if then.year == now.year else f"{month} {then.year}"


def empty(shelf: Shelf) -> Content:
    """Return what a folder without characters says, with the keys that fill it."""
    keys = [("w", "take a short tour"), ("^p", "search all commands")]
    if shelf.samples() is not None:
        keys.insert(0, ("a", "add sample characters, to look around"))
    width = max(len(words) for _, words in keys)
    return Content.assemble(
        ("✦\n\n", "$star"),
        ("Welcome. No characters yet.\n\n", "bold $title"),
        ("Press ", ""),
        (" n ", "bold $key reverse"),
        (" to create your first.\n\n", ""),
        *(part for key, words in keys for part in ((key.rjust(2), "bold $key"), f"  {words.ljust(width)}\n")),
        (f"\nThey are kept in {safe(short_path(shelf.folder))}", "$dim"),
    )
