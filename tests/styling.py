"""Styles in tests: what a stylesheet said once it says again, for all apps; nothing is asked twice.

What Textual works out is worked out by Textual, the first time; after that it is remembered by all that it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from textual import _callback
from textual.app import App
from textual.css.match import _check_selectors
from textual.css.model import SelectorSet
from textual.css.stylesheet import Stylesheet
from textual.css.tokenize import tokenize_values
from textual.design import ColorSystem
from textual.dom import DOMNode
from textual.layouts.factory import get_layout
from textual.reactive import Reactive

DISABLED: Final = {"disabled", "enabled"}
Rules = dict[str, Any]
OF_THE_APP: Final = {"dark", "light", "inline", "ansi", "nocolor"}
"""Pseudo-classes that all widgets of an app have or have not."""


def parsed_once() -> Callable[..., Any]:
    """How a stylesheet parses a source: each text with the same variables once for all apps, not once for each."""
    parse, parsed, places = Stylesheet._parse_rules, dict[object, Any](), dict[object, int]()

    def rules(sheet: Any, *given: Any, **named: Any) -> Any:
        if getattr(sheet, "_placed", None) is not sheet._variables:
            sheet._placed = sheet._variables
            sheet._place = places.setdefault(tuple(sheet._variables.items()), len(places))
        key = (given, tuple(named.items()), sheet._place)
        if key not in parsed:
            parsed[key] = parse(sheet, *given, **named)
        return parsed[key]

    return rules


class Kept(Rules):
    """Rules that are kept, and what became of them on the first node that got them."""

    made: Rules | None = None


class Asked(NamedTuple):
    """What the rules that could match a node ask for: pseudo-classes of the app, those of itself and the nodes above
    it, and the four marks that Textual keeps on the node."""

    of_app: tuple[str, ...]
    of_nodes: tuple[str, ...]
    marks: tuple[bool, bool, bool, bool]


class Known:
    """What one list of rules said: by the kind of a node what could match it, and by all that stands above it and
    itself which rules it got; `None` where there are none."""

    def __init__(self, rules: list[Any]) -> None:
        self.rules = rules
        """Kept, so that no other rule is ever taken for one of them."""
        self.asked: dict[object, Asked] = {}
        self.got: dict[object, Kept | None] = {}

    def ask(self, sheet: Stylesheet, node: DOMNode) -> Asked:
        """What could match the node asks for."""
        kind = type(node), node._id, node.classes
        if kind not in self.asked:
            names = sheet.rules_map.keys() & node._selector_names
            found = {one for name in names for rule in sheet.rules_map[name] for one in rule.pseudo_classes}
            marks = (
                "hover" in found,
                "focus-within" in found,
                not found.isdisjoint({"first-of-type", "last-of-type", "first-child", "last-child", "empty"}),
                "odd" in found or "even" in found,
            )
            self.asked[kind] = Asked(tuple(found & OF_THE_APP), tuple(found - OF_THE_APP), marks)
        return self.asked[kind]


def applied_once() -> Callable[..., None]:
    """How a stylesheet gives a node its styles: worked out once for each place that nodes alike have in apps alike.
    Which rules it got, Textual tells by its own cache, once nothing is kept out of that."""
    apply, sheets = Stylesheet.apply, dict[object, Known]()

    def known(sheet: Any) -> Known:
        rules = sheet.rules
        if getattr(sheet, "_known_rules", None) is not rules:
            sheet._known_rules = rules
            sheet._known = sheets.setdefault(tuple(map(id, rules)), Known(rules))
        found: Known = sheet._known
        return found

    def styled(sheet: Stylesheet, node: DOMNode, *, animate: bool = False, cache: Any = None) -> None:
        path = node.css_path_nodes
        said = known(sheet)
        asked = said.ask(sheet, node)
        if not isinstance(path[0], App):
            apply(sheet, node, animate=animate)
            return
        app_has = path[0]._PSEUDO_CLASSES
        key: tuple[object, ...] = (
            *[app_has[name](path[0]) if name in app_has else None for name in asked.of_app],
            *[(type(one), one._id, one.classes, *_has(one, asked.of_nodes)) for one in path],
        )
        if key not in said.got:
            box: dict[tuple[Any, ...], Any] = {}
            apply(sheet, node, animate=animate, cache=box)
            said.got[key] = next((Kept(rules) for rules in box.values()), None)
            return
        node._has_hover_style, node._has_focus_within, node._has_order_style, node._has_odd_or_even = asked.marks
        if (rules := said.got[key]) is not None:
            sheet.replace_rules(node, rules, animate=animate)  # type: ignore[arg-type]
        sheet._process_component_classes(node)

    return styled


def _has(node: DOMNode, names: tuple[str, ...]) -> list[bool | None]:
    """Which of the pseudo-classes it has. Whether it is disabled is said by all above it together, each for itself."""
    checks: Any = node._PSEUDO_CLASSES
    return [
        None if name not in checks else node.disabled if name in DISABLED else checks[name](node)  # type: ignore[attr-defined]
        for name in names
    ]


def replaced_at_once() -> Callable[..., None]:
    """How a stylesheet gives a widget its rules: not again where it has them; to a new one as to the first that got
    them; to one that got others only those that differ; and where none of them moves, nothing is asked about moving,
    which takes two tables of all rules."""
    replace = Stylesheet.replace_rules

    def rules(node: Any, rules: Any, animate: bool = False) -> None:
        base = node.styles.base
        if not isinstance(rules, Kept) or rules.get("transitions"):
            replace(node, rules, animate=animate and bool(rules.get("transitions")))
            base._given = None
            return
        if getattr(base, "_given", None) == (id(rules), base._updates):
            node.notify_style_update()
        elif rules.made is not None and not base._rules and not node._is_mounted:
            base._rules.update(rules.made)
            base._updates += 1
            if "layout" in base._rules:
                base._rules["layout"] = get_layout(base._rules["layout"].name)
            if node.parent:
                node._nodes.updated()
            node.notify_style_update()
        elif rules.made is not None:
            for name in base._rules.keys() | rules.made.keys():
                if name == "layout" or base._rules.get(name) != rules.made.get(name):
                    setattr(base, name, rules.get(name))
            node.notify_style_update()
        else:
            fresh = not base._rules
            replace(node, cast("Any", rules), animate=False)
            rules.made = dict(base._rules) if fresh else rules.made
        base._given = (id(rules), base._updates)

    return rules


def matched_from_the_end() -> Callable[..., bool]:
    """Whether a node is one of those that a query asks for: what is said of the node itself is looked at before the
    nodes above it are gathered."""

    def match(selectors: Iterable[SelectorSet], node: DOMNode) -> bool:
        return any(
            _check_selectors(one.selectors, node.css_path_nodes)
            for one in selectors
            if not one.selectors or one.selectors[-1].check(node)
        )

    return match


def known_at_once() -> Callable[..., Any]:
    """How a reactive attribute is read that was set before: by its name, but for those that are computed."""
    get, plain = Reactive.__get__, set[tuple[type, str]]()

    def known(reactive: Any, node: Any, kind: Any = None) -> Any:
        if node is not None and (node.__class__, reactive.name) in plain:
            try:
                return node.__dict__[reactive.internal_name]
            except KeyError:
                pass
        found = get(reactive, node, kind)
        if node is not None and not hasattr(node, reactive.compute_name):
            plain.add((node.__class__, reactive.name))
        return found

    return known


class Nothing:
    """A cache that keeps nothing."""

    def get(self, _key: object) -> None:
        """Nothing is found."""

    def __setitem__(self, _key: object, _value: object) -> None:
        """It is let go."""


def uncached() -> Callable[[int], Nothing]:
    """The caches of a line that is drawn: seven are made for each, and a line in a test is drawn once."""
    nothing = Nothing()
    return lambda _size: nothing


def counted_once() -> Callable[..., int]:
    """How many parameters a function takes: it is looked up once for each place where one is written, not for each of
    the functions that are made there."""
    count, known = _callback._count_parameters, dict[object, int]()

    def counted(function: Any) -> int:
        code = getattr(function, "__code__", None)
        if code is None or hasattr(function, "__wrapped__") or hasattr(function, "__signature__"):
            return count(function)
        if code not in known:
            known[code] = count(function)
        return known[code]

    return counted


def tokens_known() -> Callable[[dict[str, str]], Any]:
    """The tokens of an app's variables: once for all apps with the same."""
    known = lru_cache(maxsize=32)(lambda items: tokenize_values(dict(items)))
    return lambda values: known(tuple(values.items()))


def generated_once() -> Callable[[ColorSystem], dict[str, str]]:
    """The colours that follow from those of a theme: once for all apps with the same."""
    generate, known = ColorSystem.generate, dict[object, dict[str, str]]()

    def generated(system: ColorSystem) -> dict[str, str]:
        key = repr(vars(system))
        if key not in known:
            known[key] = generate(system)
        return dict(known[key])

    return generated
