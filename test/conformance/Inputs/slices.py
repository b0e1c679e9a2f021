# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""slices.py STATEMENTS SEED > program.c

Random slice statements of C, each beside the same written by hand: every right
side is computed into an array before the left side is written. The sections lie
in one block of memory, and their starts, strides and lengths are drawn when the
program runs. Numbers are unsigned, so no order matters.

program CASES [EVERY]: so many draws in all, of every EVERY'th statement; with
EVERY lengths change seldom, for devices that compile for each. Prints how many
there were and how many differed, and the first that did."""

import random
import sys

MEMORY, INDICES = 512, 64
SHAPES = {1: "", 2: "[16]", 3: "[4][16]"}
MOST = {1: (40,), 2: (12, 10), 3: (4, 3, 12)}  # lengths
ROOM = {1: (MEMORY - 64,), 2: (28, 16), 3: (7, 4, 16)}
OPERATORS = ["+", "-", "*", "^", "&", "|", "<", "==", ">=", "&&", "||"]
ASSIGNMENTS = ["=", "=", "=", "+=", "-=", "^=", "|=", "*="]
REDUCTIONS = "sum product min max any all count argmin argmax".split()


class Statements:
    """One function's statements: `slices` and `loops` say the same."""

    def __init__(self, rank):
        self.rank = rank
        self.slots = []  # of sections: 1 = no stride of 0
        self.slices, self.loops = [], []
        self.names = 0
        self.single = []  # declarations of the statement that is being made

    def name(self):
        self.names += 1
        return f"x{self.names}"

    def loop(self, body):
        head = "".join(f"for (long i{d} = 0; i{d} < n{d}; ++i{d}) " for d in range(self.rank))
        return head + body

    def at(self):
        return ["i0", "i0 * n1 + i1", "(i0 * n1 + i1) * n2 + i2"][self.rank - 1]

    def section(self, written=False, rank=None, base=None):
        rank = rank or self.rank
        # The same as before, which statements of one loop may well touch.
        same = [k for k, of in enumerate(self.slots) if not of[2]]
        if same and base is None and random.random() < 0.3:
            slot = random.choice(same)
        else:
            slot = len(self.slots)
            self.slots.append((rank, written, base is not None))
        base = base or f"R{slot}"
        left = right = base
        for d in range(rank):
            s, t = f"s{slot}_{d}", f"t{slot}_{d}"
            left += f"[{s} : n{d} : {t}]"
            right += f"[{s} + i{d} * {t}]"
        return left, right

    def gather(self, distinct):
        left, right = self.section(base="one_each" if distinct else "any")
        return f"P1[{left}]", f"P1[{right}]"

    def target(self, operator):
        if self.rank == 1 and random.random() < 0.2:
            return self.gather(operator == "=")
        return self.section(operator == "=")

    def once(self, text, value=None):
        """A single value."""
        name = self.name()
        self.single.append(f"const unsigned {name} = {value or text};")
        return text, name

    def expression(self, depth=3):
        kind = random.random()
        if depth == 0 or kind < 0.2:
            kind = random.random()
            if kind < 0.5:
                return self.section()
            if kind < 0.65 and self.rank == 1:
                return self.gather(False)
            if kind < 0.75:
                d = random.randrange(self.rank)
                return f"(unsigned)twofold_index({d})", f"(unsigned)i{d}"
            if kind < 0.8:
                return "here", "here"
            if kind < 0.85:
                return self.once("*single")
            if kind < 0.9:
                return self.once(f"P1[{random.randrange(MEMORY - 64)}]")
            number = str(random.randrange(9)) + "u"
            return number, number
        parts = [self.expression(depth - 1) for _ in range(3)]
        if kind < 0.65:
            form = "(%s " + random.choice(OPERATORS) + " %s)"
        elif kind < 0.75:
            form = "(%s ? %s : %s)"
        elif kind < 0.8:
            form = "mix(%s, %s)"
        elif kind < 0.85:
            form = "(%s / (%s %% 7 + 1))"
        elif kind < 0.9:
            form = "(unsigned char)%s"
        else:
            form = random.choice(["~%s", "-(%s)", "!%s", "(%s << 3)"])
        count = form.count("%s")
        return tuple(form % tuple(p[i] for p in parts[:count]) for i in (0, 1))

    def sliced(self):
        """An expression with a section in it."""
        a, b = self.section(), self.expression()
        return tuple(f"({a[i]} {'+^-'[len(self.slots) % 3]} {b[i]})" for i in (0, 1))

    def begin(self):
        self.single = []

    def end(self, slices, loops):
        self.slices.append(slices)
        self.loops += ["{"] + self.single + loops + ["}"]

    def assignment(self, mask=None, chain=True):
        self.begin()
        operator = random.choice(ASSIGNMENTS)
        target = self.target(operator)
        test = f"if ({mask}) " if mask else ""
        values = self.name()
        if random.random() < 0.1:
            self.end(f"{target[0]}++;", [self.loop(f"{test}{target[1]}++;")])
            return
        more = self.section(True) if chain and random.random() < 0.1 else None
        right = self.expression()
        loops = [f"static unsigned {values}[{MEMORY}];"]
        first = more or target
        first_operator = "=" if more else operator
        loops += [self.loop(f"{test}{values}[{self.at()}] = {right[1]};"),
                  self.loop(f"{test}{first[1]} {first_operator} {values}[{self.at()}];")]
        if more:
            loops += [self.loop(f"{test}{values}[{self.at()}] = {more[1]};"),
                      self.loop(f"{test}{target[1]} {operator} {values}[{self.at()}];")]
        text = f"{target[0]} {operator} " + (f"{more[0]} = " if more else "") + f"{right[0]};"
        self.end(text, loops)

    def masked(self, mask=None, depth=2):
        self.begin()
        condition = self.sliced()
        name = self.name()
        single, own = self.single, []
        around = f"{mask} && " if mask else ""
        loops = [f"static unsigned char {name}[{MEMORY}];",
                 self.loop(f"{name}[{self.at()}] = {around}{condition[1]} != 0;")]
        outer, self.slices = self.slices, own
        outer_loops, self.loops = self.loops, loops
        parts = []
        for branch in range(random.choice((1, 2))):
            here = f"{name}[{self.at()}]"
            if branch:
                here = f"{around}!{here}"
            start = len(self.slices)
            for _ in range(random.choice((1, 1, 2))):
                if depth and random.random() < 0.3:
                    self.masked(here, depth - 1)
                else:
                    self.assignment(here)
            parts.append("{ " + " ".join(self.slices[start:]) + " }")
        self.slices, self.loops = outer, outer_loops
        self.slices.append(f"if ({condition[0]}) " + " else ".join(parts))
        self.loops += ["{"] + single + loops + ["}"]

    def reduction(self):
        self.begin()
        which = random.choice(REDUCTIONS + ["dot"])
        e = self.sliced()
        text, value = f"twofold_{which}({e[0]})", e[1]
        if which == "dot":
            f = self.sliced()
            text, value = f"twofold_dot({e[0]}, {f[0]})", f"{e[1]} * {f[1]}"
        start, step = {
            "sum": ("0", "r += e"), "dot": ("0", "r += e"), "product": ("1", "r *= e"),
            "min": ("-1", "r = e < r ? e : r"), "max": ("0", "r = e > r ? e : r"),
            "any": ("0", "r |= e != 0"), "all": ("1", "r &= e != 0"), "count": ("0", "r += e != 0"),
            "argmin": ("-1", "if (r == -1u || e < best) best = e, r = (unsigned)(%s)" % self.at()),
            "argmax": ("-1", "if (r == -1u || e > best) best = e, r = (unsigned)(%s)" % self.at()),
        }[which]
        self.end(f"*single = (unsigned){text};",
                 [f"unsigned r = {start}u, best = 0; (void)best;" if start != "-1" else "unsigned r = -1u, best = 0; (void)best;",
                  self.loop("{ const unsigned e = " + value + "; " + step + "; }"),
                  "*single = r;"])

    def make(self):
        kind = random.random()
        if kind < 0.35:
            self.assignment()
        elif kind < 0.6:
            self.masked()
        elif kind < 0.75:
            self.reduction()
        else:
            for _ in range(random.choice((2, 3))):
                self.assignment()
        return self


HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { Memory = %d, Indices = %d, Sections = %d };
static unsigned Sliced[Memory], Looped[Memory];
static int one_each[Indices * 4], any[Indices * 4];
struct section { long start[3], stride[3]; };
struct kind { int rank, written, index; };
__attribute__((const)) static unsigned mix(unsigned a, unsigned b) { return a * 3 + (b >> 2); }
static unsigned long state = 88172645463325252u;
static long below(long n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return n > 0 ? (long)(state %% (unsigned long)n) : 0;
}
"""

TAIL = """
static void draw(struct section *v, const struct kind *k, int count, const long *n, int apart) {
  static const long room[4][3] = {{0}, {%s}, {%s}, {%s}};
  for (int s = 0; s < count; ++s, ++k, ++v)
    for (int d = 0; d < k->rank; ++d) {
      /* Those side by side overlap in many ways. */
      long space = k->index ? Indices * 4 : room[k->rank][d];
      long t = below(3) ? 1 : below(7) - 3;
      if (k->index && t != -1)
        t = 1;
      /* The last of equals stays, as in the loop. */
      if (t == 0 && k->written != 2)
        t = below(20) || k->rank > 1 ? 1 : 0;
      long span = (n[d] ? n[d] - 1 : 0) * t;
      if (span >= space || -span >= space)
        t = t < 0 ? -1 : 1, span = (n[d] ? n[d] - 1 : 0) * t;
      long low = span < 0 ? -span : 0, high = space - 1 - (span > 0 ? span : 0);
      long most = !apart && below(4) && high - low > 6 ? 6 : high - low;
      v->start[d] = low + below(most + 1);
      v->stride[d] = t;
    }
}

