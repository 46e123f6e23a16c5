// The library as a WebAssembly module: questions and answers are JSON in a buffer of its memory.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error of the library, with its message. */
class Refusal extends Error {}

export class Solver {
  /** Fetches and compiles the module. */
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

  /** The answer to a case, the steps of the search, and the margins of the bodies. */
  solve(case_, options) {
    return this.askAbout("solve", case_, options);
  }

  /** The outlines or surfaces of both bodies, each in its own frame. */
  bodies(case_, options) {
    return this.askAbout("bodies", case_, options);
  }

  /** The outline or surface of the Minkowski difference of the cores, and of the whole bodies if they have margins. */
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
