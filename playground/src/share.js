// Two ways to pass on a case: a link, whose fragment holds the whole state, and a line for `solve`.

import { tidyCase, tidyOptions } from "./state.js";

/** The version of the format, at the start of the fragment. */
const VERSION = "1.";

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The fragment of the link to a state. */
export async function toFragment({ case: case_, options, step, isLast }) {
  const state = JSON.stringify({ case: case_, options, ...(isLast ? {} : { step }) });
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(state));
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#${VERSION}${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The state that a fragment holds. */
export async function fromFragment(fragment) {
  if (!fragment.startsWith(`#${VERSION}`)) throw new Error("it does not belong to this page");
  let state;
  try {
    const text = atob(
      fragment
        .slice(1 + VERSION.length)
        .replaceAll("-", "+")
        .replaceAll("_", "/"),
    );
    const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const bytes = await through(new DecompressionStream("deflate-raw"), packed);
    state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error("it is incomplete or altered");
  }
  const step = Number.isInteger(state.step) && state.step >= 0 ? state.step : undefined;
  return { case: readCase(state.case), options: tidyOptions(state.options), step };
}

function readCase(object) {
  if (typeof object !== "object" || object === null || Array.isArray(object)) throw new Error("it is not a case");
  if (object.dim !== 2 && object.dim !== 3) throw new Error("dim must be 2 or 3");
  return tidyCase(object);
}

/** The line for `solve`. */
export const toLine = (case_) => JSON.stringify({ id: "playground", ...case_ });

/** The cases of lines for `solve`. */
export function fromLines(text) {
  const lines = text
    .replace(/^\ufeff/, "")
    .split("\n")
    .filter((line) => line.trim());
  if (lines.length === 0) throw new Error("it holds no case");
  return lines.map((line, number) => {
    try {
      return readCase(JSON.parse(line));
    } catch (error) {
      const problem = error instanceof SyntaxError ? "it is not a JSON object" : error.message;
      throw new Error(lines.length > 1 ? `line ${number + 1}: ${problem}` : problem);
    }
  });
}

/** The case with each mesh replaced by a hull, whose vertices `load` returns for the name of a file. */
export async function withMeshes(case_, load) {
  const resolve = async (shape) => {
    if (shape?.shape === "mesh") return { shape: "hull", points: await load(String(shape.file)) };
    return shape?.of ? { ...shape, of: await resolve(shape.of) } : shape;
  };
  const [a, b] = await Promise.all([resolve(case_.a), resolve(case_.b)]);
  return { ...case_, a, ...(b && { b }) };
}
