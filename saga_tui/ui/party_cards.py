"""Cards of those who sit at a table, side by side: what each has in hand, what harms it, what it has to answer first.

A card is drawn from a portrait, so it knows no game. Who is in trouble has a heavy rule, a sign and a word, not only
a colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message

from saga_tui.portrait import Meter
from saga_tui.safe import safe
from saga_tui.ui import tiles
from saga_tui.ui.lined import Linewise
from saga_tui.ui.panel import Still
from saga_tui.ui.party_faces import NEAR, Face
from saga_tui.ui.touch import touched

LEAST: Final = 19  # cells of the narrowest card, the blank beside it included
HELD: Final = 40  # the same where it is held in a hand
HEIGHTS: Final = ((52, 28), (44, 13), (38, 11), (30, 9), (0, 7))
CALM: Final = ((52, 34), (38, 24), (30, 14), (0, 9))
"""The highest cards by the terminal's lines; and where little else is on the table."""
TALL: Final = 5  # lines beyond its meters from which on a card has one for each of them, and all lists
ROOMY, WIDE = 36, 22
"""Cells of a card from which on its marks are tiles of three cells, and its labels long."""
KEPT: Final = 512  # lines kept as they were drawn: most of a card stays as it is when a number changes
LABEL, LONG_LABEL = 7, 8  # cells of a label, and of a long one


