// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharedStores.h - one place that all iterations store to ------------===//
//
// Data sharing decides what becomes of variables that the body assigns by their
// names, and dependence tests look at elements. What is left are stores that go
// a longer way: through references, pointers, lambdas, members and functions.
#ifndef TWOFOLD_PLUGIN_ORDER_SHAREDSTORES_H
#define TWOFOLD_PLUGIN_ORDER_SHAREDSTORES_H

#include "order/HandedArrays.h"
#include "order/RepeatedStores.h"

namespace twofold {

struct SharedStores {
  /// Iterations would race: they have to run in order.
  std::optional<Refusal> Order;
  /// Order names what the program has called, which says more than what two
  /// accesses in there do.
  bool Plainer = false;
  bool Synchronised = false; ///< the program locks what is shared
  /// Reported: each iteration has a copy of a variable and reaches the variable
  /// itself, too (for CopyReason), or changes what a bound is computed from.
  bool Failed = false;
  std::string CopyReason;
  /// Elements that all iterations store to, unless dependence tests know
  /// better.
  std::optional<RepeatedStore> Repeated;
  std::optional<HandedArray> Handed;
  /// Places that iterations find by searches of the library in one range.
  std::optional<Refusal> Searched;
};

SharedStores findSharedStores(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                              Diagnostics &Diags);

/// SharedStores::Repeated of a lowered copy, in which objects that lead to
/// arrays have been taken apart. Reports nothing.
std::optional<RepeatedStore> findRepeatedStore(const ParallelLoop &Copy,
                                               clang::ASTContext &Ctx,
                                               Diagnostics &Diags);

} // namespace twofold

#endif
