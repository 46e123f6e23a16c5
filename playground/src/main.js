// Puts the page together: the state, the two views, the controls, and cases and meshes from outside.

import { paintBodies, paintDifference } from "./annotate.js";
import { copy, showHelp } from "./dialog.js";
import { Exchange } from "./exchange.js";
import { handle } from "./interact.js";
import { add, box, length, moved, position, quaternion, sub, times, turned, zero } from "./pose.js";
import { figures, motions, pointsOf, SIDES } from "./scene.js";
import { nameOf } from "./shapes.js";
import { fromFragment, toFragment } from "./share.js";
import { Solver } from "./solver.js";
import * as state from "./state.js";
import { number } from "./text.js";
import { $, attempt, el, introduce, Panels, say, showStep } from "./ui.js";
import { PlaneView } from "./view2d.js";
import { SpaceView } from "./view3d.js";

/** Milliseconds between two steps while they play. */
const PACE = 900;
const ARROW_STEP = 16;
/** The tip of an arrow, or the end of a path, is brought into view up to so many times the size of the rest. */
const FARTHEST = 3;

const store = new state.Store(await Solver.load("playground.wasm"));
const panels = new Panels(store);
const views = {};
let isWaiting = false;

/** Draws both views in the next animation frame, once however often it is called before. */
function redraw() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    views.bodies.draw();
    views.difference.draw();
  });
}

/* Colours */

let colors;
const dark = matchMedia("(prefers-color-scheme: dark)");
function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = [
    "paper",
    "ink",
    "muted",
    "grid",
    "axis",
    "a",
    "b",
    "difference",
    "simplex",
    "search",
    "plane",
    "gone",
    "answer",
  ];
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}
readColors();
dark.addEventListener("change", () => {
  readColors();
  showFigures();
});

/* The two views */

function makeViews(dim) {
  if (views.dim === dim) return;
  views.bodies?.dispose();
  views.difference?.dispose();
  const theme = () => colors;
  const make = (id, hasGround) =>
    dim === 2 ? new PlaneView($(id), theme) : new SpaceView($(id), theme, { redraw, hasGround });
  Object.assign(views, { dim, bodies: make("bodies", true), difference: make("difference", false) });
}

function showFigures() {
  const { bodies, parts, scene } = figures(store);
  const { frame } = store;
  views.bodies.show(bodies, (pen) => paintBodies(pen, frame, scene));
  views.difference.show(parts, (pen) => paintDifference(pen, frame, scene));
  redraw();
}

function fit() {
  const { bodies, parts, scene } = figures(store);
  const points = bodies.filter(({ side }) => side).flatMap(pointsOf);
  const later = bodies.filter(({ side }) => !side).flatMap(pointsOf);
  views.bodies.fit(withNear(points, [...later, ...scene.motions.map(({ tip }) => tip)]));
  const ends = scene.course ? scene.times.map(scene.course) : [];
  views.difference.fit(withNear([...parts.flatMap(pointsOf), scene.origin], ends));
  redraw();
}

/** Points, and those of others that are not so far off that they would make the rest small. */
function withNear(points, others) {
  const { least, most } = box(points);
  const middle = times(add(least, most), 0.5);
  return [...points, ...others.filter((other) => length(sub(other, middle)) <= FARTHEST * length(sub(most, least)))];
}

/** Describes the pictures to screen readers. */
function describe() {
  const {
    case: case_,
    frame,
    result: { answer },
  } = store;
  const names = SIDES.map(
    (side) => `${side.toUpperCase()}, ${nameOf(state.shapeOf(case_, side), case_.dim)}`,
  );
  const found = state.isCast(case_)
    ? answer.hit
      ? `they meet at time ${number(answer.time)}`
      : "they do not meet"
    : answer.separated
      ? `${number(answer.signed_distance)} apart`
      : `overlapping by ${number(-answer.signed_distance)}`;
  $("bodies").setAttribute(
    "aria-label",
    `Bodies: ${names.join("; ")}: ${found}. ${store.selected.toUpperCase()} is selected: arrows move it.`,
  );
  $("difference").setAttribute("aria-label", `Minkowski difference at ${frame.name}: ${frame.text.at(-1)}`);
}

/* After each change */

store.watch(({ case: hasCase, fits }) => {
  try {
    makeViews(store.case.dim);
  } catch {
    views.dim = undefined;
    show(state.FIRST[2]);
    return say("3D pictures need WebGL, which this browser does not offer.");
  }
  showFigures();
  if (fits) fit();
  showStep(store);
  if (hasCase) {
    panels.update();
    document.querySelector(`#dim [value="${store.case.dim}"]`).checked = true;
    $("query").value = state.queryOf(store.case);
    exchange.markExample();
    keepLink();
  }
  describe();
});

/* The link in the address bar follows the state with a delay: browsers limit how often it may change. */

let linkTimer;
const current = () => ({ ...store, isLast: store.step === store.frames.length - 1 });
function keepLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => history.replaceState(null, "", await toFragment(current())), 400);
}

/* Handling bodies */

const tool = () => document.querySelector("#tool input:checked").value;

function edited(change) {
  attempt(() => store.edit(change));
}

