"""A larger look at one character, drawn from its card: its meters as tiles, what waits, what happened last, what it is.

Pure: a card and a size in, lines of text out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from textual.content import Content

from saga_tui.library.cards import Card, badge_lines, spread
from saga_tui.portrait import Meter, Part
from saga_tui.safe import safe
from saga_tui.ui import tiles

GAP: Final = 2
"""Blank cells between two groups of meters side by side."""
LEAST_NOTE: Final = 6
"""Cells that words behind tiles need."""
TILES: Final = {"pips": tiles.pips, "boxes": tiles.boxes, "track": tiles.track}
HIGH: Final = 48
"""Lines from which on meters are drawn in tiles of three lines, one group below the other."""


def look(card: Card, last: Sequence[tuple[str, str]], width: int, height: int) -> Content:
    """The whole of it, at most `height` lines."""
    parts = list(card.portrait.parts)
    roomy = height >= 30
    blocks = [list(_head(card, width)), list(heroes(card.portrait.meters, width, height))]
    if card.problem:
        blocks += [list(_part(part, width)) for part in parts]
        return _joined(blocks, height, roomy)
    if card.portrait.waits:
        waits = [line for wait in card.portrait.waits for line in _hung(wait.key, wait.words, "bold $key", width)]
        blocks.append([rule("Waiting for you", width, "Enter: open"), *waits])
    if last:
        told = [line for when, text in last for line in _hung(when, text, "$dim", width, mark="")]
        blocks.append([rule("Last", width), *told])
    blocks += [list(_part(part, width)) for part in parts]
    return _joined(blocks, height, roomy)


def fits_title(name: str, width: int) -> bool:
    """Whether a name stands in the rule above so many cells."""
    return Content(safe(name)).cell_length <= width - 6


def rule(title: str, width: int, note: str = "", heavy: bool = False) -> Content:
    """A title in a line, with a word at its right end."""
    line, colour = ("━", "$dim") if heavy else ("─", "$calm")
    end = f" {note} " if note and width - len(title) - len(note) > 8 else ""
    ended = (line, colour) if end else ("", "")
    gap = width - Content(title).cell_length - len(end) - len(ended[0]) - 1
    return Content.assemble((title, "bold $title"), " ", (line * max(0, gap), colour), (end, "$dim"), ended)


def _joined(blocks: Iterable[list[Content]], height: int, roomy: bool) -> Content:
    """Blocks below each other, with a blank line between them where there is room; a block that does not fit is cut."""
    lines: list[Content] = []
    for block in blocks:
        if not block:
            continue
        gap = 1 if roomy and lines else 0
        if lines and len(lines) + gap + min(2, len(block)) > height:
            break
        lines += [Content("")] * gap + block
    return Content("\n").join(lines[:height])


def _head(card: Card, width: int) -> Iterator[Content]:
    """Its name where the title has no room for it, where it stands, what it is, and its badges."""
    if not fits_title(card.name, width):
        yield from Content.styled(safe(card.name, limit=400), "bold").wrap(width)
    if card.line:
        yield from Content.styled(safe(card.line), "$title").wrap(width)
    badges = badge_lines(card.portrait.badges, width)
    where = Content.styled(safe(card.state), "$dim") if card.ready else Content("")
    if where and len(badges) == 1 and where.cell_length + badges[0].cell_length + 2 <= width:
        yield spread(where, badges[0], width)
        return
    yield from where.wrap(width) if where else ()
    yield from (line for line in badges if line)


def _hung(key: str, words: str, style: str, width: int, mark: str = "▸ ") -> list[Content]:
    """`▸ c  1 consequence to name`, what is wrapped below its words."""
    start = Content.assemble((mark, "$key"), (safe(key), style), "  " if key and mark else " " if key else "")
    room = max(12, width - start.cell_length)
    first, *rest = Content(safe(words)).wrap(room)
    return [Content.assemble(start, first), *(Content.assemble(" " * start.cell_length, line) for line in rest)]


def _part(part: Part, width: int) -> Iterator[Content]:
    """A list under its title."""
    yield rule(safe(part.title), width)
    for left, right in part.lines:
        end = Content.styled(safe(right), "$dim")
        room = max(12, width - end.cell_length - 1)
        first, *rest = Content(safe(left, limit=400)).wrap(room)
        yield spread(first.rstrip(), end, width)
        yield from (Content.assemble("  ", line) for line in rest)


# ---- meters


def heroes(meters: Sequence[Meter], width: int, height: int) -> Iterator[Content]:
    """The meters by their groups: side by side in the largest tiles that fit there, or below each other."""
    groups = {side: [meter for meter in meters if meter.side == side] for side in dict.fromkeys(m.side for m in meters)}
    if not groups:
        return
    if height >= HIGH:
        yield from _stacked(groups, width, tiles.LARGE)
        return
    lines = sum(map(len, groups.values())) + len(groups)
    for size in (tiles.MEDIUM, tiles.CLOSE) if lines * 3 > height else ():
        needs = [max(_needs(meter, size, _label(group)) for meter in group) for group in groups.values()]
        if sum(needs) + GAP * (len(needs) - 1) <= width and len(groups) > 1:
            yield from _beside(groups, needs, width, size)
            return
    yield from _stacked(groups, width, tiles.MEDIUM)


def _label(group: Iterable[Meter]) -> int:
    return max(Content(safe(meter.label)).cell_length for meter in group) + 2


def _needs(meter: Meter, size: tiles.Size, label: int) -> int:
    """Cells that a meter takes with its label."""
    made = TILES.get(meter.kind)
    return label + (tiles.measure(made(meter, meter.filled, meter.total), size) if made else 4)


def _beside(groups: dict[str, list[Meter]], needs: list[int], width: int, size: tiles.Size) -> Iterator[Content]:
    """Groups side by side, what room is left given to the last one's notes."""
    spare = (width - sum(needs) - GAP * (len(needs) - 1)) // len(needs)
    wide = [need + spare for need in needs]
    wide[-1] += width - sum(wide) - GAP * (len(needs) - 1)
    columns = [
        [
            rule(safe(side), room, heavy=True),
            *(line for meter in group for line in _meter(meter, room, size, _label(group))),
        ]
        for (side, group), room in zip(groups.items(), wide, strict=True)
    ]
    for at in range(max(map(len, columns))):
        cells = [column[at] if at < len(column) else Content("") for column in columns]
        padded = [
            Content.assemble(cell, " " * (room - cell.cell_length)) for cell, room in zip(cells, wide, strict=True)
        ]
        yield Content(" " * GAP).join(padded)


