"""How a screen looks, in numbers: what is blank in its panels, what is cut though there is room, what is loud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from saga_tui.ui.band import BandView
from saga_tui.ui.hero import HeroView
from saga_tui.ui.panel import Panel
from saga_tui.ui.verdict import VerdictView

RUN, HOLE_WIDTH, HOLE_HEIGHT = 8, 12, 3
"""Blank cells in a row that count as void; the least blank rectangle that counts as a hole."""


@dataclass(frozen=True)
class Looks:
    """Shares in percent of the cells inside panels, rules left out."""

    void: float
    holes: float
    loud: float
    cut: tuple[str, ...]
    """Lines that end in `…` though their panel, or the column that it stands in, has a blank row."""


def rows_of(screen: Screen[Any], strips: Iterable[Strip] | None = None) -> list[str]:
    """What stands on the screen, line by line, a character a cell; of strips that were drawn already, if any."""
    drawn = screen._compositor.render_strips() if strips is None else strips
    return ["".join(segment.text for segment in strip) for strip in drawn]


PAGES = "#dialog-body, #paper-text, #rules-list, #rules-entry"
"""What is looked at on a screen without panels."""


def panels(screen: Screen[Any]) -> list[Widget]:
    """The panels and bands in sight; on a screen without any what it shows instead."""
    found: Iterable[Widget] = [*screen.query(Panel).results(Widget), *screen.query(BandView).results(Widget)]
    found = found or screen.query(PAGES).results(Widget)
    return [widget for widget in found if widget.is_on_screen and widget.region.area]


def heroes(screen: Screen[Any]) -> int:
    """How many things in sight claim to be the most important one; panels side by side that do it together are one."""
    marked = [one for one in screen.query(".-hero") if one.is_on_screen and one.region.area]
    drawn = [*screen.query(HeroView).results(Widget), *screen.query(VerdictView).results(Widget)]
    alone = [one for one in drawn if one.is_on_screen and one.region.area and not set(one.ancestors) & set(marked)]
    return len({id(one.parent) for one in marked}) + len(alone)


def inside(widget: Widget, screen: Screen[Any]) -> Region:
    """The cells of a panel below its rule."""
    region = widget.region.intersection(screen.region)
    return Region(region.x, region.y + 1, region.width, region.height - 1) if isinstance(widget, Panel) else region


def looks(screen: Screen[Any]) -> Looks:
    """Measure the panels in sight. Cells of a line are bits of a number: a screen has twelve thousand."""
    strips = screen._compositor.render_strips()
    lines, bold = rows_of(screen, strips), [_bold(strip) for strip in strips]
    blank = area = hole = loud = text = 0
    cuts: list[str] = []
    focus = screen.focused.region if screen.focused is not None else Region()
    for widget in panels(screen):
        region = inside(widget, screen)
        cut = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        area += sum(map(len, cut))
        blank += sum(_void(line) for line in cut)
        hole += _holes(cut)
        cuts += _cut(cut)
        if not widget.has_class("-hero") and not isinstance(widget, BandView):
            for y, line in enumerate(cut, region.y):
                cells = _cells(line, blank=False)
                if focus.y <= y < focus.bottom:  # bold there is where one is, not what is loud
                    cells &= ~(_run(focus.width) << focus.x >> region.x)
                text += cells.bit_count()
                loud += (cells & bold[y] >> region.x).bit_count()
    return Looks(100 * blank / max(1, area), 100 * hole / max(1, area), 100 * loud / max(1, text), tuple(cuts))


def _run(length: int) -> int:
    """So many bits side by side."""
    return (1 << max(0, length)) - 1


def _cells(line: str, *, blank: bool) -> int:
    """The cells of a line that are blank, or those that are not."""
    return sum(1 << x for x, cell in enumerate(line) if cell.isspace() == blank)


def _void(line: str) -> int:
    """Blank cells of a line that stand in long runs."""
    return sum(len(run) for run in "".join(" " if cell == " " else "x" for cell in line).split("x") if len(run) >= RUN)


def _holes(lines: list[str]) -> int:
    """Cells that are part of a blank rectangle."""
    free = [_cells(line, blank=True) for line in lines]
    part = [0] * len(lines)
    for y in range(len(lines) - HOLE_HEIGHT + 1):
        begins = _run(len(lines[y]))
        for line in free[y : y + HOLE_HEIGHT]:
            for x in range(HOLE_WIDTH):
                begins &= line >> x
        whole = 0
        for x in range(HOLE_WIDTH):
            whole |= begins << x
        for at in range(y, y + HOLE_HEIGHT):
            part[at] |= whole
    return sum(cells.bit_count() for cells in part)


def _bold(strip: Strip) -> int:
    """Cells in bold."""
    found = x = 0
    for segment in strip:
        if segment.style and segment.style.bold:
            found |= _run(segment.cell_length) << x
        x += segment.cell_length
    return found


def _cut(lines: list[str]) -> list[str]:
    return [line for line in lines if "… " in f"{line} "] if any(not line.strip() for line in lines) else []


def cut_beside_room(screen: Screen[Any]) -> list[str]:
    """Lines that end in `…` though their panel, or the column that it stands in, has a blank row."""
    lines, found = rows_of(screen), []
    for widget in panels(screen):
        region = inside(widget, screen)
        found += _cut([line[region.x : region.right] for line in lines[region.y : region.bottom]])
    return found
