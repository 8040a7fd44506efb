/**
 * Status line and buttons. Every button has its own place: Take at the left, Done, Pass and Cancel at the right; where
 * cards are picked for an opening, the right one plays them and Cancel stands at the left. A button whose meaning has
 * just changed is deaf for a moment, so that a second tap does not hit the next question.
 */

import { el, icon, pip, set } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { pickedAction, sets } from "../state/picks.js";
import { buttonAction, buttonsOf } from "../state/select.js";
import { buttonWords, partsOf, rankIndex, theCards } from "../state/words.js";
import { wasLong } from "./press.js";

/** @import { ActionText, Card, Game, Status } from "../types.js" */

/** What has only just come was not meant by this tap. */
export const GUARD_MS = 400;

/** @typedef {"take" | "swap" | "pass" | "set" | "cancel"} ButtonName */

/**
 * @typedef {object} Questions  what is being asked of the player by his own page
 * @property {Card | null} choosing
 * @property {Card[] | null} picked
 * @property {ActionText | null} asking
 */

/** @param {ButtonName} name @param {Game} game */
function words(name, game) {
  switch (name) {
    case "cancel":
      return gettext("Cancel");
    case "set":
      return "";
    default:
      return buttonWords(name, game.phase);
  }
}

/** @type {Record<ButtonName, string>} */
const KEYS = { take: "T", swap: "", pass: "D", set: "", cancel: "Esc" };

/** The only cards that go together, else how many are picked. @param {Game} game @param {Card[] | null} picked */
function setWords(game, picked) {
  if (picked) {
    if (!picked.length) return { text: gettext("Play"), label: "", cards: [] };
    return { text: ngettext("Play {n}", "Play {n}", picked.length), label: "", cards: [] };
  }
  const [cards, ...others] = sets(game);
  if (others.length)
    return { text: gettext("Several"), label: gettext("Attack with several cards"), cards: [] };
  return { text: cards.join(), label: gettext("Attack with {cards}", { cards: theCards(cards) }), cards };
}

/** Two cards in small. @param {Card[]} cards */
function smallCards(cards) {
  return cards.map((card) =>
    el(
      "span",
      { class: "small", "data-suit": card[1], "aria-hidden": "true" },
      el("b", { "data-index": rankIndex(card[0]) }),
      pip(card[1]),
    ),
  );
}

/** A sentence whose names give way when there is no room for all of it. @param {HTMLElement} node @param {string} text */
function write(node, text) {
  const parts = partsOf(text);
  node.toggleAttribute("data-names", parts.length > 1);
  node.replaceChildren(...parts.map((part, i) => (i % 2 ? el("bdi", {}, part) : part)));
}

export class ActBar {
  /** @param {HTMLElement} act @param {HTMLElement} status @param {(name: ButtonName) => void} onPress */
  constructor(act, status, onPress) {
    this.act = act;
    this.status = status;
    this.left = this.button("left", onPress);
    this.right = this.button("right", onPress);
    /** @type {Map<HTMLElement, string>} */
    this.meaning = new Map();
    /** @type {Map<HTMLElement, number>} */
    this.changedAt = new Map();
    /** @type {Map<HTMLElement, string | undefined>} what it meant when the finger came down */
    this.pressed = new Map();
    const sizes = new ResizeObserver(() => this.giveWay());
    for (const node of [this.left, this.right]) sizes.observe(node);
    act.prepend(this.left);
    act.append(this.right);
  }

  /** The words between the buttons get the room that these leave. */
  giveWay() {
    this.act.style.setProperty("--before", `${this.left.offsetWidth}px`);
    this.act.style.setProperty("--after", `${this.right.offsetWidth}px`);
  }

  /** @param {string} side @param {(name: ButtonName) => void} onPress */
  button(side, onPress) {
    const node = el("button", { type: "button", class: "btn act", "data-side": side, hidden: true });
    node.addEventListener("pointerdown", () => this.pressed.set(node, this.meaning.get(node)));
    node.addEventListener("click", (event) => {
      const meant = this.pressed.has(node) && event.detail ? this.pressed.get(node) : this.meaning.get(node);
      this.pressed.delete(node);
      if (meant !== this.meaning.get(node) || this.isFresh(node) || (event.detail && wasLong())) return;
      onPress(/** @type {ButtonName} */ (node.dataset.button));
    });
    return node;
  }

