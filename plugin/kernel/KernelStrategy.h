// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelStrategy.h - what an item or a group of a kernel runs --------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_KERNELSTRATEGY_H
#define TWOFOLD_PLUGIN_KERNEL_KERNELSTRATEGY_H

#include "kernel/KernelText.h"

namespace twofold {

/// Messages for people: the strategies of the printed Kernel, and of the next
/// better ones why they are not taken. Ahead: of wideLine(), or 0; NotWide: of
/// wideItems().
llvm::SmallVector<Refusal, 3>
strategiesOf(const ParallelLoop &Loop, const NestMapping &Mapping,
             const KernelText &Kernel, unsigned Ahead,
             const std::optional<Refusal> &NotWide);

} // namespace twofold

#endif
