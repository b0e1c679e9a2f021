// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExitCall.h - a loop with exits → search, rest, checks -------------===//
#ifndef TWOFOLD_PLUGIN_EXIT_EXITCALL_H
#define TWOFOLD_PLUGIN_EXIT_EXITCALL_H

#include "ast/AstFactory.h"
#include "call/TripCounts.h"
#include "exit/ExitPlan.h"
#include "exit/SearchQuestion.h"
#include "model/LoopModel.h"

namespace twofold {

class RuntimeDecls;

/// Builds what takes the place of a loop with exits. Evaluates bounds and
/// clauses once for all parts.
class ExitCall {
  const ParallelLoop &Loop;
  ExitPlan &Plan;
  clang::Sema &S;
  clang::ASTContext &Ctx;
  AstFactory Make;
  llvm::SmallVector<clang::Stmt *, 24> Out;
  llvm::SmallVector<DimValues, 3> Dims; ///< temporaries
  llvm::SmallVector<clang::VarDecl *, 3> Lower, Step, Trips;
  clang::VarDecl *All = nullptr;   ///< product of the trip counts
  clang::VarDecl *Apart = nullptr; ///< whether the loop may be searched
  clang::Stmt *Notice = nullptr;
  const clang::QualType I64 = Make.I64, U64 = Make.U64;

public:
  /// Plan's loops get clauses that can be evaluated again. Without a search,
  /// the loop runs in order.
  ExitCall(const ParallelLoop &Loop, ExitPlan &Plan, clang::Sema &S);

  /// Dimensions for a call of the search, or of the rest up to the exit.
  llvm::SmallVector<DimValues, 3> dims(bool UpToExit);
  void add(clang::Stmt *Call) { Out.push_back(Call); }
  /// Variables of all iterations, for questions.
  llvm::SmallVector<CountedDim, 3> counted();
  /// Where Before has a question and the answer is not yes, that is told, and
  /// all iterations run in order.
  void ask(SearchQuestion &Before, const RuntimeDecls &Abi, Diagnostics &Diags,
           llvm::SmallVectorImpl<clang::Decl *> &Declared);
  /// Rest may be null.
  void addParts(clang::Stmt *Search, clang::Stmt *Rest);
  /// Ends with the iteration that leaves. Null: an iterator lacks operations.
  clang::Stmt *finish();
  /// Ends with the whole loop, in order, and Behind it. Null: as above.
  clang::Stmt *finishInOrder(clang::LabelDecl *Behind);
  /// A variable of the call's own, without a value.
  clang::VarDecl *declare(const llvm::Twine &Name, clang::QualType Type) {
    return temporary(Name, Type, nullptr);
  }

private:
  clang::VarDecl *temporary(const llvm::Twine &Name, clang::QualType Type,
                            clang::Expr *Init);
  void clauses();
  clang::Expr *at(unsigned D, clang::Expr *Index);
  clang::Stmt *leaving(clang::VarDecl *At);
  bool iterators(clang::VarDecl *At, llvm::SmallVectorImpl<clang::Stmt *> &To);
  void inductionAfter(clang::Expr *None);
};

//
// Only iterations that really run may report a subscript, so such a loop is not
// searched ahead. It stays in its function and runs in order:
//
//   twofold_limits(&site, &launch, limits);
//   for (at = 0; at < trips; ++at) { i = ...; body with checks }
//   behind:
//

/// What takes the loop's place; its tables go to Declared. Data sharing has not
/// been decided. Null: the loop stays as it is, and it has been said why.
clang::Stmt *checkExits(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                        clang::Sema &S, Diagnostics &Diags,
                        llvm::SmallVectorImpl<clang::Decl *> &Declared);

} // namespace twofold

#endif
