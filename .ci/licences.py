#!/usr/bin/env python3
"""licences.py RULES METADATA: do the dependencies keep to the rules of deny.toml?

RULES is the file for `cargo deny`, which takes minutes to build; METADATA is a file with the output of `cargo
metadata`. Checks the licences, wildcard requirements and sources of all packages, as far as the file denies them. A key
that this script does not know is an error, so that no rule of the file goes unchecked. Prints the number of packages.
"""

import json
import re
import sys
import tomllib

# Every key that a table may have. Two of them need no check: `all-features` is an option of `cargo metadata`, and
# several versions of a package are allowed, which is the only value accepted.
KNOWN = {
    "graph": {"all-features"},
    "licenses": {"allow", "private"},
    "licenses.private": {"ignore"},
    "bans": {"wildcards", "multiple-versions"},
    "sources": {"unknown-registry", "unknown-git"},
}


def is_met(expression, allowed):
    """Whether the allowed licences meet an SPDX expression.

    AND binds tighter than OR, and `/` is an old spelling of OR. An exception (`WITH`) only adds permissions, so a
    licence with one is met where the licence alone is.
    """
    words = re.findall(r"[()]|[^()\s]+", expression.replace("/", " OR "))

    def any_of():
        met = all_of()
        while words and words[0] == "OR":
            words.pop(0)
            met = all_of() or met
        return met

    def all_of():
        met = one()
        while words and words[0] == "AND":
            words.pop(0)
            met = one() and met
        return met

    def one():
        word = words.pop(0)
        if word == "(":
            met = any_of()
            words.pop(0)
            return met
        if words and words[0] == "WITH":
            del words[:2]
        return word in allowed

    met = any_of()
    if words:
        raise ValueError(f"not an SPDX expression: {expression}")
    return met


def self_test():
    """Checks the reading of expressions where an error would let a licence pass, or refuse one without need."""
    allowed = {"A", "B"}
    for expression in ["A", "A OR X", "X OR A", "X/A", "(A OR X) AND B", "A AND B", "A OR X AND X", "X OR A WITH E"]:
        assert is_met(expression, allowed), expression
    for expression in ["X", "A AND X", "X AND A", "(A OR B) AND X", "(A OR X) AND X", "X AND A OR X", "X WITH A"]:
        assert not is_met(expression, allowed), expression


def read_rules(path):
    with open(path, "rb") as file:
        rules = tomllib.load(file)
    for table, keys in {**rules, "licenses.private": rules["licenses"]["private"]}.items():
        unknown = sorted(set(keys) - KNOWN.get(table, set()))
        if unknown:
            sys.exit(f"{path}: licences.py does not know {', '.join(unknown)} of [{table}]")
    if rules["bans"]["multiple-versions"] != "allow":
        sys.exit(f"{path}: licences.py cannot check multiple-versions")
    return rules


def faults(package, rules):
    """What the rules deny about one package."""
    licences, bans, sources = rules["licenses"], rules["bans"], rules["sources"]
    # Private packages are published nowhere: `publish` is an empty list.
    is_ignored = licences["private"]["ignore"] and package["publish"] == []
    if not is_ignored and not is_met(package["license"] or "none", set(licences["allow"])):
        yield f"licence {package['license']}"
    # Packages of the repository have no source; those of a registry that is not the default one have a source that is
    # not "registry+…", or are required with the name of the registry.
    source = package["source"] or "registry+"
    if source.startswith("git+"):
        if sources["unknown-git"] == "deny":
            yield f"source {source}"
    elif not source.startswith("registry+") and sources["unknown-registry"] == "deny":
        yield f"source {source}"
    for dependency in package["dependencies"]:
        if dependency["registry"] and sources["unknown-registry"] == "deny":
            yield f"{dependency['name']} from {dependency['registry']}"
        if dependency["req"] == "*" and bans["wildcards"] == "deny":
            yield f"{dependency['name']} in any version"


self_test()
rules = read_rules(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as file:
    packages = json.load(file)["packages"]
found = [f"{p['name']} {p['version']}: {fault}" for p in packages for fault in faults(p, rules)]
if found:
    sys.exit(f"against {sys.argv[1]}:\n" + "\n".join(found))
print(len(packages))
