"""Changes every number and table of the rules, one at a time, and says which test notices. By hand, some minutes:

    python -m tests.mutate_numbers            every mutant; exit 1 if one survives
    python -m tests.mutate_numbers doom perk  only those with one of these words in their name

A mutant is a number of `book/creation.toml` or of a perk's effect (one more, else one less), a row of the clock's table
that is dropped, or a number or table entry in the code. It runs in a process of its own. First the tests of the rules
that are marked with its rule id run, then the others of the rules, then those of the book.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
SAGA: Final = ROOT / "saga_tui" / "games" / "saga"
SLOW: Final = ("test_advice.py", "test_properties.py", "test_surprise.py")
RULES: Final = sorted(
    str(path.relative_to(ROOT))
    for path in (ROOT / "tests" / "games" / "saga" / "rules").glob("test_*.py")
    if path.name not in SLOW
)
BOOK: Final = ["tests/games/saga/book"]
AT_ONCE: Final = os.cpu_count() or 1


@dataclass(frozen=True)
class Code:
    """A mutant of the source: the only place of `old` in a module of the rules becomes `new`."""

    module: str
    old: str
    new: str
    rule: str


CODE: Final = (
    Code("commands.time", 'edit.tokens("fortune", 1, "CNF-5")', 'edit.tokens("fortune", 2, "CNF-5")', "CNF-5"),
    Code("commands.time", 'edit.damage("kismet", -1, "CNF-10")', 'edit.damage("kismet", -2, "CNF-10")', "CNF-10"),
    Code("commands.time", "STAKES[place + 1]", "STAKES[-1]", "CNF-10"),
    Code("commands.time", 'edit.recover_all("CNF-10")', "pass", "CNF-10"),
    Code("commands.traits", 'edit.tokens("fortune", 1, "TRT-3")', 'edit.tokens("fortune", 2, "TRT-3")', "TRT-3"),
    Code("commands.traits", 'edit.tokens("fortune", 1, "TRT-4")', 'edit.tokens("fortune", 2, "TRT-4")', "TRT-4"),
    Code("commands.traits", 'edit.pay("fortune", 1, "AST-8"', 'edit.pay("fortune", 2, "AST-8"', "AST-8"),
    Code("commands.traits", 'edit.pay("fortune", 1, "AST-9"', 'edit.pay("fortune", 2, "AST-9"', "AST-9"),
    Code("commands.traits", "rounds=1 + self.pushes", "rounds=2 + self.pushes", "PSH-2"),
    Code("commands.traits", '"serious": "chapter"', '"serious": "scene"', "CNF-12"),
    Code("commands.traits", '"severe": "good"', '"severe": "chapter"', "CNF-12"),
    Code("commands.traits", '"deadly": "good"', '"deadly": "chapter"', "CNF-12"),
    Code("commands.tokens", 'edit.pay("fortune", 1, "AST-10"', 'edit.pay("fortune", 2, "AST-10"', "AST-10"),
    Code("commands.tokens", 'edit.pay("fortune", 1, "ROL-5"', 'edit.pay("fortune", 2, "ROL-5"', "ROL-5"),
    Code("commands.tokens", 'until="round")', 'until="scene")', "AST-11"),
    Code("commands.kismet", 'edit.pay("fortune", 1, "AST-7"', 'edit.pay("fortune", 2, "AST-7"', "AST-7"),
    Code("commands.kismet", '("hitch", "blank", "mark")', '("mark", "blank", "hitch")', "AST-7"),
    Code(
        "commands.kismet", "if rolled.hitches:\n        edit.doom", "if rolled.hitches > 1:\n        edit.doom", "KIS-3"
    ),
    Code("commands.harm", '"minor": "temporary"', '"minor": "lasting"', "CSQ-4"),
    Code("commands.harm", '"serious": "lasting"', '"serious": "temporary"', "CSQ-4"),
    Code("commands.harm", '"deadly": "permanent"', '"deadly": "lasting"', "CSQ-4"),
    Code("commands.harm", "item.points.get(level, 0) + 1", "item.points.get(level, 0) + 2", "CSQ-2"),
    Code("commands.harm", "points={level: 1}", "points={level: 2}", "CSQ-1"),
    Code("commands.spark", 'edit.spark(1, "SPK-3"', 'edit.spark(2, "SPK-3"', "SPK-3"),
    Code("open_roll", "return max(0, roll.net)", "return max(1, roll.net)", "PSH-1"),
    Code("clock", "min(1, state.spent(edit.now, asset))", "min(2, state.spent(edit.now, asset))", "REG-1"),
    Code("healing", '_fade(edit, "fading", 1, "CSQ-4")', '_fade(edit, "fading", 2, "CSQ-4")', "CSQ-4"),
    Code("edit", 'self.doom(-1, "DRV-2")', 'self.doom(-2, "DRV-2")', "DRV-2"),
    Code("words", '"pain": ("force", "grace")', '"pain": ("force", "acuity")', "DMG-4"),
    Code("words", '"doubt": ("grace", "acuity")', '"doubt": ("grace", "force")', "DMG-4"),
    Code("words", '"fear": ("force", "acuity")', '"fear": ("grace", "acuity")', "DMG-4"),
    Code("rolls", '"challenge": "qualified"', '"challenge": "success"', "ROL-3"),
    Code("rolls", '"attack": "failure"', '"attack": "success"', "ROL-4"),
    Code("rolls", '"defence": "success"', '"defence": "failure"', "ROL-4"),
    Code("rolls", '"neutral": "neutral"', '"neutral": "success"', "ROL-4"),
    Code("state", "max(1, derive.doom_end(character).total)", "1 + derive.doom_end(character).total", "DOM-3"),
)


# ---- what there is to change


def leaves(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every number or word in a document, with its path."""
    if isinstance(data, dict | list):
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in pairs:
            yield from leaves(value, (*path, key))
    else:
        yield path, data


