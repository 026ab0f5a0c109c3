"""Every text that a person reads, once, room by room: `python -m tests.texts` prints it, `--write` keeps it.

The texts are read from the code itself: each string that is no name, key, style or path, the help of each command and
parameter, and the words of the data files. `tests/texts.txt` keeps them, so a reviewer reads each changed sentence.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
CODE: Final = ROOT / "saga_tui"
KEPT: Final = Path(__file__).parent / "texts.txt"

SORTS: Final = {
    "key": ("Binding", "Group"),
    "action": ("Action", "Price", "Command"),
    "offer": ("Offer", "Offered", "LineSpec", "Option"),
    "toast": ("notify", "_say"),
    "log": ("say", "Line", "ask"),
    "problem": (
        "object", "Problem", "BadFile", "_error", "_remark", "Trouble", "UsageError", "NotUnderstood", "NoRestorePoint",
        "Locked", "NotSaved", "ReadOnly", "Implausible", "Missing", "NotACharacter", "Again", "_lost", "near", "refuse",
        "_overspent", "repeated", "_failed", "_no",
    ),
    "help": ("option", "argument", "command", "Late"),
}  # fmt: skip
CALLS: Final = {name: sort for sort, names in SORTS.items() for name in names}
"""What the text given to such a call is; any other text is just a `text`."""

ASIDE: Final = re.compile(
    r"id|classes|key|code|style|mark|rule|name|severity|group|mode|encoding|errors|method|"
    r"kind|width|action|tone|colour|action_id|metavar|overrule|span|asset|reason_code|"
    r"categories|css|where|timespec|extra|discriminator|control_codes|lock|before|after|accent|"
    r"background|foreground|primary|secondary|surface|panel|warning|error|success|boost"
)
"""Keywords whose texts are names, styles and the like."""
ASIDE_CALLS: Final = re.compile(
    r"get|getattr|hasattr|setattr|startswith|endswith|removeprefix|removesuffix|query_one|query|"
    r"has_class|set_class|add_class|remove_class|split|rsplit|partition|rpartition|strip|lstrip|"
    r"rstrip|replace|sub|compile|match|fullmatch|search|split_lines|finditer|find|rfind|count|"
    r"index|import_module|joinpath|glob|rglob|with_name|with_suffix|strftime|strptime|encode|"
    r"decode|TypeVar|cast|pop|setdefault|normalize|NewType|Literal|stylize|print_|_item|"
    r"user_config_dir|user_data_dir|user_state_dir|isoformat|open|read_text|write_text|"
    r"field_validator|model_validator|frozenset|Thread|reactive|run_worker|run_action|Theme|"
    r"_chrome|Token|Glyphs|AssertionError|AttributeError|read_back|extent|segment_numbers|"
    r"segment_path|backup|sealed|literal|put|listing|maker|_maker|getenv|ConfigDict|in_span|"
    r"asked|answered|held|in_hand|mode|touches"
)
"""Calls that take names, patterns and the like, no text for a person."""
STYLES: Final = re.compile(
    r"(bold|dim|italic|reverse|underline|not|on|strike|none|auto|\$[\w-]+|#[0-9a-f]{6}|\d+%|\{[^}]*\})"
)
NAME: Final = re.compile(r"[a-z0-9_.:/#*{}<>=+|\\\[\]()?^$&;,!%~@'\"-]*")
RULE: Final = re.compile(r"\b(?:[A-Z]-)?[A-Z]{3,4}-\d+\b")


@dataclass(frozen=True, slots=True)
class Text:
    """A text, the file that holds it, its sort and line, and the argument that it is of its call."""

    file: str
    sort: str
    text: str
    line: int = 0
    call: str = ""
    at: int | str = ""

    @property
    def room(self) -> str:
        """The file without its front and suffix: `games/saga/rules/clock`."""
        return self.file.removeprefix("saga_tui/").removesuffix(".py")


def shown(node: ast.expr) -> str:
    """The text of a string in the code, with `{…}` for what is put in: `{2 marks}`, `{33%}`, `{name}`."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    assert isinstance(node, ast.JoinedStr)
    return "".join(
        f"{{{_filling(part.value)}}}" if isinstance(part, ast.FormattedValue) else shown(part) for part in node.values
    )


