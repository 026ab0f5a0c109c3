"""What dice came to, as a banner: the outcome in spaced letters on a ground of its own, its number drawn large, and
beside it in words how it came about. And the frame of a result, which lies below the heroes of a play screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeVar

from textual import on
from textual.app import ComposeResult, RenderResult
from textual.containers import Horizontal
from textual.content import Content
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Digits, Static

from saga_tui.odds import Dist
from saga_tui.safe import safe
from saga_tui.ui.band import spaced
from saga_tui.ui.dice import DiceDialog, DiceView
from saga_tui.ui.odds_hero import ROMAN
from saga_tui.ui.odds_hero import large as drawn_large
from saga_tui.ui.panel import Still, fill
from saga_tui.ui.roll_odds import EIGHTHS, by_sign, signed, window
from saga_tui.words import percent

T = TypeVar("T")

TONES: Final = {"good": "$good", "bad": "$bad", "ask": "$key", "": "$title"}
"""The colour of a ground by its tone: for you, against you, your move, neither."""
ROOMY: Final = 96
"""Cells from which on the ground of an outcome is as wide as the longest word needs."""
GROUND: Final = 27
HEIGHT: Final = 3
LEAST_WORDS: Final = 28
"""Cells that the words beside a ground need."""
MOST_WORDS: Final = 96
"""Cells that they take at most, so that what goes with a line stays near it."""
BESIDE, BROAD = 110, 180
"""Columns of the terminal from which on dice and odds stand side by side, and the banner beside them."""
TALL: Final = 5
"""Lines of a banner beside dice, which are as high."""
DOCKED: Final = Fraction(38, 100)
"""What part of the width the odds take there, as the stylesheet says."""
TOLD: Final = 6
"""Lines from which on each bar's chance is told."""
CELL: Final = 12
"""Cells of a bar at most, the blank behind it included."""
LEAST_ROOM: Final = 14
"""Lines that a result needs; where the heroes leave fewer, it covers some of them."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words beside an outcome: at the left, and at the right what goes with them."""

    left: str | Content
    right: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What dice came to: a word, its tone (`good`, `bad`, `ask`, or none), a number drawn large, and lines on it.

    `was` is the word that it turned from, with its tone.
    """

    word: str
    tone: str = ""
    number: str = ""
    lines: Sequence[Said] = ()
    was: str = ""
    was_tone: str = ""
    law: Dist | None = None
    """What could have come, where there is room to tell; of what is still to come what may."""
    at: int | None = None
    """What came of it."""
    hue: Callable[[int], str] = by_sign
    """The colour of a number of the law."""


def large(number: int) -> str:
    """A number as `Digits` draw it: `+2`, `-1`, `0`."""
    return f"{number:+}" if number else "0"


def ground(verdict: Verdict, width: int, high: int = HEIGHT) -> list[Content]:
    """The outcome on its ground, so many lines; before it what it turned from. Reverse video: it stands without colour
    too."""
    room = max(8, width - LEAST_WORDS - 4 * len(verdict.number) - (len(verdict.was) + 5 if verdict.was else 0))
    word = spaced(verdict.word, room - 4)
    cells = max(len(word) + 4, GROUND if width >= ROOMY and not verdict.was else 0)
    style = f"bold {TONES[verdict.tone]} reverse"
    lines = [Content.styled(text.center(cells), style) for text in ("", word, "")]
    blank = [lines[0]] * ((high - HEIGHT) // 2)
    lines = [*blank, *lines, *blank]
    if verdict.was:
        before = f" {safe(verdict.was).upper()} "
        old = Content.assemble((before, f"{TONES[verdict.was_tone]} reverse"), (" → ", "bold"))
        lines = [
            Content.assemble(" " * old.cell_length if at != high // 2 else old, line) for at, line in enumerate(lines)
        ]
    return lines


def words(verdict: Verdict, width: int) -> list[Content]:
    """What is said of it, wrapped; what goes with a line stands at its right end, or below it."""
    found: list[Content] = []
    for number, line in enumerate(verdict.lines):
        style = "" if number else "bold"
        left = line.left if isinstance(line.left, Content) else Content.styled(safe(line.left), style)
        parts = [part.rstrip() for part in left.wrap(max(8, width))] or [Content("")]
        gap = width - parts[-1].cell_length - len(line.right)
        if line.right and gap < 2:
            parts.append(Content(""))
            gap = max(0, width - len(line.right))
        if line.right:
            parts[-1] = Content.assemble(parts[-1], " " * gap, (safe(line.right), "$dim"))
        found += parts
    return found


class Numeral(Digits):
    """A number drawn large, in digits or Roman numerals."""

    def render(self) -> RenderResult:
        """Its three lines."""
        roman = any(sign in ROMAN for sign in self.value)
        return Content("\n".join(drawn_large(self.value.replace("−", "-")))) if roman else super().render()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as it is drawn."""
        return len(drawn_large(self.value.replace("−", "-"))[0])


