// The state of the page: a case, the options of its query, the answer, and the step that is shown.
//
// A case is an object as `solve` reads it from a line. A change is tried by solving it; if the library refuses it, an
// error is thrown and the state stays as it was.

import { length, moved, position, sub, times, zero } from "./pose.js";
import { KINDS, resized } from "./shapes.js";
import { frames } from "./steps.js";

export const SCALARS = ["f32", "f64", "i16f16"];
export const CAPACITIES = [8, 16, 32, 64, 128, 256];
export const QUERIES = {
  proximity: "Distance or depth",
  ray_cast: "Ray cast",
  shape_cast: "Shape cast",
  time_of_impact: "Time of impact",
};
export const OPTIONS = { scalar: "f64", capacity: 64, tolerance: null, max_iterations: null };

/** The first case in the plane and in space. */
export const FIRST = {
  2: {
    dim: 2,
    a: KINDS[2].hull[1](),
    b: { shape: "box", half: [1, 0.75] },
    pose_a: { cs: [1, 0], t: [-0.5, 0] },
    pose_b: { cs: [0.8, 0.6], t: [0.75, 0.5] },
  },
  3: {
    dim: 3,
    a: { shape: "box", half: [1, 0.75, 0.5] },
    b: KINDS[3].hull[1](),
    pose_a: { q: [0, 0, 0.3826834323650898, 0.9238795325112867], t: [-0.75, 0, 0] },
    pose_b: { q: [0, 0, 0, 1], t: [0.75, 0.5, 0.5] },
  },
};

/** The fields of a case; any others that come from outside are dropped. */
const CASE_KEYS = [
  "id",
  "dim",
  "query",
  "a",
  "b",
  "pose_a",
  "pose_b",
  "ray",
  "velocity",
  "motion_a",
  "motion_b",
  "max_time",
  "target_distance",
];
const only = (object, keys) =>
  Object.fromEntries(keys.filter((key) => object[key] != null).map((key) => [key, object[key]]));

export function tidyCase(object) {
  const { dim = 3 } = object;
  const home = dim === 2 ? { cs: [1, 0], t: [0, 0] } : { q: [0, 0, 0, 1], t: [0, 0, 0] };
  const isRay = object.query === "ray_cast";
  return only({ pose_a: home, ...(isRay ? {} : { pose_b: home }), ...object }, CASE_KEYS);
}

export function tidyOptions(object) {
  const options = { ...OPTIONS, ...only(object ?? {}, Object.keys(OPTIONS)) };
  if (!SCALARS.includes(options.scalar)) throw new Error(`there is no scalar ${JSON.stringify(options.scalar)}`);
  if (!CAPACITIES.includes(options.capacity))
    throw new Error(`a workspace has room for ${CAPACITIES.join(", ")} vertices`);
  return options;
}

export const queryOf = (case_) => case_.query ?? "proximity";
export const isCast = (case_) => queryOf(case_) !== "proximity";
const isRay = (case_) => case_.query === "ray_cast";

/** The shape of a body; a ray is a point. */
export const shapeOf = (case_, side) => (side === "b" && isRay(case_) ? { shape: "point" } : case_[side]);
export const poseOf = (case_, side) => (side === "b" && isRay(case_) ? { t: case_.ray.origin } : case_[`pose_${side}`]);
export const withShape = (case_, side, shape) => ({ ...case_, [side]: shape });
export function withPose(case_, side, pose) {
  if (side === "b" && isRay(case_)) return { ...case_, ray: { ...case_.ray, origin: position(pose, case_.dim) } };
  return { ...case_, [`pose_${side}`]: pose };
}

/** The case with one body made larger or smaller. */
export const grown = (case_, side, factor) => withShape(case_, side, resized(shapeOf(case_, side), factor));

/** The motion of a body. */
export function motionOf(case_, side) {
  const still = { linear: zero(case_.dim), angular: case_.dim === 2 ? 0 : zero(3) };
  if (queryOf(case_) === "time_of_impact")
    return { ...still, ...only(case_[`motion_${side}`] ?? {}, ["linear", "angular"]) };
  if (side === "a" || !isCast(case_)) return still;
  return { ...still, linear: isRay(case_) ? case_.ray.direction : case_.velocity };
}

