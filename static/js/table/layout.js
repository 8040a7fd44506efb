/**
 * Pure geometry: size of the screen and counts in, places out. No document, so that it can be tested for every
 * size at once. All lengths are CSS pixels, angles degrees; a pose's x and y are the middle of the card.
 */

/** @typedef {{x: number, y: number, r: number, s: number, z: number}} Pose */
/** @typedef {{x: number, y: number, w: number, h: number}} Box  for bars the upper left corner, else the middle */
/** @typedef {{t: number, r: number, b: number, l: number}} Insets */
/** @typedef {"port" | "land" | "wide"} Mode */
/** @typedef {Box & {a: Pose, d: Pose}} Cell  the place of a pair: attack card and cover */

/**
 * @typedef {object} Size
 * @property {number} vw
 * @property {number} vh
 * @property {number} [rem]  1 is text of 16 px
 * @property {Insets} [ins]
 *
 * @typedef {object} Counts
 * @property {number} [hand]
 * @property {number} [pairs]
 * @property {number} [slots]  places for a transfer
 * @property {number} [seats]  the others at the table
 * @property {boolean} [watching]  nobody's hand: the felt takes its room
 */

/** Height of a card over its width. */
export const RATIO = 1.4;
/** The narrowest visible strip of a hand card (WCAG 2.5.8). */
const STRIP = 24;
/** Offset of a cover from its attack card and the gaps between pairs, in card widths. */
const DX = 0.3;
const DY = 0.26;
const GX = 0.16;
const GY = 0.14;
const NO_INSETS = { t: 0, r: 0, b: 0, l: 0 };

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.min(high, Math.max(low, value));

/** @param {number} vw @param {number} vh @returns {Mode} */
export function modeOf(vw, vh) {
  if (vh < 480 && vw > vh) return "land";
  return vw < 600 ? "port" : "wide";
}

/**
 * Every place on the table. On a small screen with a huge hand and large text the cards shrink step by step until the
 * pairs are readable.
 * @param {Size} size @param {Counts} counts
 */
export function metrics(size, counts) {
  let scale = 1;
  let found = compute(size, counts, scale);
  while (found.tw < 44 && scale > 0.7) found = compute(size, counts, (scale -= 0.06));
  return found;
}

/** @typedef {ReturnType<typeof compute>} Metrics */
/** @typedef {ReturnType<typeof frameOf>} Frame */

/** @param {Size} size @param {Counts} counts @param {number} scale */
function compute(size, { hand = 6, pairs = 2, slots = 0, seats: others = 5, watching = false }, scale) {
  const frame = frameOf(size, scale, watching);
  const { mode, cw, ch } = frame;
  const fan = handPlaces(frame, hand);
  const act = actPlace(frame, fan.handTop);
  const seats = seatPlaces(frame, others, act.y);
  const felt = feltPlace(frame, seats, fan.handTop, act.y);
  const table = pairPlaces(frame, felt, Math.max(1, pairs + slots), slots);
  const piles = pilePlaces(frame, felt, table);
  const { bar } = frame;
  return { mode, vw: size.vw, vh: size.vh, cw, ch, bar, act, seats, felt, ...fan, ...table, ...piles };
}

/** What everything else is measured by. @param {Size} size @param {number} scale @param {boolean} watching */
function frameOf({ vw, vh, rem = 1, ins = NO_INSETS }, scale, watching) {
  const mode = modeOf(vw, vh);
  const ideal = {
    port: clamp(56, vw * 0.186, 84),
    land: clamp(52, vh * 0.178, 80),
    wide: clamp(80, Math.min(vw * 0.118, vh * 0.122), 124),
  };
  const cw = Math.round(scale * ideal[mode]);
  const big = Math.max(1, rem);
  const seatShrink = scale < 0.85 && mode === "port" ? 0.82 : 1;
  const left = ins.l;
  const right = vw - ins.r;
  return {
    mode,
    vw,
    scale,
    watching,
    cw,
    ch: cw * RATIO,
    left,
    right,
    top: ins.t,
    bottom: vh - ins.b,
    pad: mode === "wide" ? 24 : 8,
    strip: (mode === "wide" ? 60 : 56) * big,
    actW: mode === "land" ? Math.round(132 * Math.max(1, rem * 0.9)) : 0,
    seatH: { port: 86, land: 48, wide: 104 }[mode] * Math.max(1, rem * 0.85) * seatShrink,
    bar: { x: left, y: ins.t, w: right - left, h: mode === "land" ? 44 : 48 },
  };
}

