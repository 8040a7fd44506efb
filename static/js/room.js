/** Entry of the room page: joins socket, state, table and panels, and holds nothing else. */

import { say, toast } from "./announce.js";
import { createAutoPass } from "./autopass.js";
import { byId, setText } from "./dom.js";
import { gettext, loadCatalogue } from "./i18n.js";
import { newId } from "./net/protocol.js";
import { RoomSocket } from "./net/socket.js";
import { Refused, beGuest } from "./panels/api.js";
import { Gathering } from "./panels/gathering.js";
import { Invite } from "./panels/invite.js";
import { Menu } from "./panels/menu.js";
import { Options } from "./panels/options.js";
import { Result } from "./panels/result.js";
import { applyLooks, prefs, remember } from "./prefs.js";
import { play as playCue } from "./sound.js";
import { INITIAL, reduce } from "./state/reduce.js";
import { isIdle, isMine, withPending } from "./state/select.js";
import { statusLine } from "./state/status.js";
import { createStore } from "./state/store.js";
import { sentences } from "./state/story.js";
import { Film } from "./table/film.js";
import { Intents } from "./table/intents.js";
import { bindKeyboard } from "./table/keyboard.js";
import { MS } from "./table/motion.js";
import { plan } from "./table/plan.js";
import { Pointer } from "./table/pointer.js";
import { Table } from "./table/render.js";

/** @import { Command, NetStatus, ServerMessage, Status } from "./types.js" */
/** @import { State } from "./state/reduce.js" */
/** @import { Step } from "./table/plan.js" */

const { lang = "en", i18n = "", room: roomId = "" } = document.body.dataset;
await loadCatalogue(lang, i18n);
applyLooks();

const store = createStore(reduce, INITIAL);
const table = new Table((name) => intents.press(name));
const film = new Film(paintStep);
/** @type {Status | null} */
let status = null;
let sitsDown = false;

