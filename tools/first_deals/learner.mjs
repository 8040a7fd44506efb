/** Says for each line of standard input, a view and the coach's notes, what the coach says to it. */

import { createInterface } from "node:readline";

import { coachLine } from "../../static/js/state/coach.js";

for await (const asked of createInterface({ input: process.stdin })) {
  const { game, notes } = JSON.parse(asked);
  console.log(JSON.stringify(coachLine(game, notes)));
}
