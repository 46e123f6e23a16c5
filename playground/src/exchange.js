// Import and export: examples, files, lines and code.

import { button, copy, openDialog, row } from "./dialog.js";
import { fromLines, toLine, withMeshes } from "./share.js";
import { snippet } from "./snippet.js";
import * as state from "./state.js";
import { $, el, say } from "./ui.js";

const isCaseFile = ({ name }) => /\.jsonl?$/i.test(name);

export class Exchange {
  /** `show` shows a case and returns whether the library accepted it. */
  constructor(store, show) {
    this.store = store;
    this.show = show;
    /** The vertices of hulls, by the names of their files. */
    this.meshes = new Map();
    /** The cases of the tour, each with its name in the menu and the JSON text of the case that the page shows. */
    this.examples = [];
  }

  /** The vertices of the hull of a mesh that a case names: a dropped file, or one that comes with the page. */
  async mesh(name) {
    if (!this.meshes.has(name)) {
      const response = await fetch(`cases/${encodeURIComponent(name)}`);
      if (!response.ok) throw new Error(`the mesh ${name} is missing: drop it together with the case`);
      this.meshes.set(name, this.store.solver.mesh(name, new Uint8Array(await response.arrayBuffer())));
    }
    return this.meshes.get(name);
  }

  /** Offers the cases of the tour. */
  async offerExamples() {
    const cases = fromLines(await (await fetch("cases/tour.jsonl")).text());
    this.examples = cases.map((case_) => ({
      case: case_,
      name: case_.id.replace("-2d", "").replaceAll("-", " "),
      text: JSON.stringify(case_),
    }));
    const groups = [2, 3].map((dim) => {
      const options = this.examples.flatMap(({ case: case_, name }, i) =>
        case_.dim === dim ? [el("option", { value: i }, name)] : [],
      );
      return el("optgroup", { label: `${dim}D` }, options);
    });
    $("example").replaceChildren(el("option", { value: "" }), ...groups);
    $("example").onchange = async ({ target }) => {
      const example = this.examples[Number(target.value)];
      if (target.value !== "") await this.open([example.case], example);
      this.markExample();
    };
    this.markExample();
  }

  /** Makes the menu name the example that is shown. A changed example can be chosen again to restore it. */
  markExample() {
    const { case: case_ } = this.store;
    const index = this.examples.findIndex((example) => case_.id !== undefined && example.case.id === case_.id);
    const example = this.examples[index];
    const [first] = $("example").options;
    if (!first) return;
    const isUnchanged = example?.text === JSON.stringify(case_);
    first.textContent = !example || isUnchanged ? "Choose…" : `${example.name}, changed`;
    $("example").value = isUnchanged ? index : "";
  }

  /** Shows the first of some cases. The text of an example is stored with its meshes replaced, for `markExample`. */
  async open(cases, example) {
    try {
      const case_ = state.tidyCase(await withMeshes(cases[0], (name) => this.mesh(name)));
      if (example) example.text = JSON.stringify(case_);
      if (this.show(case_) && cases.length > 1) say(`The first of ${cases.length} cases is shown.`, { isError: false });
    } catch (error) {
      say(`The case cannot be shown: ${error.message}.`);
    }
  }

  /** Reads files: a case with the meshes that it names, or a mesh for the selected body. */
  async receive(files) {
    const caseFile = files.find(isCaseFile);
    for (const file of files.filter((other) => !isCaseFile(other))) {
      try {
        const points = this.store.solver.mesh(file.name, new Uint8Array(await file.arrayBuffer()));
        this.meshes.set(file.name, points);
        if (!caseFile) this.wear(points, file.name);
      } catch (error) {
        say(`${file.name} cannot be used: ${error.message}.`);
      }
    }
    if (!caseFile) return;
    try {
      await this.open(fromLines(await caseFile.text()));
    } catch (error) {
      say(`${caseFile.name} cannot be used: ${error.message}.`);
    }
  }

  /** Makes the hull of points the selected body. */
  wear(points, name) {
    const { store } = this;
    const side = state.queryOf(store.case) === "ray_cast" ? "a" : store.selected;
    const start = store.case.dim === 3 ? store.case : state.FIRST[3];
    const case_ = state.withShape(start, side, { shape: "hull", points });
    store.change(state.tidyCase(case_), store.options, { fits: true, step: Infinity });
    say(`${name}: a hull of ${points.length} vertices is now body ${side.toUpperCase()}.`, { isError: false });
  }

  /** The dialog with the Rust code. */
  showCode() {
    const code = snippet(this.store.case, this.store.options);
    openDialog(
      "The same query in Rust",
      el("pre", { tabIndex: 0 }, el("code", {}, code)),
      row(button("Copy", () => copy(code, "The code is"))),
    );
  }

  /** The dialog with the line of the case. */
  showCase() {
    const { scalar, capacity } = this.store.options;
    const line = toLine(this.store.case);
    const area = el("textarea", {
      value: line,
      spellcheck: false,
      id: "line",
      "aria-label": "The case as a line of JSON",
    });
    const accept = ".jsonl,.json,.obj,.stl";
    const file = el("input", { type: "file", accept, multiple: true, "aria-label": "A case or meshes", hidden: true });
    file.onchange = async () => {
      $("dialog").close();
      await this.receive([...file.files]);
    };
    const load = async () => {
      $("dialog").close();
      try {
        await this.open(fromLines(area.value));
      } catch (error) {
        say(`The case cannot be read: ${error.message}.`);
      }
    };
    const command = `cargo run --release -p solve -- --scalar ${scalar} --capacity ${capacity} --json FILE`;
    openDialog(
      "The case as a line of a file",
      area,
      el(
        "p",
        {},
        "Paste another line here and load it, or open a file: cases (JSONL), or a mesh (OBJ, STL), whose hull becomes the selected body.",
      ),
      el("p", {}, "In a clone of the repository, ", el("code", {}, command), " prints the same numbers."),
      file,
      row(
        button("Open a file…", () => file.click()),
        button("Load the line", load),
        button("Copy", () => copy(area.value, "The line is")),
      ),
    );
  }
}
