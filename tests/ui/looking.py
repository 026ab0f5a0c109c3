"""How a screen looks, in numbers: what is blank in its panels, what is cut though there is room, what is loud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from textual.geometry import Region
from textual.screen import Screen
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


def rows_of(screen: Screen[Any]) -> list[str]:
    """What stands on the screen, line by line, a character a cell."""
    return ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]


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
    """Measure the panels in sight."""
    lines, loud_cells = rows_of(screen), _bold(screen)
    blank = area = hole = loud = text = 0
    focus = screen.focused.region if screen.focused is not None else Region()
    for widget in panels(screen):
        region = inside(widget, screen)
        cut = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        area += sum(map(len, cut))
        blank += sum(_void(line) for line in cut)
        hole += _holes(cut)
        if not widget.has_class("-hero") and not isinstance(widget, BandView):
            for y in range(region.y, region.bottom):
                cells = [x for x in range(region.x, region.right) if lines[y][x : x + 1].strip()]
                cells = [x for x in cells if not focus.contains(x, y)]  # bold there is where one is, not what is loud
                text += len(cells)
                loud += sum((x, y) in loud_cells for x in cells)
    return Looks(100 * blank / max(1, area), 100 * hole / max(1, area), 100 * loud / max(1, text))


def _void(line: str) -> int:
    """Blank cells of a line that stand in long runs."""
    return sum(len(run) for run in "".join(" " if cell == " " else "x" for cell in line).split("x") if len(run) >= RUN)


def _holes(lines: list[str]) -> int:
    """Cells that are part of a blank rectangle."""
    part: set[tuple[int, int]] = set()
    for y in range(len(lines) - HOLE_HEIGHT + 1):
        for x in range(len(lines[y]) - HOLE_WIDTH + 1):
            if all(line[x : x + HOLE_WIDTH].strip() == "" for line in lines[y : y + HOLE_HEIGHT]):
                part |= {(x + dx, y + dy) for dx in range(HOLE_WIDTH) for dy in range(HOLE_HEIGHT)}
    return len(part)


def _bold(screen: Screen[Any]) -> set[tuple[int, int]]:
    """Cells in bold."""
    found: set[tuple[int, int]] = set()
    for y, strip in enumerate(screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            if segment.style and segment.style.bold:
                found |= {(x + at, y) for at in range(segment.cell_length)}
            x += segment.cell_length
    return found


def cut_beside_room(screen: Screen[Any]) -> list[str]:
    """Lines that end in `…` though their panel, or the column that it stands in, has a blank row."""
    lines, found = rows_of(screen), []
    for widget in panels(screen):
        region = inside(widget, screen)
        cut = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        if any(not line.strip() for line in cut):
            found += [line for line in cut if "… " in f"{line} "]
    return found
