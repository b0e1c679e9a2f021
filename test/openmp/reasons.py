#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists what becomes of each loop with an OpenMP directive in folders of sources.

Compiles each C and C++ file with -fplugin-arg-twofold-openmp and nothing else. A
loop is taken, runs inside one that is taken, or stays for a reason, which the
compiler has told at a position. It is silent where neither is so. Loops of
templates without instances are no loops. Files that do not compile without the
flag are left out.
"""
import bisect
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

from compare import ended, parser_of

PRAGMA = re.compile(r"^#pragma omp (.*)$", re.M)
MARKER = re.compile(r'^# (\d+) "((?:[^"\\]|\\.)*)"(.*)$', re.M)
TOKEN = re.compile(r"""^\#.*$|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\w+|[^\s\w]""", re.M)
KIND = re.compile(r"(?:(?:target|teams|distribute|parallel|for|simd|loop|taskloop|master|masked|"
                  r"single|critical|taskgroup|task|sections|section|data|assume|scope)\b(?!\s*\(\s*\w+\s*:)\s*)+")
LOOPS = re.compile(r"\b(?:for|distribute|loop|taskloop)\b")
REMARK = re.compile(r"^(.+?):(\d+):(\d+): remark: (?:OpenMP's '([^']*)' stays as it is: (.*?)|"
                    r"offloaded: OpenCL kernel .*?) \[-Rpass", re.M)
# Behind a remark that stands in a called function: the directive that it is of.
WAY = re.compile(r"(.+?):(\d+):\d+: note: '#pragma omp [^']*' here comes to it by way of")
STAYS = re.compile(r"\\01twofold stays\\01(.*?):(\d+): .*?: OpenMP's '([^']*)' stays as it is")


def arguments():
    parser = parser_of(__doc__)
    parser.add_argument("--kinds", default="", help="one for the directives that count")
    parser.add_argument("--flags", default="", help="for all files")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="prints each loop that stays")
    parser.add_argument("--sample", type=int, default=0, help="prints so many of each reason")
    return parser.parse_args()


class Text:
    """A unit without its comments and macros."""

    def __init__(self, text):
        self.text = text
        self.marks = [(m.end() + 1, int(m[1]), m[2], " 3" in m[3]) for m in MARKER.finditer(text)]
        self.starts = [m[0] for m in self.marks]

    def place(self, offset):
        at = bisect.bisect(self.starts, offset) - 1
        if at < 0:
            return "", 0, True
        start, line, name, system = self.marks[at]
        return os.path.normpath(name), line + self.text.count("\n", start, offset), system

    def tokens(self, offset):
        for m in TOKEN.finditer(self.text, offset):
            if not m[0].startswith("#") or len(m[0]) == 1:
                yield m

    def closed(self, tokens, opening):
        """The token that closes what has been opened."""
        depth, pairs = 1, {"(": ")", "{": "}"}
        for m in tokens:
            depth += (m[0] == opening) - (m[0] == pairs[opening])
            if not depth:
                return m
        return None

    def end(self, offset):
        """Where the statement ends that begins there."""
        tokens, depth = self.tokens(offset), 0
        for m in tokens:
            if not depth and m[0] in ("for", "while", "if", "switch"):
                for opened in tokens:
                    if opened[0] == "(":
                        break
                close = self.closed(tokens, "(")
                end = self.end(close.end()) if close else len(self.text)
                following = next(self.tokens(end), None)
                if m[0] == "if" and following and following[0] == "else":
                    end = self.end(following.end())
                return end
            if not depth and m[0] == "{":
                close = self.closed(tokens, "{")
                return close.end() if close else len(self.text)
            depth += (m[0] in "({[") - (m[0] in ")}]")
            if not depth and m[0] == ";":
                return m.end()
        return len(self.text)


class Directive:
    def __init__(self, text, match):
        self.kind = KIND.match(match[1])[0].strip()
        self.file, self.line, _ = text.place(match.start())
        first = next((m for m in text.tokens(match.end()) if m[0] == "for"), None)
        self.begin, self.close = match.start(), text.end(match.end())
        self.loop = text.place(first.start())[:2] if first else None
        self.last = text.place(self.close)[:2]
        self.fate = None

    def holds(self, file, line):
        if file == self.file == self.last[0]:
            return self.line <= line <= self.last[1]
        return file == self.file and self.line <= line <= self.line + 3

    def around(self, other):
        return self.begin < other.begin < self.close


