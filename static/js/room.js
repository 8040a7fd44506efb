/**
 * Entry of the room page: the conversation, the state, and who shows what. The table and the panels are loaded when
 * they are first needed, so that an invite link opens fast.
 */

import { hush, say, toast, watchForMissing } from "./announce.js";
import { afterPaint, byId, dress, isInApp, set, setText } from "./dom.js";
import { gettext, loadCatalogue, loadLate } from "./i18n.js";
import { newId } from "./net/protocol.js";
import { reloadOnce } from "./net/reload.js";
import { RoomSocket } from "./net/socket.js";
import { applyLooks, prefs, remember, turnTheme } from "./prefs.js";
import { lampOf } from "./state/lamp.js";
import { INITIAL, reduce } from "./state/reduce.js";
import { createStore } from "./state/store.js";
import { playerName } from "./state/words.js";

/** @import { Desk, Game, NetStatus, Refusal, Room, ServerMessage } from "./types.js" */
/** @import { State } from "./state/reduce.js" */

watchForMissing();
const { dataset } = document.body;
await loadCatalogue(dataset.lang ?? "en", dataset.i18n ?? "");
// A link that brings somebody's seat along.
if (location.hash.startsWith("#device=")) await (await import("./panels/device.js")).takeSeat();
applyLooks();

/** The shell is kept for later once there is nothing else to load, and the first taps have been answered. */
const KEEP_MS = 12_000;
/** When what only the end of a game needs is fetched. */
const AHEAD_MS = 8000;
const PLAY_MS = 240;
const HAND_MS = 200;
/** What the page may be asking its owner. */
const QUESTIONS = /** @type {const} */ (["choosing", "picked", "asking"]);
const store = createStore(reduce, INITIAL);
const root = byId("table");

