// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceMasks.h - statements on slices, in blocks and under if --------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEMASKS_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEMASKS_H

#include "slice/text/SliceLoops.h"
#include <vector>

namespace twofold {

/// A statement of slices.
struct MaskedNode {
  enum { Block, If, Assignment } Kind = Block;
  /// Tokens; of If, the condition, without parentheses.
  size_t Begin = 0, End = 0;
  /// Of Block, its statements; of If, what is under it, and behind else.
  std::vector<MaskedNode> Parts;
};

/// Reads the statement at At, and moves At behind it. No value where not all of
/// the statement is done for each element; that is reported, unless Ask.
std::optional<MaskedNode> readMasked(SliceSource &Source, size_t &At,
                                     bool Ask = false);
/// Writes each statement of N in loops of its own.
void writeMasked(SliceSource &Source, TokenWriter &Out, const MaskedNode &N);

/// Whether all of N could be one loop, if at run time it turns out that no
/// element is touched by two of its iterations.
bool mayFuse(SliceSource &Source, const MaskedNode &N);
/// Writes that loop under a test of what it needs; else each statement in loops
/// of its own.
void writeFused(SliceSource &Source, TokenWriter &Out, const MaskedNode &N);

} // namespace twofold

#endif
