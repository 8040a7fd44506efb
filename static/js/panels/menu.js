/** The menu: the rules, the people, the settings, the keys, and the way out. */

import { byId, el, icon, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { FaceButton } from "./facebutton.js";
import { become } from "./guest.js";
import { closeFrom } from "./invite.js";

/** @import { Desk, Room } from "../types.js" */

/** Time for the goodbye to be sent before the page goes. */
const LEAVE_MS = 300;

/** @typedef {{log: () => void, people: () => void, seen: () => void}} Sheets  what the menu leads to */

export class Menu {
  /** @param {Desk} desk @param {Sheets} sheets */
  constructor(desk, sheets) {
    this.desk = desk;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("menu"));
    this.leave = byId("leave");
    this.leave.dataset.label = this.leave.textContent ?? "";
    this.dialog.addEventListener("click", (event) => closeFrom(this.dialog, event));
    byId("menu-log").addEventListener("click", () => this.turnTo(sheets.log));
    byId("open-settings").addEventListener("click", () => void this.openSettings());
    this.leave.addEventListener("click", () => this.askToLeave());
    this.people = this.entry("invite", gettext("At the table"), () => this.turnTo(sheets.people));
    this.away = this.entry("away", gettext("Step away: a bot plays"), () => this.stepAway());
    this.seen = this.entry("cards", gettext("Seen cards"), () => this.turnTo(sheets.seen));
    byId("menu-log").after(this.seen, this.people, this.away);
    const form = /** @type {HTMLFormElement} */ (byId("rename"));
    this.nameField = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    const face = el("button", { type: "button", class: "facebtn", "aria-label": gettext("Your face") });
    form.prepend(face);
    this.face = new FaceButton(face, 0);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.nameField.value.trim();
      if (name) void become(desk, name, this.face.avatar);
      this.dialog.close();
    });
  }

  /** @param {string} sign @param {string} words @param {() => void} act */
  entry(sign, words, act) {
    return el("button", { type: "button", class: "btn", onclick: act }, icon(sign), words);
  }

  /** The menu gives the focus back to its button first, where it then returns to from there. @param {() => void} open */
  turnTo(open) {
    this.dialog.close();
    open();
  }

  open(keys = false) {
    const { room } = this.desk.state();
    if (room) this.paint(room);
    const list = /** @type {HTMLDetailsElement} */ (byId("keys"));
    if (keys) list.open = true;
    void import("./install.js").then(({ showInstall }) => showInstall());
    this.dialog.showModal();
    if (keys) list.querySelector("summary")?.focus();
  }

  /** @param {Room} room */
  paint({ rules, you, chairs, phase, solo, seen_cards }) {
    const option = byId("options").querySelector(`option[value="${rules}"]`);
    setText(byId("menu-rules"), (option?.textContent ?? gettext("Own rules")) + ".");
    setText(byId("menu-sentence"), option?.getAttribute("data-sentence") ?? rules + ".");
    const seated = you.chair === null ? null : chairs[you.chair];
    const called = seated?.name || you.name;
    if (called) this.nameField.value = called;
    this.face.show(you.avatar);
    setText(this.leave, this.leave.dataset.label ?? "");
    this.leave.hidden = !seated;
    this.people.hidden = solo;
    this.seen.hidden = !seen_cards || phase !== "playing" || !this.desk.state().game;
    this.away.hidden = solo || !seated || phase !== "playing" || Boolean(you.held);
  }

  stepAway() {
    this.desk.send({ t: "step_away", id: newId() });
    this.dialog.close();
  }

  async openSettings() {
    const { openSettings } = await import("./settings.js");
    void openSettings(() => this.dialog.close());
  }

  /** Leaving gives the cards to a bot, so it is asked twice. */
  askToLeave() {
    const sure = this.leave.dataset.sure ?? "";
    if (this.leave.textContent !== sure) return setText(this.leave, sure);
    this.desk.send({ t: "leave", id: newId() });
    setTimeout(() => location.assign("/"), LEAVE_MS);
  }
}
