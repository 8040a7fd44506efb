/** The menu: how this browser shows the table, and the way out. */

import { byId, setText } from "../dom.js";
import { prefs, remember } from "../prefs.js";
import { closeFrom } from "./invite.js";

/** @import { Prefs } from "../prefs.js" */

/** @typedef {{leave: () => void, rename: (name: string) => void, changed: () => void}} Acts */

export class Menu {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("menu"));
    this.leave = byId("leave");
    this.leaveText = this.leave.textContent ?? "";
    byId("open-menu").addEventListener("click", () => this.open());
    byId("theme").addEventListener("click", () => this.turnTheme());
    this.dialog.addEventListener("click", (event) => closeFrom(this.dialog, event));
    this.dialog.addEventListener("change", (event) =>
      this.change(/** @type {HTMLInputElement} */ (event.target)),
    );
    this.leave.addEventListener("click", () => this.askToLeave());
    const form = /** @type {HTMLFormElement} */ (byId("rename"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      acts.rename(/** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value.trim());
      this.dialog.close();
    });
  }

  /** @returns {HTMLInputElement[]} */
  inputs() {
    return [...this.dialog.querySelectorAll("input")];
  }

  open(keys = false) {
    for (const input of this.inputs()) {
      const value = prefs[/** @type {keyof Prefs} */ (input.name)];
      if (input.name === "deck") input.checked = value === "4";
      else if (input.type === "checkbox") input.checked = Boolean(value);
      else if (input.type === "radio") input.checked = input.value === value;
    }
    setText(this.leave, this.leaveText);
    if (keys) /** @type {HTMLDetailsElement} */ (byId("keys")).open = true;
    this.dialog.showModal();
  }

  /** @param {HTMLInputElement} input */
  change(input) {
    if (input.name === "deck") remember({ deck: input.checked ? "4" : "2" });
    else if (input.type === "checkbox") remember({ [input.name]: input.checked });
    else if (input.type === "radio") remember({ theme: /** @type {Prefs["theme"]} */ (input.value) });
    this.acts.changed();
  }

  turnTheme() {
    const light = matchMedia("(prefers-color-scheme: light)").matches;
    const now = prefs.theme || (light ? "light" : "dark");
    remember({ theme: now === "dark" ? "light" : "dark" });
  }

  /** Leaving gives the cards to a bot, so it is asked twice. */
  askToLeave() {
    const sure = this.leave.dataset.sure ?? "";
    if (this.leave.textContent === sure) return this.acts.leave();
    setText(this.leave, sure);
  }

  /** @param {{name: string, sentence: string}} rules @param {boolean} seated */
  paint(rules, seated) {
    setText(byId("menu-rules"), rules.name + ".");
    setText(byId("menu-sentence"), rules.sentence);
    this.leave.hidden = !seated;
  }
}
