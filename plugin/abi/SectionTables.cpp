// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionTables.cpp --------------------------------------------------===//

#include "abi/SectionTables.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace twofold {

StringRef section::called(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenImpCasts()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  StringRef Name = F && F->getIdentifier() ? F->getName() : StringRef();
  return Name.starts_with(Prefix) ? Name : StringRef();
}

} // namespace twofold
