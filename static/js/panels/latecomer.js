/** Who comes while others play: a bot's chair at the next bout, or the next one that is free. Loaded for who has none. */

import { byId, el, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { cardCount } from "../state/words.js";

/** @import { Desk, Game, Room } from "../types.js" */

export class Latecomer {
  /** @param {Desk} desk @param {() => Promise<void>} join  become somebody, and ask for any chair */
  constructor(desk, join) {
    this.desk = desk;
    this.title = el("b");
    this.line = el("small");
    const press = () => (this.waits ? this.giveUp() : void join());
    this.button = el(
      "button",
      { type: "button", id: "late", class: "btn", onclick: press },
      this.title,
      this.line,
    );
    this.waits = false;
    desk.watch((state, before) => state.v !== before.v && this.paint(state.room, state.game));
  }

  /** @param {Room | null} room @param {Game | null} game  null where the game is not open for watching */
  paint(room, game) {
    this.button.hidden = room?.phase !== "playing" || room.you.chair !== null;
    if (this.button.hidden || !room) return;
    const place = byId(game ? "act" : "wait");
    if (this.button.parentElement !== place) place.append(this.button);
    const { claim, queued } = room.you;
    this.waits = claim !== null || queued;
    setText(this.title, this.waits ? gettext("Do not wait") : this.ask(room));
    setText(this.line, this.explain(room, game));
  }

  /** @param {Room} room */
  ask(room) {
    return offered(room) < 0 ? gettext("Wait for a chair") : gettext("Sit down");
  }

  /** @param {Room} room @param {Game | null} game */
  explain(room, game) {
    const { you, chairs } = room;
    if (you.claim !== null)
      return gettext("{name}'s chair is yours at the next bout.", { name: chairs[you.claim]?.name ?? "" });
    if (you.queued) return gettext("You get the next free chair.");
    const seat = offered(room);
    if (seat < 0) return gettext("for the next game");
    const name = chairs[seat].name ?? "";
    if (!game) return gettext("in {name}'s place, at the next bout", { name });
    const cards = cardCount(game.counts[seat]);
    return gettext("in {name}'s place ({cards}), at the next bout", { name, cards });
  }

  giveUp() {
    this.desk.send({ t: "leave", id: newId() });
  }
}

/** The bot whose chair would be given away first; -1: none. @param {Room} room */
function offered({ chairs }) {
  return chairs.findIndex(({ kind, claimed_by }) => kind === "bot" && !claimed_by);
}
