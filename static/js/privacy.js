/** Entry of the privacy page: deletes what the server and this browser know of a guest. Its words are in the page. */

import { byId } from "./dom.js";
import { post, whyOf } from "./panels/api.js";

/** What every key begins with under which these pages keep something. */
const OURS = "durak";

const sure = /** @type {HTMLDialogElement} */ (byId("sure"));
const really = /** @type {HTMLButtonElement} */ (byId("really"));
const ask = byId("delete");
ask.hidden = false;
ask.addEventListener("click", () => {
  say(null);
  sure.showModal();
});
sure.addEventListener("click", ({ target }) => {
  const from = /** @type {Element} */ (target);
  if (from === sure || from.closest("[data-close]")) sure.close();
});
really.addEventListener("click", () => void forget());

async function forget() {
  really.disabled = true;
  try {
    await post("/api/me", {}, "DELETE");
    finish();
  } catch (error) {
    const { code } = whyOf(error);
    // Another tab was faster, or the answer was lost on its way.
    if (code === "not_a_guest") finish();
    else say(code);
  }
  really.disabled = false;
}

function finish() {
  for (const storage of [() => localStorage, () => sessionStorage]) forgetHere(storage);
  sure.close();
  const done = /** @type {HTMLTemplateElement} */ (byId("done"));
  const yours = byId("yours");
  yours.replaceChildren(done.content);
  yours.removeAttribute("aria-labelledby");
  delete document.body.dataset.guest;
  yours.querySelector("h2")?.focus();
}

/** @param {() => Storage} storage  which may be forbidden: then nothing is in it */
function forgetHere(storage) {
  try {
    const kept = storage();
    for (const key of Object.keys(kept)) if (key.startsWith(OURS)) kept.removeItem(key);
  } catch {
    // Nothing was ever kept here.
  }
}

/** Says why it did not work; null: nothing. @param {string | null} code */
function say(code) {
  const reasons = /** @type {NodeListOf<HTMLElement>} */ (sure.querySelectorAll("[data-why]"));
  const known = code !== null && [...reasons].some((reason) => reason.dataset.why === code);
  const shown = known || code === null ? code : "busy";
  for (const reason of reasons) reason.hidden = reason.dataset.why !== shown;
}
