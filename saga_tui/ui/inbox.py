"""What a table wants of the document that is played here: asked as it comes, accepted, changed, refused or put off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from saga_tui.engine.command import Command
from saga_tui.engine.fields import ASIDE, fields
from saga_tui.engine.inbox import Inbox, Wanted
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Choose, Offer
from saga_tui.ui.keys import Command as Offered

if TYPE_CHECKING:
    from saga_tui.ui.document_screen import DocumentScreen

WORDS: Final = "Answer a table's offer"
"""What the palette calls it."""


class Answers:
    """The offers to one screen's document, each asked about once by itself, and again when the player wants to."""

    def __init__(self, screen: DocumentScreen[Any]) -> None:
        self._screen = screen
        self._inbox = Inbox(screen.memory.path.parent, screen.memory.identity)
        self._put_off: set[str] = set()
        self.waiting: tuple[Wanted, ...] = ()
        self._asked: tuple[Wanted, Choose] | None = None
        """What is asked now, and the question."""

    def look(self) -> None:
        """Read what is wanted now; what is new is asked, where nothing else is. A question that is settled closes."""
        screen = self._screen
        if screen.memory.read_only:
            self.waiting = ()
        else:
            self.waiting = self._inbox.poll(screen.document.answered)
        if self._asked is not None and self._asked[1].is_current and not self._open(self._asked[0]):
            self._asked[1].dismiss(None)
            return
        new = [one for one in self.waiting if one.offer.id not in self._put_off]
        if new and screen.app.screen is screen and not screen.query("Prompt"):
            self._put_off.add(new[0].offer.id)
            screen.run_worker(self.ask(new[0]), group="flow")

    def palette(self) -> Iterable[Offered]:
        """What waits, for the palette."""
        if self.waiting:
            yield Offered(WORDS, "", self.again)

    def again(self) -> None:
        """Ask about the oldest that waits."""
        if self.waiting:
            self._screen.run_worker(self.ask(self.waiting[0]), group="flow")

    async def ask(self, wanted: Wanted) -> None:
        """Say what is wanted and what it would do here, and do what is answered."""
        screen, offer = self._screen, wanted.offer
        kind, can = self._kind(offer.verb), self._command(offer.verb, offer.params)
        would = screen.session.preview(can) if can is not None and not can.draws(screen.document).needed else None
        said = would.text if would is not None and not would.refused else offer.text
        if would is not None and would.refused:
            said = " ".join((said, *(problem.sentence() for problem in would.problems)))
        said = f"{kind.title}: {said}" if kind is not None else said
        offers = [
            *([Offer("take", "Accept", "as it is")] if would is not None else []),
            *([Offer("change", "Change", "other numbers or choices")] if kind is not None else []),
            Offer("refuse", "Refuse", "nothing changes; the table is told"),
            Offer("later", "Later", f"it waits in the palette: {WORDS.casefold()}"),
        ]
        question = Choose(f"{safe(wanted.table)} has an offer for you", offers, safe(said))
        self._asked = wanted, question
        answer = await screen.app.push_screen_wait(question)
        self._asked = None
        if answer != "later" and not self._still(wanted):
            return
        given = {"offer": offer.id}
        if answer == "take":
            await self._do("take-offer", {**given, "act": offer.verb, "given": offer.params})
        elif answer == "refuse":
            await self._do("refuse-offer", {**given, "text": offer.text})
        elif answer == "change" and kind is not None:
            made = await _changed(screen, kind, offer.params)
            if made is not None and self._still(wanted):
                await self._do("take-offer", {**given, "act": made.verb, "given": made.params(), "changed": True})
        self.look()

    def _open(self, wanted: Wanted) -> bool:
        return any(one.offer.id == wanted.offer.id for one in self.waiting)

    def _still(self, wanted: Wanted) -> bool:
        """Whether it can still be answered; else say what became of it while it was asked here."""
        screen = self._screen
        if screen.memory.read_only:  # that is told by itself
            return False
        self.waiting = self._inbox.poll(screen.document.answered)
        if wanted.offer.id in screen.document.answered:
            screen.notify("Your answer on another device came first, and counts.", title="Already answered")
        elif not self._open(wanted):
            screen.notify(f"{safe(wanted.table)} has withdrawn this offer.", title="Offer withdrawn")
        return self._open(wanted)

    async def _do(self, verb: str, params: dict[str, Any]) -> None:
        await self._screen.execute(self._screen.session.game.command(verb, params))

    def _kind(self, verb: str) -> type[Command] | None:
        game = self._screen.session.game
        return game.commands.get(game.verb(verb))

    def _command(self, verb: str, params: dict[str, Any]) -> Command | None:
        try:
            return self._screen.session.game.command(verb, params)
        except (KeyError, ValidationError):
            return None


async def _changed(screen: DocumentScreen[Any], kind: type[Command], params: dict[str, Any]) -> Command | None:
    """The command with other parameters: those that the table gave are asked for, as they stand."""
    from saga_tui.ui.forms import Form

    now = changeable(kind, params)
    if not now:
        screen.notify("Nothing in this offer can be changed. Accept or refuse it.")
        return None
    return await Form(kind, fields=tuple(now), now=now).filled(screen)


def changeable(kind: type[Command], params: dict[str, Any]) -> dict[str, Any]:
    """What of an offer can be changed, as it stands: what the table gave, and its usual number where it gave none."""
    if any(isinstance(value, int) for value in params.values()):
        return params
    usual = {one.name: one.default for one in fields(kind) if one.kind is int and one.name not in ASIDE and one.default}
    return {**params, **dict(list(usual.items())[:1])}