/** The own hand: one fan, or rows; never narrower strips than a finger needs. @param {Frame} frame @param {number} hand */
function handPlaces({ mode, cw, ch, left, right, bottom, pad, actW, scale, watching }, hand) {
  const wide = mode === "wide";
  const room = right - pad - actW - (left + pad);
  const width = wide ? Math.min(room, cw * 8.4) : room;
  const middle = left + pad + room / 2;
  const perMax = Math.max(1, Math.floor((width - cw) / (wide ? 34 : STRIP)) + 1);
  const rows = Math.max(1, Math.ceil(hand / perMax));
  const per = Math.ceil(hand / rows) || 1;
  const lift = rows > 1 ? 8 : wide ? 22 : 14;
  // The whole index of a back row stays visible under a risen front row.
  const pitch = Math.max(cw * 0.66, 40 * scale) + lift;
  const step = per > 1 ? Math.min(cw * (mode === "port" ? 0.8 : 0.66), (width - cw) / (per - 1)) : 0;
  const dipMax = { port: 12, land: 6, wide: 22 }[mode];
  const dip = rows === 1 ? Math.min(dipMax, hand * (wide ? 2 : 1.2)) : 0;
  // On short screens the feet of the cards go under the edge.
  const bleed = mode === "land" ? ch * 0.12 : 0;
  const tall = watching ? 0 : ch + (rows - 1) * pitch + dip - bleed;
  const handTop = bottom - (wide ? 18 : 8) - tall;
  /** @type {Pose[]} */
  const hands = [];
  for (let i = 0; i < hand; i++) {
    const row = Math.floor(i / per);
    const n = row < rows - 1 ? per : hand - per * (rows - 1);
    const half = (n - 1) / 2;
    const t = n > 1 ? (i - row * per - half) / half : 0;
    const spread = rows === 1 ? Math.min({ port: 8, land: 4, wide: 11 }[mode], n * 0.9) : 0;
    const y = handTop + ch / 2 + row * pitch + dip * t * t;
    hands.push({ x: middle + t * step * half, y, r: t * spread, s: 1, z: 300 + i });
  }
  return { hands, handTop, rows, per, step, pitch, lift, middle };
}

/** The bar with status and buttons; lying screens have a column at the lower right. @param {Frame} frame @param {number} handTop @returns {Box} */
function actPlace({ mode, left, right, bottom, pad, strip, actW }, handTop) {
  if (mode === "land") return { x: right - actW - 4, y: bottom - 44 * 2 - 20, w: actW, h: 44 * 2 + 8 };
  const w = Math.min(right - left - 2 * pad, mode === "wide" ? 680 : 999);
  return { x: (left + right) / 2 - w / 2, y: handTop - strip - (mode === "wide" ? 28 : 20), w, h: strip };
}

/** Seat 0 is my left neighbour, who plays next; then clockwise. @param {Frame} frame @param {number} n @param {number} actY @returns {Box[]} */
function seatPlaces(frame, n, actY) {
  const { mode, left, right, top, bar, seatH } = frame;
  if (mode === "wide") return ovalSeats(frame, n, actY);
  const [x0, x1] = mode === "land" ? [left + 48, right - 48] : [left + 4, right - 4];
  const w = mode === "land" ? (x1 - x0) / Math.max(n, 3) : Math.min(92, (x1 - x0) / n);
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
  const high = top + 44 + seatH / 2;
  const low = Math.min(actY - seatH * 0.75, high + (actY - high) * (vw < 1000 ? 0.4 : 0.52));
  // Few sit across the table, many around it.
  const spread = { 2: 0.64, 3: 0.84, 4: 0.94 }[n] ?? 1;
  return Array.from({ length: n }, (_, i) => {
    const angle = n === 1 ? Math.PI / 2 : Math.PI / 2 + Math.PI * spread * (0.5 - i / (n - 1));
    const c = Math.cos(angle);
    const x = (left + right) / 2 + (Math.sign(c) * Math.pow(Math.abs(c), 0.78) * (x1 - x0)) / 2;
    return { x, y: low - Math.pow(Math.sin(angle), 0.78) * (low - high), w: 148, h: seatH };
  });
}

