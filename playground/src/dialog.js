// Dialogs, and the help.

import { $, el, say } from "./ui.js";

/** Opens the dialog; the last of its children is the row of its buttons. */
export function openDialog(title, ...children) {
  const close = el("button", { type: "button", onclick: () => $("dialog").close() }, "Close");
  const buttons = children.at(-1);
  buttons.append(close);
  $("dialog").replaceChildren(el("h2", { id: "dialog-title" }, title), ...children);
  $("dialog").showModal();
}
export const button = (name, onclick) => el("button", { type: "button", onclick }, name);
export const row = (...buttons) => el("div", { className: "buttons" }, buttons);

/** Puts a text on the clipboard, and says so. */
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
    ["← → ↑ ↓, PgUp PgDn", "move it, when the picture has the focus; with Shift by one pixel"],
    ["[ ], { }", "turn it"],
    ["+ −", "make it larger, smaller"],
    [", .", "a step back, forward"],
    ["Home, End", "first step, answer"],
    ["P", "play the steps"],
    ["F", "bring all into view"],
  ];
  openDialog(
    "How it works",
    el(
      "p",
      {},
      "Drag a body to move it; choose Turn or Size, or hold Shift or Alt, to turn or resize it. Drag the tip of an arrow to change a velocity. Drag the background to look around, scroll or pinch to zoom. Drop a mesh (OBJ, STL) or a case (JSONL) onto the page.",
    ),
    el(
      "p",
      {},
      "Left are the bodies, right their Minkowski difference: all points of A less all points of B. Its distance from the origin is that of the bodies; if the origin is inside, they overlap. All that is computed is computed by the library itself, compiled to WebAssembly.",
    ),
    el(
      "table",
      {},
      keys.map(([key, what]) => el("tr", {}, el("td", {}, el("kbd", {}, key)), el("td", {}, what))),
    ),
    row(),
  );
}
