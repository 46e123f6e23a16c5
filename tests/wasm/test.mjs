// Tests the modules that `run` builds: node test.mjs DIRECTORY

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const directory = process.argv[2];
const load = (name) => new WebAssembly.Module(readFileSync(join(directory, `${name}.wasm`)));
const imports = (module) => WebAssembly.Module.imports(module).map(({ name }) => name);

const questions = ["intersect", "distance", "penetration", "proximity", "manifold"];
const motions = ["ray_cast", "shape_cast", "time_of_impact"];
const functions = {
  queries: [
    ...questions.flatMap((question) => [`cuboids_${question}`, `hulls_${question}`]),
    "cuboids_warm_distance",
    ...motions.map((motion) => `cuboids_${motion}`),
  ],
  size: ["cuboids_distance", "cuboids_penetration"],
};

// The permitted error: rounding of coordinates up to ten.
const SLACK = 1e-5;
const near = (actual, expected) => assert(Math.abs(actual - expected) <= SLACK, `${actual} instead of ${expected}`);
const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
const minus = (u, v) => u.map((x, i) => x - v[i]);

/** An instance of a module, with methods that write its input and read its answer. */
class Instance {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module).exports;
    this.memory = this.exports.memory;
    this.buffer = new Float32Array(this.memory.buffer, this.exports.BUFFER.value);
  }

  /** Runs a query on two cuboids with half extents, position and quaternion; `more` is the further input. */
  ofCuboids(question, a, b, ...more) {
    this.buffer.set([...a.half, ...b.half, ...a.position, ...a.turn, ...b.position, ...b.turn, ...more.flat()]);
    return this.exports[`cuboids_${question}`]();
  }

  /** Runs a query on the hulls of two point sets. */
  ofHulls(question, a, b) {
    this.buffer.set([...a.flat(), ...b.flat()]);
    return this.exports[`hulls_${question}`](a.length, b.length);
  }

  /** The answer in the buffer. */
  answer() {
    const [length, lower, upper, ...vectors] = this.buffer.subarray(0, 12);
    const [normal, onA, onB] = [0, 3, 6].map((at) => vectors.slice(at, at + 3));
    return { length, lower, upper, normal, onA, onB };
  }
}

/** The contact points in the buffer. */
const contacts = (instance, count) =>
  Array.from({ length: count }, (_, i) => {
    const [depth, ...points] = instance.buffer.subarray(7 * i, 7 * i + 7);
    return { depth, onA: points.slice(0, 3), onB: points.slice(3) };
  });

const cuboid = (half, position, turn = [0, 0, 0, 1]) => ({ half, position, turn });

/** The corners of a cuboid without rotation. */
const corners = ({ half, position }) =>
  Array.from({ length: 8 }, (_, i) => position.map((x, k) => x + ((i >> k) & 1 ? half[k] : -half[k])));

/** The signed distance of cuboids without rotation: the length of the positive gaps along axes, or the largest gap. */
function signedDistance(a, b) {
  const gaps = a.position.map((x, k) => Math.abs(b.position[k] - x) - a.half[k] - b.half[k]);
  const most = Math.max(...gaps);
  return most > 0 ? Math.hypot(...gaps.map((gap) => Math.max(gap, 0))) : most;
}

/** Checks that an answer is consistent: unit normal, ordered bounds, witness points at its length along the normal. */
function checkAnswer({ length, lower, upper, normal, onA, onB }, expected) {
  near(length, Math.abs(expected));
  near(dot(normal, normal), 1);
  assert(lower <= length + SLACK && length <= upper + SLACK, `${lower} <= ${length} <= ${upper}`);
  near(lower, Math.abs(expected));
  near(dot(minus(onB, onA), normal), expected);
}

/** Checks all answers about two cuboids with a known signed distance. */
function checkCuboids(instance, asked, a, b, expected) {
  const ask = (question, check) => asked.includes(`cuboids_${question}`) && check(instance.ofCuboids(question, a, b));
  ask("intersect", (found) => assert.equal(found, expected <= 0 ? 1 : 0));
  for (const question of ["distance", "warm_distance"]) {
    ask(question, (found) => {
      near(found, Math.max(expected, 0));
      if (expected > 0) checkAnswer(instance.answer(), expected);
    });
  }
  ask("penetration", (found) => {
    if (expected > 0) {
      assert.equal(found, -1);
    } else {
      near(found, -expected);
      checkAnswer(instance.answer(), expected);
    }
  });
  ask("proximity", (found) => {
    near(found, expected);
    checkAnswer(instance.answer(), expected);
  });
}

