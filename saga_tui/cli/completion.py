"""`saga-tui completion`: verbs, options and characters' names completed by the shell."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_SAGA_TUI_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.pass_context
def completion(ctx: click.Context, shell: str | None) -> None:
    """Print a script that lets your shell complete names.

    It completes commands, options and the names of your characters.

    Without SHELL, it uses the one that $SHELL names.

    \b
    Examples:
      eval "$(saga-tui completion bash)"                                    (in ~/.bashrc)
      eval "$(saga-tui completion zsh)"                                     (in ~/.zshrc)
      saga-tui completion fish > ~/.config/fish/completions/saga-tui.fish
    """
    chosen = shell or Path(os.environ.get("SHELL", "")).name
    maker = get_completion_class(chosen) if chosen in SHELLS else None
    if maker is None:
        raise click.UsageError(f"Choose a shell: {', '.join(SHELLS)}.")
    click.echo(maker(ctx.find_root().command, {}, "saga-tui", VARIABLE).source())
