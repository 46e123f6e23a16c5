// Tests the page in dist/ in headless Chromium: node test/test.mjs [words in the names of claims]. Needs cargo, and
// `chromium` or the path of a browser in CHROMIUM. With the path of the program `solve` in SOLVE it is not built.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { context } from "esbuild";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const here = import.meta.dirname;
const root = resolve(here, "../..");
const dist = resolve(here, "../dist");
const scratch = mkdtempSync(join(tmpdir(), "playground-"));
const tour = readFileSync(join(root, "examples/cases/tour.jsonl"), "utf8").trim().split("\n");
const gem = readFileSync(join(root, "examples/cases/gem.obj"), "utf8");

/* The page's own server, and the browser */

const host = await context({});
const address = await serve(host, dist);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(),
  // WebGL without a graphics card.
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

/** The errors and foreign requests of all pages. */
const complaints = [];

/** Opens the page on a device. */
async function open(fragment = "", device = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...device });
  const page = await context.newPage();
  page.setDefaultTimeout(30000);
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on(
    "request",
    (request) =>
      request.url().startsWith(address) ||
      /^(data|blob):/.test(request.url()) ||
      complaints.push(`asks for ${request.url()}`),
  );
  await page.goto(address + fragment);
  await page.waitForSelector("html[data-ready]");
  return page;
}

const stateOf = (page) =>
  page.evaluate(() => {
    const { case: case_, options, result, step, frames } = playground.store;
    return { case: case_, options, answer: result.answer, step, frames: frames.length };
  });
const messageOf = (page) =>
  page.evaluate(() =>
    document.querySelector("#message").hidden ? null : document.querySelector("#message span").textContent,
  );
const setDimension = (page, dim) => page.click(`#dim label:has([value="${dim}"])`);

/** Loads a line in the dialog, as a user does. */
async function load(page, line) {
  await page.evaluate(() => (document.querySelector("#message").hidden = true));
  await page.click("#case");
  await page.fill("#line", line);
  await page.click("text=Load the line");
  await page.waitForSelector("#dialog", { state: "hidden" });
}

/** Drops a file onto the page. */
const drop = (page, name, text) =>
  page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );

/** Asserts equality to the last bit: zeros of different signs differ. */
function same(found, expected, what) {
  if (Array.isArray(expected)) {
    assert.equal(found?.length, expected.length, what);
    expected.forEach((x, i) => same(found[i], x, `${what}[${i}]`));
  } else {
    assert(Object.is(found, expected), `${what}: ${found} instead of ${expected}`);
  }
}

/* The answers of the command line */

