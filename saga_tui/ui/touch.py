"""Thumbs in the place of keys: the keys that matter now as buttons, digits where a number is asked, who wants it so.

The buttons are made of the same bindings as the key bar; there is no second list.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, Final

from textual import events
from textual.content import Content
from textual.geometry import Spacing
from textual.keys import key_to_character
from textual.screen import Screen
from textual.visual import Padding, Visual
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from saga_tui.ui.keys import Hint, hints
from saga_tui.ui.seat import SeatedApp

VARIABLE: Final = "SAGA_TUI_TOUCH"
"""`1` or `0` in the environment switches it on or off."""
SLIM: Final = 60
"""Columns below which a seat's window is taken for a phone."""
HIGH: Final = 3
"""Lines of a button."""
LEAST: Final = 7
"""Cells of the narrowest button with words."""
NARROW: Final = 5
"""Cells of the narrowest with a sign alone."""
TALL: Final = 60
"""Lines of the terminal from which on two rows of keys stand above those that are always there."""
AIR: Final = Spacing(0, 0, 1, 0)
MORE, LESS = "More", "Less"
OPEN: Final = 8
"""Rows of keys that "More" opens at most, so that one tap shows what there is."""
KEPT: Final = 14
"""Lines of the terminal that they leave."""
PALETTE_KEY: Final = "ctrl+p"
DIGITS: Final = ("12345", "67890")


class TouchApp(SeatedApp):
    """An app that may be used with thumbs."""

    def __init__(self) -> None:
        super().__init__()
        self.touch: bool | None = {"1": True, "0": False}.get(os.environ.get(VARIABLE, ""))
        """Whether it is; where nobody says so, in a seat's window that is narrow."""

    @property
    def is_touch(self) -> bool:
        """Whether it is used with thumbs now."""
        return (self.seat is not None and self.size.width < SLIM) if self.touch is None else self.touch

    def see_touch(self) -> None:
        """Looks as thumbs need them, or as keys do."""
        if self.has_class("-touch") != self.is_touch:
            self.set_class(self.is_touch, "-touch")

    def on_resize(self, event: events.Resize) -> None:
        """A phone that is turned, or a window that is pulled wide."""
        super().on_resize(event)
        self.call_later(self.see_touch)

    def on_app_blur(self, event: events.AppBlur) -> None:
        """A terminal on a phone says that it is looked at no more whenever there is no keyboard: what is to be tapped
        depends on the focus, so it stays."""
        if self.is_touch:
            event.prevent_default()

    def size_classes(self) -> str:
        """The classes that a screen of the terminal's size has: with them from its beginning it is styled once."""
        width, height = self.size
        wide = [name for least, name in self.HORIZONTAL_BREAKPOINTS or () if width >= least]
        high = [name for least, name in self.VERTICAL_BREAKPOINTS or () if height >= least]
        return f"{wide[-1]} {high[-1]}"

    def press_key(self, key: str) -> None:
        """Press a key as the keyboard would."""
        self.post_message(events.Key(key, key if len(key) == 1 else key_to_character(key)))


def touched(node: Any) -> bool:
    """Whether the app of a node is used with thumbs now."""
    return bool(getattr(node.app, "is_touch", False))


class ThumbList(OptionList):
    """A list whose options have a line of air below them where there are thumbs."""

    def _get_visual(self, option: Option) -> Visual:
        visual = super()._get_visual(option)
        return Padding(visual, AIR) if touched(self) else visual


@dataclass(frozen=True, slots=True)
class Button:
    """A key to be tapped; without a key it turns to the next keys."""

    key: str
    words: str
    sign: str = ""
    """The letter by which rows and texts name the key."""
    width: int = 0

    @property
    def label(self) -> Content:
        """Sign and words."""
        gap = " " if self.sign and self.words else ""
        return Content.assemble((self.sign, "bold"), gap, (self.words, "" if self.sign else "bold"))

    @property
    def needs(self) -> int:
        """Cells that it takes at least."""
        return max(LEAST, self.label.cell_length + 2) if self.label.cell_length > 1 else NARROW


def button(hint: Hint) -> Button:
    """A hint of the key bar as a button; a key with a name of its own needs no sign."""
    sign = hint.shown if len(hint.shown) == 1 else ""
    return Button(hint.keys[0], hint.words, "" if sign in "⏎" else sign)