def odds(verdict: Verdict, width: int, high: int) -> list[Content]:
    """What could have come as bars, a number each; the one that came, or may, stands on a ground of its own, and above
    them how likely it was to do as well."""
    shown = window(verdict.law, width // 4) if verdict.law is not None else []
    bars = high - 2 - (told := high >= TOLD)
    if not shown or verdict.law is None or bars < 1:
        return []
    cell, top = max(4, min(CELL, width // len(shown))), max(chance for _, chance in shown)
    if verdict.at is None:
        head = "What may come"
    else:
        head = f"{signed(verdict.at) if verdict.at else '0'} or more: {percent(verdict.law.at_least(verdict.at))}"
    rows = [Content.styled(head, "$dim")]
    for line in range(bars - 1, -1, -1):
        heights = [(value, int(chance / top * 8 * bars + Fraction(1, 2)) - 8 * line) for value, chance in shown]
        parts = [
            (EIGHTHS[max(0, min(8, eighths))] * (cell - 1) + " ", verdict.hue(value)) for value, eighths in heights
        ]
        rows.append(Content.assemble(*parts))
    names = []
    for value, _ in shown:
        name = (signed(value) if value else "0").center(cell - 1)
        names += [(name, "bold reverse" if value == verdict.at else "$dim"), (" ", "")]
    chances = "".join(percent(chance).center(cell - 1) + " " for _, chance in shown)
    return [*rows, Content.assemble(*names), *[Content.styled(chances, "$dim")] * told]


class OddsView(Static, Still):
    """What could have come of a roll, beside its dice."""

    def tell(self, verdict: Verdict | None) -> None:
        """Show it, or nothing."""
        lines = odds(verdict, self.content_size.width, self.content_size.height) if verdict is not None else []
        fill(self, Content("\n").join(lines))


class VerdictView(Horizontal, Still):
    """The banner of an outcome."""

    def __init__(self, verdict: Verdict | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.verdict = verdict
        self.high = HEIGHT

    def compose(self) -> ComposeResult:
        """Ground, number, words."""
        yield Static(classes="verdict--ground")
        yield Numeral("", classes="verdict--number")
        yield Static(classes="verdict--words")

    def on_mount(self) -> None:
        """As it is at first."""
        self.show(self.verdict)

    def on_resize(self) -> None:
        """Other room, other lines."""
        self.show(self.verdict)

    def beside(self, width: int) -> int:
        """Cells for the words."""
        verdict = self.verdict
        if verdict is None:
            return width
        number = (3 * len(verdict.number) + 2) * bool(verdict.number)
        return min(MOST_WORDS, width - ground(verdict, width)[1].cell_length - 3 - number)

    def needs(self, width: int) -> int:
        """Lines that it takes at a width."""
        lines = len(words(self.verdict, self.beside(width))) if self.verdict else 0
        return max(self.high, lines + (self.high > HEIGHT)) if self.verdict else 0

    def room(self) -> int:
        """Cells that it has."""
        return self.size.width or self.container_size.width or self.app.size.width - 2

    def stand(self, high: int) -> None:
        """So high, beside others where it is higher than alone."""
        if high != self.high:
            self.high = high
            self.set_class(high > HEIGHT, "-tall")
            self.show(self.verdict)

    def show(self, verdict: Verdict | None) -> None:
        """Shows an outcome, or none."""
        self.verdict = verdict
        self.display = verdict is not None
        width = self.room()
        if verdict is None or not self.is_mounted:
            return
        self.styles.height = self.needs(width)
        drawn, number = self.query(Static), self.query_one(Digits)
        drawn[0].update(Content("\n").join(ground(verdict, width, self.high)))
        number.update(verdict.number)
        number.display = bool(verdict.number)
        drawn[-1].update(Content("\n").join(words(verdict, self.beside(width))))
        for tone in ("good", "bad"):
            self.set_class(verdict.tone == tone, f"-{tone}")


def below(screen_stack: Sequence[Widget]) -> int:
    """The line below the heroes of the screen that a result lies on; 0 where it has none."""
    for screen in reversed(screen_stack):
        try:
            return screen.query_one("#vitals").region.bottom
        except NoMatches:
            continue
    return 0


class ResultDialog(DiceDialog[T]):
    """Dice that were thrown, with what they came to: as wide as the screen, from its foot up to below the heroes at
    most, which stay bright. The dice are as large as the rest leaves room for."""

    def on_mount(self) -> None:
        """As high as there is room; the odds stand beside the dice."""
        dice = self.query(DiceView)
        if dice and not self.query(OddsView):
            self.query_one("#dialog-body").mount(OddsView(), after=dice.last())
        self.fit()

    def on_resize(self) -> None:
        """Other room."""
        self.fit()

    @on(DiceView.Rested)
    def reveal(self) -> None:
        """What the dice say is told when they lie still."""
        still = not any(dice.tumbling for dice in self.query(DiceView))
        for child in self.query_one("#dialog-body").children:
            if not isinstance(child, DiceView):
                child.visible = still

    def fit(self) -> None:
        """Gives the dice what the other parts leave."""
        high, width = self.app.size.height, self.app.size.width - 2
        room = max(min(high, LEAST_ROOM), high - below(self.app.screen_stack[:-1]))
        box = self.query_one("#dialog")
        box.styles.max_height = room
        box.border_title = Content(f" {safe(self.title_text)} ")
        verdict = next(iter(self.query(VerdictView)), None)
        told = verdict.verdict if verdict is not None else None
        beside, across = self._stand(told)
        width -= int(width * DOCKED) * beside
        others = 1 + 2  # the rule with the title, and the keys
        for child in self.query_one("#dialog-body").children:
            if isinstance(child, VerdictView):
                others += 0 if across else child.needs(width)
            elif not isinstance(child, DiceView | OddsView) and child.display:
                others += child.get_content_height(self.app.size, self.app.size, width) + child.styles.margin.height
        for dice in self.query(DiceView):
            dice.give(room - others - dice.styles.margin.height)
            beneath = (width - 2) * 2 // 5 if across else width
            others += max(TALL, dice.get_content_height(self.app.size, self.app.size, beneath))
        for view in self.query(OddsView):
            view.styles.height = min(others, room) - 3
            self.call_after_refresh(view.tell, told)

    def _stand(self, told: Verdict | None) -> tuple[bool, bool]:
        """Whether odds stand at the right, and dice beside the banner."""
        wide = self.app.size.width
        beside = wide >= BESIDE and told is not None and told.law is not None and bool(self.query(OddsView))
        across = wide >= BROAD and told is not None and bool(self.query(DiceView))
        self.set_class(beside, "-beside")
        self.set_class(across, "-across")
        for verdict in self.query(VerdictView):
            verdict.stand(TALL if across else HEIGHT)
        return beside, across
