"""What keeps tests equal on every machine: no home of the user, no animation, a fixed clock, one owner of snapshots."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.examples import tries

gc.disable()
"""Until all is imported and collected: garbage is not looked for among what stays."""
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""What is compiled is kept: else each worker, and each program that a test starts, compiles all again."""

WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))

settings.register_profile("steady", derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
"""The same examples on every run: a test that fails has a cause in what was changed. `default` tries others."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Where all tests run, each worker first compiles a share of them; else each would compile all of them."""
    if session.config.args == session.config.getini("testpaths") and WORKERS > 1:
        here = Path(__file__).parent
        for path in sorted(here.rglob("test_*.py"))[WORKER::WORKERS]:
            with suppress(Exception):  # it is told when the file is collected
                import_module(".".join(path.relative_to(here.parent).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is dealt to the workers and begins first: else the last worker goes on alone at the end."""
    modules: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("long"):
            modules.setdefault(item.nodeid.split("::")[0], []).append(item)
    rest = iter([item for item in items if not item.get_closest_marker("long")])
    order: list[pytest.Item] = []
    for worker in range(WORKERS):
        share = len(items) * (worker + 1) // WORKERS - len(order)
        first = [item for module in list(modules.values())[worker::WORKERS] for item in module]
        order += first + list(islice(rest, max(0, share - len(first))))
    items[:] = [*order, *rest]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What could not be tested here is said loudly, once."""
    reasons = (str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ()))
    for reason in sorted({reason for reason in reasons if reason.isupper() or "ARE SKIPPED" in reason}):
        terminalreporter.write_line(reason.removeprefix("Skipped: "), yellow=True)


def pytest_collection_finish() -> None:
    """What was imported stays: it is not looked through for garbage again and again, a fifth of the tests' time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(300_000, 20, 20)
    gc.enable()


LIMIT = tries(1_800, daily=240)
"""Seconds that a test may take on the busiest machine; after two minutes it is shown where it stands (pyproject)."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A test that waits for what never comes fails, and the others go on."""
    if not hasattr(signal, "setitimer"):  # Windows
        return (yield)

    def over(*_: object) -> None:
        raise TimeoutError(f"{item.nodeid} took longer than {LIMIT} seconds")

    signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, LIMIT, 5.0)  # again, where a loop of events keeps it to itself
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


BASELINE = (3, 11)
"""The Python that makes and compares snapshots."""
HOMES = count()
BEGINNING = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a home of its own, and none of the developer's settings; gives that home."""
    home = tmp_path_factory.getbasetemp() / "homes" / str(next(HOMES))
    home.mkdir(parents=True)
    for name in (
        "NO_COLOR",
        "FORCE_COLOR",
        "COLUMNS",
        "LINES",
        "TEXTUAL",
        "TEXTUAL_THEME",
        "SAGA_TUI_DIR",
    ):
        monkeypatch.delenv(name, raising=False)
    for name in ("XDG_PICTURES_DIR", "XDG_DOWNLOAD_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("saga_tui.ui.picture.CONVERTERS", {})
    places = {
        "HOME": home,
        "USERPROFILE": home,
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_DATA_HOME": home / ".local" / "share",
        "XDG_STATE_HOME": home / ".local" / "state",
        "XDG_CACHE_HOME": home / ".cache",
        "SAGA_TUI_STATE": home / "state",
        "SAGA_TUI_CONFIG": home / "config.toml",
    }
    for name, place in places.items():
        monkeypatch.setenv(name, str(place))
    usual = {"TZ": "UTC", "TERM": "xterm-256color", "COLORTERM": "truecolor", "SAGA_TUI_GAME": "saga"}
    for name, value in usual.items():
        monkeypatch.setenv(name, value)
    return home


@pytest.fixture(autouse=True, scope="session")
def rest() -> Iterator[None]:
    """Textual's pilot waits for the app to rest, not for the processor; styles are parsed once for all apps."""
    from textual._compositor import Compositor
    from textual.app import App

    from tests.keys import (
        at_rest,
        drawn_at_rest,
        drawn_at_the_end,
        drawn_before,
        drawn_for,
        handlers_known,
        updated_when_quiet,
    )
    from tests.styling import (
        applied_once,
        counted_once,
        generated_once,
        known_at_once,
        matched_from_the_end,
        parsed_once,
        replaced_at_once,
        tokens_known,
        uncached,
    )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.pilot.wait_for_idle", at_rest)
        patch.setattr("textual.app.wait_for_idle", at_rest)
        patch.setattr("textual.pilot.Pilot._wait_for_screen", at_rest)
        patch.setattr("textual.screen.Screen._compositor_refresh", drawn_at_rest)
        patch.setattr("textual.screen.Screen._on_timer_update", updated_when_quiet())
        patch.setattr(Compositor, "render_strips", drawn_for(Compositor.render_strips))
        patch.setattr(App, "export_screenshot", drawn_for(App.export_screenshot))
        patch.setattr(App, "_shutdown", drawn_at_the_end())
        for leave in ("push_screen", "pop_screen", "switch_screen"):
            patch.setattr(App, leave, drawn_before(getattr(App, leave)))
        patch.setattr("textual.message_pump.MessagePump._get_dispatch_methods", handlers_known())
        patch.setattr("textual.css.stylesheet.Stylesheet._parse_rules", parsed_once())
        patch.setattr("textual.css.stylesheet.Stylesheet.apply", applied_once())
        patch.setattr("textual.css.stylesheet.Stylesheet._EXCLUDE_PSEUDO_CLASSES_FROM_CACHE", frozenset())
        patch.setattr("textual.css.stylesheet.Stylesheet.replace_rules", staticmethod(replaced_at_once()))
        patch.setattr("textual.css.query.match", matched_from_the_end())
        patch.setattr("textual.reactive.Reactive.__get__", known_at_once())
        patch.setattr("textual.css.model.RuleSet.__hash__", object.__hash__)  # the same, not by way of Python
        patch.setattr("textual.strip.FIFOCache", uncached())
        patch.setattr("textual._callback._count_parameters", counted_once())
        patch.setattr("textual.css.stylesheet.tokenize_values", tokens_known())
        patch.setattr("textual.design.ColorSystem.generate", generated_once())
        yield


@pytest.fixture(autouse=True, scope="session")
def unplugged_never() -> Iterator[None]:
    """No disk is waited for: what a power cut leaves is proved on a disk of its own kind (`tests.store.simfs`), and
    which calls are made by programs of their own."""
    with pytest.MonkeyPatch.context() as patch:
        for flush in {"fsync", "fdatasync"} & {*dir(os)}:
            patch.setattr(f"os.{flush}", lambda _fd: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def read_once() -> Iterator[None]:
    """The same text is parsed once: tests of the disk read the same few files thousands of times."""
    import tomli

    from saga_tui.store import toml
    from saga_tui.store.records import read_segment

    loads = lru_cache(maxsize=256)(tomli.loads)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tomli.loads", lambda text: toml._copied(loads(text)))
        patch.setattr("saga_tui.store.journal.read_segment", lru_cache(maxsize=64)(read_segment.__wrapped__))
        yield


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy game is installed beside the games of the house, and none of them is the usual one; gives where."""
    from tests.toy.install import install_lanterns

    monkeypatch.delenv("SAGA_TUI_GAME")

    install_lanterns(monkeypatch, tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """A clock that begins on a fixed evening and goes on by one second each time it is read."""
    moment = BEGINNING - timedelta(seconds=1)

    def now() -> datetime:
        nonlocal moment
        moment += timedelta(seconds=1)
        return moment

    return now


@pytest.fixture
def snap(request: pytest.FixtureRequest) -> Callable[..., bool]:
    """`snap_compare`, on the one Python whose pictures are kept; elsewhere the test is skipped."""
    if sys.version_info[:2] != BASELINE:
        pytest.skip(f"snapshots belong to Python {BASELINE[0]}.{BASELINE[1]}; this is another")
    compare: Callable[..., bool] = request.getfixturevalue("snap_compare")
    return compare


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leaves the table of rules and their tests in pytest's cache folder; one worker's end is not the run's end."""
    config: Any = session.config
    if hasattr(config, "workerinput") or not hasattr(config, "cache") or config.cache is None:
        return
    from tests.rules_table import markdown

    config.cache.mkdir("rules").joinpath("table.md").write_text(markdown(), encoding="utf-8")
