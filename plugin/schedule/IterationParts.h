// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IterationParts.h - statements of an iteration, and their order -----===//
//
// A part is a statement of the iteration, or a loop that has some statements of
// a loop of the iteration: those that have nothing to do with the others.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ITERATIONPARTS_H
#define TWOFOLD_PLUGIN_SCHEDULE_ITERATIONPARTS_H

#include "ast/AstFactory.h"
#include "model/LoopModel.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

struct IterationPart {
  using Names = llvm::SmallPtrSet<const clang::ValueDecl *, 8>;

  const clang::ForStmt *Loop = nullptr; ///< null: the one statement itself
  const clang::AttributedStmt *Given = nullptr;   ///< around the Loop
  llvm::SmallVector<clang::Stmt *, 2> Statements; ///< of the Loop's body
  Names Mentions, Changes; ///< but for counters; arrays stand for elements

  /// One of them changes what the other one has to do with, as long as no
  /// written base overlaps another.
  bool meets(const IterationPart &Other) const;
};

class IterationParts {
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  const BodyUses Uses;
  /// What numbers and addresses that follow from the iteration are made of:
  /// each part may declare them for itself.
  llvm::DenseMap<const clang::ValueDecl *, clang::DeclStmt *> Again;

  bool isAgain(const clang::DeclStmt &S) const;
  bool isOwn(const clang::ValueDecl *D) const;
  bool note(const clang::Stmt *S, const clang::ValueDecl *Counter,
            IterationPart &To) const;
  bool split(clang::ForStmt &F, const clang::AttributedStmt *Given);
  void declare(const IterationPart &P, llvm::SmallVectorImpl<clang::Stmt *> &To,
               llvm::SmallPtrSetImpl<clang::DeclStmt *> &Known) const;

public:
  llvm::SmallVector<IterationPart, 4> All; ///< in their order

  IterationParts(const ParallelLoop &Loop, clang::ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Uses(collectUses(Loop.Body)) {}

  /// False: the iteration is not understood.
  bool split();
  /// Those that share variables of the iteration stay together. Each is behind
  /// all that it has to wait for.
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 4> inseparable() const;
  bool waits(unsigned Later, unsigned Earlier) const {
    return Earlier < Later && All[Later].meets(All[Earlier]);
  }
  /// An iteration of these parts alone. Written gets the bodies of its loops.
  clang::CompoundStmt *
  body(llvm::ArrayRef<unsigned> Some,
       llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> &Written,
       AstFactory &Make) const;
  /// A round of a part's loop, with what it needs of the iteration.
  llvm::SmallVector<clang::Stmt *, 4> statements(const IterationPart &P) const;
};

} // namespace twofold

#endif
