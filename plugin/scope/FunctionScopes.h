// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FunctionScopes.h - loops that follow each other without a look ----===//
//
// With TWOFOLD_COHERENCE=function results stay on a device from one loop to the
// next. There is no guard then, so the compiler has to see that nothing looks
// at them. A run is a part of a function that consists of calls of the runtime
// and of quiet code (HostStatements), or a loop around such a part. It becomes
//
//   struct twofold_scope s __attribute__((cleanup(end)));
//   s.state = 0;
//   ... twofold_keep(&s), before each loop that may leave results,
//   ... twofold_home(&s), before any other statement that is not quiet,
//   if (s.state) twofold_leave(&s);
//
// where end() does the last line's.
#ifndef TWOFOLD_PLUGIN_SCOPE_FUNCTIONSCOPES_H
#define TWOFOLD_PLUGIN_SCOPE_FUNCTIONSCOPES_H

#include "ast/AstFactory.h"
#include "scope/HostStatements.h"

namespace twofold {

class Diagnostics;

/// The scopes of one function. To be made before its loops are replaced.
class FunctionScopes {
  clang::FunctionDecl &F;
  clang::ASTContext &Ctx;
  Diagnostics &Diags;
  PlainVariables Plain;
  HostStatements Host;
  /// The calls that stand for loops with kernels, and what their arguments
  /// read.
  llvm::DenseMap<const clang::Stmt *, HostStatements::Objects> Calls;
  /// Calls in runs, and their scopes.
  llvm::DenseMap<const clang::Stmt *, clang::VarDecl *> Kept;
  clang::VarDecl *Scope = nullptr; ///< of the run that is being built
  clang::FunctionDecl *&End;       ///< of a scope, the unit's; null: none yet
  llvm::function_ref<void(clang::Decl *)> Declare; ///< to CodeGen
  llvm::function_ref<bool(const clang::Stmt &)>
      Keeps; ///< as insertScopes has it

  using Statements = llvm::SmallVector<clang::Stmt *, 16>;

  bool holdsCall(const clang::Stmt *S) const;
  bool mayRun(const clang::Stmt *S);
  std::string events(const clang::Stmt *S);
  void find(clang::Stmt *&Slot);
  bool find(clang::CompoundStmt &In, Statements &Out);
  void findInside(clang::Stmt &S);
  clang::FunctionDecl *ending();
  void makeRun(llvm::ArrayRef<clang::Stmt *> Part, Statements &Out);
  void bracket(clang::Stmt *S, Statements &Out);
  clang::Stmt *bracketed(clang::Stmt *S);
  clang::Stmt *tell(llvm::StringRef Function, clang::SourceLocation Loc,
                    llvm::ArrayRef<clang::Expr *> More = {});
  clang::Stmt *reading(const HostStatements::Object &Which,
                       clang::SourceLocation Loc);
  std::string why(const clang::Stmt &S);

public:
  /// End: what the scopes of the unit's functions end with, once there is one.
  FunctionScopes(clang::FunctionDecl &F, clang::FunctionDecl *&End,
                 clang::ASTContext &Ctx, Diagnostics &Diags)
      : F(F), Ctx(Ctx), Diags(Diags), Plain(F), Host(Plain, Ctx), End(End) {}

  /// Call has taken the place of a loop that has a kernel and no exits.
  void add(const clang::Stmt &Call);
  /// To be called once all loops are replaced. Calls that are KeepsItself say
  /// themselves that they may leave results, where they go to the runtime.
  /// Declare has functions that are made for scopes compiled.
  void insertScopes(llvm::function_ref<bool(const clang::Stmt &)> KeepsItself,
                    llvm::function_ref<void(clang::Decl *)> Declare);
  /// The scope in which Call may leave its results on a device, or null. To be
  /// called after that.
  clang::VarDecl *scopeOf(const clang::Stmt &Call) const {
    return Kept.lookup(&Call);
  }
};

} // namespace twofold

#endif