const socket = new RoomSocket({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${dataset.room}`,
  seen: () => store.state.v,
  onMessage: hear,
  onStatus: (net) => store.dispatch({ type: "net", status: net }),
  onOffline: (command) => store.dispatch({ type: "refused", id: command.id, code: "offline", facts: {} }),
  onDrop: (command) => store.dispatch({ type: "dropped", id: command.id }),
  onReload: reloadOnce,
});

/** @type {Desk} */
const desk = {
  state: () => store.state,
  dispatch: store.dispatch,
  watch: store.watch,
  send: (command) => socket.send(command),
  tell: (why) => void tell(why),
  reconnect: () => socket.reconnect(),
};

/** @type {import("./play.js").Play | null} */
let table = null;

/** Makes something at the first call only, or at the next where that failed. @template T @param {() => Promise<T>} make @returns {() => Promise<T>} */
function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  const failed = (/** @type {unknown} */ why) => {
    made = null;
    throw why;
  };
  return () => (made ??= make().catch(failed));
}

const between = once(async () => {
  const [{ Between }] = await Promise.all([
    import("./panels/between.js"),
    dress("controls", "panels", "result", "dialogs"),
    loadLate(),
  ]);
  return new Between(desk, openPerson);
});
const menu = once(async () => {
  const [{ Menu }] = await Promise.all([
    import("./panels/menu.js"),
    dress("controls", "dialogs"),
    loadLate(),
  ]);
  return new Menu(desk, { log: openLog, people: () => openPerson(), seen: openSeen });
});
const people = once(async () => {
  const [{ People }] = await Promise.all([
    import("./panels/people.js"),
    dress("controls", "dialogs", "seats", "people"),
    loadLate(),
  ]);
  return new People(desk);
});
/** @param {number} [chair] */
const openPerson = (chair) => void people().then((sheet) => sheet.open(chair));
const late = once(async () => {
  const [{ Latecomer }] = await Promise.all([import("./panels/latecomer.js"), dress("latecomer")]);
  return new Latecomer(desk, async () => (await between()).joinAsBefore());
});
const seen = once(async () => {
  const [{ SeenSheet }] = await Promise.all([
    import("./panels/seen.js"),
    dress("controls", "dialogs", "people"),
    loadLate(),
  ]);
  return new SeenSheet(desk);
});
const talk = once(async () => {
  const [{ Talk }] = await Promise.all([
    import("./panels/talk.js"),
    dress("controls", "dialogs", "talk"),
    loadLate(),
  ]);
  return new Talk(desk);
});
const openSeen = () => void seen().then((sheet) => sheet.open());
const log = once(async () => {
  const [{ LogSheet }] = await Promise.all([import("./panels/log.js"), dress("dialogs"), loadLate()]);
  return new LogSheet(desk);
});
const openLog = () => void log().then((sheet) => sheet.open());
const play = once(async () => {
  fetchAhead();
  const { Play } = await import("./play.js");
  const settled = () => {
    const { room, game } = store.state;
    if (game?.phase !== "over") return;
    if (room) root.dataset.room = room.phase;
    if (game.viewer !== null && !prefs.finished) remember({ finished: true });
    void between().then((panels) => {
      panels.settle(room, game);
      table?.repaint(HAND_MS);
    });
  };
  const help = () => void menu().then((panel) => panel.open(true));
  // The end must not wait for a network that is gone by then.
  setTimeout(() => void between().catch(() => null), AHEAD_MS);
  table = new Play(desk, { settled, help, log: openLog });
  return table;
});

/** All modules of the table at once, instead of one finding out about the next. */
function fetchAhead() {
  for (const href of (dataset.table ?? "").split(" ")) {
    if (!href || document.head.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

/** @param {ServerMessage} message @param {boolean} first */
function hear(message, first) {
  if (message.t === "view") store.dispatch({ type: "view", message, first, at: performance.now() });
  else if (message.t === "advice") store.dispatch({ type: "advice", advice: message });
  else if (message.t === "ok") store.dispatch({ type: "ok", id: message.id });
  else if (message.t === "refused") {
    store.dispatch({ type: "refused", id: message.id, code: message.code, facts: message.facts });
  }
}

store.watch((state, before) => {
  const [now, then] = [state.game, before.game];
  if (now?.bout !== then?.bout || now?.phase !== then?.phase) hush();
  if (state.refused !== before.refused && state.refused) {
    void tell(state.refused);
    // A choice that was refused must not stay on the screen.
    if (state.room && state.room.phase !== "playing") void showPanels(state.room);
  }
  if (state.story.happened.some((one) => one.kind === "said") && state.v !== before.v)
    void talk().then((sheet) => sheet.hear(state));
  if (state.net !== before.net) stopped(state.net);
  if (state.net !== before.net || state.v !== before.v) paintLamp();
  if (state.room && state.v !== before.v) void showView(state, before, state.room);
  else if (state.pending !== before.pending) table?.repaint(PLAY_MS);
  else if (QUESTIONS.some((name) => state[name] !== before[name])) table?.ask();
});

/** @param {State} state @param {State} before @param {Room} room */
async function showView(state, before, room) {
  const { game, story } = state;
  setText(byId("rulesname"), rulesName(room.rules));
  byId("open-invite").hidden = room.solo && room.phase === "playing";
  const { you } = room;
  byId("open-talk").hidden = room.solo || (you.chair === null && you.claim === null && !you.queued);
  set(byId("undo"), { hidden: !room.solo || room.phase !== "playing", disabled: !you.can_undo });
  if (!game) byId("chip").hidden = true;
  byId("open-log").hidden = !game;
  // Of no use when the game is over, but beside it nothing is to move.
  set(byId("advise"), {
    hidden: !game || !room.advice || you.chair === null,
    disabled: room.phase !== "playing",
  });
  byId("watching").hidden = !game || game.viewer !== null;
  if (room.phase !== "playing" || !room.may_watch || root.dataset.room === "waiting") void showPanels(room);
  else if (room.you.chair !== null && !room.solo && prefs.played !== room.rules)
    remember({ played: room.rules });
  const shown = game ? await play() : null;
  // The bar and the hand stay until the end has been seen.
  if (!shown || game?.phase !== "over") root.dataset.room = room.phase;
  shown?.show(state, before);
  // Whoever sits is going to need the table: the deal is not to wait for it.
  if (!game && room.you.chair !== null) void play();
  if (room.phase === "playing" && room.you.chair === null) void late().then((bar) => bar.paint(room, game));
  if (room.phase !== "over" && before.room?.phase === "over")
    void between().then((panels) => panels.settle(room, null));
  if (game) void narrate(game, story);
}

/** Says what happened, and what it comes down to. @param {Game} game @param {State["story"]} story */
async function narrate(game, { before, happened }) {
  const arrived = before === null;
  if (!happened.length && !arrived) return;
  const { sentences, turnSentence } = await import("./state/story.js");
  say(...sentences(happened, { game, before }), turnSentence(game, before));
}

/** @param {string} rules */
function rulesName(rules) {
  return byId("options").querySelector(`option[value="${rules}"]`)?.textContent ?? gettext("Own rules");
}

/** @param {Room} room */
async function showPanels(room) {
  (await between()).paint(room, store.state.at);
}

/** The page has another language. */
async function speakAgain() {
  const { room, game } = store.state;
  if (!room) return;
  setText(byId("rulesname"), rulesName(room.rules));
  paintLamp();
  if (room.phase === "playing") return;
  await showPanels(room);
  if (game?.phase === "over") (await between()).settle(room, game);
}

/** @param {Refusal} why */
async function tell({ code, facts }) {
  // Said without a network, in which nothing more can be loaded.
  if (code === "offline") return toast(gettext("No connection."));
  const { game } = store.state;
  const late = await Promise.all([import("./state/refusals.js"), loadLate()]).catch(() => null);
  if (!late) return toast(gettext("That does not work just now."));
  const [{ refusalWords }] = late;
  toast(refusalWords(code, facts, (seat) => playerName(game, seat), game?.viewer ?? null));
}

function paintLamp() {
  const { net, room, game } = store.state;
  const lamp = byId("lamp");
  const { text, act } = lampOf(net, navigator.onLine, room, game);
  lamp.hidden = !text;
  lamp.dataset.net = net;
  lamp.toggleAttribute("data-sure", !navigator.onLine);
  const [words, button] = /** @type {HTMLElement[]} */ ([...lamp.children]);
  setText(words, text);
  button.hidden = !act;
  setText(button, act);
}

/** What else there is to do when the conversation has come to an end. @param {NetStatus} net */
function stopped(net) {
  // The server's page says more.
  if (net === "gone" || net === "denied") reloadOnce();
  if (net !== "moved") return;
  // The identity has gone to another device: what comes back here is somebody who watches.
  store.dispatch({ type: "forget" });
  toast(lampOf(net, true, null, null).text);
  setTimeout(() => socket.connect(), PLAY_MS);
}

/** A page that was out of sight may have stood still, and its clocks with it. */
function comeBack() {
  if (store.state.room?.chairs.some((chair) => chair.ms_left !== null)) socket.refresh();
  socket.probe();
}

byId("open-menu").addEventListener("click", () => void menu().then((panel) => panel.open()));
byId("open-log").addEventListener("click", openLog);
byId("undo").addEventListener("click", () => socket.send({ t: "undo", id: newId() }));
byId("advise").addEventListener("click", async () => (await (await play()).control()).advise());
byId("open-talk").addEventListener("click", () => void talk().then((sheet) => sheet.toggle()));
byId("open-invite").addEventListener("click", () => void between().then(({ invite }) => invite.open()));
byId("theme").addEventListener("click", () => afterPaint(turnTheme));
byId("discard").addEventListener("click", () => store.state.room?.seen_cards && openSeen());
byId("seats").addEventListener("click", async ({ target }) => {
  const seat = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(".seat"));
  const { wasLong } = await import("./table/press.js");
  if (seat && !wasLong() && !store.state.room?.solo) openPerson(Number(seat.dataset.seat));
});
if (location.hash === "#settings") void menu().then((panel) => panel.openSettings());
byId("lamp").addEventListener("click", () => socket.connect());
document.addEventListener("speak", () => void speakAgain());
document.addEventListener("visibilitychange", () => document.hidden || comeBack());
addEventListener("online", () => socket.probe());
addEventListener("offline", () => socket.offline());
addEventListener("offline", paintLamp);
addEventListener("pageshow", (event) => event.persisted && socket.probe());
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  void import("./panels/install.js").then(({ keepOffer }) => keepOffer(event));
});
if (isInApp())
  void import("./panels/inapp.js").then((out) =>
    out.offerWayOut(document.querySelector("#gathering .scroll")),
  );
// What nobody waits for; without a network there is a next time.
setTimeout(() => {
  import("./worker.js").then((worker) => worker.keepShell()).catch(() => null);
  import("./awake.js").then((screen) => screen.stayAwake(store)).catch(() => null);
}, KEEP_MS);
socket.connect();
