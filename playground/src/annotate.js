// Draws the frame of a step over the bodies and over their difference. One code serves the plane and space: a view maps
// a point of the world to the screen. No two things differ by colour alone: marks and letters tell points apart, dashes
// tell lines apart.

import { add, length, sub, times } from "./pose.js";
import { number } from "./text.js";

const DASHES = { solid: [], long: [9, 6], short: [4, 4], dotted: [1.5, 4] };

export class Pen {
  constructor(context, view, colors) {
    this.context = context;
    this.view = view;
    this.colors = colors;
    /** Grips for the pointer: a name and a place on the screen. */
    this.handles = [];
    /** Segments and boxes on the screen that a label should leave free. */
    this.segments = [];
    this.marks = [];
    /** Words to be placed once everything else is drawn. */
    this.labels = [];
  }

  color(name) {
    return this.colors[name] ?? name;
  }

  path(points, isClosed) {
    this.context.beginPath();
    points.forEach((point) => this.context.lineTo(...this.view.project(point)));
    if (isClosed) this.context.closePath();
  }

  stroke(color, width, dash) {
    this.context.strokeStyle = this.color(color);
    this.context.lineWidth = width;
    this.context.lineJoin = this.context.lineCap = "round";
    this.context.setLineDash(DASHES[dash]);
    this.context.stroke();
    this.context.setLineDash([]);
  }

  line(points, { color = "ink", width = 2, dash = "solid" } = {}) {
    const seen = points.length === 2 ? this.view.inFront(points) : points;
    const places = seen.map((point) => this.view.project(point));
    this.segments.push(...places.slice(1).map((to, i) => [places[i], to]));
    this.path(seen, false);
    this.stroke(color, width, dash);
  }

  polygon(points, { color = "ink", width = 2, dash = "solid", fill, alpha = 0.15 } = {}) {
    this.path(points, true);
    if (fill) {
      this.context.globalAlpha = alpha;
      this.context.fillStyle = this.color(fill);
      this.context.fill();
      this.context.globalAlpha = 1;
    }
    if (width > 0) this.stroke(color, width, dash);
  }

  /** A line with a head at its end. */
  arrow(from, to, { color = "ink", width = 2, dash = "solid" } = {}) {
    this.line([from, to], { color, width, dash });
    // A head behind the camera would be projected to a place in front of it.
    if (this.view.inFront([from, to])[1] !== to) return;
    const [[ax, ay], [bx, by]] = [this.view.project(from), this.view.project(to)];
    const size = Math.hypot(bx - ax, by - ay);
    if (size < 4) return;
    const [ux, uy] = [(bx - ax) / size, (by - ay) / size];
    this.context.beginPath();
    this.context.moveTo(bx + 2 * ux, by + 2 * uy);
    [-1, 1].forEach((side) => this.context.lineTo(bx - 9 * ux + side * 4.5 * uy, by - 9 * uy - side * 4.5 * ux));
    this.context.closePath();
    this.context.fillStyle = this.color(color);
    this.context.fill();
  }

