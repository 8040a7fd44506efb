/** What a player wants: tap, drag and keyboard all end here, and here nothing is known of how it was said. */

import { gettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { pickedAction, picksAfter } from "../state/picks.js";
import { buttonAction, buttonsOf, isOffered, parseAction, targets, uncovered } from "../state/select.js";
import { buzz } from "./motion.js";

/** @import { ActionText, Card, Command, Game, Refusal } from "../types.js" */
/** @import { StateEvent } from "../state/reduce.js" */
/** @import { ButtonName } from "./actbar.js" */
/** @import { Table } from "./render.js" */

/** @typedef {typeof import("../state/careful.js").costOf} CostOf */

/** A question that has only just come up is not answered by the tap that raised it, nor by its echo. */
const GUARD_MS = 400;

/** Reasons that speak of transfers, or of all that could be done. */
const OF_TRANSFERS = [
  "transfer_off",
  "already_beating",
  "transfer_first_bout",
  "chain_full",
  "no_target",
  "wrong_rank",
  "target_capacity",
  "not_your_turn",
];

/**
 * @typedef {object} Scene  as on the screen, pending plays applied
 * @property {Game | null} game
 * @property {Card | null} choosing
 * @property {Card[] | null} picked
 * @property {ActionText | null} asking
 *
 * @typedef {object} Means  what the intents work with
 * @property {Table} table
 * @property {() => Scene} scene
 * @property {(event: StateEvent) => void} dispatch
 * @property {(command: Command) => void} send
 * @property {() => boolean} hurry  ends a running film; says whether another bout came into sight
 * @property {() => boolean} isNew  the bout has only just come into sight, and taps may still mean the last one
 * @property {() => CostOf | null} careful  what tells costly moves, where they are asked twice
 * @property {(why: Refusal) => void} tell  shows and says why not
 * @property {(text: string) => void} note  shows and says something
 * @property {(cue: "card" | "no") => void} cue
 */

export class Intents {
  /** @param {Means} desk */
  constructor(desk) {
    this.desk = desk;
    this.askedAt = -Infinity;
  }

  /**
   * A card was meant, nothing else said.
   * @param {Card} card
   * @param {ActionText[]} [pressed]  what it could do when it was pressed: a tap never does what came later
   */
  tap(card, pressed) {
    if (this.desk.hurry() || this.desk.isNew()) return this.changed();
    const { game, choosing, picked, asking } = this.desk.scene();
    if (!game) return;
    if (picked) return this.pick(game, picked, card);
    if (asking && parseAction(asking).cards.includes(card)) return this.play(asking);
    if (choosing === card) return this.cancel();
    const ways = targets(game, card);
    if (pressed?.length === 1 && ways.some(({ action }) => action === pressed[0]))
      return this.play(pressed[0]);
    if (pressed && ways.length && pressed.length !== ways.length) return this.changed();
    if (!ways.length) return this.explain(game.why[card], this.desk.table.cards.nodes.get(card) ?? null);
    if (ways.length === 1) return this.play(ways[0].action);
    buzz(6);
    this.desk.dispatch({ type: "choose", card });
  }

  /** @param {Game} game @param {Card[]} picked @param {Card} card */
  pick(game, picked, card) {
    const cards = picksAfter(game, picked, card);
    if (cards === picked)
      return this.refuse(gettext("No other card of this rank can be played with it."), card);
    buzz(6);
    this.desk.dispatch({ type: "pick", cards });
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
    const { game, choosing, asking } = this.desk.scene();
    const card = choosing ?? (asking && parseAction(asking).card);
    const target = game && card ? targets(game, card).find(fits) : undefined;
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
    if (ways.length) return this.desk.note(gettext("Several cards can transfer: choose one of them."));
    const card = game.hand.find((one) => OF_TRANSFERS.includes(game.why[one]?.code));
    if (card) this.explain(game.why[card], null);
    else this.refuse(gettext("There is nothing to transfer now."));
  }

  cancel() {
    this.desk.dispatch({ type: "cancel" });
  }

  /** @param {ButtonName} name */
  press(name) {
    if (name === "cancel") return this.cancel();
    if (this.desk.hurry()) return this.changed();
    const { game, picked } = this.desk.scene();
    if (!game || game.viewer === null) return;
    const { left, right } = buttonsOf(game);
    if (name === "set" && right === "set") return this.together(game, picked);
    const action = name === left || name === right ? buttonAction(game, name) : null;
    if (action) this.play(action);
    else this.explain(game.why[name], this.desk.table.actbar.find(name));
  }

  /** Opens with several cards: with the only ones that go together, with those picked, or picks first. @param {Game} game @param {Card[] | null} picked */
  together(game, picked) {
    if (!picked && game.sets.length === 1) return this.play(game.sets[0]);
    if (!picked) return this.desk.dispatch({ type: "pick", cards: [] });
    const action = pickedAction(game, picked);
    if (action) this.play(action);
    else this.desk.note(gettext("Tap the cards that are to be played together."));
  }

  /** @param {ActionText} action */
  play(action) {
    const { game, asking } = this.desk.scene();
    if (!game) return;
    if (!isOffered(game, action)) return this.changed();
    const costOf = this.desk.careful();
    if (costOf && !this.isMeant(game, action, asking, costOf)) return;
    const id = newId();
    buzz(12);
    if (parseAction(action).card) this.desk.cue("card");
    this.desk.dispatch({ type: "play", id, action });
    this.desk.send({ t: "play", id, action, bout: game.bout, table_ply: game.table_ply });
  }

  /** Asks about a costly move, and takes the second time for an answer. @param {Game} game @param {ActionText} action @param {ActionText | null} asking @param {CostOf} costOf */
  isMeant(game, action, asking, costOf) {
    const now = performance.now();
    if (asking === action) return now - this.askedAt > GUARD_MS;
    if (!costOf(game, action)) return true;
    this.askedAt = now;
    buzz(6);
    this.desk.dispatch({ type: "ask", action });
    return false;
  }

  /** A card was dropped where it cannot lie: on this attack card, or on none. @param {Card} card @param {Card | null} on */
  misplaced(card, on) {
    const { game } = this.desk.scene();
    if (!game) return;
    const ways = targets(game, card);
    const node = this.desk.table.cards.nodes.get(card) ?? null;
    if (!ways.length) return this.explain(game.why[card], node);
    const covered = game.table.find(([attack, cover]) => cover && attack === on);
    if (covered)
      return this.explain({ code: "already_beaten", facts: { attack: on, cover: covered[1] } }, node);
    if (on && uncovered(game).includes(on) && ways.some((one) => one.kind === "cover"))
      return this.explain({ code: "does_not_beat", facts: { attack: on, card, trump: game.trump } }, node);
    this.refuse(gettext("Drop it on the card that it is to beat."), card);
  }

  /** What was meant is not there any more. */
  changed() {
    this.desk.note(gettext("The table has just changed. Please look again."));
  }

  /** Why not: shake it, and say it. @param {Refusal | undefined} why @param {HTMLElement | null} node */
  explain(why, node) {
    this.desk.table.shake(node);
    buzz(30);
    this.desk.cue("no");
    if (why) this.desk.tell(why);
    // What was legal a moment ago has no reason against it: something of ours is on its way.
    else this.desk.note(gettext("One moment: your last move is on its way."));
  }

  /** @param {string} text @param {Card} [card] */
  refuse(text, card) {
    this.desk.table.shake(this.desk.table.cards.nodes.get(card ?? "") ?? null);
    buzz(30);
    this.desk.cue("no");
    this.desk.note(text);
  }
}
