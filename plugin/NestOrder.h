// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestOrder.h - nests of a loop's body, in the order that pays -------===//
#ifndef TWOFOLD_PLUGIN_NESTORDER_H
#define TWOFOLD_PLUGIN_NESTORDER_H

#include "PluginOptions.h"
#include "call/SiteTables.h"
#include "call/TripCounts.h"
#include "native/NestPrinter.h"
#include "report/Diagnostics.h"

namespace clang {
class CompilerInstance;
}

namespace twofold {

/// What orderNests() has done.
struct NestOrder {
  std::optional<RowBlock> Rows; ///< runs several iterations at a time
  bool Changed = false;         ///< some nest runs in another order
  std::string Text;             ///< for the optimisation record
};

/// Has nests of the body run in the order that suits the processor. Tells which
/// strategy each takes, and why not the next better one. Not of loops whose
/// iterations are Counted by another one.
NestOrder orderNests(ParallelLoop &Loop, const SiteFacts &Facts,
                     llvm::ArrayRef<DimValues> Counted,
                     const PluginOptions &Options, clang::CompilerInstance &CI,
                     Diagnostics &Diags);

/// Has loops of F that repeat annotated ones do a part of these ahead, before
/// anything is made of F. How many annotated loops F has then.
size_t orderRows(clang::FunctionDecl &F, const PluginOptions &Options,
                 const clang::CompilerInstance &CI, Diagnostics &Diags);

} // namespace twofold

#endif
