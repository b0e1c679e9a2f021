# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of OpenMP whose iterations have to do with each other, or with what
their thread has left, and have the same results in any order all the same."""

from expressions import INTEGERS, to_element


class OpenMPOddities:
    """Is a part of OpenMPSteps."""

    def each(self, i):
        return f"for (int {i} = 0; {i} < {self.program.length}; ++{i})"

    def in_region(self, loop, clauses="", before=(), after=()):
        """A loop, alone or in a region with what each thread does around it."""
        if not before and not after and self.chance(0.5):
            return [f"#pragma omp parallel for {clauses}".rstrip(), *loop]
        return [
            "#pragma omp parallel", "{", *["  " + each for each in before], f"#pragma omp for {clauses}".rstrip(),
            *loop, *["  " + each for each in after], "}"
        ]

    def remembered(self):
        """Threads keep what they have computed last."""
        array, = self.pick(1)
        i, key, kept, k = (self.program.fresh(x) for x in ("i", "key", "kept", "k"))
        of = self.small([f"(uint64_t){k}", "settings.level"])
        value = of.number()
        loop = [
            self.each(i) + " {", f"  const int {k} = {i} / 5;", f"  if ({k} != {key}) {{", f"    {key} = {k};",
            f"    {kept} = {value};", "  }", f"  {array.assign(i, f'{kept} + (uint64_t){i}')}", "}"
        ]
        if self.chance(0.5):
            return [
                f"int {key} = -1;", f"uint64_t {kept} = 0;",
                f"#pragma omp parallel for firstprivate({key}, {kept})", *loop
            ]
        return [
            "#pragma omp parallel", "{", f"  int {key} = -1;", f"  uint64_t {kept} = 0;",
            f"#pragma omp for{self.random.choice(['', ' schedule(dynamic, 3)'])}", *loop, "}"
        ]

    def scratch(self):
        """Memory of each thread, by all ways to come to it."""
        array, = self.pick(1)
        name, i, j, p = (self.program.fresh(x) for x in ("buffer", "i", "j", "p"))
        of, of2 = self.simple(array, i, [f"(uint64_t){j}"]), self.small([f"(uint64_t){i}", "settings.level"])
        cast = "(uint32_t *)"
        declared, end = self.random.choice([
            ([f"uint32_t *{name} = {cast}malloc(8 * sizeof(uint32_t));"], [f"free({name});"]),
            ([f"uint32_t {name}_all[10];", f"uint32_t *{name} = {name}_all + 2;"], []),
            ([f"uint32_t {name}_all[2][8];", f"uint32_t *{name} = {name}_all[1];"], []),
            ([f"struct {{ int n; uint32_t data[8]; }} {name}_all;",
              f"uint32_t *const {name} = {name}_all.data;"], []), ([f"uint32_t {name}[8];"], []),
            ([f"uint32_t {name}[8];"], [])
        ])
        fill = [f"  for (int {j} = 0; {j} < 8; ++{j})", f"    {name}[{j}] = (uint32_t)({of.number()});"]
        if self.chance(0.4):
            f = self.program.fresh("fill")
            self.program.definitions += [
                f"static void {f}(uint32_t *to, uint64_t x) {{", "  for (int k = 0; k < 8; ++k)",
                "    to[k] = (uint32_t)(x * (uint64_t)(k + 1));", "}"
            ]
            fill = [f"  {f}({name}, {of2.number()});"]
        elif self.chance(0.3):
            fill = [
                f"  uint32_t *{p} = {name};", f"  for (int {j} = 0; {j} < 8; ++{j})",
                f"    *{p}++ = (uint32_t)({of.number()});"
            ]
        loop = [self.each(i) + " {", *fill, f"  {array.assign(i, f'{name}[{i} & 7] + {name}[3]')}", "}"]
        counters = []
        if self.chance(0.3):  # a counter of the thread's
            loop = [line.replace(f"int {j} =", f"{j} =") for line in loop]
            counters = [f"int {j};"]
        return self.in_region(loop, "", [*counters, *declared],
                              [*end, *([f"{counters[0].split()[1][:-1]} = 3;"] if counters else [])])

    def seen(self):
        """What is shared decides what is done to it."""
        s, n, i, k = (self.program.fresh(x) for x in ("s", "n", "i", "k"))
        of = self.simple(None, i)
        way = self.random.choice([[f"if (!{s}[{k}]) {{", f"  {s}[{k}] = 1;", f"  {n}++;", "}"],
                                  [f"if ({n} < 40) {n}++;"], [f"{n} = {n} * 3 + 1;"], [f"{n} = ({n} + 1) % 7;"],
                                  [f"{n} = 1000 - {n};"], [f"{s}[{k}] = {s}[{k}] * 2 + 1;"],
                                  [f"{n} += {s}[{k}]++;"],
                                  [f"if ({n} < (uint64_t){k}) {n} = (uint64_t){k};", f"{s}[{k}] |= 1;"],
                                  [f"{n} = {n} > 5 ? {n} - 5 : {n} + 3;"], [f"if (++{s}[{k}] == 3) {n}++;"]])
        loop = [
            self.each(i) + " {", f"  const int {k} = (int)({of.number()} & 31);",
            f"#pragma omp critical{self.random.choice(['', f' ({n})'])}", "  {", *["    " + each for each in way],
            "  }", "}"
        ]
        k2 = self.program.fresh("k")
        return [
            f"uint32_t {s}[32] = {{0}};", f"uint64_t {n} = 2;",
            *self.in_region(loop, self.random.choice(["", "schedule(dynamic)"])),
            f"for (int {k2} = 0; {k2} < 32; ++{k2})", f"  show_number({s}[{k2}] + {n});"
        ]

    def odd_atomics(self):
        s, i, k, p = (self.program.fresh(x) for x in ("s", "i", "k", "p"))
        of = self.simple(None, i)
        value = of.number()
        way, body = self.random.choice([("atomic", f"{s}.all = 1000 - {s}.all;"),
                                        ("atomic", f"{s}.part[{k}] = {s}.part[{k}] * 3;"),
                                        ("atomic", f"{s}.all = (uint32_t)({value}) + {s}.all;"),
                                        ("atomic", f"{s}.part[{k}] ^= (uint32_t)({value});"),
                                        ("atomic update", f"{s}.all--;"), ("atomic", f"{s}.all <<= {k} == 3;"),
                                        ("atomic", f"{s}.real += (double)({k});"),
                                        ("atomic", f"{s}.narrow += (uint8_t)({value});"),
                                        ("atomic", f"{s}.all /= 2;"),
                                        ("atomic", f"{s}.all = {s}.all & (uint32_t)({value});"),
                                        ("atomic", f"{p}->part[{k}] -= {k} + 1u;")])
        loop = [
            self.each(i) + " {", f"  const unsigned {k} = (unsigned)({of.number()} & 7);", f"#pragma omp {way}",
            f"  {body}", "}"
        ]
        k2 = self.program.fresh("k")
        kind = self.program.fresh("Counts")
        return [
            f"struct {kind} {{ uint32_t all, part[8]; double real; uint8_t narrow; }} {s} = {{7, {{1, 2, 3, 4, 5}}, 0, 1}}, *{p} = &{s};",
            f"(void){p};", *self.in_region(loop), f"for (int {k2} = 0; {k2} < 8; ++{k2})",
            f"  show_number({s}.part[{k2}] + {s}.all + (uint64_t){s}.real + {s}.narrow);"
        ]

    def odd_reduction(self):
        """The reduced variable by another name, in a function, and in loops."""
        s, i, p, f, k = (self.program.fresh(x) for x in ("s", "i", "p", "f", "k"))
        of = self.simple(None, i)
        v = of.number()
        self.program.definitions += [
            f"static void {f}(uint64_t *to, uint64_t x) {{", "  if (x & 1)", "    *to += x;", "}"
        ]
        ways = [[f"{f}(&{s}, {v});"], [f"uint64_t *{p} = &{s};", f"*{p} += {v};"],
                [f"{s} += {v};", f"{s} -= {of.number()};"],
                [f"for (int {k} = 0; {k} < ({i} & 3); ++{k})", f"  {s} += {v};"],
                [f"if ({of.truth()}) {s} += {v}; else {s} -= 3;"],
                [
                    f"switch ({i} & 3) {{", f"case 0: {s}++; break;", f"case 1: {s} += {v}; /* on */",
                    f"default: {s} -= 2;", "}"
                ], [f"{s} = {s} + {v} + 1;"], [f"{s} = {v} + {s};"], [f"{s} += {of.truth()};"],
                [f"{s} += {v}, {s} += 3;"], [f"{s} = ({of.truth()}) ? {s} + 1 : {s};"],
                [f"({of.truth()}) ? {s}++ : 0;"], [f"const uint64_t {k} = {s};", f"{s} = {k} + {v};"]]
        if self.program.cxx:
            ways += [[f"uint64_t &{p} = {s};", f"{p} += {v};"],
                     [f"auto {p} = [&](uint64_t x) {{ {s} += x; }};", f"{p}({v});"], [f"[&] {{ {s} += {v}; }}();"]]
        loop = [self.each(i) + " {", *["  " + each for each in self.random.choice(ways)], "}"]
        clause = f"reduction(+ : {s})"
        if self.chance(0.3):
            lines = [
                f"#pragma omp parallel {clause}", "{", f"#pragma omp for{self.random.choice(['', ' nowait'])}",
                *loop, "}"
            ]
        else:
            lines = [
                f"#pragma omp {self.random.choice(['parallel for', 'parallel for', 'parallel for simd', 'target teams distribute parallel for'])} {clause}",
                *loop
            ]
        return [f"uint64_t {s} = 3;", *lines, f"show_number({s});"]

    def handed_on(self):
        """Private variables that functions get by their address."""
        array, = self.pick(1)
        t, f, i, p = (self.program.fresh(x) for x in ("t", "set", "i", "p"))
        of = self.simple(array, i)
        self.program.definitions += [
            f"static int {f}(struct Pair *to, uint64_t *other, uint64_t x) {{",
            "  to->first = (int32_t)(x & 1023);", "  to->second = x * 3;", "  *other = x + 1;",
            "  return (int)(x & 3);", "}"
        ]
        use = self.random.choice(
            [[f"{f}(&{t}, &{t}_n, {of.number()});"],
             [f"struct Pair *{p} = &{t};", f"if ({f}({p}, &{t}_n, {of.number()}) == 2)", f"  {p}->second++;"]])
        clause = self.random.choice([f"private({t}, {t}_n)", f"firstprivate({t}) private({t}_n)"])
        loop = [
            self.each(i) + " {", *["  " + each for each in use],
            f"  {array.assign(i, f'{t}.second + (uint64_t){t}.first + {t}_n')}", "}"
        ]
        if self.chance(0.4):
            return [
                "#pragma omp parallel", "{", f"  struct Pair {t};", f"  uint64_t {t}_n;", "#pragma omp for", *loop,
                "}"
            ]
        return [f"struct Pair {t} = {{1, 2}};", f"uint64_t {t}_n = 3;", f"#pragma omp parallel for {clause}", *loop]

    def last_counter(self):
        """Counters, pointers and arrays as last values."""
        array, = self.pick(1)
        i, j, t, p, s = (self.program.fresh(x) for x in ("i", "j", "t", "p", "s"))
        n = self.program.length
        of = self.simple(array, i)
        kind = self.random.choice(["int", "long", "unsigned", "short", "size_t"])
        words = self.random.choice(
            ["parallel for", "parallel for", "parallel for simd", "parallel for schedule(monotonic : dynamic, 4)"])
        one = [f"{kind} {i} = 3;", f"#pragma omp {words} lastprivate({i})"]
        return self.random.choice(
            [[
                *one, f"for ({i} = 0; {i} < {n}; {i} += 3)", f"  {array.assign(i, of.number())}",
                f"show_number((uint64_t){i});"
            ],
             [
                 *one, f"for ({i} = {n - 1}; {i} > 4; --{i})", f"  {array.assign(i, of.number())}",
                 f"show_number((uint64_t){i});"
             ],
             [
                 f"int {i}, {j};", f"uint64_t {s} = 0;",
                 f"#pragma omp {words} collapse(2) lastprivate({i}, {j}) reduction(+ : {s})",
                 f"for ({i} = 0; {i} < 9; {i}++)", f"  for ({j} = 2; {j} < 7; {j}++)",
                 f"    {s} += (uint64_t)({i} * {j});", f"show_number({s} + (uint64_t){i} * 100 + (uint64_t){j});"
             ],
             [
                 f"uint32_t {t}[4] = {{0}};", f"#pragma omp {words} lastprivate({t})",
                 f"for (int {i} = 0; {i} < {n}; ++{i}) {{", f"  for (int {j} = 0; {j} < 4; ++{j})",
                 f"    {t}[{j}] = (uint32_t)({of.number()});", f"  {array.assign(i, f'{t}[{i} & 3]')}", "}",
                 f"show_number({t}[1] + {t}[3]);"
             ],
             [
                 f"const uint64_t *{p} = table;", f"#pragma omp {words} lastprivate({p})",
                 f"for (int {i} = 0; {i} < {n}; ++{i}) {{", f"  {p} = &table[{i} & 15];",
                 f"  {array.assign(i, f'*{p} + 1')}", "}", f"show_number(*{p});"
             ],
             [
                 f"int {i}, {j};", f"#pragma omp parallel for private({j})",
                 f"for ({i} = 0; {i} < {n // 10}; {i}++)", f"  for ({j} = 0; {j} < 10; {j}++)",
                 f"    {array.assign(f'{i} * 10 + {j}', of.number())}"
             ],
             [
                 f"int {j} = 4;", "#pragma omp parallel", "{", f"#pragma omp for lastprivate({j})",
                 f"  for (int {i} = 0; {i} < {n}; ++{i}) {{", f"    {j} = {i} * 2;",
                 f"    {array.assign(i, f'(uint64_t){j}')}", "  }", "#pragma omp single",
                 f"  settings.level += (uint64_t){j};", "}", f"show_number((uint64_t){j} + settings.level);"
             ]])

    def ways_to_assign(self):
        """A private variable is assigned on each way to where it is read."""
        array, = self.pick(1)
        t, i, k = (self.program.fresh(x) for x in ("t", "i", "k"))
        of = self.simple(array, i)
        a, b, c = (of.number() for _ in range(3))
        way = self.random.choice([[f"if ({of.truth()}) {t} = {a}; else {t} = {b};"],
                                  [
                                      f"switch ({a} & 3) {{", f"case 0: {t} = 3; break;",
                                      f"case 1: {t} = {b}; break;", f"default: {t} = {c};", "}"
                                  ], [f"for (int {k} = 0; {k} < 3; ++{k})", f"  {t} = {a} + (uint64_t){k};"],
                                  [f"do {{ {t} = {a}; }} while (0);"], [f"{t} = {a}, {t} += {b};"],
                                  [f"const uint64_t {k} = ({t} = {a}) + 1;", f"{t} += {k};"],
                                  [f"if (({t} = {a}) & 1) {t}++;"], [f"if ({of.truth()}) continue;", f"{t} = {b};"],
                                  [f"({of.truth()}) ? ({t} = {a}) : ({t} = {b});"],
                                  [f"{t} = 0;", f"while (({t} += 3) < 20) if ({t} & 8) break;"],
                                  [f"if (({of.truth()}) && ({t} = {a}, 1)) {t} += 2; else {t} = {b};"]])
        loop = [self.each(i) + " {", *["  " + each for each in way], f"  {array.assign(i, t)}", "}"]
        if self.chance(0.5):
            return [f"uint64_t {t} = 5;", *self.in_region(loop, f"private({t})")]
        return [
            f"uint64_t {t} = 5;", f"#pragma omp parallel private({t})", "{",
            *([f"  {t} = 8;"] if self.chance(0.5) else []), "#pragma omp for", *loop, "}"
        ]
