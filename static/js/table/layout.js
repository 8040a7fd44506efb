/**
 * Pure geometry: size of the screen and counts in, places out. No document, so that it can be tested for every
 * size at once. All lengths are CSS pixels, angles degrees; a pose's x and y are the middle of the card.
 */

import { RATIO, pairPlaces, pilePlaces } from "./places.js";

/** @typedef {{x: number, y: number, r: number, s: number, z: number}} Pose */
/** @typedef {{x: number, y: number, w: number, h: number}} Box  for bars the upper left corner, else the middle */
/** @typedef {{t: number, r: number, b: number, l: number}} Insets */
/** @typedef {"port" | "land" | "wide"} Mode */

/**
 * @typedef {object} Size
 * @property {number} vw
 * @property {number} vh
 * @property {number} [rem]  1 is text of 16 px
 * @property {Insets} [ins]
 * @property {boolean} [lefty]  the column of buttons is at the left
 * @property {number} [result]  how much the result of a game covers: at the foot, on a lying phone at the side
 * @property {number} [coach]  how much a coach takes over the bar, on a lying phone over the status
 *
 * @typedef {object} Counts
 * @property {number} [hand]
 * @property {number} [pairs]
 * @property {number} [slots]  places for a transfer
 * @property {number} [seats]  the others at the table
 * @property {boolean} [watching]  nobody's hand: the felt takes its room
 */

/** The narrowest visible strip of a hand card (WCAG 2.5.8). */
const STRIP = 24;
/** Text larger than this leaves out second lines. */
export const BIG = 1.25;
/** From how wide on a pair is easy to read, and how far a card may shrink to get there. */
const EASY = 44;
/** Narrower than this no coach may make it: for him nothing shrinks. */
const STILL_EASY = 36;
const LEAST = 0.7;
/** What was left in the hand at the end is small, and only seen. */
const LEFT_OVER = 0.62;
/** What a lying phone's bar has at its ends, beside the others: the menu, which has the log; the invitation. */
const CORNERS = [48, 48];
const NO_INSETS = { t: 0, r: 0, b: 0, l: 0 };

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.min(high, Math.max(low, value));

/** @param {number} vw @param {number} vh @returns {Mode} */
export function modeOf(vw, vh) {
  if (vh < 560 && vw > vh) return "land";
  return vw < 600 ? "port" : "wide";
}

/**
 * Every place on the table. On a small screen with a huge hand and large text the cards of the hand shrink step by
 * step, and seats and bar draw in, until the pairs are easy to read. A coach has to go before.
 * @param {Size} size @param {Counts} counts @returns {Metrics}
 */
export function metrics(size, counts) {
  let best = compute(size, counts, 1);
  if (size.coach) return best.tw < STILL_EASY ? metrics({ ...size, coach: 0 }, counts) : best;
  for (let scale = 0.94; best.tw < EASY && scale > LEAST - 0.01; scale -= 0.06) {
    const next = compute(size, counts, scale);
    if (next.tw > best.tw) best = next;
  }
  return best;
}

/** @typedef {ReturnType<typeof compute>} Metrics */
/** @typedef {ReturnType<typeof frameOf>} Frame */

/** @param {Size} size @param {Counts} counts @param {number} scale */
function compute(size, { hand = 6, pairs = 2, slots = 0, seats: others = 5, watching = false }, scale) {
  const frame = frameOf(size, scale, watching, others);
  const { mode, cw, ch, bar, avatar, lines } = frame;
  const fan = handPlaces(frame, hand);
  const act = actPlace(frame, fan.handTop);
  const status = statusPlace(frame, fan.handTop - fan.lift);
  const { coach = 0 } = size;
  const seats = seatPlaces(frame, others, act.y - coach);
  const whole = feltPlace(frame, seats, act.y - coach, status.y - coach);
  const k = Math.max(1, pairs + slots);
  const felt = clearOf(seats, whole, pairPlaces(frame, whole, k, slots).cells);
  const table = pairPlaces(frame, felt, k, slots);
  const piles = pilePlaces(frame, felt, table, seats);
  return {
    mode,
    vw: size.vw,
    vh: size.vh,
    cw,
    ch,
    avatar,
    lines,
    bar,
    act,
    status,
    coach,
    seats,
    felt,
    ...fan,
    ...table,
    ...piles,
  };
}

