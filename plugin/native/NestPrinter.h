// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestPrinter.h - nests of a body in the order of their schedules ----===//
//
//   { T at = first, end = bound;
//     if (many columns, many rounds, nothing overlaps)
//       while (at < end) {                      // blocks of columns
//         T next = min(at + Tile, end); float s[Tile];
//         for (T j = at; j < next; ++j) s[j - at] = 0;
//         for (k ...) for (T j = at; j < next; ++j) s[j - at] += ...;
//         at = next; }
//     else the nest as written }
//
#ifndef TWOFOLD_PLUGIN_NATIVE_NESTPRINTER_H
#define TWOFOLD_PLUGIN_NATIVE_NESTPRINTER_H

#include "schedule/NestSchedule.h"

namespace twofold {

/// Puts what Nest says into the place of its columns in Loop's body. False:
/// there is something that cannot be there twice, and nothing has changed.
bool printNest(ParallelLoop &Loop, const NestSchedule &Nest,
               clang::ASTContext &Ctx);

} // namespace twofold

#endif
