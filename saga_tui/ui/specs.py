"""What a game says of its play screen as data: panels with their rows, the columns they stand in, and all that can be
done. The tracker draws it; nothing here draws."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from saga_tui.tally import Tally

if TYPE_CHECKING:
    from textual.content import Content

    from saga_tui.engine.command import Command
    from saga_tui.odds import Dist
    from saga_tui.store import Event
    from saga_tui.ui.band import Band

    Deed: TypeAlias = "Flow | Command | type[Command] | str"

Flow: TypeAlias = Callable[[Any], Coroutine[Any, Any, Any]]
"""A dialogue at a `DocumentScreen`, which is given to it.

A `Deed` is a dialogue, a command as it stands, a command whose fields are asked for, or the id of an action."""


# ---- what numbers look like, and their reasons


@dataclass(frozen=True, slots=True)
class Token:
    """The look of a kind of token, box or step.

    `full` and `empty` are glyphs one cell wide, told apart without colour; `colour` is a variable of the theme with its
    `$` (`$title`).
    """

    full: str
    empty: str
    colour: str


RANK = Token("▰", "▱", "$title")
"""For plain ranks that have no colour of their own."""


@dataclass(frozen=True, slots=True)
class Why:
    """A number's reasons: its tally, lines beneath it (what changed it, what a ruling says), and further tallies."""

    tally: Tally
    notes: tuple[str, ...] = ()
    more: tuple[Tally, ...] = ()

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The number's own, then the others."""
        return (self.tally, *self.more)


Explain = Callable[[], Why | Tally | None]
"""Gives the reasons when they are asked for, so that no screen computes them before."""


# ---- dialogues as data


@dataclass(frozen=True, slots=True)
class Asks:
    """A command whose parameters are asked for: what it needs, and the `fields` that it could do without."""

    command: type[Command]
    fields: tuple[str, ...] = ()

    async def __call__(self, screen: Any) -> None:
        """Ask, and carry it out."""
        from saga_tui.ui.forms import Form

        await Form(self.command, fields=self.fields)(screen)


@dataclass(frozen=True, slots=True)
class Crossing:
    """An edge of the clock, shown line by line before it is crossed; the command has the fields `skip` and `take`, and
    what it `takes` of the choices: key, value and words; the first is taken by itself."""

    title: str
    command: type[Command]
    question: str = ""
    takes: str = ""
    choices: tuple[tuple[str, str, str], ...] = ()

    async def __call__(self, screen: Any) -> None:
        """Show it, and do what is confirmed."""
        from saga_tui.ui.edge import cross, transition

        await cross(screen, transition(self))


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll, put together from the command's fields with its exact odds in sight.

    `margin` gives for a document and the command the law of what is rolled less what is to be reached: zero or more is
    the first of the `results`. `shown` says how it reads (`d20 + 4 against 15`).
    """

    command: type[Command]
    margin: Callable[[Any, Any], Dist]
    results: tuple[str, str] = ("success", "failure")
    shown: Callable[[Any, Any], str] | None = None
    came: Callable[[Any], int] | None = None
    """What a roll came to less what was to be reached, from its outcome: then the result is a banner."""

    async def __call__(self, screen: Any) -> None:
        """Put it together, and roll."""
        from saga_tui.ui.roll import MarginRoll, roll

        await roll(screen, MarginRoll(self), self.command())


# ---- rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What every row may have.

    `names` are the entries whose numbers stand on it, the main one first: by them it explains itself, shows that a
    ruling touches one, and jump mode finds each. `also` are further numbers told with their reasons, `text_name` is
    the entry of its words. `key` is drawn before it; Enter or a click does `choose`, left and right `less` and `more`,
    Delete `drop`, the space bar `turn` (a mark on or off).
    """

    names: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    text_name: str = ""
    id: str = ""
    key: str = ""
    note: str = ""
    narrow: str | None = None
    """The note where the screen is narrow, if it is another."""
    note_style: str = "$dim"
    detail: str = ""
    extra: str = ""
    """What it does or what comes next, beside marks or below; what else is said where there are lines in plenty."""
    rule: str = ""
    choose: Deed | None = None
    less: Deed | None = None
    more: Deed | None = None
    drop: Deed | None = None
    turn: Deed | None = None
    at_once: bool = False
    """Whether Enter spends something without a question; such a row takes no Enter by habit."""


@dataclass(frozen=True, slots=True)
class Marked(Row):
    """A label and marks, `filled` of `total`."""

    label: str
    filled: int
    total: int = 0
    token: Token = RANK
    label_width: int = 9
    alone: bool = False
    """Whether its tiles are sized for itself and never higher than a line; a track's always are for itself."""


class Pips(Marked):
    """Tokens in hand: `▲▲▲△`."""

    __slots__ = ()


class Boxes(Marked):
    """Boxes up to a threshold, and what lies beyond it: `■■■┃■`."""

    __slots__ = ()


class Track(Marked):
    """Steps to an end: `✕✕···┃`."""

    __slots__ = ()


class Bar(Marked):
    """A large number as a bar of ten cells: `████░░░░░░`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Gauge(Marked):
    """A large number as one bar: `part` in the token's sign, the rest in that of `second`; to the `total` and `end`."""

    part: int = 0
    end: int = 0
    second: Token = field(default=Token("▚", "░", "$title"))


