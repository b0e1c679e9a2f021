# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Directives of OpenMP in the ways and places that programs have them in."""

from expressions import INTEGERS, from_element, to_element
from openmp_loops import OpenMPLoops


class OpenMPPlaces:
    """Is a part of OpenMPSteps."""

    def small(self, leaves):
        return self.expressions(leaves)

    def simple(self, array, i, more=()):
        """A value from what is not written."""
        return self.small([*self.plain_reads([array] if array else [], i), *more])

    def plain_reads(self, written, i):
        return OpenMPLoops.reads(self, written, i, 0, self.program.length)

    def bounds(self):
        """Loops at the ends of their types, without iterations, with steps that are
        known when the program runs."""
        h, i, k, step = (self.program.fresh(x) for x in ("h", "i", "k", "step"))
        s = self.program.fresh("s")
        outside = self.chance(0.4)
        d = "" if outside else "{} "
        kind, line = self.random.choice([
            ("int", "for (%s = 2147483500; %s < 2147483647; ++%s)"),
            ("int", "for (%s = -2147483647; %s < -2147483500; %s += 3)"),
            ("unsigned", "for (%s = 4294967000u; %s < 4294967290u; %s += 7)"),
            ("unsigned", "for (%s = 100; %s > 0; %s--)"), ("unsigned char", "for (%s = 3; %s < 200; %s++)"),
            ("signed char", "for (%s = -100; %s <= 100; %s += 5)"), ("char", "for (%s = 'a'; %s <= 'z'; ++%s)"),
            ("long", "for (%s = 5000000000; %s < 5000000100; ++%s)"),
            ("int64_t", "for (%s = 50; %s >= -50; %s -= " + step + ")"),
            ("int", "for (%s = 70; %s > -9; %s += -" + step + ")"),
            ("int", "for (%s = 0; %s < count - " + str(self.program.length) + "; %s++)"),
            ("int", "for (%s = 5; %s < 1; %s++)"), ("size_t", "for (%s = 90; %s >= 10; %s = %s - " + step + ")"),
            ("unsigned short", "for (%s = 0; 300 > %s; %s = " + step + " + %s)"),
            ("short", "for (%s = 100; %s != 0; --%s)"),
            ("uint64_t", "for (%s = 18446744073709551000u; %s < 18446744073709551600u; %s += 11)")
        ])
        line = line.replace("%s", i)
        line = line.replace(f"({i} =", f"({d.format(kind)}{i} =", 1)
        of = self.small([f"(uint64_t){i}", f"(uint64_t){step}", "settings.level"])
        words = self.random.choice([
            "parallel for", "parallel for", "parallel for schedule(dynamic)", "parallel for simd",
            "target teams distribute parallel for"
        ])
        return [
            f"const int {step} = (int)(settings.level & 1) + 2;", f"uint64_t {s} = 1;",
            *([f"{kind} {i};"] if outside else []), f"#pragma omp {words} reduction(+ : {s})", line,
            f"  {s} += {of.number()};", f"show_number({s});"
        ]

    def empty_nest(self):
        """Nests of which a loop may have no iterations."""
        s, i, j, k = (self.program.fresh(x) for x in ("s", "i", "j", "k"))
        n = self.random.choice([f"count - {self.program.length}", "(int)(settings.level & 3)", "4"])
        m = self.random.choice([f"count - {self.program.length}", "3", "(int)(settings.level % 5)"])
        kinds = [self.random.choice(["int", "long", "unsigned", "short"]) for _ in range(2)]
        of = self.small([f"(uint64_t){i}", f"(uint64_t){j}", "settings.level"])
        triangle = self.chance(0.3)
        second = f"{j} = {i}; {j} < {i} + 7" if triangle else f"{j} = 0; {j} < {m}"
        if triangle:
            kinds[1] = kinds[0] = "int"
        return [
            f"uint64_t {s} = 1;", f"#pragma omp parallel for collapse(2) reduction(^ : {s})",
            f"for ({kinds[0]} {i} = 0; {i} < {n}; {i}++)", f"  for ({kinds[1]} {second}; {j} += 2)",
            f"    {s} ^= {of.number()};", f"show_number({s});"
        ]

    def written_down(self):
        """By _Pragma, over two lines, and by a macro."""
        array, = self.pick(1)
        i, s = self.program.fresh("i"), self.program.fresh("s")
        of = self.simple(array, i, [array.value(i)])
        loop = [
            f"for (int {i} = 0; {i} < {self.program.length}; ++{i}) {{", f"  {array.assign(i, of.number())}",
            f"  {s} += {array.value(i)};", "}"
        ]
        way = self.random.randrange(3)
        if way == 0:
            head = [f'_Pragma("omp parallel for reduction(+ : {s})")']
        elif way == 1:
            head = [
                "#pragma omp parallel \\", f"    for schedule(static, 8) /* chunks */ \\",
                f"    reduction(+ : {s}) // sum"
            ]
        else:
            name = self.program.fresh("EACH")
            self.program.definitions += [
                f"#define PRAGMA_{name}(x) _Pragma(#x)",
                f"#define {name}(i, n, s) PRAGMA_{name}(omp parallel for reduction(+ : s)) for (int i = 0; i < (n); ++i)"
            ]
            return [
                f"uint64_t {s} = 3;", f"{name}({i}, {self.program.length}, {s}) {{", *loop[1:], f"show_number({s});"
            ]
        return [f"uint64_t {s} = 3;", *head, *loop, f"show_number({s});"]

    def as_statement(self):
        """The directive is the only statement of another one."""
        array, = self.pick(1)
        i, k = self.program.fresh("i"), self.program.fresh("k")
        of = self.simple(array, i, [array.value(i)])
        loop = [
            f"#pragma omp {self.random.choice(['parallel for', 'parallel for simd', 'parallel for num_threads(2)'])}",
            f"for (int {i} = 0; {i} < {self.program.length}; ++{i})", f"  {array.assign(i, of.number())}"
        ]
        label = self.program.fresh("here")
        return self.random.choice(
            [["if (settings.level & 1)", *loop, "else", *loop], [f"for (int {k} = 0; {k} < 2; ++{k})", *loop],
             [
                 "switch (settings.level & 3) {", "case 1:", *loop, "  break;", "case 2: {", *loop, "}", "default:",
                 *loop, "}"
             ], [f"int {k} = 3;", "do", *loop, f"while (--{k} > 0);"],
             [f"if (count > 3) goto {label};", "settings.level += 3;", f"{label}:", *loop],
             ["if (count > 100) {", "  if (settings.level & 2)", *loop, "} else if (count > 90)", *loop]])

    def by_parameters(self):
        """Clauses that name parameters of a function."""
        array, = self.pick(1)
        name = self.program.fresh("work")
        of = self.small(["(uint64_t)i", "(uint64_t)(int64_t)to[i]", "x", "(uint64_t)n"])
        clause, use, result = self.random.choice([("reduction(+ : x)", ["x += v;"], "x"),
                                                  ("firstprivate(x)", ["v += x;"], "(uint64_t)n"),
                                                  ("lastprivate(x)", ["x = v;"], "x"),
                                                  ("private(x)", ["x = v * 3;", "v ^= x;"], "(uint64_t)n"),
                                                  ("firstprivate(n, x)", ["v += x * (uint64_t)n;"],
                                                   "x + (uint64_t)n")])
        of2 = self.small(["(uint64_t)i", "(uint64_t)(int64_t)to[i]", "(uint64_t)n"])
        bound = "100" if "(n" in clause else "n"
        self.program.definitions += [
            f"static uint64_t {name}({array.kind} *to, int n, uint64_t x) {{", f"#pragma omp parallel for {clause}",
            f"  for (int i = 0; i < {bound}; ++i) {{", f"    uint64_t v = {of2.number()};",
            *["    " + each
              for each in use], f"    to[i] = {to_element(array.kind, 'v')};", "  }", f"  return {result};", "}"
        ]
        return [f"show_number({name}({array.pointer(0)}, {self.program.length}, settings.level));"]

    def of_threads(self):
        """Sums that each thread has in an array of all."""
        part, i, k, n, me = (self.program.fresh(x) for x in ("part", "i", "k", "n", "me"))
        of = self.simple(None, i)
        way = self.random.randrange(3)
        loop = f"for (int {i} = 0; {i} < {self.program.length}; ++{i})"
        declared = [f"uint64_t {part}[64] = {{0}}, {part}_all = 0;", f"int {n} = 1;"]
        after = [
            f"for (int {k} = 0; {k} < 64; ++{k})", f"  {part}_all += {part}[{k}];", f"show_number({part}_all);"
        ]
        if way == 0:
            return [
                *declared, "#pragma omp parallel for num_threads(3)", loop,
                f"  {part}[omp_get_thread_num()] += {of.number()};", *after
            ]
        if way == 1:
            return [
                *declared, "#pragma omp parallel num_threads(4)", "{", f"  const int {me} = omp_get_thread_num();",
                "#pragma omp for", "  " + loop, f"    {part}[{me}] += {of.number()};", "}", *after
            ]
        return [
            *declared, "#pragma omp parallel num_threads(3)", "{", "#pragma omp single",
            f"  {n} = omp_get_num_threads();", f"  uint64_t mine = 0;", "#pragma omp for nowait", "  " + loop,
            f"    mine += {of.number()};", f"  {part}[omp_get_thread_num()] = mine;", "}",
            f"for (int {k} = 0; {k} < {n}; ++{k})", f"  {part}_all += {part}[{k}];", f"show_number({part}_all);"
        ]

    def exchanged(self):
        """Two arrays take turns, by pointers of each thread or of all."""
        kind = self.random.choice(["uint32_t", "uint64_t", "int16_t", "float"])
        x, y, from_, to, i, k, t = (self.program.fresh(n) for n in ("x", "y", "from", "to", "i", "k", "t"))
        n = self.random.choice([50, 130])
        of = self.small([
            f"(uint64_t){i}",
            from_element(kind, f"{from_}[{i} - 1]"),
            from_element(kind, f"{from_}[{i} + 1]"),
            from_element(kind, f"{from_}[{i}]")
        ])
        start = [
            f"{kind} {x}[{n}], {y}[{n}];", f"for (int {k} = 0; {k} < {n}; ++{k})",
            f"  {x}[{k}] = {y}[{k}] = ({kind})({k} & 15);"
        ]
        pointers = f"{kind} *{from_} = {x}, *{to} = {y};"
        loop = [f"for (int {i} = 1; {i} < {n - 1}; ++{i})", f"  {to}[{i}] = {to_element(kind, of.number())};"]
        swap = [f"  {kind} *{t} = {from_};", f"  {from_} = {to};", f"  {to} = {t};"]
        shown = [
            f"for (int {k} = 0; {k} < {n}; ++{k})",
            f"  show_number((uint64_t)(int64_t){x}[{k}] + (uint64_t)(int64_t){y}[{k}] * 3);"
        ]
        way = self.random.randrange(4)
        rounds = f"for (int {k} = 0; {k} < 5; ++{k}) {{"
        if way == 0:
            body = [pointers, rounds, "#pragma omp parallel for", *loop, *swap, "}"]
        elif way == 1:
            body = ["#pragma omp parallel", "{", pointers, rounds, "#pragma omp for", *loop, *swap, "}", "}"]
        elif way == 2:
            body = [
                pointers, "#pragma omp parallel", rounds, "#pragma omp for", *loop, "#pragma omp single", "{",
                *swap, "}", "}"
            ]
        else:
            body = [
                pointers, f"#pragma omp parallel firstprivate({from_}, {to})", "{", rounds,
                "#pragma omp for schedule(static, 4)", *loop, *swap, "}", "}"
            ]
        return [*start, *body, *shown]

    def until_done(self):
        """Rounds until nothing changes any more."""
        x, more, i, k, n = (self.program.fresh(c) for c in ("x", "more", "i", "k", "n"))
        limit = self.random.randrange(5, 60)
        clause = self.random.choice(["reduction(| : {0})", "reduction(|| : {0})",
                                     "reduction(max : {0})"]).format(more)
        update = {"|:": f"{more} |= 1;", "||": f"{more} = {more} || 1;", "ma": f"if ({more} < 1) {more} = 1;"}
        by = update["||" if "||" in clause else "ma" if "max" in clause else "|:"]
        return [
            f"int {x}[100], {more} = 1;", f"long {n} = 0;", f"for (int {k} = 0; {k} < 100; ++{k})",
            f"  {x}[{k}] = {k};", "#pragma omp parallel", "while (1) {", "#pragma omp barrier",
            "#pragma omp single", "  {", f"    {more} = 0;", f"    {n}++;", "  }", f"#pragma omp for {clause}",
            f"  for (int {i} = 0; {i} < 100; ++{i})", f"    if ({x}[{i}] < {limit}) {{", f"      {x}[{i}] += 3;",
            f"      {by}", "    }", f"  if (!{more}) break;", "}", f"for (int {k} = 0; {k} < 100; ++{k})",
            f"  show_number((uint64_t){x}[{k}]);", f"show_number((uint64_t){n});"
        ]

    def records(self):
        """Arrays of structures, and structures that clauses name."""
        r, i, k, one, sum_ = (self.program.fresh(x) for x in ("r", "i", "k", "one", "sum"))
        of = self.small(
            [f"(uint64_t){i}", f"(uint64_t){r}[{i}].first", f"{r}[{i}].second", f"{one}.second", "settings.level"])
        clause = self.random.choice([f"private({one})", f"lastprivate({one})", f"firstprivate({one})"])
        start = self.small([f"(uint64_t){i}", f"{r}[{i}].second", "settings.level"])
        use = [f"{one}.first = (int32_t)({start.number()});", f"{one}.second = {start.number()};"
               ] if "first" not in clause else []
        shown = [] if "private(" == clause[:8] else [f"show_number({one}.second + (uint64_t){one}.first);"]
        pointer = self.chance(0.4)
        p = f"{r}p" if pointer else r
        place = self.random.choice([f"{p}[{i}]", f"{p}[{i}]"]) if not pointer else f"{p}[{i}]"
        return [
            f"struct Pair {r}[80] = {{{{1, 2}}, {{3, 4}}}}, {one} = {{5, 6}};",
            *([f"struct Pair *{p} = {r};"] if pointer else []), f"uint64_t {sum_} = 0;",
            f"#pragma omp parallel for {clause} reduction(+ : {sum_})", f"for (int {i} = 0; {i} < 80; ++{i}) {{",
            *["  " + each for each in use], f"  {place}.first = (int32_t)({of.number()} + (uint64_t){one}.first);",
            f"  {place}.second {self.random.choice(['=', '+=', '^='])} {of.number()};",
            f"  {sum_} += {place}.second;", "}", *shown, f"show_number({sum_});",
            f"for (int {k} = 0; {k} < 80; ++{k})", f"  show_number({r}[{k}].second + (uint64_t){r}[{k}].first);"
        ]

    def other_types(self):
        """Truth values, enumerations, pointers, long double and bit-fields."""
        i, b, e, p, l, f, s = (self.program.fresh(x) for x in ("i", "b", "e", "p", "l", "f", "s"))
        of = self.simple(None, i)
        boolean = "bool" if self.program.cxx else "_Bool"
        kind = self.program.fresh("Kind")
        return [
            f"enum {kind} {{ None_{kind}, Some_{kind} = 5 }};", f"{boolean} {b} = 0;", f"enum {kind} {e};",
            f"const uint64_t *{p};", f"long double {l};", f"double {l}_all = 0;",
            f"struct {{ unsigned low : 3, high : 9; }} {f};", f"uint64_t {s} = 0;",
            f"#pragma omp parallel for private({e}, {p}, {f}, {l}) reduction(|| : {b}) reduction(+ : {l}_all, {s})",
            f"for (int {i} = 0; {i} < {self.program.length}; ++{i}) {{",
            f"  {e} = {of.truth()} ? Some_{kind} : None_{kind};", f"  {p} = &table[{i} & 15];",
            f"  {f}.low = (unsigned)({of.number()} & 7);", f"  {f}.high = (unsigned)({of.number()} & 511);",
            f"  {b} = {b} || {e} == Some_{kind};", f"  {l} = (long double)({of.number()} & 255);",
            f"  {l}_all += (double){l};", f"  {s} += *{p} + {f}.low * 3u + {f}.high + (uint64_t){e};", "}",
            f"show_number((uint64_t){b} + (uint64_t){l}_all * 3 + {s});"
        ]

    def shadowed(self):
        """The same name for several variables."""
        x, i, s = self.program.fresh("x"), self.program.fresh("i"), self.program.fresh("s")
        array, = self.pick(1)
        of = self.simple(array, i, [f"(uint64_t){x}"])
        n = self.program.length
        return [
            f"int {x} = 5, {i} = 7;", f"uint64_t {s} = 0;", *self.random.choice(
                [[
                    "#pragma omp parallel", "{", f"  long {x} = 9;", "#pragma omp for",
                    f"  for (int {i} = 0; {i} < {n}; ++{i}) {{", f"    const uint64_t {s} = (uint64_t){x};",
                    f"    unsigned {x} = (unsigned){s} + 3;", f"    {array.assign(i, of.number())}",
                    f"    {{ uint8_t {x} = (uint8_t){i}; {array.assign(i, f'{array.value(i)} + {x}')} }}", "  }",
                    "}"
                ],
                 [
                     f"#pragma omp parallel for private({x}) reduction(+ : {s})",
                     f"for (int {i} = 0; {i} < {n}; ++{i}) {{", f"  {x} = (int){i};",
                     f"  {{ long {x} = 3; {s} += (uint64_t){x}; }}",
                     f"  for (int {x} = 0; {x} < 3; ++{x}) {s} += (uint64_t){x};", f"  {s} += (uint64_t){x};", "}",
                     f"{x} = 5;"
                 ],
                 [
                     f"#pragma omp parallel for firstprivate({x}) lastprivate({s})",
                     f"for (unsigned {i} = 0; {i} < {n}; ++{i}) {{", f"  {s} = {of.number()};",
                     f"  for (int {i} = 0; {i} < 2; ++{i}) {{ unsigned {x} = 3; {s} += {x} + (uint64_t){i}; }}", "}"
                 ]]), f"show_number((uint64_t){x} + (uint64_t){i} + {s});"
        ]

    def of_the_program(self):
        """Clauses that name variables of the whole program, or static ones."""
        g, i = self.program.fresh("g"), self.program.fresh("i")
        array, = self.pick(1)
        kind = self.random.choice(["uint32_t", "uint64_t"])
        static = self.chance(0.4)
        declared = [f"static {kind} {g} = 3;"]
        if not static:
            self.program.definitions += declared
            declared = []
        of = self.simple(array, i)
        clause, use, after = self.random.choice([("private", [f"{g} = ({kind})({of.number()});"], [f"{g} = 3;"]),
                                                 ("firstprivate", [], []),
                                                 ("lastprivate", [f"{g} = ({kind})({of.number()});"], []),
                                                 ("reduction", [f"{g} += ({kind})({of.number()});"], [])])
        value = f"(uint64_t){g}" if clause != "reduction" else of.number()
        name = f"reduction(+ : {g})" if clause == "reduction" else f"{clause}({g})"
        n = self.program.length
        if self.chance(0.4) and clause != "lastprivate":
            lines = [
                f"#pragma omp parallel {name}", "{", "#pragma omp for", f"  for (int {i} = 0; {i} < {n}; ++{i}) {{"
            ]
        else:
            lines = [f"#pragma omp parallel for {name}", "{", f"for (int {i} = 0; {i} < {n}; ++{i}) {{"]
            del lines[1]
        close = ["}", "}"] if lines[-1].startswith("  ") else ["}"]
        return [
            *declared, *lines, *["  " + each for each in use], f"  {array.assign(i, value)}", *close, *after,
            f"show_number({g});"
        ]

    def ordered(self):
        i, s, at, order = (self.program.fresh(x) for x in ("i", "s", "at", "order"))
        of = self.simple(None, i)
        return [
            f"uint64_t {s} = 1;", "#pragma omp parallel for ordered schedule(dynamic)",
            f"for (int {i} = 0; {i} < 40; ++{i}) {{", f"  const uint64_t v = {of.number()};", "#pragma omp ordered",
            f"  {s} = {s} * 31 + v;", "}", f"show_number({s});"
        ]

    def called_updates(self):
        """Functions that update what all threads have."""
        name, i, n = self.program.fresh("note"), self.program.fresh("i"), self.program.length
        of = self.simple(None, i)
        directive = self.random.choice(["atomic", "critical", f"critical({name})"])
        self.program.definitions += [
            f"static uint64_t {name}_sum = 1;", f"static void {name}(uint64_t x) {{", f"#pragma omp {directive}",
            f"  {name}_sum {self.random.choice(['+=', '^='])} x;", "}"
        ]
        return [
            f"#pragma omp parallel for{self.random.choice(['', ' schedule(guided)'])}",
            f"for (int {i} = 0; {i} < {n}; ++{i})", f"  {name}({of.number()});", f"show_number({name}_sum);"
        ]

    def shared_pointer(self):
        """What all threads have behind a pointer."""
        s, p, i, n = self.program.fresh("s"), self.program.fresh("p"), self.program.fresh("i"), self.program.length
        of = self.simple(None, i)
        update = self.random.choice([["#pragma omp atomic", f"  *{p} += {of.number()};"],
                                     ["#pragma omp critical", f"  *{p} ^= {of.number()};"],
                                     ["#pragma omp atomic update", f"  {p}[{i} & 1] += {of.number()};"]])
        return [
            f"uint64_t {s}[2] = {{3, 4}}, *{p} = {s};", "#pragma omp parallel for",
            f"for (int {i} = 0; {i} < {n}; ++{i}) {{", *update, "}", f"show_number({s}[0] + {s}[1] * 3);"
        ]

    def same_places(self):
        """Two loops that do not wait, with the same iterations on the same threads."""
        first, second = self.pick(2)
        i, j, n = self.program.fresh("i"), self.program.fresh("j"), self.program.length
        of, of2 = self.simple(first, i), self.small([f"(uint64_t){j}", first.value(j), second.value(j)])
        return [
            "#pragma omp parallel", "{", "#pragma omp for schedule(static) nowait",
            f"  for (int {i} = 0; {i} < {n}; ++{i})", f"    {first.assign(i, of.number())}",
            "#pragma omp for schedule(static)", f"  for (int {j} = 0; {j} < {n}; ++{j})",
            f"    {second.assign(j, of2.number())}", "}"
        ]
