# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of OpenMP in functions of their own, in C++'s classes, and in C's arrays
of variable length."""

from expressions import INTEGERS, from_element, to_element


class OpenMPForms:
    """Is a part of OpenMPLoops."""

    def lengths(self):
        """Arrays of a length that is known when the program runs, and pointers to rows."""
        t, m, n, i, j, k = (self.program.fresh(x) for x in ("t", "m", "n", "i", "j", "k"))
        rows, columns = self.random.randrange(3, 30), self.random.randrange(2, 20)
        kind = self.random.choice(INTEGERS)
        of = self.expressions([f"(uint64_t){i}", f"(uint64_t){j}", "settings.level", "table[3]"])
        declared = [f"int {n} = (int)(count - {self.program.length} + {columns});"]
        if self.chance(0.5):
            declared.append(f"{kind} {m}[{rows}][{n}];")
        else:
            declared += [f"{kind} {t}[{rows * columns}];", f"{kind} (*{m})[{n}] = ({kind} (*)[{n}]){t};"]
        return [*declared, self.annotation(self.random.choice(["", "collapse(2)"]), ["task"]),
                f"for (int {i} = 0; {i} < {rows}; {i}++)", f"  for (int {j} = 0; {j} < {n}; {j}++)",
                f"    {m}[{i}][{j}] = ({kind})({of.number()});",
                f"for (int {k} = 0; {k} < {rows * columns}; ++{k})",
                f"  show_number((uint64_t){m}[{k} / {columns}][{k} % {columns}]);"]

    def iterators(self):
        vectors = [a for a in self.program.arrays if a.is_vector and a not in self.own]
        if not vectors:
            return self.pointers()
        array = self.random.choice(vectors)
        it = self.program.fresh("it")
        kind = self.random.choice(["auto", f"std::vector<{array.kind}>::iterator"])
        line = self.random.choice([
            f"for ({kind} {it} = {array.name}.begin(); {it} < {array.name}.end(); ++{it})",
            f"for ({kind} {it} = {array.name}.begin(); {it} != {array.name}.end(); {it}++)",
            f"for ({kind} {it} = {array.name}.begin() + 1; {it} < {array.name}.end(); {it} += 2)",
            f"for ({kind} {it} = {array.name}.end() - 1; {it} >= {array.name}.begin(); --{it})"])
        at = f"({it} - {array.name}.begin())"
        leaves = self.reads([array], at, 0, self.program.length) + [from_element(array.kind, f"*{it}")]
        return [self.annotation(but=["simd"]), line + " {", *self.body(leaves, []),
                f"  *{it} = {to_element(array.kind, self.expressions(leaves).number())};", "}"]

    def function_objects(self):
        """The directive stands in a function object."""
        array, = self.pick(1)
        f, s, x = (self.program.fresh(n) for n in ("f", "s", "x"))
        low, high = 0, self.program.length
        line, i = self.header(low, high, outside=False)
        leaves = self.reads([array], i, low, high) + [array.value(i), x]
        capture = self.random.choice(["&", f"&, {x}0 = 3", "&"])
        of = self.expressions(leaves)
        return [f"uint64_t {s} = 0;", f"auto {f} = [{capture}](uint64_t {x}) {{",
                self.annotation(f"reduction(+ : {s})"), "  " + line + " {",
                *["  " + each for each in self.body(leaves, self.stores(array, i))],
                f"    {s} += {of.number()};", "  }", f"  return {s};", "};",
                f"show_number({f}(3));", f"show_number({f}(settings.level) + {s});"]

    def class_text(self, name, kind, words, clauses):
        of = self.expressions(["(uint64_t)i", "(uint64_t)data[i]", "(uint64_t)scale", "x", "(uint64_t)own[i & 7]"])
        i = self.random.choice(["int", "unsigned", "size_t", "long"])
        return [f"struct {name} {{", f"  {kind} *data;", "  int n;", "  uint16_t scale;", "  uint64_t total;",
                "  uint32_t own[8];", f"  {name}({kind} *data, int n) : data(data), n(n), scale(3), total(0) {{",
                "    for (int i = 0; i < 8; ++i)", "      own[i] = (uint32_t)i * 7u;", "  }",
                "  void run(uint64_t x) {", f"    uint64_t sum = 0;", f"#pragma omp {words} {' '.join(clauses)}",
                f"    for ({i} i = 0; i < ({i})n; ++i) {{",
                f"      const uint64_t v = {of.number()};",
                f"      data[i] = {to_element(kind, 'v')};", "      sum += v;", "    }", "    total += sum;", "  }",
                "  uint64_t shown() const { return total ^ scale; }", "};"]

    def member(self):
        array, = self.pick(1)
        name, o = self.program.fresh("Table"), self.program.fresh("o")
        words = self.random.choice(["parallel for", "parallel for", "parallel for simd",
                                    "target teams distribute parallel for"])
        self.program.definitions += self.class_text(
            name, array.kind, words, ["reduction(+ : sum)", *self.clauses(words)])
        return [f"{name} {o}({array.pointer(0)}, {self.program.length});", f"{o}.run(settings.level);",
                f"{o}.run(5);", f"show_number({o}.shown());"]

    def template(self):
        """Instances of a function for two types, which a class may hold."""
        first, second = self.pick(2)
        name = self.program.fresh("apply")
        of = self.expressions(["(uint64_t)i", "(uint64_t)(int64_t)to[i]", "x", "(uint64_t)K"])
        i = self.random.choice(["int", "unsigned", "long"])
        value = of.number()
        least = self.chance(0.5)
        body = ["  uint64_t sum = 0;", f"#pragma omp parallel for reduction(+ : sum) {' '.join(self.clauses('parallel for'))}",
                f"  for ({i} i = 0; i < n; ++i) {{", f"    const uint64_t v = {value};",
                "    to[i] = (T)(int32_t)(v & 63);", "    sum += v;", "  }", "  return sum;"]
        self.program.definitions += [f"template <class T, int K> {'static ' if least else ''}uint64_t {name}(T *to, int n, uint64_t x) {{",
                                     *body, "}"]
        n = self.program.length
        return [f"show_number({name}<{first.kind}, 3>({first.pointer(0)}, {n}, 7));",
                f"show_number({name}<{second.kind}, 4>({second.pointer(0)}, {n - 3}, settings.level));"]

    def caught(self):
        """Exceptions that the iteration itself catches."""
        array, = self.pick(1)
        line, i = self.header(0, self.program.length)
        leaves = self.reads([array], i, 0, self.program.length) + [array.value(i)]
        of, t = self.expressions(leaves), self.program.fresh("t")
        store = self.stores(array, i)[0]
        return [self.annotation(but=["simd", "loop", "target"]), line + " {", f"  uint64_t {t} = {of.number()};",
                "  try {", f"    if ({of.truth()})", f"      throw (int)({t} & 255);", f"    {t} ^= 5;",
                "  } catch (int e) {", f"    {t} = (uint64_t)e * 3;", "  }", f"  {store(t)}", "}"]

    def references(self):
        first, second = self.pick(2)
        r, q, s, i = (self.program.fresh(n) for n in ("r", "q", "s", "i"))
        n = self.program.length
        total = self.program.fresh("total")
        of = self.expressions([f"(uint64_t){i}", f"(uint64_t)(int64_t){q}[{i}]", f"(uint64_t)(int64_t){r}[{i}]"])
        return [f"auto *{r} = {first.pointer(0)};", f"const auto *const {q} = {second.pointer(0)};",
                f"uint64_t {total} = 0;", f"uint64_t &{s} = {total};", self.annotation(f"reduction(+ : {s})"),
                f"for (int {i} = 0; {i} < {n}; {i}++) {{", f"  const uint64_t v = {of.number()};",
                f"  {r}[{i}] = {to_element(first.kind, 'v')};", f"  {s} += v;", "}", f"show_number({total});"]