function native(file, ...options) {
  const cargo = ["cargo", "run", "--quiet", "--release", "-p", "solve", "--"];
  const [program, ...before] = process.env.SOLVE ? [process.env.SOLVE] : cargo;
  const command = [...before, "--json", "--capacity", "64", ...options, file];
  const text = execFileSync(program, command, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const SCALARS = ["f64", "f32", "i16f16"];
const expected = Object.fromEntries(
  SCALARS.map((scalar) => [
    scalar,
    new Map(native("examples/cases/tour.jsonl", "--scalar", scalar).map((record) => [record.id, record])),
  ]),
);

function sameAnswer(answer, record) {
  for (const [key, value] of Object.entries(record)) {
    if (key !== "id") same(answer[key], value, `${record.id}, ${key}`);
  }
}

/* The claims */

const claims = [];
const claim = (name, check) => claims.push([name, check]);

claim("it loads in the plane and in space", async () => {
  const page = await open();
  for (const dim of [2, 3]) {
    await setDimension(page, dim);
    const { case: case_, answer } = await stateOf(page);
    assert.equal(case_.dim, dim);
    assert(answer.signed_distance < 0 && answer.end === "converged");
    // An empty picture compresses to fewer bytes.
    const shots = await Promise.all(["#bodies", "#difference"].map((id) => page.locator(id).screenshot()));
    shots.forEach((shot) => assert(shot.length > 4000, `${shot.length} bytes of picture`));
  }
});

claim("dragging a body changes the answer, in the plane and in space", async () => {
  const page = await open();
  for (const dim of [2, 3]) {
    await setDimension(page, dim);
    for (const tool of ["move", "turn", "size"]) {
      await page.click(`#tool label:has([value="${tool}"])`);
      const before = await stateOf(page);
      const [x, y] = await middleOf(page, "b");
      await page.mouse.move(x + 6, y + 12);
      await page.mouse.down();
      await page.mouse.move(x + 36, y - 28, { steps: 4 });
      await page.mouse.up();
      const { case: case_, answer } = await stateOf(page);
      assert.notEqual(answer.signed_distance, before.answer.signed_distance, `${tool} in ${dim}D`);
      assert.deepEqual(case_.pose_a, before.case.pose_a);
      const part = { move: ["pose_b", "t"], turn: ["pose_b", dim === 2 ? "cs" : "q"], size: ["b"] }[tool];
      const at = (object) => part.reduce((value, key) => value[key], object);
      assert.notDeepEqual(at(case_), at(before.case), `${tool} in ${dim}D`);
    }
  }
});

/** The place of a body on the screen. */
const middleOf = (page, side) =>
  page.evaluate((side) => {
    const { left, top } = document.querySelector("#bodies").getBoundingClientRect();
    const [x, y] = playground.views.bodies.project(playground.store.case[`pose_${side}`].t);
    return [left + x, top + y];
  }, side);

claim("dragging the tip of the arrow changes the velocity and the time of impact", async () => {
  const page = await open();
  for (const query of ["shape_cast", "time_of_impact", "ray_cast"]) {
    await page.selectOption("#query", query);
    const before = await stateOf(page);
    assert(before.answer.hit && before.answer.time > 0, query);
    const tip = await page.evaluate(() => {
      playground.views.bodies.draw();
      const { left, top } = document.querySelector("#bodies").getBoundingClientRect();
      const [x, y] = playground.views.bodies.handles.find(({ name }) => name === "velocity b").at;
      return [left + x, top + y];
    });
    await page.mouse.move(...tip);
    await page.mouse.down();
    await page.mouse.move(tip[0] - 30, tip[1] + 5, { steps: 5 });
    await page.mouse.up();
    const { case: case_, answer } = await stateOf(page);
    assert(answer.hit && answer.time > 0 && answer.time !== before.answer.time, query);
    assert.deepEqual([case_.pose_a, case_.pose_b], [before.case.pose_a, before.case.pose_b]);
  }
});

claim("steps go forward and back, by button and by key, and say what was decided", async () => {
  const page = await open();
  await page.click("#first");
  const names = [];
  const { frames } = await stateOf(page);
  for (let i = 0; i < frames; i++) {
    names.push(await page.textContent("#name"));
    assert((await page.textContent("#text p:first-child")).length > 30);
    if (i < frames - 1) await page.click("#forward");
  }
  assert.deepEqual([names[0], names.at(-1)], ["GJK 0", "Answer"]);
  assert.equal(new Set(names).size, frames);
  assert(names.includes("EPA 0"));
  assert(await page.isDisabled("#forward"));
  await page.click("#back");
  assert.equal(await page.textContent("#name"), names.at(-2));
  await page.locator("#bodies").focus();
  await page.keyboard.press(",");
  assert.equal(await page.textContent("#name"), names.at(-3));
  await page.keyboard.press("End");
  assert.equal(await page.textContent("#name"), "Answer");
});

claim("the keyboard moves, turns and resizes the selected body", async () => {
  const page = await open();
  await page.locator("#bodies").focus();
  const before = await stateOf(page);
  for (const key of ["a", "ArrowLeft", "[", "+"]) await page.keyboard.press(key);
  const { case: case_ } = await stateOf(page);
  assert(case_.pose_a.t[0] < before.case.pose_a.t[0]);
  assert(case_.pose_a.cs[1] > 0);
  assert(case_.a.points[0][0] > before.case.a.points[0][0]);
  assert.deepEqual([case_.b, case_.pose_b], [before.case.b, before.case.pose_b]);
});

/** The cases of the tour as the page holds them, with hulls in place of mesh files. */
const loaded = [];

/** A small window, which is drawn quickly. */
const SMALL = { viewport: { width: 920, height: 460 } };
/** A phone held upright. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Adds a function to the page: how far the support points of a frame are off the drawn bodies and difference. */
function addSupportsOff() {
  const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
  playground.supportsOff = () => {
    const { store, views } = playground;
    const {
      frame,
      result: { margins },
    } = store;
    if (frame.phase !== "gjk" && frame.phase !== "epa") return 0;
    const sign = frame.phase === "gjk" ? -1 : 1;
    const off = ({ figure, place }, point, dir, margin) => {
      const points = (figure.outline ?? figure.vertices).map((vertex) =>
        place.rows.map((row, i) => dot(row, vertex) + place.t[i]),
      );
      const heights = points.map((other) => dot(dir, other));
      const size = Math.max(
        ...points.flatMap((other) => other.map((x, i) => Math.abs(x - points[0][i]))),
        margin,
        1e-300,
      );
      return Math.abs(Math.max(...heights) - dot(dir, point) - margin) / size;
    };
    const [a, b] = ["a", "b"].map((side) => views.bodies.figures.find((item) => item.side === side));
    const core = views.difference.figures.find(({ role }) => role === "core");
    const ways = [sign, -sign].map((factor) => frame.axis.map((x) => x * factor));
    return Math.max(
      off(a, frame.newest.a, ways[0], margins[0]),
      off(b, frame.newest.b, ways[1], margins[1]),
      off(core, frame.newest.w, ways[0], 0),
    );
  };
}

claim(
  `the ${tour.length} cases of the tour have the answers of the command line, bit for bit, in ${SCALARS.length} scalars; every step can be shown`,
  async () => {
    const page = await open("", SMALL);
    await page.evaluate(addSupportsOff);
    const fresh = await stateOf(page);
    let compared = 0;
    for (const line of tour) {
      const { id } = JSON.parse(line);
      await load(page, line);
      await page.waitForFunction((id) => playground.store.case.id === id, id);
      loaded.push((await stateOf(page)).case);
      for (const scalar of SCALARS) {
        const record = expected[scalar].get(id);
        const found = await page.evaluate((scalar) => {
          const { store, views } = playground;
          try {
            store.change(store.case, { ...store.options, scalar });
          } catch (error) {
            return { refusal: error.message };
          }
          let off = 0;
          for (let i = 0; i < store.frames.length; i++) {
            store.goTo(i);
            if (scalar === "f64" && i % 4 === 0) {
              views.bodies.draw();
              views.difference.draw();
            }
            off = Math.max(off, playground.supportsOff());
          }
          return { answer: store.result.answer, off };
        }, scalar);
        if (record.status === "out_of_range") {
          assert.match(found.refusal ?? "", /beyond the scalar's limit/, `${id} in ${scalar}`);
        } else {
          sameAnswer(found.answer, record);
          // The pictures are sampled in f64: fixed point may round small bodies to nothing.
          if (scalar === "f64")
            assert(found.off < 0.02, `${id} in ${scalar}: a support point is ${found.off} of the size off the picture`);
          compared += 1;
        }
      }
      await page.evaluate((options) => playground.store.change(playground.store.case, options), fresh.options);
      assert.equal(await messageOf(page), null, id);
    }
    assert(compared > 2.5 * tour.length, `${compared} answers compared`);
  },
);

claim("a line exported from the page is a case for the command line", async () => {
  const page = await open();
  for (const dim of [2, 3]) {
    for (const query of ["proximity", "shape_cast", "time_of_impact", "ray_cast"]) {
      await setDimension(page, dim);
      await page.selectOption("#query", query);
      await page.click("#case");
      const file = join(scratch, "exported.jsonl");
      writeFileSync(file, await page.inputValue("#line"));
      await page.click("#dialog >> text=Close");
      const [record] = native(file);
      sameAnswer((await stateOf(page)).answer, record);
    }
  }
});

claim("a link opens the same state", async () => {
  const page = await open();
  await load(
    page,
    tour.find((line) => line.includes("hexagon-by-ellipse")),
  );
  await page.waitForFunction(() => playground.store.case.id.startsWith("hexagon"));
  await page.selectOption("[aria-label=Scalar]", "i16f16");
  await page.click("#back");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#link");
  await page.waitForSelector("#message:has-text('The link is copied')");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert(link.startsWith(address));
  const there = await stateOf(page);
  const here = await stateOf(await open(link.slice(address.length)));
  assert.deepEqual(here, there);
  assert(there.step < there.frames - 1 && there.options.scalar === "i16f16");
});

claim("a bad link gives a message, and the state before stays", async () => {
  const page = await open("#1.no-such-thing");
  assert.match(await messageOf(page), /link cannot be used/);
  const before = await stateOf(page);
  const impossible = await page.evaluate(async () => {
    const state = {
      case: { ...playground.store.case, a: { shape: "circle", radius: -1 } },
      options: playground.store.options,
    };
    const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_");
  });
  for (const fragment of ["#2.abc", "#1.AAAA", `#1.${impossible}`]) {
    await page.evaluate((fragment) => {
      document.querySelector("#message").hidden = true;
      history.replaceState(null, "", "/#1.x");
      location.hash = fragment;
    }, fragment);
    await page.waitForSelector("#message:not([hidden])");
    assert.match(await messageOf(page), /link cannot be used/, fragment);
    assert.deepEqual(await stateOf(page), before, fragment);
  }
  assert.match(await messageOf(page), /negative/);
});

claim("odd cases are shown, or refused with a message", async () => {
  const page = await open();
  const point = { shape: "point" };
  const ball = (radius) => ({ shape: "sphere", radius });
  const box = { shape: "box", half: [1, 1] };
  const flat = {
    shape: "hull",
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ],
  };
  const impact = { query: "time_of_impact", max_time: 1 };
  const shown = [
    { dim: 3, a: point, b: point },
    { dim: 2, a: point, b: { shape: "segment", half_length: 0 }, pose_b: { angle: 0.5, t: [1, 2] } },
    { dim: 3, a: ball(1e30), b: ball(1e-30), pose_b: { t: [1e31, 0, 0] } },
    { dim: 2, a: { shape: "circle", radius: 1e100 }, b: { shape: "circle", radius: 0 }, pose_a: {} },
    {
      dim: 3,
      a: flat,
      b: flat,
      pose_a: { q: [0, 0, 0, 7] },
      pose_b: {
        m: [
          [0, 0, 0, 2],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
        ],
      },
    },
    { dim: 3, ...impact, a: flat, b: ball(1), pose_b: { t: [3, 0, 0] }, motion_b: { linear: null } },
    { dim: 2, ...impact, a: point, b: box, pose_a: { t: [9, 0] }, motion_a: { angular: 1 }, max_time: 0 },
    { dim: 3, query: "shape_cast", a: ball(1), b: ball(1), pose_b: { t: [3, 0, 0] }, velocity: [0, 0, 0], max_time: 5 },
    { dim: 3, a: { shape: "rounded", radius: 1, of: { shape: "mesh", file: "gem.obj" } }, b: ball(0), note: {} },
  ];
  for (const [i, case_] of shown.entries()) {
    await load(page, JSON.stringify({ id: `odd ${i}`, ...case_ }));
    await page.waitForFunction((id) => playground.store.case.id === id, `odd ${i}`);
    assert.equal(await messageOf(page), null, JSON.stringify(case_));
    await page.locator("#bodies").focus();
    for (const key of ["a", "ArrowLeft", "[", "+", "Home", ".", "f", "b", "ArrowUp", "]", "-", "End"]) {
      await page.keyboard.press(key);
    }
    await page.evaluate(() => [playground.views.bodies, playground.views.difference].forEach((view) => view.draw()));
    await page.click("#code");
    await page.click("#dialog >> text=Close");
    assert.deepEqual(complaints, [], JSON.stringify(case_));
  }
  const rounded = (radius, of) => ({ shape: "rounded", radius, of });
  const refused = [
    [],
    null,
    {},
    { dim: 3 },
    { dim: 3, a: "ball", b: point },
    { dim: 3, a: { shape: "hull", points: "many" }, b: point },
    { dim: 3, a: { shape: "hull", points: [] }, b: point },
    { dim: 2, a: ball(1), b: point },
    { dim: 3, a: ball(1), b: point, pose_a: { q: [0, 0, 0, 0] } },
    { dim: 3, a: ball(1), b: point, pose_a: { t: [1, 2] } },
    { dim: 3, a: ball(1), b: point, query: "fly" },
    { dim: 3, a: rounded(-1, point), b: point },
    { dim: 3, a: rounded(1, rounded(1, point)), b: point },
    { dim: 3, a: { shape: "mesh", file: "../main.js" }, b: point },
  ];
  const before = await stateOf(page);
  for (const line of [
    ...refused.map((value) => JSON.stringify(value)),
    '{"dim":3,"a":{"shape":"sphere","radius":1e999}}',
    "{",
  ]) {
    const reported = complaints.length;
    await load(page, line);
    await page.waitForSelector("#message:not([hidden])");
    assert.match(await messageOf(page), /cannot be (read|shown): ./, line);
    assert.deepEqual(await stateOf(page), before, line);
    // The browser reports the request for a missing mesh.
    if (line.includes("mesh")) complaints.splice(reported);
  }
});

claim(
  "a mesh that is dropped becomes the selected body; a broken one gives a message, and the state before stays",
  async () => {
    const page = await open();
    await setDimension(page, 3);
    await page.locator("#bodies").focus();
    await page.keyboard.press("a");
    await drop(page, "gem.obj", gem);
    await page.waitForFunction(() => playground.store.case.a.shape === "hull");
    const vertices = gem
      .split("\n")
      .filter((line) => line.startsWith("v "))
      .map((line) => line.split(/\s+/).slice(1, 4).map(Number));
    const {
      case: { a },
    } = await stateOf(page);
    assert(a.points.length >= 4 && a.points.length <= vertices.length);
    const known = new Set(vertices.map(String));
    assert(a.points.every((point) => known.has(String(point))));
    const before = await stateOf(page);
    for (const [name, text] of [
      ["broken.obj", "v 1 2\nf 1 2 3\n"],
      ["empty.obj", ""],
      ["text.txt", "v 1 2 3"],
      ["broken.jsonl", '{"dim":'],
      ["none.jsonl", '{"dim":3,"a":{"shape":"mesh","file":"none.obj"},"b":{"shape":"point"}}'],
    ]) {
      await page.evaluate(() => (document.querySelector("#message").hidden = true));
      // The browser reports the request for a missing mesh.
      const reported = complaints.length;
      await drop(page, name, text);
      await page.waitForSelector("#message:not([hidden])");
      assert.match(await messageOf(page), /cannot be (used|shown)/, name);
      assert.deepEqual(await stateOf(page), before, name);
      if (name === "none.jsonl") complaints.splice(reported);
    }
  },
);

claim("a number that the library refuses gives a message, and the state before stays", async () => {
  const page = await open();
  const before = await stateOf(page);
  await page.fill('[aria-label="Half extent x"] >> nth=0', "-1");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#message:not([hidden])");
  assert.match(await messageOf(page), /negative/);
  assert.deepEqual(await stateOf(page), before);
  assert.equal(await page.inputValue('[aria-label="Half extent x"] >> nth=0'), "1");
});

claim("every shape can be chosen, rounded, and asked about in every scalar", async () => {
  const page = await open();
  for (const dim of [2, 3]) {
    await setDimension(page, dim);
    const kinds = await page
      .locator('[aria-label="Shape"] >> nth=1')
      .evaluate((select) => [...select.options].map(({ value }) => value));
    assert(kinds.length >= 8);
    for (const kind of kinds) {
      await page.selectOption('[aria-label="Shape"] >> nth=1', kind);
      await page.fill('[aria-label="Rounding"] >> nth=1', "0.25");
      await page.keyboard.press("Enter");
      for (const scalar of SCALARS) {
        await page.selectOption("[aria-label=Scalar]", scalar);
        const { case: case_, answer, options } = await stateOf(page);
        assert.deepEqual([case_.b.shape, case_.b.radius, options.scalar], ["rounded", 0.25, scalar], kind);
        assert(Number.isFinite(answer.signed_distance), `${kind} in ${scalar}`);
      }
      await page.fill('[aria-label="Rounding"] >> nth=1', "0");
      await page.keyboard.press("Enter");
    }
  }
  assert.equal(await messageOf(page), null);
});

claim("the workspace matters: few vertices leave wide bounds", async () => {
  const page = await open();
  await load(
    page,
    tour.find((line) => line.includes("cone-deep-in-cylinder")),
  );
  await page.waitForFunction(() => playground.store.case.id?.startsWith("cone-deep"));
  const gaps = [];
  for (const capacity of ["8", "256"]) {
    await page.selectOption("[aria-label=Workspace]", capacity);
    const { answer } = await stateOf(page);
    gaps.push(answer.upper - answer.lower);
  }
  assert(gaps[0] > gaps[1], `${gaps}`);
});

claim("the Rust code compiles, and prints the numbers of the page", async () => {
  const page = await open("", SMALL);
  const cases = [];
  for (const [i, case_] of loaded.entries()) {
    for (const scalar of i % 6 === 0 ? SCALARS : ["f64"]) {
      const isShown = await page.evaluate(
        ([case_, scalar]) => {
          const { store } = playground;
          try {
            store.change(case_, { ...store.options, scalar, capacity: scalar === "f32" ? 128 : 64 });
            return true;
          } catch {
            return false;
          }
        },
        [case_, scalar],
      );
      if (!isShown) continue;
      await page.click("#code");
      const code = await page.textContent("#dialog code");
      await page.click("#dialog >> text=Close");
      cases.push({ code, scalar, answer: (await stateOf(page)).answer, id: case_.id });
    }
  }
  const printed = runCode(cases.map(({ code }) => code));
  let compared = 0;
  cases.forEach(({ scalar, answer, id }, i) => {
    const text = printed[i];
    const size = answer.hit === undefined ? Math.abs(answer.signed_distance) : answer.time;
    if (size === null) return assert.match(text, /^None/m, id);
    const found = Number(/(?:distance|depth|time): ([-+.e\d]+),/.exec(text)?.[1]);
    // Rust prints single precision and fixed point with fewer digits.
    const isSame = scalar === "f64" ? Object.is(found, size) : Math.abs(found - size) <= 1e-4 * Math.max(1, size);
    assert(isSame, `${scalar}: ${found} instead of ${size}: ${id}`);
    compared += 1;
  });
  assert(compared > loaded.length - 5 && compared > 0);
});

/** Compiles programs together; returns the output of each. */
function runCode(programs) {
  const source = join(scratch, "code/src");
  mkdirSync(source, { recursive: true });
  const manifest = [
    "[package]",
    'name = "code"',
    'version = "0.0.0"',
    'edition = "2024"',
    "[workspace]",
    "[dependencies]",
    `gjk = { path = ${JSON.stringify(root)} }`,
    'fixed = "1.30"',
    "",
  ];
  writeFileSync(join(scratch, "code/Cargo.toml"), manifest.join("\n"));
  programs.forEach((code, i) => writeFileSync(join(source, `p${i}.rs`), code.replace("fn main()", "pub fn main()")));
  const calls = programs.flatMap((_, i) => [`    println!("== ");`, `    p${i}::main().unwrap();`]);
  const modules = programs.map((_, i) => `mod p${i};`);
  writeFileSync(
    join(source, "main.rs"),
    ["#![deny(warnings)]", ...modules, "fn main() {", ...calls, "}", ""].join("\n"),
  );
  // Dependencies have the versions of the page's own module.
  writeFileSync(join(scratch, "code/Cargo.lock"), readFileSync(resolve(here, "../wasm/Cargo.lock")));
  const output = execFileSync("cargo", ["run", "--quiet"], {
    cwd: join(scratch, "code"),
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return output.split("== \n").slice(1);
}

claim("it fits a phone, and a finger drags a body", async () => {
  const page = await open("", PHONE);
  for (const dim of [2, 3]) {
    await setDimension(page, dim);
    const { width, scroll } = await page.evaluate(() => ({
      width: innerWidth,
      scroll: document.documentElement.scrollWidth,
    }));
    assert(scroll <= width, `${scroll} pixels of ${width}`);
    for (const id of ["#bodies", "#difference", "#forward", "#text", "#query", "#link"]) {
      const { x, y, width: w, height } = await page.locator(id).boundingBox();
      assert(x >= 0 && x + w <= 390 && y >= 0 && y + Math.min(height, 40) <= 844, `${id} is at ${[x, y, w, height]}`);
    }
    const before = await stateOf(page);
    const [x, y] = await middleOf(page, "b");
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await touch("touchStart", [x + 4, y + 12]);
    for (let i = 1; i <= 4; i++) await touch("touchMove", [x + 4 + 8 * i, y + 12 - 4 * i]);
    await touch("touchEnd");
    await page.waitForFunction((t) => playground.store.case.pose_b.t[0] > t, before.case.pose_b.t[0]);
  }
});

/** Chooses an example by its name in the menu. */
async function choose(page, name) {
  await page.selectOption("#example", { label: name });
  await page.waitForFunction((name) => playground.store.case.id?.replaceAll("-", " ").startsWith(name), name);
}

claim("a cast without contact is drawn up to its max time, and without a contact", async () => {
  const page = await open();
  await choose(page, "circle past box");
  const miss = await page.evaluate(() => {
    const { store, views } = playground;
    views.bodies.draw();
    views.difference.draw();
    const { frame } = store;
    const [, end] = views.difference.segments.reduce((longest, [from, to]) =>
      Math.hypot(to[0] - from[0], to[1] - from[1]) >
      Math.hypot(longest[1][0] - longest[0][0], longest[1][1] - longest[0][1])
        ? [from, to]
        : longest,
    );
    return {
      hit: store.result.answer.hit,
      time: frame.time,
      step: frame.step,
      times: store.frames.map(({ time }) => time),
      ghost: views.bodies.figures.find(({ role }) => role === "ghost").place.t,
      off: Math.hypot(...views.difference.project([20, 0]).map((x, i) => x - end[i])),
      words: views.difference.labels.map(({ words }) => words),
      marked: views.bodies.labels.map(({ words }) => words),
    };
  });
  assert.equal(miss.hit, false);
  assert.deepEqual([miss.time, miss.step, Math.max(...miss.times)], [20, null, 20]);
  assert.deepEqual(miss.ghost, [10, 1.515625]);
  assert(miss.off < 0.01, `the path of the origin ends ${miss.off} pixels off`);
  assert(miss.words.includes("t = 20"), `${miss.words}`);
  assert.deepEqual(miss.marked, ["A", "B"]);
  assert.match(await page.textContent("#text"), /no contact up to time 20\b/);
  // Time without an end takes B out of range; the page still works.
  for (const query of ["shape_cast", "time_of_impact"]) {
    await page.selectOption("#query", query);
    await page.fill('[aria-label="Max time"]', "1e300");
    await page.fill('[aria-label^="Velocity"][aria-label$=" x"] >> nth=-1', "-1e20");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    assert.equal((await stateOf(page)).case.max_time, 1e300);
  }
});

claim("labels cover neither each other nor the line between the witness points", async () => {
  for (const device of [{}, PHONE]) {
    const page = await open("", device);
    for (const dim of [2, 3]) {
      await setDimension(page, dim);
      const faults = await page.evaluate(() => {
        const { store, views } = playground;
        const faults = [];
        const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
        // B goes around A, from deep inside to well apart.
        for (let i = 0; i < 24; i++) {
          const angle = (2 * Math.PI * i) / 8;
          const reach = [0.05, 0.6, 4][Math.floor(i / 8)];
          const t = [reach * Math.cos(angle), reach * Math.sin(angle), 0.2].slice(0, store.case.dim);
          store.edit((case_) => ({ ...case_, pose_b: { ...case_.pose_b, t } }), { fits: true, step: Infinity });
          for (const view of [views.bodies, views.difference]) {
            view.draw();
            const names = view.labels.map(({ words }) => words);
            view.labels.forEach(({ box, words }, k) => {
              for (const other of view.labels.slice(k + 1))
                if (overlap(box, other.box)) faults.push(`${words} and ${other.words} at ${t}`);
              if (words !== "A" && words !== "B") return;
              for (const [from, to] of view.segments)
                for (let part = 0; part <= 1; part += 1 / 256) {
                  const [x, y] = from.map((start, axis) => start + part * (to[axis] - start));
                  if (overlap(box, [x, y, x, y])) return faults.push(`a line through ${words} at ${t}`);
                }
            });
            if (!["A,B", "a − b,0"].some((few) => few.split(",").every((name) => names.includes(name))))
              faults.push(`only ${names}`);
          }
        }
        return faults;
      });
      assert.deepEqual(faults, []);
    }
  }
});

claim("the menu of examples names the example that is shown", async () => {
  const page = await open();
  const shown = () => page.$eval("#example", (menu) => menu.selectedOptions[0].textContent);
  assert.equal(await shown(), "Choose…");
  for (const name of ["circle past box", "squashed gem keel in box"]) {
    await choose(page, name);
    await page.click("#back");
    assert.equal(await shown(), name);
    await page.selectOption("[aria-label=Scalar]", "f32");
    assert.equal(await shown(), name);
    await page.locator("#bodies").focus();
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowUp");
    assert.equal(await shown(), `${name}, changed`);
    const moved = await stateOf(page);
    await page.selectOption("#example", { label: name });
    assert.equal(await shown(), name);
    assert.notDeepEqual((await stateOf(page)).case, moved.case);
  }
  await setDimension(page, 2);
  assert.equal(await shown(), "Choose…");
});

claim("the chart has numbers on both axes, which fit its lines", async () => {
  const page = await open();
  for (const name of [null, "circle past box", "spheres apart", "bullet into foil"]) {
    if (name) await choose(page, name);
    const { values, steps, marks, inside } = await page.evaluate(() => {
      const chart = document.querySelector("#chart");
      const all = (selector) => [...chart.querySelectorAll(selector)];
      const place = chart.getBoundingClientRect();
      return {
        values: all("text.value").map((text) => [Number(text.textContent.replace("−", "-")), text.getAttribute("y") - 4]),
        steps: all("text.step").map((text) => [Number(text.textContent), Number(text.getAttribute("x"))]),
        marks: all("path").map((path) => path.getAttribute("d")),
        inside: all("text").every((text) => {
          const { left, right } = text.getBoundingClientRect();
          return left >= place.left - 8 && right <= place.right + 8;
        }),
      };
    });
    const { frames } = await stateOf(page);
    assert(inside, `a text of the chart sticks out: ${name}`);
    assert(values.length >= 2 && values.length <= 6, `${values}`);
    assert(values.some(([value]) => value === 0));
    assert(steps.length >= 2 && steps.at(-1)[0] <= frames - 1, `${steps}`);
    // The mark of the lower bound stands where the axis says.
    const [, x, y] = /^M([-\d.]+) ([-\d.]+)h8l-4 -6z$/.exec(marks.at(-1)).map(Number);
    const [[v0, y0], [v1, y1]] = [values[0], values.at(-1)];
    const { frame, answer } = await page.evaluate(() => ({
      frame: playground.store.frames.at(-1),
      answer: playground.store.result.answer,
    }));
    const truth = answer.hit === undefined ? frame.bounds[0] : frame.time;
    const told = v0 + ((y - 4 - y0) / (y1 - y0)) * (v1 - v0);
    assert(Math.abs(told - truth) < 0.02 * Math.abs(v1 - v0), `${told} instead of ${truth}: ${name}`);
    assert(x + 4 > steps.at(-2)[1]);
  }
});

claim("shapes have their names in Rust, and those of a case", async () => {
  const page = await open();
  const source = readFileSync(join(root, "src/lib.rs"), "utf8");
  const types = new Set(source.match(/pub use body::shape::\{([^}]*)\}/)[1].split(/[\s,]+/));
  const rows = readFileSync(join(root, "examples/reader/case.rs"), "utf8").match(/pub enum Shape \{([^]*?)\n\}/)[1];
  const inCases = new Set([...rows.matchAll(/^    (\w+)/gm)].map(([, name]) => name.toLowerCase()));
  for (const dim of [2, 3]) {
    await setDimension(page, dim);
    const options = await page.$$eval('[aria-label="Shape"] >> nth=1', (menus) =>
      menus.flatMap((menu) => [...menu.options].map(({ value, textContent }) => [value, textContent])),
    );
    for (const [kind, name] of options) {
      const [, type, inCase] = /^(\w+)(?: of 3)?(?: \("(\w+)"\))?$/.exec(name);
      assert(types.has(type), `${type} is no type of the library`);
      assert(inCases.has(inCase ?? type.toLowerCase()), name);
      await page.selectOption('[aria-label="Shape"] >> nth=1', kind);
      assert.equal((await stateOf(page)).case.b.shape, inCase ?? type.toLowerCase());
      await page.click("#code");
      assert((await page.textContent("#dialog code")).includes(`let b = ${type}::`), name);
      await page.click("#dialog >> text=Close");
    }
  }
});

claim("a first visit explains the page in a sentence, until that is dismissed", async () => {
  const page = await open("", PHONE);
  assert.match(await page.textContent("#intro span"), /^[A-Z][^.]+\.$/);
  assert(await page.isVisible("#intro"));
  await page.click("#intro button");
  assert(await page.isHidden("#intro"));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert(await page.isHidden("#intro"));
});

claim("the server answers at the address that it names, and to this machine alone", async () => {
  const { hostname, port } = new URL(address);
  assert.equal(hostname, "127.0.0.1");
  assert.match(await (await fetch(address)).text(), /<title>gjk playground<\/title>/);
  const others = Object.values(networkInterfaces())
    .flat()
    .filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address: host } of others) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect({ host, port: Number(port), timeout: 2000 });
      socket.on("connect", () => resolve(true)).on("error", () => resolve(false)).on("timeout", () => resolve(false));
      socket.on("close", () => socket.destroy());
    });
    assert(!isOpen, `${host} answers`);
  }
});

