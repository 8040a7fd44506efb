// Catches a tally that counts for nobody.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tallyLine } from "../../static/js/panels/result.js";
import { chair, room } from "./views.js";

test("the tally is told from the second game on, of people only", () => {
  const chairs = [
    chair({ name: "Anna", tally: { games: 3, durak: 2, draws: 1 } }),
    chair({ name: "Boris", tally: { games: 1, durak: 0, draws: 1 } }),
    chair({ name: "Robo", kind: "bot" }),
    chair({ name: "Clara" }),
  ];
  assert.equal(tallyLine(room({ games: 1, chairs })), "");
  assert.equal(tallyLine(room({ games: 3, chairs })), "The durak so far: Anna 2/3 · Boris 0/1 · 1 draw");
});
