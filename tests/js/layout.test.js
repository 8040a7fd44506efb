// Catches a table that overlaps itself, leaves the screen, or hides cards on some screen nobody has at hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { RATIO, metrics, modeOf } from "../../static/js/table/layout.js";

/** @import { Metrics, Pose } from "../../static/js/table/layout.js" */

const SCREENS = [
  [320, 568],
  [360, 640],
  [390, 844],
  [412, 915],
  [568, 320],
  [640, 360],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
];

/** Half of the upright box around a turned card. @param {Metrics} m @param {Pose} pose */
function reach(m, pose) {
  const angle = (Math.abs(pose.r) * Math.PI) / 180;
  const [w, h] = [m.cw * pose.s, m.ch * pose.s];
  return [(w * Math.cos(angle) + h * Math.sin(angle)) / 2, (w * Math.sin(angle) + h * Math.cos(angle)) / 2];
}

/** What is wrong with a layout. @param {Metrics} m @param {number} hand */
function faults(m, hand) {
  const found = [];
  if (m.hands.some((pose) => pose.x - reach(m, pose)[0] < -6 || pose.x + reach(m, pose)[0] > m.vw + 6)) {
    found.push("hand off the side");
  }
  if (m.hands.some((pose) => pose.y - m.ch / 2 < m.handTop - 1)) found.push("hand above its place");
  if (hand > 1 && m.step < 23.9) found.push("strip under 24 px");
  const floor = (m.mode === "land" ? m.handTop - m.lift - 26 : m.act.y) + 2;
  if (m.cells.some((cell) => cell.d.y + reach(m, cell.d)[1] > floor)) found.push("pair under the buttons");
  const stockEdge = m.stock.x + (m.stock.r ? m.stock.h : m.stock.w) / 2 - 2;
  const beside = m.cells.filter((cell) => Math.abs(cell.y - m.stock.y) < m.stock.h);
  if (beside.some((cell) => cell.a.x - m.tw / 2 < stockEdge)) found.push("pair over the stock");
  const pile = m.discard.x - m.discard.w * 0.8 + 6;
  const level = m.cells.filter((cell) => Math.abs(cell.y - m.discard.y) < m.discard.h);
  if (level.some((cell) => cell.d.x + reach(m, cell.d)[0] > pile)) found.push("pair over the discard");
  const near = m.seats.filter((seat) => m.mode !== "wide" || Math.abs(seat.x - m.vw / 2) < m.vw * 0.3);
  const ceiling = Math.max(...near.map((seat) => seat.y + seat.h / 2)) - 6;
  if (m.cells.some((cell) => cell.a.y - (m.tw * RATIO) / 2 < ceiling)) found.push("pair under the seats");
  const sides = m.cells.map((cell) => [cell.a.x - reach(m, cell.a)[0], cell.d.x + reach(m, cell.d)[0]]);
  if (sides.some(([left, right]) => left < 0 || right > m.vw)) found.push("pair off the side");
  if (m.tw < 40) found.push("table card under 40 px");
  return found;
}

test("5460 layouts keep every promise", () => {
  let small = 0;
  let all = 0;
  for (const [vw, vh] of SCREENS) {
    for (let hand = 1; hand <= 35; hand++) {
      for (let pairs = 1; pairs <= 6; pairs++) {
        for (const rem of [1, 1.5]) {
          const slots = pairs < 6 && pairs % 2 === 0 ? 1 : 0;
          const m = metrics({ vw, vh, rem }, { hand, pairs, slots, seats: 5 });
          const tiny = rem === 1.5 && Math.min(vw, vh) === 320;
          const found = faults(m, hand).filter(
            (fault) => !(tiny && fault === "table card under 40 px" && ++small),
          );
          assert.deepEqual(found, [], `${vw}x${vh}, text ${rem}, ${hand} cards, ${pairs} pairs`);
          all += 1;
        }
      }
    }
  }
  assert.equal(all, 5460);
  assert.ok(small <= 48, `${small} tables with small cards on the smallest screens`);
});

