// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ObjectPrinter.h - initialisers, records and their bases -----------===//
//
// A constructor becomes a function that fills a private object and returns it:
// an object's place never matters to a class without pointers. A base is a
// member; one without anything inside is left out.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_OBJECTPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_OBJECTPRINTER_H

#include "kernel/CallPrinter.h"

namespace twofold {

class ObjectPrinter : KindPrinter {
  CallPrinter &Calls;
  VectorPrinter &Vectors;

public:
  ObjectPrinter(Operands &All, CallPrinter &Calls, VectorPrinter &Vectors)
      : KindPrinter(All), Calls(Calls), Vectors(Vectors) {}

  /// What stands after the `=` of a declaration or inside braces; empty for a
  /// variable that is left uninitialised.
  std::string initializer(const clang::Expr *E);
  /// An aggregate in the middle of an expression.
  Text aggregate(const clang::Expr *E);
  /// Statements that give the object at Target, not initialised so far, its
  /// value.
  std::string fill(const std::string &Target, clang::QualType T,
                   const clang::Expr *Init, unsigned Indent);
  /// Statements that begin a constructor's function: Object, and its parts'
  /// values.
  std::string parts(const clang::CXXConstructorDecl &C,
                    const std::string &Object, unsigned Indent);
  /// From an object to one of its bases, or from a pointer to one to a pointer
  /// to the other.
  Text toBase(const clang::CastExpr &E);
  /// From a base to what it is a base of.
  Text toDerived(const clang::CastExpr &E);

private:
  std::string braces(llvm::ArrayRef<clang::Expr *> Inits, clang::QualType T,
                     const clang::Expr *Filler);
  std::string braces(const clang::InitListExpr &E);
};

} // namespace twofold

#endif