/** Checks the contact points of two bodies with a known signed distance: their distances, and the largest depth. */
function checkManifold(instance, a, b, expected) {
  for (const count of [instance.ofCuboids("manifold", a, b), instance.ofHulls("manifold", corners(a), corners(b))]) {
    assert(expected > 0 ? count === 0 : 1 <= count && count <= 4, `${count} points at ${expected}`);
    const points = contacts(instance, count);
    points.forEach(({ depth, onA, onB }) => near(Math.hypot(...minus(onA, onB)), Math.abs(depth)));
    if (count > 0) near(Math.max(...points.map(({ depth }) => depth)), -expected);
  }
}

/** When a moving point is first in a box about the origin: the last time at which it enters a slab. -1 if never. */
function timeOfEntry(point, velocity, half, maxTime) {
  let [enter, leave] = [0, maxTime];
  point.forEach((x, k) => {
    const [first, last] = [-half[k], half[k]].map((side) => (side - x) / velocity[k]).sort((s, t) => s - t);
    if (velocity[k] === 0) {
      if (Math.abs(x) > half[k]) leave = -1;
    } else {
      [enter, leave] = [Math.max(enter, first), Math.min(leave, last)];
    }
  });
  return enter <= leave ? enter : -1;
}

/** Checks casts of two cuboids without rotation. */
function checkCasts(instance, a, b) {
  const maxTime = 2;
  const between = minus(b.position, a.position);
  // B aims half a grid step beside the centre of A, so that no two slabs are entered at the same time.
  const velocity = between.map((x, k) => -x + [1, -0.5, 0.25][k] / 32);
  const still = [0, 0, 0];
  const check = (found, expected) => {
    near(found, expected);
    if (expected > 0) near(instance.answer().lower, expected);
  };
  const half = a.half.map((x, k) => x + b.half[k]);
  const expected = timeOfEntry(between, velocity, half, maxTime);
  check(instance.ofCuboids("shape_cast", a, b, maxTime, velocity), expected);
  check(instance.ofCuboids("time_of_impact", a, b, maxTime, still, still, velocity, still), expected);
  // Rays from the centre of B, towards A and away from it.
  check(instance.ofCuboids("ray_cast", a, b, maxTime, still, velocity), timeOfEntry(between, velocity, a.half, maxTime));
  const back = velocity.map((x) => -x);
  check(instance.ofCuboids("ray_cast", a, b, maxTime, still, back), timeOfEntry(between, back, a.half, maxTime));
  check(instance.ofCuboids("shape_cast", a, b, maxTime, back), timeOfEntry(between, back, half, maxTime));
}

/** A cube beside a wall rotates about its centre until an edge touches; its extent is cos t + sin t. */
function checkTurning(instance) {
  const [wall, cube] = [cuboid([1, 4, 4], [0, 0, 0]), cuboid([1, 1, 1], [2.25, 0, 0])];
  const [still, turning] = [[0, 0, 0], [0, 0, 1]];
  const ask = (maxTime) => instance.ofCuboids("time_of_impact", wall, cube, maxTime, still, still, still, turning);
  near(ask(1), Math.asin(1.25 / Math.SQRT2) - Math.PI / 4);
  near(instance.answer().normal[0], 1);
  assert.equal(ask(0.25), -1);
  assert(Number.isNaN(ask(-1)));
  assert(Number.isNaN(instance.ofCuboids("ray_cast", wall, cube, 1, still, still)));
}

/** A cuboid rotates in small steps beside another one. With a warm start the queries take fewer rounds. */
function checkWarmStart(instance) {
  const rounds = { distance: 0, warm_distance: 0 };
  for (let step = 0; step < 100; step++) {
    const angle = step / 100;
    const [a, b] = [cuboid([1, 2, 3], [0, 0, 0]), cuboid([1, 1, 2], [3, 2, 1], [0, Math.sin(angle), 0, Math.cos(angle)])];
    const [cold, warm] = Object.keys(rounds).map((question) => {
      const found = instance.ofCuboids(question, a, b);
      rounds[question] += instance.buffer[12];
      return found;
    });
    near(warm, cold);
    checkAnswer(instance.answer(), cold);
  }
  assert(2 * rounds.warm_distance <= rounds.distance, `${rounds.warm_distance} rounds instead of ${rounds.distance}`);
}

