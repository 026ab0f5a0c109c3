"""A window bound to one document: what leaves it is offered nowhere and refused however it is called, nothing of
somebody else's is written, and no folder of the machine is ever shown."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.pilot import Pilot

from saga_tui.games.tables import new_table
from saga_tui.serve.seated import SeatApp
from saga_tui.store import ReadOnly
from saga_tui.store.looking import Looking
from saga_tui.ui.pages import known_keys
from saga_tui.ui.party import PartyScreen
from saga_tui.ui.seat import Seat, barred_screens, is_leaving, leaves
from tests.keys import press

CHARACTERS = Path(__file__).parent.parent.parent / "characters"
HARMLESS = """
ActScreen: all block dice kind pool roll trade
AdvancementScreen: buy take_back
AdviserScreen: leave take
AreaMap: choose go zoom
AskNumbers: next take
AskText: take walk
AssetsStep: own_perk
AutomationScreen: find leave nothing only open
BoardScreen: answer gather next_piece panels to_map
BookScreen: automation back find leave over walk
BroadcastScreen: do first open reason skip turn widen
BuilderScreen: begin findings go journal leave_field preview redo return_to_rule rule step
BuilderScreen: surprise surprise_whole take_over undo versions
Choose: find look_or_find
ConceptStep: as_is
ConflictChooser: all later leave
Dialog: answer leave
DiceEntry: back count done faces move
DocumentScreen: journal recap redo return_to_rule rule sheet undo versions
DoneStep: begin
EntryDialog: rule
Exclude: take without
FieldInput: give_back submit
FindField: close
FinishingStep: drop
GearStep: drop exclude kind new purpose rating rename
IdeaList: up_or_out
JournalList: choose first last move page
JournalScreen: back correct find leave redo take_over turn undo
JumpScreen: leave
KismetTable: take
KitApp: automation command_palette help jump jump_anywhere look_up seek
LogView: choose move
MachineScreen: by_hand go_on pace undo
MemberCard: below open turn
MethodStep: method
OpenEntry: back both done mode
Palette: walk
Panel: walk
PaperScreen: leave signs
PartyJournalScreen: back correct redo undo
PartyScreen: beside card journal log why_card
PickSeats: all take
PriceList: find leave take_over
Prompt: leave
RecapScreen: charts turn
RollDrawer: add advise drive invoke marks net perk reason skill specialty traits
RollResult: again against compare follow modes push take
RollScreen: dice roll
Row: choose step why
RowsScreen: group leave off step use
RowsView: all choose drop sift step turn
RulingPrompt: turn
SagaApp: next_open tour
SagaBuilder: setting
Scrolled: scroll
SessionScreen: advances offer_modes pass_offer
SheetScreen: rules
ShopScreen: helper take_back
Sift: all to_rows
SkillsStep: drop specialty
SpendMenu: first more spend
StepView: act ideas
TableScreen: element
TextPage: leave
TodoDialog: pick
TodoPanel: pick
Tour: done turn
Tracker: act log next_pane pane take_over
TransitionScreen: do first reason skip to turn widen
VersionsScreen: backup bring_back find leave scroll
WayPrompt: suggest turn
WhyScreen: open
"""
"""What actions may do at a seat, class by class: they change the seat's own document, or only what is seen of it. What
is new is either put here, or marked `leaves` where it is written."""
REFUSED = {"save", "print", "picture", "open_another", "leave", "quit", "together", "notes"}


def kinds(kind: type[DOMNode] = DOMNode) -> Iterator[type[DOMNode]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("saga_tui"):
            yield one
        yield from kinds(one)


def test_every_action_of_every_screen_is_harmless_or_refused() -> None:
    known_keys()  # loads every screen
    harmless = {
        f"{line.partition(':')[0]}.{name}" for line in HARMLESS.split("\n") for name in line.partition(":")[2].split()
    }
    found: set[tuple[str, str]] = set()
    refused: set[tuple[str, str]] = set()
    for kind in set(kinds()):
        if getattr(kind, "at_no_seat", False):
            continue
        of = SeatApp if issubclass(SeatApp, kind) else kind  # of the app, as a seat has it
        for name in [name.removeprefix("action_") for name in vars(kind) if name.startswith("action_")]:
            (refused if is_leaving(getattr(of, f"action_{name}")) else found).add((kind.__name__, name))
    assert {f"{kind}.{name}" for kind, name in found} == harmless
    assert {name for _, name in refused} == REFUSED
    assert {kind.__name__ for kind in barred_screens()} == {"FileActs", "LibraryScreen"}


def test_every_binding_leads_to_an_action_that_was_looked_at() -> None:
    known_keys()
    known = {line for part in HARMLESS.split("\n") for line in part.partition(":")[2].split()} | REFUSED
    framework = {"focus_next", "focus_previous", "dismiss", "select", "scroll", "scroll_up", "scroll_down"}
    for kind in set(kinds()):
        for binding in [] if getattr(kind, "at_no_seat", False) else vars(kind).get("BINDINGS", ()):
            if isinstance(binding, Binding):
                name = binding.action.partition("(")[0].rpartition(".")[2]
                assert name in known | framework, f"{kind.__name__}: {binding.action}"


async def test_what_is_marked_refuses_whoever_calls_it() -> None:
    done: list[str] = []
    told: list[str] = []

    class Screen:
        app = SimpleNamespace(seat=None, notify=lambda said, title="": told.append(title))

        @leaves
        def action_print(self) -> None:
            done.append("printed")

    @leaves
    async def asked(screen: Screen) -> str:
        done.append("asked")
        return "yes"

    screen = Screen()
    screen.action_print()
    assert await asked(screen) == "yes" and done == ["printed", "asked"]
    screen.app.seat = Seat(Path("bo.toml"))
    screen.action_print()
    assert await asked(screen) is None and len(done) == 2 and told == ["Not at this seat"] * 2


def test_a_text_keeps_no_folder_of_the_machine() -> None:
    seat = Seat(Path("/srv/our games/evening/bo.toml"))
    assert seat.hidden("Kept in /srv/our games/evening/bo.toml, not saved") == "Kept in bo.toml, not saved"
    assert (
        seat.hidden("/var/lib/x/rescue.jsonl has it; 2/3, and/or, ~/a/b.toml")
        == "rescue.jsonl has it; 2/3, and/or, b.toml"
    )
    assert not seat.writes(Path("/srv/other.toml")) and not seat.knows(Path("/srv/other.toml"))
    assert not Seat(seat.document, looks_only=True).writes(seat.document)


# ---- a seat's window


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "our characters"
    place.mkdir()
    for name in ("anselm-rook", "odalys-brandt", "kestrel-ward"):
        shutil.copy(CHARACTERS / f"{name}.toml", place)
    return place


def seated(folder: Path, **more: Any) -> SeatApp:
    seat = Seat(folder / "anselm-rook.toml", others=(folder / "odalys-brandt.toml",), **more)
    return SeatApp(seat, animations=False)


def shown(app: SeatApp) -> str:
    lines = ["".join(part.text for part in line) for line in app.screen._compositor.render_strips()]
    return "\n".join([*lines, *(f"{notice.title} {notice.message}" for notice in app._notifications)])


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def test_a_seat_plays_its_own_looks_at_others_and_goes_nowhere_else(folder: Path, tmp_path: Path) -> None:
    app = seated(folder)
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        own = app.screen
        await press(pilot, "f")
        assert app.memory is not None and [event.do for event in app.memory.history()] == ["spend"]
        await _nowhere(app, pilot)
        offered = {command.words for command in app.allowed(app.commands(own))}
        assert "Look at Odalys Brandt" in offered and "Spend 1 force" in offered
        assert not offered & {
            "Open another character",
            "Change the setting",
            "Save and quit",
            "Save a picture of this screen",
        }
        app.look_at(folder / "kestrel-ward.toml")
        assert app.screen is own and app._opened(folder / "kestrel-ward.toml") is None
        await _looked(app, pilot, folder)
        assert app.screen is own
        await _crawled(app, pilot, str(tmp_path))
    beside = {path.name for path in folder.iterdir()} - {".saga-tui"}
    assert beside == {"anselm-rook.toml", "odalys-brandt.toml", "kestrel-ward.toml"}
    assert b"force = 4" in (folder / "anselm-rook.toml").read_bytes()


async def _nowhere(app: SeatApp, pilot: Pilot[Any]) -> None:
    """Keys that leave do nothing but say so; so do the framework's own actions, and screens that nobody may see."""
    from saga_tui.library.screen import LibraryScreen

    own, before = app.screen, len(app.screen_stack)
    for key in ("q", "ctrl+q", "f9"):
        app.clear_notifications()
        await press(pilot, key)
        assert "Not at this seat" in shown(app) and app.screen is own, key
    for action in ("screenshot", "suspend_process", "switch_mode('x')", "push_screen('x')", "open_another"):
        app.clear_notifications()
        await app.run_action(action)
        await pilot.pause()
        assert "Not at this seat" in shown(app) and app.screen is own, action
    app.push_screen(LibraryScreen(lambda: app.shelf, app.now))
    app.open_url("https://example.org")
    assert app.deliver_text("x") is None and len(app.screen_stack) == before
    await press(pilot, "S")
    for key in ("s", "p"):
        app.clear_notifications()
        await press(pilot, key)
        assert "Not at this seat" in shown(app)
    assert " s Save" not in shown(app) and " p Print" not in shown(app)
    await press(pilot, "escape")


