/** The room before the cards are dealt: who sits where, what is played, how friends get here, and Deal. */

import { say } from "../announce.js";
import { byId, el, face, icon, portrait, set, setText } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { prefs } from "../prefs.js";
import { newsOf } from "./options.js";
import { paceWords } from "./pace.js";

/** @import { Chair, Room } from "../types.js" */
/** @import { Options } from "./options.js" */
/** @import { Invite } from "./invite.js" */

/**
 * @typedef {object} Acts
 * @property {(chair: number | null) => void} sit
 * @property {() => void} start
 * @property {(name: string) => void} join  become a guest by that name, and sit down
 * @property {(chair: number) => void} person  what can be done about whoever sits there
 */

export class Gathering {
  /** @param {Options} options @param {Invite} invite @param {Acts} acts */
  constructor(options, invite, acts) {
    this.options = options;
    this.invite = invite;
    this.acts = acts;
    this.panel = byId("gathering");
    this.chairs = byId("chairs");
    this.queue = el("p", { class: "hint", id: "queue", hidden: true });
    this.chairs.after(this.queue);
    this.home = el("a", { class: "plain", href: "/" }, gettext("Start page"));
    byId("wait").append(this.home);
    this.watching = false;
    this.dealAt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    byId("deal").addEventListener("click", () => acts.start());
    byId("watch").addEventListener("click", () => this.watch(true));
    byId("stand").addEventListener("click", () => this.watch(false));
    const form = /** @type {HTMLFormElement} */ (byId("join"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
      acts.join(field.value.trim() || field.defaultValue);
    });
  }

  /** @param {boolean} on */
  watch(on) {
    this.watching = on;
    if (this.room) this.paint(this.room, this.at);
  }

  /** @param {Room} room @param {number} [at]  when it was told */
  paint(room, at = performance.now()) {
    this.room = room;
    this.at = at;
    // A game that may not be watched leaves nothing else to see.
    const closed = room.phase === "playing" && !room.may_watch;
    this.panel.hidden = room.phase !== "waiting" && !closed;
    this.count(this.panel.hidden ? null : room.countdown_ms, at);
    if (this.panel.hidden) return;
    const { you } = room;
    const free = room.chairs.some(mayBeFree);
    const joins = you.chair === null && !this.watching && free && !closed;
    const host = room.chairs.find((chair) => chair.host);
    const title =
      host && !host.you ? gettext("{name}'s table", { name: host.name ?? "" }) : gettext("Your table");
    setText(byId("gathering-title"), title);
    this.paintChairs(room);
    this.paintQueue(room);
    this.paintRules(room);
    byId("join").hidden = !joins;
    byId("host").hidden = !you.host || closed;
    byId("wait").hidden = (you.host && !closed) || joins;
    byId("stand").hidden = you.chair !== null || !free || closed;
    this.home.hidden = you.chair !== null || (free && !closed);
    setText(byId("wait-line"), this.waitLine(room, free, host?.name ?? "…"));
    byId("gathering-invite").hidden = joins;
    this.invite.standIn(byId("gathering-invite"));
    this.paintDeal();
  }

  /** @param {Room} room @param {boolean} free @param {string} host */
  waitLine({ you, phase }, free, host) {
    if (phase === "playing") return gettext("They are playing. This table is not open for watching.");
    if (you.chair === null && !free) return fullWords();
    return gettext("Waiting for {name} to deal", { name: host });
  }

  /** When the cards will be dealt by themselves. @param {number | null} ms @param {number} at */
  count(ms, at) {
    clearTimeout(this.timer);
    const counted = this.dealAt > 0;
    this.dealAt = ms === null ? 0 : at + ms;
    if (this.dealAt && !counted) {
      const n = Math.ceil((this.dealAt - performance.now()) / 1000);
      say(
        ngettext(
          "All are here. The game begins in {n} second.",
          "All are here. The game begins in {n} seconds.",
          n,
        ),
      );
    }
    this.panel.toggleAttribute("data-counts", this.dealAt > 0);
  }

  /** Who takes the empty chairs, or how long it is until the deal. */
  paintDeal() {
    clearTimeout(this.timer);
    if (!this.room) return;
    const left = this.dealAt - performance.now();
    const n = Math.max(0, Math.ceil(left / 1000));
    if (this.dealAt) {
      const words = ngettext("by itself in {n} second", "by itself in {n} seconds", n);
      setText(byId("deal-line"), words);
      const begins = ngettext("The game begins in {n} second", "The game begins in {n} seconds", n);
      if (this.room.you.chair !== null) setText(byId("wait-line"), begins);
      if (n) this.timer = setTimeout(() => this.paintDeal(), left - (n - 1) * 1000);
      return;
    }
    const bots = this.room.chairs.filter((chair) => chair.kind !== "player").length;
    const line = ngettext("{n} bot takes the empty chair", "{n} bots take the empty chairs", bots);
    setText(byId("deal-line"), bots ? line : "");
  }

