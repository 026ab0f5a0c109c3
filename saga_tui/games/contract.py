"""What the shell asks of a game: one object with these members. What it does not say itself follows from its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from saga_tui.changes import Change, Doc, Unseen, dotted
from saga_tui.games.lent import Lacking, pages_in
from saga_tui.problem import LEVEL_WORDS, Problem, near
from saga_tui.safe import clean
from saga_tui.store.event import Layout
from saga_tui.words import plural

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

    from saga_tui.engine.command import Command, Outcome
    from saga_tui.engine.contests import Contest
    from saga_tui.engine.rules import Rules
    from saga_tui.engine.settings import Settings, Situations
    from saga_tui.engine.wrong import Shape
    from saga_tui.odds import Throws
    from saga_tui.paper.items import Block
    from saga_tui.paper.story import Recap, Story
    from saga_tui.portrait import Portrait
    from saga_tui.store import Event, Memory
    from saga_tui.store.read_only import Past
    from saga_tui.ui.band import Moment
    from saga_tui.ui.builder.spec import BuilderSpec, Step
    from saga_tui.ui.specs import Action, Panel
    from saga_tui.ui.specs import Layout as Columns


SHORT = 50
"""A text of fewer letters stands beside its label on a sheet."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One character in the library: its name, a line about it, and where it stands (`being built, 3 left`)."""

    name: str
    line: str
    state: str
    ready: bool
    """Whether creation is over and it is in play."""


