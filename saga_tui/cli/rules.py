"""`saga-tui rules`: the texts of the rules, looked up by their id or by words."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli import options
from saga_tui.cli.output import tell_json
from saga_tui.cli.reading import chosen
from saga_tui.cli.trouble import Trouble, tell
from saga_tui.engine.book import Book
from saga_tui.problem import near

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from saga_tui.engine.book import RuleText
    from saga_tui.engine.rules import Rules

WIDEST = 100


def complete_id(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids that begin so."""
    from click.shell_completion import CompletionItem

    begins = incomplete.casefold()
    known = chosen(ctx.params.get("game") or "").rules.book.entries.values()
    return [CompletionItem(one.id, help=one.title) for one in known if one.id.casefold().startswith(begins)]


@click.command()
@click.argument("words", nargs=-1, metavar="[ID | WORDS...]", shell_complete=complete_id)
@click.option("--automation", is_flag=True, help="List what the app automates; see automation.")
@options.GAME
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list of the entries instead of text.")
def rules(words: tuple[str, ...], as_json: bool, automation: bool, game: str) -> None:
    """Look up a rule.

    With an ID (DMG-2, skill:weaponry, perk:agile), show that rule with its chapter and section, and what belongs to
    it. With WORDS, list all rules, skills, perks and traits that contain them all, best first. With neither, list
    everything by chapter. The texts are retellings in our own words.

    With --json: a list of objects with id, title, chapter, section, text, kind, reading, house, switch, see, and
    seen_from, the ids of what points to it.

    \b
    Examples:
      saga-tui rules
      saga-tui rules DMG-2
      saga-tui rules deliberate
      saga-tui rules re-roll dice
      saga-tui rules --json | jq -r '.[].id'
    """
    asked, its = " ".join(words).strip(), chosen(game).rules
    if automation:
        from saga_tui.cli.automation import tell_automation

        tell_automation(its, None, asked, as_json=as_json)
        return
    book = its.book
    one = _entry(book, asked) if asked else None
    found = [one] if one else book.search(asked)
    if not found:
        raise Trouble(f"No rule matches {asked!r}. {_near(book, asked)}")
    if as_json:
        tell_json([_record(book, entry) for entry in found])
    elif len(found) == 1:
        _tell_whole(its, found[0])
    elif asked:
        _tell_found(found)
    else:
        _tell_all(book)


def _entry(book: Book, asked: str) -> RuleText | None:
    """The entry of that id, or of that name where only one has it."""
    wanted = asked.casefold()
    known = book.entries.values()
    by_id = [entry for entry in known if entry.id.casefold() == wanted]
    named = [entry for entry in known if wanted in (entry.id.casefold().partition(":")[2], entry.title.casefold())]
    return by_id[0] if by_id else named[0] if len(named) == 1 else None


def _near(book: Book, asked: str) -> str:
    names = {entry.id: entry.title for entry in book.entries.values()}
    return near(asked, [*names, *names.values()], "saga-tui rules lists all.")


def _record(book: Book, entry: RuleText) -> dict[str, Any]:
    return entry.model_dump(mode="json") | {"seen_from": list(book.seen_from(entry.id))}


def _tell_whole(game: Rules[Any], entry: RuleText) -> None:
    book = game.book
    width = min(WIDEST, shutil.get_terminal_size().columns)
    tell(f"{entry.id}  {entry.title}", "cyan")
    tell(f"{entry.chapter} › {entry.section}")
    tell()
    for line in textwrap.wrap(entry.text, width):
        tell(line)
    notes = [
        _automated(game, entry.id),
        "Our reading: the book is silent or contradicts itself." if entry.reading else "",
        "Part of it is our addition to the book." if entry.house else "",
        f"A setting changes it by the rule option {entry.switch}." if entry.switch else "",
    ]
    for note in filter(None, notes):
        tell()
        for line in textwrap.wrap(note, width):
            tell(line)
    _tell_links(book, "See", list(entry.see))
    _tell_links(book, "Referred to by", [key for key in book.seen_from(entry.id) if key not in entry.see])


def _automated(game: Rules[Any], rule: str) -> str:
    """What the program does of it, in one line; nothing of skills and traits."""
    one = next(iter(game.automated(rule=rule)), None)
    return f"In the app: {one.said}." if one else ""


def _tell_links(book: Book, what: str, ids: list[str]) -> None:
    if ids:
        tell()
        tell(f"{what}:")
        for key in ids:
            tell(f"  {key}  {book.entries[key].title if key in book.entries else ''}".rstrip())


def _tell_found(found: list[RuleText]) -> None:
    for entry in found:
        tell(f"{entry.id}  {entry.title}", "cyan")
        tell(f"    {entry.chapter} › {entry.section}")
        tell(f"    {textwrap.shorten(entry.text, 150, placeholder=' …')}")
    tell()
    tell(f"{len(found)} found. saga-tui rules ID shows one in full.", err=True)


def _tell_all(book: Book) -> None:
    by_chapter: dict[str, list[RuleText]] = {title: [] for title in book.chapters()}
    for entry in book.in_order:
        by_chapter.setdefault(entry.chapter, []).append(entry)
    for number, (chapter, entries) in enumerate(by_chapter.items()):
        if number:
            tell()
        tell(chapter, "cyan")
        for entry in entries:
            tell(f"  {entry.id:<20}  {entry.title}")
    if book.credit:
        tell()
        tell(book.credit)
