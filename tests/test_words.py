"""The voice of every text that a person reads: plain words, the right plurals, the form of labels, hints and problems.

`tests/texts.py` gathers the texts. A line below says what is wrong and which word is better.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator

from tests.texts import CODE, KEPT, ROOT, RULE, Text, name_of, texts

BANNED = {
    r"mend(s|ed|ing)?": "fix",
    r"anew": "again, new",
    r"(strike|struck|strikes)": "skip, skipped",
    r"(take|takes) it(?! again)": "Accept, Apply, Choose, Use",
    r"(leave|leaves) it(?! (out|empty|blank|to)|\.)": "Cancel, Keep",
    r"(take|takes|taken|taking)( it| them)? back": "undo, undone; refund (a purchase)",
    r"(done|do|does) again": "redo, redone",
    r"(bring|brings|brought)( it| them)? back": "restore, restored",
    r"(comes?|came) back": "recover",
    r"(lie|lies|lying) on the table": "roll in progress",
    r"one's": "your",
    r"nobody": "no one, say who cannot",
    r"somebody": "someone",
    r"beside the rules": "house ruling",
    r"all the same": "anyway",
    r"otherwise than": "not as",
    r"as it stands": "from paper, as it is now",
    r"as it lies": "the result",
    r"shall": "should, will",
    r"sound": "valid",
    r"(?<!equals )signs": "symbols, ASCII",
    r"(borne|bears?)": "without a consequence; applies",
    r"beyond": "over",
    r"suffer(s|ed)?": "take, took",
    r"overrul(e|es|ed|ing)": "allow, allowed",
    r"(findings?|unfinished|remarks?)": "problem, to do, note",
    r"(regain|regains|regained)": "recover",
    r"(ease|eases|eased)": "reduce",
    r"(copy of the program|other copy|another copy)": "window",
    r"journal": "log",
    r"its memory": "saved history",
    r"(?<!not )taken over": "merged",
    r"dear": "costs extra",
    r"stands? (in )?for": "replaces, counts as",
    r"is there already": "already exists",
    r"put right": "fix",
    r"story so far": "recap",
}
"""What no text says, with what it says instead."""
API = re.compile(r"^(With --json|Examples): .*|--[a-z-]+|saga-tui do \S+ [a-z-]+", re.DOTALL)
"""Names of options, commands and fields: they stand in journals and scripts, and keep their old words."""

EXEMPT = {
    "saga_tui/games/saga/book/ideas/": "names and ideas in the author's words",
    "saga_tui/games/saga/book/traits.toml": "names of traits",
    "saga_tui/games/saga/rules/surprise_parts.py": "names of specialties",
    "saga_tui/games/world/book/ideas.toml": "names and ideas in the author's words",
    "saga_tui/games/sagas/book/ideas.toml": "names and ideas in the author's words",
    "saga_tui/games/sagas/settings/files/": "names and ideas of game worlds",
    "saga_tui/games/saga/settings/files/": "names and ideas of game worlds",
}
"""Files whose words are free, each with the reason."""
ALLOWED = {
    ("saga_tui/games/saga/book/pushes.toml", "strike"): "a blow in a story",
    ("saga_tui/games/saga/book/pushes.toml", "remark"): "said in a story",
    ("saga_tui/games/saga/book/skills.toml", "sound"): "heard in a story",
    ("saga_tui/games/saga/book/skills.toml", "strike"): "a blow in a story",
    ("saga_tui/games/sagas/book/switches.toml", "strikes"): "blows of a martial art",
    ("saga_tui/games/sagas/rules.toml", "strike"): "a blow in a fight",
    ("saga_tui/games/sagas/rules.toml", "strikes"): "blows of a martial art",
    ("saga_tui/games/world/book/actions.toml", "strike"): "the name of an action",
    ("saga_tui/games/world/book/actions.toml", "remark"): "the name of an action",
    ("saga_tui/games/world/book/actions.toml", "mend"): "the name of an action",
    ("saga_tui/games/world/book/conditions.toml", "strike"): "the name of an action",
    ("saga_tui/games/world/rules.toml", "strike"): "the name of an action",
    ("saga_tui/games/world/rules.toml", "mend"): "the name of an action",
    ("saga_tui/games/world/book/deeds.toml", "mend"): "the name of an action",
    ("saga_tui/games/sagas/settings/__init__.py", "strikes"): "a field of a martial art",
    ("saga_tui/games/sagas/settings/template.toml", "strikes"): "a field of a martial art",
    ("saga_tui/games/sagas/book/technology.toml", "beyond"): "the name of a level",
    ("saga_tui/store/external_edits.py", "journal"): "a field of an entry, read by earlier versions",
}
"""A banned word that one file may use, with the reason: `(file, word) → why`."""
WITH_RULES = {
    "saga_tui/games/saga/book/": "the book's texts carry the ids that `/` shows",
    "saga_tui/games/sagas/book/": "as in Saga",
    "saga_tui/games/world/book/": "as in Saga",
    "saga_tui/games/fate/book/": "as in Saga",
    "saga_tui/games/heroes/book/": "as in Saga",
    "saga_tui/ui/rule_book.py": "the rule book, opened by `/`",
    "saga_tui/cli/why.py": "`why` names the rule of each term",
    "saga_tui/cli/rules.py": "`rules` looks rules up by their id, `automation` sets a row by its own",
    "saga_tui/games/saga/rules/automation.py": "the list of what the app does for each rule",
    "saga_tui/games/saga/gm/rules.py": "the same of a table",
    "saga_tui/games/saga/help.toml": "examples of `rules` name ids",
    "saga_tui/games/sagas/help.toml": "examples of `rules` name ids",
    "saga_tui/games/world/help.toml": "examples of `rules` name ids",
    "--help": "examples of `rules` and `automation` name ids",
}
"""Where a text may hold a rule's id, with the reason."""

