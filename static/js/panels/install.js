/** The offer to keep the game like a program, in the menu, made to those who have played a game to its end. */

import { el } from "../dom.js";
import { gettext } from "../i18n.js";
import { prefs } from "../prefs.js";

/** @typedef {Event & {prompt: () => Promise<unknown>}} Offer  only Chromium makes one */

/** @type {Offer | null} */
let offer = null;
/** @type {{box: HTMLElement, hint: HTMLElement, button: HTMLElement} | null} */
let shown = null;

/** @param {Event} event */
export function keepOffer(event) {
  offer = /** @type {Offer} */ (event);
  showInstall();
}

/** The place of the offer, made once. */
export function installBox() {
  shown ??= make();
  return shown.box;
}

function make() {
  const words = gettext("To keep Durak among your apps: Share, then Add to Home Screen.");
  const hint = el("p", { class: "hint", id: "install-hint" }, words);
  const button = el("button", { type: "button", class: "btn", id: "install-now" }, gettext("Install Durak"));
  button.addEventListener("click", () => {
    void offer?.prompt();
    offer = null;
    showInstall();
  });
  return { box: el("div", { id: "install", hidden: true }, hint, button), hint, button };
}

/** Shows what there is to offer: a button where the browser can ask, words where only its owner can do it. */
export function showInstall() {
  if (!shown) return;
  const asksNobody = /** @type {any} */ (navigator).standalone === false; // iOS, in the browser
  shown.box.hidden = !prefs.finished || !(offer || asksNobody);
  shown.button.hidden = !offer;
  shown.hint.hidden = Boolean(offer);
}
