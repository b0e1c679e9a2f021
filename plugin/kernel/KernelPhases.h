// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelPhases.h - several kernels, one after the other --------------===//
//
// What no one kernel does well, several may, each of them with a part of all
// iterations (schedule/LoopPhases.h).
#ifndef TWOFOLD_PLUGIN_KERNEL_KERNELPHASES_H
#define TWOFOLD_PLUGIN_KERNEL_KERNELPHASES_H

#include "kernel/KernelText.h"

namespace twofold {

/// Adds to Kernel, which is Loop's by that mapping, the kernels of its phases,
/// if there are any and all of them have a kernel. Names are those of Kernel.
void addPhases(KernelText &Kernel, const ParallelLoop &Loop,
               const AccessModel &Model, const NestMapping &Mapping,
               clang::ASTContext &Ctx, const KernelOptions &Options,
               NameTable &Names);

} // namespace twofold

#endif
