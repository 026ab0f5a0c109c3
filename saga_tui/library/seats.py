"""What is asked when a table is shared or joined, who sits there with links, and notes. Loads what sharing needs."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.library import together as sharing
from saga_tui.library.messages import Open
from saga_tui.live.desk import GOOD_FOR, Hosting, HostSeat, joined_before
from saga_tui.live.notes import LONGEST, Note
from saga_tui.live.roster import invitation
from saga_tui.live.server import PROGRAM, Server, Way
from saga_tui.safe import safe
from saga_tui.store import StoreError, state_folder
from saga_tui.store.errors import os_error_in_words
from saga_tui.ui.dialogs import AskText, Choose, Confirm, Dialog, Offer, paragraph
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.library.sharing import SharingApp
    from saga_tui.library.together import Share

_NEW, _LOOKS, _STOP, _JOIN = "+guest", "+looks", "+stop", "+join"
_QR_BORDER: Final = 2


def _now() -> datetime:
    return datetime.now().astimezone()


async def together(app: SharingApp) -> None:
    """The table that is seen is shared, or looked after; where there is none a link is asked for."""
    share, memory = app.sharing, app.memory
    if share is not None and share.hosting is not None:
        await look_after(app, share)
    elif share is not None:
        await joined_table(app, share)
    elif memory is not None and "seats" in memory.doc and not memory.is_copy:
        await share_table(app, memory.path)
    else:
        await join_table(app)


# ---- the GM's


async def share_table(app: SharingApp, path: Path) -> None:
    """Ask how, and share it; one that was shared before goes on as it was, if that is wanted."""
    memory = app.memory
    before = sharing.shared_before(memory.identity) if memory is not None else None
    way: Way | None = None
    if before is None or not await _go_on(app, before):
        way = await _ask_way(app)
        if way is None:
            return
    try:
        made = sharing.hosted(path, way, _now(), at=app._open.at)
    except (ValueError, StoreError, OSError) as error:
        _refused(app, error)
        return
    app.share(made)
    await look_after(app, made)


async def _go_on(app: SharingApp, before: Hosting) -> bool:
    """Whether it goes on as before."""
    where = "by a folder" if before.where.startswith("folder:") else f"at {before.where}"
    question = f"This table was shared before, {where}. The links that you sent are still good."
    answer = await app.push_screen_wait(Confirm("Go on sharing?", question, yes="Go on", no="Another way"))
    return answer is True


async def _ask_way(app: SharingApp) -> Way | None:
    barred = "" if Server.program() else f"needs {PROGRAM}, which is not installed here"
    offers = [
        Offer("lan", "Your network", "laptops on the same wifi or cable", barred),
        Offer("here", "This machine only", "to try it, with several windows", barred),
        Offer("folder", "A shared folder", "one that Dropbox, Syncthing or a network disk keeps in step"),
        Offer("server", "A server elsewhere", f"the address of a {PROGRAM}"),
    ]
    found = await app.push_screen_wait(Choose("Share this table", offers, "How do the others reach it?"))
    if found == "folder":
        question = "The folder. Everyone who can read it can read the table."
        text = await app.push_screen_wait(AskText("Share this table", question, placeholder="~/Dropbox/friday"))
        return Way(folder=text) if text else None
    if found == "server":
        text = await app.push_screen_wait(AskText("Share this table", "Its address:", value="nats://"))
        return Way(server=text) if text else None
    return Way(lan=found == "lan") if found else None


async def look_after(app: SharingApp, share: Share) -> None:
    """The seats with their links, new ones, and the end of it."""
    at = ""
    while share in app.shares:
        seats = share.seats()
        here = {one.name for one in share.now.people if one.here}
        offers = [Offer(one.who, one.name, _about(one, here)) for one in seats]
        offers += [
            Offer(_NEW, "New seat for a guest", "a player who brings a character"),
            Offer(_LOOKS, "New seat to look on", "sees all, writes nothing"),
            Offer(_STOP, "Stop sharing", "what others do comes when you share again"),
        ]
        question = "Send each player only their link: whoever has it has the seat."
        question += f"\n{sharing.MOVED}" if share.moved else ""
        at = await app.push_screen_wait(Choose(f"{safe(share.title)} is shared", offers, question, at=at)) or ""
        if not at:
            return
        if at == _STOP:
            app.stop_sharing(share)
        elif at in (_NEW, _LOOKS):
            at = await _new_seat(app, share, looks=at == _LOOKS)
        else:
            await _seat(app, share, next(one for one in seats if one.who == at))


def _about(seat: HostSeat, here: set[str]) -> str:
    what = "looks on" if seat.looks else "plays" if seat.docs else "brings a character"
    until = f"ran out on {seat.until[:10]}" if seat.seat.over(_now()) else f"good until {seat.until[:10]}"
    return f"{'here · ' if seat.name in here else ''}{what} · {until}"


async def _new_seat(app: SharingApp, share: Share, *, looks: bool) -> str:
    question = "Whose seat?" + (" It only looks on." if looks else " They bring a character of their own.")
    name = await app.push_screen_wait(AskText("New seat", question, most=60))
    if not name or share.hosting is None:
        return ""
    seat = share.hosting.seated(name, (), _now(), looks=looks)
    try:
        share.changed()
    except OSError as error:
        _refused(app, error)
    return seat.who


async def _seat(app: SharingApp, share: Share, seat: HostSeat) -> None:
    """One seat: its link copied or shown, renewed, withdrawn."""
    if share.hosting is None:
        return
    link = share.hosting.invitation(seat.who).link
    offers = [
        Offer("copy", "Copy the link", "to the clipboard, to be pasted into a message"),
        Offer("show", "Show the link", "as text and as a QR code"),
        Offer("gone", "Withdraw", "the link is good no more"),
        Offer("renew", "Renew", f"the link that you sent is good for {GOOD_FOR} days from now"),
    ]
    offers = offers[:1:-1] if seat.seat.over(_now()) else offers
    picked = await app.push_screen_wait(Choose(safe(seat.name), offers, _about(seat, set()).partition(" · ")[2]))
    if picked == "copy":
        app.copy_to_clipboard(link)
        said = f"The link for {safe(seat.name)} is in the clipboard, if your terminal allows it. Else show it."
        app.notify(said, title="Copied", timeout=8)
    elif picked == "show":
        await app.push_screen_wait(LinkDialog(seat.name, link))
    elif picked == "renew":
        _renew(app, share, seat)
    elif picked == "gone":
        await _withdraw(app, share, seat)


def _renew(app: SharingApp, share: Share, seat: HostSeat) -> None:
    if share.hosting is None:
        return
    share.hosting.renew(seat.who, _now())
    try:
        share.changed()
    except OSError as error:
        _refused(app, error)
        return
    app.notify(f"{safe(seat.name)}: the link that you sent is good until {seat.until[:10]}.", title="Renewed")


async def _withdraw(app: SharingApp, share: Share, seat: HostSeat) -> None:
    take, back = False, " The character is yours to play again." if seat.docs else ""
    question = f"{safe(seat.name)} is let in no more. What was done until now stays."
    if share.brought(seat.who):
        back = " The character stays theirs: yours is a copy to look at."
        offers = [
            Offer("keep", "Withdraw", "the character stays theirs; you keep a copy to look at"),
            Offer("take", "Withdraw and take over", "you play the character from now on"),
        ]
        picked = await app.push_screen_wait(Choose("Withdraw this seat?", offers, question)) or ""
        take = picked == "take"
        back = " The character is yours to play now." if take else back
    else:
        asked = Confirm("Withdraw this seat?", f"{question}{back}", yes="Withdraw", no="Cancel")
        picked = "keep" if await app.push_screen_wait(asked) else ""
    if not picked:
        return
    try:
        docs = share.withdraw(seat.who, take=take)
    except OSError as error:
        _refused(app, error)
        return
    app.taken_back(docs)
    app.notify(f"{safe(seat.name)}: withdrawn.{back}", timeout=8)


class LinkDialog(Dialog[None]):
    """A link as text that can be marked, and as a QR code where there is room and the library for it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "leave", "Close", id="link.close")]
    wide = True
    scrolls = True

    def __init__(self, name: str, link: str) -> None:
        super().__init__()
        self.title_text, self.link = f"The link for {safe(name)}", link

    def compose_body(self) -> ComposeResult:
        """The link, then the code."""
        yield paragraph(self.link)
        yield Static(self._code(), id="qr")

    def _code(self) -> Content:
        try:
            import segno
        except ModuleNotFoundError:
            return Content.styled("\nFor a QR code: pip install 'saga-tui[serve]'", "$dim")
        rows = [bytes(row) for row in segno.make(self.link, error="l", micro=False).matrix_iter(border=_QR_BORDER)]
        rows += [bytes(len(rows[0]))] * (len(rows) % 2)
        if len(rows) // 2 + 12 > self.app.size.height or len(rows[0]) + 8 > self.app.size.width:
            need = f"{len(rows[0]) + 8} × {len(rows) // 2 + 12}"
            return Content.styled(f"\nA QR code needs a larger terminal: {need}.", "$dim")
        signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
        lines = [
            "".join(signs[pair] for pair in zip(*both, strict=True)) for both in zip(rows[::2], rows[1::2], strict=True)
        ]
        return Content.styled("\n" + "\n".join(lines), "white on black")