claim("without WebGL it says so and stays in the plane", async () => {
  const page = await open();
  await page.evaluate(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith("webgl") ? null : original.call(this, kind, ...rest);
    };
  });
  await setDimension(page, 3);
  assert.match(await messageOf(page), /need WebGL/);
  assert.equal((await stateOf(page)).case.dim, 2);
  await page.click("#first");
  assert.equal(await page.textContent("#name"), "GJK 0");
  // three.js reports an error as well.
  complaints.length = 0;
});

claim("it follows the colour scheme", async () => {
  const paper = async (colorScheme) => {
    const page = await open("", { colorScheme });
    return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  };
  assert.notEqual(await paper("dark"), await paper("light"));
});

claim("every control has a name", async () => {
  const page = await open();
  await page.selectOption("#query", "time_of_impact");
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, textarea, [tabindex]")]
      .filter(
        (element) => !(element.ariaLabel || element.textContent.trim() || element.labels?.[0]?.textContent.trim()),
      )
      .map((element) => element.outerHTML),
  );
  assert.deepEqual(nameless, []);
});

claim("hulls of 200 vertices can be dragged", async () => {
  const page = await open();
  await setDimension(page, 3);
  const median = await page.evaluate(async () => {
    const { store, views } = playground;
    const points = Array.from({ length: 200 }, (_, i) => {
      const [height, angle] = [1 - (2 * i + 1) / 200, i * 2.4];
      const radius = Math.sqrt(1 - height * height);
      return [radius * Math.cos(angle), radius * Math.sin(angle), height];
    });
    const hull = { shape: "hull", points };
    const times = [];
    for (let i = 0; i < 60; i++) {
      const began = performance.now();
      store.change({ ...store.case, a: hull, b: hull, pose_b: { q: [0, 0.6, 0, 0.8], t: [1 + i / 100, 0.1, 0.2] } });
      views.bodies.build();
      views.difference.build();
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return times.sort((a, b) => a - b)[30];
  });
  console.log(`  a move takes ${median.toFixed(1)} ms of script, without what the graphics take`);
  assert(median < 100);
});

/* Runs the claims whose names hold the given words; without words, all of them */

let failures = 0;
const words = process.argv.slice(2).join(" ");
for (const [name, check] of claims.filter(([name]) => name.includes(words))) {
  const began = Date.now();
  try {
    await check();
    assert.deepEqual(complaints, [], "the page complained");
    console.log(`ok: ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED: ${name}\n  ${error.stack}`);
  }
  complaints.length = 0;
  await Promise.all(browser.contexts().map((context) => context.close()));
}
await browser.close();
await host.dispose();
rmSync(scratch, { recursive: true });
console.log(`${claims.length} claims, ${failures} failures`);
process.exit(failures > 0 ? 1 : 0);
