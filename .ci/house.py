#!/usr/bin/env python3
"""house.py [ROOT]: checks the structure of ROOT/src. house.py --self-test: checks that it finds each kind of fault.

src is divided into layers, here called floors: `x.rs` and all files in `x/` are the floor x. An arrow leads from a file
to a file that it uses; imports.py finds the arrows and says which uses count. The faults:

- A circle of files that use each other. A parent (`epa.rs`) and a file in its folder (`epa/…`) may use each other.
  Every other circle counts, also one through a parent: epa/star uses epa/polygon, which uses a definition in epa.rs,
  which uses epa/star. Code that a parent and several of its children share belongs into a child of its own.
- An arrow against the order of FLOORS. A floor may use the floors in earlier lines of the list, but no other floor in
  its own line.
- An arrow to a file OUTSIDE the floors, or to a name that lib.rs re-exports: a file must import a name from the module
  that defines it. Files outside may use every floor.
- A file or folder of src that is in neither list.
- A file with too many lines.
- A name of a type (struct, enum, union, trait) that two files define.
"""

import collections
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
from imports import Crate

FLOORS = [
    ["number"],
    ["kernel"],
    ["body"],
    ["pair"],
    ["shortcut"],
    ["query"],
    ["motion", "contact", "hull", "batch", "gradient"],
]
OUTSIDE = ["lib", "guide", "interop"]
MOST_LINES = 600
MOST_LINES_IN = {"kernel": 480}

RANKS = {floor: rank for rank, floors in enumerate(FLOORS) for floor in floors}


def shown(file):
    return "/".join(file or ("lib",)) + ".rs"


def are_kin(a, b):
    """Whether one file lies in the folder of the other."""
    return a[: len(b)] == b or b[: len(a)] == a


def way_back(arrows, a, b):
    """The files of a shortest circle that begins with the arrow from a to b, or None if no circle does."""
    before, todo = {b: None}, [b]
    for file in todo:
        for target in sorted(arrows[file]):
            if target in before or (file == b and target == a and are_kin(a, b)):
                continue
            before[target] = file
            todo.append(target)
    if a not in before:
        return None
    circle = [a]
    while before[circle[-1]] is not None:
        circle.append(before[circle[-1]])
    return circle[::-1]


def find_circles(arrows):
    """The groups of files that are connected by circles, each with a shortest circle."""
    groups = []
    for a in sorted(arrows):
        for b in sorted(arrows[a]):
            circle = way_back(arrows, a, b)
            if circle is None:
                continue
            files = set(circle)
            for group in [group for group in groups if group[0] & files]:
                groups.remove(group)
                files |= group[0]
                circle = min(circle, group[1], key=len)
            groups.append((files, circle))
    return groups


def check(src):
    """The faults of a source tree, as (kind, text), and the number of its files and arrows."""
    crate = Crate(src)
    if () not in crate.modules:
        return [("unknown", f"{src} has no lib.rs")], 0, 0
    arrows, from_lib = crate.arrows()
    faults = []
    for files, circle in find_circles(arrows):
        text = f"circle of {len(files)} files: {', '.join(map(shown, sorted(files)))}; a shortest one:"
        for a, b in zip(circle, circle[1:] + circle[:1]):
            text += f"\n    {shown(a)} uses {', '.join(sorted(arrows[a][b]))} of {shown(b)}"
        faults.append(("circle", text))
    for a in sorted(arrows):
        for b, names in sorted(arrows[a].items()):
            above, below = a[0], b[0]
            if above == below or above in OUTSIDE:
                continue
            is_known = above in RANKS and below in RANKS
            if below in OUTSIDE or (is_known and RANKS[below] >= RANKS[above]):
                faults.append(("order", f"against the order: {shown(a)} uses {', '.join(sorted(names))} of {shown(b)}"))
    for file, names in sorted(from_lib.items()):
        faults.append(("lib", f"{shown(file)} takes {', '.join(sorted(names))} from lib.rs"))
    for name in sorted({entry.stem for entry in src.iterdir()} - set(RANKS) - set(OUTSIDE)):
        faults.append(("unknown", f"src/{name} is no floor: .ci/house.py lists them"))
    for file, lines in sorted(crate.lines.items()):
        most = MOST_LINES_IN.get(file[0] if file else "lib", MOST_LINES)
        if lines > most:
            faults.append(("lines", f"{shown(file)} has {lines} lines, more than {most}"))
    for name, files in sorted(crate.types().items()):
        if len(files) > 1:
            faults.append(("type", f"the type {name} stands in {', '.join(map(shown, sorted(files)))}"))
    return faults, len(crate.lines), sum(map(len, arrows.values()))


