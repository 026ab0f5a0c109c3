"""What a game says of its tables: documents at which those of another kind sit, and act together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saga_tui.changes import Doc
from saga_tui.dice import Roller, secure
from saga_tui.games.contract import Game, Summary
from saga_tui.portrait import Badge, Portrait
from saga_tui.problem import FILE, Problem
from saga_tui.safe import clean
from saga_tui.store import BadFile, Library, dumps, load
from saga_tui.store.errors import StoreError
from saga_tui.store.event import Layout
from saga_tui.store.folders import TABLES
from saga_tui.words import plural

if TYPE_CHECKING:
    from textual.screen import Screen

    from saga_tui.engine.command import Command
    from saga_tui.engine.party import PartySession
    from saga_tui.engine.seating import Members
    from saga_tui.paper.items import Block
    from saga_tui.paper.story import Story
    from saga_tui.store import Event, Memory
    from saga_tui.store.read_only import Past


class PartyGame(Game):
    """Tables of a game, as the registry knows them: a kind of document whose key is that of the game and `-table`. Its
    files lie in the folder `tables` among the characters; its document is an `engine.document.PartyDocument`."""

    name_path: tuple[str, ...] = ("name",)
    noun: str = "table"

    @property
    def members(self) -> Game:
        """The game of those who sit there."""
        raise NotImplementedError

    def session(self, memory: Memory, roller: Roller = secure, *, look: bool = False) -> PartySession[Any]:
        """A table in play, with all who sit there. `look`: nobody is opened for writing."""
        session: PartySession[Any] = import_module("saga_tui.engine.party").PartySession(
            self.rules, memory, roller, members_of(self.members), look=look
        )
        return session

    def screen(self, memory: Memory) -> Screen[None]:
        """The play screen of the table."""
        kind: Any = import_module("saga_tui.ui.party").party_of(self)
        screen: Screen[None] = kind(self.session(memory))
        return screen

    def summary(self, doc: Doc) -> Summary:
        """What the library shows of it: who sits there, and where it stands."""
        table = self.rules.of(doc)
        names = [clean(seat.name or seat.file or seat.id) for seat in table.seats]
        now = ", ".join(f"{name} {number}" for name, number in self.rules.clock.now(table).items())
        return Summary(clean(table.title), ", ".join(names), now or plural(len(names), "seat"), True)

    def told(self, folder: str, events: Iterable[Event], doc: Doc, device: str) -> Story:
        """The story of the table and of all who sit there, as far as their files or journals can be read."""
        from saga_tui.paper.together import Teller, together

        tellers = [
            Teller(
                self.members.rules.of(then.doc).title,
                self.members.telling,
                tuple(then.events()),
                then.doc,
                then.places.device,
            )
            for _, then in self.pasts(self.rules.of(doc), Path(folder))
        ]
        return together(self.telling, events, doc, device, tellers)

    def pasts(self, document: Any, folder: Path) -> Iterator[tuple[str, Past]]:
        """What there is of those who sit at the table whose file lies in that folder, by their ids; those that cannot
        be read are left out."""
        from saga_tui.store.fs import RealFS
        from saga_tui.store.read_only import past
        from saga_tui.store.seats import file_of

        beside = folder.parent if folder.name == TABLES else folder
        for seat in document.seats:
            file, _doc = file_of(RealFS(), str(beside), seat.id, seat.file)
            if file is None:
                continue
            try:
                then = past(file, layout_of(self.members))
                self.members.validate(then.doc)
            except (BadFile, ValueError):
                continue
            yield seat.id, then

    def page_at(self, document: Any, folder: Path | None) -> Sequence[Block]:
        """The sheet of a table, with what those who sit there are like."""
        return self.party_page(document, {} if folder is None else self.seated(document, folder))

    def seated(self, document: Any, folder: Path) -> dict[str, Any]:
        """The documents of those who sit at the table whose file lies in that folder, by their ids, as far as they can
        be read; none is opened."""
        return {who: self.members.rules.of(then.doc) for who, then in self.pasts(document, folder)}

    def party_page(self, document: Any, members: Mapping[str, Any]) -> Sequence[Block]:
        """The sheet of a table; `members` are the documents of those who sit there, by their ids."""
        del members
        return self.page(document)

    def glance(self, doc: Doc) -> Portrait:
        """What the library shows of it beside its summary: that it is a table. Who sits there the library adds."""
        del doc
        return Portrait(badges=(Badge("table"),))

    def badges(self, document: Any, member: Any) -> Sequence[Badge]:
        """What the table has one who sits there answer or mind, beside what stands on the card anyway."""
        del document, member
        return ()

    def standing(self, document: Any, who: str) -> tuple[str, str]:
        """Where one who sits there stands in the round: a sign and words; empty where nothing is to be said."""
        del document, who
        return "", ""

    def prepared(self, command: Command, document: Any, folder: Path) -> Command:
        """Who is to sit down is found."""
        from saga_tui.engine.sitting import Taking

        return self.seated_by(command, folder) if isinstance(command, Taking) else command

    def file_remarks(self, document: Any, folder: Path, found: Sequence[Problem]) -> Iterable[Problem]:
        """Who sits there and has no file, or none that can be read as a character of the game."""
        from saga_tui.store.fs import RealFS
        from saga_tui.store.seats import Ids, file_of

        fs, beside = RealFS(), str(folder.parent if folder.name == TABLES else folder)
        ids = Ids(fs, beside)
        for place, seat in enumerate(document.seats):
            if not seat.id:
                continue
            if seat.id == document.id:
                fix = "Change the id in the table's file."
                yield Problem("remark", FILE, ("id",), f"{seat.name or seat.id} has the id of this table", fix, "seat")
                continue
            path, doc = file_of(fs, beside, seat.id, seat.file, ids)
            if doc is None or members_of(self.members).misfit(doc):
                name = seat.name or seat.id
                wrong = "cannot be read" if path is not None and path.exists() else "is not among the characters"
                message = f"{name} sits here and {wrong if doc is None else f'is no character of {self.members.title}'}"
                fix = "Put the file in order, or remove the seat." if path else "Put the file back, or remove the seat."
                yield Problem("remark", FILE, ("seats", place, "id"), message, fix, "seat", seat.id)

    def seated_by(self, command: Command, folder: Path) -> Command:
        """A command that seats somebody (`id`, `name`, `file`), who may be named as people do: by name or file. Raises
        NotUnderstood where there is none in the folder that the table lies in."""
        from saga_tui.engine.values import NotUnderstood
        from saga_tui.store.fs import RealFS
        from saga_tui.store.seats import file_of

        beside, said = folder.parent if folder.name == TABLES else folder, command.model_dump()
        layout = layout_of(self.members)
        file, doc = file_of(RealFS(), str(beside), said["id"], said["file"])
        if file is None or doc is None:
            try:
                file = Library(beside, layout=layout).find(said["id"])
                doc = load(file)
            except (StoreError, OSError) as error:
                raise NotUnderstood(str(error)) from None
        if members_of(self.members).misfit(doc):
            raise NotUnderstood(f"{clean(file.name)} is not a character of {self.members.title}.")
        if not doc.get("id"):
            raise NotUnderstood(f"{clean(file.name)} has no id yet. Open it once, then seat it.")
        known = {"id": str(doc["id"]), "name": said["name"] or layout.name_of(doc)[:200], "file": file.stem[:200]}
        return command.model_copy(update=known)

    def with_seats(self, doc: Doc, seats: Iterable[tuple[str, str, str]]) -> Doc:
        """A new table at which these sit: id, name, and the name of the file without its ending."""
        found = [{"id": id_, "name": name[:200], "file": file[:200]} for id_, name, file in seats]
        return {**doc, "seats": found} if found else doc

    def at_clock(self, doc: Doc, members: Sequence[Any]) -> Doc:
        """A new table at which these documents sit, with its clock where it begins: before the first span, unless the
        game says where they stand."""
        del members
        return doc


class ExchangeParty(PartyGame):
    """Tables with exchanges (`engine.exchanges`), as the registry knows them."""

    to_collect: str = ""
    """What is said of one who has played cards for the bank elsewhere."""

    def page(self, document: Any) -> Sequence[Block]:
        """The sheet, without what those are like who sit there."""
        return self.party_page(document, {})

    def badges(self, document: Any, member: Any) -> Sequence[Badge]:
        """Who is surprised, or has cards for the bank."""
        told = [Badge("surprised", "bad")] * (member.id in document.play.surprised)
        return told + [Badge(self.to_collect, "move")] * bool(member.play is not None and member.play.bank)

    def standing(self, document: Any, who: str) -> tuple[str, str]:
        """Who has acted in this exchange."""
        if not self.rules.clock.is_open(document, "fight"):
            return "", ""
        return ("✓", "acted") if who in document.play.acted else ("·", "to act")


def members_of(game: Game) -> Members:
    """What a table has to know of the game of those who sit there."""
    from saga_tui.engine.seating import Members

    return Members(game.key, game.title, game.rules, layout_of(game), game.unnamed)


def layout_of(game: Game) -> Layout:
    """How the store writes the documents of a game that is loaded."""
    return Layout(
        render=lambda doc: dumps(doc, game.header),
        validate=game.validate,
        current_format=game.format,
        name_path=game.name_path,
        words=game.place_words,
        reveals=game.reveals,
        short=lambda span: game.rules.clock.short.get(span, span),
        named=lambda span, number: game.rules.clock.named(span, number),  # noqa: PLW0108 - loaded late
    )
