/**
 * Card faces, our own: four pips and three busts live in the page (`templates/_sprite.svg`), the rest is arranged
 * here, in 100 x 140 units. A face is as few elements as can be: whatever restyles the page, a theme or the end of a
 * dialog, goes through every one of them, and a <use> is a copy of what it names.
 */

import { outline, svg } from "../dom.js";

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

/** Where a picture of 100 x 100 comes to lie. @param {number} x @param {number} y @param {number} w  the centre, and how wide */
const lie = (x, y, w) => `translate(${x - w / 2} ${y - w / 2}) scale(${w / 100})`;

/** One pip. @param {string} suit @param {number} x @param {number} y @param {number} w */
const one = (suit, x, y, w) => svg("path", { d: outline(suit), transform: lie(x, y, w) });

/** A bust. @param {string} rank @param {number} x @param {number} y @param {number} w */
function bust(rank, x, y, w) {
  return svg("use", { href: "#b-" + rank, x: x - w / 2, y: y - w / 2, width: w, height: w });
}

/**
 * The artwork of a face.
 * @param {string} rank @param {string} suit
 * @param {0 | 1} detail  0: a small card with one large motif; 1: the full face
 * @returns {SVGElement[]}
 */
export function face(rank, suit, detail) {
  if ("JQK".includes(rank)) return detail ? court(rank, suit) : [bust(rank, 62, 100, 80)];
  if (rank === "A") return ace(suit, detail);
  return detail ? pips(rank, suit) : [one(suit, 66, 102, 58)];
}

/** @param {string} rank @param {string} suit */
function court(rank, suit) {
  const frame = { x: 23, y: 9, width: 54, height: 122, rx: 4 };
  const half = () => bust(rank, 50, 42.7, 55);
  return [
    svg("rect", { ...frame, fill: "currentColor", opacity: 0.07 }),
    half(),
    svg("g", { transform: "rotate(180 50 70)" }, half()),
    svg("rect", { ...frame, fill: "none", stroke: "currentColor", opacity: 0.35, "stroke-width": 0.8 }),
    svg("circle", { class: "medal", cx: 50, cy: 70, r: 11.5 }),
    one(suit, 50, 70, 14),
  ];
}

/** @param {string} suit @param {0 | 1} detail */
function ace(suit, detail) {
  const [x, y, w] = detail ? [50, 70, 62] : [60, 96, 62];
  const drop = { H: 0.04, D: 0 }[suit] ?? -0.02;
  const engraved = svg("path", { class: "engraved", d: outline(suit), transform: lie(x, y, w * 0.58) });
  return [
    one(suit, x, y, w),
    engraved,
    svg("circle", { class: "gold", cx: x, cy: y - w * drop, r: w * 0.055 }),
  ];
}

/** All pips that stand upright are one path, and all that stand on their head another. @param {string} rank @param {string} suit */
function pips(rank, suit) {
  const [top, bottom, left, right] = [27, 113, 35.5, 66.5];
  const size = rank === "9" || rank === "T" ? 17 : 20;
  /** @type {string[]} */
  const upright = [];
  /** @type {string[]} */
  const turned = [];
  for (const [part, two] of ROWS[rank] ?? [])
    for (const x of two ? [left, right] : [(left + right) / 2]) {
      const y = top + (bottom - top) * (part > 0.5 ? 1 - part : part);
      // The outline moves on from where it stands, so that it can be put down anywhere.
      const at = [x, y].map((to) => Math.round(((to - size / 2) * 1000) / size) / 10);
      (part > 0.5 ? turned : upright).push(`M${at}` + outline(suit));
    }
  const scale = `scale(${size / 100})`;
  const turn = `rotate(180 ${(left + right) / 2} ${(top + bottom) / 2})`;
  return [
    svg("path", { d: upright.join(""), transform: scale }),
    svg("path", { d: turned.join(""), transform: `${turn} ${scale}` }),
  ];
}
