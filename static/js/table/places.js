/** Where the cards in play lie on the felt: pairs, places for a transfer, stock, trump, discard. Pure. */

/** @import { Box, Frame, Pose } from "./layout.js" */

/** @typedef {Box & {a: Pose, d: Pose}} Cell  the place of a pair: attack card and cover */

/** Height of a card over its width. */
export const RATIO = 1.4;
/** Offset of a cover from its attack card and the gaps between pairs, in card widths. */
const DX = 0.3;
const DY = 0.26;
const GX = 0.16;
const GY = 0.14;
const CELL_W = 1 + DX + GX;
const CELL_H = RATIO * (1 + DY) + GY;
/** Narrower than this, cards lie in whatever rows make them largest. */
const SMALL = 48;
/** A game without a limit may lay more pairs than a phone has room for: then they are small. */
const LEAST = 18;

/** A card of a pile on a wide screen over one in the hand, and how far low piles lie over the foot of the felt. */
const PILE = 0.86;
const FOOT = 20;

/** On upright tablets stock and discard lie low, clear of the side seats. @param {Frame} frame */
const isLow = ({ mode, vw, vh }) => mode === "wide" && vw < 1000 && vh >= 700;

/** @param {Frame} frame @param {Box} felt @param {number} k  pairs and transfer places @param {number} slots  of which these */
export function pairPlaces(frame, felt, k, slots) {
  const { mode, cw, scale, over } = frame;
  const low = isLow(frame);
  // When the game is over only the sign of the trumps is left of the stock.
  const stockW = { port: 70, land: over ? 52 : 92, wide: 0 }[mode];
  const discardW = { port: 38, land: 56, wide: 0 }[mode];
  const areaW = mode === "wide" ? felt.w - (low ? 80 : cw * 2.9) : felt.w - stockW - discardW;
  const areaH = low ? felt.h - cw * PILE * RATIO - 2 * FOOT : felt.h;
  /** @param {number} cols */
  const widthIn = (cols) =>
    Math.min((cw / scale) * 1.14, areaW / (cols * CELL_W), areaH / (Math.ceil(k / cols) * CELL_H));
  const { cols, under } = columnsFor(frame, felt, k, slots, widthIn);
  const rows = Math.ceil(k / cols);
  const tw = Math.max(LEAST, widthIn(cols));
  const w = tw * CELL_W;
  const h = tw * CELL_H;
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

/**
 * In how many columns, and whether the places for a transfer lie under the one pair.
 * @param {Frame} frame @param {Box} felt @param {number} k @param {number} slots @param {(cols: number) => number} widthIn
 */
function columnsFor({ mode }, felt, k, slots, widthIn) {
  const most = mode === "land" ? 7 : mode === "wide" && felt.w - 250 > 620 ? 6 : 3;
  // Two places for a transfer under one pair: beside it they would be too small for their words.
  const under = k === 3 && slots === 2 && most === 3;
  const square = under || (k === 4 && most === 3);
  let cols = square ? 2 : Math.ceil(k / Math.ceil(k / most));
  if (widthIn(cols) >= SMALL) return { cols, under };
  for (let other = 1; other <= k; other++) if (widthIn(other) > widthIn(cols) * 1.05) cols = other;
  return { cols, under: under && cols === 2 };
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} tw @param {number} s @param {number} i @returns {Cell} */
function cellAt(x, y, w, h, tw, s, i) {
  const dx = (tw * DX) / 2;
  const dy = (tw * RATIO * DY) / 2;
  const a = { x: x - dx, y: y - dy, r: -3, s, z: 100 + i * 2 };
  return { x, y, w, h, a, d: { x: x + dx, y: y + dy, r: 7, s, z: 101 + i * 2 } };
}

/**
 * Stock with the turned-up trump, and discard.
 * @param {Frame} frame @param {Box} felt @param {{tw: number, midY: number}} table @param {Box[]} seats
 */
export function pilePlaces(frame, felt, { tw, midY }, seats) {
  const { mode, cw } = frame;
  const wide = mode === "wide";
  // Stock and trump one over the other are not quite twice as high as a card is wide.
  const w = wide ? cw * PILE : Math.min(Math.max(tw, 40), 46, felt.h / (mode === "port" ? 1.96 : RATIO));
  const s = w / cw;
  const h = w * RATIO;
  // Beside the pairs, or under a seat that is there.
  const over = seats.filter((seat) => {
    const aside = Math.abs(seat.x - felt.x - felt.w / 2);
    return wide && aside > felt.w * 0.3 && aside - seat.w / 2 < felt.w / 2;
  });
  const under = Math.max(...over.map((seat) => seat.y + seat.h / 2)) + h * 0.62;
  const y = isLow(frame) ? felt.y + felt.h - h / 2 - FOOT : Math.max(midY, under);
  const stock = { x: felt.x + w / 2 + (wide ? 4 : 2), y, r: 0, s, z: 30, w, h };
  const trump = { x: stock.x + w * 0.56, y, r: 90, s, z: 20 };
  if (mode === "port") {
    // The pack lies across, and the trump's own index peeks out above it.
    Object.assign(stock, { r: 90, x: felt.x + h / 2 + 2, y: y + w * 0.41 });
    Object.assign(trump, { x: stock.x, y: y - w * 0.33, r: 0 });
  }
  // What is beaten off matters little: a small heap on phones.
  const dw = wide ? w : w * { port: 0.58, land: 0.8 }[mode];
  const dx = wide ? -w * 0.62 : mode === "port" ? -18 : -26;
  const discard = { x: felt.x + felt.w + dx, y, r: 0, s: dw / cw, z: 10, w: dw, h: dw * RATIO };
  return { stock, trump, discard };
}