# ---- a player's


async def join_table(app: SharingApp) -> None:
    """A table joined before, or another one by its link; with a character to bring along."""
    running, before = {share.key for share in app.shares}, joined_before(state_folder())
    known = {key: one for key, one in before.items() if key not in running}
    link = ""
    if known:
        offers = [Offer(key, one.title or key, "joined before") for key, one in known.items()]
        offers.append(Offer(_JOIN, "Another table", "by the link to your seat"))
        picked = await app.push_screen_wait(Choose("Join a table", offers))
        if not picked:
            return
        link = known[picked].link if picked != _JOIN else ""
    brought: list[Path] = []
    if not link:
        question = "Paste the link to your seat, from saga-tui: to its end."
        link = await app.push_screen_wait(AskText("Join a table", question, most=2_000, enter="Join")) or ""
        if not link:
            return
        try:
            said = invitation(link)
        except ValueError as error:
            _refused(app, error)
            return
        brought = [] if f"{said.table}.{said.who}" in before else await _bring(app)
    made = await _joined(app, link, brought)
    if made is None:
        return
    app.first_share = made
    app.share(made)
    app.notify(f"Joining {safe(made.title) or 'the table'}. Its characters arrive in your library.", timeout=8)


async def _joined(app: SharingApp, link: str, brought: list[Path], shared: str = "") -> Share | None:
    """Where a shared folder is not where the link says, it is asked for."""
    try:
        return sharing.joined(link, app.shelf.folder, brought, shared=shared, at=app._open.at)
    except sharing.NoFolder:
        question = "Where does the table's shared folder lie on this laptop?"
        found = await app.push_screen_wait(AskText("Join a table", question, value=shared))
        return await _joined(app, link, brought, found) if found else None
    except (ValueError, StoreError, OSError) as error:
        _refused(app, error)
        return None


