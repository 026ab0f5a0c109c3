"""What stands around a step: the list of steps, the sheet so far, the problems, the book's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import budget, creation, derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.shown import points
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, WOUNDS, Asset
from saga_tui.games.saga.screens.builder import gearing
from saga_tui.games.saga.screens.builder.found import What
from saga_tui.games.saga.screens.builder.parts import Heading, TextRow, TextRows, TextSpec
from saga_tui.games.saga.screens.marks import ASSETS as LOOKS
from saga_tui.games.saga.screens.marks import DAMAGE, DOOM
from saga_tui.problem import Problem, counted
from saga_tui.safe import safe
from saga_tui.tally import Tally
from saga_tui.ui.marks import Boxes, Pips, Track
from saga_tui.ui.panel import Panel
from saga_tui.ui.review import LEVELS
from saga_tui.ui.rows import Number
from saga_tui.ui.why import Why
from saga_tui.words import plural

DONE: Final = "done"
"""The key of what comes after step 7."""
HEADS: Final = {"error": "Errors", "unfinished": "To do", "remark": "Notes", "allowed": "Allowed"}
"""What stands above the problems of each level."""
RULED: Final = "allowed"


@dataclass(frozen=True, slots=True)
class StepState:
    """A step for the list: its number, its name, whether it is done, and how much is left."""

    key: str
    title: str
    mark: str = "✓"
    style: str = "$good"
    note: str = ""


def states(problems: Sequence[Problem]) -> list[StepState]:
    """Every step with what is left of it, from what is found."""
    told = [_state(info, [item for item in problems if creation.step_of(item) == info.key]) for info in book.steps()]
    ready = not any(problem.stops_play for problem in problems)
    return [*told, StepState(DONE, "Sheet", "▶" if ready else "·", "$good" if ready else "$dim")]


def _state(info: book.StepInfo, found: Sequence[Problem]) -> StepState:
    title = info.title.split()[0]
    errors = [item for item in found if item.stops_play and item.level == "error"]
    left = sum(_count(item) for item in found if item.stops_play and item.level == "unfinished")
    if errors:
        return StepState(info.key, title, "✗", "$bad", plural(len(errors), "error"))
    if left:
        return StepState(info.key, title, "○", "$warn", f"{left} to do")
    unspent = next((item for item in found if item.code == "unspent"), None)
    if unspent is not None:
        return StepState(info.key, title, "✓", "$dim", f"{unspent.left.split()[0]} unspent")
    return StepState(info.key, title)


def _count(problem: Problem) -> int:
    """How many choices an unfinished problem stands for: `2 to choose` are two."""
    match = re.match(r"(\d+) to choose", problem.left)
    return int(match[1]) if match else 1


class StepBar(Widget):
    """The steps; a click goes to one."""

    @dataclass
    class Wanted(Message):
        """A step was clicked."""

        key: str

    states: reactive[tuple[StepState, ...]] = reactive(())
    current = reactive("")

    def want(self, index: int) -> None:
        """Asks for the step at that place."""
        if 0 <= index < len(self.states):
            self.post_message(self.Wanted(self.states[index].key))


class StepList(StepBar):
    """One step a line, in a border."""

    def on_mount(self) -> None:
        """The title in the border."""
        self.border_title = "Steps"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line a step, and one before the last."""
        return len(self.states) + 1

    def render(self) -> Content:
        """`▸ ✓ 2 Assets`, with what is left at the right end."""
        lines = [self._line(number, state) for number, state in enumerate(self.states, 1)]
        return Content("\n").join([*lines[:-1], Content(""), *lines[-1:]])

    def _line(self, number: int, state: StepState) -> Content:
        here = state.key == self.current
        start = Content.assemble(
            ("▸" if here else " ", "bold $key"),
            (f"{state.mark} ", state.style),
            (f"{number} ", "bold $key" if here else "$dim"),
            (state.title, "bold $key" if here else ""),
        )
        gap = self.content_size.width - start.cell_length - len(state.note)
        return Content.assemble(start, " " * max(1, gap), (state.note, "$dim"))

    def on_click(self, event: events.Click) -> None:
        """Goes to the step."""
        offset = event.get_content_offset(self)
        if offset is not None:
            last = len(self.states) - 1
            if offset.y != last:
                self.want(min(offset.y, last))


