// The controls: messages, panels, and the chart.

import { frame as rotation, position } from "./pose.js";
import { choices, KINDS, kindOf, nameOf, rounded, rounding, sizes } from "./shapes.js";
import * as state from "./state.js";
import { number, plural, tuple, words } from "./text.js";

export const $ = (id) => document.getElementById(id);

/** An element with properties and children. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

let dismissal;
/** Shows a message on top of the page for a few seconds. */
export function say(sentence, { isError = true } = {}) {
  const box = $("message");
  box.querySelector("span").textContent = sentence;
  box.hidden = false;
  clearTimeout(dismissal);
  dismissal = setTimeout(() => (box.hidden = true), isError ? 9000 : 2500);
}

const SEEN = "gjk-playground-seen";
/** Shows what the page is for until that is dismissed; the browser remembers it if it is allowed to. */
export function introduce() {
  const intro = $("intro");
  try {
    intro.hidden = localStorage.getItem(SEEN) !== null;
  } catch {
    intro.hidden = false;
  }
  intro.querySelector("button").onclick = () => {
    intro.hidden = true;
    try {
      localStorage.setItem(SEEN, "yes");
    } catch {
      // Without storage the sentence is there again next time.
    }
  };
}

/** Runs a job; an error becomes a message, and the state stays as it was. */
export function attempt(job, what = "") {
  try {
    job();
    return true;
  } catch (error) {
    say(`${what}${error.message}.`);
    return false;
  }
}

/** Runs the change of a labelled control. An error names that label instead of the library's name of the body. */
function change(label, job) {
  const named = () => {
    try {
      job();
    } catch (error) {
      throw new Error(error.message.replace(/^(pose_)?[ab]: /, ""), { cause: error });
    }
  };
  return attempt(named, `${label}: `);
}

const SCALAR_NAMES = { f32: "f32, single precision", f64: "f64, double precision", i16f16: "I16F16, fixed point" };
const SIDES = { a: "A", b: "B" };

/** Rows of a panel. Their inputs stay while the numbers change, so that the focus is not lost. */
class Rows {
  constructor() {
    this.updates = [];
  }

  /** Inputs for the components of a vector, or for one number. */
  numbers(label, read, write, { step = 0.05, slider = false, min, blank } = {}) {
    const list = () => [read()].flat();
    const inputs = list().map((_, i) =>
      el("input", {
        type: "number",
        step: blank ? "any" : step,
        ...(min !== undefined && { min }),
        ...(blank && { placeholder: blank }),
        "aria-label": list().length > 1 ? `${label} ${"xyzw"[i]}` : label,
        onchange: ({ target }) => {
          const value = target.value === "" ? null : Number(target.value);
          const next = list();
          next[i] = value;
          const done = (value !== null || blank) && change(label, () => write(Array.isArray(read()) ? next : value));
          if (!done) this.update(true);
        },
      }),
    );
    let range;
    if (slider) {
      const most = list()[0] > 0 && list()[0] < slider / 1000 ? 2 * list()[0] : Math.max(slider, 2 * list()[0]);
      range = el("input", {
        type: "range",
        min: min ?? 0,
        max: most,
        step: step === 1 ? 1 : "any",
        "aria-label": `${label}, slider`,
        oninput: ({ target }) => change(label, () => write(Number(Number(target.value).toPrecision(3)))),
      });
    }
    this.updates.push((isForced) => {
      list().forEach((value, i) => {
        if (isForced || document.activeElement !== inputs[i])
          inputs[i].value = value === null ? "" : Number(value.toPrecision([7, 7, 7, 6, 3][inputs.length]));
      });
      if (range && document.activeElement !== range) range.value = list()[0];
    });
    const name = el("span", {}, label);
    return slider
      ? el("div", { className: "row" }, name, range, inputs)
      : el("div", { className: "row wide" }, name, el("div", { className: "numbers" }, inputs));
  }

  choice(label, options, read, write) {
    const select = el(
      "select",
      {
        "aria-label": label,
        onchange: ({ target }) => change(label, () => write(target.value)) || this.update(true),
      },
      Object.entries(options).map(([value, name]) => el("option", { value }, name)),
    );
    this.updates.push(() => (select.value = String(read())));
    return el("div", { className: "row wide" }, el("span", {}, label), select);
  }

