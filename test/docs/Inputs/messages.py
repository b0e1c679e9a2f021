# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""messages.py CLANG CLANGXX PLUGIN INCLUDE PAGE FOLDER: compiles what the page on messages says to
write, and what to write instead of it: the one gets the message, the other compiles without it.
A block that "is told" gets the message, which asks for nothing else to be written, or beside others.
Each entry has a block, and names the test that holds it where its blocks are not compiled.

Blocks of the page leave out what does not matter. What is left out is put there: a loop behind
an annotation, an annotation before a loop, `...`, and declarations, which are these, those of
the entry in messages.txt, those before the block's "instead of", or else arrays. Beside the message
there is no other warning or error."""
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

clang, clangxx, plugin, include, page, folder = sys.argv[1:]
HEAD = "for (int i = 0; i < n; ++i)"
DECLARED = {
    "n": "int n = 100;", "m": "int m = 10;", "k": "int k = 3;", "i": "int i;", "j": "int j;",
    "s": "double s;", "sum": "double sum;", "t": "double t;", "index": "int index[100];",
    "p": "double *p;", "A": "double A[100][100];", "B": "double B[100][100];",
    "f": "double f(double);", "step": "void step(void);", "bins": "int bins[16];",
    "key": "int key[100];", "count": "int count[100];", "at": "int at;", "place": "int place[100];",
    "chosen": "int chosen[100];", "changed": "int changed;", "least": "double least;",
    "h": "int h[100];", "a": "double a[100];", "q": "double *q;", "work": "void work(int);",
    "next": "int next[100];", "head": "int head[100];", "last": "double last;",
}
contexts = dict(re.findall(r"^(\w+): (.*)$",
                           Path(__file__).with_suffix(".txt").read_text(), re.M))
HEADERS = {"c": "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
           "cpp": "#include <cmath>\n#include <deque>\n#include <list>\n#include <memory>\n"
                  "#include <string>\n#include <twofold/twofold.hpp>\n#include <vector>\n"}


def completed(text):
    """What a block leaves out where it is clear what that is."""
    text = text.replace("for (...)", HEAD)
    text = re.sub(r"for \((\w+ = 0); \.\.\.", rf"for (\1; i < n; ++i) x[i] = 0;", text)
    text = re.sub(r"(?<!case \d )\.\.\.", "x[i] = 0;", text)
    annotated = re.search(r"#pragma (twofold|omp (parallel|for))|\[\[|__attribute__", text)
    slices = re.search(r"\w\[[^\]?]*:[^\]]*\]|twofold_(sum|any|index|max|dot)", text)
    last = text.rstrip().split("\n")[-1].strip()
    if last.startswith("#pragma twofold parallel") or re.fullmatch(r"\[\[.*\]\]", last):
        body = (f"{HEAD} for (int j = 0; j < m; ++j) A[i][j] = 0;" if "collapse" in text
                else f"{HEAD} x[i] = 0;")
        text = text.rstrip() + "\n" + body
    elif re.fullmatch(r".*for \([^{}]*\)", last):
        inner = " for (int j = 0; j < m; ++j) A[i][j] = 0;" if "collapse" in text else " x[i] = 0;"
        text = text.rstrip() + inner
    elif not annotated and not slices and "for (" not in text and not outside(text):
        text = HEAD + " {\n" + text + "}"
    if not annotated and "for (" in text:
        text = re.sub(r"^(\s*)for \(", r"#pragma twofold parallel for\n\1for (", text, count=1,
                      flags=re.M)
    elif not annotated and slices and outside(text):
        text = re.sub(r"\{(.*)\}", r"{\n#pragma twofold slice\n\1\n}", text)
    elif not annotated and slices:
        text = "\n".join("#pragma twofold slice\n" + line
                         if re.search(r"\[[^\]]*:|twofold_", line) else line
                         for line in text.split("\n"))
    return text + "\n}" * (text.count("{") - text.count("}"))


def outside(text):
    return re.match(r"(struct |extern |__attribute__\(\(constructor|(?:(?:static|constexpr) )?\w+ \w+\([^;]*\)( \{|;))",
                    text)


def likely(text, context):
    """Names that a block, as it looks, uses without declaring them."""
    code = re.sub(r"^\s*#.*$|//.*$", "", text, flags=re.M)
    names = set(re.findall(r"(?<![.>\w])([A-Za-z_]\w*)\[", code))
    names |= DECLARED.keys() & set(re.findall(r"(?<![.>\w])\w+", code))
    return names - set(re.findall(r"\w+", context))


def compiled(number, entry, language, text, guesses):
    """The compiler's status and messages for a block with what belongs around it. A guess of
    what is not declared spares asking the compiler."""
    context = contexts.get(entry, "")
    if context.startswith("C++ "):
        language, context = "cpp", context[4:]
    language = "cpp" if language in ("cpp", "c++") else "c"
    context = context.replace("\\n", "\n")
    text = completed(text)
    missing = likely(text, context) if guesses else set()
    for _ in range(8):
        declared = "\n".join(DECLARED.get(name, f"double {name}[100];")
                             for name in sorted(missing))
        body = text if outside(text) else f"void body(void) {{\n{text}\n}}\n"
        if "BODY" in context:
            whole = context.replace("BODY", "\n" + text + "\n")
        else:
            whole = context + "\n" + body
        source = Path(folder, f"{number}.{language}")
        openmp = (["-fplugin-arg-twofold-openmp"] if entry in TAKEN_FROM_OPENMP
                  else ["-fopenmp"] if "OpenMP" in entry else [])
        ahead = language == "cpp" and not openmp
        source.write_text(("" if ahead else HEADERS[language]) + declared + "\n" + whole)
        done = subprocess.run(
            [*(CXX if language == "cpp" else [clang, "-std=c23"]), "-fsyntax-only",
             "-fplugin=" + plugin, "-I" + include, "-Wno-everything", "-Wpass-failed",
             "-Rpass=twofold", "-Rpass-analysis=twofold", "-Rpass-missed=twofold", *NESTS, *openmp,
             *(["-include-pch", COMPILED_AHEAD] if ahead else []), str(source)],
            capture_output=True, text=True)
        names = set(sum(re.findall(r"use of undeclared identifier '(\w+)'|"
                                   r"call to undeclared (?:function|library function) '(\w+)'",
                                   done.stderr), ())) - {""} - missing
        if not names:
            break
        missing |= names
    return done.returncode, done.stderr


def wrong(task, guesses=True):
    number, entry, message, language, kind, text = task
    status, told = compiled(number, entry, language, text, guesses)
    pattern = ".*".join(map(re.escape, re.split(r"%\d", message)))
    if entry in TAKEN_FROM_OPENMP:  # what would become of a loop that was taken
        pattern = pattern.replace(r"they\ run", r"they\ would\ run")
    said = re.search(pattern, told)
    # Reasons and dependences are remarks here, or warnings.
    others = [line for line in told.split("\n")
              if re.search("error: |warning: ", line) and not re.search(pattern, line)]
    if kind == "is told":
        others = [line for line in others if "error: " in line]
    if not said and not status if kind == "write" else said and not others:
        return None
    if guesses:
        return wrong(task, guesses=False)
    lines = [line for line in told.split("\n") if re.search("error:|warning:|remark:", line)]
    return f"{entry}, {kind}:\n{text}  {lines[:4]}"


TAKEN_FROM_OPENMP = "OpenMPStays", "OpenMPWay", "MeetingElement"
NESTS = ["-O2", "-march=x86-64-v3"]  # nests have their order from -O2 on
CXX = [clangxx, "-std=c++20", *NESTS]
# Reading them takes most of a block's time.
COMPILED_AHEAD = str(Path(folder, "headers.pch"))
Path(folder, "headers.hpp").write_text(HEADERS["cpp"])
subprocess.run([*CXX, "-fplugin=" + plugin, "-I" + include, "-x", "c++-header",
                str(Path(folder, "headers.hpp")), "-o", COMPILED_AHEAD], check=True)
tasks, found = [], []
for entry, message, body in re.findall(r"^### (\w+)\n\n`([^\n]*)`$(.*?)(?=^##|\Z)",
                                       Path(page).read_text(), re.M | re.S):
    blocks = re.findall(r"^```([\w+]*)\n(.*?)^```$", body, re.M | re.S)
    held = re.search(r"^Held by `(.*)`\.$", body, re.M)
    if not blocks or held and not Path(page).parents[2].joinpath(held[1]).is_file():
        found.append(f"{entry}: no block, or no such test")
    for language, block in [] if held else blocks:
        halves = re.fullmatch(r"(.*?)// instead of\n(.*?)// write[^\n]*\n(.*)", block, re.S)
        told = re.fullmatch(r"(.*?)// is told\n(.*)", block, re.S)
        if not halves and "// instead of" in block:
            found.append(f"{entry}: nothing to write instead")
        before, *texts = (halves.groups() if halves else [*told.groups(), ""] if told
                          else ["", "", block])
        if before:
            contexts[entry] = contexts.get(entry, "") + "\\n" + before.replace("\n", "\\n")
        for kind, text in zip(("is told" if told else "instead of", "write"), texts):
            if text:
                tasks.append((len(tasks), entry, message, language, kind, text))
with ThreadPoolExecutor(2) as pool:
    found += [one for one in pool.map(wrong, tasks) if one]
print("\n".join(found) or f"{len(tasks)} blocks")
sys.exit(bool(found))