export function withMotion(case_, side, motion) {
  if (queryOf(case_) === "time_of_impact") return { ...case_, [`motion_${side}`]: motion };
  if (isRay(case_)) return { ...case_, ray: { ...case_.ray, direction: motion.linear } };
  return { ...case_, velocity: motion.linear };
}

export const maxTime = (case_) => (isRay(case_) ? case_.ray.max_time : case_.max_time);
export function withMaxTime(case_, time) {
  return isRay(case_) ? { ...case_, ray: { ...case_.ray, max_time: time } } : { ...case_, max_time: time };
}

/** The displacement of B out of A before a cast, as a multiple of the depth. */
const OUT = 3;

/** The case with another query for its bodies. In a cast B moves towards A, from a place where it does not overlap. */
export function withQuery(case_, query, answer) {
  if (query === queryOf(case_)) return case_;
  if (answer.signed_distance < 0) {
    const out = times(answer.normal, -OUT * answer.signed_distance);
    case_ = withPose(case_, "b", moved(poseOf(case_, "b"), out, case_.dim));
  }
  const { id, dim, a, pose_a } = case_;
  const start = position(poseOf(case_, "b"), dim);
  const towards = sub(position(pose_a, dim), start);
  const velocity = isCast(case_)
    ? motionOf(case_, "b").linear
    : length(towards) > 0
      ? times(towards, 0.5)
      : [1, ...zero(dim - 1)];
  const max_time = isCast(case_) ? maxTime(case_) : 4;
  if (query === "ray_cast")
    return tidyCase({ id, dim, query, a, pose_a, ray: { origin: start, direction: velocity, max_time } });
  const pair = { id, dim, a, b: shapeOf(case_, "b"), pose_a, pose_b: poseOf(case_, "b") };
  if (query === "shape_cast") return tidyCase({ ...pair, query, velocity, max_time, target_distance: 0 });
  if (query === "proximity") return tidyCase(pair);
  const still = { linear: zero(dim), angular: dim === 2 ? 0 : zero(3) };
  const spinning = { linear: velocity, angular: dim === 2 ? 1 : [0, 0, 1] };
  return tidyCase({ ...pair, query, motion_a: still, motion_b: spinning, max_time, target_distance: 0 });
}

export class Store {
  constructor(solver) {
    this.solver = solver;
    this.listeners = [];
    this.selected = "b";
    this.step = 0;
  }

  /** Calls a function after each change and tells it what has changed. */
  watch(listener) {
    this.listeners.push(listener);
  }

  tell(change) {
    this.listeners.forEach((listener) => listener(change));
  }

  /** Solves a case and shows it; `fits` brings it into view. */
  change(case_, options = this.options, { fits = false, step } = {}) {
    const result = this.solver.solve(case_, options);
    const sameShapes = this.case && ["dim", "a", "b", "query"].every((key) => this.case[key] === case_[key]);
    const figures = sameShapes ? this.figures : this.solver.bodies(case_, options);
    const difference = this.solver.difference(case_, options);
    const wasLast = !this.frames || this.step === this.frames.length - 1;
    Object.assign(this, { case: case_, options, result, figures, difference });
    this.frames = frames(case_, result);
    const last = this.frames.length - 1;
    this.step = Math.min(step ?? (wasLast ? last : this.step), last);
    this.tell({ case: true, fits });
  }

  /** Changes some parts of the case. */
  edit(change, flags) {
    this.change(change(this.case), this.options, flags);
  }

  select(side) {
    this.selected = side;
    this.tell({});
  }

  goTo(step) {
    this.step = Math.max(0, Math.min(step, this.frames.length - 1));
    this.tell({});
  }

  /** The frame of the step that is shown. */
  get frame() {
    const entry = this.frames[this.step];
    return (entry.made ??= entry.make());
  }
}
