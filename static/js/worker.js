/** Registers the service worker, where the browser has such a thing: not on plain http in a home network. */

const URL_OF_WORKER = "/sw.js";

/** Registering is a sink of Trusted Types; the policy lets this one address through. */
function trustedUrl() {
  const types = /** @type {any} */ (window).trustedTypes;
  if (!types) return URL_OF_WORKER;
  const policy = types.createPolicy("durak", {
    createScriptURL(/** @type {string} */ url) {
      if (url === URL_OF_WORKER) return url;
      throw new TypeError(url);
    },
  });
  return policy.createScriptURL(URL_OF_WORKER);
}

/** Once the page has nothing else to load. Whatever stands against it, the page goes on without. */
export async function keepShell() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(trustedUrl(), { updateViaCache: "none" }).catch(() => {});
}