/**
 * What everything else is measured by.
 * @param {Size} size @param {number} scale @param {boolean} watching @param {number} others
 */
function frameOf({ vw, vh, rem = 1, ins = NO_INSETS, lefty = false, result = 0 }, scale, watching, others) {
  const mode = modeOf(vw, vh);
  const ideal = {
    port: clamp(56, vw * 0.186, 84),
    land: clamp(52, vh * 0.178, 80),
    wide: clamp(80, Math.min(vw * 0.118, vh * 0.122), 124),
  };
  const cw = Math.round(scale * ideal[mode]);
  const big = Math.max(1, rem);
  const left = ins.l + (mode === "land" && lefty ? result : 0);
  const right = vw - ins.r - (mode === "land" && !lefty ? result : 0);
  const seats = mode === "land" ? Math.max(3, others) : others;
  const [before, after] = mode === "land" ? CORNERS : [4, 4];
  const seatW = (vw - ins.l - ins.r - before - after) / seats;
  return {
    mode,
    vw,
    vh,
    scale,
    watching,
    over: result > 0,
    handScale: result && mode !== "land" ? LEFT_OVER : 1,
    cw,
    ch: cw * RATIO,
    left,
    right,
    lefty,
    top: ins.t,
    bottom: vh - ins.b - (mode === "land" ? 0 : result),
    pad: mode === "wide" ? 24 : scale < 1 ? 4 : 8,
    // Two lines of text, of which large text has one, that may break.
    strip:
      result && mode !== "land"
        ? 0
        : mode === "wide"
          ? Math.max(60, 14 + 34 * big)
          : Math.max(56, 12 + 34 * big),
    actW: mode === "land" && !result ? Math.round(132 + 40 * (Math.min(2, big) - 1)) : 0,
    statusH: Math.max(24, 10 + Math.min(22, 14 * big) * 1.15),
    bar: { x: ins.l, y: ins.t, w: vw - ins.l - ins.r, h: mode === "land" ? 44 : 48 },
    seatW,
    ...seatSize(mode, rem, seatW, scale),
  };
}

/**
 * Avatar, name, and unless the text is large or the seat narrow a second line. What sticks out over the avatar are the
 * backs of cards. Names stay readable sooner by their number of letters than by their size.
 * @param {Mode} mode @param {number} rem @param {number} w  the room of one seat @param {number} scale
 */
function seatSize(mode, rem, w, scale) {
  const lines = rem <= BIG && w >= { port: 70, land: 104, wide: 0 }[mode];
  /** @param {number} name @param {number} line */
  const text = (name, line) => name * 1.25 + (lines ? 2 + line * 1.2 * rem : 0);
  if (mode === "wide") return { lines, avatar: 60, seatH: 60 + 14 + text(15 * rem, 13) };
  // Where a lying phone has one line, it stands under the avatar: there a whole name has room.
  if (mode === "land")
    return lines
      ? { lines, avatar: 36, seatH: 48 }
      : { lines, avatar: 28, seatH: 28 + 4 + text(Math.min(12 * rem, 15), 0) };
  const avatar = Math.round(clamp(32, w - 20, scale < 1 ? 40 : 46));
  return { lines, avatar, seatH: avatar + 10 + text(Math.min(12 * rem, 18), 11) };
}

