"""What the keys of a screen are called, for key bar and help; the keys of a play screen, made from its actions; and the
rule at the focus, which a key looks up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

if TYPE_CHECKING:
    from saga_tui.ui.specs import Action, Pane

PALETTE = "command_palette"
SIGNS = {"slash": "/", "minus": "-", "plus": "+"}
"""What keys write whose names say nothing of it."""
MORE: Final = "app.help"
"""The key that lists all keys where `?` explains a number instead."""
_LAST = ("why", "help", PALETTE, "leave", "quit")
"""Actions that stand at the bar's end."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done, as the palette lists it: its words, its key if it has one, and what does it."""

    words: str
    key: str
    run: Callable[[], object]
    also: str = ""
    """Other words by which people look for it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One entry of the key bar: the keys as they are pressed, as they are drawn, and what they do."""

    keys: tuple[str, ...]
    shown: str
    words: str
    last: bool = False
    spare: bool = False
    """Whether it stands in the bar only where others have fallen away."""

    def content(self) -> Content:
        """Key and words."""
        return Content.assemble((self.shown, "bold $key"), (f" {self.words}", "$dim"))


def shown_key(screen: Screen[Any], binding: Binding) -> str:
    """A key as people write it: `^p`, `⏎`, `esc`, `?`."""
    return {"enter": "⏎", "escape": "esc", "space": "space"}.get(binding.key) or screen.app.get_key_display(binding)


def typed(screen: Screen[Any], binding: Binding) -> bool:
    """Return whether the key is a letter of the field in which the cursor is, and so does nothing else there."""
    focused = screen.focused
    if focused is None or binding.priority:
        return False
    return focused.check_consume_key(binding.key, SIGNS.get(binding.key) or key_to_character(binding.key))


def numbered(words: str, key: str) -> str:
    """`Go to card` of `Go to card 3`, where `3` is its key: one of a row of keys that do alike. Else nothing."""
    return words.removesuffix(f" {key}") if key and words.endswith(f" {key}") else ""


def row_of(keys: Sequence[str]) -> str:
    """Keys that do alike: `1–9` of three or more that follow each other, else each."""
    follow = all(len(key) == 1 for key in keys) and all(ord(b) - ord(a) == 1 for a, b in pairwise(keys))
    return f"{keys[0]}–{keys[-1]}" if follow and len(keys) > 2 else " ".join(keys)


