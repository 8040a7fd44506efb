/** Entry of the home page and of the page for a dead link. */

import { toast } from "./announce.js";
import { gettext, loadCatalogue, loadLate, ngettext } from "./i18n.js";
import { Refused, beGuest, makeRoom } from "./panels/api.js";
import { Options } from "./panels/options.js";
import { applyLooks, prefs, remember } from "./prefs.js";

/** The shell is kept for later once there is nothing else to load. */
const KEEP_MS = 4000;

const { lang = "en", i18n = "" } = document.body.dataset;
const words = loadCatalogue(lang, i18n);
applyLooks();

const nameField = /** @type {HTMLInputElement | null} */ (document.getElementById("name"));
const soloLine = document.getElementById("solo-line");
const fields = document.getElementById("options");
const options = fields && new Options(fields, remembered);

if (nameField && prefs.name && !document.body.dataset.guest) nameField.value = prefs.name;
if (options) options.show({ count: prefs.bots, bots: prefs.level, rules: prefs.rules });
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

/** @param {HTMLButtonElement} button @param {Parameters<typeof makeRoom>[0]} wanted */
async function enter(button, wanted) {
  if (button.disabled) return;
  button.disabled = true;
  await words;
  try {
    const guest = await beGuest(chosenName());
    remember({ name: guest.name });
    const room = await makeRoom(wanted);
    location.assign(room.url);
  } catch (error) {
    button.disabled = false;
    const { code, facts } = error instanceof Refused ? error : { code: "busy", facts: {} };
    const [{ refusalWords }] = await Promise.all([import("./state/refusals.js"), loadLate()]);
    toast(refusalWords(code, facts, (seat) => gettext("Player {n}", { n: seat + 1 }), null));
  }
}

const solo = /** @type {HTMLButtonElement | null} */ (document.getElementById("solo"));
solo?.addEventListener("click", () => {
  const { count, bots, rules } = options
    ? options.chosen
    : { count: prefs.bots, bots: prefs.level, rules: prefs.rules };
  void enter(solo, { rules, chairs: count + 1, bots, play_now: true });
});

const friends = /** @type {HTMLButtonElement | null} */ (document.getElementById("friends"));
friends?.addEventListener("click", () => {
  void enter(friends, { rules: "classic", chairs: 4, bots: prefs.level, play_now: false });
});

const settings = document.getElementById("open-settings");
async function openSettings() {
  await words;
  void (await import("./panels/settings.js")).openSettings();
}
settings?.addEventListener("click", openSettings);
if (settings && location.hash === "#settings") void openSettings();

// What the browser would say by itself is said in the menu, after a game.
addEventListener("beforeinstallprompt", (event) => event.preventDefault());
const keepShell = async () => (await import("./worker.js")).keepShell();
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
  for (const button of [solo, friends]) if (button) button.disabled = false;
});
