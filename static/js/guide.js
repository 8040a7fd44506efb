/** Entry of the list of lessons: which are done, and where to go on. */

import { set } from "./dom.js";
import { applyLooks, prefs } from "./prefs.js";
import { showLearned } from "./panels/learned.js";

applyLooks();
showLearned();
const done = new Set(prefs.learned.split(" "));
const next = [...document.querySelectorAll(".lessons li")].find(
  (one) => !done.has(one.getAttribute("data-code") ?? ""),
);
const begin = document.getElementById("begin");
if (begin && prefs.learned && next) {
  const [first, again] = begin.children;
  set(first, { hidden: true });
  set(again, { hidden: null });
  set(begin, { href: next.querySelector("a")?.getAttribute("href") });
}
