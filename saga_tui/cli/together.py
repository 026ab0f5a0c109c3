"""`saga-tui host` and `join`: a table that is shared between laptops, kept up to date while the verb runs."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from saga_tui.cli import at_terminal, certificate, open_app, options
from saga_tui.cli.names import CharacterName, TableName
from saga_tui.cli.output import Trouble, tell, tell_json, troubles
from saga_tui.cli.reading import current
from saga_tui.store import StoreError, state_folder
from saga_tui.store.errors import os_error_in_words
from saga_tui.words import listed, plural

if TYPE_CHECKING:
    from saga_tui.library.together import Share
    from saga_tui.live.desk import HostSeat
    from saga_tui.live.link import Link, Status

T = TypeVar("T")
_HERE = 6.0
"""Seconds after which a seat that was not heard is not here any more."""
HEADLESS = click.option("--headless", is_flag=True, help="Without the app: tell line by line what happens.")
PORT = 4222


@click.command()
@click.argument("name", type=TableName(), metavar="TABLE")
@click.option("--lan", is_flag=True, help="Let other machines of your network in; else only this one.")
@click.option("--address", default="", metavar="HOST", help="The name or address of this machine, as players reach it.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port to listen on (4222).")
@certificate.CERT
@certificate.KEY
@click.option("--server", default="", metavar="URL", help="A NATS server that runs elsewhere, instead of one here.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Share by this folder; no server.")
@click.option("--days", type=click.IntRange(1, 3650), default=30, show_default=True, help="How long links are good.")
@click.option("--guest", "guests", multiple=True, metavar="NAME", help="A seat for a player who brings a character.")
@click.option("--watcher", "watchers", multiple=True, metavar="NAME", help="A seat that only looks on.")
@click.option("--renew", "renewed", multiple=True, metavar="NAME", help="A seat whose link is good for --days again.")
@click.option("--withdraw", "gone", multiple=True, metavar="NAME", help="A seat whose link is good no more.")
@click.option("--take-over", "take", is_flag=True, help="With --withdraw: play what that guest brought yourself.")
@click.option("--links", is_flag=True, help="Only print the links.")
@HEADLESS
@click.pass_context
def host(ctx: click.Context, /, name: str, **given: Any) -> None:
    """Share a table with players on their own laptops.

    Opens the table in the app; f7 there has a link for each seat: send each player only theirs. Whoever has a link
    has the seat. While this runs, everything that is done at the table and by its players reaches all of them; players
    who are offline play on, and catch up when they are back. Run it again to go on as before.

    With --headless, or without a terminal, it prints the links and goes on until Ctrl-C.

    \b
    Examples:
      saga-tui host friday --lan
      saga-tui host friday --lan --cert c.pem --key k.pem
      saga-tui host friday --folder ~/Dropbox/friday
      saga-tui host friday --withdraw ana
    """
    path = ctx.obj.table(name)
    with _extra():
        _host(ctx, path, given)


@click.command()
@click.argument("link", metavar="[LINK]", required=False, default="")
@click.option("--with", "character", type=CharacterName(), metavar="NAME", help="A character of yours to bring along.")
@click.option("--folder", default="", metavar="PATH", help="Where the table's shared folder lies on this laptop.")
@HEADLESS
@click.pass_context
def join(ctx: click.Context, link: str, character: str | None, folder: str, headless: bool) -> None:
    """Join a shared table, by the link to your seat.

    Without a link it asks for one, or which of the tables that you joined before to go on with. With - it reads the
    link from standard input. Those two are the safe ways: a link that you write on the command line can be seen by
    other users of this machine while it runs, and stays in your shell's history.

    Opens your character in the app, or the library where you bring none. While this runs, what you do reaches the
    table, and you see what the others do. Their characters and the table are in your folder for looking only. What the
    GM wants of your character is offered to you, as always.

    \b
    Examples:
      saga-tui join
      saga-tui join --with kestrel
      saga-tui join - < link.txt
      saga-tui join 'saga-tui:…'
    """
    with _extra():
        from saga_tui.library.together import joined

        link = _link(link)
        brought = [ctx.obj.path(character)] if character else []
        share = _made(lambda: joined(link, ctx.obj.folder, brought, shared=folder))
        if not _in_app({"headless": headless}):
            tell(f"You are {share.link.who} at this table. End with Ctrl-C: everything is saved.")
        _go(ctx, share, share.own, {"headless": headless})


@click.command()
@click.argument("name", type=TableName(), metavar="TABLE")
@click.argument("text", required=False, default="")
@click.option("--to", "to", default="", metavar="NAME", help="The seat that it is for; else it is for all.")
@options.JSON
@click.pass_context
def note(ctx: click.Context, name: str, text: str, to: str, as_json: bool) -> None:
    """Write a note to all at a shared table, or to one of them. Without a text it lists the notes.

    It goes out while the table is shared or joined on this laptop, or the next time it is.

    With --json: a list of objects with from, to, at and text, newest first.

    \b
    Examples:
      saga-tui note friday "Back in ten minutes"
      saga-tui note friday "You know the sheriff" --to "Anselm Rook"
      saga-tui note friday
    """
    path = ctx.obj.table(name)
    with _extra():
        from saga_tui.live.desk import notes_of, whom

        doc, _game = current(path)
        seats = notes_of(state_folder(), str(doc.get("id", "")))
        if not seats:
            raise Trouble("This table was never shared or joined here: saga-tui host TABLE, or saga-tui join.")
        notes, names = seats[0]
        if text.strip():
            whose = (_made(lambda: whom(names, to, notes.me)),) if to else ()
            at = datetime.now().astimezone().isoformat(timespec="seconds")
            _made(lambda: notes.write(text.strip(), whose, at))
            tell(f"For {names[whose[0]] if whose else 'all'}: {text.strip()}")
            return
        told = [(one, names.get(one.who, one.who), [names.get(who, who) for who in one.to]) for one in notes.all()]
        if as_json:
            tell_json([{"from": by, "to": readers, "at": one.at, "text": one.text} for one, by, readers in told])
            return
        for one, by, readers in told:
            tell(f"{one.when} {by} to {listed(readers) or 'all'}: {one.text}")
        if not told:
            tell("No notes yet.")
        notes.seen()


def _link(given: str) -> str:
    """The link to a seat as it is given, read, or asked for; without one a table is chosen that was joined before."""
    from saga_tui.live.desk import joined_before

    if given == "-":
        return sys.stdin.readline().strip()
    if given:
        return given
    before = list(joined_before(state_folder()).values())
    if not at_terminal():
        raise Trouble("Which table? saga-tui join - reads the link to your seat from standard input.")
    if before:
        tell("Tables that you joined before:")
    for number, one in enumerate(before, 1):
        tell(f"  {number}  {one.title or one.invitation.table}")
    ask = "Its number, or the link to your seat at another" if before else "The link to your seat"
    said = str(click.prompt(ask)).strip()
    return before[int(said) - 1].link if said.isdecimal() and 0 < int(said) <= len(before) else said


def _host(ctx: click.Context, path: Path, given: dict[str, Any]) -> None:
    """Bring the seats up to date; in a terminal open the table, else tell the links and keep the table shared."""
    from saga_tui.library.together import MOVED, TAKEN, hosted
    from saga_tui.live.server import Way

    now, way = datetime.now().astimezone(), None
    certificate.context(given)
    if any(given[one] for one in ("folder", "server", "lan", "address", "port", "cert")):
        folder, cert, key = (str(given[one].absolute()) if given[one] else "" for one in ("folder", "cert", "key"))
        if cert and (folder or given["server"]):
            raise Trouble("A certificate is for a server that runs here: leave out --folder and --server.")
        lan = given["lan"] or bool(given["address"])
        way = Way(folder, given["server"], lan, given["address"], given["port"] or PORT, cert, key)
    share = _made(lambda: hosted(path, way, now, days=given["days"]))
    _change_seats(share, now, given)
    if given["gone"]:  # who lost a seat's link gets another one
        share = _made(lambda: hosted(path, way, now, days=given["days"]))
    _made(share.changed)
    elsewhere = share.taken and not given["links"]
    if elsewhere and not any(given[one] for one in ("gone", "renewed", "guests", "watchers")):
        raise Trouble(TAKEN)
    if given["links"] or elsewhere or not _in_app(given):
        _tell_links(share, now)
        if share.moved:
            tell(MOVED)
    if elsewhere:
        tell("The table is shared in another window, which follows this.")
    elif not given["links"]:
        _go(ctx, share, path, given)


def _change_seats(share: Share, now: datetime, given: dict[str, Any]) -> None:
    """Renew, withdraw and add seats as it is said."""
    hosting = share.hosting
    assert hosting is not None
    for name in given["renewed"]:
        for seat in _seats(share, name):
            hosting.renew(seat.who, now, given["days"])
    for name in given["gone"]:
        for seat in _seats(share, name):
            _made(lambda who=seat.who: share.withdraw(who, take=given["take"]))  # type: ignore[misc]
    for looks, names in ((False, given["guests"]), (True, given["watchers"])):
        for one in names:
            hosting.seated(one, (), now, looks=looks, days=given["days"])


def _made(make: Callable[[], T]) -> T:
    """What cannot be shared is told in words."""
    try:
        with troubles(StoreError):
            return make()
    except ValueError as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        raise Trouble(f"That could not be kept: {os_error_in_words(error)}.") from None


def _seats(share: Share, name: str) -> list[HostSeat]:
    there = share.seats()
    if not (seats := [one for one in there if name.casefold() in (one.who, one.name.casefold())]):
        raise Trouble(f"There is no seat {name}. The seats: {listed([one.who for one in there]) or 'none'}.")
    return seats


def _tell_links(share: Share, now: datetime) -> None:
    for one in share.seats():
        what = "looks on" if one.looks else "plays" if one.docs else "brings a character"
        if one.seat.over(now):
            tell(f"{one.name} ({what}): the link ran out on {one.until[:10]}; --renew {one.who} makes it good again:")
        else:
            tell(f"{one.name} ({what}), good until {one.until[:10]}:")
        if share.hosting is not None:
            click.echo(f"  {share.hosting.invitation(one.who).link}")


def _in_app(given: dict[str, Any]) -> bool:
    return at_terminal() and not given["headless"]


def _go(ctx: click.Context, share: Share, start: Path | None, given: dict[str, Any]) -> None:
    """In the app where somebody sits at a terminal, else told line by line."""
    if _in_app(given):
        open_app(ctx.obj.folder, start, share)
    else:
        _run(share)


@contextmanager
def _extra() -> Iterator[None]:
    """What it needs may not be installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        from saga_tui.library.sharing import EXTRA, LIBRARIES

        if (error.name or "").partition(".")[0] not in LIBRARIES:
            raise
        raise Trouble(EXTRA) from None


