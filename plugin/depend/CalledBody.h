// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CalledBody.h - a function's body in the place of its call ----------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_CALLEDBODY_H
#define TWOFOLD_PLUGIN_DEPEND_CALLEDBODY_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace twofold {

/// A function that can be seen, and what it is called with.
struct Called {
  const clang::FunctionDecl *Definition = nullptr;
  clang::Expr *Object = nullptr; ///< of a method: a place, or a pointer to one
  llvm::SmallVector<clang::Expr *, 4> Arguments;
};

struct Placed;

/// Nothing: what runs is not known here, or takes more than arguments.
std::optional<Called> calledBy(clang::CallExpr &Call);

/// What does the same in Owner where nobody wants the call's value: variables
/// for the parameters, and a copy of the body. The names of its variables are
/// none of Names, which they join. Null: something in it cannot be copied.
clang::Stmt *bodyInPlace(const Called &What, clang::FunctionDecl &Owner,
                         clang::SourceLocation Loc, llvm::StringSet<> &Names,
                         clang::ASTContext &Ctx);

/// What has the value of Call in Owner, and does what the body does; see
/// PlacedCalls.h. Null: as above.
clang::Expr *valueInPlace(const Called &What, const clang::CallExpr &Call,
                          clang::FunctionDecl &Owner, llvm::StringSet<> &Names,
                          Placed &In, clang::ASTContext &Ctx);

} // namespace twofold

#endif
