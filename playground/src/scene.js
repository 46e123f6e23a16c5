// The figures that both views show of a frame, with their placements and roles.

import { add, apply, box, placement, position, sub, times } from "./pose.js";
import * as state from "./state.js";
import { posesAt } from "./steps.js";

const ORIGIN = { 2: [0, 0], 3: [0, 0, 0] };
export const SIDES = ["a", "b"];

/** The arrows of the velocities, which start at the bodies. */
export function motions(case_) {
  if (!state.isCast(case_)) return [];
  const both = state.queryOf(case_) === "time_of_impact" ? SIDES : ["b"];
  return both.map((side) => {
    const start = position(state.poseOf(case_, side), case_.dim);
    return { name: `velocity ${side}`, side, color: side, start, tip: add(start, state.motionOf(case_, side).linear) };
  });
}

/** The poses of the bodies in a frame. */
function posesIn(case_, frame) {
  const poses = SIDES.map((side) => state.poseOf(case_, side));
  if (frame.time === undefined) return poses;
  return posesAt(
    poses,
    SIDES.map((side) => state.motionOf(case_, side)),
    frame.time,
    case_.dim,
  );
}

/** The figures of both views, and the scene for what is painted over them. */
export function figures(store) {
  const {
    case: case_,
    figures: { a, b },
    difference,
    frame,
    frames,
  } = store;
  const { dim } = case_;
  const starts = SIDES.map((side) => placement(state.poseOf(case_, side), dim));
  const bodies = SIDES.map((side, i) => ({ figure: [a, b][i], place: starts[i], role: side, side }));
  if (frame.time > 0) {
    const later = posesIn(case_, frame).map((pose) => placement(pose, dim));
    // At the end of a long time a body may be beyond the range of numbers.
    if (isInRange(later[1])) bodies.push({ figure: b, place: later[1], role: "ghost" });
    if (case_.query === "time_of_impact" && isInRange(later[0]))
      bodies.unshift({ figure: a, place: later[0], role: "ghostA" });
  } else if (frame.phase === "answer" && !frame.answer.separated) {
    const out = sub(frame.a, frame.b);
    bodies.push({ figure: b, place: { ...starts[1], t: add(starts[1].t, out) }, role: "ghost" });
  }

  const isLinear = state.isCast(case_) && case_.query !== "time_of_impact";
  const velocity = state.motionOf(case_, "b").linear;
  let shown = difference;
  if (case_.query === "time_of_impact" && frame.time > 0) {
    const [pose_a, pose_b] = posesIn(case_, frame);
    if ([pose_a, pose_b].every((pose) => isInRange(placement(pose, dim))))
      shown = store.solver.difference({ ...case_, pose_a, pose_b }, store.options);
  }
  const place = { ...placement({}, dim), t: shown.at };
  const parts = [{ figure: shown.core, place, role: "core" }];
  if (shown.whole) parts.unshift({ figure: shown.whole, place, role: "whole" });
  const scene = {
    origin: ORIGIN[dim],
    names: SIDES.map((side, i) => ({
      name: side.toUpperCase(),
      color: side,
      place: middle(bodies.find((item) => item.side === side)),
    })),
    motions: motions(case_),
    course: isLinear && ((time) => times(velocity, time)),
    times: frames.flatMap(({ time }) => time ?? []),
  };
  return { bodies, parts, scene };
}

/** Whether all numbers of a placement are finite. */
const isInRange = ({ rows, t }) => [...rows.flat(), ...t].every(Number.isFinite);

/** The middle of a body. */
function middle(item) {
  const { least, most } = box(pointsOf(item));
  return times(add(least, most), 0.5);
}

/** The points of a figure in the world. */
export const pointsOf = ({ figure, place }) => (figure.outline ?? figure.vertices).map((point) => apply(place, point));
