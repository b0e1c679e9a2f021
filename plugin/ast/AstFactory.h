// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AstFactory.h - builds the few AST nodes the rewriting needs ------===//
//
// Nodes are made complete, with resolved types and casts, without Sema, which
// wants scopes that are closed by now. Locations all point at the loop, so that
// diagnostics and debug information lead to the user's line.
#ifndef TWOFOLD_PLUGIN_AST_ASTFACTORY_H
#define TWOFOLD_PLUGIN_AST_ASTFACTORY_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"

namespace twofold {

/// The target's int64_t, which may be `long long` beside a `long` of 64 bits.
inline clang::QualType int64Type(const clang::ASTContext &Ctx) {
  return Ctx.getTargetInfo().getInt64Type() == clang::TargetInfo::SignedLongLong
             ? Ctx.LongLongTy
             : Ctx.LongTy;
}

class AstFactory {
  clang::ASTContext &Ctx;
  clang::SourceLocation Loc;

public:
  const clang::QualType I64, U64; ///< integers of 64 bits

  AstFactory(clang::ASTContext &Ctx, clang::SourceLocation Loc)
      : Ctx(Ctx), Loc(Loc), I64(int64Type(Ctx)),
        U64(Ctx.getCorrespondingUnsignedType(I64)) {}

  clang::SourceLocation location() const { return Loc; }

  // Variables and functions.
  clang::VarDecl *variable(clang::DeclContext *Owner, llvm::StringRef Name,
                           clang::QualType Type, clang::Expr *Init);
  /// A variable whose declaration is added to To.
  clang::VarDecl *variable(clang::DeclContext *Owner, llvm::StringRef Name,
                           clang::QualType Type, clang::Expr *Init,
                           llvm::SmallVectorImpl<clang::Stmt *> &To);
  /// Internal linkage, constant initialiser, at the level of the unit.
  clang::VarDecl *staticTable(llvm::StringRef Name, clang::QualType Type,
                              clang::Expr *Init);
  /// Internal linkage, not constant, at the level of the unit.
  clang::VarDecl *staticVariable(llvm::StringRef Name, clang::QualType Type,
                                 clang::Expr *Init);
  /// The zero-initialised definition of what Declaration declares.
  clang::VarDecl *define(clang::VarDecl *Declaration);
  clang::FunctionDecl *staticFunction(llvm::StringRef Name,
                                      clang::QualType Type,
                                      llvm::ArrayRef<llvm::StringRef> Params);
  /// One of C's that is defined elsewhere.
  clang::FunctionDecl *
  externFunction(llvm::StringRef Name, clang::QualType Result,
                 llvm::ArrayRef<clang::QualType> Params = {});

  // Expressions. "Value" means a prvalue, "lvalue" what it says.
  clang::Expr *lvalue(clang::ValueDecl *D, bool FromEnclosing = false);
  clang::Expr *value(clang::ValueDecl *D, bool FromEnclosing = false);
  clang::Expr *load(clang::Expr *LValue);
  clang::Expr *thisPointer(clang::QualType Type);
  clang::Expr *integer(uint64_t V, clang::QualType Type);
  clang::Expr *floating(const llvm::APFloat &V, clang::QualType Type);
  clang::Expr *string(llvm::StringRef Text);
  clang::Expr *null(clang::QualType Pointer);
  /// An implicit conversion that gives a value.
  clang::Expr *cast(clang::CastKind Kind, clang::Expr *E, clang::QualType Type);
  /// Converts a value to Type by the cast that C would use.
  clang::Expr *convert(clang::Expr *Value, clang::QualType Type);
  clang::Expr *binary(clang::BinaryOperatorKind Op, clang::Expr *L,
                      clang::Expr *R, clang::QualType Type);
  clang::Expr *unary(clang::UnaryOperatorKind Op, clang::Expr *E,
                     clang::QualType Type);
  /// ++V or --V, a place in C++.
  clang::Expr *step(clang::UnaryOperatorKind Op, clang::VarDecl *V);
  /// V = V + 1
  clang::Expr *increment(clang::VarDecl *V);
  /// L op R of one type, or R alone where L is null.
  clang::Expr *joined(clang::BinaryOperatorKind Op, clang::Expr *L,
                      clang::Expr *R);
  /// E != 0
  clang::Expr *nonZero(clang::Expr *E);
  clang::Expr *assign(clang::Expr *LValue, clang::Expr *Value);
  clang::Expr *compare(clang::BinaryOperatorKind Op, clang::Expr *L,
                       clang::Expr *R);
  clang::Expr *conditional(clang::Expr *Cond, clang::Expr *Then,
                           clang::Expr *Else, clang::QualType Type);
  clang::Expr *addressOf(clang::Expr *LValue);
  clang::Expr *dereference(clang::Expr *Pointer);
  clang::Expr *subscript(clang::Expr *Pointer, clang::Expr *Index);
  clang::Expr *member(clang::Expr *LValue, llvm::StringRef Field);
  clang::Expr *decay(clang::Expr *ArrayLValue);
  clang::Expr *function(clang::FunctionDecl *F);
  clang::Expr *call(clang::FunctionDecl *F, llvm::ArrayRef<clang::Expr *> Args);
  /// {a, b, c} of an array or record type.
  clang::Expr *list(clang::QualType Type, llvm::ArrayRef<clang::Expr *> Inits);
  clang::Expr *paren(clang::Expr *E);
  /// ({ ... }), which has the value of the last statement, of Type.
  clang::Expr *block(llvm::ArrayRef<clang::Stmt *> Body, clang::QualType Type);
  /// A fresh copy of a loop-invariant integer expression (AccessModel.Values
  /// lists the forms), because an AST node may hang in one place only.
  clang::Expr *copyInvariant(const clang::Expr *E);

  // Statements.
  clang::Stmt *declare(clang::VarDecl *D);
  clang::CompoundStmt *compound(llvm::ArrayRef<clang::Stmt *> Body);
  clang::Stmt *ifThen(clang::Expr *Cond, clang::Stmt *Then,
                      clang::Stmt *Else = nullptr);
  /// All but Body may be null.
  clang::Stmt *loop(clang::Stmt *Init, clang::Expr *Cond,
                    clang::Expr *Increment, clang::Stmt *Body);

  /// `To = From;` for lvalues of one type, arrays among them, element by
  /// element. Owner is the function that the statement is for.
  clang::Stmt *copyElements(clang::DeclContext *Owner, clang::Expr *To,
                            clang::Expr *From, unsigned Depth = 0);

  clang::QualType arrayOf(clang::QualType Element, uint64_t Count);
};

} // namespace twofold

#endif