def across(width: int, count: int, least: int = LEAST) -> int:
    """How many cards stand beside each other on so many cells."""
    return max(1, min(count, (width + 1) // least))


# ---- lines


def card(
    face: Face, width: int, height: int, *, alerts: bool = True, focused: bool = False, more: str = ""
) -> list[Content]:
    """The lines of a card, `height` of them. `alerts`: with a line for what it has to answer, though it be empty;
    `more` says at the end of its rule how many cards are out of sight."""
    lines = [rule(face, width, focused, more)]
    if face.trouble:
        told, rest = Content.styled(safe(face.trouble, limit=500), "bold $bad").wrap(width - 1), "⏎: what to do"
        told = told if len(told) < 4 else [*told[:2], Content.styled(rest, "bold $bad")]
        lines += [Content.assemble(" ", line) for line in told]
    elif alerts:
        lines.append(Content.styled(_alerts(face.alerts, width), "bold $bad").truncate(width, ellipsis=True))
    body = list(_body(face, width, height - len(lines)))[: max(0, height - len(lines))]
    lines += body[: -1 if body and body[-1].plain in {f" {safe(one.title)}" for one in face.portrait.parts} else None]
    if face.quiet or face.trouble:
        lines = [lines[0], *(Content.styled(line.plain, "$faint") for line in lines[1:])]
    return [*lines, *([Content("")] * (height - len(lines)))][:height]


def _alerts(alerts: Sequence[str], width: int) -> str:
    """What has to be answered, on one line: with less room in fewer words, each its first one at least."""
    said = [f"▸{safe(text)}" for text in alerts]
    while len(" ".join(said)) > width and (longer := [text for text in said if " " in text]):
        at = said.index(max(longer, key=len))
        said[at] = said[at].rpartition(" ")[0]
    return ("  " if len("  ".join(said)) <= width else " ").join(said)


def rule(face: Face, width: int, focused: bool = False, more: str = "") -> Content:
    """The number, the name, a rule, the mark of where it stands, and how many cards are out of sight."""
    alarm = face.alarm
    colour = "$bad" if alarm == "bad" else "$warn" if alarm else "$key" if focused else ""
    line, shade = ("━", "$key" if focused else colour) if colour else ("─", "$calm")
    sign = "▸" if focused else "!" if alarm == "bad" else " "
    state = face.state if face.state and width >= len(face.name) + len(face.state) + 10 else face.mark
    end = Content.styled(f" {safe(state)}" if state else "", colour or "$dim")
    end = Content.assemble(end, (f" {more}" if more else "", "bold $key"))
    name = Content(safe(face.name)).truncate(max(3, width - end.cell_length - 6), ellipsis=True)
    start = Content.assemble((sign, f"bold {colour}"), (f"{face.number} ", "bold $key"),
                             name.stylize(f"bold {colour or '$title'}"), " ")  # fmt: skip
    room = max(0, width - start.cell_length - end.cell_length)
    return Content.assemble(start, (line * room, shade), end)


def _body(face: Face, width: int, height: int) -> Iterator[Content]:
    """Meters, then lists, as far as there are lines."""
    portrait, ghosts = face.portrait, dict(face.ghosts)
    shown = [meter for meter in portrait.meters if meter.listed]
    unlisted = [meter for meter in portrait.meters if not meter.listed]
    pips = [meter for meter in shown if meter.kind == "pips"]
    roomy = height >= len(portrait.meters) + TALL
    large = tiles.MEDIUM if roomy and width >= ROOMY else tiles.SMALL
    if roomy:
        for meter in (*pips, *(one for one in unlisted if one.kind == "number")):
            yield _row(meter, width, large, ghosts.get(meter.label, 0))
    elif pips:
        yield purse(pips, width, ghosts)
    rest = [meter for meter in shown if meter.kind != "pips"]
    hidden = [meter for meter in unlisted if meter.kind == "pips" and (meter.filled or roomy)]
    lines = height - 1 - len(rest)
    for meter in rest:
        size = large if meter.kind != "track" else tiles.SMALL
        beside = tuple(hidden) if meter.kind == "track" and not roomy and lines < len(hidden) + 1 else ()
        yield _row(meter, width, size, ghosts.get(meter.label, 0), beside)
    if roomy or lines >= len(hidden) + 1:
        for meter in hidden:
            yield _row(meter, width, tiles.SMALL, ghosts.get(meter.label, 0))
    for part in portrait.parts if roomy else portrait.parts[:1]:
        if roomy and part.lines:
            yield Content.styled(f" {safe(part.title)}", "$faint")
        for left, right in part.lines:
            yield _line(left, right, width)


@lru_cache(maxsize=KEPT)
def _line(left: str, right: str, width: int) -> Content:
    """Words, and at the right what goes with them: of that only the first word where there is no room for both."""
    short = 3 + len(left) + len(right) > width
    end = Content.styled(safe(right.partition(" ")[0].rstrip(":") if short else right), "$dim")
    start = Content(safe(left)).truncate(max(4, width - end.cell_length - 3), ellipsis=True)
    gap = max(1, width - 1 - start.cell_length - end.cell_length)
    return Content.assemble(" ", start, " " * gap, end).truncate(width)


def purse(meters: Sequence[Meter], width: int, ghosts: Mapping[str, int] = MappingProxyType({})) -> Content:
    """What is in hand on one line: signs where they fit, else a number for each; what has no fixed number is last."""
    parts, loose = [], Content("")
    for meter in meters:
        more = ghosts.get(meter.label, 0)
        if meter.loose:
            then = f"→{meter.filled + more}" if more else ""
            loose = Content.styled(f"{meter.full}{meter.filled}{then}", f"bold {'$glow' if more else meter.colour}")
        else:
            parts.append(tiles.drawn(tiles.pips(meter, meter.filled, meter.total, more), tiles.SMALL)[0])
    drawn = Content(" ").join(parts)
    if 1 + drawn.cell_length + 1 + loose.cell_length > width:
        brief = (
            Content.assemble((f"{one.full}{one.filled}", one.colour if one.filled else "$faint"),
                             (f"/{one.total}", "$faint"))
            for one in meters if not one.loose
        )  # fmt: skip
        drawn = Content(" ").join(brief)
    gap = max(1, width - 1 - drawn.cell_length - loose.cell_length)
    return Content.assemble(" ", drawn, " " * gap, loose).truncate(width)


@lru_cache(maxsize=KEPT)
def _row(meter: Meter, width: int, size: tiles.Size, more: int, beside: tuple[Meter, ...] = ()) -> Content:
    """A label, the marks, and at the right how far it is to the end of them; in few words on a narrow card. `more` are
    ghosts: so many there would be besides, or with a minus fewer."""
    cells = LABEL if width < WIDE else LONG_LABEL
    label = Content(safe(meter.label).lower()).truncate(cells - 1, ellipsis=True)
    label = label.pad_right(cells - 1 - label.cell_length).stylize("$dim")
    marks, end = Content(""), Content("")
    ends = ((f"{meter.filled}→{meter.filled + more}", "bold $glow"),) if more else left_of(meter)
    for brief, words in ((brief, one) for brief in (False, True) for one in ends):
        end = Content.assemble(*(_count(one) for one in beside), words)
        marks = _marks(meter, width - 2 - cells - end.cell_length, size, 0 if brief else more, brief=brief)
        if marks.plain:
            break
    gap = max(1, width - 1 - cells - marks.cell_length - end.cell_length)
    return Content.assemble(" ", label, " ", marks, " " * gap, end).truncate(width)


def _count(meter: Meter) -> Content:
    """On a low card what has no line of its own goes with the track."""
    return Content.styled(f"{meter.full}{meter.filled}  " if meter.filled else "", f"bold {meter.colour}")


def _marks(meter: Meter, room: int, size: tiles.Size, ghost: int, *, brief: bool) -> Content:
    """The marks in so many cells, or `brief` as numbers; nothing where there is no room for them."""
    kinds = {"pips": tiles.pips, "boxes": tiles.boxes, "track": tiles.track}
    if meter.kind not in kinds:
        of = f"/{meter.total}" if meter.total else ""
        return Content.assemble((f"{meter.full} {meter.filled}", f"bold {meter.colour}"), (of, "$dim"))
    if not meter.filled + meter.total:
        return Content.styled("–", "$faint")
    made = kinds[meter.kind](meter, meter.filled, meter.total, ghost)
    fit = tiles.fitting(made, room, size)
    if fit is not None:
        return tiles.drawn(made, fit if fit.width > 1 or size.width == 1 else tiles.SMALL)[0]
    count = tiles.short(meter, meter.filled, meter.total, tiles.BAR if meter.kind == "boxes" else "")
    return count if brief and count.cell_length <= room else Content("")


def left_of(meter: Meter) -> tuple[tuple[str, str], ...]:
    """How far it is to the end of a meter, in words and in fewer, each with its style: what is beyond it is loud."""
    left = meter.total - meter.filled
    if meter.kind == "boxes" and meter.total + meter.filled:
        if left < 0:
            return (f"{-left} over", "bold $bad"), (f"+{-left}", "bold $bad")
        return (("full", "$warn"),) if not left else ((f"{left} free", "$dim"), (f"{left}", "$dim"))
    if meter.kind == "track":
        style = "bold $bad" if left <= NEAR else "$dim"
        return (f"{max(0, left)} left", style), (f"{max(0, left)}", style)
    return (("", "$dim"),)


@lru_cache(maxsize=256)
def _needs(face: Face, width: int, room: int, alerts: bool) -> int:
    """Lines that a card takes, up to so many: as few as let it say what it does with all of them."""

    def said(height: int) -> int:
        lines = card(face, width, height, alerts=alerts)
        return max((at for at, line in enumerate(lines, 1) if line.plain.strip()), default=0)

    return max(3, next((high for high in range(said(room), room) if said(high) == said(room)), room))


# ---- widgets


class MemberCard(Linewise, can_focus=True):
    """One card. Enter or a click opens the whole of what it stands for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="card.open", tooltip="Open this character"),
        Binding("question_mark", "screen.why_card", "Why", id="card.why", show=False, tooltip="Explain a number"),
        Binding("left", "turn(-1)", "Previous", id="card.before", show=False, tooltip="Previous card"),
        Binding("right", "turn(1)", "Next", id="card.after", show=False, tooltip="Next card"),
        Binding("up", "app.focus_previous", "Up", id="card.up", show=False, tooltip="Above the cards"),
        Binding("down", "below", "Down", id="card.down", show=False, tooltip="Below the cards"),
    ]
    ALLOW_SELECT = False

    @dataclass
    class Opened(Message):
        """The card was chosen."""

        who: str

    def __init__(self, face: Face) -> None:
        super().__init__(id=f"card-{face.number}")
        self.face, self.alerts = face, True
        self.more = ""  # how many cards are out of sight on its side

    def show(self, face: Face, alerts: bool) -> None:
        """Shows another face; nothing is drawn anew where it is the same."""
        if (face, alerts) != (self.face, self.alerts):
            self.face, self.alerts = face, alerts
            self.redraw()

    def tell(self, more: str) -> None:
        """Says how many cards are out of sight."""
        if more != self.more:
            self.more = more
            self.redraw()

    def lines(self) -> list[Content]:
        """The card's lines."""
        size = self.content_size
        pointed = self.has_focus and self.screen.is_active
        return card(self.face, size.width, size.height, alerts=self.alerts, focused=pointed, more=self.more)

    def watch_has_focus(self, has_focus: bool) -> None:
        """The rule of the card with the focus is bright."""
        super().watch_has_focus(has_focus)
        self.redraw()

    def action_open(self) -> None:
        """Says that it was chosen."""
        self.post_message(self.Opened(self.face.who))

    def action_turn(self, by: int) -> None:
        """To the card beside it."""
        if isinstance(self.parent, CardStrip):
            self.parent.go(self.face.number - 1 + by)

    def action_below(self) -> None:
        """To the first row below the cards."""
        chain = self.screen.focus_chain
        here = chain.index(self) if self in chain else -1
        after = next((one for one in chain[here + 1 :] if not isinstance(one, MemberCard)), None)
        if after is not None:
            after.focus()

    def on_click(self, event: events.Click) -> None:
        """A click goes to the card, a second one opens it."""
        event.stop()
        if event.chain > 1:
            self.action_open()


class CardStrip(Horizontal, Still):
    """All cards in a row; where there are more than fit, those around the one at the focus."""

    BLANK = True

    def __init__(self, faces: Sequence[Face]) -> None:
        super().__init__(id="cards")
        self.faces = tuple(faces)
        self.first = 0  # the card at the left end
        self.calm = False
        """Whether there is little else on the table, so that cards may be higher."""

    def compose(self) -> ComposeResult:
        """A card for each."""
        yield from map(MemberCard, self.faces)

    @property
    def cards(self) -> list[MemberCard]:
        """The cards in their order."""
        return [child for child in self.children if isinstance(child, MemberCard)]

    @property
    def across(self) -> int:
        """How many stand beside each other now."""
        return across(self.app.size.width, len(self.faces), HELD if touched(self) else LEAST)

    def on_mount(self) -> None:
        """As large as there is room."""
        self.fit()

    def show(self, faces: Sequence[Face]) -> None:
        """Shows these faces; cards are reused, missing ones added, the rest removed."""
        self.faces = tuple(faces)
        cards = self.cards
        for one in cards[len(faces) :]:
            one.remove()
        new = [MemberCard(face) for face in faces[len(cards) :]]
        if new:
            self.mount_all(new)
        alerts = any(face.alerts for face in faces)
        for one, face in zip([*cards, *new], faces, strict=False):
            one.show(face, alerts)
        self.fit()

    def fit(self) -> None:
        """Shows as many cards as fit, as high as the highest of them needs and the terminal allows."""
        width, height = self.app.size
        count = self.across
        self.first = max(0, min(self.first, len(self.faces) - count))
        last = self.first + count - 1
        for at, one in enumerate(self.cards):
            one.display = self.first <= at <= last
            before = f"◂{self.first}" if at == self.first and self.first else ""
            after = f"▸{len(self.faces) - 1 - last}" if at == last and last < len(self.faces) - 1 else ""
            one.tell(f"{before} {after}".strip())
        most = CALM if self.calm and not touched(self) else HEIGHTS  # there the buttons have their lines too
        room = next(lines for least, lines in most if height >= least)
        alerts = any(face.alerts for face in self.faces)
        needed = max((_needs(face, (width // count) - 1, room, alerts) for face in self.faces), default=1)
        self.styles.height = min(room, needed)
        self.display = bool(self.faces)

    @property
    def unseen(self) -> tuple[Face, ...]:
        """Those that have no room now."""
        return (*self.faces[: self.first], *self.faces[self.first + self.across :])

    def go(self, at: int) -> None:
        """Puts the focus on a card by its place from 0, and shows it."""
        if not 0 <= at < len(self.faces):
            return
        self.first = min(max(self.first, at - self.across + 1), at)
        self.fit()
        self.cards[at].focus()
