# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Annotated loops whose iterations are independent, but for reductions.

A loop is a list of lines. What it reads and writes are arrays of LENGTH
elements; `margin` elements at either end are only ever read."""

from expressions import Body, Expressions, FLOATS, INTEGERS, from_element, to_element

MARGIN = 8


class Loops:
    """Draws loops over a program's arrays."""

    def __init__(self, random, program):
        self.random = random
        self.program = program
        self.kinds = [self.elements, self.elements, self.elements, self.nest, self.triangle,
                      self.tiles, self.reduction, self.reduction, self.least, self.histogram,
                      self.scatter, self.last_value, self.search, self.rows, self.shared_scratch,
                      self.one_array, self.statements, self.slices, self.wrapping]
        if program.cxx:
            self.kinds += [self.range_based, self.objects]

    def draw(self):
        return self.random.choice(self.kinds)()

    # What a loop reads and writes.

    def pick(self, count):
        """Different arrays."""
        return self.random.sample(self.program.arrays, count)

    def others(self, written):
        return [a for a in self.program.arrays if a not in written]

    def reads(self, written, index, low, end):
        """Leaves: elements of arrays that the loop does not write, at index, whose
        value is in [low, end)."""
        out = [f"(uint64_t)({index})"]
        length = self.program.length
        for array in self.random.sample(self.others(written), 3):
            shift = self.random.randrange(-min(low, MARGIN), min(length - end, MARGIN) + 1)
            place = self.random.choice([
                f"{index} + {shift}" if shift >= 0 else f"{index} - {-shift}",
                f"{length - 1} - ({index})", f"{index}",
                f"perm[{index}]", f"(2 * (int64_t)({index})) % {length}"])
            out.append(array.value(place))
        scalars = self.random.sample(self.program.scalars, 2)
        return out + [from_element(kind, name) for kind, name in scalars] + [
            f"table[{index} & 15]", "settings.level"]

    def expressions(self, leaves):
        return Expressions(self.random, leaves, self.program.functions)

    def body(self, leaves, stores, least=1, most=5):
        body = Body(self.random, self.expressions(leaves), stores, self.program.cxx)
        return ["  " + line for line in body.lines(self.random.randrange(least, most))]

    def clauses(self):
        out = ""
        if self.random.random() < 0.15:
            out += f" schedule({self.random.choice(['static', 'dynamic', 'static, 3', 'dynamic, 16', 'guided'])})"
        if self.random.random() < 0.08:
            out += f" num_threads({self.random.randrange(1, 5)})"
        if self.random.random() < 0.05:
            out += " simd"
        return out

    def annotation(self, clauses=""):
        clauses += self.clauses()
        if self.program.cxx and not clauses and self.random.random() < 0.3:
            return "[[twofold::parallel_for]]"
        return f"#pragma twofold parallel for{clauses}"

    def header(self, low, high, step=1):
        """A loop over [low, high) in some way of writing it. Gives the line, and
        the name of the variable."""
        kind = self.random.choice(["int", "int", "unsigned", "long", "size_t", "int64_t", "uint32_t",
                                   "short", "unsigned short"])
        name = self.program.fresh("i")
        way = self.random.randrange(8)
        last = low + (high - 1 - low) // step * step
        by = f"++{name}" if step == 1 else f"{name} += {step}"
        if way == 0:
            line = f"for ({kind} {name} = {last}; {name} >= {low}; {name} -= {step})" \
                if low >= step else f"for ({kind} {name} = {low}; {name} < {high}; {by})"
        elif way == 1:
            line = f"for ({kind} {name} = {low}; {name} <= {high - 1}; {by})"
        elif way == 2 and step == 1:  # another step is refused, as OpenMP does
            line = f"for ({kind} {name} = {low}; {name} != {last + step}; {by})"
        elif way == 3:
            line = f"for ({kind} {name} = {last}; {name} > {low - 1}; {name} -= {step})" \
                if low >= step else f"for ({kind} {name} = {low}; {high} > {name}; {by})"
        elif way == 4:
            line = f"for ({kind} {name} = {low}; {name} < ({kind})(count - {self.program.length - high});" \
                   f" {name} = {name} + {step})"
        else:
            line = f"for ({kind} {name} = {low}; {name} < {high}; {by})"
        return line, name

    def stores(self, array, place):
        """Stores to one element, which the iteration reads as well."""
        out = [lambda e: array.assign(place, e)]
        if array.kind in INTEGERS[1::2] and array.kind != "uint16_t":
            op = self.random.choice(["+=", "^=", "-=", "|="])
            out.append(lambda e: f"{array.at(place)} {op} ({array.kind})({e});")
        return out

    # The loops.

    def elements(self):
        """Each iteration has one element of each array that it writes."""
        written = self.pick(self.random.randrange(1, 3))
        step = self.random.choice([1, 1, 1, 2, 3])
        low, high = MARGIN, self.program.length - MARGIN
        line, i = self.header(low, high, step)
        place = self.random.choice([i, i, i, f"{self.program.length - 1} - {i}", f"perm[{i}]"])
        leaves = self.reads(written, i, low, high)
        stores = []
        for array in written:
            leaves.append(array.value(place))
            stores += self.stores(array, place)
        return [self.annotation(), line + " {",
                *self.body(leaves, stores, 2, 6), "  " + stores[0](leaves[1]), "}"]

    def one_array(self):
        """Reads one half of the array of which it writes the other."""
        array, = self.pick(1)
        half = self.program.length // 2
        line, i = self.header(0, half)
        leaves = self.reads([array], i, 0, half) + [array.value(f"{i} + {half}"), array.value(i)]
        return [self.annotation(), line + " {",
                *self.body(leaves, self.stores(array, i)), "}"]

    def wrapping(self):
        """Counts past an end of a narrow type, perhaps, to what it must not equal."""
        if self.program.length < 256:
            return self.elements()
        array, = self.pick(1)
        kind, least = self.random.choice([("unsigned char", 0), ("signed char", 128)])
        i = self.program.fresh("i")
        index = f"({i} + {least})" if least else i
        first, last = (n - least for n in self.random.sample(range(256), 2))
        if self.random.random() < 0.5:  # which the compiler does not know
            first, last = (f"({kind})(count - {self.program.length - n})" for n in (first, last))
        line = f"for ({kind} {i} = {first}; {i} != {last}; {self.random.choice(['++', '--'])}{i})"
        leaves = self.reads([array], index, 0, 256) + [array.value(index)]
        return [self.annotation(), line + " {",
                *self.body(leaves, self.stores(array, index), 2, 5), "}"]

    def shape(self):
        rows = self.random.randrange(5, 20)
        return rows, self.program.length // rows

    def nest(self):
        array, = self.pick(1)
        rows, columns = self.shape()
        outer, i = self.header(0, rows)
        inner, j = self.header(0, columns)
        place = f"{i} * {columns} + {j}"
        if self.random.random() < 0.3:
            place = f"({rows - 1} - {i}) * {columns} + {j}"
        leaves = self.reads([array], f"({i} * {columns} + {j})", 0, rows * columns)
        leaves += [array.value(place), f"(uint64_t){i}", f"(uint64_t){j}"]
        clause = " collapse(2)" if self.random.random() < 0.5 else ""
        return [self.annotation(clause), outer, f"  {inner} {{",
                *["  " + line for line in self.body(leaves, self.stores(array, place))], "  }"]

    def triangle(self):
        array, = self.pick(1)
        rows = self.random.randrange(5, 16)
        columns = self.program.length // rows
        line, i = self.header(0, rows)
        j = self.program.fresh("j")
        bound = self.random.choice([f"(int){i} + 1", f"{min(rows, columns)} - (int){i}"])
        place = f"{i} * {columns} + {j}"
        leaves = self.reads([array], f"({i} * {columns} + {j})", 0, rows * columns)
        leaves.append(array.value(place))
        return [self.annotation(), line + " {",
                f"  for (int {j} = 0; {j} < ({bound}) && {j} < {columns}; ++{j}) {{"
                if self.random.random() < 0.3 or rows > columns else
                f"  for (int {j} = 0; {j} < {bound}; ++{j}) {{",
                *["  " + each for each in self.body(leaves, self.stores(array, place))],
                "  }", "}"]

    def tiles(self):
        array, = self.pick(1)
        size = self.random.choice([7, 16, 33])
        t, i, end = (self.program.fresh(n) for n in ("t", "i", "end"))
        length = self.program.length
        leaves = self.reads([array], i, 0, length) + [array.value(i), f"(uint64_t){t}"]
        return [self.annotation(), f"for (int {t} = 0; {t} < {length}; {t} += {size}) {{",
                f"  const int {end} = {t} + {size} < {length} ? {t} + {size} : {length};",
                f"  for (int {i} = {t}; {i} < {end}; ++{i}) {{",
                *["  " + each for each in self.body(leaves, self.stores(array, i))],
                "  }", "}"]

    def rows(self):
        """A value of an inner loop is stored for each outer iteration."""
        array, = self.pick(1)
        rows, columns = self.shape()
        line, i = self.header(0, rows)
        j, s = self.program.fresh("j"), self.program.fresh("s")
        leaves = self.reads([array], f"({i} * {columns} + {j})", 0, rows * columns)
        of = self.expressions(leaves)
        return [self.annotation(), line + " {", f"  uint64_t {s} = {of.leaf().replace(j, '0')};",
                f"  for (int {j} = 0; {j} < {columns}; ++{j})",
                f"    {s} {self.random.choice(['+=', '^=', '-='])} {of.number()};",
                f"  {array.assign(i, s)}", "}"]

    def reduction(self):
        kind = self.random.choice(INTEGERS[2:] + FLOATS)
        op = self.random.choice(["+", "+", "*", "^", "|", "&", "min", "max", "&&", "||"]
                                if kind not in FLOATS else ["+", "+", "min", "max"])
        if op in "+*" and kind in INTEGERS[::2]:
            kind = "u" + kind  # a sum of signed integers might overflow
        low, high = MARGIN, self.program.length - MARGIN
        line, i = self.header(low, high)
        s, v = self.program.fresh("s"), self.program.fresh("v")
        of = self.expressions(self.reads([], i, low, high))
        first = {"*": 1, "&": -1, "&&": 1, "min": 1000}.get(op, 0)
        value = to_element(kind, of.number())
        if op == "*" and kind == "uint16_t":
            op = "^"
        update = {"min": f"if ({v} < {s}) {s} = {v};", "max": f"{s} = {v} > {s} ? {v} : {s};",
                  "&&": f"{s} = {s} && {v} != 3;", "||": f"{s} = {s} || {v} == 3;"}.get(
                      op, f"{s} {op}= {v};")
        if op == "max" and kind in FLOATS:
            update = f"if ({s} < {v}) {s} = {v};"
        if self.random.random() < 0.3 and op not in ("min", "max"):
            update = f"if ({of.truth()}) {update}"
        clause = f" reduction({op} : {s})" if self.random.random() < 0.5 else ""
        return [f"{kind} {s} = ({kind}){first};", self.annotation(clause), line + " {",
                f"  const {kind} {v} = {value};", f"  {update}", "}",
                f"show_number((uint64_t)(int64_t){s});"]

    def least(self):
        """The least or greatest value with its place."""
        array, = self.pick(1)
        low, high = 0, self.program.length
        line, i = self.header(low, high)
        m, at = self.program.fresh("m"), self.program.fresh("at")
        less = self.random.choice("<>")
        return [f"{array.kind} {m} = {array.at('0')};", f"int {at} = -1;", self.annotation(),
                line + " {", f"  if ({array.at(i)} {less} {m}) {{", f"    {m} = {array.at(i)};",
                f"    {at} = (int){i};", "  }", "}",
                f"show_number({from_element(array.kind, m)} + (uint64_t){at});"]

    def histogram(self):
        kind = self.random.choice(["uint32_t", "uint64_t", "int32_t"])
        h, k = self.program.fresh("h"), self.program.fresh("k")
        line, i = self.header(0, self.program.length)
        of = self.expressions(self.reads([], i, 0, self.program.length))
        by = f"({kind})({of.number()} & 255)" if self.random.random() < 0.6 else "1"
        clause = f" reduction(+ : {h}[0:16])" if self.random.random() < 0.3 else ""
        update = f"{h}[{of.number()} & 15] += {by};"
        if self.random.random() < 0.3:
            update = f"if ({of.truth()}) {update}"
        return [f"{kind} {h}[16] = {{0}};", self.annotation(clause), line + " {", f"  {update}", "}",
                f"for (int {k} = 0; {k} < 16; ++{k})", f"  show_number((uint64_t){h}[{k}]);"]

    def scatter(self):
        array, = self.pick(1)
        line, i = self.header(0, self.program.length)
        of = self.expressions(self.reads([array], i, 0, self.program.length))
        k = self.program.fresh("k")
        return [self.annotation(), line + " {", f"  const int {k} = perm[{i}];",
                f"  {array.assign(k, of.number())}", "}"]

    def last_value(self):
        kind, name = self.random.choice(INTEGERS + FLOATS), self.program.fresh("last")
        array, = self.pick(1)
        low, high = MARGIN, self.program.length - MARGIN
        line, i = self.header(low, high)
        of = self.expressions(self.reads([array], i, low, high))
        value = to_element(kind, of.number())
        way = self.random.randrange(4)
        clause = ["", "", f" lastprivate({name})", f" lastprivate(conditional : {name})"][way]
        use = [array.assign(i, f"{from_element(kind, name)} + 1")] if way in (0, 2) else []
        assignment = f"{name} = {value};"
        if way in (1, 3):
            assignment = f"if ({of.truth()}) {assignment}"
        return [f"{kind} {name} = 5;", self.annotation(clause), line + " {",
                f"  {assignment}", *[f"  {each}" for each in use], "}",
                f"show_number({from_element(kind, name)});"]

    def shared_scratch(self):
        """Scratch from outside, which each iteration fills before it reads."""
        array, = self.pick(1)
        t, k = self.program.fresh("scratch"), self.program.fresh("k")
        line, i = self.header(0, self.program.length)
        of = self.expressions(self.reads([array], i, 0, self.program.length))
        clause = f" private({t})" if self.random.random() < 0.6 else ""
        return [f"uint32_t {t}[4];", self.annotation(clause), line + " {",
                f"  for (int {k} = 0; {k} < 4; ++{k})",
                f"    {t}[{k}] = (uint32_t)({of.number()}) + (uint32_t){k};",
                f"  {array.assign(i, f'{t}[{of.number()} & 3]')}", "}"]

    def search(self):
        array, = self.pick(1)
        line, i = self.header(0, self.program.length)
        at = self.program.fresh("at")
        of = self.expressions([f"(uint64_t){i}", array.value(i)])
        of.divides = False  # by zero, where the serial loop does not come, for all that is known
        return [f"long {at} = -1;", self.annotation(), line + " {",
                f"  if ({of.truth()} && {array.value(i)} % {self.random.choice([3, 17, 200])} == 1) {{",
                f"    {at} = (long){i};", "    break;", "  }", "}", f"show_number((uint64_t){at});"]

    def statements(self):
        """A function of its own, which gets arrays as pointers."""
        first, second = self.pick(2)
        name = self.program.fresh("apply")
        i = "i"
        to, of_ = first.parameter("to"), second.parameter("from")
        leaves = [f"(uint64_t){i}", of_.value(i), of_.value("n - 1 - i"), to.value(i), "k"]
        stores = self.stores(to, i)
        restrict = " restrict" if self.random.random() < 0.3 and not self.program.cxx else ""
        self.program.definitions += [
            f"static void {name}(int n, uint64_t k, {to.kind} *{restrict} to, const {of_.kind} *from) {{",
            *["  " + each for each in [self.annotation(), "for (int i = 0; i < n; ++i) {",
                                        *self.body(leaves, stores), "  " + stores[0](leaves[1]), "}"]],
            "}"]
        start = self.random.randrange(0, MARGIN)
        n = self.program.length - start - self.random.randrange(0, 5)
        k = self.expressions(["7ull"]).number()
        return [f"{name}({n}, {k}, {first.pointer(start)}, {second.pointer(start)});"]

    def slices(self):
        """Whole-array expressions in C; in C++ the same loop is written out."""
        first, second, third = self.pick(3)
        n = self.program.length // 2
        shift, stride = self.random.randrange(0, 5), self.random.choice([1, 2])
        k = self.program.fresh("k")
        op = self.random.choice(["+", "-", "^", "*"])
        def right(a, b):
            return f"(uint32_t){from_element(second.kind, a)} {op} (uint32_t){from_element(third.kind, b)}"
        loop = [f"for (int {k} = 0; {k} < {n}; ++{k})",
                f"  {first.at(k)} = {to_element(first.kind, right(second.at(f'{k} + {shift}'), third.at(f'{k} * {stride}')))};"]
        if self.program.cxx or any("(" in a.name or "->" in a.name for a in (first, second, third)):
            return [self.annotation(), *loop]
        whole = to_element(first.kind, right(f"{second.name}[{shift}:{n}]",
                                             f"{third.name}[0:{n}:{stride}]"))
        return ["#ifdef WITH_TWOFOLD", "#pragma twofold slice",
                f"{first.name}[0:{n}] = {whole};", "#else", *loop, "#endif"]

    def range_based(self):
        vectors = [a for a in self.program.arrays if a.is_vector]
        if not vectors:
            return self.elements()
        array = self.random.choice(vectors)
        x = self.program.fresh("x")
        of = self.expressions([from_element(array.kind, x), "settings.level", "table[3]"])
        return [self.annotation(), f"for ({array.kind} &{x} : {array.name}) {{",
                f"  {x} = {to_element(array.kind, of.number())};", "}"]

    def objects(self):
        """Objects with methods, by value, and views of two arrays."""
        first, second = self.pick(2)
        line, i = self.header(0, self.program.length)
        v, w = self.program.fresh("view"), self.program.fresh("w")
        of = self.expressions([f"(uint64_t){i}", f"{v}.at({i})", f"{w}.sum()"])
        return [f"const View<{second.kind}> {v}{{{second.pointer(0)}, {self.program.length}}};",
                self.annotation(), line + " {",
                f"  Counter {w}{{{self.expressions([f'(uint64_t){i}']).number()}, 1}};",
                f"  {w}.step({of.number()});", f"  {w} += {of.leaf()};",
                f"  {first.assign(i, of.number())}", "}"]
