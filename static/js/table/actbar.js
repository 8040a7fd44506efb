/**
 * Status line and buttons. Every button has its own place: Take at the left, Done, Pass and Cancel at the right. A
 * button whose meaning has just changed is deaf for a moment, so that a second tap does not hit the next question.
 */

import { el, icon, set } from "../dom.js";
import { gettext } from "../i18n.js";
import { buttonAction, buttonsOf } from "../state/select.js";
import { partsOf } from "../state/words.js";

/** @import { Card, Game, Status } from "../types.js" */

const GUARD_MS = 400;

/** @typedef {"take" | "swap" | "pass" | "cancel"} ButtonName */

/** @param {ButtonName} name @param {Game} game */
function words(name, game) {
  switch (name) {
    case "take":
      return gettext("Take");
    case "swap":
      return gettext("Swap");
    case "cancel":
      return gettext("Cancel");
    default:
      return game.phase === "taking" ? gettext("Pass") : gettext("Done");
  }
}

/** @type {Record<ButtonName, string>} */
const KEYS = { take: "T", swap: "", pass: "D", cancel: "Esc" };

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
    act.prepend(this.left);
    act.append(this.right);
  }

  /** @param {string} side @param {(name: ButtonName) => void} onPress */
  button(side, onPress) {
    const node = el("button", { type: "button", class: "btn act", "data-side": side, hidden: true });
    node.addEventListener("click", () => {
      if (performance.now() - (this.changedAt.get(node) ?? 0) < GUARD_MS) return;
      onPress(/** @type {ButtonName} */ (node.dataset.button));
    });
    return node;
  }

  /** The element of a button, if it is shown. @param {ButtonName} name */
  find(name) {
    return [this.left, this.right].find((node) => !node.hidden && node.dataset.button === name) ?? null;
  }

  /** @param {Game} game @param {{choosing: Card | null, ready: boolean, status: Status}} screen */
  paint(game, { choosing, ready, status }) {
    const { left, right } = buttonsOf(game);
    this.dress(this.left, ready && !choosing ? left : null, game);
    this.dress(this.right, choosing ? "cancel" : ready ? right : null, game);
    this.say(status);
  }

  /** @param {HTMLButtonElement} node @param {ButtonName | null} name @param {Game} game */
  dress(node, name, game) {
    node.hidden = !name;
    if (!name) {
      this.meaning.delete(node);
      return;
    }
    const action = name === "cancel" ? "cancel" : buttonAction(game, name);
    const text = words(name, game);
    const meaning = [name, text, action, game.bout].join();
    if (this.meaning.get(node) !== meaning) {
      this.meaning.set(node, meaning);
      this.changedAt.set(node, performance.now());
    }
    if (node.dataset.button !== name || node.dataset.text !== text) {
      node.dataset.button = name;
      node.dataset.text = text;
      node.replaceChildren(text, KEYS[name] ? el("kbd", { "aria-hidden": "true" }, KEYS[name]) : "");
    }
    // Who may be done before the table waits for him is not pushed to be.
    const primary = name === "pass" && Boolean(action) && game.waiting.includes(game.viewer ?? -1);
    set(node, { "data-primary": primary, "aria-disabled": action ? null : "true" });
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
