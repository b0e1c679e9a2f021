// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelText.h - a printed OpenCL variant and what it is called with -===//
#ifndef TWOFOLD_PLUGIN_KERNELTEXT_H
#define TWOFOLD_PLUGIN_KERNELTEXT_H

#include "llvm/ADT/SmallVector.h"
#include <string>

namespace twofold {

/// One entry of twofold_kernel.args: the TWOFOLD_ARG_* constants of abi.h.
struct KernelArg {
  unsigned Kind;
  unsigned Index; ///< base, args entry, dimension or result, as abi.h says
  unsigned Size = 0;
};

struct KernelText {
  std::string Name;
  std::string Source;
  llvm::SmallVector<KernelArg, 8> Args;
  unsigned Flags = 0; ///< TWOFOLD_KERNEL_*
  unsigned Rank = 1;
  unsigned Range[3] = {0, 0, 0};
};

} // namespace twofold

#endif
