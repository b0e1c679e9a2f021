// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NativeOutliner.h - a loop as a function of the host ---------------===//
//
// The body is moved, not copied, into a new function that runs a range of
// iterations, so any C or C++ in it still works. Captured variables become
// locals of the same name and type.
#ifndef TWOFOLD_PLUGIN_NATIVE_NATIVEOUTLINER_H
#define TWOFOLD_PLUGIN_NATIVE_NATIVEOUTLINER_H

#include "model/LoopModel.h"
#include "native/CallLayout.h"

namespace twofold {

class RuntimeDecls;
struct RowBlock;

struct NativeVariant {
  clang::FunctionDecl *Run = nullptr;         ///< twofold_native
  clang::FunctionDecl *Shared = nullptr;      ///< with atomic element updates
  llvm::SmallVector<clang::Decl *, 2> Bodies; ///< what the others call
  /// The body, which a call site may call with what is Given behind hi; null:
  /// it calls Run.
  clang::FunctionDecl *Direct = nullptr;
  llvm::SmallVector<Passed, 8> Given;
  clang::FunctionDecl *Identity = nullptr; ///< null without reductions
  clang::FunctionDecl *Combine = nullptr;  ///< null without reductions
  CallLayout Layout;
  /// An entry of args; where it is not null, element updates go to copies that
  /// the thread has for itself. 0: there is no form for that.
  unsigned CopiedArg = 0;
  /// Whether some of the model's subscripts are checked in the kernel alone.
  bool Unchecked = false;

  /// All that there are, the one with the body first.
  llvm::SmallVector<clang::Decl *, 12> functions() const {
    llvm::SmallVector<clang::Decl *, 12> All(Bodies.begin(), Bodies.end());
    for (clang::FunctionDecl *F : {Run, Shared, Identity, Combine})
      if (F)
        All.push_back(F);
    return All;
  }
};

/// Moves Loop.Body out, with checks of the model's subscripts. InOrder: no two
/// threads run iterations at a time. Rows, which may be null, runs iterations
/// side by side, in variables of Loop. Short: the call site may do without the
/// runtime. Null Run: an iterator lacks the random-access operations; it has
/// been reported and nothing has been moved.
NativeVariant outlineNative(const ParallelLoop &Loop, bool InOrder, bool Short,
                            const AccessModel &Accesses, RowBlock *Rows,
                            const RuntimeDecls &Abi, clang::Sema &S,
                            Diagnostics &Diags);

/// Gives the body, which buildDims has found, its own variables for those of
/// clause `firstprivate` that it changes, each with the value that the variable
/// has before the loop. In OpenMP the iterations of a thread share a copy, but
/// no program knows which ones these are, so none can rely on it. False after
/// an error, which has been reported.
bool copyFirstPrivates(ParallelLoop &Loop, clang::Sema &S, Diagnostics &Diags);

/// void f(void **args): *(T *)args[k] = identity, for every reduction.
clang::FunctionDecl *identityFunction(const ParallelLoop &Loop,
                                      const RuntimeDecls &Abi, clang::Sema &S);
/// void f(void **into, void **from): *into[k] = *into[k] op *from[k]. The
/// classes of objects have operators for that (see makeObjectFunctions).
clang::FunctionDecl *combineFunction(const ParallelLoop &Loop,
                                     const RuntimeDecls &Abi, clang::Sema &S);

} // namespace twofold

#endif