  update(isForced) {
    this.updates.forEach((update) => update(isForced));
  }
}

export class Panels {
  constructor(store) {
    this.store = store;
    this.open = new Set(["b", "motion", "query"]);
  }

  update() {
    this.answer();
    const { case: case_ } = this.store;
    const labels = (side) =>
      sizes(state.shapeOf(case_, side))
        .map(({ label }) => label)
        .join();
    const key = [
      case_.dim,
      state.queryOf(case_),
      ...["a", "b"].map(
        (side) => `${kindOf(state.shapeOf(case_, side))}:${labels(side)}:${!!state.poseOf(case_, side).m}`,
      ),
    ].join();
    if (key !== this.key) {
      this.key = key;
      this.rows = new Rows();
      const parts = [this.body("a"), this.body("b"), state.isCast(case_) ? this.motion() : null, this.query()];
      $("settings").replaceChildren(...parts.filter(Boolean));
    }
    this.rows.update();
  }

  group(name, title, rows) {
    const group = el("details", { open: this.open.has(name) }, el("summary", {}, title), rows);
    group.addEventListener("toggle", () => (group.open ? this.open.add(name) : this.open.delete(name)));
    return group;
  }

  body(side) {
    const { store, rows } = this;
    const { dim } = store.case;
    const shape = () => state.shapeOf(store.case, side);
    const pose = () => state.poseOf(store.case, side);
    const setShape = (next) => store.edit((case_) => state.withShape(case_, side, next));
    const setPose = (next) => store.edit((case_) => state.withPose(case_, side, next));
    const isRay = side === "b" && state.queryOf(store.case) === "ray_cast";
    const parts = [];
    if (!isRay) {
      parts.push(
        rows.choice(
          "Shape",
          choices(dim),
          () => kindOf(shape()),
          (kind) => setShape(rounded(KINDS[dim][kind][1](), rounding(shape()))),
        ),
      );
      sizes(shape()).forEach(({ label, isCount }, i) => {
        const options = isCount ? { step: 1, min: dim + 1, slider: dim === 2 ? 40 : 200 } : { min: 0, slider: 3 };
        const write = (value) =>
          setShape(sizes(shape())[i].set(isCount ? Math.max(dim + 1, Math.min(2000, Math.round(value))) : value));
        parts.push(rows.numbers(label, () => sizes(shape())[i].value, write, options));
      });
    }
    if (pose().m) {
      parts.push(el("p", { className: "kind" }, "Placed by an affine map, which may stretch, shear and mirror."));
    }
    parts.push(
      rows.numbers(
        isRay ? "Origin" : "Position",
        () => position(pose(), dim),
        (t) => setPose(pose().m ? { m: pose().m.map((row, i) => [...row.slice(0, -1), t[i]]) } : { ...pose(), t }),
      ),
    );
    if (!pose().m && !isRay) {
      const angle = () => {
        const [[c], [s]] = rotation(pose(), 2);
        return (Math.atan2(s, c) * 180) / Math.PI;
      };
      const setAngle = (degrees) => {
        const radians = (degrees * Math.PI) / 180;
        setPose({ cs: [Math.cos(radians), Math.sin(radians)], t: position(pose(), dim) });
      };
      parts.push(
        dim === 2
          ? rows.numbers("Angle, °", angle, setAngle, { step: 5 })
          : rows.numbers(
              "Quaternion",
              () => pose().q ?? [0, 0, 0, 1],
              (q) => setPose({ ...pose(), q }),
            ),
      );
    }
    const name = el("small");
    rows.updates.push(() => (name.textContent = isRay ? "ray" : nameOf(shape(), dim)));
    return this.group(side, [`Body ${SIDES[side]}`, name], parts);
  }