def _filling(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        name = name_of(node.func)
        if (
            name in ("plural", "inflect")
            and len(node.args) > 1
            and isinstance(node.args[1], ast.Constant | ast.JoinedStr)
        ):
            return f"{'2 ' if name == 'plural' else ''}{shown(node.args[1])}*"
        if name == "percent":
            return "33%"
        if name == "listed":
            return "a, b"
        return _filling(node.args[0]) if node.args and name in ("safe", "one_line", "str", "clean", "md") else name
    if isinstance(node, ast.IfExp):
        return "…" if isinstance(node.body, ast.Constant | ast.JoinedStr) else _filling(node.body)
    return name_of(node) or "…"


def name_of(node: ast.expr) -> str:
    """Return the last part of a dotted name; the empty text for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return name_of(node.value) if isinstance(node, ast.Subscript) else ""


class Reader(ast.NodeVisitor):
    """Collects the texts of one file."""

    def __init__(self, file: str) -> None:
        self.file, self.found = file, list[Text]()
        self.sort, self.call, self.at = "text", "", ""  # type: str, str, int | str
        self.lone = False
        """Whether a single small word is a text here."""

    def take(self, node: ast.expr) -> None:
        """Keep the string if a person could read it."""
        text = shown(node)
        if self.sort == "aside" or not readable(text, lone=self.lone):
            return
        self.found.append(Text(self.file, self.sort, text, node.lineno, self.call, self.at))

    def within(self, sort: str, call: str, at: int | str, node: ast.AST) -> None:
        """Visit a part whose texts are of that sort."""
        before = self.sort, self.call, self.at, self.lone
        self.sort, self.call, self.at = sort, call, at
        self.lone = sort not in ("aside", "text", "help", "problem") or call in TEXTUAL
        self.visit(node)
        self.sort, self.call, self.at, self.lone = before

    def filled(self, node: ast.AST) -> None:
        """Visit a part where single words are texts too."""
        before = self.lone, self.at
        self.lone, self.at = True, ""
        self.visit(node)
        self.lone, self.at = before

    def visit_Constant(self, node: ast.Constant) -> None:
        """Take a plain string."""
        if isinstance(node.value, str):
            self.take(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Take a string with values put in, and the strings within those."""
        self.take(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.filled(part.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Pass by the names that a module gives and the styles of a screen."""
        if not {name_of(target) for target in node.targets} & {"__all__", "CSS", "DEFAULT_CSS", "CSS_PATH"}:
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Pass docstrings by."""
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Tell by the call and the place of an argument what its text is."""
        name = name_of(node.func)
        if isinstance(node.func, ast.Attribute):
            self.visit(node.func.value)
        sort = "aside" if ASIDE_CALLS.fullmatch(name) else CALLS.get(name) or (self.sort if name in TEXTUAL else "text")
        for at, argument in enumerate(node.args):
            self.within(_of(sort, name, at), name, at, argument)
        for keyword in node.keywords:
            word = keyword.arg or ""
            self.within("aside" if ASIDE.fullmatch(word) else sort, name, word, keyword.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Pass the keys of a lookup by."""
        self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Pass by what is only compared with."""
        for part in (node.left, *node.comparators):
            if not isinstance(part, ast.Constant | ast.Tuple | ast.List | ast.Set):
                self.visit(part)

    def visit_Dict(self, node: ast.Dict) -> None:
        """Take the values, and keys of several words."""
        for key, value in zip(node.keys, node.values, strict=True):
            self.filled(value)
            if isinstance(key, ast.Constant) and " " in str(key.value):
                self.visit(key)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Pass annotations by, and what is only typed to find something."""
        if node.value is not None and name_of(node.target) != "SYNONYMS":
            self.visit(node.value)

    def visit_arguments(self, node: ast.arguments) -> None:
        """Visit the defaults only."""
        for default in (*node.defaults, *node.kw_defaults):
            if default is not None:
                self.visit(default)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Visit the body; of the decorators only those of the command line."""
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and name_of(decorator.func) in SORTS["help"]:
                self.visit(decorator)
        self.visit(node.args)
        for line in node.body:
            self.visit(line)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Visit the body, and the title that a command is given."""
        for keyword in node.keywords:
            if keyword.arg == "title":
                self.within("action", "Command", "title", keyword.value)
        for line in node.body:
            self.visit(line)

    def visit_Match(self, node: ast.Match) -> None:
        """Visit the subject and the bodies, not the patterns."""
        self.visit(node.subject)
        for case in node.cases:
            for line in case.body:
                self.visit(line)


TEXTUAL: Final = frozenset(["safe", "markup", "Content", "styled", "assemble", "from_text", "one_line"])
"""Calls that only wrap a text: what it is depends on the call around them."""


def _of(sort: str, name: str, at: int) -> str:
    """The sort of an argument by its place: a binding's first two are its key and its action."""
    names = {
        "Binding": (0, 1), "Action": (0, 5), "Price": (0,), "Offer": (0,), "Offered": (0,), "say": (1,), "Line": (1,),
        "object": (0,), "Problem": (0, 1, 2, 5), "styled": (1,), "option": (0, 1, 2), "argument": (0,), "command": (0,),
        "Late": (0,), "plural": (1,), "inflect": (1,), "listed": (1,), "Tally": (0,), "Term": (2,), "counted": (0, 4),
        "Part": (0, 3), "Item": (0, 7), "Option": (0, 3), "NamedText": (0,), "TextSpec": (4, 5, 6), "tell": (1,),
        "_error": (0,), "_remark": (0, 3), "_lost": (0, 3), "Reset": (0, 1), "SetBy": (0,), "pay": (0, 2), "ask": (),
    }  # fmt: skip
    return "aside" if at in names.get(name, ()) else sort


def readable(text: str, *, lone: bool) -> bool:
    """Whether a person could read it: words, no style, name or path. `lone`: a single small word counts too."""
    bare = re.sub(r"\{[^{}]*\}", "{}", text)
    if not re.search(r"[A-Za-z]{2}", re.sub(r"\{\}", "", bare)) or RULE.fullmatch(text.strip()):
        return False
    if all(STYLES.fullmatch(word) for word in text.split()):
        return False
    if NAME.fullmatch(bare.strip()):
        return lone and re.fullmatch(r"[a-z]+…?", text) is not None
    return "\x1b" not in text and "://" not in text


def from_code() -> Iterator[Text]:
    """The texts of the program's files."""
    for path in sorted(CODE.rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        reader = Reader(file)
        reader.visit(ast.parse(path.read_text(encoding="utf-8")))
        yield from reader.found


def from_data() -> Iterator[Text]:
    """The texts of the book and of the settings."""
    for path in sorted(CODE.rglob("*.toml")):
        file = path.relative_to(ROOT).as_posix()
        raw = path.read_text(encoding="utf-8")
        for where, text in _leaves(tomllib.loads(raw), ()):
            if readable(text, lone=False):
                yield Text(file, ".".join(where), text)
        if path.name == "template.toml":
            comments = (line.lstrip("# ").rstrip() for line in raw.splitlines() if line.startswith("#"))
            yield from (Text(file, "comment", line) for line in comments if readable(line, lone=False))


def _leaves(value: Any, where: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*where, key))
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, where)
    elif isinstance(value, str):
        yield where, value


def from_help() -> Iterator[Text]:
    """The help of each command of the shell, of each command that `do` knows, and of their parameters."""
    from saga_tui.engine.fields import fields
    from saga_tui.games.saga.rules.commands import COMMANDS
    from tests.cli.test_help import COMMANDS as SHELL

    for path, command in SHELL.items():
        for line in (command.help or "").split("\n\n"):
            yield Text("--help", " ".join(path), " ".join(line.replace("\b", "").split()))
    for verb, model in COMMANDS.items():
        yield Text("do --list", verb, " ".join((model.__doc__ or "").split()))
        yield from (Text("do --list", f"{verb} {field.option}", field.help) for field in fields(model) if field.help)


@cache
def texts() -> tuple[Text, ...]:
    """Every text, the same text of one file and sort once."""
    found: dict[tuple[str, str, str], Text] = {}
    for text in (*from_code(), *from_data(), *from_help()):
        found.setdefault((text.file, text.sort if text.file.endswith(".py") else "", text.text), text)
    return tuple(found.values())


def page() -> str:
    """The texts, room by room."""
    lines, room = list[str](), ""
    for text in texts():
        if text.room != room:
            room = text.room
            lines += ["", f"== {room}"]
        lines.append(f"{text.sort:<8} {text.text!r}" if "\n" in text.text else f"{text.sort:<8} {text.text}")
    return "\n".join(lines[1:]) + "\n"


if __name__ == "__main__":
    if "--write" in sys.argv:
        KEPT.write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())
