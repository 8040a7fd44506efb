/** The card elements: made once per card, kept while the card is anywhere on the table, dressed for where it lies. */

import { el, pip, set, svg } from "../dom.js";
import { prefs } from "../prefs.js";
import { rankIndex } from "../state/words.js";
import { face } from "./art.js";

/** @import { Card } from "../types.js" */

/**
 * @typedef {object} Dress
 * @property {"hand" | "table" | "trump"} zone
 * @property {"yes" | "no" | ""} legal  only in the hand; empty when nothing is asked of me
 * @property {boolean} target  may be chosen as what to beat
 * @property {boolean} chosen  the own card that waits for its target
 * @property {string} label
 */

/** From this width on a card shows its full face. */
const FULL_FACE = 72;

export class Cards {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    /** @type {Map<Card, HTMLButtonElement>} */
    this.nodes = new Map();
    /** How each was drawn. @type {WeakMap<Element, string>} */
    this.looks = new WeakMap();
  }

  /** @param {Card} card */
  has(card) {
    return this.nodes.has(card);
  }

  /** The element of a card, made if need be. @param {Card} card */
  node(card) {
    const known = this.nodes.get(card);
    if (known) return known;
    const node = el("button", {
      type: "button",
      class: "card",
      tabindex: -1,
      "data-card": card,
      "data-suit": card[1],
    });
    node.append(el("span", { class: "in", "aria-hidden": "true" }));
    this.nodes.set(card, node);
    this.box.append(node);
    return node;
  }

  /** Takes a card off; its element may still fly away. @param {Card} card */
  release(card) {
    const node = this.nodes.get(card);
    if (!node) return null;
    this.nodes.delete(card);
    set(node, {
      "aria-hidden": "true",
      "data-zone": "gone",
      "data-legal": null,
      "data-target": null,
      tabindex: -1,
    });
    node.removeAttribute("data-card");
    node.disabled = true;
    return node;
  }

  /** A face-down card that is no card in particular. */
  ghost() {
    const node = el(
      "span",
      { class: "card", "data-zone": "gone", "aria-hidden": "true" },
      el("span", { class: "in" }),
    );
    this.box.append(node);
    return node;
  }

  /** Draws the face in the detail that its size deserves; large letters leave room for little. @param {Card} card @param {number} width */
  draw(card, width) {
    const node = this.node(card);
    const detail = width >= FULL_FACE && prefs.indices !== "large" ? 1 : 0;
    // Ranks have other letters in another language.
    const look = detail + document.documentElement.lang;
    if (this.looks.get(node) === look) return;
    this.looks.set(node, look);
    node.dataset.detail = String(detail);
    const [rank, suit] = card;
    const art = svg("svg", { class: "art", viewBox: "0 0 100 140" }, ...face(rank, suit, detail));
    const index = () => [
      el("b", { class: rank === "T" ? "ten" : null, "data-index": rankIndex(rank) }),
      pip(suit),
    ];
    const corners = [el("span", { class: "index" }, ...index())];
    if (detail) corners.push(el("span", { class: "index foot" }, ...index()));
    /** @type {Element} */ (node.firstElementChild).replaceChildren(art, ...corners);
  }

  /** @param {HTMLButtonElement} node @param {Dress} dress */
  dress(node, { zone, legal, target, chosen, label }) {
    const mine = zone === "hand";
    const reachable = mine || target;
    node.disabled = !reachable;
    set(node, {
      "data-zone": zone,
      "data-legal": mine ? legal || "idle" : null,
      "data-target": target,
      "data-chosen": chosen,
      "aria-hidden": reachable ? null : "true",
      "aria-disabled": mine && prefs.hints ? String(legal !== "yes") : null,
      "aria-pressed": mine && chosen ? "true" : null,
      "aria-label": label,
    });
    if (!mine) node.tabIndex = target ? 0 : -1;
  }
}
