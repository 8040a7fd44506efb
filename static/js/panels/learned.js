/** Which lessons of the guide were done here. */

import { prefs, remember } from "../prefs.js";

/** @param {string} code */
export function learn(code) {
  const done = new Set(prefs.learned.split(" ").filter(Boolean));
  if (!done.has(code)) remember({ learned: [...done, code].join(" ") });
  showLearned();
}

/** Marks them in every list of lessons. */
export function showLearned() {
  const done = prefs.learned.split(" ");
  for (const one of document.querySelectorAll(".lessons li"))
    one.toggleAttribute("data-learned", done.includes(one.getAttribute("data-code") ?? ""));
}
