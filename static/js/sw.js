/**
 * The service worker: keeps the static shell of this version and the offline page, and nothing else. What happens in a
 * game always comes from the server. The server puts version and files in front (`web/transport/installable.py`).
 */

/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} LongEvent */
/** @typedef {LongEvent & {request: Request, preloadResponse?: Promise<Response | undefined>, respondWith: (answer: Promise<Response>) => void}} Fetching */

const worker = /** @type {any} */ (self);
/** @type {{version: string, files: string[]}} */
const { version, files } = worker.SHELL;
const NAME = "durak-";
const CACHE = NAME + version;
const OFFLINE = "/offline";

worker.addEventListener("install", (/** @type {LongEvent} */ event) => {
  event.waitUntil(keep([...files, OFFLINE]).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {LongEvent} */ event) => {
  event.waitUntil(
    Promise.all([forgetOthers(), worker.clients.claim(), worker.registration.navigationPreload?.enable()]),
  );
});

worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (files.includes(pathname)) event.respondWith(kept(request));
});

/** @param {string[]} paths */
async function keep(paths) {
  await (await caches.open(CACHE)).addAll(paths);
}

async function forgetOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A page is always the server's; without a server there is one that says so. @param {Fetching} event */
async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(speak(answer.headers.get("content-language")));
    return answer;
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** The offline page is kept in the language that the visitor reads now. @param {string | null} language */
async function speak(language) {
  const kept = await caches.match(OFFLINE);
  if (language && kept?.headers.get("content-language") !== language) await keep([OFFLINE]).catch(() => {});
}

/** @param {Request} request */
async function kept(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
