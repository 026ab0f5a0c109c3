"""Members of a game that other modules or data of its own have: they are loaded once one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from saga_tui.engine.book import Book


class Lacking(ValueError):
    """A game has nothing of what is asked for; says so in clear words."""


def lent(place: str) -> Callable[..., Any]:
    """A member of a game that stands in a module which is loaded once it is asked for: `package.sheet:page`. A function
    there is called without the game, and what it yields is kept; anything else is given as it is."""

    def member(game: Any, *args: Any, **more: Any) -> Any:
        del game
        module, _, name = place.partition(":")
        found = getattr(import_module(module), name)
        given = found(*args, **more) if callable(found) else found
        return tuple(given) if isinstance(given, Iterator) else given

    return member


def pages_in(package: str) -> list[tuple[str, str]]:
    """The pages of the tour that lie in a package as `tour.toml`: `[[pages]]` with `title` and `text`."""
    import tomllib
    from importlib.resources import files

    found = tomllib.loads(files(package).joinpath("tour.toml").read_text("utf-8"))["pages"]
    return [(page["title"], page["text"]) for page in found]


def book_in(package: str, chapter: str, **more: str) -> Book:
    """The book that lies in a package as `rules.toml`: `[[rules]]` with `id`, `title`, `section`, `text`, `see`; one
    without a `chapter` of its own belongs to that one. `more` is what a `Book` has beside its texts."""
    from saga_tui.engine.book import Book, RuleText

    def load() -> Iterator[RuleText]:
        import tomllib
        from importlib.resources import files

        for item in tomllib.loads(files(package).joinpath("rules.toml").read_text("utf-8"))["rules"]:
            yield RuleText(**{"chapter": chapter} | item)

    return Book(load, lambda: (chapter,), **more)
