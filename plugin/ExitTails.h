// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExitTails.h - the parts of a body that are certain to leave it ---===//
#ifndef TWOFOLD_PLUGIN_EXITTAILS_H
#define TWOFOLD_PLUGIN_EXITTAILS_H

#include "BodyScan.h"
#include "LoopModel.h"
#include "StatementCopy.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// Statements from which every path leaves the loop.
class ExitTails {
  llvm::SmallPtrSet<const clang::Stmt *, 4> Exits;

public:
  explicit ExitTails(const ParallelLoop &Loop)
      : Exits(Loop.Exits.begin(), Loop.Exits.end()) {}

  bool leaves(const clang::Stmt *S) const {
    if (!S || Exits.contains(S))
      return S;
    if (const auto *A = llvm::dyn_cast<clang::AttributedStmt>(S))
      return leaves(A->getSubStmt());
    if (const auto *If = llvm::dyn_cast<clang::IfStmt>(S))
      return !If->isConstexpr() && leaves(If->getThen()) &&
             leaves(If->getElse());
    if (const auto *Block = llvm::dyn_cast<clang::CompoundStmt>(S)) {
      llvm::SmallVector<const clang::Stmt *, 8> Body(Block->body());
      return !hasEntry(Block) && length(Body) != 0;
    }
    return false;
  }

  /// Number of statements from the first of Body on, up to one from which every
  /// path leaves; 0: there is none.
  template <typename Statement>
  unsigned length(llvm::ArrayRef<Statement *> Body) const {
    for (unsigned I = 0; I < Body.size(); ++I) {
      if (leaves(I == 0 ? unlabelled(Body[I]) : Body[I]))
        return I + 1;
      if (!goesOn(I == 0 ? unlabelled(Body[I]) : Body[I], false, false))
        return 0;
    }
    return 0;
  }
  template <typename Statement>
  unsigned length(const llvm::SmallVectorImpl<Statement *> &Body) const {
    return length(llvm::ArrayRef<Statement *>(Body));
  }

  bool containExit(const clang::Stmt *S) const {
    if (!S || llvm::isa<clang::LambdaExpr>(S))
      return false;
    return Exits.contains(S) ||
           llvm::any_of(S->children(),
                        [&](const clang::Stmt *C) { return containExit(C); });
  }

  static const clang::Stmt *unlabelled(const clang::Stmt *S) {
    while (const auto *Case = llvm::dyn_cast_or_null<clang::SwitchCase>(S))
      S = Case->getSubStmt();
    return S;
  }

private:
  /// S leaves by its end or by an exit, and is entered at its top.
  bool goesOn(const clang::Stmt *S, bool InLoop, bool InSwitch) const {
    if (!S || llvm::isa<clang::LambdaExpr>(S) || Exits.contains(S))
      return true;
    if ((llvm::isa<clang::ContinueStmt>(S) && !InLoop) ||
        (llvm::isa<clang::BreakStmt>(S) && !InLoop && !InSwitch) ||
        (llvm::isa<clang::SwitchCase>(S) && !InSwitch) ||
        llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt,
                  clang::AsmStmt>(S))
      return false;
    InLoop |= llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                        clang::CXXForRangeStmt>(S);
    InSwitch |= llvm::isa<clang::SwitchStmt>(S);
    return llvm::all_of(S->children(), [&](const clang::Stmt *C) {
      return goesOn(C, InLoop, InSwitch);
    });
  }
};

/// Puts Marker() where the original is certain to leave the loop.
class PrefixCopy : public StatementCopy {
  const ExitTails &Tails;
  llvm::function_ref<clang::Stmt *()> Marker;

public:
  PrefixCopy(clang::ASTContext &Ctx, clang::DeclContext *Owner,
             const ExitTails &Tails, llvm::function_ref<clang::Stmt *()> Marker)
      : StatementCopy(Ctx, Owner), Tails(Tails), Marker(Marker) {}

private:
  clang::Stmt *replacement(clang::Stmt *S) override {
    return Tails.leaves(S) ? Marker() : nullptr;
  }
  unsigned replace(llvm::ArrayRef<clang::Stmt *> Body, unsigned At,
                   llvm::SmallVectorImpl<clang::Stmt *> &Out) override {
    unsigned Length = Tails.length(Body.drop_front(At));
    if (Length == 0)
      return 0;
    llvm::SmallVector<clang::SwitchCase *, 2> Labels;
    for (clang::Stmt *S = Body[At];
         auto *Label = llvm::dyn_cast<clang::SwitchCase>(S);
         S = Label->getSubStmt())
      Labels.push_back(Label);
    clang::Stmt *Leave = Marker();
    for (clang::SwitchCase *Label : llvm::reverse(Labels))
      Leave = copyLabel(Label, Leave);
    Out.push_back(Leave);
    return Length;
  }
};

} // namespace twofold

#endif
