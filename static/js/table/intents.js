/** What a player wants: tap, drag and keyboard all end here, and here nothing is known of how it was said. */

import { newId } from "../net/protocol.js";
import { buttonAction, buttonsOf, targets } from "../state/select.js";
import { buzz } from "./motion.js";

/** @import { ActionText, Card, Command, Game, Refusal } from "../types.js" */
/** @import { StateEvent } from "../state/reduce.js" */
/** @import { ButtonName } from "./actbar.js" */
/** @import { Table } from "./render.js" */

/**
 * @typedef {object} Means  what the intents work with
 * @property {Table} table
 * @property {() => {game: Game | null, choosing: Card | null}} scene  as on the screen, pending plays applied
 * @property {(event: StateEvent) => void} dispatch
 * @property {(command: Command) => void} send
 * @property {() => boolean} hurry  ends a running film; says whether another bout came into sight
 * @property {() => boolean} isNew  the bout has only just come into sight, and taps may still mean the last one
 * @property {(why: Refusal) => void} tell  shows and says why not
 * @property {(cue: "card" | "no") => void} cue
 */

export class Intents {
  /** @param {Means} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** A card was meant, nothing else said. @param {Card} card */
  tap(card) {
    if (this.desk.hurry() || this.desk.isNew()) return;
    const { game, choosing } = this.desk.scene();
    if (!game) return;
    if (choosing === card) return this.cancel();
    const ways = targets(game, card);
    if (!ways.length) return this.explain(game.why[card], this.desk.table.cards.nodes.get(card) ?? null);
    if (ways.length === 1) return this.play(ways[0].action);
    buzz(6);
    this.desk.dispatch({ type: "choose", card });
  }

  /** The waiting card is to beat this one. @param {Card} attack */
  chooseAttack(attack) {
    this.choose((target) => target.attack === attack);
  }

  /** The waiting card is to transfer. @param {string} kind transfer or show */
  chooseTransfer(kind) {
    this.choose((target) => target.kind === kind);
  }

  /** @param {(target: import("../types.js").Target) => boolean} fits */
  choose(fits) {
    const { game, choosing } = this.desk.scene();
    const target = game && choosing ? targets(game, choosing).find(fits) : undefined;
    if (target) this.play(target.action);
  }

  /** Transfers with the card in hand that can, if only one can; only where none can is one shown. */
  transfer() {
    const { game, choosing } = this.desk.scene();
    if (!game) return;
    const all = (choosing ? [choosing] : game.hand).flatMap((card) => targets(game, card));
    const laid = all.filter((one) => one.kind === "transfer");
    const ways = laid.length ? laid : all.filter((one) => one.kind === "show");
    if (ways.length === 1) return this.play(ways[0].action);
    if (choosing) return;
    const card = game.hand.find((one) =>
      ["wrong_rank", "transfer_off", "already_beating"].includes(game.why[one]?.code),
    );
    if (!ways.length && card) this.explain(game.why[card], null);
  }

  cancel() {
    this.desk.dispatch({ type: "cancel" });
  }

  /** @param {ButtonName} name */
  press(name) {
    if (name === "cancel") return this.cancel();
    if (this.desk.hurry()) return;
    const { game } = this.desk.scene();
    if (!game) return;
    const { left, right } = buttonsOf(game);
    if (name !== left && name !== right) return;
    const action = buttonAction(game, name);
    if (action) this.play(action);
    else this.explain(game.why[name], this.desk.table.actbar.find(name));
  }

  /** @param {ActionText} action */
  play(action) {
    const { game } = this.desk.scene();
    if (!game) return;
    const id = newId();
    buzz(12);
    if (action.includes("/") || /:[ATS]:/.test(action)) this.desk.cue("card");
    this.desk.dispatch({ type: "play", id, action });
    this.desk.send({ t: "play", id, action, bout: game.bout, table_ply: game.table_ply });
  }

  /** Why not: shake it, and say it. @param {Refusal | undefined} why @param {HTMLElement | null} node */
  explain(why, node) {
    if (!why) return;
    this.desk.table.shake(node);
    buzz(30);
    this.desk.cue("no");
    this.desk.tell(why);
  }
}