/** The own hand: one fan, or rows; never narrower strips than a finger needs. @param {Frame} frame @param {number} hand */
function handPlaces(frame, hand) {
  const { mode, left, right, bottom, pad, actW, lefty, scale, handScale, watching } = frame;
  const [cw, ch] = [frame.cw * handScale, frame.ch * handScale];
  const seen = handScale < 1;
  const wide = mode === "wide";
  const from = left + pad + (lefty ? actW : 0);
  const room = right - pad - (lefty ? 0 : actW) - from;
  const width = wide ? Math.min(room, cw * 8.4) : room;
  const middle = from + room / 2;
  const strip = (wide ? 34 : STRIP) * handScale;
  const perMax = Math.max(1, Math.floor((width - cw) / strip) + 1);
  const rows = Math.max(1, Math.ceil(hand / perMax));
  const per = Math.ceil(hand / rows) || 1;
  const lift = rows > 1 ? 8 : wide ? 22 : 14;
  // The whole index of a back row stays visible under a risen front row.
  const pitch = seen ? cw * 0.7 : Math.max(cw * 0.7, 40 * scale) + lift;
  // A fan's outer cards are turned, and stand out a little.
  const most = Math.max(Math.min(STRIP + 2, (width - cw) / (per - 1)), (width - cw * 1.16) / (per - 1));
  const step = per > 1 ? Math.min(cw * (mode === "port" ? 0.8 : 0.66), most) : 0;
  const dipMax = { port: 12, land: 6, wide: 22 }[mode];
  const dip = rows === 1 ? Math.min(dipMax, hand * (wide ? 2 : 1.2)) * handScale : 0;
  // On short screens the feet of the cards go under the edge.
  const bleed = mode === "land" ? ch * 0.12 : 0;
  const tall = watching || (seen && !hand) ? 0 : ch + (rows - 1) * pitch + dip - bleed;
  const handTop = bottom - (wide ? 18 : 8) - tall;
  /** @type {Pose[]} */
  const hands = [];
  for (let i = 0; i < hand; i++) {
    const row = Math.floor(i / per);
    const n = row < rows - 1 ? per : hand - per * (rows - 1);
    const half = (n - 1) / 2;
    const t = n > 1 ? (i - row * per - half) / half : 0;
    const spread = rows === 1 ? Math.min({ port: pad < 8 ? 3 : 8, land: 4, wide: 11 }[mode], n * 0.9) : 0;
    const y = handTop + ch / 2 + row * pitch + dip * t * t;
    hands.push({ x: middle + t * step * half, y, r: t * spread, s: handScale, z: 300 + i });
  }
  return { hands, handTop, tall, rows, per, step, pitch, lift, middle };
}

/** The bar with status and buttons; lying screens have a column in the lower corner. @param {Frame} frame @param {number} handTop @returns {Box} */
function actPlace({ mode, left, right, bottom, pad, strip, actW, lefty, over }, handTop) {
  const h = 44 * 2 + 8;
  if (mode === "land") return { x: lefty ? left + 4 : right - actW - 4, y: bottom - h - 12, w: actW, h };
  const w = Math.min(right - left - 2 * pad, mode === "wide" ? 680 : 999);
  const gap = over ? 8 : mode === "wide" ? 28 : 20;
  return { x: (left + right) / 2 - w / 2, y: handTop - strip - gap, w, h: strip };
}

/** Lying screens say whose turn it is over the hand; the others in the bar. @param {Frame} frame @param {number} foot @returns {Box} */
function statusPlace({ mode, left, right, pad, actW, lefty, statusH }, foot) {
  const w = right - left - 2 * pad - (mode === "land" ? actW + 8 : 0);
  const x = left + pad + (lefty && mode === "land" ? actW + 8 : 0);
  return { x, y: foot - 4 - statusH, w, h: statusH };
}

