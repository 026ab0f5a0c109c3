"""`saga-tui host` and `join`: a table that is shared between laptops, kept up to date while the verb runs."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli.names import CharacterName, TableName, home_of
from saga_tui.cli.output import Trouble, tell, troubles
from saga_tui.cli.reading import current
from saga_tui.games.registry import layout
from saga_tui.store import Memory, StoreError, state_folder
from saga_tui.store.errors import os_error_in_words
from saga_tui.store.folders import token
from saga_tui.store.fs import RealFS
from saga_tui.store.seats import file_of
from saga_tui.words import listed, plural

if TYPE_CHECKING:
    from saga_tui.live.desk import Hosting
    from saga_tui.live.link import Link, Status
    from saga_tui.live.server import Server

_EXTRA = "Sharing between laptops needs a few more libraries: pip install 'saga-tui[live]'."
_HERE = 6.0
"""Seconds after which a seat that was not heard is not here any more."""


@click.command()
@click.argument("name", type=TableName(), metavar="TABLE")
@click.option("--lan", is_flag=True, help="Let other machines of your network in; else only this one.")
@click.option("--address", default="", metavar="HOST", help="The name or address of this machine, as players reach it.")
@click.option("--port", type=click.IntRange(1, 65535), default=4222, show_default=True, help="The port to listen on.")
@click.option("--server", default="", metavar="URL", help="A NATS server that runs elsewhere, instead of one here.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Share by this folder; no server.")
@click.option(
    "--days", type=click.IntRange(1, 3650), default=30, show_default=True, help="How long new links are good."
)
@click.option("--guest", "guests", multiple=True, metavar="NAME", help="A seat for a player who brings a character.")
@click.option("--watcher", "watchers", multiple=True, metavar="NAME", help="A seat that only looks on.")
@click.option("--withdraw", "gone", multiple=True, metavar="NAME", help="A seat whose link is good no more.")
@click.option("--links", is_flag=True, help="Only print the links.")
@click.pass_context
def host(ctx: click.Context, /, name: str, **given: Any) -> None:
    """Share a table with players on their own laptops.

    Prints a link for each seat: send each player only theirs. Whoever has a link has the seat. While this
    runs, everything that is done at the table and by its players reaches all of them; players who are offline play on,
    and catch up when they are back. End it with Ctrl-C: everything is saved.

    \b
    Examples:
      saga-tui host friday --lan
      saga-tui host friday --folder ~/Dropbox/friday
      saga-tui host friday --withdraw ana
    """
    path = ctx.obj.table(name)
    with _extra():
        _host(path, given)


@click.command()
@click.argument("link", metavar="LINK")
@click.option("--with", "character", type=CharacterName(), metavar="NAME", help="A character of yours to bring along.")
@click.pass_context
def join(ctx: click.Context, link: str, character: str | None) -> None:
    """Join a shared table, by the link to your seat.

    While this runs, what you do reaches the table, and you see what the others do. Their characters and the table are
    in your folder for looking only. What the GM wants of your character is offered to you, as always.

    \b
    Examples:
      saga-tui join 'saga-tui:…'
      saga-tui join 'saga-tui:…' --with kestrel
    """
    with _extra():
        from saga_tui.live.desk import Joined, player_link
        from saga_tui.live.roster import invitation

        try:
            said = invitation(link)
            brought = (_begun(ctx.obj.path(character)),) if character else ()
            state = state_folder()
            before = Joined.read(state, f"{said.table}.{said.who}")
            joined = Joined(link=link, docs=tuple(dict.fromkeys((*(before.docs if before else ()), *brought))))
            linked = player_link(joined, ctx.obj.folder, state)
        except ValueError as error:
            raise Trouble(str(error)) from None
        joined.write(state, f"{said.table}.{said.who}")
        tell(f"You are {said.who} at this table. End with Ctrl-C: everything is saved.")
        _run(linked, None, None)


def _host(path: Path, given: dict[str, Any]) -> None:
    """Bring the seats up to date, tell the links, and keep the table shared."""
    from saga_tui.live.desk import Hosting, host_link

    doc, game = current(path)
    document, state, now = game.rules.of(doc), state_folder(), datetime.now().astimezone()
    table = token(document.id)
    hosting = Hosting.read(state, table) or Hosting(table=table, title=document.title, doc=document.id)
    server = _server(hosting, given, state)
    _withdraw(hosting, given["gone"])
    for one in (path, *_members(path, document)):
        _begun(one)
    for seat in document.seats:
        hosting.seated(seat.name or seat.file, (seat.id,), now, days=given["days"])
    for looks, names in ((False, given["guests"]), (True, given["watchers"])):
        for one in names:
            hosting.seated(one, (), now, looks=looks, days=given["days"])
    try:
        hosting.write(state, table)
    except OSError as error:
        raise Trouble(f"The seats could not be kept: {os_error_in_words(error)}.") from None
    _tell_links(hosting, now)
    if not given["links"]:
        ids = [seat.id for seat in document.seats]
        _run(host_link(hosting, home_of(path), state, lambda: ids), server, hosting)


def _members(path: Path, document: Any) -> list[Path]:
    """The files of those who sit at the table, as far as they lie here."""
    folder, fs = str(home_of(path)), RealFS()
    found = (file_of(fs, folder, seat.id, seat.file)[0] for seat in document.seats)
    return [one for one in found if one is not None and one.exists()]


def _server(hosting: Hosting, given: dict[str, Any], state: Path) -> Server | None:
    """Where the table is reached, and the server to start for it; none where another one is used."""
    from saga_tui.live.server import PROGRAM, Server

    if given["folder"] is not None:
        hosting.where = f"folder:{given['folder'].expanduser().absolute()}"
        return None
    if given["server"]:
        hosting.where = given["server"]
        return None
    if not Server.program():
        raise Trouble(
            f"{PROGRAM} is not installed. Install it (on Debian: apt install nats-server), name one that runs "
            "elsewhere with --server URL, or share by a folder with --folder PATH."
        )
    address = given["address"] or (_own_address() if given["lan"] else "127.0.0.1")
    hosting.where = f"nats://{address}:{given['port']}"
    return Server(state / "together" / hosting.table, "0.0.0.0" if given["lan"] else "127.0.0.1", given["port"])


def _own_address() -> str:
    """The address of this machine in its network. Nothing is sent."""
    import socket

    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(("192.0.2.1", 9))
        return str(one.getsockname()[0])
    return "127.0.0.1"


def _withdraw(hosting: Hosting, names: Sequence[str]) -> None:
    for name in names:
        seats = [one for one in hosting.seats if not one.gone and name.casefold() in (one.who, one.name.casefold())]
        if not seats:
            known = listed([one.who for one in hosting.seats if not one.gone]) or "none"
            raise Trouble(f"There is no seat {name}. The seats: {known}.")
        for one in seats:
            hosting.withdraw(one.who, {})


def _tell_links(hosting: Hosting, now: datetime) -> None:
    for one in hosting.seats:
        if one.gone or one.seat.over(now):
            continue
        what = "looks on" if one.looks else "plays" if one.docs else "brings a character"
        tell(f"{one.name} ({what}), good until {one.until[:10]}:")
        click.echo(f"  {hosting.invitation(one.who).link}")


def _begun(path: Path) -> str:
    """The id of a document that others will follow, with a journal that says all. One that is open elsewhere has one,
    or gets it there with the first thing that happens."""
    doc, game = current(path)
    with troubles(StoreError, OSError), Memory.open(path, layout(game.key)) as memory:
        if memory.barred is None:
            memory.begin()
        return str(memory.doc.get("id") or doc.get("id", ""))


@contextmanager
def _extra() -> Iterator[None]:
    """What it needs may not be installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("nats", "nkeys", "nacl"):
            raise
        raise Trouble(_EXTRA) from None


