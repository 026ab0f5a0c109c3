"""Which rule stands where the focus is, on any screen: what the key that looks it up opens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from textual.content import Content
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

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
