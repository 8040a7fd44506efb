// Catches a double tap that plays two cards, and a deaf table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Echo } from "../../static/js/table/echo.js";

test("a double or triple tap at one place plays once", () => {
  const echo = new Echo();
  assert.equal(echo.repeats(100, 500, 1000), false);
  echo.played(100, 500, 1000);
  assert.equal(echo.repeats(106, 497, 1180), true);
  assert.equal(echo.repeats(102, 503, 1420), true, "the third repeats the second");
  assert.equal(echo.repeats(102, 503, 1800), false);
});

test("whoever goes on tapping is heard", () => {
  const echo = new Echo();
  echo.played(100, 500, 1000);
  const heard = [1200, 1400, 1600, 1800].map((time) => !echo.repeats(100, 500, time));
  assert.deepEqual(heard, [false, false, false, true]);
});

test("another place, or a moment later, is another card", () => {
  const echo = new Echo();
  echo.played(100, 500, 1000);
  assert.equal(echo.repeats(160, 500, 1100), false);
  assert.equal(echo.repeats(100, 500, 1360), false);
});
