// Checks the modules that `run` builds, in the directory given: node test.mjs DIRECTORY

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const directory = process.argv[2];
const load = (name) => new WebAssembly.Module(readFileSync(join(directory, `${name}.wasm`)));
const imports = (module) => WebAssembly.Module.imports(module).map(({ name }) => name);

const questions = ["intersect", "distance", "penetration", "proximity"];
const functions = {
  queries: questions.flatMap((question) => [`cuboids_${question}`, `hulls_${question}`]),
  size: ["cuboids_distance", "cuboids_penetration"],
};

// Rounding of coordinates up to ten.
const SLACK = 1e-5;
const near = (actual, expected) => assert(Math.abs(actual - expected) <= SLACK, `${actual} instead of ${expected}`);
const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
const minus = (u, v) => u.map((x, i) => x - v[i]);

/** An instance of a module, with names for what its buffer holds. */
class Instance {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module).exports;
    this.memory = this.exports.memory;
    this.buffer = new Float32Array(this.memory.buffer, this.exports.BUFFER.value);
  }

  /** Asks about two cuboids: half extents, position, quaternion each. */
  ofCuboids(question, a, b) {
    this.buffer.set([...a.half, ...b.half, ...a.position, ...a.turn, ...b.position, ...b.turn]);
    return this.exports[`cuboids_${question}`]();
  }

  /** Asks about the hulls of two point sets. */
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

const cuboid = (half, position, turn = [0, 0, 0, 1]) => ({ half, position, turn });

/** The corners of a cuboid that is not turned. */
const corners = ({ half, position }) =>
  Array.from({ length: 8 }, (_, i) => position.map((x, k) => x + ((i >> k) & 1 ? half[k] : -half[k])));

/** The signed distance of two cuboids that are not turned: of the gaps along the axes, or the largest of them. */
function signedDistance(a, b) {
  const gaps = a.position.map((x, k) => Math.abs(b.position[k] - x) - a.half[k] - b.half[k]);
  const most = Math.max(...gaps);
  return most > 0 ? Math.hypot(...gaps.map((gap) => Math.max(gap, 0))) : most;
}

/** The answer is consistent: unit normal, ordered bounds, and witness points as far apart along it as it says. */
function checkAnswer({ length, lower, upper, normal, onA, onB }, expected) {
  near(length, Math.abs(expected));
  near(dot(normal, normal), 1);
  assert(lower <= length + SLACK && length <= upper + SLACK, `${lower} <= ${length} <= ${upper}`);
  near(lower, Math.abs(expected));
  near(dot(minus(onB, onA), normal), expected);
}

/** All that a module answers about two cuboids whose signed distance is known. */
function checkCuboids(instance, asked, a, b, expected) {
  const ask = (question, check) => asked.includes(`cuboids_${question}`) && check(instance.ofCuboids(question, a, b));
  ask("intersect", (found) => assert.equal(found, expected <= 0 ? 1 : 0));
  ask("distance", (found) => {
    near(found, Math.max(expected, 0));
    if (expected > 0) checkAnswer(instance.answer(), expected);
  });
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

/** The same about the hulls of their corners. */
function checkHulls(instance, a, b, expected) {
  const ask = (question) => instance.ofHulls(question, corners(a), corners(b));
  assert.equal(ask("intersect"), expected <= 0 ? 1 : 0);
  near(ask("distance"), Math.max(expected, 0));
  near(ask("penetration"), expected > 0 ? -1 : -expected);
  near(ask("proximity"), expected);
  checkAnswer(instance.answer(), expected);
}

/** Pairs whose answer is plain. */
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

/** Random cuboids with coordinates of a few bits, so that every sum is exact. */
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
    if (asked.includes("hulls_distance")) checkHulls(instance, a, b, expected);
  }
  assert(0.3 < overlapping / pairs.length && overlapping / pairs.length < 0.7, `${overlapping} overlap: too one-sided`);

  const bad = [cuboid([1, -1, 1], [0, 0, 0]), cuboid([1, 1, NaN], [0, 0, 0]), cuboid([1, 1, 1], [0, 0, 0], [0, 0, 0, 0])];
  for (const body of bad) assert(Number.isNaN(instance.ofCuboids("distance", body, known[0][0])));
  if (asked.includes("hulls_distance")) {
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
