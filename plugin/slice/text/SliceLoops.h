// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceLoops.h - the loops that a slice becomes ----------------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICELOOPS_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICELOOPS_H

#include "slice/text/SliceAttributes.h"
#include "slice/text/SliceWriter.h"

namespace twofold {

class SliceLoops;

/// A condition on slices under which a statement stands.
struct SliceMask {
  SlicePart *Condition = nullptr;
  /// The array of the condition's values; empty: it is evaluated at each
  /// element.
  std::string Values;
  const SliceLoops *Shape = nullptr; ///< of Values
  bool Negated = false;              ///< the elements where it is false
};

/// One slice: what it touches, its shape, and loops over it.
class SliceLoops {
public:
  SliceWriter Writer;

private:
  SliceSource &Source;
  TokenWriter &Out;
  SliceOperands Touched;
  unsigned Rank;
  clang::SourceLocation Loc;
  std::string Lengths; ///< the array of them, once declared
  std::string Results;
  llvm::SmallVector<SliceMask, 2> Masks;
  bool Always = true; ///< no operand is read for some elements only

public:
  /// A slice of Rank dimensions that stands at Loc.
  SliceLoops(SliceSource &Source, TokenWriter &Out, unsigned Rank,
             clang::SourceLocation Loc)
      : Writer(Source, Out), Source(Source), Out(Out), Rank(Rank), Loc(Loc) {}

  /// Adds a part of the statement, and evaluates what is evaluated once. To be
  /// called before all loops are written.
  void take(SlicePart &P);

  /// The loops do something only where these are true. To be called before
  /// guard; those without values must have been evaluated or taken.
  void under(llvm::ArrayRef<SliceMask> More) {
    Masks.append(More.begin(), More.end());
  }
  void onlyUnder(SliceMask Instead) { Masks = {std::move(Instead)}; }
  /// `if (the masks are true)`; nothing without masks.
  void masks();

  /// Declares the lengths, and writes `if (the shapes agree and there are
  /// elements)`. Empty: also where there are none.
  void guard(bool Empty = false);

  /// Whether an element that is written might be read at another index.
  bool mayOverlap() const;
  /// Whether an element might be written twice.
  bool mayWriteTwice() const;
  /// Declares a variable with the plan, whose name it gives, and writes
  /// `if (no order is needed)`. Test: Order or Plan.
  std::string plan(SliceTest::Kind Test);
  /// Declares what twofold_section_fuses takes, and writes `if (it says so)`.
  void fuses(unsigned Statements);
  /// The loops compute a reduction in these variables, with commas between.
  void reduce(std::string To) { Results = std::move(To); }
  /// Makes operands that are spelt alike one. What is evaluated once in them
  /// must have no effects.
  void unite() {
    Touched.unite([&](const SlicePart &P) { return Source.text(P); });
  }

  using Body = llvm::function_ref<void()>;
  /// Writes an annotated nest. Again: a nest with this body has been written
  /// already. Backward: its first iteration is the last element.
  void parallel(Body Each, bool Again = false, bool Backward = false);
  /// Writes a nest without an annotation, which goes from the last element to
  /// the first where Plan is TWOFOLD_PLAN_BACKWARD.
  void inOrder(llvm::StringRef Plan, Body Each);
  /// Writes the number of the element, in the order of the indices.
  void linear();
  /// Writes how many elements there are.
  void count();
  /// Declares an array of Type with as many elements as the slice, which lives
  /// until the scope ends.
  std::string memory(llvm::StringRef Type, llvm::StringRef What);

  /// Clang reports nothing about what is written between these two: the same
  /// tokens stand elsewhere, where it does.
  void quiet() { Out.text("__attribute__((twofold_quiet(1)));"); }
  void loud() { Out.text("__attribute__((twofold_quiet(0)));"); }

private:
  void loops(Body Each, bool Again, bool Backward);
  void length(unsigned Dimension) const;
  void lengths();
  void brackets(llvm::StringRef Name, std::string &Odd);
  std::string odd(llvm::StringRef Rows, unsigned Row, unsigned Dimension) const;
  using OperandOrder = llvm::SmallVector<const SliceOperand *, 6>;
  void operands(llvm::ArrayRef<const SliceOperand *> Ordered,
                llvm::StringRef First, llvm::StringRef Rows);
  using Names = llvm::SmallVector<std::string, 6>;
  Names hulls(llvm::ArrayRef<const SliceOperand *> Ordered,
              llvm::StringRef First, llvm::StringRef Rows);
  void seek(const SliceOperand &Operand, llvm::StringRef Hull);
  std::string meets(llvm::StringRef Written, llvm::StringRef Other) const;
  std::string twice(llvm::StringRef Rows, unsigned Written) const;
  std::string row(llvm::StringRef Rows, unsigned At) const;
  void address(const SliceOperand &Operand);
  void kind(const SlicePart &Root, const SliceOperand &Operand);
  void addressKind(const SliceOperand &Operand);
  void operandSize(const SliceOperand &Operand);
  void operandStride(const SliceOperand &Operand, unsigned Dimension);
  bool apart(const SliceOperand &Left, const SliceOperand &Right) const;
};

/// Whether P has the rank of the conditions that it stands under, and uses no
/// more dimensions; if not, that is reported.
bool ranksAgree(SliceSource &Source, const SlicePart &P,
                llvm::ArrayRef<SliceMask> Masks,
                llvm::ArrayRef<SlicePart *> Own = {});

/// Writes a statement whose left side is a slice, or that calls functions on
/// elements. Masks: the conditions that it stands under; Own: those that are
/// evaluated with it, each only where the ones before it are true.
void writeSliceStatement(SliceSource &Source, TokenWriter &Out, SlicePart &P,
                         llvm::ArrayRef<SliceMask> Masks = {},
                         llvm::ArrayRef<SlicePart *> Own = {});

} // namespace twofold

#endif
