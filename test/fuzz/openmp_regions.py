# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parallel regions with loops and other code in them. Between two barriers
nothing is read that another thread may write: `written` and `read` hold what has
been touched since the last one."""

import re

from expressions import INTEGERS, from_element, to_element
from loops import MARGIN
from openmp_loops import OpenMPLoops


class OpenMPRegions(OpenMPLoops):
    """Draws parallel regions."""

    def reset(self):
        self.written, self.touched = set(), set()
        self.own = set()

    # What is known between barriers.

    def barrier(self):
        self.waits += 1
        self.reset()

    def note(self, lines):
        text = "\n".join(lines)
        for array in self.program.arrays:
            root = re.match(r"\w+", array.name).group()
            if re.search(rf"\b{root}\b", text):
                self.touched.add(array)

    def others(self, written):
        return [a for a in self.program.arrays if a not in written and a not in self.written]

    def pick(self, count):
        """Arrays to be written."""
        free = [a for a in self.program.arrays if a not in self.touched]
        out = self.random.sample(free, count)
        self.written |= set(out)
        self.touched |= set(out)
        return out

    def room(self):
        return len(self.program.arrays) - len(self.touched) >= 2 and len(self.others(())) >= 5

    # Regions.

    def region(self):
        before, after, clauses, body = [], [], [], []
        self.privates = []  # kind and name of variables that threads have, all with one value
        for _ in range(self.random.randrange(0, 3)):
            kind, t = self.random.choice(INTEGERS), self.program.fresh("t")
            way = self.random.randrange(3)
            of = self.expressions(["settings.level", "(uint64_t)count", "table[5]"])
            if way == 0:
                before.append(f"{kind} {t};")
                clauses.append(f"private({t})")
                body.append(f"{t} = ({kind})({of.number()});")
            elif way == 1:
                before.append(f"{kind} {t} = ({kind})({of.number()});")
                clauses.append(f"firstprivate({t})")
                if self.chance(0.4):
                    body.append(f"{t} = ({kind})((uint64_t){t} * 3 + 1);")
            else:
                body.append(f"{kind} {t} = ({kind})({of.number()});")
            self.privates.append((kind, t))
        sums = []
        for _ in range(self.random.randrange(0, 2)):
            op = self.random.choice(["+", "^", "|", "max"])
            s = self.program.fresh("s")
            before.append(f"uint64_t {s} = 4;")
            clauses.append(f"reduction({op} : {s})")
            sums.append((op, s))
            after.append(f"show_number({s});")
        if self.chance(0.3):
            clauses.append(f"num_threads({self.random.randrange(1, 5)})")
        if self.chance(0.15):
            clauses.append(f"if({self.random.choice(['settings.level & 1', 'count > 100'])})")
        pieces = [self.piece_loop] * 4 + [
            self.piece_merge, self.piece_merge, self.piece_single, self.piece_master, self.piece_sections,
            self.piece_numbers, self.piece_rounds, self.piece_orphan, self.piece_private_array,
            self.piece_threadprivate, self.piece_condition, self.piece_replicated, self.piece_reduction,
            self.piece_nested, self.piece_scratch
        ]
        self.sums, self.after, self.outer = sums, after, before
        for _ in range(self.random.randrange(1, 5)):
            body += self.piece(self.random.choice(pieces))
        if sums and self.chance(0.8):
            body += self.piece(self.piece_sum)
        lines = ["#pragma omp parallel " + " ".join(clauses), "{", *["  " + each for each in body], "}"]
        return [*before, *lines, *after]

    def piece(self, make):
        out = []
        if not self.room():
            out.append("#pragma omp barrier")
            self.barrier()
        saved, self.before = self.before, []
        waits = self.waits
        lines = make()
        self.outer += self.before
        self.before = saved
        if waits == self.waits:
            self.note(lines)
        return out + lines

    def private_leaves(self):
        return [f"(uint64_t){t}" for _, t in self.privates]

    def reads(self, written, index, low, end):
        out = super().reads(written, index, low, end)
        return out + (self.private_leaves() if self.shares else [])

    def piece_loop(self):
        """A loop that the threads share out."""
        self.shares, self.words = True, self.random.choice(["for"] * 5 + ["for simd"])
        kinds = [
            self.elements, self.elements, self.private, self.nest, self.triangle, self.rows, self.scatter,
            self.pointers
        ]
        if self.words == "for":
            kinds += [self.jumps, self.inner_simd]
            if self.program.cxx:
                kinds += [self.caught]
        lines = self.random.choice(kinds)()
        self.shares, self.words = False, None
        at = next(n for n, line in enumerate(lines) if line.startswith("#pragma omp for"))
        last = max(n for n, line in enumerate(lines) if line == "}" or line.endswith("}"))
        # What stands before and behind it is the region's own: each thread runs it.
        self.outer += [line for line in lines[:at]]
        self.after += lines[last + 1:]
        lines = lines[at:last + 1]
        if "nowait" not in lines[0]:
            self.barrier()
        return lines

    def clauses(self, words=""):
        out = super().clauses(words)
        if words in ("for", "for simd") and self.chance(0.3):
            out.append("nowait")
        return sorted(set(out), key=out.index)

    def may_go_on(self):
        return True

    def piece_sum(self):
        """Adds to what the region reduces."""
        (op, s), = self.random.sample(self.sums, 1)
        i = self.program.fresh("i")
        leaves = OpenMPLoops.reads(self, [], i, 0, self.program.length)
        of, v = self.expressions(leaves + self.private_leaves()), self.program.fresh("v")
        update = f"if ({v} > {s}) {s} = {v};" if op == "max" else f"{s} {op}= {v};"
        return [
            f"#pragma omp for {self.random.choice(['', 'nowait', 'schedule(dynamic, 7) nowait'])}".rstrip(),
            f"for (int {i} = 0; {i} < {self.program.length}; ++{i}) {{", f"  const uint64_t {v} = {of.number()};",
            f"  {update}", "}"
        ]

    def piece_merge(self):
        """What each thread has found is put together."""
        op = self.random.choice(["+", "+", "^", "|", "max"])
        mine, all_, i, v = (self.program.fresh(x) for x in ("mine", "all", "i", "v"))
        self.outer.append(f"uint64_t {all_} = 1;")
        self.after.append(f"show_number({all_});")
        of = self.expressions(OpenMPLoops.reads(self, [], i, 0, self.program.length) + self.private_leaves())
        update = f"if ({v} > {mine}) {mine} = {v};" if op == "max" else f"{mine} {op}= {v};"
        lines = [f"uint64_t {mine} = 0;"]
        for _ in range(self.random.choice([1, 1, 2])):
            lines += [
                f"#pragma omp for {self.random.choice(['nowait', '', 'schedule(dynamic) nowait'])}".rstrip(),
                f"for (int {i} = 0; {i} < {self.program.length}; ++{i}) {{",
                f"  const uint64_t {v} = {of.number()};", f"  {update}", "}"
            ]
        if op == "max":
            return lines + ["#pragma omp critical", f"if ({mine} > {all_}) {all_} = {mine};"]
        if self.chance(0.5):
            return lines + ["#pragma omp atomic", f"{all_} {op}= {mine};"]
        name = self.random.choice(["", f" ({self.program.fresh('lock')})"])
        return lines + [f"#pragma omp critical{name}", "{", f"  {all_} {op}= {mine};", "}"]

    def piece_private_array(self):
        kind, mine, all_ = self.random.choice(["uint32_t",
                                               "uint64_t"]), self.program.fresh("mine"), self.program.fresh("all")
        i, k = self.program.fresh("i"), self.program.fresh("k")
        self.outer.append(f"{kind} {all_}[8] = {{0, 1}};")
        self.after += [f"for (int {k} = 0; {k} < 8; ++{k})", f"  show_number({all_}[{k}]);"]
        of = self.expressions(OpenMPLoops.reads(self, [], i, 0, self.program.length))
        clear = self.random.choice(
            [[f"{kind} {mine}[8] = {{0}};"],
             [f"{kind} {mine}[8];", f"for (int {k} = 0; {k} < 8; ++{k})", f"  {mine}[{k}] = 0;"],
             [f"{kind} {mine}[8];", f"memset({mine}, 0, sizeof({mine}));"]])
        return [
            *clear, "#pragma omp for nowait", f"for (int {i} = 0; {i} < {self.program.length}; ++{i})",
            f"  {mine}[{of.number()} & 7] += ({kind})({of.number()});", "#pragma omp critical",
            f"for (int {k} = 0; {k} < 8; ++{k})", f"  {all_}[{k}] += {mine}[{k}];"
        ]

    def piece_scratch(self):
        """Memory of each thread that an iteration fills before it reads it."""
        array, = self.pick(1)
        t, i, k = (self.program.fresh(x) for x in ("t", "i", "k"))
        of = self.expressions(OpenMPLoops.reads(self, [array], i, 0, self.program.length) + self.private_leaves())
        lines = [
            f"uint32_t {t}[4];", "#pragma omp for", f"for (int {i} = 0; {i} < {self.program.length}; ++{i}) {{",
            f"  for (int {k} = 0; {k} < 4; ++{k})", f"    {t}[{k}] = (uint32_t)({of.number()}) + (uint32_t){k};",
            f"  {array.assign(i, f'{t}[{of.number()} & 3]')}", "}"
        ]
        self.barrier()
        return lines

    def piece_single(self):
        g = self.program.fresh("g")
        of = self.expressions(["settings.level", "(uint64_t)count", *self.private_leaves()])
        if self.chance(0.35):
            lines = [f"uint64_t {g};", f"#pragma omp single copyprivate({g})", f"{g} = {of.number()};"]
            self.privates.append(("uint64_t", g))
        else:
            self.outer.append(f"uint64_t {g} = 2;")
            self.after.append(f"show_number({g});")
            lines = [
                "#pragma omp single" + self.random.choice(["", " nowait"]), "{", f"  {g} = {of.number()};", "}"
            ]
            if "nowait" not in lines[0]:
                self.privates.append(("uint64_t", g))
        self.barrier() if "nowait" not in lines[0] else None
        return lines

    def piece_master(self):
        g = self.program.fresh("g")
        of = self.expressions(["settings.level", "(uint64_t)count", *self.private_leaves()])
        self.outer.append(f"uint64_t {g} = 2;")
        self.after.append(f"show_number({g});")
        lines = [f"#pragma omp {self.random.choice(['master', 'masked'])}", f"{g} += {of.number()};"]
        if self.chance(0.6):
            lines.append("#pragma omp barrier")
            self.privates.append(("uint64_t", g))
            self.barrier()
        return lines

    def piece_sections(self):
        first, second = self.pick(2)
        k = self.program.fresh("k")
        lines = ["#pragma omp sections", "{", "#pragma omp section"]
        for array in (first, second):
            of = self.expressions([f"(uint64_t){k}", array.value(k), *self.private_leaves()])
            lines += [
                f"  for (int {k} = 0; {k} < {self.program.length}; ++{k})", f"    {array.assign(k, of.number())}"
            ]
            if array is first:
                lines.append("#pragma omp section")
        self.barrier()
        return lines + ["}"]

    def piece_numbers(self):
        """Threads take their part by their number."""
        array, = self.pick(1)
        i, me, of_ = (self.program.fresh(x) for x in ("i", "me", "threads"))
        of = self.expressions(OpenMPLoops.reads(self, [array], i, 0, self.program.length))
        lines = [
            f"const int {me} = omp_get_thread_num(), {of_} = omp_get_num_threads();",
            f"for (int {i} = {me}; {i} < {self.program.length}; {i} += {of_})", f"  {array.assign(i, of.number())}",
            "#pragma omp barrier"
        ]
        self.barrier()
        return lines

    def piece_rounds(self):
        """Loops in a loop that each thread runs."""
        rounds = self.program.fresh("round")
        self.barrier()
        self.privates.append(("int", rounds))
        body = []
        for _ in range(self.random.randrange(1, 3)):
            body += self.piece(self.piece_loop)
        self.privates.remove(("int", rounds))
        self.barrier()
        return [
            "#pragma omp barrier",
            f"for (int {rounds} = 0; {rounds} < {self.random.randrange(2, 4)}; ++{rounds}) {{",
            *["  " + each if not each.startswith("#") else each for each in body], "#pragma omp barrier", "}"
        ]

    def piece_condition(self):
        of = self.expressions(["settings.level", "(uint64_t)count", *self.private_leaves()])
        written, touched = set(self.written), set(self.touched)
        body = self.piece(self.piece_loop)
        # Both ways may have been taken.
        self.written |= written
        self.touched |= touched
        return [f"if ({of.truth()}) {{", *["  " + each if not each.startswith("#") else each for each in body], "}"]

    def piece_replicated(self):
        kind, t = self.random.choice(INTEGERS), self.program.fresh("t")
        of = self.expressions(["settings.level", "(uint64_t)count", "table[2]", *self.private_leaves()])
        self.privates.append((kind, t))
        if self.chance(0.5):
            return [f"{kind} {t} = ({kind})({of.number()});"]
        k = self.program.fresh("k")
        return [
            f"{kind} {t} = 0;", f"for (int {k} = 0; {k} < 3; ++{k})",
            f"  {t} = ({kind})({of.number()} + (uint64_t){t});"
        ]

    def piece_reduction(self):
        """A loop that reduces, or has last values, of what the region shares."""
        self.words = "for"
        lines = self.random.choice([
            self.reduction, self.reduction, self.last_value, self.linear, self.extremum, self.histogram,
            self.atomics, self.critical
        ])()
        self.words = None
        at = next(n for n, line in enumerate(lines) if line.startswith("#pragma omp for"))
        last = max(n for n, line in enumerate(lines) if line == "}")
        self.outer += lines[:at]
        self.after += lines[last + 1:]
        lines = [re.sub(r"(, | )nowait(?=,| |$)", "", lines[at]).replace("for,", "for"), *lines[at + 1:last + 1]]
        self.barrier()
        return lines

    def piece_nested(self):
        """A region in the region, over what the thread has."""
        t, k, all_ = (self.program.fresh(x) for x in ("t", "k", "all"))
        of = self.expressions([f"(uint64_t){k}", "settings.level", *self.private_leaves()])
        self.outer.append(f"uint64_t {all_} = 0;")
        self.after.append(f"show_number({all_});")
        return [
            f"uint64_t {t}[20];", f"#pragma omp parallel for {self.random.choice(['', 'num_threads(2)'])}".rstrip(),
            f"for (int {k} = 0; {k} < 20; ++{k})", f"  {t}[{k}] = {of.number()};", "#pragma omp single",
            f"{all_} = {t}[7] + {t}[11];"
        ]

    def piece_threadprivate(self):
        array, = self.pick(1)
        i = self.program.fresh("i")
        of = self.expressions(["settings.level", *self.private_leaves()])
        lines = [
            f"per_thread = {of.number()};", "#pragma omp for",
            f"for (int {i} = 0; {i} < {self.program.length}; ++{i})",
            f"  {array.assign(i, f'per_thread + (uint64_t){i}')}"
        ]
        self.barrier()
        return lines

    def orphaned(self, alone):
        """A function with a directive in it that binds to whatever region calls it."""
        array, = self.pick(1)
        name = self.program.fresh("share")
        of = self.expressions(["(uint64_t)i", "(uint64_t)(int64_t)to[i]", "x"])
        more = self.random.choice([[], ["#pragma omp single", "  settings_of += x;"], ["#pragma omp barrier"],
                                   [
                                       "#pragma omp for", "  for (int i = 0; i < n; ++i)",
                                       f"    to[i] = {to_element(array.kind, '(uint64_t)(int64_t)to[i] + x')};"
                                   ]])
        if "settings_of" in str(more) and "static uint64_t settings_of = 1;" not in self.program.definitions:
            self.program.definitions.append("static uint64_t settings_of = 1;")
        i = self.random.choice(["int i", "int i", "i"])
        self.program.definitions += [
            f"static void {name}({array.kind} *to, int n, uint64_t x) {{", *(["  int i;"] if i == "i" else []),
            "#pragma omp for" + self.random.choice(["", " schedule(dynamic, 5)"]), f"  for ({i} = 0; i < n; ++i)",
            f"    to[i] = {to_element(array.kind, of.number())};", *more, "}"
        ]
        return f"{name}({array.pointer(0)}, {self.program.length}, {self.random.choice(['3', 'settings.level'])});"

    def piece_orphan(self):
        call = self.orphaned(False)
        self.barrier()
        return [call]