async def _looked(app: SeatApp, pilot: Pilot[Any], folder: Path) -> None:
    """Another one of the table is seen, and nothing of it is written."""
    before = files(folder)
    app.look_at(folder / "odalys-brandt.toml")
    await pilot.pause()
    assert "Odalys Brandt" in shown(app) and "you can look at this one" in shown(app)
    for key in ("x", "enter", "T", "u", "g"):
        await press(pilot, key)
    while len(app.screen_stack) > 3:
        await press(pilot, "escape")
    await press(pilot, "escape")
    after = files(folder)
    others = {path: data for path, data in before.items() if "anselm" not in path}
    assert others == {path: data for path, data in after.items() if "anselm" not in path}


async def _crawled(app: SeatApp, pilot: Pilot[Any], place: str) -> None:
    """No screen shows where the machine keeps its files."""
    assert app.memory is not None
    memory = app.memory
    app.notify(f"Everything is kept in {memory.path}", title=str(memory.path.parent))
    for keys in (("S",), ("C",), ("L",), ("B", "b"), ("question_mark",), ("ctrl+p",), ("ctrl+t",), ("slash",), ("h",)):
        await press(pilot, *keys)
        seen = shown(app)
        assert place not in seen and "our characters" not in seen and str(Path.home()) + "/" not in seen, keys
        await press(pilot, "escape")


