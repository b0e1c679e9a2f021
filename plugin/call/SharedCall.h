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
  clang::FunctionDecl *Function = nullptr, *Same = nullptr;

public:
  /// The function, made for the loop of that Name if it is not there yet:
  ///
  ///   void (site, dims, args, values, apart, seen, bytes)
  ///
  /// which copies so many bytes of dims to seen, if that is not null and the
  /// runtime has seen no conflict.
  clang::FunctionDecl *function(llvm::StringRef Name, AstFactory Make,
                                const RuntimeDecls &Abi, clang::ASTContext &Ctx,
                                llvm::SmallVectorImpl<clang::Decl *> &Declared);
  /// Likewise int (seen, dims, bytes): whether so many bytes are equal. As code
  /// of its own such a comparison takes the compiler longer than a call.
  clang::FunctionDecl *same(llvm::StringRef Name, AstFactory Make,
                            clang::ASTContext &Ctx,
                            llvm::SmallVectorImpl<clang::Decl *> &Declared);
};

} // namespace twofold

#endif
