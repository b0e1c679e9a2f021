# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of nests: an annotated loop with columns and rounds of sums inside, in
the shapes that schedules change, called for sizes around those at which blocks and
tiles begin and end, and with operands that overlap. A program prints a checksum after
each step. Half of the programs have values that round, and sums whose order shows;
those are built without contraction, so that all builds have the same bits."""

import random
import re

COMMON = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint64_t sum;
static uint64_t mix(uint64_t a, uint64_t b) { return (a ^ b >> 3) * 0x9e3779b97f4a7c15ull; }
static void show(const void *p, size_t bytes) {
  for (size_t k = 0; k < bytes; ++k)
    sum = (sum ^ ((const unsigned char *)p)[k]) * 0x100000001b3ull;
}
"""
POOL = 24000  # elements of which operands are parts
COLUMNS = [0, 1, 2, 7, 15, 16, 17, 24, 31, 32, 33, 47, 64, 65, 96, 130]
ROUNDS = [0, 1, 2, 3, 4, 5, 8, 16, 17, 33, 40]
ROWS = [1, 2, 3, 4, 5, 7, 8, 9, 12, 13]
KINDS = ["float", "float", "double", "double", "uint32_t", "int32_t", "uint64_t", "int16_t"]


class NestProgram:
    """The program of a seed, with the same attributes as Program."""

    def __init__(self, seed, nests=8):
        self.random = random.Random(seed * 7919 + 13)
        self.rounds_values = seed % 2 == 0
        self.flags = "-fwrapv" + (" -ffp-contract=off" if self.rounds_values else "")
        self.suffix = ".cpp" if self.random.random() < 0.3 else ".c"
        self.steps = [(self.nest(number), True) for number in range(nests)]
        self.steps += [(self.solve(number), True) for number in (nests, nests + 1)]

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *of):
        return self.random.choice(of)

    def factor(self, kind, digit):
        """A number that rounds in programs where that is wanted."""
        if kind in ("float", "double") and self.rounds_values:
            return f"({kind})0.{digit}"
        return f"({kind}){digit % 3 + 1}"

    def counter(self, name):
        """The type of a counter and whether it is declared outside of its loop."""
        return self.pick("int", "int", "int", "long", "unsigned", "size_t", "short"), self.chance(0.3)

    def loop(self, name, low, high, outside):
        """The head of a loop from low to below high."""
        kind, away = self.counter(name)
        if away:
            outside.append(f"{kind} {name} = 3;")
        init = f"{name} = {low}" if away else f"{kind} {name} = {low}"
        way = self.random.randrange(6)
        test = f"{name} < {high}"
        if way == 0 and kind not in ("unsigned", "size_t"):
            test = f"{name} <= {high} - 1"
        return f"for ({init}; {test}; {self.pick('++' + name, name + '++', name + ' += 1')})"

    def operand(self, array, row, column, rows, columns):
        """An element by row and column, of either layout."""
        if self.chance(0.3):
            return f"{array}[{column} * {rows} + {row}]"
        return f"{array}[{row} * {columns} + {column}]"

    def sums(self, kind, place, j, k, outside):
        """Statements of a column: what comes first, the rounds, and what is stored."""
        first, rounds, last = [], [], []
        a = self.operand("a", "i", k, "n", "l")
        b = self.operand("b", k, j, "l", "m")
        terms = [f"{a} * {b}", f"{a} * {b}", f"{b}", f"{a} * {b} * d[{k}]",
                 f"{a} * {b} + {self.factor(kind, 3)}", f"({a} - {b}) * d[{j}]",
                 f"{self.factor(kind, 7)} * {a} * {b}", f"a[i * l + {k}] * b[{j}]"]
        update = self.pick("+=", "+=", "+=", "-=")
        if self.chance(0.55):
            s = "s"
            begin = self.pick("0", "0", place, f"d[{j}]", k if k in " ".join(outside) else "1")
            away = self.chance(0.25)
            if away:
                outside.append(f"{kind} s;")
            first.append(f"s = {begin};" if away else f"{kind} s = {begin};")
            if self.chance(0.3):
                first.append(f"{kind} t = {self.factor(kind, 1)};")
                rounds.append(f"t {update} {self.pick(*terms)};")
                last.append(f"s = s {self.pick('+', '-')} t;")
            rounds.append(self.pick(f"s {update} {self.pick(*terms)};",
                                    f"s {update} {self.pick(*terms)};",
                                    f"s = s + {self.pick(*terms)};",
                                    f"if ({b} > 0) s {update} {a};",
                                    f"s = {b} > s ? {b} : s;"))
            last.append(self.pick(f"{place} = {s};", f"{place} = {s};", f"{place} += {s};",
                                  f"{place} = {self.factor(kind, 2)} * {s} + {place} * {self.factor(kind, 5)};",
                                  f"if ({s} > 1) {place} = {s};",
                                  f"{place} = {s} + (int){j};",
                                  f"{place} = {s} + {k if k + ' = 3' in ' '.join(outside) else j};"))
        else:
            if self.chance(0.5):
                first.append(self.pick(f"{place} = 0;", f"{place} *= {self.factor(kind, 4)};"))
            at = place
            if place == "c[i * m + j]" and self.chance(0.2):
                outside.append("long at = 0;")
                rounds.append(self.pick("at = i * m;", "at = i * (long)m;"))
                at = f"c[at + {j}]"
            rounds.append(f"{at} {update} {self.pick(*terms)};")
            if self.chance(0.2):
                rounds.append(f"{place} {update} {b};")
            if self.chance(0.4):
                last.append(self.pick(f"{place} *= {self.factor(kind, 6)};", "o[i * m + j] = %s;" % place,
                                      f"{place} = {place} - d[{j}];"))
        return first, rounds, last

    def column(self, kind, place, outside):
        """The lines of one column."""
        inner = []
        k = "k"
        bound = self.pick("l", "l", "l", "l", "i < l ? i : l", "l - l / 3")
        if "?" in bound:
            inner.append("const int end = (int)i < l ? (int)i : l;")
            bound = "end"
        low = self.pick("0", "0", "0", "1", "l / 2")
        head = self.loop(k, low, bound, outside)
        first, rounds, last = self.sums(kind, place, "j", k, outside)
        lines = inner + first
        if self.chance(0.15):
            deep = self.loop("x", "0", self.pick("2", "q", "l"), outside)
            lines += [head, "  " + deep + " {", *["    " + each for each in rounds], "  }"]
        else:
            lines += [head + " {", *["  " + each for each in rounds], "}"]
        if self.chance(0.2):
            head = self.loop("y", "0", "l", outside)
            lines += [head, f"  {place} {self.pick('+=', '-=')} b[y * m + j] * {self.factor(kind, 8)};"] \
                if not any(each.startswith("s =") or " s = " in each for each in first) or self.chance(0.5) \
                else [head, f"  s {self.pick('+=', '-=')} b[y * m + j] * d[y];"]
        return lines + last

    def body(self, kind, outside):
        """The statement that is annotated, and the loops in it."""
        place = self.pick("c[i * m + j]", "c[i * m + j]", "c[i * m + j]", "c[(n - 1 - i) * m + j]",
                          "c[j * n + i]")
        shape = self.random.randrange(10)
        low = self.pick("0", "0", "0", "0", "2", "i" if shape != 9 else "0")
        high = self.pick("m", "m", "m", "m", "m - (m > 0)", "i + 1" if shape != 9 else "m")
        if high == "i + 1":
            low = "0"
            outside_bound = "const int upto = (int)i + 1 < m ? (int)i + 1 : m;"
            high = "upto"
        else:
            outside_bound = None
        before, inside = [], []
        rows = "for (int i = 0; i < n; ++i)"
        if shape == 0:  # a row of sums
            line = ["  T row[200];", *["  " + each for each in inside],
                    "  for (int j = 0; j < m; ++j) {", "    row[j] = 0;",
                    "    for (int k = 0; k < l; ++k)",
                    f"      row[j] {self.pick('+=', '-=')} {self.operand('a', 'i', 'k', 'n', 'l')} * b[k * m + j];",
                    "  }", "  for (int j = 0; j < m; ++j)", f"    {place} = row[j];"]
            return before, [rows + " {", *line, "}"]
        if shape == 1:  # rows by a vector, as gesummv and mvt
            text = self.pick("a[i * l + k] * d[k]", "a[k * n + i] * d[k]", "a[i * l + k]")
            line = [f"  T s = {self.pick('0', 'c[i]')}, t = 0;",
                    "  for (int k = 0; k < l; ++k) {", f"    s += {text};",
                    f"    t {self.pick('+=', '-=')} {self.pick('b[i * l + k] * d[k]', text)};", "  }",
                    f"  c[i] = {self.factor(kind, 3)} * s + t;"]
            return before, [rows + " {", *line, "}"]
        if shape == 2:  # a step of elimination
            return ["for (int p = 0; p < 3 && p < n && p < m; ++p)"], [
                "for (int i = p + 1; i < n; ++i) {",
                f"  c[i * m + p] {self.pick('-=', '*=')} {self.pick('b[p]', 'c[p * m + p]')};",
                "  for (int j = p + 1; j < m; ++j)",
                "    c[i * m + j] -= c[i * m + p] * c[p * m + j];", "}"]
        if shape == 3:  # the columns are annotated
            low, high = "0", "m"
            column = self.column(kind, place, inside)
            return before, ["for (int j = 0; j < m; ++j) {", *["  " + each for each in inside],
                            "  for (int i = 0; i < n; ++i) {",
                            *["    " + each for each in column], "  }", "}"]
        column = self.column(kind, place, inside)
        head = self.loop("j", low, high, inside)
        ends = []
        if "j = 3" in " ".join(inside) and self.chance(0.6):
            ends.append("  o[i * m] = (T)j;")
        if "k = 3" in " ".join(inside) and self.chance(0.3):
            ends.append("  o[i * m] += (T)k;")
        share = self.chance(0.3) and not any("i" == each for each in low)
        if shape == 4 and self.chance(0.5):  # rounds around the columns, as i-k-j has them
            a, b = self.operand("a", "i", "k", "n", "l"), self.operand("b", "k", "j", "l", "m")
            return before, [rows + " {", "  for (int k = 0; k < l; ++k)",
                            "    for (int j = 0; j < m; ++j)", f"      {place} += {a} * {b};", "}"]
        if share and not ends and not inside and not outside_bound and low in "02" and "i" not in high:
            before_pragma = " collapse(2)"
            return before, [before_pragma, rows, f"  {head} {{",
                            *["    " + each for each in column], "  }"]
        lines = [rows + " {", *["  " + each for each in inside],
                 *([f"  {outside_bound}"] if outside_bound else []),
                 f"  {head} {{", *["    " + each for each in column], "  }", *ends, "}"]
        return before, lines

    def nest(self, number):
        kind = self.random.choice(KINDS)
        before, lines = self.body(kind, [])
        clause = lines.pop(0) if lines[0].startswith(" collapse") else ""
        if self.chance(0.1):
            clause += self.pick(" schedule(dynamic)", " schedule(static, 2)", " num_threads(2)")
        const = "const " if self.chance(0.5) else ""
        text = [f"#define T {kind}", "__attribute__((noinline))",
                f"static void nest_{number}(int n, int m, int l, int q, T *c, {const}T *a, {const}T *b, const T *d, T *o) {{",
                "  (void)q;", *["  " + each for each in before],
                f"#pragma twofold parallel for{clause}",
                *["  " + each for each in lines], "}"]
        calls = [f"  static T pool[{POOL}], out[2200];"]
        scale = "0.01" if kind in ("float", "double") and self.rounds_values else "1"
        shapes = [(self.random.choice(ROWS), self.random.choice(COLUMNS), self.random.choice(ROUNDS))
                  for _ in range(7)]
        if "200" not in " ".join(text):
            shapes.append((self.pick(1, 2), self.pick(511, 512, 513, 1023, 1024, 1025, 1030), self.pick(4, 5)))
        for n, m, l in shapes:
            at = [0, n * m + 64, n * (m + l) + 128, POOL - 2000]
            # Operands that share memory, where no condition chooses the ends of
            # loops: what depends on such an end is not told from what does not.
            if self.chance(0.3) and not re.search("end =|upto =", " ".join(text)):
                which = self.random.randrange(3)
                if which == 0:
                    at[1] = at[0] + self.random.randrange(0, 40)
                elif which == 1:
                    at[2] = at[0] + self.random.randrange(0, m + 20)
                else:
                    at[3] = at[0] + self.random.randrange(0, m + 3)
            assert max(at[:3]) + n * (m + l) + l * m + m < POOL - 2000
            calls += ["  for (int e = 0; e < %d; ++e)" % POOL,
                      f"    pool[e] = (T)((int)(mix((uint64_t)e, {number + 3}) >> 60) - 7) * (T){scale};",
                      f"  nest_{number}({n}, {m}, {l}, {self.pick(0, 1, 3)}, pool + {at[0]}, pool + {at[1]},"
                      f" pool + {at[2]}, pool + {at[3]}, out);", "  show(out, sizeof out);",
                      "  show(pool, sizeof pool);"]
        return text, calls

    def solve(self, number):
        """Rows that each need those before them, whose sums are annotated. Threads add
        up in another order, so all numbers are small."""
        count = self.pick("int", "int", "long", "unsigned", "size_t")
        bound = self.pick(f"< ({count})n", "<= n - 1" if count in ("int", "long") else f"< ({count})n")
        low, first = self.pick("0", "0", "1", "3"), self.pick("0", "0", "0", "1", "q")
        if first == "q" and count != "int":
            first = "0"
        a = self.pick("a[i * l + j]", "a[i * l + j]", "a[j * l + i]", "a[i + j]", "a[(i + 2) * l - j]")
        x = self.pick("c[j]", "c[j]", "c[j]", "o[j]", "(c[j] + o[j])", "c[j] * b[i]")
        begin = self.pick("b[i]", "b[i]", "b[i] * (T)i", "d[i] + b[i]", "c[i]", "o[i + 1]")
        away, element = self.chance(0.3), self.chance(0.3)
        s = "c[i]" if element else "s"
        starts = [] if element and self.chance(0.3) else [f"    {'' if away or element else 'T '}{s} = {begin};"]
        lines = ["  T s;"] if away else []
        lines += ["  T t = 1;", f"  for ({count} i = {low}; i {bound}; ++i) {{", *starts,
                  f"#pragma twofold parallel for{'' if element else self.pick('', '', ' reduction(+: s)')}",
                  f"    for ({count} j = {first}; j < i; ++j)",
                  f"      {s} {self.pick('+=', '-=', f'= {s} +')} {a} * {x};",
                  *self.pick([], [], [f"    if ({s} > 1)", f"      t = {s};"]),
                  f"    c[i] = (T)((int){s} % 9);",
                  *self.pick([], [], ["    o[i] = c[i] * (T)0.5;"], ["    t += c[i];"],
                             ["    if (t > 1000)", "      break;"], ["    b[i] = c[i];"]), "  }", "  c[0] += t;"]
        kind = self.pick("float", "double")
        text = [f"#define T {kind}", "__attribute__((noinline))",
                f"static void nest_{number}(int n, int l, int q, T *c, T *a, T *b, T *d, T *o) {{",
                "  (void)q;", *lines, "}"]
        calls = [f"  static T pool[{POOL}];"]
        for _ in range(7):
            n = self.pick(0, 1, 2, 31, 33, 39, 40, 41, 47, 48, 49, 55, 64, 72, 90)
            l = n + self.pick(0, 0, 1, 7)
            ends = (n + 4) * l + 20
            at = [ends + self.pick(1, 2, 3, 4, 5) * 200 + 100 + self.random.randrange(8) for _ in range(4)]
            if self.chance(0.3):
                at[self.random.randrange(4)] = self.random.randrange(ends)
            calls += ["  for (int e = 0; e < %d; ++e)" % POOL,
                      f"    pool[e] = (T)((int)(mix((uint64_t)e, {number + 3}) >> 60) - 7);",
                      f"  nest_{number}({n}, {l}, {self.pick(0, 1, 3)}, pool + {at[0]}, pool, pool + {at[1]},"
                      f" pool + {at[2]}, pool + {at[3]});", "  show(pool, sizeof pool);"]
        return text, calls

    def text(self, keep=None):
        out = [COMMON]
        chosen = [n for n in range(len(self.steps)) if keep is None or n in keep]
        for n in chosen:
            text, calls = self.steps[n][0]
            out += [*text, f"static void step_{n}(void) {{", *calls, "}", "#undef T"]
        out += ["int main(void) {"]
        for n in chosen:
            out += [f"  step_{n}();", f'  printf("{n} %016llx\\n", (unsigned long long)sum);']
        return "\n".join([*out, "  return 0;", "}"]) + "\n"


if __name__ == "__main__":
    import sys
    print(NestProgram(int(sys.argv[1])).text(), end="")
