// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExpressionPrinter.h - expressions of one function -----------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_EXPRESSIONPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_EXPRESSIONPRINTER_H

#include "kernel/ConversionPrinter.h"
#include "kernel/LvaluePrinter.h"
#include "kernel/NumberPrinters.h"

namespace twofold {

/// Loads that are printed as elements of arrays, which are filled before.
class LoadsAhead {
public:
  /// What such an array is to be filled with.
  struct Filled {
    std::string Name, Type, Code;
  };

  /// From now on these loads are elements at index Lane.
  void bind(const llvm::DenseSet<const clang::Expr *> &These,
            llvm::StringRef Lane) {
    Loads = These;
    Index = Lane.str();
  }
  bool contains(const clang::Expr *E) const { return Loads.contains(E); }
  /// What the load with this Code is; each place is loaded once.
  Text element(const clang::Expr &Load, std::string Code, KernelUnit &Unit);
  /// Ask after the body.
  llvm::ArrayRef<Filled> filled() const { return Arrays; }

private:
  llvm::DenseSet<const clang::Expr *> Loads;
  std::string Index;
  llvm::SmallVector<Filled, 4> Arrays;
};

class ExpressionPrinter final : public Operands, TypedText {
  VectorPrinter Vectors{*this};
  ComplexPrinter Complex{*this};
  FusedSums Sums{*this};
  HalfPrinter Half{*this, Sums};
  LibraryPrinter Library{*this, Complex, Vectors};
  CallPrinter Calls{*this, Library};

public:
  RowPrinter Rows{*this};
  ObjectPrinter Objects{*this, Calls, Vectors};
  UpdatePrinter Updates{*this};
  LoadsAhead Ahead;

  ExpressionPrinter(KernelUnit &Unit, const PointerSpaces &Spaces)
      : Operands(Unit, Spaces), TypedText(Unit.Ctx, Unit.Types) {}

  using Operands::expression;

  Text expression(const clang::Expr *E) override;
  Text address(const clang::Expr *Lvalue) override {
    return Lvalues.address(Lvalue);
  }
  Text truth(const clang::Expr *E) override;

  /// Index is printed as Check(index, More).
  void bindCheck(const clang::Expr *Index, llvm::StringRef Check,
                 llvm::StringRef More) {
    Checks[Index] = {(Check + "(").str(), (", " + More + ")").str()};
  }

private:
  LvaluePrinter Lvalues{*this, Rows};
  ConversionPrinter Conversions{*this, Complex, Vectors, Rows, Objects};
  llvm::DenseMap<const clang::OpaqueValueExpr *, Text> Opaques;
  llvm::DenseMap<const clang::Expr *, std::pair<std::string, std::string>>
      Checks;

  Text unchecked(const clang::Expr *E);
  Text unary(const clang::UnaryOperator &E);
  Text binary(const clang::BinaryOperator &E);
  Text assignment(const clang::BinaryOperator &E);
  Text compound(const clang::CompoundAssignOperator &E);
  Text conditional(const clang::AbstractConditionalOperator &E);
  void comparePointers(const clang::BinaryOperator &E);
  Text pointerSum(const clang::Expr *Pointer, const clang::Expr *Count,
                  bool Subtract);
};

} // namespace twofold

#endif
