# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""private_memory.py SEED LOOPS c|cpp > program

A random program of annotated loops whose iterations have memory of their own:
arrays with subscripts that only the run knows, structs with arrays, std::array,
lengths known at run time, alloca, stacks, tables, pointers into such memory that
are passed, stored and loaded. It prints a number for each loop."""

import random
import sys

ELEMENTS = ["int", "unsigned", "short", "unsigned char", "long", "float", "double"]
INTEGERS = ELEMENTS[:5]
LENGTHS = [2, 3, 4, 4, 5, 8, 8, 16, 32]

COMMON = """
enum { N = 203 };
static int x[N], y[N], z[N];
static float f[N];
static double d[N];
static int *links[N];
struct Parts { int at; float w[3]; short s[5]; };
struct View { int *p; int n; };
static inline int sum(const int *p, int n) {
  int all = 0;
  for (int k = 0; k < n; ++k) all += p[k];
  return all;
}
static inline void put(int *p, int at, int value) { p[at] = value; }
static inline int *last(int *p, int n) { return p + n; }
static inline struct Parts changed(struct Parts p, int k) {
  p.w[k] += 1;
  p.s[k] = (short)k;
  return p;
}
__attribute__((noinline)) static int apart(const int *p, int k) { return p[k] * 3; }
static void start(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = (i * 7919 + 13) % 1009;
    y[i] = i;
    z[i] = -i;
    f[i] = (float)(i % 37);
    d[i] = 0;
  }
}
static void show(int loop) {
  unsigned long all = 7;
  for (int i = 0; i < N; ++i)
    all = all * 31 + (unsigned)y[i] * 3u + (unsigned)z[i] + (unsigned)(int)d[i];
  printf("%d %lx\\n", loop, all);
}
"""


class Body:
    """One loop's body; `arrays` are (name, length, element, address)."""

    def __init__(self, cpp):
        self.cpp = cpp
        self.lines, self.arrays, self.parts = [], [], []
        self.numbers = ["i", "x[i]", "(int)f[i]"]
        self.names = 0

    def name(self, what):
        self.names += 1
        return f"{what}{self.names}"

    def subscript(self, length):
        if random.random() < 0.2:
            return str(random.randrange(length))
        number = random.choice(self.numbers)
        if length & (length - 1) == 0:
            return f"({number} & {length - 1})"
        return f"((unsigned){number} % {length}u)"

    def value(self):
        kind = random.random()
        if kind < 0.35 and self.arrays:
            name, length, _, _ = random.choice(self.arrays)
            return f"(int){name}[{self.subscript(length)}]"
        if kind < 0.8:
            return random.choice(self.numbers)
        if kind < 0.9:
            return str(random.randint(-9, 9))
        a, b = random.choice(self.numbers), random.choice(self.numbers)
        return f"({a} {random.choice('+-*^')} {b})"

    def declare(self):
        length, element, name = random.choice(LENGTHS), random.choice(ELEMENTS), self.name("t")
        address, kind = name, random.random()
        if kind < 0.1 and self.cpp:
            self.lines.append(f"std::array<{element}, {length}> {name};")
            address = f"{name}.data()"
        elif kind < 0.17:
            self.lines.append(f"{element} {name}[n{length}];")
        elif kind < 0.22:
            room = f"n{length} * sizeof({element})"
            self.lines.append(f"{element} *{name} = ({element} *)__builtin_alloca({room});")
        elif kind < 0.3:
            whole = self.name("p")
            self.lines.append(f"struct Parts {whole} = {{0}};")
            self.parts.append(whole)
            length, element, member = random.choice([(3, "float", "w"), (5, "short", "s")])
            name = address = f"{whole}.{member}"
        elif kind < 0.44:
            pool = ["kk", "kk + 1", "ll", "kk * ll", "3"] if kind < 0.37 else list("012345678")
            values = (f"({element})({random.choice(pool)})" for _ in range(length))
            self.lines.append(f"{element} {name}[{length}] = {{{', '.join(values)}}};")
            self.arrays.append((name, length, element, address))
            return
        elif kind < 0.5 and length <= 8:
            row = self.subscript(length)
            self.lines.append(f"{element} {name}_[{length}][{length}];")
            self.lines.append(f"{element} *{name} = {name}_[{row}];")
        elif kind < 0.54 and all(array[0] != "mine" for array in self.arrays):
            name, address, length, element = "mine", "mine", 16, "int"
        else:
            self.lines.append(f"{element} {name}[{length}];")
        self.fill(name, length, element)
        self.arrays.append((name, length, element, address))

    def fill(self, name, length, element):
        kind, k = random.random(), self.name("k")
        up = f"for (int {k} = 0; {k} < {length}; ++{k}) "
        if kind < 0.5:
            value = f"{self.value()} + {k} * {random.randint(0, 4)}"
        elif kind < 0.7:
            for at in range(length):
                self.lines.append(f"{name}[{at}] = ({element})({self.value()});")
            return
        elif kind < 0.8:
            self.lines.append(f"memset(&{name}[0], 0, {length} * sizeof({element}));")
            return
        elif kind < 0.9:
            up = f"for (int {k} = {length} - 1; {k} >= 0; --{k}) "
            value = f"{k} * {k} - i"
        else:
            value = f"{k} * 3"
        self.lines.append(f"{up}{name}[{k}] = ({element})({value});")

    def statement(self, depth=0):
        name, length, element, address = random.choice(self.arrays)
        at, kind = self.subscript(length), random.random()
        pointed = element == "int" and depth == 0
        if kind < 0.3:
            operators = ["=", "+=", "-="] + (["^="] if element in INTEGERS else [])
            line = f"{name}[{at}] {random.choice(operators)} ({element})({self.value()} & 255);"
        elif kind < 0.4 and depth < 2:
            self.lines.append(f"if ({self.value()} & {random.choice([1, 2, 4])}) {{")
            self.statement(depth + 1)
            line = "}"
        elif kind < 0.48 and depth < 2:
            k, most = self.name("k"), random.choice(["3", "4", "(x[i] & 3)"])
            self.lines.append(f"for (int {k} = 0; {k} < {most}; ++{k}) {{")
            self.numbers.append(k)
            self.statement(depth + 1)
            self.numbers.remove(k)
            line = "}"
        elif kind < 0.56 and pointed:
            p = self.name("p")
            line = f"int *{p} = {address} + {at}; *{p} += {self.value()} & 15;"
        elif kind < 0.61 and pointed:
            v = self.name("v")
            line = f"struct View {v} = {{{address}, {length}}}; {v}.p[{at}] += 2; {v}.p[0] ^= {v}.n;"
        elif kind < 0.65 and pointed:
            line = f"links[i] = {address} + {at}; *links[i] += 5; links[i] = 0;"
        elif kind < 0.7 and element == "int":
            line = random.choice([
                f"put({address}, {at}, {self.value()});",
                f"{name}[0] += sum({address}, {length}) & 1023;",
                f"*last({address}, {at}) -= 1;",
                f"{name}[0] += apart({address}, {at}) & 63;",
            ])  # fmt: skip
        elif kind < 0.74 and self.parts:
            whole = random.choice(self.parts)
            line = f"{whole} = changed({whole}, {self.subscript(2)});"
        elif kind < 0.8 and depth == 0:
            s, top, bits = self.name("s"), self.name("top"), random.choice(self.numbers)
            line = (
                f"int {s}[8], {top} = 0; for (int k = 0; k < 6; ++k) {{"
                f" if (({bits} >> k) & 1) {s}[{top}++] = k + i;"
                f" else if ({top}) y[i] += {s}[--{top}]; }}"
                f" while ({top}) z[i] ^= {s}[--{top}];"
            )
        elif kind < 0.86:
            other = self.subscript(length)
            line = f"{{ {element} h = {name}[{at}]; {name}[{at}] = {name}[{other}]; {name}[{other}] = h; }}"
        elif kind < 0.9 and self.cpp and pointed:
            line = f"{{ auto g = [&](int k) {{ return {name}[k] += 1; }}; y[i] += g({at}); }}"
        else:
            line = f"{random.choice('yz')}[i] += {self.value()};"
        self.lines.append(line)

    def text(self, number):
        for _ in range(random.choice([1, 1, 2, 3])):
            self.declare()
        for _ in range(random.choice([0, 1, 1, 2, 3, 6])):
            self.statement()
        for name, length, _, _ in self.arrays:
            target = random.choice(["y[i] +=", "z[i] +=", "y[i] ^="])
            self.lines.append(f"{target} (int){name}[{self.subscript(length)}];")
        if random.random() < 0.3:
            self.lines.append(f"d[i] = {self.value()};")
        collapse, head = "", "for (int i = 0; i < N; ++i) {"
        if random.random() < 0.15:
            collapse = " collapse(2)"
            head = "for (int r = 0; r < 7; ++r) for (int c = 0; c < 29; ++c) { int i = r * 29 + c;"
        lengths = ", ".join(f"n{n} = none + {n}" for n in sorted(set(LENGTHS)))
        return "\n".join([
            f"__attribute__((noinline)) static void loop{number}(int none, int kk, int ll) {{",
            f"const int {lengths};", f"#pragma twofold parallel for{collapse}", head,
            *self.lines, "}", "}",
        ])  # fmt: skip


def main():
    random.seed(int(sys.argv[1]))
    count, cpp = int(sys.argv[2]), sys.argv[3] == "cpp"
    print("#include <stdio.h>\n#include <string.h>")
    print("#include <array>" if cpp else "")
    print(f"static {'thread_local' if cpp else '_Thread_local'} int mine[16];{COMMON}")
    for number in range(count):
        print(Body(cpp).text(number))
    print("int main(int count, char **unused) {\n(void)unused;")
    for number in range(count):
        print(f"start(); loop{number}(count - 1, count + 3, count + 8); show({number});")
    print("return 0;\n}")


main()
