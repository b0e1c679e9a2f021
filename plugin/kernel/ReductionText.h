// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReductionText.h - reductions within a work-group -------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_REDUCTIONTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_REDUCTIONTEXT_H

#include "model/LoopModel.h"

namespace twofold {

/// What leaves any value of type T unchanged, as OpenCL C.
std::string identityText(ReductionOp Op, clang::QualType T,
                         const clang::ASTContext &Ctx);

/// One reduction of a kernel, by the names that its text uses.
struct GroupReduction {
  const Capture &Variable;
  std::string Type;         ///< of one element in memory
  std::string Private;      ///< this work-item's value
  std::string Shared;       ///< local memory, one element for each item
  std::string Partials;     ///< global memory, one element for each group
  std::string Combine = {}; ///< function of two, where there is no operator
};

/// The end of the kernel: a tree over the work-group in a fixed order, for any
/// group size. All work-items must reach it.
std::string groupReductionText(llvm::ArrayRef<GroupReduction> Reductions,
                               llvm::StringRef Item, llvm::StringRef Count,
                               llvm::StringRef Half);

} // namespace twofold

#endif