# ---- while it runs


def _run(link: Link, server: Server | None, hosting: Hosting | None) -> None:
    """Until somebody ends it."""
    try:
        asyncio.run(_together(link, server, hosting))
    except OSError as error:
        raise Trouble(os_error_in_words(error) if error.errno else str(error)) from None


async def _together(link: Link, server: Server | None, hosting: Hosting | None) -> None:
    from saga_tui.live.link import ended

    over, loop = asyncio.Event(), asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(one, over.set)
    jobs = [asyncio.ensure_future(_until(over))]
    try:
        if server is not None and hosting is not None:
            await server.start(hosting.roster, hosting.seed)
            jobs.append(asyncio.ensure_future(server.keep(hosting.roster, hosting.seed, lambda: link.status.connected)))
        jobs += [asyncio.ensure_future(link.run()), asyncio.ensure_future(_tell(link))]
        done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
        for job in done:
            job.result()
    finally:
        await ended(jobs)
        if server is not None:
            await server.stop()


async def _until(over: asyncio.Event) -> None:
    await over.wait()


async def _tell(link: Link) -> None:
    """A line for whatever changes: the connection, who is here, what cannot be followed."""
    said: dict[str, str] = {}
    while True:
        now = _told(link)
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
    if link.copies.strangers:
        found["strangers"] = f"{plural(sum(link.copies.strangers.values()), 'message')} from outside this table refused"
    return found


def _connection(link: Link) -> str:
    status = link.status
    if status.connected:
        return "Connected: all that the table has is here" if status.caught_up else "Connected: catching up"
    return f"Not connected: {status.words}. Play on: it catches up by itself" if status.words else "Connecting …"
