/** The button that lets the next bot move, for whoever plays alone and by tap. Loaded when there is one to move. */

import { say } from "./announce.js";
import { el, set } from "./dom.js";
import { gettext } from "./i18n.js";
import { newId } from "./net/protocol.js";
import { buttonAction, tableOf } from "./state/select.js";
import { GUARD_MS } from "./table/actbar.js";
import { buzz } from "./table/motion.js";
import { wasLong } from "./table/press.js";

/** @import { Play } from "./play.js" */
/** @import { State } from "./state/reduce.js" */

export class Tapping {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.button = el("button", { type: "button", class: "btn act", id: "next", hidden: true });
    this.button.addEventListener("click", (event) => this.press(event));
    const { act } = play.table;
    act.append(this.button);
    const size = () => act.style.setProperty("--next", `${this.button.offsetWidth}px`);
    new ResizeObserver(size).observe(this.button);
    /** The table for which it stands there, and since when. */
    this.asked = { table: "", since: -Infinity };
    this.explained = false;
  }

  /** @param {State} state */
  paint({ room, game }) {
    const next = room?.phase === "playing" ? room.you.next : null;
    const { act, byKeyboard } = this.play.table;
    const came = Boolean(next) && this.button.hidden;
    const held = this.button === document.activeElement;
    this.button.hidden = !next;
    // While I may be done myself, that button stays in its place.
    const side = game && buttonAction(game, "pass") ? "left" : "right";
    set(act, { "data-next": next && side });
    if (!next || !game) {
      if (held) this.handOn();
      return;
    }
    if (this.asked.table !== tableOf(game)) this.asked = { table: tableOf(game), since: performance.now() };
    this.button.textContent = gettext("Next");
    set(this.button, {
      "data-side": side,
      "data-primary": next === "ready",
      "aria-disabled": next === "ready" ? null : "true",
    });
    // Whoever plays by keys goes on by the same key.
    if (came && byKeyboard && !document.querySelector("dialog[open]"))
      this.button.focus({ preventScroll: true });
    if (!this.explained) say(gettext("Press Next to let the others play on, move by move."));
    this.explained = true;
  }

  /** A film that still runs is ended by the first press, and what it led to is seen before the next. @param {MouseEvent} event */
  press(event) {
    const { film, desk } = this.play;
    if (event.detail && wasLong()) return;
    if (film.busy) return film.finish();
    const { room } = desk.state();
    if (room?.you.next !== "ready" || performance.now() - this.asked.since < GUARD_MS) return;
    // Twice in a moment is once, also before the answer is here.
    this.asked.since = performance.now();
    buzz(12);
    desk.send({ t: "next", id: newId() });
  }

  /** It goes, and the focus with it: to a card that can be played. */
  handOn() {
    const hand = this.play.table.hand();
    (hand.find((card) => card.dataset.legal === "yes") ?? hand[0])?.focus({ preventScroll: true });
  }
}
