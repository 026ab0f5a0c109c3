"""What the rules find: all of it in a dialog, a panel or a line, one with its rule, and the group's word on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import OptionList, Static

from saga_tui.engine.book import RuleText
from saga_tui.engine.deciding import Allow, RemoveRuling
from saga_tui.problem import LEVEL_WORDS, Problem, counted
from saga_tui.safe import safe
from saga_tui.ui.builder.widgets import Heading, TextRow, TextRows, TextSpec
from saga_tui.ui.dialogs import AskText, Dialog, PickList, RuleOption, paragraph
from saga_tui.ui.panel import Laid, Panel, Text, hanging
from saga_tui.ui.rulings import LEVELS, REASON, USUAL, problem_content
from saga_tui.ui.terminal import at_rest

if TYPE_CHECKING:
    from saga_tui.ui.builder.session import BuilderSession

What = Literal["open", "go", "rule"]
"""What is wanted of a problem: its rule, the field that fixes it, a ruling."""
Picked = tuple[What, Problem]


HEADS: Final = {"error": "Errors", "unfinished": "To do", "remark": "Notes", "allowed": "Allowed"}
"""What stands above the problems of each level."""
RULED: Final = "allowed"
ROOMY: Final = 50
"""Lines of the terminal from which on each problem has its fix below it."""
FEW: Final = 3
"""So many things to do have it anyway."""


class TodoDialog(Dialog[Picked]):
    """All problems with their fixes; Enter opens the rule, `m` goes to the fix, `o` allows it."""

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
        yield paragraph(self.question if self.problems else "Nothing left to do.", "dialog--question")
        yield PickList(*(RuleOption(hanging(problem_content(problem), 2), problem.rule) for problem in self.problems))

    def on_mount(self) -> None:
        """Begin at the first."""
        options = self.query_one(OptionList)
        options.display = bool(self.problems)
        options.highlighted = 0 if self.problems else None
        options.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a problem can be opened, fixed or allowed."""
        return bool(self.problems) if action == "pick" else True

    def action_pick(self, what: What) -> None:
        """Answer with the problem at the cursor."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.dismiss((what, self.problems[at]))

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        self.action_pick("open")


class FindingDialog(Dialog[What]):
    """One problem with the rule behind it. Enter goes to the fix, `o` allows it, `/` opens the book there."""

    wide = scrolls = True
    title_text = "Problem"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,m", "answer('go')", "Fix", id="finding.go"),
        Binding("o", "answer('rule')", "Allow", id="finding.rule"),
        Binding("slash", "app.look_up", "Rule", id="finding.book", tooltip="Look up the rule"),
        Binding("escape,q", "leave", "Close", id="finding.leave"),
    ]

    def __init__(self, problem: Problem, entry: RuleText | None = None) -> None:
        super().__init__()
        self.finding, self.entry = problem, entry

    def compose_body(self) -> ComposeResult:
        """The problem, and its rule's words."""
        yield Text(finding_text(self.finding), classes="dialog--finding")
        entry = self.entry
        if entry is not None:
            yield Text(
                Content.assemble(
                    (entry.id, "bold $key"), (f"  {safe(entry.title)}\n", "bold $title"),
                    (f"{safe(entry.chapter)} › {safe(entry.section)}\n\n", "$dim"),
                    safe(entry.text, one_line=False, limit=5000),
                )
            )  # fmt: skip

    def rule_here(self) -> str:
        """The problem's rule."""
        return self.finding.rule


def finding_text(problem: Problem) -> Content:
    """A problem line by line: its level and message, what is needed, what it costs, what is left, the fix."""
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


async def allow(app: App[None], builder: BuilderSession, problem: Problem) -> None:
    """Allow a problem with the group's reason, or remove that ruling."""
    if problem.overruled:
        rulings = builder.document.rulings
        at = next((index for index, ruling in enumerate(rulings) if ruling.finding == problem.key), None)
        if at is not None:
            builder.do(RemoveRuling(ruling=at))
        return
    question = f"{problem.message}.\nWhy does your group allow it? {USUAL}"
    dialog = AskText("Allow a problem", question, optional=True, enter="Allow")
    dialog.rule = problem.rule
    reason = await app.push_screen_wait(dialog)
    if reason is not None:
        builder.do(Allow(finding=problem.key, reason=reason or REASON))


async def attend(app: App[None], builder: BuilderSession, what: What, problem: Problem) -> Problem | None:
    """Do what is wanted of a problem; give it back where the field that fixes it is wanted."""
    entry = builder.session.game.book.rule(problem.rule)
    wanted = await app.push_screen_wait(FindingDialog(problem, entry)) if what == "open" else what
    if wanted == "rule":
        await allow(app, builder, problem)
    return problem if wanted == "go" else None


