"""`saga-tui serve`: the characters of a table in the browsers of its players, while the verb runs."""

from __future__ import annotations

import asyncio
import errno
import signal
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli import certificate
from saga_tui.cli.names import CharacterName, Place, TableName, home_of
from saga_tui.cli.output import Trouble, tell
from saga_tui.cli.reading import current
from saga_tui.games.registry import layout
from saga_tui.live.address import own_address
from saga_tui.store import Memory, StoreError, state_folder
from saga_tui.store.errors import os_error_in_words
from saga_tui.store.folders import slug
from saga_tui.store.fs import RealFS
from saga_tui.store.seats import file_of
from saga_tui.words import listed, plural

if TYPE_CHECKING:
    from saga_tui.serve.seats import Kept
    from saga_tui.serve.server import Place as Where
    from saga_tui.serve.server import Shown, Table

_EXTRA = "Serving to browsers needs a few more libraries: pip install 'saga-tui[serve]'."
_GM = "the GM"


@click.command()
@click.argument("name", type=TableName(), metavar="[TABLE]", default="")
@click.option("--only", multiple=True, type=CharacterName(), metavar="NAME", help="Serve only this character.")
@click.option("--watcher", "watchers", multiple=True, metavar="NAME", help="A seat that only looks on.")
@click.option("--lan", is_flag=True, help="Let other machines of your network in; else only this one.")
@click.option("--address", default="", metavar="HOST", help="The name or address of this machine, as players reach it.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen on.")
@certificate.CERT
@certificate.KEY
@click.option("--withdraw", "gone", multiple=True, metavar="NAME", help="A seat whose link is good no more.")
@click.option("--new-links", is_flag=True, help="End all links and the code, and make new ones.")
@click.option("--links", is_flag=True, help="Only print the links.")
@click.option("--no-qr", is_flag=True, help="Print no QR codes.")
@click.pass_context
def serve(ctx: click.Context, /, name: str, **given: Any) -> None:
    """Let players use their characters in a browser.

    They need nothing but the browser, on a tablet, a phone or another laptop. Prints a link and a QR code for each
    seat: show each player only theirs. A seat can change its own character and look at the others; it sees nothing
    else of this machine. Your own seat opens the table. Without TABLE, all characters of the folder are served. Links
    stay the same next time; whoever sits down meanwhile gets one too. End with Ctrl-C: everything is saved.

    \b
    Examples:
      saga-tui serve friday
      saga-tui serve friday --lan
      saga-tui serve friday --lan --watcher Zoe
      saga-tui serve friday --withdraw ana --links
    """
    with _extra():
        _serve(ctx.obj, name, given)


def _serve(place: Place, name: str, given: dict[str, Any]) -> None:
    """Bring the seats up to date, tell the links, and serve."""
    from saga_tui.cli.serving import Again, Telling
    from saga_tui.serve.seats import Kept
    from saga_tui.serve.server import Table

    state, tls, where = state_folder(), certificate.context(given), _where(given)
    path = place.table(name) if name else None
    table = next(iter(_shown([path])), None) if path is not None else None
    wanted = [place.path(one).resolve() for one in given["only"]]
    shown = _characters(place, path, wanted)
    if away := [one.name for one in wanted if one not in [other.path for other in shown]]:
        why = "not at this table" if name else "not a character"
        raise Trouble(f"{listed(away)} cannot be served here: {why}.")
    if not shown and path is None:
        raise Trouble(f"There are no characters in {place.folder}.")
    key = table.doc if table is not None else str(place.folder.resolve())
    try:
        with Kept.alone(state, key):
            kept = Kept.read(state, key) or Kept(title=table.name if table is not None else place.folder.name)
            _seat_all(kept, table, shown, given)
            kept.write(state, key)
    except OSError as error:
        raise Trouble(f"The seats could not be kept: {os_error_in_words(error)}.") from None
    its = Table(kept, shown, where, table=table, env={"SAGA_TUI_STATE": str(state)})
    its.changed = Telling(its, qr=not given["no_qr"] and where.shown != "127.0.0.1")  # no phone reaches that one
    its.changed()
    if not given["links"]:
        its.reread = Again(state, key, path, lambda: _characters(place, path, wanted)).reread
        _run(its, tls)


