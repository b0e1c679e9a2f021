// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelVerdict.h - from a loop to its kernel, or why there is none --===//
#ifndef TWOFOLD_PLUGIN_KERNELVERDICT_H
#define TWOFOLD_PLUGIN_KERNELVERDICT_H

#include "kernel/Eligibility.h"
#include "kernel/KernelText.h"
#include "lower/LoweredLoop.h"
#include "order/LoopOrder.h"

namespace twofold {

struct PluginOptions;

/// Of a loop as the user wrote it, or of its lowered copy.
struct KernelVerdict {
  AccessModel Accesses;
  std::string AccessReport; ///< for a dump or a record
  std::optional<KernelText> Kernel;
  std::optional<AccidentalDouble> Accidental; ///< all that Kernel has
  /// With the kernel: its strategies, and see AccessVerdict::Blocks.
  llvm::SmallVector<Refusal, 4> Told;
  std::optional<Refusal> Obstacle; ///< to listing all accesses, if any
  std::optional<Refusal> Why; ///< to be reported; none when it was asked for
  RowTables Rows;             ///< of the lowered copy, if that was taken
  std::string Reason;         ///< for run-time reports, when asked for
};

/// Of Loop as it is, or of a lowered copy, with what it accesses. Leaves the
/// loop as it was.
KernelVerdict makeKernel(ParallelLoop &Loop, const LoopOrder &Order,
                         AccessVerdict Accesses, const PluginOptions &Options,
                         clang::ASTContext &Ctx);

/// A loop and all that decides how its variants are written.
struct SettledLoop {
  ParallelLoop Loop;
  LoopOrder Order;
  KernelVerdict Verdict;
};

/// What the user wrote has no kernel, or accesses in forms that are not
/// understood or cannot be checked; its lowered copy may do better. Own, or the
/// copy's kernel or ranges, with what the call computes for them. The copy may
/// also show that iterations depend on each other: then the loop is to run in
/// order, which has been reported.
SettledLoop tryLowered(SettledLoop Own, Understanding &Known,
                       const PluginOptions &Options, clang::Sema &S,
                       Diagnostics &Diags);

/// Says where the kernel is in double for no good reason.
void reportDouble(const KernelVerdict &Verdict, Diagnostics &Diags);

} // namespace twofold

#endif
