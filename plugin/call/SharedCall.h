// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharedCall.h - one function of a unit calls the runtime ----------===//
//
// What all loops without clauses of their own have in common at a call stands
// in a unit once, and is compiled once.
#ifndef TWOFOLD_PLUGIN_CALL_SHAREDCALL_H
#define TWOFOLD_PLUGIN_CALL_SHAREDCALL_H

#include "ast/AstFactory.h"

namespace twofold {

class RuntimeDecls;

class SharedCall {
  clang::FunctionDecl *Function = nullptr;

public:
  /// The function, made for the loop of that Name if it is not there yet:
  ///
  ///   int (site, dims, args, values, apart)
  ///
  /// which returns twofold_launch::apart as the runtime leaves it.
  clang::FunctionDecl *function(llvm::StringRef Name, AstFactory Make,
                                const RuntimeDecls &Abi, clang::ASTContext &Ctx,
                                llvm::SmallVectorImpl<clang::Decl *> &Declared);
};

} // namespace twofold

#endif
