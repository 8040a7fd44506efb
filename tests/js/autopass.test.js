// Catches a pass that tells what somebody holds, comes twice, or comes for a table that has changed.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { createAutoPass } from "../../static/js/autopass.js";
import { game } from "./views.js";

const idle = () =>
  game({ phase: "throw", main: 0, defender: 1, waiting: [0, 2], legal: { pass: ["0:pass"] } });

test("it passes once, after 0.8 to 2.2 seconds, unless the table has changed", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  for (const [random, ms] of [
    [0, 800],
    [1, 2200],
  ]) {
    let passes = 0;
    const watch = createAutoPass(
      () => (passes += 1),
      () => random,
    );
    watch(idle(), true);
    mock.timers.tick(ms - 1);
    assert.equal(passes, 0);
    watch(idle(), true);
    mock.timers.tick(1);
    assert.equal(passes, 1);
    watch(idle(), true);
    mock.timers.tick(5000);
    assert.equal(passes, 1, "once for one table");
    watch({ ...idle(), table_ply: 18 }, true);
    watch({ ...idle(), table_ply: 18, legal: { pass: ["0:pass"], "9C": ["0:A:9C"] } }, true);
    mock.timers.tick(5000);
    assert.equal(passes, 1, "there is something to add now");
    watch({ ...idle(), table_ply: 19 }, false);
    mock.timers.tick(5000);
    assert.equal(passes, 1, "switched off");
  }
  mock.timers.reset();
});

test("it never passes for the main attacker whom the others wait for", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let passes = 0;
  const watch = createAutoPass(() => (passes += 1));
  watch({ ...idle(), waiting: [0], priority: 0 }, true);
  mock.timers.tick(60_000);
  assert.equal(passes, 0);
  watch({ ...idle(), main: 2, waiting: [0], priority: null }, true);
  mock.timers.tick(5000);
  assert.equal(passes, 1, "for those after him it does");
  mock.timers.reset();
});
