// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MixedAtomics.h - variables that a loop changes atomically, and not -===//
#ifndef TWOFOLD_PLUGIN_ORDER_MIXEDATOMICS_H
#define TWOFOLD_PLUGIN_ORDER_MIXEDATOMICS_H

#include "model/LoopModel.h"

namespace twofold {

/// The first use without atomic operations of a number that iterations share
/// and change by such operations, in the loop's own text: what it finds depends
/// on which iterations have come before.
std::optional<Refusal> findMixedAtomic(const ParallelLoop &Loop);

} // namespace twofold

#endif
