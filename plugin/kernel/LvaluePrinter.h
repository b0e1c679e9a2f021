// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LvaluePrinter.h - variables, elements, members, addresses ---------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_LVALUEPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_LVALUEPRINTER_H

#include "kernel/KernelCopies.h"
#include "kernel/Operands.h"

namespace twofold {

/// OpenCL C 1.2 has no types of variable length: such a pointer is one to
/// elements, and its steps are counted in these.
class RowPrinter : KindPrinter {
  llvm::SmallVector<std::pair<clang::QualType, std::string>, 2> Lengths;

public:
  using KindPrinter::KindPrinter;

  /// The length of a row, by its type, has this name.
  void bindLength(clang::QualType Array, std::string Name) {
    Lengths.push_back({Array, std::move(Name)});
  }
  /// The first element of a row, or what a pointer to rows points at; nothing:
  /// E has to do with no such rows.
  std::optional<Text> flat(const clang::Expr *E);
  /// E[Index] of a row.
  std::optional<Text> element(const clang::Expr *Row, const clang::Expr *Index);
  /// Pointer + Count, or Pointer - Count.
  std::optional<Text> sum(const clang::Expr *Pointer, const clang::Expr *Count,
                          bool Subtract);
  /// In elements. A length that the caller passes, or the type's own expression
  /// where all of it reaches the kernel unchanged.
  std::string length(clang::QualType Array, const clang::Expr *Use,
                     llvm::StringRef Name);

private:
  struct FlatPointer {
    std::string Base, Offset;

    operator Text() const {
      return Offset.empty() ? Text{Base}
                            : Text{Base + " + " + Offset, Strength::Sum};
    }
  };
  std::optional<FlatPointer> find(const clang::Expr *E);
  FlatPointer advanced(FlatPointer From, const clang::Expr *Count,
                       clang::QualType Row, bool Subtract);
  bool keepsValue(const clang::ValueDecl *D);
  bool isWrittenInside(const clang::Expr *Size,
                       const clang::ValueDecl *Part) const;
};

/// Variables, elements and members, by value and by address.
class LvaluePrinter : KindPrinter {
  RowPrinter &Rows;

public:
  LvaluePrinter(Operands &All, RowPrinter &Rows)
      : KindPrinter(All), Rows(Rows) {}

  Text reference(const clang::DeclRefExpr &E);
  Text member(const clang::MemberExpr &E);
  Text subscript(const clang::ArraySubscriptExpr &E);
  Text address(const clang::Expr *E);
};

/// Updates of elements that items share.
class UpdatePrinter : KindPrinter {
  llvm::SmallVector<GroupCopy, 1> Copies;

public:
  using KindPrinter::KindPrinter;

  /// Updates of this array's elements go to the work-group's copy.
  void bindCopy(const GroupCopy &Copy) { Copies.push_back(Copy); }
  Text update(const ElementUpdate &U);
};

} // namespace twofold

#endif
