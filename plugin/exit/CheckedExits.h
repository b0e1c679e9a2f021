// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CheckedExits.h - loops with exits whose subscripts are checked -----===//
//
// Only iterations that really run may report a subscript, so such a loop is not
// searched ahead. It stays in its function and runs in order:
//
//   twofold_limits(&site, &launch, limits);
//   for (at = 0; at < trips; ++at) { i = ...; body with checks }
//   behind:
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_EXIT_CHECKEDEXITS_H
#define TWOFOLD_PLUGIN_EXIT_CHECKEDEXITS_H

#include "model/LoopModel.h"

namespace clang {
class Sema;
} // namespace clang

namespace twofold {

class RuntimeDecls;

/// What takes the loop's place; its tables go to Declared. Data sharing has not
/// been decided. Null: the loop stays as it is, and it has been said why.
clang::Stmt *checkExits(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                        clang::Sema &S, Diagnostics &Diags,
                        llvm::SmallVectorImpl<clang::Decl *> &Declared);

} // namespace twofold

#endif
