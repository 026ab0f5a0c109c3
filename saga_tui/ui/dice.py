"""Dice and cards as they lie on the table, drawn as large as there is room; tumbling; and typed in by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog
from saga_tui.words import inflect, plural

T = TypeVar("T")

PIPS: Final = {
    0: ("     ", "     ", "     "),
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
"""The pips of each face; a die that is not thrown yet has none."""
PIPPED: Final = 6
"""The most sides of a die that is drawn with pips."""
ROOM: Final = 6
"""Lines that dice take where nobody says how many there are."""


@dataclass(frozen=True, slots=True)
class Look:
    """How faces are read and which of them stand out: good ones from a face on, bad ones up to one (0: none are), the
    places that are picked (about to be re-rolled), and those that still tumble. `names` are the words of
    cards, by their number."""

    good_from: int = 0
    bad_to: int = 0
    picked: frozenset[int] = frozenset()
    loose: frozenset[int] = frozenset()
    sides: int = 6
    names: Mapping[int, str] = field(default_factory=dict)
    again: int = 0
    """The face on which a die is thrown again, its next face right behind it; 0: none is."""
    good: str = "success"
    """The word for a good face, to count them by."""

    def is_good(self, face: int) -> bool:
        """Whether a face is good."""
        return bool(self.good_from) and face >= self.good_from

    def style(self, place: int, face: int) -> str:
        """The colour of a die."""
        if place in self.loose or not face:
            return "$dim"
        plain = "$dim" if self.good_from else "bold"
        plain = "bold $glow" if face == self.again else plain
        return "bold $good" if self.is_good(face) else "bold $bad" if face <= self.bad_to else plain

    def frame(self, place: int, face: int) -> str:
        """The colour of its frame."""
        return "bold $key" if place in self.picked else self.style(place, face)

    def sign(self, place: int, face: int) -> str:
        """A good face (✓), a bad one (✕) or one that is thrown again (+), in no colour; nothing while it rolls."""
        if place in self.loose or not face:
            return ""
        return "✓" if self.is_good(face) else "✕" if face <= self.bad_to else "+" if face == self.again else ""

    def word(self, face: int) -> str:
        """A face as it is written: its number, or the words of a card."""
        return safe(self.names.get(face, str(face))) if face else "·"

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Cells and lines of a die with pips, where it has so few, and of a boxed face."""
        words = (len(self.word(face)) for face in (self.names or (self.sides,)))
        boxed = (max(words) + 4, 3)
        return ((7, 5), boxed) if self.sides <= PIPPED and not self.names else (boxed,)


