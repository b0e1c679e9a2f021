// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StaticArrays.h - arrays that no call has a name for ----------------===//

#ifndef TWOFOLD_PLUGIN_ORDER_STATICARRAYS_H
#define TWOFOLD_PLUGIN_ORDER_STATICARRAYS_H

namespace clang {
class Expr;
class VarDecl;
} // namespace clang

namespace twofold {

class StorePlaces;
struct ParallelLoop;

/// The static variable in the body, or in a function that it calls, of which
/// Target is an element that iterations may share. Nothing at the call has a
/// name for it. Pointers and references lead there as well.
const clang::VarDecl *staticArray(const clang::Expr *Target,
                                  const ParallelLoop &Loop,
                                  const StorePlaces &Places);

} // namespace twofold

#endif
