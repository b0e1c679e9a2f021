// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VariableUses.h - how a body uses what others declared ------------===//
#ifndef TWOFOLD_PLUGIN_AST_VARIABLEUSES_H
#define TWOFOLD_PLUGIN_AST_VARIABLEUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CXXForRangeStmt;
}

namespace twofold {

/// Every use of one variable in a body, outside nested lambdas' own bodies.
struct VariableUses {
  bool Read = false;
  /// Its address is taken or a reference is bound to it: it may change unseen.
  bool Escapes = false;
  /// Its address may be known longer than the expression lasts.
  bool Retained = false;
  /// Assigned, compound-assigned, incremented, also by operators of its class.
  llvm::SmallVector<const clang::Expr *, 2> Writes;
  llvm::SmallVector<const clang::DeclRefExpr *, 4> References;
};

struct BodyUses {
  llvm::MapVector<clang::ValueDecl *, VariableUses> Variables;
  llvm::DenseSet<const clang::ValueDecl *> DeclaredInside;
  const clang::Expr *This = nullptr; ///< the first use of `this`
};

BodyUses collectUses(clang::Stmt *Body, clang::ASTContext &Ctx);

/// A range loop declares its variable outside the body proper.
void declareInside(BodyUses &Uses, const clang::CXXForRangeStmt &Range);

} // namespace twofold

#endif
