"""The group of verbs. Its own are named here with their modules; a game brings further ones by the registry."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import cast

import click

from saga_tui import __version__

VERBS = {
    "new": "saga_tui.cli.play:new",
    "play": "saga_tui.cli.play:play",
    "sheet": "saga_tui.cli.sheet:sheet",
    "check": "saga_tui.cli.check:check",
    "undo": "saga_tui.cli.undo:undo",
    "redo": "saga_tui.cli.undo:redo",
    "log": "saga_tui.cli.log:log",
    "history": "saga_tui.cli.history:history",
    "restore": "saga_tui.cli.history:restore",
    "trash": "saga_tui.cli.trash:trash",
    "schema": "saga_tui.cli.schema:schema",
    "config": "saga_tui.cli.config:config",
    "completion": "saga_tui.cli.completion:completion",
}
"""The shell's own verbs in the order of the help, and where each is found."""

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Verbs(click.Group):
    """Verbs that are loaded when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The shell's own verbs, then those of the games."""
        return list(dict.fromkeys([*VERBS, *(verb.name or "" for verb in _game_verbs())]))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name; the games are only loaded for a verb that is not the shell's own."""
        if cmd_name in VERBS:
            module, _, name = VERBS[cmd_name].partition(":")
            return cast(click.Command, getattr(import_module(module), name))
        return next((verb for verb in _game_verbs() if verb.name == cmd_name), None)

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


def _game_verbs() -> Iterator[click.Command]:
    from saga_tui.games.registry import OWN, game

    for key in OWN:
        yield from game(key).verbs()


@click.group(cls=Verbs, invoke_without_command=True, context_settings=CONTEXT)
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder of characters. Default: $SAGA_TUI_DIR, ./characters if it exists, or your data folder.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def saga_tui(ctx: click.Context, folder: Path | None) -> None:
    """Build, play and print characters of the tabletop role-playing game Saga.

    Without a command it opens the library of your characters.

    NAME is a character's name, the name of its file without .toml, or a path.

    \b
    Examples:
      saga-tui
      saga-tui new Kestrel
      saga-tui play kestrel
      saga-tui --dir ~/saga/characters sheet kestrel
    """
    from saga_tui.cli.names import Place

    ctx.obj = Place(folder)
    if ctx.invoked_subcommand is None:
        from saga_tui.cli.opening import open_app

        open_app(ctx.obj.folder)
