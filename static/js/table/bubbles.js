/** What somebody says, for a moment beside his face. */

import { byId, el, svg } from "../dom.js";
import { saidWords } from "../state/talk.js";

/** @import { Said } from "../types.js" */

/** How long it is to be seen; long words take longer to read. */
const SHOWN_MS = 3000;
const LETTER_MS = 45;
/** Pixels between a bubble and the edge of the screen, and between it and its face. */
const EDGE = 6;
const GAP = 4;

const FILE = new URL("../../img/reactions.svg", import.meta.url).pathname;

/** @param {string} what */
export function reaction(what) {
  const use = svg("use", { href: `${FILE}#${what}` });
  return svg("svg", { class: "reaction", viewBox: "0 0 64 64", "aria-hidden": "true" }, use);
}

/** Where somebody is to be seen: at the table, in the waiting room, else at the foot. @param {number | null} chair @param {boolean} mine */
function placeOf(chair, mine) {
  const seat = document.querySelector(`#seats .seat[data-seat="${chair}"] .avatar`);
  const waiting = document.querySelector(
    `#gathering:not([hidden]) #chairs > :nth-child(${(chair ?? 99) + 1}) .avatar`,
  );
  const act = mine ? document.querySelector("#act") : null;
  return [waiting, seat, act].find((node) => node && node.getClientRects().length) ?? byId("bar");
}

/** @param {Said} said @param {boolean} mine */
export function showBubble(said, mine) {
  const drawn = said.say === "reaction" && reaction(said.what);
  const bubble = el("div", { class: "bubble", "aria-hidden": "true", "data-say": said.say });
  // Who cannot be seen is named.
  if (said.chair === null) bubble.append(el("b", { dir: "auto" }, said.name));
  bubble.append(drawn || el("span", { dir: "auto" }, saidWords(said)));
  for (const old of document.querySelectorAll(`.bubble[data-tag="${said.tag}"]`)) old.remove();
  bubble.dataset.tag = said.tag;
  byId("table").append(bubble);
  put(bubble, placeOf(said.chair, mine).getBoundingClientRect(), mine);
  const letters = drawn ? 0 : saidWords(said).length;
  setTimeout(() => bubble.remove(), SHOWN_MS + letters * LETTER_MS);
}

/** Under a face, or over the own buttons, and never off the screen. @param {HTMLElement} bubble @param {DOMRect} at @param {boolean} mine */
function put(bubble, at, mine) {
  const { offsetWidth: w, offsetHeight: h } = bubble;
  const middle = mine ? at.left + Math.min(w / 2 + 16, at.width / 2) : at.left + at.width / 2;
  const x = Math.min(Math.max(EDGE, middle - w / 2), innerWidth - w - EDGE);
  const over = mine || at.bottom + h + GAP > innerHeight;
  bubble.style.left = x + "px";
  bubble.style.top = (over ? at.top - h - GAP : at.bottom + GAP) + "px";
}