# ---- while it runs


def _run(share: Share) -> None:
    """Until somebody ends it."""
    try:
        asyncio.run(_together(share))
    except OSError as error:
        raise Trouble(os_error_in_words(error) if error.errno else str(error)) from None


async def _together(share: Share) -> None:
    loop, told = asyncio.get_running_loop(), asyncio.ensure_future(_tell(share))
    for one in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(one, share.end)
    try:
        await share.run()
    finally:
        told.cancel()


async def _tell(share: Share) -> None:
    """A line for whatever changes: the connection, who is here, what cannot be followed."""
    said: dict[str, str] = {}
    while True:
        share.take_seat()
        now = _told(share.link)
        for key in sorted({*said, *now}):
            if said.get(key, "") != now.get(key, ""):
                tell(now.get(key) or f"{key.partition(':')[2]} has left")
        said = now
        await asyncio.sleep(0.5)


def _told(link: Link) -> dict[str, str]:
    """What is to be said of a link, by what it is about."""
    status: Status = link.status
    found = {"link": _connection(link)}
    names = {seat.who: seat.name or seat.who for seat in link.roster.seats}
    for who, presence in status.here.items():
        if presence.ago < _HERE and who != link.who and who in names:
            found[f"here:{names[who]}"] = f"{names[who]} is here"
    for subject, why in link.copies.troubles.items():
        found[f"trouble:{subject}"] = f"Something cannot be followed: {why}"
    for subject, what in link.copies.told.items():
        found[f"told:{subject}"] = what[:1].upper() + what[1:]
    if link.copies.strangers:
        found["strangers"] = f"{plural(sum(link.copies.strangers.values()), 'message')} from outside this table refused"
    return found


def _connection(link: Link) -> str:
    status = link.status
    if status.connected:
        return "Connected: all that the table has is here" if status.caught_up else "Connected: catching up"
    if status.refused:
        from saga_tui.ui.presence import Presence

        return f"Not connected. {Presence(state='refused', trouble=status.words).words}"
    return f"Not connected: {status.words}. Play on: it catches up by itself" if status.words else "Connecting …"
