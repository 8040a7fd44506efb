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
    [...body.matchAll(/--([\w]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
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

test("cards", () => {
  for (const ink of ["ink", "red"]) assert.ok(contrast(dark[ink], dark.paper) >= 4.5, ink);
});
