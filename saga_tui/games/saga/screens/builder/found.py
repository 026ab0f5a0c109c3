"""What the rules find: the list, one problem with its rule, and the group's word on it (CRE-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static

from saga_tui.engine.deciding import Allow, RemoveRuling
from saga_tui.games.saga import book
from saga_tui.games.saga.screens.builder.desk import Desk
from saga_tui.problem import LEVEL_WORDS, Problem
from saga_tui.safe import safe
from saga_tui.ui.dialogs import AskText, Dialog, PickList, RuleOption, plain
from saga_tui.ui.hanging import hanging
from saga_tui.ui.review import LEVELS, REASON, USUAL, problem_content

What = Literal["open", "go", "rule"]
"""What is wanted of a problem: its rule, the field on which it is mended, a ruling."""
Picked = tuple[What, Problem]


class TodoDialog(Dialog[Picked]):
    """All problems with what mends them; Enter opens the rule, `m` goes and mends it, `o` overrules it."""

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "pick('open')", "Details", id="findings.open", priority=True),
        Binding("m", "pick('go')", "Fix", id="findings.go"),
        Binding("o", "pick('rule')", "Allow", id="findings.rule"),
        Binding("escape,f,q", "leave", "Close", id="findings.leave"),
    ]

    def __init__(self, title: str, problems: Sequence[Problem], question: str = "") -> None:
        super().__init__()
        self.title_text, self.problems, self.question = title, tuple(problems), question

    def compose_body(self) -> ComposeResult:
        """The list."""
        yield plain(self.question if self.problems else "Nothing left to do.", "dialog--question")
        yield PickList(*(RuleOption(hanging(problem_content(problem), 2), problem.rule) for problem in self.problems))

    def on_mount(self) -> None:
        """Begins at the first."""
        options = self.query_one(OptionList)
        options.display = bool(self.problems)
        options.highlighted = 0 if self.problems else None
        options.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a problem can be opened, fixed or allowed."""
        return bool(self.problems) if action == "pick" else True

    def action_pick(self, what: What) -> None:
        """Answers with the problem at the cursor."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.dismiss((what, self.problems[at]))

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        self.action_pick("open")


class FindingDialog(Dialog[What]):
    """One problem with the rule behind it. Enter goes and mends it, `o` overrules it, `/` opens the book there."""

    wide = True
    title_text = "Problem"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,m", "pick('go')", "Fix", id="finding.go"),
        Binding("o", "pick('rule')", "Allow", id="finding.rule"),
        Binding("slash", "app.look_up", "Rule", id="finding.book", tooltip="Look up the rule"),
        Binding("escape,q", "leave", "Close", id="finding.leave"),
    ]

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.finding = problem

    def compose_body(self) -> ComposeResult:
        """The problem, and its rule's words."""
        yield Static(finding_text(self.finding), classes="dialog--finding")
        entry = book.rule(self.finding.rule)
        if entry is not None:
            yield Static(
                Content.assemble(
                    (entry.id, "bold $key"), (f"  {safe(entry.title)}\n", "bold $title"),
                    (f"{safe(entry.chapter)} › {safe(entry.section)}\n\n", "$dim"),
                    safe(entry.text, one_line=False, limit=5000),
                )
            )  # fmt: skip

    def on_mount(self) -> None:
        """The arrows scroll."""
        body = self.query_one("#dialog-body")
        body.can_focus = True
        body.focus()

    def rule_here(self) -> str:
        """The problem's rule."""
        return self.finding.rule

    def action_pick(self, what: What) -> None:
        """Answers so."""
        self.dismiss(what)


def finding_text(problem: Problem) -> Content:
    """A problem line by line: its level and message, what was asked, what it costs, what is left, how to mend it."""
    mark, style = LEVELS[problem.level]
    sums = (("needed", problem.asked), ("cost", problem.cost), ("left", problem.left))
    lines = [
        Content.assemble((mark, style), (LEVEL_WORDS[problem.level].capitalize(), style), f"  {safe(problem.message)}")
    ]
    lines += [Content.assemble((f"  {name.ljust(7)} ", "$dim"), safe(said)) for name, said in sums if said]
    lines.append(Content.assemble(("  fix     ", "$dim"), safe(problem.fix)))
    if problem.overruled:
        lines.append(Content.assemble(("  allowed ", "$warn"), safe(problem.overruled)))
    return Content("\n").join(lines)


async def overrule(app: App[None], desk: Desk, problem: Problem) -> None:
    """The group overrules a problem with a reason, or takes its ruling back (CRE-11)."""
    if problem.overruled:
        rulings = desk.character.rulings
        at = next((index for index, ruling in enumerate(rulings) if ruling.finding == problem.key), None)
        if at is not None:
            desk.do(RemoveRuling(ruling=at))
        return
    question = f"{problem.message}.\nWhy does your group allow it? {USUAL}"
    dialog = AskText("Allow a problem", question, optional=True, enter="Allow")
    dialog.rule = problem.rule
    reason = await app.push_screen_wait(dialog)
    if reason is not None:
        reason = reason or REASON
        desk.do(Allow(finding=problem.key, reason=reason))


async def attend(app: App[None], desk: Desk, what: What, problem: Problem) -> Problem | None:
    """Does what is wanted of a problem; gives it back where the field that mends it is wanted."""
    wanted = await app.push_screen_wait(FindingDialog(problem)) if what == "open" else what
    if wanted == "rule":
        await overrule(app, desk, problem)
    return problem if wanted == "go" else None
