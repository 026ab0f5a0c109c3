"""A map of areas to look at, to walk over with a cursor and to choose on: shades of land and water with rounded coasts,
names, what stands in each area, what is lit and what that means, a way. Without colours borders are lines, and water
has waves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.geometry import Offset, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from saga_tui.safe import safe
from saga_tui.ui.area_drawing import Drawing, Spot

GROUNDS: Final = {
    #          land                                          water
    "dark":  (("#3f4028", "#4c4a2e", "#545133", "#484437"), ("#122838", "#163144", "#1b3b52", "#22465e")),
    "light": (("#efe4bd", "#e4d5a6", "#d9c894", "#e8d9b8"), ("#d3e4ee", "#c2d9e8", "#b1cde0", "#dcebf2")),
    "stark": (("#2b2b00", "#3a3800", "#4a4500", "#352c10"), ("#001425", "#002138", "#002e4d", "#0a3a55")),
}  # fmt: skip
"""The shades of both grounds: on dark themes, light ones, and one of high contrast."""
QUIET: Final = 0.28
"""How far what is not lit goes back towards the page, where something is lit."""
RIGHT, BELOW = "▕", "▁"
WAVE, WAY = "~", "•"


@dataclass(frozen=True, slots=True)
class Piece:
    """A sign that stands in an area: one letter and its style; `solid` on a ground of that colour."""

    sign: str
    colour: str = "$title"
    solid: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """What an area shows: a number behind its name, the colour of both, a sign before the pieces, who stands in it,
    and, where it is lit, a mark of few signs that says what that means."""

    number: str = ""
    colour: str = ""
    pieces: tuple[Piece, ...] = ()
    lit: bool = False
    mark: str = ""
    sign: str = ""


PLAIN: Final = Face()


@dataclass(slots=True)
class Looks:
    """The colours of a theme, as they are drawn."""

    lines: bool
    page: Color | None = None
    ink: Color | None = None
    bright: str = ""
    grounds: Mapping[tuple[bool, int], Color] = field(default_factory=dict)


class AreaMap(ScrollView, can_focus=True):
    """A map of areas with a cursor. It takes the larger of its drawings that fits, drawn as large as there is room, and
    the smaller one scrolled about the cursor where none does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, -1)", "", id="map.up", show=False, tooltip="To the area above"),
        Binding("down", "go(0, 1)", "", id="map.down", show=False, tooltip="To the area below"),
        Binding("left", "go(-1, 0)", "", id="map.left", show=False, tooltip="To the area at the left"),
        Binding("right", "go(1, 0)", "", id="map.right", show=False, tooltip="To the area at the right"),
        Binding("z", "zoom", "Zoom", id="map.zoom", show=False, tooltip="Draw the map larger, or whole again"),
        Binding("enter", "choose", "Choose", id="map.choose", show=False, tooltip="Choose the area at the cursor"),
    ]
    DEFAULT_CSS = "AreaMap { overflow: hidden hidden; background: $background; }"

    @dataclass
    class Moved(Message):
        """The cursor came to another area."""

        key: str

    @dataclass
    class Chosen(Message):
        """An area was chosen: by Enter, or by a click on the one at the cursor."""

        key: str

    def __init__(self, drawings: Sequence[Drawing], cursor: str, *, id: str | None = None) -> None:
        """`drawings` are of the same map, the smallest first."""
        super().__init__(id=id)
        self.drawings, self.drawing = tuple(drawings), drawings[0]
        self.cursor = cursor
        self.faces: Mapping[str, Face] = {}
        self.way: tuple[str, ...] = ()
        """The areas of the way that is drawn."""
        self.near = False
        """Whether it is drawn larger than there is room for."""
        self._texts: dict[Spot, tuple[str, str, bool]] = {}
        """The signs that are written on the map: each with its colour, and whether it stands on a ground of it."""
        self._looks: Looks | None = None
        self._tones: dict[str, Color | None] | None = None
        self._any_lit = False

    # ---- what is shown

    def show(self, faces: Mapping[str, Face], way: Sequence[str] = ()) -> None:
        """Show what stands in the areas, and a way from one to another."""
        if (faces, tuple(way)) != (self.faces, self.way):
            self.faces, self.way = dict(faces), tuple(way)
            self._write()

    def go(self, key: str, *, tell: bool = True) -> None:
        """Put the cursor on an area and bring it into sight."""
        if key != self.cursor:
            self.cursor, self._tones = key, None  # what is written stays as it is
            self.refresh()
            if tell:
                self.post_message(self.Moved(key))
        self._centre()

    def action_go(self, across: int, down: int) -> None:
        """To the nearest area in a direction."""
        self.go(self.drawing.beside(self.cursor, across, down))

    def action_choose(self) -> None:
        """Choose the area at the cursor."""
        self.post_message(self.Chosen(self.cursor))

    def action_zoom(self) -> None:
        """Draw it larger, or as it fits."""
        self.near = not self.near
        self._fit()

    def on_click(self, event: events.Click) -> None:
        """The cursor goes where the mouse points; where it is already, that is chosen."""
        event.stop()
        spot = Spot(event.x + self.scroll_offset.x - self._margin.x, event.y + self.scroll_offset.y - self._margin.y)
        if spot not in self.drawing:
            return
        key = self.drawing.at(*spot)
        if key == self.cursor:
            self.action_choose()
        else:
            self.go(key)

    def jump_places(self) -> Iterator[tuple[str, Offset]]:
        """Where letters to jump to stand: at the names of the areas in sight that are lit, or else of those in which
        somebody stands, or of all."""
        inside = self.content_region
        lit = [key for key, face in self.faces.items() if face.lit]
        full = [key for key, face in self.faces.items() if face.pieces]
        for key in lit or full or self.drawing.areas:
            area = self.drawing.areas[key]
            place = Offset(area.at.x, area.at.y) - self.scroll_offset + self._margin + inside.offset
            if inside.contains_point(place):
                yield key, place

    # ---- size

    @property
    def _margin(self) -> Offset:
        """Blank cells before the map where there is more room than it takes."""
        spare = self.size - Size(self.drawing.width, self.drawing.height)
        return Offset(spare.width // 2, spare.height // 2)

    def on_resize(self) -> None:
        """Another drawing, where another fits."""
        self._fit()

    def _fit(self) -> None:
        width, height = self.size
        fitting = [one for one in self.drawings if one.width <= width and one.height <= height]
        chosen = self.drawings[-1] if self.near else (fitting or self.drawings[:1])[-1]
        larger = 1.5 if self.near and chosen in fitting else 1.0
        wide, high = min(width, chosen.width * 2), min(height, chosen.height * 2)
        self.drawing = chosen.stretched(max(int(chosen.width * larger), wide), max(int(chosen.height * larger), high))
        self.virtual_size = Size(max(self.drawing.width, width), max(self.drawing.height, height))
        self._write()
        self._centre()

    def _centre(self) -> None:
        """Bring the cursor's area to the middle, as far as the map reaches."""
        middle, size = self.drawing.middles[self.cursor], self.size
        self.scroll_to(middle.x - size.width // 2, middle.y - size.height // 2, animate=False, force=True)

    # ---- drawing

    def notify_style_update(self) -> None:
        """The theme may be another one."""
        self._looks = self._tones = None
        super().notify_style_update()

    @property
    def looks(self) -> Looks:
        """The colours to draw with now."""
        if self._looks is None:
            shown = self.app.current_theme
            if shown.ansi or self.app.no_color:
                self._looks = Looks(True)
                return self._looks
            values = self.app.theme_variables
            page, ink = Color.parse(values["background"]), Color.parse(values["foreground"])
            kind = "stark" if page.rgb == (0, 0, 0) else "dark" if shown.dark else "light"
            grounds = {
                (water, at): Color.parse(tone)
                for water in (False, True)
                for at, tone in enumerate(GROUNDS[kind][water])
            }
            self._looks = Looks(False, page, ink, values["key"], grounds)
        return self._looks

    def _write(self) -> None:
        """Work out where each name, number, piece and mark stands."""
        self._texts, self._tones = {}, None
        lit = {key: self._write_area(key, self.faces.get(key, PLAIN)) for key in self.drawing.areas}
        taken = {Spot(x + by, y) for x, y in self._texts for by in (-1, 0, 1)}
        for key, name in lit.items():
            if mark := self.faces.get(key, PLAIN).mark:
                self._mark(key, mark, name, taken)
        for spot in self.drawing.way(self.way):
            self._texts.setdefault(spot, (WAY, "$key", False))
        self.refresh()

    def _put(self, at: Spot, text: str, colour: str, solid: bool = False) -> None:
        for number, sign in enumerate(safe(text)):
            self._texts[Spot(at.x + number, at.y)] = (sign, colour, solid)

    def _write_area(self, key: str, face: Face) -> Spot:
        """The name of an area and who stands there; returns where the name begins."""
        area = self.drawing.areas[key]
        x, y = area.at
        first, end = self.drawing.run(key, x, y)
        names = (f"{area.name} {face.number}".strip(), f"{area.label}{face.number}", area.label)
        name = next((one for one in names if len(one) < end - first + (one == names[1])), "")
        x = min(x, max(first, end - 1 - len(name)))
        self._put(Spot(x, y), name or area.label, face.colour or ("$water" if area.water else "$ink"))
        below = self.drawing.run(key, x, y + 1)
        x = x if below[1] > x else area.at.x
        room = max(4, self.drawing.run(key, x, y + 1)[1] - x - 1)
        shown = [Piece(face.sign, "$ink")] * bool(face.sign) + list(face.pieces)
        if len(shown) > room:
            shown = [*shown[: room - 1], Piece("+", "$ink")]
        for number, piece in enumerate(shown):
            self._put(Spot(x + number, y + 1), piece.sign, piece.colour, piece.solid)
        return Spot(x, y)

    def _mark(self, key: str, mark: str, name: Spot, taken: Collection[Spot]) -> None:
        """What an area means that is lit: below its name, beside who stands there, or wherever it has a free row."""
        rows = (name.y + by for by in (1, 2, -1, 0, 3, -2))
        spots = (self.drawing.room(key, len(mark), y, taken) for y in rows if 0 <= y < self.drawing.height)
        spot = next(filter(None, spots), Spot(name.x + max(0, 4 - len(mark)), name.y))
        self._put(spot, mark, "$key")

    def render_line(self, y: int) -> Strip:
        """A line of the map as it is scrolled."""
        left, top = self.scroll_offset
        margin, width = self._margin, self.size.width
        row = y + top - margin.y
        page = RichStyle(bgcolor=self.looks.page.rich_color if self.looks.page else None)
        if not 0 <= row < self.drawing.height:
            return Strip.blank(width, page)
        line = list(self._cells(row))
        strip = Strip(line, len(line))
        if margin.x > 0:
            strip = Strip([Segment(" " * margin.x, page), *line, Segment(" " * (width - margin.x - len(line)), page)])
            return strip.simplify()
        return strip.crop(left, left + width).simplify()

    def _cells(self, y: int) -> Iterator[Segment]:
        draw, tones = (self._lined if self.looks.lines else self._shaded), self._grounds()
        for x, key in enumerate(self.drawing.cells[y]):
            written = self._texts.get(Spot(x, y))
            yield self._text(key, *written, tones[key]) if written is not None else draw(x, y, key, tones)

    def _grounds(self) -> Mapping[str, Color | None]:
        """The ground of each area, worked out once for all lines."""
        if self._tones is None:
            self._any_lit = any(face.lit for face in self.faces.values())
            self._tones = {key: self._tone(key, self.looks) for key in self.drawing.areas}
        return self._tones

    def _tone(self, key: str, looks: Looks) -> Color | None:
        """The ground of an area: its shade, quieter where others are lit, brighter at the cursor."""
        if looks.lines or looks.page is None:
            return looks.page
        area, face = self.drawing.areas[key], self.faces.get(key, PLAIN)
        tone = looks.grounds[area.water, area.shade]
        if key == self.cursor:
            return tone.blend(Color.parse(looks.bright), 0.2)
        if face.lit:
            return tone.blend(looks.ink, 0.07) if looks.ink is not None else tone
        return tone.blend(looks.page, QUIET) if self._any_lit else tone

    def _text(self, key: str, sign: str, colour: str, solid: bool, tone: Color | None) -> Segment:
        """A sign that is written: names on the ground itself, colours on the page, where they can be read."""
        looks, water = self.looks, self.drawing.areas[key].water
        plain = colour in ("$ink", "$water")
        if tone is None or looks.page is None or looks.ink is None:
            reverse = solid or (plain and key == self.cursor)
            ink = None if plain else self._colour(colour)
            return Segment(sign, _style(ink, None, bold=not water, dim=colour == "$water", reverse=reverse))
        far = self._any_lit and not (self.faces.get(key, PLAIN).lit or key == self.cursor)
        ground = tone if plain or sign == WAY else looks.page
        ink = looks.ink if plain else self._colour(colour)
        ink = ground.blend(ink, (0.8 if colour == "$water" else 1) - 0.2 * far)
        ink, ground = (ground, ink) if solid else (ink, ground)
        return Segment(sign, _style(ink, ground, bold=not (plain and water), italic=plain and water))

    def _colour(self, name: str) -> Color:
        return Color.parse(self.app.theme_variables.get(name.removeprefix("$"), name))

    def _shaded(self, x: int, y: int, key: str, tones: Mapping[str, Color | None]) -> Segment:
        """A cell on a ground of its own: cut where a border turns, with a thin line where one runs."""
        one, tone = self.drawing.outlines[y][x], tones[key]
        assert tone is not None
        if one.sign != " ":
            return Segment(one.sign, _style(tones[one.other], tone))
        water, at_cursor = self.drawing.areas[key].water, self.cursor == key
        for sign, other in ((RIGHT, one.right), (BELOW, one.below)):
            if other != key:
                if at_cursor or other == self.cursor:
                    return Segment(sign, _style(Color.parse(self.looks.bright), tone))
                if self.drawing.areas[other].water == water:
                    ink = self.looks.page if not water else self.looks.ink
                    assert ink is not None
                    return Segment(sign, _style(tone.blend(ink, 0.45 if not water else 0.1), tone))
        return Segment(" ", _style(None, tone))

    def _lined(self, x: int, y: int, key: str, tones: Mapping[str, Color | None]) -> Segment:
        """A cell where there are no grounds: borders are lines, and water has waves."""
        one, area = self.drawing.outlines[y][x], self.drawing.areas[key]
        coast = {self.drawing.areas[other].water != area.water for other in (one.right, one.below) if other != key}
        sign = "│" if one.right != key else "_" if one.below != key else " "
        if sign == " " and area.water and (3 * x + 5 * y) % 8 == 0:
            sign = WAVE
        return Segment(sign, _style(self.looks.ink, self.looks.page, dim=True not in coast))


@lru_cache(maxsize=4096)
def _style(ink: Color | None, ground: Color | None, *, bold: bool | None = None, dim: bool | None = None,
           italic: bool | None = None, reverse: bool | None = None) -> RichStyle:  # fmt: skip
    color, bgcolor = (one.rich_color if one is not None else None for one in (ink, ground))
    return RichStyle(color=color, bgcolor=bgcolor, bold=bold, dim=dim, italic=italic, reverse=reverse)
