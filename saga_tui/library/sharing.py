"""Sharing in the app: tables that are shared or joined run beside it, their news reach the screens, the top line says
who is there. What it needs is loaded when somebody shares, joins, or goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import ModalScreen, Screen

from saga_tui.library.messages import Open
from saga_tui.library.opened import Opened
from saga_tui.safe import safe
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.base import KitApp, MemoryChanged
from saga_tui.ui.keys import Command
from saga_tui.ui.presence import Presence
from saga_tui.ui.seat import leaves

if TYPE_CHECKING:
    from saga_tui.library.screen import LibraryScreen
    from saga_tui.library.shelf import Shelf
    from saga_tui.library.together import Share
    from saga_tui.store import Memory

EXTRA: Final = "Sharing between laptops needs a few more libraries: pip install 'saga-tui[live]'."
LIBRARIES: Final = ("nats", "nkeys", "nacl")
"""What it needs and may not be installed."""
PAUSED: Final = Presence(state="paused")
_KEPT: Final = "together"
_MOST: Final = 100_000


@dataclass
class News(Message, bubble=False):
    """Something came for these documents from other laptops; none: files beside copies have followed."""

    docs: tuple[str, ...]


class Stirred(Message, bubble=False):
    """How a shared table stands may be different now."""


class SharingApp(KitApp):
    """The app's part that shares tables."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f7", "together", "Together", id="app.together", show=False, tooltip="Share this table, or join one"),
        Binding("f8", "notes", "Notes", id="app.notes", show=False, tooltip="Notes to others at this table"),
    ]
    _open: Opened
    first_share: Share | None = None
    """What the app is started with."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.shares: list[Share] = []
        self._told_shared: set[str] = set()
        self._given_away: set[str] = set()
        """Documents that were said to be played on another laptop now."""
        self._seated: object = None
        """Who sat at the table when that was looked at last."""
        self._before: set[str] = set()
        """Documents that are open and were shared before."""

    # ---- what a shell gives

    @property
    def memory(self) -> Memory | None:
        """The document that is seen."""
        raise NotImplementedError

    @cached_property
    def shelf(self) -> Shelf:
        """The folder of characters."""
        raise NotImplementedError

    @property
    def _at_library(self) -> LibraryScreen | None:
        raise NotImplementedError

    async def on_mount(self) -> None:
        """Begin with what the app was started for."""
        if self.first_share is not None:
            self.share(self.first_share)

    # ---- running

    @property
    def sharing(self) -> Share | None:
        """The shared table that what is seen belongs to; in the library whichever there is."""
        memory = self.memory
        return next((one for one in self.shares if memory is None or one.knows(memory.identity)), None)

    @property
    def presence(self) -> Presence | None:
        """Who else is there, for the top line."""
        sharing, memory = self.sharing, self.memory
        if sharing is not None:
            return sharing.now
        return PAUSED if memory is not None and memory.identity in self._before else None

    def share(self, made: Share) -> None:
        """Have a table shared, or joined, from now on until the app ends; in the place of what was shared so before."""
        for old in [one for one in self.shares if one.key == made.key]:
            self.stop_sharing(old)
        made.link.news = lambda docs: self._from_thread(News(docs))
        made.stirred = lambda: self._from_thread(Stirred())
        self.shares.append(made)
        made.start()
        self.say_presence()

    def _from_thread(self, message: Message) -> None:
        if self.is_running:
            with suppress(RuntimeError):
                self.post_message(message)

    def stop_sharing(self, share: Share) -> None:
        """End one. What others do arrives no more, and what is done here goes out the next time."""
        if share in self.shares:
            self.shares.remove(share)
        self.run_worker(share.end, thread=True, group="ending")
        self.say_presence()

    def end_sharing(self) -> None:
        """End all that is shared, when the last of it has gone out: the app ends. Waits for it."""
        for one in self.shares:
            one.end()

    # ---- what comes

    def say_presence(self) -> None:
        """Tell the top line of each screen who is there."""
        presence = self.presence
        for screen in self.screen_stack:
            for line in screen.query(StatusLine):
                line.together(presence)

    @on(Stirred)
    def _stirred_now(self) -> None:
        self.say_presence()
        for one in self.shares:
            if one.failed and one.key not in self._told_shared:
                self._told_shared.add(one.key)
                self.notify(safe(one.failed), title=f"{one.title} is not shared", severity="error", timeout=12)
        self._arrived()

    @on(MemoryChanged)
    def _grown(self) -> None:
        for one in self.shares:
            one.grew()
            self._seat_new(one)
        if self.memory is not None:
            self.tell_shared(self.memory)

    def _seat_new(self, share: Share) -> None:
        """Who has sat down at a table that is hosted here gets a link."""
        memory = next((one for one in self._open.values() if one.path == share.path), None)
        if memory is None or memory.doc.get("seats") is self._seated:
            return
        from saga_tui.games import registry
        from saga_tui.store import StoreError

        self._seated = memory.doc.get("seats")
        document: Any = registry.game_of(memory.doc).rules.of(memory.doc)
        try:
            share.sitting(document.seats, self._open.at)
        except (StoreError, OSError, ValueError) as error:
            self.notify(safe(str(error)), title="Not shared", severity="error")

    @on(News)
    def _news_came(self, event: News) -> None:
        """Copies that are open follow; what somebody else writes from now on is looked at, what came back is written
        here again; offers are asked; the list of the library is read again."""
        for memory in self._open.all():
            if memory.identity in event.docs and not memory.read_only:
                self._came(memory)
        self._look_elsewhere()
        if self.shares and "notes" in event.docs:
            self._note_came()
        if not event.docs and (library := self._at_library) is not None:
            library.reload()
        self._arrived()

    def _came(self, memory: Memory) -> None:
        """Something of a document that is written here was written elsewhere: its player has taken it, or another
        device has written too."""
        if memory.is_copy:
            self._given(memory)
            return
        from saga_tui.store import StoreError

        self._given_away.discard(memory.identity)
        with suppress(StoreError, OSError):
            memory.hear()

    def _given(self, memory: Memory) -> None:
        """Its player has gone on with it on another laptop."""
        from saga_tui.store import StoreError

        name = memory.layout.name_of(memory.doc) or memory.path.stem
        try:
            memory.hand_over()
        except StoreError as error:
            self.notify(safe(str(error)), title="Not handed over", severity="error")
            return
        if memory.identity not in self._given_away:
            self._given_away.add(memory.identity)
            said = "It is played on another laptop now. You see it live; what you want of it is offered to its player."
            self.notify(said, title=safe(name), timeout=12)
        self.post_message(MemoryChanged())

    def taken_back(self, docs: Iterable[str]) -> None:
        """What a withdrawn seat had is written here again, also where it is open."""
        from saga_tui.store import StoreError

        back = {*docs}
        self._given_away -= back
        for memory in self._open.all():
            if memory.identity in back and memory.read_only:
                with suppress(StoreError, OSError):
                    memory.take_over()
        self._look_elsewhere()
        self.post_message(MemoryChanged())

    def _look_elsewhere(self) -> None:
        """Every screen follows what it only looks at, and asks what is offered."""
        for screen in [one for one in self.screen_stack if one.is_mounted]:
            for name in ("look_elsewhere", "see_offers"):
                look = getattr(screen, name, None)
                if callable(look):
                    look()
            for banner in screen.query("ReadOnlyBanner"):
                banner.tick()  # type: ignore[attr-defined]

    def _arrived(self) -> None:
        """Who joined and has touched nothing yet sees the character to play as soon as it is here."""
        for one in self.shares:
            one.take_seat(self._open.at)
        share = self.first_share
        if share is not None and share.hosting is not None and share.now.state == "on" and self.memory is not None:
            self.first_share = None
            self._do("together")  # who hosts wants the links
        if share is None or share.joined is None or self.memory is not None or self.touches:
            return
        if (path := share.own) is not None and share.link.status.caught_up:
            self.first_share = None
            self.post_message(Open(path))

    def _note_came(self) -> None:
        for one in self.shares:
            new = next((note for note in one.notes.all() if not note.read), None)
            key = f"{new.who}.{new.device}.{new.number}" if new is not None else ""
            if new is not None and key not in self._told_shared:
                self._told_shared.add(key)
                who = one.names().get(new.who, new.who)
                self.notify(safe(new.text, limit=300), title=f"Note from {who} (f8)", timeout=12)

    def tell_shared(self, memory: Memory) -> None:
        """Say once of what was shared before, and is not now, how to go on."""
        if self.seat is not None or self.sharing is not None or memory.identity in self._told_shared:
            return
        self._told_shared.add(memory.identity)
        if known_before(memory.identity):
            self._before.add(memory.identity)
            self.say_presence()
            name = safe(memory.layout.name_of(memory.doc) or memory.path.stem, limit=60)
            self.notify(f"{name} was shared with others before. Press f7 to go on.", timeout=8)

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Notes need others; sharing a screen on which nothing else is asked."""
        if action == "notes":
            return self.sharing is not None and not isinstance(self.screen, ModalScreen)
        if action == "together":
            return not isinstance(self.screen, ModalScreen)
        return super().check_action(action, parameters)

    def commands(self, screen: Screen[Any]) -> Iterable[Command]:
        """What can be shared, joined or written, by its words."""
        yield from super().commands(screen)
        memory, sharing = self.memory, self.sharing
        if memory is not None and "seats" in memory.doc and (sharing is None or sharing.hosting is None):
            yield Command("Share this table…", "f7", self.action_together, "together host online network lan")
        if sharing is not None:
            yield Command("Who is here, and links", "f7", self.action_together, "seats invite guest withdraw stop")
            yield Command("Note to…", "f8", partial(self._do, "write_note"), "message chat tell")
        yield Command("Join a table…", "", partial(self._do, "join_table"), "together link online")

    @leaves
    def action_together(self) -> None:
        """Share the table that is seen, or look after what is shared; else join one."""
        self._do("together")

    @leaves
    def action_notes(self) -> None:
        """Show the notes, and write one."""
        self._do("notes")

    @leaves
    @work(exclusive=True, group="together")
    async def _do(self, name: str) -> None:
        try:
            from saga_tui.library import seats
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in LIBRARIES:
                raise
            self.notify(EXTRA, title="Not installed", severity="warning", timeout=12)
            return
        flow: Callable[[Any], Any] = getattr(seats, name)
        await flow(self)


def known_before(identity: str) -> bool:
    """Whether a document has to do with a table that was shared or joined on this machine. Loads nothing."""
    from saga_tui.store.folders import state_folder

    for path in (state_folder() / _KEPT).glob("*.json"):
        with suppress(OSError, UnicodeDecodeError):
            if path.stat().st_size < _MOST and f'"{identity}"' in path.read_text(encoding="utf-8"):
                return True
    return False
