// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceLoops.h - the loops that a slice becomes ----------------------===//
#ifndef TWOFOLD_PLUGIN_SLICELOOPS_H
#define TWOFOLD_PLUGIN_SLICELOOPS_H

#include "SliceWriter.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace twofold {

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

public:
  /// A slice of Rank dimensions that stands at Loc.
  SliceLoops(SliceSource &Source, TokenWriter &Out, unsigned Rank,
             clang::SourceLocation Loc)
      : Writer(Source, Out), Source(Source), Out(Out), Rank(Rank), Loc(Loc) {}

  /// Takes a part in: evaluates what is evaluated once. Before all loops.
  void take(SlicePart &P);

  /// Declares the lengths, and writes `if (the shapes agree)`.
  void guard();

  /// Whether it cannot be excluded now that what is written is read elsewhere.
  bool mayOverlap() const;
  /// Nor that an element is written twice.
  bool mayWriteTwice() const;
  /// Declares a variable with the plan, and gives its name.
  std::string plan();

  using Body = llvm::function_ref<void()>;
  /// An annotated nest. Again: not the first one with this body. Backward: its
  /// first iteration is the last element.
  void parallel(Body Each, bool Again = false, bool Backward = false);
  /// Not annotated, from the last element to the first where Plan is
  /// TWOFOLD_PLAN_BACKWARD.
  void inOrder(llvm::StringRef Plan, Body Each);
  /// The number of the element, in the order of the indices.
  void linear();
  /// How many elements there are.
  void count();

  /// Whatever is written between these is not the first of its kind: clang has
  /// said what there is to say.
  void quiet() { Out.text("__attribute__((twofold_quiet(1)));"); }
  void loud() { Out.text("__attribute__((twofold_quiet(0)));"); }

private:
  void length(unsigned Dimension);
  void address(const SliceOperand &Operand);
  void addressKind(const SliceOperand &Operand);
  void operandSize(const SliceOperand &Operand);
  void operandStride(const SliceOperand &Operand, unsigned Dimension);
  bool apart(const SliceOperand &Left, const SliceOperand &Right) const;
};

/// A statement whose left side is a slice, or that calls functions on elements.
void writeSliceStatement(SliceSource &Source, TokenWriter &Out, SlicePart &P);

} // namespace twofold

#endif