class StepTabs(StepBar):
    """All steps in one line; where it is too narrow, only the step at hand has its name."""

    def _cells(self) -> list[Content]:
        full = [self._cell(number, state, True) for number, state in enumerate(self.states, 1)]
        if sum(cell.cell_length for cell in full) <= self.content_size.width:
            return full
        return [self._cell(number, state, state.key == self.current) for number, state in enumerate(self.states, 1)]

    def _cell(self, number: int, state: StepState, named: bool) -> Content:
        here = state.key == self.current
        look = "bold $key reverse" if here else "$dim"
        return Content.assemble(
            (f" {number}", look),
            (state.mark, look if here else state.style),
            (f"{state.title}" if named else "", look),
            (" " if here else "", look),
        )

    def render(self) -> Content:
        """Number, mark and name of each."""
        return Content("").join(self._cells()).truncate(self.content_size.width)

    def on_click(self, event: events.Click) -> None:
        """Goes to the step."""
        offset = event.get_content_offset(self)
        at = 0
        for index, cell in enumerate(self._cells()):
            if offset is not None and at <= offset.x < at + cell.cell_length:
                self.want(index)
            at += cell.cell_length


class SheetSoFar(Panel):
    """Ratings, thresholds, the Doom Track, what is left to spend: all with their reasons."""

    def __init__(self) -> None:
        super().__init__(title="Sheet so far", id="sheet-so-far")
        self.character = Character()

    def compose(self) -> ComposeResult:
        """A row a number."""
        for asset in ASSETS:
            look = LOOKS[asset]
            yield Pips(look, asset.capitalize(), explain=partial(self._rating, asset), id=f"so-far-{asset}")
        for kind in WOUNDS:
            yield Boxes(DAMAGE[kind], kind.capitalize(), explain=partial(self._threshold, kind), id=f"so-far-{kind}")
        yield Track(DOOM, "Doom", explain=lambda: derive.doom_end(self.character), id="so-far-doom")
        yield Static(id="so-far-words", markup=False)
        for sums in self._budgets():
            yield Number(
                sums.step.capitalize(),
                "",
                label_width=10,
                explain=partial(self._cost, sums.step),
                id=f"so-far-{sums.step}",
            )

    def _rating(self, asset: Asset) -> Tally:
        return derive.rating(self.character, asset)

    def _threshold(self, kind: str) -> Tally:
        return derive.threshold(self.character, kind)

    def _cost(self, step: str) -> Why | None:
        name = next(sums.cost.name for sums in self._budgets() if sums.step == step)
        tallies = {tally.name: tally for tally in points(self.character)}
        return Why(tallies[name], more=(tallies[f"{name}:all"], tallies[f"{name}:left"]))

    def _budgets(self) -> list[budget.Budget]:
        character = self.character
        return [
            budget.assets_budget(character),
            budget.skills_budget(character),
            budget.gear_budget(character),
            budget.finishing_budget(character),
        ]

    def show(self, character: Character) -> None:
        """The numbers of the character as it is now."""
        self.character = character
        for asset in ASSETS:
            rating = derive.rating(character, asset).total
            self.query_one(f"#so-far-{asset}", Pips).show(rating, rating, f"{rating}")
        for kind in WOUNDS:
            threshold = derive.threshold(character, kind).total
            self.query_one(f"#so-far-{kind}", Boxes).show(0, threshold, f"{threshold}")
        end = derive.doom_end(character).total
        self.query_one("#so-far-doom", Track).show(0, end, f"{end}")
        by_points = {"assets": character.assets.method, "skills": character.skills.method}
        for sums in self._budgets():
            row = self.query_one(f"#so-far-{sums.step}", Number)
            row.display = not character.as_is and by_points.get(sums.step) != "priority"
            row.show(f"{sums.spent} of {sums.total}", f"{sums.left} left" if sums.left else "")
        self.query_one("#so-far-words", Static).update(self._words())

    def _words(self) -> Content:
        """Skills with ranks, best first, then perks and gear, by name."""
        character = self.character
        ranked = {skill: derive.ranks(character, skill).total for skill in SKILLS}
        lines = []
        for skill in sorted((skill for skill in SKILLS if ranked[skill]), key=lambda skill: -ranked[skill]):
            special = ", ".join(derive.specialties_of(character, skill))
            name = derive.skill_name(character, skill)
            lines.append(Content.assemble((f"{ranked[skill]:>2} ", "bold"), f"{safe(name)} ", (safe(special), "$dim")))
        lines.extend(Content.assemble((" ◈ ", "$title"), safe(perk.name)) for perk in derive.perks(character))
        for owned in derive.gear(character):
            pool = gearing.pool_words(character, owned.gear)
            lines.append(Content.assemble((" ◉ ", "$kismet"), f"{safe(owned.gear.name) or '…'} ", (pool, "$dim")))
        if character.as_is:
            lines.append(Content.styled("From paper", "$warn"))
        return Content("\n").join(lines)