class TodoPanel(Panel):
    """What the rules find; Enter opens the rule, `m` goes to where it is fixed, `o` lets the group allow it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "pick('go')", "Fix", id="builder.mend", tooltip="Fix this problem"),
        Binding("o", "pick('rule')", "Allow", id="builder.overrule",
                tooltip="Allow this problem, or stop allowing it"),
    ]  # fmt: skip

    @dataclass
    class Picked(Message):
        """Something is wanted of a problem: its rule, the field that fixes it, a ruling."""

        what: What
        finding: Problem

    _shown: tuple[tuple[Problem, ...], Callable[[Problem], str]] | None = None
    _roomy = False

    def on_resize(self) -> None:
        """With room, how each is fixed."""
        super().on_resize()
        at_rest(self, self._show_anew)

    def _show_anew(self) -> None:
        if self._shown is not None and self._roomy != (self.app.size.height >= ROOMY):
            self.call_after_refresh(self.show, *self._shown)

    def compose(self) -> ComposeResult:
        """A list a level, below what is said where nothing is left."""
        yield Text(Content.assemble(("✓ Ready to play. ", "bold $good"), "Press ", ("g", "bold $key"), " to start."),
                     id="found-nothing")  # fmt: skip
        for level in (*LEVELS, RULED):
            yield Heading(HEADS[level], id=f"heading-{level}")
            yield TextRows(id=f"found-{level}")

    def show(self, problems: Sequence[Problem], key: Callable[[Problem], str] = lambda _problem: "") -> None:
        """These problems, errors first, each with the key of its step; those that the group allowed by themselves."""
        self._shown, self._roomy = (tuple(problems), key), self.app.size.height >= ROOMY
        left = sum(problem.stops_play for problem in problems)
        self.head("To do", str(left) if left else "ready")
        by_level = {level: [item for item in problems if _group(item) == level] for level in (*LEVELS, RULED)}
        for level, listed in by_level.items():
            heading = self.query_one(f"#heading-{level}", Heading)
            heading.display = bool(listed) and (level != "unfinished" or bool(by_level["error"]))
            heading.note = str(len(listed))
            self.query_one(f"#found-{level}", TextRows).show(
                finding_spec(item, key(item), told=self._roomy or (level == "unfinished" and len(listed) <= FEW))
                for item in listed
            )
        nothing = self.query_one("#found-nothing", Static)
        nothing.display = not left

    def on_row_chosen(self, event: TextRow.Chosen) -> None:
        """Open its rule."""
        event.stop()
        self._pick("open", event.row)

    def action_pick(self, what: What) -> None:
        """Wants that of the problem at hand."""
        self._pick(what, self.screen.focused)

    def _pick(self, what: What, row: Widget | None) -> None:
        if isinstance(row, TextRow) and isinstance(row.spec.data, Problem):
            self.post_message(self.Picked(what, row.spec.data))


def _group(problem: Problem) -> str:
    return RULED if problem.overruled else problem.level


def finding_spec(problem: Problem, key: str = "", *, told: bool = False) -> TextSpec:
    """Return a problem as a row: what it says, and the key of the step on which it is fixed; an error with its fix
    (each, where all is told), an allowed one with the reason."""
    mark, style = LEVELS[problem.level]
    if problem.overruled:
        return TextSpec(problem.message, problem.overruled, "", "*", "$warn", "$dim", data=problem, rule=problem.rule)
    head = "$dim" if problem.level == "remark" else "$foreground"
    fix = problem.fix if told or problem.level == "error" else ""
    return TextSpec(
        problem.message, fix, key, mark.strip(), style, head, data=problem, rule=problem.rule, note_style="bold $key"
    )


class TodoLine(Laid):
    """The problems in one line, for where there is no room for them; a click opens them."""

    class Opened(Message):
        """The problems are wanted."""

    problems: reactive[tuple[Problem, ...]] = reactive(())

    def render(self) -> Content:
        """How many of each, and the first."""
        if not any(problem.stops_play for problem in self.problems):
            return Content.assemble(("✓ Ready to play. ", "bold $good"), "Press ", ("g", "bold $key"), " to start.")
        first = self.problems[0]
        mark, style = LEVELS[first.level]
        return Content.assemble(
            ("f ", "bold $key"),
            (f"{counted(self.problems)}  ", "$dim"),
            (mark, style),
            (safe(first.message), style),
            (f"  {safe(first.fix)}", "$dim"),
        ).truncate(self.content_size.width, ellipsis=True)

    def on_click(self) -> None:
        """Open them."""
        self.post_message(self.Opened())
