"""`saga-tui serve`: the characters of a table in the browsers of its players, while the verb runs."""

from __future__ import annotations

import asyncio
import errno
import io
import signal
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

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
    from saga_tui.serve.seats import Kept, Seat
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
@click.option(
    "--cert", type=click.Path(dir_okay=False, path_type=Path), help="A certificate, so that no one can listen in."
)
@click.option("--key", type=click.Path(dir_okay=False, path_type=Path), help="The key of the certificate.")
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
    stay the same next time. End with Ctrl-C: everything is saved.

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
    from saga_tui.serve.seats import Kept
    from saga_tui.serve.server import Table

    state = state_folder()
    table, shown = _documents(place, name, given["only"])
    key = table.doc if table is not None else str(place.folder.resolve())
    kept = Kept.read(state, key) or Kept(title=table.name if table is not None else place.folder.name)
    named = _seat_all(kept, table, shown, given)
    tls, where = _tls(given), _where(given)
    try:
        kept.write(state, key)
    except OSError as error:
        raise Trouble(f"The seats could not be kept: {os_error_in_words(error)}.") from None
    _tell_links(kept, where, named, qr=not given["no_qr"])
    if not given["links"]:
        env = {"SAGA_TUI_STATE": str(state)}
        _run(Table(kept, shown, where, table=table, env=env, reread=_again(Kept, state, key)), tls)


def _documents(place: Place, name: str, only: tuple[str, ...]) -> tuple[Shown | None, tuple[Shown, ...]]:
    """The table, if one is named, and the characters to be served. Raises Trouble where there are none."""
    table = None
    if name:
        path = place.table(name)
        table = next(iter(_shown([path])), None)
        found = _shown(_members(path, _table_of(path)))
    else:
        found = _shown(sorted(place.library.paths()))
    if only:
        wanted = [place.path(one).resolve() for one in only]
        away = [path.name for path in wanted if path not in [one.path for one in found]]
        if away:
            raise Trouble(
                f"{listed(away)} cannot be served here: {'not at this table' if name else 'not a character'}."
            )
        found = tuple(one for one in found if one.path in wanted)
    if not found:
        raise Trouble("No one sits at this table yet." if name else f"There are no characters in {place.folder}.")
    return table, found


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


def _seat_all(kept: Kept, table: Shown | None, shown: tuple[Shown, ...], given: dict[str, Any]) -> list[Seat]:
    """Give each a seat, end what shall end; returns those whose links are to be told."""
    for one in given["gone"]:
        if not kept.withdraw(one):
            known = listed([seat.key for seat in kept.seats if not seat.gone]) or "none"
            raise Trouble(f"There is no seat {one}. The seats: {known}.")
    if given["new_links"]:
        kept.renew()
    seats = [kept.seated(one.name, "plays", one.doc, back=bool(given["only"])) for one in shown]
    if table is not None:
        seats.append(kept.seated(_GM, "leads", table.doc))
    for one in given["watchers"]:
        kept.seated(one, "looks", back=True)
    return [seat for seat in (*seats, *(one for one in kept.seats if one.kind == "looks")) if not seat.gone]


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


def _tls(given: dict[str, Any]) -> ssl.SSLContext | None:
    if not given["cert"]:
        if given["key"]:
            raise Trouble("A key needs its certificate: add --cert FILE.")
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(given["cert"], given["key"])
    except (OSError, ValueError) as error:
        why = os_error_in_words(error) if isinstance(error, OSError) and not isinstance(error, ssl.SSLError) else error
        raise Trouble(f"The certificate cannot be used: {why}.") from None
    return context


def _tell_links(kept: Kept, where: Where, seats: list[Seat], *, qr: bool) -> None:
    import segno

    what = {"plays": "plays", "looks": "looks on", "leads": "opens the table"}
    for seat in seats:
        link = where.link(seat)
        tell(f"{seat.name} ({what[seat.kind]}):")
        click.echo(f"  {link}")
        if qr:
            drawn = io.StringIO()
            segno.make(link, error="l", micro=False).terminal(drawn, compact=True, border=2)
            click.echo(drawn.getvalue())
    if where.asks:
        tell(f"The code of this table, for each new device: {kept.code[:3]}-{kept.code[3:]}")
        if not where.tls:
            tell("Who listens on this network can read along: use --cert and --key where you do not trust it.")
    else:
        tell("Only this machine gets in. For phones and tablets, add --lan.")


def _again(kind: type[Kept], state: Path, key: str) -> Callable[[], Kept | None]:
    """What gives the seats anew where another start of the program has changed them."""
    path = kind.path(state, key)
    seen = [path.stat().st_mtime_ns]

    def reread() -> Kept | None:
        now = path.stat().st_mtime_ns
        if now == seen[0]:
            return None
        seen[0] = now
        return kind.read(state, key)

    return reread


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
