/**
 * Card faces, our own: four pips and three busts live in the page as symbols (`templates/_sprite.svg`), the rest is
 * arranged here, in 100 x 140 units.
 */

import { svg } from "../dom.js";

/** Rows of pips: height from 0 to 1, and whether two stand side by side. @type {Record<string, [number, boolean][]>} */
const ROWS = {
  2: [
    [0, false],
    [1, false],
  ],
  3: [
    [0, false],
    [0.5, false],
    [1, false],
  ],
  4: [
    [0, true],
    [1, true],
  ],
  5: [
    [0, true],
    [0.5, false],
    [1, true],
  ],
  6: [
    [0, true],
    [0.5, true],
    [1, true],
  ],
  7: [
    [0, true],
    [0.5, true],
    [1, true],
    [0.25, false],
  ],
  8: [
    [0, true],
    [0.5, true],
    [1, true],
    [0.25, false],
    [0.75, false],
  ],
  9: [
    [0, true],
    [1 / 3, true],
    [2 / 3, true],
    [1, true],
    [0.5, false],
  ],
  T: [
    [0, true],
    [1 / 3, true],
    [2 / 3, true],
    [1, true],
    [1 / 6, false],
    [5 / 6, false],
  ],
};

/** @param {string} id @param {number} x @param {number} y @param {number} w @param {string} [transform] */
function use(id, x, y, w, transform) {
  return svg("use", { href: "#" + id, x: x - w / 2, y: y - w / 2, width: w, height: w, transform });
}

/**
 * The artwork of a face.
 * @param {string} rank @param {string} suit
 * @param {0 | 1} detail  0: a small card with one large motif; 1: the full face
 * @returns {SVGElement[]}
 */
export function face(rank, suit, detail) {
  if ("JQK".includes(rank)) return detail ? court(rank, suit) : [use("b-" + rank, 62, 100, 80)];
  if (rank === "A") return ace(suit, detail);
  return detail ? pips(rank, suit) : [use("p-" + suit, 66, 102, 58)];
}

/** @param {string} rank @param {string} suit */
function court(rank, suit) {
  const frame = { x: 23, y: 9, width: 54, height: 122, rx: 4 };
  const half = () => use("b-" + rank, 50, 42.7, 55);
  return [
    svg("rect", { ...frame, fill: "currentColor", opacity: 0.07 }),
    half(),
    svg("g", { transform: "rotate(180 50 70)" }, half()),
    svg("rect", { ...frame, fill: "none", stroke: "currentColor", opacity: 0.35, "stroke-width": 0.8 }),
    svg("circle", { class: "medal", cx: 50, cy: 70, r: 11.5 }),
    use("p-" + suit, 50, 70, 14),
  ];
}

/** @param {string} suit @param {0 | 1} detail */
function ace(suit, detail) {
  const [x, y, w] = detail ? [50, 70, 62] : [60, 96, 62];
  const drop = { H: 0.04, D: 0 }[suit] ?? -0.02;
  const engraving = svg("g", { class: "engraved" }, use("o-" + suit, x, y, w * 0.58));
  return [
    use("p-" + suit, x, y, w),
    engraving,
    svg("circle", { class: "gold", cx: x, cy: y - w * drop, r: w * 0.055 }),
  ];
}

/** @param {string} rank @param {string} suit */
function pips(rank, suit) {
  const [top, bottom] = [27, 113];
  const size = rank === "9" || rank === "T" ? 17 : 20;
  return (ROWS[rank] ?? []).flatMap(([part, two]) => {
    const y = top + (bottom - top) * part;
    const at = two ? [35.5, 66.5] : [51];
    return at.map((x) => use("p-" + suit, x, y, size, part > 0.5 ? `rotate(180 ${x} ${y})` : undefined));
  });
}
