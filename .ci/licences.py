#!/usr/bin/env python3
"""licences.py METADATA: checks the licences and sources of all packages in the output of `cargo metadata`.

MIT and Apache-2.0 have to suffice, beside the licence of Unicode's tables. Prints the number of packages.
"""

import json
import re
import sys

ALLOWED = {"MIT", "Apache-2.0", "Unicode-3.0"}

def suffices(expression):
    """Is an SPDX expression met by the allowed licences? An exception needs not to be made use of."""
    words = re.findall(r"[()]|[^()\s]+", expression.replace("/", " OR "))
    allowed = []
    while words:
        word = words.pop(0)
        if word == "WITH":
            words.pop(0)
        elif word in ("(", ")", "AND", "OR"):
            allowed.append(word.lower())
        else:
            allowed.append(str(word in ALLOWED))
    return eval(" ".join(allowed))

assert suffices("(MIT OR GPL-3.0) AND Unicode-3.0") and not suffices("MIT AND GPL-3.0")
with open(sys.argv[1], encoding="utf-8") as file:
    packages = json.load(file)["packages"]
bad = [f"{p['name']} {p['version']}: {p['license']}, from {p['source']}" for p in packages
       if not suffices(p["license"] or "none") or not (p["source"] or "registry+").startswith("registry+")]
if bad:
    sys.exit("licence or source not allowed:\n" + "\n".join(bad))
print(len(packages))