async def test_a_seat_that_only_looks_writes_nothing(folder: Path) -> None:
    before = files(folder)
    app = seated(folder, looks_only=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        assert isinstance(app.memory, Looking) and app.memory.read_only
        for key in ("f", "enter", "n", "enter", "u", "T", "p", "3", "enter", "full_stop"):
            await press(pilot, key)
        assert "you can look at this one" in shown(app)
        assert not app.memory.take_over() and not app.memory.agree() and app.memory.read_only
        with pytest.raises(ReadOnly):
            app.memory.commit("note", {}, ())
    assert files(folder) == before


async def test_the_gms_seat_is_the_table_and_seats_characters_of_its_folder(folder: Path, tmp_path: Path) -> None:
    table = new_table(folder, "Friday", [folder / "anselm-rook.toml", folder / "odalys-brandt.toml"])
    app = SeatApp(Seat(table), animations=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        assert isinstance(app.screen, PartyScreen) and "Anselm Rook" in shown(app)
        offered = {command.words for command in app.allowed(app.commands(app.screen))}
        everything = {command.words for command in app.commands(app.screen)}
        assert everything - offered >= {"Share this table…", "Join a table…", "Open another character"}
        assert not offered & {"Save and quit", "Save a picture of this screen"}
        assert "Seat a character from this folder" in offered and "Kestrel Ward" not in shown(app)
        await press(pilot, "Q", "enter")
        assert "Not at this seat" not in shown(app) and "Kestrel Ward" in shown(app)
        await _crawled(app, pilot, str(tmp_path))


async def test_a_document_that_is_no_seats_is_not_opened(folder: Path) -> None:
    (folder / "broken.toml").write_text("not = [toml")
    app = SeatApp(Seat(folder / "broken.toml"), animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        assert "Nothing to show here" in shown(app) and str(folder) not in shown(app)