COUNTED = (
    "dice|marks|hitches|rounds|pushes|steps|points|ranks|consequences|entries|values|changes|days|pages|times|scenes|"
    "chapters|rulings|errors|skills|specialties|tokens|perks|events|lines|characters|problems|choices"
)
FIXED = re.compile(
    r"(?<!\d)\{(?!2 |asset|kind|what|word|level|name|place|field|said|capitalize|title|[A-Z]+)"
    rf"[^{{}}]*\}} (?:(?:drive|net|free|doom|more) )?({COUNTED})\b|\b1 ({COUNTED})\b"
)
LABELS = {("Binding", 2), ("Group", 0), ("Action", 1)}
HINTS = {("Binding", "tooltip"), ("Action", 2), ("Action", "about"), ("Offer", 2), ("AskText", "placeholder")}
SENTENCES = LABELS | {
    ("Action", 2),
    ("Offer", 1),
    ("notify", 0),
    ("object", 1),
    ("object", 2),
    ("Problem", 3),
    ("Problem", 4),
}


def free(text: Text) -> bool:
    return text.file.startswith(tuple(EXEMPT))


def told(found: Iterator[str]) -> str:
    return "\n".join(found)


def test_no_text_has_a_banned_word() -> None:
    def found() -> Iterator[str]:
        for text in texts():
            if not free(text):
                bare = re.sub(API, "", re.sub(r"\{[^{}]*\}", "{}", text.text))
                for word, better in BANNED.items():
                    match = re.search(rf"\b{word}\b", bare, re.IGNORECASE)
                    if match and (text.file, match[0].lower()) not in ALLOWED:
                        yield f"{text.file}:{text.line}: “{match[0]}” (better: {better}) in: {text.text}"

    assert not (wrong := told(found())), wrong


def test_each_exception_is_needed() -> None:
    for file, word in ALLOWED:
        assert any(text.file == file and word in text.text.lower() for text in texts()), (file, word)


