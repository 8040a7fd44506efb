/**
 * Who is there: clocks that run, bots that play for somebody, and what one of them did while its player was away. Loaded
 * when there is any of it.
 */

import { alertNow, say, toast } from "./announce.js";
import { el, icon, setText } from "./dom.js";
import { allOf, gettext, ngettext } from "./i18n.js";
import { newId } from "./net/protocol.js";
import { Bar, Ring } from "./table/clocks.js";

/** @import { Account, Chair, Held, Seat, You } from "./types.js" */
/** @import { State } from "./state/reduce.js" */
/** @import { Play } from "./play.js" */
/** @import { Tapping } from "./tapping.js" */

/** How long an account of the bot is to be read. */
const RECAP_MS = 10_000;
/** Keys that are part of others, or of the browser's own. */
const SILENT = ["Shift", "Control", "Alt", "Meta", "CapsLock", "Tab"];
/** At which of the last seconds the own clock is heard. */
const TICKS = [10, 5, 4, 3, 2, 1];

/** What a bot did for somebody, in a sentence; empty if it did nothing. @param {Account} account */
export function accountLine({ attack, defend, transfer, take }) {
  const parts = [];
  if (attack) parts.push(ngettext("played {n} card", "played {n} cards", attack));
  if (defend) parts.push(ngettext("beat {n} card", "beat {n} cards", defend));
  if (transfer) parts.push(timesTransferred(transfer));
  if (take) parts.push(timesTaken(take));
  return parts.length ? gettext("While you were away the bot {did}.", { did: allOf(parts) }) : "";
}

/** @param {number} n */
function timesTransferred(n) {
  return n === 1 ? gettext("transferred once") : ngettext("transferred {n} time", "transferred {n} times", n);
}

/** @param {number} n */
function timesTaken(n) {
  return n === 1 ? gettext("took once") : ngettext("took {n} time", "took {n} times", n);
}

/** @param {Held} held */
function heldWords(held) {
  return held === "stepped_away"
    ? gettext("You have stepped away: a bot plays for you.")
    : gettext("The bot plays for you.");
}

