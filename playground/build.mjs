// Builds the page into dist/: node build.mjs [--serve]. With --serve it also serves the page, at the port in PORT if
// that is set, and rebuilds it when a source changes.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { context } from "esbuild";
import { serve } from "./serve.mjs";

const here = import.meta.dirname;
const out = resolve(here, "dist");
const wasm = resolve(here, "wasm");
const target = "wasm32-unknown-unknown";
const serves = process.argv.includes("--serve");

// RUSTFLAGS would replace the flags in wasm/.cargo/config.toml.
const { RUSTFLAGS, CARGO_ENCODED_RUSTFLAGS, ...environment } = process.env;
const targetDirectory = resolve(environment.CARGO_TARGET_DIR ?? resolve(wasm, "target"));
execFileSync("cargo", ["build", "--locked", "--release"], {
  cwd: wasm,
  env: { ...environment, CARGO_TARGET_DIR: targetDirectory },
  stdio: "inherit",
});

rmSync(out, { recursive: true, force: true });
mkdirSync(resolve(out, "cases"), { recursive: true });
cpSync(resolve(targetDirectory, target, "release/playground.wasm"), resolve(out, "playground.wasm"));
cpSync(resolve(here, "index.html"), resolve(out, "index.html"));
// The cases that the page offers as examples, and the meshes that they name.
cpSync(resolve(here, "../examples/cases"), resolve(out, "cases"), {
  recursive: true,
  filter: (source) => !source.endsWith("arm.jsonl"),
});

const bundle = await context({
  entryPoints: [resolve(here, "src/main.js"), resolve(here, "style.css")],
  entryNames: "[name]",
  outdir: out,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: !serves,
  sourcemap: serves,
  logLevel: "warning",
});
await bundle.rebuild();
if (serves) {
  await bundle.watch();
  const { PORT } = process.env;
  try {
    console.log(await serve(bundle, out, PORT === undefined ? undefined : Number(PORT)));
  } catch (error) {
    console.error(`error: the page cannot be served${PORT ? ` at port ${PORT}` : ""}: ${error.message}`);
    process.exit(1);
  }
} else {
  await bundle.dispose();
}
