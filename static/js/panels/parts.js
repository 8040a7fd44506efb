/** Small controls, as scripts make them: a choice, a switch, a button, and one that asks twice. */

import { el, setText } from "../dom.js";

/** Side by side, one of them chosen. @param {string} name @param {string} legend @param {[string, string][]} values @param {string} chosen @param {(value: string) => void} choose */
export function segments(name, legend, values, chosen, choose) {
  const id = `legend-${name}`;
  const labels = values.map(([value, word]) => {
    const input = el("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => choose(value));
    return el("label", {}, input, el("span", {}, word));
  });
  return el(
    "div",
    { class: "field", role: "radiogroup", "aria-labelledby": id },
    el("span", { class: "legend", id }, legend),
    el("div", { class: "segments" }, ...labels),
  );
}

/** One of many, in a list that opens. @param {string} id @param {string} legend @param {[string, string][]} values @param {string} chosen @param {(value: string) => void} choose */
export function picker(id, legend, values, chosen, choose) {
  const options = values.map(([value, word]) => el("option", { value, selected: value === chosen }, word));
  const select = el("select", { id }, ...options);
  select.addEventListener("change", () => choose(select.value));
  return el("div", { class: "field" }, el("label", { class: "legend", for: id }, legend), select);
}

/** @param {string} label @param {string} hint @param {boolean} on @param {(on: boolean) => void} turn */
export function toggle(label, hint, on, turn) {
  const input = el("input", { type: "checkbox", role: "switch", "aria-label": label, checked: on });
  input.addEventListener("change", () => turn(input.checked));
  const words = el("span", {}, el("span", {}, label), hint ? el("small", {}, hint) : null);
  return el("label", { class: "switch" }, words, input);
}

/** @param {string} words @param {() => void} act @param {string} [kind] */
export function button(words, act, kind = "") {
  return el("button", { type: "button", class: `btn ${kind}`.trim(), onclick: act }, words);
}

/** What is not easily undone is asked twice, on the button itself. @param {string} words @param {string} sure @param {() => void} act */
export function careful(words, sure, act) {
  const node = button(
    words,
    () => {
      if (node.textContent === sure) act();
      else setText(node, sure);
    },
    "danger",
  );
  return node;
}