async def _bring(app: SharingApp) -> list[Path]:
    """The character of one's own that comes along, if any."""
    cards = [card for card in app.shelf.cards() if not card.table and not card.problem]
    offers = [Offer("0", "None", "the GM has my character, or I only look on")]
    offers += [Offer(str(at), card.name, safe(card.line)) for at, card in enumerate(cards, 1)]
    if len(offers) == 1:
        return []
    picked = await app.push_screen_wait(Choose("Join a table", offers, "Bring a character along?"))
    return [cards[int(picked) - 1].path] if picked and picked != "0" else []


async def joined_table(app: SharingApp, share: Share) -> None:
    """What a player can do about a table that runs: see who is there, open what they play, leave."""
    people = [f"{safe(one.name)}: {_stands(one.here, one.behind)}" for one in share.now.people]
    if share.now.state == "offline":
        people = [share.now.words, "If the GM shares it at another address now, leave, and join by a new link."]
    offers = [
        *([Offer("open", "Open your character")] if share.own is not None and app.memory is None else []),
        Offer("leave", "Leave the table", "what you do is kept, and goes out when you join again"),
        Offer("stay", "Stay"),
    ]
    picked = await app.push_screen_wait(Choose(safe(share.title) or "A table", offers, "\n".join(people)))
    if picked == "leave":
        app.stop_sharing(share)
    elif picked == "open" and share.own is not None:
        app.post_message(Open(share.own))