# A tree without a fault. Text that looks like a fault is in a test, a comment, a string or after a lifetime.
SOUND = {
    "lib.rs": "mod kernel; mod number; mod query; pub use number::Vec3; pub use query::Query;",
    "interop.rs": "use crate::query::Query; pub fn convert() {}",
    "number.rs": "mod vector; pub use vector::{Vec3, Vec2 as Flat};",
    "number/vector.rs": """pub struct Vec3; // crate::query::Query
        pub struct Vec2<'q>; const TEXT: (&str, char) = (r#"a " crate::query::Query"#, '"'); /* crate::query::Query */
        #[cfg(test)] mod tests { use crate::query::Query; fn f() { } }
        #[cfg(test)] use crate::query::Query;""",
    "kernel.rs": "pub mod epa; pub mod gjk; pub use epa::Polytope; pub use gjk::Goal; pub struct Shared;",
    "kernel/epa.rs": "mod star; use super::{Shared, gjk::Goal}; pub struct Polytope; fn f() { star::grow() }",
    "kernel/epa/star.rs": "use crate::{kernel::{self, epa::Polytope}, number::*}; fn grow() { kernel::gjk::Goal; }",
    "kernel/epa/tests.rs": "use crate::query::Query;",
    "kernel/gjk.rs": "use crate::number::Flat as Plane; use core::fmt; use super::Shared; pub enum Goal {}",
    "pair.rs": "pub struct Cso;",
    "query.rs": """use crate::{kernel::gjk::Goal, pair::Cso as _}; pub struct Query;
        mod private { use super::Goal; pub trait Sealed {} }""",
    "motion.rs": "use crate::query::Query;",
    "contact.rs": "",
    "guide.rs": "",
}
# Trees with one fault each: its kind, and the files that differ from the tree above.
FAULTY = [
    ("circle", {"number/a.rs": "use super::b::B;", "number/b.rs": "use crate::number::a; pub struct B;"}),
    ("circle", {"kernel/gjk.rs": "use super::Polytope; pub enum Goal {}"}),  # by a re-export of the parent
    ("circle", {"kernel/gjk.rs": "use super::epa as e; pub enum Goal {} fn f() { e::Polytope }"}),
    ("circle", {"kernel.rs": SOUND["kernel.rs"] + "fn f() { epa::run() }"}),  # epa -> gjk -> kernel.rs -> epa
    ("circle", {"kernel.rs": SOUND["kernel.rs"] + "fn f() -> Polytope {}"}),
    ("circle", {"number/a.rs": "fn f() { super::b::B }", "number/b.rs": "use super::a::*; struct B; fn g() { f() }"}),
    ("order", {"number/a.rs": "use crate::pair; fn f() { pair::Cso }"}),
    ("order", {"kernel/gjk.rs": SOUND["kernel/gjk.rs"] + "fn f(cso: &crate::pair::Cso) {}"}),
    ("order", {"kernel/gjk.rs": SOUND["kernel/gjk.rs"] + "mod inner { use super::super::super::pair::Cso; }"}),
    ("order", {"number.rs": SOUND["number.rs"] + "pub use crate::pair::Cso;"}),
    ("order", {"contact.rs": "use crate::motion::Motion;"}),  # a floor in its own line
    ("order", {"motion.rs": "use crate::interop::convert;"}),  # no file may use a file outside the floors
    ("lib", {"contact.rs": "use crate::Vec3;"}),
    ("lib", {"contact.rs": "fn f() { super::Query::new() }"}),
    ("lines", {"query.rs": SOUND["query.rs"] + "\n" * 601}),
    ("lines", {"kernel/gjk.rs": SOUND["kernel/gjk.rs"] + "\n" * 481}),
    ("unknown", {"tricks.rs": ""}),
    ("unknown", {"tricks/gjk.rs": ""}),
    ("type", {"contact.rs": "struct Goal;"}),
]


def self_test():
    for kind, files in [(None, {})] + FAULTY:
        with tempfile.TemporaryDirectory() as root:
            for name, text in {**SOUND, **files}.items():
                path = pathlib.Path(root, "src", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            faults = check(pathlib.Path(root, "src"))[0]
            if {found for found, _ in faults} != {kind} - {None}:
                sys.exit(f"self-test: {kind or 'no fault'} expected with {files}, found {faults}")
    print(f"self-test: each of {len(FAULTY)} faults was found, and none in a sound tree")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    faults, files, arrows = check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".", "src"))
    for _, text in faults:
        print(text)
    count = collections.Counter(kind for kind, _ in faults)
    print(
        f"{files} files, {arrows} arrows, {count['circle']} circles, {count['order']} arrows against the order of "
        f"floors, {count['lib']} files that import from lib.rs, {count['lines']} files too long, {count['unknown']} "
        f"names outside the floors, {count['type']} names of types in two files"
    )
    return sys.exit(bool(faults))


if __name__ == "__main__":
    main()
