/**
 * The page's voice: two live regions that are there, and empty, from the start. Sentences that come close together
 * are said as one.
 */

import { byId } from "./dom.js";
import { gettext } from "./i18n.js";

const BATCH_MS = 150;
const TOAST_MS = 2600;
/** How browsers say that a module could not be fetched. */
const NOT_FETCHED = /dynamically imported module|Importing a module script/;

/** @type {string[]} */
let waiting = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/** Says something when there is a pause. @param {...string} sentences */
export function say(...sentences) {
  waiting.push(...sentences.filter(Boolean));
  if (waiting.length && timer === undefined) timer = setTimeout(speak, BATCH_MS);
}

function speak() {
  timer = undefined;
  const region = byId("say");
  const text = waiting.slice(-6).join(" ");
  waiting = [];
  // The same words again are news too: an empty moment lets them be heard.
  if (region.textContent === text) region.textContent = "";
  region.textContent = text;
}

/** Interrupts; only for what cannot wait. @param {string} sentence */
export function alertNow(sentence) {
  byId("alert").textContent = sentence;
}

/** Takes away what a toast said of a table that has changed. */
export function hush() {
  byId("toast").classList.remove("on");
}

/** Shows a sentence for a moment, and says it. @param {string} sentence */
export function toast(sentence) {
  const node = byId("toast");
  node.textContent = sentence;
  node.classList.add("on");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hush, TOAST_MS);
  say(sentence);
}

/** Says so when a part of the page that a tap asks for cannot be fetched, where nothing would happen else. */
export function watchForMissing() {
  addEventListener("unhandledrejection", (event) => {
    if (!NOT_FETCHED.test(String(event.reason))) return;
    event.preventDefault();
    toast(gettext("No connection."));
  });
}