  motion() {
    const { store, rows } = this;
    const query = state.queryOf(store.case);
    const read = (side, key) => () => state.motionOf(store.case, side)[key];
    const write = (side, key) => (value) =>
      store.edit((case_) => state.withMotion(case_, side, { ...state.motionOf(case_, side), [key]: value }));
    const parts = [];
    for (const side of query === "time_of_impact" ? ["a", "b"] : ["b"]) {
      const label =
        query === "ray_cast" ? "Direction" : query === "shape_cast" ? "Velocity of B" : `Velocity ${SIDES[side]}`;
      parts.push(rows.numbers(label, read(side, "linear"), write(side, "linear")));
      if (query === "time_of_impact")
        parts.push(rows.numbers(`Spin ${SIDES[side]}`, read(side, "angular"), write(side, "angular")));
    }
    parts.push(
      rows.numbers(
        "Max time",
        () => state.maxTime(store.case),
        (time) => store.edit((case_) => state.withMaxTime(case_, time)),
        { min: 0, step: 0.5 },
      ),
    );
    if (query !== "ray_cast") {
      parts.push(
        rows.numbers(
          "Target distance",
          () => store.case.target_distance ?? 0,
          (target_distance) => store.edit((case_) => ({ ...case_, target_distance })),
          { min: 0 },
        ),
      );
    }
    return this.group("motion", ["Motion"], parts);
  }

  query() {
    const { store, rows } = this;
    const set = (key) => (value) => store.change(store.case, { ...store.options, [key]: value });
    const capacities = Object.fromEntries(state.CAPACITIES.map((count) => [count, `${count} vertices`]));
    return this.group(
      "query",
      ["Query"],
      [
        rows.choice("Scalar", SCALAR_NAMES, () => store.options.scalar, set("scalar")),
        rows.choice(
          "Workspace",
          capacities,
          () => store.options.capacity,
          (count) => set("capacity")(Number(count)),
        ),
        rows.numbers("Tolerance", () => store.options.tolerance, set("tolerance"), { blank: "default" }),
        rows.numbers("Max iterations", () => store.options.max_iterations, set("max_iterations"), {
          blank: "default",
        }),
      ],
    );
  }

  answer() {
    const {
      result: { answer, search },
      case: case_,
    } = this.store;
    const rounds = ({ iterations, epa_iterations: epa }) => `${iterations} GJK, ${epa} EPA`;
    const isCast = state.isCast(case_);
    const kind = isCast
      ? answer.hit
        ? "time of contact"
        : "no contact"
      : answer.separated
        ? "distance"
        : answer.signed_distance < 0
          ? "depth"
          : "touching";
    const size = isCast ? answer.time : Math.abs(answer.signed_distance);
    const bounds = [answer.lower, answer.upper].map((bound) =>
      isCast || answer.separated || bound === null ? bound : -bound,
    );
    if (!isCast && !answer.separated) bounds.reverse();
    const facts = [
      ["Bounds", `${number(bounds[0], 8)} … ${number(bounds[1], 8)}`],
      ["Normal", answer.normal && tuple(answer.normal)],
      ["Point a, on A", answer.point_a && tuple(answer.point_a, 6)],
      ["Point b, on B", answer.point_b && tuple(answer.point_b, 6)],
      [
        "Rounds",
        isCast
          ? answer.iterations !== null && plural(answer.iterations, "pose")
          : rounds(answer) === rounds(search)
            ? rounds(answer)
            : `a closed form, no rounds; the search takes ${rounds(search)}`,
      ],
      ["Status", words(answer.end)],
    ].filter(([, fact]) => fact && !(isCast && !answer.hit && fact.startsWith("?")));
    $("answer").replaceChildren(
      el("div", { className: "kind" }, kind),
      el("div", { className: "size" }, isCast && !answer.hit ? "proven" : number(size, 9)),
      el(
        "dl",
        {},
        facts.flatMap(([name, fact]) => [el("dt", {}, name), el("dd", {}, fact)]),
      ),
    );
  }
}

/** The name, the sentences and the chart of the step. */
export function showStep(store) {
  const { frame, frames, step } = store;
  $("name").textContent = frame.name;
  const slider = $("step");
  slider.max = frames.length - 1;
  slider.value = step;
  slider.setAttribute("aria-valuetext", `${frame.name}, ${step + 1} of ${frames.length}`);
  $("back").disabled = $("first").disabled = step === 0;
  $("forward").disabled = $("last").disabled = step === frames.length - 1;
  // The decision first, then the reasons.
  const sentences = [frame.text.at(-1), ...frame.text.slice(0, -1)];
  $("text").replaceChildren(...sentences.map((sentence) => el("p", {}, sentence)));
  chart(frames, step);
}

