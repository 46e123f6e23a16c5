#!/usr/bin/env python3
"""riddles.py [FILE...]: finds turns of phrase in comments and prose that a reader has to decode. Without arguments it
reads every file that git tracks. riddles.py --self-test: checks that it finds each kind.

A comment has to make sense without its neighbour, so it names its subject. A sentence must not open with a pronoun
whose noun is elsewhere ("The same for …", "What is left …"), and a few words are not used at all, because each has a
plainer one: see RIDDLES. Headings and code, also in backquotes and between fences, are not read.
"""

import pathlib
import re
import subprocess
import sys

RIDDLES = {
    r"(The same(?! \w+ (is|are|has|holds|applies)\b)|As above|That of|Those of|Who|Whoever|Of what|Of which|Nor)\b":
        "opens a sentence without its subject",
    r"What\b(?![^.!]*\?)": "opens a sentence without its subject",
}
WORDS = {
    r"\bbut for\b": "say except",
    r"\bmostly\b": "say how often, or usually",
    r"\b(is|are|be|stays?|was|were) (no|none) numbers?\b|\b(is|stays|remains) none\b": "say NaN, nothing or `None`",
    r"\bby turns\b": "say alternately",
}
SLASHES = {".rs", ".c", ".h", ".cpp", ".js", ".mjs", ".ts", ".jsonc"}
HASHES = {".py", ".sh", ".toml", ".yml", ""}
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|cf|vs|etc|approx)\.")


def paragraphs(path, text):
    """The paragraphs of prose in a file: (number of the first line, words)."""
    suffix, here, start, fenced, quoted = path.suffix, [], 0, False, False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        bare = line.strip()
        prose = ""
        if suffix == ".md":
            prose = "" if bare.startswith("#") else bare
        elif suffix in SLASHES:
            found = re.match(r"(//[/!]?|/?\*+/?)(.*)", bare) or re.search(r"[;,{})] // ?()(.*)", bare)
            prose = found[2].strip().removesuffix("*/") if found else ""
        elif suffix in HASHES:
            found = re.match(r"#+(?!!)(.*)", bare)
            prose = found[1].strip() if found else ""
            if suffix == ".py":
                opens = not quoted and re.match(r'r?"""', bare)
                if quoted or opens:
                    prose = bare.replace('"""', "")
                    quoted = bare.count('"""') == 1 if opens else '"""' not in bare
        if prose.startswith("```"):
            fenced, prose = not fenced, ""
        if fenced and (suffix == ".md" or prose):
            prose = ""
        new = re.match(r"([-*] |\d+\. |#+ |\|)", prose)
        if here and (not prose or new):
            yield start, " ".join(here)
            here = []
        if prose:
            if not here:
                start = number
            here.append(re.sub(r"^([-*] (\[.\] )?|\d+\. |#+ )", "", prose))


def riddles(path, text):
    for number, words in paragraphs(path, text):
        words = ABBREVIATIONS.sub("", re.sub(r"`[^`]*`", "``", words))
        for sentence in re.split(r"(?<=[.!?:;])\s+|\s*\|\s*", words):
            for pattern, advice in RIDDLES.items():
                if re.match(pattern, sentence):
                    yield number, sentence[:70], advice
            for pattern, advice in WORDS.items():
                if re.search(pattern, sentence):
                    yield number, sentence[:70], advice


def self_test():
    wrong = [
        "// The same in the plane.", "/// What a hull borrows from.", "// All of it but for the last.",
        "//! Points. Who asks again pays again.", "// A sum that is no number.", "// It is mostly right.",
        "let x = 1; // That of the core.", "// They move by turns.",
    ]
    right = [
        "// What is a support point? A vertex.", "/// The same scale holds for both.", "// The points, none of them twice.",
        "let x = `What is left`;", '// `What is left`.', "// A ball, whose center is what counts.",
    ]
    for line in wrong:
        if not list(riddles(pathlib.Path("a.rs"), line)):
            sys.exit(f"error: not found: {line}")
    for line in right:
        if found := list(riddles(pathlib.Path("a.rs"), line)):
            sys.exit(f"error: {line}: {found}")
    if list(riddles(pathlib.Path("a.md"), "Text.\n```\nWhat a program prints.\n```\n")):
        sys.exit("error: a fence is read")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    names = sys.argv[1:] or subprocess.run(["git", "ls-files"], stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
    count = 0
    for name in filter(None, names):
        path = pathlib.Path(name)
        if path.suffix not in SLASHES | HASHES | {".md"} or path.name.startswith("LICENSE"):
            continue
        for number, sentence, advice in riddles(path, path.read_text(encoding="utf-8", errors="replace")):
            print(f"{name}:{number}: {sentence}: {advice}")
            count += 1
    if count:
        sys.exit(f"error: {count} riddles")


main()
