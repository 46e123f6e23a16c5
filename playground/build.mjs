// Builds the page into dist/: node build.mjs [--serve]

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { context } from "esbuild";

const here = import.meta.dirname;
const out = resolve(here, "dist");
const wasm = resolve(here, "wasm");
const target = "wasm32-unknown-unknown";
const serves = process.argv.includes("--serve");

// Flags in the environment would replace those of the package's configuration.
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
// The examples on offer, and the meshes that they name.
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
  const { hosts, port } = await bundle.serve({ servedir: out, port: Number(process.env.PORT ?? 8000) });
  console.log(`http://${hosts.includes("127.0.0.1") ? "localhost" : hosts[0]}:${port}/`);
} else {
  await bundle.dispose();
}
