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
// Tiles run several iterations of the annotated loop side by side:
//
//   if (many rows, columns and rounds, nothing overlaps) {
//     float *panel = aligned_alloc(..), *sums = panel + .., *lines = sums + ..;
//     for (top = 0; top < rows; top += high)       // blocks of rows
//       for (at = first; at < end; at = next) {    // blocks of columns
//         for (row ...) for (j ...) sums[row][j - at] = 0;
//         for (k blocks) {
//           for (k ...) for (j ...) panel[k][j - at] = b[k][j];
//           for (row = 0; row < high; row += 6) {
//             vectors s00 .. s53 = sums[row .. row + 5][..];
//             for (k ...) s00 += a[row][k] * panel[k][0], ...;
//             sums[row .. row + 5][..] = s00 .. s53; } }
//         for (row ...) for (j ...) c[row][j] = sums[row][j - at]; }
//     free(panel); tiled = 1; }
//
#ifndef TWOFOLD_PLUGIN_NATIVE_NESTPRINTER_H
#define TWOFOLD_PLUGIN_NATIVE_NESTPRINTER_H

#include "schedule/NestSchedule.h"

namespace twofold {

/// Puts what Nest says into the place of its columns in Loop's body. False:
/// there is something that cannot be there twice, and nothing has changed. Not
/// where the columns are the annotated loop itself.
bool printNest(ParallelLoop &Loop, const NestSchedule &Nest,
               clang::ASTContext &Ctx);

/// Runs iterations from the variable First to Last, of which there is one at
/// least: all or none of them, and tells so by Done; or, without that variable,
/// the first of them, and moves First to the one that is left.
struct RowBlock {
  clang::VarDecl *First = nullptr, *Last = nullptr, *Done = nullptr;
  /// Of each row the columns from FirstColumn to before EndColumn; null: it is
  /// the body that has the columns.
  clang::VarDecl *FirstColumn = nullptr, *EndColumn = nullptr;
  clang::Stmt *Code = nullptr;
  unsigned VectorBits = 0;
  /// What a range does once, whatever its length, takes as long as several
  /// iterations: a thread should get no fewer than these at a time.
  unsigned Fewest = 0;
};

/// What Nest says where the columns are the annotated loop itself, in variables
/// of Loop; nothing: there is something that cannot be there twice.
std::optional<RowBlock> printBlocks(ParallelLoop &Loop,
                                    const NestSchedule &Nest,
                                    clang::ASTContext &Ctx);

/// What Nest.Tiles says, in variables of Loop; nothing: there is something that
/// cannot be there twice.
std::optional<RowBlock> printTiles(ParallelLoop &Loop, const NestSchedule &Nest,
                                   clang::ASTContext &Ctx);

} // namespace twofold

#endif
