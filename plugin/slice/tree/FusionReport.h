// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FusionReport.h - whether statements on slices may share a loop ----===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_FUSIONREPORT_H
#define TWOFOLD_PLUGIN_SLICE_TREE_FUSIONREPORT_H

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace twofold {
class Diagnostics;

/// Reports which statements of F on slices share a loop. Takes the loop away
/// where it could change a value that is read before it, a variable that is not
/// local or whose address is taken, and where it calls functions that could
/// look at what it changes.
void checkFusedSlices(clang::FunctionDecl &F, clang::ASTContext &Ctx,
                      Diagnostics &Diags);

} // namespace twofold

#endif
