// The rounds of a query as frames of a picture: places in the world, and what was decided and why.
//
// The library reports the rounds of the cores, without margins, in A's frame. This module maps them to the world;
// points of the Minkowski difference and directions are rotated only.

import { after, apply, dot, frame as rotation, position, sub, times, transform, unit } from "./pose.js";
import { number } from "./text.js";

/** Names of simplices by their number of points. */
const SIMPLEX = ["nothing", "point", "segment", "triangle", "tetrahedron"];

/**
 * The frames of a case; the last one shows the answer. Each holds what the chart needs and a function that makes the
 * rest, because few frames are looked at.
 */
export function frames(case_, result) {
  return case_.query && case_.query !== "proximity" ? castFrames(case_, result) : proximityFrames(case_, result);
}

function proximityFrames(case_, { answer, steps, margins }) {
  const { dim } = case_;
  const turn = rotation(case_.pose_a, dim);
  const frameOfA = { rows: turn, t: position(case_.pose_a, dim) };
  // Points of the difference are named in the order in which they are found.
  const names = new Map();
  for (const { newest } of steps) {
    const key = newest.w.join();
    if (!names.has(key)) names.set(key, `w${names.size}`);
  }
  const place = ({ w, a }) => {
    const key = w.join();
    return {
      w: transform(turn, w),
      a: apply(frameOfA, a),
      b: apply(frameOfA, sub(a, w)),
      key,
      name: names.get(key) ?? "w",
    };
  };
  const context = { turn, place, answer, margins, words: dim === 2 ? ["edge", "line"] : ["face", "plane"] };

  const found = [];
  const vertices = [];
  const counts = { gjk: 0, epa: 0 };
  steps.forEach((step, i) => {
    const count = counts[step.kind]++;
    if (step.kind === "gjk") {
      // Without a separating plane there is no lower bound.
      const bounds = [step.lower > 0 ? step.lower : null, step.upper];
      found.push({ phase: "gjk", bounds, make: () => distanceFrame(step, steps[i + 1], count, context) });
    } else {
      vertices.length = step.kept;
      vertices.push(...step.vertices);
      const now = [...vertices];
      const bounds = [step.upper, step.lower].map((bound) => (bound === null ? null : -bound));
      found.push({ phase: "epa", bounds, make: () => depthFrame(step, steps[i + 1], count, context, now.map(place)) });
    }
  });
  const reach = margins[0] + margins[1];
  const bounds = [answer.lower, answer.upper].map((bound) => (bound === null ? null : bound + reach));
  found.push({ phase: "answer", bounds, make: () => answerFrame(context, steps.at(-1)?.kind) });
  return found;
}

/** A round of GJK. */
function distanceFrame(step, next, count, { turn, place, answer, words: [, flat] }) {
  const simplex = step.simplex.map(place);
  const newest = place(step.newest);
  const { name } = newest;
  const axis = unit(transform(turn, step.axis));
  const text = [];
  if (count === 0) {
    text.push("GJK looks for the point of A − B nearest to the origin: its distance from the origin is the distance between the bodies.");
    text.push(
      `The first direction goes from the centre of A to the centre of B. The farthest point of A in that direction, a, and the farthest point of B in the opposite one, b, give ${name} = a − b.`,
    );
  } else {
    const what = `${simplex.length > 1 ? "nearest point of the " : ""}${SIMPLEX[simplex.length]} ${listed(simplex)}`;
    text.push(`The ${what} is ${number(step.upper)} from the origin: the cores are no farther apart.`);
    text.push(
      `From there GJK searches towards the origin: ${name} = a − b is the farthest point of A − B in that direction.`,
    );
  }
  text.push(distanceProof(step, dot(axis, newest.w), name, flat));
  text.push(distanceDecision(step, next, { simplex, newest, place, answer }));
  return {
    phase: "gjk",
    name: `GJK ${count}`,
    simplex,
    newest,
    axis,
    nearest: step.upper === null ? null : times(axis, step.upper),
    text,
  };
}

/** Says which distance the plane through the new point proves. */
function distanceProof({ lower }, reach, name, flat) {
  if (lower <= 0)
    return `The dashed ${flat} through ${name} does not separate the origin from A − B: no distance is proven yet.`;
  if (reach < lower * (1 - 1e-6))
    return `An earlier ${flat} proves more than the dashed one through ${name}: the cores are at least ${number(lower)} apart.`;
  return `All of A − B lies beyond the dashed ${flat} through ${name}: the cores are at least ${number(lower)} apart.`;
}