def _characters(place: Place, table: Path | None, wanted: list[Path]) -> tuple[Shown, ...]:
    """The characters that are served: those of a table, or of the folder; of them those that are wanted, if any are
    named. Raises Trouble."""
    found = _shown(_members(table, _table_of(table)) if table is not None else sorted(place.library.paths()))
    return tuple(one for one in found if not wanted or one.path in wanted)


def _table_of(path: Path) -> Any:
    """A table as it is now. Raises Trouble for a document that is none."""
    doc, game = current(path)
    document = game.rules.of(doc)
    if not hasattr(document, "seats"):
        raise Trouble(f"{path.name} is not a table. Serve all characters with: saga-tui serve")
    return document


def _members(path: Path, document: Any) -> list[Path]:
    """The files of those who sit at a table, as far as they lie here."""
    folder, fs = str(home_of(path)), RealFS()
    found = (file_of(fs, folder, seat.id, seat.file)[0] for seat in document.seats)
    return [one for one in found if one is not None and one.exists()]


def _identified(path: Path, game: str) -> str:
    """The id of a document that had none. Raises StoreError."""
    with Memory.open(path, layout(game)) as memory:
        if memory.barred is None:
            memory.begin()
        return memory.identity


def _shown(paths: list[Path]) -> tuple[Shown, ...]:
    """The documents of these files, as far as they can be read; each with a word of its own."""
    from saga_tui.serve.server import Shown

    found: list[Shown] = []
    for path in paths:
        try:
            doc, game = current(path)
            id_ = str(doc.get("id") or _identified(path, game.key))
        except (Trouble, StoreError, OSError) as error:
            tell(f"Left out: {path.name}: {error}", err=True)
            continue
        name, stem, taken = game.rules.of(doc).title, slug(path.stem), {one.key for one in found}
        word = next(one for one in (stem, *(f"{stem}-{number}" for number in range(2, 10_000))) if one not in taken)
        found.append(Shown(id_, path.resolve(), name, word))
    return tuple(found)


def _seat_all(kept: Kept, table: Shown | None, shown: tuple[Shown, ...], given: dict[str, Any]) -> None:
    """Give each a seat, end what shall end."""
    for one in given["gone"]:
        if not kept.withdraw(one):
            known = listed([seat.key for seat in kept.seats if not seat.gone]) or "none"
            raise Trouble(f"There is no seat {one}. The seats: {known}.")
    if given["new_links"]:
        kept.renew()
    for one in shown:
        kept.seated(one.name, "plays", one.doc, back=bool(given["only"]))
    if table is not None:
        kept.seated(_GM, "leads", table.doc)
    for one in given["watchers"]:
        kept.seated(one, "looks", back=True)


def _where(given: dict[str, Any]) -> Where:
    """Where it is served."""
    import socket

    from saga_tui.serve.server import Place as Where

    if not given["lan"]:
        names = frozenset({"127.0.0.1", "localhost", *([given["address"].casefold()] if given["address"] else [])})
        return Where(given["port"], names, bool(given["cert"]), shown=given["address"] or "127.0.0.1")
    own, called = own_address(), socket.gethostname().casefold()
    names = frozenset({"127.0.0.1", "localhost", own, called, f"{called}.local", given["address"].casefold()} - {""})
    return Where(given["port"], names, bool(given["cert"]), asks=True, host="0.0.0.0", shown=given["address"] or own)


def _run(its: Table, tls: ssl.SSLContext | None) -> None:
    """Until somebody ends it."""
    from saga_tui.serve.server import serve

    where = its.place

    async def until_ended() -> None:
        over = asyncio.Event()
        for one in ("SIGINT", "SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError):  # Windows
                asyncio.get_running_loop().add_signal_handler(getattr(signal, one), over.set)
        said = f"{plural(len(its.shown), 'character')} served. End with Ctrl-C: everything is saved."
        await serve(its, over, tls, partial(tell, said))
        click.echo()  # behind ^C
        tell("Ended. Everything is saved, and the links stay the same.")

    try:
        asyncio.run(until_ended())
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Trouble(f"Port {where.port} is in use. Choose another one: --port {where.port + 1}") from None
        if error.errno == errno.EACCES:
            raise Trouble(f"Port {where.port} is not open to you. Choose one above 1023, such as 8000.") from None
        raise Trouble(f"{os_error_in_words(error)}.") from None


@contextmanager
def _extra() -> Iterator[None]:
    """What it needs may not be installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("aiohttp", "textual_serve", "segno"):
            raise
        raise Trouble(_EXTRA) from None
