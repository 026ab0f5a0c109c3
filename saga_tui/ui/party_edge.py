"""What an act of a whole table would do to everybody, line by line before it does: who takes part, what each of them
chooses, and which lines are skipped. One key does it for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from saga_tui.engine.edit import Line
from saga_tui.engine.party import PartyCommand, PartyOutcome
from saga_tui.safe import safe
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.dice import DiceView
from saga_tui.ui.edge_rows import Fate, FateRow, ask_reason, in_order
from saga_tui.ui.panel import Panel
from saga_tui.ui.party_cast import Broadcast
from saga_tui.ui.party_parts import MemberBlock, MemberRow, Part, beside, in_columns, most_beside
from saga_tui.ui.returning import returning
from saga_tui.ui.rows import Row
from saga_tui.ui.rulings import problem_content
from saga_tui.words import sentence

if TYPE_CHECKING:
    from saga_tui.engine.clock import Clock
    from saga_tui.engine.command import Command, Outcome
    from saga_tui.ui.party import PartyScreen

ROOMY: Final = 34
"""Lines of the terminal from which on dice have all the room they need above the members."""
LARGE, SMALL = 10, 5
"""Lines for dice then, and on lower terminals."""


class BroadcastScreen(Dialog["Command"]):
    """Shows what an act of the table will do to each member. Enter does it for all, a choice's key chooses for the
    member at the cursor and goes on to the next who has a choice, Space leaves a member out or skips a line, `w` gives
    the reason, `m` does what one of them has to do first. Gives the command, or nothing.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "do", "Confirm", id="edge.do", priority=True),
        Binding("left", "turn(-1)", "Previous choice", id="edge.before", show=False),
        Binding("right", "turn(1)", "Next choice", id="edge.after"),
        Binding("space", "skip", "Leave out, skip", id="edge.skip"),
        Binding("w", "reason", "Reason", id="edge.reason"),
        Binding("m", "first", "First", id="edge.first"),
        Binding("O", "open", "Open member", id="edge.open", tooltip="Open the member at the cursor; Esc returns"),
        Binding("N", "widen", "End more", id="edge.widen"),
    ]

    def __init__(self, screen: PartyScreen[Any], broadcast: Broadcast) -> None:
        super().__init__()
        self.table = screen
        self.session = screen.session
        self.reason = ""
        self._bindings = self._bindings.copy()
        self._begin(broadcast)

    def _begin(self, broadcast: Broadcast) -> None:
        """With nobody left out, and everybody's first choice."""
        self.broadcast = broadcast
        self.title_text = broadcast.title
        self.without: set[str] = set()
        self.barred: dict[str, str] = {}
        self.skipped: dict[str, set[str]] = {}
        self.taken: dict[str, set[str]] = {}
        self.choices = {who: tuple(broadcast.choices(doc)) for who, doc in self._reached().items()}
        self.chosen = {who: found[0].value for who, found in self.choices.items() if found}
        self.parts: tuple[Part, ...] = ()
        self.beside = 0
        """Columns of members: they stay while it is open, so that nobody moves away from the cursor."""

    def _reached(self) -> dict[str, Any]:
        """The documents of all whom it reaches."""
        return {**self.session.members, **self.session.elsewhere}

    # ---- what is there

    def compose_body(self) -> ComposeResult:
        """Dice that lie there already, objections, the table's own lines, and the members in columns."""
        if self.broadcast.thrown is not None:
            look, faces = self.broadcast.thrown
            yield DiceView(look, faces)
        if self.broadcast.before:
            yield Static(Content("\n").join(Content(safe(line)) for line in self.broadcast.before), id="party-before")
        yield Static(id="edge-findings", markup=False)
        yield Static(id="party-own", markup=False)
        with Horizontal(id="party-parts"):
            for number in range(most_beside(self.app.size.width, len(self._reached()))):
                yield Panel(compact=True, id=f"party-column-{number}")

    def on_mount(self) -> None:
        """Foresees; dice tumble; the cursor begins on the first member with something to choose."""
        for dice in self.query(DiceView):
            dice.give(LARGE if self.app.size.height >= ROOMY else SMALL)
            dice.show(dice.faces, rolling=range(len(dice.faces)))
        self._foresee()
        self.call_later(self._start)

    def _start(self) -> None:
        rows = sorted(self.query(MemberRow), key=lambda row: row.part.number)
        first = next((row for row in rows if row.part.may_choose), rows[0] if rows else None)
        if first is not None:
            first.focus()

    def on_resize(self) -> None:
        """As many members beside each other as there is room for now."""
        super().on_resize()
        here, self.beside = self.member, 0
        self._show()
        if here is not None:
            self.call_after_refresh(self._back_to, here.who)

    def _back_to(self, who: str) -> None:
        """The cursor on the same member, wherever it stands now."""
        if row := next((row for row in self.query(MemberRow) if row.part.who == who), None):
            row.focus()

    def _fit(self) -> None:
        """The dialog may be as high as the screen: a line for its title, and those of its keys."""
        chrome = 1 + self.query_one(KeyBar).outer_size.height
        self.query_one("#dialog-body").styles.max_height = max(3, self.size.height - chrome)

    def dismiss(self, result: Command | None = None) -> AwaitComplete:
        """Answer; what would be is no longer shown."""
        self.table.foresee_members({})
        return super().dismiss(result)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turning needs choices, a reason skipped lines, widening an act outside."""
        if action == "turn":
            return any(self.choices.values())
        if action == "reason":
            return any(self.skipped.values())
        if action == "open":
            return any(part.barred for part in self.parts)
        if action == "first":
            return self._first() is not None
        return action != "widen" or self.broadcast.wider() is not None

    # ---- what would happen

    @property
    def command(self) -> Command:
        """What would be done now."""
        cast = self.broadcast
        left = {*self.without, *self.barred}
        known: dict[str, Any] = dict(cast.given)
        if cast.takes:
            known[cast.takes] = {who: value for who, value in self.chosen.items() if value and who not in left}
        known |= cast.given_by({who: value for who, value in self.chosen.items() if who not in left})
        for name, rows in (("skip", self.skipped), ("take", self.taken)):
            if found := {who: sorted(these) for who, these in rows.items() if these and who not in left}:
                known[name] = found
        if left:
            known["without"] = sorted({*known.get("without", ()), *left})
        if self.reason and any(self.skipped.values()):
            known["why"] = self.reason
        return cast.command.model_validate(known)

    def _worked_out(self) -> Outcome[Any]:
        """What would happen; who cannot take part is left out with the reason, and what waits for an answer is taken
        unless it is skipped."""
        outcome = self.session.preview(self.command)
        found = outcome.parts if isinstance(outcome, PartyOutcome) else {}
        answered = False
        for who, part in found.items():
            asked = {line.row for line in part.lines if line.state == "asked"}
            asked |= {item.row for item in part.problems if item.row}
            open_rows = asked - self.skipped.get(who, set()) - self.taken.get(who, set())
            if open_rows:
                self.taken.setdefault(who, set()).update(open_rows)
                answered = True
        if answered:  # of all at once: each preview works out everybody's part
            return self._worked_out()
        refused = {who: part.problems for who, part in found.items() if part.refused}
        if refused:
            self.barred |= {who: " ".join(item.sentence() for item in items) for who, items in refused.items()}
            return self._worked_out()
        return outcome

    def _foresee(self) -> None:
        """Show what would happen, with the cursor where it was."""
        self.barred = {}
        if self.broadcast.rolls:
            self._unrolled()
            return
        outcome = told = self._worked_out()
        if isinstance(outcome, PartyOutcome):
            self.barred |= outcome.left_out
        if outcome.refused:
            told = self.session.preview(outcome.command, self.session.dice(outcome), overrule="")
        findings = self.query_one("#edge-findings", Static)
        findings.update(Content("\n").join([problem_content(item) for item in outcome.problems]))
        findings.display = bool(outcome.problems)
        own = self.query_one("#party-own", Static)
        said = "; ".join(line.text for line in told.lines)
        own.update(Content(safe(sentence(said))))
        own.display = bool(said)
        self.parts = tuple(self._parts({**told.offered, **told.parts} if isinstance(told, PartyOutcome) else {}))
        self._show()
        self._name_keys()
        parts = told.parts if isinstance(told, PartyOutcome) else {}
        self.table.foresee_members({who: part.after for who, part in parts.items()})

    def _unrolled(self) -> None:
        """Who takes part, and what they have chosen: what the dice bring is not known."""
        command, document = self.command, self.session.document
        members, done = self.session.members, {}
        if isinstance(command, PartyCommand):
            self.barred = dict(command.left_out(document, members))
            done = {part.who: None for part in command.parts(document, members) if part.who not in self.barred}
        for name in ("#edge-findings", "#party-own"):
            self.query_one(name, Static).display = False
        self.parts = tuple(self._parts(done))
        self._show()
        self._name_keys()

    def _name_keys(self) -> None:
        one = sum(panel.display for panel in self.query("#party-parts Panel")) < 2
        asked = self.broadcast.question if not one else ""  # over all columns, not over the first
        title = Content.assemble(f" {safe(self.broadcast.title)} ", f"· {safe(asked)} " if asked else "")
        self.query_one("#dialog").border_title = title
        first = self.broadcast.first_words
        self._bindings.key_to_bindings["m"] = [Binding("m", "first", first, id="edge.first")]
        self._bindings.key_to_bindings["N"] = [Binding("N", "widen", self.broadcast.wider_words, id="edge.widen")]
        self.refresh_bindings()

    def _parts(self, done: Mapping[str, Outcome[Any] | None]) -> list[Part]:
        concerned = {*done, *self.without, *self.barred}
        parts = []
        for face in self.table.faces():
            if face.who not in concerned:
                continue
            part, here = done.get(face.who), self.session.seats.get(face.who)
            clock = here.game.clock if here is not None else self.session.game.clock
            told = [line for line in part.lines if not moved(clock, line)] if part is not None else []
            lines: tuple[Line, ...] = in_order(told)
            fates = tuple(Fate(line, here is not None and clock.may_skip(line.row)) for line in lines)
            parts.append(
                Part(face.who, face.number, face.name, fates, self.choices.get(face.who, ()),
                     self.chosen.get(face.who, ""), face.who in self.without, self.barred.get(face.who, ""),
                     part is not None and here is None, self.broadcast.rolls)
            )  # fmt: skip
        return parts

    def _show(self) -> None:
        panels = [*self.query("#party-parts Panel").results(Panel)]
        if self.parts and not self.beside:
            self.beside = min(len(panels), beside(self.parts, self.app.size.width))
        columns = max(1, self.beside)
        for panel, mine in zip(panels, [*in_columns(self.parts, columns), *([()] * len(panels))], strict=False):
            panel.display = bool(mine)
            panel.head(self.broadcast.question if columns == 1 else "")
            blocks = [child for child in panel.children if isinstance(child, MemberBlock)]
            for block, part in zip(blocks, mine, strict=False):
                block.show(part)
            for block in blocks[len(mine) :]:
                block.remove()
            if new := [MemberBlock(part) for part in mine[len(blocks) :]]:
                panel.mount_all(new)

    # ---- keys

    @property
    def member(self) -> Part | None:
        """The member whose rows have the cursor."""
        focused = self.focused
        block = focused.parent if focused is not None else None
        return block.part if isinstance(block, MemberBlock) else None

    def on_key(self, event: events.Key) -> None:
        """A choice's key chooses for the member at the cursor, and goes on to the next one who has a choice."""
        part = self.member
        if part is None:
            return
        found = next((one for one in part.choices if one.key == event.character), None)
        if found is not None:
            event.stop()
            self.chosen[part.who] = found.value
            self._foresee()
            self._on_to_next(part)

    def _on_to_next(self, part: Part) -> None:
        later = [row for row in self.query(MemberRow) if row.part.may_choose and row.part.number > part.number]
        after = min(later, key=lambda row: row.part.number, default=None)
        if after is not None:
            after.focus()

    def action_turn(self, by: int) -> None:
        """The next choice of the member at the cursor, with what follows from it."""
        part = self.member
        if part is not None and part.choices:
            values = [choice.value for choice in part.choices]
            at = values.index(part.choice) if part.choice in values else 0
            self.chosen[part.who] = values[(at + by) % len(values)]
            self._foresee()

    def action_skip(self) -> None:
        """Leave the member at the cursor out, or back in; on a line skip its row, or restore it."""
        focused, part = self.focused, self.member
        if part is None:
            return
        if isinstance(focused, FateRow):
            line = focused.line
            if not focused.may_skip:
                self.notify("This line cannot be skipped. Space on the name leaves the whole member out.")
                return
            rows = self.taken if line.state == "left" else self.skipped
            rows[part.who] = rows.get(part.who, set()) ^ {line.row}
        else:
            self.without ^= {part.who}
        self._foresee()

    @work
    async def action_reason(self) -> None:
        """Why the skipped lines do not happen; it may be left empty."""
        self.reason = await ask_reason(self, self.reason)
        self._foresee()

    def action_open(self) -> None:
        """The whole of the member at the cursor, for what has to be done first; then all is foreseen again."""
        part = self.member
        if part is not None and part.who in self.session.seats:
            screen = returning(self.table.screen_of(self.session.seats[part.who]))
            self.app.push_screen(screen, lambda _: self.again())

    def _first(self) -> tuple[str, Command] | None:
        """What has to be done first: by the member at the cursor, else by the first who needs it."""
        here = [part for part in self.parts if part is self.member]
        for part in (*here, *self.parts):
            member = self.session.members.get(part.who) if part.barred else None
            if member is not None and (command := self.broadcast.first(part.who, member)) is not None:
                return part.who, command
        return None

    @work
    async def action_first(self) -> None:
        """Do what has to be done first; then all is foreseen again."""
        if (found := self._first()) is None:
            return
        outcome = await self.table.execute(found[1])
        part = outcome.parts.get(found[0]) if isinstance(outcome, PartyOutcome) else None
        if part is not None:
            self.notify(safe(sentence(part.text)), title=safe(part.after.title), markup=False, timeout=8)
        self.again()

    def again(self) -> None:
        """Foresee for members who are others now: what each can choose may have changed."""
        self.choices = {who: tuple(self.broadcast.choices(doc)) for who, doc in self._reached().items()}
        for who, found in self.choices.items():
            values = [choice.value for choice in found]
            if self.chosen.get(who) not in values:
                self.chosen |= {who: values[0]} if values else {who: ""}
        self._foresee()

    def action_widen(self) -> None:
        """Go on to the act outside this one."""
        outside = self.broadcast.wider()
        if outside is not None:
            self._begin(outside)
            self._foresee()

    def action_do(self) -> None:
        """Give the command."""
        self.dismiss(self.command)

    @on(Row.Chosen)
    def _clicked(self, event: Row.Chosen) -> None:
        event.row.focus()
        self.call_later(self.action_skip)


def moved(clock: Clock[Any], line: Line) -> bool:
    """Whether a line only tells that a span begins or ends, as the table's own line does for all."""
    row = clock.rows.get(line.row.partition(":")[0])
    return row is not None and row.moves and not line.moved and line.state == ""


async def broadcast(screen: PartyScreen[Any], cast: Broadcast) -> Outcome[Any] | None:
    """Show what an act of the table will do to each member, and do what is confirmed."""
    screen.look_elsewhere()  # whoever plays in another window may have acted a moment ago
    command: Command | None = await screen.app.push_screen_wait(BroadcastScreen(screen, cast))
    return await screen.execute(command) if command is not None else None
