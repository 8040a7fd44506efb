"""What there is to be seen of the game, for `shots.py`: moments, sizes, and what is done before a picture."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from playwright.sync_api import Page

from durak import Defend, Phase, Seat, State, Take, Transfer, apply, legal_actions
from tests.browser.conftest import Device

LANGUAGES = ("en", "de", "id", "ru", "uk")
NAMES = (
    "Wilhelmina Großmeier",
    "Константин Васильев",
    "محمد عبد الرحمن",
    "👩‍👩‍👧‍👦🎉 Familie",
    "Mmmmmmmmmmmmmmmmmmmm",
)
ME = Seat(0)
HAND = "#cards [data-zone=hand]"


def phone(width: int, height: int, scale: float = 2) -> Device:
    """A screen that is touched."""
    size = {"width": width, "height": height}
    return Device(viewport=size, device_scale_factor=scale, has_touch=True, is_mobile=True)  # type: ignore[typeddict-item]


SIZES = {
    "320x568": phone(320, 568),
    "360x640": phone(360, 640),
    "390x844": phone(390, 844),
    "568x320": phone(568, 320),
    "640x360": phone(640, 360),
    "844x390": phone(844, 390),
    "768x1024": phone(768, 1024, 1),
    "1024x768": phone(1024, 768, 1),
    "1440x900": Device(viewport={"width": 1440, "height": 900}),
}
THREE = ("360x640", "640x360", "1440x900")
FIVE = ("320x568", "568x320", *THREE)
ALL = tuple(SIZES)

Doing = Callable[[Page, State], None]


@dataclass(frozen=True)
class Scene:
    """A moment of a game as seat 0 sees it, on these sizes; `doing` is done before the picture is taken."""

    name: str
    wanted: Callable[[State], bool]
    rules: str = "classic"
    seats: int = 4
    taker: int | None = None
    names: tuple[str, ...] = ()
    sizes: tuple[str, ...] = THREE
    themes: tuple[str, ...] = ("dark",)
    languages: tuple[str, ...] = ("en",)
    text: int = 100
    prefs: Mapping[str, object] = field(default_factory=dict)
    doing: Doing | None = None


def beats_or_transfers(state: State) -> list[str]:
    """Return the cards with which seat 0 may do either."""
    legal = legal_actions(state, ME)
    beat = {str(action.card) for action in legal if isinstance(action, Defend)}
    return sorted(beat & {str(action.card) for action in legal if isinstance(action, Transfer)})


def open_cards(state: State) -> int:
    """Return how many attack cards are not beaten."""
    return sum(pair.cover is None for pair in state.table)


def is_opening(state: State) -> bool:
    """Seat 0 opens, and not with the first card of the game."""
    return state.phase is Phase.OPEN and state.main == ME and state.bout > 1


def is_defence(state: State) -> bool:
    """Seat 0 has something to beat beside what is beaten, and can."""
    return (
        all(state.hands)
        and state.defender == ME
        and 0 < open_cards(state) < len(state.table)
        and can_play(state)
    )


def can_play(state: State) -> bool:
    """Whether a card of seat 0 can be played."""
    return any(isinstance(action, Defend) or hasattr(action, "cards") for action in legal_actions(state, ME))


def is_adding(state: State) -> bool:
    """All is beaten, and seat 0 may add."""
    return state.phase is Phase.THROW and state.defender != ME and can_play(state) and len(state.table) > 1


def is_taking(state: State) -> bool:
    """The defender takes, and seat 0 may add."""
    return state.phase is Phase.TAKING and state.defender != ME and can_play(state)


def has_many(cards: int, pairs: int = 1) -> Callable[[State], bool]:
    """Seat 0 has so many cards, and there is something on the table."""
    return lambda state: len(state.hands[ME]) >= cards and len(state.table) >= pairs


def ends(durak: bool, cards: int = 1, pairs: int = 2) -> Callable[[State], bool]:
    """Seat 0 can end the game: by taking, as the durak with so many cards at least, or with its last card."""

    def wanted(state: State) -> bool:
        held = len(state.hands[ME])
        if state.outcome is not None or len(state.table) < pairs or held < cards or (not durak and held > 1):
            return False
        ends = (action for action in legal_actions(state, ME) if isinstance(action, Take) == durak)
        outcomes = (apply(state, action).outcome for action in ends)
        return any(found is not None and (ME in found.seats) == durak for found in outcomes)

    return wanted


def end(page: Page, state: State) -> None:
    """Do what ends the game, and wait for its result."""
    card = page.locator(f"{HAND}[data-legal=yes]")
    (page.locator("#act [data-button=take]") if card.count() != 1 else card).click()
    if page.locator("#act [data-sure]").count():
        page.locator("#act [data-button=take]").click()
    page.locator("#result").wait_for()
    page.wait_for_timeout(700)


def six_pairs(state: State) -> bool:
    """As much lies on the table as can."""
    return len(state.table) == 6 and state.outcome is None


def tap_choice(page: Page, state: State) -> None:
    """Tap a card that can do two things."""
    box = page.locator(f"{HAND}[data-card='{beats_or_transfers(state)[0]}']").bounding_box(timeout=5000)
    assert box is not None
    page.mouse.click(box["x"] + 10, box["y"] + box["height"] / 2)
    page.locator("[data-target], .slot[data-asked]").first.wait_for(timeout=5000)
    page.wait_for_timeout(300)


def tap_dim(page: Page, state: State) -> None:
    """Tap a card that cannot be played, and be told why."""
    box = page.locator(f"{HAND}[data-legal=no]").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
    page.wait_for_timeout(400)


def press(*selectors: str) -> Doing:
    """Press one thing after the other."""

    def doing(page: Page, state: State) -> None:
        for selector in selectors:
            page.locator(selector).first.click()
            page.wait_for_timeout(600)

    return doing


def play_and_look(page: Page, state: State) -> None:
    """Play a card, so that something has happened, and open the log."""
    box = page.locator(f"{HAND}[data-legal=yes]").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 8, box["y"] + 16)
    page.wait_for_timeout(700)
    press("#open-menu", "#menu-log")(page, state)


def scenes() -> Iterator[Scene]:
    """Everything to be seen."""
    defence = Scene("defence", is_defence)
    yield replace(defence, name="every size", seats=6, sizes=ALL, themes=("dark", "light"))
    yield replace(defence, name="long names", seats=6, names=NAMES, sizes=("320x568", *THREE))
    for seats in range(2, 6):
        yield replace(defence, name=f"{seats} players", seats=seats)
    yield Scene("opening", is_opening, themes=("dark", "light"))
    choose = Scene(
        "beat or transfer",
        lambda state: all(state.hands) and bool(beats_or_transfers(state)),
        rules="transfer",
    )
    yield replace(choose, doing=tap_choice, themes=("dark", "light"))
    yield replace(choose, name="transfer places", sizes=FIVE[:2])
    yield replace(choose, name="show a trump", rules="T2", wanted=may_show)
    yield Scene("adding", is_adding)
    yield Scene("taking", is_taking, themes=("dark", "light"))
    yield replace(defence, name="why not", doing=tap_dim, themes=("dark", "light"))
    yield Scene("six pairs", six_pairs, seats=5, sizes=FIVE)
    yield Scene("24 cards", has_many(24), seats=2, taker=0, sizes=FIVE)
    yield Scene("36 cards", has_many(36), rules="D52", seats=2, taker=0, sizes=FIVE)
    yield Scene("result, safe", ends(durak=False), sizes=ALL, doing=end)
    yield Scene("result, durak", ends(durak=True), seats=2, themes=("dark", "light"), doing=end)
    yield Scene("result, six", ends(durak=True), seats=6, sizes=FIVE, doing=end)
    many = Scene(
        "result, many cards", ends(durak=True, cards=12, pairs=1), "classic", 2, 0, sizes=FIVE, doing=end
    )
    yield many
    yield replace(many, name="result, text 200 %", text=200)
    yield replace(defence, name="menu", doing=press("#open-menu"), themes=("dark", "light"))
    yield replace(
        defence, name="settings", doing=press("#open-menu", "#open-settings"), themes=("dark", "light")
    )
    yield replace(defence, name="log", doing=play_and_look, themes=("dark", "light"))
    yield replace(defence, name="left hand", prefs={"hand": "left"})
    yield replace(defence, name="large indices, four colours", prefs={"indices": "large", "deck": "4"})
    for text in (150, 200):
        yield replace(defence, name=f"text {text} %", seats=6, text=text, sizes=FIVE)
    yield Scene("36 cards, text 200 %", has_many(36), "D52", 2, 0, sizes=FIVE[:2], text=200)
    yield replace(choose, name="choosing, text 200 %", text=200, doing=tap_choice, sizes=FIVE[:2])
    for language in LANGUAGES:
        table = replace(defence, name=f"defence, {language}", languages=(language,), sizes=THREE[:2])
        yield table
        yield replace(table, name=f"menu, {language}", doing=press("#open-menu"))
        yield replace(table, name=f"settings, {language}", doing=press("#open-menu", "#open-settings"))
        yield replace(table, name=f"result, {language}", wanted=ends(durak=True), seats=3, doing=end)
        transfer = replace(table, rules="transfer", wanted=choose.wanted)
        yield replace(transfer, name=f"beat or transfer, {language}", doing=tap_choice)


def may_show(state: State) -> bool:
    """Seat 0 may transfer by a card, and by showing another."""
    legal = [action for action in legal_actions(state, ME) if isinstance(action, Transfer)]
    return {action.show for action in legal} == {True, False}
