// A view of the plane, on a canvas. The view of space, view3d.js, has the same methods.

import { Pen } from "./annotate.js";
import { add, apply, box, sub, times } from "./pose.js";
import { number } from "./text.js";

/** The fraction of the view that fitted contents fill. */
const FILL = 0.72;

export class PlaneView {
  constructor(element, theme) {
    this.element = element;
    this.theme = theme;
    this.canvas = document.createElement("canvas");
    element.replaceChildren(this.canvas);
    this.figures = [];
    this.center = [0, 0];
    /** Pixels to a unit. */
    this.scale = 50;
    this.paint = () => {};
  }

  dispose() {}

  /** Takes the figures, each with its outline, placement and role, and what to paint over them. */
  show(figures, paint) {
    this.figures = figures.map((item) => ({
      ...item,
      outline: item.figure.outline.map((point) => apply(item.place, point)),
    }));
    this.paint = paint;
  }

  /** Brings points into view. */
  fit(points) {
    const { least, most } = box(points);
    const size = sub(most, least);
    const room = [this.element.clientWidth, this.element.clientHeight];
    const scales = size.map((x, i) => (FILL * room[i]) / x).filter((x) => Number.isFinite(x) && x > 0);
    this.scale = scales.length > 0 ? Math.min(...scales) : 50;
    this.center = times(add(least, most), 0.5);
  }

  project([x, y]) {
    const { clientWidth: width, clientHeight: height } = this.element;
    return [width / 2 + (x - this.center[0]) * this.scale, height / 2 - (y - this.center[1]) * this.scale];
  }

  /** The visible part of a segment: in the plane all of it. */
  inFront(segment) {
    return segment;
  }

  /** The displacement in the world of a displacement on the screen. */
  displacement([dx, dy]) {
    return [dx / this.scale, -dy / this.scale];
  }

  unproject([px, py]) {
    return add(this.center, this.displacement([px - this.element.clientWidth / 2, py - this.element.clientHeight / 2]));
  }

  /** The angle by which a drag turns a body about a point. */
  turn(from, to, about) {
    const [cx, cy] = this.project(about);
    return Math.atan2(from[1] - cy, from[0] - cx) - Math.atan2(to[1] - cy, to[0] - cx);
  }

  /** The body under a point of the screen, or near it. */
  pick(at, slack) {
    const bodies = this.figures.filter((item) => item.side);
    const inside = bodies.filter((item) =>
      contains(
        item.outline.map((point) => this.project(point)),
        at,
      ),
    );
    const near = bodies.filter(
      (item) =>
        distanceTo(
          item.outline.map((point) => this.project(point)),
          at,
        ) <= slack,
    );
    return (inside.at(-1) ?? near.at(-1))?.side;
  }

  pan([dx, dy]) {
    this.center = sub(this.center, this.displacement([dx, dy]));
  }

  /** Zooms about a point of the screen. */
  zoom(factor, at) {
    const before = this.unproject(at);
    this.scale *= factor;
    this.center = add(this.center, sub(before, this.unproject(at)));
  }

  /** A piece of the plane through a point: here a line perpendicular to the normal. */
  plate(center, [nx, ny], pixels) {
    const half = pixels / this.scale;
    return [
      [center[0] - ny * half, center[1] + nx * half],
      [center[0] + ny * half, center[1] - nx * half],
    ];
  }

  /** The length in the world of a number of pixels. */
  pixels(count) {
    return count / this.scale;
  }

  draw() {
    const { canvas, element } = this;
    const ratio = devicePixelRatio;
    const [width, height] = [element.clientWidth, element.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const pen = new Pen(context, this, this.theme());
    this.grid(pen, width, height);
    this.figures.forEach(({ outline, role }) => pen.figure(outline, role));
    this.paint(pen);
    pen.finish();
    this.handles = pen.handles;
    this.labels = pen.labels;
    this.segments = pen.segments;
  }

  /** Grid lines at the smallest power of ten that keeps them 48 pixels apart; the axes are stronger. */
  grid(pen, width, height) {
    const step = 10 ** Math.ceil(Math.log10(48 / this.scale));
    const [least, most] = [this.unproject([0, height]), this.unproject([width, 0])];
    if (!least.every((x) => Math.abs(x / step) < 1e9)) return;
    [0, 1].forEach((axis) => {
      for (let i = Math.ceil(least[axis] / step); i * step <= most[axis]; i++) {
        const [from, to] = [[...least], [...most]];
        from[axis] = to[axis] = i * step;
        // A label may cover the grid.
        pen.path([from, to], false);
        pen.stroke(i === 0 ? "axis" : "grid", 1, "solid");
      }
    });
    pen.text([width - 12, height - 14], `grid ${number(step)}`, "muted", "right", 11);
  }
}

function contains(polygon, [x, y]) {
  let inside = false;
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  });
  return inside;
}

/** The distance of a point from an outline. */
function distanceTo(polygon, [x, y]) {
  return Math.min(
    ...polygon.map(([ax, ay], i) => {
      const [bx, by] = polygon[(i + 1) % polygon.length];
      const [ex, ey] = [bx - ax, by - ay];
      const part = Math.max(0, Math.min(1, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey || 1)));
      return Math.hypot(ax + part * ex - x, ay + part * ey - y);
    }),
  );
}
