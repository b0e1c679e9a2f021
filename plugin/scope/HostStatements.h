// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostStatements.h - what code between parallel loops looks at -----===//
#ifndef TWOFOLD_PLUGIN_SCOPE_HOSTSTATEMENTS_H
#define TWOFOLD_PLUGIN_SCOPE_HOSTSTATEMENTS_H

#include "ast/PlainVariables.h"
#include "clang/AST/ExprCXX.h"

namespace twofold {

/// Code is quiet when it does nothing but compute with plain variables and with
/// addresses: it neither looks at memory nor does anything that the rest of the
/// program could notice.
class HostStatements {
public:
  /// An object that is read as a whole, of which loops may have a newer copy.
  struct Object {
    const clang::VarDecl *Variable = nullptr; ///< itself, or what it refers to
    bool Pointee = false; ///< what Variable points to; without one: *this
    bool operator==(const Object &) const = default;
  };
  using Objects = llvm::SmallVector<Object, 4>;

private:
  const PlainVariables &Plain;
  clang::ASTContext &Ctx;
  /// Of the call of the runtime: the temporaries before it, and what it reads.
  llvm::DenseSet<const clang::VarDecl *> Temporaries;
  Objects *Read = nullptr;
  unsigned Depth = 0; ///< of calls
  const clang::Expr *Blame = nullptr;

  bool expression(const clang::Expr *E);
  bool cast(const clang::CastExpr &E);
  bool load(const clang::Expr *Place);
  bool address(const clang::Expr *Place);
  const clang::VarDecl *temporaryOf(const clang::Expr *Place) const;
  bool mayChange(const clang::Expr *Place) const;
  bool call(const clang::CallExpr &E);
  bool readsObject(const clang::CXXMemberCallExpr &E);
  bool note(std::optional<Object> Root);
  std::optional<Object> rootOf(const clang::Expr *Place) const;
  std::optional<Object> pointee(const clang::Expr *Pointer) const;
  bool isQuiet(const clang::Stmt *S);
  bool declaration(const clang::DeclStmt &S);

public:
  HostStatements(const PlainVariables &Plain, clang::ASTContext &Ctx)
      : Plain(Plain), Ctx(Ctx) {}

  bool quiet(const clang::Stmt *S);
  /// Whether Call, which stands for a loop, computes its arguments from plain
  /// variables and objects alone, and changes nothing but plain variables.
  bool quietCall(const clang::Stmt &Call, Objects &Reads);
  /// Whether S itself declares plain variables only.
  bool declaresPlain(const clang::DeclStmt &S) const;
  /// What made the last answer false; may be null.
  const clang::Expr *blame() const { return Blame; }
};

} // namespace twofold

#endif
