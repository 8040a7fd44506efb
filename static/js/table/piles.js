/** Stock, discard, the trump that stays when the stock is gone, and the places for a transfer. */

import { el, icon, pip, set, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { playerName, suitName } from "../state/words.js";

/** @import { Game } from "../types.js" */
/** @import { Metrics, Pose } from "./layout.js" */

/** How the cards of a pile lie askew. */
const DISCARD_TURN = [-8, 7, 19];
const MOST = 3;
/** Pixels: on a narrower place for a transfer no word is whole. */
const TINY = 72;

/** A number as wide as one of two digits, so that what stands before it keeps its place. @param {number} n */
const twoWide = (n) => String(n).padStart(2, "\u2007");

/** @param {HTMLElement} host */
function pile(host) {
  const backs = Array.from({ length: MOST }, () => el("i", { class: "back" }));
  const count = el("b");
  host.append(...backs, count);
  return { host, backs, count };
}

export class Piles {
  /** @param {{stock: HTMLElement, discard: HTMLElement, trump: HTMLElement, chip: HTMLElement, drops: HTMLElement}} hosts */
  constructor(hosts) {
    this.hosts = hosts;
    this.stock = pile(hosts.stock);
    this.discard = pile(hosts.discard);
    /** Which trump was shown, and in which language. */
    this.said = "";
  }

  /** @param {Game} game @param {Metrics} metrics */
  paint(game, metrics) {
    this.heap(this.stock, metrics.stock, Math.ceil(game.stock / 3), () => metrics.stock.r);
    this.heap(this.discard, metrics.discard, game.discard, (k) => DISCARD_TURN[k]);
    setText(this.stock.count, game.stock ? String(game.stock) : "");
    setText(this.discard.count, game.discard ? String(game.discard) : "");
    this.trump(game, metrics);
  }

  /**
   * @param {ReturnType<typeof pile>} heap @param {Pose & {w: number, h: number}} at @param {number} n
   * @param {(k: number) => number} turn
   */
  heap({ host, backs }, at, n, turn) {
    host.style.setProperty("--w", at.w + "px");
    host.style.transform = `translate(${at.x}px,${at.y}px)`;
    host.style.zIndex = String(at.z);
    host.toggleAttribute("data-empty", n === 0);
    backs.forEach((back, k) => {
      back.hidden = k >= n;
      const { style } = back;
      style.width = at.w + "px";
      style.height = at.h + "px";
      style.left = -at.w / 2 + "px";
      style.top = -at.h / 2 + "px";
      style.transform = `translate(${k * -1.2}px,${k * -1.6}px) rotate(${turn(k)}deg)`;
    });
  }

  /** @param {Game} game @param {Metrics} metrics */
  trump(game, { stock }) {
    const { trump, chip } = this.hosts;
    const said = game.trump + document.documentElement.lang;
    if (this.said !== said) {
      this.said = said;
      trump.replaceChildren(el("span", { "data-suit": game.trump }, pip(game.trump)));
      const words = el("span", { class: "hidden" });
      chip.replaceChildren(
        words,
        el("span", { class: "suit", "data-suit": game.trump }, pip(game.trump)),
        el("span"),
      );
      setText(words, gettext("Trump: {suit}.", { suit: suitName(game.trump) }) + " ");
    }
    trump.hidden = game.stock > 0;
    trump.style.setProperty("--w", stock.w + "px");
    trump.style.transform = `translate(${stock.x - stock.w / 2}px,${stock.y - stock.h / 2}px)`;
    setText(/** @type {Element} */ (chip.lastElementChild), gettext("{n} left", { n: twoWide(game.stock) }));
    chip.hidden = false;
  }

  /**
   * The places that a transfer can be dropped on.
   * @param {("transfer" | "show")[]} kinds @param {Game} game @param {Metrics} metrics
   * @param {boolean} asked  a card waits for its target
   */
  slots(kinds, game, metrics, asked) {
    const { drops } = this.hosts;
    if (drops.dataset.kinds !== kinds.join()) {
      drops.dataset.kinds = kinds.join();
      drops.replaceChildren(
        ...kinds.map((kind) => el("button", { type: "button", class: "slot", "data-kind": kind })),
      );
    }
    const to = game.transfer_to === null ? "" : playerName(game, game.transfer_to);
    kinds.forEach((kind, i) => {
      const node = /** @type {HTMLElement} */ (drops.children[i]);
      const words =
        kind === "show"
          ? gettext("Show to {name}", { name: to })
          : gettext("Transfer to {name}", { name: to });
      if (node.getAttribute("aria-label") !== words) {
        // The place is small: the name is where the arrow leads, and in the label.
        const short = kind === "show" ? gettext("Show") : gettext("Transfer");
        node.replaceChildren(icon(kind === "show" ? "eye" : "next"), el("span", {}, short));
      }
      const cell = metrics.cells[metrics.cells.length - kinds.length + i];
      const [w, h] = [metrics.tw, metrics.tw * 1.4];
      node.toggleAttribute("data-tiny", w < TINY);
      node.style.width = w + "px";
      node.style.height = h + "px";
      node.style.transform = `translate(${cell.x - w / 2}px,${cell.y - h / 2}px)`;
      set(node, {
        "aria-label": words,
        tabindex: asked ? 0 : -1,
        "data-asked": asked,
        "aria-hidden": asked ? null : "true",
      });
    });
  }
}
