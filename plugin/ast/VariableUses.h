// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VariableUses.h - how a body uses what others declared ------------===//
#ifndef TWOFOLD_PLUGIN_AST_VARIABLEUSES_H
#define TWOFOLD_PLUGIN_AST_VARIABLEUSES_H

#include "clang/AST/ASTFwd.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace twofold {

/// Every use of one variable in a body, outside nested lambdas' own bodies.
struct VariableUses {
  bool Read = false;
  /// Its address is taken or a reference is bound to it: it may change unseen.
  bool Escapes = false;
  /// A constant reference is bound to it: it is read unseen.
  bool Referred = false;
  /// Who has its address, or a reference to it, may change it by that.
  bool Changed = false;
  /// Assigned, compound-assigned, incremented, also by operators of its class.
  llvm::SmallVector<const clang::Expr *, 2> Writes;
  llvm::SmallVector<const clang::DeclRefExpr *, 4> References;

  /// It may have another value than before, or other elements.
  bool mayChange() const { return Escapes || !Writes.empty(); }
};

struct BodyUses {
  llvm::MapVector<clang::ValueDecl *, VariableUses> Variables;
  llvm::DenseSet<const clang::ValueDecl *> DeclaredInside;
  const clang::Expr *This = nullptr; ///< the first use of `this`

  /// None at all where the body does not name D.
  const VariableUses &of(const clang::ValueDecl *D) const {
    static const VariableUses None;
    auto It = Variables.find(const_cast<clang::ValueDecl *>(D));
    return It == Variables.end() ? None : It->second;
  }
};

BodyUses collectUses(const clang::Stmt *Body);

/// A range loop declares its variable outside the body proper.
void declareInside(BodyUses &Uses, const clang::CXXForRangeStmt &Range);

//
// Threads find them where they are. A kernel is given them, and hands them on
// to the functions that it has.
//

/// How functions use one variable with static storage. Static variables of the
/// functions' own are left out.
struct CalleeGlobal {
  clang::VarDecl *Variable = nullptr; ///< the declaration that says most
  clang::SourceLocation FirstUse;
  bool Changed = false; ///< assigned, or its address is taken
};

/// Of all visible functions that S calls, directly or not; S itself left out.
llvm::SmallVector<CalleeGlobal, 4> globalsOfCallees(const clang::Stmt *S);

/// Of a function with a body and of those that it calls.
llvm::SmallVector<CalleeGlobal, 4> globalsOf(const clang::FunctionDecl &F);

} // namespace twofold

#endif
