// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceExpression.h - an expression with sections, as a value --------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEEXPRESSION_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEEXPRESSION_H

#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <string>

namespace twofold {

/// What a part of an expression is in a loop over the slice's elements.
enum class SliceKind {
  Constant,  ///< literals and operators on them: stays as written
  Verbatim,  ///< names of types and functions: stays as written
  Scalar,    ///< all else without sections: evaluated once, before the loop
  Operation, ///< operators, calls, casts, members: parts are its children
  Subscript, ///< base[index]: children are the base and the index
  Section,   ///< base[start : length : stride]: the base and what is given
  Index,     ///< twofold_index(dimension)
  Reduction, ///< twofold_sum(...): children are the arguments; a scalar
  Assign,    ///< left op right; Operator is op's token
  Step,      ///< ++ or -- of its one child
};

/// One part: tokens [Begin, End) of the statement. Its text for one element is
/// its tokens, with those of its children replaced by theirs.
struct SlicePart {
  SliceKind Kind = SliceKind::Scalar;
  unsigned Begin = 0, End = 0;
  /// In the order of their tokens.
  llvm::SmallVector<SlicePart *, 3> Children;
  unsigned Rank = 0;
  /// Whether it differs from element to element: it has a rank, or uses the
  /// index.
  bool PerElement = false;
  /// Whether it is an Operation that reads memory that an element points at, by
  /// -> or unary *.
  bool Loads = false;
  /// Whether what is evaluated once has been, in a scope around.
  bool Evaluated = false;
  /// The operator of Assign, the bracket of Subscript and Section.
  unsigned Operator = 0;
  /// Of a Section; null: not given.
  SlicePart *Start = nullptr, *Length = nullptr, *Stride = nullptr;
  /// Of Index, which dimension; of Reduction, nothing.
  unsigned Dimension = 0;
  /// The variables that hold values evaluated before the loop: of this part,
  /// and of a section's start, length and stride. Empty: as written, or none.
  std::string Name, StartName, LengthName, StrideName;

  SlicePart *base() const { return Children.front(); }
};

/// Owns the parts of one statement.
class SliceParts {
  std::deque<SlicePart> All;

public:
  SlicePart &make(SliceKind Kind, unsigned Begin, unsigned End = 0) {
    SlicePart &P = All.emplace_back();
    P.Kind = Kind;
    P.Begin = Begin;
    P.End = End;
    return P;
  }
};

} // namespace twofold

#endif