class TodoPanel(Panel):
    """What the rules find; Enter opens the rule, `m` goes to where it is mended, `o` lets the group overrule it
    (CRE-11)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "pick('go')", "Fix", id="builder.mend", tooltip="Fix this problem"),
        Binding("o", "pick('rule')", "Allow", id="builder.overrule",
                tooltip="Allow this problem, or stop allowing it"),
    ]  # fmt: skip

    @dataclass
    class Picked(Message):
        """Something is wanted of a problem: its rule, the field that mends it, a ruling."""

        what: What
        finding: Problem

    def compose(self) -> ComposeResult:
        """A list a level."""
        for level in (*LEVELS, RULED):
            yield Heading(HEADS[level], id=f"heading-{level}")
            yield TextRows(id=f"found-{level}")
        yield Static(Content.styled("Nothing left to do.", "$good"), id="found-nothing")

    def show(self, problems: Sequence[Problem]) -> None:
        """These problems, errors first; those that the group overruled by themselves."""
        self.head("To do")
        for level in (*LEVELS, RULED):
            listed = [item for item in problems if (RULED if item.overruled else item.level) == level]
            heading = self.query_one(f"#heading-{level}", Heading)
            heading.display, heading.note = bool(listed), str(len(listed))
            self.query_one(f"#found-{level}", TextRows).show(finding_spec(problem) for problem in listed)
        self.query_one("#found-nothing").display = not problems

    def on_row_chosen(self, event: TextRow.Chosen) -> None:
        """Opens its rule."""
        event.stop()
        self._pick("open", event.row)

    def action_pick(self, what: What) -> None:
        """Wants that of the problem at hand."""
        self._pick(what, self.screen.focused)

    def _pick(self, what: What, row: Widget | None) -> None:
        if isinstance(row, TextRow) and isinstance(row.spec.data, Problem):
            self.post_message(self.Picked(what, row.spec.data))


def finding_spec(problem: Problem) -> TextSpec:
    """Return a problem as a row: what it says; an error with its fix, an allowed one with the reason."""
    mark, style = LEVELS[problem.level]
    if problem.overruled:
        return TextSpec(problem.message, problem.overruled, "", "*", "$warn", "$dim", data=problem, rule=problem.rule)
    head = "$dim" if problem.level == "remark" else "$foreground"
    fix = problem.fix if problem.level == "error" else ""
    return TextSpec(problem.message, fix, "", mark.strip(), style, head, data=problem, rule=problem.rule)


class TodoLine(Widget):
    """The problems in one line, for where there is no room for them; a click opens them."""

    class Opened(Message):
        """The problems are wanted."""

    problems: reactive[tuple[Problem, ...]] = reactive(())

    def render(self) -> Content:
        """How many of each, and the first."""
        if not self.problems:
            return Content.styled("✓ Nothing left to do", "$good")
        first = self.problems[0]
        mark, style = LEVELS[first.level]
        return Content.assemble(
            ("f ", "bold $key"), (f"{counted(self.problems)}  ", "$dim"), (mark, style), (safe(first.message), style)
        ).truncate(self.content_size.width, ellipsis=True)

    def on_click(self) -> None:
        """Opens them."""
        self.post_message(self.Opened())


class Strip(Widget):
    """The sheet so far in one line, for where there is no room for it."""

    character: reactive[Character] = reactive(Character(), init=False)

    def render(self) -> Content:
        """`▲5 ◆3 ●1 ★4  pain 4  doubt 2  fear 3  doom ········┃8`."""
        character = self.character
        parts: list[Content] = []
        for asset in ASSETS:
            rating = derive.rating(character, asset).total
            parts.append(Content.styled(f"{LOOKS[asset].full}{rating} ", LOOKS[asset].colour))
        for kind in WOUNDS:
            look = DAMAGE[kind]
            threshold = derive.threshold(character, kind).total
            parts.append(Content.assemble((f" {kind} ", "$dim"), (f"{look.empty}{threshold}", look.colour)))
        end = derive.doom_end(character).total
        parts.append(Content.assemble(("  doom ", "$dim"), (f"{DOOM.empty * min(end, 12)}┃{end}", DOOM.colour)))
        perks = ", ".join(safe(perk.name) for perk in derive.perks(character))
        parts.append(Content.styled(f"  {perks}", "$dim"))
        return Content("").join(parts).truncate(self.content_size.width, ellipsis=True)


class BookPanel(Panel):
    """What the book says about a step, in full: for wide screens."""

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="book-words", markup=False)

    def show(self, step: str) -> None:
        """The rules of the step."""
        info = next((one for one in book.steps() if one.key == step), None)
        self.head("The book", info.title if info else "")
        parts: list[Content] = []
        for rule_id in info.rules if info else ():
            rule = book.rule(rule_id)
            if rule is not None:
                parts.append(Content.assemble((rule.id, "bold $key"), (f"  {rule.title}\n", "bold $title"), rule.text))
        self.query_one("#book-words", Static).update(Content("\n\n").join(parts))
