"""Saga's verbs run as from a pipe, on the characters that the shell's verbs are tested with."""

from __future__ import annotations

from tests.cli.conftest import Run, folder, run

__all__ = ["Run", "folder", "run"]