export class Presence {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Map<Seat, Ring>} */
    this.rings = new Map();
    const { act, status } = play.table;
    this.bar = new Bar(status, (seconds) => this.tick(seconds));
    this.recap = el("span", { class: "recap", "aria-hidden": "true", hidden: true });
    status.append(this.recap);
    this.words = el("span");
    this.strip = el("button", { type: "button", id: "held", hidden: true }, icon("bot"), this.words);
    this.strip.addEventListener("click", () => this.comeBack());
    act.append(this.strip);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.recapTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.askTimer = undefined;
    /** @type {Account | null} */
    this.account = null;
    this.asked = false;
    /** @type {Promise<Tapping> | undefined} */
    this.tapping = undefined;
    for (const kind of ["pointerdown", "keydown"])
      document.addEventListener(kind, (event) => this.lifeSign(event), true);
  }

  /** @param {State} state */
  paint({ room, game, at }) {
    if (!room) return;
    const runs = room.phase === "playing" ? room.chairs : [];
    const mine = game?.viewer ?? null;
    const gone = performance.now() - at;
    for (const [seat, { avatar }] of this.play.table.seats.parts) this.ring(seat, avatar, runs[seat], gone);
    const own = mine === null ? undefined : runs[mine];
    if (own?.ms_left != null && own.of_ms && !own.held) this.bar.run(own.ms_left - gone, own.of_ms);
    else this.bar.stop();
    this.paintHeld(room.phase === "playing" ? room.you.held : null);
    this.tell(room.you.account, room.you.held);
    this.offerBots(runs, mine, gone);
    void this.offerNext(room.you.next);
  }

  /** Bots that move by tap. @param {You["next"]} next */
  async offerNext(next) {
    if (next) this.tapping ??= import("./tapping.js").then(({ Tapping }) => new Tapping(this.play));
    (await this.tapping)?.paint(this.play.desk.state());
  }

  /** @param {Seat} seat @param {HTMLElement} avatar @param {Chair | undefined} chair @param {number} gone */
  ring(seat, avatar, chair, gone) {
    const known = this.rings.get(seat);
    if (chair?.ms_left == null || !chair.of_ms) return known?.stop();
    const ring = known ?? new Ring(avatar);
    this.rings.set(seat, ring);
    ring.run(chair.ms_left - gone, chair.of_ms);
  }

  /** The own clock comes to its end. @param {number} seconds */
  tick(seconds) {
    if (TICKS.includes(seconds)) this.play.cue("tick");
    if (seconds === 10) alertNow(ngettext("{n} second left.", "{n} seconds left.", seconds));
  }

  /** A bot has the own seat in hand: that is over the buttons, which are the bot's for now. @param {Held | null} held */
  paintHeld(held) {
    const came = held && this.strip.hidden;
    this.asked &&= held !== null;
    this.strip.hidden = !held;
    if (!held) return;
    setText(this.words, [heldWords(held), gettext("Tap to play on.")].join(" "));
    if (came) say(heldWords(held), gettext("Press any key to play on."));
  }

  /** Any tap and any key is a sign of life; on cards and buttons it means nothing else. @param {Event} event */
  lifeSign(event) {
    if (this.strip.hidden || (event instanceof KeyboardEvent && SILENT.includes(event.key))) return;
    const { box, act } = this.play.table;
    const target = /** @type {Node} */ (event.target);
    if (event instanceof KeyboardEvent || box.contains(target) || act.contains(target)) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.comeBack();
  }

  comeBack() {
    if (this.asked) return;
    this.asked = true;
    this.play.desk.send({ t: "come_back", id: newId() });
    setTimeout(() => (this.asked = false), 1000);
  }

  /** What the bot did, once the seat is one's own again. @param {Account | null} account @param {Held | null} held */
  tell(account, held) {
    if (held) return;
    const same = JSON.stringify(account) === JSON.stringify(this.account);
    this.account = account;
    if (!account) this.recap.hidden = true;
    const line = account && !same ? accountLine(account) : "";
    if (!line) return;
    setText(this.recap, line);
    this.recap.hidden = false;
    say(line);
    clearTimeout(this.recapTimer);
    this.recapTimer = setTimeout(() => (this.recap.hidden = true), RECAP_MS);
  }

  /**
   * Where the table has waited long for somebody, the others may ask a bot in.
   * @param {readonly Chair[]} chairs @param {Seat | null} mine @param {number} gone
   */
  offerBots(chairs, mine, gone) {
    clearTimeout(this.askTimer);
    let next = Infinity;
    for (const [seat, { node }] of this.play.table.seats.parts) {
      const wait = (chairs[seat]?.askable_in_ms ?? Infinity) - gone;
      if (mine !== null && wait > 0) next = Math.min(next, wait);
      this.offer(node, seat, mine !== null && wait <= 0, chairs[seat]?.name ?? "");
    }
    const { state } = this.play.desk;
    if (next < Infinity) this.askTimer = setTimeout(() => this.paint(state()), next + 50);
  }

  /** @param {HTMLElement} node @param {Seat} seat @param {boolean} on @param {string} name */
  offer(node, seat, on, name) {
    const button = node.querySelector(".askbot");
    if (Boolean(button) === on) return;
    if (button) return button.remove();
    const ask = () => {
      this.play.desk.send({ t: "ask_bot", id: newId(), chair: seat });
      toast(gettext("Asking a bot to play for {name}.", { name }));
    };
    const label = gettext("Let a bot play for {name}", { name });
    node.append(
      el(
        "button",
        { type: "button", class: "askbot", "aria-label": label, onclick: ask },
        icon("bot"),
        gettext("Call bot"),
      ),
    );
  }
}
