/**
 * One pointer, three gestures: tap; scrub (slide along the fan to read it); drag (pull out of the hand). A small
 * movement is still a tap, and a card dropped nowhere in particular goes back. The card that was pressed is the one
 * that moves, or none; a swipe, a long press and a second finger move nothing.
 */

import { gettext } from "../i18n.js";
import { targets } from "../state/select.js";
import { Echo } from "./echo.js";
import { buzz, settle } from "./motion.js";
import { LONG_MS, wasLong } from "./press.js";
import { Zones } from "./zones.js";

/** @import { ActionText, Game } from "../types.js" */
/** @import { Intents } from "./intents.js" */
/** @import { Table } from "./render.js" */

/** Pixels: sideways until it is a scrub, upwards until it is a drag. */
const SLOP = 8;
const PULL = 18;
/** A finger hides what it drags, so the card goes above it. */
const ABOVE_FINGER = 28;
/** A drop comes to rest; what is let go faster than this, in pixels a millisecond, is a swipe. */
const SWIPE = 1;
/** Milliseconds: over which the speed is measured, and after which a finger that does not move has come to rest. */
const SPEED_MS = 16;
const REST_MS = 80;
/** A tap is not followed by a click of its own for so long; some browsers send one. */
const CLICK_MS = 600;

/**
 * @typedef {object} Gesture
 * @property {number} id
 * @property {HTMLButtonElement} node  the card under the finger: while reading, another one than was pressed
 * @property {HTMLButtonElement} pressed
 * @property {string} card  that was pressed
 * @property {ActionText[]} ways  what it could do then
 * @property {boolean} touch
 * @property {"tap" | "scrub" | "drag"} mode
 * @property {number} at
 * @property {number} x0
 * @property {number} y0
 * @property {number} x
 * @property {number} y
 * @property {{x: number, y: number, at: number}[]} trail  the last places
 * @property {number} far  how far the finger has ever been from where it came down
 * @property {number} ended  when the finger was lifted
 * @property {number} baseX
 * @property {number} baseY
 * @property {Zones | null} zones
 * @property {number} frame
 * @property {number} bout  a card lifted in one bout means nothing in the next
 */

export class Pointer {
  /**
   * @param {Table} table @param {Intents} intents
   * @param {{game: () => Game | null, hurry: () => void, restore: () => void, note: (text: string) => void}} desk
   *   restore: lets every card go home
   */
  constructor(table, intents, desk) {
    this.table = table;
    this.intents = intents;
    this.desk = desk;
    /** @type {Gesture | null} */
    this.gesture = null;
    this.handledAt = -Infinity;
    this.echo = new Echo();
    const { box, root } = table;
    /** @param {PointerEvent} event */
    const isOurs = (event) => event.pointerId === this.gesture?.id;
    addEventListener("pointerdown", (event) => this.alone(event), true);
    box.addEventListener("pointerdown", (event) => this.down(event));
    box.addEventListener("pointermove", (event) => this.move(event));
    box.addEventListener("pointerup", (event) => isOurs(event) && this.end(true, event.timeStamp));
    for (const type of /** @type {const} */ (["pointercancel", "lostpointercapture"]))
      box.addEventListener(type, (event) => isOurs(event) && this.end(false));
    root.addEventListener("contextmenu", (event) => this.isTable(event.target) && event.preventDefault());
    root.addEventListener("click", (event) => this.click(event));
  }

  /** Cards, piles and felt have no menu of the browser's; fields and links keep theirs. @param {EventTarget | null} target */
  isTable(target) {
    return !(target instanceof Element && target.closest("a, input, textarea, .panel"));
  }

  /** @param {EventTarget | Element | null | undefined} from @returns {HTMLButtonElement | null} */
  handCard(from) {
    const node = from instanceof Element ? from.closest(".card") : null;
    return node instanceof HTMLButtonElement && node.dataset.zone === "hand" ? node : null;
  }

