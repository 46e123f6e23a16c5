// Prints the output of a program of the corpus, built as a WebAssembly module:
// node wasm.mjs MODULE [--show CASE] [--spoil CASE]

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const number = { type: "string", default: "-1" };
const { positionals, values } = parseArgs({ allowPositionals: true, options: { show: number, spoil: number } });
const module = new WebAssembly.Module(readFileSync(positionals[0]));
const { exports } = new WebAssembly.Instance(module);
const text = new Uint8Array(exports.memory.buffer).subarray(exports.run(Number(values.show), Number(values.spoil)));
process.stdout.write(Buffer.from(text.subarray(0, text.indexOf(0))));