@dataclass(frozen=True, slots=True)
class Number(Row):
    """A label and a value. `tail` stands behind the value, `lead` before it; `empty` in the place of a zero, and then
    the label is dim."""

    label: str
    value: int | str
    tail: str = ""
    lead: str = ""
    label_width: int = 9
    value_style: str = "bold"
    empty: str = ""
    room: int = 0
    """The cells of a column of numbers, in which the blank between label and value lies."""
    bar: int = 0
    """Cells of a bar before the value, where there is room; `most` fills it, or the number of its cells."""
    most: int = 0
    ladder: Sequence[tuple[int, int]] = ()
    """What its next steps cost, by the value that each leads to."""


@dataclass(frozen=True, slots=True)
class Line(Row):
    """A line of text; `mark` stands before it in the text's `style`."""

    text: str
    mark: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class Held(Row):
    """A text with tokens at its right end: `Find my sister   ⬢⬢`."""

    text: str
    filled: int
    token: Token = RANK


Lines: TypeAlias = "Callable[[int, int], Sequence[Content]]"
"""Gives the lines of a drawing for a width and a level of the deal (`deal.LEVELS`)."""


@dataclass(frozen=True, slots=True)
class Figure(Row):
    """A drawing of lines, more of them the further its panel unfolds; what draws it compares equal while it is so."""

    drawing: Lines


@dataclass(frozen=True, slots=True)
class Cards(Row):
    """Cards on the table, side by side: `[a moth] [a knock]`."""

    label: str
    cards: tuple[str, ...]
    label_width: int = 9


@dataclass(frozen=True, slots=True)
class Text:
    """Lines that are only read; `roomy` ones only where the terminal has lines to spare."""

    content: str | Content
    id: str = ""
    roomy: bool = False


AnyRow: TypeAlias = Row | Text


# ---- panels and where they stand


def nothing(_document: Any) -> str:
    """No words."""
    return ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the document in a border. `place` is its name for columns, panes and jumping; a panel without `rows`
    is the log. `reads` are the fields of play whose change is seen here at once; all else follows when the keys rest.
    """

    place: str
    title: str
    rows: Callable[[Any], Iterable[AnyRow]] | None = None
    reads: frozenset[str] = frozenset()
    grows: bool = False
    """Whether it takes what room is left in its column."""
    past: Callable[[Any, Any, Sequence[Event]], Iterable[AnyRow]] | None = None
    """Its rows where they come from the journal: of the document, its memory and the newest events; worked out when the
    keys rest."""
    worth: int = 5
    """Who unfolds first where a column has lines to spare: the lowest number."""
    folds: int = 0
    """Who folds first where there is no room: the highest number, or by worth where none is said."""
    hero: bool = False
    """Whether it stands above the columns, its marks drawn as large as there is room."""
    empty: str = ""
    """What stands there while there is no row."""
    heading: Callable[[Any], str] = nothing
    """What the title says beyond: `Ready: Marksmanship`."""
    subtitle: Callable[[Any], str] = nothing
    urgent: Callable[[Any], bool] = lambda _document: False

    @property
    def is_log(self) -> bool:
        """Whether it shows the journal's entries."""
        return self.rows is None and self.past is None


LOG: Final = Panel("log", "Log", grows=True)
"""The newest entries of the journal."""


@dataclass(frozen=True, slots=True)
class Pane:
    """One of several that share the right half of a small screen: its name, its panels, words for the key to it."""

    name: str
    places: tuple[str, ...]
    words: str


Plan: TypeAlias = tuple[tuple[str, ...], ...]
"""The places of the panels, column by column; the column `PANES` shows one pane of several."""
PANES: Final = ("pane",)
ASIDE: Final = "aside"
"""The first place of a column that stands beside the heroes too, as high as the screen."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns by size: the first of `plans` (least width, least height, columns) that the terminal has room for."""

    plans: Sequence[tuple[int, int, Plan]]
    panes: Sequence[Pane] = ()
    heroes: tuple[str, ...] = ()
    """The places that stand side by side above the columns."""
    mood: Callable[[Any], str] = nothing
    band: Callable[[Any], Band | None] = lambda _document: None
    moods: Mapping[str, Sequence[tuple[int, int, Plan]]] = field(default_factory=dict)
    """The mood of a document, what stands above all panels while it lasts, and other plans by mood."""

    def plan(self, width: int, height: int, mood: str = "") -> Plan:
        """The columns for a terminal of that size."""
        plans = self.moods.get(mood, self.plans)
        return next((plan for wide, high, plan in plans if width >= wide and height >= high), plans[-1][2])

    def one_column(self, mood: str = "") -> Plan:
        """All panels below each other, as the narrowest plan has them: then its panes."""
        narrow = [place for column in self.plan(0, 0, mood) if column != PANES for place in column if place != ASIDE]
        panes = [place for pane in self.panes for place in pane.places]
        return (tuple(dict.fromkeys(place for place in (*narrow, *panes) if place not in self.heroes)),)


# ---- what can be done


def always(_document: Any) -> bool:
    """At any time."""
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do: a stable id, words for the footer and for help, what it does, the verbs that it leads to.

    `key` presses it (none: palette and menus only), `menu` names the menu that lists it with its `about` (what it
    costs) and `rule` (what is looked up there), `opens` the menu that it opens; `when` says when it is possible,
    `shown` whether the footer names it, `group` with which others of one word. An `old` key works where no other does.
    """

    id: str
    words: str
    help: str
    do: Deed | None = None
    verbs: tuple[str, ...] = ()
    key: str = ""
    menu: str = ""
    about: str = ""
    rule: str = ""
    when: Callable[[Any], bool] = always
    shown: bool = False
    group: str = ""
    opens: str = ""
    title: str = ""
    """The menu's title, if it is not its words."""
    old: str = ""
