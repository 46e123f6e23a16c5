// Mouse, touch and pen: dragging bodies, arrows and the view itself.

import { length, sub } from "./pose.js";

/** The distance in pixels at which a pointer still grips something. */
const REACH = { touch: 24, pen: 14, mouse: 10 };

const BODIES = new Set(["a", "b"]);

/**
 * Makes a view react to pointers. `actions` has `tool()`; `hold(name)`, called when a drag begins; `place(name)`, the
 * position of what is held; `move(name, displacement)`, `turn(name, turn)` and `resize(name, factor)`, which change it;
 * and `redraw()`, called after the view has moved.
 */
export function handle(element, getView, actions) {
  const pointers = new Map();
  let held = null;

  const at = (event) => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  function target(event) {
    const view = getView();
    const [x, y] = at(event);
    const reach = REACH[event.pointerType] ?? REACH.mouse;
    const near = (view.handles ?? []).find(({ at: [hx, hy] }) => Math.hypot(hx - x, hy - y) <= reach + 7);
    return near ? near.name : (view.pick([x, y], reach) ?? null);
  }

  // Captures the event before the view's own controls, which must not move the camera while a body is held.
  element.addEventListener(
    "pointerdown",
    (event) => {
      const view = getView();
      pointers.set(event.pointerId, at(event));
      if (pointers.size === 1) held = target(event);
      if (pointers.size > 1) held = null;
      if (view.controls) view.controls.enabled = !held;
      if (held) {
        actions.hold(held);
        element.setPointerCapture(event.pointerId);
      } else if (!view.controls) {
        element.setPointerCapture(event.pointerId);
      }
    },
    { capture: true },
  );

  element.addEventListener("pointermove", (event) => {
    const view = getView();
    const before = pointers.get(event.pointerId);
    const now = at(event);
    if (!before) {
      element.style.cursor = target(event) ? "grab" : "";
      return;
    }
    pointers.set(event.pointerId, now);
    if (held) drag(view, before, now, event);
    else if (!view.controls) moveView(view, event.pointerId, before, now);
  });

  function drag(view, before, now, event) {
    const place = actions.place(held);
    const tool = event.shiftKey ? "turn" : event.altKey ? "size" : actions.tool();
    if (tool === "move" || !BODIES.has(held)) actions.move(held, view.displacement(sub(now, before), place));
    else if (tool === "turn") actions.turn(held, view.turn(before, now, place));
    else {
      const center = view.project(place);
      const [from, to] = [before, now].map((point) => Math.max(8, length(sub(point, center))));
      actions.resize(held, to / from);
    }
  }

  function moveView(view, id, before, now) {
    const other = [...pointers].find(([key]) => key !== id)?.[1];
    if (other) {
      view.zoom(length(sub(now, other)) / Math.max(1, length(sub(before, other))), other);
    } else {
      view.pan(sub(now, before));
    }
    actions.redraw();
  }

  const end = (event) => {
    pointers.delete(event.pointerId);
    held = null;
    const view = getView();
    if (view.controls) view.controls.enabled = true;
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);

  element.addEventListener(
    "wheel",
    (event) => {
      const view = getView();
      if (view.controls) return;
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY * 0.0015), at(event));
      actions.redraw();
    },
    { passive: false },
  );
}