/** What is left for the cards in play. @param {Frame} frame @param {Box[]} seats @param {number} handTop @param {number} actY @returns {Box} */
function feltPlace({ mode, vw, left, right, top, bar, pad, seatH }, seats, handTop, actY) {
  const inset = mode !== "wide" ? 0 : vw < 1000 ? 30 : 176;
  let y0 = bar.y + bar.h + seatH + 14;
  if (mode === "land") y0 = top + 4 + seatH + 6;
  if (mode === "wide") {
    const near = seats.filter((seat) => Math.abs(seat.x - (left + right) / 2) < (right - left) * 0.3);
    y0 = Math.max(top + 70, ...near.map((seat) => seat.y + seat.h / 2)) + 14;
  }
  const y1 = mode === "land" ? handTop - 44 : actY - (mode === "wide" ? 18 : 12);
  return { x: left + pad + inset, y: y0, w: right - left - 2 * pad - 2 * inset, h: y1 - y0 };
}

/** On tablets stock and discard lie low, clear of the side seats. @param {Frame} frame */
const isLow = ({ mode, vw }) => mode === "wide" && vw < 1000;

/** @param {Frame} frame @param {Box} felt @param {number} k  pairs and transfer places @param {number} slots  of which these */
function pairPlaces(frame, felt, k, slots) {
  const { mode, cw, scale } = frame;
  const low = isLow(frame);
  const side = mode === "wide" ? 250 : 0;
  const colsMax = mode === "land" ? 7 : mode === "wide" && felt.w - side > 620 ? 6 : 3;
  // Two places for a transfer under one pair: beside it they would be too small for their words.
  const under = k === 3 && slots === 2 && colsMax === 3;
  const square = under || (k === 4 && colsMax === 3);
  const cols = square ? 2 : Math.ceil(k / Math.ceil(k / colsMax));
  const rows = Math.ceil(k / cols);
  const stockW = { port: 70, land: 92, wide: 0 }[mode];
  const discardW = { port: 38, land: 56, wide: 0 }[mode];
  const areaW = mode === "wide" ? felt.w - (low ? 80 : cw * 2.9) : felt.w - stockW - discardW;
  const areaH = low ? felt.h - cw * 1.1 : felt.h;
  const fitW = areaW / (cols * (1 + DX + GX));
  const fitH = areaH / (rows * (RATIO * (1 + DY) + GY));
  const tw = Math.max(30, Math.min((cw / scale) * 1.14, fitW, fitH));
  const w = tw * (1 + DX + GX);
  const h = tw * (RATIO * (1 + DY) + GY);
  const midX = mode === "wide" ? felt.x + felt.w / 2 + (low ? 0 : cw * 0.145) : felt.x + stockW + areaW / 2;
  const midY = felt.y + areaH / 2;
  const cells = Array.from({ length: k }, (_, i) => {
    const at = i && under ? i + 1 : i;
    const row = Math.floor(at / cols);
    const n = under ? row + 1 : row < rows - 1 ? cols : k - cols * (rows - 1);
    const x = midX + (at - row * cols - (n - 1) / 2) * w;
    return cellAt(x, midY + (row - (rows - 1) / 2) * h, w, h, tw, tw / cw, i);
  });
  return { cells, tw, midY };
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} tw @param {number} s @param {number} i @returns {Cell} */
function cellAt(x, y, w, h, tw, s, i) {
  const dx = (tw * DX) / 2;
  const dy = (tw * RATIO * DY) / 2;
  const a = { x: x - dx, y: y - dy, r: -3, s, z: 100 + i * 2 };
  return { x, y, w, h, a, d: { x: x + dx, y: y + dy, r: 7, s, z: 101 + i * 2 } };
}

/** Stock with the turned-up trump, and discard. @param {Frame} frame @param {Box} felt @param {{tw: number, midY: number}} table */
function pilePlaces(frame, felt, { tw, midY }) {
  const { mode, cw } = frame;
  const wide = mode === "wide";
  const s = (wide ? cw * 0.86 : Math.min(tw, 46)) / cw;
  const w = cw * s;
  const h = w * RATIO;
  const y = isLow(frame) ? felt.y + felt.h - h / 2 - 26 : midY;
  const stock = { x: felt.x + w / 2 + (wide ? 4 : 2), y, r: 0, s, z: 30, w, h };
  const trump = { x: stock.x + w * 0.56, y, r: 90, s, z: 20 };
  if (mode === "port") {
    // The pack lies across, and the trump's own index peeks out above it.
    Object.assign(stock, { r: 90, x: felt.x + h / 2 + 2, y: y + w * 0.12 });
    Object.assign(trump, { x: stock.x, y: y - w * 0.62, r: 0 });
  }
  const dx = wide ? -w * 0.62 : mode === "port" ? -4 : -14;
  const discard = { x: felt.x + felt.w + dx, y, r: 0, s, z: 10, w, h };
  return { stock, trump, discard };
}
