# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of OpenMP with jumps, updates and other directives in their iterations."""

from expressions import INTEGERS
from loops import MARGIN


class OpenMPUpdates:
    """Is a part of OpenMPLoops."""

    def jumps(self):
        """Ways through an iteration."""
        array, = self.pick(1)
        low, high = MARGIN, self.program.length - MARGIN
        line, i = self.header(low, high)
        leaves = self.reads([array], i, low, high) + [array.value(i)]
        of, t, k, label = self.expressions(leaves), *(self.program.fresh(n) for n in ("t", "k", "next"))
        store = self.stores(array, i)[0]
        way = self.random.randrange(5)
        if way == 0:
            body = [f"if ({of.truth()}) continue;", store(of.number())]
        elif way == 1:
            body = [
                f"uint64_t {t} = 0;", f"for (int {k} = 0; {k} < 9; ++{k}) {{", f"  {t} += {of.number()};",
                f"  if ({t} & 64) break;", f"  if ({of.truth()}) continue;", f"  {t} ^= (uint64_t){k};", "}",
                store(t)
            ]
        elif way == 2:
            body = [
                f"uint64_t {t} = {of.number()};", f"if ({of.truth()}) goto {label};", f"{t} += {of.number()};",
                f"{label}:",
                store(t)
            ]
        elif way == 3:
            body = [
                f"uint64_t {t} = {of.number()};", f"for (int {k} = 0; {k} < 5; ++{k})",
                f"  if (({t} >> {k}) & 1) {{", f"    {t} ^= {of.number()};", f"    goto {label};", "  }",
                f"{t} = 3;", f"{label}:;",
                store(t)
            ]
        else:
            body = [
                f"switch ({of.number()} & 3) {{", "case 0:", "  continue;", "case 1:", f"  {store(of.number())}",
                "  break;", "default: {", f"  uint64_t {t} = {of.number()};", f"  while ({t} > 90) {t} /= 7;",
                f"  {store(t)}", "}", "}"
            ]
        return [self.annotation(but=["simd", "loop"]), line + " {", *["  " + each for each in body], "}"]

    def atomics(self):
        """Updates and stores of what all iterations have."""
        s, t, array = self.program.fresh("s"), self.program.fresh("t"), self.pick(1)[0]
        low, high = MARGIN, self.program.length - MARGIN
        line, i = self.header(low, high)
        of = self.expressions(self.reads([array], i, low, high))
        kind = self.random.choice(["uint32_t", "uint64_t", "uint8_t"])
        op = self.random.choice(["+", "-", "^", "|", "&", "*"])
        update = self.random.choice(
            [f"{s} {op}= ({kind})({of.number()});", f"{s} = {s} {op} ({kind})({of.number()});", f"{s}++;"])
        body = [f"#pragma omp atomic{self.random.choice(['', ' update', ' seq_cst'])}", f"  {update}"]
        if self.chance(0.25):
            body = [f"  if ({of.truth()}) {{", *body, "  }"]
        after = []
        if self.chance(0.3):
            w = self.program.fresh("w")
            self.before.append(f"uint64_t {w} = 9;")
            body += [f"  uint64_t {t};", "#pragma omp atomic read", f"  {t} = {w};", f"  {array.assign(i, t)}"]
        elif self.chance(0.3):
            w = self.program.fresh("w")
            self.before.append(f"int {w} = 0;")
            body += [f"  if ({of.truth()}) {{", "#pragma omp atomic write", f"  {w} = 1;", "  }"]
            after.append(f"show_number((uint64_t){w});")
        return [
            f"{kind} {s} = 3;",
            self.annotation(but=["simd", "loop", "target"]), line + " {", *body, "}",
            f"show_number((uint64_t){s});", *after
        ]

    def captured(self):
        """Places that iterations take, in whatever order."""
        n, at, k, array = (self.program.fresh(x) for x in ("n", "at", "k")), None, None, self.pick(1)[0]
        n, at, k = n
        line, i = self.header(0, self.program.length)
        of = self.expressions(self.reads([array], i, 0, self.program.length))
        capture = self.random.choice(
            [["#pragma omp atomic capture", f"  {at} = {n}++;"],
             ["#pragma omp atomic capture", "  {", f"    {at} = {n};", f"    {n} += 1;", "  }"],
             ["#pragma omp critical", f"  {at} = {n}++;"]])
        return [
            f"int {n} = 0;",
            self.annotation(but=["simd", "loop", "target", "teams"]), line + " {", f"  int {at};",
            f"  if ({of.truth()}) {{", *capture, f"  {array.assign(at, '77ull')}", "  }", "}",
            f"show_number((uint64_t){n});"
        ]

    def used(self):
        """What atomic operations give, shown as no order changes it."""
        n, at, slot, k, s = (self.program.fresh(x) for x in ("n", "at", "slot", "k", "s"))
        length = self.program.length
        line, i = self.header(0, length)
        of = self.expressions(self.reads([], i, 0, length))
        kind, by = self.random.choice(["int", "unsigned", "int64_t", "uint64_t", "float", "double"]), \
            self.random.randrange(1, 4)
        floating = kind in ("float", "double")
        old = self.random.choice(["", " relaxed", " seq_cst"])
        ways = [
            [f"#pragma omp atomic capture{old}", "  {", f"    {at} = {n};", f"    {n} += {by};", "  }"],
            [f"#pragma omp atomic capture{old}", "  {", f"    {at} = {n};", f"    {n} = {by} + {n};", "  }"],
            [f"#pragma omp atomic capture{old}", f"  {at} = {n} += {by};", f"  {at} -= {by};"],
        ]
        if not floating:
            ways += [[f"  {at} = __sync_fetch_and_add(&{n}, {by});"],
                     [f"  {at} = __atomic_fetch_add(&{n}, {by}, __ATOMIC_RELAXED);"],
                     [f"  {at} = __atomic_add_fetch(&{n}, {by}, __ATOMIC_ACQ_REL) - {by};"]]
        if by == 1:
            ways += [["#pragma omp atomic capture", f"  {at} = {n}++;"]]
        draw, value = self.random.choice(ways), f"(uint64_t)({of.number()})"
        if self.chance(0.4):
            draw = [f"  if ({of.truth()}) {{", *draw]
            end = "  }"
        else:
            end = ""
        way = self.random.choice([0, 1, 3]) if floating else self.random.randrange(5)
        declared, after, clause = [f"{kind} {n} = 0;"], [f"show_number((uint64_t){n});"], ""
        if way == 0:
            declared.append(f"static uint64_t {slot}[{length}];")
            body = [f"  {kind} {at};", *draw, f"  {slot}[(int)({at} / {by})] = {value};", end]
            after += [
                # Slots behind these have what an order of an earlier call gave them.
                f"uint64_t {s} = 0;", f"for (int {k} = 0; {k} < (int){n} / {by}; ++{k})",
                f"  {s} += {slot}[{k}] * ({slot}[{k}] | 5);", f"show_number({s});"
            ]
        elif way == 1:
            declared.append(f"uint64_t {s} = 5;")
            clause = f"reduction(+ : {s})"
            body = [f"  {kind} {at};", *draw, f"  {s} += (uint64_t){at} * 3;", end]
            after.append(f"show_number({s});")
        elif way == 2:
            body = [
                f"  const {kind} {at} = ({kind})({value} & 0xfffff);",
                f"  {kind} {k} = __sync_fetch_and_or(&{n}, 0);", f"  while ({k} < {at}) {{",
                *self.random.choice([
                    [f"    const {kind} {s} = __sync_val_compare_and_swap(&{n}, {k}, {at});",
                     f"    if ({s} == {k}) break;", f"    {k} = {s};"],
                    [f"    if (__atomic_compare_exchange_n(&{n}, &{k}, {at}, 0, 5, 0)) break;"]
                ]), "  }"
            ]
        elif way == 4:
            body = [f"  const {kind} {at} = ({kind})({value} & 0xfffff);"]
            body += self.random.choice(
                [["#pragma omp atomic compare", f"  if ({n} < {at}) {{ {n} = {at}; }}"],
                 ["#pragma omp atomic compare", f"  if ({at} > {n}) {{ {n} = {at}; }}"],
                 [f"  {kind} {k};", "#pragma omp atomic compare capture", "  {", f"    {k} = {n};",
                  f"    if ({n} < {at}) {{ {n} = {at}; }}", "  }", f"  {self.pick(1)[0].assign(i, f'{k} * 0ull')}"]])
        else:
            declared.append(f"uint64_t {s} = 0;")
            clause = f"reduction(+ : {s})"
            given = f"({kind})({value} & 0xffff)"
            swaps = [["#pragma omp atomic capture", "  {", f"    {at} = {n};", f"    {n} = {given};", "  }"],
                     [f"  {kind} {k} = {given};", f"  __atomic_exchange(&{n}, &{k}, &{at}, __ATOMIC_RELAXED);"]]
            if not floating:
                swaps.append([f"  {at} = __sync_lock_test_and_set(&{n}, {given});"])
            body = [f"  {kind} {at};", *self.random.choice(swaps), f"  {s} += (uint64_t){at};"]
            after = [f"show_number({s} + (uint64_t){n});"]
        return [
            *declared,
            self.annotation(clause, but=["simd", "loop", "target"]), line + " {", *[b for b in body if b], "}", *after
        ]

    def critical(self):
        kind, s = self.random.choice(["uint32_t", "uint64_t"]), self.program.fresh("s")
        low, high = MARGIN, self.program.length - MARGIN
        line, i = self.header(low, high)
        of = self.expressions(self.reads([], i, low, high))
        v = self.program.fresh("v")
        update = self.random.choice(
            [[f"{s} += {v};"], [f"{s} ^= {v};", f"{s}_count++;"], [f"if ({v} > {s}) {s} = {v};"],
             [f"if ({v} > {s} || ({v} == {s} && {i} < {s}_at)) {{", f"  {s} = {v};", f"  {s}_at = (long){i};",
              "}"]])
        name = self.random.choice(["", f"({self.program.fresh('lock')})"])
        return [
            f"{kind} {s} = 2;", f"long {s}_count = 0, {s}_at = 0;",
            self.annotation(but=["simd", "loop", "target", "teams"]), line + " {",
            f"  const {kind} {v} = ({kind})({of.number()});", f"#pragma omp critical{name}", "  {",
            *["    " + each
              for each in update], "  }", "}", f"show_number({s} + (uint64_t){s}_count * 3 + (uint64_t){s}_at);"
        ]

    def extremum(self):
        """The greatest value and a place that depends on no order."""
        m, at, v = (self.program.fresh(x) for x in ("m", "at", "v"))
        line, i = self.header(0, self.program.length)
        of = self.expressions(self.reads([], i, 0, self.program.length))
        number = f"((({of.number()}) & 0xffffff) << 24 | (uint64_t){i})"
        return [
            f"uint64_t {m} = 0;",
            self.annotation(f"reduction(max : {m})"), line + " {", f"  const uint64_t {v} = {number};",
            self.random.choice([
                f"  if ({v} > {m}) {m} = {v};", f"  {m} = {m} > {v} ? {m} : {v};",
                f"  if ({m} < {v}) {{ {m} = {v}; }}"
            ]), "}", f"show_number({m});"
        ]

    def inner_simd(self):
        array, = self.pick(1)
        rows, columns = self.shape()
        line, i = self.header(0, rows)
        j, s = self.program.fresh("j"), self.program.fresh("s")
        leaves = self.reads([array], f"({i} * {columns} + {j})", 0, rows * columns)
        of = self.expressions(leaves)
        op = self.random.choice("+^|")
        return [
            self.annotation(but=["simd", "loop"]), line + " {", f"  uint64_t {s} = 0;",
            f"#pragma omp simd reduction({op} : {s})", f"  for (int {j} = 0; {j} < {columns}; ++{j})",
            f"    {s} {op}= {of.number()};", f"  {array.assign(i, s)}", "}"
        ]

    def simd(self):
        """Lanes of one thread."""
        low, high = MARGIN, self.program.length - MARGIN
        array, = self.pick(1)
        line, i = self.header(low, high)
        declared, clause, show, body = self.combination(i, low, high, [array])
        t = self.program.fresh("t")
        return [
            declared, f"uint64_t {t};", f"#pragma omp simd {clause} private({t})", line + " {",
            f"  {t} = (uint64_t){i} * 3;", *["  " + each for each in body], f"  {array.assign(i, t)}", "}", show
        ]

    def inner_parallel(self):
        """A loop that is shared out in each iteration of one that is."""
        array, = self.pick(1)
        rows, columns = self.shape()
        line, i = self.header(0, rows)
        j = self.program.fresh("j")
        place = f"{i} * {columns} + {j}"
        leaves = self.reads([array], f"({place})", 0, rows * columns) + [array.value(place)]
        clause = self.random.choice(["", " num_threads(2)", " schedule(dynamic)", f" firstprivate({i})"])
        return [
            self.annotation(but=["simd", "loop", "task", "teams"]), line + " {",
            f"#pragma omp parallel for{clause}", f"  for (int {j} = 0; {j} < {columns}; ++{j}) {{",
            *["  " + each for each in self.body(leaves, self.stores(array, place))], "  }", "}"
        ]

    def matrix(self):
        """Arrays of arrays on the stack, in a structure or of the program."""
        m, i, j, k = (self.program.fresh(x) for x in ("m", "i", "j", "k"))
        rows, columns = self.random.randrange(3, 30), self.random.randrange(2, 20)
        kind = self.random.choice(INTEGERS)
        leaves = self.reads([], f"({i} * {columns} + {j})", 0, min(rows * columns, self.program.length))
        if rows * columns > self.program.length:
            leaves = [f"(uint64_t){i}", f"(uint64_t){j}", "settings.level"]
        of = self.expressions(leaves)
        storage = self.random.choice(["", "static "])
        member = self.chance(0.3)
        declared = f"{storage}struct {{ int n; {kind} m[{rows}][{columns}]; }} {m};" if member else \
            f"{storage}{kind} {m}[{rows}][{columns}];"
        at = f"{m}.m" if member else m
        depth = self.random.choice(["", "collapse(2)"])
        return [
            declared,
            self.annotation(depth, ["task"]), f"for (int {i} = 0; {i} < {rows}; {i}++)",
            f"  for (int {j} = 0; {j} < {columns}; {j}++)", f"    {at}[{i}][{j}] = ({kind})({of.number()});",
            f"for (int {k} = 0; {k} < {rows * columns}; ++{k})",
            f"  show_number((uint64_t){at}[{k} / {columns}][{k} % {columns}]);"
        ]
