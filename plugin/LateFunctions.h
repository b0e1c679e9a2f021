// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LateFunctions.h - functions compiled at the end of the unit --------===//
//
// A kernel contains the functions that its loop calls, and a function may be
// defined behind its callers. So loops are compiled when the whole unit is
// known, those of callers first: a function that a loop calls keeps its own
// loops as written until then.
//
// Code generation emits functions with external linkage as soon as they are
// parsed. It does not see their bodies at that time, and gets the functions
// once more at the end.
#ifndef TWOFOLD_PLUGIN_LATEFUNCTIONS_H
#define TWOFOLD_PLUGIN_LATEFUNCTIONS_H

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTFwd.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace twofold {

struct LateFunction {
  clang::FunctionDecl *Function = nullptr; ///< null: there is none left
  /// The number of its first loop, where code generation waits for it.
  std::optional<unsigned> FirstLoop;

  explicit operator bool() const { return Function != nullptr; }
};

class LateFunctions {
  struct Entry {
    LateFunction Late;
    llvm::SmallVector<const clang::FunctionDecl *, 4> Calls; ///< of its loops
    bool Known = false; ///< Calls has been filled
  };
  llvm::SmallVector<Entry, 8> Held, Waiting;
  /// How many of them have a loop that calls it.
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> Callers;

  bool OpenMP;

  void findCalls(Entry &E);
  LateFunction take(llvm::SmallVector<Entry, 8> &List, Entry *At);

public:
  /// OpenMP: loops of its directives count, too.
  explicit LateFunctions(bool OpenMP) : OpenMP(OpenMP) {}

  /// A function with annotated loops that is emitted when somebody needs it.
  void wait(clang::FunctionDecl &F) { Waiting.push_back({{&F, {}}, {}}); }
  /// A function with annotated loops that would be emitted now. Its body is
  /// away until the other consumers have seen its declaration.
  void hold(clang::FunctionDecl &F, unsigned FirstLoop);
  /// Takes out one whose loops no other one's loops call, if there is any.
  LateFunction next();
};

/// Stands behind code generation and gives bodies back.
std::unique_ptr<clang::ASTConsumer> createBodyRestorer();

} // namespace twofold

#endif