  /** A point: a disc, square, diamond, ring or cross, with a label if one is given. */
  mark(point, { kind = "disc", color = "ink", size = 5, label, side = [1, -1] } = {}) {
    if (this.view.inFront([point, point]).length === 0) return;
    const [x, y] = this.view.project(point);
    const { context } = this;
    this.marks.push([x - size, y - size, x + size, y + size]);
    context.beginPath();
    if (kind === "cross") {
      context.moveTo(x - size, y);
      context.lineTo(x + size, y);
      context.moveTo(x, y - size);
      context.lineTo(x, y + size);
      this.stroke("paper", 5, "solid");
      this.stroke(color, 2, "solid");
    } else {
      if (kind === "square") context.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8);
      else if (kind === "diamond") {
        [
          [0, -1.35],
          [1.35, 0],
          [0, 1.35],
          [-1.35, 0],
        ].forEach(([dx, dy]) => context.lineTo(x + dx * size, y + dy * size));
        context.closePath();
      } else context.arc(x, y, size, 0, 2 * Math.PI);
      context.fillStyle = this.color(kind === "ring" ? "paper" : color);
      context.fill();
      this.stroke(kind === "ring" ? color : "paper", kind === "ring" ? 2.5 : 1.5, "solid");
    }
    if (label) this.label([x, y], label, { color, side, gap: size + 5 });
  }

  /**
   * Words beside a point of the screen, on the given side of it if there is room. A side of zeros puts them on the
   * point. They are drawn by `finish`, when all lines and marks are known.
   */
  label(at, words, { color = "ink", side = [1, -1], gap = 5, size = 13 } = {}) {
    const isOn = side.every((x) => x === 0);
    const sides = [side, ...(isOn ? [] : AROUND)];
    const near = sides.map(([sx, sy]) => [sx * gap, sy * (gap + (sx === 0 ? 4 : 0)), Math.sign(sx)]);
    const far = AROUND.map(([sx, sy]) => [sx * (gap + 14), sy * (gap + 14), Math.sign(sx)]);
    const farther = AROUND.map(([sx, sy]) => [sx * (gap + 30), sy * (gap + 30), Math.sign(sx)]);
    this.labels.push({ at, words, color, size, offsets: [...near, ...far, ...farther] });
  }

  /** Places and draws the labels, each where it covers the least of what is drawn. */
  finish() {
    const placed = [];
    for (const label of this.labels) {
      this.context.font = font(label.size);
      const width = this.context.measureText(label.words).width;
      const choices = label.offsets.map(([dx, dy, align], rank) => {
        const [x, y] = [label.at[0] + dx, label.at[1] + dy];
        const left = x - (width * (1 - align)) / 2;
        const box = [left, y - label.size / 2, left + width, y + label.size / 2];
        return { x, y, align, box, cost: this.cost(box, placed) + rank / 2 };
      });
      const best = choices.reduce((found, choice) => (choice.cost < found.cost ? choice : found));
      placed.push(best.box);
      label.box = best.box;
      const aligned = { "-1": "right", 0: "center", 1: "left" }[best.align];
      this.text([best.x, best.y], label.words, label.color, aligned, label.size);
    }
  }

  /** How much a label in a box would cover: another label is worse than a mark, and a mark is worse than a line. */
  cost(box, placed) {
    const { clientWidth: width, clientHeight: height } = this.view.element;
    const isOutside = box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height;
    const count = (boxes) => boxes.filter((other) => overlap(box, other)).length;
    const crossed = this.segments.filter((segment) => crosses(segment, box)).length;
    return (isOutside ? 100 : 0) + 100 * count(placed) + 30 * count(this.marks) + 10 * crossed;
  }

  /** Words at a place of the screen, with a halo that keeps them legible on any ground. */
  text([x, y], words, color = "ink", align = "left", size = 13) {
    const { context } = this;
    context.font = font(size);
    context.textAlign = align;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = this.color("paper");
    context.strokeText(words, x, y);
    context.fillStyle = this.color(color);
    context.fillText(words, x, y);
  }

  /** A grip for the pointer. */
  handle(name, point, { color, kind = "ring" }) {
    this.mark(point, { kind, color, size: 7 });
    this.handles.push({ name, at: this.view.project(point) });
  }

  /** An outline in the style of the part that it plays. */
  figure(outline, role) {
    const style = ROLES[role];
    if (outline.length < 3) {
      this.line(outline.length === 1 ? [outline[0], outline[0]] : outline, {
        ...style,
        width: outline.length === 1 ? 7 : 3,
      });
    } else {
      this.polygon(outline, style);
    }
  }
}

/** The sides of a point, in the order in which a label tries them. */
const AROUND = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
];

const font = (size) => `600 ${size}px system-ui, sans-serif`;

/** Whether two boxes, [left, top, right, bottom], overlap. */
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** Whether a segment meets a box: the parts of the segment between both pairs of sides have a point in common. */
function crosses([from, to], box) {
  let [first, last] = [0, 1];
  for (const axis of [0, 1]) {
    const [start, delta] = [from[axis], to[axis] - from[axis]];
    const [least, most] = [box[axis], box[axis + 2]];
    if (delta === 0) {
      if (start < least || start > most) return false;
    } else {
      const ends = [(least - start) / delta, (most - start) / delta];
      first = Math.max(first, Math.min(...ends));
      last = Math.min(last, Math.max(...ends));
    }
  }
  return first <= last;
}

