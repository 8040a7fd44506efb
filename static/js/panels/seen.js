/** What everybody at the table has seen: cards that were taken up, and those beaten off. Only where the room allows it. */

import { el, pip } from "../dom.js";
import { gettext } from "../i18n.js";
import { seatsAround, sortHand } from "../state/select.js";
import { cardName, playerName, rankIndex } from "../state/words.js";
import { makeSheet } from "./sheet.js";

/** @import { Card, Desk, Game } from "../types.js" */

/** Cards in small, each with its name to be heard. @param {Card[]} cards @param {string} trump */
function row(cards, trump) {
  const items = sortHand(cards, trump).map((card) =>
    el(
      "li",
      { class: "small", "data-suit": card[1], "data-trump": card[1] === trump },
      el("span", { class: "hidden" }, cardName(card)),
      el("b", { "data-index": rankIndex(card[0]), "aria-hidden": "true" }),
      pip(card[1]),
    ),
  );
  return el("ul", { class: "smalls" }, ...items);
}

export class SeenSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { dialog, body } = makeSheet("seen", gettext("Seen cards"));
    this.dialog = dialog;
    this.body = body;
    desk.watch((state, before) => this.dialog.open && state.v !== before.v && this.paint());
  }

  open() {
    this.paint();
    if (!this.dialog.open) this.dialog.showModal();
  }

  paint() {
    const { game } = this.desk.state();
    if (!game) return this.dialog.close();
    const others = seatsAround(game).filter((seat) => game.known?.[seat]?.length);
    const hands = others.map((seat) => section(playerName(game, seat), game.known?.[seat] ?? [], game));
    const gone = game.beaten_off ?? [];
    this.body.replaceChildren(
      ...hands,
      ...(hands.length
        ? []
        : [el("p", { class: "hint" }, gettext("Of the others' hands nothing was seen yet."))]),
      ...(gone.length ? [section(gettext("Beaten off"), gone, game)] : []),
    );
  }
}

/** @param {string} title @param {Card[]} cards @param {Game} game */
function section(title, cards, { trump }) {
  return el("section", {}, el("h3", { dir: "auto" }, title), row(cards, trump));
}
