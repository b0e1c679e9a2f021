// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CalledUpdates.h - updates of elements in called functions ----------===//
//
// `set.add(k)`, whose body is `words[k / 64] |= ...`, is the update that stands
// in it. Bodies of functions that update elements take the place of their calls
// where nobody wants a value; what is known of a loop's own updates holds of
// them then.
#ifndef TWOFOLD_PLUGIN_DEPEND_CALLEDUPDATES_H
#define TWOFOLD_PLUGIN_DEPEND_CALLEDUPDATES_H

#include "model/LoopModel.h"
#include "llvm/ADT/StringSet.h"

namespace twofold {

/// The calls in the body of one loop, whose data are shared. Changes the tree
/// and the captures; undo() restores both.
class CalledUpdates {
  struct Change {
    clang::Stmt **Slot;
    clang::Stmt *Call, *Body;
  };

  ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  llvm::SmallVector<Capture, 8> Captures; ///< as they were
  llvm::SmallVector<Change, 2> Changes;   ///< outer ones before those in them
  llvm::SmallVector<const clang::FunctionDecl *, 4> Around;

  llvm::StringSet<> Names; ///< of the body's variables, and those it mentions

  void statement(clang::Stmt *&Slot);
  void children(clang::Stmt *S);
  clang::Stmt *bodyOf(clang::CallExpr &Call);
  void dropLambdas(clang::Stmt *S);
  bool share();

public:
  CalledUpdates(ParallelLoop &Loop, clang::ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Captures(Loop.Captures) {}

  /// Puts the bodies in place. False: there are none, and nothing has changed.
  bool insert();
  /// Whether one of Loop.Updates stands in such a body.
  bool areUpdated() const;
  void undo();
};

} // namespace twofold

#endif
