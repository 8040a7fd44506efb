// Catches a table that overlaps itself, leaves the screen, or hides cards on some screen nobody has at hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { metrics, modeOf } from "../../static/js/table/layout.js";

/** @import { Counts, Metrics, Pose, Size } from "../../static/js/table/layout.js" */
/** @typedef {{name: string, l: number, t: number, r: number, b: number}} Area */

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
const NO_INSETS = { t: 0, r: 0, b: 0, l: 0 };

/** @param {string} name @param {{x: number, y: number, w: number, h: number}} box  by its middle @returns {Area} */
const around = (name, { x, y, w, h }) => ({ name, l: x - w / 2, t: y - h / 2, r: x + w / 2, b: y + h / 2 });

/** @param {string} name @param {{x: number, y: number, w: number, h: number}} box  by its corner @returns {Area} */
const from = (name, { x, y, w, h }) => ({ name, l: x, t: y, r: x + w, b: y + h });

/** The upright box around a turned card. @param {string} name @param {Pose} pose @param {number} w @param {number} h @param {number} [turn] */
function turned(name, pose, w, h, turn = pose.r) {
  const angle = (Math.abs(turn) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return around(name, { x: pose.x, y: pose.y, w: w * cos + h * sin, h: w * sin + h * cos });
}

/** @param {string} name @param {Area[]} areas @returns {Area} */
const union = (name, areas) => ({
  name,
  l: Math.min(...areas.map((area) => area.l)),
  t: Math.min(...areas.map((area) => area.t)),
  r: Math.max(...areas.map((area) => area.r)),
  b: Math.max(...areas.map((area) => area.b)),
});

/** Everything that lies somewhere. @param {Metrics} m @param {Size} size @param {Counts} counts @returns {Area[]} */
function areas(m, size, { pairs = 0 }) {
  /** @param {string} name @param {Pose} pose */
  const card = (name, pose) => turned(name, pose, m.cw * pose.s, m.ch * pose.s);
  const { ins = NO_INSETS } = size;
  const found = [
    ...m.seats.map((seat) => around("seat", seat)),
    ...m.cells.map((cell, i) =>
      i < pairs
        ? union("pair", [card("", cell.a), card("", cell.d)])
        : around("slot", { ...cell, w: m.tw, h: m.tw * 1.4 }),
    ),
    union("stock", [turned("", m.stock, m.stock.w, m.stock.h), card("", m.trump)]),
    turned("discard", m.discard, m.discard.w, m.discard.h, 19),
    from("act", m.act),
  ];
  if (m.hands.length) {
    const hand = union(
      "hand",
      m.hands.map((pose) => card("", pose)),
    );
    // A playable card rises; on lying screens the feet of all go under the edge.
    found.push({ ...hand, t: hand.t - m.lift, b: hand.b - (m.mode === "land" ? m.ch * 0.12 : 0) });
  }
  if (m.coach) {
    const { x, w, y } = m.mode === "land" ? m.status : m.act;
    found.push(from("coach", { x, w, y: y - m.coach, h: m.coach - 6 }));
  }
  if (m.mode !== "land") return [...found, from("bar", m.bar)];
  const corner = { y: ins.t, h: 44 };
  return [
    ...found,
    from("status", m.status),
    from("menu", { x: ins.l, w: 48, ...corner }),
    from("invite", { x: size.vw - ins.r - 48, w: 48, ...corner }),
  ];
}

/** @param {Area} one @param {Area} other @param {number} slack */
const overlap = (one, other, slack) =>
  one.l < other.r - slack && other.l < one.r - slack && one.t < other.b - slack && other.t < one.b - slack;

/** What is wrong with a layout. @param {Metrics} m @param {Size} size @param {Counts} counts @returns {string[]} */
function faults(m, size, counts) {
  const { ins = NO_INSETS } = size;
  const found = new Set();
  const all = areas(m, size, counts);
  for (const [i, one] of all.entries()) {
    if (one.l < ins.l - 0.5 || one.r > size.vw - ins.r + 0.5) found.add(`${one.name} off the side`);
    if (one.t < ins.t - 0.5 || one.b > size.vh - ins.b + 0.5) found.add(`${one.name} off the screen`);
    // Corners of turned cards may touch; of neighbouring pairs they lie over one another a little.
    for (const other of all.slice(i + 1)) {
      if (overlap(one, other, one.name === other.name ? m.tw * 0.2 : 1))
        found.add(`${one.name} over ${other.name}`);
    }
  }
  if ((counts.hand ?? 0) > 1 && m.step < 23.9) found.add("strip under 24 px");
  if (m.tw < 40) found.add("table card under 40 px");
  if (m.cw < 40) found.add("hand card under 40 px");
  if (m.act.h < 44) found.add("button under 44 px");
  return [...found];
}

const LEGEND = "screen, text, hand, pairs, slots, others, left-handed";

test("every layout keeps every promise: strips, sizes, nothing over anything, nothing off the screen", () => {
  /** @type {Map<string, number>} */
  const bad = new Map();
  let all = 0;
  for (const [vw, vh] of SCREENS) {
    for (const rem of [1, 1.5, 2]) {
      for (const lefty of [false, true]) {
        for (let hand = 1; hand <= 36; hand++) {
          for (let seats = 1; seats <= 5; seats++) {
            for (let pairs = 1; pairs <= 6; pairs++) {
              // All cards that can still be transferred have one rank, and one of the four is in the hand.
              for (let slots = 0; slots <= (pairs <= 3 ? 2 : 0); slots++) {
                const size = { vw, vh, rem, lefty };
                const counts = { hand, pairs, slots, seats };
                for (const fault of faults(metrics(size, counts), size, counts)) {
                  const where = `${vw}x${vh} ${rem * 100}% ${fault}`;
                  bad.set(where, (bad.get(where) ?? 0) + 1);
                }
                all += 1;
              }
            }
          }
        }
      }
    }
  }
  assert.deepEqual([...bad], [], LEGEND);
  assert.equal(all, 13 * 3 * 2 * 36 * 5 * 12);
});

test("screens of any size keep them too, with or without a notch, down to 320 by 480", () => {
  let seed = 7;
  /** @param {number} below */
  const draw = (below) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
  for (let i = 0; i < 30000; i++) {
    const [short, long] = [320 + draw(i % 2 ? 280 : 1100), 480 + draw(i % 2 ? 500 : 1900)];
    const [vw, vh] = (draw(2) ? short > long : short < long) ? [short, long] : [long, short];
    const ins = draw(2) ? NO_INSETS : { t: draw(48), r: 0, b: draw(35), l: draw(2) * draw(45) };
    // What large text and a notch leave of the smallest screens is less than the smallest screen.
    const rem = Math.min(vw, vh) - ins.l < 320 || vh < 560 ? 1 : [1, 1.25, 1.6, 2][draw(4)];
    const pairs = 1 + draw(6);
    const slots = pairs <= 3 ? draw(3) : 0;
    const size = { vw, vh, rem, ins, lefty: draw(2) === 1 };
    const counts = { hand: 1 + draw(i % 3 ? 14 : 36), pairs, slots, seats: 1 + draw(5) };
    // Between the sizes of real phones lie some that are as broad as high.
    const odd = vh - ins.t - ins.b < (vw > vh ? 320 : 568);
    const found = faults(metrics(size, counts), size, counts);
    const kept = found.filter((fault) => !(odd && fault === "table card under 40 px"));
    assert.deepEqual(kept, [], JSON.stringify({ ...size, ...counts }));
  }
});

test("a coach has a place of its own on every screen, and goes where cards would become too small", () => {
  for (const [vw, vh] of SCREENS) {
    for (const rem of [1, 1.5, 2]) {
      for (const lefty of [false, true]) {
        for (let hand = 1; hand <= 36; hand++) {
          for (let pairs = 1; pairs <= 6; pairs++) {
            // Two lines on a lying phone, four on an upright one.
            const coach = (modeOf(vw, vh) === "land" ? 48 : 82) * Math.min(rem, 1.4);
            for (let slots = 0; slots <= (pairs <= 3 ? 1 : 0); slots++) {
              const [size, counts] = [
                { vw, vh, rem, lefty, coach },
                { hand, pairs, slots, seats: 2 },
              ];
              const m = metrics(size, counts);
              const where = `${vw}x${vh}, ${rem * 100}%, ${hand} cards, ${pairs} pairs`;
              const found = faults(m, size, counts).filter(
                (fault) => !m.coach || fault !== "table card under 40 px",
              );
              assert.deepEqual(found, [], where);
              assert.ok(m.tw >= 36, where);
              assert.ok(m.coach || rem > 1 || hand > 11 || pairs > 4, `gone on ${where}`);
            }
          }
        }
      }
    }
  }
});

test("a game without a limit may lay twelve pairs: they grow small, and still lie over nothing", () => {
  for (const [vw, vh] of SCREENS) {
    for (let pairs = 7; pairs <= 12; pairs++) {
      const size = { vw, vh };
      const counts = { hand: 8, pairs, seats: 3 };
      const found = faults(metrics(size, counts), size, counts);
      assert.deepEqual(
        found.filter((fault) => fault !== "table card under 40 px"),
        [],
        `${vw}x${vh}, ${pairs} pairs`,
      );
    }
  }
});

test("two places for a transfer have room for their words where a phone is wide enough", () => {
  const { tw, cells } = metrics({ vw: 390, vh: 844 }, { hand: 8, pairs: 1, slots: 2, seats: 3 });
  assert.ok(tw >= 72, `${tw}`);
  assert.ok(cells[0].y < cells[1].y && cells[1].y === cells[2].y, "both lie under the pair");
});

test("the others sit in playing order, the left neighbour first, and so they do for who only watches", () => {
  for (const [vw, vh] of SCREENS) {
    for (let seats = 1; seats <= 6; seats++) {
      const size = { vw, vh };
      const counts = { hand: 0, pairs: 6, seats, watching: true };
      const m = metrics(size, counts);
      assert.deepEqual(faults(m, size, counts), [], `${vw}x${vh}, ${seats} seats`);
      const xs = m.seats.map((seat) => seat.x);
      assert.deepEqual(
        xs,
        [...xs].sort((a, b) => a - b),
      );
      assert.equal(xs.length, seats);
    }
  }
});

test("a spectator's felt takes the room of the hand", () => {
  const seated = metrics({ vw: 360, vh: 640 }, { hand: 0, seats: 5 });
  const watching = metrics({ vw: 360, vh: 640 }, { hand: 0, seats: 6, watching: true });
  assert.ok(watching.felt.h > seated.felt.h + 60);
  assert.ok(watching.act.y + watching.act.h <= 640);
});

test("the last table lies clear of the result: over it, or on a lying phone beside it", () => {
  for (const [vw, vh] of SCREENS) {
    for (const lefty of [false, true]) {
      for (let pairs = 1; pairs <= 6; pairs++) {
        const land = modeOf(vw, vh) === "land";
        const result = land ? Math.min(320, vw * 0.46) + 14 : Math.min(300, vh - 290);
        const size = { vw, vh, lefty, result };
        const m = metrics(size, { hand: land ? 3 : 0, pairs, seats: 5 });
        const cards = areas(m, size, { pairs }).filter(({ name }) =>
          ["pair", "stock", "discard"].includes(name),
        );
        if (land) cards.push(...areas(m, size, { pairs }).filter(({ name }) => name === "hand"));
        for (const { name, l, r, b } of cards) {
          const clear = !land ? b <= vh - result : lefty ? l >= result - 1 : r <= vw - result + 1;
          assert.ok(clear, `${name} under the result on ${vw}x${vh}, ${pairs} pairs`);
        }
        assert.ok(m.tw >= (land || vh > 600 ? 32 : 28), `${vw}x${vh}, ${pairs} pairs: ${m.tw}`);
      }
    }
  }
});

test("the cards that the durak is left with lie small over the result, and under the last table", () => {
  for (const [vw, vh] of SCREENS.filter(([vw, vh]) => modeOf(vw, vh) !== "land")) {
    for (const rem of [1, 2]) {
      for (const hand of [1, 6, 18, 35]) {
        for (let pairs = 1; pairs <= 6; pairs++) {
          const counts = { hand, pairs, seats: 5 };
          // As high as the style sheet lets the result be.
          const { felt, tall } = metrics({ vw, vh, rem, result: 1 }, counts);
          const result = Math.min(300, vh - felt.y - tall - 122) + 14;
          const size = { vw, vh, rem, result };
          const where = `${vw}x${vh}, ${rem * 100}%, ${hand} cards, ${pairs} pairs`;
          assert.ok(result >= 150, `${result} are left for the result: ${where}`);
          const m = metrics(size, counts);
          const found = areas(m, size, counts).filter(({ name }) => ["seat", "pair", "hand"].includes(name));
          for (const [i, one] of found.entries()) {
            assert.ok(one.b + (one.name === "hand" ? 0 : 1) <= vh - result, `${one.name}: ${where}`);
            for (const other of found.slice(i + 1))
              assert.ok(
                one.name === other.name || !overlap(one, other, 1),
                `${one.name} over ${other.name}: ${where}`,
              );
          }
          assert.ok(m.tw >= 26, `${m.tw}: ${where}`);
        }
      }
    }
  }
});

test("an empty hand leaves the bars where they are", () => {
  const one = metrics({ vw: 360, vh: 640 }, { hand: 1 });
  const none = metrics({ vw: 360, vh: 640 }, { hand: 0 });
  assert.ok(Math.abs(one.act.y - none.act.y) < 2);
});

test("a left hand has the column of buttons at its side, and all else stays in reach of it", () => {
  const right = metrics({ vw: 640, vh: 360 }, { hand: 12 });
  const left = metrics({ vw: 640, vh: 360, lefty: true }, { hand: 12 });
  assert.ok(right.act.x > 320 && left.act.x + left.act.w < 320);
  assert.ok(Math.abs(left.act.x - (640 - right.act.x - right.act.w)) < 1);
  assert.ok(left.middle > 320 && right.middle < 320);
});

test("large text and narrow seats leave out the second line, nothing else does", () => {
  const shows = (/** @type {number} */ vw, /** @type {number} */ rem, seats = 3) =>
    metrics({ vw, vh: 800, rem }, { seats }).lines;
  assert.deepEqual(
    [shows(390, 1), shows(390, 1.25), shows(390, 1.3), shows(1440, 2)],
    [true, true, false, false],
  );
  assert.deepEqual([shows(390, 1, 5), shows(320, 1, 5)], [true, false]);
});

test("three modes", () => {
  assert.deepEqual(
    [modeOf(360, 640), modeOf(640, 360), modeOf(768, 1024), modeOf(1440, 900), modeOf(1366, 540)],
    ["port", "land", "wide", "wide", "land"],
  );
});
