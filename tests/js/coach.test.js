// Catches a coach who says something about cards that are not there, advises what is not legal, or never falls silent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useCatalogue } from "../../static/js/i18n.js";
import { coachLine } from "../../static/js/state/coach.js";
import { LESSONS, NO_NOTES, follow } from "../../static/js/state/lessons.js";
import { isOffered } from "../../static/js/state/select.js";
import { simpleMove } from "../../static/js/state/simple.js";
import { game } from "./views.js";

/** @import { Game, Happening } from "../../static/js/types.js" */
/** @import { Notes } from "../../static/js/state/lessons.js" */

/** One card to beat, and nothing else. @param {Partial<Game>} changes */
const attacked = (changes) => game({ table: [["7C", null]], ...changes });

/** I may add to what seat 1 has beaten. @param {Partial<Game>} [changes] */
const throwing = (changes) =>
  game({
    phase: "throw",
    main: 0,
    defender: 1,
    throwers: [0, 2],
    waiting: [0, 2],
    hand: ["9C", "KD", "9H"],
    table: [["7C", "9D"]],
    legal: { "9C": ["0:A:9C"], "9H": ["0:A:9H"], pass: ["0:pass"] },
    ...changes,
  });

/** @param {Partial<Notes>} changes @returns {Notes} */
const notes = (changes = {}) => ({ ...NO_NOTES, ...changes });

/** @param {Game} view @param {Partial<Notes>} [kept] */
function said(view, kept) {
  const line = coachLine(view, notes(kept));
  if (line?.move) assert.ok(isOffered(view, line.move), `${line.move} is legal`);
  return line && { code: line.code, text: line.text, move: line.move };
}

test("whoever is attacked hears what beats the card, and with which he does well", () => {
  assert.deepEqual(said(attacked({})), {
    code: "cover",
    text: "Beat the 7 of clubs with a higher card of its suit or with a trump (hearts): the 9 of clubs, say.",
    move: "0:D:7C/9C",
  });
  assert.equal(
    said(attacked({}), { met: ["cover"] })?.text,
    "The 9 of clubs is the cheapest that beats the 7 of clubs.",
  );
  const trump = attacked({ table: [["7H", null]], legal: { JH: ["0:D:7H/JH"], take: ["0:take"] } });
  assert.equal(
    said(trump)?.text,
    "The 7 of hearts is a trump. Only a higher trump beats it: the jack of hearts, say.",
  );
});

test("with several to beat each gets a card of its own, the hardest first", () => {
  const view = game({
    hand: ["9C", "JH"],
    table: [
      ["7C", null],
      ["7S", null],
    ],
    legal: { "9C": ["0:D:7C/9C"], JH: ["0:D:7C/JH", "0:D:7S/JH"], take: ["0:take"] },
  });
  assert.equal(said(view)?.move, "0:D:7S/JH");
  assert.match(said(view)?.text ?? "", /^2 cards to beat/);
  const short = { ...view, legal: { JH: ["0:D:7C/JH", "0:D:7S/JH"], take: ["0:take"] } };
  assert.equal(
    said(short)?.text,
    "You cannot beat all of them. Press Take, and the cards come to your hand.",
  );
});

test("what nothing beats is taken, and a dear trump is kept as long as there are cards to draw", () => {
  const none = attacked({ legal: { take: ["0:take"] } });
  assert.deepEqual(said(none), {
    code: "take",
    text: "No card of yours beats the 7 of clubs. Press Take, and it comes to your hand.",
    move: "0:take",
  });
  assert.equal(said(none, { met: ["take"] })?.text, "You cannot beat that: press Take.");
  const dear = attacked({ hand: ["AH"], legal: { AH: ["0:D:7C/AH"], take: ["0:take"] } });
  assert.equal(said(dear)?.text, "You could, but only with a trump that is better kept: press Take.");
  assert.equal(said({ ...dear, stock: 0 })?.move, "0:D:7C/AH");
});

