// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallNumbers.h - numbers that a call site evaluates once ----------===//
//
// A variable costs the compiler an allocation, two marks of its life, a store,
// and a load for each use, in each function that has a loop. So constants have
// none, and neither has what is a variable's value already.
#ifndef TWOFOLD_PLUGIN_CALL_CALLNUMBERS_H
#define TWOFOLD_PLUGIN_CALL_CALLNUMBERS_H

#include "ast/AstFactory.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// E as an integer of Type. Constants are converted here.
clang::Expr *converted(AstFactory &Make, clang::Expr *E, clang::QualType Type,
                       const clang::ASTContext &Ctx);

/// One of clang's own functions.
clang::FunctionDecl *builtinFunction(unsigned ID, llvm::StringRef Name,
                                     clang::QualType Result,
                                     llvm::ArrayRef<clang::QualType> Params,
                                     AstFactory &Make, clang::ASTContext &Ctx);

class CallNumbers {
  clang::ASTContext &Ctx;
  AstFactory Make;
  clang::DeclContext *Owner;
  llvm::SmallVectorImpl<clang::Stmt *> &Out;
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Kept;

public:
  /// Declarations go to Out.
  CallNumbers(clang::ASTContext &Ctx, const AstFactory &Make,
              clang::DeclContext *Owner,
              llvm::SmallVectorImpl<clang::Stmt *> &Out)
      : Ctx(Ctx), Make(Make), Owner(Owner), Out(Out) {}

  /// A variable for Value, an integer of Type, whose name begins with twofold_;
  /// it is not declared where Value is a constant.
  clang::VarDecl *keep(const llvm::Twine &Name, clang::QualType Type,
                       clang::Expr *Value);
  /// What a variable of keep's holds.
  clang::Expr *value(clang::VarDecl *V);
  /// The lesser or the greater one of two integers of one type.
  clang::Expr *extremum(clang::VarDecl *A, clang::VarDecl *B, bool Greater);
};

} // namespace twofold

#endif
