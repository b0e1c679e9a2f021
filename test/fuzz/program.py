# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole programs: arrays of all kinds and places, loops over them, and host code
between the loops. A program prints a line of checksums after each step."""

import random

from expressions import FLOATS, INTEGERS, Expressions, from_element, to_element
from loops import Loops

C_HEAD = """#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""
CXX_HEAD = """#include <array>
#include <vector>
"""
COMMON = """struct Pair {
  int32_t first;
  uint64_t second;
};
static struct {
  uint64_t level;
  int shift;
} settings = {3, 1};
static uint64_t table[16];
static int count;
static uint64_t sum;
static void show_number(uint64_t x) { sum = (sum ^ x) * 0x100000001b3ull; }
static inline uint64_t mix(uint64_t a, uint64_t b) { return (a ^ b >> 3) * 0x9e3779b97f4a7c15ull; }
static inline uint64_t between(uint64_t a, uint64_t b, uint64_t c) {
  if (a < b)
    return b;
  return a > c ? c : a;
}
static uint64_t steps(uint64_t a) {
  uint64_t out = 0;
  for (unsigned k = 0; k < (a & 7); ++k) {
    if (k == 5)
      return out;
    out += a >> k;
  }
  return out;
}
static int less(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}
"""
CXX_COMMON = """template <class T> struct View {
  T *data;
  int length;
  uint64_t at(long i) const { return (uint64_t)(int64_t)data[i % length]; }
};
struct Counter {
  uint64_t total;
  int calls;
  void step(uint64_t x) {
    total ^= x;
    ++calls;
  }
  Counter &operator+=(uint64_t x) {
    total += x;
    return *this;
  }
  uint64_t sum() const { return total + (uint64_t)calls; }
};
"""


class Array:
    """An array, or a pointer to one, by the text that names it."""

    def __init__(self, name, kind, is_vector=False):
        self.name, self.kind, self.is_vector = name, kind, is_vector

    def at(self, place):
        return f"{self.name}[{place}]"

    def value(self, place):
        return from_element(self.kind, self.at(place))

    def assign(self, place, value):
        return f"{self.at(place)} = {to_element(self.kind, value)};"

    def pointer(self, start):
        return f"&{self.name}[{start}]"

    def parameter(self, name):
        return Array(name, self.kind)


