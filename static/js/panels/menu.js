/** The menu: the rules, the settings, the keys, and the way out. */

import { byId, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { become } from "./guest.js";
import { closeFrom } from "./invite.js";

/** @import { Desk } from "../types.js" */

/** Time for the goodbye to be sent before the page goes. */
const LEAVE_MS = 300;

export class Menu {
  /** @param {Desk} desk @param {() => void} openLog */
  constructor(desk, openLog) {
    this.desk = desk;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("menu"));
    this.leave = byId("leave");
    this.leave.dataset.label = this.leave.textContent ?? "";
    this.dialog.addEventListener("click", (event) => closeFrom(this.dialog, event));
    byId("menu-log").addEventListener("click", () => {
      // The menu gives the focus back to its button first, where it then returns to from the log.
      this.dialog.close();
      openLog();
    });
    byId("open-settings").addEventListener("click", () => void this.openSettings());
    this.leave.addEventListener("click", () => this.askToLeave());
    const form = /** @type {HTMLFormElement} */ (byId("rename"));
    this.nameField = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.nameField.value.trim();
      if (name) void become(desk, name);
      this.dialog.close();
    });
  }

  open(keys = false) {
    const { room } = this.desk.state();
    const rules = room?.rules ?? "";
    const option = byId("options").querySelector(`option[value="${rules}"]`);
    setText(byId("menu-rules"), (option?.textContent ?? gettext("Own rules")) + ".");
    setText(byId("menu-sentence"), option?.getAttribute("data-sentence") ?? rules + ".");
    const { chair = null, name = null } = room?.you ?? {};
    const called = (chair !== null && room?.chairs[chair]?.name) || name;
    if (called) this.nameField.value = called;
    setText(this.leave, this.leave.dataset.label ?? "");
    this.leave.hidden = room?.you.chair == null;
    const list = /** @type {HTMLDetailsElement} */ (byId("keys"));
    if (keys) list.open = true;
    void import("./install.js").then(({ showInstall }) => showInstall());
    this.dialog.showModal();
    if (keys) list.querySelector("summary")?.focus();
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