def hints(screen: Screen[Any], *, apart: bool = False) -> list[Hint]:
    """The entries of the key bar: active, enabled bindings that want to be shown, one entry an action or group, what
    Enter does first. `apart`: an entry for each of a group."""
    merged: dict[str, list[Binding]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if typed(screen, binding):
            continue
        if binding.id == MORE and active.enabled:
            merged["more"] = [binding]
        if binding.show and binding.description and active.enabled and not binding.system:
            binding = replace(binding, group=None) if apart else binding
            group = f"group:{binding.group.description}" if binding.group else f"{binding.action}|{binding.description}"
            merged.setdefault(group, []).append(binding)
    spare = merged.pop("more", [])
    found = [_hint(screen, bindings) for bindings in merged.values()]
    if spare and not any(hint.words == spare[0].description for hint in found):
        found.append(replace(_hint(screen, spare), last=True, spare=True))
    return sorted(found, key=lambda hint: ("enter" not in hint.keys, hint.last, not hint.spare))


def _hint(screen: Screen[Any], bindings: list[Binding]) -> Hint:
    first = bindings[0]
    grouped = first.group is not None
    shown = " ".join(shown_key(screen, binding) for binding in bindings) if grouped else shown_key(screen, first)
    words = first.group.description if first.group else first.description
    last = first.action.removeprefix("app.") in _LAST
    return Hint(tuple(binding.key for binding in (bindings if grouped else bindings[:1])), shown, words, last)


def laid_out(entries: list[Hint], width: int, lines: int) -> tuple[list[list[Hint]], int]:
    """The entries on at most that many lines, and the blanks between two of them: fewer where room is short. What has
    none falls away, the entries for the bar's end last; where any does, the key that lists all of them is named."""
    whole = [hint for hint in entries if not hint.spare]
    for gap in (3, 2):
        rows = _wrapped(whole, width, gap)
        if len(rows) <= lines:
            return rows, gap
    kept = list(entries)
    while True:
        rows = _wrapped(kept, width, 2)
        if len(rows) <= lines or len(kept) <= 1:
            return rows[:lines], 2
        loose = [index for index, hint in enumerate(kept) if not hint.last]
        kept.pop(loose[-1] if loose else 0)


def _wrapped(entries: list[Hint], width: int, gap: int) -> list[list[Hint]]:
    rows: list[list[Hint]] = [[]]
    used = 0
    for hint in entries:
        size = hint.content().cell_length
        if rows[-1] and used + gap + size > width:
            rows.append([])
            used = 0
        used += size + (gap if rows[-1] else 0)
        rows[-1].append(hint)
    return rows


def play_keys(
    actions: Sequence[Action], panes: Sequence[Pane] = (), *, first: Sequence[str] = (), own: Sequence[Binding] = ()
) -> list[BindingType]:
    """The bindings of a play screen in the footer's order: those of the actions that have a key, the ones whose ids
    begin as `first` says before the others; then a screen's own, and those of every play screen."""

    def place(action: Action) -> int:
        return next((at for at, start in enumerate(first) if action.id.startswith(start)), len(first))

    groups = {action.group: Binding.Group(action.group) for action in actions if action.group}
    return [
        *(
            Binding(action.key, f"act('{action.id}')", action.words, show=action.shown, id=f"session.{action.id}",
                    tooltip=action.help, group=groups.get(action.group))
            for action in sorted((one for one in actions if one.key), key=place)
        ),
        *own,
        Binding("u", "undo", "Undo", id="session.undo", tooltip="Undo the last action"),
        Binding("U", "redo", "Redo", id="session.redo", show=False, tooltip="Redo the last undone action"),
        Binding("S", "sheet", "Sheet", id="session.sheet", show=False, tooltip="Sheet: read, save or print it"),
        Binding("C", "recap", "Recap", id="session.recap", show=False,
                tooltip="Recap: chapter by chapter, with charts"),
        Binding("l", "log", "Log", id="session.log", show=False, tooltip="Go to the log"),
        Binding("L", "journal", "Full log", id="session.journal", show=False,
                tooltip="Full log: read it, go back to any entry"),
        Binding("B", "versions", "Backups", id="session.versions", show=False,
                tooltip="Backups and versions: view or restore one"),
        Binding("T", "take_over", "Take over", id="session.take", tooltip="Take over or hand over editing"),
        Binding("tab", "next_pane", "Next", id="session.pane", show=False, tooltip="Go to the next panel"),
        *(
            Binding(str(at), f"pane({at - 1})", "", id=f"session.pane-{at}", show=False, tooltip=f"Go to {pane.words}")
            for at, pane in enumerate(panes, 1)
        ),
        *(
            Binding(action.old, f"act('{action.id}')", action.words, show=False, id=f"session.{action.id}-old")
            for action in actions if action.old
        ),
    ]  # fmt: skip


def in_menu(actions: Iterable[Action], name: str, document: Any) -> list[Action]:
    """What a menu lists now."""
    return [action for action in actions if action.menu == name and action.when(document)]


def unkeyed(actions: Sequence[Action], document: Any) -> list[Action]:
    """Those without a key that are possible now, each help once: what the palette lists beyond the keys."""
    seen = {action.help for action in actions if action.key and action.when(document)}
    found: dict[str, Action] = {}
    for action in actions:
        if not action.key and action.help not in seen and action.when(document):
            found.setdefault(action.help, action)
    return list(found.values())


RULE: Final = re.compile(r"\b[A-Z]{2,5}-\d{1,3}\b")
"""How the id of a rule looks in a text."""


def rule_at(screen: Screen[Any]) -> str:
    """The id of the rule at the focus, or nothing.

    A widget or screen says it by a method `rule_here()`, the focused one first, then what is around it. Where none
    does, it is the rule of the option at the cursor, or the first id in its text or in those of the dialog or prompt
    around the focus.
    """
    focused = screen.focused
    around: list[DOMNode] = [*focused.ancestors_with_self] if focused is not None else [screen]
    for node in around:
        said = getattr(node, "rule_here", None)
        rule = str(said()) if callable(said) else _option(node)
        if rule:
            return rule
    if isinstance(screen, ModalScreen):
        return _first_in(screen)
    box = next((node for node in around if isinstance(node, Widget) and node.query("#prompt-question")), None)
    return _first_in(box) if box is not None and not isinstance(box, Screen) else ""


def first_rule(text: str) -> str:
    """The first id of a rule in a text, or nothing."""
    found = RULE.search(text)
    return found[0] if found else ""


def _option(node: DOMNode) -> str:
    option = node.highlighted_option if isinstance(node, OptionList) else None
    if option is None:
        return ""
    return str(getattr(option, "rule", "")) or first_rule(_plain(option.prompt))


def _plain(shown: object) -> str:
    return shown.plain if isinstance(shown, Content) else str(shown)


def _first_in(node: DOMNode) -> str:
    return next(filter(None, map(first_rule, _texts(node))), "")


def _texts(node: DOMNode) -> Iterator[str]:
    for static in node.query(Static):
        if static.display:
            yield _plain(static.content)


def declared(node: DOMNode) -> Iterable[BindingType]:
    """All bindings of a node's class and of those that it extends, its own first."""
    kinds = [kind for kind in type(node).__mro__ if kind.__module__.startswith("saga_tui") or kind is type(node)]
    return [binding for kind in kinds for binding in vars(kind).get("BINDINGS", ())]
