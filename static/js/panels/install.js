/** The offer to keep the game like a program, in the menu, made to those who have played a game to its end. */

import { byId } from "../dom.js";
import { prefs } from "../prefs.js";

/** @typedef {Event & {prompt: () => Promise<unknown>}} Offer  only Chromium makes one */

/** @type {Offer | null} */
let offer = null;

/** @param {Event} event */
export function keepOffer(event) {
  offer = /** @type {Offer} */ (event);
  showInstall();
}

/** Shows what there is to offer: a button where the browser can ask, words where only its owner can do it. */
export function showInstall() {
  const asksNobody = /** @type {any} */ (navigator).standalone === false; // iOS, in the browser
  byId("install").hidden = !prefs.finished || !(offer || asksNobody);
  byId("install-now").hidden = !offer;
  byId("install-hint").hidden = Boolean(offer);
}

byId("install-now").addEventListener("click", () => {
  void offer?.prompt();
  offer = null;
  showInstall();
});