def test_no_number_stands_before_a_fixed_plural() -> None:
    wrong = told(
        f"{text.file}:{text.line}: use plural(): {text.text}"
        for text in texts()
        if not free(text) and FIXED.search(text.text)
    )
    assert not wrong, wrong


def test_no_percentage_has_a_space() -> None:
    wrong = told(f"{text.file}: {text.text}" for text in texts() if not free(text) and re.search(r"[\d}] %", text.text))
    assert not wrong, wrong


def test_no_rule_id_stands_in_an_ordinary_line() -> None:
    wrong = told(
        f"{text.file}:{text.line}: {text.text}"
        for text in texts()
        if not free(text) and not text.file.startswith(tuple(WITH_RULES)) and RULE.search(text.text.replace("UTF-", ""))
    )
    assert not wrong, wrong


def test_labels_hints_and_sentences_have_their_form() -> None:
    def found() -> Iterator[str]:
        for text in texts():
            place, words = (text.call, text.at), text.text
            if free(text):
                continue
            if place in SENTENCES and words[0].islower() and not words.startswith("saga-tui"):
                yield f"{text.file}:{text.line}: begin with a capital: {words}"
            if place in LABELS and (len(words) > 24 or words.endswith(".")):
                yield f"{text.file}:{text.line}: at most 24 letters, no full stop: {words}"
            if place in HINTS and len(words) > 76:
                yield f"{text.file}:{text.line}: at most 76 columns: {words}"

    assert not (wrong := told(found())), wrong


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(CODE.rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        yield file, ast.parse(path.read_text(encoding="utf-8"))


def test_no_plural_is_made_by_hand() -> None:
    """`"s" if n != 1 else ""` and its like: `saga_tui/words.py` has `plural` and `inflect`."""

    def found() -> Iterator[str]:
        for file, tree in trees():
            for node in ast.walk(tree):
                if isinstance(node, ast.IfExp) and isinstance(node.test, ast.Compare) and _one(node.test):
                    words = [part.value for part in (node.body, node.orelse) if isinstance(part, ast.Constant)]
                    if len(words) == 2 and all(re.fullmatch("[a-z]*", str(word)) for word in words):
                        yield f"{file}:{node.lineno}: {ast.unparse(node)}"
                if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and ast.unparse(node.left) == "'s'":
                    yield f"{file}:{node.lineno}: {ast.unparse(node)}"

    assert not (wrong := told(found())), wrong


def _one(test: ast.Compare) -> bool:
    return isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value == 1


def test_each_problem_says_how_to_fix_it() -> None:
    def found() -> Iterator[str]:
        for file, tree in trees():
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and name_of(node.func) in ("object", "Problem"):
                    at = {"object": 2, "Problem": 4}[name_of(node.func)]
                    plain = not any(isinstance(one, ast.Starred) for one in node.args)
                    fix = node.args[at] if plain and len(node.args) > at else None
                    if isinstance(fix, ast.Constant) and not fix.value:
                        yield f"{file}:{node.lineno}: {ast.unparse(node)}"

    assert not (wrong := told(found())), wrong


def test_the_page_of_all_texts_is_the_current_one() -> None:
    """A reviewer reads each changed sentence in the difference of `tests/texts.txt`."""
    found = subprocess.run([sys.executable, "-m", "tests.texts"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert KEPT.read_text(encoding="utf-8") == found.stdout, "python -m tests.texts --write, then read the difference"


def test_everything_is_gathered() -> None:
    """One text of each kind, so that the gathering itself cannot go blind."""
    known = {(text.sort, text.text) for text in texts()}
    for one in (
        ("log", "{title} has met their doom"),
        ("text", "Choose one of: {join}."),
    ):
        assert one in known, one
    assert {"key", "action", "offer", "toast", "log", "problem", "help", "text"} <= {text.sort for text in texts()}
    assert {"--help", "do --list"} <= {text.file for text in texts()}
