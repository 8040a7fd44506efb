/**
 * The coach of a first game: a strip over the bar with one line to what lies there, which has a place of its own and
 * covers nothing. It can be sent away. Loaded in rooms that were made to learn in.
 */

import { say } from "../announce.js";
import { byId, el, icon, set, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { coachLine } from "../state/coach.js";
import { LESSONS, NO_NOTES, follow } from "../state/lessons.js";
import { metrics } from "../table/layout.js";

/** @import { Desk } from "../types.js" */
/** @import { State } from "../state/reduce.js" */
/** @import { Line } from "../state/coach.js" */
/** @import { Counts, Metrics, Size } from "../table/layout.js" */
/** @import { Scene, Table } from "../table/render.js" */

const KEY = "durak-coach";
/** Pixels between the strip and the bar. */
const GAP = 6;

export class Coach {
  /** @param {Desk} desk @param {Table} table @param {() => void} repaint  the strip has come or gone */
  constructor(desk, table, repaint) {
    this.desk = desk;
    this.table = table;
    this.repaint = repaint;
    const { room } = desk.state();
    const kept = recall(room?.id ?? "");
    this.notes = kept.notes;
    this.isQuiet = kept.isQuiet;
    /** @type {Line | null} */
    this.line = null;
    /** How tall the strip has become, and for which width. */
    this.tall = 0;
    this.measured = "";
    this.v = 0;
    this.dots = el("i", { "aria-hidden": "true" }, ...LESSONS.map(() => el("b")));
    this.words = el("p");
    this.more = el("a", { href: "/rules/transfer", target: "_blank", hidden: true });
    this.close = el(
      "button",
      { type: "button", class: "iconbtn", onclick: () => this.dismiss() },
      icon("close"),
    );
    const said = el("div", {}, this.words, this.more);
    this.panel = el("aside", { id: "coach", hidden: true }, this.dots, said, this.close);
    byId("cards").before(this.panel);
    desk.watch((state) => this.follow(state));
  }

  /** What a newer view tells of the lessons. @param {State} state */
  follow({ v, game, story, room }) {
    if (v === this.v || !game) return;
    const isNew = this.v > 0;
    this.v = v;
    const told = isNew ? story : { before: null, happened: [] };
    this.notes = follow(this.notes, game, told);
    // Whoever sends the coach away does so for one game.
    if (told.happened.some((one) => one.kind === "deal")) this.isQuiet = false;
    if (room) remember(room.id, this.notes, this.isQuiet);
  }

  /** How much the strip takes over the bar, with what is to be said to this scene. @param {Scene} scene @param {Size} size @param {Counts} counts */
  room({ game, ready }, size, counts) {
    const state = this.desk.state();
    this.follow(state);
    const isOff = this.isQuiet || game.viewer === null || game.phase === "over";
    // While a film runs, or a play has no answer yet, what was said still stands.
    const isNews = ready && !state.pending.length;
    const line = isOff ? null : isNews ? coachLine(game, this.notes) : this.line;
    this.paint(line);
    this.panel.hidden = isOff || (!line && this.notes.closed !== null);
    if (this.panel.hidden) return 0;
    this.measure(metrics(size, counts), size);
    return this.tall + GAP;
  }

  /** @param {Line | null} line */
  paint(line) {
    const isOther = line?.text !== this.line?.text;
    this.line = line;
    const { met } = this.notes;
    set(this.panel, {
      "aria-label": gettext("Coach"),
      "data-lessons": met.join(" "),
      "data-line": line?.code,
      "data-move": line?.move,
    });
    LESSONS.forEach((lesson, i) => set(this.dots.children[i], { "data-met": met.includes(lesson) }));
    set(this.close, { "aria-label": gettext("No more tips") });
    setText(this.more, gettext("All the rules"));
    this.more.hidden = line?.code !== "closing";
    if (!isOther || !line) return;
    setText(this.words, line.text);
    this.measured = "";
    say(line.text);
  }

  /** The strip grows with its longest line, and stays so: the table is not to jump with every word. @param {Metrics} m @param {Size} size */
  measure({ mode, act, status }, { rem }) {
    const { x, w } = mode === "land" ? status : act;
    const now = `${x} ${w} ${rem}`;
    if (this.measured === now) return;
    const { style } = this.panel;
    if (style.width !== w + "px") style.minHeight = "";
    [style.left, style.width] = [x + "px", w + "px"];
    this.tall = this.panel.offsetHeight;
    style.minHeight = this.tall + "px";
    this.measured = now;
  }

  /** @param {Metrics} m */
  place({ mode, act, status, coach }) {
    const foot = mode === "land" ? status.y : act.y;
    this.panel.style.top = foot - coach + "px";
    // Where there is no room it is heard only.
    this.panel.toggleAttribute("data-unseen", !coach || !this.line);
  }

  dismiss() {
    this.isQuiet = true;
    const { room } = this.desk.state();
    if (room) remember(room.id, this.notes, true);
    this.repaint();
    const hand = this.table.hand();
    if (this.table.byKeyboard)
      (hand.find((card) => card.dataset.legal === "yes") ?? hand[0])?.focus({ preventScroll: true });
  }
}

/** What this browser keeps of the last room with a coach. @param {string} id */
function recall(id) {
  const nothing = { notes: NO_NOTES, isQuiet: false };
  try {
    const { room, met, closed, isQuiet } = JSON.parse(localStorage.getItem(KEY) || "{}");
    return room === id ? { notes: { ...NO_NOTES, met, closed }, isQuiet } : nothing;
  } catch {
    return nothing;
  }
}

/** @param {string} room @param {import("../state/lessons.js").Notes} notes @param {boolean} isQuiet */
function remember(room, { met, closed }, isQuiet) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ room, met, closed, isQuiet }));
  } catch {
    // Not kept: after a reload he begins anew.
  }
}
