/**
 * Moves elements. The end pose is written to the style first and the animation only plays the way there (no
 * `fill: forwards`), so an interrupted animation can never leave a card in a wrong place.
 */

import { prefs, speed } from "../prefs.js";

/** @import { Pose } from "./layout.js" */

export const EASE = { out: "cubic-bezier(.2,.8,.2,1)", inOut: "cubic-bezier(.45,.05,.25,1)" };
/** Milliseconds at the usual speed. */
export const MS = { play: 240, deal: 280, take: 340, discard: 360, hand: 200, flip: 220 };

/** What the player's speed makes of a length of time. */
const PACES = { slow: 1.5, normal: 1, fast: 0.6, off: 0 };

/** By how much everything takes longer than usual; 0: nothing moves. */
export function pace() {
  return PACES[speed()];
}

/** Whether motion is unwanted, or nobody sees it. */
function isStill() {
  return !pace() || document.hidden;
}

/** @param {Pose} pose @param {number} cw @param {number} ch */
export function transformOf(pose, cw, ch) {
  const x = (pose.x - cw / 2).toFixed(2);
  const y = (pose.y - ch / 2).toFixed(2);
  return `translate3d(${x}px,${y}px,0) rotate(${pose.r.toFixed(2)}deg) scale(${pose.s.toFixed(4)})`;
}

/** A short buzz where the device has one; before the first tap of a page browsers refuse it, and say so aloud. @param {number} ms */
export function buzz(ms) {
  if (prefs.vibrate && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(ms);
}

/** @type {WeakMap<Element, Animation>} */
const running = new WeakMap();
/** Where an element was sent, as we write it and as its style has it since; a dragged one is elsewhere. @type {WeakMap<Element, [string, string]>} */
const goals = new WeakMap();

/**
 * @typedef {object} Way
 * @property {number} [ms]
 * @property {number} [delay]
 * @property {string} [ease]
 * @property {number} [z]
 * @property {boolean} [raise]  above everything while it flies
 */

/**
 * Brings an element to a transform.
 * @param {HTMLElement} node @param {string} to @param {Way} [way] @returns {Animation | null}
 */
export function place(node, to, { ms = 0, delay = 0, ease = EASE.out, z = 0, raise = false } = {}) {
  const old = node.style.transform;
  const flying = running.get(node);
  const [goal, written] = goals.get(node) ?? [];
  const stays = goal === to && written === old;
  if (stays && !flying) {
    node.style.zIndex = String(z);
    return null;
  }
  if (stays && flying && ms) return flying;
  const from = flying ? getComputedStyle(node).transform : old;
  running.delete(node);
  flying?.cancel();
  node.style.transform = to;
  goals.set(node, [to, node.style.transform]);
  const moves = Boolean(ms && old && !isStill());
  node.style.zIndex = String(z + (moves && raise ? 1000 : 0));
  if (!moves) return null;
  const animation = node.animate([{ transform: from }, { transform: to }], {
    duration: ms * pace(),
    delay: delay * pace(),
    easing: ease,
    fill: "backwards",
  });
  running.set(node, animation);
  const land = () => {
    if (running.get(node) !== animation) return;
    running.delete(node);
    node.style.zIndex = String(z);
  };
  animation.onfinish = land;
  animation.oncancel = land;
  return animation;
}

/** Ends the flight of an element where it leads to. @param {HTMLElement} node */
export function settle(node) {
  running.get(node)?.finish();
}

/** Cards that are being turned over, and to which side. @type {WeakMap<Element, boolean>} */
const turning = new WeakMap();

/**
 * Turns a card over: pinch, swap, open. One layer, not two.
 * @param {HTMLElement} node @param {boolean} up @param {number} [ms] @param {number} [delay]
 */
export function flip(node, up, ms = MS.flip, delay = 0) {
  const inner = /** @type {HTMLElement | null} */ (node.firstElementChild);
  if ((turning.get(node) ?? node.hasAttribute("data-up")) === up && ms) return;
  turning.delete(node);
  if (!ms || !inner || isStill() || node.hasAttribute("data-up") === up) {
    node.toggleAttribute("data-up", up);
    return;
  }
  turning.set(node, up);
  const half = (ms / 2) * pace();
  const open = { transform: "scaleX(1)" };
  const thin = { transform: "scaleX(.02)" };
  const closing = inner.animate([open, thin], {
    duration: half,
    delay: delay * pace(),
    easing: "ease-in",
    fill: "backwards",
  });
  closing.onfinish = () => {
    if (turning.get(node) !== up) return;
    turning.delete(node);
    node.toggleAttribute("data-up", up);
    if (!isStill()) inner.animate([thin, open], { duration: half, easing: "ease-out" });
  };
}