const SVG = "http://www.w3.org/2000/svg";
const svg = (tag, attributes, text) => {
  const element = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  if (text !== undefined) element.textContent = text;
  return element;
};

/** The step between numbers on an axis: 1, 2 or 5 times a power of ten, so that about `count` fit into the span. */
function tick(span, count) {
  const power = 10 ** Math.floor(Math.log10(span / count));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => span / step <= count);
}

/** The chart of the bounds by step: of the signed distance of the cores, or of the time. */
function chart(frames, step) {
  const [width, height, left, right, top, bottom] = [300, 156, 46, 12, 8, 38];
  const isCast = frames[0].phase.startsWith("cast");
  // An SVG has single precision: a larger number cannot be drawn.
  const drawable = (value) => (Math.abs(value ?? Infinity) < 1e30 ? value : null);
  const lower = frames.map(({ bounds, time }) => drawable(isCast ? time : bounds[0]));
  const upper = frames.map(({ bounds }) => drawable(isCast ? null : bounds[1]));
  const known = [...lower, ...upper].filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const span = most - least || 1;
  const last = frames.length - 1;
  const x = (i) => left + ((width - left - right) * i) / Math.max(1, last);
  const y = (value) => top + (height - top - bottom) * (1 - (value - least) / span);
  const words = (x, y, text, anchor = "start") =>
    svg("text", { x, y, "font-size": 11, "text-anchor": anchor, fill: "var(--muted)" }, text);
  const line = (x1, y1, x2, y2, style) => svg("line", { x1, y1, x2, y2, ...style });
  const parts = [];
  const unit = tick(span, 5);
  for (let i = Math.ceil(least / unit - 1e-9); i * unit <= most + 1e-9 * span; i++) {
    const stroke = i === 0 ? "var(--axis)" : "var(--grid)";
    parts.push(line(left, y(i * unit), width - right, y(i * unit), { stroke }));
    const label = words(left - 6, y(i * unit) + 4, number(i * unit, 3), "end");
    label.setAttribute("class", "value");
    parts.push(label);
  }
  const stride = Math.max(1, tick(Math.max(1, last), 7));
  for (let i = 0; i <= last; i += stride) {
    const label = words(x(i), height - bottom + 14, String(i), "middle");
    label.setAttribute("class", "step");
    parts.push(label);
  }
  parts.push(line(x(step), 2, x(step), height - bottom, { stroke: "var(--muted)", "stroke-dasharray": "2 3" }));
  const series = [
    [upper, "var(--b)", "5 4", (px, py) => `M${px - 4} ${py - 4}h8l-4 6z`],
    [lower, "var(--a)", "none", (px, py) => `M${px - 4} ${py + 4}h8l-4 -6z`],
  ];
  for (const [values, color, dash, mark] of series) {
    const points = values.flatMap((value, i) => (value === null ? [] : [[x(i), y(value)]]));
    parts.push(
      svg("polyline", {
        points: points.map((point) => point.join()).join(" "),
        fill: "none",
        stroke: color,
        "stroke-width": 2,
        "stroke-dasharray": dash,
      }),
    );
    if (values[step] !== null) parts.push(svg("path", { d: mark(x(step), y(values[step])), fill: color }));
  }
  parts.push(
    words(
      4,
      height - 6,
      isCast
        ? "▲ time until which they are proven apart, by step"
        : "▼ upper ▲ lower bound of the cores' distance, by step",
    ),
  );
  const picture = $("chart");
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const { bounds, time } = frames[step];
  picture.setAttribute(
    "aria-label",
    isCast
      ? `Proven apart until ${number(time)}`
      : `Bounds of the signed distance of the cores: ${number(bounds[0])} to ${number(bounds[1])}`,
  );
  picture.replaceChildren(...parts);
}