  /** Whether its meaning has only just changed. @param {HTMLElement} node */
  isFresh(node) {
    return performance.now() - (this.changedAt.get(node) ?? -Infinity) < GUARD_MS;
  }

  /** Whether a key for this button would hit what has only just come. @param {ButtonName} name */
  isDeaf(name) {
    const node = this.find(name);
    return node !== null && this.isFresh(node);
  }

  /** The element of a button, if it is shown. @param {ButtonName} name */
  find(name) {
    return [this.left, this.right].find((node) => !node.hidden && node.dataset.button === name) ?? null;
  }

  /** @param {Game} game @param {Questions & {ready: boolean, status: Status}} screen */
  paint(game, { choosing, picked, asking, ready, status }) {
    const { left, right } = buttonsOf(game);
    const asksTake = asking !== null && asking === game.legal.take?.[0];
    const free = ready && !choosing && (!asking || asksTake);
    const cancels = choosing || asking ? "cancel" : null;
    this.dress(this.left, picked ? "cancel" : free ? left : null, game, picked, asksTake);
    this.dress(this.right, cancels ?? (ready ? right : null), game, picked, asksTake);
    this.left.toggleAttribute("data-sure", Boolean(asking));
    this.say(status);
  }

  /**
   * @param {HTMLButtonElement} node @param {ButtonName | null} name @param {Game} game @param {Card[] | null} picked
   * @param {boolean} asksTake
   */
  dress(node, name, game, picked, asksTake) {
    node.hidden = !name;
    if (!name) {
      this.meaning.delete(node);
      return;
    }
    const { text, label, cards } =
      name === "set" ? setWords(game, picked) : { text: words(name, game), label: "", cards: [] };
    // Beside a second button there is room for a sign only.
    const cross = name === "cancel" && (picked !== null || asksTake);
    const action = this.actionOf(name, game, picked);
    // Another card picked is the player's own doing, and no surprise.
    const meaning = [
      name,
      name === "set" ? Boolean(picked) : text,
      name === "set" || action,
      game.bout,
    ].join();
    if (this.meaning.get(node) !== meaning) {
      this.meaning.set(node, meaning);
      this.changedAt.set(node, performance.now());
    }
    if (
      node.dataset.button !== name ||
      node.dataset.text !== text ||
      node.hasAttribute("data-cross") !== cross
    ) {
      node.dataset.button = name;
      node.dataset.text = text;
      if (cross) node.replaceChildren(icon("close"));
      else if (cards.length) node.replaceChildren(...smallCards(cards));
      else node.replaceChildren(text, KEYS[name] ? el("kbd", { "aria-hidden": "true" }, KEYS[name]) : "");
    }
    // Who may be done before the table waits for him is not pushed to be.
    const waits = name === "pass" && game.waiting.includes(game.viewer ?? -1);
    set(node, {
      "data-primary": Boolean(action) && (waits || (name === "set" && picked !== null)),
      "aria-disabled": action ? null : "true",
      "aria-label": (cross ? text : label) || null,
      "data-cross": cross,
    });
  }

  /** What the button would do; empty: nothing but say why not. @param {ButtonName} name @param {Game} game @param {Card[] | null} picked */
  actionOf(name, game, picked) {
    if (name === "cancel") return "cancel";
    if (name === "set") return picked ? (pickedAction(game, picked) ?? "") : "set";
    return buttonAction(game, name) ?? "";
  }

  /** @param {Status} status */
  say({ text, detail, icon: name }) {
    const [line, small] = /** @type {HTMLElement[]} */ ([...this.status.children]);
    if (line.dataset.icon !== name || line.dataset.text !== text) {
      line.dataset.icon = name;
      line.dataset.text = text;
      const words = el("span");
      write(words, text);
      line.replaceChildren(...(name ? [icon(name, "sign")] : []), words);
    }
    if (small.dataset.text === detail) return;
    small.dataset.text = detail;
    write(small, detail);
  }
}
