/** All faces, to choose one's own. Loaded when somebody wants another one. */

import { FACES, dress, el, face, portrait } from "../dom.js";
import { gettext, loadLate } from "../i18n.js";
import { makeSheet } from "./sheet.js";

/** Asks for a face. @param {number} current @returns {Promise<number>} the same one if nothing was chosen */
export async function chooseFace(current) {
  await Promise.all([loadLate(), dress("controls", "dialogs", "people", "seats")]);
  document.getElementById("faces")?.remove();
  const title = gettext("Your face");
  const grid = el("div", { class: "faces", role: "radiogroup", "aria-label": title });
  const { dialog, body } = makeSheet("faces", title, grid);
  let chosen = current;
  for (let i = 0; i < FACES; i++) {
    const input = el("input", { type: "radio", name: "face", value: i, checked: i === current });
    const avatar = portrait(face(i), i);
    input.setAttribute("aria-label", gettext("Face {n}", { n: i + 1 }));
    // A finger has chosen; arrow keys are still looking.
    input.addEventListener("change", () => (chosen = i));
    avatar.addEventListener("click", () => setTimeout(() => dialog.close(), 150));
    grid.append(el("label", {}, input, avatar));
  }
  body.append(el("button", { type: "button", class: "btn", "data-close": true }, gettext("Done")));
  dialog.showModal();
  /** @type {HTMLInputElement | null} */ (grid.querySelector("input:checked"))?.focus();
  return new Promise((done) => dialog.addEventListener("close", () => done(chosen), { once: true }));
}
