/** Entry of a lesson: a task on the real table, whose other side is the engine, asked anew after each move. */

import { say, toast, watchForMissing } from "./announce.js";
import { afterPaint, byId, set } from "./dom.js";
import { gettext, loadCatalogue, loadLate } from "./i18n.js";
import { learn, showLearned } from "./panels/learned.js";
import { get, whyOf } from "./panels/api.js";
import { closeFrom } from "./panels/sheet.js";
import { Play } from "./play.js";
import { applyLooks } from "./prefs.js";
import { INITIAL, reduce } from "./state/reduce.js";
import { parseAction } from "./state/select.js";
import { createStore } from "./state/store.js";
import { playerName } from "./state/words.js";
import { lessonRoom } from "./state/lessonroom.js";

/** @import { ActionText, Command, Desk, Game, Happening, Refusal } from "./types.js" */

/**
 * @typedef {object} Seen  a task, as it is for whoever has done so much of it
 * @property {number} v
 * @property {number | null} after
 * @property {Game} game
 * @property {Happening[]} happened
 * @property {ActionText[]} attempts  one of these is to be tried now, and will be refused
 * @property {boolean} is_done
 * @property {Refusal} [refused]  then there is nothing else
 */

const PLAY_MS = 240;
/** Words that nobody needs before he does something are fetched then, or when all else is there. */
const WORDS_MS = 1500;
const QUESTIONS = /** @type {const} */ (["choosing", "picked", "asking"]);
const { lang = "en", i18n = "", code = "" } = document.body.dataset;
const told = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#words p"))];
const tasks = Number(told.at(-1)?.dataset.task);
const next = byId("next");

watchForMissing();
await loadCatalogue(lang, i18n);
applyLooks();
showLearned();

const store = createStore(reduce, INITIAL);
/** Which task, what was done of it, and what is asked now. @type {{task: number, done: ActionText[], seen: Seen | null}} */
const at = { task: 1, done: [], seen: null };

/** @type {Desk} */
const desk = {
  state: () => store.state,
  dispatch: store.dispatch,
  watch: store.watch,
  send: (command) => void send(command),
  tell: (why) => void tell(why),
  reconnect: async () => true,
};
const play = new Play(desk, { settled, help: openLessons, log: () => {}, words });
// No card lies there before it can be played.
await play.control();

store.watch((state, before) => {
  if (state.v !== before.v || state.game !== before.game) play.show(state, before);
  else if (state.pending !== before.pending) play.repaint(PLAY_MS);
  else if (QUESTIONS.some((name) => state[name] !== before[name])) play.ask();
});

/** Fetches what is said of moves, soon. */
function words() {
  for (const event of ["pointerdown", "keydown"])
    addEventListener(event, () => void loadLate(), { once: true });
  setTimeout(() => void loadLate(), WORDS_MS);
}

/** Asks how the task looks when this is done, and says why that cannot be. @param {ActionText[]} done @returns {Promise<Seen | null>} */
async function look(done) {
  const query = done.map((text) => `done=${encodeURIComponent(text)}`).join("&");
  const seen = await get(`/api/learn/${code}/${at.task}?${query}`).catch((error) => ({
    refused: whyOf(error),
  }));
  if (!seen.refused) return seen;
  void tell(seen.refused);
  return null;
}

/** @param {number} task */
async function begin(task) {
  /** @type {ActionText[]} */
  const done = [];
  Object.assign(at, { task, done });
  const seen = await look(done);
  // Meanwhile it may have been begun anew, or another one.
  if (!seen || at.done !== done) return;
  // What the page has said of itself when it came is not said again.
  const isNew = at.seen !== null;
  show(seen, done, true);
  if (isNew) say(asking()?.textContent ?? "");
}

/** @param {Seen} seen @param {ActionText[]} done @param {boolean} first */
function show(seen, done, first) {
  Object.assign(at, { done, seen });
  const { v, after, game, happened } = seen;
  const before = store.state.game;
  store.dispatch({
    type: "view",
    first,
    message: { t: "view", v, after, room: lessonRoom(game), game, happened },
  });
  if (first) ask();
  if (happened.length) void narrate(happened, game, before);
  else settled();
}

