// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UnitFunctions.h - what holds which functions in a unit -------------===//
//
// Variables, members and parameters that pointers to functions, lambdas and
// objects with them are given to, and the methods that override others. A unit
// is read once: later questions read on from where the one before has ended.
#ifndef TWOFOLD_PLUGIN_AST_UNITFUNCTIONS_H
#define TWOFOLD_PLUGIN_AST_UNITFUNCTIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// What has the function or functions that E is, or is an element of.
const clang::ValueDecl *holderIn(const clang::Expr *E);

/// What List, where it makes an object of a class or struct, gives each member
/// that it has a value for.
void eachMember(
    const clang::InitListExpr &List,
    llvm::function_ref<void(const clang::FieldDecl *, const clang::Expr *)>
        Each);

class UnitFunctions : public clang::DynamicRecursiveASTVisitor {
public:
  using Functions = llvm::SmallVector<const clang::FunctionDecl *, 4>;

  explicit UnitFunctions(const clang::ASTContext &Ctx);
  /// Of Ctx's unit as far as it has been read.
  static const UnitFunctions &in(const clang::ASTContext &Ctx);

  /// What D is given anywhere, or what overrides it.
  Functions heldBy(const clang::ValueDecl *D) const;
  /// What E, which is the value of a holder, leads to.
  Functions ledToBy(const clang::Expr *E) const;
  /// D is given something behind its declaration, or may be by an address.
  bool changes(const clang::ValueDecl *D) const;
  /// Some holder is given what std::bind makes of F.
  bool binds(const clang::FunctionDecl *F) const { return Binds.contains(F); }

  bool TraverseDecl(clang::Decl *D) override;
  bool VisitVarDecl(clang::VarDecl *V) override;
  bool VisitFieldDecl(clang::FieldDecl *D) override;
  bool VisitInitListExpr(clang::InitListExpr *List) override;
  bool VisitBinaryOperator(clang::BinaryOperator *B) override;
  bool VisitUnaryOperator(clang::UnaryOperator *U) override;
  bool VisitCallExpr(clang::CallExpr *Call) override;
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Made) override;
  bool VisitCXXConstructorDecl(clang::CXXConstructorDecl *C) override;
  bool VisitCXXMethodDecl(clang::CXXMethodDecl *Method) override;

private:
  using Holders = llvm::SmallVector<const clang::ValueDecl *, 2>;
  static constexpr size_t Most = 16;

  const clang::SourceManager &Sources;
  llvm::DenseMap<const clang::ValueDecl *, Functions> Given;
  /// Holders that a holder is given the value of.
  llvm::DenseMap<const clang::ValueDecl *, Holders> Others;
  llvm::DenseSet<const clang::ValueDecl *> Changed;
  llvm::DenseSet<const clang::FunctionDecl *> Binds;
  // How far it has been read: the last declaration of each context, how many
  // instances of each template, and functions whose bodies have been.
  llvm::MapVector<const clang::DeclContext *, clang::Decl *> Contexts;
  llvm::MapVector<clang::RedeclarableTemplateDecl *, unsigned> Templates;
  llvm::DenseSet<const clang::Decl *> Bodies;
  llvm::SetVector<clang::Decl *> Unfinished;

  void readOn();
  void add(const clang::ValueDecl *To, const clang::FunctionDecl *F);
  /// Names what E, or something that it is made of, is.
  static void
  take(const clang::Expr *E,
       llvm::function_ref<void(const clang::FunctionDecl *)> Function,
       llvm::function_ref<void(const clang::ValueDecl *)> Holder);
  void give(const clang::ValueDecl *To, const clang::Expr *E);
  void give(const clang::FunctionDecl *F,
            llvm::ArrayRef<const clang::Expr *> Arguments);
  void change(const clang::Expr *Target);
  void collect(const clang::ValueDecl *D, Functions &Out,
               llvm::SmallPtrSetImpl<const clang::ValueDecl *> &Seen) const;
};

} // namespace twofold

#endif