test("whoever can pass the attack on hears to whom, first of all", () => {
  const view = attacked({
    hand: ["7D", "9C"],
    legal: { "7D": ["0:T:7D"], "9C": ["0:D:7C/9C"], take: ["0:take"] },
  });
  assert.deepEqual(said(view), {
    code: "transfer",
    text: "Your 7 of diamonds is of the same rank. Lay it beside, and Boris has to beat it all.",
    move: "0:T:7D",
  });
  const dear = attacked({
    hand: ["7H", "9C"],
    legal: { "7H": ["0:T:7H", "0:D:7C/7H"], "9C": ["0:D:7C/9C"], take: ["0:take"] },
  });
  assert.equal(said(dear)?.move, "0:T:7H", "once, to have done it");
  assert.equal(said(dear, { met: ["transfer"] })?.move, "0:D:7C/9C");
});

test("whoever may add hears with which card, and when to keep what he has", () => {
  assert.deepEqual(said(throwing()), {
    code: "add",
    text: "Boris has beaten it. You may add any card whose rank lies there: the 9 of clubs, say.",
    move: "0:A:9C",
  });
  assert.match(said(throwing({ phase: "taking" }))?.text ?? "", /^Boris takes\. You may add/);
  assert.equal(
    said(throwing(), { met: ["throw_in"] })?.text,
    "You may add the 9 of clubs, too, or press Done.",
  );
  const trump = throwing({ legal: { "9H": ["0:A:9H"], pass: ["0:pass"] } });
  assert.deepEqual(said(trump), {
    code: "keep",
    text: "You could add the 9 of hearts, but so good a card is better kept: press Done.",
    move: "0:pass",
  });
  assert.equal(said(throwing({ legal: { pass: ["0:pass"] } }))?.code, "nothing");
});

test("who opens a bout is told of a low card that is no trump", () => {
  const view = game({
    phase: "open",
    main: 0,
    defender: 1,
    table: [],
    hand: ["6H", "8S", "KD"],
    legal: { "6H": ["0:A:6H"], "8S": ["0:A:8S"], KD: ["0:A:KD"] },
  });
  assert.equal(said(view)?.text, "You attack Boris. Lay a low card that is no trump: the 8 of spades, say.");
  const trumps = { ...view, hand: ["6H"], legal: { "6H": ["0:A:6H"] } };
  assert.equal(said(trumps)?.text, "You attack Boris. Only trumps are left: lay the 6 of hearts.");
});

test("who has to wait hears what the others are about", () => {
  const quiet = { waiting: [1], legal: {} };
  const code = (/** @type {Partial<Game>} */ changes, /** @type {Partial<Notes>} */ kept = {}) =>
    said(game({ ...quiet, ...changes }), kept)?.code;
  assert.equal(code({ phase: "throw" }), "beaten");
  assert.equal(code({ phase: "taking" }), "taking");
  const other = { main: 2, defender: 1 };
  assert.equal(code({ ...other }), "defends");
  assert.equal(code({ ...other, legal: { "9C": ["0:A:9C"] } }), "wait");
  assert.equal(code({ ...other, phase: "throw" }), "beats");
  assert.equal(code({ ...other, phase: "taking" }), "takes");
  const next = (/** @type {Notes["ended"]} */ ended) =>
    said(game({ ...quiet, phase: "open", table: [], main: 2, defender: 0 }), { ended })?.text;
  assert.equal(next(null), "Anna begins. Trumps are hearts: they beat every card of another suit.");
  assert.equal(next({ how: "taken", seat: 0 }), "Whoever takes may not attack next: Anna does.");
  assert.equal(next({ how: "taken", seat: 1 }), "Boris took and may not attack next: Anna does.");
  assert.equal(next({ how: "beaten_off", seat: 2 }), "All was beaten and has left the game. Anna attacks.");
});

