// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowsAhead.h - rows that wait for each other begin side by side -----===//
//
// A row of a triangular solve needs what the rows before it have stored:
//
//   for (i) {
//     s = b[i];
//     [annotated] for (j < i) s -= l[i][j] * x[j];
//     x[i] = s / l[i][i];
//   }
//
// All but the last few columns of eight rows that follow each other are there
// before the first of these rows is. So the sums of these columns are computed
// ahead, of eight rows side by side, and each row goes on from there:
//
//   double sums[8]; next = 0, ahead = 0;
//   for (i) {
//     s = b[i];
//     from = 0;
//     if (i >= next) {
//       ahead = n - i >= 8 && i >= 32 && ...; // and no names overlap
//       next = i + 8;
//       if (ahead)
//         [annotated] for (r = i; r < next; ++r) {
//           t = b[r];
//           for (j < i) t -= l[r][j] * x[j];
//           sums[r - i] = t;
//         }
//     }
//     if (ahead) { from = next - 8; s = sums[i - from]; }
//     [annotated] for (j = from; j < i) s -= l[i][j] * x[j];
//     x[i] = s / l[i][i];
//   }
//
// Each sum adds up what it did, in its order.
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ROWSAHEAD_H
#define TWOFOLD_PLUGIN_SCHEDULE_ROWSAHEAD_H

#include "report/Diagnostics.h"
#include "clang/AST/ASTFwd.h"

namespace twofold {

/// Does so with loops of F around annotated ones, before anything is made of
/// those. The loop that is put ahead has the annotation `twofold.ahead`. False:
/// there are none such.
bool computeRowsAhead(clang::FunctionDecl &F, Diagnostics &Diags);

} // namespace twofold

#endif
