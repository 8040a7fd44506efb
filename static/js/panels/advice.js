/**
 * What a strong bot would do in my place: the card or button is marked, and a small panel says why. It plays nothing,
 * covers nothing that I play with, and goes with its table. Loaded by the first who asks.
 */

import { say } from "../announce.js";
import { byId, el, icon, set } from "../dom.js";
import { gettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { chanceWords, moveWords, reasonWords, standingAdvice } from "../state/advice.js";
import { parseAction, tableOf } from "../state/select.js";
import { playerName } from "../state/words.js";

/** @import { ActionText, Advised, Desk, Game } from "../types.js" */
/** @import { State } from "../state/reduce.js" */

export class AdvicePanel {
  /** @param {Desk} desk @param {HTMLElement} lamp  the button that asks */
  constructor(desk, lamp) {
    this.desk = desk;
    this.lamp = lamp;
    this.list = el("ol");
    this.panel = el("section", { id: "advice", tabindex: 0, hidden: true }, this.list);
    this.panel.addEventListener("click", () => this.forget());
    /** What was asked for, and at which table; empty: nothing. */
    this.asked = { id: "", table: "" };
    /** @type {Advised[]} */
    this.shown = [];
    byId("bar").after(this.panel);
    set(lamp, { "aria-controls": "advice", "aria-expanded": "false" });
    desk.watch((state, before) => this.follow(state, before));
    document.addEventListener("speak", () => this.forget());
  }

  /** Asks for advice; what is there already, or under way, is taken away. */
  toggle() {
    const { game } = this.desk.state();
    if (this.shown.length || this.asked.id) return this.forget();
    if (!game) return;
    this.asked = { id: newId(), table: tableOf(game) };
    this.wait(true);
    this.desk.send({ t: "advise", id: this.asked.id });
  }

  forget() {
    this.wait(false);
    this.desk.dispatch({ type: "advice", advice: null });
  }

  /** @param {boolean} on */
  wait(on) {
    if (!on) this.asked = { id: "", table: "" };
    set(this.lamp, { "aria-busy": on ? "true" : null });
  }

  /** @param {State} state @param {State} before */
  follow(state, before) {
    const { advice, game, refused } = state;
    const { id, table } = this.asked;
    if (advice && id && advice !== before.advice) this.wait(false);
    const isOver = refused?.id === id || !game || tableOf(game) !== table;
    if (this.asked.id && isOver) this.wait(false);
    const moves = standingAdvice(state);
    if (actionsOf(moves) !== actionsOf(this.shown)) this.paint(moves, game);
  }

  /** @param {Advised[]} moves @param {Game | null} game  none: there are no moves either */
  paint(moves, game) {
    this.shown = moves;
    /** @param {number} seat */
    const name = (seat) => playerName(game, seat);
    const lines = moves.map((move) => ({
      what: moveWords(move.action, game?.phase ?? "over"),
      why: reasonWords(move.reason, name),
      chance: chanceWords(move),
    }));
    this.list.replaceChildren(
      ...lines.map(({ what, why, chance }) =>
        el("li", {}, el("b", {}, what + ":"), " ", el("span", {}, why), " ", el("small", {}, chance)),
      ),
    );
    set(this.panel, { "aria-label": gettext("Advice"), hidden: !moves.length });
    this.lamp.setAttribute("aria-expanded", String(moves.length > 0));
    this.mark(moves[0]?.action ?? null);
    say(...lines.map(({ what, why, chance }) => [what + ":", why, chance].filter(Boolean).join(" ")));
  }

  /** Marks what the best move is made with. @param {ActionText | null} action */
  mark(action) {
    for (const old of document.querySelectorAll("[data-advised]")) {
      old.removeAttribute("data-advised");
      old.querySelector(".advised")?.remove();
    }
    if (!action) return;
    const { kind, cards } = parseAction(action);
    const wanted = cards.length
      ? cards.map((card) => `#cards [data-card="${card}"]`)
      : [`#act [data-button="${kind}"]`];
    for (const node of document.querySelectorAll(wanted.join())) {
      set(node, { "data-advised": true });
      node.append(el("i", { class: "advised", "aria-hidden": "true" }, icon("bulb")));
    }
  }
}

/** @param {Advised[]} moves */
function actionsOf(moves) {
  return moves.map(({ action }) => action).join();
}
