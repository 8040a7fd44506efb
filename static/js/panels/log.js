/** What happened in this game, in sentences, for whoever wants to read it again. Loaded when it is first opened. */

import { el, icon } from "../dom.js";
import { gettext } from "../i18n.js";
import { isMuted } from "../mutes.js";
import { prefs } from "../prefs.js";
import { chronicle } from "../state/story.js";
import { saidLine } from "../state/talk.js";
import { closeFrom } from "./sheet.js";

/** @import { Told } from "../state/log.js" */
/** @import { Desk } from "../types.js" */

/** @typedef {{bout: number, lines: string[]}} Chapter */

/** The sentences by bout, the newest bout first; within a bout as they came. @param {readonly Told[]} log @returns {Chapter[]} */
export function chapters(log) {
  /** @type {Chapter[]} */
  const found = [];
  let bout = 0;
  /** @param {string[]} lines */
  const write = (lines) => {
    if (found[0]?.bout !== bout) found.unshift({ bout, lines: [] });
    found[0].lines.push(...lines);
  };
  log.forEach(({ bout: begins, happened, game, at, passedFor }, i) => {
    if (!happened) {
      bout = game.bout;
      return write([gapLine(i === 0)]);
    }
    bout = begins;
    let from = 0;
    let table = at;
    // What ends one bout and begins the next is told in one go.
    happened.forEach((one, k) => {
      if (one.kind !== "bout") return;
      write(chronicle(happened.slice(from, k), game, table, passedFor, saying));
      [bout, from, table] = [one.bout, k, { laid: 0, defender: one.defender }];
    });
    write(chronicle(happened.slice(from), game, table, passedFor, saying));
  });
  return found.filter(({ lines }) => lines.length);
}

/** What was said, unless it is not to be heard here. @param {import("../types.js").Said} said */
function saying(said) {
  return prefs.others && !isMuted(said.tag) ? saidLine(said) : "";
}

/** @param {boolean} first */
function gapLine(first) {
  if (first)
    return gettext("This page has come in the middle of the game: it knows what happened from here on.");
  return gettext("The connection was lost for a while: what happened then is not known here.");
}

export class LogSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.body = el("div", { class: "scroll log", tabindex: 0, role: "log", "aria-labelledby": "log-title" });
    const close = el(
      "button",
      { type: "button", class: "iconbtn", "data-close": true, "aria-label": gettext("Close") },
      icon("close"),
    );
    const header = el("header", {}, el("h2", { id: "log-title" }, gettext("What happened")), close);
    this.dialog = el("dialog", { id: "log", "aria-labelledby": "log-title" }, header, this.body);
    this.dialog.addEventListener("click", (event) => closeFrom(this.dialog, event));
    document.body.append(this.dialog);
    const sheet = new URL("../../css/log.css", import.meta.url).href;
    document.head.append(el("link", { rel: "stylesheet", href: sheet }));
    desk.watch((state, before) => {
      if (this.dialog.open && state.log !== before.log) this.paint();
    });
  }

  open() {
    this.paint();
    if (this.dialog.open) return;
    this.dialog.showModal();
    this.body.scrollTop = 0;
    this.body.focus();
  }

  /** Writes what is new, and lets stand what stands there. */
  paint() {
    const all = chapters(this.desk.state().log);
    if (!all.length) all.push({ bout: 0, lines: [gettext("Nothing has happened yet.")] });
    const kept = new Map(
      [...this.body.children].map((node) => [/** @type {HTMLElement} */ (node).dataset.bout, node]),
    );
    const nodes = all.map(({ bout, lines }) => {
      const old = kept.get(String(bout));
      const list = old?.querySelector("ol") ?? el("ol");
      while (list.children.length > lines.length) list.lastElementChild?.remove();
      lines.forEach((line, i) => {
        if (list.children[i]?.textContent !== line) {
          const item = el("li", {}, line);
          if (list.children[i]) list.children[i].replaceWith(item);
          else list.append(item);
        }
      });
      const title = bout ? el("h3", {}, gettext("Bout {n}", { n: bout })) : null;
      return old ?? el("section", { "data-bout": bout }, title, list);
    });
    nodes.forEach((node, i) => {
      if (this.body.children[i] !== node) this.body.insertBefore(node, this.body.children[i] ?? null);
    });
    while (this.body.children.length > nodes.length) this.body.lastElementChild?.remove();
  }
}