class Unit:
    def __init__(self, path, options):
        self.path, self.options = path, options
        self.directives, self.broken = [], False

    def clang(self, *flags):
        plus = "" if self.path.endswith(".c") else "++"
        return ended(
            [f"clang{plus}-{self.options.suffix}", "-w", "-fopenmp", "-O1", *flags, self.path,
             f"-I{os.path.dirname(self.path)}", *self.options.flags.split()],
            120, text=True, errors="replace")

    def read(self):
        try:
            self.find()
        except subprocess.TimeoutExpired:
            self.broken = True
        return self

    def find(self):
        before = self.clang("-E")
        if before.returncode:
            self.broken = True
            return
        text = Text(before.stdout)
        self.directives = [Directive(text, m) for m in PRAGMA.finditer(before.stdout)
                           if KIND.match(m[1]) and not text.place(m.start())[2]]
        if not any(LOOPS.search(d.kind) for d in self.directives):
            return
        root = os.path.abspath(self.options.build)
        source = os.path.join(os.path.dirname(__file__), "..", "..")
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "unit.ll")
            done = self.clang("-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes",
                              f"-fplugin={root}/plugin/twofold-22.so",
                              "-fplugin-arg-twofold-openmp", "-Rpass=twofold",
                              "-Rpass-missed=twofold", "-fno-caret-diagnostics",
                              f"-I{source}/runtime/include", "-o", out)
            if done.returncode:
                self.broken = True
                if self.clang("-c", "-o", "/dev/null").returncode == 0:
                    print(f"{self.path}: does not compile with the flag: {done.stderr[-500:]}")
                return
            with open(out, errors="replace") as code:
                self.judge(done.stderr, code.read())

    def judge(self, remarks, code):
        taken, stays = set(), []
        for m in REMARK.finditer(remarks):
            at = os.path.normpath(m[1]), int(m[2])
            if m[4] is None:
                taken.add(at)
            else:
                way = WAY.match(remarks, remarks.find("\n", m.end()) + 1)
                of = (os.path.normpath(way[1]), int(way[2])) if way else None
                stays.append((*at, int(m[3]), m[4], m[5], of))
        lines = collections.defaultdict(list)
        for m in STAYS.finditer(code):
            lines[os.path.normpath(m[1]), int(m[2])].append(m[3])
        for d in self.directives:
            d.fate = ("taken", "", None) if LOOPS.search(d.kind) and d.loop in taken else None
        # Directives that stay, and the remark that tells why: in order where it stands elsewhere.
        elsewhere = [s for s in stays if not any(d.holds(*s[:2]) for d in self.directives)]
        for d in self.directives:
            if (d.file, d.line) not in lines:
                continue
            names = lines[d.file, d.line]
            told = [s for s in stays if s[5] == (d.file, d.line) and s[3] in names]
            told = told or [s for s in stays
                            if not s[5] and d.holds(*s[:2]) and s[3] in names]
            if not told:
                told = [s for s in elsewhere if s[3] in names]
                elsewhere = [s for s in elsewhere if s not in told[:1]]
            d.fate = ("stays", told[0][4], told[0][:3]) if told else ("stays", "?", None)
        for d in self.directives:
            around = [o for o in self.directives if o.around(d) and o.fate]
            if d.fate is None and around:
                outer = around[-1]
                d.fate = outer.fate if outer.fate[0] == "stays" else ("inside", "", None)
        for d in self.directives:
            d.fate = d.fate or ("silent", "", None)


def reason(text):
    """Without what differs from program to program."""
    return re.sub(r"\d+", "N", re.sub(r"(?<!clause )'[^']*'", "'...'", text))[:110]


def main():
    options = arguments()
    paths = sorted(os.path.join(where, name) for folder in options.folders
                   for where, _, names in os.walk(folder) for name in names
                   if name.endswith((".c", ".cpp", ".cc", ".cxx", ".C")))
    paths = [p for p in paths if re.search(options.only, p) and not re.search(options.skip, p)]
    loops, left_out = {}, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for unit in pool.map(lambda p: Unit(p, options).read(), paths):
            if unit.broken:
                left_out.append(unit.path)
                continue
            for d in unit.directives:
                if LOOPS.search(d.kind) and re.search(options.kinds, d.kind):
                    worst = ("silent", "inside", "taken", "stays").index
                    old = loops.get((d.file, d.line))
                    if not old or worst(d.fate[0]) > worst(old.fate[0]):
                        loops[d.file, d.line] = d
    for path in left_out if options.list else ():
        print(f"left out: {path}")
    fates = collections.Counter(d.fate[0] for d in loops.values())
    print(f"{len(loops)} loops: {fates['taken']} taken, {fates['inside']} inside these, "
          f"{fates['stays']} stay, {fates['silent']} silent; {len(paths)} files, "
          f"{len(left_out)} left out")
    reasons = collections.defaultdict(list)
    for d in loops.values():
        if d.fate[0] in ("stays", "silent"):
            reasons[reason(d.fate[1]) or "silent"].append(d)
    for why, those in sorted(reasons.items(), key=lambda r: -len(r[1])):
        print(f"{len(those):5} {why}")
        some = those if options.list else random.Random(1).sample(
            those, min(options.sample, len(those)))
        for d in some:
            at = ":".join(map(str, d.fate[2])) if d.fate[2] else ""
            print(f"      {d.file}:{d.line}: {d.kind}: {d.fate[1]} {at}")
    return 1 if fates["silent"] else 0


if __name__ == "__main__":
    sys.exit(main())
