// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelStage.cpp
//-----------------------------------------------------===//

#include "KernelStage.h"
#include "PluginOptions.h"

namespace twofold {

KernelVerdict makeKernel(const ParallelLoop &Loop, const PluginOptions &Options,
                         clang::ASTContext &Ctx) {
  KernelVerdict Verdict;
  if (!Options.OpenCL) {
    Verdict.Reason = "OpenCL was switched off by no-opencl";
    return Verdict;
  }
  if (Loop.Given.Device == DeviceChoice::Native) {
    Verdict.Reason = "device(native) was asked for";
    return Verdict;
  }
  return Verdict;
}

} // namespace twofold
