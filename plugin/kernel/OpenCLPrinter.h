// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenCLPrinter.h - from a parallel loop to its OpenCL C text --------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_OPENCLPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_OPENCLPRINTER_H

#include "access/AccessModel.h"
#include "kernel/KernelText.h"
#include "kernel/NestMapping.h"
#include "clang/Basic/LangOptions.h"
#include <variant>

namespace twofold {

struct KernelOptions {
  /// -ffp-contract; Fast lets the device's compiler fuse as it likes, On fuses
  /// where clang does on the host.
  clang::LangOptions::FPModeKind Contract = clang::LangOptions::FPM_On;
  bool HostFma = false;  ///< the host's processor has fused multiply-add
  bool FastMath = false; ///< -ffast-math
  bool CpuOnly = false;  ///< -fplugin-arg-twofold-no-opencl-gpu
};

/// The OpenCL variant of a loop that checkEligibility let pass. Results are
/// numbered as their captures (reductions and last values) follow each other.
/// Reads the body as the user wrote it: runs before the outliner.
std::variant<KernelText, Refusal> printKernel(const ParallelLoop &Loop,
                                              const AccessModel &Model,
                                              const NestMapping &Mapping,
                                              clang::ASTContext &Ctx,
                                              const KernelOptions &Options);

} // namespace twofold

#endif