def _stands(here: bool, behind: int) -> str:
    return "away" if not here else f"here, {plural(behind, 'change')} behind" if behind else "here"


def _refused(app: SharingApp, error: Exception) -> None:
    said = os_error_in_words(error) if isinstance(error, OSError) and error.errno else str(error)
    app.notify(safe(said, one_line=False), title="Not shared", severity="error", timeout=12)


# ---- notes


async def write_note(app: SharingApp) -> None:
    """To one or to all."""
    share = app.sharing
    if share is None:
        return
    names = share.names()
    offers = [Offer("*", "All", "everyone at the table"), *(Offer(who, name) for who, name in names.items())]
    to = await app.push_screen_wait(Choose("Note to…", offers)) if len(offers) > 1 else "*"
    if not to:
        return
    whom = "everyone" if to == "*" else safe(names[to])
    text = await app.push_screen_wait(AskText(f"Note to {whom}", most=LONGEST, enter="Send"))
    if not text:
        return
    try:
        share.notes.write(text, () if to == "*" else (to,), _now().isoformat(timespec="seconds"))
    except (ValueError, OSError) as error:
        _refused(app, error)
        return
    share.grew()
    away = "" if share.now.state in ("on", "behind") else " It goes out when the line is back."
    app.notify(f"Sent to {whom}.{away}", timeout=4)


async def notes(app: SharingApp) -> None:
    """All notes, newest first; then, if wanted, a new one."""
    share = app.sharing
    if share is None:
        return
    told = share.notes.all()
    names = {**share.names(), share.link.who: "you"}
    lines = []
    for note in told:
        to = [names.get(one, one) for one in note.to]
        lines.append(_line(note, names.get(note.who, note.who), to))
    share.notes.seen()
    app.say_presence()
    if await app.push_screen_wait(NotesDialog(share.title, lines)):
        await write_note(app)


def _line(note: Note, by: str, to: list[str]) -> Content:
    whom = "all" if not to else ", ".join(safe(one, limit=24) for one in to)
    mark = ("  ", "") if note.read else ("● ", "bold $key")
    head = (f"{safe(by, limit=24)} to {whom}, {note.when}{'' if note.read else ' · new'}", "$dim")
    return Content.assemble(mark, head, "\n  ", Content(safe(note.text, one_line=False)), "\n")


class NotesDialog(Dialog[bool]):
    """The notes of a table; True: another one is to be written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,enter", "answer(True)", "New note", id="notes.new"),
        Binding("escape,q", "leave", "Close", id="notes.close"),
    ]
    wide = True
    scrolls = True

    def __init__(self, title: str, lines: list[Content]) -> None:
        super().__init__()
        self.title_text, self.lines = f"Notes at {safe(title)}", lines

    def compose_body(self) -> ComposeResult:
        """One below the other."""
        yield Static(Content("\n").join(self.lines) if self.lines else Content("No notes yet."))