class Game:
    """A game, as the registry knows it. Importing it loads neither its screens nor the terminal.

    A game says what it is (`key`, `title`) and gives its rules; all that is below follows from them, and a game says
    it in a way of its own where that is better.
    """

    key: str
    """What `game` says in a document."""
    title: str
    format: int = 1
    """The version of its documents."""
    header: str = ""
    """Comment lines for the top of a new file, without the `#`."""
    name_path: tuple[str, ...] = ("concept", "name")
    """Where a document's name stands."""
    noun: str = "character"
    """What a file of it holds."""
    unnamed: bool = False
    """Whether files that name no game are of it."""
    long_text: str = ""
    """Where a long text belongs in a document."""
    hints: Mapping[str, tuple[str, str]] = {}
    """What is wanted under a name that may stand for a section, and how it is written."""

    @property
    def rules(self) -> Rules[Any]:
        """Its rules as the engine knows them."""
        raise NotImplementedError

    def new(self, name: str) -> Doc:
        """The document of a new character with that name and nothing chosen."""
        return Layout(name_path=self.name_path).with_name(self.rules.document().to_doc(), name)

    def validate(self, doc: Doc) -> None:
        """Raises `ValueError` (`pydantic.ValidationError` is one) where the document is not a character of the game."""
        if errors := self.unreadable(doc):
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            raise ValueError(f"{errors[0].message}{more}")

    @property
    def shape(self) -> Shape:
        """What may stand in a file of it, and how people are told about it."""
        from saga_tui.engine.wrong import Shape

        section, name = self.name_path[0], self.name_path[-1]
        begin = (
            f'Begin it with format = {self.format} and game = "{self.key}", and a section [{section}] with a {name}.'
        )
        return Shape(self.rules.document, self.format, self.noun, begin, self.long_text, hints=self.hints)

    def unreadable(self, doc: Doc) -> list[Problem]:
        """Every reason why the document is none of this game that this program can read."""
        from saga_tui.engine.wrong import unreadable

        return unreadable(doc, self.shape)

    @property
    def settings(self) -> Settings[Any] | None:
        """Its settings as files; nothing where it has none."""
        return None

    @property
    def situations(self) -> Situations[Any] | None:
        """Situations prepared as files; nothing where it has none."""
        return None

    def prepared(self, command: Command, document: Any, folder: Path) -> Command:
        """A command that was typed, with what it needs from other files: those beside the document's, in `folder`."""
        from saga_tui.engine.deciding import TakeOffer

        if isinstance(command, TakeOffer):
            from saga_tui.engine.inbox import completed

            return completed(command, document, folder)
        return command

    def summary(self, doc: Doc) -> Summary:
        """What the library shows of it."""
        document = self.rules.of(doc)
        left = sum(problem.stops_play for problem in self.rules.problems(document))
        being_built = f"being built, {plural(left, 'choice')} left" if left else "ready to play"
        now = ", ".join(f"{name} {number}" for name, number in self.rules.clock.now(document).items())
        state = being_built if document.play is None else now or "in play"
        return Summary(clean(document.title), "", state, document.play is not None)

    def glance(self, doc: Doc) -> Portrait:
        """What the library shows of it beside its summary: the marks of its panels, what is asked, what is left to
        choose, where a game says nothing. Loads the terminal."""
        return import_module("saga_tui.ui.portraits").portrait(self, self.rules.of(doc))  # type: ignore[no-any-return]

    def problems(self, doc: Doc, folder: Path | None = None) -> Sequence[Problem]:
        """All that the game's rules find in it, errors first.

        With the `folder` that its file lies in, also what is to be said of the files that it refers to.
        """
        from saga_tui.engine.wrong import format_notes, unknown_keys, without

        shape, rules = self.shape, self.rules
        unknown = unknown_keys(doc, shape)
        if unreadable := self.unreadable(doc):
            rest = without(doc, unreadable)
            beside = [] if self.unreadable(rest) else rules.problems(rules.of(rest))
            return [*unreadable, *(one for one in beside if one.stands_alone), *unknown]
        document = rules.of(doc)
        found = [*rules.problems(document), *format_notes(doc, shape), *unknown]
        found += self.file_remarks(document, folder, found) if folder is not None else []
        return sorted(found, key=lambda problem: list(LEVEL_WORDS).index(problem.level))

    def page(self, document: Any) -> Sequence[Block]:
        """The sheet of a document as data: all its numbers and texts, where the game doesn't say otherwise."""
        from saga_tui.engine.entries import tallies, texts
        from saga_tui.engine.rulings import lines
        from saga_tui.paper.items import Led, Row, Written
        from saga_tui.paper.sections import Head, Section

        numbers = tuple(Row(tally.label, str(tally.total)) for tally in tallies(self.rules, document).values())
        told = texts(self.rules, document).values()
        words = tuple(
            Row(one.label, one.text) if len(one.text) < SHORT else Led(f"{one.label}: ", one.text) for one in told
        )
        rulings = tuple(Written(line) for line in lines(document))
        return (
            Head(clean(document.title), self.title, standing=self.rules.when(document)),
            Section("Numbers", numbers, columns=2),
            Section("Texts", words),
            Section("House rulings", rulings),
        )

    def explained(self, document: Any) -> Sequence[Block]:
        """A page that explains what is on the sheet: the rules that its numbers stand on."""
        from saga_tui.engine.entries import tallies
        from saga_tui.paper.items import Led
        from saga_tui.paper.sections import Section

        book = self.rules.book.entries
        ids = dict.fromkeys(term.rule for tally in tallies(self.rules, document).values() for term in tally.terms)
        found = (book[rule] for rule in ids if rule in book)
        rules = Section("Rules", tuple(Led(f"{entry.title}: ", entry.text) for entry in found))
        return (*self.reference(document), rules)

    def reference(self, document: Any) -> Sequence[Block]:
        """Tables to look things up in, which stand behind a sheet that explains itself or is empty."""
        return ()

    def file_remarks(self, document: Any, folder: Path, found: Sequence[Problem]) -> Iterable[Problem]:
        """What is to be said of the files that a document refers to, beside what was found in it."""
        return ()

    def page_at(self, document: Any, folder: Path | None) -> Sequence[Block]:
        """The sheet of a document whose file lies in that folder, for one that has more to say with others' files."""
        return self.page(document)

    def sheet(self, doc: Doc, width: int = 80, *, folder: Path | None = None, rules: bool = False, **form: bool) -> str:
        """The printed sheet as text, no line wider than `width` columns, or as Markdown; with a newline at its end.
        The file lies in `folder`.

        `plain` takes only signs that a typewriter has, `rules` adds a page that explains what is on the sheet.
        """
        from saga_tui.paper.sections import pages

        document = self.rules.of(doc)
        second = self.explained(document) if rules else ()
        markdown, plain = form.get("markdown", False), form.get("plain", False)
        return pages([self.page_at(document, folder), second], width, plain=plain, as_markdown=markdown)

    def blank_sheet(self, setting: str = "", width: int = 80, *, folder: Path | None = None, **form: bool) -> str:
        """An empty sheet to fill in, for a setting, which may lie beside the characters in `folder`; `ValueError` in
        clear words where there is none of that name."""
        from saga_tui.paper.sections import drawn

        markdown, plain = form.get("markdown", False), form.get("plain", False)
        return drawn(self.blank_pages(setting, folder), width, plain=plain, as_markdown=markdown)

    def blank_pages(self, setting: str, folder: Path | None) -> Iterable[Sequence[Block]]:
        """The pages of an empty sheet (see `blank_sheet`)."""
        from saga_tui.paper.sections import Stack

        document = self.rules.document()
        if setting:
            document = self.settled(document, setting, folder)
        return filter(None, [[Stack(tuple(self.page(document))).emptied()], self.reference(document)])

    def settled(self, document: Any, setting: str, folder: Path | None) -> Any:
        """A document that uses the setting of that name; `Lacking` says in clear words that there is none."""
        from saga_tui.engine.command import perform
        from saga_tui.engine.settings import Shelf

        if self.settings is None:
            raise Lacking(f"{self.title} has no settings.")
        shelf = Shelf(self.settings, folder)
        if (found := shelf.find(setting)) is None:
            raise Lacking(f"There is no setting {setting!r}. {near(setting, shelf.names())}")
        if found.setting is None:
            raise Lacking(f"The setting {found.key} is broken. saga-tui setting check {found.key} says where.")
        return perform(self.rules, document, self.settings.take(found.setting)).after

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its documents."""
        from saga_tui.engine.schema import Closed, schema_of

        game = Closed(words={(self.rules.document.__name__, "game"): (self.key,)})
        return schema_of(self.rules, self.format, f"A {self.noun} of {self.title}", game)

    def screen(self, memory: Memory) -> Screen[None]:
        """The screen that a character opens on: the builder or play. Loads the terminal."""
        session = import_module("saga_tui.engine.session").Session(self.rules, memory)
        if session.document.play is None and self.builder() is not None:
            built: Screen[None] = import_module("saga_tui.ui.builder.screen").builder_of(self, session)
            return built
        screen: Screen[None] = import_module("saga_tui.ui.tracker").tracker(self, memory)
        return screen

    def panels(self) -> Sequence[Panel]:
        """What the play screen shows, in the order of its columns; every number where a game says nothing."""
        log: Panel = import_module("saga_tui.ui.specs").LOG
        return (import_module("saga_tui.ui.defaults").every_number(self.rules), log)

    def actions(self) -> Sequence[Action]:
        """What can be done at the play screen; each command, without a key, where a game says nothing."""
        found: Sequence[Action] = import_module("saga_tui.ui.defaults").every_command(self.rules)
        return found

    def moment(self, outcome: Outcome[Any]) -> Moment | None:
        """What a command did, where that is worth seeing for a moment; nothing where it is not."""
        return None

    def columns(self) -> Columns | None:
        """The columns of the play screen by size; by what the panels are where a game says nothing."""
        return None

    contest: Contest | None = None
    """How computers play whole games of it; nothing where they do not."""
    begins: str = ""
    """The verb that begins play; empty where a document is in play from the start."""

    def steps(self) -> Sequence[Step]:
        """The steps of its builder; a game without goes straight into play. Loads the terminal."""
        return ()

    def builder(self) -> BuilderSpec | None:
        """Its builder: the steps and the command that begins play; nothing where there are no steps."""
        steps = self.steps()
        if not steps:
            return None
        spec: BuilderSpec = import_module("saga_tui.ui.builder.spec").BuilderSpec(
            steps=steps,
            begin=lambda _document: [self.rules.command(self.begins, {})],
        )
        return spec

    def preview(self, memory: Memory) -> Screen[None]:
        """The sheet's preview, with keys that save it. Loads the terminal."""
        whose, sheet = self.summary(memory.doc).name, partial(self.sheet, memory.doc, folder=memory.path.parent)
        screen: Screen[None] = import_module("saga_tui.ui.paper").SheetScreen(memory.path, whose, sheet)
        return screen

    def rule_book(self, rule: str = "") -> Screen[None]:
        """The game's rules to browse, opened at one of them or at their list. Loads the terminal."""
        book: Screen[None] = import_module("saga_tui.ui.rule_book").BookScreen(self.rules, rule)
        return book

    def place_words(self, path: tuple[str | int, ...]) -> str:
        """A place of its documents in words, for differences: the label of the entry that stands there, or else the
        names on the way to it."""
        return Unseen("something hidden") if self.hides(path) else self._places.get(path) or dotted(path)

    def hides(self, path: tuple[str | int, ...]) -> bool:
        """Whether a place of its documents holds what nobody who plays may see, in no log and no difference."""
        return False

    def hides_given(self, verb: str, name: str, doc: Doc) -> bool:
        """Whether nobody who plays may see what was given to a command (`dice` too), as a document stands now."""
        return False

    @cached_property
    def _places(self) -> Mapping[tuple[str | int, ...], str]:
        """The labels of the entries of a new document by their places, as they stand within a line."""
        found = self.rules.entries(self.rules.document())
        return {tuple(one.path): f"{one.label[:1].lower()}{one.label[1:]}" for one in found if one.path}

    def story(self, memory: Memory) -> Screen[None]:
        """What the journal tells of the character, with keys that save it. Loads the terminal."""
        told = self.told(str(memory.path.parent), memory.history(), memory.doc, memory.device)
        screen: Screen[None] = import_module("saga_tui.ui.paper").RecapScreen(memory, self.telling, told)
        return screen

    @property
    def telling(self) -> Recap:
        """How its stories are told: what counts as a roll, what is worth telling, in which words."""
        from saga_tui.paper.story import Recap

        return Recap(self.rules)

    def recap(
        self, past: Past, width: int = 80, *, chapter: int | None = None, charts: bool = False, **form: bool
    ) -> str:
        """What the journal tells of the character as text, no line wider than `width` columns, or as Markdown; all of
        it, or one chapter, with charts if wanted, in a form as `sheet` takes it. `ValueError` says in clear words that
        there is no such chapter."""
        from saga_tui.paper.recap import printed

        told = self.told(past.places.folder, past.events(), past.doc, past.places.device)
        return printed(told, width, chapter=chapter, with_charts=charts, **form)

    def told(self, folder: str, events: Iterable[Event], doc: Doc, device: str) -> Story:
        """The story of a document in that folder from its journal, newest entry first (see `paper.story`)."""
        from saga_tui.paper.story import story

        return story(self.telling, events, doc, device)

    def tour(self) -> Sequence[tuple[str, str]]:
        """The pages of a short tour for somebody new: those of every game, and the game's own before the last."""
        *first, last = pages_in("saga_tui.ui")
        return (*first, *self.own_tour(), last)

    def own_tour(self) -> Sequence[tuple[str, str]]:
        """What the tour says of this game: titles and texts; a line's key stands before two blanks."""
        return ()

    def categories(self) -> Mapping[str, str]:
        """The kind of each of its commands by verb, for the log's filters: `rolls`, `damage`, `clock` …"""
        groups = {verb: kind.group for verb, kind in self.rules.commands.items()}
        return groups | {former: groups[verb] for former, verb in self.rules.former.items() if verb in groups}

    def reveals(self, verb: str, changes: Sequence[Change] = ()) -> bool:
        """Whether a command that made these changes shows something that undo cannot make unseen."""
        kind = self.rules.commands.get(self.rules.verb(verb))
        return kind is not None and kind.hidden

    @property
    def throws(self) -> Throws | None:
        """How `odds` and `roll` know its dice; nothing: sums of dice, and the rolls that are among its actions."""
        return None
