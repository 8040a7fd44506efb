/** The room before the cards are dealt: who sits where, what is played, how friends get here, and Deal. */

import { byId, el, icon, set, setText } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { fullWords } from "../state/words.js";

/** @import { Chair, Room } from "../types.js" */
/** @import { Options } from "./options.js" */
/** @import { Invite } from "./invite.js" */

/**
 * @typedef {object} Acts
 * @property {(chair: number | null) => void} sit
 * @property {() => void} start
 * @property {(name: string) => void} join  become a guest by that name, and sit down
 */

const HUES = [340, 210, 275, 30, 165, 240];

export class Gathering {
  /** @param {Options} options @param {Invite} invite @param {Acts} acts */
  constructor(options, invite, acts) {
    this.options = options;
    this.invite = invite;
    this.acts = acts;
    this.panel = byId("gathering");
    this.chairs = byId("chairs");
    this.watching = false;
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
    if (this.room) this.paint(this.room);
  }

  /** @param {Room} room */
  paint(room) {
    this.room = room;
    this.panel.hidden = room.phase !== "waiting";
    if (this.panel.hidden) return;
    const { you } = room;
    const free = room.chairs.some((chair) => chair.kind === "empty");
    const joins = you.chair === null && !this.watching && free;
    const host = room.chairs.find((chair) => chair.host);
    const title =
      host && !host.you ? gettext("{name}'s table", { name: host.name ?? "" }) : gettext("Your table");
    setText(byId("gathering-title"), title);
    this.paintChairs(room);
    this.paintRules(room);
    byId("join").hidden = !joins;
    byId("host").hidden = !you.host;
    byId("wait").hidden = you.host || joins;
    byId("stand").hidden = you.chair !== null || !free;
    const waiting = gettext("Waiting for {name} to deal", { name: host?.name ?? "…" });
    setText(byId("wait-line"), you.chair === null && !free ? fullWords() : waiting);
    byId("gathering-invite").hidden = joins;
    this.invite.standIn(byId("gathering-invite"));
    const bots = room.chairs.filter((chair) => chair.kind !== "player").length;
    const line = ngettext("{n} bot takes the empty chair", "{n} bots take the empty chairs", bots);
    setText(byId("deal-line"), bots ? line : "");
  }

  /** The host sees controls, the others what was agreed. @param {Room} room */
  paintRules(room) {
    const place = byId("gathering-options");
    if (this.options.host.parentElement !== place) place.append(this.options.host);
    place.hidden = !room.you.host;
    this.options.agree(room);
    const { name, sentence } = this.options.words(room.rules);
    const agreed = byId("agreed");
    agreed.hidden = room.you.host;
    const level = gettext("Bots: {level}.", { level: this.options.level(room.bots) });
    setText(agreed, `${name}: ${sentence} ${level}`);
  }

  /** @param {Room} room */
  paintChairs(room) {
    room.chairs.forEach((chair, i) => {
      const key = JSON.stringify([chair, room.you, document.documentElement.lang]);
      const old = /** @type {HTMLElement | undefined} */ (this.chairs.children[i]);
      if (old?.dataset.key === key) return;
      const item = this.chair(chair, i, room);
      item.dataset.key = key;
      if (old) old.replaceWith(item);
      else this.chairs.append(item);
    });
    while (this.chairs.children.length > room.chairs.length) this.chairs.lastElementChild?.remove();
  }

  /** @param {Chair} chair @param {number} i @param {Room} room */
  chair(chair, i, room) {
    if (chair.kind === "empty") return this.emptyChair(i, room);
    const letter = [...(chair.name ?? "?")][0];
    const mark = chair.kind === "bot" ? "bot" : chair.host ? "host" : "";
    const avatar = el(
      "span",
      { class: "avatar", "aria-hidden": "true" },
      letter,
      mark ? el("i", { class: "mark" }, icon(mark)) : null,
    );
    avatar.style.setProperty("--h", String(HUES[i % HUES.length]));
    const line = chair.you
      ? gettext("you")
      : chair.kind === "bot"
        ? gettext("bot")
        : chair.host
          ? gettext("host")
          : "";
    return el(
      "li",
      {},
      avatar,
      el("span", { class: "name" }, chair.name ?? ""),
      el("span", { class: "line" }, line),
    );
  }

  /** @param {number} i @param {Room} room */
  emptyChair(i, { you }) {
    const avatar = el("span", { class: "avatar", "aria-hidden": "true" }, icon("chair"));
    const words = [avatar, el("span", { class: "name" }, gettext("empty"))];
    if (!you.guest) return el("li", { class: "empty" }, ...words);
    const label = you.chair === null ? gettext("sit here") : gettext("move here");
    const button = el(
      "button",
      { type: "button", onclick: () => this.acts.sit(i) },
      ...words,
      you.chair === null ? el("span", { class: "line" }, label) : null,
    );
    set(button, { "aria-label": gettext("Chair {n}: {what}", { n: i + 1, what: label }) });
    return el("li", { class: "empty" }, button);
  }
}
