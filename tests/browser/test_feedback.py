"""Catches sounds out of measure, a turn that nobody hears, a device that shakes though it should not."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, OpenContext
from tests.browser.moments import covers, may_take, one_attack
from tests.browser.seating import TABLE, is_played, seat_people
from tests.browser.touch import Finger
from tests.browser.watching import CHANGE, HIDE, until
from tests.program import Program

PEAKS = """async () => {
  const page = document.querySelector("script[type=module]").src;
  const { schedule } = await import(new URL("sound.js", page).href);
  const found = {};
  for (const cue of ["card", "take", "discard", "deal", "turn", "no", "win", "lose"]) {
    const context = new OfflineAudioContext(1, 44100, 44100);
    schedule(context, cue);
    const heard = (await context.startRendering()).getChannelData(0);
    let [peak, last] = [0, 0];
    heard.forEach((value, i) => {
      peak = Math.max(peak, Math.abs(value));
      if (Math.abs(value) > 0.01) last = i / 44.1;
    });
    found[cue] = [peak, last];
  }
  return found;
}"""


def test_every_cue_is_heard_and_none_is_loud_or_long(phone: BrowserContext, server: Program) -> None:
    page = phone.new_page()
    page.goto(server.url)
    for cue, (peak, ends) in page.evaluate(PEAKS).items():
        assert 0.05 <= peak <= 0.3, f"{cue}: {peak}"
        assert 20 <= ends <= 700, f"{cue}: {ends} ms"


# Notes the pitch of every tone.
TONES = """(() => {
  window.tones = [];
  const Own = window.OscillatorNode;
  window.OscillatorNode = class extends Own {
    constructor(context, options) {
      super(context, options);
      window.tones.push(options.frequency);
    }
  };
})()"""

TURN = "window.tones.includes(660)"


def wake_sound(page: Page) -> None:
    """Press a key that is out of place until its sound is heard; the first one only loads it."""
    page.evaluate(TONES)
    for _ in range(50):
        page.keyboard.press("x")
        page.wait_for_timeout(100)
        if page.evaluate("window.tones.length"):
            break
    page.evaluate("window.tones.length = 0")


def test_my_turn_is_heard_from_a_hidden_page_and_not_when_muted(
    open_context: OpenContext, server: Program
) -> None:
    prefs = {"autoPass": False, "speed": "fast"}
    anna, boris = seat_people(
        open_context, server, "classic", may_take, people=2, devices=[DESKTOP], prefs=prefs
    )
    page = anna.page
    wake_sound(page)
    page.evaluate(HIDE)
    page.evaluate("goAway(true)")
    boris.button("take").click()
    until(page, TURN)
    page.evaluate("goAway(false)")
    page.keyboard.press("m")
    expect(page.locator("#toast")).to_have_text("Sounds are off")
    assert page.evaluate("JSON.parse(localStorage.durak).sound") is False
    page.evaluate("window.tones.length = 0")
    anna.rest()
    anna.button("pass").click()
    expect(page.locator(TABLE)).to_have_count(0)
    expect(anna.status).to_contain_text("Your turn: attack")
    anna.rest()
    page.mouse.click(*anna.place(anna.hand[0]))
    expect(page.locator(TABLE).first).to_be_visible()
    assert page.evaluate("window.tones") == []
    page.locator("#open-menu").click()
    page.locator("#open-settings").click()
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()


def test_the_device_shakes_for_a_play_and_a_refusal_unless_it_is_told_not_to(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", one_attack)[0]
    page, state, finger = person.page, person.moment.state, Finger(person.page)
    page.evaluate("() => { window.shaken = []; navigator.vibrate = (ms) => window.shaken.push(ms); }")
    legal = next(iter(covers(state)))
    dim = next(card.text for card in state.hands[0] if card.text not in covers(state))
    page.evaluate(CHANGE, {"vibrate": False})
    finger.tap(*person.place(dim))
    expect(person.toast).to_be_visible()
    assert page.evaluate("window.shaken") == []
    page.evaluate(CHANGE, {"vibrate": True})
    person.rest()
    finger.tap(*person.place(dim))
    until(page, "window.shaken.includes(30)")
    person.rest()
    finger.tap(*person.place(legal))
    is_played(person, legal)
    until(page, "window.shaken.includes(12)")
    assert set(page.evaluate("window.shaken")) <= {4, 6, 12, 30}