@dataclass(frozen=True, slots=True)
class Pad:
    """What can be tapped now: what is always there, the keys, and whether digits are asked for."""

    always: tuple[Button, ...]
    keys: tuple[Button, ...]
    digits: str = ""

    def rows(self, width: int, height: int, page: int) -> list[list[Button]]:
        """The rows of buttons for a terminal of that size, at a page of the keys."""
        if self.digits:
            found = [[Button(digit, digit) for digit in line] for line in DIGITS]
            found[0].append(Button("backspace", "⌫"))
            found[1] += [Button("minus", "−")] if "-" in self.digits else []
            keys = [one for one in self.keys if one.key != PALETTE_KEY][:2]
            return [stretched(row, width) for row in [*found, *wrapped((*self.always, *keys), width)]]
        pages = paged(self.keys, width, 2 if height >= TALL else 1, min(OPEN, (height - KEPT) // HIGH - 1))
        shown = pages[page % len(pages)] if pages else []
        return [stretched(row, width) for row in [*shown, *wrapped(self.always, width)]]


def wrapped(buttons: Iterable[Button], width: int) -> list[list[Button]]:
    """The buttons in rows that are no wider."""
    rows: list[list[Button]] = [[]]
    for one in buttons:
        if rows[-1] and sum(other.needs + 1 for other in rows[-1]) + one.needs > width:
            rows.append([])
        rows[-1].append(one)
    return rows if rows[0] else []


def paged(buttons: Sequence[Button], width: int, most: int, opened: int) -> list[list[list[Button]]]:
    """The buttons in pages: the first of so many rows, the others as high as an opened one may be. Where there are
    several, each ends with a button for the next, the last with one for the first."""
    if len(rows := wrapped(buttons, width)) <= most:
        return [rows] if rows else []
    pages, left = [], list(buttons)
    while left:
        fit = [n for n in range(1, len(left) + 1) if len(wrapped([*left[:n], _turn(MORE)], width)) <= most]
        count, most = max(fit, default=1), max(most, opened)
        pages.append(wrapped([*left[:count], _turn(MORE if left[count:] else LESS)], width))
        left = left[count:]
    return pages


def _turn(words: str) -> Button:
    return Button("", words, "…")


def stretched(row: Sequence[Button], width: int) -> list[Button]:
    """The buttons of a row, together as wide as the terminal, with a blank between two."""
    spare = width - sum(one.needs for one in row) - (len(row) - 1)
    each, rest = divmod(max(0, spare), len(row))
    return [replace(one, width=one.needs + each + (at < rest)) for at, one in enumerate(row)]


def pad_of(screen: Screen[Any]) -> Pad:
    """What can be tapped on a screen now, from the bindings that are active at the focus."""
    active = [one for one in screen.active_bindings.values() if one.enabled and one.binding.id]
    keyed = {one.binding.key: one.binding for one in reversed(active)}
    found = {hint.keys[0]: button(hint) for hint in hints(screen, apart=True)}
    back = next((key for key in ("escape", "q") if key in keyed), "")
    always = [found.pop(back, Button(back, keyed[back].description or "Back"))] if back else []
    always += [Button("up", "▲"), Button("down", "▼")]
    always += [Button(key, sign) for key, sign in (("left", "◂"), ("right", "▸")) if key in keyed]
    always += [replace(found.pop("u"), sign="")] if "u" in found else []
    enter = found.pop("enter", None)
    always.append(Button("enter", enter.words if enter else "", "⏎"))
    focused = screen.focused
    asked = str(focused.restrict or "") if isinstance(focused, Input) else ""
    rest = sorted(found.values(), key=lambda one: one.key in ("question_mark", "h"))
    return Pad(tuple(always), tuple(one for one in rest if one.key != "q"), asked if r"\d" in asked else "")


def drawn(rows: Sequence[Sequence[Button]]) -> Content:
    """The buttons, three lines a row: a half line of ground above and below each."""
    lines: list[Content] = []
    for row in rows:
        lines.append(Content(" ").join([Content.styled("▄" * one.width, "$calm") for one in row]))
        lines.append(Content(" ").join([_face(one) for one in row]))
        lines.append(Content(" ").join([Content.styled("▀" * one.width, "$calm") for one in row]))
    return Content("\n").join(lines)


def _face(one: Button) -> Content:
    label = one.label.truncate(one.width, ellipsis=True)
    before = (one.width - label.cell_length) // 2
    face = Content.assemble(" " * before, label, " " * (one.width - label.cell_length - before))
    return face.stylize_before("$foreground on $calm")


def at(rows: Sequence[Sequence[Button]], x: int, y: int) -> Button | None:
    """The button at a cell."""
    row = rows[y // HIGH] if 0 <= y // HIGH < len(rows) else []
    ends = accumulate(one.width + 1 for one in row)
    return next((one for one, end in zip(row, ends, strict=True) if x < end), None)
