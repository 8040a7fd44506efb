/** Entry of the home page and of the page for a dead link. */

import { toast, watchForMissing } from "./announce.js";
import { face as draw, isInApp, portrait } from "./dom.js";
import { gettext, loadCatalogue, loadLate, ngettext } from "./i18n.js";
import { beGuest, makeRoom, post, whyOf } from "./panels/api.js";
import { FaceButton } from "./panels/facebutton.js";
import { Options } from "./panels/options.js";
import { applyLooks, prefs, remember } from "./prefs.js";

/** The shell is kept for later once there is nothing else to load. */
const KEEP_MS = 4000;
/** Who stands for bots that play each in its own way. */
const MIXTURE = ["relaxed", "counter", "master"];

const { lang = "en", i18n = "", guest: known, avatar } = document.body.dataset;
watchForMissing();
const words = loadCatalogue(lang, i18n);
applyLooks();

// A link that brings somebody's seat along.
if (location.hash.startsWith("#device=")) {
  const { takeSeat } = await import("./panels/device.js");
  if (await takeSeat()) location.reload();
}

const nameField = /** @type {HTMLInputElement | null} */ (document.getElementById("name"));
const soloLine = document.getElementById("solo-line");
const fields = document.getElementById("options");
const options = fields && new Options(fields, remembered);
const faceButton = document.getElementById("face");
const kept = known || prefs.avatar < 0 ? Number(avatar ?? 0) : prefs.avatar;
const face = faceButton && new FaceButton(faceButton, kept);

if (nameField && prefs.name && !document.body.dataset.guest) nameField.value = prefs.name;
if (options) options.show({ count: prefs.bots, bots: prefs.level, rules: prefs.rules });
showFaces();
void words.then(() => {
  // What was shown before the words were there is said again.
  options?.fit();
  describe();
});

document.addEventListener("speak", () => {
  options?.fit();
  describe();
});

function remembered() {
  if (!options) return;
  const { count, bots, rules } = options.chosen;
  remember({ bots: count, level: bots, rules });
  describe();
  showFaces();
}

function showFaces() {
  const level = options?.chosen.bots ?? "";
  const shown = level === "mixed" ? MIXTURE : [level];
  const portraits = shown.map((one, place) => portrait(draw(one), place));
  document.getElementById("bots-faces")?.replaceChildren(...portraits);
}

function describe() {
  const n = options?.chosen.count ?? 0;
  if (soloLine && n) soloLine.textContent = ngettext("against {n} bot", "against {n} bots", n);
}

/** The name in the field, else the one this visitor has, had, or is offered. */
function chosenName() {
  const { guest, suggested } = document.body.dataset;
  const typed = nameField?.value.trim() || nameField?.defaultValue;
  return typed || guest || prefs.name || suggested || gettext("Guest");
}

/** Becomes somebody, and goes where that leads. @param {HTMLButtonElement} button @param {() => Promise<{url: string}>} find */
async function enter(button, find) {
  if (button.disabled) return;
  button.disabled = true;
  await words;
  try {
    const guest = await beGuest(chosenName(), face?.avatar ?? (known ? undefined : kept));
    remember({ name: guest.name, avatar: guest.avatar });
    location.assign((await find()).url);
  } catch (error) {
    button.disabled = false;
    const { code, facts } = whyOf(error);
    const [{ refusalWords }] = await Promise.all([import("./state/refusals.js"), loadLate()]);
    toast(refusalWords(code, facts, (seat) => gettext("Player {n}", { n: seat + 1 }), null));
  }
}

const solo = /** @type {HTMLButtonElement | null} */ (document.getElementById("solo"));
solo?.addEventListener("click", () => {
  const { count, bots, rules } = options
    ? options.chosen
    : { count: prefs.bots, bots: prefs.level, rules: prefs.rules };
  void enter(solo, () => makeRoom({ rules, chairs: count + 1, bots, pace: prefs.pace, play_now: true }));
});

// Who is new here is asked once, and taught at the table.
const teach = /** @type {HTMLButtonElement | null} */ (document.getElementById("teach"));
teach?.addEventListener("click", () => void enter(teach, () => post("/api/first", {})));
document.getElementById("knows")?.addEventListener("click", () => {
  remember({ knows: true });
  delete document.documentElement.dataset.new;
  solo?.focus({ preventScroll: true });
});

const friends = /** @type {HTMLButtonElement | null} */ (document.getElementById("friends"));
friends?.addEventListener("click", () => {
  const turn_seconds = prefs.clock;
  const wanted = { rules: "classic", chairs: 4, bots: prefs.level, play_now: false, turn_seconds };
  void enter(friends, () => makeRoom(wanted));
});

const again = /** @type {HTMLButtonElement | null} */ (document.getElementById("again"));
again?.addEventListener("click", () => {
  void enter(again, () => post(document.body.dataset.again ?? "", {}));
});

const quick = /** @type {HTMLButtonElement | null} */ (document.getElementById("quick"));
quick?.addEventListener("click", () => void enter(quick, () => post("/api/quick", { rules: null })));
const mine = /** @type {HTMLButtonElement | null} */ (document.getElementById("quick-rules"));
const myRules = prefs.played || prefs.rules;
const myLine = document.getElementById("my-rules");
if (myLine && options) myLine.textContent = options.name(myRules);
mine?.addEventListener("click", () => void enter(mine, () => post("/api/quick", { rules: myRules })));

const codeForm = /** @type {HTMLFormElement | null} */ (document.getElementById("code"));
codeForm?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (codeForm.elements.namedItem("code"));
  try {
    location.assign((await post("/api/join", { code: field.value })).url);
  } catch (error) {
    const { code, facts } = whyOf(error);
    const [{ refusalWords }] = await Promise.all([import("./state/refusals.js"), loadLate()]);
    toast(refusalWords(code, facts, String, null));
  }
});

const settings = document.getElementById("open-settings");
async function openSettings() {
  await words;
  void (await import("./panels/settings.js")).openSettings();
}
if (isInApp())
  void import("./panels/inapp.js").then((out) => out.offerWayOut(document.querySelector(".ways")));
settings?.addEventListener("click", openSettings);
if (settings && location.hash === "#settings") void openSettings();

// What the browser would say by itself is said in the menu, after a game.
addEventListener("beforeinstallprompt", (event) => event.preventDefault());
// Without a network there is a next time.
const keepShell = () => import("./worker.js").then((worker) => worker.keepShell()).catch(() => null);
addEventListener("load", () => setTimeout(keepShell, KEEP_MS));

// While a name is being read and bots are being counted, the table is fetched: Play now is to be now.
addEventListener("load", () => setTimeout(fetchNext, 600));

function fetchNext() {
  for (const href of (document.body.dataset.next ?? "").split(" ")) {
    if (!href) continue;
    const link = document.createElement("link");
    link.rel = href.endsWith(".js") ? "modulepreload" : "prefetch";
    link.href = href;
    document.head.append(link);
  }
}

// A page brought back from the browser's memory must not keep its buttons waiting.
addEventListener("pageshow", () => {
  for (const button of [solo, friends, teach]) if (button) button.disabled = false;
  if (prefs.finished) delete document.documentElement.dataset.new;
});
