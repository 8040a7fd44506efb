/**
 * The settings: how this browser shows the game and helps to play it. Made when they are first opened. What is chosen
 * holds at once, and what another tab changes shows here too.
 */

import { afterPaint, dress, el, icon, set, setText } from "../dom.js";
import { gettext, loadLate } from "../i18n.js";
import { prefs, remember, speed, watchPrefs } from "../prefs.js";
import { play, wake } from "../sound.js";
import { buzz } from "../table/motion.js";
import { groups } from "./choices.js";
import { Preview } from "./preview.js";

/** @import { Choice, Group, Toggle } from "./choices.js" */

function device() {
  const shakes = "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
  return { shakes, types: matchMedia("(hover: hover)").matches };
}

/** What the address of a page ends in that opens them. */
const HASH = "#settings";

class Settings {
  constructor() {
    this.preview = new Preview();
    /** What shows the preferences as they are. @type {(() => void)[]} */
    this.shown = [];
    const close = el("button", { type: "button", class: "iconbtn", "aria-label": gettext("Close") });
    close.append(icon("close"));
    this.title = el("h2", { id: "settings-title", tabindex: -1 }, gettext("Settings"));
    this.body = el("div", { class: "scroll" }, this.preview.node);
    this.body.append(
      ...groups(device()).map((group, i) => this.group(group, `settings-${i}`)),
      ...languages(),
      el("a", { class: "plain", href: "/privacy", target: "_blank" }, gettext("Privacy")),
    );
    const head = el("header", {}, this.title, close);
    this.dialog = el("dialog", { id: "settings", "aria-labelledby": "settings-title" }, head, this.body);
    set(this.dialog, {
      onclick: ({ target }) => (target === this.dialog || close.contains(target)) && this.dialog.close(),
      onchange: ({ target }) => change(target),
    });
    document.body.append(this.dialog);
    this.unwatch = watchPrefs(() => this.show());
  }

  leave() {
    this.unwatch();
    this.dialog.remove();
  }

  open() {
    this.dialog.showModal();
    this.title.focus();
    this.show();
  }

  show() {
    for (const show of this.shown) show();
    this.preview.paint(speed());
  }

  /** @param {Group} group @param {string} id */
  group({ title, items }, id) {
    const rows = items.map((item) => ("values" in item ? this.choice(item) : this.toggle(item)));
    return el("section", { "aria-labelledby": id }, el("h3", { id }, title), ...rows);
  }

  /** @param {Toggle} item */
  toggle({ name, label, hint, on = "true", off = "false" }) {
    const input = el("input", { type: "checkbox", role: "switch", "data-pref": name });
    set(input, { "data-on": on, "data-off": off });
    this.shown.push(() => (input.checked = String(prefs[name]) === on));
    return labelled(input, label, hint);
  }

  /** @param {Choice} item */
  choice({ name, label, values }) {
    const [title, hint] = [`settings-${name}`, `settings-${name}-hint`];
    const inputs = values.map(([value]) =>
      el("input", { type: "radio", name: `pref-${name}`, value, "data-pref": name }),
    );
    const words = el("p", { class: "hint", id: hint });
    this.shown.push(() => {
      const now = name === "speed" ? speed() : prefs[name];
      for (const input of inputs) input.checked = input.value === now;
      setText(words, values.find(([value]) => value === now)?.[2] ?? "");
      words.hidden = !words.textContent;
    });
    const labels = values.map(([value, word], i) => {
      const sample = name === "back" && el("i", { class: "back", "data-back": value });
      return el("label", {}, inputs[i], el("span", {}, sample, word));
    });
    return el(
      "div",
      { class: "choice", role: "radiogroup", "aria-labelledby": title, "aria-describedby": hint },
      el("span", { class: "legend", id: title }, label),
      el("div", { class: "segments", "data-n": values.length }, ...labels),
      words,
    );
  }
}

/** @param {HTMLInputElement} input @param {string} label @param {string} [hint] */
function labelled(input, label, hint) {
  // The hint is no part of the name, only of what is said after it.
  const id = `settings-${input.dataset.pref}-hint`;
  const words = el("span", {}, label);
  const more = hint && el("small", { id, "aria-hidden": "true" }, hint);
  if (more) set(input, { "aria-label": label, "aria-describedby": id });
  return el("label", { class: "switch" }, el("span", {}, words, more), input);
}

/** Chosen by hand; each is felt or heard where that is what it is about. @param {HTMLInputElement} input */
function change({ type, value, checked, dataset }) {
  const { pref = "", on, off } = dataset;
  const kept = type === "radio" ? value : checked ? on : off;
  const learn = () => remember({ [pref]: kept === "true" ? true : kept === "false" ? false : kept });
  // What is heard or felt belongs to the tap; what is seen may take longer than that.
  if (pref !== "vibrate" && pref !== "sound") return afterPaint(learn);
  learn();
  if (pref === "vibrate") buzz(12);
  if (pref !== "sound" || !prefs.sound) return;
  wake();
  play("turn");
}

/** The page's own list of languages, here too. */
function languages() {
  const list = /** @type {HTMLElement | undefined} */ (
    document.querySelector("nav.languages")?.cloneNode(true)
  );
  if (!list) return [];
  for (const link of list.querySelectorAll("a")) link.hash = HASH;
  list.addEventListener("click", (event) => void choose(event));
  return [el("h3", { "aria-hidden": "true" }, gettext("Language")), list];
}

/** @type {Settings | null} */
let settings = null;

/** Another language needs no other page; where that fails, the link leads to one, and back to here. @param {MouseEvent} event */
async function choose(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || !settings) return;
  event.preventDefault();
  const { scrollTop } = settings.body;
  try {
    const { speak } = await import("./language.js");
    await speak(link.lang);
  } catch {
    return location.assign(link.href);
  }
  settings.leave();
  settings = new Settings();
  settings.open();
  settings.body.scrollTop = scrollTop;
  /** @type {HTMLElement | null} */ (settings.body.querySelector("a[aria-current]"))?.focus({
    preventScroll: true,
  });
}

/** @param {() => void} [ready]  the place before them can be cleared */
export async function openSettings(ready) {
  if (location.hash === HASH) history.replaceState(null, "", location.pathname);
  await Promise.all([loadLate(), dress("controls", "dialogs", "settings")]);
  ready?.();
  settings ??= new Settings();
  settings.open();
}