def drawn(faces: Sequence[int], look: Look, width: int, lines: int = ROOM) -> Content:
    """The dice in rows: with pips where that fits, else boxed faces, else just faces with their signs."""
    for wide, high in look.sizes:
        in_row = max(1, (width + 1) // (wide + 1))
        rows = -(-len(faces) // in_row)
        if rows * high <= lines:
            in_row = max(1, -(-len(faces) // max(1, rows)))
            starts = range(0, len(faces), in_row)
            return Content("\n").join(
                line for start in starts for line in _row(faces[start : start + in_row], start, look, (wide, high))
            )
    return chips(faces, look, width)


def _row(faces: Sequence[int], start: int, look: Look, size: tuple[int, int]) -> list[Content]:
    dice = [_die(start + at, face, look, size) for at, face in enumerate(faces)]
    return [Content(" ").join(parts) for parts in zip(*dice, strict=True)]


def _die(place: int, face: int, look: Look, size: tuple[int, int]) -> list[Content]:
    """One die or card, line by line."""
    style, frame = look.style(place, face), look.frame(place, face)
    across = size[0] - 2
    inside = PIPS.get(face, PIPS[0]) if size[1] == 5 else (look.word(face).center(across),)
    side = Content.styled("│", frame)
    foot = (look.sign(place, face) or ("▲" if place in look.picked else "─")).center(across, "─")
    return [
        Content.styled(f"╭{'─' * across}╮", frame),
        *(Content.assemble(side, (line, style), side) for line in inside),
        Content.styled(f"╰{foot}╯", frame),
    ]


def chips(faces: Sequence[int], look: Look, width: int = 0) -> Content:
    """The faces without frames: `6✓ 4 2 5✓`, in lines of that width if one is given."""
    lines: list[list[Content]] = [[]]
    used = 0
    for place, face in enumerate(faces):
        sign = look.sign(place, face) or ("▲" if place in look.picked else "")
        part = Content.styled(f"{look.word(face)}{sign}", look.frame(place, face))
        if lines[-1] and width and used + 1 + part.cell_length > width:
            lines.append([])
            used = 0
        used += part.cell_length + (1 if lines[-1] else 0)
        lines[-1].append(part)
    return Content("\n").join([Content(" ").join(line) for line in lines])


# ---- tumbling

TICK: Final = 0.05
"""Seconds between two looks of a tumbling die."""
FIRST: Final = 5
LAST: Final = 13
"""Ticks after which the first and the last of the tumbling dice lie still."""
OTHERS: Final = 16
"""Lines of a dialog that are not dice."""
FEWEST: Final = 6


class DiceView(Widget):
    """Dice, as large as there is room. `show` lets some of them tumble where animations are on; `rest` ends it."""

    class Rested(Message):
        """All dice lie still."""

    def __init__(self, look: Look, faces: Sequence[int] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.look = look
        self.faces = tuple(faces)
        self._rolling: tuple[int, ...] = ()
        self._tick = 0
        self._timer: Timer | None = None
        self._room: int | None = None

    def give(self, room: int) -> None:
        """So many lines, where somebody knows."""
        if room != self._room:
            self._room = room
            self.refresh(layout=True)

    def show(self, faces: Sequence[int], look: Look | None = None, rolling: Iterable[int] = ()) -> None:
        """Show these faces; those at the `rolling` places tumble first."""
        self.rest()
        self.look = look or self.look
        self.faces = tuple(faces)
        if getattr(self.app, "animated", True):
            self._rolling = tuple(place for place in rolling if place < len(self.faces))
            self._tick = 0
            if self._rolling:
                self._timer = self.set_interval(TICK, self._turn)
        self.refresh(layout=True)

    @property
    def tumbling(self) -> bool:
        """Whether some die does not lie still yet."""
        return bool(self._rolling)

    def rest(self) -> None:
        """All dice lie still."""
        if self._timer is not None:
            self._timer.stop()
            self.post_message(self.Rested())
        self._timer, self._rolling = None, ()
        self.refresh()

    def _turn(self) -> None:
        self._tick += 1
        if self._tick >= LAST:
            self.rest()
        self.refresh()

    def _loose(self) -> frozenset[int]:
        many = max(1, len(self._rolling) - 1)
        stills = {place: FIRST + (LAST - FIRST) * at // many for at, place in enumerate(self._rolling)}
        return frozenset(place for place, still in stills.items() if self._tick < still)

    def _lines(self, viewport_height: int) -> int:
        return max(FEWEST, viewport_height - OTHERS) if self._room is None else self._room

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the dice take."""
        return len(drawn(self.faces, self.look, width, self._lines(viewport.height)).split("\n")) if self.faces else 0

    def render(self) -> Content:
        """The dice; what tumbles shows another face each time."""
        loose, sides = self._loose(), self.look.sides
        faces = [
            (face + place * 5 + self._tick * (1 + place % 4)) % sides + 1 if place in loose else face
            for place, face in enumerate(self.faces)
        ]
        look = replace(self.look, picked=frozenset() if loose else self.look.picked, loose=loose)
        return drawn(faces, look, self.content_size.width, self._lines(self.app.size.height))


class DiceDialog(Dialog[T]):
    """A dialog with dice; while they tumble any key lets them lie."""

    def on_key(self, event: events.Key) -> None:
        """End the tumbling."""
        for dice in self.query(DiceView):
            if dice.tumbling:
                event.stop()
                event.prevent_default()
                dice.rest()


# ---- dice thrown by hand


@dataclass(frozen=True, slots=True)
class Thrown:
    """What the player threw: the faces of the dice that were asked for, or just how many of them are good."""

    faces: tuple[int, ...] | None = None
    good: int | None = None


class DiceEntry(Dialog[Thrown]):
    """Boxes to fill with digits; the place to fill moves by itself when no digit more can follow, or with the arrow;
    Backspace goes back. Dice that stay as they are are not asked."""

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "done", "Confirm", id="dice.done"),
        Binding("m", "count", "Counts", id="dice.marks"),
        Binding("m", "faces", "Faces", id="dice.faces", tooltip="Enter the face of each die"),
        Binding("backspace", "back", "Back", id="dice.back"),
        Binding("left", "move(-1)", "Previous die", id="dice.left", show=False),
        Binding("right", "move(1)", "Next die", id="dice.right", show=False),
    ]

    def __init__(
        self, title: str, look: Look, faces: Sequence[int], asked: Iterable[int] | None = None, *, counted: bool = True
    ) -> None:
        """`faces` are the dice on the table, `asked` the places to fill: all if none are named. Where they are
        `counted`, just the number of good ones may be typed."""
        super().__init__()
        self.title_text, self.look, self.counted = title, look, counted and bool(look.good_from)
        self.places = tuple(range(len(faces)) if asked is None else asked)
        self.faces = [0 if place in self.places else face for place, face in enumerate(faces)]
        self.at = 0
        self.typed: str | None = None
        """The number of good faces as it is typed, where no faces are."""
        self._digits = ""
        """What is typed of a face that may have a digit more."""
        words, more = f"{self._many.capitalize()} only", f"Enter how many {self._many} you rolled, not the faces"
        self._bindings = self._bindings.copy()
        both = self._bindings.key_to_bindings["m"]
        self._bindings.key_to_bindings["m"] = [Binding("m", "count", words, id=both[0].id, tooltip=more), *both[1:]]

    @property
    def _many(self) -> str:
        return inflect(2, self.look.good)

    def compose_body(self) -> ComposeResult:
        """Question, dice, the count."""
        yield Static(id="entry-question", classes="dialog--question")
        yield DiceView(self.look, id="entry-dice")
        yield Static(id="entry-count")

    def on_mount(self) -> None:
        """Begin at the first die."""
        self._show()

    def _show(self) -> None:
        kept = len(self.faces) - len(self.places)
        asked = f"{plural(len(self.places), 'die')}{f' (you keep the other {kept})' if kept else ''}"
        if self.typed is None:
            question, count = f"{asked}: type what each one shows, 1–{self.look.sides}.", self._count()
        else:
            count = Content.styled(f"▸ {self.typed or '_'}", "bold $glow")
            question = f"{asked}: how many {self._many}?"
        self.query_one("#entry-question", Static).update(Content(question))
        self.query_one("#entry-count", Static).update(count)
        here = {self.places[self.at]} if self.typed is None and self.at < len(self.places) else set()
        self.query_one(DiceView).show(self.faces, replace(self.look, picked=frozenset(here), loose=frozenset()))
        self.refresh_bindings()

    def _count(self) -> Content:
        filled = [self.faces[place] for place in self.places if self.faces[place]]
        left = len(self.places) - len(filled)
        tail = f"{left} to go" if left else "press Enter to confirm"
        if not self.look.good_from:
            return Content.styled(tail, "$dim")
        good = sum(map(self.look.is_good, filled))
        words = plural(good, self.look.good)
        return Content.assemble((words, "bold $good" if good else "bold"), (f", {tail}", "$dim"))

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The count or faces, whichever is not typed now."""
        if action == "count":
            return self.counted and self.typed is None
        return self.typed is not None if action == "faces" else True

    def on_key(self, event: events.Key) -> None:
        """A digit fills the die, or is one of the number of good faces."""
        digit = event.character if event.character and event.character in "0123456789" else ""
        if not digit:
            return
        event.stop()
        if self.typed is not None:
            self.typed = (self.typed + digit)[:3]
        elif self.at < len(self.places):
            self._fill(digit)
        self._show()

    def _fill(self, digit: str) -> None:
        """One digit more of the face at this place; where it cannot be one, the first of the next die's."""
        if self._digits and int(self._digits + digit) > self.look.sides:
            self.action_move(1)
        face = int(self._digits + digit)
        if not 1 <= face <= self.look.sides or self.at >= len(self.places):
            return
        self.faces[self.places[self.at]] = face
        self._digits = str(face)
        if face * 10 > self.look.sides:
            self.at += 1
            self._digits = ""

    def action_back(self) -> None:
        """Empty the die before, or take a digit back."""
        if self.typed is not None:
            self.typed = self.typed[:-1]
        elif self._digits:
            self._digits = self._digits[:-1]
            self.faces[self.places[self.at]] = int(self._digits or 0)
        elif self.at:
            self.at -= 1
            self.faces[self.places[self.at]] = 0
        self._show()

    def action_move(self, by: int) -> None:
        """To another die."""
        self._digits = ""
        self.at = max(0, min(len(self.places), self.at + by))
        self._show()

    def action_count(self) -> None:
        """Just how many are good."""
        self.typed = ""
        self._show()

    def action_faces(self) -> None:
        """The faces after all."""
        self.typed = None
        self._show()

    def action_done(self) -> None:
        """Give what was typed, if it is all there."""
        if self.typed is not None:
            good = int(self.typed or 0)
            if good > len(self.places):
                self.notify(f"You rolled {plural(len(self.places), 'die')}: enter at most {len(self.places)}.")
            else:
                self.dismiss(Thrown(good=good))
            return
        empty = [at for at, place in enumerate(self.places) if not self.faces[place]]
        if empty:
            self.at, self._digits = empty[0], ""
            self._show()
            other = f" Press m to enter {self._many} only." if self.counted else ""
            self.notify(f"{plural(len(empty), 'die')} to go.{other}")
        else:
            self.dismiss(Thrown(faces=tuple(self.faces[place] for place in self.places)))
