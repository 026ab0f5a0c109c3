"""A picture of the screen, saved by a key: SVG by itself, and PNG where the machine has a program that makes one."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from saga_tui.safe import safe
from saga_tui.store.errors import os_error_in_words
from saga_tui.ui import config

if TYPE_CHECKING:
    from saga_tui.ui.base import KitApp

SAVED: Final = "Picture saved"
"""The title of the notice that says so; none of them is in the next picture."""
CONVERTERS: Final[dict[str, Sequence[str]]] = {
    "rsvg-convert": ("--zoom=2", "--output={png}", "{svg}"),
    "resvg": ("--zoom=2", "{svg}", "{png}"),
    "cairosvg": ("{svg}", "--scale=2", "--output={png}"),
    "inkscape": ("{svg}", "--export-type=png", "--export-filename={png}"),
    **dict.fromkeys(
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"),
        (
            "--headless",
            "--disable-gpu",
            "--hide-scrollbars",
            "--no-first-run",
            "--force-device-scale-factor=2",
            "--user-data-dir={folder}",
            "--window-size={width},{height}",
            "--screenshot={png}",
            "{page}",
        ),
    ),
}
"""Programs that turn an SVG into a PNG, with what they are told; the first that is found is asked."""
PNG: Final = b"\x89PNG\r\n\x1a\n"
LONGEST: Final = 120
"""Bytes of a character's name in a file's name, which may have 255 on most disks."""
UNFIT: Final = '<>:"/\\|?*\ufffd'
"""Characters that a file's name cannot have on some system."""


def converter() -> tuple[str, ...]:
    """Return the program that makes a PNG with what it is told, still with its blanks to fill in; empty without one."""
    found = ((shutil.which(name), told) for name, told in CONVERTERS.items())
    return next(((path, *told) for path, told in found if path), ())


def file_name(name: str, when: datetime) -> str:
    """Return the name of a picture's files without their ends: a person's words, safe on any disk."""
    printed = unicodedata.normalize("NFC", safe(name))
    kept = "".join(char if char.isprintable() and char not in UNFIT else " " for char in printed)
    short = " ".join(kept.split()).encode("utf-8", "ignore")[:LONGEST].decode("utf-8", "ignore")
    return f"{short.strip(' .-~') or 'Picture'} {when:%Y-%m-%d %H.%M}"


def folder(configured: str) -> Path:
    """Return where pictures go: as the config file says, else the user's pictures or downloads, whichever is there."""
    if configured:
        return Path(configured).expanduser()
    import platformdirs

    pictures, downloads = platformdirs.user_pictures_path(), platformdirs.user_downloads_path()
    return downloads if downloads.is_dir() and not pictures.is_dir() else pictures


def alone(svg: str) -> str:
    """Return the picture asking no other machine for its letters, and as large as it is drawn."""
    own = re.sub(r",\s*url\([^)]*\)\s*format\([^)]*\)", "", svg)
    width, height = size_of(own)
    return own.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)


def size_of(svg: str) -> tuple[int, int]:
    """Return the width and height of a drawing."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    return (round(float(found[1])), round(float(found[2]))) if found else (1200, 800)


def save(where: Path, name: str, svg: str) -> Path:
    """Save a drawing under a name that neither an SVG nor a PNG has there; the folder is made. Raises OSError."""
    where.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = where / f"{name}{f' ({number})' if number > 1 else ''}.svg"
        number += 1
        with suppress(FileExistsError):
            if not path.with_suffix(".png").exists():
                _write(path, svg.encode("utf-8", "replace"))
                return path


def _write(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, all or nothing. Raises FileExistsError, OSError."""
    with path.open("xb") as file:
        try:
            file.write(data)
            file.flush()
        except OSError:
            with suppress(OSError):
                path.unlink()
            raise


async def as_png(svg: Path, parts: Sequence[str]) -> str:
    """Save the PNG beside an SVG by a program; return what went wrong in words, or nothing. No shell is involved."""
    from saga_tui.ui.paper import hand_over

    with tempfile.TemporaryDirectory(prefix="saga-tui-", ignore_cleanup_errors=True) as name:
        inside = Path(name)
        drawing, page, made = inside / "screen.svg", inside / "screen.html", inside / "screen.png"
        text = svg.read_text(encoding="utf-8")
        width, height = size_of(text)
        drawing.write_text(text, encoding="utf-8")
        page.write_text(f"<!doctype html><meta charset=utf-8><body style='margin:0'>{text}", encoding="utf-8")
        filled = {"svg": drawing, "png": made, "page": page.as_uri(), "folder": inside / "profile"}
        told = [part.format(**filled, width=width, height=height) for part in parts[1:]]
        if "{page}" in parts and getattr(os, "geteuid", lambda: 1)() == 0:
            told.insert(0, "--no-sandbox")  # a browser starts as root only so, as in containers
        if wrong := await hand_over([parts[0], *told], ""):
            return wrong
        data = made.read_bytes() if made.is_file() else b""
        if not data.startswith(PNG):
            return f"{Path(parts[0]).name} made no picture."
        _write(svg.with_suffix(".png"), data)
    return ""


async def take(app: KitApp) -> None:
    """Save what is seen now, and say where."""
    if any(notice.title == SAVED for notice in app._notifications):
        await _without_notice(app)
    svg = alone(app.export_screenshot())
    app.screen.refresh()  # drawing it has forgotten what was still to be drawn
    where, name = folder(app.settings.pictures), file_name(whose(app), _now(app))
    try:
        path = await asyncio.to_thread(save, where, name, svg)
    except (OSError, ValueError, RuntimeError) as error:
        wrong = os_error_in_words(error) if isinstance(error, OSError) else str(error)
        file = app.settings.where or config.path()
        said = f"{where} cannot be used: {wrong.rstrip('.')}. Set pictures in {file} to another folder."
        app.notify(said, title="Picture not saved", severity="error", timeout=12)
        return
    parts = converter()
    if not parts:
        app.notify(f"{path}\nSVG only: PNG needs rsvg-convert, cairosvg, Inkscape or Chromium.", title=SAVED)
        return
    app.notify(f"{path}\nPNG follows …", title=SAVED)
    try:
        wrong = await as_png(path, parts)
    except OSError as error:
        wrong = f"{os_error_in_words(error)}."
    app.notify(f"{path}\nSVG only: {wrong}" if wrong else f"{path}\nand as PNG next to it", title=SAVED)


def whose(app: KitApp) -> str:
    """Return the name of the character that is seen, else the program's."""
    memory: Any = getattr(app, "memory", None)
    return str((memory.layout.name_of(memory.doc) or memory.path.stem) if memory is not None else app.TITLE)


def _now(app: KitApp) -> datetime:
    now = getattr(app, "now", None)
    told = now() if callable(now) else None
    return told if isinstance(told, datetime) else datetime.now().astimezone()


async def _without_notice(app: KitApp) -> None:
    """Take the notice of the picture before off the screen, and wait until it is gone."""
    app.clear_notifications()
    for _ in range(2):
        drawn = asyncio.Event()
        app.call_after_refresh(drawn.set)
        with suppress(TimeoutError):
            await asyncio.wait_for(drawn.wait(), 1)
