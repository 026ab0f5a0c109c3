"""Puts the toy game, or another plug-in, where Python finds it: as an editable install does, without the network."""

from __future__ import annotations

import os
import sys
import tomllib
from importlib import invalidate_caches
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def metadata(site: Path, project: str, version: str, points: dict[str, str]) -> None:
    """Write what an installer writes of a package: its name, and its entry points."""
    folder = site / f"{project.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n")
    lines = [f"{key} = {value}" for key, value in points.items()]
    (folder / "entry_points.txt").write_text("\n".join(["[saga_tui.games]", *lines, ""]))


def on_path(patch: pytest.MonkeyPatch, *folders: Path) -> None:
    """Let this process and those that it starts find what lies there; what was loaded of it before is forgotten."""
    for folder in folders:
        patch.syspath_prepend(str(folder))
    before = os.environ.get("PYTHONPATH")
    patch.setenv("PYTHONPATH", os.pathsep.join([*map(str, folders), *([before] if before else [])]))
    invalidate_caches()


def install_lanterns(patch: pytest.MonkeyPatch, site: Path) -> None:
    """Install the toy, as its `pyproject.toml` says."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    metadata(site, project["name"], project["version"], project["entry-points"]["saga_tui.games"])
    on_path(patch, site, HERE / "src")


def install_broken(patch: pytest.MonkeyPatch, site: Path, key: str, code: str, project: str = "broken-game") -> None:
    """Install a plug-in of one module with this code; its object is called GAME."""
    module = f"{project.replace('-', '_')}_module"
    site.mkdir(parents=True, exist_ok=True)
    (site / f"{module}.py").write_text(code)
    sys.modules.pop(module, None)
    metadata(site, project, "0.1", {key: f"{module}:GAME"})
    on_path(patch, site)
