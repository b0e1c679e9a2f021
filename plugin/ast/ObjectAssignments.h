// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ObjectAssignments.h - what operators of classes change -----------===//
#ifndef TWOFOLD_PLUGIN_AST_OBJECTASSIGNMENTS_H
#define TWOFOLD_PLUGIN_AST_OBJECTASSIGNMENTS_H

#include "clang/AST/ExprCXX.h"

namespace twofold {

/// A class of numbers, and of arrays and classes of numbers: nothing in it
/// points elsewhere.
bool holdsNumbersOnly(clang::QualType T, const clang::ASTContext &Ctx);

/// operator= that copies or moves an object of its class. Of null: false.
bool isAssignment(const clang::CXXMethodDecl *Method);

/// std::complex of a real type.
bool isStandardComplex(clang::QualType T);

/// The object that E assigns or changes by = += ++ and their like, or the
/// method of such a name. Null for other calls, and for classes that cannot be
/// copied: those are atomic, or hold locks, and take care of themselves.
const clang::Expr *changedObject(const clang::CallExpr &E);

/// E gives the whole of its object a new value, whatever it had.
bool assignsWhole(const clang::CXXOperatorCallExpr &E);

/// F, and what it calls, stores nothing: whoever hands it an object and only
/// reads the place that it returns leaves the object as it is.
bool storesNothing(const clang::FunctionDecl *F, unsigned Depth = 0);

/// E has no effects, nor have the functions that it calls.
bool changesNothing(const clang::Expr *E, const clang::ASTContext &Ctx);

/// Whoever has a place of type T changes nothing there by it.
bool staysAsItIs(clang::QualType T);

/// S, or what it calls, makes the address of something constant, or a reference
/// to it, one of something that is not. The standard library does so for
/// whoever has it as such a one, as in std::array, which is left out.
bool castsConstAway(const clang::Stmt *S, const clang::ASTContext &Ctx);

/// Parent, which may be null, is the place Use itself, or one of two places.
bool isChoice(const clang::Stmt *Parent, const clang::Stmt *Use);

/// An object that is an operand of Parent, which stands in Grandparent, is only
/// worked on: no reference to it outlives the expression.
bool isWorkedOn(const clang::Stmt *Parent, const clang::Stmt *Grandparent,
                const clang::ASTContext &Ctx);

} // namespace twofold

#endif