/** Seat 0 is my left neighbour, who plays next; then clockwise. @param {Frame} frame @param {number} n @param {number} actY @returns {Box[]} */
function seatPlaces(frame, n, actY) {
  const { mode, bar, top, seatH, seatW } = frame;
  if (mode === "wide") return ovalSeats(frame, n, actY);
  const [before, after] = mode === "land" ? CORNERS : [4, 4];
  const [x0, x1] = [bar.x + before, bar.x + bar.w - after];
  const w = mode === "land" ? seatW : Math.min(92, seatW);
  const off = (x1 - x0 - w * n) / 2;
  return Array.from({ length: n }, (_, i) => {
    const t = n > 1 ? (i - (n - 1) / 2) / ((n - 1) / 2) : 0;
    const x = x0 + off + w * (i + 0.5);
    if (mode === "land") return { x, y: top + 4 + seatH / 2, w: w - 4, h: seatH };
    return { x, y: bar.y + bar.h + 2 + seatH / 2 + 6 * t * t, w: w - 2, h: seatH };
  });
}

/** Along a superellipse, whose corners stay filled. @param {Frame} frame @param {number} n @param {number} actY @returns {Box[]} */
function ovalSeats({ vw, left, right, top, seatH }, n, actY) {
  const x0 = left + 92;
  const x1 = right - 92;
  const high = top + 48 + seatH / 2;
  const low = Math.min(actY - seatH * 0.75, high + (actY - high) * (vw < 1000 ? 0.4 : 0.52));
  // Where there is no height for an oval they sit in a row.
  const row = low - high < seatH * 1.35;
  const deep = row ? clamp(0, low - high, 8) : low - high;
  const w = n > 2 && row ? Math.min(148, (x1 - x0) / (n - 1) - 4) : 148;
  // Few sit across the table, many around it.
  const spread = { 2: 0.64, 3: 0.84, 4: 0.94 }[n] ?? 1;
  return Array.from({ length: n }, (_, i) => {
    const angle = n === 1 ? Math.PI / 2 : Math.PI / 2 + Math.PI * spread * (0.5 - i / (n - 1));
    const c = Math.cos(angle);
    const out = row && n > 2 ? (2 * i) / (n - 1) - 1 : Math.sign(c) * Math.pow(Math.abs(c), 0.78);
    const x = (left + right) / 2 + (out * (x1 - x0)) / 2;
    return { x, y: high + deep * (1 - Math.pow(Math.sin(angle), 0.78)), w, h: seatH };
  });
}

/** What is left for the cards in play. @param {Frame} frame @param {Box[]} seats @param {number} actY @param {number} statusY @returns {Box} */
function feltPlace({ mode, vw, left, right, top, bar, pad, seatH, scale }, seats, actY, statusY) {
  const inset = mode !== "wide" ? 0 : vw < 1000 ? 30 : 176;
  let y0 = bar.y + bar.h + seatH + (scale < 1 ? 10 : 14);
  if (mode === "land") y0 = top + 4 + seatH + 6;
  if (mode === "wide") {
    const near = seats.filter((seat) => Math.abs(seat.x - (left + right) / 2) < (right - left) * 0.3);
    y0 = Math.max(top + 70, ...near.map((seat) => seat.y + seat.h / 2)) + 14;
  }
  const y1 = mode === "land" ? statusY - 6 : actY - (mode === "wide" ? 18 : scale < 1 ? 6 : 12);
  return { x: left + pad + inset, y: y0, w: right - left - 2 * pad - 2 * inset, h: y1 - y0 };
}

/** The felt from under those seats that the pairs would come to lie under. @param {Box[]} seats @param {Box} felt @param {Box[]} cells @returns {Box} */
function clearOf(seats, felt, cells) {
  /** @param {Box} seat */
  const hit = (seat) =>
    cells.some(
      ({ x, y, w, h }) =>
        Math.abs(x - seat.x) < (w + seat.w) / 2 && Math.abs(y - seat.y) < (h + seat.h) / 2 + 4,
    );
  const y = Math.max(felt.y, ...seats.filter(hit).map((seat) => seat.y + seat.h / 2 + 10));
  return { ...felt, y, h: felt.h + felt.y - y };
}