const socket = new RoomSocket({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${roomId}`,
  seen: () => store.state.v,
  onMessage: hear,
  onStatus: (net) => store.dispatch({ type: "net", status: net }),
  onDrop: (command) => store.dispatch({ type: "dropped", id: command.id }),
  onReload: reloadOnce,
});

const intents = new Intents({
  table,
  scene: () => {
    const { game, room, pending, choosing } = store.state;
    return { game: game && withPending(game, pending), room, choosing };
  },
  dispatch: store.dispatch,
  send: (command) => socket.send(command),
  hurry: () => film.finish(),
  tell: toast,
  cue: playCue,
});

const options = new Options(byId("options"), (name) => {
  const { rules, bots, chairs } = options.chosen;
  command({ t: "options", id: newId(), ...(name === "bots" ? { bots } : { rules, chairs }) });
});
const invite = new Invite();
const start = () => command({ t: "start", id: newId() });
const gathering = new Gathering(options, invite, {
  start,
  join,
  sit: (chair) => command({ t: "sit", id: newId(), chair }),
});
const result = new Result(options, start);
const menu = new Menu({ leave, rename, changed: () => repaint(0) });
const autoPass = createAutoPass((game) => {
  const action = game.legal.pass?.[0];
  if (action) intents.play(action);
});

/** @param {Command} message */
function command(message) {
  socket.send(message);
}

/** @param {ServerMessage} message @param {boolean} first */
function hear(message, first) {
  if (message.t === "view") store.dispatch({ type: "view", message, first });
  else if (message.t === "ok") store.dispatch({ type: "ok", id: message.id });
  else if (message.t === "refused")
    store.dispatch({ type: "refused", id: message.id, code: message.code, facts: message.facts });
}

store.watch((state, before) => {
  if (state.refused !== before.refused && state.refused) intents.refused(state.refused);
  if (state.net !== before.net) paintLamp(state.net);
  if (state.room && (state.room !== before.room || state.game !== before.game)) newView(state, before);
  else if (state.pending !== before.pending) repaint(MS.play);
  else if (state.choosing !== before.choosing) repaint(MS.hand);
});

/** @param {State} state @param {State} before */
function newView(state, before) {
  const { room, game, story } = state;
  if (!room) return;
  table.root.dataset.room = room.phase;
  gathering.paint(room);
  const rules = options.words(room.rules);
  setText(byId("rulesname"), rules.name);
  menu.paint(rules, room.you.chair !== null);
  byId("open-invite").hidden = room.solo && room.phase !== "over";
  byId("watching").hidden = !game || game.viewer !== null;
  if (!game) result.paint(room, null, false);
  if (game && (game !== before.game || !film.current)) newGameView(state, before);
  if (sitsDown && room.you.guest) {
    sitsDown = false;
    if (room.you.chair === null) command({ t: "sit", id: newId(), chair: null });
  }
  if (game && story.happened.length) say(...sentences(story.happened, { game, room, before: story.before }));
}

/** @param {State} state @param {State} before */
function newGameView({ game, story }, before) {
  if (!game) return;
  // Just arrived at a fresh deal: it is dealt before our eyes, though nobody told the story.
  const fresh = !before.game && game.bout === 1 && game.table_ply === 0;
  const happened = fresh
    ? [{ kind: /** @type {const} */ ("deal"), main: game.main, defender: game.defender }]
    : story.happened;
  const last = film.last?.game ?? null;
  film.show(plan(last && withPending(last, before.pending), game, happened));
  autoPass(game, prefs.autoPass);
  if (isMine(game) && !isMine(before.game)) playCue("turn");
  document.title = isMine(game) ? "● " + gettext("Your turn") : gettext("Durak");
  if (game.outcome && !before.game?.outcome) {
    const lost = game.outcome.kind === "durak" && game.outcome.seat === game.viewer;
    playCue(lost ? "lose" : "win");
  }
}

/** @param {Step} one @param {boolean} moving */
function paintStep(one, moving) {
  const { ms, stagger, from, exits, flights, cue } = one;
  paint(one, moving ? { ms, stagger, from, exits, flights } : { ms: MS.hand });
  if (moving && cue) playCue(cue);
}

/** The same scene again: something of ours has changed. @param {number} ms */
function repaint(ms) {
  if (film.current) paint(film.current, { ms });
  autoPass(store.state.game, prefs.autoPass);
}

/** @param {Step} one @param {import("./table/render.js").How} how */
function paint({ game: shown, ready, note }, how) {
  const { room, pending, choosing } = store.state;
  const game = withPending(shown, pending);
  const chosen = ready ? choosing : null;
  status = statusLine(game, room, { choosing: chosen, note, idle: prefs.autoPass && isIdle(game) });
  table.paint({ game, room, choosing: chosen, ready, status }, how);
  result.paint(room, game, ready && !film.busy);
}

/** @param {NetStatus} net */
function paintLamp(net) {
  const lamp = byId("lamp");
  const words = {
    connecting: "",
    open: "",
    lost: gettext("Connection lost, reconnecting…"),
    gone: gettext("This room is gone."),
    denied: gettext("This room is not open to you."),
    replaced: gettext("Opened elsewhere. Tap to play here."),
  };
  lamp.hidden = !words[net];
  setText(lamp, words[net]);
  lamp.dataset.net = net;
  if (net === "gone") reloadOnce();
}

/** A page that does not fit the server any more is loaded anew, but never in a circle. */
function reloadOnce() {
  const key = "durak-reload";
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 30_000) return;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return;
  }
  location.reload();
}

/** @param {string} name */
async function rename(name) {
  if (!name) return;
  try {
    const guest = await beGuest(name);
    remember({ name: guest.name ?? name });
    store.dispatch({ type: "forget" });
    socket.connect();
  } catch (error) {
    sitsDown = false;
    intents.refused(error instanceof Refused ? error : { code: "busy", facts: {} });
  }
}

/** @param {string} name */
function join(name) {
  sitsDown = true;
  const { room } = store.state;
  if (room?.you.guest && (!name || name === room.you.name)) {
    sitsDown = false;
    command({ t: "sit", id: newId(), chair: null });
  } else void rename(name || byId("join").querySelector("input")?.defaultValue || "");
}

function leave() {
  command({ t: "leave", id: newId() });
  setTimeout(() => location.assign("/"), 300);
}

new Pointer(table, intents, {
  game: () => film.current && withPending(film.current.game, store.state.pending),
  hurry: () => film.finish(),
  restore: () => repaint(MS.hand),
});
bindKeyboard(table, intents, {
  game: () => store.state.game,
  status: () => status,
  letters: () => prefs.letters,
  say: (text) => say(text),
  mute: () => {
    remember({ sound: !prefs.sound });
    toast(prefs.sound ? gettext("Sounds are on") : gettext("Sounds are off"));
  },
  help: () => menu.open(true),
});
byId("lamp").addEventListener("click", () => socket.connect());
document.addEventListener("visibilitychange", () => document.hidden || socket.probe());
addEventListener("online", () => socket.probe());
addEventListener("pageshow", (event) => event.persisted && socket.probe());
let resizing = 0;
addEventListener("resize", () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(() => {
    table.measure();
    if (film.current) repaint(0);
    else table.idle();
  });
});
table.idle();
socket.connect();
