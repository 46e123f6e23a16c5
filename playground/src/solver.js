// The library, as WASM: questions and answers are JSON in a buffer of the module's memory.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the library refuses, in its own words. */
class Refusal extends Error {}

export class Solver {
  /** Compiles the module found at an address. */
  static async load(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return new Solver(await WebAssembly.compile(await response.arrayBuffer()));
  }

  constructor(module) {
    this.module = module;
    this.start();
  }

  start() {
    this.exports = new WebAssembly.Instance(this.module).exports;
  }

  ask(name, bytes) {
    const { memory, reserve, address } = this.exports;
    let reply;
    try {
      const at = reserve(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = this.exports[name]();
      reply = JSON.parse(decoder.decode(new Uint8Array(memory.buffer, address(), length)));
    } catch (error) {
      // A trap leaves the instance in an unknown state.
      this.start();
      throw new Refusal(`the library stopped: ${error.message}`);
    }
    if (reply.error !== undefined) throw new Refusal(reply.error);
    return reply.ok;
  }

  askAbout(name, case_, options) {
    return this.ask(name, encoder.encode(JSON.stringify({ case: case_, ...options })));
  }

  /** The answer to a case, the steps that led to it, and the margins of the bodies. */
  solve(case_, options) {
    return this.askAbout("solve", case_, options);
  }

  /** The outlines or surfaces of both bodies about their own origins. */
  bodies(case_, options) {
    return this.askAbout("bodies", case_, options);
  }

  /** The outline or surface of the Minkowski difference of the cores, and that of the whole bodies if it is another. */
  difference(case_, options) {
    return this.askAbout("difference", case_, options);
  }

  /** The vertices of the hull of a mesh file. */
  mesh(name, bytes) {
    const head = encoder.encode(`${name.replaceAll("\n", " ")}\n`);
    const question = new Uint8Array(head.length + bytes.length);
    question.set(head);
    question.set(bytes, head.length);
    return this.ask("mesh", question).points;
  }
}
