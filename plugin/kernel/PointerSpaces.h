// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PointerSpaces.h - the address space of every pointer of a function -===//
//
// OpenCL C 1.2 has no generic address space, so each pointer variable points
// at one kind of memory for good. Inferred from everything that is assigned to
// it, whatever the order.
#ifndef TWOFOLD_PLUGIN_KERNEL_POINTERSPACES_H
#define TWOFOLD_PLUGIN_KERNEL_POINTERSPACES_H

#include "dialect/TypeMapping.h"

namespace twofold {

class KernelUnit;

/// The spaces of one function's pointer arguments, `this` first if there is
/// one, scalars as Private.
using Signature = llvm::SmallVector<AddressSpace, 4>;

class PointerSpaces {
  KernelUnit &Unit;
  llvm::DenseMap<const clang::ValueDecl *, AddressSpace> Spaces;
  /// The variable that a pointer's address comes from; null: from several.
  llvm::DenseMap<const clang::ValueDecl *, const clang::ValueDecl *> Origins;
  AddressSpace This = AddressSpace::Unknown;
  /// Whose object `this` is; stands for the object among origins.
  const clang::FunctionDecl *Method = nullptr;
  AddressSpace Result = AddressSpace::Unknown;
  bool Changed = false;

public:
  explicit PointerSpaces(KernelUnit &Unit) : Unit(Unit) {}

  void set(const clang::ValueDecl *Pointer, AddressSpace Space) {
    Spaces[Pointer] = Space;
  }
  void setThis(AddressSpace Space, const clang::FunctionDecl &Of) {
    This = Space;
    Method = &Of;
  }

  /// Finds the spaces of all pointers and references that Body declares. Tells
  /// the unit of a pointer that would need two.
  void infer(const clang::Stmt *Body);

  /// Of a variable of pointer or reference type; Private where nothing but null
  /// was ever assigned.
  AddressSpace variable(const clang::ValueDecl *D) const;
  /// What a pointer value points at, what a glvalue lies in.
  AddressSpace pointer(const clang::Expr *E) const;
  AddressSpace lvalue(const clang::Expr *E) const;
  /// E is the null pointer as it is written: 0, NULL, nullptr, also converted.
  static bool isNull(const clang::Expr *E);
  /// Whether two pointers into shared memory come from the same variable of
  /// the caller: each of those lies in a buffer of its own on a device.
  bool sameOrigin(const clang::Expr *A, const clang::Expr *B) const;
  /// The variable that all pointers come from that Body returns; null: several.
  const clang::ValueDecl *returned(const clang::Stmt *Body) const;
  AddressSpace thisPointer() const;
  /// Of a returned pointer or reference.
  AddressSpace result() const;
  /// What a call of F hands over.
  Signature signature(const clang::CallExpr &Call,
                      const clang::FunctionDecl &F) const;
  /// What a call of F with these arguments hands over, the object left out.
  Signature signature(llvm::ArrayRef<const clang::Expr *> Arguments,
                      const clang::FunctionDecl &F) const;

private:
  void visit(const clang::Stmt *S);
  const clang::Expr *returnedFrom(const clang::CallExpr &Call) const;
  const clang::ValueDecl *origin(const clang::Expr *E) const;
  void assign(const clang::ValueDecl *D, const clang::Expr *Value,
              clang::SourceLocation Loc);
  void adopt(const clang::Expr *E, AddressSpace Space);
  AddressSpace known(const clang::ValueDecl *D) const;
};

/// Whether E is the address of a compound literal, or of a part of one: OpenCL
/// C has such literals in no address space.
bool pointsAtLiteral(const clang::Expr *E);

} // namespace twofold

#endif