def _stacked(groups: dict[str, list[Meter]], width: int, size: tiles.Size) -> Iterator[Content]:
    """Groups below each other."""
    label = max(map(_label, groups.values()))
    for side, group in groups.items():
        yield rule(safe(side), width, heavy=True)
        for meter in group:
            yield from _meter(meter, width, size, label)


def _meter(meter: Meter, width: int, size: tiles.Size, label: int) -> list[Content]:
    """A meter's lines: label, tiles, and its note where there is room for it."""
    name = Content(safe(meter.label)).pad_right(label - Content(safe(meter.label)).cell_length)
    made = TILES.get(meter.kind)
    if made is None:
        of = f" of {meter.total}" if meter.total and meter.kind != "number" else ""
        number = Content.assemble((f"{meter.full} ", meter.colour), (str(meter.filled), "bold"), (of, "$dim"))
        return [_noted(Content.assemble(name, number), meter, width)]
    marks = made(meter, meter.filled, meter.total)
    if not marks:
        return [_noted(name, meter, width)]
    fit = tiles.fitting(marks, width - label, size if size.height == 1 or meter.total else tiles.CLOSE)
    if fit is None:
        short = tiles.short(meter, meter.filled, meter.total, tiles.BAR if meter.kind == "boxes" else "")
        return [_noted(Content.assemble(name, short), meter, width)]
    lines = tiles.drawn(marks, fit)
    middle = len(lines) // 2
    return [
        _noted(Content.assemble(name, line), meter, width) if at == middle else Content.assemble(" " * label, line)
        for at, line in enumerate(lines)
    ]


def _noted(line: Content, meter: Meter, width: int) -> Content:
    note = Content.styled(safe(meter.note), "$bad" if meter.kind == "boxes" and meter.filled > meter.total else "$dim")
    if not note or line.cell_length + note.cell_length + 2 > width or note.cell_length < 2:
        return line
    return spread(line, note, width)