function distanceDecision(step, next, { simplex, newest, place, answer }) {
  const { name } = newest;
  if (next?.kind === "gjk") {
    const now = next.simplex.map(place);
    const kept = new Set(now.map(({ key }) => key));
    if (!kept.has(newest.key))
      return "Rounding has tilted the direction. It is made perpendicular to the simplex, and GJK tries again.";
    const gone = simplex.filter(({ key }) => !kept.has(key));
    const what = `the ${SIMPLEX[now.length]} ${listed(now)}`;
    if (simplex.length === 0) return `${name} is the first point of the simplex. GJK continues from it.`;
    if (gone.length === 0)
      return `${name} joins the simplex: ${what} does not contain the origin, and GJK continues from its nearest point.`;
    return `With ${name}, the part of the simplex nearest to the origin is ${what}; ${listed(gone)} ${gone.length === 1 ? "is" : "are"} dropped.`;
  }
  if (next?.kind === "epa") {
    return answer.separated
      ? "Rounding hides whether the cores overlap. EPA examines that more closely."
      : `With ${name} the simplex contains the origin, within rounding: the cores overlap. EPA continues from here to find the depth.`;
  }
  switch (answer.end) {
    case "iteration_limit":
      return "The cap on rounds ends the search here. Both bounds hold.";
    case "stalled":
    case "undecided":
      return "Rounding keeps the search from coming nearer. Both bounds hold.";
    case "bad_support":
      return "A support point is NaN or out of range; the search ends with what it knew before.";
    default:
      return simplex.some(({ key }) => key === newest.key)
        ? `${name} is already a vertex of the simplex: no point of A − B is nearer, and this is the distance.`
        : `${name} is no nearer to the origin than the simplex: the bounds have met, and this is the distance.`;
  }
}

/** The names of points. */
const listed = (points) =>
  points
    .map(({ name }) => name)
    .sort()
    .join(" ");

/** A round of EPA, on a polytope of the given vertices. */
function depthFrame(step, next, count, { turn, place, answer, words: [facetWord, flat] }, vertices) {
  const newest = place(step.newest);
  const normal = unit(transform(turn, step.normal));
  const gone = next ? facetsGone(step.facets, next.facets) : [];
  const horizon = outline(gone.map((facet) => step.facets[facet]));
  const reach = dot(normal, newest.w);
  const { name } = newest;
  const text = [];
  if (count === 0) {
    text.push(
      `The origin lies in A − B. Its depth is the distance to the nearest ${facetWord} of the boundary, which EPA approaches with a growing polytope inside A − B.`,
    );
  }
  if (step.lower !== null) {
    text.push(
      step.lower > 0
        ? `The ${facetWord} of the polytope nearest to the origin is ${number(step.lower)} away: the overlap is at least that deep.`
        : `The nearest ${facetWord} of the polytope goes through the origin: no depth is proven yet.`,
    );
  }
  text.push(
    `Along its normal A − B extends to ${number(reach)}, at ${name}: moving B by that much separates the cores. The shortest such move so far is ${number(step.upper)}.`,
  );
  if (next && gone.length > 0) {
    text.push(
      facetWord === "edge"
        ? `${name} is farther out: two edges to it replace ${gone.length === 1 ? "this one" : `the ${gone.length} dashed ones`}, and the polygon grows.`
        : `${name} is farther out. The ${gone.length === 1 ? "dashed face that it sees is" : `${gone.length} dashed faces that it sees are`} removed; ${name} is joined to the ${horizon.length} edges of the horizon.`,
    );
  } else if (next) {
    text.push(`The polytope stays as it is, and EPA continues with the next nearest ${facetWord}.`);
  } else if (answer.end === "buffer_full") {
    text.push(
      `${name} is farther out, but the workspace has no room for another vertex. For curved bodies a refinement continues from here in constant memory.`,
    );
  } else if (answer.end === "iteration_limit") {
    text.push("The cap on rounds ends the search here. Both bounds hold.");
  } else {
    text.push(
      `${name} is no farther out than the ${flat} of the ${facetWord}, which is on the boundary of A − B: its distance is the depth.`,
    );
  }
  return {
    phase: "epa",
    name: `EPA ${count}`,
    vertices,
    facets: step.facets,
    chosen: step.nearest,
    gone,
    horizon,
    newest,
    axis: normal,
    nearest: step.lower === null ? null : times(normal, step.lower),
    text,
  };
}

/** The indices of the facets that the next round no longer has. */
function facetsGone(facets, next) {
  const names = new Set(next.map((facet) => canonical(facet)));
  return facets.flatMap((facet, i) => (names.has(canonical(facet)) ? [] : [i]));
}

/** A facet's corners, rotated so that the least one is first: facets that differ only in that rotation are equal. */
function canonical(facet) {
  const first = facet.indexOf(Math.min(...facet));
  return [...facet.slice(first), ...facet.slice(0, first)].join();
}

