// Catches colours that are too close: no tool can judge text on a gradient, so the tokens are computed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { root } from "./sources.js";

const css = readFileSync(join(root, "static/css/tokens.css"), "utf8");

/** @param {string} start */
function tokens(start) {
  const block = css.slice(css.indexOf(start));
  const body = block.slice(0, block.indexOf("}"));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  );
}

/** @param {string} hex */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const dark = tokens(":root {");
const light = tokens(':root[data-theme="light"] {');

for (const [name, theme] of Object.entries({ dark, light })) {
  test(`text is readable everywhere: ${name}`, () => {
    for (const text of ["text", "mute", "accent", "danger", "ok"]) {
      for (const ground of ["felt0", "felt1", "felt2", "panel", "panel2"]) {
        const ratio = contrast(theme[text], theme[ground]);
        assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
      }
    }
    assert.ok(contrast(theme.onaccent, theme.accent) >= 4.5);
    assert.ok(contrast(theme.ring, theme.felt0) >= 3);
  });
}

test("the light theme is the same whether chosen or asked for by the device", () => {
  const asked = css.slice(css.indexOf("@media (prefers-color-scheme: light)"));
  for (const [name, value] of Object.entries(light)) assert.ok(asked.includes(`--${name}: ${value};`), name);
});

const cards = readFileSync(join(root, "static/css/card.css"), "utf8");
const fourInks = Object.fromEntries(
  [...cards.matchAll(/\[data-deck="4"\] \[data-suit="(\w)"\] \{\s*color: (#[0-9a-f]{6});/g)].map((match) => [
    match[1],
    match[2],
  ]),
);

/** @param {number} value */
const byte = (value) =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, "0");

/** A colour under "brightness(b) saturate(s)". @param {string} hex @param {string} filter */
function dimmed(hex, filter) {
  const [b, s] = [...filter.matchAll(/\(([\d.]+)\)/g)].map((match) => Number(match[1]));
  const [r, g, u] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) * b);
  const grey = 0.213 * r + 0.715 * g + 0.072 * u;
  return "#" + [r, g, u].map((c) => byte(grey + (c - grey) * s)).join("");
}

const filters = [...css.matchAll(/--dim: ([^;]+);/g)].map((match) => match[1]);

test("every ink is readable on every card, dimmed or not", () => {
  assert.deepEqual(Object.keys(fourInks).sort(), ["C", "D", "H", "S"]);
  assert.equal(filters.length, 3);
  for (const [name, ink] of Object.entries({ ink: dark.ink, red: dark.red, ...fourInks })) {
    assert.ok(contrast(ink, dark.paper) >= 4.5, name);
    for (const filter of filters) {
      const ratio = contrast(dimmed(ink, filter), dimmed(dark.paper, filter));
      assert.ok(ratio >= 4, `${name} under ${filter}: ${ratio.toFixed(2)}`);
    }
  }
});

/** Colours as people without one kind of cone see them (Machado, Oliveira, Fernandes 2009, severity 1). */
const EYES = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** L*a*b* of a colour seen through such eyes. @param {string} hex @param {number[]} eyes */
function lab(hex, eyes) {
  const rgb = [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const seen = [0, 3, 6].map((i) =>
    Math.min(1, Math.max(0, eyes[i] * rgb[0] + eyes[i + 1] * rgb[1] + eyes[i + 2] * rgb[2])),
  );
  const [r, g, b] = seen;
  const xyz = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ];
  const [x, y, z] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("the four inks stay apart for every kind of colour vision", () => {
  const inks = Object.values(fourInks);
  for (const [kind, eyes] of Object.entries(EYES))
    for (const [i, one] of inks.entries())
      for (const other of inks.slice(i + 1)) {
        const [a, b] = [lab(one, eyes), lab(other, eyes)];
        const apart = Math.hypot(...a.map((value, k) => value - b[k]));
        assert.ok(apart >= 25, `${kind}: ${one} and ${other}: ${apart.toFixed(1)}`);
      }
});

test("each back is told from paper, and its pattern from itself", () => {
  const backs = ["lattice", "scales", "plain"].map((name) => tokens(`[data-back="${name}"] {`));
  for (const { back, "back-line": line } of backs) {
    assert.ok(contrast(back, dark.paper) >= 4.5);
    assert.ok(contrast(line, back) >= 4.5);
  }
  assert.equal(new Set(backs.map(({ back }) => back)).size, 3);
});
