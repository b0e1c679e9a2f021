// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessModel.h - what memory a loop touches, as values ------------===//
//
// The compile-time side of the tables in twofold/abi.h (same words, same
// meaning, same numbering of axes: parallel dimensions first).
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSMODEL_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSMODEL_H

#include "model/LoopModel.h"

namespace twofold {

/// Constant * product of Values * induction of Axis (-1: none). At most three
/// values.
struct Monomial {
  int64_t Constant = 1;
  llvm::SmallVector<unsigned, 3> Values; ///< sorted indices into Values
  int Axis = -1;
};

/// A sum of monomials, like terms merged; empty is zero.
using AffineForm = llvm::SmallVector<Monomial, 4>;

struct Axis {
  AffineForm Lower, Upper; ///< inclusive
  int64_t Step = 1;
  int Parent = -1;
  unsigned Ops = 0;
  bool Unknown = false; ///< TWOFOLD_AXIS_UNKNOWN
  bool Virtual = false; ///< TWOFOLD_AXIS_VIRTUAL
  /// Only where dependences are tested: of the ends only the one that it starts
  /// from is known.
  bool Open = false;
  bool Several = false; ///< an end is not the only one that it may have
  bool Folded = false;  ///< Virtual: what is left of any number, behind a mask
  /// TWOFOLD_AXIS_LOADED: no loop, but the number of Bytes at From from Base,
  /// or From itself where there are no Bytes. Virtual, too, and in conflicts
  /// alone.
  bool Loaded = false, Signed = false;
  bool Pointer = false; ///< Loaded: no integer, but an address
  bool Inside = false;  ///< Loaded: in a loop of the body
  /// Loaded: in a loop of a body that may store there.
  bool Changing = false;
  unsigned Stores = 0; ///< Loaded: how many of the body may change it before
  unsigned Code = 1;   ///< Loaded: TWOFOLD_NUMBER_...
  unsigned Base = 0, Bytes = 0;
  AffineForm From, Than;
  int Goes = -1; ///< Loaded, TWOFOLD_NUMBER_STATE: its `parent`
  /// Not empty: no loop, but From / Divisor, rounded down; or what remains, if
  /// the axis Quotient is that. Virtual, too, and where dependences are tested
  /// alone.
  AffineForm Divisor;
  int Quotient = -1;
  /// The body of the loop that it counts; null: no loop of the iteration's own.
  const clang::Stmt *Body = nullptr;
};

/// What is not negative of an axis that stands for a quotient or what remains.
llvm::SmallVector<AffineForm, 2> divisionFacts(const Axis &A, int Number);

struct RangeCheck {
  AffineForm Form;
  int64_t Min, Max;
};

struct Base {
  /// Arg of what begins at address 0, where dependences are tested alone.
  static constexpr unsigned Anywhere = ~0u;
  unsigned Arg = 0;                       ///< entry of args
  bool IsPointer = true;                  ///< TWOFOLD_BASE_POINTER
  const clang::ValueDecl *Decl = nullptr; ///< null: a pointer loop's start
  std::optional<AffineForm> Extent;       ///< in bytes
  std::string Name;
  unsigned Element = 0; ///< bytes of an innermost element; 0: of no single type
};

struct Access {
  unsigned Base = 0;
  unsigned Size = 0; ///< bytes
  bool Reads = false, Writes = false, Always = false, Unknown = false;
  bool Wraps = false;   ///< TWOFOLD_ACCESS_WRAPS
  unsigned Numbers = 0; ///< of what is written; floatingBytes()
  AffineForm Offset;    ///< bytes from the base
  clang::SourceLocation Loc;
  /// The lvalue in the loop's body that the variants are to check, if any.
  const clang::Expr *Place = nullptr;
  unsigned Group = 0; ///< of its subscripts; 0: not checked
};

/// A subscript that the variants compare with the number of elements there are,
/// because no proof before the launch can cover it.
struct Subscript {
  const clang::Expr *At = nullptr;    ///< a[i], or the sum in *(a + i)
  const clang::Expr *Index = nullptr; ///< i
  clang::SourceLocation Loc;          ///< before the body moves
  /// At is the kernel's; the user wrote this call, and InCall is the index in
  /// terms of its callee's parameters.
  const clang::CallExpr *Call = nullptr;
  clang::Expr *InCall = nullptr;
  unsigned Base = 0, Group = 0;
  AffineForm Extent, Size; ///< bytes of what is indexed, and of one element
};

struct AccessModel {
  /// Loop-invariant integers, evaluated once at the call, converted to 64 bits.
  /// Only these forms, over variables that the loop captures: DeclRefExpr,
  /// MemberExpr with a dot, literals, parentheses, casts, + - ~ and
  /// + - * / % << >> & | ^, sizeof of a variably modified type; of conflicts
  /// conditions over these, too.
  llvm::SmallVector<clang::Expr *, 4> Values;
  llvm::SmallVector<Axis, 4> Axes; ///< inner loops only; number Dims.size()...
  llvm::SmallVector<Base, 4> Bases;
  llvm::SmallVector<Access, 8> Accesses;
  llvm::SmallVector<RangeCheck, 4> Checks;
  llvm::SmallVector<Subscript, 4> Subscripts;
  bool Opaque = false; ///< TWOFOLD_SITE_OPAQUE: some accesses are not here
  bool Cold = false;   ///< paths that no kernel has are not here: see ColdPaths
  unsigned Ops = 1;    ///< of one iteration, inner loops left out

  /// Accesses of known arrays that neither a proof nor a check may cover.
  unsigned unchecked() const {
    return llvm::count_if(Accesses, [&](const Access &A) {
      return Bases[A.Base].Extent && (A.Place || A.Unknown) && A.Group == 0;
    });
  }
};

} // namespace twofold

#endif
