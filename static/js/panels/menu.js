/** The menu: the rules, the people, the settings, the keys, and the way out. */

import { byId, dress, el, icon, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { FaceButton } from "./facebutton.js";
import { become } from "./guest.js";
import { installBox, showInstall } from "./install.js";
import { keysList } from "./keys.js";
import { pacePicker } from "./pace.js";
import { closeFrom } from "./sheet.js";

/** @import { Desk, Pace, Room } from "../types.js" */

/** Time for the goodbye to be sent before the page goes. */
const LEAVE_MS = 300;
/** How long a table may take to be free for the next game. */
const FREE_MS = 3000;

/** @typedef {{log: () => void, people: () => void, seen: () => void}} Sheets  what the menu leads to */

/** @param {string} sign @param {string} words @param {() => void} act @param {string} [id] */
function entry(sign, words, act, id) {
  return el("button", { type: "button", class: "btn", id, onclick: act }, icon(sign), words);
}

/** What ends a game is asked twice, on the button itself. */
class Twice {
  /** @param {string} sign @param {() => string} words @param {() => string} sure @param {() => void} act */
  constructor(sign, words, sure, act) {
    this.words = words;
    this.sign = sign;
    this.button = entry(sign, "", () => (this.asked ? act() : this.write(sure(), true)));
    this.asked = false;
  }

  /** @param {string} words @param {boolean} asked */
  write(words, asked) {
    this.asked = asked;
    this.button.replaceChildren(icon(this.sign), words);
  }

  /** @param {boolean} on */
  offer(on) {
    this.button.hidden = !on;
    this.write(this.words(), false);
  }
}

export class Menu {
  /** @param {Desk} desk @param {Sheets} sheets */
  constructor(desk, sheets) {
    this.desk = desk;
    /** @type {import("./device.js").DeviceSheet | null} */
    this.sheet = null;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("menu"));
    this.dialog.addEventListener("click", (event) => closeFrom(this.dialog, event));
    this.dialog.setAttribute("aria-labelledby", "menu-title");
    const close = el("button", { type: "button", class: "iconbtn", "data-close": true });
    close.setAttribute("aria-label", gettext("Close"));
    close.append(icon("close"));
    this.dialog.prepend(
      el("header", {}, el("h2", { id: "menu-title", tabindex: -1, autofocus: true }, gettext("Menu")), close),
    );
    this.rules = el("b", { id: "menu-rules" });
    this.sentence = el("span", { id: "menu-sentence" });
    this.seen = entry("cards", gettext("Seen cards"), () => this.turnTo(sheets.seen));
    this.people = entry("invite", gettext("At the table"), () => this.turnTo(sheets.people));
    this.device = entry("share", gettext("Continue on another device"), () => void this.openDevice());
    this.away = entry("away", gettext("Step away: a bot plays"), () => this.stepAway());
    this.face = new FaceButton(el("button", { type: "button", class: "facebtn" }), 0);
    this.face.button.setAttribute("aria-label", gettext("Your face"));
    this.name = el("input", { name: "name", maxlength: 20, autocomplete: "nickname", spellcheck: "false" });
    this.keys = keysList();
    this.anew = new Twice(
      "cards",
      () => gettext("New game"),
      () => gettext("Really deal anew?"),
      () => this.dealAnew(),
    );
    this.giveUp = new Twice(
      "out",
      () => gettext("Give up"),
      () => gettext("Really give up?"),
      () => this.endGame(),
    );
    this.pace = el("div", { id: "menu-pace" });
    this.leave = el(
      "button",
      { type: "button", class: "btn danger", id: "leave" },
      gettext("Leave the table"),
    );
    this.leave.addEventListener("click", () => this.askToLeave());
    const scroll = /** @type {HTMLElement} */ (this.dialog.querySelector(".scroll"));
    scroll.prepend(
      el("p", { class: "rules-line" }, this.rules, " ", this.sentence),
      entry("tune", gettext("Settings"), () => void this.openSettings(), "open-settings"),
      entry("log", gettext("What happened"), () => this.turnTo(sheets.log), "menu-log"),
      this.seen,
      this.people,
      this.pace,
      this.away,
      this.device,
      this.anew.button,
      this.giveUp.button,
      this.renaming(),
      this.keys,
      installBox(),
    );
    const home = el("a", { class: "btn", href: "/" }, icon("home"), gettext("Start page"));
    scroll.append(el("div", { class: "row" }, home, this.leave));
  }

  renaming() {
    const label = el("label", {}, gettext("You play as"), " ", this.name);
    const form = el("form", { id: "rename", class: "quiet" }, this.face.button, label);
    form.append(el("button", { class: "btn" }, gettext("Change")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.name.value.trim();
      if (name) void become(this.desk, name, this.face.avatar);
      this.dialog.close();
    });
    return form;
  }

  /** The menu gives the focus back to its button first, where it then returns to from there. @param {() => void} open */
  turnTo(open) {
    this.dialog.close();
    open();
  }

  open(keys = false) {
    const { room } = this.desk.state();
    if (room) this.paint(room);
    if (keys) this.keys.open = true;
    showInstall();
    this.dialog.showModal();
    if (keys) this.keys.querySelector("summary")?.focus();
  }

  /** @param {Room} room */
  paint({ rules, you, chairs, phase, solo, seen_cards, pace }) {
    const option = byId("options").querySelector(`option[value="${rules}"]`);
    setText(this.rules, (option?.textContent ?? gettext("Own rules")) + ".");
    setText(this.sentence, option ? (option.getAttribute("data-sentence") ?? "") : rules + ".");
    const seated = you.chair === null ? null : chairs[you.chair];
    const suggested = byId("join").querySelector("input")?.value ?? "";
    this.name.value = seated?.name || you.name || suggested;
    this.face.show(you.avatar);
    setText(this.leave, gettext("Leave the table"));
    this.leave.hidden = !seated;
    this.device.hidden = !you.guest;
    for (const twice of [this.anew, this.giveUp]) twice.offer(solo && phase === "playing");
    this.seen.hidden = !seen_cards || phase !== "playing" || !this.desk.state().game;
    this.pace.hidden = !solo || !you.host;
    this.pace.replaceChildren(pacePicker("pace", pace, true, (chosen) => this.changePace(chosen)));
    this.away.hidden = solo || !seated || phase !== "playing" || Boolean(you.held);
  }

  endGame() {
    this.desk.send({ t: "give_up", id: newId() });
    this.dialog.close();
  }

  /** This game is given up, and the next one dealt as soon as the table is free. */
  dealAnew() {
    const stop = this.desk.watch(({ room }) => {
      if (room?.phase === "playing") return;
      stop();
      this.desk.send({ t: "start", id: newId() });
    });
    setTimeout(stop, FREE_MS);
    this.endGame();
  }

  /** @param {Pace} pace */
  changePace(pace) {
    this.desk.send({ t: "options", id: newId(), pace });
  }

  stepAway() {
    this.desk.send({ t: "step_away", id: newId() });
    this.dialog.close();
  }

  async openDevice() {
    const [{ DeviceSheet }] = await Promise.all([import("./device.js"), dress("panels", "people")]);
    this.dialog.close();
    this.sheet ??= new DeviceSheet();
    void this.sheet.open();
  }

  async openSettings() {
    const { openSettings } = await import("./settings.js");
    void openSettings(() => this.dialog.close());
  }

  /** Leaving gives the cards to a bot, so it is asked twice. */
  askToLeave() {
    const sure = gettext("Really leave?");
    if (this.leave.textContent !== sure) return setText(this.leave, sure);
    this.desk.send({ t: "leave", id: newId() });
    setTimeout(() => location.assign("/"), LEAVE_MS);
  }
}
