/** The one list of keys. */

import { el } from "../dom.js";
import { gettext } from "../i18n.js";

export function keysList() {
  const keys = [
    ["← → ↑ ↓", gettext("move in the hand")],
    ["⇧ ← →", gettext("lay a card elsewhere, by hand")],
    ["Enter", gettext("play the card")],
    ["Esc", gettext("cancel")],
    ["D", gettext("done or pass")],
    ["T", gettext("take")],
    ["X", gettext("transfer")],
    ["N", gettext("next playable card")],
    ["H", gettext("advice, or what can be played")],
    ["S", gettext("say the table")],
    ["C", gettext("say the hand")],
    ["L", gettext("what happened")],
    ["M", gettext("sounds on or off")],
    ["?", gettext("this list")],
  ];
  const rows = keys.map(([key, words]) =>
    el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)),
  );
  const list = el("dl", {}, ...rows);
  return el("details", { class: "keys", id: "keys" }, el("summary", {}, gettext("Keys")), list);
}
