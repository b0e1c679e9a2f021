// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Subscripts.h - which element an lvalue names -----------------------===//
//
// Resolves `h[b[i]]`, `*(p + i)`, `s.count[k]`, `v.at(i)` to the variable it
// starts from, members, and subscripts; the latter as affine forms where they
// are. Axes are the parallel dimensions first, then inner loops as they are
// met. Looks through pointers and references of the body that are set once.
#ifndef TWOFOLD_PLUGIN_DEPEND_SUBSCRIPTS_H
#define TWOFOLD_PLUGIN_DEPEND_SUBSCRIPTS_H

#include "access/AccessEvaluator.h"
#include "depend/DependenceProof.h"

namespace twofold {

/// Subscripts of one array: different values are different elements.
struct SubscriptLevel {
  MaybeForm Form = AffineForm(); ///< none: anything
};

struct ElementPlace {
  const clang::ValueDecl *Root = nullptr; ///< null: `this`
  /// The expression that names Root, or a variable that stands for a part.
  const clang::Expr *Leaf = nullptr;
  llvm::SmallVector<const clang::FieldDecl *, 2> Fields;
  llvm::SmallVector<SubscriptLevel, 2> Levels;
  /// Reached through subscripts and pointer arithmetic alone, and no pointer
  /// in memory.
  bool Direct = true;
};

class Subscripts {
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  const BodyUses &Uses;
  AccessRecorder Recorder;
  AccessEvaluator Evaluator;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Defined;
  struct InnerAxis {
    int Number;
    IterationAxis Runs;
  };
  llvm::SmallVector<InnerAxis, 4> Inner;
  /// What inner range loops run over, by their variables.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Ranges;
  unsigned Depth = 0;

  void defineMentioned(const clang::Stmt *S);
  const clang::Expr *onlyValue(const clang::VarDecl *V) const;
  bool descend(const clang::Expr *E, ElementPlace &Place, MaybeForm *Level);
  bool descendCall(const clang::CallExpr *E, ElementPlace &Place);
  MaybeForm form(const clang::Expr *E);
  IterationSpace space();

public:
  Subscripts(const ParallelLoop &Loop, clang::ASTContext &Ctx,
             const BodyUses &Uses)
      : Loop(Loop), Ctx(Ctx), Uses(Uses), Recorder(Loop, Ctx),
        Evaluator(Loop, Ctx, Recorder) {}

  int rank() const { return int(Loop.Dims.size()); }

  /// Before and behind the body of an inner loop. The variable that it counts
  /// by; null: it does not count.
  const clang::VarDecl *enter(const clang::ForStmt *F);
  void leave(const clang::VarDecl *Counted) {
    if (Counted)
      Evaluator.define(Counted, unknownValue());
  }
  void enter(const clang::CXXForRangeStmt *F) {
    Ranges[F->getLoopVariable()] = F->getRangeInit();
  }

  std::optional<ElementPlace> place(const clang::Expr *Lvalue);

  /// No two iterations name the same element by any of Places, which differ in
  /// their subscripts alone.
  bool areDistinct(llvm::ArrayRef<const ElementPlace *> Places);
};

} // namespace twofold

#endif