const actions = {
  tool,
  redraw,
  hold(name) {
    stop();
    if (name === "a" || name === "b") store.select(name);
  },
  place(name) {
    const arrow = motions(store.case).find((motion) => motion.name === name);
    return arrow ? arrow.tip : position(state.poseOf(store.case, name), store.case.dim);
  },
  move(name, displacement) {
    const arrow = motions(store.case).find((motion) => motion.name === name);
    if (arrow) {
      const motion = state.motionOf(store.case, arrow.side);
      edited((case_) => state.withMotion(case_, arrow.side, { ...motion, linear: add(motion.linear, displacement) }));
    } else {
      edited((case_) => state.withPose(case_, name, moved(state.poseOf(case_, name), displacement, case_.dim)));
    }
  },
  turn(name, turn) {
    edited((case_) => state.withPose(case_, name, turned(state.poseOf(case_, name), turn, case_.dim)));
  },
  resize(name, factor) {
    if (name === "b" && store.case.query === "ray_cast") return;
    edited((case_) => state.grown(case_, name, factor));
  },
};
handle($("bodies"), () => views.bodies, actions);
handle($("difference"), () => views.difference, { ...actions, hold() {} });

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

function press(event) {
  if (event.ctrlKey || event.metaKey || $("dialog").open) return;
  if (event.target.matches("input:not([type=radio]), select, textarea")) return;
  const { dim } = store.case;
  const side = store.selected;
  const arrow = ARROWS[event.key];
  const isInView = event.target.classList.contains("view");
  const keys = {
    a: () => store.select("a"),
    b: () => store.select("b"),
    f: fit,
    ",": () => store.goTo(store.step - 1),
    ".": () => store.goTo(store.step + 1),
    Home: () => store.goTo(0),
    End: () => store.goTo(store.frames.length - 1),
    p: playOrStop,
    "[": () => actions.turn(side, dim === 2 ? Math.PI / 24 : quaternion([0, 0, 1], Math.PI / 24)),
    "]": () => actions.turn(side, dim === 2 ? -Math.PI / 24 : quaternion([0, 0, 1], -Math.PI / 24)),
    "{": () => dim === 3 && actions.turn(side, quaternion([1, 0, 0], Math.PI / 24)),
    "}": () => dim === 3 && actions.turn(side, quaternion([1, 0, 0], -Math.PI / 24)),
    "+": () => actions.resize(side, 1.05),
    "=": () => actions.resize(side, 1.05),
    "-": () => actions.resize(side, 1 / 1.05),
    "?": showHelp,
  };
  if (arrow && isInView && (dim === 3 || arrow.length === 2)) {
    const size = views.bodies.pixels(event.shiftKey ? 1 : ARROW_STEP);
    actions.move(
      side,
      zero(dim).map((_, i) => (arrow[i] ?? 0) * size),
    );
  } else if (keys[event.key]) {
    keys[event.key]();
  } else {
    return;
  }
  event.preventDefault();
}
document.addEventListener("keydown", press);

/* Steps */

let player;
function stop() {
  clearInterval(player);
  player = undefined;
  $("play").setAttribute("aria-pressed", "false");
}
function playOrStop() {
  if (player) return stop();
  if (store.step === store.frames.length - 1) store.goTo(0);
  $("play").setAttribute("aria-pressed", "true");
  player = setInterval(() => {
    store.goTo(store.step + 1);
    if (store.step === store.frames.length - 1) stop();
  }, PACE);
}
$("play").onclick = playOrStop;
const goTo = (step) => () => {
  stop();
  store.goTo(step());
};
$("first").onclick = goTo(() => 0);
$("back").onclick = goTo(() => store.step - 1);
$("forward").onclick = goTo(() => store.step + 1);
$("last").onclick = goTo(() => store.frames.length - 1);
$("step").oninput = ({ target }) => goTo(() => Number(target.value))();

/* The header */

$("fit").onclick = fit;
$("query").append(...Object.entries(state.QUERIES).map(([value, name]) => el("option", { value }, name)));
$("query").onchange = ({ target }) => {
  attempt(() => store.edit((case_) => state.withQuery(case_, target.value, store.result.answer), { fits: true }));
  $("query").value = state.queryOf(store.case);
};
$("dim").onchange = ({ target }) => show(state.FIRST[target.value]);

/** Shows a case from the beginning. */
const show = (case_) =>
  attempt(
    () => store.change(state.tidyCase(case_), store.options, { fits: true, step: Infinity }),
    "The case cannot be shown: ",
  );

/* Coming in and going out */

const exchange = new Exchange(store, show);
let depth = 0;
addEventListener("dragenter", () => document.body.classList.toggle("dropping", ++depth > 0));
addEventListener("dragleave", () => document.body.classList.toggle("dropping", --depth > 0));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  depth = 0;
  document.body.classList.remove("dropping");
  await exchange.receive([...event.dataTransfer.files]);
});

$("link").onclick = async () => {
  history.replaceState(null, "", await toFragment(current()));
  await copy(location.href, "The link is");
};
$("code").onclick = () => exchange.showCode();
$("case").onclick = () => exchange.showCase();
$("help").onclick = showHelp;
$("message").querySelector("button").onclick = () => ($("message").hidden = true);
introduce();

/* The beginning */

async function openLink() {
  try {
    const { case: case_, options, step } = await fromFragment(location.hash);
    store.change(case_, options, { fits: true, step: step ?? Infinity });
  } catch (error) {
    say(`The link cannot be used: ${error.message}.`);
  }
}

store.change(state.FIRST[2], { ...state.OPTIONS }, { fits: true, step: Infinity });
if (location.hash) await openLink();
addEventListener("hashchange", () => location.hash && openLink());
new ResizeObserver(redraw).observe($("bodies"));
await exchange.offerExamples().catch(() => say("The examples could not be loaded."));

/** The tests read these. */
window.playground = { store, views };
document.documentElement.dataset.ready = "yes";