  /** The host sees controls, the others what was agreed. @param {Room} room */
  paintRules(room) {
    const place = byId("gathering-options");
    if (this.options.host.parentElement !== place) place.append(this.options.host);
    place.hidden = !room.you.host;
    this.options.agree(room);
    const agreed = byId("agreed");
    agreed.hidden = room.you.host;
    if (!room.you.host) void this.tellRules(agreed, room);
  }

  /** To whoever has played before only what is new to him. @param {HTMLElement} agreed @param {Room} room */
  async tellRules(agreed, room) {
    const { rules } = room;
    const news = prefs.played ? await newsOf(rules, prefs.played).catch(() => null) : null;
    const words = news ? "" : await this.options.words(rules);
    if (this.room?.rules !== rules) return;
    const parts = [
      el("b", {}, this.options.name(rules) + (news ? ". " : ": ")),
      ...(news?.length ? [el("b", { class: "new" }, gettext("New to you:")), " "] : []),
      news?.length ? news.join(" ") : words || gettext("The rules of your last game."),
      " ",
      this.others(this.room),
    ];
    agreed.replaceChildren(...parts);
  }

  /** What else was agreed on. @param {Room} room */
  others({ bots, pace, turn_seconds, seen_cards, advice }) {
    const lines = [gettext("Bots: {level}.", { level: this.options.level(bots) })];
    if (paceWords(pace)) lines.push(paceWords(pace));
    if (turn_seconds) lines.push(ngettext("{n} second for a turn.", "{n} seconds for a turn.", turn_seconds));
    if (seen_cards) lines.push(gettext("Everybody can look up what was seen."));
    if (advice) lines.push(gettext("Everybody can ask for advice."));
    return lines.join(" ");
  }

  /** @param {Room} room */
  paintQueue({ queue }) {
    this.queue.hidden = !queue.length;
    const names = queue.map(({ name }) => name).join(", ");
    setText(this.queue, queue.length ? gettext("Waiting for a chair: {names}", { names }) : "");
  }

  /** @param {Room} room */
  paintChairs(room) {
    room.chairs.forEach((chair, i) => {
      const key = JSON.stringify([chair, room.you, document.documentElement.lang]);
      const old = /** @type {HTMLElement | undefined} */ (this.chairs.children[i]);
      if (old?.dataset.key === key) return;
      const item = this.chair(chair, i, room);
      item.dataset.key = key;
      const focus = old?.contains(document.activeElement);
      if (old) old.replaceWith(item);
      else this.chairs.append(item);
      if (focus) item.querySelector("button")?.focus();
    });
    while (this.chairs.children.length > room.chairs.length) this.chairs.lastElementChild?.remove();
  }

  /** @param {Chair} chair @param {number} i @param {Room} room */
  chair(chair, i, room) {
    if (chair.kind === "empty") return this.emptyChair(chair, i, room);
    const mark = chair.host ? "host" : chair.away ? "away" : "";
    const sign = mark ? el("i", { class: "mark", "data-mark": mark }, icon(mark)) : null;
    const avatar = portrait(face(chair.kind === "bot" ? (chair.level ?? "careful") : chair.avatar), i, sign);
    const words = [
      avatar,
      el("span", { class: "name", dir: "auto" }, chair.name ?? ""),
      el("span", { class: "line" }, chairWord(chair)),
    ];
    const item = el("li", { class: chair.away ? "away" : "" });
    if (room.you.guest)
      item.append(el("button", { type: "button", onclick: () => this.acts.person(i) }, ...words));
    else item.append(...words);
    return item;
  }

  /** @param {Chair} chair @param {number} i @param {Room} room */
  emptyChair({ level }, i, { you }) {
    const avatar = portrait(icon("chair"), i);
    const planned = level ? gettext("or bot: {level}", { level: this.options.level(level) }) : "";
    const words = [avatar, el("span", { class: "name" }, gettext("empty"))];
    if (!you.guest) return el("li", { class: "empty" }, ...words);
    const label = you.chair === null ? gettext("sit here") : gettext("move here");
    const line = you.chair === null ? label : planned;
    const act = () => (you.host ? this.acts.person(i) : this.acts.sit(i));
    const button = el(
      "button",
      { type: "button", onclick: act },
      ...words,
      line ? el("span", { class: "line" }, line) : null,
    );
    const what = you.host ? [gettext("empty"), planned].filter(Boolean).join(", ") : label;
    set(button, { "aria-label": gettext("Chair {n}: {what}", { n: i + 1, what }) });
    return el("li", { class: "empty" }, button);
  }
}

/** An empty chair, or one whose owner has gone: the server knows for how long. @param {Chair} chair */
export function mayBeFree({ kind, away }) {
  return kind === "empty" || away;
}

export function fullWords() {
  return gettext("All chairs are taken. As soon as one is free, you can sit down here.");
}

/** @param {Chair} chair */
function chairWord(chair) {
  if (chair.you) return gettext("you");
  if (chair.kind === "bot") return gettext("bot");
  if (chair.away) return gettext("away");
  return chair.host ? gettext("host") : "";
}