class Program:
    """The program of a seed. `keep` are the steps that it is to have; all of them
    are drawn, so that what stays is the same."""

    def __init__(self, seed, loops=16, make_loops=Loops):
        self.random = random.Random(seed)
        self.cxx = self.random.random() < 0.5
        self.length = self.random.randrange(120, 1500)
        self.names = 0
        self.definitions = []
        self.scalars = [(kind, f"scalar_{kind}") for kind in INTEGERS + FLOATS]
        self.functions = [("mix", 2), ("between", 3), ("steps", 1)]
        self.arrays = [self.array(n) for n in range(7)]
        maker = make_loops(self.random, self)
        self.steps = []
        for _ in range(loops):
            self.steps.append((maker.draw(), True))
            if self.random.random() < 0.35:
                self.steps.append((self.host_step(), False))

    def fresh(self, stem):
        self.names += 1
        return f"{stem}_{self.names}"

    def array(self, number):
        kind = (INTEGERS + FLOATS)[self.random.randrange(10)]
        name = f"a{number}"
        place = self.random.randrange(5 if self.cxx else 4)
        if place == 0:
            self.definitions.append(f"static {kind} {name}[{self.length}];")
        elif place == 1:
            self.definitions.append(f"static {kind} *{name};")
        elif place == 2:
            self.definitions.append(f"static struct {{ {kind} *data; int n; }} {name};")
            return Array(name + ".data", kind)
        elif place == 3:
            self.definitions.append(f"static struct {{ int n; {kind} data[{self.length}]; }} {name};")
            return Array(name + ".data", kind)
        else:
            self.definitions.append(f"static std::vector<{kind}> {name}({self.length});")
            return Array(name, kind, True)
        return Array(name, kind)

    def is_allocated(self, array):
        return any(f" *{array.name};" in line or
                   f" *data; int n; }} {array.name[:-5]};" in line for line in self.definitions)

    def host_step(self):
        """What the program itself does with an array between loops."""
        array = self.random.choice(self.arrays)
        other = self.random.choice([a for a in self.arrays if a.kind == array.kind])
        of = Expressions(self.random, ["(uint64_t)k", array.value("k")], self.functions)
        bytes_ = f"{self.length // 2} * sizeof({array.kind})"
        ways = [
            [f"memmove({array.pointer(1)}, {other.pointer(0)}, {bytes_});"],
            [f"memset({array.pointer(3)}, 0, 5 * sizeof({array.kind}));"],
            [array.assign("7", "11ull"), f"show_number({array.value('2')});"],
            [f"for (int k = 0; k < {self.length}; k += 3)", f"  {array.assign('k', of.number())}"],
            ["{", "  FILE *f = tmpfile();",
             f"  fwrite({array.pointer(0)}, sizeof({array.kind}), {self.length}, f);",
             "  rewind(f);",
             f"  if (fread({array.pointer(0)}, sizeof({array.kind}), {self.length - 9}, f) == 0)",
             "    abort();", "  fclose(f);", "}"],
        ]
        if array.kind == "uint32_t":
            ways.append([f"qsort({array.pointer(0)}, {self.length}, 4, less);"])
        if self.is_allocated(array):
            cast = f"({array.kind} *)"
            ways.append([f"{array.name} = {cast}realloc({array.name},"
                         f" {self.length + self.random.randrange(1, 9000)} * sizeof({array.kind}));"])
        name = self.fresh("visit")
        self.definitions += [f"static void *{name}(void *p) {{",
                             f"  {array.kind} *x = ({array.kind} *)p;",
                             f"  x[5] = ({array.kind})((int)x[6] & 63);", "  return p;", "}"]
        ways.append(["{", "  pthread_t t;",
                     f"  pthread_create(&t, NULL, {name}, {array.pointer(0)});",
                     "  pthread_join(t, NULL);", "}"])
        return self.random.choice(ways)

    def text(self, keep=None):
        out = [C_HEAD + (CXX_HEAD if self.cxx else "") + COMMON + (CXX_COMMON if self.cxx else "")]
        out += [f"static {kind} {name} = {n + 2};" for n, (kind, name) in enumerate(self.scalars)]
        out += [f"static int perm[{self.length}];", *self.definitions]
        out += ["static void show(int step) {"]
        for array in self.arrays:
            out += [f"  for (int k = 0; k < {self.length}; ++k)", f"    show_number({array.value('k')});"]
        out += ['  printf("%d %016llx\\n", step, (unsigned long long)sum);', "}"]
        for n, (lines, _) in enumerate(self.steps):
            if keep is None or n in keep:
                out += [f"static void step_{n}(void) {{", *["  " + each if not each.startswith("#")
                        else each for each in lines], "}"]
        out += ["int main(int argc, char **argv) {",
                "  const int rounds = argc > 1 ? atoi(argv[1]) : 3;",
                f"  count = {self.length};",
                "  for (int k = 0; k < 16; ++k)", "    table[k] = mix((uint64_t)k, 5);",
                f"  for (int k = 0; k < {self.length}; ++k)", "    perm[k] = k;",
                f"  for (int k = {self.length - 1}; k > 0; --k) {{",
                "    const int other = (int)(mix((uint64_t)k, 77) >> 33) % (k + 1), own = perm[k];",
                "    perm[k] = perm[other];", "    perm[other] = own;", "  }"]
        for n, array in enumerate(self.arrays):
            if self.is_allocated(array):
                out.append(f"  {array.name} = ({array.kind} *)malloc({self.length} * sizeof({array.kind}));")
            out += [f"  for (int k = 0; k < {self.length}; ++k)",
                    f"    {array.assign('k', f'mix((uint64_t)k, {n + 1}) >> 20')}"]
        out += ["  for (int round = 0; round < rounds; ++round) {"]
        for n in range(len(self.steps)):
            if keep is None or n in keep:
                out += [f"    step_{n}();", f"    show({n});"]
        out += ["    settings.level += 2;", "    scalar_int32_t += 1;", "  }", "  return 0;", "}"]
        return "\n".join(out) + "\n"

    @property
    def suffix(self):
        return ".cpp" if self.cxx else ".c"


if __name__ == "__main__":
    import sys
    print(Program(int(sys.argv[1])).text(), end="")