/** The style of a figure by the part that it plays. */
export const ROLES = {
  a: { color: "a", fill: "a", alpha: 0.2, width: 2 },
  b: { color: "b", fill: "b", alpha: 0.2, width: 2, dash: "long" },
  ghostA: { color: "a", fill: "a", alpha: 0.06, width: 1.5, dash: "short" },
  ghost: { color: "b", fill: "b", alpha: 0.06, width: 1.5, dash: "short" },
  core: { color: "difference", fill: "difference", alpha: 0.14, width: 2 },
  whole: { color: "difference", fill: "difference", alpha: 0.05, width: 1.5, dash: "short" },
};

/** The point at a distance in pixels from another, in a direction. */
const along = (pen, point, dir, pixels) => add(point, times(dir, pen.view.pixels(pixels) / (length(dir) || 1)));

/** Half the width of the drawn piece of a plane: at most so many pixels and this fraction of the view's height. */
const PLATE = 130;
const PLATE_PART = 0.27;

/** A piece of the plane through a point. */
function plane(pen, point, normal, color = "plane") {
  const plate = pen.view.plate(point, normal, Math.min(PLATE, PLATE_PART * pen.view.element.clientHeight));
  if (plate.length === 2) pen.line(plate, { color, width: 1.5, dash: "long" });
  else pen.polygon(plate, { color, width: 1.5, dash: "long", fill: color, alpha: 0.06 });
}

/** Draws a frame over the bodies. */
export function paintBodies(pen, frame, scene) {
  const { phase } = frame;
  scene.names.forEach(({ name, color, place }) =>
    pen.label(pen.view.project(place), name, { color, side: [0, 0], size: 17 }),
  );
  if (phase === "gjk") {
    frame.simplex.forEach(({ a, b, name }) => {
      pen.mark(a, { color: "simplex", size: 4, label: name.slice(1) });
      pen.mark(b, { color: "simplex", size: 4, label: name.slice(1), kind: "square" });
    });
    supports(pen, frame, times(frame.axis, -1));
  } else if (phase === "epa") {
    supports(pen, frame, frame.axis);
  } else if (phase === "answer") {
    answer(pen, frame);
  } else if (frame.step) {
    cast(pen, frame);
  }
  scene.motions.forEach(({ start, tip, name, color }) => {
    // The grip of an arrow without length would hide its body from the pointer.
    if (length(sub(tip, start)) === 0) return;
    pen.arrow(start, tip, { color, width: 2.5 });
    pen.handle(name, tip, { color });
  });
}

/** The support points and their directions. */
function supports(pen, { newest: { a, b } }, dir) {
  pen.arrow(a, along(pen, a, dir, 44), { color: "search" });
  pen.arrow(b, along(pen, b, dir, -44), { color: "search" });
  pen.mark(a, { kind: "diamond", color: "search", label: "a" });
  pen.mark(b, { kind: "diamond", color: "search", label: "b", side: [-1, 1] });
}

function answer(pen, { a, b, normal, answer: { signed_distance: distance } }) {
  pen.line([a, b], { color: "answer", width: 3, dash: distance > 0 ? "solid" : "short" });
  pen.arrow(b, along(pen, b, normal, 40), { color: "answer" });
  witnesses(pen, a, b);
  const [[ax, ay], [bx, by]] = [pen.view.project(a), pen.view.project(b)];
  const label = distance > 0 ? number(distance) : distance < 0 ? `depth ${number(-distance)}` : "touching";
  pen.label([(ax + bx) / 2, (ay + by) / 2], label, { color: "answer", side: [1, 1], gap: 18 });
}

function witnesses(pen, a, b) {
  const [[ax, ay], [bx, by]] = [pen.view.project(a), pen.view.project(b)];
  // The letters stand on the far sides of the two points.
  const side = ax <= bx ? 1 : -1;
  const apart = Math.hypot(ax - bx, ay - by) < 8;
  pen.mark(a, { color: "a", kind: "disc", size: 6, label: "a", side: [-side, apart ? -1 : -0.4] });
  pen.mark(b, { color: "b", kind: "square", size: 5, label: "b", side: [side, apart ? -1 : -0.4] });
}

function cast(pen, { step }) {
  const { point_a: a, point_b: b, normal } = step;
  plane(pen, a, normal, "search");
  pen.line([a, b], { color: "answer", width: 2.5, dash: "short" });
  pen.arrow(a, along(pen, a, normal, 40), { color: "answer" });
  witnesses(pen, a, b);
}

