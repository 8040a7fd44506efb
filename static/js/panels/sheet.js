/** A dialog that a script makes when it is first needed: a title, a way out, and room to scroll. */

import { el, icon } from "../dom.js";
import { gettext } from "../i18n.js";

/** @import { Child } from "../dom.js" */

/** @param {string} id @param {string} title @param {...Child} content @returns {{dialog: HTMLDialogElement, body: HTMLElement}} */
export function makeSheet(id, title, ...content) {
  const close = el(
    "button",
    { type: "button", class: "iconbtn", "data-close": true, "aria-label": gettext("Close") },
    icon("close"),
  );
  const name = `${id}-title`;
  const body = el("div", { class: "scroll" }, ...content);
  const header = el("header", {}, el("h2", { id: name, tabindex: -1, autofocus: true }, title), close);
  const dialog = el("dialog", { id, "aria-labelledby": name }, header, body);
  dialog.addEventListener("click", (event) => closeFrom(dialog, event));
  document.body.append(dialog);
  return { dialog, body };
}

/** Closes a dialog by its button or by a tap beside it. @param {HTMLDialogElement} dialog @param {MouseEvent} event */
export function closeFrom(dialog, event) {
  const from = /** @type {Element} */ (event.target);
  if (from === dialog || from.closest("[data-close]")) dialog.close();
}
