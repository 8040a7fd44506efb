/**
 * Builders for elements and SVG. Trusted Types and the content policy forbid HTML strings and style attributes, so
 * every node in the page comes from here or from a template.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Sets attributes: true gives an empty one, false and null none, a function listens (`onclick`).
 * @param {Element} node
 * @param {Record<string, Attribute>} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value === false || value == null) change(node, name, null);
    else change(node, name, value === true ? "" : String(value));
  }
}

/**
 * Changes an attribute only where it differs: a browser styles anew whatever is set, be it to what it was.
 * @param {Element} node
 * @param {string} name
 * @param {string | null} value  null: none
 */
function change(node, name, value) {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  set(node, attributes);
  for (const child of children) if (child) node.append(child);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  set(node, attributes);
  for (const child of children) if (child) node.append(child);
  return node;
}

/** An icon of the sprite. @param {string} name @param {string} [extra] more classes */
export function icon(name, extra = "") {
  const use = svg("use", { href: "#i-" + name });
  return svg("svg", { class: "icon " + extra, viewBox: "0 0 24 24", "aria-hidden": "true" }, use);
}

/** How many faces of people there are. */
export const FACES = 24;
const [PEOPLE_FILE, BOTS_FILE] = ["faces", "bots"].map(
  (name) => new URL(`../img/${name}.svg`, import.meta.url).pathname,
);
/** On these a face keeps its contrast, in an order that sets neighbours apart. */
const HUES = [340, 210, 275, 30, 165, 240];

/** The face of a person, by the number of his avatar, or of a bot, by its level. @param {number | string} whose */
export function face(whose) {
  const href = typeof whose === "number" ? `${PEOPLE_FILE}#f${whose % FACES}` : `${BOTS_FILE}#${whose}`;
  const use = svg("use", { href });
  return svg("svg", { class: "face", viewBox: "0 0 64 64", "aria-hidden": "true" }, use);
}

/** What a face is drawn on, in the colour of its place. @param {HTMLElement} node @param {number} place */
export function tint(node, place) {
  node.style.setProperty("--h", String(HUES[place % HUES.length]));
}

/** Somebody's picture, with what belongs to it. @param {Element} drawn @param {number} place @param {...Child} more */
export function portrait(drawn, place, ...more) {
  const avatar = el("span", { class: "avatar", "aria-hidden": "true" }, drawn, ...more);
  tint(avatar, place);
  return avatar;
}

/** The pip of a suit. @param {string} suit */
export function pip(suit) {
  return svg(
    "svg",
    { class: "pip", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("path", { d: outline(suit) }),
  );
}

/** The outline of a pip within 100 x 100, all of it relative to where it begins. @param {string} suit */
export function outline(suit) {
  return byId("p-" + suit).getAttribute("d");
}

/** The element of a template, which must be there. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error("the page has no #" + id);
  return node;
}

/** Changes a text only when it differs, so that nothing is announced or laid out twice. @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Does what takes long, a page that looks otherwise, when the tap that asks for it has its picture. @param {() => void} act */
export function afterPaint(act) {
  requestAnimationFrame(() => setTimeout(act));
}

/** Style sheets that were asked for, until they are there. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** Brings the style sheets that are only needed now; those of the page stay. @param {...string} names */
export async function dress(...names) {
  await Promise.all(names.map((name) => sheets.get(name) ?? sheet(name)));
}

/** @param {string} name */
function sheet(name) {
  if (document.head.querySelector(`link[rel=stylesheet][href$="/${name}.css"]`)) return null;
  const { href } = new URL(`../css/${name}.css`, import.meta.url);
  const link = el("link", { rel: "stylesheet", href });
  const there = new Promise((done) => {
    const failed = () => {
      link.remove();
      sheets.delete(name);
      done(null);
    };
    set(link, { onload: done, onerror: failed });
  });
  sheets.set(name, there);
  document.head.append(link);
  return there;
}

/** Whether this is the browser inside another app, as far as it says so. @param {string} [agent] */
export function isInApp(agent = navigator.userAgent) {
  return /Instagram|FBA[NV]|FB_IAB|Line\/|Telegram|MicroMessenger|Snapchat|musical_ly|; wv\)/.test(agent);
}

/** Where the focus is, if on an HTML element. */
export function focused() {
  return document.activeElement instanceof HTMLElement ? document.activeElement : null;
}
