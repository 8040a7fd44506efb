/** A messenger's own browser forgets its guests: one quiet line leads out of it, and the seat comes along. */

import { dress, el, setText } from "../dom.js";
import { gettext, loadLate } from "../i18n.js";
import { post } from "./api.js";

/** Shows the line at the end of a page or panel. @param {Element | null} host */
export async function offerWayOut(host) {
  if (!host) return;
  await Promise.all([loadLate(), dress("controls")]);
  const words = gettext("This app's browser forgets you. Open the game in your own one:");
  const button = el(
    "button",
    { type: "button", class: "plain" },
    gettext("Copy a link that brings your seat along"),
  );
  const field = el("input", { class: "hidden", readonly: true, tabindex: -1, "aria-hidden": "true" });
  button.addEventListener("click", async () => {
    const page = location.origin + location.pathname;
    // Who is nobody yet has no seat to bring.
    const code = await post("/api/device", {}).then(
      (one) => one.code,
      () => "",
    );
    const link = code ? `${page}#device=${code}` : page;
    const copied = await copy(link, field);
    setText(button, copied ? gettext("Copied. Open it there within a minute.") : link);
  });
  host.append(el("p", { class: "hint", id: "inapp" }, words, " ", button, field));
}

/** @param {string} text @param {HTMLInputElement} field */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.value = text;
    field.select();
    return document.execCommand("copy");
  }
}
