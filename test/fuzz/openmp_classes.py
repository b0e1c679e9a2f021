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
        return [
            *declared,
            self.annotation(self.random.choice(["", "collapse(2)"]), ["task"]),
            f"for (int {i} = 0; {i} < {rows}; {i}++)", f"  for (int {j} = 0; {j} < {n}; {j}++)",
            f"    {m}[{i}][{j}] = ({kind})({of.number()});", f"for (int {k} = 0; {k} < {rows * columns}; ++{k})",
            f"  show_number((uint64_t){m}[{k} / {columns}][{k} % {columns}]);"
        ]

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
            f"for ({kind} {it} = {array.name}.end() - 1; {it} >= {array.name}.begin(); --{it})"
        ])
        at = f"({it} - {array.name}.begin())"
        leaves = self.reads([array], at, 0, self.program.length) + [from_element(array.kind, f"*{it}")]
        return [
            self.annotation(but=["simd"]), line + " {", *self.body(leaves, []),
            f"  *{it} = {to_element(array.kind, self.expressions(leaves).number())};", "}"
        ]

    def function_objects(self):
        """The directive stands in a function object."""
        array, = self.pick(1)
        f, s, x = (self.program.fresh(n) for n in ("f", "s", "x"))
        low, high = 0, self.program.length
        line, i = self.header(low, high, outside=False)
        leaves = self.reads([array], i, low, high) + [array.value(i), x]
        capture = self.random.choice(["&", f"&, {x}0 = 3", "&"])
        of = self.expressions(leaves)
        return [
            f"uint64_t {s} = 0;", f"auto {f} = [{capture}](uint64_t {x}) {{",
            self.annotation(f"reduction(+ : {s})"), "  " + line + " {",
            *["  " + each for each in self.body(leaves, self.stores(array, i))], f"    {s} += {of.number()};",
            "  }", f"  return {s};", "};", f"show_number({f}(3));", f"show_number({f}(settings.level) + {s});"
        ]

    def class_text(self, name, kind, words, clauses):
        of = self.expressions(["(uint64_t)i", "(uint64_t)data[i]", "(uint64_t)scale", "x", "(uint64_t)own[i & 7]"])
        i = self.random.choice(["int", "unsigned", "size_t", "long"])
        return [
            f"struct {name} {{", f"  {kind} *data;", "  int n;", "  uint16_t scale;", "  uint64_t total;",
            "  uint32_t own[8];", f"  {name}({kind} *data, int n) : data(data), n(n), scale(3), total(0) {{",
            "    for (int i = 0; i < 8; ++i)", "      own[i] = (uint32_t)i * 7u;", "  }",
            "  void run(uint64_t x) {", f"    uint64_t sum = 0;", f"#pragma omp {words} {' '.join(clauses)}",
            f"    for ({i} i = 0; i < ({i})n; ++i) {{", f"      const uint64_t v = {of.number()};",
            f"      data[i] = {to_element(kind, 'v')};", "      sum += v;", "    }", "    total += sum;", "  }",
            "  uint64_t shown() const { return total ^ scale; }", "};"
        ]

    def member(self):
        array, = self.pick(1)
        name, o = self.program.fresh("Table"), self.program.fresh("o")
        words = self.random.choice(
            ["parallel for", "parallel for", "parallel for simd", "target teams distribute parallel for"])
        self.program.definitions += self.class_text(name, array.kind, words,
                                                    ["reduction(+ : sum)", *self.clauses(words)])
        return [
            f"{name} {o}({array.pointer(0)}, {self.program.length});", f"{o}.run(settings.level);", f"{o}.run(5);",
            f"show_number({o}.shown());"
        ]

    def template(self):
        """Instances of a function for two types, which a class may hold."""
        first, second = self.pick(2)
        name = self.program.fresh("apply")
        of = self.expressions(["(uint64_t)i", "(uint64_t)(int64_t)to[i]", "x", "(uint64_t)K"])
        i = self.random.choice(["int", "unsigned", "long"])
        value = of.number()
        least = self.chance(0.5)
        body = [
            "  uint64_t sum = 0;",
            f"#pragma omp parallel for reduction(+ : sum) {' '.join(self.clauses('parallel for'))}",
            f"  for ({i} i = 0; i < n; ++i) {{", f"    const uint64_t v = {value};",
            "    to[i] = (T)(int32_t)(v & 63);", "    sum += v;", "  }", "  return sum;"
        ]
        self.program.definitions += [
            f"template <class T, int K> {'static ' if least else ''}uint64_t {name}(T *to, int n, uint64_t x) {{",
            *body, "}"
        ]
        n = self.program.length
        return [
            f"show_number({name}<{first.kind}, 3>({first.pointer(0)}, {n}, 7));",
            f"show_number({name}<{second.kind}, 4>({second.pointer(0)}, {n - 3}, settings.level));"
        ]

    def special_members(self):
        """Directives in constructors, destructors, operators and static functions."""
        array, = self.pick(1)
        name, i = self.program.fresh("Job"), self.program.fresh("i")
        of = self.expressions(["(uint64_t)i", "(uint64_t)(int64_t)to[i]", "(uint64_t)n", "(uint64_t)limit"])

        def loop(value, words="parallel for"):
            return [
                f"#pragma omp {words}", "    for (int i = 0; i < n; ++i)",
                f"      to[i] = {to_element(array.kind, value)};"
            ]

        self.program.definitions += [
            f"struct {name} {{", f"  {array.kind} *to;", "  int n;", "  static uint64_t limit;",
            f"  {name}({array.kind} *to, int n) : to(to), n(n) {{", *loop(of.number()), "  }", f"  ~{name}() {{",
            *loop(of.number(), "parallel for schedule(static, 4)"), "  }", "  uint64_t operator()(uint64_t x) {",
            "    uint64_t sum = 0;", "#pragma omp parallel", "    {", "#pragma omp for reduction(+ : sum)",
            "    for (int i = 0; i < n; ++i)", "      sum += x + (uint64_t)(int64_t)to[i];", "    }",
            "    return sum;", "  }", f"  static void all({array.kind} *to, int n) {{", *loop(of.number()), "  }",
            "};", f"uint64_t {name}::limit = 9;"
        ]
        n = self.program.length
        return [
            "{", f"  {name} job({array.pointer(0)}, {n});", "  show_number(job(3));",
            f"  {name}::all(job.to, {n - 5});", "  show_number(job(settings.level));", "}"
        ]

    def class_template(self):
        first, second = self.pick(2)
        name = self.program.fresh("Box")
        of = self.expressions(["(uint64_t)i", "(uint64_t)(int64_t)at(i)", "(uint64_t)(int64_t)this->bias", "x"])
        clauses = " ".join(self.clauses("parallel for"))
        self.program.definitions += [
            f"template <class T> struct {name}Base {{", "  T bias = 3;", "};",
            f"template <class T, int N> struct {name} : {name}Base<T> {{", "  T *data;", "  T last = 0;",
            f"  explicit {name}(T *data) : data(data) {{}}", "  T &at(int i) { return data[i]; }",
            "  const T &at(int i) const { return data[i]; }",
            "  template <class F> uint64_t each(F f, uint64_t x) {", "    uint64_t sum = 0;",
            f"#pragma omp parallel for reduction(+ : sum) {clauses}", "    for (int i = 0; i < N; ++i) {",
            f"      const uint64_t v = {of.number()};", "      at(i) = (T)(int32_t)(v & 31);", "      sum += f(v);",
            "    }", "    return sum;", "  }", "};"
        ]
        n = self.program.length
        return [
            f"{name}<{first.kind}, {n}> one({first.pointer(0)});",
            f"{name}<{second.kind}, {n - 7}> two({second.pointer(0)});",
            "show_number(one.each([](uint64_t v) { return v * 3; }, 5));", "const uint64_t more = settings.level;",
            "show_number(two.each([&](uint64_t v) { return v ^ more; }, more));"
        ]

    def nested_lambdas(self):
        array, = self.pick(1)
        f, g, i, s = (self.program.fresh(n) for n in ("f", "g", "i", "s"))
        of = self.expressions([f"(uint64_t){i}", array.value(i), "x", "y"])
        return [
            f"uint64_t {s} = 1;", f"auto {f} = [&](auto x) {{", f"  auto {g} = [&, x](uint64_t y) mutable {{",
            "    x += 1;", "#pragma omp parallel for", f"    for (int {i} = 0; {i} < {self.program.length}; ++{i})",
            f"      {array.assign(i, of.number())}", f"    {s} += x;", "  };", f"  {g}(5);", f"  {g}({s});", "};",
            f"{f}(3);", f"{f}((uint64_t)settings.level);", f"show_number({s});"
        ]

    def ranges(self):
        """Loops over arrays and std::array, by value, reference and binding."""
        t, x, s, k = (self.program.fresh(n) for n in ("t", "x", "s", "k"))
        kind = self.random.choice(INTEGERS)
        declared = self.random.choice([f"std::array<{kind}, 90> {t};", f"{kind} {t}[90];"])
        of = self.expressions([f"(uint64_t){x}", "settings.level"])
        return [
            declared, f"uint64_t {s} = 3;", f"for (int {k} = 0; {k} < 90; ++{k})",
            f"  {t}[{k}] = ({kind})({k} * 7);", "#pragma omp parallel for",
            f"for ({self.random.choice(['auto', kind])} &{x} : {t})", f"  {x} = ({kind})({of.number()});",
            f"#pragma omp parallel for reduction(+ : {s})",
            f"for ({self.random.choice(['auto', 'const auto &', 'auto &&'])} {x} : {t}) {{",
            f"  {s} += {of.number()};", "}", f"show_number({s} + (uint64_t){t}[3]);"
        ]

    def objects_of_threads(self):
        """Objects with constructors as private variables."""
        o, i, s = (self.program.fresh(n) for n in ("o", "i", "s"))
        name = self.program.fresh("Part")
        of = self.expressions([f"(uint64_t){i}", "settings.level"])
        more = self.random.choice(
            ["", f"  ~{name}() {{ value = 0; }}", f"  {name}(const {name} &other) : value(other.value) {{}}"])
        self.program.definitions += [
            f"struct {name} {{", "  uint64_t value;", f"  {name}() : value(7) {{}}", more,
            "  void add(uint64_t x) { value += x; }", "};"
        ]
        clause = self.random.choice([f"private({o})", f"firstprivate({o})"])
        use = [f"{o}.value = {of.number()};", f"{o}.add({of.number()});"] if clause.startswith("private") else []
        return [
            f"{name} {o};", f"uint64_t {s} = 0;", f"{o}.value = 9;",
            f"#pragma omp parallel for {clause} reduction(+ : {s})",
            f"for (int {i} = 0; {i} < {self.program.length}; ++{i}) {{", *["  " + each for each in use],
            f"  {s} += {o}.value + {of.number()};", "}", f"show_number({s});"
        ]

    def caught(self):
        """Exceptions that the iteration itself catches."""
        array, = self.pick(1)
        line, i = self.header(0, self.program.length)
        leaves = self.reads([array], i, 0, self.program.length) + [array.value(i)]
        of, t = self.expressions(leaves), self.program.fresh("t")
        store = self.stores(array, i)[0]
        return [
            self.annotation(but=["simd", "loop", "target"]), line + " {", f"  uint64_t {t} = {of.number()};",
            "  try {", f"    if ({of.truth()})", f"      throw (int)({t} & 255);", f"    {t} ^= 5;",
            "  } catch (int e) {", f"    {t} = (uint64_t)e * 3;", "  }", f"  {store(t)}", "}"
        ]

    def references(self):
        first, second = self.pick(2)
        r, q, s, i = (self.program.fresh(n) for n in ("r", "q", "s", "i"))
        n = self.program.length
        total = self.program.fresh("total")
        of = self.expressions([f"(uint64_t){i}", f"(uint64_t)(int64_t){q}[{i}]", f"(uint64_t)(int64_t){r}[{i}]"])
        return [
            f"auto *{r} = {first.pointer(0)};", f"const auto *const {q} = {second.pointer(0)};",
            f"uint64_t {total} = 0;", f"uint64_t &{s} = {total};",
            self.annotation(f"reduction(+ : {s})"), f"for (int {i} = 0; {i} < {n}; {i}++) {{",
            f"  const uint64_t v = {of.number()};", f"  {r}[{i}] = {to_element(first.kind, 'v')};", f"  {s} += v;",
            "}", f"show_number({total});"
        ]