test("two places for a transfer fit everywhere, and where a phone is wide enough their words do too", () => {
  for (const [vw, vh] of SCREENS) {
    for (let hand = 1; hand <= 24; hand++) {
      for (const pairs of [1, 2, 3]) {
        const m = metrics({ vw, vh }, { hand, pairs, slots: 2, seats: 5 });
        assert.deepEqual(faults(m, hand), [], `${vw}x${vh}, ${hand} cards, ${pairs} pairs`);
        assert.equal(m.cells.length, pairs + 2);
      }
    }
  }
  const { tw, cells } = metrics({ vw: 390, vh: 844 }, { hand: 8, pairs: 1, slots: 2, seats: 3 });
  assert.ok(tw >= 72, `${tw}`);
  assert.ok(cells[0].y < cells[1].y && cells[1].y === cells[2].y, "both lie under the pair");
});

test("every number of others has its seat on the screen, left neighbour first", () => {
  for (const [vw, vh] of SCREENS) {
    for (let seats = 1; seats <= 6; seats++) {
      const m = metrics({ vw, vh }, { seats, hand: 6, pairs: 2 });
      assert.equal(m.seats.length, seats);
      for (const seat of m.seats) {
        assert.ok(seat.x - 26 >= 0 && seat.x + 26 <= vw, `${vw}x${vh}: seat at ${seat.x}`);
        assert.ok(
          seat.y - seat.h / 2 >= 0 && seat.y + seat.h / 2 < m.act.y,
          `${vw}x${vh}: seat at ${seat.y}`,
        );
      }
      const xs = m.seats.map((seat) => seat.x);
      assert.deepEqual(
        xs,
        [...xs].sort((a, b) => a - b),
      );
    }
  }
});

test("no seat covers a pile or a pair, however many sit around a wide table", () => {
  for (const [vw, vh] of SCREENS.filter(([w, h]) => modeOf(w, h) === "wide")) {
    for (let seats = 1; seats <= 6; seats++) {
      for (let pairs = 1; pairs <= 6; pairs++) {
        const m = metrics({ vw, vh }, { seats, hand: 12, pairs, watching: seats === 6 });
        const boxes = [m.stock, m.discard, ...m.cells.flatMap(({ a, d }) => [a, d])];
        for (const seat of m.seats) {
          for (const box of boxes) {
            const [x, y] = [Math.abs(box.x - seat.x), Math.abs(box.y - seat.y)];
            const [w, h] = [(m.cw * box.s) / 2 + 34, (m.ch * box.s) / 2 + seat.h / 2 - 12];
            assert.ok(x >= w || y >= h, `${vw}x${vh}: ${seats} others, ${pairs} pairs`);
          }
        }
      }
    }
  }
});

test("a spectator's felt takes the room of the hand", () => {
  const seated = metrics({ vw: 360, vh: 640 }, { hand: 0, seats: 5 });
  const watching = metrics({ vw: 360, vh: 640 }, { hand: 0, seats: 6, watching: true });
  assert.ok(watching.felt.h > seated.felt.h + 60);
  assert.ok(watching.act.y + watching.act.h <= 640);
});

test("an empty hand leaves the bars where they are", () => {
  const one = metrics({ vw: 360, vh: 640 }, { hand: 1 });
  const none = metrics({ vw: 360, vh: 640 }, { hand: 0 });
  assert.ok(Math.abs(one.act.y - none.act.y) < 2);
});

test("insets push everything inwards", () => {
  const ins = { t: 40, r: 10, b: 30, l: 10 };
  const m = metrics({ vw: 390, vh: 844, ins }, { hand: 12 });
  assert.ok(m.hands.every((pose) => pose.y + m.ch / 2 < 844 - 30 + 14));
  assert.ok(m.seats.every((seat) => seat.y - seat.h / 2 >= 40));
});

test("three modes", () => {
  assert.deepEqual(
    [modeOf(360, 640), modeOf(640, 360), modeOf(768, 1024), modeOf(1440, 900)],
    ["port", "land", "wide", "wide"],
  );
});