  /** A second finger ends what the first began: two fingers zoom, they do not play. @param {PointerEvent} event */
  alone(event) {
    if (this.gesture && event.pointerId !== this.gesture.id) this.end(false);
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { clientX: x, clientY: y, pointerId: id, pointerType } = event;
    if (this.gesture || (pointerType === "mouse" && event.button)) return;
    const node = this.handCard(event.target);
    if (!node) return;
    if (!event.isPrimary) return this.desk.note(gettext("One finger at a time, please."));
    // What is tapped is what was on the screen: ending a film is all that a tap on an old bout does.
    const bout = this.desk.game()?.bout ?? 0;
    this.desk.hurry();
    this.unpeek();
    node.classList.add("peek");
    this.table.box.setPointerCapture(id);
    const card = node.dataset.card ?? "";
    const game = this.desk.game();
    const ways = game ? targets(game, card).map(({ action }) => action) : [];
    const at = event.timeStamp;
    const touch = pointerType !== "mouse";
    const trail = [{ x, y, at: event.timeStamp }];
    const rest = { baseX: 0, baseY: 0, zones: null, frame: 0, trail, far: 0, ended: 0 };
    this.gesture = {
      id,
      node,
      pressed: node,
      card,
      ways,
      touch,
      mode: "tap",
      at,
      x0: x,
      y0: y,
      x,
      y,
      bout,
      ...rest,
    };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const g = this.gesture;
    if (!g || event.pointerId !== g.id) return;
    g.x = event.clientX;
    g.y = event.clientY;
    g.trail = [...g.trail.slice(-20), { x: g.x, y: g.y, at: event.timeStamp }];
    const [dx, dy] = [g.x - g.x0, g.y - g.y0];
    g.far = Math.max(g.far, Math.hypot(dx, dy));
    const pulled = dy < -PULL || (!g.touch && Math.hypot(dx, dy) > SLOP);
    if (g.mode !== "drag" && pulled && g.node === g.pressed) this.lift(g);
    else if (g.mode === "scrub" || (g.mode === "tap" && Math.abs(dx) > Math.max(SLOP, Math.abs(dy))))
      this.scrub(g);
    if (g.mode === "drag" && !g.frame) g.frame = requestAnimationFrame(() => this.follow());
  }

  /** @param {Gesture} g */
  scrub(g) {
    g.mode = "scrub";
    const under = document.elementsFromPoint(g.x, g.y).map((one) => this.handCard(one));
    const node = under.find((one) => one);
    if (!node || node === g.node) return;
    g.node.classList.remove("peek");
    node.classList.add("peek");
    buzz(4);
    g.node = node;
  }

