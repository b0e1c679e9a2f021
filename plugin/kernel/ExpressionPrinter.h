// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExpressionPrinter.h - expressions as OpenCL C ---------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_EXPRESSIONPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_EXPRESSIONPRINTER_H

#include "kernel/Operands.h"
#include "kernel/ReductionText.h"

namespace twofold {

struct MathRule;

/// Sums of products that the host fuses.
class FusedSums : KindPrinter {
public:
  using KindPrinter::KindPrinter;

  /// Whether the host fuses what it can in E.
  bool contracts(const clang::BinaryOperator &E) const;
  bool isProduct(const clang::Expr *E) const;
  /// Whether `a op= b` is fused.
  bool fuses(const clang::CompoundAssignOperator &E) const;
  /// fma(), where clang would fuse on the host. A compound assignment gives
  /// the Left operand's text.
  std::optional<Text> fused(const clang::BinaryOperator &E, bool Subtract,
                            const Text *Left);
};

bool isHalf(clang::QualType T);

/// Hosts without instructions for it compute an expression of half-precision
/// numbers in float and round once at its end. So does the kernel there; where
/// the host rounds each operation, half's own operators do the same.
class HalfPrinter : KindPrinter {
  const FusedSums &Sums;

public:
  HalfPrinter(Operands &All, const FusedSums &Sums)
      : KindPrinter(All), Sums(Sums) {}

  Text binary(const clang::BinaryOperator &E);
  Text compound(const clang::CompoundAssignOperator &E);

private:
  Text asFloat(const clang::Expr *E);
  Text operation(const clang::BinaryOperator &E);
};

/// Where one operand of an operator is real, clang leaves its imaginary part
/// out of the arithmetic, and so does the kernel.
class ComplexPrinter : KindPrinter {
public:
  using KindPrinter::KindPrinter;

  Text binary(const clang::BinaryOperator &E);
  Text compound(const clang::CompoundAssignOperator &E);
  /// Operators of one operand; the parts of real numbers too.
  Text unary(const clang::UnaryOperator &E);
  Text conversion(const clang::CastExpr &E);
  /// Functions of <complex.h>.
  Text math(const clang::CallExpr &E, const MathRule &Rule);
  /// ComplexText's function for this operation on numbers of type T.
  Text call(llvm::StringRef Operation, clang::QualType T,
            llvm::ArrayRef<Text> Arguments);

private:
  Text operation(const clang::BinaryOperator &E, clang::BinaryOperatorKind Op,
                 clang::QualType T, const Text &Left, bool LeftReal,
                 const Text &Right, bool RightReal);
};

/// Vectors of clang's and GCC's kind are OpenCL C's own where both lay them out
/// alike. Operators are the same ones; lanes, construction and conversions are
/// spelled differently.
class VectorPrinter : KindPrinter {
public:
  using KindPrinter::KindPrinter;

  Text literal(const clang::InitListExpr &E);
  Text lanes(const clang::ExtVectorElementExpr &E);
  Text lane(const clang::ArraySubscriptExpr &E);
  Text shuffle(const clang::ShuffleVectorExpr &E);
  Text conversion(const clang::CastExpr &E);
  Text converted(const clang::ConvertVectorExpr &E);
  Text chosen(const clang::AbstractConditionalOperator &E);
  /// __builtin_elementwise_...: of vectors and of scalars.
  Text elementwise(const clang::CallExpr &E, const MathRule &Rule);
};

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
  bool Whole = false; ///< the group has copies of all elements that it updates

  /// Updates of this array's elements go to the work-group's copy.
  void bindCopy(const GroupCopy &Copy) { Copies.push_back(Copy); }
  Text update(const ElementUpdate &U);
  Text operation(const AtomicOperation &Of);
};

class LibraryPrinter : KindPrinter {
  ComplexPrinter &Complex;
  VectorPrinter &Vectors;

public:
  LibraryPrinter(Operands &All, ComplexPrinter &Complex, VectorPrinter &Vectors)
      : KindPrinter(All), Complex(Complex), Vectors(Vectors) {}

  Text call(const clang::CallExpr &E, const clang::FunctionDecl &F,
            const MathRule &Rule);

private:
  Text bits(const clang::CallExpr &E, const clang::FunctionDecl &F,
            const MathRule &Rule);
  Text extremum(const clang::CallExpr &E, const MathRule &Rule);
  Text byteSwap(const clang::CallExpr &E);
  Text rotation(const clang::CallExpr &E, bool Left);
  Text overflow(const clang::CallExpr &E, llvm::StringRef Operation);
};

class CallPrinter : KindPrinter {
  LibraryPrinter &Library;

public:
  CallPrinter(Operands &All, LibraryPrinter &Library)
      : KindPrinter(All), Library(Library) {}

  Text call(const clang::CallExpr &E);
  Text construction(const clang::CXXConstructExpr &E);

private:
  Text helper(const clang::CallExpr &E, const clang::FunctionDecl &F);
  std::string argument(const clang::Expr *E, clang::QualType Parameter);
  /// What a call of F hands over besides its arguments.
  void addGlobals(const clang::FunctionDecl &F,
                  llvm::SmallVectorImpl<std::string> &Arguments);
};

//
// A constructor becomes a function that fills a private object and returns it:
// an object's place never matters to a class without pointers. A base is a
// member; one without anything inside is left out.
//

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
  template <typename List> std::string chosen(const List &Given);
};

//
// Conversions are printed as casts, because OpenCL C's overloaded functions
// choose by type. Only integer promotions are left to the language, which does
// them as C does.
//

class ConversionPrinter : KindPrinter {
  ComplexPrinter &Complex;
  VectorPrinter &Vectors;
  RowPrinter &Rows;
  ObjectPrinter &Objects;

public:
  ConversionPrinter(Operands &All, ComplexPrinter &Complex,
                    VectorPrinter &Vectors, RowPrinter &Rows,
                    ObjectPrinter &Objects)
      : KindPrinter(All), Complex(Complex), Vectors(Vectors), Rows(Rows),
        Objects(Objects) {}

  Text conversion(const clang::CastExpr &E);
  Text unevaluated(const clang::UnaryExprOrTypeTraitExpr &E);

private:
  Text reinterpreted(const clang::CastExpr &E);
};

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
  /// Elements that are printed as these variables.
  llvm::DenseMap<const clang::Expr *, std::string> Kept;

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
