"""Finds out which files of a crate use which other files, for house.py.

An arrow leads from a file to each file that defines a name it uses. Names come from `use` trees, from paths in code
that begin with crate, self, super, a child module or an imported name, and from globs. Imports and re-exports are
followed to the file of the definition. Comments, strings, `#[cfg(test)]` items and files named tests.rs do not count.

Method calls are not resolved: `query.manifold()` is not an arrow. A parent that only re-exports a name of its child
does not use it; it does if its own code names it.

A path is a tuple of names from the root of the crate; a file is known by the path of its module, lib.rs by ().
"""

import re

NOT_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/"""  # comments
    r"""|\br(#*)".*?"\1|"(?:\\.|[^"\\])*"|'(?:\\.[^']*|[^'\\])'""",  # raw strings, strings, characters
    re.DOTALL,
)
TEST_ITEM = re.compile(r"#\[cfg\((?:all\()?(?:test|doctest)\b")
INNER_MODULE = re.compile(r"\bmod\s+(\w+)\s*\{")
USE = re.compile(r"\buse\s+([^;]+);")
PATH = re.compile(r"(?<![:\w])\w+(?:\s*::\s*\w+)+")
TYPE = re.compile(r"\b(?:struct|enum|union|trait)\s+(\w+)")
ITEM = r"\b(?:struct|enum|union|trait|type|fn|const|static)\s+%s\b"


class Module:
    """A file, or a module within a file."""

    def __init__(self, file, code):
        self.file = file
        self.uses = [use for tree in USE.findall(code) for use in leaves(tree)]
        self.names = {name: path for path, name in self.uses if name not in ("*", "_")}
        self.globs = [path for path, name in self.uses if name == "*"]
        self.code = USE.sub("", code)
        self.words = set(re.findall(r"\w+", self.code))

    def defines(self, name):
        return re.search(ITEM % name, self.code) is not None


def leaves(tree, prefix=()):
    """Each path of a `use` tree with the name that it imports: `*` for a glob, `_` for no name."""
    head, brace, rest = tree.partition("{")
    path, _, name = re.sub(r"\s+", " ", head.strip()).partition(" as ")
    path = prefix + tuple(part.strip() for part in path.split("::") if part.strip())
    if not brace:
        if path[-1] == "*":
            yield path[:-1], "*"
        else:
            path = path[:-1] if path[-1] == "self" and len(path) > 1 else path
            yield path, name or path[-1]
        return
    depth, start = 0, 0
    for i, char in enumerate(rest):
        if depth == 0 and char in ",}":
            if rest[start:i].strip():
                yield from leaves(rest[start:i], path)
            start = i + 1
        depth += (char == "{") - (char == "}")


def end_of_item(code, start):
    """The end of the item that begins at `start`: after the first semicolon or closing brace outside all brackets."""
    depth = 0
    for i in range(start, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth < 0 or (depth == 0 and code[i] in ";}"):
            return i + 1
    return len(code)


class Crate:
    def __init__(self, src):
        self.modules, self.lines = {}, {}
        for source in sorted(src.rglob("*.rs")):
            path = source.relative_to(src).with_suffix("").parts
            if path[-1] == "tests":
                continue
            if path[-1] == "mod" or path == ("lib",):
                path = path[:-1]
            text = source.read_text(encoding="utf-8")
            self.lines[path] = text.count("\n")
            code = NOT_CODE.sub(lambda found: " " if found[0].startswith("/") else '""', text)
            while test := TEST_ITEM.search(code):
                code = code[: test.start()] + code[end_of_item(code, test.start() + 1) :]
            self.add(path, path, code)

    def add(self, path, file, code):
        while inner := INNER_MODULE.search(code):
            end = end_of_item(code, inner.start())
            self.add(path + (inner[1],), file, code[inner.end() : end - 1])
            code = code[: inner.start()] + code[end:]
        self.modules[path] = Module(file, code)

    def types(self):
        """A map from each name of a type to the files that define it."""
        found = {}
        for module in self.modules.values():
            for name in TYPE.findall(module.code):
                found.setdefault(name, set()).add(module.file)
        return found

    def from_root(self, here, path, followed=()):
        """Converts a path in the module `here` to one from the root; None if it leads to another crate or to an item of
        the module itself."""
        first, rest = path[0], path[1:]
        if first in ("crate", "self", "super"):
            base = {"crate": (), "self": here, "super": here[:-1]}[first]
            while rest and rest[0] == "super":
                base, rest = base[:-1], rest[1:]
            return base + rest
        if here + (first,) in self.modules:
            return here + path
        imported = self.modules[here].names.get(first)
        if imported is None or first in followed:
            return None
        found = self.from_root(here, imported, followed + (first,))
        return None if found is None else found + rest

    def definition(self, path, followed=()):
        """The module that defines the item at a path from the root, and whether the definition was found there."""
        at = 0
        while at < len(path) and path[: at + 1] in self.modules:
            at += 1
        here, rest = path[:at], path[at:]
        if not rest or self.modules[here].defines(rest[0]):
            return here, True
        if (here, rest[0]) not in followed:
            followed += ((here, rest[0]),)
            imported = self.from_root(here, rest[:1])
            if imported is not None:
                return self.definition(imported + rest[1:], followed)
            for glob in self.modules[here].globs:
                target = self.from_root(here, glob)
                if target is not None:
                    found, is_there = self.definition(target + rest, followed)
                    if is_there:
                        return found, True
        return here, False

    def names_used(self, here):
        """The paths from the root of all items that the code of a module uses, each with a name for messages."""
        module = self.modules[here]
        paths = [tuple(re.split(r"\s*::\s*", path)) for path in PATH.findall(module.code)]
        for path, shown in [(path, "::".join(path)) for path in paths] + module.uses:
            target = self.from_root(here, path)
            if target is None:
                continue
            if shown == "*":
                for word in module.words:
                    if self.definition(target + (word,))[1]:
                        yield target + (word,), word
            is_in_child = len(target) > len(module.file) and target[: len(module.file)] == module.file
            if not is_in_child or shown == "_" or "::" in shown or shown in module.words:
                yield target, shown

    def arrows(self):
        """Two maps: from each file to the files that it uses, with the names; and from files to the names that they
        import from lib.rs."""
        arrows = {file: {} for file in self.lines if file}
        from_lib = {}
        for here, module in self.modules.items():
            if module.file == ():
                continue
            for target, shown in self.names_used(here):
                if target[:1] not in self.modules:
                    from_lib.setdefault(module.file, set()).add(shown)
                used = self.modules[self.definition(target)[0]].file
                if used not in (module.file, ()):
                    arrows[module.file].setdefault(used, set()).add(shown)
        return arrows, from_lib