/** The edges that belong to only one of the faces. In the plane, where facets are edges, there are none. */
function outline(facets) {
  const edges = facets.flatMap((facet) =>
    facet.length === 2 ? [] : facet.map((from, i) => [from, facet[(i + 1) % 3]]),
  );
  const names = new Set(edges.map(([from, to]) => `${from},${to}`));
  return edges.filter(([from, to]) => !names.has(`${to},${from}`));
}

const ENDS = {
  converged: "The bounds have met, to the tolerance or to rounding.",
  undecided: "Contact within rounding: neither separation nor overlap can be proven.",
  stalled: "Rounding stopped the search before the tolerance was met.",
  iteration_limit: "The limit on rounds was reached: this is the best answer so far, and its bounds hold.",
  buffer_full: "The workspace is full: both bounds hold, but the lower one is not tight.",
  bad_support: "A support point was NaN or out of range.",
};

function answerFrame({ answer, margins }, last) {
  const text = [];
  if (margins[0] + margins[1] > 0) {
    const both = `the margins ${number(margins[0])} + ${number(margins[1])}`;
    text.push(
      last === "epa"
        ? `That is the depth of the cores plus ${both}.`
        : `That is the distance between the cores minus ${both}.`,
    );
  }
  text.push(ENDS[answer.end] ?? answer.end);
  const size = number(Math.abs(answer.signed_distance));
  if (answer.separated) {
    text.push(`The bodies are ${size} apart: that is the distance between the two witness points.`);
  } else if (answer.signed_distance === 0) {
    text.push("The bodies touch: neither a distance nor a depth is left.");
  } else {
    text.push(
      `The bodies overlap: moving B by ${size} along the normal, to the dashed outline, leaves them touching. No shorter move does.`,
    );
  }
  return {
    phase: "answer",
    name: "Answer",
    answer,
    a: answer.point_a,
    b: answer.point_b,
    normal: answer.normal,
    text,
  };
}

/** The frames of a cast: each shows a pose, the plane found there, and until when it keeps the bodies apart. */
function castFrames(case_, { answer, steps }) {
  const { dim, query } = case_;
  const target = case_.target_distance ?? 0;
  const end = case_.ray?.max_time ?? case_.max_time;
  const found = [];
  let at = 0;
  steps.forEach((step, i) => {
    const text = [];
    if (i === 0)
      text.push(
        "A cast approaches the contact in time: it advances only as far as is proven safe, and then queries again.",
      );
    if (step.hit) {
      const gap = dot(sub(step.point_b, step.point_a), step.normal);
      text.push(
        `At time ${number(at)} a distance query finds the dashed plane, with the bodies ${number(gap)} apart along its normal.`,
      );
      text.push(
        query === "time_of_impact"
          ? `While both move and turn, planes like this one keep them apart until time ${number(step.time)}. The cast advances to it.`
          : `They approach at a constant rate and so cannot ${target > 0 ? `come nearer than ${number(target)}` : "touch"} before time ${number(step.time)}. The cast advances to it.`,
      );
    } else {
      text.push(
        `At time ${number(at)} a plane is found that keeps the bodies apart until the end, time ${number(end)}. That proves that they do not meet.`,
      );
    }
    const frame = { phase: "cast", name: `Pose ${i}`, time: at, step: step.hit ? step : null, text };
    found.push({ phase: "cast", time: at, make: () => frame });
    if (step.hit) at = step.time;
  });
  const last = castAnswer(answer, end, target);
  found.push({ phase: last.phase, time: last.time, make: () => last });
  return found;
}

function castAnswer(answer, end, target) {
  const text = [];
  if (!answer.hit) {
    text.push(
      `There is no contact up to time ${number(end)}. This is proven for every moment before it, however thin and fast the bodies are.`,
    );
  } else if (answer.initially_overlapping) {
    text.push("The bodies overlap at the start, time zero. Points and normal are those of their penetration.");
  } else if (answer.end === "converged") {
    text.push(
      `They meet at time ${number(answer.time)}. Before it they are proven apart; at it they ${target > 0 ? `are ${number(target)} apart` : "touch"}, within rounding and tolerance.`,
    );
  } else {
    text.push(`Until time ${number(answer.time)} they are proven apart. ${ENDS[answer.end] ?? answer.end}`);
  }
  const step = answer.hit ? answer : null;
  return { phase: "cast-answer", name: "Answer", answer, time: answer.hit ? answer.time : end, step, text };
}

/** The poses of both bodies at the time of a frame. */
export function posesAt(poses, motions, time, dim) {
  return poses.map((pose, i) => after(pose, motions[i], time, dim));
}
