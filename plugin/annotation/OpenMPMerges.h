// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPMerges.h - what each thread adds to what all have ------------===//
//
// `critical` and `atomic` outside the loops of a region mostly add up what each
// thread has found in them. The sum is the same from one thread as from many if
// each begins with the value that changes no sum.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPMERGES_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPMERGES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class OMPExecutableDirective;
}

namespace twofold {

/// Whether Loop may write to memory that a variable of Own is or points at, so
/// that iterations on one thread may meet there. Own is asked of `this` by
/// null.
bool writesOwnMemory(const clang::Stmt *Loop,
                     llvm::function_ref<bool(const clang::ValueDecl *)> Own);

/// What each thread has a Part of, combined by Op.
struct MergedPart {
  const clang::ValueDecl *Part;
  clang::BinaryOperatorKind Op;
  const clang::Stmt *Where;
};

class RegionMerges {
  using Variables = llvm::DenseSet<const clang::ValueDecl *>;
  /// Values that threads give variables outside loops; null: any.
  llvm::DenseMap<const clang::ValueDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      Values;
  llvm::SmallVector<MergedPart, 4> Sums;
  llvm::SmallVector<MergedPart, 4> Extrema; ///< without an operator
  /// How loops that threads share out change variables; BO_Assign: by `=`.
  llvm::DenseMap<const clang::ValueDecl *,
                 llvm::SmallVector<clang::BinaryOperatorKind, 2>>
      InLoops;

public:
  void assigned(const clang::ValueDecl *V, const clang::Expr *Value) {
    Values[V].push_back(Value);
  }
  void changed(const clang::ValueDecl *V) { Values[V].push_back(nullptr); }

  /// What a call of F gets the address of may have any value then.
  void handed(const clang::Stmt *Call, const clang::FunctionDecl &F);
  /// Region shares out the loop D. Threads have then what all have found of
  /// variables that D reduces: gives one that Region reduces, too; null: none.
  const clang::ValueDecl *loop(const clang::OMPExecutableDirective &D,
                               const clang::OMPExecutableDirective &Region);
  /// Whether Body, which one thread after the other runs, combines what all
  /// have with variables that are each thread's Own, and does nothing else.
  bool add(const clang::Stmt *Body, const Variables &Own);
  /// What does something else, if add() has found that.
  const clang::Stmt *other() const { return Other; }
  /// The first that may depend on the number of threads; null: none.
  const MergedPart *unproven() const;

private:
  const clang::Stmt *Other = nullptr;

  bool addOne(const clang::Stmt *Body, const Variables &Own);
  bool combines(const clang::Expr *E, const Variables &Own);
  bool keepsBetter(const clang::Stmt *Then, const clang::Expr *Cond,
                   const Variables &Own);
};

} // namespace twofold

#endif
