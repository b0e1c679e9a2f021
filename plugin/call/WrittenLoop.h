// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WrittenLoop.h - the loop as written, for the shortest calls --------===//
//
// A call of the native variant, the table of what it is given and the question
// whether iterations meet take as long as a loop over some fifty numbers. A
// loop of little work runs in order where it stands, as it would without its
// annotation, and the compiler knows of it what it knows of the function around
// it: bounds that are constants, and sums in registers.
#ifndef TWOFOLD_PLUGIN_CALL_WRITTENLOOP_H
#define TWOFOLD_PLUGIN_CALL_WRITTENLOOP_H

#include "access/AccessModel.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace twofold {

struct WrittenLoop {
  clang::Stmt *Loop = nullptr; ///< null: the variant runs all calls
  uint64_t Most = 0;           ///< operations up to which it does
  uint64_t MostInOrder = 0;    ///< where that has the order of the text, too

  /// Once it is known whether the variant has nests in another order.
  void beside(bool OtherOrder) {
    if (!OtherOrder && MostInOrder)
      Most = MostInOrder;
  }
};

/// A copy of Loop, before anything is made of it, where its calls may be Short
/// and a loop around it repeats it. None where iterations have copies of
/// variables that keep what they had, where it cannot be copied, and where code
/// is to be small.
WrittenLoop copyWritten(const ParallelLoop &Loop, const AccessModel &Accesses,
                        bool Short, clang::CompilerInstance &CI);

} // namespace twofold

#endif
