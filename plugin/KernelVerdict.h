// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelVerdict.h - from a loop to its kernel, or why there is none --===//
#ifndef TWOFOLD_PLUGIN_KERNELVERDICT_H
#define TWOFOLD_PLUGIN_KERNELVERDICT_H

#include "access/AccessModel.h"
#include "access/RowTables.h"
#include "kernel/DoubleUses.h"
#include "kernel/KernelText.h"

namespace twofold {

struct PluginOptions;

struct KernelVerdict {
  AccessModel Accesses;
  std::string AccessReport; ///< for the dump
  std::optional<KernelText> Kernel;
  std::optional<AccidentalDouble> Accidental; ///< all that Kernel has
  llvm::SmallVector<Refusal, 2> Blocks;       ///< see AccessVerdict
  std::optional<Refusal> Obstacle; ///< to listing all accesses, if any
  std::optional<Refusal> Why; ///< to be reported; none when it was asked for
  RowTables Rows;             ///< of the lowered copy, if that was taken
  std::string Reason;         ///< for run-time reports, when asked for
};

KernelVerdict makeKernel(const ParallelLoop &Loop, const PluginOptions &Options,
                         clang::ASTContext &Ctx);

/// Says where the kernel is in double for no good reason.
void reportDouble(const KernelVerdict &Verdict, Diagnostics &Diags);

} // namespace twofold

#endif
