// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StatementCopy.h - statements with variables of their own ---------===//
//
// A loop that iterations may leave needs its first part twice or three times.
// The copy has its own local variables, and its own lambdas that capture them;
// all others, types and constants are shared with the original. What is rare in
// a loop's body cannot be copied.
#ifndef TWOFOLD_PLUGIN_AST_STATEMENTCOPY_H
#define TWOFOLD_PLUGIN_AST_STATEMENTCOPY_H

#include "ast/ClosureCopy.h"
#include "ast/Jumps.h"
#include "clang/AST/ExprCXX.h"
#include <optional>

namespace twofold {

class StatementCopy {
public:
  StatementCopy(clang::ASTContext &Ctx, clang::DeclContext *Owner)
      : Ctx(Ctx), Owner(Owner) {}
  virtual ~StatementCopy() = default;

  clang::Stmt *copy(clang::Stmt *S);
  clang::Expr *copy(clang::Expr *E);
  /// Of null: null.
  clang::VarDecl *copy(clang::VarDecl *V);

  /// Of a loop or a function's body: has statements in the place of jumps, and
  /// nothing of what is LeftOut but what happens otherwise.
  clang::Stmt *withoutJumps(clang::Stmt *Root, Jumps::Statements LeftOut = {});

  /// Copied variables, from the original to the copy.
  const llvm::DenseMap<clang::ValueDecl *, clang::VarDecl *> &
  variables() const {
    return Variables;
  }
  /// What could not be copied; the copy is of no use then.
  const clang::Stmt *obstacle() const { return Obstacle; }

protected:
  clang::ASTContext &Ctx;

  /// What takes the place of S; null: its copy does.
  virtual clang::Stmt *replacement(clang::Stmt *S) { return nullptr; }
  /// Puts what takes the place of Body[At] and following statements into Out
  /// and returns how many these are; 0: the copy of Body[At] does.
  virtual unsigned replace(llvm::ArrayRef<clang::Stmt *> Body, unsigned At,
                           llvm::SmallVectorImpl<clang::Stmt *> &Out) {
    return 0;
  }
  /// Whether the copy means the same as the original by what C names.
  virtual bool keeps(const clang::LambdaCapture &C) const { return false; }
  /// What the copy names in the place of D.
  virtual clang::ValueDecl *standing(clang::ValueDecl *D) const {
    if (clang::BindingDecl *Name = Bindings.lookup(D))
      return Name;
    clang::VarDecl *Copied = Variables.lookup(D);
    return Copied ? Copied : D;
  }
  /// What the innermost lambda that is copied captures; null: there is none.
  const auto *captured() const { return Closures.captured(); }
  clang::Expr *call(clang::CallExpr *E);
  clang::Expr *block(clang::StmtExpr *E);
  clang::SwitchCase *copyLabel(clang::SwitchCase *S, clang::Stmt *Sub);
  clang::QualType fixed(clang::QualType T) const;
  /// Of a reference to D that takes the place of one of type T.
  clang::QualType typeOf(const clang::ValueDecl &D, clang::QualType T) const;
  template <typename Node> Node *fail(Node *N) {
    if (!Obstacle)
      Obstacle = N;
    return N;
  }

private:
  clang::DeclContext *Owner;
  llvm::DenseMap<clang::ValueDecl *, clang::VarDecl *> Variables;
  llvm::DenseMap<const clang::ValueDecl *, clang::BindingDecl *> Bindings;
  llvm::SmallVector<clang::SwitchStmt *, 2> Switches;
  llvm::DenseMap<const clang::Expr *, clang::OpaqueValueExpr *> Opaques;
  /// Arrays that are copied, and the element of what each is in.
  llvm::DenseMap<const clang::Expr *, std::pair<clang::Expr *, uint64_t>>
      Arrays;
  uint64_t Element = 0;
  const clang::Stmt *Obstacle = nullptr;
  std::optional<Jumps> Within;
  friend class ClosureCopy;
  ClosureCopy Closures{*this};
  llvm::DenseSet<const clang::Stmt *> Skipping; ///< jumps that go nowhere

  clang::Stmt *statement(clang::Stmt *S);
  clang::Stmt *compound(clang::CompoundStmt *S);
  using Statements = llvm::SmallVector<clang::Stmt *, 8>;
  void part(llvm::ArrayRef<clang::Stmt *> Body, unsigned At, unsigned End,
            Statements &Out);
  clang::DeclStmt *declarations(clang::DeclStmt *S);
  clang::VarDecl *made(clang::VarDecl *V);
  clang::Stmt *branch(clang::IfStmt *S);
  clang::Stmt *choice(clang::SwitchStmt *S);
  clang::Stmt *range(clang::CXXForRangeStmt *S);
  clang::Expr *expression(clang::Expr *E);
  clang::Expr *materialize(clang::MaterializeTemporaryExpr *E);
  clang::Expr *array(clang::ArrayInitLoopExpr *E);
  clang::Expr *conditional(clang::BinaryConditionalOperator *E);
};

} // namespace twofold

#endif