test("a lesson is met by whoever does it himself", () => {
  /** @param {Happening[]} happened @param {Game} [before] */
  const met = (happened, before = game({ table: [] })) => follow(NO_NOTES, game(), { before, happened }).met;
  assert.deepEqual(met([{ kind: "defend", seat: 0, attack: "7C", card: "9C" }]), ["cover"]);
  assert.deepEqual(met([{ kind: "defend", seat: 1, attack: "7C", card: "9C" }]), []);
  assert.deepEqual(met([{ kind: "transfer", seat: 0, card: "7D", show: false, to: 1 }]), ["transfer"]);
  assert.deepEqual(met([{ kind: "take", seat: 0 }]), ["take"]);
  /** @type {Happening} */
  const attack = { kind: "attack", seat: 0, cards: ["7D"] };
  assert.deepEqual(met([attack]), [], "it opens the bout");
  assert.deepEqual(met([attack], game()), ["throw_in"]);
  assert.deepEqual(met([{ kind: "bout", bout: 4, main: 0, defender: 1 }, attack], game()), []);
});

test("how a bout ended is known until the next one ends, and forgotten with the deal", () => {
  /** @type {Happening[]} */
  const ending = [
    { kind: "transfer", seat: 0, card: "7D", show: false, to: 1 },
    { kind: "taken", seat: 1, cards: ["7C", "7D"] },
    { kind: "bout", bout: 4, main: 2, defender: 0 },
  ];
  const kept = follow(NO_NOTES, game(), { before: game(), happened: ending });
  assert.deepEqual(kept.ended, { how: "taken", seat: 1 });
  assert.deepEqual(follow(kept, game(), { before: game(), happened: [] }).ended, kept.ended);
  const dealt = follow(kept, game(), { before: game(), happened: [{ kind: "deal", main: 0, defender: 1 }] });
  assert.equal(dealt.ended, null);
});

test("with nothing left to learn there is one last word, then silence but for what is new", () => {
  const all = { met: [...LESSONS], closed: 3 };
  assert.equal(said(game(), all)?.code, "closing");
  assert.equal(said(game({ bout: 4 }), all)?.code, "closing");
  assert.equal(said(game({ bout: 5 }), all), null);
  assert.equal(said(game({ bout: 5 }), { ...all, dry: 5 })?.code, "dry");
  assert.equal(said(game({ bout: 6, out: [0] }), { ...all, dry: 5 })?.code, "out");
  assert.equal(
    follow(notes({ met: ["cover", "take", "throw_in"] }), game(), {
      before: game(),
      happened: [{ kind: "transfer", seat: 0, card: "7D", show: false, to: 1 }],
    }).closed,
    3,
  );
});

test("in the next game whoever knows it all is left alone", () => {
  const kept = follow(notes({ met: [...LESSONS], closed: 3 }), game({ bout: 1 }), {
    before: null,
    happened: [{ kind: "deal", main: 2, defender: 0 }],
  });
  assert.equal(coachLine(game({ bout: 1 }), kept), null);
});

test("the stock is missed once, in the bout in which it has become empty", () => {
  const first = follow(NO_NOTES, game({ stock: 0 }), { before: game(), happened: [] });
  assert.equal(first.dry, 3);
  assert.equal(follow(first, game({ stock: 0, bout: 4 }), { before: game(), happened: [] }).dry, 3);
  assert.equal(follow(first, game(), { before: game(), happened: [] }).dry, null, "cards were dealt again");
});

test("a watcher and the end of a game hear nothing", () => {
  assert.equal(coachLine(game({ viewer: null }), NO_NOTES), null);
  assert.equal(coachLine(game({ phase: "over" }), NO_NOTES), null);
  assert.equal(simpleMove(game({ waiting: [1] }), []), null);
});

test("a line is said in the language of the page", () => {
  useCatalogue("de", {
    "You cannot beat that: press {take}.": "Nichts davon sticht: {take}.",
    Take: "Nehmen",
  });
  assert.equal(
    said(attacked({ legal: { take: ["0:take"] } }), { met: ["take"] })?.text,
    "Nichts davon sticht: Nehmen.",
  );
  useCatalogue("en");
});
