// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlainVariables.h - variables that only their names lead to -------===//
#ifndef TWOFOLD_PLUGIN_AST_PLAINVARIABLES_H
#define TWOFOLD_PLUGIN_AST_PLAINVARIABLES_H

#include "clang/AST/ASTFwd.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace twofold {

/// std::swap of two variables, which no more than exchanges their values.
bool swapsVariables(const clang::CallExpr &Call);

/// Local numbers and pointers whose address nobody takes: no loop of a kernel
/// can reach them by memory, and what the function does with them is all there
/// is. Looks at the body as the user wrote it.
class PlainVariables {
  const clang::FunctionDecl &F;
  llvm::DenseSet<const clang::VarDecl *> Reached; ///< in other ways
  bool Obscure = false;

  void statement(const clang::Stmt *S);
  void discarded(const clang::Expr *E);
  void place(const clang::Expr *E);
  void visit(const clang::Expr *E);
  void reachAll(const clang::Stmt *S);

public:
  explicit PlainVariables(const clang::FunctionDecl &F);

  bool contains(const clang::VarDecl &V) const;
  /// The function has labels, assembly, calls that return twice, or the like:
  /// the order of its statements is not the one in the text.
  bool obscure() const { return Obscure; }
};

} // namespace twofold

#endif
