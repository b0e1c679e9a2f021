// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestMapping.h - which loop is which dimension of the device --------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_NESTMAPPING_H
#define TWOFOLD_PLUGIN_KERNEL_NESTMAPPING_H

#include "depend/InferredCollapse.h"

namespace twofold {

/// A value between the analysis and the printer: what stands inside stays
/// sequential in each work-item.
struct NestMapping {
  /// One NDRange dimension over all iterations, several per work-item; needed
  /// for reductions, of elements too, and for more than three dimensions.
  bool Linear = false;
  unsigned Rank = 1; ///< of the NDRange
  /// Axis that NDRange dimension r runs over, the one with the shortest strides
  /// first: a parallel dimension, or the loop that Shared names. Not used when
  /// Linear.
  unsigned Range[3] = {0, 0, 0};
  std::optional<InferredCollapse> Shared;
};

/// What the byte offset grows by from one value of the axis to the next, or
/// nothing where only the call knows.
std::optional<int64_t> strideOf(const Access &A, unsigned Axis);

NestMapping mapNest(const ParallelLoop &Loop, bool InOrder,
                    const AccessModel &Model, clang::ASTContext &Ctx);

} // namespace twofold

#endif
