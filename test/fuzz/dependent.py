# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Annotated loops with dependences between iterations, which the annotation
denies. The serial result is the right one."""

from loops import Loops, MARGIN
from expressions import INTEGERS, to_element


class DependentLoops(Loops):
    """Draws such loops. `program.dependences` names the kind of each step."""

    def __init__(self, random, program):
        super().__init__(random, program)
        program.dependences = {}
        self.dependent = {
            "distance": self.distance, "distance in a nest": self.nest_distance,
            "one variable": self.one_variable, "one array": self.whole_array,
            "running sum": self.running_sum, "index repeats": self.index_repeats,
            "value of an update": self.update_value, "overlap of arguments": self.overlap,
            "reversed": self.reversed, "read of what others write": self.neighbour,
            "number that a loop counts": self.counted_number,
            "number that a switch chooses": self.chosen_number,
            "comparison with no number": self.no_number,
            "list of distances": self.listed, "volatile": self.volatile,
            "thread-local number": self.thread_local,
        }

    def draw(self):
        kind = self.random.choice(sorted(self.dependent))
        self.program.dependences[len(self.program.steps)] = kind
        return self.dependent[kind]()

    def value(self, array, index, low, end, more=()):
        leaves = self.reads([array], index, low, end)
        return self.expressions(leaves + list(more)).number()

    def distance(self):
        array, = self.pick(1)
        d = self.random.choice([1, 1, 2, 3, 7])
        line, i = self.header(MARGIN, self.program.length - MARGIN)
        at = f"{i} - {d}" if self.random.random() < 0.7 else f"{i} + {d}"
        value = f"{array.value(at)} + {self.value(array, i, MARGIN, self.program.length - MARGIN)}"
        return [self.annotation(), line + " {", f"  {array.assign(i, value)}", "}"]

    def nest_distance(self):
        array, = self.pick(1)
        rows, columns = self.shape()
        i, j = self.program.fresh("i"), self.program.fresh("j")
        back = self.random.choice([f"({i} - 1) * {columns} + {j}",
                                   f"({i} - 1) * {columns} + {columns - 1} - {j}"])
        clause = self.random.choice(["", " collapse(2)"])
        place = f"{i} * {columns} + {j}"
        return [self.annotation(clause), f"for (int {i} = 1; {i} < {rows}; ++{i})",
                f"  for (int {j} = 0; {j} < {columns}; ++{j})",
                f"    {array.assign(place, array.value(back) + f' * 3 + (uint64_t){j}')}"]

    def one_variable(self):
        array, = self.pick(1)
        kind, t = self.random.choice(INTEGERS), self.program.fresh("t")
        line, i = self.header(0, self.program.length)
        return [f"{kind} {t} = 3;", self.annotation(), line + " {",
                f"  {array.assign(i, f'(uint64_t){t}')}",
                f"  {t} = ({kind})((uint64_t){t} * 5 + (uint64_t){i});", "}",
                f"show_number((uint64_t){t});"]

    def whole_array(self):
        array, = self.pick(1)
        t, k = self.program.fresh("scratch"), self.program.fresh("k")
        line, i = self.header(0, self.program.length)
        return [f"uint32_t {t}[8] = {{1, 2, 3, 4, 5, 6, 7, 8}};", self.annotation(), line + " {",
                f"  for (int {k} = 0; {k} < 7; ++{k})",
                f"    {t}[{k}] = {t}[{k} + 1] + (uint32_t){i};",
                f"  {t}[7] ^= {t}[0];", f"  {array.assign(i, f'{t}[3]')}", "}"]

    def running_sum(self):
        array, = self.pick(1)
        s = self.program.fresh("s")
        line, i = self.header(MARGIN, self.program.length - MARGIN)
        value = self.value(array, i, MARGIN, self.program.length - MARGIN)
        return [f"uint64_t {s} = 0;", self.annotation(), line + " {", f"  {s} += {value};",
                f"  {array.assign(i, s)}", "}"]

    def index_repeats(self):
        array, = self.pick(1)
        line, i = self.header(0, self.program.length)
        place = self.random.choice([f"perm[{i}] % 16", f"{i} / 3", f"{i} & 31", f"{i} % 7",
                                    f"perm[{i} / 2]"])
        return [self.annotation(), line + " {", f"  {array.assign(place, f'(uint64_t){i} * 3')}", "}"]

    def update_value(self):
        array, = self.pick(1)
        h = self.program.fresh("h")
        line, i = self.header(0, self.program.length)
        place = self.random.choice([f"perm[{i}] & 15", f"{i} & 3", f"table[{i} & 7] & 7"])
        return [f"int {h}[16] = {{0}};", self.annotation(), line + " {",
                f"  {array.assign(i, f'(uint64_t){h}[{place}]++')}", "}"]

    def overlap(self):
        array, = self.pick(1)
        d = self.random.choice([1, 2, 5])
        name = self.program.fresh("apply")
        self.program.definitions += [
            f"static void {name}(long n, {array.kind} *to, const {array.kind} *from) {{",
            self.annotation(), "  for (long i = 0; i < n; ++i)",
            f"    to[i] = {to_element(array.kind, array.parameter('from').value('i') + ' * 3 + 1')};",
            "}"]
        return [f"{name}({self.program.length - 8}, {array.pointer(d)}, {array.pointer(0)});"]

    def reversed(self):
        array, = self.pick(1)
        last = self.program.length - 1
        line, i = self.header(0, self.program.length)
        return [self.annotation(), line + " {",
                f"  {array.assign(i, array.value(f'{last} - {i}') + f' * 3 + (uint64_t){i}')}", "}"]

    def neighbour(self):
        array, = self.pick(1)
        line, i = self.header(MARGIN, self.program.length - MARGIN, self.random.choice([1, 2]))
        value = f"{array.value(f'{i} - 2')} + {array.value(f'{i} + 4')} * 5"
        guard = f"if ({self.value(array, i, MARGIN, self.program.length - MARGIN)} % 3 != 1) " \
            if self.random.random() < 0.5 else ""
        return [self.annotation(), line + " {", f"  {guard}{array.assign(i, value)}", "}"]

    def moved(self, prepare, place="k"):
        """A loop that stores at `place`, which `prepare` computes of i."""
        array, = self.pick(1)
        line, i = self.header(MARGIN, self.program.length - MARGIN)
        body = [text.replace("@", i) for text in prepare]
        value = array.value(i) + f" * 3 + (uint64_t){i}"
        return [self.annotation(), line + " {", *("  " + text for text in body),
                f"  {array.assign(place, value)}", "}"]

    def counted_number(self):
        bump, m = self.program.fresh("bump"), self.random.choice([1, 2, 5])
        self.program.definitions.append(f"static void {bump}(int *to) {{ ++*to; }}")
        count = self.random.choice([str(m), "perm[@] % 4", "1 + (@ & 1)"])
        k, to = "int k = @;", "int *to = &k;"
        return self.moved(self.random.choice([
            [k, f"int m = {count};", "while (m-- > 0) k++;"],
            [k, f"int m = {count};", "do { k++; m--; } while (m > 0);"],
            [k, f"for (int m = {count}; m--;) {bump}(&k);"],
            [k, to, f"for (int j = 0; j < {count}; ++j) (*to)++;"],
            [k, f"unsigned m = {count};", "for (; m != 0; m >>= 1) k += 1;"],
        ]))

    def chosen_number(self):
        of = self.random.choice(["@ % 3", "perm[@] & 3", "table[@ & 7] % 3"])
        return self.moved(self.random.choice([
            ["int k;", f"switch ({of}) {{", "case 0: k = @ + 1; break;", "case 1: k = @; break;",
             "default: k = @ + 2;", "}"],
            ["int k = @;", f"switch ({of}) {{", "case 0: k++;", "case 1: case 3: k++; break;",
             "case 2: k += 3;", "}"],
        ]))

    def no_number(self):
        x = self.program.fresh("x")
        kind = self.random.choice(["float", "double"])
        test = self.random.choice(["!(x > 0.5)", "x != 1", "!(x <= 1)", "x != x",
                                   "!(x < 0.5 || x >= 0.5)"])
        lines = self.moved([f"const {kind} x = {x}[@ & 3];", f"int k = {test} ? @ + 1 : @;"])
        none = f"({kind})__builtin_nan(\"\")"
        return [f"const {kind} {x}[4] = {{1, {none}, {none}, 1}};", *lines]

    def listed(self):
        of = self.random.choice([["1", "2"], ["0", "3", "1"]])
        if self.program.suffix == ".cpp" and self.random.random() < 0.7:
            around = self.random.choice([
                f"for (int o : {{{', '.join(of)}}}) k += o;",
                f"int off[] = {{{', '.join(of)}}}; for (const int &o : off) k += o;"])
        else:
            around = (f"const char off[] = {{{', '.join(c for c in of if c != '0')}, 0}}; "
                      "for (const char *o = off; *o;) k += *o++;")
        return self.moved(["int k = @;", around])

    def volatile(self):
        v, d = self.program.fresh("v"), self.random.choice([1, 3])
        length = self.program.length
        line, i = self.header(MARGIN, length - MARGIN)
        return [f"static uint32_t {v}s[{length}];", f"volatile uint32_t *{v} = {v}s;",
                self.annotation(), line + " {",
                f"  {v}[{i}] = {v}[{i} - {d}] * 3 + (uint32_t){i};", "}",
                f"show_number({v}[{length} / 2]);"]

    def thread_local(self):
        array, = self.pick(1)
        kind, t = self.random.choice(INTEGERS), self.program.fresh("t")
        line, i = self.header(0, self.program.length)
        return [f"static __thread {kind} {t};", f"{t} = 3;", self.annotation(), line + " {",
                f"  {t} = ({kind})((uint64_t){t} * 5 + (uint64_t){i});",
                f"  {array.assign(i, f'(uint64_t){t}')}", "}",
                f"show_number((uint64_t){t});"]
