// Dialogs, and the help.

import { $, el, say } from "./ui.js";

/** Opens the dialog; its last child is the row of buttons. */
export function openDialog(title, ...children) {
  const close = el("button", { type: "button", onclick: () => $("dialog").close() }, "Close");
  const buttons = children.at(-1);
  buttons.append(close);
  $("dialog").replaceChildren(el("h2", { id: "dialog-title" }, title), ...children);
  $("dialog").showModal();
}
export const button = (name, onclick) => el("button", { type: "button", onclick }, name);
export const row = (...buttons) => el("div", { className: "buttons" }, buttons);

/** Copies a text to the clipboard and says so. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`, { isError: false });
  } catch {
    say(`${what} could not be copied: the browser does not allow it.`);
  }
}

export function showHelp() {
  const keys = [
    ["A, B", "select a body"],
    ["← → ↑ ↓, PgUp PgDn", "move the selected body while a picture has the focus; with Shift by one pixel"],
    ["[ ], { }", "turn it"],
    ["+ −", "make it larger or smaller"],
    [", .", "one step back or forward"],
    ["Home, End", "first step, answer"],
    ["P", "play the steps"],
    ["F", "fit everything into view"],
  ];
  openDialog(
    "How it works",
    el(
      "p",
      {},
      "Drag a body to move it; choose Turn or Size, or hold Shift or Alt, to turn or resize it. Drag the tip of an arrow to change a velocity. Drag the background to move the view, scroll or pinch to zoom. Drop a mesh (OBJ, STL) or a case (JSONL) onto the page.",
    ),
    el(
      "p",
      {},
      "One picture shows the bodies, the other their Minkowski difference: every point of A minus every point of B. Its distance from the origin is the distance between the bodies; if the origin lies inside, they overlap. The library itself, compiled to WebAssembly, computes every number.",
    ),
    el(
      "p",
      {},
      "Shapes have the names of their types in Rust. Where the JSON line of a case calls a shape otherwise, that name follows in quotes.",
    ),
    el(
      "table",
      {},
      keys.map(([key, what]) => el("tr", {}, el("td", {}, el("kbd", {}, key)), el("td", {}, what))),
    ),
    row(),
  );
}
