# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps of a program with OpenMP: loops, regions, tasks, and code for devices."""

import re

from openmp_classes import OpenMPForms
from openmp_loops import OpenMPLoops
from openmp_odd import OpenMPOddities
from openmp_places import OpenMPPlaces
from openmp_regions import OpenMPRegions


class OpenMPSteps(OpenMPForms, OpenMPPlaces, OpenMPOddities, OpenMPRegions):
    """Draws them."""

    def __init__(self, random, program):
        super().__init__(random, program)
        program.definitions[:0] = [
            "#ifdef _OPENMP", "#include <omp.h>", "#else", "#define omp_get_thread_num() 0",
            "#define omp_get_num_threads() 1", "#endif", "static uint64_t per_thread = 3;",
            "#pragma omp threadprivate(per_thread)"
        ]
        if program.cxx:
            program.definitions += ["struct Tally {", "  uint64_t sum = 0;", "  uint32_t most = 0;", "};"]
        else:
            program.definitions.append("struct Tally {\n  uint64_t sum;\n  uint32_t most;\n};")
        program.definitions += [
            "static inline void join(struct Tally *to, const struct Tally *from) {", "  to->sum += from->sum;",
            "  if (from->most > to->most)", "    to->most = from->most;", "}",
            "#pragma omp declare reduction(tally : struct Tally : join(&omp_out, &omp_in))" +
            ("" if program.cxx else " initializer(omp_priv = {0, 0})")
        ]
        self.regions = [self.region] * 4 + [
            self.thread_numbers, self.tasks, self.target_data, self.declared_reduction, self.target_region,
            self.orphan
        ]
        self.places = [
            self.bounds, self.bounds, self.empty_nest, self.written_down, self.as_statement, self.by_parameters,
            self.of_threads, self.exchanged, self.until_done, self.records, self.other_types, self.shadowed,
            self.of_the_program, self.ordered, self.called_updates, self.shared_pointer, self.same_places
        ]
        self.shares = False  # a loop of a region is drawn
        self.odd = [
            self.remembered, self.scratch, self.scratch, self.seen, self.odd_atomics, self.odd_reduction,
            self.odd_reduction, self.handed_on, self.last_counter, self.last_counter, self.ways_to_assign
        ]
        self.waits = 0
        self.reset()

    def draw(self):
        self.before, self.words, self.shares = [], None, False
        self.reset()
        share = self.random.random()
        if share < 0.25:
            return super().draw()
        kinds = self.places if share < 0.5 else self.odd if share < 0.75 else self.regions
        lines = self.random.choice(kinds)()
        return self.before + lines

    def orphan(self):
        call = self.orphaned(True)
        return [
            call, "#pragma omp parallel" + self.random.choice(["", " num_threads(3)"]), "{", f"  {call}", "}", call
        ]

    def thread_numbers(self):
        array, = self.pick(1)
        i, me, n = (self.program.fresh(x) for x in ("i", "me", "n"))
        length = self.program.length
        of = self.expressions(OpenMPLoops.reads(self, [array], i, 0, length))
        return [
            "#pragma omp parallel", "{", f"  const int {me} = omp_get_thread_num(), {n} = omp_get_num_threads();",
            f"  for (int {i} = {length} * {me} / {n}; {i} < {length} * ({me} + 1) / {n}; ++{i})",
            f"    {array.assign(i, of.number())}", "}"
        ]

    def tasks(self):
        first, second = self.pick(2)
        i, k = self.program.fresh("i"), self.program.fresh("k")
        length, s = self.program.length, self.program.fresh("s")
        of = self.expressions([f"(uint64_t){i}", first.value(i)])
        of2 = self.expressions([f"(uint64_t){k}", second.value(k)])
        task = self.random.choice(
            ["#pragma omp taskloop", "#pragma omp taskloop grainsize(9)", f"#pragma omp taskloop num_tasks(4)"])
        extra = [] if self.chance(0.5) else [
            "#pragma omp task", f"  for (int {k} = 0; {k} < {length}; ++{k})",
            f"    {second.assign(k, of2.number())}"
        ]
        wait = ["#pragma omp taskwait"] if self.chance(0.5) else []
        return [
            f"uint64_t {s} = 0;", "#pragma omp parallel", f"#pragma omp {self.random.choice(['single', 'master'])}",
            "{", f"  {s} += 3;", *extra, *wait, task, f"  for (int {i} = 0; {i} < {length}; ++{i})",
            f"    {first.assign(i, of.number())}", "}", f"show_number({s});"
        ]

    def section(self, array):
        return array.name if array.name[-5:] != ".data" and not self.program.is_allocated(array) else \
            f"{array.name}[0:{self.program.length}]" if self.program.is_allocated(array) else re.match(r"\w+", array.name).group()

    def target_data(self):
        first, second = self.pick(2)
        i = self.program.fresh("i")
        length = self.program.length
        of = self.expressions([f"(uint64_t){i}", first.value(i), second.value(i)])
        update = self.random.choice(
            [[], [f"#pragma omp target update from({self.section(first)})", f"show_number({first.value('3')});"]])
        return [
            f"#pragma omp target data map(tofrom : {self.section(first)}) map(to : {self.section(second)})", "{",
            f"#pragma omp target teams distribute parallel for map(tofrom : {self.section(first)})",
            f"  for (int {i} = 0; {i} < {length}; ++{i})", f"    {first.assign(i, of.number())}", *update,
            "#pragma omp target parallel for", f"  for (int {i} = 0; {i} < {length}; {i} += 2)",
            f"    {first.assign(i, of.number())}", "}"
        ]

    def target_region(self):
        array, = self.pick(1)
        i, t, u = (self.program.fresh(x) for x in ("i", "t", "u"))
        of = self.expressions([f"(uint64_t){i}", array.value(i), t, u])
        length = self.program.length
        directive = self.random.choice(["parallel for", "parallel for", "parallel for simd", "simd"])
        return [
            f"uint64_t {t} = 5, {u} = 6;", f"#pragma omp target map(tofrom : {self.section(array)}, {u})", "{",
            f"  {u} = {t} * 2;", f"#pragma omp {directive}", f"  for (int {i} = 0; {i} < {length}; ++{i})",
            f"    {array.assign(i, of.number())}", f"  {u} += 1;", "}", f"show_number({u});"
        ]

    def declared_reduction(self):
        t, i, v = (self.program.fresh(x) for x in ("t", "i", "v"))
        of = self.expressions(OpenMPLoops.reads(self, [], i, 0, self.program.length))
        first = "" if self.program.cxx else " = {0, 0}"
        return [
            f"struct Tally {t}{first};", f"#pragma omp parallel for reduction(tally : {t})",
            f"for (int {i} = 0; {i} < {self.program.length}; ++{i}) {{", f"  const uint64_t {v} = {of.number()};",
            f"  {t}.sum += {v};", f"  if ((uint32_t){v} > {t}.most) {t}.most = (uint32_t){v};", "}",
            f"show_number({t}.sum + {t}.most);"
        ]


if __name__ == "__main__":
    import sys
    from program import Program
    print(Program(int(sys.argv[1]), make_loops=OpenMPSteps).text(), end="")