def others(value: Any, path: tuple[str | int, ...]) -> list[Any]:
    """What to put in a value's place, one after the other, until a test notices."""
    if isinstance(value, int):
        return [value + 1, *([value - 1] if value else [])]
    swaps = {"any": "one-skill", "scene": "chapter", "permanent": "fading"}
    assets = [asset for asset in ("fortune", "force", "grace", "acuity") if asset != value]
    return [swaps[value]] if path[0] == "switches" else assets


def read(name: str) -> dict[str, Any]:
    """A TOML file of the book, as it stands."""
    return tomllib.loads((SAGA / "book" / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Mutant:
    """A place where something is changed, in one way after the other until a test notices."""

    ways: tuple[str, ...]
    what: str
    rule: str


def mutants() -> Iterator[Mutant]:
    """All the mutants: of the book's numbers, of perks, of the clock's table, of the code."""
    from saga_tui.games.saga.book import number_rules
    from saga_tui.games.saga.rules.clock import RESETS

    rules = number_rules()
    for path, value in leaves(read("creation")):
        rule = rules[".".join(step for step in path if isinstance(step, str))]
        ways = tuple(f"number|{json.dumps([*path, new])}" for new in others(value, path))
        yield Mutant(ways, f"{'.'.join(map(str, path))} = {value}", rule)
    perks = read("perks")
    for path, value in leaves(perks):
        if "effect" in path and isinstance(value, int):
            ways = tuple(f"perk|{json.dumps([*path, new])}" for new in others(value, path))
            yield Mutant(ways, f"{perks['perks'][path[1]]['name']}: {path[-1]} = {value}", "PRK-3")
    for edge, rows in RESETS.items():
        for row in rows:
            yield Mutant((f"row|{edge}|{row.id}",), f"{edge}: without “{row.id}”", row.rule)
    for number, code in enumerate(CODE):
        what = f"{code.module}: {code.old} → {code.new}".replace("\n", " ")
        yield Mutant((f"code|{number}",), what, code.rule)


# ---- one mutant, in a process of its own


class Loader(importlib.machinery.SourceFileLoader):
    """Loads one module with its source changed."""

    code: Code

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:  # type: ignore[override]
        """The changed source, compiled."""
        source = bytes(data).decode()
        assert source.count(self.code.old) == 1, (
            f"stale: {self.code.old!r} is there {source.count(self.code.old)} times"
        )
        return compile(source.replace(self.code.old, self.code.new), path, "exec")

    def get_code(self, fullname: str) -> CodeType:
        """Always from the source: what is cached was compiled from another."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.name = f"saga_tui.games.saga.rules.{code.module}"

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec with the changing loader."""
        if fullname != self.name:
            return None
        file = SAGA / "rules" / Path(*self.code.module.split(".")).with_suffix(".py")
        loader = Loader(fullname, str(file))
        loader.code = self.code
        return importlib.util.spec_from_file_location(fullname, file, loader=loader)


def change(name: str) -> None:
    """Makes the mutant in this process."""
    kind, _, what = name.partition("|")
    if kind == "code":
        sys.meta_path.insert(0, Finder(CODE[int(what)]))
    elif kind == "row":
        from saga_tui.games.saga.rules.clock import RESETS

        edge, _, row = what.partition("|")
        RESETS[edge] = tuple(item for item in RESETS[edge] if item.id != row)
    else:
        from saga_tui.games.saga.book import loader

        *path, last, new = json.loads(what)
        file = "creation" if kind == "number" else "perks"
        data = place = read(file)
        for step in path:
            place = place[step]
        place[last] = new
        real = loader.read
        loader.read = lambda asked: data if asked == file else real(asked)  # type: ignore[assignment]


def readable() -> bool:
    """Whether the book can still be read: a number that its own model refuses proves nothing."""
    from pydantic import ValidationError

    from saga_tui.games.saga import book

    try:
        book.numbers()
        book.perks()
    except ValidationError:
        return False
    return True


class Watch:
    """Keeps the tests that are marked with a rule, and notes the first that fails."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Drops what proves something else, and the test that only counts the table's rows."""
        items[:] = [
            item
            for item in items
            if item.name != "test_every_row_has_its_test_here"
            and (not self.rule or any(self.rule in mark.args for mark in item.iter_markers("rule")))
        ]

    def pytest_runtest_logreport(self, report: Any) -> None:
        """The first failure."""
        if report.failed and not self.failed:
            self.failed = report.nodeid


def run(name: str, rule: str, where: str) -> str:
    """The first test there that fails under the mutant; empty where all pass."""
    import pytest

    change(name)
    if not readable():
        return ""
    for files, only in ((RULES, rule), (RULES, "")) if where == "rules" else ((BOOK, ""),):
        watch = Watch(only)
        with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()):
            code = pytest.main(["-x", "-q", "-o", "addopts=", "-p", "no:cacheprovider", *files], plugins=[watch])
        if watch.failed:
            return watch.failed
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise RuntimeError(said.getvalue()[-2000:])
    return ""


# ---- all of them


def noticed(mutant: Mutant) -> str:
    """The test that fails under the mutant, whichever way it is changed; empty where none does."""
    for where, way in product(("rules", "book"), mutant.ways):
        asked = [sys.executable, "-m", "tests.mutate_numbers", "--one", way, mutant.rule, where]
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{mutant.what}: {done.stderr.strip().splitlines()[-1]}")
        if test := done.stdout.strip():
            return test
    return ""


def main(wanted: Sequence[str]) -> int:
    """Runs all the mutants, prints each with the test that failed, and gives the exit code."""
    chosen = [mutant for mutant in mutants() if not wanted or any(word in mutant.what for word in wanted)]
    alive = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for mutant, test in zip(chosen, pool.map(noticed, chosen), strict=True):
            alive += not test
            print(f"{mutant.rule:7} {mutant.what}\n        {test or 'SURVIVES'}", flush=True)
    print(f"{len(chosen)} mutants, {alive} not noticed")
    return 1 if alive else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(run(*sys.argv[2:5]))
    else:
        sys.exit(main(sys.argv[1:]))