/** Checks all answers about the hulls of the corners of two cuboids with a known signed distance. */
function checkHulls(instance, a, b, expected) {
  const ask = (question) => instance.ofHulls(question, corners(a), corners(b));
  assert.equal(ask("intersect"), expected <= 0 ? 1 : 0);
  near(ask("distance"), Math.max(expected, 0));
  near(ask("penetration"), expected > 0 ? -1 : -expected);
  near(ask("proximity"), expected);
  checkAnswer(instance.answer(), expected);
}

/** Pairs with known signed distances. */
const eighth = Math.PI / 8;
const turned = [0, 0, Math.sin(eighth), Math.cos(eighth)]; // by 45 degrees about z
const known = [
  [cuboid([1, 1, 1], [0, 0, 0]), cuboid([1, 1, 1], [3, 0, 0]), 1],
  [cuboid([1, 1, 1], [0, 0, 0]), cuboid([1, 1, 1], [5, 6, 0]), 5],
  [cuboid([1, 1, 1], [0, 0, 0]), cuboid([1, 1, 1], [2, 0.5, 0]), 0],
  [cuboid([1, 1, 1], [0, 0, 0]), cuboid([0.5, 0.5, 2], [0, 1.25, 0]), -0.25],
  [cuboid([1, 1, 1], [0, 0, 0]), cuboid([1, 1, 1], [3, 0, 0], turned), 2 - Math.SQRT2],
  [cuboid([1, 1, 1], [0, 0, 0], turned), cuboid([1, 1, 1], [2, 0, 0]), 1 - Math.SQRT2],
];

/** Pairs of random cuboids with coordinates of a few bits, so that every sum is exact. */
function* randomPairs(count) {
  let state = 1;
  const below = (n) => (state = (state * 48271) % 0x7fffffff) % n;
  const vector = (draw) => [draw(), draw(), draw()];
  for (let i = 0; i < count; i++) {
    const body = () => cuboid(vector(() => (1 + below(16)) / 8), vector(() => (below(65) - 32) / 16));
    yield [body(), body()];
  }
}

for (const [name, asked] of Object.entries(functions)) {
  const module = load(name);
  assert.deepEqual(imports(module), [], `${name} imports something; a_panic_is_reachable says what it is called`);
  const exported = WebAssembly.Module.exports(module).filter(({ kind }) => kind === "function");
  assert.deepEqual(exported.map((entry) => entry.name).sort(), [...asked].sort());

  const instance = new Instance(module);
  const size = instance.memory.buffer.byteLength;
  assert.throws(() => instance.memory.grow(1), RangeError);

  known.forEach(([a, b, expected]) => checkCuboids(instance, asked, a, b, expected));
  let overlapping = 0;
  const pairs = [...randomPairs(2000)];
  for (const [a, b] of pairs) {
    const expected = signedDistance(a, b);
    overlapping += expected <= 0;
    checkCuboids(instance, asked, a, b, expected);
    if (asked.includes("hulls_distance")) {
      checkHulls(instance, a, b, expected);
      checkManifold(instance, a, b, expected);
      checkCasts(instance, a, b);
    }
  }
  assert(0.3 < overlapping / pairs.length && overlapping / pairs.length < 0.7, `${overlapping} overlap: too one-sided`);

  const bad = [cuboid([1, -1, 1], [0, 0, 0]), cuboid([1, 1, NaN], [0, 0, 0]), cuboid([1, 1, 1], [0, 0, 0], [0, 0, 0, 0])];
  for (const body of bad) assert(Number.isNaN(instance.ofCuboids("distance", body, known[0][0])));
  if (asked.includes("hulls_distance")) {
    checkTurning(instance);
    checkWarmStart(instance);
    assert(Number.isNaN(instance.ofHulls("distance", [], [[0, 0, 0]])));
    near(instance.ofHulls("distance", [[0, 0, 0]], [[1, 2, 2]]), 3);
    assert(Number.isNaN(instance.exports.hulls_distance(33, 1)));
  }
  assert.equal(instance.memory.buffer.byteLength, size);
  console.log(
    `${name}: no imports, no reachable panic, ${size} bytes of memory that cannot grow;`,
    `right about ${pairs.length + known.length} pairs (${overlapping} of the random ones overlap)`,
  );
}

assert.deepEqual(imports(load("must_fail")), ["a_panic_is_reachable"]);
console.log("must_fail: an index that may be out of bounds leaves an import");
