// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReductionText.h - reductions and copies of kernels ----------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_REDUCTIONTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_REDUCTIONTEXT_H

#include "model/LoopModel.h"

namespace twofold {

class ElementText;

/// What leaves any value of type T unchanged, as OpenCL C.
std::string identityText(ReductionOp Op, clang::QualType T,
                         const clang::ASTContext &Ctx);

/// A and B combined, two numbers, by Op, which is no choice of a leader's.
std::string combinedText(ReductionOp Op, const std::string &A,
                         const std::string &B);

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

//
// Updates that meet in global memory wait for each other, all over the device.
// Where an array's first elements fit into local memory, each work-group
// updates copies of them and adds these to the array at its end.
//

/// One element reduction of a kernel, by the names that its text uses.
struct GroupCopy {
  unsigned Number;    ///< entry of ParallelLoop::Elements
  std::string Type;   ///< of an element in memory
  std::string First;  ///< points at the array, in global memory
  std::string Memory; ///< the copies, in local memory, side by side
  std::string Mine;   ///< the first element of the item's copy
  std::string Count;  ///< of the copied elements
  std::string Copies; ///< how many
};

/// The array whose elements a work-group may update in a copy of its own; null:
/// it may not, or a copy would give other results.
const Capture *groupCopied(const ParallelLoop &Loop, unsigned Number,
                           const clang::ASTContext &Ctx);
bool hasGroupCopies(const ParallelLoop &Loop, const clang::ASTContext &Ctx);

/// The beginning of the kernel: fills the copies with what leaves any value
/// unchanged. All work-items must reach it.
std::string fillCopiesText(llvm::ArrayRef<GroupCopy> Copies,
                           const ParallelLoop &Loop, llvm::StringRef Index,
                           const clang::ASTContext &Ctx);
/// The end of the kernel: combines the copies into the arrays, but for elements
/// that nobody updated: the array may not have them. Neighbouring items begin
/// with different copies, which lie in different banks. All work-items must
/// reach it.
std::string combineCopiesText(llvm::ArrayRef<GroupCopy> Copies,
                              const ParallelLoop &Loop, llvm::StringRef Index,
                              llvm::StringRef Other, llvm::StringRef Value,
                              ElementText &Updates,
                              const clang::ASTContext &Ctx);

} // namespace twofold

#endif