/** Draws a frame over the difference. */
export function paintDifference(pen, frame, scene) {
  const origin = scene.origin;
  if (frame.phase === "gjk") {
    simplex(pen, frame.simplex);
    if (frame.nearest) {
      pen.line([origin, frame.nearest], { color: "simplex", width: 1.5, dash: "dotted" });
      pen.mark(frame.nearest, { kind: "ring", color: "simplex", size: 4 });
    }
    plane(pen, frame.newest.w, frame.axis);
    pen.arrow(origin, along(pen, origin, frame.axis, -44), { color: "search" });
    pen.mark(frame.newest.w, { kind: "diamond", color: "search", label: frame.newest.name });
  } else if (frame.phase === "epa") {
    polytope(pen, frame);
    plane(pen, frame.newest.w, frame.axis);
    if (frame.nearest) pen.line([origin, frame.nearest], { color: "simplex", width: 2, dash: "dotted" });
    pen.arrow(frame.nearest ?? origin, along(pen, frame.nearest ?? origin, frame.axis, 44), { color: "search" });
    pen.mark(frame.newest.w, { kind: "diamond", color: "search", label: frame.newest.name });
  } else if (frame.phase === "answer") {
    const to = sub(frame.a, frame.b);
    pen.line([origin, to], { color: "answer", width: 3, dash: frame.answer.separated ? "solid" : "short" });
    pen.mark(to, { color: "answer", size: 6, label: "a − b", side: beyond(pen, origin, to) });
  } else {
    track(pen, frame, scene);
  }
  pen.mark(origin, { kind: "cross", color: "ink", size: 8, label: "0", side: [-1, 1] });
}

/** The side of a point on the screen that faces away from another point. */
function beyond(pen, from, to) {
  const [dx, dy] = sub(pen.view.project(to), pen.view.project(from));
  return [dx < 0 ? -1 : 1, dy > 0 ? 1 : -1];
}

function simplex(pen, points) {
  const places = points.map(({ w }) => w);
  const style = { color: "simplex", width: 2.5, fill: "simplex" };
  if (places.length === 4) {
    [
      [0, 1, 2],
      [0, 1, 3],
      [0, 2, 3],
      [1, 2, 3],
    ].forEach((face) =>
      pen.polygon(
        face.map((i) => places[i]),
        { ...style, alpha: 0.1 },
      ),
    );
  } else if (places.length > 1) {
    pen.polygon(places, { ...style, alpha: 0.25 });
  }
  points.forEach(({ w, name }) => pen.mark(w, { color: "simplex", size: 4.5, label: name }));
}

function polytope(pen, { vertices, facets, chosen, gone, horizon }) {
  const corners = (facet) => facet.map((i) => vertices[i].w);
  const lost = new Set(gone);
  facets.forEach((facet, i) => {
    if (i === chosen) return;
    pen.polygon(
      corners(facet),
      lost.has(i)
        ? { color: "gone", width: 2, dash: "short", fill: "gone" }
        : { color: "simplex", width: 1, fill: "simplex", alpha: 0.04 },
    );
  });
  horizon.forEach((edge) => pen.line(corners(edge), { color: "ink", width: 3 }));
  if (facets[chosen]) {
    pen.polygon(corners(facets[chosen]), {
      color: "simplex",
      width: 3.5,
      fill: "simplex",
      alpha: 0.35,
      dash: lost.has(chosen) ? "short" : "solid",
    });
  }
  vertices.forEach(({ w }) => pen.mark(w, { color: "simplex", size: 3 }));
}

/** The path of the origin past the difference as B moves: up to the contact, or to the end of the time. */
function track(pen, { time, step }, { origin, course, times: stops }) {
  if (course) {
    pen.line([origin, course(stops.at(-1))], { color: "b", width: 1.5, dash: "long" });
    stops.forEach((stop) => pen.mark(course(stop), { color: "b", size: 3 }));
    pen.mark(course(time), { kind: "square", color: "b", size: 5, label: `t = ${number(time)}`, side: [0.2, -1.5] });
    if (step) plane(pen, add(course(time), sub(step.point_a, step.point_b)), step.normal, "search");
  } else if (step) {
    const to = sub(step.point_a, step.point_b);
    pen.line([origin, to], { color: "answer", width: 2.5, dash: "short" });
    pen.mark(to, { color: "answer", size: 5, label: "a − b" });
  }
}
