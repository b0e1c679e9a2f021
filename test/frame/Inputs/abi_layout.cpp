// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- abi_layout.cpp - where the fields of abi.h's structs lie
//------------===//
//
// Programs hold tables that a plugin of another day has written. So a field
// that moves needs another TWOFOLD_ABI_VERSION, by which the runtime refuses
// older programs; whoever raises it writes down here where the fields lie then.
//
//===----------------------------------------------------------------------===//
#include "twofold/abi.h"

#include <cstddef>

static_assert(TWOFOLD_ABI_VERSION == 12,
              "fields lie here as this version says");

/// Offset: bytes.
#define AT(Record, Field, Offset)                                              \
  static_assert(offsetof(twofold_##Record, Field) == (Offset),                 \
                "a field has moved: raise TWOFOLD_ABI_VERSION")
#define SIZE(Record, Bytes)                                                    \
  static_assert(sizeof(twofold_##Record) == (Bytes),                           \
                "a struct has grown: raise TWOFOLD_ABI_VERSION")

AT(dim, lower, 0);
AT(dim, step, 8);
AT(dim, trips, 16);
SIZE(dim, 24);

AT(term, constant, 0);
AT(term, value, 8);
AT(term, axis, 20);
SIZE(term, 24);

AT(form, first, 0);
AT(form, count, 4);
SIZE(form, 8);

AT(axis, lower, 0);
AT(axis, upper, 8);
AT(axis, step, 16);
AT(axis, parent, 24);
AT(axis, ops, 28);
AT(axis, flags, 32);
SIZE(axis, 40);

AT(check, form, 0);
AT(check, min, 8);
AT(check, max, 16);
SIZE(check, 24);

AT(base, arg, 0);
AT(base, flags, 4);
AT(base, extent, 8);
AT(base, name, 16);
AT(base, element, 24);
SIZE(base, 32);

AT(access, base, 0);
AT(access, size, 4);
AT(access, flags, 8);
AT(access, offset, 12);
AT(access, line, 20);
AT(access, group, 24);
SIZE(access, 28);

AT(subscript, base, 0);
AT(subscript, group, 4);
AT(subscript, extent, 8);
AT(subscript, size, 16);
AT(subscript, line, 24);
AT(subscript, column, 28);
SIZE(subscript, 32);

AT(bounds, call, 0);
AT(bounds, limits, 8);
SIZE(bounds, 16);

AT(result, arg, 0);
AT(result, size, 4);
AT(result, kind, 8);
AT(result, numbers, 12);
AT(result, name, 16);
SIZE(result, 24);

AT(input, address, 0);
AT(input, arg, 8);
AT(input, bytes, 12);
AT(input, kind, 16);
SIZE(input, 24);

AT(element, base, 0);
AT(element, size, 4);
AT(element, type, 8);
AT(element, op, 12);
AT(element, flags, 16);
SIZE(element, 20);

AT(kernel_arg, kind, 0);
AT(kernel_arg, index, 4);
AT(kernel_arg, size, 8);
SIZE(kernel_arg, 12);

AT(kernel, name, 0);
AT(kernel, source, 8);
AT(kernel, args, 16);
AT(kernel, arg_count, 24);
AT(kernel, flags, 28);
AT(kernel, rank, 32);
AT(kernel, range, 36);
AT(kernel, phase_count, 48);
AT(kernel, phases, 56);
SIZE(kernel, 64);

AT(reference, base, 0);
AT(reference, size, 4);
AT(reference, flags, 8);
AT(reference, line, 12);
AT(reference, offset, 16);
AT(reference, first_fact, 24);
AT(reference, fact_count, 28);
AT(reference, axes, 32);
SIZE(reference, 40);

AT(conflict, first, 0);
AT(conflict, second, 4);
SIZE(conflict, 8);

AT(conflicts, axes, 0);
AT(conflicts, references, 8);
AT(conflicts, facts, 16);
AT(conflicts, pairs, 24);
AT(conflicts, axis_count, 32);
AT(conflicts, reference_count, 36);
AT(conflicts, fact_count, 40);
AT(conflicts, pair_count, 44);
AT(conflicts, loaded_count, 48);
AT(conflicts, row_count, 52);
SIZE(conflicts, 56);

AT(rows, table, 0);
AT(rows, first, 4);
AT(rows, last, 8);
AT(rows, pointer, 12);
AT(rows, distance, 16);
AT(rows, value, 20);
AT(rows, bytes, 24);
AT(rows, flags, 28);
AT(rows, name, 32);
SIZE(rows, 40);

AT(site, abi_version, 0);
AT(site, struct_size, 4);
AT(site, file, 8);
AT(site, function, 16);
AT(site, line, 24);
AT(site, column, 28);
AT(site, flags, 32);
AT(site, rank, 36);
AT(site, ops, 40);
AT(site, arg_count, 44);
AT(site, axis_count, 48);
AT(site, base_count, 52);
AT(site, access_count, 56);
AT(site, check_count, 60);
AT(site, result_count, 64);
AT(site, value_count, 68);
AT(site, element_count, 72);
AT(site, native, 80);
AT(site, shared, 88);
AT(site, identity, 96);
AT(site, combine, 104);
AT(site, terms, 112);
AT(site, axes, 120);
AT(site, bases, 128);
AT(site, accesses, 136);
AT(site, checks, 144);
AT(site, results, 152);
AT(site, elements, 160);
AT(site, kernel, 168);
AT(site, reason, 176);
AT(site, subscripts, 184);
AT(site, subscript_count, 192);
AT(site, bounds_arg, 196);
AT(site, inputs, 200);
AT(site, input_count, 208);
AT(site, inline_limit, 216);
AT(site, conflicts, 224);
AT(site, rows, 232);
AT(site, row_count, 240);
SIZE(site, 248);

AT(launch, dims, 0);
AT(launch, args, 8);
AT(launch, values, 16);
AT(launch, num_threads, 24);
AT(launch, chunk, 32);
AT(launch, condition, 40);
AT(launch, apart, 44);
SIZE(launch, 48);

AT(scope, state, 0);
SIZE(scope, 8);

AT(product, sums, 0);
AT(product, lines, 8);
AT(product, panel, 16);
AT(product, sum_row, 24);
AT(product, line_row, 32);
AT(product, line_round, 40);
AT(product, panel_round, 48);
AT(product, panel_column, 56);
AT(product, rows, 64);
AT(product, columns, 72);
AT(product, rounds, 80);
AT(product, start, 88);
AT(product, scale, 96);
AT(product, flags, 104);
SIZE(product, 112);
