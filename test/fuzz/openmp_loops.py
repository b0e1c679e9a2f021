# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of OpenMP that are free of races, and whose results are those of the
serial program, by whatever threads and in whatever order iterations run."""

import re

from expressions import Body, FLOATS, INTEGERS, from_element, to_element
from loops import Loops, MARGIN
from openmp_updates import OpenMPUpdates

# Directives that share out a loop, without one around them, and how often.
SHARED = [("parallel for", 12), ("parallel for simd", 2), ("target teams distribute parallel for", 2),
          ("teams distribute parallel for", 1), ("parallel loop", 1), ("target parallel for", 1),
          ("target teams loop", 1), ("teams distribute", 1), ("target teams distribute", 1),
          ("target teams distribute parallel for simd", 1), ("parallel master taskloop", 1),
          ("parallel masked taskloop", 1), ("taskloop", 1)]
# Operators of reductions, for unsigned integers and for floating-point numbers.
COMBINED = ["+", "+", "-", "*", "^", "|", "&", "min", "max", "&&", "||"]
COMBINED_FLOATS = ["+", "+", "-", "min", "max"]
NEUTRAL = {"*": 1, "&": -1, "&&": 1, "min": 1000}


class OpenMPLoops(OpenMPUpdates, Loops):
    """Draws directives with one loop each."""

    def __init__(self, random, program):
        super().__init__(random, program)
        self.before = []  # declarations that a step begins with
        self.words = None  # of the directive that `annotation` is to make; None: any
        self.own = set()  # arrays that are not to be used
        self.kinds = [
            self.elements, self.private, self.private, self.private, self.nest, self.triangle, self.tiles,
            self.reduction, self.reduction, self.histogram, self.sections_of_arrays, self.scatter, self.last_value,
            self.last_value, self.linear, self.rows, self.one_array, self.statements, self.pointers, self.jumps,
            self.atomics, self.critical, self.extremum, self.inner_simd, self.inner_parallel, self.simd,
            self.captured, self.used, self.used, self.matrix
        ]
        if program.cxx:
            self.kinds += [
                self.range_based, self.objects, self.iterators, self.function_objects, self.member, self.template,
                self.caught, self.references, self.special_members, self.class_template, self.nested_lambdas,
                self.ranges, self.objects_of_threads
            ]
        else:
            self.kinds += [self.lengths]

    def draw(self):
        self.before = []
        lines = super().draw()
        return self.before + lines

    # Parts of a directive.

    def chance(self, share):
        return self.random.random() < share

    def directive_words(self):
        if self.words is not None:
            return self.words
        words = [word for word, count in SHARED for _ in range(count)]
        return self.random.choice(words)

    def clauses(self, words=""):
        """Those that change no result."""
        out = []
        parallel, loop = "parallel" in words, words.split()[-1] == "loop"
        tasks = "taskloop" in words
        if (" for" in words or words in ("for", "for simd")) and not tasks and self.chance(0.35):
            kind = self.random.choice([
                "static", "static, 3", "dynamic", "dynamic, 16", "guided", "guided, 2", "auto", "runtime",
                "nonmonotonic: dynamic", "monotonic: static, 5", "static, count & 7 | 1",
                "dynamic, (int)(settings.level & 3) + 1"
            ])
            out.append(f"schedule({kind})")
        if parallel and not tasks and self.chance(0.2):
            out.append(f"num_threads({self.random.choice(['1', '2', '3', '(int)(count & 3) + 1'])})")
        if parallel and not tasks and self.chance(0.15):
            of = self.random.choice(["", "parallel : "])
            out.append(f"if({of}{self.random.choice(['settings.level & 1', 'count > 300', '0', '1'])})")
        if parallel and not tasks and self.chance(0.1):
            out.append(f"proc_bind({self.random.choice(['close', 'spread'])})")
        if "simd" in words and self.chance(0.3):
            out.append(self.random.choice(["simdlen(4)", "safelen(8)"]))
        if tasks and self.chance(0.4):
            out.append(self.random.choice(["grainsize(7)", "num_tasks(5)", "untied", "nogroup"][:3]))
        if "distribute" in words and self.chance(0.2):
            out.append("dist_schedule(static, 9)")
        if "teams" in words and self.chance(0.2):
            out.append("num_teams(2)" if self.chance(0.5) else "thread_limit(4)")
        if loop and self.chance(0.2):
            out.append("order(concurrent)")
        if words in ("for", "for simd") and self.chance(0.1):
            out.append("nowait" if self.may_go_on() else "schedule(static)")
        return out

    def may_go_on(self):
        return False

    def annotation(self, clauses="", but=()):
        """A directive with these clauses and others. `but`: words that it has not."""
        words = self.directive_words()
        while any(word in words for word in but):
            words = self.directive_words()
        out = clauses.split("\0") if "\0" in clauses else [clauses.strip()] if clauses.strip() else []
        kinds = {each.split("(")[0] for each in out}
        out += [each for each in self.clauses(words) if each.split("(")[0] not in kinds]
        if any("lastprivate" in each for each in out):
            # OpenMP's library may lose the last chunk of what threads steal.
            out = [each for each in out if not each.startswith("schedule") or "static" in each]
        self.random.shuffle(out)
        between = ", " if self.chance(0.1) else " "
        return f"#pragma omp {words} {between.join(out)}".rstrip()

    def with_none(self, lines, locals_=()):
        """Adds default(none) to the directive that `lines` begin with, and what
        the loop shares."""
        if "parallel" not in lines[0] or "taskloop" in lines[0] or "target" in lines[0] or \
                not self.chance(0.35):
            return lines
        named = {
            name
            for names in re.findall(r"(?:private|reduction)\(([^()]*)\)", lines[0])
            for name in re.findall(r"\w+", names)
        }
        used = set(re.findall(r"(?<![\w.>])[A-Za-z_]\w*", "\n".join(lines)))
        shared = sorted((self.globals() | set(locals_)) & used - named)
        out = " default(none)" + (f" shared({', '.join(shared)})" if shared else "")
        return [lines[0] + out, *lines[1:]]

    def globals(self):
        roots = {re.match(r"\w+", a.name).group() for a in self.program.arrays}
        return roots | {name for _, name in self.program.scalars} | {"perm", "table", "settings", "count"}

    def others(self, written):
        return [a for a in self.program.arrays if a not in written and a not in self.own]

    def pick(self, count):
        return self.random.sample([a for a in self.program.arrays if a not in self.own], count)

    def expressions(self, leaves):
        # What is tried are the directives.
        out = super().expressions(leaves)
        out.deepest = self.random.choice([0, 0, 1])
        return out

    def header(self, low, high, step=1, outside=None):
        line, name = super().header(low, high, step)
        if outside if outside is not None else self.chance(0.3):
            line, kind = self.moved(line, name)
            self.before.append(f"{kind} {name};")
        return line, name

    @staticmethod
    def moved(line, name):
        """The header without the declaration, and its type."""
        kind = re.match(rf"for \((.*?) {name} =", line).group(1)
        return line.replace(f"for ({kind} {name}", f"for ({name}", 1), kind

    def shown(self, kind, name):
        return f"show_number((uint64_t)(int64_t){name});" if kind in FLOATS else \
            f"show_number((uint64_t){name});"

    def value(self, kind, of):
        return to_element(kind, of.number())

    def statements_of(self, leaves, stores, variables=(), least=1, most=4):
        """Statements of an iteration, which may assign variables that have a value."""
        body = Body(self.random, self.expressions(leaves), stores, self.program.cxx and self.chance(0.3))
        body.variables += variables
        return ["  " + line for line in body.lines(self.random.randrange(least, most))]

    def body(self, leaves, stores, least=1, most=4):
        return self.statements_of(leaves, stores, (), least, most)

    # Loops.

    def private(self):
        """Variables of each iteration, thread or lane, declared before the loop."""
        array, = self.pick(1)
        low, high = MARGIN, self.program.length - MARGIN
        step = self.random.choice([1, 1, 2, 5])
        line, i = self.header(low, high, step)
        leaves = self.reads([array], i, low, high) + [array.value(i)]
        clauses, first, variables, before, locals_ = [], [], [], [], []
        for _ in range(self.random.randrange(1, 3)):
            kind, t = self.random.choice(INTEGERS + FLOATS), self.program.fresh("t")
            before.append(f"{kind} {t};" if self.chance(0.5) else f"{kind} {t} = 3;")
            of = self.expressions(leaves)
            first.append(f"  {t} = {self.value(kind, of)};")
            leaves.append(from_element(kind, t))
            variables.append((kind, t))
            clauses.append(f"private({t})")
            locals_.append(t)
        if self.chance(0.3):
            t, k = self.program.fresh("t"), self.program.fresh("k")
            before.append(f"uint32_t {t}[4];")
            of = self.expressions(leaves)
            first += [f"  for (int {k} = 0; {k} < 4; ++{k})", f"    {t}[{k}] = (uint32_t)({of.number()});"]
            leaves.append(f"(uint64_t){t}[{i} & 3]")
            clauses.append(f"private({t})")
        if self.chance(0.3):
            t = self.program.fresh("t")
            before.append(f"struct Pair {t};")
            of = self.expressions(leaves)
            first += [f"  {t}.first = (int32_t)({of.number()});", f"  {t}.second = {of.number()};"]
            leaves += [f"(uint64_t){t}.first", f"{t}.second"]
            clauses.append(f"private({t})")
        after = []
        if self.chance(0.5):
            kind, t = self.random.choice(INTEGERS + FLOATS), self.program.fresh("t")
            before.append(f"{kind} {t} = ({kind}){self.random.randrange(1, 100)};")
            leaves.append(from_element(kind, t))
            if self.chance(0.7):
                clauses.append(f"firstprivate({t})")
            else:
                locals_.append(t)
            after.append(self.shown(kind, t))
        if self.chance(0.25):
            t = self.program.fresh("t")
            before.append(f"uint32_t {t}[4] = {{7, 9, 11, (uint32_t)settings.level}};")
            leaves.append(f"(uint64_t){t}[{i} & 3]")
            clauses.append(f"firstprivate({t})")
            after.append(f"show_number({t}[3]);")
        if self.chance(0.2):  # each thread's own, assigned before it is read
            kind, t = self.random.choice(INTEGERS), self.program.fresh("t")
            before.append(f"{kind} {t} = 1;")
            first.append(f"  {t} = {self.value(kind, self.expressions(leaves))};")
            variables.append((kind, t))
            leaves.append(f"(uint64_t){t}")
            clauses.append(f"firstprivate({t})")
        stores = self.stores(array, i)
        lines = [
            self.annotation("\0".join(clauses)), line + " {", *first,
            *self.statements_of(leaves, stores, variables), "  " + stores[0](leaves[-1]), "}"
        ]
        return before + self.with_none(lines, locals_) + after

    def nest(self):
        array, = self.pick(1)
        rows, columns = self.shape()
        depth = self.random.choice([1, 2, 2, 3])
        outer, i = self.header(0, rows)
        inner, j = self.header(0, columns, outside=depth > 1 and self.chance(0.3))
        k = self.program.fresh("k")
        place = f"{i} * {columns} + {j}"
        leaves = self.reads([array], f"({place})", 0, rows * columns)
        leaves += [array.value(place), f"(uint64_t){i}", f"(uint64_t){j}"]
        clauses = f"collapse({depth})" if depth > 1 else ""
        if depth < 3:
            body = self.body(leaves, self.stores(array, place))
            return [self.annotation(clauses), outer, f"  {inner} {{", *["  " + each for each in body], "  }"]
        third = f"({place}) * 3 + {k}"
        if rows * columns * 3 > self.program.length:
            inner, j = self.header(0, columns // 3, outside=False)
            third = f"({i} * {columns // 3} + {j}) * 3 + {k}"
        leaves = self.reads([array], f"({third})", 0, self.program.length) + [array.value(third)]
        return [
            self.annotation(clauses), outer, f"  {inner}", f"    for (int {k} = 0; {k} < 3; {k}++) {{",
            *["    " + each for each in self.body(leaves, self.stores(array, third))], "    }"
        ]

    def combination(self, index, low, high, written=()):
        """A variable, its operator, what a loop's body does with it, and what it
        begins with."""
        kind = self.random.choice([each for each in INTEGERS[1::2] if each != "uint16_t"] +
                                  ["int32_t", "int8_t", *FLOATS])
        op = self.random.choice(COMBINED_FLOATS if kind in FLOATS else COMBINED)
        if op in "+-*" and kind in INTEGERS[::2]:
            kind = "u" + kind
        s, v = self.program.fresh("s"), self.program.fresh("v")
        of = self.expressions(self.reads(list(written), index, low, high))
        updates = {
            "min":
            [f"if ({v} < {s}) {s} = {v};", f"{s} = {s} < {v} ? {s} : {v};", f"if ({s} > {v}) {{ {s} = {v}; }}"],
            "max": [f"if ({v} > {s}) {s} = {v};", f"{s} = {v} > {s} ? {v} : {s};"],
            "&&": [f"{s} = {s} && {v} != 3;", f"if ({v} == 3) {s} = 0;"],
            "||": [f"{s} = {s} || {v} == 3;", f"if ({v} == 3) {s} = 1;"]
        }.get(op, [f"{s} {op}= {v};", f"{s} = {s} {op} {v};"] + ([f"{s} = {v} {op} {s};"] if op != "-" else []) +
              ([f"{s}++;"] if op == "+" else []) + ([f"--{s};"] if op == "-" else []))
        update = self.random.choice(updates)
        if self.chance(0.3) and op not in ("min", "max"):
            update = f"if ({of.truth()}) {{ {update} }}"
        first = NEUTRAL.get(op, 0) if op in ("&&", "||") or self.chance(0.6) else 5
        return (f"{kind} {s} = ({kind}){first};", f"reduction({op} : {s})", self.shown(kind, s),
                [f"const {kind} {v} = {to_element(kind, of.number())};", update])

    def reduction(self):
        low, high = MARGIN, self.program.length - MARGIN
        line, i = self.header(low, high)
        parts = [self.combination(i, low, high) for _ in range(self.random.randrange(1, 4))]
        lines = [
            self.annotation("\0".join(part[1] for part in parts)), line + " {",
            *["  " + each for part in parts for each in part[3]], "}"
        ]
        return [*[part[0] for part in parts], *self.with_none(lines), *[part[2] for part in parts]]

    def histogram(self):
        """Counts in an array that is reduced or updated."""
        kind = self.random.choice(["uint32_t", "uint64_t", "uint8_t"])
        h, k = self.program.fresh("h"), self.program.fresh("k")
        line, i = self.header(0, self.program.length)
        of = self.expressions(self.reads([], i, 0, self.program.length))
        by = f"({kind})({of.number()} & 255)"
        atomic = self.chance(0.5)
        update = self.random.choice([f"{h}[{of.number()} & 15] += {by};", f"{h}[{of.number()} & 15]++;"])
        name = self.random.choice([h, f"{h}[0:16]", f"{h}[:16]"])
        but = ["loop", "simd", "target"] if atomic else ["task"]  # in which clang writes too far
        lines = [
            self.annotation("" if atomic else f"reduction(+ : {name})", but), line + " {",
            *(["#pragma omp atomic" + self.random.choice(["", " update", " relaxed"])] if atomic else []),
            f"  {update}", "}"
        ]
        declared = f"{kind} {h}[16] = {{0}};"
        if self.chance(0.2):
            declared = f"static {declared}"
        return [declared, *lines, f"for (int {k} = 0; {k} < 16; ++{k})", f"  show_number((uint64_t){h}[{k}]);"]

    def sections_of_arrays(self):
        """Array sections behind pointers, and parts of arrays."""
        h, p, k = self.program.fresh("h"), self.program.fresh("p"), self.program.fresh("k")
        op = self.random.choice(["+", "^", "|", "max"])
        line, i = self.header(0, self.program.length)
        of = self.expressions(self.reads([], i, 0, self.program.length))
        low, count = self.random.choice([(0, 24), (4, 8), (8, 16)])
        at = f"{low} + ({of.number()}) % {count}"
        v, w = self.program.fresh("v"), self.program.fresh("w")
        update = f"if ({p}[{v}] < {w}) {p}[{v}] = {w};" if op == "max" else f"{p}[{v}] {op}= {w};"
        section = f"{p}[{low}:{count}]" if self.chance(
            0.5) else f"{p}[{low}:{self.program.length} - {self.program.length - count}]"
        return [
            f"uint32_t {h}[24] = {{1, 2, 3}};", f"uint32_t *{p} = {h};",
            self.annotation(f"reduction({op} : {section})", ["task"]), line + " {",
            f"  const unsigned {v} = (unsigned)({at});", f"  const uint32_t {w} = (uint32_t)({of.number()});",
            f"  {update}", "}", f"for (int {k} = 0; {k} < 24; ++{k})", f"  show_number({h}[{k}]);"
        ]

    def last_value(self):
        kind, name = self.random.choice(INTEGERS + FLOATS), self.program.fresh("last")
        array, = self.pick(1)
        low, high = MARGIN, self.program.length - MARGIN
        line, i = self.header(low, high)
        of = self.expressions(self.reads([array], i, low, high))
        conditional = self.chance(0.4)
        use = [] if conditional else [array.assign(i, f"{from_element(kind, name)} + 1")]
        assignment = f"{name} = {self.value(kind, of)};"
        clause = f"lastprivate({name})"
        if conditional:
            # clang remembers which iteration was the last one when the loop runs again.
            truth = self.random.choice([f"({i} & 3) == 1", f"{i} % 7 == 2", f"{i} < {high // 2}"])
            assignment = f"if (({truth}) || {i} == {low + 3}) {{ {assignment} }}"
            clause = f"lastprivate(conditional : {name})"
        elif self.chance(0.25):
            clause += f"\0firstprivate({name})"
        but = ["loop", "distribute", "simd", "task"] if conditional else ["loop"]
        return [
            f"{kind} {name} = 5;",
            self.annotation(clause, [*but, "target", "teams"]), line + " {", f"  {assignment}",
            *[f"  {each}" for each in use], "}",
            self.shown(kind, name)
        ]

    def linear(self):
        array, = self.pick(1)
        i, j = self.program.fresh("i"), self.program.fresh("j")
        step, n = self.random.choice([1, 2, 3]), self.program.length // 3
        kind = self.random.choice(["int", "unsigned", "long"])
        leaves = self.reads([array], i, 0, n) + [f"(uint64_t){j}"]
        # The memory of a lane's variable is no other lane's.
        words = self.words if self.words is not None else "parallel for"
        clause = f"linear({j})" if step == 1 and self.chance(0.5) else f"linear({j} : {step})"
        return [
            f"{kind} {j} = 0;", f"#pragma omp {words} {clause}", f"for (int {i} = 0; {i} < {n}; ++{i}) {{",
            f"  {array.assign(j, self.expressions(leaves).number())}", f"  {j} += {step};", "}",
            self.shown("int", j)
        ]

    def pointers(self):
        """The counter is a pointer into an array."""
        array, = self.pick(1)
        p, n = self.program.fresh("p"), self.program.length
        start = array.pointer(0)
        at = f"({p} - {start})"
        outside = self.chance(0.3)
        declared = "" if outside else f"{array.kind} *"
        step = self.random.choice([1, 1, 2])
        by = self.random.choice([f"++{p}", f"{p}++"]) if step == 1 else f"{p} += {step}"
        line = self.random.choice([
            f"for ({declared}{p} = {start}; {p} < {start} + {n}; {by})",
            f"for ({declared}{p} = {start} + {n - 1}; {p} >= {start} + 1; {p} -= {step})",
            f"for ({declared}{p} = {array.pointer(3)}; {p} != {array.pointer(n - 2)}; ++{p})"
        ])
        leaves = self.reads([array], at, 0, n) + [from_element(array.kind, f"*{p}")]
        of = self.expressions(leaves)
        return [
            *([f"{array.kind} *{p};"] if outside else []),
            self.annotation(), line + " {", *self.body(leaves, []),
            f"  *{p} = {to_element(array.kind, of.number())};", "}"
        ]
