#!/usr/bin/env python3
"""too_new.py LIMIT METADATA: lists the dependencies that declare a rust-version above a limit.

METADATA is a file with the output of `cargo metadata`. The script checks every direct and indirect dependency of the
root package, normal or for the build; dev-dependencies do not count. It prints a line for each package that declares a
higher rust-version, and in the last line the number of packages checked.
"""

import json
import sys


def version(text):
    """"1.88" as (1, 88, 0)."""
    return tuple((list(map(int, text.split("."))) + [0, 0])[:3])


limit = version(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as file:
    metadata = json.load(file)

nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
root = metadata["resolve"]["root"]
seen, todo = set(), [root]
while todo:
    package = todo.pop()
    if package in seen:
        continue
    seen.add(package)
    for dependency in nodes[package]["deps"]:
        if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]):
            todo.append(dependency["pkg"])
seen.discard(root)

for package in metadata["packages"]:
    wants = package["rust_version"]
    if package["id"] in seen and wants and version(wants) > limit:
        print(f"{package['name']} {package['version']} wants rustc {wants}")
print(len(seen))