  /** The card leaves the hand. @param {Gesture} g */
  lift(g) {
    // A view has come meanwhile, and the card is not where it was pressed.
    if (g.node.dataset.zone !== "hand") return;
    g.mode = "drag";
    g.node.classList.remove("peek");
    g.node.classList.add("drag");
    settle(g.node);
    const [x, y] = (g.node.style.transform.match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
    g.baseX = x ?? 0;
    g.baseY = (y ?? 0) - (g.touch ? ABOVE_FINGER : 0);
    g.zones = new Zones(this.table, g.card, () => this.desk.game());
  }

  /** Draws the dragged card where the pointer is. */
  follow() {
    const g = this.gesture;
    if (!g) return;
    g.frame = 0;
    if (g.mode !== "drag") return;
    g.node.style.transform = `translate3d(${g.baseX + g.x - g.x0}px,${g.baseY + g.y - g.y0}px,0) rotate(0deg) scale(1)`;
    g.zones?.heat(g.x, g.y);
  }

  /** @param {Gesture} g */
  isSwipe({ touch, trail, ended }) {
    const to = /** @type {Gesture["trail"][number]} */ (trail.at(-1));
    const from = trail.filter((one) => to.at - one.at >= SPEED_MS).at(-1) ?? trail[0];
    if (!touch || ended - to.at > REST_MS) return false;
    return Math.hypot(to.x - from.x, to.y - from.y) / Math.max(1, to.at - from.at) > SWIPE;
  }

  /** @param {boolean} commit @param {number} [at] */
  end(commit, at = performance.now()) {
    const g = this.gesture;
    if (!g) return;
    g.ended = at;
    const target = g.mode === "drag" ? g.zones?.heat(g.x, g.y) : null;
    cancelAnimationFrame(g.frame);
    this.gesture = null;
    // When the finger was lifted: a page that is busy hears of it later.
    this.handledAt = at;
    g.node.classList.remove("drag");
    g.zones?.cool();
    if (g.mode !== "scrub" || !commit) this.unpeek();
    const same = this.desk.game()?.bout === g.bout;
    if (g.mode === "drag") this.drop(g, commit, same ? (target?.action ?? null) : null);
    // Whoever slides off the card, whichever way, has not tapped it.
    else if (commit && g.mode === "tap" && g.far <= PULL) this.tap(g, same);
  }

  /** Lets go of what is held; says whether anything was. */
  letGo() {
    const held = this.gesture !== null;
    this.end(false);
    return held;
  }

  /** @param {Gesture} g @param {boolean} commit @param {ActionText | null} action */
  drop(g, commit, action) {
    const swiped = this.isSwipe(g);
    // Home first: a play that is only asked about must not stay in the air.
    if (!commit || !action || swiped) this.desk.restore();
    if (!commit) return;
    if (swiped)
      return this.desk.note(gettext("Nothing is played by a swipe. Drag the card to its place, or tap it."));
    if (action) {
      this.intents.play(action);
      return this.desk.restore();
    }
    if (g.zones?.isOver(g.y)) this.intents.misplaced(g.card, g.zones.attackAt(g.x, g.y));
    else if (this.table.lay(g.card, g.x, g.y)) this.desk.restore();
  }

  /** @param {Gesture} g @param {boolean} same  the bout is still the one in which it was pressed */
  tap(g, same) {
    if (this.echo.repeats(g.x, g.y, this.handledAt)) return;
    if (!same || g.pressed.dataset.card !== g.card) return this.intents.changed();
    if (g.touch && this.handledAt - g.at > LONG_MS) return this.read(g);
    const before = this.intents.desk.scene();
    this.intents.tap(g.card, g.ways);
    const after = this.intents.desk.scene();
    const acted = ["choosing", "picked", "asking"].some(
      (key) => Reflect.get(before, key) !== Reflect.get(after, key),
    );
    if (acted || before.game?.hand.length !== after.game?.hand.length)
      this.echo.played(g.x, g.y, this.handledAt);
  }

  /** Whoever holds a card reads it. @param {Gesture} g */
  read({ card, pressed }) {
    const game = this.desk.game();
    const label = pressed.getAttribute("aria-label") ?? "";
    if (game && !targets(game, card).length) return this.intents.explain(game.why[card], pressed);
    this.desk.note(
      gettext("{card}. A short tap plays it.", { card: label[0].toUpperCase() + label.slice(1) }),
    );
  }

  unpeek() {
    for (const node of this.table.box.querySelectorAll(".peek")) node.classList.remove("peek");
  }

  /** Targets, and cards pressed by a keyboard or a screen reader. @param {MouseEvent} event */
  click(event) {
    const from = event.target instanceof Element ? event.target : null;
    const slot = /** @type {HTMLElement | null} */ (from?.closest(".slot[data-asked]") ?? null);
    const target = /** @type {HTMLElement | null} */ (from?.closest(".card[data-target]") ?? null);
    if ((slot || target) && event.detail && wasLong()) return;
    if (slot) return this.intents.chooseTransfer(slot.dataset.kind ?? "");
    if (target) return this.intents.chooseAttack(target.dataset.card ?? "");
    const node = this.handCard(from);
    // A tap was handled when the pointer went up.
    if (node && performance.now() - this.handledAt > CLICK_MS) this.intents.tap(node.dataset.card ?? "");
  }
}
