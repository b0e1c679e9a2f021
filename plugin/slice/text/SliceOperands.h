// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceOperands.h - the sections that a slice reads and writes -------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEOPERANDS_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEOPERANDS_H

#include "slice/text/SliceExpression.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace twofold {

/// How the addresses of an operand follow from the indices.
enum class SliceAddresses {
  Strided, ///< first + sum of index * stride
  Gather,  ///< through an index slice: anywhere in the array at its root
  Unknown, ///< through pointers that are themselves elements
};

/// One maximal chain of subscripts with a rank, members behind it left out.
struct SliceOperand {
  SlicePart *Chain = nullptr;
  unsigned Offset = 0; ///< the dimension of the statement that its first is
  bool Written = false;
  SliceAddresses Addresses = SliceAddresses::Strided;
};

/// One `[start : length : stride]` of an operand.
struct SliceBracket {
  SlicePart *Section = nullptr;
  unsigned Operand = 0;
  unsigned Dimension = 0; ///< of the statement
};

/// What a slice touches, in the order of the text, index slices included.
class SliceOperands {
public:
  llvm::SmallVector<SliceOperand, 6> Operands;
  llvm::SmallVector<SliceBracket, 8> Brackets;

  /// Adds those of P, which stands at dimension Offset.
  void add(SlicePart &P, unsigned Offset = 0, bool Written = false);
  /// Keeps the first of those that are the same elements, by Text; it is
  /// written where one of them is.
  void unite(llvm::function_ref<std::string(const SlicePart &)> Text);
  /// The first bracket of a dimension; null where nothing spans it.
  const SlicePart *extentOf(unsigned Dimension) const;
  /// The greatest dimension of a twofold_index in P, plus one.
  static unsigned indexed(const SlicePart &P);

private:
  void addChain(SlicePart &Top, unsigned Offset, unsigned Operand);
};

/// The part without a rank that a chain of subscripts begins with.
SlicePart &rootOf(SlicePart &Chain);

} // namespace twofold

#endif
