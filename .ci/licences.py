#!/usr/bin/env python3
"""licences.py RULES METADATA: checks that the dependencies comply with the rules of deny.toml.

It replaces `cargo deny`, which takes minutes to build. RULES is the file for `cargo deny`, METADATA a file with the
output of `cargo metadata`. The script checks licences, wildcard requirements and sources of all packages, as far as the
rules deny them, and prints the number of packages. A key that it does not know is an error, so that no rule remains
unchecked.
"""

import json
import re
import sys
import tomllib

# The keys that each table may have. Two of them need no check: `all-features` is an option for `cargo metadata`, and
# `multiple-versions` must be "allow".
KNOWN = {
    "graph": {"all-features"},
    "licenses": {"allow", "private"},
    "licenses.private": {"ignore"},
    "bans": {"wildcards", "multiple-versions"},
    "sources": {"unknown-registry", "unknown-git"},
}


def is_met(expression, allowed):
    """Whether the allowed licences satisfy an SPDX expression.

    AND binds tighter than OR, and `/` is an old spelling of OR. An exception (`WITH`) only adds permissions, so a
    licence with an exception is satisfied if the licence alone is.
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
    """Tests `is_met` on expressions that a wrong parser would accept or reject by mistake."""
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
    """The violations of the rules by one package."""
    licences, bans, sources = rules["licenses"], rules["bans"], rules["sources"]
    # `publish` is an empty list if a package is private.
    is_ignored = licences["private"]["ignore"] and package["publish"] == []
    if not is_ignored and not is_met(package["license"] or "none", set(licences["allow"])):
        yield f"licence {package['license']}"
    # Packages of this repository have no source. A package of a registry other than the default one has a source that
    # does not begin with "registry+", or the requirement names its registry.
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
