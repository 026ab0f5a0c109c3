"""The group of verbs, each named here with its module and loaded when it is used; the same for every game."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import click

from saga_tui import __version__

VERBS = {
    "new": "saga_tui.cli.play:new",
    "play": "saga_tui.cli.play:play",
    "table": "saga_tui.cli.party:table",
    "sheet": "saga_tui.cli.sheet:sheet",
    "check": "saga_tui.cli.check:check",
    "undo": "saga_tui.cli.undo:undo",
    "redo": "saga_tui.cli.undo:redo",
    "log": "saga_tui.cli.log:log",
    "history": "saga_tui.cli.history:history",
    "restore": "saga_tui.cli.history:restore",
    "trash": "saga_tui.cli.history:trash",
    "schema": "saga_tui.cli.config:schema",
    "config": "saga_tui.cli.config:config",
    "completion": "saga_tui.cli.config:completion",
    "do": "saga_tui.cli.do:do",
    "why": "saga_tui.cli.why:why",
    "odds": "saga_tui.cli.dice:verb_of",
    "correct": "saga_tui.cli.correct:correct",
    "rulings": "saga_tui.cli.rules:rulings",
    "roll": "saga_tui.cli.dice:verb_of",
    "rules": "saga_tui.cli.rules:rules",
    "setting": "saga_tui.cli.setting:setting",
    "situation": "saga_tui.cli.situation:situation",
    "recap": "saga_tui.cli.sheet:recap",
    "automation": "saga_tui.cli.rules:automation",
    "offers": "saga_tui.cli.offers:offers",
    "simulate": "saga_tui.cli.simulate:simulate",
    "serve": "saga_tui.cli.serve:serve",
    "host": "saga_tui.cli.together:host",
    "join": "saga_tui.cli.together:join",
    "note": "saga_tui.cli.together:note",
}
"""The verbs in the order of the help, and where each is found."""
LATE = {
    "do": "Run any action from the app.",
    "why": "Explain a number.",
    "odds": "Show the exact odds of a roll.",
    "correct": "Correct an earlier log entry.",
    "rulings": "List house rulings.",
    "roll": "Roll dice.",
    "rules": "Look up a rule.",
    "setting": "List, show, check, create or use settings.",
    "situation": "Prepare situations, and see what may come of them.",
    "recap": "Print the recap.",
    "automation": "List what the app automates, rule by rule.",
    "offers": "List what the GM's tables want of a character.",
    "simulate": "Let the computer play many games against itself.",
    "serve": "Let players use their characters in a browser.",
    "host": "Share a table with players on their own laptops.",
    "join": "Join a shared table, by the link to your seat.",
    "note": "Write a note to all at a shared table, or to one of them.",
}
"""Verbs that load the engine: the help has their lines from here, so that it need not."""
OF_THE_GAME = ("odds", "roll")
"""Verbs about no document, made for a game from what it says of its dice."""

CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Late(click.Command):
    """A command that is loaded when it is used; until then it has its name and its line in the help."""

    def __init__(self, name: str, line: str) -> None:
        super().__init__(name, short_help=line)

    def loaded(self, game: str = "") -> click.Command:
        """The command itself; `odds` and `roll` as the game has them."""
        from saga_tui.games import registry

        if self.name in OF_THE_GAME:
            from saga_tui.cli.names import usual

            try:
                its = registry.chosen(game or usual())
            except registry.UnknownGame as unknown:
                raise click.UsageError(str(unknown)) from None
            return cast(click.Command, _found(self.name)(its, self.name))
        return cast(click.Command, _found(str(self.name)))

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command itself, so that it is what runs, helps and completes."""
        game = ""
        if self.name in OF_THE_GAME:
            game, args = _game_in(args)
            if not game and not {*args}.isdisjoint(CONTEXT["help_option_names"]):
                game = _explained()
        return self.loaded(game).make_context(info_name, args, parent, **extra)


def _explained() -> str:
    """The key of the game whose dice the help explains: the one that is meant here, else the first."""
    from saga_tui.cli.names import usual
    from saga_tui.games import registry

    return usual() or registry.keys()[0]


def _game_in(args: list[str]) -> tuple[str, list[str]]:
    """The game that is named among the words, and the other words."""
    for place, text in enumerate(args):
        if text == "--game" and place + 1 < len(args):
            return args[place + 1], [*args[:place], *args[place + 2 :]]
        if text.startswith("--game="):
            return text.removeprefix("--game="), [*args[:place], *args[place + 1 :]]
    return "", args


def _found(verb: str) -> Any:
    module, _, name = VERBS[verb].partition(":")
    return getattr(import_module(module), name)


class Verbs(click.Group):
    """Verbs that are loaded when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, in the order of the help."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name."""
        if cmd_name in LATE:
            return Late(cmd_name, LATE[cmd_name])
        return cast(click.Command, _found(cmd_name)) if cmd_name in VERBS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it; a verb that there is not gets the near ones."""
        from saga_tui.problem import near

        name = args[0] if args else ""
        if args and not name.startswith("-") and self.get_command(ctx, name) is None:
            from saga_tui.safe import safe

            ctx.fail(f"There is no command {safe(name)!r}. {near(name, self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs, invoke_without_command=True, context_settings=CONTEXT)
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder of characters. Default: $SAGA_TUI_DIR, ./characters if it exists, or your data folder.",
)
@click.option("--touch/--no-touch", default=None, help="Use the app with thumbs: big rows, and buttons for the keys.")
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def saga_tui(ctx: click.Context, folder: Path | None, touch: bool | None) -> None:
    """Build, play and print characters of tabletop role-playing games.

    Without a command it opens the library of your characters.

    NAME is a character's or table's name, the name of its file without .toml, or a path.

    \b
    Examples:
      saga-tui
      saga-tui new Kestrel
      saga-tui play kestrel
      saga-tui --dir ~/characters sheet kestrel
    """
    from saga_tui.cli.names import Place

    ctx.obj = Place(folder)
    if touch is not None:
        os.environ["SAGA_TUI_TOUCH"] = str(int(touch))
    if ctx.invoked_subcommand is None:
        from saga_tui.cli import open_app

        open_app(ctx.obj.folder)