/** Says what happened. @param {Happening[]} happened @param {Game} game @param {Game | null} before */
async function narrate(happened, game, before) {
  const [{ sentences }] = await Promise.all([import("./state/story.js"), loadLate()]);
  say(...sentences(happened, { game, before }));
}

/** The sentence for now. */
function asking() {
  const { task, done } = at;
  return told.find(({ dataset }) => Number(dataset.task) === task && Number(dataset.turn) === done.length);
}

/** Shows what is to be done now, or was learned. */
function ask() {
  for (const one of told) one.classList.toggle("on", one === asking());
  const isDone = Boolean(at.seen?.is_done);
  const [skip, on] = next.children;
  set(skip, { hidden: isDone });
  set(on, { hidden: !isDone });
  next.classList.toggle("primary", isDone);
}

/** The film has come to its end. */
function settled() {
  if (asking()?.classList.contains("on")) return;
  ask();
  say(asking()?.textContent ?? "");
  if (at.seen?.is_done) finish();
}

function finish() {
  if (at.task < tasks) return;
  learn(code);
  if (play.table.byKeyboard) next.focus();
}

/** @param {Command} command */
async function send(command) {
  if (command.t === "play") await take(command.action, command.id);
}

/** Does this; what is not asked for is as if it had not been done. @param {ActionText} action @param {string} [id] */
async function take(action, id = "") {
  const before = at.done;
  const done = [...before, action];
  if (at.seen?.is_done) {
    await loadLate();
    toast(gettext("This is done. Go on with “{next}”.", { next: gettext("Next") }));
  } else {
    const seen = await look(done);
    if (seen && at.done === before) return show(seen, done, false);
  }
  store.dispatch({ type: "dropped", id });
}

/** Says why not; where that was to be found out, the task goes on. @param {Refusal} why */
async function tell(why) {
  const { game } = store.state;
  // Said without a network, in which nothing more can be loaded.
  if (why.code === "offline") return toast(gettext("No connection."));
  const [{ refusalWords }] = await Promise.all([import("./state/refusals.js"), loadLate()]);
  if (why.code === "not_the_task") return toast(gettext("The rules allow it, but the task is another one."));
  toast(refusalWords(why.code, why.facts, (seat) => playerName(game, seat), game?.viewer ?? null));
  const tried = at.seen?.attempts.find((text) => parseAction(text).card === cardOf(why));
  if (tried) await take(tried);
}

/** The card that a reason was asked for. @param {Refusal} why */
function cardOf(why) {
  const { game } = store.state;
  return why.facts.card ?? game?.hand.find((card) => game.why[card] === why);
}

function openLessons() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("lessons"));
  for (const link of dialog.querySelectorAll("nav a")) {
    const { search } = /** @type {HTMLAnchorElement} */ (link);
    set(link, { href: location.pathname + search + location.hash });
  }
  dialog.showModal();
}

byId("open-lessons").addEventListener("click", (event) => {
  event.preventDefault();
  openLessons();
});
byId("lessons").addEventListener("click", (event) => closeFrom(/** @type {any} */ (byId("lessons")), event));
byId("repeat").addEventListener("click", () => afterPaint(() => void begin(at.task)));
next.addEventListener("click", (event) => {
  if (at.task >= tasks) return;
  event.preventDefault();
  location.hash = String(at.task + 1);
});
/** The task that the address names. */
const asked = () => Math.min(Math.max(1, Number(location.hash.slice(1)) || 1), tasks);
addEventListener("hashchange", () => void begin(asked()));
// The words are over the table, which begins below them.
new ResizeObserver(([{ target }]) => {
  byId("table").style.setProperty("--task-h", target.getBoundingClientRect().bottom + "px");
}).observe(byId("task"));
await begin(asked());
