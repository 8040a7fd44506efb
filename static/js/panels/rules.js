/** Every single rule of the table, to read and, for the host, to change. Loaded when it is first opened. */

import { el, set, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { forgetRuleSet, keepRuleSet, ruleSets } from "../rulesets.js";
import { get } from "./api.js";
import { makeSheet } from "./sheet.js";

/** @import { Desk, Room } from "../types.js" */
/** @import { Options } from "./options.js" */

/** @typedef {{rules: string, text: string, chosen: boolean, fits: boolean}} Value */
/** @typedef {{option: string, values: Value[]}} Choice */

export class RulesSheet {
  /** @param {Desk} desk @param {Options} options */
  constructor(desk, options) {
    this.desk = desk;
    this.options = options;
    this.list = el("div", { class: "rules" });
    this.save = this.saveForm();
    this.forget = el("button", { type: "button", class: "btn", onclick: () => this.forgetSet() });
    this.more = el("a", { class: "plain", target: "_blank" }, gettext("Explained with pictures"));
    const parts = [this.list, this.more, this.save, this.forget];
    const { dialog, body } = makeSheet("rulesheet", gettext("All rules"), ...parts);
    this.dialog = dialog;
    this.body = body;
    this.shown = "";
    desk.watch(({ room }) => room && this.dialog.open && room.rules !== this.shown && this.paint(room));
  }

  saveForm() {
    const name = el("input", { name: "set", maxlength: 30, required: true, autocomplete: "off" });
    const label = el("label", { class: "quiet" }, gettext("Keep these rules as"), name);
    const form = el("form", { class: "keep" }, label, el("button", { class: "btn" }, gettext("Keep")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { room } = this.desk.state();
      if (!room || !name.value.trim()) return;
      keepRuleSet({ name: name.value.trim(), rules: room.rules, most: room.most_chairs });
      name.value = "";
      this.changed(room);
    });
    return form;
  }

  forgetSet() {
    const { room } = this.desk.state();
    if (!room) return;
    forgetRuleSet(room.rules);
    this.changed(room);
  }

  /** What is kept has changed. @param {Room} room */
  changed(room) {
    this.options.offerOwn();
    this.options.agree(room);
    this.paintKept(room);
  }

  open() {
    const { room } = this.desk.state();
    if (!room) return;
    if (!this.dialog.open) this.dialog.showModal();
    this.shown = "";
    void this.paint(room);
  }

  /** @param {Room} room */
  async paint(room) {
    this.shown = room.rules;
    set(this.more, { href: `/rules/${room.rules}` });
    this.paintKept(room);
    const path = `/api/rules/${room.rules}/choices?seats=${room.chairs.length}`;
    const answer = await get(path).catch(() => null);
    if (room.rules !== this.shown) return;
    if (!answer) return this.list.replaceChildren(el("p", {}, gettext("No connection.")));
    const host = room.you.host && room.phase !== "playing";
    const open = this.list.querySelector("details[open]")?.getAttribute("data-option");
    const focus = this.list.contains(document.activeElement);
    const entries = /** @type {Choice[]} */ (answer.options).map((one) => this.entry(one, host));
    this.list.replaceChildren(...entries);
    const entry = /** @type {HTMLDetailsElement | null} */ (
      open && this.list.querySelector(`details[data-option="${open}"]`)
    );
    if (!entry) return;
    entry.open = true;
    if (focus) /** @type {HTMLInputElement | null} */ (entry.querySelector("input:checked"))?.focus();
  }

  /** Own rules have a name here, or may get one. @param {Room} room */
  paintKept({ rules, you, phase }) {
    const kept = ruleSets().find((one) => one.rules === rules);
    const option = this.options.option(rules);
    const preset = option && option.dataset.own === undefined;
    this.save.hidden = Boolean(preset) || Boolean(kept) || !you.host || phase === "playing";
    this.forget.hidden = !kept;
    if (kept) setText(this.forget, gettext("Forget “{name}”", { name: kept.name }));
  }

  /** One rule: what it says, and what else it could say. @param {Choice} choice @param {boolean} host */
  entry({ option, values }, host) {
    const now = values.find(({ chosen }) => chosen)?.text ?? "";
    if (!host || values.length < 2) return el("p", {}, now);
    const labels = values.map(({ rules, text, chosen, fits }) => {
      const input = el("input", { type: "radio", name: option, checked: chosen, disabled: !fits });
      input.addEventListener("change", () => this.desk.send({ t: "options", id: newId(), rules }));
      return el("label", {}, input, el("span", {}, text));
    });
    const details = el(
      "details",
      { "data-option": option },
      el("summary", {}, now),
      el("div", { role: "radiogroup", "aria-label": now }, ...labels),
    );
    // One at a time, or the page would jump about.
    details.addEventListener("toggle", () => {
      if (!details.open) return;
      for (const other of this.list.querySelectorAll("details[open]"))
        if (other !== details) other.removeAttribute("open");
    });
    return details;
  }
}