int main(int argc, char **argv) {
  long cases = atol(argv[1]), every = argc > 2 ? atol(argv[2]) : 1, wrong = 0, done = 0;
  if (getenv("SLICE_CASES"))
    cases = atol(getenv("SLICE_CASES"));
  for (int i = 0; i < Indices * 4; ++i)
    one_each[i] = i * 37 %% (Indices * 4), any[i] = i * i %% 61;
  while (done < cases)
    for (int k = 0; k < Count; k += (int)every, ++done) {
      static const long most[4][3] = {{0}, {%s}, {%s}, {%s}};
      struct section v[Sections];
      long n[3] = {1, 1, 1};
      for (int d = 0; d < Table[k].rank; ++d)
        n[d] = argc > 2 ? most[Table[k].rank][d] - 2 : below(most[Table[k].rank][d] + 1);
      int apart = below(3) == 0; /* or in part */
      if (apart && argc < 3)
        n[0] = below(6);
      draw(v, Table[k].kinds, Table[k].count, n, apart);
      long offset = below(48);
      for (int i = 0; i < Memory; ++i)
        Looped[i] = (unsigned)below(below(2) ? 4 : 1000);
      memcpy(Sliced, Looped, sizeof Sliced);
      unsigned left = 7, right = 7;
      Table[k].slices(Sliced + offset, v, n, &left);
      Table[k].loops(Looped + offset, v, n, &right);
      if (left == right && !memcmp(Sliced, Looped, sizeof Sliced))
        continue;
      if (wrong++)
        continue;
      printf("case %%ld, lengths %%ld %%ld %%ld, values %%u and %%u:\\n%%s\\n", done, n[0], n[1], n[2], left, right, Table[k].text);
      for (int s = 0; s < Table[k].count; ++s)
        printf("v[%%d] start %%ld %%ld %%ld stride %%ld %%ld %%ld\\n", s, v[s].start[0], v[s].start[1], v[s].start[2], v[s].stride[0], v[s].stride[1], v[s].stride[2]);
      for (int i = 0; i < Memory; ++i)
        if (Sliced[i] != Looped[i])
          printf("%%d: %%u, not %%u\\n", i - (int)offset, Sliced[i], Looped[i]);
    }
  printf("%%ld cases, %%ld wrong\\n", done, wrong);
  return wrong != 0;
}
"""


def program(count, seed):
    random.seed(seed)
    made = [Statements(random.choice((1, 1, 1, 2, 2, 3))).make() for _ in range(count)]
    print(HEAD % (MEMORY, INDICES, max(len(m.slots) for m in made) + 1))
    for k, m in enumerate(made):
        types = "".join(f"  unsigned (*P{r}){SHAPES[r]} = (unsigned (*){SHAPES[r]})M; (void)P{r};\n" for r in (2, 3))
        start = "  unsigned *P1 = M; (void)P1;\n" + types
        start += "  const long n0 = n[0], n1 = n[1], n2 = n[2]; (void)n0, (void)n1, (void)n2;\n"
        for slot, (rank, _, index) in enumerate(m.slots):
            for d in range(rank):
                start += f"  const long s{slot}_{d} = v[{slot}].start[{d}], t{slot}_{d} = v[{slot}].stride[{d}];\n"
            if not index:
                start += f"  unsigned (*R{slot}){SHAPES[rank]} = P{rank};\n"
        start += "  unsigned here = *single; (void)here;\n"
        for what, body in (("slices", ["#pragma twofold slice", "{"] + m.slices + ["}"]), ("loops", m.loops)):
            lines = "\n".join("  " * (not b.startswith("#")) + b for b in body)
            print(f"static void {what}_{k}(unsigned *M, const struct section *v, const long *n, unsigned *single) {{\n{start}  (void)v, (void)single;\n{lines}\n}}")
        kinds = ", ".join(f"{{{r}, {1 if w else 2}, {int(i)}}}" for r, w, i in m.slots)
        print(f"static const struct kind kinds_{k}[] = {{{kinds or '{0, 0, 0}'}}};")
    print("static const struct { void (*slices)(unsigned *, const struct section *, const long *, unsigned *); void (*loops)(unsigned *, const struct section *, const long *, unsigned *);")
    print("  const struct kind *kinds; int count, rank; const char *text; } Table[] = {")
    for k, m in enumerate(made):
        text = "\\n".join(m.slices).replace('"', '\\"')
        print(f'  {{slices_{k}, loops_{k}, kinds_{k}, {len(m.slots)}, {m.rank}, "{text}"}},')
    print("};\nenum { Count = sizeof Table / sizeof *Table };")
    rows = lambda of: tuple(", ".join(map(str, of[r])) for r in (1, 2, 3))
    print(TAIL % (rows(ROOM) + rows(MOST)))


program(int(sys.argv[1]), int(sys.argv[2]))
